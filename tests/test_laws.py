"""Laws that hold for every rule set and preset: payments, suits, options, readings, batches, explanations, pickles,
waits."""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Callable, Iterator
from functools import cache
from inspect import signature
from itertools import islice, permutations
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

import mjcore as mj
from lattice_answers import answer, fans_of, name_of, presets
from lattice_recipes import wins
from mjcore.procedure.parts import DrawPlayer
from mjcore.rules import RuleSet
from mjcore.settle.ledger import Ledger
from reference.facts import parse_tiles, suit_of, tiles_text
from reference.lattice import score as twin
from reference.lattice import table_of
from reference.lattice_wins import to_arguments
from reference.riichi_facts import to_score_arguments
from riichi_recipes import wins as riichi_wins

LONG = int(os.environ.get("MJCORE_LONG") or 0)
HANDS = 4000 if LONG == 1 else max(LONG, 120)
SEED = 20261201

ADDING = presets()
ALL = [*ADDING, *presets(han=True)]
every_preset = pytest.mark.parametrize("rules", ALL, ids=name_of)
without_han = pytest.mark.parametrize("rules", ADDING, ids=name_of)

# a pattern that names tiles
NAMED_TILES = re.compile(r"(?:only|win_on)\('([^']*)'\)")


class Played(NamedTuple):
    """A win as it is given to `mj.score`."""

    hand: str
    tile: str | None
    circumstances: dict[str, Any]

    def score(self, rules: RuleSet) -> mj.Score:
        return mj.score(self.hand, self.tile, rules, **self.circumstances)


@cache
def played(rules: RuleSet) -> tuple[tuple[Played, mj.Score], ...]:
    """Some wins of a rule set and their scores."""
    return tuple(islice(scored(rules), HANDS))


def scored(rules: RuleSet) -> Iterator[tuple[Played, mj.Score]]:
    if rules.lattice.counts_han:
        arguments = (to_score_arguments(win) for win in riichi_wins(40 * HANDS, SEED, rules.players, aka=0))
    else:
        arguments = (to_arguments(win) for win in wins(rules, 40 * HANDS, SEED))
    for hand, tile, circumstances in arguments:
        one = Played(hand, tile, circumstances)
        try:
            yield one, one.score(rules)
        except mj.NotAWin:
            continue
        except mj.HandError:
            # norths set aside, open riichi: not every preset has them
            assert rules.lattice.counts_han, one


# further facts that settlements ask for
DETAILS: dict[str, Callable[[Random, list[int]], object]] = {
    "streak": lambda rng, others: rng.randrange(4),
    "honba": lambda rng, others: rng.randrange(4),
    "sticks": lambda rng, others: rng.randrange(3),
    "won": lambda rng, others: rng.sample(others, rng.randint(0, len(others) - 1)) if others else [],
    "shown": lambda rng, others: rng.sample(others, rng.randint(0, len(others))),
    "piao": lambda rng, others: [rng.randrange(3) for _ in range(len(others) + 2)],
    "horse_tile": lambda rng, others: rng.choice(("1p", "9p", "7z")),
}


def some_details(rng: Random, rules: RuleSet, others: list[int]) -> dict[str, object]:
    """Facts for the settlement of a win; `others`: the seats that are neither winner nor loser, or all but two."""
    asked = signature(rules.make_settlement).parameters
    return {name: make(rng, others) for name, make in DETAILS.items() if name in asked and rng.random() < 0.5}


def check_sum(ledger: Ledger, rules: RuleSet) -> None:
    """What is paid is received, but for fines that say so."""
    lost = sum(entry.amount if entry.receiver is None else -entry.amount for entry in ledger.outside)
    assert sum(ledger.totals(rules.players)) == -lost, ledger
    assert all(entry.reason for entry in ledger)


@every_preset
def test_payments_sum_to_zero(rules: RuleSet) -> None:
    """Less what the ledger says went to nobody."""
    rng, paid = Random(SEED), 0
    for one, score in played(rules):
        if not score.legal:
            continue
        dealer, losers = rng.randrange(rules.players), list(range(rules.players))
        winner = (dealer + "ESWN".index(one.circumstances["seat_wind"])) % rules.players
        losers.remove(winner)
        loser = None if score.win.self_draw else rng.choice(losers)
        others = [seat for seat in losers if seat != loser]
        details = some_details(rng, rules, others if loser is not None else others[1:])
        # a hand of before the first own draw may be one that only the dealer's discard makes
        if loser is not None and one.circumstances.get("first_turn"):
            loser = dealer
            details = {}
        try:
            ledger = score.ledger(dealer, winner, loser, **details)
        except mj.RuleError:
            # two players of some tables win on drawn tiles alone
            assert loser is not None
            assert rules.players == 2
            continue
        check_sum(ledger, rules)
        totals = ledger.totals(rules.players)
        assert totals == score.payments(dealer, winner, loser, **details)
        assert totals[winner] == max(totals) >= 0, (one, totals)
        paid += 1
    assert paid > HANDS // 8


@every_preset
def test_kongs_sum_to_zero(rules: RuleSet) -> None:
    """And what moves when the discard after one is won."""
    if rules.procedure.settle_kong is None:
        pytest.skip("kongs are not paid apart")
    rng = Random(SEED)
    for _ in range(HANDS):
        seat, *others = rng.sample(range(rules.players), rules.players)
        incomes = []
        for chain in range(1, rng.randint(2, 4)):
            kong = rng.choice(("exposed kong", "added kong", "concealed kong"))
            ledger = rules.settle_kong(
                seat, kong, tile="5p", source=others[0] if kong == "exposed kong" else None,
                fresh=rng.random() < 0.5, robbed=kong == "added kong" and rng.random() < 0.2, chain=chain,
                won=others[1 : rng.randint(1, len(others))],
            )
            check_sum(ledger, rules)
            incomes.append(ledger.totals(rules.players))
        if rules.procedure.settle_kong_discard is not None:
            winners = sorted(rng.sample(others, rng.randint(1, len(others))))
            check_sum(rules.settle_kong_discard(incomes, seat, winners), rules)


def some_hand(rng: Random, rules: RuleSet) -> tuple[mj.Hand, str]:
    """A hand at the wall's end, ready often, and a suit that it was to be rid of."""
    void = rng.choice("mps")
    ready = [one.hand for one, _ in played(rules) if not set("[(" + void) & set(one.hand)]
    if ready and rng.random() < 0.5:
        return mj.Hand(rng.choice(ready)), void
    kept = "mpsz" if rng.random() < 0.2 else "mpsz".replace(void, "")
    tiles = [kind for kind in table_of(rules).frame.kinds for _ in range(4) if suit_of(kind) in kept]
    return mj.Hand(tiles_text(sorted(rng.sample(tiles, 3 * rules.sets + 1)))), void


@every_preset
def test_drawn_hands_sum_to_zero(rules: RuleSet) -> None:
    if rules.procedure.settle_draw is None:
        pytest.skip("a drawn hand costs nothing")
    rng = Random(SEED)
    # the chance that a player has won before the wall ends, where play goes on
    won = 0.2 if rules.values.get("mode", "single") != "single" else 0
    states: set[str] = set()
    for _ in range(HANDS):
        players = [
            DrawPlayer(hand, won=rng.random() < won, void=void, active=rng.random() < 0.3, shown=rng.random() < 0.3)
            for hand, void in (some_hand(rng, rules) for _ in range(rules.players))
        ]
        kongs = []
        if rules.procedure.settle_kong is not None:
            owner = rng.randrange(rules.players)
            paid = rules.settle_kong(owner, "concealed kong", tile="9p")
            kongs.append((owner, paid.totals(rules.players)))
        drawn = rules.settle_draw(players, kongs)
        check_sum(drawn.ledger, rules)
        assert len(drawn.state) == len(drawn.best) == rules.players
        for player, state, best in zip(players, drawn.state, drawn.best, strict=True):
            # a winner who plays on was ready, whatever hand is told here
            assert player.won or (best is None) == (state != "ready")
        states.update(drawn.state)
    assert {"ready", "notready"} <= states


def suits_alike(rules: RuleSet) -> tuple[list[dict[str, str]], set[str]]:
    """The permutations of suits that leave the tiles of a rule set as they are, and the public ids of fans that name
    tiles."""
    kinds = table_of(rules).frame.kinds
    ranks = {suit: {kind % 9 for kind in kinds if kind // 9 == number} for number, suit in enumerate("mps")}
    found = [dict(zip("mps", order, strict=True)) for order in permutations("mps")]
    named = {row.public_id for row in rules.fans if any(set(parse_tiles(t)) for t in NAMED_TILES.findall(row.pattern)
                                                        if not alike(t))}
    return [each for each in found if all(ranks[a] == ranks[b] for a, b in each.items())], named


def alike(tiles: str) -> bool:
    """Whether the tiles named are of the same ranks in each suit."""
    kinds = parse_tiles(tiles)
    return len({frozenset(kind % 9 for kind in kinds if kind // 9 == suit) for suit in range(3)}) == 1


@every_preset
def test_suits_are_alike(rules: RuleSet) -> None:
    """Exchanging suits changes nothing, but for hands that a fan which names tiles is about."""
    orders, named = suits_alike(rules)
    rng, tried = Random(SEED), 0
    for one, score in played(rules):
        table = str.maketrans(rng.choice(orders))
        changed = {name: value.translate(table) if isinstance(value, str) else value
                   for name, value in one.circumstances.items()}
        other = Played(one.hand.translate(table), one.tile and one.tile.translate(table), changed).score(rules)
        ids = {entry.fan for each in (score, other) for entry in (*each.fans, *each.covered)}
        if ids & named:
            continue
        tried += 1
        assert (score.total, score.raw, score.legal) == (other.total, other.raw, other.legal), one
    assert tried > HANDS // 2


@every_preset
def test_an_option_at_its_value_changes_nothing(rules: RuleSet) -> None:
    for option in rules.options:
        same = rules.replace(**{option.id: rules.values[option.id]})
        assert same == rules
        assert hash(same) == hash(rules)
        assert same.fans == rules.fans
        assert same.lattice is rules.lattice
    by_name = mj.rules.get(rules.id, preset=rules.preset, **dict(rules.values))
    for one, score in played(rules)[:20]:
        again = one.score(by_name)
        assert again == score
        assert fans_of(again) == fans_of(score)


@every_preset
def test_a_default_is_what_is_played_without_it(rules: RuleSet) -> None:
    """The first preset is the rule set as it is."""
    plain = mj.rules.get(rules.id)
    defaults = plain.replace(**{option.id: option.default for option in plain.options})
    assert defaults.values == {option.id: option.default for option in rules.options}
    first = plain.with_preset(plain.preset)
    assert first == plain


@without_han
def test_no_reading_is_better_than_the_best(rules: RuleSet) -> None:
    frame = table_of(rules).frame
    several = 0
    for win in wins(rules, HANDS // 4 if frame.wild_copies else HANDS, SEED + 1):
        ours, theirs = answer(win, rules), twin(win, rules)
        if ours is None or theirs is None:
            assert ours is theirs
            continue
        several += len(theirs.judged) > 1
        assert all(one.total <= ours.total for one in theirs.judged), to_arguments(win)
        if frame.cap is not None:
            assert ours.total <= frame.cap
    # hands of sets alone seldom have two readings
    assert several or frame.sets < 3 or "seven_pairs" not in frame.forms


@every_preset
def test_a_batch_scores_as_calls_do(rules: RuleSet) -> None:
    hands = played(rules)
    rows = mj.batch.pack([score.win for _, score in hands])
    found = mj.batch.score(rows, rules)
    assert found.fans is not None
    assert found.legal.tolist() == [score.legal for _, score in hands]
    if rules.lattice.counts_han:
        assert found.total.tolist() == [score.points if score.legal else 0 for _, score in hands]
    else:
        assert found.total.tolist() == [score.total for _, score in hands]
    for row, (one, score) in zip(found.fans.tolist(), hands, strict=True):
        counts = {rules.fan_ids[column]: times for column, times in enumerate(row) if times}
        if score.legal or not rules.lattice.counts_han:
            assert counts == {entry.fan: entry.count for entry in score.fans}, one
    backwards = mj.batch.score(rows[::-1], rules, threads=2)
    assert np.array_equal(backwards.total[::-1], found.total)


@without_han
def test_every_pattern_that_holds_is_explained(rules: RuleSet) -> None:
    """It counts, or something is said to have taken it; and nothing else is said."""
    taken, wild = 0, table_of(rules).frame.wild_copies
    for win in wins(rules, HANDS // 4 if wild else HANDS, SEED + 2):
        ours, theirs = answer(win, rules), twin(win, rules)
        if ours is None or theirs is None:
            continue
        said = {entry.fan for entry in (*ours.fans, *ours.covered)}
        counted = {entry.fan for entry in ours.fans}
        assert all(entry.by in counted or entry.by == "combination" for entry in ours.covered), to_arguments(win)
        equal = [one for one in theirs.judged if one.fans == fans_of(ours)]
        nothing = {row.public_id for row in rules.fans if row.if_nothing}
        assert any(one.detected | (said & nothing) == said for one in equal), (to_arguments(win), said, equal)
        taken += bool(ours.covered)
    assert taken or not any(row.covers for row in rules.fans)


@every_preset
def test_scores_and_rules_are_pickled(rules: RuleSet) -> None:
    assert pickle.loads(pickle.dumps(rules)) == rules
    for _, score in played(rules)[:25]:
        again = pickle.loads(pickle.dumps(score))
        assert again == score
        assert again.fans == score.fans
        assert again.covered == score.covered
        assert again.to_dict() == score.to_dict()


@every_preset
def test_waits_are_worth_what_their_scores_say(rules: RuleSet) -> None:
    """`mj.wait_values` of the hand before the winning tile."""
    # what says how this one tile came
    of_one_tile = ("self_draw", "rob_kong", "last_copy", "after_kong", "after_flower", "kong_chain", "last_tile",
                   "first_turn", "on_kong_discard", "on_riichi_discard", "ippatsu", "loser_shown", "loser_riichi")
    tried = 0
    for one, _ in played(rules):
        if one.tile is None:
            continue
        both = {name: value for name, value in one.circumstances.items() if name not in of_one_tile}
        values = mj.wait_values(one.hand, rules, **both)
        for wait in values:
            assert wait.self_draw == mj.score(one.hand, wait.tile, rules, self_draw=True, **both), one
            assert wait.discard == mj.score(one.hand, wait.tile, rules, **both), one
        assert mj.Tile(one.tile.replace("0", "5")) in [wait.tile for wait in values], (one, values)
        tried += 1
    assert tried > HANDS // 2
