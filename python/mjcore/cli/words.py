"""The words of the command line's tables in English, Chinese and Japanese."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("en", "zh", "ja")

_WORDS: dict[str, tuple[str, str, str]] = {
    "fan": ("fan", "番种", "役"),
    "points": ("points", "番", "点"),
    "count": ("count", "次数", "回数"),
    "yaku": ("yaku", "役种", "役"),
    "han": ("han", "番", "翻"),
    "fu": ("fu", "符", "符"),
    "fu for": ("for", "符的来源", "符の内訳"),
    "yakuman": ("yakuman", "役满", "役満"),
    "each": ("each", "每张", "枚毎"),
    "alone": ("alone", "单独", "単独"),
    "han closed": ("han closed", "门清番数", "門前翻数"),
    "open": ("open", "副露", "副露"),
    "sets": ("sets", "牌组", "牌組"),
    "not counted": ("not counted", "不计", "加算せず"),
    "covered by": ("covered by", "包含于", "含む役"),
    "covers": ("covers", "不计番种", "含む役"),
    "total": ("total", "合计", "合計"),
    "without flowers": ("without flowers", "不计花牌", "花牌を除く"),
    "legal": ("may win", "可以和牌", "和了可"),
    "not legal": ("may not win", "不能和牌", "和了不可"),
    "payments": ("payments", "收支", "収支"),
    "seat": ("seat", "座位", "席"),
    "wind": ("wind", "门风", "自風"),
    "change": ("change", "得失", "増減"),
    "why": ("why", "缘由", "理由"),
    "rules": ("rules", "规则", "ルール"),
    "name": ("name", "名称", "名称"),
    "also known as": ("also known as", "别名", "別名"),
    "option": ("option", "选项", "オプション"),
    "value": ("value", "现值", "値"),
    "values": ("values", "可取值", "選べる値"),
    "default": ("default", "默认", "既定"),
    "meaning": ("meaning", "含义", "意味"),
    "presets": ("presets", "预设", "プリセット"),
    "circumstances": ("circumstances", "和牌情况", "和了の状況"),
    "combination": ("combination of sets", "套算一次", "順子・刻子の組み合わせ"),
    "id": ("id", "标识", "識別子"),
    "reading": ("reading", "牌型", "和了形"),
    "pair": ("pair", "将牌", "雀頭"),
    "wait": ("wait", "听牌", "待ち"),
    "jokers": ("jokers as", "百搭充当", "ジョーカーの役"),
    "shanten": ("shanten", "向听数", "向聴数"),
    "ready": ("ready", "听牌", "聴牌"),
    "complete": ("complete", "和牌", "和了形"),
    "form": ("form", "牌型", "和了形"),
    "drawn": ("drawn", "自摸", "ツモ"),
    "discarded": ("discarded", "荣和", "ロン"),
    "tile": ("tile", "牌", "牌"),
    "discard": ("discard", "打", "打牌"),
    "accepted tiles": ("accepted tiles", "有效牌", "有効牌"),
    "copies left": ("copies left", "剩余张数", "残り枚数"),
    "question": ("question", "问题", "質問"),
    "hands as": ("hands as", "手牌形式", "手牌の形"),
    "array": ("array", "数组", "配列"),
    "bytes": ("bytes", "bytes", "bytes"),
    "list": ("list", "list", "list"),
    "Win": ("Win", "Win", "Win"),
    "ns a hand": ("ns a hand", "每手纳秒", "一手のns"),
    "package": ("package", "软件包", "パッケージ"),
    "its ns": ("its ns", "其纳秒", "そのns"),
    "times": ("times", "倍数", "倍"),
    "three forms": ("three forms", "三种牌型", "三つの形"),
}

# reasons of payments that more than one rule set has
_REASONS: dict[str, tuple[str, str, str]] = {
    "base": ("base", "底分", "基本点"),
    "points": ("points", "番数", "点数"),
    "pao": ("pao", "包牌", "包"),
    "honba": ("honba", "本场", "本場"),
    "deposits": ("riichi deposits", "立直棒", "供託"),
}
# where points are not the sum of the fans
_HAND_POINTS = ("points", "点数", "点数")

# names of limits; kazoe is a yakuman by counted han
_LIMITS: dict[str, tuple[str, str, str]] = {
    "mangan": ("mangan", "满贯", "満貫"),
    "haneman": ("haneman", "跳满", "跳満"),
    "baiman": ("baiman", "倍满", "倍満"),
    "sanbaiman": ("sanbaiman", "三倍满", "三倍満"),
    "kazoe": ("kazoe yakuman", "累计役满", "数え役満"),
}

_FU_ITEMS: dict[str, tuple[str, str, str]] = {
    "base": ("every hand", "底符", "副底"),
    "closed_discard": ("closed hand, on a discard", "门清荣和", "門前ロン"),
    "self_draw": ("self-draw", "自摸", "ツモ"),
    "wait_pair": ("wait for the pair", "单骑听", "単騎待ち"),
    "wait_edge": ("edge wait", "边张听", "辺張待ち"),
    "wait_closed": ("closed wait", "嵌张听", "嵌張待ち"),
    "pair": ("pair", "雀头", "雀頭"),
    "open_pung": ("open pung", "明刻", "明刻"),
    "concealed_pung": ("concealed pung", "暗刻", "暗刻"),
    "open_kong": ("open kong", "明杠", "明槓"),
    "concealed_kong": ("concealed kong", "暗杠", "暗槓"),
    "seven_pairs": ("seven pairs", "七对子", "七対子"),
    "round_up": ("rounded up", "进位", "切り上げ"),
}

_FORMS: dict[str, tuple[str, str, str]] = {
    "standard": ("sets and a pair", "基本和型", "四面子一雀頭"),
    "knitted_straight": ("knitted straight", "组合龙", "knitted straight"),
    "seven_pairs": ("seven pairs", "七对", "七対子"),
    "pairs_and_set": ("pairs and a set", "对子加一副牌组", "対子と一面子"),
    "thirteen_orphans": ("thirteen orphans", "十三幺", "国士無双"),
    "greater_knitted": ("greater honors and knitted tiles", "七星不靠", "greater honors and knitted tiles"),
    "lesser_knitted": ("lesser honors and knitted tiles", "全不靠", "lesser honors and knitted tiles"),
    "shapeless": ("unconnected tiles", "十三不搭", "十三不塔"),
}


def form_name(form: str, lang: str) -> str:
    """The name of a form of hand; its id in words where there is none."""
    return _FORMS[form][LANGUAGES.index(lang)] if form in _FORMS else form.replace("_", " ")


def reason(key: str, text: str, lang: str, han: bool = False) -> str:
    """The reason of a payment; where there is no word for it, the ledger's text. `han`: points are not a sum."""
    if han and key == "points":
        return _HAND_POINTS[LANGUAGES.index(lang)]
    return _REASONS[key][LANGUAGES.index(lang)] if key in _REASONS else text


def limit_name(limit: str, lang: str) -> str:
    return _LIMITS[limit][LANGUAGES.index(lang)]


def fu_item(item: str, lang: str) -> str:
    """What fu are given for; its id in words where there is no name."""
    return _FU_ITEMS[item][LANGUAGES.index(lang)] if item in _FU_ITEMS else item.replace("_", " ")


def han_and_fu(han: int, fu: int, lang: str) -> str:
    """ "4 han 40 fu"; without fu where a hand has none."""
    parts = [(han, "han"), (fu, "fu")] if fu else [(han, "han")]
    if lang == "en":
        return " ".join(f"{number} {key}" for number, key in parts)
    return "".join(f"{number}{word(key, lang)}" for number, key in parts)


def yakuman(multiple: int, lang: str) -> str:
    """ "yakuman", "2 yakuman"."""
    if multiple == 1:
        return word("yakuman", lang)
    times = {"en": f"{multiple} ", "zh": f"{multiple}倍", "ja": f"{multiple}倍"}[lang]
    return times + word("yakuman", lang)


def word(key: str, lang: str) -> str:
    return _WORDS[key][LANGUAGES.index(lang)]


def name_in(names: Mapping[str, str], lang: str) -> str:
    """The name in that language; where a game has none there, its English or first one."""
    return names.get(lang) or names.get("en") or next(iter(names.values()))
