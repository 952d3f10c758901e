"""The yaku of riichi mahjong, one plain function for a group of them, from rules/riichi.md section 4.

Each function takes one `View` of a win (a reading of its tiles and a place of the winning tile in it) and gives
id -> han, or id -> multiple for yakuman.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from reference.facts import DRAGONS, EAST, HONOURS, RED, TERMINALS, WINDS, parse_tiles, rank_of, suit_of
from reference.riichi_facts import NORTH, PlainRiichiWin

Values = Mapping[str, bool | int | str]
Yaku = dict[str, int]

YAOCHU = frozenset((*TERMINALS, *HONOURS))
GREEN = frozenset(parse_tiles("23468s6z"))
PEACOCK = frozenset(parse_tiles("1579s7z"))
WIND_IDS = ("east", "south", "west", "north")
WHEELS = {"daisharin": 9, "daichikurin": 18, "daisuurin": 0}


class Group(NamedTuple):
    """A sequence (`kind` is its lowest tile), triplet or kan; `open` for a claimed meld."""

    sort: str
    kind: int
    melded: bool = False
    open: bool = False
    kan: bool = False

    @property
    def tiles(self) -> tuple[int, int, int]:
        step = 1 if self.sort == "chow" else 0
        return self.kind, self.kind + step, self.kind + 2 * step


class View:
    """One reading of a win and one place of the winning tile: `place` is the number of a group, "pair",
    or "body" where the form has no groups. `form` is standard, chiitoitsu or kokushi."""

    def __init__(
        self,
        win: PlainRiichiWin,
        values: Values,
        form: str,
        groups: Iterable[Group] = (),
        pair: int | None = None,
        place: int | str = "body",
    ) -> None:
        self.win, self.values, self.form, self.pair, self.place = win, values, form, pair, place
        self.groups = list(groups)
        self.kinds = [kind for kind in range(34) if win.all_counts[kind]]
        self.sequences = [group.kind for group in self.groups if group.sort == "chow"]
        self.triplets = [group.kind for group in self.groups if group.sort == "pung"]
        self.kans = sum(group.kan for group in self.groups)
        self.suits = {suit_of(kind) for kind in self.kinds if kind < EAST}
        self.honours = any(kind >= EAST for kind in self.kinds)

    def on(self, option: str) -> bool:
        return bool(self.values[option])

    def concealed(self, number: int) -> bool:
        """Whether the triplet or kan is concealed; one completed by ron is not."""
        group = self.groups[number]
        return not group.open and (self.win.self_draw or number != self.place)

    @property
    def concealed_triplets(self) -> int:
        return sum(group.sort == "pung" and self.concealed(n) for n, group in enumerate(self.groups))

    @property
    def won_on(self) -> Group | None:
        """The group that the winning tile completes."""
        return self.groups[self.place] if isinstance(self.place, int) else None

    @property
    def wait(self) -> str:
        """two-sided, closed, edge, single, shanpon or none."""
        if self.place == "pair":
            return "single"
        group = self.won_on
        if group is None:
            return "none"
        if group.sort == "pung":
            return "shanpon"
        offset = self.win.win - group.kind
        if offset == 1:
            return "closed"
        edge = (offset == 2 and rank_of(group.kind) == 1) or (offset == 0 and rank_of(group.kind) == 7)
        return "edge" if edge else "two-sided"

    def own_winds(self) -> list[int]:
        """The kinds of seat wind and round wind, twice the same for a double wind; north is nobody's with three."""
        winds = [EAST + self.win.seat_wind, EAST + self.win.round_wind]
        return [kind for kind in winds if not (self.win.players == 3 and kind == NORTH)]

    @property
    def pair_value(self) -> int:
        """How often the pair is a yakuhai: 2 for a double wind."""
        if self.pair is None:
            return 0
        return int(self.pair in DRAGONS) + self.own_winds().count(self.pair)

    @property
    def pinfu(self) -> bool:
        four = len(self.sequences) == 4
        return self.win.closed and four and self.pair_value == 0 and self.wait == "two-sided"

    @property
    def haitei(self) -> bool:
        return self.win.self_draw and self.win.last_tile and not self.win.after_kong

    @property
    def houtei(self) -> bool:
        return not self.win.self_draw and self.win.last_tile and not self.win.rob_kong


def counted(found: dict[str, int | bool]) -> Yaku:
    return {name: int(han) for name, han in found.items() if han}


# Ordinary yaku


def circumstances(view: View) -> Yaku:
    win = view.win
    ron = not win.self_draw
    discard = ron and not win.rob_kong
    shown = bool(win.riichi and win.open_riichi and view.on("open_riichi"))
    first_ron = discard and win.first_turn and not win.dealer
    return counted({
        "riichi": win.riichi == 1 and not shown,
        "double_riichi": 2 * (win.riichi == 2 and not shown),
        "open_riichi": shown * (win.riichi + 1),
        "ippatsu": win.ippatsu,
        "menzen_tsumo": win.closed and win.self_draw,
        "rinshan_kaihou": win.self_draw and win.after_kong,
        "chankan": win.rob_kong,
        "haitei_raoyue": view.haitei,
        "houtei_raoyui": view.houtei,
        "renhou": 5 * (first_ron and view.values["renhou_mode"] == "yaku5"),
        "tsubame_gaeshi": view.on("tsubame_gaeshi") and discard and win.on_riichi_discard,
        "kanburi": view.on("kanburi") and discard and win.on_kong_discard,
        "shiiaru_raotai": view.on("shiiaru_raotai") and ron and sum(meld.exposed for meld in win.melds) == 4,
        "iipin_mouyue": 5 * (view.on("iipin_mouyue") and view.haitei and win.win == 9),
        "chuupin_raoyui": 5 * (view.on("chuupin_raoyui") and view.houtei and win.win == 17),
        "uupin_kaihou": view.on("uupin_kaihou") and win.self_draw and win.after_kong and win.win == 13,
    })


def tile_yaku(view: View) -> Yaku:
    """Yaku of which kinds occur; they hold for seven pairs too."""
    closed, kinds = view.win.closed, view.kinds
    one_suit = len(view.suits) == 1
    ends = all(kind in YAOCHU for kind in kinds)
    return counted({
        "tanyao": not any(kind in YAOCHU for kind in kinds) and (closed or view.on("kuitan")),
        "honitsu": (3 if closed else 2) * (one_suit and view.honours),
        "chinitsu": (6 if closed else 5) * (one_suit and not view.honours),
        "honroutou": 2 * (ends and view.honours and bool(view.suits)),
        "chiitoitsu": 2 * (view.form == "chiitoitsu"),
    })


def group_yaku(view: View) -> Yaku:
    if view.form != "standard":
        return {}
    closed, sequences, triplets = view.win.closed, view.sequences, view.triplets
    assert view.pair is not None
    parts = [*(group.tiles for group in view.groups), (view.pair,)]
    outside = bool(sequences) and all(any(kind in YAOCHU for kind in part) for part in parts)
    same = Counter(sequences)
    pairs_of_sequences = sum(number // 2 for number in same.values()) if closed else 0
    triple = view.on("isshoku_sanjun") and max(same.values(), default=0) >= 3
    return counted({
        "pinfu": view.pinfu,
        # three identical sequences say it all (silent in the rules; it is so wherever they are played)
        "iipeikou": pairs_of_sequences == 1 and not triple,
        "ryanpeikou": 3 * (pairs_of_sequences == 2),
        "sanshoku_doujun": (2 if closed else 1) * any({k, k + 9, k + 18} <= set(sequences) for k in range(9)),
        "ittsuu": (2 if closed else 1) * any({k, k + 3, k + 6} <= set(sequences) for k in (0, 9, 18)),
        "chanta": (2 if closed else 1) * (outside and view.honours),
        "junchan": (3 if closed else 2) * (outside and not view.honours),
        "sanshoku_doukou": 2 * any({k, k + 9, k + 18} <= set(triplets) for k in range(9)),
        "toitoi": 2 * (len(triplets) == 4),
        "sanankou": 2 * (view.concealed_triplets == 3),
        "sankantsu": 2 * (view.kans == 3),
        "shousangen": 2 * (sum(kind in DRAGONS for kind in triplets) == 2 and view.pair in DRAGONS),
        "yakuhai_haku": 31 in triplets,
        "yakuhai_hatsu": 32 in triplets,
        "yakuhai_chun": RED in triplets,
        **wind_yaku(view),
        **local_group_yaku(view, triple),
    })


def wind_yaku(view: View) -> dict[str, int | bool]:
    found: dict[str, int | bool] = {}
    for name, wind in (("seat_wind", view.win.seat_wind), ("round_wind", view.win.round_wind)):
        kind = EAST + wind
        found[f"{name}_{WIND_IDS[wind]}"] = kind in view.own_winds() and kind in view.triplets
    return found


def consecutive(triplets: list[int], number: int) -> bool:
    """So many triplets of neighbouring ranks of a suit."""
    return any(
        first < EAST and first % 9 + number <= 9 and all(first + step in triplets for step in range(number))
        for first in triplets
    )


def local_group_yaku(view: View, triple: bool) -> dict[str, int | bool]:
    closed, sequences, triplets = view.win.closed, view.sequences, view.triplets
    winds = [kind for kind in triplets if kind in WINDS]
    guests = [kind for kind in winds if kind not in view.own_winds()]
    starts = {(suit_of(kind), rank_of(kind)) for kind in sequences}
    spread = any(
        {(a, 1), (b, 4), (c, 7)} <= starts
        for a, b, c in ("mps", "msp", "pms", "psm", "smp", "spm")
    )
    assert view.pair is not None
    types = {type_of(kind) for kind in (*sequences, *triplets, view.pair)}
    return {
        "otakaze_sankou": 2 * (view.on("otakaze_sankou") and len(guests) == 3),
        "sanpuukou": 2 * (view.on("sanpuukou") and len(winds) == 3),
        "uumensai": 2 * (view.on("uumensai") and len(types) == 5),
        "isshoku_sanjun": (3 if closed else 2) * triple,
        "sanrenkou": 2 * (view.on("sanrenkou") and consecutive(triplets, 3)),
        "sanshoku_tsuukan": (2 if closed else 1) * (view.on("sanshoku_tsuukan") and spread),
    }


def type_of(kind: int) -> str:
    """One of the five gates: m, p, s, wind, dragon."""
    return "wind" if kind in WINDS else "dragon" if kind in DRAGONS else suit_of(kind)


ORDINARY: tuple[Callable[[View], Yaku], ...] = (circumstances, tile_yaku, group_yaku)


# Yakuman


def yakuman(view: View) -> Yaku:
    found = {**first_turn_yakuman(view), **tile_yakuman(view), **group_yakuman(view)}
    if view.form == "kokushi":
        others = view.win.counts[view.win.win] == 2 or wide(view)
        found["kokushi_musou_13men" if others else "kokushi_musou"] = 1
    doubled = str(view.values["double_yakuman"]).split(",")
    return {name: 2 if name in doubled else multiple for name, multiple in found.items()}


def wide(view: View) -> bool:
    """A heavenly hand that counts as having waited as widely as its tiles allow."""
    win = view.win
    return view.on("tenhou_wide_wait") and win.first_turn and win.self_draw and win.dealer


def first_turn_yakuman(view: View) -> Yaku:
    win = view.win
    streak = win.dealer and win.streak + 1 >= int(view.values["paarenchan_from"])
    discard = not win.self_draw and not win.rob_kong
    shown = bool(win.riichi and win.open_riichi and view.on("open_riichi"))
    return counted({
        "tenhou": win.first_turn and win.self_draw and win.dealer,
        "chiihou": win.first_turn and win.self_draw and not win.dealer,
        "renhou": win.first_turn and discard and not win.dealer and view.values["renhou_mode"] == "yakuman",
        "open_riichi_sashikomi": shown
        and view.on("open_riichi_sashikomi")
        and not win.self_draw
        and not win.loser_riichi,
        "ishi_no_ue_nimo_sannen": view.on("ishi_no_ue_nimo_sannen")
        and win.riichi == 2
        and (view.haitei or view.houtei),
        "paarenchan": view.on("paarenchan") and streak,
    })


def tile_yakuman(view: View) -> Yaku:
    """Yakuman of which kinds occur."""
    win, kinds = view.win, view.kinds
    if view.form == "kokushi":
        return {}
    ranks = list(win.counts[win.win // 9 * 9 : win.win // 9 * 9 + 9])
    gates = False
    if not win.melds and len(view.suits) == 1 and not view.honours:
        gates = all(held >= need for held, need in zip(ranks, (3, 1, 1, 1, 1, 1, 1, 1, 3), strict=True))
    pure = gates and (wide(view) or ranks[win.win % 9] in (2, 4))
    stars = view.on("daichisei") and view.form == "chiitoitsu" and not view.suits
    found: dict[str, int | bool] = {
        "daichisei": 2 * stars,
        "tsuuiisou": not view.suits and not stars,
        "chinroutou": all(kind in TERMINALS for kind in kinds),
        "ryuuiisou": all(kind in GREEN for kind in kinds),
        "junsei_chuuren_poutou": pure,
        "chuuren_poutou": gates and not pure,
        "beni_kujaku": view.on("beni_kujaku") and all(kind in PEACOCK for kind in kinds),
    }
    for name, start in WHEELS.items():
        wheel = tuple(2 * (start < kind < start + 8) for kind in range(34))
        found[name] = view.on(name) and not win.melds and win.counts == wheel
    if view.on("hyakuman_goku") and view.suits == {"m"} and not view.honours:
        found["hyakuman_goku"] = sum(rank_of(kind) * win.all_counts[kind] for kind in kinds) >= 100
    return counted(found)


def group_yakuman(view: View) -> Yaku:
    if view.form != "standard":
        return {}
    triplets = view.triplets
    winds = sum(kind in WINDS for kind in triplets)
    concealed = view.win.closed and view.concealed_triplets == 4
    single = concealed and (view.place == "pair" or wide(view))
    return counted({
        "suuankou_tanki": single,
        "suuankou": concealed and not single,
        "daisangen": sum(kind in DRAGONS for kind in triplets) == 3,
        "shousuushii": winds == 3 and view.pair in WINDS,
        "daisuushii": winds == 4,
        "suukantsu": view.kans == 4,
        "isshoku_yonjun": view.on("isshoku_yonjun") and max(Counter(view.sequences).values(), default=0) == 4,
        "suurenkou": view.on("suurenkou") and consecutive(triplets, 4),
    })
