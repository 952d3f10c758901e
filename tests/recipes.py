"""Recipes for wins of Chinese Official Mahjong: each makes one fan, or a family of them, often.

A recipe takes a `random.Random` and gives a possible win. What else the hand has, which sets are melded,
which tile wins and how, is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from reference.facts import HONOURS, KINDS, TERMINALS, PlainMeld, PlainWin, count, parse_tiles, possible
from reference.hand import KNITTED_PATTERNS, PlainSet

SUIT_KINDS = range(27)
CHOWS = tuple(PlainSet("chow", kind) for kind in SUIT_KINDS if kind % 9 < 7)
PUNGS = tuple(PlainSet("pung", kind) for kind in range(KINDS))
Sets = list[PlainSet]
Shape = tuple[Sets, int]


# Sets


def chow(kind: int) -> PlainSet:
    return PlainSet("chow", kind)


def pung(kind: int) -> PlainSet:
    return PlainSet("pung", kind)


def held(sets: Sequence[PlainSet], pair: int | None = None) -> list[int]:
    """34 counts of the sets and the pair."""
    kinds = [tile for each in sets for tile in each.tiles]
    return list(count(kinds if pair is None else [*kinds, pair, pair]))


def fits(sets: Sequence[PlainSet], pair: int | None = None) -> bool:
    return max(held(sets, pair)) <= 4


def pool(kinds: Sequence[int], chows: bool = True, pungs: bool = True) -> Sets:
    """The sets that the kinds allow."""
    allowed = [*(CHOWS if chows else ()), *(PUNGS if pungs else ())]
    return [each for each in allowed if set(each.tiles) <= set(kinds)]


def fill(
    rng: Random,
    sets: Sequence[PlainSet] = (),
    among: Sequence[PlainSet] | None = None,
    pairs: Sequence[int] | None = None,
    pair: int | None = None,
) -> Shape:
    """Adds random sets of `among` to `sets` until there are four, and a pair of `pairs`."""
    pairs = range(KINDS) if pairs is None else pairs
    among = [*CHOWS, *CHOWS, *PUNGS] if among is None else among
    while True:
        tried = [*sets, *(rng.choice(among) for _ in range(4 - len(sets)))]
        eyes = rng.choice(pairs) if pair is None else pair
        if fits(tried, eyes):
            return tried, eyes


# From sets to a win: melds, kongs, the winning tile, circumstances


def make_meld(rng: Random, each: PlainSet, kong: str = "") -> PlainMeld:
    """The set as a meld, claimed from a random seat; `kong` names the kind of kong to make of a pung."""
    if each.sort == "chow":
        return PlainMeld("chow", each.tiles, "<", rng.choice(each.tiles))
    if kong == "concealed kong":
        return PlainMeld(kong, (each.kind,) * 4)
    return PlainMeld(kong or "pung", (each.kind,) * (4 if kong else 3), rng.choice("<^>"), each.kind)


def melded(rng: Random, shape: Shape, melding: float, konging: float, closed: float = 0.4) -> PlainWin:
    """A win of the sets: each is melded with chance `melding`; a pung of which the fourth tile is free
    is a kong with chance `konging`, and that a concealed one with chance `closed`."""
    sets, pair = shape
    counts = held(sets, pair)
    concealed: list[int] = [pair, pair]
    melds = []
    for each in sets:
        free = each.sort == "pung" and counts[each.kind] == 3
        if free and rng.random() < konging:
            open_kong = rng.choice(("exposed kong", "added kong"))
            melds.append(make_meld(rng, each, "concealed kong" if rng.random() < closed else open_kong))
        elif rng.random() < melding:
            melds.append(make_meld(rng, each))
        else:
            concealed += each.tiles
    return circumstances(rng, PlainWin(count(concealed), tuple(melds), rng.choice(concealed)))


def circumstances(rng: Random, win: PlainWin) -> PlainWin:
    """`win` with random circumstances that are possible for it, the rare ones often."""
    how = rng.choice(("self_draw", "self_draw", "discard", "discard", "rob_kong"))
    last_copy = rng.random() < 0.2
    return possible(
        replace(
            win,
            how=how,
            last_tile=rng.random() < 0.1,
            after_kong=rng.random() < 0.4,
            last_copy=last_copy,
            # three face-up copies or a kong take longer than a first turn
            first_turn=rng.random() < 0.02 and not last_copy and how != "rob_kong",
            seat_wind=rng.randrange(4),
            round_wind=rng.randrange(4),
            flowers=rng.choice((0, 0, 0, 1, 2, rng.randrange(9))),
        )
    )


def dress(rng: Random, shape: Shape) -> PlainWin:
    """A win of sets and a pair, from all concealed to all melded, with few kongs or many."""
    melding = rng.choice((0, 0, 0.25, 0.5, 0.75, 1))
    return melded(rng, shape, melding, rng.choice((0, 0, 0.1, 0.6)))


def stand(rng: Random, counts: Sequence[int]) -> PlainWin:
    """A concealed win of 14 tiles, won on any of them."""
    kinds = [kind for kind in range(KINDS) for _ in range(counts[kind])]
    return circumstances(rng, PlainWin(tuple(counts), (), rng.choice(kinds)))


# The recipes


def suit(rng: Random) -> range:
    start = rng.choice((0, 9, 18))
    return range(start, start + 9)


def shuffled(rng: Random, values: Sequence[int]) -> list[int]:
    return rng.sample(values, len(values))


def ordinary(rng: Random) -> PlainWin:
    return dress(rng, fill(rng))


def of_kinds(kinds: Sequence[int], chows: bool = True, pungs: bool = True) -> Callable[[Random], PlainWin]:
    """Recipe: sets and pair of the kinds alone."""
    among = pool(kinds, chows, pungs)
    return lambda rng: dress(rng, fill(rng, among=among, pairs=kinds))


def of_ranks(low: int, high: int) -> Callable[[Random], PlainWin]:
    return of_kinds([kind for kind in SUIT_KINDS if low <= kind % 9 + 1 <= high])


def wind_pungs(rng: Random) -> PlainWin:
    winds = shuffled(rng, range(27, 31))
    form = rng.choice(("big", "little", "three"))
    if form == "big":
        return dress(rng, fill(rng, [pung(kind) for kind in winds]))
    three = [pung(kind) for kind in winds[:3]]
    return dress(rng, fill(rng, three, pair=winds[3] if form == "little" else None))


def dragon_pungs(rng: Random) -> PlainWin:
    dragons = shuffled(rng, range(31, 34))
    form = rng.choice(("big", "little", "two"))
    sets = [pung(kind) for kind in dragons[: 3 if form == "big" else 2]]
    return dress(rng, fill(rng, sets, pair=dragons[2] if form == "little" else None))


def one_suit(rng: Random) -> PlainWin:
    kinds = [*suit(rng), *(rng.choice(((), HONOURS)))]
    return dress(rng, fill(rng, among=pool(kinds), pairs=kinds))


def one_suit_concealed(rng: Random) -> PlainWin:
    """Many waits, and kinds held four times that may still be waited for."""
    kinds = suit(rng)
    return melded(rng, fill(rng, among=pool(kinds), pairs=kinds), rng.choice((0, 0, 0.2)), 0.05)


def narrow(rng: Random) -> PlainWin:
    """Sets of five neighbouring ranks of a suit, with one set from elsewhere: quads and hidden waits."""
    start = suit(rng)[rng.randrange(5)]
    kinds = range(start, start + 5)
    near = pool(kinds)
    sets = [rng.choice(near) for _ in range(rng.choice((2, 3)))]
    while not fits(sets):
        sets = [rng.choice(near) for _ in sets]
    return melded(rng, fill(rng, sets, pairs=kinds), rng.choice((0, 0.3)), 0.05)


def nine_gates(rng: Random) -> PlainWin:
    kinds = suit(rng)
    win = rng.choice(kinds)
    counts = count([*kinds, kinds[0], kinds[0], kinds[8], kinds[8], win])
    true = circumstances(rng, PlainWin(counts, (), win))
    return true if rng.random() < 0.8 else stand(rng, counts)


def kongs(rng: Random) -> PlainWin:
    sets, pair = fill(rng, among=PUNGS)
    number = rng.choice((1, 2, 2, 3, 4))
    sets, pair = fill(rng, sets[:number], pair=pair)
    konging, closed = rng.choice((0.8, 1)), rng.choice((0, 0.3, 0.5, 1))
    return melded(rng, (sets, pair), rng.random(), konging, closed)


def concealed_pungs(rng: Random) -> PlainWin:
    sets = fill(rng, among=PUNGS)[0][: rng.choice((2, 3, 4))]
    return melded(rng, fill(rng, sets), rng.choice((0, 0, 0.3)), rng.choice((0, 0.3)), 0.8)


def same_or_shifted(rng: Random) -> PlainWin:
    """A combination of three or four sets inside one suit, the rest at random."""
    kinds = suit(rng)
    sort = rng.choice(("chow", "chow", "pung"))
    number = rng.choice((3, 4))
    step = 1 if sort == "pung" else rng.choice((0, 1, 2, 3) if number == 3 else (0, 1, 2))
    last = 9 - step * (number - 1) - (2 if sort == "chow" else 0)
    start = kinds[rng.randrange(last)]
    sets = [PlainSet(sort, start + step * place) for place in range(number)]
    pairs = kinds if rng.random() < 0.3 else None
    return dress(rng, fill(rng, sets, pairs=pairs))


def across_suits(rng: Random) -> PlainWin:
    """A combination of three sets in three suits, or two equal pungs."""
    sort, step = rng.choice((("chow", 0), ("chow", 1), ("chow", 3), ("pung", 0), ("pung", 1)))
    start = rng.randrange(9 - 2 * step - (2 if sort == "chow" else 0))
    starts = shuffled(rng, (0, 9, 18))
    sets = [PlainSet(sort, suit_start + start + step * i) for i, suit_start in enumerate(starts)]
    return dress(rng, fill(rng, sets[: rng.choice((2, 3, 3))] if step == 0 else sets))


def two_chows(rng: Random) -> PlainWin:
    """Pairs of related chows, two such pairs if it fits."""
    sets: Sets = []
    while len(sets) < 4 or not fits(sets):
        sets = []
        for _ in range(2):
            first = rng.choice(CHOWS)
            kinds = [other.kind for other in CHOWS if other.kind // 9 == first.kind // 9]
            related = {first.kind, *(kind for kind in kinds if abs(kind - first.kind) == 3)}
            related |= {other.kind for other in CHOWS if other.kind % 9 == first.kind % 9}
            related |= {first.kind + 6} if first.kind % 9 == 0 else set()
            sets += [first, chow(rng.choice(sorted(related)))]
    return dress(rng, fill(rng, sets[: rng.choice((2, 4))]))


def terminal_chows(rng: Random) -> PlainWin:
    first, second, third = shuffled(rng, (0, 9, 18))
    if rng.random() < 0.5:
        return dress(rng, ([chow(first), chow(first), chow(first + 6), chow(first + 6)], first + 4))
    pair = third + 4 if rng.random() < 0.8 else rng.choice((third + 3, first + 4))
    return dress(rng, ([chow(first), chow(first + 6), chow(second), chow(second + 6)], pair))


def terminals(rng: Random) -> PlainWin:
    kinds = list(TERMINALS)
    honours = rng.choice((0, 1, 2, 5))
    kinds += rng.sample(list(HONOURS), honours)
    return dress(rng, fill(rng, among=pool(kinds), pairs=kinds))


def outside(rng: Random) -> PlainWin:
    kinds = [*TERMINALS, *HONOURS]
    ends = [each for each in CHOWS if each.kind % 9 in (0, 6)]
    return dress(rng, fill(rng, among=[*ends, *ends, *pool(kinds)], pairs=kinds))


def fives(rng: Random) -> PlainWin:
    kinds = parse_tiles("5m5p5s")
    among = [each for each in [*CHOWS, *PUNGS] if set(each.tiles) & set(kinds)]
    return dress(rng, fill(rng, among=among, pairs=kinds))


def five_types(rng: Random) -> PlainWin:
    sets = [rng.choice(pool(range(start, start + 9))) for start in (0, 9, 18)]
    wind, dragon = rng.randrange(27, 31), rng.randrange(31, 34)
    honour, pair = rng.choice(((wind, dragon), (dragon, wind)))
    return dress(rng, ([*sets, pung(honour)], pair))


def plain_chows(rng: Random) -> PlainWin:
    return dress(rng, fill(rng, among=CHOWS, pairs=SUIT_KINDS))


def poor(rng: Random) -> PlainWin:
    """Nearly nothing: unrelated sets of three suits, one a simple pung, an honour pair, a claim or two."""
    starts = shuffled(rng, (0, 9, 18))
    sets = [chow(start + rng.randrange(1, 6)) for start in starts]
    pungs = [kind for kind in SUIT_KINDS if kind % 9 in range(1, 8) and not held(sets)[kind]]
    sets = [*sets[1:], pung(rng.choice(pungs)), sets[0]]
    pair = rng.choice(HONOURS)
    melds = tuple(make_meld(rng, each) for each in sets[:3])
    tiles = [*sets[3].tiles, pair, pair]
    winning = rng.choice((tiles[0], tiles[2]))
    quiet = PlainWin(count(tiles), melds, winning, seat_wind=rng.randrange(4), flowers=rng.choice((0, 0, 3)))
    return quiet if rng.random() < 0.6 else circumstances(rng, quiet)


def all_claimed(rng: Random) -> PlainWin:
    return melded(rng, fill(rng), 1, rng.choice((0, 0.2)), 0)


# what the pairs of a hand are made of: all, no honours, and what a tile-set fan allows
PAIR_KINDS = [
    range(KINDS),
    SUIT_KINDS,
    HONOURS,
    TERMINALS,
    [*TERMINALS, *HONOURS],
    parse_tiles("23468s6z"),
    parse_tiles("1234589p245689s5z"),
    parse_tiles("1234m1234p1234s"),
    parse_tiles("456m456p456s"),
    parse_tiles("789m789p789s"),
    parse_tiles("2468m2468p"),
]


def seven_pairs(rng: Random) -> PlainWin:
    kinds = rng.choice((*PAIR_KINDS, suit(rng), [*suit(rng), *HONOURS]))
    quads = rng.choice((0, 0, 1, 2, 3))
    quads = max(quads, 7 - len(kinds))
    chosen = rng.sample(kinds, 7 - quads)
    return stand(rng, count([*chosen, *chosen, *chosen[:quads], *chosen[:quads]]))


def shifted_pairs(rng: Random) -> PlainWin:
    start = suit(rng)[rng.randrange(3)]
    return stand(rng, count([*range(start, start + 7)] * 2))


def thirteen_orphans(rng: Random) -> PlainWin:
    kinds = [*TERMINALS, *HONOURS]
    return stand(rng, count([*kinds, rng.choice(kinds)]))


def honours_and_knitted(rng: Random) -> PlainWin:
    honours = rng.choice((5, 6, 7))
    kinds = [*rng.sample(list(HONOURS), honours), *rng.sample(rng.choice(KNITTED_PATTERNS), 14 - honours)]
    return stand(rng, count(kinds))


def knitted_straight(rng: Random) -> PlainWin:
    """The nine knitted tiles, a set (melded or a kong sometimes) and a pair, often of knitted kinds."""
    pattern = rng.choice(KNITTED_PATTERNS)
    among = [*CHOWS, *CHOWS, *PUNGS]
    while True:
        each = rng.choice(among)
        pair = rng.choice((rng.randrange(KINDS), rng.choice(pattern), rng.choice(HONOURS)))
        counts = [a + b for a, b in zip(held([each], pair), count(pattern), strict=True)]
        if max(counts) <= 4:
            break
    melds: tuple[PlainMeld, ...] = ()
    concealed = [*pattern, pair, pair]
    if each.sort == "pung" and counts[each.kind] == 3 and rng.random() < 0.5:
        melds = (make_meld(rng, each, rng.choice(("exposed kong", "added kong", "concealed kong"))),)
    elif rng.random() < 0.4:
        melds = (make_meld(rng, each),)
    else:
        concealed += each.tiles
    own = [pair, *(each.tiles if not melds else ())]
    winning = rng.choice(concealed if rng.random() < 0.5 else own)
    return circumstances(rng, PlainWin(count(concealed), melds, winning))


def own_fourth(rng: Random) -> PlainWin:
    """The winning tile is the fourth of the winner's own melds: 和绝张 without a word."""
    start = suit(rng)[0]
    low = start + rng.randrange(7)
    last = chow(low)
    winning = rng.choice(last.tiles)
    melds = [pung(winning)] if rng.random() < 0.6 else [chow(low)] * 3
    sets, pair = fill(rng, [*melds, last])
    concealed = [tile for each in sets[len(melds) :] for tile in each.tiles] + [pair, pair]
    return circumstances(rng, PlainWin(count(concealed), tuple(make_meld(rng, m) for m in melds), winning))


# Every recipe and its weight in a mixed stream of wins
RECIPES: dict[Callable[[Random], PlainWin], int] = {
    ordinary: 6,
    plain_chows: 3,
    poor: 3,
    all_claimed: 2,
    two_chows: 3,
    one_suit: 3,
    one_suit_concealed: 4,
    narrow: 4,
    same_or_shifted: 7,
    across_suits: 5,
    kongs: 5,
    concealed_pungs: 3,
    wind_pungs: 3,
    dragon_pungs: 3,
    nine_gates: 2,
    terminal_chows: 2,
    terminals: 4,
    outside: 2,
    fives: 2,
    five_types: 2,
    own_fourth: 2,
    seven_pairs: 4,
    shifted_pairs: 1,
    thirteen_orphans: 1,
    honours_and_knitted: 3,
    knitted_straight: 6,
    of_kinds(HONOURS): 1,
    of_kinds(range(KINDS), chows=False): 2,
    of_kinds([kind for kind in SUIT_KINDS if kind % 9 % 2], chows=False): 1,
    of_kinds(parse_tiles("23468s6z")): 2,
    of_kinds(parse_tiles("1234589p245689s5z")): 2,
    of_kinds(parse_tiles("1579s57z")): 1,
    of_ranks(1, 3): 1,
    of_ranks(4, 6): 1,
    of_ranks(7, 9): 1,
    of_ranks(1, 4): 1,
    of_ranks(6, 9): 1,
    of_ranks(2, 8): 2,
}
