"""A win: a complete hand, its winning tile and the circumstances. Checked once, scored often."""

from collections.abc import Iterable
from typing import Literal, final

from typing_extensions import Buffer

from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile
from mjcore.typing import HandLike, TileLike

CIRCUMSTANCE_BITS: dict[str, int]
"""The bit of each circumstance in the field `circumstances` of a record of `mjcore.batch.WIN_DTYPE`."""

WIN_SIZE: int
"""Bytes of a record of WIN_DTYPE."""

@final
class Win:
    """A complete hand with its winning tile and how it was won; immutable, hashable, safe to share
    between threads. Everything that does not depend on a rule set is checked here, once.

    hand        Hand, text or 34 counts: 3n + 1 tiles, or 3n + 2 with the winning tile among them
    win         the winning tile ("5m"); None for a flower win (3n + 1 tiles, flowers, self_draw or seven_rob_one)
    self_draw   drawn by the winner; otherwise won on a discard, or with rob_kong on an added kong
    last_tile   the wall's last tile, drawn, or discarded after it was drawn
    after_kong, after_flower   self-draw on the replacement for a kong, for a flower
    last_copy   the other three copies of the winning tile are face up
    first_turn  before anybody's second turn and any claim
    seat_wind, round_wind      "E" "S" "W" "N"
    flowers     "13f", tiles, or a number of flowers (0..8) where it does not matter which
    dealer      True or False; by default whether the seat wind is East
    streak      dealer's wins in a row before this one
    riichi      True, or 2 for double riichi; open_riichi: declared with the hand shown; ippatsu
    on_riichi_discard, on_kong_discard   won on the discard that declared riichi, that followed a kong
    loser_riichi, loser_shown   whoever gave the winning tile was in riichi, had laid the hand open
    ready_at_deal, ready_first_turn   declared ready then, and kept it
    shown       the hand was laid open before the win
    kong_chain  with after_kong: how many kongs in a row, without a discard between, came before the winning tile
    void_suit   the suit declared void ("m", "p", "s")
    wild        the kind that is wild in this game ("5m"), whether the hand has tiles of it or not
    seven_rob_one   a flower win: seven flowers take the eighth when another player exposes it
    dora_indicators, ura_indicators   the turned tiles ("3p5z"), at most five each
    nuki        norths set aside
    strict      True: circumstances that can not be true raise HandError; False: they are dropped
    """

    def __init__(
        self,
        hand: HandLike,
        win: TileLike | None = None,
        *,
        self_draw: bool = False,
        rob_kong: bool = False,
        last_tile: bool = False,
        after_kong: bool = False,
        after_flower: bool = False,
        last_copy: bool = False,
        first_turn: bool = False,
        seat_wind: str = "E",
        round_wind: str = "E",
        flowers: str | int | Iterable[TileLike] | None = 0,
        dealer: bool | None = None,
        streak: int = 0,
        strict: bool = True,
        riichi: bool | int = False,
        ippatsu: bool = False,
        open_riichi: bool = False,
        on_riichi_discard: bool = False,
        on_kong_discard: bool = False,
        loser_riichi: bool = False,
        dora_indicators: str | Iterable[TileLike] | None = (),
        ura_indicators: str | Iterable[TileLike] | None = (),
        nuki: int | None = 0,
        ready_at_deal: bool = False,
        ready_first_turn: bool = False,
        shown: bool = False,
        loser_shown: bool = False,
        seven_rob_one: bool = False,
        kong_chain: int = 0,
        void_suit: str | None = None,
        wild: TileLike | None = None,
    ) -> None: ...
    @staticmethod
    def from_bytes(data: Buffer) -> Win:
        """The win in the bytes of a record of WIN_DTYPE, checked as `Win(...)` checks. Inverse of `to_bytes`."""

    def to_bytes(self) -> bytes:
        """The bytes of a record of WIN_DTYPE."""

    @property
    def counts(self) -> bytes:
        """34 counts of the concealed tiles, the winning tile included."""

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds, in the order they were made."""

    @property
    def win_tile(self) -> Tile | None:
        """The winning tile, None for a flower win. Of several fives a red one is taken to be another than this one
        where that can be."""

    @property
    def self_draw(self) -> bool:
        """Whether the winner drew the winning tile."""

    @property
    def seat_wind(self) -> Literal["E", "S", "W", "N"]:
        """The winner's wind."""

    @property
    def round_wind(self) -> Literal["E", "S", "W", "N"]:
        """The wind of the round."""

    @property
    def flowers(self) -> tuple[Tile, ...]:
        """The flowers set aside."""

    @property
    def streak(self) -> int:
        """The dealer's wins in a row before this one."""

    @property
    def riichi(self) -> int:
        """0, 1, or 2 for double riichi."""

    @property
    def dora_indicators(self) -> tuple[Tile, ...]:
        """The turned dora indicators."""

    @property
    def ura_indicators(self) -> tuple[Tile, ...]:
        """The ura dora indicators."""

    @property
    def nuki(self) -> int:
        """Norths set aside."""

    @property
    def wild(self) -> Tile | None:
        """The wild kind, None if none is said."""

    @property
    def kong_chain(self) -> int:
        """Kongs in a row without a discard between before the winning draw; 0: not said."""

    @property
    def void_suit(self) -> Literal["m", "p", "s"] | None:
        """The suit declared void."""

    @property
    def circumstances(self) -> tuple[str, ...]:
        """The names of the circumstances that hold, "dealer" among them."""

    @property
    def text(self) -> str:
        """The hand with its melds as text, without the winning tile."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[bytes]]: ...
