"""Who gets a discard: worked cases, every mistake, and a slow twin of the whole."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.procedure.claims import COURSES, MULTI, WITH_CHOW, WITHOUT_CHOW, resolve_claims

Wants = list[tuple[int, str]]
BLOOD: dict[str, Any] = {"ranks": WITHOUT_CHOW, "multi": "all", "course": "until_one_left"}


def test_pung_before_chow() -> None:
    assert resolve_claims(0, [(1, "chow"), (3, "pung")], players=4) == (((3, "pung"),), 0)


def test_a_chow_if_nobody_wants_more() -> None:
    assert resolve_claims(0, [(1, "chow")], players=4) == (((1, "chow"),), 2)


def test_a_kong_draws_its_replacement() -> None:
    assert resolve_claims(0, [(1, "chow"), (2, "kong")], players=4) == (((2, "kong"),), 2)


def test_win_before_kong() -> None:
    assert resolve_claims(1, [(2, "kong"), (3, "win")], players=4, **BLOOD) == (((3, "win"),), 0)


def test_nobody_claims() -> None:
    assert resolve_claims(3, [], players=4) == ((), 0)
    assert resolve_claims(3, [], players=4, won=[0], **BLOOD) == ((), 1)


def test_the_nearest_of_several_winners() -> None:
    wants = [(1, "win"), (2, "win")]
    assert resolve_claims(0, wants, players=4) == (((1, "win"),), None)
    assert resolve_claims(1, [(0, "win"), (3, "win")], players=4) == (((3, "win"),), None)


def test_all_winners_end_a_hand_of_one_win() -> None:
    wants = [(2, "win"), (1, "win"), (3, "win")]
    assert resolve_claims(0, wants, players=4, multi="all") == (((1, "win"), (2, "win"), (3, "win")), None)


def test_three_winners_leave_one_player() -> None:
    wants = [(0, "win"), (2, "win"), (3, "win")]
    assert resolve_claims(1, wants, players=4, **BLOOD) == (((2, "win"), (3, "win"), (0, "win")), None)


def test_play_goes_on_after_the_last_winner() -> None:
    assert resolve_claims(1, [(2, "win")], players=4, won=[3], **BLOOD) == (((2, "win"),), 0)
    assert resolve_claims(3, [(1, "win"), (0, "win")], players=5, **BLOOD) == (((0, "win"), (1, "win")), 2)


def test_winners_play_on_until_the_wall_ends() -> None:
    river = {**BLOOD, "course": "until_wall_ends"}
    assert resolve_claims(1, [(2, "win"), (0, "win")], players=4, won=[0, 2, 3], **river) == (
        ((2, "win"), (0, "win")), 1)
    assert resolve_claims(1, [(2, "win")], players=4, won=[3], **river) == (((2, "win"),), 3)


def test_a_chow_by_the_next_player_in_the_hand() -> None:
    rules = {**BLOOD, "ranks": WITH_CHOW}
    assert resolve_claims(0, [(2, "chow")], players=4, won=[1], **rules) == (((2, "chow"),), 3)
    with pytest.raises(HandError, match="the next player"):
        resolve_claims(0, [(2, "chow")], players=4, **rules)


@pytest.mark.parametrize(("discarder", "wants", "more", "message"), [
    (4, [], {}, "discarder"),
    (None, [], {}, "discarder"),
    (0, [(4, "pung")], {}, "claimer"),
    (0, [(True, "pung")], {}, "claimer"),
    (0, [("1", "pung")], {}, "claimer"),
    (0, [(0, "win")], {}, "its own discard"),
    (0, [(1, "chow"), (1, "pung")], {}, "claims twice"),
    (0, [(1, "win"), (1, "win")], {}, "claims twice"),
    (0, [(2, "chow")], {}, "the next player"),
    (0, [(3, "chow")], {}, "the next player"),
    (0, [3], {}, "a seat and what it wants"),
    (0, ["1w"], {}, "a seat and what it wants"),
    (0, [(1, "win", 2)], {}, "a seat and what it wants"),
    (0, [(2, "win")], {"won": [2], **BLOOD}, "has won and is out"),
    (0, [(1, "win")], {"won": [0], **BLOOD}, "has won and is out"),
    (0, [], {"won": [1, 2, 3], **BLOOD}, "two or more who play on"),
    (0, [], {"won": [1, 1], **BLOOD}, "once"),
    (0, [], {"won": [4], **BLOOD}, "winner"),
    (0, [], {"won": [2]}, "no further discard"),
])
def test_impossible_claims(discarder: Any, wants: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError, match=message):
        resolve_claims(discarder, wants, players=4, **more)


@pytest.mark.parametrize(("wants", "more"), [
    ([(1, "pong")], {}),
    ([(1, None)], {}),
    ([(1, ["win"])], {}),
    ([(1, "chow")], {"ranks": WITHOUT_CHOW}),
    ([], {"multi": "two"}),
    ([], {"course": "blood"}),
    ([], {"players": 1}),
])
def test_what_a_game_does_not_know(wants: Any, more: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        resolve_claims(0, wants, **{"players": 4, **more})


def twin(discarder: int, wants: Wants, players: int, multi: str, course: str, won: list[int]
         ) -> tuple[list[tuple[int, str]], int | None]:
    """The same by going round the table, claim by claim."""
    gone = set(won) if course == "until_one_left" else set()
    round_the_table = [(discarder + n) % players for n in range(1, players + 1)]

    def next_after(seat: int) -> int:
        while True:
            seat = (seat + 1) % players
            if seat not in gone:
                return seat

    winners = [seat for seat in round_the_table if (seat, "win") in wants]
    if winners:
        if multi == "nearest":
            winners = winners[:1]
        honoured = []
        for seat in winners:
            if course == "until_one_left":
                if len(gone) == players - 1:
                    break
                gone.add(seat)
            honoured.append((seat, "win"))
        over = course == "single" or len(gone) == players - 1
        return honoured, None if over else next_after(honoured[-1][0])
    for names in (("kong", "pung"), ("chow",)):
        for seat in round_the_table:
            for name in names:
                if (seat, name) in wants:
                    return [(seat, name)], seat if name == "kong" else next_after(seat)
    return [], next_after(discarder)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(2, 10))
    course = draw(st.sampled_from(COURSES))
    discarder = draw(st.integers(0, players - 1))
    won = []
    if course != "single":
        others = [seat for seat in range(players) if seat != discarder]
        most = players - 2 if course == "until_one_left" else players - 1
        won = draw(st.lists(st.sampled_from(others), unique=True, max_size=most))
    out = won if course == "until_one_left" else []
    wants = []
    following = next(s for n in range(1, players) if (s := (discarder + n) % players) not in out)
    for seat in draw(st.permutations(range(players))):
        if seat == discarder or seat in out:
            continue
        names = ["", "win", "pung", "kong", *(["chow"] if seat == following else [])]
        if name := draw(st.sampled_from(names)):
            wants.append((seat, name))
    return {"discarder": discarder, "wants": wants, "players": players, "multi": draw(st.sampled_from(MULTI)),
            "course": course, "won": won}


@given(questions())
def test_against_the_twin(question: dict[str, Any]) -> None:
    answer = resolve_claims(**question)
    assert (list(answer.claims), answer.next) == twin(**question)
