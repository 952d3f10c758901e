"""What is done with scores: payments, plain data, copies; scores are values that nothing changes."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from generators import to_win_arguments, wins
from mjcore.errors import HandError, MahjongError, RuleError
from mjcore.fans.scores import CoveredFan, Score, ScoredFan, fan_again, score_again
from mjcore.hand.decompose import ReadingView, reading_again

MCR = mj.rules.get("mcr")


def some_scores() -> list[Score]:
    arguments = map(to_win_arguments, wins(500, seed=43))
    return [mj.score(hand, tile, **how) for hand, tile, how in arguments]


SCORES = some_scores()


# Payments

DISCARD = ("123m456p789s1122z", "1z")


def test_payments() -> None:
    score = mj.score(*DISCARD)
    assert score.total == 14
    assert score.payments(winner=1, loser=3) == (-8, 38, -8, -22)
    assert score.payments(0, 1, 3) == score.payments(dealer=2, winner=1, loser=3)
    drawn = mj.score(*DISCARD, self_draw=True)
    assert drawn.total == 16
    assert drawn.payments(winner=2) == (-24, -24, 72, -24)
    flowers = mj.score(*DISCARD, flowers=4)
    assert flowers.payments(winner=0, loser=1) == (42, -26, -8, -8)
    robbed = mj.score("13m456p789s11122z", "2m", rob_kong=True)
    assert robbed.payments(winner=3, loser=0)[3] == 3 * 8 + robbed.total


def test_the_ledger_says_why() -> None:
    ledger = mj.score(*DISCARD).ledger(winner=1, loser=3)
    assert ledger.totals(4) == (-8, 38, -8, -22)
    assert [(entry.payer, entry.receiver, entry.amount, entry.reason) for entry in ledger] == [
        (0, 1, 8, "base"),
        (2, 1, 8, "base"),
        (3, 1, 8, "base"),
        (3, 1, 14, "points"),
    ]


def test_payments_sum_to_zero() -> None:
    for number, score in enumerate(SCORES[:400]):
        winner, other = number % 4, (number + 1 + number // 4 % 3) % 4
        if score.legal:
            pays = score.payments(number % 3, winner, None if score.win.self_draw else other)
            assert sum(pays) == 0
            assert pays[winner] == 24 + score.total * (3 if score.win.self_draw else 1)


@pytest.mark.parametrize(
    ("how", "seats", "error", "message"),
    [
        ({}, {}, RuleError, "loser= names who gave the winning tile; this hand was won on another player's tile"),
        ({"self_draw": True}, {"loser": 1}, RuleError, "loser= names who gave the winning tile; a self-draw has none"),
        ({}, {"loser": 0}, HandError, "seat 0 wins on its own tile"),
        ({}, {"loser": 4}, HandError, "the loser is seat 4: expected a seat 0..3"),
        ({}, {"loser": -1}, HandError, "the loser is seat -1"),
        ({}, {"loser": "1"}, HandError, "the loser is '1'"),
        ({}, {"loser": True}, HandError, "the loser is True"),
        ({}, {"winner": 4, "loser": 1}, HandError, "the winner is seat 4: expected a seat 0..3"),
        ({}, {"winner": "E", "loser": 1}, HandError, "the winner is 'E'"),
        ({}, {"winner": 10**30, "loser": 1}, HandError, "the winner is seat 1000"),
        ({}, {"winner": 1.0, "loser": 2}, HandError, "the winner is 1.0"),
        ({}, {"dealer": 4, "loser": 1}, HandError, "the dealer is seat 4"),
        ({}, {"dealer": -1, "loser": 1}, HandError, "the dealer is seat -1"),
        ({}, {"dealer": 10**30, "loser": 1}, HandError, "the dealer is seat 1000"),
        ({}, {"dealer": "E", "loser": 1}, HandError, "the dealer is 'E'"),
    ],
)
def test_wrong_seats(how: dict[str, Any], seats: dict[str, Any], error: type[Exception], message: str) -> None:
    score = mj.score(*DISCARD, **how)
    for settle in (score.payments, score.ledger):
        with pytest.raises(error) as caught:
            settle(**seats)
        assert message in str(caught.value)


def test_no_payments_for_a_hand_that_may_not_win() -> None:
    score = mj.score("34m55z[222p<][777p<][345s<]", "5m", flowers=8)
    assert (score.total, score.total_without_flowers, score.legal) == (9, 1, False)
    assert score.reason == "1 points without flowers, Chinese Official (MCR) asks for 8"
    with pytest.raises(RuleError, match=r"no payments for a hand that may not win: 1 points without flowers"):
        score.payments(winner=0, loser=1)
    assert mj.score(*DISCARD).reason == ""


def test_no_win() -> None:
    with pytest.raises(mj.NotAWin) as caught:
        mj.score("123m456p789s1122z", "3z")
    assert str(caught.value) == (
        "123m456p789s1122z with 3z is no winning shape of mcr (shapes: standard, knitted straight, seven pairs, "
        "thirteen orphans, greater knitted, lesser knitted)"
    )
    assert caught.value.row is None


# As plain data


def test_to_dict_of_a_known_hand() -> None:
    score = mj.score("340m5p[406p<](1111z)[9999s+^]", "5p", self_draw=True, after_kong=True, seat_wind="W",
                     round_wind="N", flowers="13f")  # fmt: skip
    assert score.to_dict() == {
        "rules": "mcr",
        "options": {},
        "hand": "340m5p[406p<](1111z)[9999s+^]",
        "win": "5p",
        "circumstances": ["self_draw", "after_kong"],
        "seat_wind": "W",
        "round_wind": "N",
        "flowers": "1f3f",
        "legal": True,
        "reason": "",
        "total": 18,
        "total_without_flowers": 16,
        "fans": [
            {"fan": "out_with_replacement_tile", "name": "Out with Replacement Tile", "count": 1, "value": 8,
             "sets": []},
            {"fan": "concealed_and_melded_kong", "name": "Concealed and Melded Kong", "count": 1, "value": 5,
             "sets": ["111z", "999s"]},
            {"fan": "pung_of_terminals_or_honors", "name": "Pung of Terminals or Honors", "count": 2, "value": 2,
             "sets": ["111z", "999s"]},
            {"fan": "single_wait", "name": "Single Wait", "count": 1, "value": 1, "sets": ["55p"]},
            {"fan": "flower_tiles", "name": "Flower Tiles", "count": 2, "value": 2, "sets": []},
        ],
        "covered": [
            {"fan": "self_drawn", "name": "Self-Drawn", "by": "out_with_replacement_tile",
             "by_name": "Out with Replacement Tile"},
        ],
        "reading": {"form": "standard", "sets": ["345m", "456p", "111z", "999s"], "pair": "55p", "pattern": ""},
        "payments": [-26, -26, 78, -26],
    }  # fmt: skip


def test_the_winner_is_found_by_the_seat_wind() -> None:
    south = mj.score("123m456p789s1122z", "1z", seat_wind="S")
    assert south.payments(loser=0) == south.payments(0, 1, 0) == (-20, 36, -8, -8)
    assert south.payments(dealer=3, loser=1) == south.payments(3, 0, 1)
    assert south.to_dict()["payments"] is None
    assert south.to_dict(dealer=3, loser=1)["payments"] == [36, -20, -8, -8]
    with pytest.raises(HandError):
        south.to_dict(loser=1)


@pytest.mark.parametrize("said", ["false", "no", 2, -1, float("nan"), [], [True], object()])
@pytest.mark.parametrize("name", ["self_draw", "last_copy", "strict", "dealer"])
def test_yes_or_no_is_not_guessed(name: str, said: object) -> None:
    for call in (mj.Win, mj.score):
        with pytest.raises(HandError, match=f"{name}=.*: expected True or False"):
            call("123456789m1122z", "1z", **{name: said})


def test_yes_or_no_in_other_types() -> None:
    for yes in (True, 1, np.True_, np.uint8(1)):
        assert mj.Win("123456789m1122z", "1z", self_draw=yes).self_draw
    for no in (False, None, 0, np.False_):
        assert not mj.Win("123456789m1122z", "1z", self_draw=no).self_draw


def test_who_takes_what_a_taken_fan_took() -> None:
    rules = MCR.replace(all_terminals_same_pungs="none")
    score = mj.score("1m[9999s+>][1111s+^][9999m+>](9999p)", "1m", rules=rules, self_draw=True)
    by = dict(map(tuple, score.covered))
    assert by["triple_pung"] == by["double_pung"] == "all_terminals"


def test_plain_data_is_json_and_says_the_same() -> None:
    for score in SCORES[:500]:
        for lang in ("en", "zh", "ja"):
            data = score.to_dict(lang)
            assert json.loads(json.dumps(data, ensure_ascii=False)) == data
            assert data == score.to_dict(lang)
            fans = [(entry["fan"], entry["count"], entry["value"], tuple(entry["sets"])) for entry in data["fans"]]
            assert fans == [*map(tuple, score.fans)]
            assert [(c["fan"], c["by"]) for c in data["covered"]] == [*map(tuple, score.covered)]
            assert (data["total"], data["legal"], data["reason"]) == (score.total, score.legal, score.reason)
            for entry in data["fans"]:
                assert entry["name"] == MCR.fan(entry["fan"]).name(lang)
        # and it leads back to the win
        data = score.to_dict()
        how = {name: True for name in data["circumstances"] if name != "dealer"}
        winds = {"seat_wind": data["seat_wind"], "round_wind": data["round_wind"]}
        again = mj.Win(data["hand"], data["win"], flowers=data["flowers"], **how, **winds)
        assert again == score.win
        assert data["rules"] == "mcr"


def test_options_in_plain_data() -> None:
    rules = MCR.replace(strict98=True, two_concealed_kongs=8, kong_pair="5")
    assert mj.score(*DISCARD, rules=rules).to_dict()["options"] == {"two_concealed_kongs": 8, "strict98": True}


@pytest.mark.parametrize("lang", ["xx", "", None, "EN", 5])
def test_unknown_languages(lang: Any) -> None:
    with pytest.raises(MahjongError, match="names are there in en, zh, ja"):
        mj.score(*DISCARD).to_dict(lang)


# Scores as values


def test_scores_are_values() -> None:
    score, drawn = mj.score(*DISCARD), mj.score(*DISCARD, self_draw=True)
    assert score == mj.score("123m456p789s11122z", "1z") == mj.score(score.win)
    assert score != drawn
    assert score != mj.score(*DISCARD, rules=MCR.replace(strict98=True))
    assert score != "Score"
    assert len({score, drawn, mj.score(score.win)}) == 2
    assert repr(score) == "<Score 14: mixed_straight prevalent_wind seat_wind concealed_hand>"
    hogs = mj.score("1111m2222p44s336z", "6z", flowers=2)
    assert repr(hogs) == "<Score 36: seven_pairs all_types tile_hog*2 flower_tiles*2>"
    poor = mj.score("34m55z[222p<][777p<][345s<]", "5m")
    assert repr(poor) == "<Score 1 (not legal): mixed_double_chow>"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(protocol: int) -> None:
    for score in SCORES[:60]:
        again = pickle.loads(pickle.dumps(score, protocol))
        assert again == score
        assert again.to_dict() == score.to_dict()
        parts = (score.fans, score.covered, score.reading, score.win)
        assert pickle.loads(pickle.dumps(parts, protocol)) == parts
    for made in (copy.copy(score), copy.deepcopy(score)):
        assert made == score
    assert copy.deepcopy(score.fans) == score.fans
    assert copy.copy(score.reading) == score.reading
    for wrong in (b"", bytes(10), bytes(12), b"\xff" * 11, bytes(11)[:-1] + b"\x37"):
        with pytest.raises(HandError, match="no reading"):
            reading_again(wrong)


def test_parts_are_values() -> None:
    score = mj.score(*DISCARD, self_draw=True)
    first, second = score.fans[:2]
    assert first == mj.score(*DISCARD, self_draw=True).fans[0]
    assert first != second
    assert first != tuple(first)
    assert len({*score.fans, *score.fans}) == len(score.fans)
    assert repr(first) == "<mixed_straight 8>"
    assert repr(mj.score("1111m2222p44s336z", "6z").fans[2]) == "<tile_hog x2 4>"
    [covered] = score.covered
    assert covered == CoveredFan("self_drawn", "fully_concealed_hand")
    assert repr(covered) == "<self_drawn covered by fully_concealed_hand>"
    assert covered != CoveredFan("self_drawn", "combination")
    assert len({covered, CoveredFan("self_drawn", "fully_concealed_hand")}) == 1


def test_nothing_can_be_changed() -> None:
    score = mj.score(*DISCARD, self_draw=True)
    before = score.to_dict()
    for thing in (score, score.fans[0], score.covered[0], score.reading):
        for name in (*(name for name in dir(thing) if name[0] != "_"), "new"):
            with pytest.raises(AttributeError):
                setattr(thing, name, "x")
    covered = score.covered[0]
    covered.__init__("a", "b")  # type: ignore[misc]
    assert tuple(covered) == ("self_drawn", "fully_concealed_hand")
    assert score.to_dict() == before
    for kind in (Score, ScoredFan, CoveredFan, ReadingView):
        with pytest.raises(TypeError):
            type("Mine", (kind,), {})


@pytest.mark.parametrize("kind", [Score, ScoredFan, ReadingView])
def test_they_are_made_by_scoring_alone(kind: Any) -> None:
    with pytest.raises(TypeError, match="mjcore"):
        kind()
    # what is made round about holds nothing, and says so
    empty = kind.__new__(kind)
    for name in (name for name in dir(empty) if name not in ("payments", "ledger", "to_dict", "__class__")):
        try:
            value = getattr(empty, name)
            if name in ("__repr__", "__hash__", "__iter__"):
                value()
        except (AttributeError, TypeError):
            continue
    if kind is Score:
        for use in (lambda: empty.fans, lambda: empty.covered, lambda: empty.reading, empty.to_dict, empty.payments):
            with pytest.raises((AttributeError, TypeError)):
                use()
        with pytest.raises(TypeError):
            pickle.loads(pickle.dumps(empty))
    if kind is ScoredFan:
        with pytest.raises((AttributeError, TypeError)):
            _ = empty.sets


@pytest.mark.parametrize("arguments", [(), ("a",), ("a", None), (None, "b"), ("a", "b", "c"), (1, 2)])
def test_covered_fans_are_two_texts(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        CoveredFan(*arguments)


def test_the_functions_below() -> None:
    win = mj.Win(*DISCARD)
    assert mj.score(win, rules=MCR) == score_again(win, MCR) == mj.score(win)
    for wrong in (None, "123m", mj.Hand("123m")):
        with pytest.raises(mj.MahjongError):
            mj.score(wrong, rules=MCR)  # type: ignore[arg-type]
    for wrong in (None, "mrc", object()):
        with pytest.raises(RuleError):
            mj.score(win, rules=wrong)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="all_pungs is not counted in this score"):
        fan_again(mj.score(win), "all_pungs")
    for arguments in ((win, "1z"), (win, None, "mcr")):
        if arguments[1] is None:
            assert mj.score(*arguments) == mj.score(win)  # type: ignore[call-overload]
        else:
            with pytest.raises(TypeError, match="a Win holds its winning tile"):
                mj.score(*arguments)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="a Win holds its winning tile"):
        mj.score(win, self_draw=True)  # type: ignore[call-overload]
