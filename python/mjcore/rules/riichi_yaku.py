"""The yaku of Japanese mahjong as rows: standard, yakuman, bonus tiles, and the local ones that are options.

Value: han of a closed hand, and of an open one where that differs; of yakuman the multiple. A yaku that an open
hand can not have says so in its pattern.
"""

from __future__ import annotations

from dataclasses import replace

from mjcore.fans.rows import Fan
from mjcore.rules.options import Value, members

BOTH = ("standard", "seven_pairs")
WIND_IDS = ("east", "south", "west", "north")
WINDS = ("东", "南", "西", "北")
WINDS_JA = ("東", "南", "西", "北")


def _yaku(id: str, zh: str, ja: str, en: str, value: int, pattern: str, **more: object) -> Fan:
    return Fan(id, zh, en, value, pattern, ja=ja, **more)  # type: ignore[arg-type]


def _yakuman(id: str, zh: str, ja: str, en: str, pattern: str, value: int = 1, **more: object) -> Fan:
    return Fan(id, zh, en, value, pattern, ja=ja, acc="yakuman", **more)  # type: ignore[arg-type]


def _winds(which: str, zh: str, ja: str, en: str) -> tuple[Fan, ...]:
    """A pung of the seat wind or the round wind, a row for each wind."""
    return tuple(
        _yaku(f"{which}_wind_{WIND_IDS[i]}", f"{zh} {WINDS[i]}", f"{ja} {WINDS_JA[i]}", f"{en} {WIND_IDS[i].title()}",
              1, f"{which}_pung and {which}_wind == {i}")
        for i in range(4)
    )


YAKU = (
    _yaku("menzen_tsumo", "门前清自摸和", "門前清自摸和", "Menzen Tsumo", 1, "concealed and self_draw"),
    _yaku("riichi", "立直", "立直", "Riichi", 1, "riichi"),
    _yaku("double_riichi", "两立直", "両立直", "Double Riichi", 2, "double_riichi", covers=("riichi",)),
    _yaku("ippatsu", "一发", "一発", "Ippatsu", 1, "ippatsu"),
    _yaku("chankan", "抢杠", "槍槓", "Chankan", 1, "rob_kong"),
    _yaku("rinshan_kaihou", "岭上开花", "嶺上開花", "Rinshan Kaihou", 1, "after_kong or after_flower"),
    _yaku("haitei_raoyue", "海底摸月", "海底摸月", "Haitei Raoyue", 1,
          "last_draw and not (after_kong or after_flower)"),
    _yaku("houtei_raoyui", "河底捞鱼", "河底撈魚", "Houtei Raoyui", 1, "last_discard"),
    _yaku("pinfu", "平和", "平和", "Pinfu", 1, "no_meld and chows == 4 and not value_pair and role_two_sided"),
    _yaku("tanyao", "断幺九", "断幺九", "Tanyao", 1, "simples"),
    _yaku("iipeikou", "一杯口", "一盃口", "Iipeikou", 1, "concealed and pure_double"),
    *_winds("seat", "自风", "自風", "Seat Wind"),
    *_winds("round", "场风", "場風", "Round Wind"),
    _yaku("yakuhai_haku", "役牌 白", "役牌 白", "Yakuhai Haku", 1, "white_pung"),
    _yaku("yakuhai_hatsu", "役牌 发", "役牌 發", "Yakuhai Hatsu", 1, "green_pung"),
    _yaku("yakuhai_chun", "役牌 中", "役牌 中", "Yakuhai Chun", 1, "red_pung"),
    _yaku("chiitoitsu", "七对子", "七対子", "Chiitoitsu", 2, "form_seven_pairs"),
    _yaku("sanshoku_doujun", "三色同顺", "三色同順", "Sanshoku Doujun", 2, "mixed_triple", value_open=1),
    _yaku("ittsuu", "一气通贯", "一気通貫", "Ittsuu", 2, "pure_straight", value_open=1),
    _yaku("chanta", "混全带幺九", "混全帯幺九", "Chanta", 2, "outside and has_honours and chows >= 1", value_open=1),
    _yaku("sanshoku_doukou", "三色同刻", "三色同刻", "Sanshoku Doukou", 2, "triple_pung"),
    _yaku("toitoi", "对对和", "対々和", "Toitoi", 2, "all_pungs"),
    _yaku("sanankou", "三暗刻", "三暗刻", "Sanankou", 2, "concealed_pungs == 3"),
    _yaku("sankantsu", "三杠子", "三槓子", "Sankantsu", 2, "kongs == 3"),
    _yaku("honroutou", "混老头", "混老頭", "Honroutou", 2, "yaochu and has_honours and suits >= 1"),
    _yaku("shousangen", "小三元", "小三元", "Shousangen", 2, "dragon_pungs == 2 and dragon_pair"),
    _yaku("honitsu", "混一色", "混一色", "Honitsu", 3, "suits == 1 and has_honours", value_open=2),
    _yaku("junchan", "纯全带幺九", "純全帯幺九", "Junchan", 3,
          "outside and not has_honours and chows >= 1", value_open=2),
    _yaku("ryanpeikou", "二杯口", "二盃口", "Ryanpeikou", 3, "concealed and two_doubles", covers=("iipeikou",)),
    _yaku("chinitsu", "清一色", "清一色", "Chinitsu", 6, "suits == 1 and not has_honours", value_open=5),
)

YAKUMAN = (
    _yakuman("tenhou", "天和", "天和", "Tenhou", "heaven"),
    _yakuman("chiihou", "地和", "地和", "Chiihou", "earth"),
    _yakuman("daisangen", "大三元", "大三元", "Daisangen", "dragon_pungs == 3"),
    _yakuman("suuankou_tanki", "四暗刻单骑", "四暗刻単騎", "Suuankou Tanki", "concealed_pungs == 4 and role_pair",
             covers=("suuankou",)),
    _yakuman("suuankou", "四暗刻", "四暗刻", "Suuankou", "concealed_pungs == 4"),
    _yakuman("tsuuiisou", "字一色", "字一色", "Tsuuiisou", "honours"),
    _yakuman("ryuuiisou", "绿一色", "緑一色", "Ryuuiisou", "only('23468s6z')"),
    _yakuman("chinroutou", "清老头", "清老頭", "Chinroutou", "terminals"),
    _yakuman("junsei_chuuren_poutou", "纯正九莲宝灯", "純正九蓮宝燈", "Junsei Chuuren Poutou", "nine_gates",
             covers=("chuuren_poutou",)),
    _yakuman("chuuren_poutou", "九莲宝灯", "九蓮宝燈", "Chuuren Poutou", "nine_gates_any"),
    _yakuman("kokushi_musou_13men", "国士无双十三面", "国士無双十三面待ち", "Kokushi Musou 13-men", "thirteen_wait",
             covers=("kokushi_musou",)),
    _yakuman("kokushi_musou", "国士无双", "国士無双", "Kokushi Musou", "form_thirteen_orphans"),
    _yakuman("daisuushii", "大四喜", "大四喜", "Daisuushii", "wind_pungs == 4"),
    _yakuman("shousuushii", "小四喜", "小四喜", "Shousuushii", "wind_pungs == 3 and wind_pair"),
    _yakuman("suukantsu", "四杠子", "四槓子", "Suukantsu", "kongs == 4"),
)
# these may be worth two by an option
DOUBLE = ("kokushi_musou_13men", "suuankou_tanki", "junsei_chuuren_poutou", "daisuushii")

BONUS = (
    Fan("dora", "宝牌", "Dora", 1, "dora", ja="ドラ", count="each", acc="bonus"),
    Fan("ura_dora", "里宝牌", "Ura Dora", 1, "ura", ja="裏ドラ", count="each", acc="bonus"),
    Fan("aka_dora", "赤宝牌", "Aka Dora", 1, "red", ja="赤ドラ", count="each", acc="bonus"),
)
# a north set aside is a dora whatever the indicators are
NUKI_DORA = Fan("nuki_dora", "拔北宝牌", "Nuki Dora", 1, "north", ja="抜きドラ", count="each", acc="bonus",
                label="dora")

# Local yaku: an option each. The sources differ on many values; these are the ones of docs/rules/riichi.md.
LOCAL = (
    _yaku("tsubame_gaeshi", "燕返", "燕返し", "Tsubame Gaeshi", 1, "on_riichi_discard"),
    _yaku("kanburi", "杠振", "槓振り", "Kanburi", 1, "on_kong_discard and by_discard"),
    _yaku("shiiaru_raotai", "十二落抬", "十二落抬", "Shiiaru Raotai", 1, "all_claimed and role_pair and not self_draw"),
    _yaku("otakaze_sankou", "客风三刻", "客風三刻", "Otakaze Sankou", 2, "guest_winds == 3"),
    _yaku("sanpuukou", "三风刻", "三風刻", "Sanpuukou", 2, "wind_pungs == 3"),
    _yaku("uumensai", "五门齐", "五門斉", "Uumensai", 2, "groups == 5", forms=("standard",)),
    _yaku("isshoku_sanjun", "一色三顺", "一色三順", "Isshoku Sanjun", 3, "pure_triple", value_open=2,
          covers=("iipeikou",)),
    _yaku("sanrenkou", "三连刻", "三連刻", "Sanrenkou", 2, "pure_pung_shift3"),
    _yaku("sanshoku_tsuukan", "三色通贯", "三色通貫", "Sanshoku Tsuukan", 2, "mixed_straight", value_open=1),
    _yaku("iipin_mouyue", "一筒摸月", "一筒摸月", "Iipin Mouyue", 5,
          "last_draw and not (after_kong or after_flower) and win_on('1p')"),
    _yaku("chuupin_raoyui", "九筒捞鱼", "九筒撈魚", "Chuupin Raoyui", 5, "last_discard and win_on('9p')"),
    _yaku("uupin_kaihou", "五筒开花", "五筒開花", "Uupin Kaihou", 1, "(after_kong or after_flower) and win_on('5p')"),
    _yakuman("ishi_no_ue_nimo_sannen", "石上三年", "石の上にも三年", "Ishi no Ue nimo Sannen",
             "double_riichi and last_tile and not (rob_kong or after_kong or after_flower)"),
    _yakuman("daisharin", "大车轮", "大車輪", "Daisharin", "big_wheel and has_p"),
    _yakuman("daichikurin", "大竹林", "大竹林", "Daichikurin", "big_wheel and has_s"),
    _yakuman("daisuurin", "大数邻", "大数隣", "Daisuurin", "big_wheel and has_m"),
    _yakuman("daichisei", "大七星", "大七星", "Daichisei", "form_seven_pairs and suits == 0", 2,
             covers=("tsuuiisou",)),
    _yakuman("isshoku_yonjun", "一色四顺", "一色四順", "Isshoku Yonjun", "pure_quad"),
    _yakuman("suurenkou", "四连刻", "四連刻", "Suurenkou", "pure_pung_shift4"),
    _yakuman("hyakuman_goku", "百万石", "百万石", "Hyakuman Goku", "only('123456789m') and rank_sum_100"),
    _yakuman("beni_kujaku", "红孔雀", "紅孔雀", "Beni Kujaku", "only('1579s7z')"),
    _yakuman("paarenchan", "八连庄", "八連荘", "Paarenchan", "streak_reached"),
)
OPEN_RIICHI = (
    _yaku("open_riichi", "开立直", "オープン立直", "Open Riichi", 2, "open_riichi and not double_riichi"),
    _yaku("open_double_riichi", "开立直", "オープン立直", "Open Riichi", 3, "open_riichi and double_riichi",
          label="open_riichi"),
)
SASHIKOMI = _yakuman("open_riichi_sashikomi", "开立直放铳", "オープン立直放銃", "Open Riichi Sashikomi",
                     "open_riichi and not self_draw and not loser_riichi")
# han of a mangan, for yaku that are worth one and stand alone
MANGAN_HAN = 5
RENHOU = {
    "yaku5": _yaku("renhou", "人和", "人和", "Renhou", 5, "human"),
    "mangan_fixed": _yaku("renhou", "人和", "人和", "Renhou", MANGAN_HAN, "human", acc="alternative"),
    "yakuman": _yakuman("renhou", "人和", "人和", "Renhou", "human"),
}
SHIISAN_PUUTAA = {
    "mangan": _yaku("shiisan_puutaa", "十三不搭", "十三不塔", "Shiisan Puutaa", MANGAN_HAN,
                    "unconnected and first_turn and self_draw", acc="alternative", forms=("shapeless",)),
    "yakuman": _yakuman("shiisan_puutaa", "十三不搭", "十三不塔", "Shiisan Puutaa",
                        "unconnected and first_turn and self_draw", forms=("shapeless",)),
}


def yaku_rows(values: dict[str, Value]) -> tuple[Fan, ...]:
    """The rows under these options."""
    rows = list(YAKU)
    if not values["kuitan"]:
        rows = [replace(row, pattern="simples and concealed") if row.id == "tanyao" else row for row in rows]
    rows += [row for row in LOCAL if row.acc == "points" and values[row.id]]
    if values["open_riichi"]:
        closed = ("riichi", "double_riichi")
        rows = [replace(row, pattern=f"{row.pattern} and not open_riichi") if row.id in closed else row for row in rows]
        rows += OPEN_RIICHI
    renhou = RENHOU.get(str(values["renhou_mode"]))
    puutaa = SHIISAN_PUUTAA.get(str(values["shiisan_puutaa"]))
    rows += [row for row in (renhou, puutaa) if row is not None and row.acc != "yakuman"]
    double = members(values["double_yakuman"])
    rows += [replace(row, value=2) if row.id in double else row for row in YAKUMAN]
    rows += [row for row in LOCAL if row.acc == "yakuman" and values[row.id]]
    rows += [row for row in (renhou, puutaa) if row is not None and row.acc == "yakuman"]
    if values["open_riichi"] and values["open_riichi_sashikomi"]:
        rows.append(SASHIKOMI)
    rows += BONUS
    if values["nuki"]:
        rows.append(NUKI_DORA)
    return tuple(rows)
