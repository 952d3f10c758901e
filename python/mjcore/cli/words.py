"""The words of the command line's tables in English, Chinese and Japanese."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("en", "zh", "ja")

_WORDS: dict[str, tuple[str, str, str]] = {
    "fan": ("fan", "番种", "役"),
    "points": ("points", "番", "点"),
    "count": ("count", "次数", "回数"),
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
    "values": ("values, default first", "可取值（首项为默认）", "選べる値（先頭が既定）"),
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
}

_FORMS: dict[str, tuple[str, str, str]] = {
    "standard": ("sets and a pair", "基本和型", "四面子一雀頭"),
    "knitted_straight": ("knitted straight", "组合龙", "knitted straight"),
    "seven_pairs": ("seven pairs", "七对", "七対子"),
    "pairs_and_set": ("pairs and a set", "对子加一副牌组", "対子と一面子"),
    "thirteen_orphans": ("thirteen orphans", "十三幺", "国士無双"),
    "greater_knitted": ("greater honors and knitted tiles", "七星不靠", "greater honors and knitted tiles"),
    "lesser_knitted": ("lesser honors and knitted tiles", "全不靠", "lesser honors and knitted tiles"),
}


def form_name(form: str, lang: str) -> str:
    """The name of a form of hand; its id in words where there is none."""
    return _FORMS[form][LANGUAGES.index(lang)] if form in _FORMS else form.replace("_", " ")


def reason(key: str, text: str, lang: str) -> str:
    """The reason of a payment; where there is no word for it, the ledger's text."""
    return _REASONS[key][LANGUAGES.index(lang)] if key in _REASONS else text


def word(key: str, lang: str) -> str:
    return _WORDS[key][LANGUAGES.index(lang)]


def name_in(names: Mapping[str, str], lang: str) -> str:
    """The name in that language; where a game has none there, its English or first one."""
    return names.get(lang) or names.get("en") or next(iter(names.values()))
