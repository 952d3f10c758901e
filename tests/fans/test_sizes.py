"""Hands of one to three sets and of five, seven pairs and a pung among them; how many tiles a hand waits for there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import mjcore as mj
from house_rules import counted, fan, house_rules
from mjcore.errors import HandError, NotAWin

EXPOSED = fan("exposed", 3, "all_exposed")
CLAIMED = fan("claimed", 2, "all_claimed")
ROWS = (EXPOSED, CLAIMED, fan("pungs", 4, "chows == 0"), fan("double", 5, "pure_double"), fan("closed", 1, "no_meld"))


@pytest.mark.parametrize("best_place", [False, True])
@pytest.mark.parametrize(
    ("sets", "hand", "win", "expected"),
    [
        (1, "23m11z", "1m", {"closed": 1}),
        (1, "1z[111m<]", "1z", {"exposed": 1, "claimed": 1, "pungs": 1}),
        (1, "1z(1111m)", "1z", {"exposed": 1, "pungs": 1}),
        (2, "112233m1z", "1z", {"double": 1, "closed": 1}),
        (2, "11z23m[123m<]", "1m", {"double": 1}),
        (2, "1z[111m<](2222z)", "1z", {"exposed": 1, "pungs": 1}),
        (3, "112233m111p5z", "5z", {"double": 1, "closed": 1}),
        (3, "5z[111m<][222m<][333m<]", "5z", {"exposed": 1, "claimed": 1, "pungs": 1}),
        (3, "55z23m[111m<][222m<]", "1m", {}),
        (5, "112233m111p456789s5z", "5z", {"double": 1, "closed": 1}),
        (5, "5z[111m<][222m<][333m<][444m<](5555m)", "5z", {"exposed": 1, "pungs": 1}),
    ],
)
def test_sizes(sets: int, hand: str, win: str, expected: dict[str, int], best_place: bool) -> None:
    rules = house_rules(*ROWS, sets=sets, forms=("standard", "seven_pairs"), best_place=best_place)
    assert counted(rules, hand, win) == expected
    for other in {1, 2, 3, 4, 5} - {sets}:
        with pytest.raises(HandError, match=f"house is played with hands of {3 * other + 2} tiles"):
            mj.score(hand, win, house_rules(*ROWS, sets=other))


def test_small_hands_have_no_pairs() -> None:
    """Forms of fourteen tiles belong to four sets."""
    with pytest.raises(NotAWin):
        mj.score("1155m99p7z", "7z", house_rules(*ROWS, sets=2))
    assert mj.score("1155m99p3377s112z", "2z", house_rules(*ROWS)).reading.form == "seven_pairs"


# Seven pairs and a pung

LIGU = house_rules(fan("pairs", 8, "form_pairs_and_set"), fan("sets", 1, "form_standard"), fan("drawn", 2, "self_draw"),
                   sets=5, forms=("standard", "pairs_and_set"))  # fmt: skip


@pytest.mark.parametrize("best_place", [False, True])
@pytest.mark.parametrize(
    ("hand", "win", "form"),
    [
        # a pair becomes the pung
        ("1122m3399p44s112277z", "7z", "pairs"),
        # a single becomes a pair
        ("1122m3399p4s1155777z", "4s", "pairs"),
        # four equal tiles are two pairs, more than once too
        ("1111m3399p44s115577z", "7z", "pairs"),
        ("111m3399p44s1155777z", "1m", "pairs"),
        ("1111m3333p4499s5577z", "7z", "pairs"),
        # sets and a pair too: what is worth more
        ("223344m556677p1777z", "1z", "pairs"),
        # sets alone
        ("123456789m123p1155z", "1z", "sets"),
        ("123456m123p1155z[789m<]", "1z", "sets"),
    ],
)
def test_seven_pairs_and_a_pung(hand: str, win: str, form: str, best_place: bool) -> None:
    rules = replace(LIGU, make_lattice_options=lambda values: {"best_place": best_place})
    assert counted(rules, hand, win) == {form: 1}
    score = mj.score(hand, win, rules, self_draw=True)
    assert {entry.fan for entry in score.fans} == {form, "drawn"}
    reading = score.reading
    assert reading.form == {"pairs": "pairs_and_set", "sets": "standard"}[form]
    if form == "pairs":
        assert len(reading.sets) == 1
        assert mj.Hand(reading.tiles).counts == score.win.counts
        assert reading in mj.decompose(hand, win, forms="pairs_and_set")


@pytest.mark.parametrize(
    ("hand", "win"),
    [
        # a chow is no pung
        ("1122m3399p12s4411s55z", "3s"),
        # two pungs, no pung, a meld
        ("1122m3399p4s1155777z", "5z"),
        ("1122m3399p44s112277z", "6z"),
        ("1122m3399p4s1155z[777z<]", "4s"),
    ],
)
def test_no_seven_pairs_and_a_pung(hand: str, win: str) -> None:
    with pytest.raises(NotAWin):
        mj.score(hand, win, LIGU)
    with pytest.raises(NotAWin):
        mj.score("1122m3399p44s112277z", "7z", replace(LIGU, forms=("standard",)))


# How many kinds a hand waits for, all forms that the rule set names


def is_seven_pairs_and_pung(counts: list[int]) -> bool:
    odd = [held for held in counts if held % 2]
    return odd == [3]


def is_seven_pairs(counts: list[int]) -> bool:
    return sum(counts) == 14 and all(held % 2 == 0 for held in counts)


def paired_hand(rng: Random, sets: int) -> list[int]:
    """Counts of so many sets and a pair; chows mostly stand twice, so that there are many pairs."""
    while True:
        counts, left = [0] * 34, sets
        while left:
            kind = 9 * rng.randrange(3) + rng.randrange(7)
            if left > 1 and rng.random() < 0.75:
                tiles = [kind, kind + 1, kind + 2] * 2
            else:
                tiles = rng.choice(([kind] * 3, [kind, kind + 1, kind + 2], [27 + rng.randrange(7)] * 3))
            left -= len(tiles) // 3
            for tile in tiles:
                counts[tile] += 1
        counts[rng.randrange(34)] += 2
        if max(counts) <= 4:
            return counts


@pytest.mark.parametrize("best_place", [False, True])
@pytest.mark.parametrize(
    ("sets", "wait_forms"),
    [
        *((sets, ("standard",)) for sets in range(1, 6)),
        (4, ("standard", "seven_pairs")),
        (5, ("standard", "pairs_and_set")),
        (3, ("standard", "seven_pairs")),
    ],
)
def test_wait_counts(sets: int, wait_forms: tuple[str, ...], best_place: bool) -> None:
    """Against a search through all kinds; those of which four are held are no waits."""
    rows = [fan(f"w{n}", n, f"wait_count == {n}") for n in (1, 2, 3)]
    rules = house_rules(*rows, sets=sets, forms=("standard",), wait_forms=wait_forms, available_waits=True,
                        best_place=best_place)  # fmt: skip
    engine = mj.HandEngine("standard", sets=sets)
    rng = Random(sets)
    seen: Counter[tuple[int, bool]] = Counter()
    for _ in range(400):
        counts = paired_hand(rng, sets)
        win = rng.choice([kind for kind in range(34) if counts[kind]])
        counts[win] -= 1
        waits = set()
        more = False
        for kind in range(34):
            if counts[kind] == 4:
                continue
            whole = [held + (place == kind) for place, held in enumerate(counts)]
            standard = engine.is_win(whole)
            pairs = "seven_pairs" in wait_forms and sets == 4 and is_seven_pairs(whole)
            pairs |= "pairs_and_set" in wait_forms and is_seven_pairs_and_pung(whole)
            if standard or pairs:
                waits.add(kind)
            more |= pairs and not standard
        score = mj.score(counts, win, rules, self_draw=True)
        number = min(len(waits), 3)
        assert {entry.fan for entry in score.fans} == {f"w{number}"}, (counts, win)
        seen[number, more] += 1
    assert {number for number, _ in seen} == {1, 2, 3}
    if "pairs_and_set" in wait_forms:
        assert seen[3, True] > 10
