"""Who pays what for a riichi win: shares, honba, deposits, responsibility, several rons."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.errors import HandError, RuleError
from mjcore.settle import Ledger, Ron, ron_winners, settle_rons, settle_win, win_total
from mjcore.settle.limits import base_points
from mjcore.settle.shares import TSUMO_LOSS

MANGAN, YAKUMAN = 2000, 8000


def test_ron_is_paid_by_the_discarder() -> None:
    assert settle_win(240, winner=1, dealer=0, loser=3).totals() == (0, 1000, 0, -1000)
    assert settle_win(240, winner=0, dealer=0, loser=3).totals() == (1500, 0, 0, -1500)
    assert settle_win(1920, winner=1, dealer=0, loser=3).totals() == (0, 7700, 0, -7700)
    assert settle_win(1920, winner=0, dealer=0, loser=3).totals() == (11600, 0, 0, -11600)


def test_tsumo_is_paid_by_all() -> None:
    assert settle_win(240, winner=1, dealer=0).totals() == (-500, 1100, -300, -300)
    assert settle_win(240, winner=0, dealer=0).totals() == (1500, -500, -500, -500)
    assert settle_win(1280, winner=2, dealer=1).totals() == (-1300, -2600, 5200, -1300)
    assert settle_win(YAKUMAN, winner=0, dealer=0).totals() == (48000, -16000, -16000, -16000)


def test_honba_and_deposits() -> None:
    """300 for each honba on a ron, 100 from each payer of a tsumo; 1000 for each stick, from the pot."""
    ron = settle_win(240, winner=1, dealer=0, loser=3, honba=2, sticks=3)
    assert ron.totals() == (0, 1000 + 600 + 3000, 0, -1600)
    assert [(e.payer, e.receiver, e.amount, e.reason) for e in ron] == [
        (3, 1, 1000, "points"), (3, 1, 600, "honba"), (None, 1, 3000, "deposits"),
    ]
    assert all(e.text for e in ron)
    tsumo = settle_win(240, winner=1, dealer=0, honba=2, sticks=3)
    assert tsumo.totals() == (-700, 1100 + 600 + 3000, -500, -500)
    assert tsumo.only("honba").totals() == (-200, 600, -200, -200)
    # a house rule of 1500 points for a honba
    assert settle_win(240, winner=1, dealer=0, loser=3, honba=1, honba_value=500).totals() == (0, 2500, 0, -2500)


def test_honba_of_three_players() -> None:
    assert settle_win(240, winner=1, dealer=0, loser=2, players=3, honba=2).totals(3) == (0, 1400, -1400)
    assert settle_win(MANGAN, winner=1, dealer=0, players=3, honba=1).totals(3) == (-4100, 6200, -2100)


@pytest.mark.parametrize(("base", "winner", "tsumo_loss", "totals"), [
    (MANGAN, 1, "loss", (-4000, 6000, -2000)),
    (MANGAN, 0, "loss", (8000, -4000, -4000)),
    (240, 1, "loss", (-500, 800, -300)),
    # north would have paid 2000, or 4000 to the dealer
    (MANGAN, 1, "north_bisection", (-5000, 8000, -3000)),
    (MANGAN, 0, "north_bisection", (12000, -6000, -6000)),
    # 300 missing: 150 for each, rounded up
    (240, 1, "north_bisection", (-700, 1200, -500)),
    (240, 0, "north_bisection", (1600, -800, -800)),
    (MANGAN, 1, "flat", (-4000, 8000, -4000)),
    (MANGAN, 0, "flat", (12000, -6000, -6000)),
    # 1100 among four, 1500 by the dealer: 550 and 750 for each, rounded up
    (240, 1, "flat", (-600, 1200, -600)),
    (240, 0, "flat", (1600, -800, -800)),
])
def test_tsumo_of_three_players(base: int, winner: int, tsumo_loss: str, totals: tuple[int, ...]) -> None:
    ledger = settle_win(base, winner=winner, dealer=0, players=3, tsumo_loss=tsumo_loss)
    assert ledger.totals(3) == totals
    assert win_total(base, winner == 0, True, 3, tsumo_loss) == totals[winner]


def test_tsumo_loss_changes_nothing_else() -> None:
    for tsumo_loss in TSUMO_LOSS:
        assert win_total(MANGAN, False, False, 3, tsumo_loss) == 8000
        assert win_total(MANGAN, False, True, 4, tsumo_loss) == 8000
        assert settle_win(240, winner=2, dealer=0, loser=1, players=3, tsumo_loss=tsumo_loss).totals(3)[2] == 1000


def test_responsibility_for_a_tsumo() -> None:
    """The responsible player pays the ron value and all honba: logged as -32300."""
    ledger = settle_win(YAKUMAN, winner=2, dealer=0, honba=1, sticks=1, pao=3)
    assert ledger.totals() == (0, 0, 33300, -32300)
    assert {e.reason for e in ledger} == {"pao", "honba", "deposits"}
    assert settle_win(YAKUMAN, winner=0, dealer=0, honba=2, pao=1).totals() == (48600, -48600, 0, 0)
    assert settle_win(YAKUMAN, winner=2, dealer=0, honba=1, pao=1, players=3).totals(3) == (0, -32200, 32200)


def test_responsibility_for_a_ron() -> None:
    ledger = settle_win(YAKUMAN, winner=2, dealer=0, loser=1, honba=1, pao=3)
    assert ledger.totals() == (0, -16000, 32300, -16300)
    own = settle_win(YAKUMAN, winner=2, dealer=0, loser=3, honba=1, pao=3)
    assert own == settle_win(YAKUMAN, winner=2, dealer=0, loser=3, honba=1)
    assert own.totals() == (0, 0, 32300, -32300)


def test_responsibility_for_a_part() -> None:
    """Two yakuman, one of them under responsibility."""
    both = 2 * YAKUMAN
    tsumo = settle_win(both, winner=1, dealer=0, honba=1, pao=3, pao_base=YAKUMAN)
    assert tsumo.totals() == (-16000, 32000 + 32000 + 300, -8000, -8000 - 32000 - 300)
    ron = settle_win(both, winner=1, dealer=0, loser=2, honba=1, pao=3, pao_base=YAKUMAN)
    assert ron.totals() == (0, 64300, -32000 - 16000, -16300)
    assert settle_win(both, winner=1, dealer=0, loser=3, pao=3, pao_base=YAKUMAN).totals() == (0, 64000, 0, -64000)
    whole = settle_win(both, winner=1, dealer=0, loser=2, pao=3)
    assert whole == settle_win(both, winner=1, dealer=0, loser=2, pao=3, pao_base=both)
    assert whole.totals() == (0, 64000, -32000, -32000)


def test_two_responsible_players() -> None:
    ledger = (settle_win(YAKUMAN, winner=0, dealer=1, honba=1, sticks=1, pao=2)
              + settle_win(YAKUMAN, winner=0, dealer=1, pao=3))
    assert ledger.totals() == (65300, 0, -32300, -32000)


def test_responsibility_below_a_yakuman() -> None:
    """Responsible for the replacement tile of an open kong; an odd half is rounded up for the responsible."""
    assert settle_win(240, winner=1, dealer=0, pao=2).totals() == (0, 1000, -1000, 0)
    assert settle_win(base_points(1, 40), winner=1, dealer=0, loser=3, pao=2).totals() == (0, 1300, -700, -600)


def test_several_rons() -> None:
    """Each is paid in full; honba and deposits go to the first after the discarder."""
    ledger = settle_rons([Ron(1, 240), Ron(0, MANGAN)], loser=2, dealer=1, honba=2, sticks=2)
    assert ledger.only(receiver=0).totals() == (8000 + 600 + 2000, 0, -8600, 0)
    assert ledger.only(receiver=1).totals() == (0, 1500, -1500, 0)
    assert [e.receiver for e in ledger] == [0, 0, 0, 1]
    three = settle_rons([Ron(n, 240) for n in (0, 1, 3)], loser=2, dealer=2, honba=1, sticks=1)
    assert three.totals() == (1000, 1000, -3300, 2300)
    sanma = settle_rons([Ron(2, 240), Ron(0, 240)], loser=1, dealer=0, players=3, honba=1)
    assert sanma.totals(3) == (1500, -2700, 1200)
    one = settle_rons([Ron(3, MANGAN)], loser=0, dealer=1, honba=1, sticks=1)
    assert one == settle_win(MANGAN, winner=3, dealer=1, loser=0, honba=1, sticks=1)


def test_several_rons_with_responsibility() -> None:
    ledger = settle_rons([Ron(3, 240), Ron(0, 2 * YAKUMAN, pao=1, pao_base=YAKUMAN)], loser=2, dealer=1, honba=1)
    assert ledger.totals() == (64000, -16000, -48000 - 1300, 1300)


def test_who_wins_by_ron() -> None:
    assert ron_winners([1], 0) == (1,)
    assert ron_winners([1, 0], 2) == (0, 1)
    assert ron_winners([1, 0, 3], 2) == ()
    assert ron_winners([1, 0, 3], 2, multi_ron="triple") == (3, 0, 1)
    assert ron_winners([1, 0, 3], 2, multi_ron="head_bump") == (3,)
    assert ron_winners([1, 0], 2, multi_ron="head_bump") == (0,)
    assert ron_winners([0, 2], 1, players=3) == (2, 0)


@st.composite
def wins(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.sampled_from([3, 4]))
    seat = st.integers(0, players - 1)
    winner = draw(seat)
    other = st.none() | seat.filter(lambda n: n != winner)
    pao, base = draw(other), draw(st.sampled_from([240, 400, 1920, 2000, 3000, 8000, 16000, 24000]))
    part = None if pao is None else draw(st.none() | st.sampled_from([base, *range(8000, base + 1, 8000)]))
    return {
        "base": base, "winner": winner, "loser": draw(other), "dealer": draw(seat), "players": players,
        "honba": draw(st.integers(0, 9)), "sticks": draw(st.integers(0, 5)), "pao": pao, "pao_base": part,
        "tsumo_loss": draw(st.sampled_from(TSUMO_LOSS)),
    }


def settle(win: dict[str, Any]) -> Ledger:
    return settle_win(win["base"], **{name: value for name, value in win.items() if name != "base"})


@given(wins())
def test_zero_sum_but_for_the_deposits(win: dict[str, Any]) -> None:
    ledger, players = settle(win), win["players"]
    totals = ledger.totals(players)
    assert sum(totals) == 1000 * win["sticks"]
    assert ledger.outside == ledger.only("deposits")
    assert all(total <= 0 for seat, total in enumerate(totals) if seat != win["winner"])
    assert all(total % 100 == 0 for total in totals)
    assert {e.receiver for e in ledger} == {win["winner"]}
    # counters are worth the same whoever pays
    assert sum(e.amount for e in ledger.only("honba")) == 100 * (players - 1) * win["honba"]


@given(wins())
def test_the_winner_gets_the_total(win: dict[str, Any]) -> None:
    """Responsibility moves payments; the hand is worth as much, a tsumo under it as much as a ron."""
    ledger, base = settle(win), win["base"]
    got = sum(e.amount for e in ledger if e.reason in ("points", "pao"))
    by_dealer, drawn = win["winner"] == win["dealer"], win["loser"] is None
    part = 0 if win["pao"] is None else win["pao_base"] or base
    expected = win_total(part, by_dealer, False) if part else 0
    if base > part:
        expected += win_total(base - part, by_dealer, drawn, win["players"], win["tsumo_loss"])
    assert got == expected
    if not drawn and base >= 2000:
        assert got == base * (6 if by_dealer else 4)


@given(wins())
def test_turned_seats(win: dict[str, Any]) -> None:
    players = win["players"]
    moved = {name: None if win[name] is None else (win[name] + 1) % players
             for name in ("winner", "loser", "dealer", "pao")}
    totals = settle(win).totals(players)
    assert settle(win | moved).totals(players) == totals[-1:] + totals[:-1]


@given(st.sampled_from([240, 320, 400, 640, 1280, 1920, 2000, 3000, 8000]), st.booleans())
def test_three_player_variants_are_near_the_four_player_total(base: int, dealer: bool) -> None:
    """Loss is a share short; the other variants give what four pay, but for rounding."""
    of_four = win_total(base, dealer, True)
    assert of_four - win_total(base, dealer, True, 3) in range(base, 2 * base + 100)
    for tsumo_loss in ("north_bisection", "flat"):
        assert win_total(base, dealer, True, 3, tsumo_loss) - of_four in (0, 100)


@pytest.mark.parametrize(("change", "error", "message"), [
    ({"winner": 4}, HandError, "winner is seat 4"),
    ({"winner": None}, HandError, "winner is None"),
    ({"loser": 1}, HandError, "the loser is seat 1, the winner"),
    ({"loser": -1}, HandError, "loser is seat -1"),
    ({"pao": 1}, HandError, "the responsible player is seat 1, the winner"),
    ({"pao": True}, HandError, "responsible player is True"),
    ({"dealer": 4}, HandError, "dealer is seat 4"),
    ({"dealer": "E"}, HandError, "dealer is 'E'"),
    ({"players": 2}, RuleError, "a riichi table of 2 players: expected 3 or 4"),
    ({"players": 3, "loser": 3}, HandError, "loser is seat 3"),
    ({"honba": -1}, RuleError, "honba is -1"),
    ({"honba": 1.0}, RuleError, "honba is 1.0"),
    ({"honba_value": -100}, RuleError, "value of a honba is -100"),
    ({"sticks": -1}, RuleError, "number of sticks is -1"),
    ({"tsumo_loss": "half"}, RuleError, "tsumo_loss is 'half': expected one of loss, north_bisection, flat"),
    ({"pao_base": 2000}, HandError, "nobody responsible"),
    ({"pao": 0, "pao_base": 0}, RuleError, r"responsibility is 0: expected 1\.\.2000"),
    ({"pao": 0, "pao_base": 2001}, RuleError, "responsibility is 2001"),
    ({"base": 0}, RuleError, "0 base points"),
    ({"base": 2000.0}, RuleError, "the base points is 2000.0"),
])
def test_impossible_wins(change: dict[str, Any], error: type[Exception], message: str) -> None:
    good = {"base": 2000, "winner": 1, "loser": 2, "dealer": 0}
    settle(good)
    with pytest.raises(error, match=message):
        settle(good | change)


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: settle_rons([], loser=0, dealer=0), HandError, "no ron"),
    (lambda: settle_rons([Ron(1, 240), Ron(1, 240)], loser=0, dealer=0), HandError, "each winner once"),
    (lambda: settle_rons([Ron(0, 240)], loser=0, dealer=0), HandError, "the loser is seat 0, the winner"),
    (lambda: settle_rons([Ron(1, 240)], loser=None, dealer=0), HandError, "loser is None"),
    (lambda: settle_rons([Ron(3, 240)], loser=0, dealer=0, players=3), HandError, "winner is seat 3"),
    (lambda: ron_winners([], 0), HandError, "nobody calls ron"),
    (lambda: ron_winners([0, 1], 0), HandError, "on its own tile"),
    (lambda: ron_winners([1, 1], 0), HandError, "each claimant once"),
    (lambda: ron_winners([1], 0, multi_ron="all"), RuleError, "multi_ron is 'all'"),
    (lambda: win_total(240, True, True, 5), RuleError, "a riichi table of 5 players"),
    (lambda: win_total(0, True, True), RuleError, "0 base points"),
    (lambda: win_total(240, True, False, 4, "none"), RuleError, "tsumo_loss is 'none'"),
])
def test_impossible_rons(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
