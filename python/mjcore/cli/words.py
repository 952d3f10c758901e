"""The words of the command line's tables in English, Chinese and Japanese."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mjcore.game.words import LANGUAGES as LANGUAGES
from mjcore.game.words import reason as reason

_WORDS: dict[str, tuple[str, str, str]] = {
    "fan": ("fan", "番种", "役"),
    "points": ("points", "番", "点"),
    "count": ("count", "次数", "回数"),
    "yaku": ("yaku", "役种", "役"),
    "han": ("han", "番", "翻"),
    "fu": ("fu", "符", "符"),
    "fu for": ("for", "符的来源", "符の内訳"),
    "yakuman": ("yakuman", "役满", "役満"),
    "each": ("each", "每个", "毎"),
    "alone": ("alone", "单独", "単独"),
    "han closed": ("han closed", "门清番数", "門前翻数"),
    "open": ("open", "副露", "副露"),
    "sets": ("sets", "牌组", "牌組"),
    "not counted": ("not counted", "不计", "加算せず"),
    "covered by": ("covered by", "包含于", "含む役"),
    "covers": ("covers", "不计番种", "含む役"),
    "total": ("total", "合计", "合計"),
    "without flowers": ("without flowers", "不计花牌", "花牌を除く"),
    "before the cap": ("before the cap", "封顶前", "上限前"),
    "a share": ("a share", "每份", "一口"),
    "minimum": ("minimum", "起和", "最低"),
    "shares": ("a share pays", "每份", "一口の支払い"),
    "players": ("players", "人", "人"),
    "tiles": ("tiles", "张牌", "枚"),
    "pairs and a pung": ("pairs and a pung", "对子加一副刻子", "対子と一刻子"),
    "flower win": ("flower win", "花和", "花牌での和了"),
    "wild": ("wild", "财神（百搭）", "万能牌"),
    "standing for": ("standing for", "充当", "代わり"),
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
    "seed": ("seed", "种子", "シード"),
    "random hand played": ("random hand played", "随机打完一手牌", "ランダムに打つ一局"),
    "bytes": ("bytes", "bytes", "bytes"),
    "list": ("list", "list", "list"),
    "Win": ("Win", "Win", "Win"),
    "ns a hand": ("ns a hand", "每手纳秒", "一手のns"),
    "package": ("package", "软件包", "パッケージ"),
    "its ns": ("its ns", "其纳秒", "そのns"),
    "times": ("times", "倍数", "倍"),
    "three forms": ("three forms", "三种牌型", "三つの形"),
}

# of rule sets where yaku count han
_HAND_POINTS = ("points", "点数", "点数")

# circumstances of a win, by the arguments of `mjcore.score`; in English these speak for themselves
_CIRCUMSTANCES: dict[str, tuple[str, str]] = {
    "self_draw": ("自摸", "ツモ"),
    "rob_kong": ("抢杠", "槍槓"),
    "last_tile": ("最后一张牌", "海底・河底"),
    "after_kong": ("杠后补牌", "嶺上"),
    "after_flower": ("补花牌", "花牌の補充"),
    "last_copy": ("绝张", "絶張"),
    "first_turn": ("第一巡", "第一巡"),
    "flowers": ("花牌", "花牌"),
    "seat_wind": ("门风", "自風"),
    "round_wind": ("圈风", "場風"),
    "streak": ("连庄次数", "連荘数"),
    "kong_chain": ("连杠次数", "連槓数"),
    "on_kong_discard": ("杠后打出的牌", "槓後の打牌"),
    "ready_at_deal": ("天听", "配牌聴牌"),
    "ready_first_turn": ("地听", "第一打聴牌"),
    "shown": ("亮倒", "手牌公開"),
    "loser_shown": ("付方亮倒", "放銃者の手牌公開"),
    "seven_rob_one": ("七抢一", "七搶一"),
    "void_suit": ("定缺的花色", "欠けの色"),
    "wild": ("财神（百搭）", "万能牌"),
    "riichi": ("立直", "リーチ"),
    "double_riichi": ("两立直", "ダブルリーチ"),
    "open_riichi": ("开立直", "オープンリーチ"),
    "ippatsu": ("一发", "一発"),
    "loser_riichi": ("付方立直", "放銃者のリーチ"),
    "on_riichi_discard": ("立直宣言牌", "リーチ宣言牌"),
    "dora_indicators": ("宝牌指示牌", "ドラ表示牌"),
    "ura_indicators": ("里宝牌指示牌", "裏ドラ表示牌"),
    "nuki": ("拔北张数", "抜きドラ"),
}

# what may be typed for an option, said in Chinese
_ALLOWED = (
    (r" in steps of (\d+)", r"，间隔 \1"),
    (r"any of ", "任选若干："),
    (r"(\d+) or (\d+) whole numbers with commas", r"\1 或 \2 个整数，用逗号隔开"),
    (r"(\d+) whole numbers with commas", r"\1 个整数，用逗号隔开"),
    (r" or another whole number up to (\d+)", r"，或别的整数，至多 \1"),
    (r" or none", " 或 none"),
)

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


def hand_points(lang: str) -> str:
    """What the points of a hand are called where yaku count han."""
    return _HAND_POINTS[LANGUAGES.index(lang)]


def circumstance(name: str, lang: str) -> str:
    """The argument of `mjcore.score`, with its name where the language is not English."""
    if lang == "en" or name not in _CIRCUMSTANCES:
        return name
    return f"{name} {_CIRCUMSTANCES[name][lang == 'ja']}"


def allowed_in(text: str, lang: str) -> str:
    """What may be typed for an option, as `Option.allowed` says it."""
    if lang == "zh":
        for english, chinese in _ALLOWED:
            text = re.sub(english, chinese, text)
    return text


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


def points_and_fan(points: Mapping[str, str], lang: str) -> tuple[str, str]:
    """The heads of two columns, what fans are worth and what they are called; never the same word."""
    worth, fan = name_in(points, lang), word("fan", lang)
    return worth, fan if fan != worth else word("name", lang)


def name_in(names: Mapping[str, str], lang: str) -> str:
    """The name in that language; where a game has none there, its English or first one."""
    return names.get(lang) or names.get("en") or next(iter(names.values()))
