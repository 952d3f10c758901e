"""The words of a result in English, Chinese and Japanese."""

from __future__ import annotations

from mjcore.errors import MahjongError, brief

LANGUAGES = ("en", "zh", "ja")

# how a hand ends
ENDS: dict[str, tuple[str, str, str]] = {
    "win": ("won", "和牌", "和了"),
    "exhaustive": ("the wall is empty", "荒牌流局", "荒牌平局"),
    "nagashi": ("the wall is empty, nagashi mangan", "流局满贯", "流し満貫"),
    "nine_kinds": ("aborted: nine kinds of terminals and honours", "途中流局：九种九牌", "途中流局：九種九牌"),
    "four_winds": ("aborted: four equal winds", "途中流局：四风连打", "途中流局：四風連打"),
    "four_riichi": ("aborted: four in riichi", "途中流局：四家立直", "途中流局：四家立直"),
    "four_kongs": ("aborted: four kongs", "途中流局：四杠散了", "途中流局：四槓散了"),
    "three_rons": ("aborted: three wins on one tile", "途中流局：三家和", "途中流局：三家和"),
}
WORDS: dict[str, tuple[str, str, str]] = {
    "seat": ("seat {}", "{}号位", "席{}"),
    "table": ("the table", "桌面", "場"),
    "self-draw": ("{seat} draws {tile} and wins", "{seat}自摸{tile}", "{seat} {tile}ツモ"),
    "discard": ("{seat} wins on {tile} of {loser}", "{seat}和{loser}打出的{tile}", "{seat} {loser}の{tile}でロン"),
    "robbed": ("{seat} wins on {tile} of {loser}, robbing the kong", "{seat}抢{loser}杠的{tile}",
               "{seat} {loser}の{tile}で槍槓"),
    "flowers": ("{seat} wins on flowers", "{seat}花和", "{seat} 花牌で和了"),
    "flowers of": ("{seat} wins on flowers, taking that of {loser}", "{seat}花和，抢{loser}的花",
                   "{seat} {loser}の花牌で和了"),
    "winners": ("winners: {}", "和家：{}", "和了者：{}"),
    "ready": ("ready: {}", "听牌：{}", "聴牌：{}"),
    "nobody": ("nobody", "无", "なし"),
    "pays": ("{payer} pays {receiver} {amount}: {why}", "{payer}付{receiver} {amount}：{why}",
             "{payer}→{receiver} {amount}：{why}"),
    "change": ("change: {}", "得失：{}", "増減：{}"),
    "han": ("{} han", "{}番", "{}翻"),
    "fu": ("{} fu", "{}符", "{}符"),
    "yakuman": ("yakuman", "役满", "役満"),
    "many yakuman": ("{} yakuman", "{}倍役满", "{}倍役満"),
}
# reasons of payments; where the points themselves are paid, "points" may be said by what a rule set calls them
REASONS: dict[str, tuple[str, str, str]] = {
    "base": ("base", "底分", "基本点"),
    "points": ("for the win", "和牌", "和了"),
    "dealer": ("for the dealer", "庄家台", "親"),
    "self_draw": ("for the self-draw", "自摸加底", "自摸"),
    "float": ("floats", "漂", "漂"),
    "horse": ("horse", "买马", "馬"),
    "pao": ("pao", "包牌", "包"),
    "honba": ("honba", "本场", "本場"),
    "deposits": ("riichi deposits", "立直棒", "供託"),
    "leftover_deposits": ("deposits left at the end", "终局剩余立直棒", "終局時の供託"),
    "riichi_deposit": ("riichi deposit", "立直棒", "リーチ棒"),
    "noten": ("noten payment", "不听罚符", "ノーテン罰符"),
    "nagashi_mangan": ("nagashi mangan", "流局满贯", "流し満貫"),
    "exposed_kong": ("exposed kong", "明杠", "明槓"),
    "added_kong": ("added kong", "补杠", "加槓"),
    "concealed_kong": ("concealed kong", "暗杠", "暗槓"),
    "refund_kong": ("refund of a kong", "退杠钱", "槓の返金"),
    "kong_transfer": ("kong money goes to the winner", "杠钱转移", "槓の移転"),
    "pig": ("pig", "花猪", "花猪"),
    "active_pig": ("fine for an active pig", "主动花猪罚分", "花猪の罰"),
    "not_ready": ("not ready", "查大叫", "不聴"),
    "shown": ("shown while all are ready", "全听时亮倒", "公開"),
    "deferred": ("deferred debt", "拉庄欠账", "繰り延べ"),
    "stake": ("stake of a deferred debt", "拉庄博注", "繰り延べの賭け"),
    "fine": ("fine", "罚分", "罰"),
    "false_win": ("false win", "诈和", "チョンボ"),
    "breach": ("breach", "犯规", "反則"),
}
REFUND = ("refund: ", "退还：", "返金：")


def column(lang: str) -> int:
    """Which of three words is in that language; MahjongError for another one."""
    if lang not in LANGUAGES:
        raise MahjongError(f"lang is {brief(lang)}: expected one of {', '.join(LANGUAGES)}")
    return LANGUAGES.index(lang)


def word(key: str, lang: str) -> str:
    return WORDS[key][column(lang)]


def reason(key: str, text: str, lang: str) -> str:
    """The reason of a payment; where there is no word for it, the ledger's text.

    >>> reason("refund_base", "", "en"), reason("refund_kong", "", "zh"), reason("tip", "a tip", "en")
    ('refund: base', '退杠钱', 'a tip')
    """
    language = column(lang)
    if key in REASONS:
        return REASONS[key][language]
    taken_back = key.removeprefix("refund_")
    return REFUND[language] + REASONS[taken_back][language] if taken_back in REASONS else text or key
