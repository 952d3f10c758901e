"""From hand to hand, the end of a riichi match, the final points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle import (
    Ending,
    Ledger,
    MatchEnd,
    MatchState,
    Transfer,
    exhaustive_draw,
    final_points,
    first_hand,
    nagashi_mangan,
    next_hand,
    riichi_deposit,
    settle_win,
)

NOTHING = Ledger()
ABORTED = Ending("abortive_draw")
WRC: dict[str, Any] = {"start": 30000, "uma": (15, 5, -5, -15), "oka": 0, "ties": "shared", "round_to": 100}
M_LEAGUE: dict[str, Any] = {"uma": (30, 10, -10, -30), "oka": 20, "ties": "shared", "round_to": 100}


def win(*winners: int) -> Ending:
    return Ending("win", winners=winners)


def draw(*tenpai: int) -> Ending:
    return Ending("exhaustive_draw", tenpai=tenpai)


def at(hand: str, scores: tuple[int, ...], **more: Any) -> MatchState:
    """The state before a hand like `S4`."""
    return MatchState(scores, hand[0], int(hand[1]) - 1, **more)


def goes_on(state: MatchState, ending: Ending, ledger: Ledger = NOTHING, **options: Any) -> MatchState:
    after = next_hand(state, ending, ledger, **options)
    assert isinstance(after, MatchState), after
    return after


def ends(state: MatchState, ending: Ending, ledger: Ledger = NOTHING, **options: Any) -> MatchEnd:
    after = next_hand(state, ending, ledger, **options)
    assert isinstance(after, MatchEnd), after
    return after


def place(state: MatchState) -> str:
    return f"{state.round_wind}{state.kyoku}.{state.honba}"


EVEN = (25000,) * 4


def test_first_hand() -> None:
    assert first_hand() == MatchState(EVEN)
    assert place(first_hand()) == "E1.0"
    assert first_hand(3).scores == (35000,) * 3
    assert first_hand(4, start=30000, length="tonpuu") == MatchState((30000,) * 4, length="tonpuu")


def test_dealer_stays_after_his_win_or_tenpai() -> None:
    state = at("E2", EVEN, honba=1)
    assert place(goes_on(state, win(1))) == "E2.2"
    assert place(goes_on(state, win(0, 1))) == "E2.2"
    assert place(goes_on(state, win(0))) == "E3.0"
    assert place(goes_on(state, win(2, 3))) == "E3.0"
    assert place(goes_on(state, draw(1, 3))) == "E2.2"
    assert place(goes_on(state, draw(0, 3))) == "E3.2"
    assert place(goes_on(state, draw())) == "E3.2"
    assert place(goes_on(state, ABORTED)) == "E2.2"


def test_nagashi_mangan_leaves_the_deal_to_tenpai() -> None:
    state = at("E2", EVEN, honba=1, deposits=2)
    ledger = nagashi_mangan([1], dealer=1)
    after = goes_on(state, Ending("nagashi_mangan", tenpai=(0,)), ledger)
    assert (place(after), after.deposits) == ("E3.2", 2)
    assert after.scores == (21000, 37000, 21000, 21000)
    assert place(goes_on(state, Ending("nagashi_mangan", tenpai=(1,)), nagashi_mangan([0], dealer=1))) == "E2.2"
    # where it counts as a win, the ending is one
    after = goes_on(state, win(1), nagashi_mangan([1], dealer=1, honba=1, sticks=2))
    assert (place(after), after.deposits) == ("E2.2", 0)


@pytest.mark.parametrize(("renchan", "after_tenpai", "after_noten"), [
    ("tenpai", "E1.1", "E2.1"), ("win_only", "E2.1", "E2.1"), ("noten", "E1.1", "E1.1"),
])
def test_renchan(renchan: str, after_tenpai: str, after_noten: str) -> None:
    state = first_hand()
    for kind in ("exhaustive_draw", "nagashi_mangan"):
        assert place(goes_on(state, Ending(kind, tenpai=(0,)), renchan=renchan)) == after_tenpai
        assert place(goes_on(state, Ending(kind, tenpai=(2,)), renchan=renchan)) == after_noten
    assert place(goes_on(state, win(0), renchan=renchan)) == "E1.1"
    assert place(goes_on(state, win(2), renchan=renchan)) == "E2.0"
    assert place(goes_on(state, ABORTED, renchan=renchan)) == "E1.1"


def test_rounds_follow_each_other() -> None:
    assert place(goes_on(at("E4", EVEN), win(0))) == "S1.0"
    assert place(goes_on(at("E3", (35000,) * 3), win(0))) == "S1.0"
    assert place(goes_on(at("E4", EVEN, length="tonpuu"), win(0))) == "S1.0"
    assert place(goes_on(at("S4", EVEN), draw())) == "W1.1"
    assert place(goes_on(at("S3", (35000,) * 3), win(0))) == "W1.0"
    assert place(goes_on(at("W1", EVEN), win(1))) == "W2.0"


def test_deposits_stay_until_somebody_wins() -> None:
    state = first_hand()
    after = goes_on(state, draw(), riichi_deposit(2) + riichi_deposit(3) + exhaustive_draw([2, 3]))
    assert (after.deposits, after.scores) == (2, (23500, 23500, 25500, 25500))
    paid = settle_win(1000, winner=2, dealer=after.dealer, loser=0, honba=1, sticks=3)
    last = goes_on(after, win(2), riichi_deposit(2) + paid)
    assert (last.deposits, last.scores) == (0, (19200, 23500, 31800, 25500))
    # money that leaves the table is no deposit
    fined = goes_on(state, ABORTED, Ledger([Transfer(1, None, 8000, "fine")]))
    assert (fined.deposits, fined.scores[1]) == (0, 17000)


def test_a_score_below_zero_ends_the_match() -> None:
    state = first_hand(start=8000)
    exact = settle_win(2000, winner=1, dealer=0, loser=2)
    assert goes_on(state, win(1), exact).scores[2] == 0
    over = settle_win(2000, winner=1, dealer=0, loser=2, honba=1)
    end = ends(state, win(1), over)
    assert (end.reason, end.scores) == ("tobi", (8000, 16300, -300, 8000))
    assert goes_on(state, win(1), over, tobi=False).scores[2] == -300
    # even if the dealer stays, and after an abortive draw
    broke = at("E1", (50000, 50100, 0, -100))
    assert ends(broke, ABORTED).reason == "tobi"
    assert ends(broke, win(0)).reason == "tobi"


def test_the_last_hand_ends_the_match_at_the_target() -> None:
    leading = (30000, 29900, 20100, 20000)
    end = ends(at("S4", leading), win(1))
    assert (end.reason, end.scores, end.ranking) == ("target", leading, (0, 1, 2, 3))
    assert goes_on(at("S3", leading), win(1)).kyoku == 4
    short = (29900, 29900, 20200, 20000)
    assert place(goes_on(at("S4", short), win(1))) == "W1.0"
    assert ends(at("S4", short), win(1), target=29900).reason == "target"
    assert ends(at("S4", short), win(1), extension=False).reason == "length"
    # 1000 more lie on the table: they do not count
    assert place(goes_on(at("S4", (29900, 29900, 20200, 19000), deposits=1), win(1))) == "W1.0"
    assert ends(at("E4", leading, length="tonpuu"), draw()).reason == "target"


def test_three_players_need_more() -> None:
    assert place(goes_on(at("S3", (39900, 33000, 32100)), win(1))) == "W1.0"
    assert ends(at("S3", (40000, 33000, 32000)), win(1)).reason == "target"


def test_the_extension_ends_at_the_target_or_its_last_hand() -> None:
    short = (29900, 29900, 20200, 20000)
    assert ends(at("W1", (30000, 29900, 20100, 20000)), win(1)).reason == "target"
    assert place(goes_on(at("W3", short), win(1))) == "W4.0"
    assert ends(at("W4", short), win(1)).reason == "length"
    assert place(goes_on(at("W4", short), win(3))) == "W4.1"
    assert ends(at("S4", short, length="tonpuu"), draw()).reason == "length"
    assert ends(at("W3", (36000, 36000, 33000)), draw()).reason == "length"


def test_the_leading_dealer_stops() -> None:
    leads = (20000, 20000, 28000, 32000)
    assert ends(at("S4", leads), win(3)).reason == "agari_yame"
    assert ends(at("S4", leads), win(0, 3)).reason == "agari_yame"
    assert ends(at("S4", leads), draw(3)).reason == "tenpai_yame"
    assert ends(at("S4", leads), Ending("nagashi_mangan", tenpai=(3,))).reason == "tenpai_yame"
    assert place(goes_on(at("S4", leads), ABORTED)) == "S4.1"
    assert place(goes_on(at("S3", (20000, 20000, 32000, 28000)), win(2))) == "S3.1"
    for ending in (win(3), draw(3)):
        assert place(goes_on(at("S4", leads), ending, agari_yame=False)) == "S4.1"
    assert ends(at("S4", (20000, 25000, 25000, 30000)), win(3)).reason == "agari_yame"
    # not first, an earlier seat with as much, below the target
    assert place(goes_on(at("S4", (33000, 15000, 20000, 32000)), win(3))) == "S4.1"
    assert place(goes_on(at("S4", (32000, 16000, 20000, 32000)), win(3))) == "S4.1"
    assert place(goes_on(at("S4", (24000, 23100, 23000, 29900)), win(3))) == "S4.1"
    assert ends(at("W1", (32000, 16000, 20000, 32000)), win(0)).reason == "agari_yame"
    # stays without a right of his own
    assert place(goes_on(at("S4", leads), draw(), renchan="noten")) == "S4.1"
    assert ends(at("S4", leads), draw(3), renchan="win_only").reason == "target"


def test_deposits_left_at_the_end() -> None:
    state = at("S4", (20000, 33000, 22000, 23000), deposits=2)
    end = ends(state, draw())
    assert (end.scores, end.lost) == ((20000, 35000, 22000, 23000), 0)
    assert end.ledger.totals() == (0, 2000, 0, 0)
    assert {e.reason for e in end.ledger} == {"leftover_deposits"}
    end = ends(state, draw(), leftover_deposits="lost")
    assert (end.scores, end.lost, end.ledger) == (state.scores, 2, NOTHING)
    taken = ends(state, win(0), settle_win(240, winner=0, dealer=3, loser=2, sticks=2))
    assert (taken.lost, taken.ledger, sum(taken.scores)) == (0, NOTHING, 100000)


def test_equal_firsts_and_deposits() -> None:
    state = at("S4", (9000, 30000, 30000, 30000), deposits=1)
    assert ends(state, draw()).scores == (9000, 31000, 30000, 30000)
    assert ends(state, draw(), ties="shared").scores == (9000, 30400, 30300, 30300)
    assert ends(at("S4", (19000, 30000, 30000, 20000), deposits=1), draw(), ties="shared").scores[1:3] == (30500,) * 2


def test_matches_without_extension_and_stops() -> None:
    """WRC, EMA, M.League: South 4 is the last hand, but the dealer goes on while he stays."""
    options = {"tobi": False, "extension": False, "agari_yame": False, "target": 30000}
    state = at("S4", (-500, 30000, 30500, 60000))
    assert place(goes_on(state, win(3), **options)) == "S4.1"
    assert place(goes_on(state, draw(3), **options)) == "S4.1"
    assert ends(state, win(1), **options).reason == "target"
    assert ends(at("S4", (29000,) * 4, deposits=4), draw(), leftover_deposits="lost", **options).lost == 4


def test_points_are_conserved_over_random_matches() -> None:
    """Scores and deposits together stay the same to the end, and every match ends."""
    rng = Random(11)
    reasons = set()
    for number in range(300):
        players, length = rng.choice((3, 4)), rng.choice(("hanchan", "tonpuu"))
        options = {"tobi": rng.random() < 0.7, "agari_yame": rng.random() < 0.5, "extension": rng.random() < 0.7,
                   "leftover_deposits": rng.choice(("first", "lost")), "ties": rng.choice(("seat_order", "shared"))}
        state = first_hand(players, length=length)
        total, seats, hands = sum(state.scores), range(players), 0
        while True:
            ledger = Ledger()
            for seat in seats:
                if rng.random() < 0.3:
                    ledger += riichi_deposit(seat, players=players)
            sticks = state.deposits + len(ledger)
            if rng.random() < 0.6:
                winner = rng.choice(seats)
                loser = rng.choice([None, *(seat for seat in seats if seat != winner)])
                ending = win(winner)
                ledger += settle_win(rng.choice((240, 1920, 2000, 4000)), winner=winner, loser=loser,
                                     dealer=state.dealer, players=players, honba=state.honba, sticks=sticks)
            else:
                ending = draw(*(seat for seat in seats if rng.random() < 0.5))
                ledger += exhaustive_draw(ending.tenpai, players=players)
            after = next_hand(state, ending, ledger, **options)
            hands += 1
            if isinstance(after, MatchEnd):
                break
            assert sum(after.scores) + 1000 * after.deposits == total
            assert after.honba in (0, state.honba + 1)
            assert after.dealer in (state.dealer, (state.dealer + 1) % players)
            state = after
        assert sum(after.scores) + 1000 * after.lost == total
        assert hands < 200
        reasons.add(after.reason)
        points = final_points(after.scores, ties=options["ties"])
        assert sum(points) == -1000 * after.lost, number
    assert reasons == {"tobi", "target", "length", "agari_yame", "tenpai_yame"}


def test_final_points() -> None:
    assert final_points([16400, 39900, 9600, 34100]) == (-24000, 50000, -40000, 14000)
    assert final_points([25000] * 4) == (35000, 5000, -15000, -25000)
    assert final_points([35000] * 3) == (30000, -5000, -25000)
    # half away from zero, on the score itself
    assert final_points([500, 50000, 48000, 1500])[::3] == (-49000, -38000)
    assert final_points([-500, 55000, 44000, 1500])[::3] == (-51000, -38000)
    assert final_points([-400, 55000, 44000, 1400])[::3] == (-50000, -39000)
    # without an oka the return is the start
    no_oka = {"oka": 0, "uma": (15, 5, -5, -15)}
    assert final_points([40000, 30000, 20000, 10000], **no_oka) == (30000, 10000, -10000, -30000)
    assert final_points([45000, 35000, 25000], oka=0, uma=(15, 0, -15)) == (25000, 0, -25000)


def test_final_points_that_are_not_rounded() -> None:
    assert final_points([40300, 29800, 30000, 19900], **WRC) == (25300, -5200, 5000, -25100)
    assert final_points([25001, 24999, 25001, 24999], **M_LEAGUE | {"round_to": 1}) == (25001, -25001, 25001, -25001)
    # 20 points that nobody has: what is no hundred is the earliest's
    assert final_points([30000, 9980, 30000, 30000], **M_LEAGUE) == (16780, -50000, 16600, 16600)
    assert final_points([40300, 29800, 19900, 10000], **M_LEAGUE) == (60300, 9800, -20100, -50000)


def test_equal_scores_share_their_places() -> None:
    """WRC and EMA: the uma of the places is shared; in the M.League the oka too."""
    assert final_points([30000] * 4, **WRC) == (0, 0, 0, 0)
    assert final_points([40000, 40000, 30000, 10000], **WRC) == (20000, 20000, -5000, -35000)
    assert final_points([50000, 25000, 25000, 20000], **WRC) == (35000, -5000, -5000, -25000)
    assert final_points([60000, 20000, 20000, 20000], **WRC) == (45000, -15000, -15000, -15000)
    assert final_points([20000, 60000, 20000, 20000], **WRC)[1] == 45000
    assert final_points([35000, 15000, 35000, 15000], **M_LEAGUE) == (35000, -35000, 35000, -35000)
    # 50.0 among three: the earlier seats get the hundred more
    assert final_points([30000, 10000, 30000, 30000], **M_LEAGUE) == (16700, -50000, 16700, 16600)
    assert final_points([40000, 40000, 10000, 10000]) == (50000, 20000, -30000, -40000)


def test_lost_deposits_are_missing_in_the_points() -> None:
    assert final_points([39000, 30000, 30000, 20000], **WRC) == (24000, 0, 0, -25000)
    assert sum(final_points([38000, 26000, 24000, 11000])) == -1000


@given(st.lists(st.integers(-200, 900), min_size=2, max_size=3), st.sampled_from(["seat_order", "shared"]),
       st.sampled_from([100, 1000]), st.booleans())
def test_points_sum_to_zero_and_follow_the_scores(some: list[int], ties: str, round_to: int, oka: bool) -> None:
    players = len(some) + 1
    start = 25000 if players == 4 else 35000
    scores = [100 * part for part in some]
    scores.append(players * start - sum(scores))
    points = final_points(scores, ties=ties, round_to=round_to, oka=None if oka else 0)
    assert sum(points) == 0
    order = sorted(range(players), key=lambda seat: (-scores[seat], seat))
    assert [points[seat] for seat in order] == sorted(points, reverse=True)
    if round_to == 1000 and ties == "seat_order":
        assert all(point % 1000 == 0 or seat == order[0] for seat, point in enumerate(points))
    if ties == "shared":
        for seat in range(1, players):
            if scores[seat] == scores[seat - 1]:
                assert points[seat - 1] - points[seat] in (0, 100)


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: first_hand(5), RuleError, "a riichi table of 5"),
    (lambda: first_hand(start=-1), RuleError, "the start is -1"),
    (lambda: first_hand(length="long"), RuleError, "the length is 'long': expected one of hanchan, tonpuu"),
    (lambda: MatchState((25000, 25000)), RuleError, "a riichi table of 2"),
    (lambda: MatchState((25000, 25000, 1.5, 0)), RuleError, "a score is 1.5"),
    (lambda: MatchState(EVEN, "N"), RuleError, "round wind of a hanchan is 'N': expected one of E, S, W"),
    (lambda: MatchState(EVEN, ""), RuleError, "round wind of a hanchan is ''"),
    (lambda: MatchState(EVEN, "W", length="tonpuu"), RuleError, "round wind of a tonpuu is 'W': expected one of E, S"),
    (lambda: MatchState(EVEN, dealer=4), HandError, "the dealer is seat 4"),
    (lambda: MatchState((35000,) * 3, dealer=3), HandError, "the dealer is seat 3"),
    (lambda: MatchState(EVEN, honba=-1), RuleError, "honba is -1"),
    (lambda: MatchState(EVEN, deposits=-1), RuleError, "number of deposits is -1"),
    (lambda: Ending("tsumo"), RuleError, "the ending is 'tsumo'"),
    (lambda: win(), HandError, "expected winners of a win"),
    (lambda: Ending("exhaustive_draw", winners=(1,)), HandError, "exhaustive_draw with the winners"),
    (lambda: Ending("win", winners=(1,), tenpai=(1,)), HandError, "win with tenpai players"),
    (lambda: Ending("abortive_draw", tenpai=(1,)), HandError, "expected an empty wall"),
    (lambda: next_hand(first_hand(), win(4), NOTHING), HandError, "winner is seat 4"),
    (lambda: next_hand(first_hand(), win(1, 1), NOTHING), HandError, "each winner once"),
    (lambda: next_hand(first_hand(3), draw(3), NOTHING), HandError, "tenpai player is seat 3"),
    (lambda: next_hand(first_hand(3), ABORTED, riichi_deposit(3)), HandError, "payer is seat 3"),
    (lambda: next_hand(first_hand(), win(1), settle_win(240, winner=1, dealer=0, sticks=1)), RuleError,
     "deposits of -1000 are left"),
    (lambda: next_hand(first_hand(), ABORTED, NOTHING, renchan="yes"), RuleError, "renchan is 'yes'"),
    (lambda: next_hand(first_hand(), ABORTED, NOTHING, leftover_deposits="dealer"), RuleError, "leftover_deposits"),
    (lambda: next_hand(first_hand(), ABORTED, NOTHING, ties="dealer"), RuleError, "ties is 'dealer'"),
    (lambda: next_hand(first_hand(), ABORTED, NOTHING, target="30000"), RuleError, "the target is '30000'"),
    (lambda: final_points([50000, 50000]), RuleError, "a riichi table of 2"),
    (lambda: final_points([25000, 25000, 25000, 25000.0]), RuleError, "a score is 25000.0"),
    (lambda: final_points([25000, 25000, 25000, 26000]), RuleError, "scores of 101000 in all: expected 100000"),
    (lambda: final_points(EVEN, uma=(20, 0, -20)), RuleError, "expected 4 numbers that sum to 0"),
    (lambda: final_points(EVEN, uma=(20, 10, -10, -10)), RuleError, "expected 4 numbers that sum to 0"),
    (lambda: final_points(EVEN, uma=(7.5, 2.5, -2.5, -7.5)), RuleError, "the uma is 7.5"),
    (lambda: final_points((35000,) * 3, oka=20), RuleError, "an oka of 20000 among 3 players"),
    (lambda: final_points(EVEN, oka=-20), RuleError, "the oka is -20"),
    (lambda: final_points(EVEN, ties="first"), RuleError, "ties is 'first'"),
    (lambda: final_points(EVEN, round_to=0), RuleError, "round_to is 0"),
])
def test_bad_input(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
