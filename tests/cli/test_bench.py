"""`mjcore bench`: figures for each question, with the packages that are there. No time is judged."""

from __future__ import annotations

import json
import sys
from random import Random

import pytest
from click.testing import CliRunner

import mjcore
from mjcore.cli import bench, commands, speed
from mjcore.cli.words import LANGUAGES

PACKAGES = ("riichienv", "mahjong", "mahjong.shanten", "xiangting", "MahjongGB")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MANY", 60)
    monkeypatch.setattr(bench, "FEW", 30)
    monkeypatch.setattr(bench, "HANDS", 10)
    monkeypatch.setattr(bench, "TURN", 0.001)
    monkeypatch.setattr(bench, "REPEATS", 1)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other package is installed."""
    for name in PACKAGES:
        monkeypatch.setitem(sys.modules, name, None)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(commands, ["bench", *arguments])
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table(lang: str) -> None:
    shown = run("--lang", lang)
    assert mjcore.__version__ in shown
    assert len(shown.splitlines()) > 12


def test_json() -> None:
    found = json.loads(run("--json"))
    assert found["mjcore"] == mjcore.__version__
    asked = {(figure["question"], figure["forms"], figure["given"]) for figure in found["figures"]}
    assert len(asked) == len(found["figures"])
    assert {question for question, _, _ in asked} >= {"shanten", "accepted tiles", "discard", "wait", "points",
                                                      "random hand played"}
    assert all(figure["ns"] > 0 for figure in found["figures"])
    for figure in found["figures"]:
        for peer in figure["peers"].values():
            assert peer["ns"] > 0


@pytest.mark.usefixtures("alone")
def test_without_other_packages() -> None:
    found = json.loads(run("--json"))
    assert not any(figure["peers"] for figure in found["figures"])
    assert not set(found) & set(speed.PEERS)
    assert "shanten" in run()


def test_a_package_with_other_names_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "riichienv", sys)
    assert "riichienv" not in speed.Peers().versions


def test_hands_are_what_they_are_called() -> None:
    rng = Random(5)
    for _ in range(200):
        counts = speed.random_hand(rng, 14)
        assert sum(counts) == 14
        assert max(counts) <= 4
        assert mjcore.is_win(speed.complete_hand(rng, 14))
        assert mjcore.shanten(speed.ready_hand(rng, 13)) == 0


def test_hands_are_the_same_in_all_shapes() -> None:
    hands = speed.Hands(50, 14, speed.complete_hand)
    assert [bytes(row) for row in hands.rows] == hands.counts == [bytes(counts) for counts in hands.lists]
    assert [bytes(array) for array in hands.arrays] == [hand.counts for hand in hands.hands] == hands.counts
    for counts, ids, win in zip(hands.counts, hands.tile_ids, hands.wins, strict=True):
        assert mjcore.Hand.from_136(ids).counts == counts == win.counts
    assert speed.Hands(50, 14, speed.complete_hand).counts == hands.counts


def test_packages_that_are_here_agree() -> None:
    peers, hands, short = speed.Peers(), speed.Hands(100, 14), speed.Hands(100, 13)
    wins = speed.Hands(100, 14, speed.complete_hand)
    shanten = [mjcore.shanten(counts) for counts in hands.counts]
    accepted = [mjcore.acceptance(counts) for counts in short.counts]
    expected = {
        ("riichienv", "shanten"): (hands, shanten),
        ("mahjong", "shanten"): (hands, shanten),
        ("xiangting", "distance"): (hands, [number + 1 for number in shanten]),
        ("xiangting", "acceptance"): (short, [(each.shanten + 1, each.mask) for each in accepted]),
        ("PyMahjongGB", "mcr shanten"): (short, [mjcore.shanten(counts, "mcr") for counts in short.counts]),
    }
    for (package, question), (asked, answers) in expected.items():
        assert peers.answers(package, question, asked) in (None, answers)
    scored = peers.answers("PyMahjongGB", "mcr score", wins)
    totals = [mjcore.score(win).total for win in wins.wins]
    assert scored is None or [sum(points for points, _ in fans) for fans in scored] == totals
