"""Wins of any rule set without wild tiles, biased to what is rare: flushes, honours, four of a kind, kongs, hands that
are all melded, pairs, flowers, the wall's last tile. Hands have as many sets as the rule set asks for, tiles that it
has, and circumstances that it knows and that can be true.

>>> from mjcore import rules
>>> [win.seat_wind < 4 for win in wins(rules.get("mcr"), 3, seed=1)]
[True, True, True]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import recipes as mcr
from mjcore.rules import RuleSet
from recipes import Shape, make_meld, pool
from reference.facts import EAST, HONOURS, KINDS, TERMINALS, PlainMeld, PlainWin, count, possible, suit_of
from reference.hand import PlainSet
from reference.lattice import table_of
from reference.lattice_wins import NO_TILE, ORPHANS, Frame, LatticeWin

ALL_KINDS = frozenset(range(KINDS))


@dataclass(frozen=True)
class Table:
    """What a recipe must know of a rule set."""

    frame: Frame
    knows: frozenset[str]
    players: int

    @property
    def kinds(self) -> list[int]:
        return sorted(self.frame.kinds)

    def some_kinds(self, rng: Random) -> list[int]:
        """All kinds, or those of as many suits as a win may have."""
        suits = sorted({suit_of(kind) for kind in self.kinds} - {"z"})
        most = min(self.frame.most_suits, len(suits))
        chosen = {*rng.sample(suits, most), "z"}
        return [kind for kind in self.kinds if suit_of(kind) in chosen]


Recipe = Callable[[Random, Table], LatticeWin | None]


def wins(rules: RuleSet, number: int, seed: int = 0) -> Iterator[LatticeWin]:
    """So many hands, nearly all of them wins."""
    rng = Random(seed)
    table = Table(table_of(rules).frame, frozenset(rules.circumstances), rules.players)
    usable = recipes_for(table)
    while number:
        win = rng.choices(list(usable), list(usable.values()))[0](rng, table)
        if win is None:
            continue
        if rng.random() < 0.03 and not win.instant:
            win = spoilt(rng, win, table)
        number -= 1
        if not win.instant:
            win = circumstances(rng, win, table)
        yield with_wild(rng, win, table) if table.frame.wild_copies else win


# sets and pairs


def melds_of(rng: Random, shape: Shape, table: Table, melding: float, konging: float) -> LatticeWin:
    """The sets, each melded with a chance of `melding`, a pung made a kong with one of `konging`."""
    sets, pair = shape
    counts = mcr.held(sets, pair)
    tiles, melds = [pair, pair], list[PlainMeld]()
    for each in sets:
        may_meld = each.sort == "pung" or table.frame.claimed_chows
        if each.sort == "pung" and counts[each.kind] == 3 and rng.random() < konging:
            sorts = ("concealed kong", "exposed kong", "added kong")
            melds.append(make_meld(rng, each, rng.choice(sorts)))
        elif may_meld and rng.random() < melding:
            melds.append(make_meld(rng, each))
        else:
            tiles += each.tiles
    return LatticeWin(count(tiles), tuple(melds), rng.choice(tiles))


def dressed(rng: Random, shape: Shape, table: Table) -> LatticeWin:
    melding = rng.choice((0, 0, 0.2, 0.5, 0.8, 1))
    return melds_of(rng, shape, table, melding, rng.choice((0, 0, 0.15, 0.7, 1)))


def filled(rng: Random, table: Table, sets: Sequence[PlainSet], among: Sequence[PlainSet],
           pairs: Sequence[int]) -> LatticeWin | None:
    """The sets and more of `among` to make a hand, with a pair of `pairs`; None if they do not go together."""
    for _ in range(60):
        tried = [*sets[: table.frame.sets]]
        tried += [rng.choice(among) for _ in range(table.frame.sets - len(tried))]
        pair = rng.choice(pairs)
        if mcr.fits(tried, pair):
            return dressed(rng, (tried, pair), table)
    return None


def one_suit(rng: Random, table: Table) -> list[int]:
    suits = sorted({suit_of(kind) for kind in table.kinds} - {"z"})
    suit = rng.choice(suits)
    return [kind for kind in table.kinds if suit_of(kind) == suit]


def ordinary(rng: Random, table: Table) -> LatticeWin | None:
    kinds = table.some_kinds(rng)
    return filled(rng, table, [], pool(kinds), kinds)


def pungs(rng: Random, table: Table) -> LatticeWin | None:
    kinds = rng.choice((table.some_kinds(rng), one_suit(rng, table)))
    return filled(rng, table, [], pool(kinds, chows=False), kinds)


def mostly_pungs(rng: Random, table: Table) -> LatticeWin | None:
    kinds = table.some_kinds(rng)
    among = [*pool(kinds, chows=False) * 2, *rng.sample(pool(kinds), 8)]
    return filled(rng, table, [], among, kinds)


def chows(rng: Random, table: Table) -> LatticeWin | None:
    kinds = [kind for kind in table.some_kinds(rng) if kind < EAST]
    return filled(rng, table, [], pool(kinds, pungs=False), rng.choice((kinds, table.kinds)))


def flush(rng: Random, table: Table) -> LatticeWin | None:
    kinds = [*one_suit(rng, table), *(kind for kind in HONOURS if kind in table.frame.kinds and rng.random() < 0.4)]
    return filled(rng, table, [], pool(kinds), kinds)


def pure(rng: Random, table: Table) -> LatticeWin | None:
    kinds = one_suit(rng, table)
    return filled(rng, table, [], pool(kinds), kinds)


def narrow(rng: Random, table: Table) -> LatticeWin | None:
    """A few neighbouring ranks: four of a kind in many ways, several readings, hidden waits."""
    kinds, width = one_suit(rng, table), rng.choice((4, 5, 6))
    start = rng.randrange(10 - width)
    near = kinds[start : start + width]
    all_near = pool(near)
    return filled(rng, table, [], rng.choice((all_near, [*all_near, *pool(table.some_kinds(rng))])), near)


def honours(rng: Random, table: Table) -> LatticeWin | None:
    own = [kind for kind in HONOURS if kind in table.frame.kinds]
    if not own:
        return None
    chosen = pool(rng.sample(own, rng.randint(1, min(len(own), 5))))
    kinds = table.some_kinds(rng)
    return filled(rng, table, rng.sample(chosen, len(chosen)), pool(kinds), rng.choice((own, kinds)))


def dragons_or_winds(rng: Random, table: Table) -> LatticeWin | None:
    own = [kind for kind in rng.choice((HONOURS[:4], HONOURS[4:])) if kind in table.frame.kinds]
    if not own:
        return None
    rng.shuffle(own)
    last = own[:] if rng.random() < 0.5 else own[:-1]
    among = rng.choice((pool(table.some_kinds(rng)), pool([*one_suit(rng, table), *own])))
    return filled(rng, table, pool(last, chows=False), among, own)


def all_honours(rng: Random, table: Table) -> LatticeWin | None:
    own = [kind for kind in HONOURS if kind in table.frame.kinds]
    return filled(rng, table, [], pool(own), own) if len(own) > table.frame.sets else None


def of_ranks(ranks: str, chows: bool = True) -> Recipe:
    def recipe(rng: Random, table: Table) -> LatticeWin | None:
        kinds = [kind for kind in table.some_kinds(rng) if kind < EAST and str(kind % 9 + 1) in ranks]
        return filled(rng, table, [], pool(kinds, chows), kinds)

    return recipe


def terminals(rng: Random, table: Table) -> LatticeWin | None:
    some = table.some_kinds(rng)
    kinds = [kind for kind in some if kind in TERMINALS or (kind >= EAST and rng.random() < 0.3)]
    return filled(rng, table, [], pool(kinds), kinds)


def outside(rng: Random, table: Table) -> LatticeWin | None:
    some = table.some_kinds(rng)
    ends = [kind for kind in some if kind in TERMINALS or (kind >= EAST and rng.random() < 0.5)]
    among = [each for each in pool(some) if set(each.tiles) & set(ends)]
    return filled(rng, table, [], among, ends)


def related(rng: Random, table: Table) -> LatticeWin | None:
    """Chows or pungs that stand in a relation, across suits or in one."""
    kinds = [kind for kind in table.some_kinds(rng) if kind < EAST]
    sort = rng.choice(("chow", "chow", "pung"))
    starts = sorted({kind // 9 * 9 for kind in kinds})
    step = rng.choice((0, 1, 2, 3) if sort == "chow" else (0, 1))
    low = rng.randrange(7)
    across = rng.random() < 0.5
    sets = [PlainSet(sort, (starts[i % len(starts)] if across else starts[0]) + low + step * i) for i in range(3)]
    fitting = [each for each in sets if all(tile in kinds and tile // 9 == each.kind // 9 for tile in each.tiles)]
    return filled(rng, table, fitting, pool(table.some_kinds(rng)), kinds) if mcr.fits(fitting) else None


def own_fourth(rng: Random, table: Table) -> LatticeWin | None:
    """A claimed pung and its fourth tile in a chow, which may be the winning tile."""
    kinds = [kind for kind in table.some_kinds(rng) if kind < EAST]
    chow = rng.choice(pool(kinds, pungs=False))
    tile = rng.choice(chow.tiles)
    win = filled(rng, table, [chow, PlainSet("pung", tile)], pool(kinds), kinds) if table.frame.sets > 1 else None
    if win is None or win.counts[tile] != 4:
        return win
    counts = [held - 3 * (kind == tile) for kind, held in enumerate(win.counts)]
    winning = rng.choice([tile, rng.choice([kind for kind in range(KINDS) if counts[kind]])])
    return replace(win, counts=tuple(counts), melds=(*win.melds, make_meld(rng, PlainSet("pung", tile))), win=winning)


def middle_five(rng: Random, table: Table) -> LatticeWin | None:
    """Won on the five of 456, with other places for it."""
    kinds = [kind for kind in table.some_kinds(rng) if kind < EAST]
    five = rng.choice([kind for kind in kinds if kind % 9 == 4])
    others = [PlainSet("pung", five), PlainSet("chow", five), PlainSet("chow", five - 2), PlainSet("chow", five - 1)]
    sets = [PlainSet("chow", five - 1), *rng.sample(others, rng.randrange(3))]
    win = filled(rng, table, sets, pool(kinds), [*kinds, five, five]) if mcr.fits(sets) else None
    return win if win is None or not win.counts[five] else replace(win, win=five)


def all_melded(rng: Random, table: Table) -> LatticeWin | None:
    kinds = rng.choice((table.some_kinds(rng), one_suit(rng, table)))
    among = pool(kinds, chows=table.frame.claimed_chows)
    tried = [rng.choice(among) for _ in range(table.frame.sets)]
    pair = rng.choice(kinds)
    if not mcr.fits(tried, pair):
        return None
    return melds_of(rng, (tried, pair), table, 1, rng.choice((0, 0.2, 0.6, 1)))


def nine_gates(rng: Random, table: Table) -> LatticeWin | None:
    kinds = one_suit(rng, table)
    win = rng.choice(kinds)
    counts = count([*kinds, kinds[0], kinds[0], kinds[8], kinds[8], win])
    return LatticeWin(counts, (), win if rng.random() < 0.7 else rng.choice(kinds))


# other forms


def seven_pairs(rng: Random, table: Table) -> LatticeWin | None:
    some = table.some_kinds(rng)
    pool_of_pairs = rng.choice((
        some, some, one_suit(rng, table), [kind for kind in some if kind in ORPHANS],
        [kind for kind in HONOURS if kind in table.frame.kinds], [*one_suit(rng, table)[:5]],
        [kind for kind in some if kind < EAST and kind % 9 in range(1, 8)],
    ))
    quads = rng.choice((0, 0, 1, 2, 3))
    if not table.frame.quad_pairs and rng.random() < 0.9:
        quads = 0
    if len(pool_of_pairs) < 7 - quads:
        return None
    chosen = rng.sample(pool_of_pairs, 7 - quads)
    tiles = [*chosen, *chosen, *chosen[:quads], *chosen[:quads]]
    return LatticeWin(count(tiles), (), rng.choice(tiles))


def pairs_and_set(rng: Random, table: Table) -> LatticeWin | None:
    win = seven_pairs(rng, table)
    if win is None:
        return None
    free = [kind for kind in win.kinds if not win.counts[kind] % 2]
    absent = [kind for kind in table.kinds if not win.counts[kind]]
    more = rng.choice([*absent, *one_suit(rng, table)])
    added = [more] * 3 if more in absent else rng.choice(pool(free or absent)).tiles
    counts = [held + list(added).count(kind) for kind, held in enumerate(win.counts)]
    tiles = [kind for kind in range(KINDS) for _ in range(counts[kind])]
    return LatticeWin(tuple(counts), (), rng.choice(tiles)) if max(counts) <= 4 else None


def thirteen_orphans(rng: Random, table: Table) -> LatticeWin | None:
    tiles = [*ORPHANS, rng.choice(ORPHANS)]
    return LatticeWin(count(tiles), (), rng.choice([*tiles, tiles[-1]]))


def scattered(rng: Random, table: Table) -> LatticeWin | None:
    """Thirteen kinds of which no two suit tiles are near each other, one of them twice: no win but where one is made
    for it."""
    suited = [9 * suit + rank for suit in range(3) for rank in rng.choice(((0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)))]
    kinds = rng.sample(list(HONOURS), rng.randint(4, 7))
    tiles = [*kinds, *rng.sample(suited, 13 - len(kinds))]
    tiles.append(rng.choice(tiles))
    return LatticeWin(count(tiles), (), rng.choice(tiles))


def on_flowers(rng: Random, table: Table) -> LatticeWin | None:
    """Seven or eight flowers, and tiles that need not fit."""
    number = rng.choice((7, 7, 7, 8, 8, 8, 6))
    flowers = tuple(sorted(rng.sample(range(1, 9), number)))
    base = ordinary(rng, table)
    if base is None:
        return None
    free = [kind for kind in table.kinds for _ in range(4 - base.melded[kind])]
    tiles = list(base.before) if rng.random() < 0.3 else list(count(rng.sample(free, sum(base.counts) - 1)))
    rob = "seven_rob_one" in table.knows and number == 7 and rng.random() < 0.5
    return LatticeWin(tuple(tiles), base.melds, NO_TILE, "discard" if rob else "self_draw",
                      seat_wind=rng.randrange(min(4, table.players)), round_wind=rng.randrange(4),
                      flower_tiles=flowers, seven_rob_one=rob)


def of_mcr(rng: Random, table: Table) -> LatticeWin | None:
    """A hand of the recipes for Chinese Official, where all its tiles are in play."""
    win = rng.choices(list(mcr.RECIPES), list(mcr.RECIPES.values()))[0](rng)
    return LatticeWin(win.counts, win.melds, win.win)


# circumstances


def circumstances(rng: Random, win: LatticeWin, table: Table) -> LatticeWin:
    """`win` with random circumstances that the rule set knows and that can be true of it."""
    knows = table.knows

    def said(name: str, chance: float) -> bool:
        return name in knows and rng.random() < chance

    ways = ["self_draw", "self_draw", "discard", "discard", *(["rob_kong"] if "rob_kong" in knows else [])]
    flowers = rng.choice((0, 0, 1, 2, 4, rng.randrange(9))) if "flowers" in knows else 0
    last_copy = said("last_copy", 0.2)
    win = possible(replace(
        win, how=rng.choice(ways), last_tile=said("last_tile", 0.12), after_kong=said("after_kong", 0.4),
        last_copy=last_copy, first_turn=said("first_turn", 0.2) and not last_copy,
        seat_wind=rng.randrange(min(4, table.players)), round_wind=rng.randrange(4),
        flower_tiles=tuple(sorted(rng.sample(range(1, 9), flowers))),
    ))  # type: ignore[type-var]
    kongs = sum(meld.kong for meld in win.melds)
    open_hand = any(meld.exposed for meld in win.melds)
    still = not open_hand and not win.first_turn
    at_deal = still and said("ready_at_deal", 0.08)
    return replace(
        win,
        first_turn=win.first_turn and win.how != "rob_kong",
        after_flower=win.self_draw and flowers > 0 and not win.after_kong and said("after_flower", 0.3),
        on_kong_discard=not win.self_draw and said("on_kong_discard", 0.15),
        ready_at_deal=at_deal,
        ready_first_turn=still and not at_deal and said("ready_first_turn", 0.08),
        shown=not win.first_turn and said("shown", 0.3),
        loser_shown=not win.self_draw and said("loser_shown", 0.3),
        kong_chain=rng.randint(0, kongs) if win.after_kong and "kong_chain" in knows else 0,
        void_suit=void_of(rng, win, table),
    )


def void_of(rng: Random, win: LatticeWin, table: Table) -> str:
    if not table.frame.declared_void or rng.random() < 0.05:
        return ""
    suits = {suit_of(kind) for kind in win.kinds}
    missing = [suit for suit in "mps" if suit not in suits]
    return rng.choice(missing or ["m", "p", "s"]) if rng.random() < 0.95 else rng.choice("mps")


def spoilt(rng: Random, win: LatticeWin, table: Table) -> LatticeWin:
    """The hand with one concealed tile exchanged, or one of two as they come."""
    tiles = [kind for kind in range(KINDS) for _ in range(win.counts[kind])]
    free = [kind for kind in table.kinds if win.all_counts[kind] < 4]
    tiles[rng.randrange(len(tiles))] = rng.choice(free)
    return replace(win, counts=count(tiles), win=rng.choice(tiles))


def with_wild(rng: Random, win: LatticeWin, table: Table) -> LatticeWin:
    """A kind named as wild, and often some concealed tiles exchanged for tiles of it."""
    wild = rng.choice([rng.choice(table.kinds), rng.choice(win.kinds), win.win])
    most = table.frame.wild_copies - win.all_counts[wild]
    # the twin tries all that wild tiles can be: more than two only now and then
    few = rng.choice((0, 1, 1, 1, 2, 2)) if rng.random() < 0.99 else 3
    if most < 0 or win.counts[wild] > max(few, 1):
        return with_wild(rng, win, table)
    tiles = [win.win, *(kind for kind in range(KINDS) for _ in range(win.before[kind]))]
    places = [place for place, kind in enumerate(tiles) if kind != wild]
    for place in rng.sample(places, max(0, min(most, len(places), few - win.counts[wild]))):
        tiles[place] = wild
    return possible(replace(win, counts=count(tiles), win=tiles[0], wild=wild, last_copy=False))  # type: ignore[type-var]


RECIPES: dict[Recipe, int] = {
    ordinary: 6,
    pungs: 4,
    mostly_pungs: 3,
    chows: 4,
    flush: 4,
    pure: 4,
    narrow: 6,
    honours: 3,
    dragons_or_winds: 4,
    all_honours: 1,
    of_ranks("258", chows=False): 2,
    of_ranks("2468", chows=False): 1,
    of_ranks("19", chows=False): 1,
    of_ranks("2345678"): 2,
    terminals: 2,
    outside: 3,
    related: 4,
    own_fourth: 3,
    middle_five: 3,
    all_melded: 4,
}


def recipes_for(table: Table) -> dict[Recipe, int]:
    """The recipes that a rule set has a use for, with their weights."""
    frame, usable = table.frame, dict(RECIPES)
    if not any(kind in frame.kinds for kind in HONOURS):
        for recipe in (honours, dragons_or_winds, all_honours):
            del usable[recipe]
    if frame.sets == 4:
        usable[nine_gates] = 1
        if "seven_pairs" in frame.forms:
            usable[seven_pairs] = 8
        if "thirteen_orphans" in frame.forms:
            usable[thirteen_orphans] = 1
        if frame.kinds == ALL_KINDS and frame.claimed_chows and frame.most_suits == 3:
            usable[of_mcr] = 25 if "knitted_straight" in frame.forms else 6
            usable[scattered] = 1
    if "pairs_and_set" in frame.forms:
        usable[pairs_and_set] = 5
    if "shapeless" in frame.forms and "flowers" in table.knows:
        usable[on_flowers] = 2
    return usable


def as_lattice_win(win: PlainWin) -> LatticeWin:
    """A win of Chinese Official as one of any rule set; its flowers are the first ones."""
    return LatticeWin(win.counts, win.melds, win.win, win.how, win.last_tile, win.after_kong, win.last_copy,
                      win.first_turn, win.seat_wind, win.round_wind, flower_tiles=tuple(range(1, win.flowers + 1)))
