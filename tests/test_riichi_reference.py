"""The plain riichi scorer against real wins and two independent public packages.

The real wins are read from the folder in MJCORE_SHARED; without it that test skips. MJCORE_LONG=1 compares 200,000
generated wins with each package instead of 1,500, a larger number that many.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from reference.riichi import DEFAULTS, PlainRiichiWin, PlainScore, score
from reference.riichi_facts import contradictions, from_record
from riichi_oracles import (
    DOUBLES,
    Opinion,
    differences,
    explained,
    explained_local,
    mahjong_opinion,
    riichienv_opinion,
)
from riichi_recipes import non_wins, ordinary_wins, some_values, to_score_arguments, unconnected_wins, wins

SHARED = os.environ.get("MJCORE_SHARED")
LONG = int(os.environ.get("MJCORE_LONG") or 0)
HANDS = 200_000 if LONG == 1 else max(LONG, 1_500)
SEED = 20270301

LOCAL = [
    name for name, value in DEFAULTS.items() if value is False and name not in ("kiriage", "tenhou_wide_wait")
]
ALL_YAKU = (
    "menzen_tsumo riichi ippatsu chankan rinshan_kaihou haitei_raoyue houtei_raoyui pinfu tanyao iipeikou "
    "seat_wind_east seat_wind_south seat_wind_west seat_wind_north round_wind_east round_wind_south round_wind_west "
    "yakuhai_haku yakuhai_hatsu yakuhai_chun double_riichi chiitoitsu chanta ittsuu sanshoku_doujun "
    "sanshoku_doukou sankantsu toitoi sanankou shousangen honroutou ryanpeikou junchan honitsu chinitsu renhou "
    "dora ura_dora aka_dora tenhou chiihou daisangen suuankou suuankou_tanki tsuuiisou ryuuiisou chinroutou "
    "chuuren_poutou junsei_chuuren_poutou kokushi_musou kokushi_musou_13men daisuushii shousuushii suukantsu "
    "shiisan_puutaa " + " ".join(LOCAL)
).split()
# what three players cannot make without the simples of m
FOUR_ONLY = {"seat_wind_north", "sanshoku_doujun", "sanshoku_tsuukan", "hyakuman_goku", "daisuurin"}


# Real wins


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
def test_real_wins() -> None:
    assert SHARED is not None
    wrong, number = [], 0
    with gzip.open(Path(SHARED) / "data" / "riichi_wins.jsonl.gz", "rt") as file:
        for line in file:
            record = json.loads(line)
            win, expected = from_record(record), record["expected"]
            assert not contradictions(win)
            found = score(win)
            assert found is not None
            answer = (found.yaku, found.han, found.points, found.limit)
            yaku = dict(expected["yakuman"] or expected["yaku"])
            same = answer == (yaku, expected["han"], expected["points"], expected["limit"])
            # the fu of a yakuman are what the site printed
            if not same or (not expected["yakuman"] and found.fu != expected["fu"]):
                wrong.append((record["id"], answer, found.fu, expected))
            number += 1
    print(f"{number - len(wrong)} of {number} real wins agree")
    assert number >= 1962
    assert not wrong


# Two packages


Judge = Callable[[PlainRiichiWin, dict[str, bool | int | str]], Opinion]


def compare(
    players: int, judge: Judge, reason: Callable[..., str], values: Callable[[], dict[str, Any]], local: bool
) -> tuple[list[Any], Counter[str]]:
    """The differences without a reason, and how many have which reason."""
    wrong: list[Any] = []
    reasons: Counter[str] = Counter()
    for win in wins(HANDS, SEED + players, players, local=local):
        options = values()
        ours, theirs = score(win, options), judge(win, options)
        found = differences(ours, theirs)
        if found:
            why = reason(win, ours, theirs)
            reasons[why] += 1
            if not why:
                wrong.append((to_score_arguments(win), options, found))
    return wrong, reasons


def mahjong_values(rng: Random) -> dict[str, bool | int | str]:
    """Random values of the options that PyPI `mahjong` has."""
    values = some_values(rng)
    known = "kiriage kuitan kazoe open_riichi open_riichi_sashikomi daichisei paarenchan paarenchan_from"
    wheels = rng.random() < 0.5
    return {
        **{name: values[name] for name in known.split()},
        **dict.fromkeys(("daisharin", "daichikurin", "daisuurin"), wheels),
        "aka": rng.choice((0, 3)),
        "double_yakuman": rng.choice(("", ",".join(DOUBLES))),
        "renhou_mode": rng.choice(("none", "yaku5", "yakuman")),
    }


@pytest.mark.parametrize("players", [4, 3])
def test_agrees_with_mahjong(players: int) -> None:
    pytest.importorskip("mahjong")
    wrong, reasons = compare(players, mahjong_opinion, lambda *_: "", dict, False)
    assert not wrong
    assert not reasons


@pytest.mark.parametrize("players", [4, 3])
def test_agrees_with_mahjong_on_options(players: int) -> None:
    pytest.importorskip("mahjong")
    rng = Random(SEED)
    wrong, reasons = compare(
        players, mahjong_opinion, explained_local, lambda: mahjong_values(rng), local=True
    )
    print(f"{players} players: {dict(reasons)}")
    assert not wrong


@pytest.mark.parametrize("players", [4, 3])
def test_agrees_with_riichienv(players: int) -> None:
    pytest.importorskip("riichienv")
    wrong, reasons = compare(players, lambda win, _: riichienv_opinion(win), explained, dict, False)
    print(f"{players} players: {dict(reasons)}")
    assert not wrong
    assert reasons["always double"]


# What is generated


def scored(win: PlainRiichiWin, values: dict[str, bool | int | str]) -> PlainScore:
    found = score(win, values)
    assert found is not None, to_score_arguments(win)
    return found


@pytest.mark.parametrize("players", [4, 3])
def test_every_yaku_is_generated(players: int) -> None:
    everything: dict[str, bool | int | str] = {**dict.fromkeys(LOCAL, True), "renhou_mode": "yaku5"}
    seen: Counter[str] = Counter()
    for win in wins(5_000, 1, players):
        assert not contradictions(win)
        seen.update(list(scored(win, {}).yaku))
    for win in wins(5_000, 2, players, local=True):
        assert not contradictions(win)
        seen.update(list(scored(win, everything).yaku))
    for values in ({"shiisan_puutaa": "mangan"}, {"shiisan_puutaa": "yakuman"}):
        found = [score(win, values) for win in unconnected_wins(100, 3, players)]
        seen.update([name for each in found if each for name in each.yaku])
    due = set(ALL_YAKU) - (FOUR_ONLY if players == 3 else set())
    rare = {name: seen[name] for name in due if seen[name] < 3}
    assert not rare
    assert set(seen) <= set(ALL_YAKU)


def test_streams_repeat_and_are_possible() -> None:
    for players in (4, 3):
        assert list(wins(50, 4, players)) == list(wins(50, 4, players))
        for win in (*ordinary_wins(300, 5, players), *unconnected_wins(100, 5, players)):
            assert not contradictions(win)
        assert all(scored(win, {}) for win in ordinary_wins(300, 6, players))
        claims = list(non_wins(100, 7, players))
        assert len(claims) == 100
        assert all(score(win) is None for win in claims)


def test_any_values_can_be_scored() -> None:
    """No option makes a hand worth less than nothing or a yakuman more than its cap."""
    rng = Random(8)
    for players in (4, 3):
        for win in wins(1_000, 9, players, local=True):
            values = some_values(rng)
            found = scored(win, values)
            assert found.legal == (found.points > 0) == bool(found.yaku)
            cap = 1 if not values["multiple_yakuman"] else int(values["max_yakuman"])
            assert not cap or found.yakuman <= cap
            assert found.yakuman <= sum(found.yaku.values())
