"""What happens at a table in English, Chinese and Japanese: actions, phases, events, what a seat is."""

from __future__ import annotations

from mjcore.cli.words import reason
from mjcore.game.words import column

Three = tuple[str, str, str]

# names of actions by what `mjcore.table.names` calls them; English ones are those
_ACTIONS: dict[str, tuple[str, str]] = {
    "discard": ("打", "打"),
    "discard hand": ("手切", "手出し"),
    "pick": ("换出", "渡す"),
    "kong": ("杠", "槓"),
    "pass": ("过", "パス"),
    "win": ("和", "和了"),
    "ready": ("听", "聴牌"),
    "abort": ("九种九牌", "九種九牌"),
    "extract": ("拔北", "北抜き"),
    "chow low": ("吃低", "チー低"),
    "chow mid": ("吃中", "チー中"),
    "chow high": ("吃高", "チー高"),
    "pung": ("碰", "ポン"),
    "red": ("红", "赤"),
    "void": ("定缺", "欠け"),
    "number": ("漂", "漂"),
}
_SUITS: dict[str, Three] = {
    "m": ("characters", "万", "萬子"), "p": ("dots", "筒", "筒子"), "s": ("bamboo", "条", "索子"),
}
# how a declaration is called, by the circumstance that tells of it; "" of the others
_READY: dict[str, Three] = {
    "riichi": ("riichi", "立直", "リーチ"),
    "shown": ("show", "亮倒", "公開"),
    "": ("ready", "报听", "聴牌宣言"),
}
_PHASES: dict[str, Three] = {
    "piao": ("choose a number", "选漂", "漂を選ぶ"),
    "exchange": ("three tiles to give away", "换三张", "三枚交換"),
    "void": ("declare a suit void", "定缺", "欠けを選ぶ"),
    "flower": ("a win on flowers?", "花和？", "花牌で和了？"),
    "ready": ("ready at the deal?", "天听？", "配牌聴牌？"),
    "turn": ("your turn", "轮到你", "手番"),
    "throw": ("a discard", "出牌", "打牌"),
    "claim": ("claim {tile} of {other}?", "{other}打出{tile}，要吗？", "{other}の{tile}に対して"),
    "rob": ("win on {tile} of {other}?", "{other}的{tile}，要和吗？", "{other}の{tile}で和了？"),
}
_EVENTS: dict[str, Three] = {
    "start": ("{seat} deals", "{seat}坐庄", "親は{seat}"),
    "dice": ("the die shows {value}", "骰子{value}点", "サイコロの目は{value}"),
    "flip": ("{tile} is turned up for the wild kind", "翻出{tile}", "{tile}をめくる"),
    "piao": ("{seat} chooses {value}", "{seat}漂{value}", "{seat} 漂{value}"),
    "pick": ("{seat} gives {tile} away", "{seat}换出{tile}", "{seat} {tile}を渡す"),
    "exchange": ("the tiles move on by {value}", "换牌，向下移{value}家", "交換：{value}席先へ"),
    "void": ("{seat} plays without {suit}", "{seat}定缺{suit}", "{seat} {suit}を欠く"),
    "aside": ("{seat} sets {tile} aside", "{seat}补花{tile}", "{seat} 花牌{tile}"),
    "draw": ("{seat} draws {tile}", "{seat}摸{tile}", "{seat} ツモ{tile}"),
    "draw 2": ("{seat} draws {tile} for the kong", "{seat}杠后摸{tile}", "{seat} 嶺上{tile}"),
    "draw 3": ("{seat} draws {tile} for the flower", "{seat}补{tile}", "{seat} 補充{tile}"),
    "draw 4": ("{seat} draws {tile} for the north", "{seat}补{tile}", "{seat} 補充{tile}"),
    "ready": ("{seat}: {ready}", "{seat}{ready}", "{seat} {ready}"),
    "discard": ("{seat} discards {tile}", "{seat}打{tile}", "{seat} 打{tile}"),
    "chow": ("{seat} chows {tile} of {other}: {meld}",
             "{seat}吃{other}的{tile}：{meld}", "{seat} {other}の{tile}をチー：{meld}"),
    "pung": ("{seat} pungs {tile} of {other}", "{seat}碰{other}的{tile}", "{seat} {other}の{tile}をポン"),
    "kong 3": ("{seat} kongs {tile} of {other}", "{seat}杠{other}的{tile}", "{seat} {other}の{tile}を明槓"),
    "kong 4": ("{seat} adds {tile} to a pung", "{seat}补杠{tile}", "{seat} {tile}を加槓"),
    "kong 5": ("{seat} lays down a concealed kong {tile}", "{seat}暗杠{tile}", "{seat} 暗槓{tile}"),
    "extract": ("{seat} sets {tile} aside", "{seat}拔{tile}", "{seat} {tile}を抜く"),
    "dora": ("dora indicator {tile}", "宝牌指示牌{tile}", "ドラ表示牌{tile}"),
    "horse": ("horse tile {tile}", "马牌{tile}", "馬{tile}"),
    "self-draw": ("{seat} wins on the drawn {tile}", "{seat}自摸{tile}", "{seat} {tile}でツモ和了"),
    "win": ("{seat} wins on {tile} of {other}", "{seat}和{other}的{tile}", "{seat} {other}の{tile}で和了"),
    "flower win": ("{seat} wins on flowers", "{seat}花和", "{seat} 花牌で和了"),
    "pay": ("{seat} pays {other} {value}: {why}", "{seat}付{other} {value}：{why}", "{seat}→{other} {value}：{why}"),
}
# reasons of payments as the table knows them, where the ledger calls them otherwise
_PAID: dict[str, Three | str] = {
    "win": "points", "kong": ("kong", "杠", "槓"), "kong_refund": "refund_kong", "not_ready_refund": "refund_kong",
    "pig_fine": "active_pig", "deposit": "riichi_deposit", "sticks": "deposits", "nagashi": "nagashi_mangan",
}
_STATES: dict[str, Three] = {
    "you": ("you", "你", "自分"),
    "dealer": ("dealer", "庄", "親"),
    "turn": ("to play", "出牌", "手番"),
    "void": ("no {}", "缺{}", "{}欠け"),
    "double": ("double", "两立直", "ダブル"),
    "one_shot": ("ippatsu", "一发", "一発"),
    "won": ("won", "已和", "和了"),
    "ready_at_deal": ("at the deal", "天听", "配牌聴牌"),
    "ready_first_turn": ("in the first turn", "地听", "第一打聴牌"),
}
_WORDS: dict[str, Three] = {
    "hand": ("hand", "手牌", "手牌"),
    "score": ("score", "分数", "点数"),
    "melds": ("melds", "副露", "副露"),
    "aside": ("aside", "花牌", "抜き"),
    "river": ("discards", "牌河", "河"),
    "state": ("", "", ""),
    "live": ("{} live tiles", "余{}张", "残り{}枚"),
    "indicators": ("dora indicators {}", "宝牌指示牌 {}", "ドラ表示牌 {}"),
    "wild": ("wild {}", "百搭 {}", "万能牌 {}"),
    "round": ("{} round", "{}风圈", "{}場"),
    "honba": ("honba {}", "{}本场", "{}本場"),
    "sticks": ("deposits {}", "立直棒 {}", "供託 {}"),
    "hidden": ("{} tiles", "{}张", "{}枚"),
    "game": ("{}, seed {}", "{}，种子 {}", "{}、シード {}"),
    "number": ("hand {}", "第{}局", "第{}局"),
    "scores": ("scores: {}", "分数：{}", "点数：{}"),
    "final": ("final: {}", "最终：{}", "最終：{}"),
    "unknown": ("'{}' is no legal move: expected a number 1..{}, or a name such as '{}'; ? for help",
                "“{}”不是可行的动作：请输入编号 1..{}，或名称，如“{}”；? 为帮助",
                "「{}」は選べません：番号 1..{} か「{}」のような名前を入力してください。? でヘルプ"),
    "stopped": ("stopped", "已退出", "終了しました"),
    "ended": ("the input ended before the game did", "输入已结束，对局未完", "入力が対局の途中で終わりました"),
    "go on": ("Enter: go on, q: quit ", "回车：继续，q：退出 ", "Enter：続ける、q：終了 "),
    "from the hand": ("from the hand", "手牌中的", "手牌から"),
}
HELP: Three = (
    "Type the number of a move or its name: 'discard 5m', '5m' for short, 'pung', 'chow low', 'pass', 'win'.\n"
    "Tiles: 1m..9m characters, p dots, s bamboo, 1z..4z E S W N, 5z 6z 7z white green red, 0m 0p 0s red fives.\n"
    "Discards: (5m) claimed by another, 5m! won on, 5m* thrown with a declaration, ? face down.\n"
    "A chow is low, mid or high by the place of the claimed tile. ? shows this, t the table, q quits.",
    "输入动作的编号或名称：“打5m”，简写“5m”，“碰”，“吃低”，“过”，“和”；英文名称亦可。\n"
    "牌：1m..9m 万，p 筒，s 条，1z..4z 东南西北，5z 6z 7z 白发中，0m 0p 0s 红五。\n"
    "牌河：(5m) 被吃碰杠，5m! 被和，5m* 宣告时打出，? 暗扣。\n"
    "吃的低、中、高指所吃的牌在顺子中的位置。? 显示帮助，t 显示牌桌，q 退出。",
    "番号か名前を入力：「打5m」、略して「5m」、「ポン」、「チー低」、「パス」、「和了」。英語の名前も使えます。\n"
    "牌：1m..9m 萬子、p 筒子、s 索子、1z..4z 東南西北、5z 6z 7z 白發中、0m 0p 0s 赤五。\n"
    "河：(5m) 鳴かれた牌、5m! 和了牌、5m* 宣言牌、? 伏せ牌。\n"
    "チーの低・中・高は鳴いた牌の順子での位置です。? でヘルプ、t で卓、q で終了。",
)


def play_word(key: str, lang: str) -> str:
    return _WORDS[key][column(lang)]


def state_word(key: str, lang: str) -> str:
    return _STATES[key][column(lang)]


def suit_name(suit: str, lang: str) -> str:
    return _SUITS[suit][column(lang)]


def phase_text(phase: str, lang: str, **what: str) -> str:
    """What a seat is asked."""
    return _PHASES[phase][column(lang)].format(**what)


def event_text(key: str, lang: str, **what: object) -> str:
    """An event in words; "" for one that needs none."""
    return _EVENTS[key][column(lang)].format(**what) if key in _EVENTS else ""


def paid_for(key: str, lang: str) -> str:
    """Why a payment of the table was made."""
    known = _PAID.get(key, key)
    return reason(known, key, lang) if isinstance(known, str) else known[column(lang)]


def ready_word(circumstances: tuple[str, ...], lang: str) -> str:
    """What a rule set calls a declaration."""
    return _READY[next((key for key in ("riichi", "shown") if key in circumstances), "")][column(lang)]


def action_word(text: str, lang: str) -> str:
    """The name of an action, in English "discard 5m", in another language without the space: "打5m".

    >>> action_word("discard 5m", "zh"), action_word("chow low red", "ja"), action_word("void p", "zh")
    ('打5m', 'チー低赤', '定缺筒')
    """
    if lang == "en":
        return text
    place = column(lang) - 1
    if text in _ACTIONS:
        return _ACTIONS[text][place]
    first, _, last = text.rpartition(" ")
    if first == "void":
        last = suit_name(last, lang)
    elif last in _ACTIONS:
        last = _ACTIONS[last][place]
    return _ACTIONS[first][place] + last
