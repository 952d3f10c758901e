"""The fan tables of Sichuan mahjong: the one of the Chengdu text, the SBR competition's, the room-card app's.

A fan is a doubling. In the first two all add up; of the app's patterns only the one that gives most counts, and roots
add to it.
"""

from __future__ import annotations

from mjcore.fans.rows import Fan
from mjcore.rules.base import Values

# four sets laid down, closed kongs too, and the last tile waits for its pair
ALL_EXPOSED = "all_exposed and all_pungs"
# the other reading: whatever waits for its pair beside triplets alone
ANY_PAIR_WAIT = "role_pair and all_pungs"
GROUP = "pattern"
ONE_SUIT = "suits == 1 and not has_honours"

PINGHU = Fan("pinghu", "平和", "Plain Win", 0, if_nothing=True)
GANG = Fan("gang", "杠", "Kong", 1, "each_kong", count="each")
GEN = Fan("gen", "根", "Root", 1, "quads", count="each")
DUIDUIHU = Fan("duiduihu", "对对和", "All Pungs", 1, "all_pungs")
QIDUI = Fan("qidui", "七对", "Seven Pairs", 2, "form_seven_pairs")
QINGYISE = Fan("qingyise", "清一色", "One Suit", 2, ONE_SUIT)
GANGSHANGHUA = Fan("gangshanghua", "杠上开花", "Win on a Kong Replacement", 1, "after_kong")
QIANGGANG = Fan("qianggang", "抢杠", "Robbing the Kong", 1, "rob_kong")
HAIDI = Fan("haidi", "海底", "Last Tile", 1, "last_tile and not rob_kong")
ZIMO = Fan("zimo", "自摸", "Self-Draw", 1, "self_draw")
# the discard that follows a kong
KONG_DISCARD = Fan("gangshangpao", "杠上炮", "Win on a Discard after a Kong", 1, "on_kong_discard and not rob_kong")
# and the tile of a further added kong
KONG_DISCARD_OR_KONG = Fan("gangshangpao", "杠上炮", "Win on a Discard after a Kong", 1, "on_kong_discard")


def fans(values: Values) -> tuple[Fan, ...]:
    """The fan table under the options."""
    rows = {"seed": seed_rows, "sbr": sbr_rows, "app": app_rows}[str(values["fans"])](values)
    return (*rows, ZIMO, PINGHU) if values["zimo"] == "plus_fan" else (*rows, PINGHU)


def seed_rows(values: Values) -> tuple[Fan, ...]:
    """The table of the Chengdu text."""
    return (QINGYISE, QIDUI, DUIDUIHU, GANG, GEN, GANGSHANGHUA)


def sbr_rows(values: Values) -> tuple[Fan, ...]:
    """The table of the SBR competition rules."""
    golden = Fan("jingoudiao", "金钩钓", "Golden Single Wait", 1, golden_wait(values))
    return (QINGYISE, QIDUI, DUIDUIHU, golden, GANG, GEN, GANGSHANGHUA, KONG_DISCARD_OR_KONG, QIANGGANG, HAIDI)


def app_rows(values: Values) -> tuple[Fan, ...]:
    """The table of the app, the rows of switched-off options left out. Kongs are roots too."""
    golden = golden_wait(values)

    def pattern(id: str, zh: str, en: str, value: int, text: str, roots: int = 0) -> Fan:
        # so many roots are in the value already; where four kongs give less than this, theirs count
        return Fan(id, zh, en, value, text, reduces={"gen_quads": roots} if roots else {}, revives=("gen_kongs",),
                   group=GROUP)

    def all_kongs(id: str, zh: str, en: str, value: int, more: str = "") -> Fan:
        return Fan(id, zh, en, value, f"kongs == 4{more}", covers=("gen_kongs",), group=GROUP)

    one_suit, dui = f" and {ONE_SUIT}", "ranks_in('258')"
    luohan = [
        all_kongs("qing_shiba_luohan", "清十八罗汉", "Four Kongs of One Suit", 8, one_suit),
        all_kongs("shiba_luohan", "十八罗汉", "Four Kongs", 6),
    ]
    heavenly = [
        pattern("tianhu", "天胡", "Heavenly Win", 5, "heaven"),
        pattern("dihu", "地胡", "Earthly Win", 5, "earth"),
    ]
    outside = [
        pattern("qing_yaojiu", "清幺九", "Outside Hand of One Suit", 4, f"outside_sets{one_suit}"),
        pattern("daiyao", "带幺九", "Outside Hand", 2, "outside_sets"),
    ]
    pungs_258 = [
        pattern("jiang_jingou", "将金钩钓", "Golden Single Wait of 2 5 8", 4, f"{golden} and {dui}"),
        pattern("jiangdui", "将对", "Pungs of 2 5 8", 3, f"all_pungs and {dui}"),
    ]
    always = [
        pattern("qing_long_qidui", "清龙七对", "Dragon Seven Pairs of One Suit", 5,
                f"form_seven_pairs and pair_quads >= 1{one_suit}", roots=1),
        pattern("qing_qidui", "清七对", "Seven Pairs of One Suit", 4, f"form_seven_pairs{one_suit}"),
        pattern("qing_jingou", "清金钩钓", "Golden Single Wait of One Suit", 4, f"{golden}{one_suit}"),
        pattern("long_qidui", "龙七对", "Dragon Seven Pairs", 4, "form_seven_pairs and pair_quads >= 1", roots=1),
        pattern("qingdui", "清对", "All Pungs of One Suit", 3, f"all_pungs{one_suit}"),
        pattern("qingyise", "清一色", "One Suit", 2, ONE_SUIT),
        pattern("qidui", "七对", "Seven Pairs", 2, "form_seven_pairs"),
        pattern("jingoudiao", "金钩钓", "Golden Single Wait", 2, golden),
        pattern("duiduihu", "对对和", "All Pungs", 1, "all_pungs"),
    ]
    patterns = [*luohan, *(heavenly if values["tiandi"] else ()), *always, *(outside if values["yaojiu"] else ()),
                *(pungs_258 if values["jiangdui"] else ())]
    further = [
        Fan("gen_quads", "根", "Root", 1, "quads", count="each", label="gen"),
        Fan("gen_kongs", "根", "Root", 1, "each_kong", count="each", label="gen"),
        GANGSHANGHUA,
        KONG_DISCARD,
        QIANGGANG,
    ]
    if values["menqing"]:
        further.append(Fan("menqing", "门清", "Concealed Self-Draw", 1, "no_meld and self_draw"))
    if values["duanyao"]:
        further.append(Fan("duanyao", "断幺九", "No Terminals", 1, "simples"))
    return (*sorted(patterns, key=lambda row: -row.value), *further)


def golden_wait(values: Values) -> str:
    """The pattern of 金钩钓."""
    return ALL_EXPOSED if values["jingoudiao_exposed"] else ANY_PAIR_WAIT
