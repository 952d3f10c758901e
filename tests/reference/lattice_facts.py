"""The facts of one reading of a win, in plain words (lattice.md 2).

A fact is a method of its name. What a pattern may say is looked up here: ``Facts(win, reading, frame)["suits"]``.

>>> from reference.facts import count, parse_tiles
>>> frame = Frame(1, 0, ("standard",), ("standard",), frozenset(range(27)))
>>> win = LatticeWin(count(parse_tiles("11m555p")), (), 13, how="self_draw")
>>> facts = Facts(win, Seen("standard", (PlainSet("pung", 13),), 0), frame)
>>> facts["suits"], facts["concealed_pungs"], facts["role_pung"], facts["wait_count"]
(2, 1, 1, 2)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference.facts import (
    DRAGONS,
    EAST,
    FIVES,
    GREEN,
    HONOURS,
    KINDS,
    RED,
    TERMINALS,
    WHITE,
    WINDS,
    parse_tiles,
    rank_of,
    suit_of,
)
from reference.hand import PlainSet
from reference.lattice_relations import RELATIONS, holds
from reference.lattice_wins import FLAGS, Frame, LatticeWin, Seen, wait_count

YAOCHU = (*TERMINALS, *HONOURS)
CALLS = ("ranks_in", "only", "win_on")
PLAIN = ("self_draw", "last_tile", "after_kong", "first_turn", *FLAGS)


class Facts:
    """`facts[name]` is the fact of that name, worked out when it is first asked for."""

    def __init__(self, win: LatticeWin, reading: Seen, frame: Frame) -> None:
        self.win, self.reading, self.frame = win, reading, frame
        self.known: dict[str, int] = {}
        melded = [PlainSet("chow" if meld.type == "chow" else "pung", min(meld.tiles)) for meld in win.melds]
        with_sets = reading.form in ("standard", "knitted_straight", "pairs_and_set")
        self.sets = [*reading.sets, *melded] if with_sets else []
        self.all_pung_kinds = [each.kind for each in self.sets if each.sort == "pung"]

    def __getitem__(self, name: str) -> Any:
        if name in CALLS:
            return getattr(self, name)
        if name not in self.known:
            self.known[name] = int(self._find(name))
        return self.known[name]

    def _find(self, name: str) -> int:
        if name in PLAIN:
            return int(getattr(self.win, name))
        if name in RELATIONS:
            return int(holds(name, self.sets))
        if name in ("has_m", "has_p", "has_s"):
            return int(name[-1] in self._suits())
        if name.startswith("form_"):
            return int(self.reading.form == name.removeprefix("form_"))
        found: Callable[[], int] = getattr(self, name)
        return found()

    # how it was won

    def rob_kong(self) -> int:
        return self.win.how == "rob_kong"

    def by_discard(self) -> int:
        return self.win.how == "discard"

    def last_copy(self) -> int:
        """Said, or seen: the winner's own open melds show the other three."""
        return self.win.last_copy or sum(m.tiles.count(self.win.win) for m in self.win.melds if m.exposed) == 3

    def last_draw(self) -> int:
        return self.win.last_tile and self.win.self_draw

    def last_discard(self) -> int:
        return self.win.last_tile and self.by_discard()

    def dealer(self) -> int:
        return self.win.seat_wind == 0

    def heaven(self) -> int:
        return self.win.first_turn and self.dealer() and self.win.self_draw

    def earth(self) -> int:
        return self.win.first_turn and not self.dealer() and self.win.self_draw

    def human(self) -> int:
        return self.win.first_turn and not self.dealer() and not self.win.self_draw

    def double_kong(self) -> int:
        return self.win.after_kong and self.win.kong_chain >= 2

    def instant(self) -> int:
        return self.win.instant

    def seat_wind(self) -> int:
        return self.win.seat_wind

    def round_wind(self) -> int:
        return self.win.round_wind

    def no_wild(self) -> int:
        """Some kind is wild, and no tile of it stands for another."""
        return self.win.wild is not None and not self.win.acting

    # flowers: 1-4 the seasons, 5-8 plum, orchid, bamboo, chrysanthemum

    def flower_count(self) -> int:
        return len(self.win.flower_tiles)

    flowers = flower_count

    def no_flowers(self) -> int:
        return not self.win.flower_tiles

    def seat_season(self) -> int:
        return 1 + self.win.seat_wind in self.win.flower_tiles

    def seat_plant(self) -> int:
        """Plum, orchid, chrysanthemum, bamboo in the order of the winds."""
        return (5, 6, 8, 7)[self.win.seat_wind] in self.win.flower_tiles

    def seat_plant_mlzj(self) -> int:
        return 5 + self.win.seat_wind in self.win.flower_tiles

    def all_seasons(self) -> int:
        return {1, 2, 3, 4} <= set(self.win.flower_tiles)

    def all_plants(self) -> int:
        return {5, 6, 7, 8} <= set(self.win.flower_tiles)

    # melds

    def closed_kongs(self) -> int:
        return sum(meld.type == "concealed kong" for meld in self.win.melds)

    def open_kongs(self) -> int:
        return sum(meld.kong and meld.exposed for meld in self.win.melds)

    def kongs(self) -> int:
        return sum(meld.kong for meld in self.win.melds)

    each_kong = kongs

    def claimed(self) -> int:
        return sum(meld.exposed for meld in self.win.melds)

    def concealed(self) -> int:
        return not self.claimed()

    def no_meld(self) -> int:
        return not self.win.melds

    def all_claimed(self) -> int:
        return self.claimed() == self.frame.sets

    def all_exposed(self) -> int:
        return len(self.win.melds) == self.frame.sets

    # kinds

    def _suits(self) -> set[str]:
        return {suit_of(kind) for kind in self.win.kinds} - {"z"}

    def suits(self) -> int:
        return len(self._suits())

    def has_winds(self) -> int:
        return any(kind in WINDS for kind in self.win.kinds)

    def has_dragons(self) -> int:
        return any(kind in DRAGONS for kind in self.win.kinds)

    def has_honours(self) -> int:
        return any(kind in HONOURS for kind in self.win.kinds)

    def groups(self) -> int:
        return self.suits() + self.has_winds() + self.has_dragons()

    def types5(self) -> int:
        return self.groups() == 5

    def ranks_in(self, ranks: str) -> int:
        return all(str(rank_of(kind)) in ranks for kind in self.win.kinds if kind < EAST)

    def only(self, tiles: str) -> int:
        return set(self.win.kinds) <= set(parse_tiles(tiles))

    def win_on(self, tiles: str) -> int:
        return self.win.win in parse_tiles(tiles)

    def terminals(self) -> int:
        return set(self.win.kinds) <= set(TERMINALS)

    def yaochu(self) -> int:
        return set(self.win.kinds) <= set(YAOCHU)

    def honours(self) -> int:
        return set(self.win.kinds) <= set(HONOURS)

    def simples(self) -> int:
        return not set(self.win.kinds) & set(YAOCHU)

    def quads(self) -> int:
        fours = {kind for kind in range(KINDS) if self.win.all_counts[kind] == 4}
        return len(fours - {meld.tiles[0] for meld in self.win.melds if meld.kong})

    def pair_quads(self) -> int:
        return self.win.counts.count(4) if self.reading.form == "seven_pairs" else 0

    def concealed_four(self) -> int:
        return 4 in self.win.counts

    def concealed_four_by_win(self) -> int:
        return self.win.counts[self.win.win] == 4

    def pung_plus_one(self) -> int:
        return any(meld.type == "pung" and self.win.counts[meld.tiles[0]] for meld in self.win.melds)

    def pung_plus_one_by_win(self) -> int:
        return any(meld.type == "pung" and meld.tiles[0] == self.win.win for meld in self.win.melds)

    # sets and pair

    def pungs(self) -> int:
        return len(self.all_pung_kinds)

    def chows(self) -> int:
        return len(self.sets) - self.pungs()

    def all_pungs(self) -> int:
        return not self.chows()

    def all_chows(self) -> int:
        return not self.pungs()

    def concealed_pungs(self) -> int:
        """Concealed kongs and concealed pungs. A pung finished with the tile of another is none: where places are
        tried, the one in which the tile stands; else if the tile can stand in no concealed chow and not in the pair."""
        own, win = self.reading.sets, self.win.win
        found = sum(each.sort == "pung" for each in own) + self.closed_kongs()
        if self.win.self_draw or self.frame.discard_pung_concealed or PlainSet("pung", win) not in own:
            return found
        if self.frame.best_place:
            return found - (self.reading.place == PlainSet("pung", win))
        elsewhere = win == self.reading.pair or any(each.sort == "chow" and win in each.tiles for each in own)
        return found if elsewhere else found - 1

    each_concealed_pung = concealed_pungs

    def _pungs_of(self, kinds: object) -> int:
        return sum(kind in kinds for kind in self.all_pung_kinds)  # type: ignore[operator]

    def wind_pungs(self) -> int:
        return self._pungs_of(WINDS)

    def dragon_pungs(self) -> int:
        return self._pungs_of(DRAGONS)

    each_dragon_pung = dragon_pungs

    def terminal_pungs(self) -> int:
        return self._pungs_of(TERMINALS)

    def white_pung(self) -> int:
        return self._pungs_of([WHITE])

    def green_pung(self) -> int:
        return self._pungs_of([GREEN])

    def red_pung(self) -> int:
        return self._pungs_of([RED])

    def seat_pung(self) -> int:
        return self._pungs_of([EAST + self.win.seat_wind])

    def round_pung(self) -> int:
        return self._pungs_of([EAST + self.win.round_wind])

    def guest_winds(self) -> int:
        return self._pungs_of(set(WINDS) - {EAST + self.win.seat_wind, EAST + self.win.round_wind})

    guest_wind_pungs = guest_winds

    def wind_pair(self) -> int:
        return self.reading.pair in WINDS

    def dragon_pair(self) -> int:
        return self.reading.pair in DRAGONS

    def seat_pair(self) -> int:
        return self.reading.pair == EAST + self.win.seat_wind

    def round_pair(self) -> int:
        return self.reading.pair == EAST + self.win.round_wind

    def value_pair(self) -> int:
        return self.dragon_pair() or self.seat_pair() or self.round_pair()

    def suited_pair(self) -> int:
        return self.reading.pair is not None and self.reading.pair < EAST

    def _each_part_has(self, kinds: object) -> int:
        parts = [*(each.tiles for each in self.sets), (self.reading.pair,)]
        return all(any(kind in kinds for kind in part) for part in parts)  # type: ignore[operator]

    def outside_sets(self) -> int:
        return self._each_part_has(YAOCHU)

    outside = outside_sets

    def five_sets(self) -> int:
        return self._each_part_has(FIVES)

    # the winning tile

    def _roles(self) -> set[str]:
        """Where the winning tile may stand; one role if the reading says where."""
        win, found = self.win.win, set()
        own: list[PlainSet] = list(self.reading.sets)
        pair = self.reading.pair
        if isinstance(self.reading.place, PlainSet):
            own, pair = [self.reading.place], None
        elif self.reading.place is not None:
            own = []
        if win == pair:
            found.add("pair")
        for each in own:
            if win not in each.tiles:
                continue
            if each.sort == "pung":
                found.add("pung")
            elif win == each.tiles[1]:
                found.add("closed")
            elif (win == each.tiles[2] and rank_of(each.kind) == 1) or (win == each.kind and rank_of(win) == 7):
                found.add("edge")
            else:
                found.add("two_sided")
        return found

    def role_pair(self) -> int:
        return "pair" in self._roles()

    def role_edge(self) -> int:
        return "edge" in self._roles()

    def role_closed(self) -> int:
        return "closed" in self._roles()

    def role_two_sided(self) -> int:
        return "two_sided" in self._roles()

    def role_pung(self) -> int:
        return "pung" in self._roles()

    def wait_count(self) -> int:
        return wait_count(self.win, self.reading, self.frame)

    # whole hands

    def _one_suit_ranks(self, counts: tuple[int, ...]) -> list[int] | None:
        """How many of each rank, if there is one suit and no honour."""
        kinds = [kind for kind in range(KINDS) if counts[kind]]
        if {suit_of(kind) for kind in kinds} not in ({"m"}, {"p"}, {"s"}):
            return None
        start = kinds[0] // 9 * 9
        return list(counts[start : start + 9])

    def nine_gates(self) -> int:
        return not self.win.melds and self._one_suit_ranks(self.win.before) == [3, 1, 1, 1, 1, 1, 1, 1, 3] and (
            self.suits() == 1 and not self.has_honours()
        )

    def pure_terminal_chows(self) -> int:
        return self.chows() == 4 and self.suits() == 1 and self._terminal_chows() == [1, 1, 7, 7]

    def three_suited_terminal_chows(self) -> int:
        chows = {suit_of(each.kind) for each in self.sets}
        return (self.chows() == 4 and self.suits() == 3 and len(chows) == 2 and len(set(self.sets)) == 4
                and self._terminal_chows() == [1, 1, 7, 7])

    def _terminal_chows(self) -> list[int]:
        """The lowest ranks of all sets, if the pair are fives."""
        return sorted(rank_of(each.kind) for each in self.sets) if self.reading.pair in FIVES else []

    def seven_shifted_pairs(self) -> int:
        return self._one_suit_ranks(self.win.counts) in ([2] * 7 + [0, 0], [0, *[2] * 7, 0], [0, 0, *[2] * 7])
