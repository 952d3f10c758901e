"""A plain scorer of riichi mahjong, written from rules/riichi.md sections 3-9, 14 and 15 alone.

Every reading of the tiles with every place of the winning tile is judged by itself; the best is kept.

>>> from reference.facts import count, parse_tiles
>>> win = PlainRiichiWin(count(parse_tiles("123m456m789m789s22p")), (), win=26, seat_wind=1, riichi=1)
>>> result = score(win)
>>> result.yaku, result.han, result.fu, result.points
({'riichi': 1, 'pinfu': 1, 'ittsuu': 2}, 4, 30, 7700)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from reference.facts import EAST, tiles_text
from reference.hand import standard
from reference.riichi_facts import NORTH, PlainRiichiWin, following
from reference.riichi_yaku import ORDINARY, YAOCHU, Group, Values, View, Yaku, yakuman

__all__ = ["DEFAULTS", "PlainRiichiWin", "PlainScore", "score"]

# Tenhou's values of all that a scorer reads
DEFAULTS: Mapping[str, bool | int | str] = {
    "aka": 3,
    "kuitan": True,
    "double_wind_fu": 4,
    "kiriage": False,
    "kazoe": True,
    "max_yakuman": 0,
    "multiple_yakuman": True,
    "double_yakuman": "",
    "renhou_mode": "none",
    "tsumo_loss": "loss",
    "rinshan_fu": True,
    "min_han": 1,
    "tenhou_wide_wait": False,
    "shiisan_puutaa": "none",
    "paarenchan_from": 8,
    **dict.fromkeys(
        (
            "open_riichi",
            "open_riichi_sashikomi",
            "tsubame_gaeshi",
            "kanburi",
            "shiiaru_raotai",
            "otakaze_sankou",
            "sanpuukou",
            "uumensai",
            "isshoku_sanjun",
            "sanrenkou",
            "sanshoku_tsuukan",
            "iipin_mouyue",
            "chuupin_raoyui",
            "uupin_kaihou",
            "ishi_no_ue_nimo_sannen",
            "daisharin",
            "daichikurin",
            "daisuurin",
            "daichisei",
            "isshoku_yonjun",
            "suurenkou",
            "hyakuman_goku",
            "beni_kujaku",
            "paarenchan",
        ),
        False,
    ),
}
# limit -> base points, by the least han
LIMITS = (
    (13, "yakuman", 8000),
    (11, "sanbaiman", 6000),
    (8, "baiman", 4000),
    (6, "haneman", 3000),
    (5, "mangan", 2000),
)


@dataclass(frozen=True)
class PlainScore:
    """`yaku` are id -> han with the dora, or id -> multiple if it is yakuman that count; `yakuman` is the multiple
    that is paid, 0 if there is none. `points` are the total without counters and sticks. `others` are the yaku of
    other readings that are worth the same in every respect. A hand without enough han has no yaku and no points."""

    han: int = 0
    fu: int = 0
    yakuman: int = 0
    yaku: Yaku = field(default_factory=dict)
    limit: str | None = None
    base: int = 0
    points: int = 0
    legal: bool = False
    reading: str = ""
    fu_items: tuple[tuple[str, int], ...] = ()
    others: tuple[Yaku, ...] = ()

    @property
    def key(self) -> tuple[int, ...]:
        """What makes one reading better than another."""
        # of yakuman under a cap those that would be worth more without it
        worth = sum(self.yaku.values()) if self.yakuman else self.han
        return self.legal, self.points, self.yakuman > 0, worth, self.fu


def score(win: PlainRiichiWin, values: Values | None = None) -> PlainScore | None:
    """The score of a win, None if its tiles form no winning shape. Missing values are Tenhou's."""
    options = {**DEFAULTS, **(values or {})}
    found = [judge(view) for view in views(win, options)]
    if options["shiisan_puutaa"] != "none" and unconnected(win):
        found.append(thirteen_unconnected(win, options))
    if not found:
        return None
    best = max(found, key=lambda each: each.key)
    if is_renhou(win) and options["renhou_mode"] == "mangan_fixed":
        fixed = fixed_mangan("renhou", win, options)
        if fixed.points > best.points:
            return fixed
    same = {str(each.yaku): each.yaku for each in found if each.key == best.key and each.yaku != best.yaku}
    return replace(best, others=tuple(same.values()))


# Readings


def views(win: PlainRiichiWin, values: Values) -> Iterator[View]:
    """Every reading of the tiles with every place of the winning tile."""
    melded = [
        Group("chow" if meld.type == "chow" else "pung", min(meld.tiles), True, meld.exposed, meld.kong)
        for meld in win.melds
    ]
    for sets, pair in standard(win.counts):
        if len(sets) + len(melded) != 4:
            continue
        groups = [*(Group(each.sort, each.kind) for each in sets), *melded]
        if pair == win.win:
            yield View(win, values, "standard", groups, pair, "pair")
        for number, group in enumerate(groups[: len(sets)]):
            if win.win in group.tiles and group not in groups[:number]:
                yield View(win, values, "standard", groups, pair, number)
    if win.melds:
        return
    held = [kind for kind in range(34) if win.counts[kind]]
    if len(held) == 7 and all(win.counts[kind] == 2 for kind in held):
        yield View(win, values, "chiitoitsu")
    if len(held) == 13 and set(held) == YAOCHU:
        yield View(win, values, "kokushi")


def reading_text(view: View) -> str:
    """The groups, the one that the winning tile completes in angle brackets."""
    if view.form != "standard":
        return view.form
    parts = []
    for number, group in enumerate(view.groups):
        text = tiles_text((*group.tiles, group.kind) if group.kan else group.tiles)
        text = f"[{text}]" if group.open else f"({text})" if group.melded else text
        parts.append(f"<{text}>" if number == view.place else text)
    assert view.pair is not None
    pair = tiles_text((view.pair, view.pair))
    return " ".join([*parts, f"<{pair}>" if view.place == "pair" else pair])


# Fu


def fu_items(view: View) -> list[tuple[str, int]]:
    """The parts of the fu before rounding."""
    win = view.win
    if view.form == "chiitoitsu":
        return [("chiitoitsu", 25)]
    if view.form == "kokushi":
        return []
    items = [("base", 20)]
    if win.closed and not win.self_draw:
        items.append(("closed ron", 10))
    if win.self_draw and not view.pinfu and (not win.after_kong or view.on("rinshan_fu")):
        items.append(("tsumo", 2))
    for number, group in enumerate(view.groups):
        if group.sort == "pung":
            fu = 2 if group.kind not in YAOCHU else 4
            fu *= 2 if view.concealed(number) else 1
            items.append(("kan" if group.kan else "triplet", fu * 4 if group.kan else fu))
    if view.pair_value:
        items.append(("pair", 2 if view.pair_value == 1 else int(view.values["double_wind_fu"])))
    if view.wait in ("closed", "edge", "single"):
        items.append((f"{view.wait} wait", 2))
    return items


def rounded_fu(view: View, items: list[tuple[str, int]]) -> int:
    total = sum(fu for _, fu in items)
    if view.form == "chiitoitsu":
        return total
    if total == 20 and not view.pinfu:
        return 30  # an open hand without any fu
    return up_to(total, 10)


def up_to(number: int, step: int) -> int:
    """Rounded up to a multiple of `step`."""
    return -(-number // step) * step


# Dora


def dora(win: PlainRiichiWin, values: Values) -> Yaku:
    def matching(indicators: tuple[int, ...]) -> int:
        held = list(win.all_counts)
        held[NORTH] += win.nuki
        return sum(held[following(indicator, win.players)] for indicator in indicators)

    found = {
        "dora": matching(win.dora) + win.nuki,
        "ura_dora": matching(win.ura) if win.riichi else 0,
        "aka_dora": win.red_fives if values["aka"] else 0,
    }
    return {name: han for name, han in found.items() if han}


# Value


def judge(view: View) -> PlainScore:
    """The value of one reading."""
    win, values = view.win, view.values
    items = fu_items(view)
    fu = rounded_fu(view, items)
    common = PlainScore(fu=fu, fu_items=tuple(items), reading=reading_text(view))
    found = yakuman(view)
    if found:
        multiple = capped(sum(found.values()), values)
        base = 8000 * multiple
        return replace(
            common,
            yakuman=multiple,
            yaku=found,
            limit="yakuman",
            base=base,
            points=points(base, win, values),
            legal=True,
        )
    yaku: Yaku = {}
    for part in ORDINARY:
        yaku |= part(view)
    if sum(yaku.values()) < int(values["min_han"]):
        return common
    yaku |= dora(win, values)
    han = sum(yaku.values())
    limit, base = limited(han, fu, values)
    return replace(
        common, han=han, yaku=yaku, limit=limit, base=base, points=points(base, win, values), legal=True
    )


def capped(multiple: int, values: Values) -> int:
    most = int(values["max_yakuman"]) if values["multiple_yakuman"] else 1
    return min(multiple, most) if most else multiple


def limited(han: int, fu: int, values: Values) -> tuple[str | None, int]:
    """The limit and the base points."""
    for least, limit, base in LIMITS:
        if han >= least and (limit != "yakuman" or values["kazoe"]):
            return limit, base
    base = fu * 2 ** (2 + han)
    if base >= 2000 or (values["kiriage"] and (han, fu) in ((4, 30), (3, 60))):
        return "mangan", 2000
    return None, base


def points(base: int, win: PlainRiichiWin, values: Values) -> int:
    """What the winner is paid in all, without counters and sticks."""
    if not win.self_draw:
        return up_to((6 if win.dealer else 4) * base, 100)
    single, double = up_to(base, 100), up_to(2 * base, 100)
    # the shares of the other three seats, the north seat's last
    shares = [double] * 3 if win.dealer else [double, single, single]
    if win.players == 4:
        return sum(shares)
    *paid, missing = shares
    if values["tsumo_loss"] == "north_bisection":
        return sum(share + up_to(-(-missing // 2), 100) for share in paid)
    if values["tsumo_loss"] == "flat":
        return 2 * up_to(-(-sum(shares) // 2), 100)
    return sum(paid)


# What is worth a fixed limit


def is_renhou(win: PlainRiichiWin) -> bool:
    return win.first_turn and not win.self_draw and not win.rob_kong and not win.dealer


def fixed_mangan(name: str, win: PlainRiichiWin, values: Values) -> PlainScore:
    return PlainScore(
        han=5, yaku={name: 5}, limit="mangan", base=2000, points=points(2000, win, values), legal=True, reading=name
    )


def unconnected(win: PlainRiichiWin) -> bool:
    """A first draw that makes twelve single kinds and one pair, no two of them within two ranks of a suit."""
    if not (win.first_turn and win.self_draw) or win.melds or sum(win.counts) != 14:
        return False
    held = [kind for kind in range(34) if win.counts[kind]]
    near = any(b < EAST and a // 9 == b // 9 and b - a <= 2 for a, b in pairwise(held))
    return len(held) == 13 and not near


def thirteen_unconnected(win: PlainRiichiWin, values: Values) -> PlainScore:
    """Counts alone: it is no win otherwise, so no heavenly or earthly hand either."""
    if values["shiisan_puutaa"] == "mangan":
        return fixed_mangan("shiisan_puutaa", win, values)
    return PlainScore(
        yakuman=1,
        yaku={"shiisan_puutaa": 1},
        limit="yakuman",
        base=8000,
        points=points(8000, win, values),
        legal=True,
        reading="shiisan_puutaa",
    )
