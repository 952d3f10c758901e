"""Every payment, next hand, end and result of the published Tenhou games."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mjcore.settle import (
    Ending,
    Ledger,
    MatchEnd,
    MatchState,
    Ron,
    abortive_draw,
    exhaustive_draw,
    final_points,
    first_hand,
    limit_name,
    nagashi_mangan,
    next_hand,
    riichi_deposit,
    ron_winners,
    settle_rons,
    settle_win,
    win_total,
    yakuman_base,
)
from mjcore.settle.limits import base_points

SHARED = os.environ.get("MJCORE_SHARED")
pytestmark = pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
FOLDER = Path(SHARED or ".") / "data"


@cache
def read(name: str) -> list[dict[str, Any]]:
    with gzip.open(FOLDER / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def rounds() -> list[dict[str, Any]]:
    return read("riichi_rounds.jsonl.gz")


def base_of(expected: dict[str, Any]) -> int:
    if expected["yakuman"]:
        return yakuman_base(sum(multiple for _, multiple in expected["yakuman"]))
    return base_points(expected["han"], expected["fu"])


def side(win: dict[str, Any]) -> dict[str, Any]:
    return {"winner": win["winner"], "loser": win["loser"], "dealer": win["dealer_seat"], "pao": win["pao"]}


def test_wins() -> None:
    """Han and fu give base, limit, total and the change of every seat."""
    wins = read("riichi_wins.jsonl.gz")
    seen: Counter[str] = Counter()
    for win in wins:
        players, expected = win["players"], win["expected"]
        base = base_of(expected)
        assert limit_name(base) == expected["limit"], win["id"]
        total = win_total(base, win["winner"] == win["dealer_seat"], win["tsumo"], players)
        assert total == expected["points"], win["id"]
        ledger = settle_win(base, **side(win), players=players, honba=win["honba_paid"], sticks=win["sticks"])
        assert list(ledger.totals(players)) == win["deltas"], win["id"]
        seen["tsumo" if win["tsumo"] else "ron"] += 1
        seen[f"players {players}"] += 1
        seen["second ron"] += win["multi_index"] > 0
        seen["honba"] += win["honba_paid"] > 0
        seen["deposits"] += win["sticks"] > 0
        seen["yakuman"] += expected["limit"] == "yakuman"
    print(f"{len(wins)} wins: {dict(seen)}")
    assert len(wins) == 1962
    assert seen["tsumo"] + seen["ron"] == seen["players 3"] + seen["players 4"] == 1962
    assert seen["second ron"] == 10
    assert min(seen.values()) >= 4


def wins_ledger(hand: dict[str, Any], sticks: int) -> Ledger:
    """All wins of a hand, settled together; the parts of each winner are what the log says."""
    wins, players, dealer = hand["wins"], hand["players"], hand["dealer"]
    more: dict[str, Any] = {"players": players, "honba": hand["honba"], "sticks": sticks}
    if wins[0]["loser"] is None:
        ledger = settle_win(base_of(wins[0]["expected"]), **side(wins[0]), **more)
    else:
        # the order of the wins must not matter
        rons = [Ron(win["winner"], base_of(win["expected"]), win["pao"]) for win in reversed(wins)]
        ledger = settle_rons(rons, loser=wins[0]["loser"], dealer=dealer, **more)
        order = ron_winners([ron.winner for ron in rons], wins[0]["loser"], players)
        assert list(order) == [win["winner"] for win in wins]
    for win in wins:
        assert list(ledger.only(receiver=win["winner"]).totals(players)) == win["deltas"], win["id"]
    return ledger


def nagashi_seats(hand: dict[str, Any]) -> list[int]:
    """Who discarded only terminals and honours and had no discard called."""
    seats = set(range(hand["players"]))
    for event in hand["events"]:
        if event[0] == "discard" and event[2][1] != "z" and event[2][0] not in "19":
            seats.discard(event[1])
        elif event[0] in ("chi", "pon", "daiminkan"):
            seats.discard(event[2])
    return sorted(seats)


def settled(hand: dict[str, Any]) -> tuple[Ending, Ledger, str]:
    """How a hand of the file ended, and the ledger of all of it."""
    players = hand["players"]
    ledger = Ledger()
    for event in hand["events"]:
        if event[0] == "riichi_accepted":
            ledger += riichi_deposit(event[1], players=players)
    if hand["wins"]:
        ledger += wins_ledger(hand, hand["sticks"] + len(ledger))
        return Ending("win", winners=tuple(win["winner"] for win in hand["wins"])), ledger, f"{len(hand['wins'])} wins"
    kind, tenpai = hand["draw"]["type"], tuple(int(seat) for seat in hand["draw"]["shown"])
    if kind == "exhaustive":
        paid, ending = exhaustive_draw(tenpai, players=players), Ending("exhaustive_draw", tenpai=tenpai)
    elif kind == "nagashi_mangan":
        seats = nagashi_seats(hand)
        paid = nagashi_mangan(seats, dealer=hand["dealer"], players=players)
        ending = Ending("nagashi_mangan", tenpai=tenpai)
    else:
        paid, ending = abortive_draw(kind), Ending("abortive_draw")
    assert list(paid.totals(players)) == hand["draw"]["deltas"], hand["game"]
    return ending, ledger + paid, kind


def state_of(hand: dict[str, Any]) -> MatchState:
    state = MatchState(tuple(hand["scores"]), hand["round_wind"], hand["dealer"], hand["honba"], hand["sticks"],
                       hand["rules"]["length"])
    assert state.kyoku == hand["kyoku"]
    assert state.players == hand["players"]
    return state


def test_rounds() -> None:
    """Each hand leads to the next one, the last to the end and the result."""
    games: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for hand in rounds():
        games[hand["game"]].append(hand)
    kinds: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    leftovers = following = 0
    for game, hands in games.items():
        assert [hand["index"] for hand in hands] == list(range(len(hands)))
        assert state_of(hands[0]) == first_hand(hands[0]["players"], length=hands[0]["rules"]["length"])
        for hand, after in zip(hands, [*hands[1:], None], strict=True):
            ending, ledger, kind = settled(hand)
            kinds[kind] += 1
            reached = next_hand(state_of(hand), ending, ledger)
            if after is not None:
                assert reached == state_of(after), f"{game} {hand['index']}"
                assert list(reached.scores) == hand["scores_after"]
                following += 1
                continue
            assert isinstance(reached, MatchEnd), f"{game} goes on: {reached}"
            before = [score - gift for score, gift in
                      zip(reached.scores, reached.ledger.totals(hand["players"]), strict=True)]
            assert before == hand["scores_after"], game
            assert list(reached.scores) == hand["final"]["scores"], game
            points = [1000 * point for point in hand["final"]["points"]]
            assert list(final_points(reached.scores)) == points, game
            reasons[reached.reason] += 1
            leftovers += bool(reached.ledger)
    print(f"{len(games)} games, {following} next hands; {dict(kinds)}; {dict(reasons)}; leftovers {leftovers}")
    assert sum(kinds.values()) == len(rounds()) == 2300
    assert (len(games), following, sum(reasons.values())) == (239, 2300 - 239, 239)
    assert kinds["1 wins"] + kinds["2 wins"] + sum(hand["draw"] is not None for hand in rounds()) == 2300
    assert kinds["1 wins"] + 2 * kinds["2 wins"] == 1951
    assert (kinds["2 wins"], kinds["exhaustive"], kinds["nagashi_mangan"]) == (9, 332, 1)
    assert (kinds["kyuushu_kyuuhai"], kinds["suufon_renda"]) == (24, 1)
    assert set(reasons) == {"tobi", "target", "agari_yame", "tenpai_yame"}
    assert leftovers >= 10


def test_the_totals_are_not_only_right_by_chance() -> None:
    """Each rule that is changed is seen to fail on the games."""
    ended = {"tobi": 0, "agari_yame": 0, "extension": 0, "renchan": 0}
    for hand in rounds():
        ending, ledger, _ = settled(hand)
        right = next_hand(state_of(hand), ending, ledger)
        for option in ended:
            value: Any = "win_only" if option == "renchan" else False
            ended[option] += next_hand(state_of(hand), ending, ledger, **{option: value}) != right
    print(ended)
    assert all(ended.values())
