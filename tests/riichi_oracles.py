"""Two independent public packages as judges of riichi wins: PyPI `mahjong` and `riichienv`.

Each adapter gives an `Opinion` in our ids. `explained` names the known reason for a difference: a dispute of
rules/riichi.md section 15 or a fault of the package, each as narrow as it can be told from the win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from reference.facts import EAST, FIVES, PlainMeld
from reference.riichi import DEFAULTS, PlainRiichiWin, PlainScore
from reference.riichi_yaku import WIND_IDS, Values

MAHJONG_IDS = {
    "Menzen Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "Open Riichi": "open_riichi",
    "Double Open Riichi": "open_riichi",
    "Double Riichi": "double_riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan_kaihou",
    "Haitei Raoyue": "haitei_raoyue",
    "Houtei Raoyui": "houtei_raoyui",
    "Renhou": "renhou",
    "Renhou (yakuman)": "renhou",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Ryanpeikou": "ryanpeikou",
    "Yakuhai (haku)": "yakuhai_haku",
    "Yakuhai (hatsu)": "yakuhai_hatsu",
    "Yakuhai (chun)": "yakuhai_chun",
    **{f"Yakuhai ({of} wind {wind})": f"{of}_wind_{wind}" for of in ("seat", "round") for wind in
       ("east", "south", "west", "north")},
    "Sanshoku Doujun": "sanshoku_doujun",
    "Ittsu": "ittsuu",
    "Chantai": "chanta",
    "Honroutou": "honroutou",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shou Sangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Chinitsu": "chinitsu",
    "Kokushi Musou": "kokushi_musou",
    "Kokushi Musou Juusanmen Matchi": "kokushi_musou_13men",
    "Chuuren Poutou": "chuuren_poutou",
    "Daburu Chuuren Poutou": "junsei_chuuren_poutou",
    "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou_tanki",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushii",
    "Dai Suushii": "daisuushii",
    "Ryuuiisou": "ryuuiisou",
    "Suu Kantsu": "suukantsu",
    "Tsuu Iisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    "Daisharin": "daisharin",
    "Daichikurin": "daichikurin",
    "Daisuurin": "daisuurin",
    "Daichisei": "daichisei",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Sashikomi": "open_riichi_sashikomi",
    "Dora": "dora",
    "Aka Dora": "aka_dora",
    "Ura Dora": "ura_dora",
}
RIICHIENV_IDS = {
    1: "menzen_tsumo",
    2: "riichi",
    3: "chankan",
    4: "rinshan_kaihou",
    5: "haitei_raoyue",
    6: "houtei_raoyui",
    7: "yakuhai_haku",
    8: "yakuhai_hatsu",
    9: "yakuhai_chun",
    10: "seat_wind",
    11: "round_wind",
    12: "tanyao",
    13: "iipeikou",
    14: "pinfu",
    15: "chanta",
    16: "ittsuu",
    17: "sanshoku_doujun",
    18: "double_riichi",
    19: "sanshoku_doukou",
    20: "sankantsu",
    21: "toitoi",
    22: "sanankou",
    23: "shousangen",
    24: "honroutou",
    25: "chiitoitsu",
    26: "junchan",
    27: "honitsu",
    28: "ryanpeikou",
    29: "chinitsu",
    30: "ippatsu",
    31: "dora",
    32: "aka_dora",
    33: "ura_dora",
    34: "nuki_dora",
    35: "tenhou",
    36: "chiihou",
    37: "daisangen",
    38: "suuankou",
    39: "tsuuiisou",
    40: "ryuuiisou",
    41: "chinroutou",
    42: "kokushi_musou",
    43: "shousuushii",
    44: "suukantsu",
    45: "chuuren_poutou",
    47: "junsei_chuuren_poutou",
    48: "suuankou_tanki",
    49: "kokushi_musou_13men",
    50: "daisuushii",
}


@dataclass(frozen=True)
class Opinion:
    """What a package says of a win. `yaku` are id -> han (yakuman: multiple; None: it does not say)."""

    legal: bool
    yaku: Mapping[str, int | None]
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    points: int = 0


# Tiles as numbers 0..135; the first five of each suit is the red one


class Ids:
    """Gives each tile of a win a number of its own."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def take(self, kind: int, red: bool = False) -> int:
        first = 4 * kind
        plain = [first + copy for copy in (1, 2, 3, 0)] if kind in FIVES else list(range(first, first + 4))
        found = next((tile for tile in ([first] if red else plain) if tile not in self.used), None)
        if found is None:
            raise ValueError(f"no copy of {kind} left")
        self.used.add(found)
        return found

    def many(self, kinds: list[int], reds: tuple[int, int, int]) -> list[int]:
        left = list(reds)
        tiles = []
        for kind in kinds:
            red = kind in FIVES and left[FIVES.index(kind)] > 0
            if red:
                left[FIVES.index(kind)] -= 1
            tiles.append(self.take(kind, red))
        return tiles


@dataclass(frozen=True)
class Numbered:
    """A win in numbered tiles: concealed without the winning tile, it, the melds, indicators."""

    concealed: list[int]
    win: int
    melds: list[list[int]]
    dora: list[int]
    ura: list[int]


def numbered(win: PlainRiichiWin) -> Numbered:
    ids = Ids()
    reds = list(win.reds)
    if win.win_red:
        reds[FIVES.index(win.win)] -= 1
    winning = ids.take(win.win, win.win_red)
    man, pin, sou = reds
    concealed = ids.many(win.concealed, (man, pin, sou))
    melds = []
    for meld, red in zip(win.melds, (*win.meld_reds, 0, 0, 0, 0), strict=False):
        m, p, s = (red if meld.tiles[0] // 9 == suit else 0 for suit in range(3))
        melds.append(ids.many(list(meld.tiles), (m, p, s)))
    dora, ura = ([ids.take(kind) for kind in indicators] for indicators in (win.dora, win.ura))
    return Numbered(concealed, winning, melds, dora, ura)


# PyPI mahjong


def mahjong_call(
    win: PlainRiichiWin, values: Values | None = None
) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
    """What PyPI `mahjong` is asked, with those of our options that it knows: function, arguments, keywords."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

    options = {**DEFAULTS, **(values or {})}
    tiles = numbered(win)
    first_ron = win.first_turn and not win.self_draw
    config = HandConfig(
        is_tsumo=win.self_draw,
        is_riichi=win.riichi == 1,
        is_daburu_riichi=win.riichi == 2,
        is_open_riichi=win.open_riichi and bool(options["open_riichi"]),
        is_ippatsu=win.ippatsu,
        is_rinshan=win.after_kong,
        is_chankan=win.rob_kong,
        is_haitei=win.last_tile and win.self_draw and not win.after_kong,
        is_houtei=win.last_tile and not win.self_draw,
        is_tenhou=win.first_turn and win.self_draw and win.dealer,
        is_chiihou=win.first_turn and win.self_draw and not win.dealer,
        is_renhou=first_ron and options["renhou_mode"] in ("yaku5", "yakuman"),
        player_wind=EAST + win.seat_wind,
        round_wind=EAST + win.round_wind,
        paarenchan=int(
            bool(options["paarenchan"]) and win.dealer and win.streak + 1 >= int(options["paarenchan_from"])
        ),
        num_nuki_dora=win.nuki,
        options=OptionalRules(
            has_open_tanyao=bool(options["kuitan"]),
            has_aka_dora=bool(options["aka"]),
            has_double_yakuman=bool(options["double_yakuman"]),
            kazoe_limit=HandConfig.KAZOE_LIMITED if options["kazoe"] else HandConfig.KAZOE_SANBAIMAN,
            kiriage=bool(options["kiriage"]),
            renhou_as_yakuman=options["renhou_mode"] == "yakuman",
            has_daisharin=bool(options["daisharin"]),
            has_daisharin_other_suits=bool(options["daichikurin"]),
            has_daichisei=bool(options["daichisei"]),
            has_sashikomi_yakuman=bool(options["open_riichi_sashikomi"]) and not win.loser_riichi,
            limit_to_sextuple_yakuman=False,
            paarenchan_needs_yaku=False,
            is_three_player=win.players == 3,
        ),
    )
    all_tiles = [*tiles.concealed, tiles.win, *(tile for meld in tiles.melds for tile in meld)]
    return HandCalculator.estimate_hand_value, (all_tiles, tiles.win), {
        "melds": [mahjong_meld(meld, numbers) for meld, numbers in zip(win.melds, tiles.melds, strict=True)],
        "dora_indicators": tiles.dora,
        "ura_dora_indicators": tiles.ura,
        "config": config,
    }


def mahjong_opinion(win: PlainRiichiWin, values: Values | None = None) -> Opinion:
    """PyPI `mahjong` 2.1.0."""
    from mahjong.hand_calculating.hand import HandCalculator

    function, arguments, keywords = mahjong_call(win, values)
    answer = function(*arguments, **keywords)
    if answer.error:
        if answer.error not in (HandCalculator.ERR_NO_YAKU, HandCalculator.ERR_HAND_NOT_WINNING):
            raise ValueError(answer.error)  # the arguments are at fault, not the hand
        return Opinion(False, {})
    assert answer.yaku is not None
    assert answer.cost is not None
    found: dict[str, int | None] = {}
    multiple = 0
    for yaku in answer.yaku:
        name = MAHJONG_IDS.get(yaku.name, yaku.name.lower())
        han = yaku.han_open if not win.closed and yaku.han_open else yaku.han_closed
        found[name] = han // 13 if yaku.is_yakuman else han
        multiple += han // 13 if yaku.is_yakuman else 0
    han = 0 if multiple else int(answer.han or 0)
    return Opinion(True, found, han, int(answer.fu or 0), multiple, int(answer.cost["total"]))


def mahjong_meld(meld: PlainMeld, tiles: list[int]) -> Any:
    from mahjong.meld import Meld

    kinds = {"chow": Meld.CHI, "pung": Meld.PON, "added kong": Meld.SHOUMINKAN}
    return Meld(kinds.get(meld.type, Meld.KAN), sorted(tiles), opened=meld.exposed)


# riichienv


def riichienv_call(win: PlainRiichiWin) -> tuple[Callable[..., Any], list[int], list[Any], tuple[Any, ...]]:
    """What `riichienv` is asked: the class, its tiles and melds, and the arguments of `calc`.

    The native class is asked: the Python one around it takes 16 tiles (two kans) for 13 and adds the winning tile.
    """
    package = import_module("riichienv._riichienv")

    tiles = numbered(win)
    evaluator = package.HandEvaluator3P if win.players == 3 else package.HandEvaluator
    winds = [package.Wind.East, package.Wind.South, package.Wind.West, package.Wind.North]
    conditions = package.Conditions(
        tsumo=win.self_draw,
        riichi=win.riichi > 0,
        double_riichi=win.riichi == 2,
        ippatsu=win.ippatsu,
        haitei=win.last_tile and win.self_draw and not win.after_kong,
        houtei=win.last_tile and not win.self_draw,
        rinshan=win.after_kong,
        chankan=win.rob_kong,
        tsumo_first_turn=win.first_turn and win.self_draw,
        player_wind=winds[win.seat_wind],
        round_wind=winds[win.round_wind],
        kita_count=win.nuki,
        is_sanma=win.players == 3,
        num_players=win.players,
    )
    melds = [riichienv_meld(package, meld, numbers) for meld, numbers in zip(win.melds, tiles.melds, strict=True)]
    hand = sorted([*tiles.concealed, tiles.win])
    return evaluator, hand, melds, (tiles.win, tiles.dora, tiles.ura, conditions)


def riichienv_opinion(win: PlainRiichiWin) -> Opinion:
    """`riichienv` 0.4.11's evaluator, which has no options and does not say the han of each yaku."""
    evaluator, hand, melds, rest = riichienv_call(win)
    answer = evaluator(hand, melds).calc(*rest)
    if not answer.is_win:
        return Opinion(False, {})
    winds_of = {"seat_wind": win.seat_wind, "round_wind": win.round_wind}
    found: dict[str, int | None] = {}
    for number in answer.yaku:
        name = RIICHIENV_IDS[number]
        if name in winds_of:
            name = f"{name}_{WIND_IDS[winds_of[name]]}"
        found["dora" if name == "nuki_dora" else name] = None
    children = win.players - (1 if win.dealer else 2)
    drawn = answer.tsumo_agari_oya * (not win.dealer) + answer.tsumo_agari_ko * children
    multiple = answer.han // 13 if answer.yakuman else 0
    han = 0 if multiple else answer.han
    return Opinion(True, found, han, answer.fu, multiple, drawn if win.self_draw else answer.ron_agari)


def riichienv_meld(package: Any, meld: PlainMeld, tiles: list[int]) -> Any:
    types = package.MeldType
    kinds = {
        "chow": types.Chi,
        "pung": types.Pon,
        "exposed kong": types.Daiminkan,
        "added kong": types.Kakan,
        "concealed kong": types.Ankan,
    }
    return package.Meld(kinds[meld.type], sorted(tiles), meld.exposed)


# Differences


def differences(ours: PlainScore | None, theirs: Opinion) -> dict[str, tuple[Any, Any]]:
    """What the package says otherwise: field -> (ours, theirs). The fu of a yakuman is nobody's business."""
    legal = ours is not None and ours.legal
    if ours is None or not (legal and theirs.legal):
        return {} if legal == theirs.legal else {"legal": (legal, theirs.legal)}
    pairs: dict[str, tuple[Any, Any]] = {
        "han": (ours.han, theirs.han),
        "yakuman": (ours.yakuman, theirs.yakuman),
        "points": (ours.points, theirs.points),
    }
    if not ours.yakuman:
        pairs["fu"] = (ours.fu, theirs.fu)
    found = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    if not any(same_yaku(yaku, theirs.yaku) for yaku in (ours.yaku, *ours.others)):
        found["yaku"] = (ours.yaku, dict(theirs.yaku))
    return found


def same_yaku(ours: Mapping[str, int], theirs: Mapping[str, int | None]) -> bool:
    return ours.keys() == theirs.keys() and all(han is None or han == ours[name] for name, han in theirs.items())


DOUBLES = ("kokushi_musou_13men", "suuankou_tanki", "junsei_chuuren_poutou", "daisuushii")
WIDER = {
    "kokushi_musou": "kokushi_musou_13men",
    "suuankou": "suuankou_tanki",
    "chuuren_poutou": "junsei_chuuren_poutou",
}


def explained(win: PlainRiichiWin, ours: PlainScore | None, theirs: Opinion) -> str:
    """The known reason for a difference from `riichienv`, "" if there is none."""
    if ours is None or not (ours.legal and theirs.legal and ours.yakuman):
        return ""
    # 15.3: of a real and a counted yakuman of equal points it keeps the counted one
    if ours.yakuman == 1 and not theirs.yakuman and theirs.han >= 13 and ours.points == theirs.points:
        return "counted yakuman kept"
    names = set(ours.yaku)
    reason = "always double"
    # 15.2: it reads a heavenly hand as if it had waited as widely as it can
    if win.first_turn and win.self_draw and win.dealer and names != set(theirs.yaku):
        names = {WIDER.get(name, name) for name in names}
        reason = "wide wait of a heavenly hand"
    # 15.1: it always doubles the four
    multiple = len(names) + sum(name in DOUBLES for name in names)
    doubled = theirs.yakuman == multiple and theirs.points * ours.yakuman == ours.points * multiple
    return reason if set(theirs.yaku) == names and doubled else ""


def explained_local(win: PlainRiichiWin, ours: PlainScore | None, theirs: Opinion) -> str:
    """The same for PyPI `mahjong`, which agrees on everything but two local yaku."""
    if ours is None or not ours.legal or not theirs.legal:
        return ""
    # it lists the double yakuman of seven honour pairs as two single ones
    if "daichisei" in ours.yaku and theirs.yakuman == ours.yakuman and theirs.points == ours.points:
        expected = {**ours.yaku, "daichisei": 1, "tsuuiisou": 1}
        return "seven stars in two parts" if theirs.yaku == expected else ""
    # it does not ask whether the hand is open
    wheels = {"daisharin", "daichikurin", "daisuurin"}
    return "open wheel" if not win.closed and wheels & set(theirs.yaku) and not wheels & set(ours.yaku) else ""
