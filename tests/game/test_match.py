"""Matches: who deals, under which wind, how long, and what it comes to. Hands are scripted; where the native table is
built they are played."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mjcore as mj
from lattice_answers import name_of, presets
from mjcore.game import matches
from mjcore.game.matches import Match
from mjcore.game.results import Result, result_from
from mjcore.rules import riichi_play
from mjcore.rules.base import RuleSet
from mjcore.settle.ledger import Ledger
from mjcore.settle.match import MatchEnd, MatchState, next_hand

SHARED = os.environ.get("MJCORE_SHARED")
Facts = dict[str, Any]
EXHAUSTIVE: Facts = {"reason": "exhaustive"}


def win(seat: int, loser: int | None = None, *more: int) -> Facts:
    """Hands of one point from somebody else."""
    return {"first_win": (seat, *more), "first_from": loser}


class Scripted:
    """A table whose hand ends as the script says."""

    def __init__(self, rules: RuleSet, script: Iterator[Facts], context: dict[str, Any]) -> None:
        self.rules, self.context = rules, context
        self.steps: list[tuple[int, int | None]] = []
        self.seat: int | None = 0
        self.done = False
        seats = rules.players
        self.facts = {
            "reason": "win", "deltas": (0,) * seats, "ready": (), "first_win": (), "first_from": None,
            "last_drawer": 0, "dealer": context["dealer"], "round_wind": "ESWN".index(context["round_wind"]),
            "honba": context["honba"], "sticks": context["sticks"], "streak": context["streak"],
            "scores": context["scores"], "history": None, "players": [{"hand": None}] * seats, **next(script),
        }

    def step(self, action: int, seat: int | None = None) -> None:
        self.steps.append((action, seat))
        self.done, self.seat = True, None

    @property
    def result(self) -> Result | None:
        return result_from(self.rules, self.facts) if self.done else None


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Match]:
    """Makes a match of scripted hands."""

    def make(rules: str | RuleSet, script: list[Facts], **options: Any) -> Match:
        hands = iter(script)
        monkeypatch.setattr(matches, "Table", lambda rules, **context: Scripted(rules, hands, context))
        return Match(rules, **options)

    return make


Make = Callable[..., Match]


def course(match: Match) -> list[tuple[str, int, int]]:
    """Wind, dealer and streak of each hand."""
    found = []
    for table in match:
        assert (table.context["dealer"], table.context["round_wind"]) == (match.dealer, match.round_wind)
        assert (table.context["game"], table.context["seed"]) == (match.hand_number, match.seed)
        assert table.context["scores"] == match.scores
        found.append((match.round_wind, match.dealer, match.streak))
        table.step(0)
    return found


def test_mcr_passes_the_deal_after_every_hand(play: Make) -> None:
    match = play("mcr", [win(0), EXHAUSTIVE, win(2, 1), win(3), *[EXHAUSTIVE] * 12])
    assert course(match) == [(wind, dealer, 0) for wind in "ESWN" for dealer in range(4)]
    assert match.over
    assert match.next() is None
    assert len(match.history) == 16


def test_a_match_of_fewer_winds(play: Make) -> None:
    assert [wind for wind, _, _ in course(play("mcr", [EXHAUSTIVE] * 8, rounds=2))] == [*"EEEESSSS"]


@pytest.mark.parametrize("rules", ["hk", "taiwan"])
def test_a_dealer_who_wins_stays(play: Make, rules: str) -> None:
    hands = [win(0), EXHAUSTIVE, win(1, 0), win(1, 3), *[win(0, 1)] * 3, win(1), *[win(3)] * 3, win(2)]
    assert course(play(rules, hands, rounds=2)) == [
        ("E", 0, 0), ("E", 0, 1), ("E", 0, 2), ("E", 1, 0), ("E", 1, 1), ("E", 2, 0), ("E", 3, 0), ("S", 0, 0),
        ("S", 1, 0), ("S", 2, 0), ("S", 3, 0), ("S", 3, 1),
    ]


def test_dazhong_the_winner_deals_and_the_wind_goes_round(play: Make) -> None:
    match = play("dazhong", [win(2, 0), win(1, 2), EXHAUSTIVE, win(3), win(2, 0), win(0, 1)], hands=6)
    assert course(match) == [("E", 0, 0), ("E", 2, 0), ("S", 1, 0), ("S", 2, 0), ("S", 3, 0), ("W", 2, 0)]


def test_sichuan_the_first_winner_deals(play: Make) -> None:
    blood: Facts = {**EXHAUSTIVE, **win(3, 1)}
    match = play("sichuan", [blood, win(1, 2, 0), EXHAUSTIVE, win(2)])
    assert course_of(match, 4) == [("E", 0), ("E", 3), ("E", 2), ("E", 2)]
    assert not match.over


def test_kawuxing_who_drew_last_deals_after_a_drawn_hand(play: Make) -> None:
    match = play("kwx_xiangyang", [{**EXHAUSTIVE, "last_drawer": 2}, win(1)], hands=2)
    assert course(match) == [("E", 0, 0), ("E", 2, 0)]


def course_of(match: Match, hands: int) -> list[tuple[str, int]]:
    found = []
    for number in range(hands):
        found.append((match.round_wind, match.dealer))
        match.table.step(0)
        if number + 1 < hands:
            assert match.next() is match.table
    return found


def test_the_length_by_default(play: Make) -> None:
    for rules in ("dazhong", "sichuan", "kawuxing"):
        assert len(course(play(rules, [{**EXHAUSTIVE, "last_drawer": 1}] * 20))) == 16
    assert len(course(play("hk", [win(3, 0), win(2, 0)] * 20))) == 16


@pytest.mark.parametrize(("rules", "options", "message"), [
    ("sichuan", {"rounds": 4}, "no round winds"),
    ("mcr", {"rounds": 4, "hands": 3}, "one of them"),
    ("mcr", {"rounds": 5}, r"expected 1\.\.4"),
    ("mcr", {"hands": 0}, "a match of 0 hands"),
    ("mcr", {"hands": "8"}, "the number of hands is '8'"),
    ("riichi", {"hands": 8}, "neither rounds nor hands"),
])
def test_lengths_that_are_none(play: Make, rules: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(mj.RuleError, match=message):
        play(rules, [], **options)


def test_a_hand_has_to_be_over(play: Make) -> None:
    match = play("mcr", [EXHAUSTIVE] * 2, hands=2)
    for _ in range(2):
        with pytest.raises(mj.IllegalAction, match="hand 0 is not over"):
            match.next()
    with pytest.raises(mj.IllegalAction, match="the match is not over"):
        match.final()
    assert match.history == ()
    match.table.step(0)
    match.next()
    assert match.hand_number == 1


def test_scores_add_up(play: Make) -> None:
    script = [{"deltas": (-8, 24, -8, -8), **win(1)}, {"deltas": (40, -24, -8, -8), **win(0, 1)}]
    match = play("mcr", script, hands=2, seed="a game", log=False)
    seen = []
    assert match.play(lambda table, seat: seen.append((table.context["log"], seat)) or 5) == (32, 0, -16, -16)
    assert seen == [(False, 0)] * 2
    assert match.scores == match.final() == (32, 0, -16, -16)
    assert [result.before for result in match.history] == [(0, 0, 0, 0), (-8, 24, -8, -8)]
    assert match.end is not None
    assert match.end.reason == "length"
    assert match.table.steps == [(5, 0)]
    assert "over" in repr(match)


def test_a_seed_by_chance(play: Make) -> None:
    seeds = {play("mcr", [EXHAUSTIVE]).seed for _ in range(8)}
    assert len(seeds) == 8
    assert all(type(seed) is int and 0 <= seed < 2**64 for seed in seeds)
    assert play("mcr", [EXHAUSTIVE], seed="text").seed == "text"


# Riichi


def test_a_dealer_who_is_ready_stays(play: Make) -> None:
    ready: Facts = {**EXHAUSTIVE, "ready": (0,), "deltas": (3000, -1000, -1000, -1000)}
    aborted: Facts = {"reason": "nine_kinds"}
    sticks: Facts = {**EXHAUSTIVE, "deltas": (0, -1000, 0, 0), "sticks": 1}
    match = play("riichi", [win(0), ready, aborted, win(0, 1), sticks, win(1, 2)])
    found = []
    for _ in range(6):
        found.append((match.dealer, match.honba, match.sticks, match.streak))
        match.table.step(0)
        match.next() if len(found) < 6 else None
    assert found == [(0, 0, 0, 0), (0, 1, 0, 1), (0, 2, 0, 1), (0, 3, 0, 1), (0, 4, 0, 2), (1, 5, 1, 0)]


def test_nagashi_that_counts_as_a_win_keeps_the_dealer(play: Make) -> None:
    nagashi: Facts = {"reason": "nagashi", "ready": (1,),
                      "players": [{"hand": None, "discards": [0, 8]}, *[{"hand": None}] * 3]}
    for option, dealer in (("win", 0), ("mangan", 1)):
        match = play(mj.rules.get("riichi", nagashi=option), [nagashi, EXHAUSTIVE])
        match.table.step(0)
        match.next()
        assert match.dealer == dealer


def test_the_next_dealer_is_that_of_the_match() -> None:
    """Two ways to ask agree."""
    rng = Random(5)
    for _ in range(300):
        rules = mj.rules.get("riichi", renchan=rng.choice(("tenpai", "win_only", "noten")))
        reason = rng.choice(("win", "exhaustive", "nine_kinds"))
        dealer = rng.randrange(4)
        winners = (rng.randrange(4),) if reason == "win" else ()
        ready = tuple(rng.sample(range(4), 2)) if reason == "exhaustive" else ()
        after = riichi_play.next_hand(rules, MatchState((25000,) * 4, "E", dealer), reason=reason, winners=winners,
                                      ready=ready, players=[], scores=(25000,) * 4, sticks=0)
        assert isinstance(after, MatchState)
        assert rules.next_dealer(dealer, winners, ready=ready, aborted=reason == "nine_kinds").dealer == after.dealer


def games() -> list[list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with gzip.open(Path(SHARED or ".") / "data" / "riichi_rounds.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            hand = json.loads(line)
            found[hand["game"]].append(hand)
    return [*found.values()]


REASONS = {"exhaustive": "exhaustive", "nagashi_mangan": "nagashi"}


def facts_of(hand: dict[str, Any]) -> Facts:
    deltas = tuple(after - before for after, before in zip(hand["scores_after"], hand["scores"], strict=True))
    deposits = sum(event[0] == "riichi_accepted" for event in hand["events"])
    if hand["wins"]:
        return {"deltas": deltas, "first_win": tuple(each["winner"] for each in hand["wins"]),
                "first_from": hand["wins"][0]["loser"], "sticks": 0}
    kind = hand["draw"]["type"]
    ready = tuple(map(int, hand["draw"]["shown"])) if kind in REASONS else ()
    return {"deltas": deltas, "reason": REASONS.get(kind, "nine_kinds"), "ready": ready,
            "sticks": hand["sticks"] + deposits}


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
def test_real_matches(play: Make) -> None:
    """Each logged game goes its way, to the same final points."""
    ends: Counter[str] = Counter()
    for hands in games():
        rules = mj.rules.get("riichi", preset="tenhou" if hands[0]["players"] == 4 else "tenhou3",
                             length=hands[0]["rules"]["length"])
        match = play(rules, [facts_of(hand) for hand in hands])
        for hand, table in zip(hands, match, strict=True):
            assert list(match.scores) == hand["scores"], hand["game"]
            assert (match.round_wind, match.dealer, match.honba, match.sticks) == (
                hand["round_wind"], hand["dealer"], hand["honba"], hand["sticks"]), hand["game"]
            table.step(0)
        assert match.over
        assert list(match.scores) == hands[-1]["final"]["scores"]
        assert list(match.final()) == [1000 * point for point in hands[-1]["final"]["points"]]
        assert match.end is not None
        ends[match.end.reason] += 1
    print(dict(ends))
    assert sum(ends.values()) == 239
    assert set(ends) == {"tobi", "target", "agari_yame", "tenpai_yame"}


def test_scores_and_deposits_are_as_good_as_a_ledger() -> None:
    from mjcore.settle import Ending, riichi_deposit
    from mjcore.settle.match import after_hand

    state, ledger = MatchState((25000,) * 4, deposits=1), riichi_deposit(2)
    ending = Ending("exhaustive_draw", tenpai=(0,))
    assert after_hand(state, ending, (25000, 25000, 24000, 25000), 2) == next_hand(state, ending, ledger)
    assert isinstance(next_hand(state, ending, Ledger()), MatchState)
    with pytest.raises(mj.HandError, match="3 scores"):
        after_hand(state, ending, (25000,) * 3, 0)
    with pytest.raises(mj.RuleError, match="number of deposits is -1"):
        after_hand(state, ending, (25000,) * 4, -1)


# The native table

native_table = pytest.mark.skipif(not hasattr(mj, "Table"), reason="the native table is not built")
PRESETS = [*presets(), *presets(han=True)]


def anything(seed: int) -> Callable[[Any, int], int]:
    rng = Random(seed)
    return lambda table, seat: int(rng.choice(table.legal_actions(seat)))


def eager(seed: int) -> Callable[[Any, int], int]:
    """Wins whenever it may, claims seldom: most hands are won or come near it."""
    rng = Random(seed)

    def choose(table: Any, seat: int) -> int:
        legal = table.legal_actions(seat)
        if 129 in legal:
            return 129
        discards = [action for action in legal if action < 64]
        if discards and rng.random() < 0.95:
            hand = bytearray(table.concealed(seat)[:34])
            best = {kind: mj.shanten(_less(hand, kind), table.rules, melds=len(table.melds(seat)))
                    for kind in discards if kind < 34}
            if best:
                return min(best, key=lambda kind: (best[kind], rng.random()))
        return int(rng.choice(legal))

    return choose


def _less(hand: bytearray, kind: int) -> bytes:
    left = bytearray(hand)
    left[kind] -= 1
    return bytes(left)


@native_table
@pytest.mark.parametrize("policy", [anything, eager])
@pytest.mark.parametrize("rules", PRESETS, ids=name_of)
def test_ledgers_of_played_hands_come_to_the_deltas(rules: RuleSet, policy: Callable[[int], Any]) -> None:
    choose = policy(3)
    for game in range(40 if policy is anything else 10):
        table = mj.Table(rules, seed=11, game=game, honba=game % 3 * (rules.lattice.counts_han),
                         streak=0 if rules.lattice.counts_han else game % 3)
        while not table.done:
            seat = table.seat
            table.step(choose(table, seat), seat)
        found = table.result
        assert found.ledger.totals(rules.players) == found.deltas, f"game {game}: {found}"
        assert found.text()


@native_table
@pytest.mark.parametrize("rules", PRESETS, ids=name_of)
def test_matches_end(rules: RuleSet) -> None:
    match = mj.Match(rules, seed=3, log=False)
    final = match.play(anything(4))
    assert match.over
    assert isinstance(match.end, MatchEnd)
    assert len(final) == rules.players
    again = mj.Match(rules, seed=3, log=False)
    assert again.play(anything(4)) == final


@native_table
def test_counters_without_end() -> None:
    """A dealer who stays after every drawn hand: tables count up to 250."""
    match = mj.Match(mj.rules.get("riichi", renchan="noten"), seed=1, log=False)
    drawn = 0
    while match.honba < 253:
        table = match.table
        while not table.done:
            legal = table.legal_actions()
            table.step(128 if 128 in legal else min(legal))
        drawn += table.result.winners == ()
        match.next()
    assert drawn >= 253 > match.table.honba == 250
    assert not match.over
