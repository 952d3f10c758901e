"""A win with everything that any rule set without wild tiles asks about, and every way to see it.

>>> from reference.facts import count, parse_tiles
>>> win = LatticeWin(count(parse_tiles("11m22p555m")), (), 0, how="self_draw", flower_tiles=(3, 8))
>>> win.flowers, win.instant
(2, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from reference.facts import EAST, HONOURS, KINDS, TERMINALS, PlainWin, suit_of, tiles_text, to_win_arguments
from reference.hand import (
    Counts,
    PlainSet,
    honours_and_knitted,
    knitted_straights,
    standard,
)

ORPHANS = (*TERMINALS, *HONOURS)
NO_TILE = -1
# circumstances beyond those of a PlainWin that are yes or no
FLAGS = ("after_flower", "on_kong_discard", "ready_at_deal", "ready_first_turn", "shown", "loser_shown",
         "seven_rob_one")


@dataclass(frozen=True)
class LatticeWin(PlainWin):
    """`flower_tiles` are numbers 1..8 of flowers. A win on flowers has no winning tile (`win` is NO_TILE) and 3n + 1
    tiles. `void_suit` is "m", "p", "s" or "" for none declared, `kong_chain` how many kongs came in a row just
    before the drawn tile. `wild` is the kind that is wild: its concealed tiles stand for any kind or their own;
    `acting` says that one of them stands for another."""

    flower_tiles: tuple[int, ...] = ()
    after_flower: bool = False
    on_kong_discard: bool = False
    ready_at_deal: bool = False
    ready_first_turn: bool = False
    shown: bool = False
    loser_shown: bool = False
    seven_rob_one: bool = False
    kong_chain: int = 0
    void_suit: str = ""
    wild: int | None = None
    acting: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "flowers", len(self.flower_tiles))

    @property
    def instant(self) -> bool:
        return self.win == NO_TILE

    @cached_property
    def all_counts(self) -> tuple[int, ...]:
        """34 counts of concealed and melded tiles."""
        return tuple(a + b for a, b in zip(self.counts, self.melded, strict=True))

    @cached_property
    def kinds(self) -> list[int]:
        """The kinds in hand and melds."""
        return [kind for kind in range(KINDS) if self.all_counts[kind]]

    @cached_property
    def held_before(self) -> tuple[int, ...]:
        """34 counts of hand and melds without the winning tile."""
        return tuple(held - (kind == self.win) for kind, held in enumerate(self.all_counts))

    @cached_property
    def before(self) -> tuple[int, ...]:
        """The concealed tiles without the winning one."""
        return tuple(held - (kind == self.win) for kind, held in enumerate(self.counts))


def to_arguments(win: LatticeWin) -> tuple[str, str | None, dict[str, Any]]:
    """`hand, tile, circumstances` so that ``mj.score(hand, tile, **circumstances)`` scores this win."""
    if win.instant:
        tiles = tiles_text(kind for kind in range(KINDS) for _ in range(win.counts[kind]))
        hand, tile = tiles + "".join(meld.text for meld in win.melds), None
        named: dict[str, Any] = {"seat_wind": "ESWN"[win.seat_wind], "round_wind": "ESWN"[win.round_wind]}
        if win.self_draw:
            named["self_draw"] = True
    else:
        hand, tile, named = to_win_arguments(win)
    named.update((name, True) for name in FLAGS if getattr(win, name))
    if win.flower_tiles:
        named["flowers"] = "".join(map(str, win.flower_tiles)) + "f"
    if win.kong_chain:
        named["kong_chain"] = win.kong_chain
    if win.void_suit:
        named["void_suit"] = win.void_suit
    if win.wild is not None:
        named["wild"] = tiles_text([win.wild])
    return hand, tile, named


def concrete(win: LatticeWin, frame: Frame) -> Iterator[LatticeWin]:
    """The win with its wild tiles as each of the tiles that they may stand for, the winning tile as each that it may be
    then; hands without a shape are left out. No hand has five tiles of a kind."""
    wild = win.wild
    if wild is None or not win.counts[wild]:
        yield win
        return
    natural, melded = [held if kind != wild else 0 for kind, held in enumerate(win.counts)], win.melded
    for kinds in combinations_with_replacement(range(KINDS), win.counts[wild]):
        counts = natural.copy()
        for kind in kinds:
            counts[kind] += 1
        if any(counts[kind] + melded[kind] > 4 for kind in kinds):
            continue
        if next(complete(counts, len(win.melds), frame, frame.forms), None) is None:
            continue
        acting = set(kinds) != {wild}
        for tile in [win.win] if win.win != wild else sorted(set(kinds)):
            # what was said of the winning tile was said of it as it lies
            last_copy = win.last_copy and tile == win.win
            yield replace(win, counts=tuple(counts), win=tile, acting=acting, last_copy=last_copy)


class Seen(NamedTuple):
    """One way to see a win. `sets` are the concealed ones; `place` is where the winning tile stands: a set of
    `sets`, the number of the pair's kind, or None if that is left open."""

    form: str
    sets: tuple[PlainSet, ...] = ()
    pair: int | None = None
    knitted: tuple[int, ...] = ()
    place: PlainSet | int | None = None


class Frame(NamedTuple):
    """What a rule set says about shapes and totals, by the names of `mjcore.fans.compiler.compile_fans`."""

    sets: int
    minimum: int
    forms: tuple[str, ...]
    wait_forms: tuple[str, ...]
    kinds: frozenset[int]
    quad_pairs: bool = True
    claimed_chows: bool = True
    available_waits: bool = False
    body_wait: bool = True
    discard_pung_concealed: bool = False
    product: bool = False
    best_place: bool = False
    cap: int | None = None
    shown_factors: tuple[int, ...] = (1, 1, 1, 1)
    most_suits: int = 3
    declared_void: bool = False
    ties_by_group: bool = False
    wild_copies: int = 0
    discard_wins: bool = True


def complete(counts: Counts, melds: int, frame: Frame, forms: tuple[str, ...]) -> Iterator[Seen]:
    """Every reading of concealed tiles beside a number of melds, in one of the forms."""
    tiles = sum(counts)
    if tiles != 3 * (frame.sets - melds) + 2:
        return
    if "standard" in forms:
        for sets, pair in standard(counts):
            yield Seen("standard", sets, pair)
    if "knitted_straight" in forms:
        for reading in knitted_straights(counts):
            yield Seen("knitted_straight", reading.sets, reading.pair, reading.knitted)
    if melds:
        return
    odd = [kind for kind in range(KINDS) if counts[kind] % 2]
    pairs = frame.quad_pairs or max(counts) < 4
    if "seven_pairs" in forms and tiles == 14 and not odd and pairs:
        yield Seen("seven_pairs")
    if "pairs_and_set" in forms and tiles == 17 and len(odd) == 1 and counts[odd[0]] == 3 and pairs:
        yield Seen("pairs_and_set", (PlainSet("pung", odd[0]),))
    if "thirteen_orphans" in forms and tiles == 14 and all(counts[kind] for kind in ORPHANS):
        doubled = [kind for kind in ORPHANS if counts[kind] == 2]
        if sum(counts[kind] for kind in ORPHANS) == 14:
            yield Seen("thirteen_orphans", (), doubled[0])
    knitted = honours_and_knitted(counts)
    if knitted == "greater" and "greater_knitted" in forms:
        yield Seen("greater_knitted")
    if knitted == "lesser" and "lesser_knitted" in forms:
        nine = sum(counts[:EAST]) == 9
        yield Seen("lesser_knitted_with_nine" if nine else "lesser_knitted")


def fits(kinds: Iterable[int], win: LatticeWin, frame: Frame) -> bool:
    """Whether the suits of the kinds are such that they may win."""
    suits = {suit_of(kind) for kind in kinds} - {"z"}
    return len(suits) <= frame.most_suits and not (frame.declared_void and win.void_suit in suits)


def readings(win: LatticeWin, frame: Frame) -> list[Seen]:
    """Every reading of a win, with every place of the winning tile where that is free."""
    if win.instant:
        return [Seen("shapeless")] if "shapeless" in frame.forms else []
    if not fits(win.kinds, win, frame) or not frame.kinds.issuperset(win.kinds):
        return []
    found = list(complete(win.counts, len(win.melds), frame, frame.forms))
    if not frame.best_place:
        return found
    return [reading._replace(place=place) for reading in found for place in places(win, reading)]


def places(win: LatticeWin, reading: Seen) -> list[PlainSet | int | None]:
    if reading.form != "standard":
        return [None]
    own = sorted({each for each in reading.sets if win.win in each.tiles})
    return [*([win.win] if win.win == reading.pair else []), *own]


def wait_count(win: LatticeWin, reading: Seen, frame: Frame) -> int:
    """How many kinds complete a shape that may win, before the winning tile came. Of a knitted straight only the
    tiles beside the nine are asked; 0 if the winning tile can not stand there."""
    if reading.form == "knitted_straight":
        rest = list(win.before)
        if win.win in reading.knitted and not frame.body_wait:
            return 0
        for kind in reading.knitted:
            rest[kind] -= 1
        if rest[win.win] < 0:
            return 0
        return len(_waits(tuple(rest), win, frame._replace(sets=len(reading.sets)), 0))
    return len(_waits(win.before, win, frame, len(win.melds)))


def _waits(before: tuple[int, ...], win: LatticeWin, frame: Frame, melds: int) -> list[int]:
    own = [kind for kind in range(KINDS) if win.held_before[kind]]
    return [
        kind
        for kind in frame.kinds
        if not (frame.available_waits and win.held_before[kind] == 4)
        and fits([*own, kind], win, frame)
        and _completes(before, kind, melds, frame)
    ]


@lru_cache(4096)
def _completes(before: tuple[int, ...], kind: int, melds: int, frame: Frame) -> bool:
    after = list(before)
    after[kind] += 1
    return next(complete(after, melds, frame, frame.wait_forms), None) is not None


