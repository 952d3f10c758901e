"""Which fans imply which others: every hand of four sets and a pair is looked at through the features of a fan table.

A row of a fan table holds where each of its features has an allowed value (`vocabulary.Pattern.columns`). The
features of a hand fall into parts that vary freely of each other once the number of chows, the honour pungs and the
honour pair are known: its tiles and sets, its melds, the winds, the circumstances, the winning tile, the bonus tiles.
For each part
all values are gone through, and for each row the rows that hold with it in all of them are kept; what is kept in all
parts is implied. Where a value of a part never meets a value of another one this misses an implication, but never
makes one up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import numpy as np
import numpy.typing as npt

from mjcore.fans.lattice import BONUS_NAMES, COUNTER_NAMES, FEATURE_SIZES, FORM_ROWS, RELATION_NAMES
from mjcore.fans.rows import Fan
from mjcore.fans.vocabulary import Compiler, Pattern
from mjcore.fans.wins import CIRCUMSTANCE_BITS
from mjcore.rules import RuleSet
from recipes import PAIR_KINDS
from reference.hand import KNITTED_PATTERNS

CHOWS = 21  # set ids: 21 chows, then 34 pungs
NO_PAIR = 34
EAST = 27
WORD = (1 << 64) - 1
Array = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]  # of rows, two numbers each
Mask = npt.NDArray[np.bool_]


def tiles_of(set_id: int) -> tuple[int, ...]:
    if set_id < CHOWS:
        low = 9 * (set_id // 7) + set_id % 7
        return low, low + 1, low + 2
    return (set_id - CHOWS,) * 3


TILES = np.zeros((CHOWS + 34, 34), np.int64)
for _set in range(CHOWS + 34):
    for _kind in tiles_of(_set):
        TILES[_set, _kind] += 1
OUTSIDE = np.array([kind >= EAST or kind % 9 in (0, 8) for kind in range(34)])
FIVE = np.array([kind < EAST and kind % 9 == 4 for kind in range(34)])
DRAWN_AFTER_KONG = CIRCUMSTANCE_BITS["self_draw"] | CIRCUMSTANCE_BITS["after_kong"]
BITS = np.uint64(1) << np.arange(64, dtype=np.uint64)


# What the sets of a hand are to each other


@dataclass
class Sets:
    """Many hands of four sets, without their pairs."""

    ids: Array  # (N, 4)
    counts: Array  # (N, 34)
    relations: dict[str, Mask]  # by name: whether some sets are related so

    @property
    def chows(self) -> Array:
        number: Array = (self.ids < CHOWS).sum(1)
        return number

    def pungs_of(self, kinds: Sequence[int]) -> Mask:
        """(N, len(kinds))"""
        return np.stack([(self.ids == CHOWS + kind).any(1) for kind in kinds], 1)


@cache
def all_sets(step: int = 1) -> Sets:
    """All hands of four sets with at most four copies of a kind, or each `step`-th of them."""
    ids = np.array(list(combinations_with_replacement(range(CHOWS + 34), 4)))[::step]
    counts = TILES[ids].sum(1)
    possible = counts.max(1) <= 4
    ids, counts = ids[possible], counts[possible]
    return Sets(ids, counts, relations_of(ids))


def relations_of(ids: Array) -> dict[str, Mask]:
    chow, suit_pung = ids < CHOWS, (ids >= CHOWS) & (ids < CHOWS + EAST)
    suit = np.where(chow, ids // 7, (ids - CHOWS) // 9)
    rank = np.where(chow, ids % 7, (ids - CHOWS) % 9)
    found: dict[str, Mask] = defaultdict(lambda: np.zeros(len(ids), np.bool_))
    for places in (list(places) for size in (2, 3, 4) for places in combinations(range(4), size)):
        size = len(places)
        suits, ranks = np.sort(suit[:, places], 1), np.sort(rank[:, places], 1)
        steps = np.diff(ranks, axis=1)
        step = np.where((steps == steps[:, :1]).all(1), steps[:, 0], -1)
        one = suits[:, 0] == suits[:, -1]
        each = (np.diff(suits, axis=1) > 0).all(1)
        chows, pungs = chow[:, places].all(1), suit_pung[:, places].all(1)
        if size == 2:
            found["pure_double"] |= chows & one & (step == 0)
            found["mixed_double"] |= chows & each & (step == 0)
            found["short_straight"] |= chows & one & (step == 3)
            found["two_terminal"] |= chows & one & (step == 6)
            found["double_pung"] |= pungs & each & (step == 0)
        elif size == 3:
            found["pure_triple"] |= chows & one & (step == 0)
            found["pure_shift3"] |= chows & one & ((step == 1) | (step == 2))
            found["pure_straight"] |= chows & one & (step == 3)
            found["mixed_triple"] |= chows & each & (step == 0)
            found["mixed_shift3"] |= chows & each & (step == 1)
            found["mixed_straight"] |= chows & each & (step == 3)
            found["triple_pung"] |= pungs & each & (step == 0)
            found["pure_pung_shift3"] |= pungs & one & (step == 1)
            found["mixed_pung_shift3"] |= pungs & each & (step == 1)
        else:
            found["pure_quad"] |= chows & one & (step == 0)
            # set ids are sorted: equal ones stand together
            equal = ids[:, 0::2] == ids[:, 1::2]
            found["two_doubles"] |= chows & equal.all(1)
            found["pure_shift4"] |= chows & one & ((step == 1) | (step == 2))
            found["pure_pung_shift4"] |= pungs & one & (step == 1)
    return found


# A fan table seen as words: one bit for each row


class Table:
    """For each value of each feature the rows that it leaves possible."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.rows: Sequence[Fan] = rules.fans
        self.every = (1 << len(self.rows)) - 1
        self.compiler = Compiler(rules.sets)
        for row in self.rows:
            if row.pattern:
                self.compiler.collect(row.pattern)
        self.patterns = [self.compiler.compile(row.pattern) if row.pattern else None for row in self.rows]
        sizes = {**FEATURE_SIZES, "declared": 1 << len(self.compiler.declared)}
        self.words = {feature: [self.word(feature, i) for i in range(size)] for feature, size in sizes.items()}
        self.arrays = {feature: pairs(words) for feature, words in self.words.items()}

    def word(self, feature: str, index: int) -> int:
        return sum(1 << n for n, column in self.columns(feature) if column >> index & 1)

    def columns(self, feature: str) -> Iterator[tuple[int, int]]:
        """Each row that has a pattern, and the values of the feature that it allows."""
        for number, (row, pattern) in enumerate(zip(self.rows, self.patterns, strict=True)):
            if pattern:
                column = pattern.columns.get(feature, -1)
                if feature == "form":
                    forms = pattern.forms if row.forms is None else row.forms
                    column &= sum(1 << FORM_ROWS[form] for form in forms)
                yield number, column

    def without(self, *names: str) -> int:
        """All rows but those that ask for these relations or count these."""

        def asks(pattern: Pattern | None) -> bool:
            return pattern is not None and not {pattern.relation, pattern.counter}.isdisjoint(names)

        return self.every & ~sum(1 << n for n, pattern in enumerate(self.patterns) if asks(pattern))

    def related(self, relations: dict[str, Mask], size: int) -> Words:
        word = np.full((size, 2), WORD, np.uint64)
        for name, holds in relations.items():
            word[~holds] &= pairs([self.without(name)])
        return word


def pairs(words: Iterable[int]) -> Words:
    return np.array([(word & WORD, word >> 64) for word in words], np.uint64)


class Part:
    """Values of one part of a hand's features. `with_row[a]` are the rows that hold in all of them in which a does."""

    def __init__(self, words: Iterable[int] = ()) -> None:
        self.with_row: dict[int, int] = {}
        for word in {*words}:
            left = word
            while left:
                row = (left & -left).bit_length() - 1
                left &= left - 1
                self.with_row[row] = self.with_row.get(row, -1) & word


# The parts


def fold(present: Words) -> tuple[Array, Array]:
    """The features "ranks" and "groups" of masks of kinds."""
    ranks = (present | present >> np.uint64(9) | present >> np.uint64(18)) & np.uint64(511)
    groups = np.zeros(len(present), np.int64)
    for place, mask in enumerate((0x1FF, 0x1FF << 9, 0x1FF << 18, 0xF << EAST, 0x7 << 31)):
        groups |= ((present & np.uint64(mask)) != 0).astype(np.int64) << place
    return ranks.astype(np.int64), groups


def tile_words(table: Table, counts: Array, form: str) -> Words:
    """What the tiles and the form leave possible, and which counters of tiles are not zero."""
    present = ((counts > 0) * BITS[:34]).sum(1, dtype=np.uint64)
    ranks, groups = fold(present)
    only = np.zeros(len(counts), np.int64)
    for place, mask in enumerate(table.compiler.only_masks):
        only |= ((present & ~np.uint64(mask)) == 0).astype(np.int64) << place
    arrays = table.arrays
    words: Words = arrays["ranks"][ranks] & arrays["groups"][groups] & arrays["only"][only]
    words &= arrays["form"][FORM_ROWS[form]]
    words[counts.max(1) < 4] &= pairs([table.without("quads")])
    return words


def standard_parts(table: Table, step: int) -> Iterator[list[Part]]:
    """All hands of four sets and a pair, class by class; the pair tells the class with the chows and honours."""
    sets = all_sets(step)
    chows, honours = sets.chows, sets.pungs_of(range(EAST, 34)) @ (1 << np.arange(7))
    related = table.related(sets.relations, len(sets.ids))
    related[~sets.pungs_of([0, 8, 9, 17, 18, 26]).any(1)] &= pairs([table.without("terminal_pungs")])
    simple: Mask = np.array([(TILES[n] * ~OUTSIDE).sum() == TILES[n].sum() for n in range(CHOWS + 34)], np.bool_)
    without_five: Mask = np.array([not (TILES[n] * FIVE).any() for n in range(CHOWS + 34)], np.bool_)
    every: Mask = np.any(simple[sets.ids], axis=1)
    fives: Mask = np.any(without_five[sets.ids], axis=1)
    classes: dict[tuple[bool, int, int, int, bool], set[int]] = defaultdict(set)
    for pair in range(34):
        possible = sets.counts[:, pair] <= 2
        counts = sets.counts[possible]
        counts[:, pair] += 2
        honour = max(pair - EAST + 1, 0)
        words = tile_words(table, counts, "standard") & related[possible]
        words &= table.arrays["honours"][honours[possible] | honour << 7]
        outside: Mask = every[possible] | ~OUTSIDE[pair]
        five: Mask = fives[possible] | ~FIVE[pair]
        words &= table.arrays["every"][outside + 2 * five] & table.arrays["pair"][pair]
        special = terminal_chows(sets.ids[possible], pair) | rank_sums(sets.ids[possible], pair)
        words[honours[possible] < 16] &= pairs([table.without("each_dragon_pung")])
        fours = counts.max(1) == 4
        key = ((fours * 8 + chows[possible]) * 16 + (honours[possible] & 15)) * 8 + honour
        for concealed, chosen in ((0, np.ones(len(counts), np.bool_)), *concealed_facts(table, counts, pair)):
            seen = words[chosen] & table.arrays["special"][special[chosen] | concealed]
            for number, low, high in unique(key[chosen], seen):
                place = bool(number >> 10), number >> 7 & 7, number >> 3 & 15, number & 7, bool(concealed)
                classes[place].add(low | high << 64)
    free = free_parts(table)
    fours_of = {False: Part([table.words["fours"][0]]), True: Part(fours_held(table))}
    for (four, chow_number, winds, honour, no_meld), seen_words in classes.items():
        parts = [Part(seen_words), melds(table, chow_number, no_meld), seats(table, winds, honour), fours_of[four]]
        yield [*parts, *free]


def fours_held(table: Table) -> Iterator[int]:
    """Of four equal tiles any may be a kong, an own pung and another one, or in hand; the winning tile is one of
    them or is not."""
    for index, word in enumerate(table.words["fours"]):
        in_hand, won, with_pung, won_with_pung = (index >> place & 1 for place in range(4))
        if won <= in_hand == (index > 15) and won_with_pung <= with_pung and not (won and won_with_pung):
            yield word


def unique(key: Array, words: Words) -> Iterator[tuple[int, int, int]]:
    mixed = words[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ words[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= key.astype(np.uint64) * np.uint64(0xD6E8FEB86659FD93)
    for place in np.unique(mixed, return_index=True)[1]:
        yield int(key[place]), int(words[place, 0]), int(words[place, 1])


def terminal_chows(ids: Array, pair: int) -> Array:
    """The feature "special" as far as the sets and the pair tell it."""
    special = np.zeros(len(ids), np.int64)
    if pair < EAST and pair % 9 == 4:
        own = pair // 9
        held = [[(ids == 7 * suit + low).sum(1) for low in (0, 6)] for suit in range(3)]
        special |= ((held[own][0] == 2) & (held[own][1] == 2)).astype(np.int64) << 1
        others = [held[suit][end] == 1 for suit in range(3) if suit != own for end in (0, 1)]
        special |= np.logical_and.reduce(others).astype(np.int64) << 2
    return special


def rank_sums(ids: Array, pair: int) -> Array:
    """The bit of a hundred ranks in one suit, each pung being a kong: hands that may have them."""
    chow, pung = np.arange(CHOWS), np.arange(34)
    ranks = np.concatenate([chow % 7 * 3 + 6, pung % 9 * 4 + 4])
    suits = np.concatenate([chow // 7, pung // 9])
    alike = (suits[ids] == pair // 9).all(1) & (pair < EAST)
    enough: Mask = alike & (ranks[ids].sum(1) + 2 * (pair % 9 + 1) >= 100)
    return enough.astype(np.int64) << 7


def concealed_facts(table: Table, counts: Array, pair: int) -> Iterator[tuple[int, Mask]]:
    """What of the feature "special" only hands without melds have, and which hands: nine gates with the winning
    tile that completes them and with another, and two of each of 2-8."""
    start = 9 * (pair // 9)
    suit = counts[:, start : start + 9]
    one_suit: Mask = (suit.sum(1) == 14) & np.bool_(pair < EAST)
    if one_suit.any():
        gates = one_suit & (suit >= [3, 1, 1, 1, 1, 1, 1, 1, 3]).all(1)
        for special in (16, 17) if table.rules.lattice.counts_han else (1,):
            yield special, gates
        yield 32, one_suit & (suit == [0, 2, 2, 2, 2, 2, 2, 2, 0]).all(1)


def melds(table: Table, chows: int, no_meld: bool = False) -> Part:
    """Which sets are melds, of which sort, and how many pungs are concealed then."""
    pungs = 4 - chows
    words = []
    for chow, pung in ((a, b) for a in range(chows + 1) for b in range(pungs + 1)):
        for opened, closed in ((a, b) for a in range(pung + 1) for b in range(pungs - pung + 1)):
            if no_meld and chow + pung + closed:
                continue
            # the winning tile may open one of the pungs in hand
            for concealed in {pungs - pung, max(closed, pungs - pung - 1)}:
                word = table.words["melds"][(chow + pung) * 36 + closed * 6 + opened]
                word &= table.words["sets"][chows * 36 + pungs * 6 + concealed]
                absent = [] if closed + opened else ["each_kong"]
                words.append(word & table.without(*absent, *([] if concealed else ["each_concealed_pung"])))
    return Part(words)


def seats(table: Table, winds: int, honour: int) -> Part:
    words = []
    for seat, prevalent in ((a, b) for a in range(4) for b in range(4)):
        word = table.words["seats"][winds | honour << 4 | seat << 7 | prevalent << 9]
        guests = winds & ~(1 << seat | 1 << prevalent)
        words.append(word if guests else word & table.without("guest_wind_pungs"))
    return Part(words)


def free_parts(table: Table) -> list[Part]:
    """The winning tile (its role first), circumstances, flowers and other bonus tiles."""
    counted = [[table.every, table.without(name)] for name in BONUS_NAMES]
    parts = [table.words["role"], table.words["win_tile"], [*happened(table)], [*flowers(table)], *counted]
    return [Part(words) for words in parts]


def flowers(table: Table) -> Iterator[int]:
    for index, word in enumerate(table.words["flowers"]):
        yield word if index & 255 else word & table.without("flowers")


def happened(table: Table) -> Iterator[int]:
    """Words of all circumstances that can be."""
    names = table.compiler.declared
    for index, word in enumerate(table.words["declared"]):
        told = {name for place, name in enumerate(names) if index >> place & 1}
        if told & {"double_riichi", "open_riichi", "ippatsu"} and "riichi" not in told:
            continue
        needed = DRAWN_AFTER_KONG if "double_kong" in told else 0
        general = {word for index, word in enumerate(table.words["circumstances"]) if index & needed == needed}
        yield from (word & other for other in general)


def other_parts(table: Table) -> Iterator[list[Part]]:
    """Forms without sets, and a knitted straight with a set and a pair."""
    rng = Random(1)
    knitted = [sorted(pattern) for pattern in KNITTED_PATTERNS]
    honours = list(range(EAST, 34))
    shifted = [2 * list(range(9 * suit + low, 9 * suit + low + 7)) for suit in range(3) for low in range(3)]
    wheels = [2 * list(range(9 * suit + 1, 9 * suit + 8)) for suit in range(3)]
    pairs_of = [*PAIR_KINDS, range(9), [*range(9), *honours]]
    seven = [2 * rng.sample([*kinds, *kinds], 7) for kinds in pairs_of for _ in range(100)]
    if not table.rules.quad_pairs:
        seven = [hand for hand in seven if len({*hand}) == 7]
    orphans = [*(kind for kind in range(27) if OUTSIDE[kind]), *honours]
    bare = {
        "thirteen_orphans": [[*orphans, kind] for kind in orphans],
        "greater_knitted": [[*honours, *chosen] for pattern in knitted for chosen in combinations(pattern, 7)],
        "lesser_knitted": [[*honours[1:], *chosen] for pattern in knitted for chosen in combinations(pattern, 8)],
        "lesser_knitted_with_nine": [[*honours[2:], *pattern] for pattern in knitted],
    }
    no_melds, free = Part([table.words["melds"][0]]), free_parts(table)
    # without sets the winning tile has no role
    shapes = [(form, hands, 0) for form, hands in bare.items()]
    shapes += [("seven_pairs", shifted, 8), ("seven_pairs", seven, 0), ("seven_pairs", wheels, 32 | 8)]
    shapes += [("thirteen_orphans", bare["thirteen_orphans"], 64), ("shapeless", unconnected(rng), 256)]
    for form, hands, special in shapes:
        if form.removesuffix("_with_nine") in table.rules.forms:
            yield [bare_part(table, form, hands, special), no_melds, *free[1:]]
    if "shapeless" in table.rules.forms and not table.rules.lattice.counts_han:
        # a flower win, whose tiles and melds do not matter
        word = table.words["form"][FORM_ROWS["shapeless"]] & table.words["special"][512] & without_sets(table)
        yield [Part([word]), *free[2:]]
    if "knitted_straight" not in table.rules.forms:
        return
    # of the sets and pairs beside a knitted straight a sample: no row but its own needs that form
    for set_id, pair in rng.sample([(set_id, pair) for set_id in range(CHOWS + 34) for pair in range(34)], 200):
        pung = set_id >= CHOWS
        hands = [[*pattern, *tiles_of(set_id), pair, pair] for pattern in knitted]
        part = bare_part(table, "knitted_straight", hands, set_id=set_id, pair=pair)
        winds = 1 << (set_id - CHOWS - EAST) if pung and EAST <= set_id - CHOWS < 31 else 0
        one_meld = [
            table.words["melds"][claimed * 36 + closed * 6 + opened]
            & table.words["sets"][(not pung) * 36 + pung * 6 + (pung and not claimed)]
            for claimed, closed, opened in [(0, 0, 0), (1, 0, 0), *([(0, 1, 0), (1, 0, 1)] if pung else [])]
        ]
        yield [part, Part(one_meld), seats(table, winds, max(pair - EAST + 1, 0)), *free]


def without_sets(table: Table) -> int:
    """The rows that are left where there are neither sets nor melds."""
    word = table.without(*(name for name in COUNTER_NAMES if name != "flowers"), *RELATION_NAMES)
    for feature in ("honours", "seats", "sets", "every", "role"):
        word &= table.words[feature][0]
    return word & table.words["pair"][NO_PAIR]


def unconnected(rng: Random) -> list[list[int]]:
    """Thirteen kinds of which no two of a suit are within two ranks of each other, and one of them again."""
    suits = [[start, start + 3, start + 6] for start in (0, 9, 18)]
    kinds = [*(kind for suit in suits for kind in suit), *range(EAST, 34)]
    hands = [rng.sample(kinds, 13) for _ in range(100)]
    return [[*hand, rng.choice(hand)] for hand in hands]


def bare_part(
    table: Table, form: str, hands: list[list[int]], special: int = 0, set_id: int = -1, pair: int = NO_PAIR
) -> Part:
    counts = np.array([np.bincount(hand, minlength=34) for hand in hands])
    counts = counts[counts.max(1) <= 4]
    if not len(counts):
        return Part()
    kind = set_id - CHOWS if set_id >= CHOWS else -1
    honours = (1 << (kind - EAST) if kind >= EAST else 0) | max(pair - EAST + 1 if pair < NO_PAIR else 0, 0) << 7
    words = tile_words(table, counts, form)
    for feature, index in (("honours", honours), ("pair", pair), ("special", special)):
        words &= table.arrays[feature][index]
    if set_id < 0:
        for feature in ("seats", "sets", "role"):
            words &= table.arrays[feature][0]
    every = 0
    if set_id >= 0:
        held = [np.array(tiles_of(set_id)), np.array([pair])]
        every = any(not OUTSIDE[tiles].any() for tiles in held) + 2 * any(not FIVE[tiles].any() for tiles in held)
    words &= table.arrays["every"][every]
    absent = [name for pattern in table.patterns if pattern for name in [pattern.relation] if name]
    if not (0 <= kind < EAST and OUTSIDE[kind]):
        absent.append("terminal_pungs")
    if set_id < 0:
        absent += ["guest_wind_pungs", "each_kong", "each_concealed_pung"]
    if kind < EAST + 4:
        absent.append("each_dragon_pung")
    for name in absent:
        words &= pairs([table.without(name)])
    # four equal tiles, all concealed, the winning one among them or not
    number = (counts == 4).sum(1)
    fours = np.minimum(number, 3) * 16 + (number > 0)
    words = np.concatenate([words & table.arrays["fours"][fours | by_win] for by_win in (0 * number, 2 * (number > 0))])
    return Part({int(low) | int(high) << 64 for low, high in words})


def implications(rules: RuleSet, step: int = 1) -> dict[str, set[str]]:
    """For each row that can hold the rows that hold wherever it does. `step`: look at each step-th hand only,
    which is quicker and may find too many."""
    table = Table(rules)
    found: dict[int, int] = {}
    for parts in (*standard_parts(table, step), *other_parts(table)):
        for row in range(len(table.rows)):
            words = [part.with_row.get(row, 0) for part in parts]
            if all(words):
                for word in words:
                    found[row] = found.get(row, -1) & word
    ids = [row.id for row in table.rows]
    return {ids[a]: {ids[b] for b in range(len(ids)) if b != a and word >> b & 1} for a, word in found.items()}


def unsaid(rules: RuleSet, implied: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Pairs of rows of which the first implies the second, though it neither covers nor reduces nor `adds` it and
    they are not in one group. Of a yakuman's, only other yakuman: nothing else counts beside it."""
    by_id = {row.id: row for row in rules.fans}
    return {
        (one, other)
        for one, others in implied.items()
        for other in others
        if by_id[one].acc != "yakuman" or by_id[other].acc == "yakuman"
        if other not in (*by_id[one].covers, *by_id[one].reduces, *by_id[one].adds)
        and not (by_id[one].group and by_id[one].group == by_id[other].group)
    }
