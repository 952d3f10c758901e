"""A plain scorer of Chinese Official Mahjong, written from rules/mcr.md sections 2-7 alone.

Step by step as section 2 says it, once for every reading and every forest of combined sets; nothing is
shared between readings and nothing is fast. Circumstances that cannot be true are dropped (D17, what
``strict=False`` does); `reference.facts.impossible` names them.

>>> from reference.facts import PlainWin, count, parse_tiles
>>> score(PlainWin(count(parse_tiles("123m456m789m789s11z")), (), win=27)).fans["pure_straight"]
1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from reference import facts
from reference.facts import DRAGONS, EAST, HONOURS, TERMINALS, WINDS, PlainWin, rank_of, suit_of
from reference.forest import best_forests
from reference.hand import PlainReading, PlainSet, readings, waits
from reference.mcr_fans import FANS, STRICT98

MINIMUM = 8
YAOCHU = (*TERMINALS, *HONOURS)


@dataclass(frozen=True)
class Options:
    """The options of rules/mcr.md section 7, by the names of its table."""

    knitted_body_wait: bool = True
    unique_wait: str = "structural"
    inherent_self_draw: str = "self_drawn"
    two_concealed_kongs: int = 6
    kong_pair: str = "5"
    concealed_pung_on_discard: bool = False
    all_terminals_same_pungs: str = "triple"
    knitted_all_chows: bool = True
    lesser_with_knitted: bool = True
    strict98: bool = False
    heavenly_hands: bool = False
    red_peacock: bool = False
    red_peacock_white: bool = False


DEFAULTS = Options()


@dataclass(frozen=True)
class Result:
    """`fans` is the list of a best reading; `all_fans` has every list of maximal total (other readings,
    other forests), `fans` first. Flowers are in the lists and in `total`."""

    total: int
    total_without_flowers: int
    fans: dict[str, int]
    all_fans: tuple[dict[str, int], ...]

    @property
    def legal(self) -> bool:
        return self.total_without_flowers >= MINIMUM


def score(win: PlainWin, options: Options = DEFAULTS) -> Result | None:
    """The score of `win`, or None if its tiles form no winning shape."""
    win = with_implied(win)
    best: list[tuple[tuple[int, int], dict[str, int]]] = []
    best_total = -1
    for place, reading in enumerate(readings(win.counts, len(win.melds))):
        for fans in score_reading(win, reading, options):
            total = sum(times * value(fan, options) for fan, times in fans.items())
            if total > best_total:
                best, best_total = [], total
            if total == best_total and fans not in [known for _, known in best]:
                best.append(((preference(fans), place), fans))
    if not best:
        return None
    best.sort(key=lambda entry: entry[0])
    flowers = {"flower_tiles": win.flowers} if win.flowers else {}
    lists = tuple({**fans, **flowers} for _, fans in best)
    return Result(best_total + win.flowers, best_total, lists[0], lists)


def preference(fans: dict[str, int]) -> int:
    """Among equal totals the rule text suggests 一色三同顺, 三同刻 or 全中 with 全带五: 0, else 1."""
    liked = {"pure_triple_chow"}, {"triple_pung"}, {"middle_tiles", "all_fives"}
    return 0 if any(each <= set(fans) for each in liked) else 1


def with_implied(win: PlainWin) -> PlainWin:
    """`win` without what cannot be true, and with 和绝张 where the winner's own melds show three copies."""
    win = facts.possible(win)
    exposed = sum(meld.tiles.count(win.win) for meld in win.melds if meld.exposed)
    return replace(win, last_copy=True) if exposed == 3 else win


def value(fan: str, options: Options) -> int:
    if fan == "two_concealed_kongs":
        return options.two_concealed_kongs
    if options.kong_pair == "6" and fan in ("concealed_and_melded_kong", "two_melded_kongs"):
        return 6
    return FANS[fan].value


def score_reading(win: PlainWin, reading: PlainReading, options: Options) -> list[dict[str, int]]:
    """The fans of one reading after all exclusions, once for each best forest; without flowers."""
    hand = Scored(win, reading, options)
    found = hand.tile_set_fans() + hand.set_fans() + hand.form_fans()
    hand.fans = found
    found += hand.terminal_pungs()
    found += hand.circumstances()
    found += hand.wait()
    lists = []
    for forest in hand.forests():
        fans = exclude(found + forest, options)
        if not fans:
            fans = {"chicken_hand": 1}
        if fans not in lists:
            lists.append(fans)
    return lists


def exclude(found: Counter[str], options: Options) -> dict[str, int]:
    """What is left when every counted fan has struck out what it excludes, highest first."""
    left = {fan: found[fan] for fan in FANS if found[fan]}
    for fan, row in FANS.items():
        if fan in left:
            for excluded in row.excludes:
                left.pop(excluded, None)
    if "all_terminals" in left:
        if options.all_terminals_same_pungs != "both":
            left.pop("double_pung", None)
        if options.all_terminals_same_pungs == "none":
            left.pop("triple_pung", None)
    if options.strict98 and any(fan in left for fan in STRICT98):
        left.pop("one_voided_suit", None)
    return left


class Scored:
    """One reading of one win: each method is a step of section 2 and returns the fans it finds."""

    def __init__(self, win: PlainWin, reading: PlainReading, options: Options) -> None:
        self.win, self.reading, self.options = win, reading, options
        self.fans: Counter[str] = Counter()
        self.kinds = [kind for kind in range(facts.KINDS) if win.all_counts[kind]]
        self.pair = reading.pair
        melded = [PlainSet("chow" if meld.type == "chow" else "pung", meld.tiles[0]) for meld in win.melds]
        self.sets = [*reading.sets, *melded] if reading.form in ("standard", "knitted straight") else []
        self.pungs = [each.kind for each in self.sets if each.sort == "pung"]
        self.kongs_closed = sum(meld.type == "concealed kong" for meld in win.melds)
        self.kongs_open = sum(meld.kong and meld.exposed for meld in win.melds)
        # no chow, no pung, no melded kong; a concealed kong does not spoil it
        self.concealed = not any(meld.exposed for meld in win.melds)
        pairs = [kind for kind in range(27) if win.counts[kind] == 2]
        self.shifted_pairs = (
            reading.form == "seven pairs"
            and len(pairs) == 7
            and suit_of(pairs[0]) == suit_of(pairs[6])
            and pairs[6] - pairs[0] == 6
        )

    # 2.1 the place of the winning tile

    def concealed_pungs(self) -> int:
        """Concealed kongs and concealed pungs. A pung is melded if it needs the tile of another player:
        if that tile can stand in no concealed chow of the reading and not in the pair."""
        pungs = sum(each.sort == "pung" for each in self.reading.sets)
        win = self.win.win
        elsewhere = win == self.pair or any(
            each.sort == "chow" and win in each.tiles for each in self.reading.sets
        )
        claimed = not self.win.self_draw and not elsewhere and PlainSet("pung", win) in self.reading.sets
        if claimed and not self.options.concealed_pung_on_discard:
            pungs -= 1
        return pungs + self.kongs_closed

    # 2.2 fans of which kinds occur

    def only(self, allowed: Callable[[int], bool]) -> bool:
        return all(allowed(kind) for kind in self.kinds)

    def ranks_within(self, low: int, high: int) -> bool:
        return self.only(lambda kind: kind < EAST and low <= rank_of(kind) <= high)

    def tile_set_fans(self) -> Counter[str]:
        found: Counter[str] = Counter()
        form = self.reading.form
        if self.shifted_pairs:
            found["all_simples"] = self.ranks_within(2, 8)
            return found
        if form not in ("standard", "seven pairs", "knitted straight"):
            return found
        suits = {suit_of(kind) for kind in self.kinds} - {"z"}
        has_winds = any(kind in WINDS for kind in self.kinds)
        has_dragons = any(kind in DRAGONS for kind in self.kinds)
        honours = has_winds or has_dragons
        in_kongs = {meld.tiles[0] for meld in self.win.melds if meld.kong}
        found["all_types"] = len(suits) == 3 and has_winds and has_dragons
        found["tile_hog"] = sum(
            self.win.all_counts[kind] == 4 and kind not in in_kongs for kind in self.kinds
        )
        found["no_honors"] = not honours
        if form == "knitted straight":
            return found

        green = facts.parse_tiles("23468s6z")
        reversible = facts.parse_tiles("1234589p245689s5z")
        peacock = facts.parse_tiles("1579s57z" if self.options.red_peacock_white else "1579s7z")
        terminals = any(kind in TERMINALS for kind in self.kinds)
        found["all_green"] = self.only(lambda kind: kind in green)
        found["reversible_tiles"] = self.only(lambda kind: kind in reversible)
        found["red_peacock"] = self.options.red_peacock and self.only(lambda kind: kind in peacock)
        found["all_terminals"] = self.only(lambda kind: kind in TERMINALS)
        found["all_honors"] = self.only(lambda kind: kind in HONOURS)
        found["all_terminals_and_honors"] = self.only(lambda kind: kind in YAOCHU) and terminals and honours
        found["full_flush"] = len(suits) == 1 and not honours
        found["half_flush"] = len(suits) == 1 and honours
        found["one_voided_suit"] = len(suits) == 2
        found["upper_tiles"] = self.ranks_within(7, 9)
        found["middle_tiles"] = self.ranks_within(4, 6)
        found["lower_tiles"] = self.ranks_within(1, 3)
        found["upper_four"] = self.ranks_within(6, 9)
        found["lower_four"] = self.ranks_within(1, 4)
        found["all_simples"] = self.ranks_within(2, 8)
        return found

    # 2.3 fans of the sets

    def set_fans(self) -> Counter[str]:
        found: Counter[str] = Counter()
        if not self.sets:
            return found
        found += self.honour_fans()
        found += self.kong_fans()
        assert self.pair is not None
        chows = len(self.sets) - len(self.pungs)
        suited_pair = self.pair < EAST
        if self.reading.form == "knitted straight":
            found["all_chows"] = chows == 1 and suited_pair and self.options.knitted_all_chows
            return found
        groups = [each.tiles for each in self.sets] + [(self.pair,)]
        even = [kind for kind in range(EAST) if rank_of(kind) % 2 == 0]
        fives = facts.parse_tiles("5m5p5s")
        found["all_chows"] = chows == 4 and suited_pair
        found["all_pungs"] = chows == 0
        found["all_even_pungs"] = chows == 0 and all(kind in even for kind in [*self.pungs, self.pair])
        found["outside_hand"] = all(any(kind in YAOCHU for kind in group) for group in groups)
        found["all_fives"] = all(any(kind in fives for kind in group) for group in groups)
        return found

    def honour_fans(self) -> Counter[str]:
        found: Counter[str] = Counter()
        winds = sum(kind in WINDS for kind in self.pungs)
        dragons = sum(kind in DRAGONS for kind in self.pungs)
        found["big_four_winds"] = winds == 4
        found["little_four_winds"] = winds == 3 and self.pair in WINDS
        found["big_three_winds"] = winds == 3
        found["big_three_dragons"] = dragons == 3
        found["little_three_dragons"] = dragons == 2 and self.pair in DRAGONS
        found["two_dragon_pungs"] = dragons == 2
        found["dragon_pung"] = dragons
        found["prevalent_wind"] = EAST + self.win.round_wind in self.pungs
        found["seat_wind"] = EAST + self.win.seat_wind in self.pungs
        return found

    def kong_fans(self) -> Counter[str]:
        """The kong table at the end of section 6."""
        found: Counter[str] = Counter()
        pair = "concealed_and_melded_kong"
        names = {
            (1, 0): "concealed_kong",
            (0, 1): "melded_kong",
            (2, 0): "two_concealed_kongs",
            (1, 1): pair,
            (0, 2): "two_melded_kongs",
        }
        kongs = self.kongs_closed + self.kongs_open
        if kongs >= 3:
            found["three_kongs" if kongs == 3 else "four_kongs"] = 1
        elif (self.kongs_closed, self.kongs_open) == (1, 1) and self.options.kong_pair == "separate":
            found["concealed_kong"] = found["melded_kong"] = 1
        elif kongs:
            found[names[self.kongs_closed, self.kongs_open]] = 1

        concealed = self.concealed_pungs()
        found["four_concealed_pungs"] = concealed == 4
        found["three_concealed_pungs"] = concealed == 3
        # 双暗杠 itself says that the two are concealed, but a third kong makes it 三杠
        found["two_concealed_pungs"] = concealed == 2 and not (self.kongs_closed == 2 and kongs == 2)
        return found

    # the forms that are a fan of their own

    def form_fans(self) -> Counter[str]:
        form = self.reading.form
        found: Counter[str] = Counter()
        found["knitted_straight"] = form == "knitted straight"
        found["seven_shifted_pairs"] = self.shifted_pairs
        found["seven_pairs"] = form == "seven pairs" and not self.shifted_pairs
        found["thirteen_orphans"] = form == "thirteen orphans"
        found["greater_honors_and_knitted_tiles"] = form == "greater honours and knitted"
        if form == "lesser honours and knitted":
            found["lesser_honors_and_knitted_tiles"] = 1
            nine = sum(kind < EAST for kind in self.kinds) == 9
            found["knitted_straight"] = nine and self.options.lesser_with_knitted
        found["nine_gates"] = self.nine_gates()
        chows = [each.kind for each in self.sets if each.sort == "chow"]
        if len(chows) == 4 and self.pair is not None and self.pair < EAST:
            ranks = sorted((suit_of(chow), rank_of(chow)) for chow in chows)
            suits = {suit for suit, _ in ranks}
            own = suit_of(self.pair)
            both = all(ranks.count((suit, 1)) == ranks.count((suit, 7)) for suit in suits)
            ends = both and all(rank in (1, 7) for _, rank in ranks) and rank_of(self.pair) == 5
            found["pure_terminal_chows"] = ends and suits == {own}
            found["three_suited_terminal_chows"] = (
                ends and len(set(ranks)) == 4 and len(suits) == 2 and own not in suits
            )
        return found

    def nine_gates(self) -> bool:
        if self.win.melds or self.reading.form != "standard" or self.win.win >= EAST:
            return False
        start = self.win.win // 9 * 9
        before = list(self.win.counts[start : start + 9])
        before[self.win.win - start] -= 1
        return before == [3, 1, 1, 1, 1, 1, 1, 1, 3]

    # 2.4 combined sets

    def forests(self) -> list[Counter[str]]:
        whole = ("pure_terminal_chows", "three_suited_terminal_chows")  # take all four sets and the pair
        if self.reading.form != "standard" or any(self.fans[fan] for fan in whole):
            return [Counter()]
        return best_forests(self.sets)

    # 2.5 pungs of terminals and winds

    def terminal_pungs(self) -> Counter[str]:
        if any(self.fans[fan] for fan in ("all_terminals", "all_terminals_and_honors", "all_honors")):
            return Counter()
        own_winds = (EAST + self.win.round_wind, EAST + self.win.seat_wind)
        pungs = sum(kind in TERMINALS for kind in self.pungs)
        if not any(self.fans[fan] for fan in ("big_four_winds", "little_four_winds", "big_three_winds")):
            pungs += sum(kind in WINDS and kind not in own_winds for kind in self.pungs)
        if self.fans["nine_gates"]:
            pungs -= 1
        return Counter(pung_of_terminals_or_honors=max(0, pungs))

    # 2.6 circumstances (section 5) and wait (section 4)

    def circumstances(self) -> Counter[str]:
        win, found = self.win, Counter[str]()
        found["last_tile_draw"] = win.last_tile and win.self_draw
        found["last_tile_claim"] = win.last_tile and not win.self_draw
        found["out_with_replacement_tile"] = win.after_kong
        found["robbing_the_kong"] = win.how == "rob_kong"
        found["last_tile"] = win.last_copy
        found["self_drawn"] = win.self_draw
        found["melded_hand"] = (
            len(win.melds) == 4 and all(meld.exposed for meld in win.melds) and not win.self_draw
        )
        if self.concealed and self.inherently_concealed():
            drawn = win.self_draw and self.options.inherent_self_draw == "fully_concealed"
            found["fully_concealed_hand"] = drawn
        elif self.concealed:
            found["fully_concealed_hand"] = win.self_draw
            found["concealed_hand"] = not win.self_draw
        if self.options.heavenly_hands and win.first_turn and win.how != "rob_kong":
            east = "heavenly_hand" if win.seat_wind == 0 else "earthly_hand"
            found[east if win.self_draw else "human_hand"] = 1
        return found

    def inherently_concealed(self) -> bool:
        standing = self.reading.form in ("standard", "knitted straight")
        return not standing or self.fans["nine_gates"] > 0 or self.fans["four_concealed_pungs"] > 0

    def wait(self) -> Counter[str]:
        """One of edge, closed, single, if the tiles waited for one kind only."""
        if not self.sets or not self.waited_for_one_kind():
            return Counter()
        win, chows = self.win.win, [each.kind for each in self.reading.sets if each.sort == "chow"]
        if any((win - low, rank_of(low)) in ((2, 1), (0, 7)) for low in chows):
            return Counter(edge_wait=1)
        if any(win == low + 1 for low in chows):
            return Counter(closed_wait=1)
        return Counter(single_wait=1) if win == self.pair else Counter()

    def waited_for_one_kind(self) -> bool:
        win, before = self.win.win, list(self.win.counts)
        before[win] -= 1
        held = [a + b for a, b in zip(before, self.win.melded, strict=True)]
        if self.reading.form == "knitted straight":
            if win in self.reading.knitted and not self.options.knitted_body_wait:
                return False
            for kind in self.reading.knitted:
                before[kind] -= 1
            if before[win] < 0:
                return False  # the winning tile stands in the pattern and nowhere else
        found = waits(before)
        if self.options.unique_wait == "available":
            found = [kind for kind in found if held[kind] < 4]
        return len(found) == 1
