"""Scores explain themselves: the sets of each fan, who covers whom, the reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import mjcore as mj
from generators import PlainWin, ordinary_wins, to_win_arguments, wins
from mjcore.fans.scores import Score
from mjcore.hand.decompose import FORM_NAMES, ReadingView
from mjcore.rules import RuleSet
from reference.facts import tiles_text
from reference.hand import readings
from reference.mcr import DEFAULTS, score_reading, with_implied

GOLDEN = Path(__file__).parent.parent / "golden" / "mcr_explanations.txt"
MCR = mj.rules.get("mcr")
VALUES = {row.public_id: row.value for row in MCR.fans}


# Worked explanations


def entries() -> Iterator[str]:
    """The entries of the golden file, each as it stands there."""
    text = GOLDEN.read_text(encoding="utf-8")
    yield from re.sub(r"^#.*\n", "", text, flags=re.M).strip().split("\n\n")


def score_of(line: str) -> Score:
    match = re.fullmatch(r"(\S+) \+ (\d[mpsz])(?:, (.*))?", line)
    assert match, line
    how: dict[str, Any] = {}
    for word in (match[3] or "").split():
        name, _, value = word.partition("=")
        how[{"seat": "seat_wind", "round": "round_wind"}.get(name, name)] = value or True
    return mj.score(match[1], match[2], **how)


def explained(line: str) -> str:
    score = score_of(line)
    form = score.reading.form.replace("_", " ")
    parts = filter(None, [form, score.reading.pattern, *score.reading.sets, score.reading.pair])
    lines = [line, f"    = {score.total}{'' if score.legal else ' not legal'}: {' '.join(parts)}"]
    for fan, count, value, sets in score.fans:
        times = f" x{count}" if count > 1 else ""
        lines.append(f"    {value} {fan}{times}: {' '.join(sets)}" if sets else f"    {value} {fan}{times}")
    lines += [f"    - {fan} by {by}" for fan, by in score.covered]
    return "\n".join(lines)


@pytest.mark.parametrize("entry", list(entries()), ids=lambda entry: entry.partition("\n")[0])
def test_worked_explanations(entry: str) -> None:
    assert explained(entry.partition("\n")[0]) == entry


def test_every_fan_is_explained() -> None:
    counted = re.findall(r"^    \d+ (\w+)", GOLDEN.read_text(encoding="utf-8"), re.M)
    assert set(counted) == set(MCR.fan_ids)


# What holds for every explanation


def scored(plain: PlainWin, rules: RuleSet = MCR) -> Score:
    hand, tile, how = to_win_arguments(plain)
    return mj.score(hand, tile, rules, **how)


WINS = [*wins(2500, seed=41), *ordinary_wins(500, seed=42)]
SCORES = [scored(plain) for plain in WINS]


def test_values_add_up() -> None:
    for score in SCORES:
        assert score.total == sum(entry.value for entry in score.fans)
        flowers = [entry.value for entry in score.fans if entry.fan == "flower_tiles"]
        assert score.total_without_flowers == score.total - sum(flowers)
        # there is no cap
        assert score.raw == score.total
        for entry in score.fans:
            assert entry.count >= 1
            assert entry.value == entry.count * VALUES[entry.fan]


def test_fans_stand_in_the_order_of_the_table() -> None:
    order = list(dict.fromkeys(row.public_id for row in MCR.fans))
    for score in SCORES:
        places = [order.index(entry.fan) for entry in score.fans]
        assert places == sorted(set(places))


def test_sets_are_those_of_the_reading() -> None:
    for score in SCORES:
        reading = [*score.reading.sets, *filter(None, [score.reading.pair])]
        held = score.win.counts
        for entry in score.fans:
            if entry.fan == "tile_hog":
                assert len(entry.sets) == entry.count
                for text in entry.sets:
                    kind = mj.Tile(text[0] + text[-1]).kind
                    in_melds = sum(tile.kind == kind for meld in score.win.melds for tile in meld.tiles)
                    assert held[kind] + in_melds == 4
                    assert not any(meld.is_kong and meld.kind == kind for meld in score.win.melds)
                continue
            left = list(reading)
            for text in entry.sets:
                left.remove(text)


def test_covered_fans_are_not_counted() -> None:
    for score in SCORES:
        counted = {entry.fan for entry in score.fans}
        covered = [entry.fan for entry in score.covered]
        assert counted.isdisjoint(covered)
        # 幺九刻 may be taken from the winds by one fan and from the terminals by another
        assert len({*score.covered}) == len(covered)
        assert set(covered) <= set(MCR.fan_ids)
        for entry in score.covered:
            assert entry.by == "combination" or entry.by in counted


def test_covered_by_what_the_table_says() -> None:
    """A fan is taken by a row that names it, by a combination that joins its sets, or by a better wait."""
    covers: dict[str, set[str]] = {}
    public = {row.id: row.public_id for row in MCR.fans}
    for row in MCR.fans:
        covers.setdefault(row.public_id, set()).update(public[id] for id in (*row.covers, *row.reduces))
    relations = {row.public_id for row in MCR.fans if row.forest}
    waits = ["edge_wait", "closed_wait", "single_wait"]
    seen = set()
    for score in SCORES:
        for entry in score.covered:
            seen.add((entry.fan, entry.by))
            if entry.by == "combination":
                assert entry.fan in relations
            elif entry.fan in waits and entry.by in waits:
                assert waits.index(entry.by) < waits.index(entry.fan)
            else:
                assert entry.fan in covers[entry.by] or {entry.fan, entry.by} <= relations, entry
    # a fair part of the table is met
    assert len(seen) > 80


@pytest.mark.parametrize("cheap", ["pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows"])
def test_what_the_forest_leaves_out_is_named(cheap: str) -> None:
    """Either by the combination that holds two of its sets, or as "combination"."""
    by = {entry.by for score in SCORES for entry in score.covered if entry.fan == cheap}
    assert "combination" in by
    assert len(by) > 2


def lows(sets: tuple[str, ...]) -> list[tuple[int, str]]:
    return sorted((int(text[0]), text[-1]) for text in sets)


def shows(fan: str, sets: tuple[str, ...]) -> bool:
    """Whether sets are what a combination of three or four of them is made of."""
    ranks, suits = [rank for rank, _ in lows(sets)], {suit for _, suit in lows(sets)}
    steps = {b - a for a, b in pairwise(ranks)}
    chow = all(text[0] != text[1] for text in sets)
    pung = all(text[0] == text[1] for text in sets)
    number, one_suit, suit_each = len(sets), len(suits) == 1, len(suits) == 3
    return {
        "quadruple_chow": chow and number == 4 and one_suit and steps == {0},
        "pure_triple_chow": chow and number == 3 and one_suit and steps == {0},
        "four_pure_shifted_chows": chow and number == 4 and one_suit and steps in ({1}, {2}),
        "pure_shifted_chows": chow and number == 3 and one_suit and steps in ({1}, {2}),
        "pure_straight": chow and number == 3 and one_suit and ranks == [1, 4, 7],
        "mixed_straight": chow and number == 3 and suit_each and ranks == [1, 4, 7],
        "mixed_triple_chow": chow and number == 3 and suit_each and steps == {0},
        "mixed_shifted_chows": chow and number == 3 and suit_each and steps == {1},
        "four_pure_shifted_pungs": pung and number == 4 and one_suit and steps == {1},
        "pure_shifted_pungs": pung and number == 3 and one_suit and steps == {1},
        "mixed_shifted_pungs": pung and number == 3 and suit_each and steps == {1},
        "triple_pung": pung and number == 3 and suit_each and steps == {0},
        "pure_terminal_chows": lows(sets) == sorted([(1, sets[0][-1]), (7, sets[0][-1])] * 2 + [(5, sets[-1][-1])]),
        "big_four_winds": set(sets) == {"111z", "222z", "333z", "444z"},
        "big_three_dragons": set(sets) == {"555z", "666z", "777z"},
        "little_four_winds": {text[0] for text in sets} == set("1234") and suits == {"z"} and number == 4,
        "little_three_dragons": {text[0] for text in sets} == set("567") and suits == {"z"} and number == 3,
        "big_three_winds": pung and number == 3 and suits == {"z"} and set("567").isdisjoint(t[0] for t in sets),
        "two_dragon_pungs": pung and number == 2 and suits == {"z"} and set("1234").isdisjoint(t[0] for t in sets),
        "dragon_pung": pung and number == 1 and sets[0] in ("555z", "666z", "777z"),
    }[fan]


def test_combinations_are_shown_by_their_sets() -> None:
    names = {
        "quadruple_chow", "pure_triple_chow", "four_pure_shifted_chows", "pure_shifted_chows", "pure_straight",
        "mixed_straight", "mixed_triple_chow", "mixed_shifted_chows", "four_pure_shifted_pungs", "pure_shifted_pungs",
        "mixed_shifted_pungs", "triple_pung", "pure_terminal_chows", "big_four_winds", "little_four_winds",
        "big_three_dragons", "little_three_dragons", "big_three_winds", "two_dragon_pungs", "dragon_pung",
    }  # fmt: skip
    seen = set()
    for score in SCORES:
        for entry in score.fans:
            if entry.fan in names:
                seen.add(entry.fan)
                assert shows(entry.fan, entry.sets), (entry.fan, entry.sets)
    assert seen == names


def related(one: str, other: str) -> str:
    """The fan of two sets, "" if there is none."""
    chows = [text for text in (one, other) if text[0] != text[1]]
    apart = abs(int(one[0]) - int(other[0]))
    if len(chows) == 2:
        same_suit = {0: "pure_double_chow", 3: "short_straight", 6: "two_terminal_chows"}
        return same_suit.get(apart, "") if one[-1] == other[-1] else "mixed_double_chow" * (apart == 0)
    return "double_pung" * (not chows and apart == 0 and "z" not in one + other)


def test_fans_of_two_sets_are_shown_by_them() -> None:
    """What is shown are the sets of the combinations that were counted, where others would have done as well."""
    names = {"pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows", "double_pung"}
    seen = set()
    for score in SCORES:
        for entry in score.fans:
            if entry.fan in names:
                joined = [pair for pair in combinations(entry.sets, 2) if related(*pair) == entry.fan]
                assert len(joined) >= entry.count
                assert {text for pair in joined for text in pair} == set(entry.sets)
                seen.add((entry.fan, entry.count))
    assert seen >= {(name, count) for name in names for count in (1, 2)}


def test_numbers_of_sets() -> None:
    """How many sets show the fans that are named after a number."""
    numbers = {
        "four_kongs": 4, "three_kongs": 3, "two_concealed_kongs": 2, "two_melded_kongs": 2, "melded_kong": 1,
        "concealed_and_melded_kong": 2, "concealed_kong": 1, "four_concealed_pungs": 4, "three_concealed_pungs": 3,
        "two_concealed_pungs": 2, "prevalent_wind": 1, "seat_wind": 1, "edge_wait": 1, "closed_wait": 1,
        "single_wait": 1, "last_tile": 0, "self_drawn": 0, "concealed_hand": 0, "fully_concealed_hand": 0,
        "seven_pairs": 0, "thirteen_orphans": 0, "knitted_straight": 0, "flower_tiles": 0, "robbing_the_kong": 0,
    }  # fmt: skip
    for score in SCORES:
        kinds: dict[str, list[str]] = {"concealed": [], "open": []}
        for meld in score.win.melds:
            if meld.is_kong:
                kinds["concealed" if meld.concealed else "open"].append(str(mj.Tile(meld.kind)))
        for entry in score.fans:
            if entry.fan in numbers:
                assert len(entry.sets) == numbers[entry.fan], entry.fan
            if entry.fan == "pung_of_terminals_or_honors":
                assert len(entry.sets) == entry.count
                assert all(text[0] in "19" or text[-1] == "z" for text in entry.sets)
            shown = [text[0] + text[-1] for text in entry.sets]
            if entry.fan in ("concealed_kong", "two_concealed_kongs"):
                assert shown == kinds["concealed"]
            if entry.fan in ("melded_kong", "two_melded_kongs"):
                assert shown == kinds["open"]
            if entry.fan in ("edge_wait", "closed_wait", "single_wait"):
                low, tile = int(entry.sets[0][0]), score.win.win_tile
                place = {"edge_wait": 2 if low == 1 else 0, "closed_wait": 1, "single_wait": 0}[entry.fan]
                assert (tile.suit, tile.rank) == (entry.sets[0][-1], low + place)


def test_kongs_of_one_sort_are_shown_alone() -> None:
    """Where an option counts the concealed and the melded kong each by itself."""
    score = mj.score("345m22p(5555s)[3333p+>][234s<]", "2p", MCR.replace(kong_pair="separate"))
    shown = {entry.fan: entry.sets for entry in score.fans}
    assert (shown["concealed_kong"], shown["melded_kong"]) == (("555s",), ("333p",))
    assert mj.score(score.win).fans[0].sets == ("555s", "333p")


def test_the_reading_is_one_of_the_hand() -> None:
    for score in SCORES:
        reading = score.reading
        assert isinstance(reading, ReadingView)
        assert reading.form in FORM_NAMES
        hand = mj.Hand(score.win.counts, score.win.melds)
        known = [(r.form, r.sets, r.pair, r.pattern) for r in mj.decompose(hand, score.win.win_tile)]
        assert (reading.form, reading.sets, reading.pair, reading.pattern) in known
        assert score.reading == reading


def test_the_fans_are_those_of_the_reading_shown() -> None:
    """By the plain twin, which scores that reading alone; it may choose among combinations worth the same."""
    for plain, score in zip(WINS, SCORES, strict=True):
        shown = score.reading
        concealed = sorted(shown.sets[: shown.concealed])
        for reading in readings(plain.counts, len(plain.melds)):
            sets = sorted(tiles_text(each.tiles) for each in reading.sets)
            pair = "" if reading.pair is None or not reading.sets else tiles_text([reading.pair] * 2)
            body = "".join(tiles_text(reading.knitted))
            form = shown.form.replace("_", " ")
            if (sets, body) == (concealed, shown.pattern * (form == "knitted straight")) and (
                pair == shown.pair if reading.sets else reading.form.split()[0] == form.split()[0]
            ):
                lists = score_reading(with_implied(plain), reading, DEFAULTS)
                fans = {entry.fan: entry.count for entry in score.fans if entry.fan != "flower_tiles"}
                assert fans in lists, (score, lists)
                break
        else:
            raise AssertionError(f"no such reading: {score.win} {shown}")


def test_no_other_form_is_worth_more() -> None:
    """Against the same hand with one form alone."""
    forms = ("standard", "knitted_straight", "seven_pairs")
    alone = {form: replace(MCR, forms=(form,)) for form in forms}
    several = 0
    for score in SCORES:
        readings = {reading.form for reading in mj.decompose(mj.Hand(score.win.counts, score.win.melds))}
        several += len(readings) > 1
        totals = {form: mj.score(score.win, rules=alone[form]).total for form in readings & set(forms)}
        assert max(totals.values(), default=score.total) == score.total
        assert totals.get(score.reading.form, score.total) == score.total
    assert several > 20
