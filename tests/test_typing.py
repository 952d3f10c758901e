"""What type checkers say about code that uses mjcore: fitting calls pass `mypy --strict`, others do not."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mjcore

pytestmark = pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")

GOOD = '''
from array import array
from typing import Any

import numpy as np
import numpy.typing as npt

import mjcore as mj
from mjcore.fans.scores import CoveredFan, ScoredFan
from mjcore.hand.decompose import ReadingView
from mjcore.rules import RuleSet
from mjcore.settle.ledger import Ledger
from mjcore.typing import Circumstances, HandLike, TileLike


def total(hand: HandLike, tile: TileLike) -> int:
    return mj.score(hand, tile).total


counts: npt.NDArray[np.uint8] = np.zeros(34, np.uint8)
counts[:9] = 1
counts[27:29] = 3, 2
plain = bytes(counts)
for hand in (mj.Hand("11122z123456789m"), "11122z123456789m", counts, list(plain), tuple(plain)):
    total(hand, "1m")
for buffer in (plain, bytearray(plain), memoryview(plain), array("B", plain)):
    total(buffer, 0)
total("1112z123456789m", mj.Tile("2z"))
total("11122z123456789m", np.int64(0))

score: mj.Score = mj.score("123m456p789s1122z", win="1z", rules="mcr", self_draw=True, seat_wind="S", flowers="13f")
how: Circumstances = {"self_draw": True, "streak": 2, "flowers": [mj.Tile("1f"), "2f"], "dealer": None}
mj.score("123m456p789s1122z", "1z", "guobiao/default", **how)
win: mj.Win = mj.Win("123m456p789s1122z", "1z", self_draw=True, last_tile=True, strict=False)
mj.score(win)
mj.score(win, rules=mj.rules.get("mcr", strict98=True, two_concealed_kongs=8))

fans: tuple[ScoredFan, ...] = score.fans
covered: tuple[CoveredFan, ...] = score.covered
texts: list[str] = [text for fan in fans for text in fan.sets] + [c.by for c in covered]
for name, count, value, sets in fans:
    texts.append(f"{name} {count} {value} {sets}")
for name, by in covered:
    texts.append(name + by)
points: int = sum(fan.value for fan in fans)
reading: ReadingView = score.reading
form: tuple[str, tuple[str, ...], str] = (reading.form, reading.sets, reading.pair)
pays: tuple[int, ...] = score.payments(dealer=0, winner=1, loser=None)
ledger: Ledger = score.ledger(0, 1)
as_json: dict[str, Any] = score.to_dict("zh")
rule_set: RuleSet = score.rules
flag: bool = score.legal and win.self_draw
tiles: tuple[mj.Tile, ...] = win.flowers
flower_win: mj.Win = mj.Win("123m456p789s1122z", flowers=8, seven_rob_one=True, shown=False, void_suit=None)
no_tile: bool = flower_win.win_tile is None and flower_win.void_suit != "m" and flower_win.kong_chain < 1
before_the_cap: int = score.raw

readings: tuple[ReadingView, ...] = mj.decompose("123m11z", forms=("standard", "seven_pairs"))
mj.decompose(counts, win="1m", forms="standard")

hand_shanten: int = mj.shanten(counts) + mj.shanten("11m0j", jokers=1, melds=2, void_suit="s", visible=[0] * 34)
for question in (mj.Hand("2345m"), "2345m", list(plain), plain):
    mj.shanten(question, strict=True, visible=[0] * 34)
waits: tuple[mj.Tile, ...] = mj.waits("123m456p789s1122z", mj.rules.get("mcr"))
acceptance: mj.Acceptance = mj.acceptance("123m456p789s1122z", rules=None, visible=np.zeros(34, np.int64))
accepted: list[tuple[mj.Tile, int]] = [(tile, left) for tile, left in acceptance.tiles]
discards: tuple[mj.Discard, ...] = mj.discards("123m456p789s11224z", any_suit=True)
best: list[str] = [str(discard.tile) for discard in mj.best_discards("123m456p789s11224z")]
for discarded, number, kinds, copies in discards:
    texts.append(f"{discarded} {number} {kinds} {copies}")
engine: mj.HandEngine = mj.HandEngine(("standard",), tiles="19m123456789p", sets=4, wild={"{wan}": "19m", "0j": None})
mj.HandEngine("standard", wild={mj.Tile("0j"): 0x1FF}, tiles=0x1FF)
mask: int = engine.waits_mask("1112m", melds=3) | engine.acceptance(counts, melds=0).mask | discards[0].mask
complete: bool = engine.is_win("11m", melds=4) and mj.is_win("1m", "1m", engine)

riichi: mj.Score = mj.score("123m406p789s1122z", "1z", rules="riichi/mleague", riichi=2, ippatsu=True,
                            dora_indicators="3p5z", ura_indicators=[mj.Tile("1m"), "9s"], loser_riichi=True, nuki=0)
parts: list[tuple[str, int, str]] = [(item.item, item.fu, item.set) for item in riichi.fu_items]
worth: tuple[int | None, int | None, int | None, str | None] = (riichi.han, riichi.fu, riichi.yakuman, riichi.limit)
base: int = riichi.unit or 0
turned: tuple[mj.Tile, ...] = riichi.win.dora_indicators + riichi.win.ura_indicators
pays = riichi.payments(0, 0, loser=1, honba=2, sticks=1)
mj.Win("123m406p789s1122z", "1z", riichi=True, nuki=riichi.win.nuki + riichi.win.riichi - 2)
mj.rules.get("riichi", "mleague", kiriage=False, uma="10,5,-5,-10").replace(pao=["daisangen"])

records: npt.NDArray[np.void] = mj.batch.pack([win])
batch: mj.batch.BatchScore = mj.batch.score(records, rules="mcr", threads=2, on_error="mark")
mj.batch.score([win], out=batch, fans=False)
totals: npt.NDArray[np.int32] = batch.total
counted: npt.NDArray[np.uint8] | None = batch.han
again: mj.Win = mj.Win.from_bytes(records[0])
again = mj.Win.from_bytes(win.to_bytes())
same: bool = win == again and {win: 1}[again] == 1
'''

BAD = '''
import mjcore as mj

mj.score("11m", self_draw="yes")  # no text
mj.score("11m", "1m", self_drawn=True)  # no such circumstance
mj.score("11m", "1m", seat_wind=1)  # a wind is text
mj.score(mj.Win("11m", "1m"), "1m")  # a Win has its tile
mj.score(mj.Win("11m", "1m"), self_draw=True)  # and its circumstances
mj.score(3.5, "1m")  # no hand
mj.score("11m", "1m", riichi="double")  # a number
mj.score("11m", "1m", dora_indicators=5)  # no tiles
mj.Win("11m", "1m", nuki="1")  # no number
mj.score("11m", "1m").han + 1  # not where no han are counted
mj.score("11m", "1m").fu_items[0].fu = 2  # never changes
mj.Win("11m", void_suit=1)  # a suit is text
mj.Win("11m", "1m", dealer="yes")  # no text
mj.Win("11m", "1m").counts = b""  # never changes
mj.score("11m", "1m").total = 1  # never changes
mj.score("11m", "1m").payments("0")  # a seat is a number
mj.Score(1)  # made by score()
mj.decompose("11m", forms=1)  # no names
mj.batch.score("11m")  # no wins
mj.batch.score([], threads="2")  # no number
mj.Win.from_bytes("")  # no bytes
mj.shanten()  # misses the hand
mj.shanten("11m", 4)  # no rules
mj.shanten("11m", joker=1)  # no such keyword
mj.waits("1m", melds="1")  # no number
mj.discards("11m", visible="1m")  # no counts
mj.is_win("11m", strict=True)  # nothing that a win asks about
mj.acceptance("1m").shanten = 1  # never changes
mj.HandEngine(sets="4")  # no number
mj.HandEngine("standard", "mcr")  # names only
mj.Discard(1)  # made by discards()


class Mine(mj.Win):  # final
    pass
'''


def messages(folder: Path, cache: Path, code: str) -> dict[int, str]:
    """What `mypy --strict` says about a file with this code: line -> message."""
    (folder / "user.py").write_text(code, encoding="utf-8")
    package = Path(mjcore.__file__).resolve().parent.parent
    # mypy finds installed packages by itself, and refuses to be shown them
    path = {} if package.name == "site-packages" else {"MYPYPATH": str(package)}
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", f"--cache-dir={cache}", "user.py"],
        cwd=folder,
        env={**os.environ, **path},
        capture_output=True,
        text=True,
    )
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = {}
    for line in run.stdout.splitlines():
        match = re.match(r"user\.py:(\d+): error: (.*)", line)
        assert match or ": note: " in line, line
        if match:
            found[int(match[1])] = match[2]
    return found


def test_a_users_file_is_typed(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    cache = pytestconfig.cache
    assert cache is not None
    assert messages(tmp_path, cache.mkdir("mypy"), GOOD) == {}


def test_wrong_calls_are_found(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    cache = pytestconfig.cache
    assert cache is not None
    found = messages(tmp_path, cache.mkdir("mypy"), BAD)
    wrong = {number for number, line in enumerate(BAD.split("\n"), 1) if "  # " in line}
    assert set(found) == wrong, found


def test_the_good_file_runs() -> None:
    names: dict[str, object] = {}
    exec(GOOD, names)
    assert names["same"] is True
    assert names["flag"] is True
