"""What a rule set is: data about tiles, options and fans, and the settlement it uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from mjcore.errors import HandError, MahjongError, RuleError, brief
from mjcore.fans.compiler import MOST_SETS, MOST_VALUE, NUMBERS, compile_fans
from mjcore.fans.rows import Fan
from mjcore.fans.scores import Score
from mjcore.fans.wins import CIRCUMSTANCE_BITS
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile
from mjcore.procedure.parts import ClaimAnswer, Dealt, DrawnHand, NextDeal, Procedure
from mjcore.rules.options import Option, Value
from mjcore.settle.ledger import seat_of, whole, yes_no
from mjcore.settle.shares import turn_order

if TYPE_CHECKING:
    from mjcore.fans.lattice import Lattice
    from mjcore.hand.queries import HandEngine
    from mjcore.procedure.parts import DrawPlayer
    from mjcore.procedure.walls import Opening
    from mjcore.settle.ledger import Ledger
    from mjcore.settle.penalties import Penalty
    from mjcore.table.flow import Flow
    from mjcore.typing import TileLike

Values = Mapping[str, Value]

RANGES = {"players": range(2, 11), "sets": range(1, MOST_SETS + 1), "minimum": range(MOST_VALUE + 1)}
# kinds below are those that sets are made of
SET_KINDS, SET_COPIES, FLOWER_COPIES = 34, 4, 1
POINTS = {"en": "points", "zh": "番", "ja": "点"}


def nothing_more(values: Values) -> dict[str, Any]:
    """The `make_...` of a rule set whose options change nothing of that sort."""
    return {}


def all_fit(values: Values) -> str:
    """The `check_options` of a rule set whose options go together as one likes."""
    return ""


@dataclass(frozen=True)
class RuleSet:
    """A rule set with its options decided. Immutable; equal if id, options and all that decides an answer are,
    whether functions made it or a file holds it.

    id, names, aliases   how it is called ("mcr", {"en": ..., "zh": ...}, ("guobiao",))
    summary     one line about it
    point_names what its points are called ({"en": "faan", "zh": "番"})
    tiles       kinds in play by number of copies, as text: {4: "123456789m...", 1: "12345678f"}
    players     seats; sets: sets of a full hand; minimum: points that a legal win needs
    forms       forms that win; wait_forms: those that count for "the only wait"
    quad_pairs  whether four equal tiles are two of seven pairs
    circumstances   names that `mjcore.Win` takes and this rule set looks at
    options, presets   what can be chosen; `values` what was, `preset` the name of the preset it started from
    check_options   values -> what of them does not fit together, "" if all do
    make_frame  values -> fields of this class that the options decide ("players", "tiles", "minimum", ...)
    make_fans   values -> rows of the fan table
    make_lattice_options   values -> further arguments of `compile_fans`
    make_engine_options    values -> further arguments of `HandEngine` (fifth_waits, strict, wild)
    make_settlement        the function behind `settle`; make_penalties those behind `penalty`, by name
    units       what one share pays, by total, where it is not the total itself
    procedure   the functions behind `deal`, `claims` and the other methods about the course of a hand
    make_table  values -> the course of a hand as `mjcore.table.flow` compiles it; None: no table plays it
    """

    id: str
    names: Mapping[str, str]
    aliases: tuple[str, ...]
    summary: str
    tiles: Mapping[int, str]
    players: int
    sets: int
    minimum: int
    forms: tuple[str, ...]
    wait_forms: tuple[str, ...]
    circumstances: tuple[str, ...]
    options: tuple[Option, ...]
    presets: Mapping[str, Values]
    make_fans: Callable[[Values], tuple[Fan, ...]]
    make_lattice_options: Callable[[Values], dict[str, Any]]
    make_settlement: Callable[..., Ledger]
    make_penalties: Mapping[str, Callable[[int, int], Penalty]] = field(default_factory=dict)
    values: Values = field(default_factory=dict)
    preset: str = "default"
    quad_pairs: bool = False
    make_engine_options: Callable[[Values], dict[str, Any]] = nothing_more
    make_frame: Callable[[Values], dict[str, Any]] = nothing_more
    check_options: Callable[[Values], str] = all_fit
    units: tuple[int, ...] = ()
    procedure: Procedure = field(default_factory=Procedure)
    point_names: Mapping[str, str] = field(default_factory=lambda: POINTS)
    make_table: Callable[[Values], dict[str, Any]] | None = None

    def __post_init__(self) -> None:
        known = {option.id: option for option in self.options}
        for name in self.values:
            if name not in known:
                raise RuleError(f"{self.id} has no option {brief(name)}{nearest(name, known)}")
        complete = {name: option.check(self.values.get(name, option.default)) for name, option in known.items()}
        object.__setattr__(self, "values", complete)
        misfit = self.check_options(complete)
        if misfit:
            raise RuleError(f"{self.id}: {misfit}")
        for name, value in self.make_frame(complete).items():
            object.__setattr__(self, name, value)
        self._check_frame()
        for name in ("names", "point_names", "tiles", "presets", "values"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def _check_frame(self) -> None:
        for name, allowed in RANGES.items():
            value = getattr(self, name)
            if type(value) is not int or value not in allowed:
                raise RuleError(f"{self.id}: {name} {brief(value)}, expected {allowed[0]}..{allowed[-1]}")
        if not isinstance(self.tiles, Mapping):
            raise RuleError(f"{self.id}: tiles {self.tiles!r}, expected kinds as text by number of copies")
        if found := tiles_fault(self.tiles):
            copies, fault = found
            raise RuleError(f"{self.id}: tiles{'' if copies is None else f' {copies!r}'}: {fault}")

    def replace(self, **options: object) -> RuleSet:
        """The same rule set with some options changed. Raises RuleError for an unknown option or value."""
        return self._with({**self.values, **options}, self.preset)

    def with_preset(self, preset: str) -> RuleSet:
        """The rule set as a preset has it. Raises RuleError for an unknown preset."""
        if not isinstance(preset, str) or preset not in self.presets:
            raise RuleError(f"{self.id} has no preset {brief(preset)}, expected one of {_listed(self.presets)}")
        return self._with(dict(self.presets[preset]), preset)

    def _with(self, values: Mapping[str, Any], preset: str) -> RuleSet:
        import dataclasses

        return dataclasses.replace(self, values=values, preset=preset)

    @cached_property
    def fans(self) -> tuple[Fan, ...]:
        """The rows of the fan table under the options in force."""
        return self.make_fans(self.values)

    @property
    def fan_ids(self) -> tuple[str, ...]:
        """Public fan ids, coverers first: the columns of `batch.score(...).fans`."""
        fans: tuple[str, ...] = self.lattice.fans
        return fans

    def fan(self, fan_id: str) -> Fan:
        """The row of a public fan id (the first, where several rows share it)."""
        for row in self.fans:
            if row.public_id == fan_id:
                return row
        raise RuleError(f"{self.id} has no fan {brief(fan_id)}{nearest(fan_id, self.fan_ids)}")

    @cached_property
    def lattice(self) -> Lattice:
        """The compiled fan table; compiled once for equal options."""
        return _compiled(self)

    @cached_property
    def engine(self) -> HandEngine:
        """The hand engine for its forms and tiles: what `mjcore.shanten(hand, rules)` and its like ask."""
        return _engine(self)

    @cached_property
    def flow(self) -> Flow:
        """The course of a hand, compiled for `mjcore.Table`; once for equal options."""
        return _flow(self)

    def settle(self, score: Score, dealer: int = 0, winner: int = 0, loser: int | None = None,
               **details: Any) -> Ledger:
        """Who pays whom for a scored win. Seats 0..players-1 in turn order; `loser` discarded the winning
        tile or had the kong robbed and is None for a self-draw. `details`: what else the settlement of this rule
        set asks for (riichi: honba, sticks, pao). Raises HandError for a seat that is none, RuleError for a score of
        another rule set, of a hand that may not win, or one won in another way than the seats say."""
        seat_of(dealer, self.players, "dealer")
        if getattr(score, "rules", None) != self:
            raise RuleError(f"the score is {brief(score)}: expected one by {self.id} with these options")
        # points that are only stated stand in for a score too: of these nothing else is known
        if isinstance(score, Score):
            if not score.legal:
                raise RuleError(f"no payments for a hand that may not win: {score.reason}")
            if score.win.self_draw != (loser is None):
                how = "has none" if loser is not None else "has one"
                raise RuleError(f"the loser is {brief(loser)}, who gave the winning tile: this win {how}")
        try:
            return self.make_settlement(score, dealer, winner, loser, **details)
        except TypeError:
            known = list(signature(self.make_settlement).parameters)[4:]
            for name in details:
                if name not in known:
                    more = f"; known: {', '.join(known)}" if known else ""
                    raise RuleError(f"the settlement of {self.id} does not ask for {name!r}{more}") from None
            raise

    def penalty(self, name: str, offender: int, degree: int) -> Penalty:
        """What an offence costs, "false_win" for example; what `degree` counts is said by the rule set
        (MCR: tiles short of ready; how often a dead call was made)."""
        if name not in self.make_penalties:
            raise RuleError(f"{self.id} has no penalty {brief(name)}{nearest(name, self.make_penalties)}")
        return self.make_penalties[name](offender, degree)

    def unit_of(self, total: int) -> int:
        """What one share of a win pays, by its total after the cap. RuleError beyond the end of the table."""
        if not self.units:
            return total
        if not 0 <= total < len(self.units):
            raise RuleError(f"{self.id} has no unit for a total of {total}, only for 0..{len(self.units) - 1}")
        return self.units[total]

    def deal(self) -> Dealt:
        """How many tiles each player has after the deal, the dealer first, and how many may be drawn yet."""
        answer: Dealt = self._ask("deal")
        return answer

    def open_wall(self, dice: Sequence[int] | Sequence[Sequence[int]], dealer: int = 0) -> Opening:
        """Where the wall is opened after a throw of the dice, or of two throws where the game has two."""
        answer: Opening = self._ask("open_wall", dice, seat_of(dealer, self.players, "dealer"))
        return answer

    def claims(self, discarder: int, wants: Sequence[tuple[int, str]], won: Iterable[int] = ()) -> ClaimAnswer:
        """Who gets a discard: `wants` are (seat, "win" "kong" "pung" or "chow"); `won`: seats out of the hand."""
        answer: ClaimAnswer = self._ask("claims", seat_of(discarder, self.players, "discarder"), wants, won)
        return answer

    def next_dealer(self, dealer: int, winners: Sequence[int], *, discarder: int | None = None,
                    last_drawer: int | None = None, streak: int = 0, ready: Iterable[int] = (),
                    aborted: bool = False) -> NextDeal:
        """Who deals the next hand. `winners`: those of this one, in blood battles the first (() for a drawn hand);
        `discarder` gave the winning tile, `last_drawer` drew the wall's last tile, `streak` is how often in a row the
        dealer has stayed. Of a drawn hand some games ask who was `ready`, and whether it was `aborted`."""
        last = None if last_drawer is None else seat_of(last_drawer, self.players, "drawer of the last tile")
        answer: NextDeal = self._ask("next_dealer", seat_of(dealer, self.players, "dealer"), winners,
                                     discarder=discarder, last_drawer=last, streak=streak,
                                     **self._asked("next_dealer", ready=ready, aborted=aborted))
        return answer

    def settle_kong(self, seat: int, type: str, *, tile: object = None, source: int | None = None, fresh: bool = True,
                    robbed: bool = False, chain: int = 1, won: Iterable[int] = ()) -> Ledger:
        """What a kong is paid at once. `type` as of a Meld; `source` gave the tile of an exposed kong; `fresh`: an
        added tile was just drawn; `robbed`: an added kong whose tile was won; `chain`: 1 for the first kong of a turn,
        2 for one on its replacement; `won`: seats that have won. HandError for what can not be."""
        owner, row = seat_of(seat, self.players, "owner of the kong"), whole(chain, "the kongs in a row")
        if not isinstance(type, str):
            raise RuleError(f"a kong of type {brief(type)}: expected a text")
        if row < 1:
            raise RuleError(f"{row} kongs in a row: expected 1 or more")
        if tile is not None and not self.engine.tiles >> Tile(cast("TileLike", tile)).kind & 1:
            raise HandError(f"a kong of {brief(tile)}: {self.id} has no such tile")
        if yes_no(robbed, "robbed") and type != "added kong":
            raise HandError(f"{brief(type)}, robbed: expected an added kong")
        answer: Ledger = self._ask("settle_kong", owner, type, tile=tile, source=source, fresh=yes_no(fresh, "fresh"),
                                   robbed=robbed, chain=row, won=turn_order(won, owner, self.players, "winner"))
        return answer

    def settle_kong_discard(self, incomes: Sequence[Sequence[int]], discarder: int, winners: Sequence[int]) -> Ledger:
        """What moves when the discard after a kong is won. `incomes`: what each kong of the discarder moved, by seat,
        the last one just now."""
        answer: Ledger = self._ask("settle_kong_discard", incomes, seat_of(discarder, self.players, "discarder"),
                                   winners)
        return answer

    def settle_draw(self, players: Sequence[DrawPlayer], kongs: Sequence[tuple[int, Sequence[int]]] = (), *,
                    dealer: int = 0, honba: int = 0, sticks: int = 0) -> DrawnHand:
        """What a hand that ends with the wall costs. `kongs`: owner and payments by seat of each kong so far. Some
        games ask for the dealer, and for counters and deposits on the table."""
        answer: DrawnHand = self._ask("settle_draw", players, kongs,
                                      **self._asked("settle_draw", dealer=dealer, honba=honba, sticks=sticks))
        return answer

    def settle_event(self, event: str, **facts: Any) -> Mapping[str, object]:
        """What an event that only this game has costs, by the names that its rules give (Taiwan: "la_zhuang_request"):
        "pay" is a ledger, the rest by seat."""
        answer: Mapping[str, object] = self._ask("settle_event", event, **facts)
        return answer

    def wild_kinds(self, indicator: TileLike) -> tuple[Tile, ...]:
        """The kinds that are wild where this tile was turned up; `wild=` of `mjcore.score` takes one."""
        answer: tuple[Tile, ...] = self._ask("wild_kinds", indicator)
        return answer

    def _asked(self, name: str, **facts: Any) -> dict[str, Any]:
        """Those of the facts that the function of the procedure has arguments for."""
        function = getattr(self.procedure, name)
        return {} if function is None else {fact: facts[fact] for fact in facts if fact in _arguments(function)}

    def _ask(self, name: str, *facts: Any, **more: Any) -> Any:
        function = getattr(self.procedure, name)
        if function is None:
            raise RuleError(f"{self.id} has no answer to {name}")
        return function(self, *facts, **more)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        # all that answers depend on but for what `_makers` make; type names keep True and 1 apart
        decided = tuple((name, type(value).__name__, value) for name, value in self.values.items())
        tiles = tuple(sorted(self.tiles.items()))
        frame = (self.players, self.sets, self.minimum, self.forms, self.wait_forms, self.quad_pairs, tiles,
                 self.circumstances, self.units, self.procedure)
        return (self.id, decided, frame, self.make_settlement, self.make_table)

    @property
    def _makers(self) -> tuple[object, ...]:
        return (self.make_fans, self.make_lattice_options, self.make_engine_options)

    @cached_property
    def _made(self) -> tuple[object, ...]:
        # an argument that is not given is as good as its default
        lattice = {**_defaults(compile_fans), **self.make_lattice_options(self.values)}
        return (self.fans, lattice, self.make_engine_options(self.values))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, RuleSet) or self._key != other._key:
            return False
        # rows from a file can be those that functions of another rule set make
        return self._makers == other._makers or self._made == other._made

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[Callable[..., RuleSet], tuple[object, ...]]:
        values = dict(self.values)
        try:
            named = _restore(self.id, self.preset, values)
        except RuleError:
            pass
        else:
            more = ("make_frame", "options")
            if (named._key, named._makers) == (self._key, self._makers) and all(
                getattr(named, name) == getattr(self, name) for name in more
            ):
                return _restore, (self.id, self.preset, values)
        import dataclasses

        # a rule set of the user's own: all fields, without what is cached
        parts = [getattr(self, field.name) for field in dataclasses.fields(self)]
        return type(self), tuple(dict(part) if isinstance(part, Mapping) else part for part in parts)

    def __repr__(self) -> str:
        changed = [f"{o.id}={self.values[o.id]!r}" for o in self.options if self.values[o.id] != o.default]
        return f"<RuleSet {' '.join([self.id, *changed])}>"


@lru_cache(maxsize=256)
def _compiled(rules: RuleSet) -> Lattice:
    options = rules.make_lattice_options(rules.values)
    cap = options.get("cap")
    if rules.units and cap is not None and cap >= len(rules.units):
        raise RuleError(f"{rules.id}: totals go up to the cap of {cap}, "
                        f"but there are units for 0..{len(rules.units) - 1}")
    return compile_fans(
        rules.fans,
        sets=rules.sets,
        minimum=rules.minimum,
        forms=rules.forms,
        wait_forms=rules.wait_forms,
        quad_pairs=rules.quad_pairs,
        players=rules.players,
        kinds=_kinds(rules),
        circumstances=[name for name in rules.circumstances if name in CIRCUMSTANCE_BITS or name in NUMBERS],
        **options,
    )


@lru_cache(maxsize=256)
def _engine(rules: RuleSet) -> HandEngine:
    from mjcore.hand.queries import HandEngine

    return HandEngine(
        # a win without a shape is no form to come nearer to
        [form for form in rules.forms if form != "shapeless"],
        tiles=_kinds(rules),
        sets=rules.sets,
        quad_pairs=rules.quad_pairs,
        **rules.make_engine_options(rules.values),
    )


@lru_cache(maxsize=256)
def _flow(rules: RuleSet) -> Flow:
    from mjcore.table.flow import Flow

    return Flow(rules)


def _kinds(rules: RuleSet) -> int:
    """Mask of the kinds that sets are made of; flowers and wild tiles are none."""
    kinds = {tile.kind for tiles in rules.tiles.values() for tile in parse_tiles(tiles)}
    return sum(1 << kind for kind in kinds if kind < SET_KINDS)


def tiles_fault(tiles: Mapping[Any, Any]) -> tuple[object, str] | None:
    """What is wrong with kinds by number of copies, and at which number (None: at none); None if nothing is."""
    seen = set()
    for copies, text in tiles.items():
        if type(copies) is not int or copies not in range(1, 10) or not isinstance(text, str):
            return copies, f"{text!r}, expected kinds as text by a number of copies 1..9"
        try:
            found = parse_tiles(text)
        except MahjongError as error:
            return copies, str(error)
        for tile in found:
            if tile.red:
                return copies, f"{tile}, expected plain fives: red ones are no kind of their own"
            if tile.kind in seen:
                return copies, f"{tile} stands twice"
            seen.add(tile.kind)
            # hands, waits and scores go by these numbers; only of wild tiles there may be any
            expected = FLOWER_COPIES if tile.suit == "f" else SET_COPIES if tile.kind < SET_KINDS else copies
            if copies != expected:
                return copies, f"{tile}, expected under {expected}: of such a kind there are {expected}"
    return None if any(kind < SET_KINDS for kind in seen) else (None, "no kinds that sets are made of")


@cache
def _arguments(function: Callable[..., Any]) -> frozenset[str]:
    """The names of a function's arguments."""
    return frozenset(signature(function).parameters)


@cache
def _defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """The defaults of a function's arguments."""
    parameters = signature(function).parameters.values()
    return {parameter.name: parameter.default for parameter in parameters if parameter.default is not parameter.empty}


def _restore(name: str, preset: str, values: dict[str, Value]) -> RuleSet:
    from mjcore.rules import get

    return get(name, preset=preset, **values)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(repr(value) for value in values)


def nearest(name: object, known: Iterable[str]) -> str:
    """A hint for an error message: what may have been meant, or all there is."""
    import difflib

    names = list(known)
    close = difflib.get_close_matches(name if isinstance(name, str) else "", names, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else f"; known: {', '.join(names)}"
