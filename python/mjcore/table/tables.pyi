"""A hand in play: `mjcore.Table`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, TypeVar, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from mjcore.game.replays import Record
from mjcore.game.results import Result
from mjcore.game.walls import Wall
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet
from mjcore.table.events import Event, Thrown
from mjcore.typing import TileLike

_Out = TypeVar("_Out", bound=Buffer)

PHASES: tuple[str, ...]
"""What a table can wait for, see `Table.phase`."""

@final
class Table:
    """A hand in play, for every rule set: dealt, played, copied, observed and settled.

    rules     a RuleSet, or the name of one ("mcr", "riichi/mleague")
    seed      a whole number or a text that the wall and all other chance follow from, the same on every platform; None:
              a seed that the system draws
    game      which hand of that seed, from 0 on
    wall      all tiles in drawing order: bytes (a kind, plus 64 for a red five), tiles, text, or a
              `mjcore.game.walls.Wall`; None: shuffled
    dealer    0..players - 1; round_wind "E" "S" "W" "N"
    honba, sticks, streak   counters, deposits on the table, how often in a row the dealer has stayed; 0..250
    scores    of the seats before the hand; None: what the rule set starts with
    log       whether events and steps are noted (`log`, `steps`, `record`, `result.ledger`)
    private_walls   each seat draws from a quarter of its own, as on Botzone
    auto      a single legal discard is made without asking

    Seats are 0..players - 1 in turn order, money is in points of the rule set. HandError for a context or a wall that
    can not be, RuleError for a rule set that no table plays. Nothing here is changed by reading.

    Thread safety: different tables may be used by different threads at once, one table by one thread at a time. Rule
    sets are shared freely.

    >>> import mjcore as mj
    >>> table = mj.Table("mcr", seed=1)
    >>> table.seat, table.phase, table.live
    (0, 'turn', 84)
    >>> while not table.done:
    ...     table.step(table.legal_actions()[0])
    >>> sum(table.deltas)
    0
    """

    def __init__(
        self,
        rules: str | RuleSet,
        *,
        seed: SupportsIndex | str | None = None,
        game: SupportsIndex = 0,
        wall: Wall | Buffer | str | Iterable[TileLike] | None = None,
        dealer: SupportsIndex = 0,
        round_wind: str = "E",
        honba: SupportsIndex = 0,
        sticks: SupportsIndex = 0,
        streak: SupportsIndex = 0,
        scores: Iterable[SupportsIndex] | None = None,
        log: bool = True,
        private_walls: bool = False,
        auto: bool = False,
    ) -> None: ...
    @property
    def seat(self) -> int | None:
        """Who is asked now: of several that may answer the one whose claim counts most. None at the end, and in an
        observation of somebody else's decision."""

    @property
    def done(self) -> bool:
        """Whether the hand is over."""

    @property
    def phase(self) -> str:
        """What the table waits for: "piao" "exchange" "void" (every seat, in any order), "flower" "ready" (one seat),
        "turn" (the seat that drew), "throw" (a discard after a claim or a declaration), "claim" (who can take a
        discard), "rob" (who can win on the tile of a kong, a north or a flower), "end"."""

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that may answer now, in any order; `step(action, seat)`."""

    def legal_actions(self, seat: SupportsIndex | None = None) -> list[int]:
        """The ids of the legal actions of a seat, ascending; of the one that is asked where none is said. Empty if the
        seat is not to answer. `mjcore.table.names.action_text` names them. HandError for a seat that is none."""

    @overload
    def mask(self, seat: SupportsIndex | None = None, out: None = None, compact: bool = False) -> bytes: ...
    @overload
    def mask(self, seat: SupportsIndex | None, out: _Out, compact: bool = False) -> _Out:
        """The same as 256 bytes of 0 or 1, by action id; `compact`: a byte for each of `rules.flow.actions` alone.
        `out`: a writable buffer of exactly so many bytes, which is filled and returned. HandError for another one."""

    @overload
    def mask(self, seat: SupportsIndex | None = None, *, out: _Out, compact: bool = False) -> _Out: ...
    def step(self, action: SupportsIndex | str, seat: SupportsIndex | None = None) -> None:
        """Carries out an action, an id 0..255 or its text ("discard 5m", "pung", "pass"), of the seat that is asked or
        of another one that may answer, and goes on to the next question. IllegalAction says why it is not legal; the
        table is unchanged then.

        >>> import mjcore as mj
        >>> table = mj.Table("riichi", seed=3)
        >>> table.step("pung")
        Traceback (most recent call last):
        ...
        mjcore.errors.IllegalAction: pung by seat 0 in phase turn: the hand or the rules do not allow it now; legal: ...
        """

    def clone(self, log: bool = False) -> Table:
        """A table that goes on by itself from here; with the log so far or without one."""

    def __copy__(self) -> Table: ...
    def __deepcopy__(self, memo: Any) -> Table: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def to_bytes(self) -> bytes:
        """The state, without the log, as 0.4 to 1.2 KB that any platform reads. `pickle` goes through it."""

    @staticmethod
    def from_bytes(data: Buffer, rules: str | RuleSet | None = None) -> Table:
        """The table of `to_bytes`, without a log. `rules` is needed where the rule set is none that is known by its
        name; a given one has to be the same. HandError for bytes that hold no table that can be: whatever comes back
        answers every question and can be played to its end.

        >>> import mjcore as mj
        >>> table = mj.Table("hk", seed=1)
        >>> mj.Table.from_bytes(table.to_bytes()) == table
        True
        """

    @property
    def censored(self) -> bool:
        """Whether this is an observation: what its seat can not know is not there."""

    def observe(self, seat: SupportsIndex) -> Table:
        """What a seat can know, a table with the same accessors: hands of others are empty (`tiles_held` tells their
        sizes), the wall is 255, concealed kongs whose kind is hidden are None, discards that lie face down are kind 63.
        It is not played: `step` raises IllegalAction."""

    def redeal(self, seat: SupportsIndex, seed: SupportsIndex | str, consistent: bool = False) -> Table:
        """A copy without a log in which all that the seat can not know is dealt anew, as the seed decides, whatever it
        was. `consistent`: hands that are known to be ready are so again, if some thousand exchanges find such a
        hand."""

    @overload
    def planes(self, seat: SupportsIndex, out: None = None) -> NDArray[np.uint8]: ...
    @overload
    def planes(self, seat: SupportsIndex, out: _Out) -> _Out:
        """What a seat knows as rows of bytes: uint8, shape (24 + 24 * players, 34), a column for each kind of tile; the
        rows are told in src/mjcore/table/planes.pyx. `out`: a writable buffer of that size, filled and returned.
        HandError for another size."""

    @property
    def rules(self) -> RuleSet:
        """The rule set."""

    @property
    def players(self) -> int:
        """How many seats there are."""

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""

    @property
    def round_wind(self) -> Literal["E", "S", "W", "N"]:
        """The wind of the round."""

    @property
    def honba(self) -> int:
        """Counters on the table."""

    @property
    def sticks(self) -> int:
        """Deposits on the table, those of this hand included."""

    @property
    def streak(self) -> int:
        """How often in a row the dealer has stayed."""

    @property
    def live(self) -> int:
        """How many tiles may be drawn yet."""

    @property
    def deltas(self) -> tuple[int, ...]:
        """What each seat has won or lost in this hand so far, in points."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat now."""

    @property
    def drawn(self) -> Tile | None:
        """The tile that the seat drew whose turn it is, among its concealed ones; None after a claim, or if unknown."""

    @property
    def last_tile(self) -> Tile | None:
        """The tile in question: the last discard, the tile of a kong, a north or a flower set aside."""

    @property
    def last_seat(self) -> int | None:
        """Who gave the tile in question; None if there is none."""

    @property
    def wall(self) -> bytes:
        """All tiles in drawing order, those that were drawn too: a kind each, plus 64 for a red five; 255 not known."""

    @property
    def won(self) -> tuple[int, ...]:
        """The seats that have won."""

    @property
    def dora_indicators(self) -> tuple[Tile, ...]:
        """The turned indicators."""

    @property
    def wild(self) -> tuple[Tile, ...]:
        """The kinds that are wild in this hand."""

    def concealed(self, seat: SupportsIndex) -> bytes:
        """The concealed tiles of a seat as 64 counts by kind, the drawn one included."""

    def hand(self, seat: SupportsIndex) -> Hand:
        """The concealed tiles and melds of a seat. HandError in an observation with a kong whose kind is hidden."""

    def melds(self, seat: SupportsIndex) -> tuple[Meld | None, ...]:
        """The melds of a seat in the order they were made; None: a concealed kong whose kind the observer can not
        know."""

    def river(self, seat: SupportsIndex) -> tuple[Thrown, ...]:
        """The discards of a seat in order, those that were claimed too."""

    def aside(self, seat: SupportsIndex) -> tuple[Tile, ...]:
        """Flowers and norths that a seat has set aside."""

    def waits(self, seat: SupportsIndex) -> tuple[Tile, ...]:
        """Kinds that complete a winning shape for a seat, without its drawn tile; () if it is not ready or unknown."""

    def void(self, seat: SupportsIndex) -> Literal["m", "p", "s"] | None:
        """The suit that a seat has declared void."""

    def tiles_held(self, seat: SupportsIndex) -> int:
        """How many concealed tiles a seat has."""

    def flags(self, seat: SupportsIndex) -> tuple[str, ...]:
        """What is to be said of a seat: "ready" "declaring" "double" "one_shot" "open" "shown" "won" "frozen"
        "ready_at_deal" "ready_first_turn"."""

    @property
    def result(self) -> Result | None:
        """What the hand came to; None before its end. Without a log it has no ledger."""

    @property
    def log(self) -> tuple[Event, ...] | None:
        """What has happened since the deal; None without a log."""

    @property
    def steps(self) -> bytes | None:
        """Seat and action of every step since the deal, in pairs; None without a log."""

    def record(self) -> Record:
        """The hand so far in about 100 to 150 bytes (`Record.to_bytes`), for `replay`. LogError for a table without a
        log since its deal.

        >>> import mjcore as mj
        >>> table = mj.Table("sichuan", seed=1)
        >>> mj.Table.replay(table.record()) == table
        True
        """

    @staticmethod
    def replay(log: Record | Sequence[Any]) -> Table:
        """The table again, with its log: from a `Record`, or from (rules, wall, events) with the events of `log` and as
        a fourth part, if known, a mapping of seed, game and context. LogError for what can not be replayed."""

    @staticmethod
    def position(
        rules: str | RuleSet,
        *,
        hands: Mapping[int, Any] | Sequence[Any] | None = None,
        melds: Mapping[int, Any] | None = None,
        rivers: Mapping[int, Any] | Sequence[Any] | None = None,
        aside: Mapping[int, Any] | None = None,
        live: int | None = None,
        draws: str | Iterable[TileLike] = (),
        wild: TileLike | None = None,
        void: Mapping[int, str] | Sequence[str] | None = None,
        piao: Mapping[int, int] | Sequence[int] | None = None,
        shown: Iterable[int] = (),
        riichi: Iterable[int] = (),
        ready: Iterable[int] = (),
        won: Iterable[int] = (),
        missed: Mapping[int, int] | None = None,
        turn: int | None = None,
        event: str | Sequence[Any] = "turn",
        drawn: TileLike | None = None,
        draw_from: str = "wall",
        dora: str | Iterable[TileLike] | None = None,
        first_turn: bool = False,
        dealer: int = 0,
        round_wind: str = "E",
        honba: int = 0,
        sticks: int = 0,
        streak: int = 0,
        scores: Sequence[int] | None = None,
        seed: int | str = 0,
        auto: bool = False,
    ) -> Table:
        """A table in the middle of a hand from what is known of it; the rest is dealt by the seed. The facts are told
        in `mjcore.game.positions.position`.

        >>> import mjcore as mj
        >>> table = mj.Table.position("hk", hands={1: "46m", 3: "55m"}, event=("discard", 0, "5m"), live=40)
        >>> table.phase, table.pending
        ('claim', (1, 3))
        """

    def _context(self) -> dict[str, Any] | None: ...
    def _facts(self) -> dict[str, Any]: ...

def set_hooks(given: object) -> None:
    """Sets the functions above the table: an object with `result`, `replay`, `record`, `position`, `planes_array`."""

def table_again(rules: RuleSet, data: bytes) -> Table:
    """Unpickles a table."""
