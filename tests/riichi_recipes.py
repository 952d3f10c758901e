"""Riichi wins made up so that every yaku occurs, with four players and with three.

A recipe takes a `random.Random` and the number of players and gives sets and a pair, or 14 concealed tiles. What is
melded, which tile wins and what happened at the table is left to chance, the rare things often. The same seed gives
the same wins; all that a win says is possible at a table (`reference.riichi_facts.contradictions` finds nothing).

>>> [to_score_arguments(win) for win in wins(2, 1)] == [to_score_arguments(win) for win in wins(2, 1)]
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from recipes import CHOWS, PUNGS, Sets, Shape, chow, fill, fits, held, pung, shuffled
from reference.facts import DRAGONS, FIVES, HONOURS, KINDS, TERMINALS, WINDS, PlainMeld, count, parse_tiles
from reference.hand import PlainSet
from reference.riichi import DEFAULTS, score
from reference.riichi_facts import ABSENT, NORTH, PlainRiichiWin, contradictions, following, to_score_arguments

__all__ = [
    "RECIPES",
    "non_wins",
    "ordinary_wins",
    "some_values",
    "to_score_arguments",
    "unconnected_wins",
    "wins",
]

Tiles = Sequence[int]
Made = Shape | list[int]
Recipe = Callable[[Random, int], Made]
YAOCHU = (*TERMINALS, *HONOURS)
# local yaku name the last tile (1p, 9p) and the replacement (5p)
NAMED_LAST = (9, 13, 17)


def kinds_of(players: int) -> list[int]:
    return [kind for kind in range(KINDS) if players == 4 or kind not in ABSENT]


def sets_of(players: int, kinds: Tiles | None = None, chows: bool = True, pungs: bool = True) -> Sets:
    """The sets of the kinds that the game has."""
    allowed = set(kinds_of(players)) & set(range(KINDS) if kinds is None else kinds)
    return [each for each in (*(CHOWS * chows), *(PUNGS * pungs)) if set(each.tiles) <= allowed]


def build(
    rng: Random,
    players: int,
    sets: Sequence[PlainSet] = (),
    kinds: Tiles | None = None,
    among: Sequence[PlainSet] | None = None,
    pairs: Tiles | None = None,
    pair: int | None = None,
) -> Shape:
    """`sets` and random ones of the kinds up to four, and a pair."""
    game = kinds_of(players)
    if among is None:
        among = sets_of(players, kinds)
        among = [*among, *(each for each in among if each.sort == "chow")]
    pairs = [kind for kind in (pairs or kinds or game) if kind in game]
    return fill(rng, sets, among, pairs, pair)


def suit(rng: Random, players: int) -> range:
    start = rng.choice((0, 9, 18) if players == 4 else (9, 18))
    return range(start, start + 9)


# The recipes


def plain(rng: Random, players: int) -> Made:
    return build(rng, players)


def of_kinds(kinds: Tiles, chows: bool = True, pungs: bool = True) -> Recipe:
    """Recipe: sets and pair of the kinds alone."""
    return lambda rng, players: build(rng, players, kinds=kinds, among=sets_of(players, kinds, chows, pungs))


def sequences(rng: Random, players: int) -> Made:
    """Pinfu and what just misses it: the pair is a yakuhai, a guest wind or a terminal often."""
    pairs = rng.choice((range(27), HONOURS, WINDS, TERMINALS))
    return build(rng, players, among=sets_of(players, pungs=False), pairs=pairs)


def doubles(rng: Random, players: int) -> Made:
    """One or two pairs of identical sequences; often seven pairs too."""
    sequences_ = sets_of(players, pungs=False)
    kinds = suit(rng, players)
    near = [each for each in sequences_ if each.kind in kinds]
    while True:
        first, second = rng.choice(sequences_), rng.choice(rng.choice((sequences_, near)))
        sets = [first, first] if rng.random() < 0.3 else [first, first, second, second]
        if fits(sets):
            return build(rng, players, sets)


def threefold(rng: Random, players: int) -> Made:
    """Three or four identical sequences, or as many consecutive triplets."""
    kinds = suit(rng, players)
    number = rng.choice((3, 3, 4))
    if rng.random() < 0.5:
        return build(rng, players, [chow(kinds[rng.randrange(7)])] * number)
    start = kinds[rng.randrange(10 - number)]
    return build(rng, players, [pung(start + step) for step in range(number)])


def straights(rng: Random, players: int) -> Made:
    """123 456 789 of a suit or spread over the suits, sometimes with one set missed."""
    starts = [suit(rng, players)[0]] * 3 if players == 3 or rng.random() < 0.5 else shuffled(rng, (0, 9, 18))
    sets = [chow(start + step) for start, step in zip(starts, (0, 3, 6), strict=True)]
    return build(rng, players, sets[: rng.choice((2, 3, 3, 3))], kinds=rng.choice((None, suit(rng, players))))


def three_suits(rng: Random, players: int) -> Made:
    """The same sequence or triplet in all suits; honours and ends among the rest often."""
    if players == 3 or rng.random() < 0.5:
        rank = rng.choice((0, 8)) if players == 3 else rng.randrange(9)
        sets = [pung(start + rank) for start in (0, 9, 18)]
    else:
        rank = rng.choice((0, 6, rng.randrange(7)))
        sets = [chow(start + rank) for start in (0, 9, 18)]
    return build(rng, players, sets, kinds=rng.choice((None, YAOCHU)))


def outside(rng: Random, players: int) -> Made:
    """Chanta and junchan."""
    ends = [each for each in sets_of(players, pungs=False) if each.kind % 9 in (0, 6)]
    kinds = rng.choice((YAOCHU, YAOCHU, TERMINALS))
    return build(rng, players, among=[*ends, *ends, *sets_of(players, kinds)], pairs=kinds)


def ends(rng: Random, players: int) -> Made:
    """Honroutou, chinroutou and near it, some as seven pairs."""
    kinds = rng.choice((YAOCHU, TERMINALS, [*TERMINALS, *rng.sample(list(HONOURS), 2)]))
    if rng.random() < 0.3 and len(kinds) >= 7:
        return [*rng.sample(list(kinds), 7)] * 2
    return build(rng, players, kinds=kinds)


def one_suit(rng: Random, players: int) -> Made:
    kinds = [*suit(rng, players), *rng.choice(((), HONOURS))]
    return build(rng, players, kinds=kinds)


def narrow(rng: Random, players: int) -> Made:
    """Sets of neighbouring ranks: many readings and many places of the winning tile."""
    start = suit(rng, players)[rng.randrange(5)]
    kinds = range(start, start + rng.choice((4, 5, 5)))
    near = sets_of(players, kinds)
    sets: Sets = []
    while not sets or not fits(sets):
        sets = [rng.choice(near) for _ in range(rng.choice((2, 3, 3, 4)))]
    kinds_for_pair = [kind for kind in kinds if held(sets)[kind] <= 2]
    return build(rng, players, sets, pairs=kinds_for_pair or None)


def blocks(rng: Random, players: int) -> Made:
    """Three consecutive triplets, which are three identical sequences too, and sets beside them: 3334445556688m."""
    start = suit(rng, players)[rng.randrange(7)]
    kinds = range(start, start + 3)
    beside = [kind for kind in range(start - 2, start + 5) if kind // 9 == start // 9 and kind not in kinds]
    sets = [pung(kind) for kind in kinds]
    if rng.random() < 0.5:
        return build(rng, players, [*sets, pung(rng.choice(beside))], pairs=beside)
    return build(rng, players, sets, pairs=beside)


def triplets(rng: Random, players: int) -> Made:
    """Four or three triplets; mostly concealed or as kans, see `make`."""
    among = sets_of(players, chows=False)
    if rng.random() < 0.5:
        return build(rng, players, among=among)
    return build(rng, players, build(rng, players, among=among)[0][:3])


def honours(rng: Random, players: int) -> Made:
    """Winds or dragons: two, three or four triplets of them, the pair too often."""
    group = shuffled(rng, rng.choice((WINDS, WINDS, DRAGONS)))
    number = rng.choice((2, len(group) - 1, len(group) - 1, len(group)))
    pair = group[-1] if number < len(group) and rng.random() < 0.5 else None
    return build(rng, players, [pung(kind) for kind in group[:number]], pair=pair)


def yakuhai(rng: Random, players: int) -> Made:
    return build(rng, players, [pung(rng.choice(HONOURS))], pairs=rng.choice((None, HONOURS)))


def five_gates(rng: Random, players: int) -> Made:
    suits = [rng.choice(sets_of(players, range(start, start + 9))) for start in (0, 9, 18)]
    wind, dragon = rng.choice(WINDS), rng.choice(DRAGONS)
    honour, pair = rng.choice(((wind, dragon), (dragon, wind)))
    return [*suits, pung(honour)], pair


def nine_gates(rng: Random, players: int) -> Made:
    kinds = suit(rng, players)
    return [*kinds, kinds[0], kinds[0], kinds[8], kinds[8], rng.choice(kinds)]


def orphans(rng: Random, players: int) -> Made:
    return [*YAOCHU, rng.choice(YAOCHU)]


def seven_pairs(rng: Random, players: int) -> Made:
    kinds = rng.choice((kinds_of(players), suit(rng, players), [*suit(rng, players), *HONOURS], HONOURS))
    if rng.random() < 0.2:
        start = suit(rng, players)[0]
        return [*range(start + 1, start + 8)] * 2
    if rng.random() < 0.2:
        kinds = [kind for kind in range(27) if kind not in YAOCHU and kind in kinds_of(players)]
    return rng.sample([kind for kind in kinds if kind in kinds_of(players)], 7) * 2


def high_characters(rng: Random, players: int) -> Made:
    """A hundred ranks of characters, or nearly."""
    kinds = rng.choice((range(9), range(4, 9), range(4, 9)))
    return build(rng, players, kinds=kinds if players == 4 else TERMINALS)


# Recipe -> weight in a mixed stream of wins
RECIPES: dict[Recipe, int] = {
    plain: 6,
    sequences: 8,
    of_kinds([kind for kind in range(27) if kind not in TERMINALS]): 6,
    doubles: 7,
    threefold: 4,
    straights: 5,
    three_suits: 5,
    outside: 5,
    ends: 5,
    one_suit: 5,
    narrow: 6,
    blocks: 5,
    triplets: 10,
    honours: 6,
    yakuhai: 6,
    five_gates: 2,
    nine_gates: 4,
    orphans: 3,
    seven_pairs: 6,
    high_characters: 1,
    of_kinds(HONOURS): 2,
    of_kinds(parse_tiles("23468s6z")): 2,
    of_kinds(parse_tiles("1579s7z"), chows=False): 2,
}


# From tiles to a win


def make_meld(rng: Random, each: PlainSet, players: int, kong: str = "") -> PlainMeld:
    if each.sort == "chow":
        return PlainMeld("chow", each.tiles, "<", rng.choice(each.tiles))
    if kong == "concealed kong":
        return PlainMeld(kong, (each.kind,) * 4)
    source = rng.choice("<^>" if players == 4 else "<>")
    return PlainMeld(kong or "pung", (each.kind,) * (4 if kong else 3), source, each.kind)


def make(rng: Random, made: Made, players: int) -> PlainRiichiWin:
    """A win of sets and a pair, from all concealed to all melded, with few kans or many; or of concealed tiles."""
    if isinstance(made, list):
        return PlainRiichiWin(count(made), (), rng.choice(made), players=players)
    sets, pair = made
    melding = rng.choice((0, 0, 0, 0.3, 0.6, 1))
    konging, closed = rng.choice(((0, 0), (0, 0), (0.15, 0.5), (0.6, 1), (0.6, 0.5), (1, 0.7)))
    counts = held(sets, pair)
    concealed: list[int] = [pair, pair]
    melds = []
    for each in sets:
        if each.sort == "pung" and counts[each.kind] == 3 and rng.random() < konging:
            kong = "concealed kong" if rng.random() < closed else rng.choice(("exposed kong", "added kong"))
            melds.append(make_meld(rng, each, players, kong))
        elif rng.random() < melding and not (each.sort == "chow" and players == 3):
            melds.append(make_meld(rng, each, players))
        else:
            concealed += each.tiles
    named = [kind for kind in concealed if kind in NAMED_LAST]
    winning = rng.choice(named if named and rng.random() < 0.15 else concealed)
    return PlainRiichiWin(count(concealed), tuple(melds), winning, players=players)


def happened(rng: Random, win: PlainRiichiWin, aka: int, local: bool) -> PlainRiichiWin:
    """`win` with random circumstances, dora and red fives that are possible for it."""
    win = replace(win, seat_wind=rng.randrange(win.players), round_wind=rng.choice((0, 0, 1, 1, 2)))
    if sum(win.all_counts[kind] >= 3 for kind in WINDS) >= 3 and rng.random() < 0.3:
        win = replace(win, seat_wind=win.round_wind)  # which leaves three guest winds
    if win.players == 3 and rng.random() < 0.6:
        win = replace(win, nuki=rng.randint(0, 4 - win.all_counts[NORTH]))
    win = red_fives(rng, win, aka)
    kong_or_nuki = win.nuki > 0 or any(meld.kong for meld in win.melds)
    self_draw = rng.random() < 0.5
    last = rng.random() < (0.4 if win.win in NAMED_LAST else 0.1)
    riichi = rng.choice((0, 0, 1, 1, 2)) if win.closed else 0
    if not win.melds and not win.nuki and (self_draw or not win.dealer) and rng.random() < 0.12:
        win = replace(win, self_draw=self_draw, first_turn=True)
    elif self_draw:
        after_kong = kong_or_nuki and rng.random() < 0.4
        ippatsu = riichi > 0 and not after_kong and rng.random() < 0.4
        win = replace(win, self_draw=True, riichi=riichi, after_kong=after_kong, ippatsu=ippatsu)
        win = replace(win, last_tile=last and not (ippatsu and riichi == 2))
    else:
        rob = win.all_counts[win.win] == 1 and rng.random() < 0.25
        ippatsu = riichi > 0 and rng.random() < 0.4
        win = replace(win, rob_kong=rob, riichi=riichi, ippatsu=ippatsu)
        win = replace(win, last_tile=last and not rob and not (ippatsu and riichi == 2))
    if local:
        win = local_happened(rng, win)
    return indicators(rng, win)


def local_happened(rng: Random, win: PlainRiichiWin) -> PlainRiichiWin:
    """What only local yaku ask for."""
    discard = not win.self_draw and not win.rob_kong and not win.first_turn
    return replace(
        win,
        open_riichi=win.riichi > 0 and rng.random() < 0.4,
        on_riichi_discard=discard and not win.last_tile and rng.random() < 0.3,
        # a further kong, which is robbed, can follow on one
        on_kong_discard=(discard or win.rob_kong) and rng.random() < 0.3,
        loser_riichi=discard and rng.random() < 0.5,
        streak=rng.choice((0, 1, 6, 7, 8, 9)) if win.dealer and rng.random() < 0.2 else 0,
    )


def red_fives(rng: Random, win: PlainRiichiWin, aka: int) -> PlainRiichiWin:
    """Some of the fives red: of each suit one, with aka=2 none of m, with aka=4 two of p."""
    most = {0: (0, 0, 0), 2: (0, 1, 1), 3: (1, 1, 1), 4: (1, 2, 1)}[aka]
    concealed, melded, win_red = [0, 0, 0], [0] * len(win.melds), False
    for suit_number, five in enumerate(FIVES):
        places = [-1] * win.counts[five]
        places += [n for n, meld in enumerate(win.melds) for kind in meld.tiles if kind == five]
        # the plain ones are fewer than four
        least = max(0, len(places) - 4 + most[suit_number])
        number = max(least, sum(rng.random() < 0.7 for _ in range(min(len(places), most[suit_number]))))
        reds = rng.sample(places, number)
        concealed[suit_number] = reds.count(-1)
        for place in reds:
            if place >= 0:
                melded[place] += 1
        if win.win == five:
            win_red = rng.random() * win.counts[five] < concealed[suit_number]
    man, pin, sou = concealed
    return replace(win, reds=(man, pin, sou), meld_reds=tuple(melded), win_red=win_red)


def indicators(rng: Random, win: PlainRiichiWin) -> PlainRiichiWin:
    """Dora indicators, often of a kind held, and with riichi as many ura indicators."""
    free = [4 - held_ for held_ in win.all_counts]
    free[NORTH] -= win.nuki
    if win.rob_kong:
        free[win.win] = 0  # the other three lie in a pung of the player who is robbed
    kinds = kinds_of(win.players)
    liked = [kind for kind in kinds if win.all_counts[following(kind, win.players)] > rng.choice((0, 1))]
    if win.nuki:
        liked.append(NORTH - 1)

    def some(number: int) -> tuple[int, ...]:
        chosen: list[int] = []
        while len(chosen) < number:
            kind = rng.choice(liked if liked and rng.random() < 0.25 else kinds)
            if free[kind] > 0:
                free[kind] -= 1
                chosen.append(kind)
        return tuple(chosen)

    kongs = sum(meld.kong for meld in win.melds)
    number = 1 if win.first_turn else min(5, 1 + rng.choice((0, 0, kongs, kongs, rng.randint(0, 4))))
    dora = some(number)
    return replace(win, dora=dora, ura=some(number) if win.riichi else ())


def whole(made: Made) -> bool:
    sets, pair = made if not isinstance(made, list) else ([], None)
    return max(count(made) if isinstance(made, list) else held(sets, pair)) <= 4


# Streams


def wins(
    number: int, seed: int = 0, players: int = 4, aka: int | None = None, local: bool = False
) -> Iterator[PlainRiichiWin]:
    """`number` wins in which every yaku occurs. `local` adds circumstances that only local yaku ask for."""
    rng = Random(seed)
    recipes, weights = list(RECIPES), list(RECIPES.values())
    aka = aka if aka is not None else 3 if players == 4 else 2
    while number:
        made = rng.choices(recipes, weights)[0](rng, players)
        if not whole(made):
            continue
        win = happened(rng, make(rng, made, players), aka, local)
        if not contradictions(win):
            number -= 1
            yield win


def ordinary_wins(number: int, seed: int = 0, players: int = 4) -> Iterator[PlainRiichiWin]:
    """`number` wins of random sets, none sought for its yaku."""
    rng = Random(seed)
    aka = 3 if players == 4 else 2
    return (happened(rng, make(rng, plain(rng, players), players), aka, False) for _ in range(number))


def non_wins(number: int, seed: int = 0, players: int = 4) -> Iterator[PlainRiichiWin]:
    """`number` claims to a win whose tiles are none: wins with a concealed tile or two exchanged."""
    rng = Random(seed)
    for base in wins(10 * number, seed, players):
        free = [kind for kind in kinds_of(players) for _ in range(4 - base.all_counts[kind])]
        tiles = [*base.concealed, base.win]
        for _ in range(rng.choice((1, 1, 2))):
            tiles[rng.randrange(len(tiles))] = rng.choice(free)
        plain_win = PlainRiichiWin(count(tiles), base.melds, rng.choice(tiles), base.self_draw, players=players)
        if not contradictions(plain_win) and score(plain_win) is None:
            yield plain_win
            number -= 1
            if not number:
                return


def some_values(rng: Random) -> dict[str, bool | int | str]:
    """Random values of the options that a scorer reads, most of them unlike Tenhou's."""
    values: dict[str, bool | int | str] = {
        name: rng.random() < 0.5 for name, value in DEFAULTS.items() if isinstance(value, bool)
    }
    doubled = ("kokushi_musou_13men", "suuankou_tanki", "junsei_chuuren_poutou", "daisuushii")
    values |= {
        "kuitan": rng.random() < 0.7,
        "kazoe": rng.random() < 0.7,
        "multiple_yakuman": rng.random() < 0.8,
        "double_wind_fu": rng.choice((2, 4)),
        "max_yakuman": rng.choice((0, 0, 1, 2, 3)),
        "double_yakuman": ",".join(name for name in doubled if rng.random() < 0.5),
        "renhou_mode": rng.choice(("none", "yaku5", "mangan_fixed", "yakuman")),
        "tsumo_loss": rng.choice(("loss", "north_bisection", "flat")),
        "min_han": rng.choice((1, 1, 1, 2, 3, 4)),
        "shiisan_puutaa": rng.choice(("none", "mangan", "yakuman")),
        "paarenchan_from": rng.choice((8, 9)),
    }
    return values


def unconnected_wins(number: int, seed: int = 0, players: int = 4) -> Iterator[PlainRiichiWin]:
    """First draws of thirteen unconnected kinds, one of them twice; some are connected, so no win at all."""
    rng = Random(seed)
    while number:
        kinds = rng.sample(list(HONOURS), rng.randint(4, 7))
        while len(kinds) < 13:
            kind = rng.choice([kind for kind in kinds_of(players) if kind not in kinds])
            suited = [other for other in kinds if other < 27 and other // 9 == kind // 9]
            near = any(abs(kind - other) <= 2 for other in suited)
            if not near or rng.random() < 0.02:
                kinds.append(kind)
            elif rng.random() < 0.05:
                kinds = rng.sample(list(HONOURS), rng.randint(4, 7))
        tiles = [*kinds, rng.choice(kinds)]
        win = PlainRiichiWin(
            count(tiles),
            (),
            rng.choice(tiles),
            self_draw=True,
            first_turn=True,
            seat_wind=rng.randrange(players),
            players=players,
        )
        number -= 1
        yield indicators(rng, red_fives(rng, win, 3 if players == 4 else 2))
