"""The schema `mcr-hand/1`: hands with their fans and totals."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from typing import Any

from mjcore.check.fields import Fault, Fields, shown
from mjcore.check.melds import read_melds
from mjcore.check.report import Difference
from mjcore.check.rule_sets import rule_set_for
from mjcore.check.values import compare_counts
from mjcore.errors import NotAWin
from mjcore.fans.scores import Score
from mjcore.hand.hands import Hand
from mjcore.rules.base import RuleSet
from mjcore.scoring import score

SCHEMA = "mcr-hand/1"
TILES = "[1-9]+[mpsz]"
HAND_SIZE = 13  # without the winning tile
# what only informs the reader
FILE_NOTES = ("fan_counts", "classes", "games", "drawn_games")
HAND_NOTES = ("source", "agree", "agree_total", "tags", "judge", "judge_agrees", "score", "peers")
WINS: dict[str, dict[str, bool]] = {
    "self_draw": {"self_draw": True},
    "discard": {},
    "rob_kong": {"rob_kong": True},
}
WINDS = {wind: wind for wind in "ESWN"}
# labels of equal value that the rules let the player choose between: compared as one count
TWO_CHOWS = "two-chow fans"
INTERCHANGEABLE = frozenset(
    {"pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows"}
)


def cases(file: Fields) -> list[Any]:
    """The hands of a file, whose other fields are all known."""
    file.ignore(FILE_NOTES)
    hands = file.items("hands")
    file.done()
    return hands


def run(case: Fields) -> list[Difference]:
    """Scores one hand and compares all that `expected` states."""
    case.ignore(HAND_NOTES)
    rule_set = rule_set_for("mcr", None, case.object("options").rest())
    expected = case.object("expected")
    win = _read_win(case)
    case.done()
    try:
        found = score(rules=rule_set, **win)
    except NotAWin as error:
        return list(_not_a_win(expected, error))
    return list(_compare(expected, found, rule_set))


def _read_win(case: Fields) -> dict[str, Any]:
    """The arguments of `mjcore.score`."""
    return {
        "hand": _read_hand(case),
        "win": _read_win_tile(case),
        **case.choice("win", WINS),
        "seat_wind": case.choice("seat_wind", WINDS),
        "round_wind": case.choice("round_wind", WINDS),
        "last_copy": case.flag("last_copy"),
        "last_tile": case.flag("wall_last"),
        "after_kong": case.flag("kong_draw"),
        "flowers": case.number("flowers", 0, 8),
        "strict": case.flag("strict", True),
    }


def _read_hand(case: Fields) -> Hand:
    tiles, melds = case.text("concealed"), read_melds(case)
    if not re.fullmatch(f"({TILES})*", tiles):
        raise case.wrong("concealed", tiles, "tiles like 123m456p11z")
    hand = Hand(tiles, melds)
    if hand.size != HAND_SIZE:
        raise Fault(f"{hand.size} tiles, {len(melds)} melds counted as three: expected {HAND_SIZE}")
    return hand


def _read_win_tile(case: Fields) -> str:
    tile = case.text("win_tile")
    if len(tile) != 2 or not re.fullmatch(TILES, tile):
        raise case.wrong("win_tile", tile, "one tile like 5m")
    return tile


def _not_a_win(expected: Fields, error: NotAWin) -> Iterator[Difference]:
    """Tiles without a winning shape can not win, and have no total and no fans."""
    stated = expected.rest()
    if stated.keys() != {"can_win"} or stated["can_win"] is not False:
        raise Fault(str(error))
    yield from ()


def _compare(expected: Fields, found: Score, rule_set: RuleSet) -> Iterator[Difference]:
    answers = {
        "total": found.total,
        "total_without_flowers": found.total_without_flowers,
        "can_win": found.legal,
    }
    compared = False
    for name, got in answers.items():
        if expected.has(name):
            wanted = expected.flag(name) if isinstance(got, bool) else expected.number(name, 0, 10_000)
            compared = True
            if wanted != got:
                yield Difference(name, wanted, got)
    if expected.has("fans"):
        compared = True
        yield from _compare_fans(expected, found, rule_set)
    expected.done()
    if not compared:
        raise Fault("expected is empty: there is nothing to compare")


def _compare_fans(expected: Fields, found: Score, rule_set: RuleSet) -> Iterator[Difference]:
    """One of the lists must be the answer, and all of them must be worth as much."""
    values = {fan.public_id: fan.value for fan in rule_set.fans}
    lists = {"fans": _read_counts(expected.raw("fans"), "fans", values)}
    if expected.has("fans_alt"):
        for n, item in enumerate(expected.items("fans_alt")):
            lists[f"fans_alt[{n}]"] = _read_counts(item, f"fans_alt[{n}]", values)
    got = _folded(_fans_of(found))
    # of several right lists the nearest makes the shortest diff
    nearest = min((compare_counts("fan", _folded(wanted), got) for wanted in lists.values()), key=len)
    yield from nearest
    if not nearest:
        for name, wanted in lists.items():
            worth = sum(values[fan] * count for fan, count in wanted.items())
            if worth != found.total:
                yield Difference(f"points of {name}", worth, found.total)


def _read_counts(value: object, name: str, known: Container[str]) -> dict[str, int]:
    """A fan list: known fans and how often each is counted."""
    if not isinstance(value, dict):
        raise Fault(f"expected.{name} is {shown(value)}: expected an object of fans and counts")
    for fan, count in value.items():
        if fan not in known:
            raise Fault(f"expected.{name}: unknown fan {fan}")
        if type(count) is not int or count < 1:
            raise Fault(f"expected.{name}.{fan} is {shown(count)}: expected a whole number from 1")
    return value


def _fans_of(found: Score) -> dict[str, int]:
    counts: dict[str, int] = {}
    for entry in found.fans:
        counts[entry.fan] = counts.get(entry.fan, 0) + entry.count
    return counts


def _folded(counts: Mapping[str, int]) -> dict[str, int]:
    folded: dict[str, int] = {}
    for fan, count in counts.items():
        name = TWO_CHOWS if fan in INTERCHANGEABLE else fan
        folded[name] = folded.get(name, 0) + count
    return folded
