"""What wins are worth where a kind is wild: against all that its tiles can be; single calls, batches, waits.

MJCORE_LONG=1 takes ten times as many random hands.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import mjcore as mj
from house_rules import fan, house_rules
from lattice_answers import answer, differences
from lattice_recipes import Table, circumstances, wins
from mjcore.errors import NotAWin
from mjcore.fans.wins import Win
from mjcore.rules import RuleSet
from reference import records
from reference.facts import KINDS, count, possible
from reference.lattice import score as twin
from reference.lattice import table_of
from reference.lattice_wins import LatticeWin, to_arguments

TIMES = 10 if int(os.environ.get("MJCORE_LONG") or 0) else 1
NONE = mj.rules.get("dazhong")
FLIP = NONE.replace(caishen="flip")  # three copies of the wild kind are in play
NEXT = NONE.replace(caishen="next")  # all four
BY_COPIES = {3: FLIP, 4: NEXT}


def fans_of(score: mj.Score) -> dict[str, int]:
    return {entry.fan: entry.value for entry in score.fans}


def with_wild_tiles(rng: Random, win: LatticeWin, number: int, most: int) -> LatticeWin | None:
    """So many of the concealed tiles exchanged for tiles of a kind that is wild; None if there are too few."""
    wild = rng.choice([rng.randrange(KINDS), rng.choice(win.kinds)])
    tiles = [win.win, *(kind for kind in range(KINDS) for _ in range(win.before[kind]))]
    places = [place for place, kind in enumerate(tiles) if kind != wild]
    missing = number - win.counts[wild]
    if not 0 <= missing <= len(places) or win.melded[wild] + number > most:
        return None
    for place in rng.sample(places, missing):
        tiles[place] = wild
    # in half of them the winning tile is a wild one if it can be
    if rng.random() < 0.5:
        rng.shuffle(tiles)
    # told of the winning tile as it lies, if at all
    changed = replace(win, counts=count(tiles), win=tiles[0], wild=wild)
    return possible(changed)  # type: ignore[return-value]


def hands_with(number: int, rules: RuleSet, hands: int, seed: int) -> list[LatticeWin]:
    rng, found = Random(seed), list[LatticeWin]()
    table = Table(table_of(NONE).frame, frozenset(rules.circumstances), rules.players)
    source = wins(NONE, 1 << 30, seed)
    while len(found) < hands:
        win = with_wild_tiles(rng, next(source), number, table_of(rules).frame.wild_copies)
        if win is not None:
            found.append(win if rng.random() < 0.5 else circumstances(rng, win, table))
    return found


RANDOM = [(3, 0, 60), (3, 1, 120), (3, 2, 40), (3, 3, 12), (4, 1, 30), (4, 3, 10), (4, 4, 4)]


@pytest.mark.parametrize(("copies", "number", "hands"), RANDOM)
def test_against_all_that_they_can_be(copies: int, number: int, hands: int) -> None:
    """Totals, legality, fans; single calls and batches."""
    rules = BY_COPIES[copies]
    played = hands_with(number, rules, hands * TIMES, 10 * copies + number)
    assert any(win.melds for win in played)
    assert not list(differences(played, rules))


HOUSE = (
    fan("drawn", 1, "self_draw"),
    fan("own", 3, "no_wild"),
    fan("pungs", 4, "chows == 0"),
    fan("pairs", 5, "form_seven_pairs"),
    fan("straight", 6, "pure_straight"),
    fan("one_suit", 7, "suits == 1", forms=("standard", "seven_pairs")),
    fan("edge", 2, "role_edge and wait_count == 1", group="wait"),
    fan("closed", 2, "role_closed and wait_count == 1", group="wait"),
    fan("four", 2, "quads", count="each", forms=("standard", "seven_pairs")),
    fan("last", 3, "last_copy"),
)
FRAMES: dict[str, dict[str, Any]] = {
    "one set": {"sets": 1},
    "two sets": {"sets": 2},
    "five sets": {"sets": 5, "forms": ("standard", "pairs_and_set")},
    "a cap": {"cap": 6, "minimum": 4},
    "pairs": {"forms": ("standard", "seven_pairs")},
    "no quads as pairs": {"forms": ("standard", "seven_pairs")},
    "ties by group": {"ties_by_group": True},
    "available waits": {"available_waits": True},
    "no claimed chows": {"claimed_chows": False},
    "two suits": {"most_suits": 2},
    "one suit": {"most_suits": 1},
    "a void suit": {"declared_void": True, "circumstances": ("wild", "void_suit")},
}


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("copies", [1, 2, 4])
def test_other_rule_sets(name: str, copies: int) -> None:
    frame: dict[str, Any] = {"circumstances": ("wild",), **FRAMES[name]}
    rules = replace(house_rules(*HOUSE, wild_copies=copies, **frame), quad_pairs=name != "no quads as pairs")
    assert not list(differences(wins(rules, 60 * TIMES, seed=copies), rules))


def test_wild_tiles_of_a_suit_too_many() -> None:
    """The suit of a wild tile is that of the tile that it stands for."""
    two = house_rules(fan("own", 2, "no_wild"), most_suits=2, wild_copies=4, circumstances=("wild",))
    void = house_rules(
        fan("own", 2, "no_wild"), declared_void=True, wild_copies=4, circumstances=("wild", "void_suit")
    )
    assert mj.score("123456789m224p5s", "6p", two, wild="5s").wild_as == (mj.Tile("5p"),)
    assert mj.score("123456789m224p5s", "6p", void, wild="5s", void_suit="s").wild_as == (mj.Tile("5p"),)
    void_suit: dict[str, Any] = {"void_suit": "s"}
    for rules, how in ((two, {}), (void, void_suit)):
        with pytest.raises(NotAWin):
            mj.score("123456789m2246p", "5s", rules, wild="5p", **how)


# What a score says of itself


def shown_as(score: mj.Score) -> str:
    """The concealed tiles as they are meant."""
    win = score.win
    assert win.wild is not None
    stand_for = [tile.kind for tile in score.wild_as]
    counts = [held + stand_for.count(kind) for kind, held in enumerate(win.counts)]
    counts[win.wild.kind] -= len(stand_for)
    return str(mj.Hand(bytes(counts), win.melds))


def plain_scores(number: int, hands: int, seed: int) -> Iterable[mj.Score]:
    """Of random hands without circumstances but a self-draw."""
    for win in hands_with(number, FLIP, hands, seed):
        usual = LatticeWin(win.counts, win.melds, win.win, wild=win.wild,
                           how="self_draw" if seed % 2 else "discard")  # fmt: skip
        score = answer(usual, FLIP)
        if score is not None:
            yield score


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("seed", [70, 71])
def test_it_is_the_score_of_what_is_meant(number: int, seed: int) -> None:
    """Fans with their sets, what they cover, and the reading are those of the hand without wild tiles."""
    seen = 0
    for score in plain_scores(number, 150 * TIMES, seed):
        win = score.win
        if not score.wild_as:
            assert "no_wild" in fans_of(score)
            continue
        assert "no_wild" not in fans_of(score)
        meant = shown_as(score)
        assert win.wild is not None
        assert win.win_tile is not None
        tiles = {win.win_tile}
        if win.win_tile == win.wild:
            # any of those that they stand for, itself if one of them is left
            itself = {win.wild} if len(score.wild_as) < win.counts[win.wild.kind] else set()
            tiles = {*score.wild_as, *itself}
        others = [mj.score(meant, tile, NONE, self_draw=win.self_draw) for tile in tiles]
        assert score.total == max(other.total for other in others)
        same = [other for other in others if fans_of(other) == fans_of(score)]
        told = [(other.fans, other.covered, other.reading) for other in same]
        assert (score.fans, score.covered, score.reading) in told, score.win
        seen += 1
    assert seen > 50


@pytest.mark.parametrize("number", [0, 1, 3])
def test_scores_are_values(number: int) -> None:
    for score in plain_scores(number, 40, 80):
        again = pickle.loads(pickle.dumps(score))
        assert again == score == mj.score(Win.from_bytes(score.win.to_bytes()), rules=FLIP)
        assert (again.fans, again.covered, again.reading) == (score.fans, score.covered, score.reading)
        assert (again.wild_as, again.to_dict()) == (score.wild_as, score.to_dict())
        assert [pickle.loads(pickle.dumps(entry)) for entry in score.fans] == list(score.fans)
        told = score.to_dict("zh")
        assert (told["wild"], told["wild_as"]) == (str(score.win.wild), "".join(map(str, score.wild_as)))
        assert told["total"] == sum(entry["value"] for entry in told["fans"])


def test_no_score_without_a_wild_kind_says_what_stands_for_what() -> None:
    for rules in ("mcr", "riichi", NONE):
        assert mj.score("123456789m123p5s", "5s", rules, riichi=rules == "riichi").wild_as == ()


# Many at once, and waits


def test_batches() -> None:
    """In any order and on any number of threads the same as a call for each; rows at fault in between."""
    played = [win for number in (0, 1, 2, 3) for win in hands_with(number, FLIP, 100 * TIMES, 90 + number)]
    made = []
    for win in played:
        hand, tile, how = to_arguments(win)
        made += [Win(hand, tile, **how), Win(hand, tile, **{**how, "wild": None})]
    one = mj.batch.score(made, FLIP, on_error="mark")
    for threads in (2, 5):
        many = mj.batch.score(made, FLIP, on_error="mark", threads=threads)
        assert all((a == b).all() for a, b in zip(one, many, strict=True) if a is not None and b is not None)
    assert one.error[1::2].tolist() == [records.WILD_NOT_SAID] * len(played)
    for place, win in enumerate(played):
        score = answer(win, FLIP)
        found = one.error[2 * place], one.total[2 * place], one.legal[2 * place]
        assert found == ((records.NO_WIN, -1, False) if score is None else (0, score.total, score.legal))


def ready_hands(rules: RuleSet, number: int, seed: int) -> Iterable[tuple[LatticeWin, str]]:
    """Hands with wild tiles, without their winning tile; nearly all are ready."""
    for wild_tiles in (0, 1, 2, 3):
        for win in hands_with(wild_tiles, rules, number, seed + wild_tiles):
            hand = mj.Hand(bytes(win.before), [meld.text for meld in win.melds])
            yield win, str(hand)


@pytest.mark.parametrize("rules", [FLIP, NEXT], ids=["flip", "next"])
def test_waits(rules: RuleSet) -> None:
    """Every tile that wins and of which one is left, and what it is worth."""
    copies = table_of(rules).frame.wild_copies
    several = 0
    for win, hand in ready_hands(rules, 25 * TIMES, 60):
        assert win.wild is not None
        wild = str(mj.Tile(win.wild))
        expected = {}
        for kind in range(KINDS):
            left = (copies if kind == win.wild else 4) - win.held_before[kind]
            with_tile = LatticeWin(
                tuple(held + (other == kind) for other, held in enumerate(win.before)), win.melds, kind, wild=win.wild
            )
            found = answer(with_tile, rules) if left > 0 else None
            if found is not None:
                expected[mj.Tile(kind)] = left, found
        values = mj.wait_values(hand, rules, wild=wild)
        assert {wait.tile: (wait.left, wait.discard) for wait in values} == expected, (hand, wild)
        assert [wait.tile.kind for wait in values] == sorted(wait.tile.kind for wait in values)
        for wait in values:
            assert wait.self_draw == mj.score(hand, wait.tile, rules, wild=wild, self_draw=True)
        several += len(values) > 2
    assert several > 20


def test_waits_as_the_twin_sees_them() -> None:
    for win, hand in ready_hands(FLIP, 3, 65):
        values = mj.wait_values(hand, FLIP, wild=win.wild)
        for wait in values:
            counts = tuple(held + (kind == wait.tile.kind) for kind, held in enumerate(win.before))
            found = twin(LatticeWin(counts, win.melds, wait.tile.kind, wild=win.wild), FLIP)
            assert found is not None
            assert (wait.discard.total, wait.discard.legal) == (found.best.total, found.best.legal)


def test_waits_of_a_hand_that_is_all_wild() -> None:
    """One of a kind that is wild and four melds: every tile completes the pair, but for a fifth copy."""
    hand = "5m[123m<][444p<][789s<][222z<]"
    waits = {str(wait.tile): wait.left for wait in mj.wait_values(hand, NEXT, wild="5m")}
    assert len(waits) == KINDS - 2
    assert {"4p", "2z"}.isdisjoint(waits)
    assert (waits["5m"], waits["1m"], waits["9p"], waits["6z"]) == (3, 3, 4, 4)
    assert mj.wait_values("1479m258p36s1133z", NEXT, wild="5m") == ()
