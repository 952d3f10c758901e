"""Kongs on the own turn, robbing them, norths set aside (sections 2, 8, 10, 13)."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from mjcore import Hand, HandError, RuleError, rules
from mjcore.legal import added_kongs, can_rob, can_set_north_aside, closed_kongs

SAME_SHAPE = rules.get("riichi", ankan_after_riichi="same_shape")
NEVER = rules.get("riichi", ankan_after_riichi="none")
SANMA = "riichi/tenhou3"
ORPHANS = "19m19p19s1234567z"
SINGLE_ORPHANS = "119m19p19s123456z"  # waits 7z alone


def kongs(hand: str, drawn: str | None, **named: object) -> str:
    return " ".join(map(str, closed_kongs(hand, drawn, **{"live_tiles": 9, **named})))  # type: ignore[arg-type]


def test_closed_kongs_need_a_draw_and_a_tile_to_draw() -> None:
    hand = "1111m055p5p78s2222z"
    assert kongs(hand, "2z") == "1m 5p 2z"
    assert kongs(hand, "1m", live_tiles=1) == "1m 5p 2z"
    assert kongs(hand, "1m", live_tiles=0) == ""
    assert kongs(hand, None) == ""
    assert kongs(hand, "1m", kongs=3) == "1m 5p 2z"
    assert kongs(hand, "1m", kongs=4) == ""


def test_own_kongs_count_even_if_not_told() -> None:
    assert closed_kongs("11z(1111m)(2222m)(3333m)(4444m)", "1z", live_tiles=9) == ()


def test_between_a_chow_and_its_discard_there_is_no_kong() -> None:
    assert kongs("1111m2222z78s2p[456p<]", None) == ""
    assert added_kongs("1m3p456s1z22z[111m^][456p<]", None, live_tiles=9) == ()
    assert [str(tile) for tile in added_kongs("1m3p456s1z22z[111m^][456p<]", "3p", live_tiles=9)] == ["1m"]


def test_added_kongs() -> None:
    hand = "0m1m456s123z[555m^][111m<]"
    assert [str(tile) for tile in added_kongs(hand, "1z", live_tiles=9)] == ["1m", "0m"]
    assert added_kongs(hand, "1z", live_tiles=0) == ()
    assert added_kongs(hand, "1z", live_tiles=9, kongs=4) == ()
    # tiles of a chow and concealed triplets are no pung
    assert added_kongs("4m456s111337z9p[456m<]", "4m", live_tiles=9) == ()


# section 8: hand of 14, drawn tile, allowed with the same waits, with the same shape
IN_RIICHI = [
    ("123m456p79s111155z", "1z", True, True),  # waits 8s before and after
    ("123m456p79s111155z", "5z", False, False),  # the fourth 1z was there before (okuri-kan)
    # 2223m waits 1m 3m 4m; the kong leaves 3m alone
    ("22223m456p789s111z", "2m", False, False),
    # the fourth is what it waits for
    ("222213m456p789s11z", "2m", False, False),
    # 111222333m as runs or triplets, waits 1z 5z all the same
    ("1111222333m1155z", "1m", True, False),
    ("1112222333m1155z", "2m", True, False),
    # 3334455m waits 3m 4m 5m 6m; the kong leaves 4m 5m
    ("33334455m789s111z", "3m", False, False),
    # 444 with 56: waits 3-4-7; the kong leaves 56 waiting 4-7
    ("444456m789s11122z", "4m", False, False),
]


@pytest.mark.parametrize(("hand", "drawn", "waits", "shape"), IN_RIICHI)
def test_closed_kongs_in_riichi(hand: str, drawn: str, waits: bool, shape: bool) -> None:
    assert bool(kongs(hand, drawn, riichi=True)) is waits
    assert bool(kongs(hand, drawn, riichi=True, rules=SAME_SHAPE)) is shape
    assert kongs(hand, drawn, riichi=True, rules=NEVER) == ""
    assert kongs(hand, drawn) != ""


def test_a_red_five_is_the_fourth() -> None:
    assert kongs("123m5550p79s11122z", "0p", riichi=True) == "5p"


def test_added_kongs_are_robbed_by_any_wait_closed_ones_by_orphans() -> None:
    assert can_rob("23m456p789s11222z", "1m", "added_kong")
    assert not can_rob("23m456p789s11222z", "2m", "added_kong")
    assert not can_rob("23m456p789s11222z", "1m", "concealed_kong")
    assert can_rob(ORPHANS, "1m", "added_kong")
    for preset, allowed in {"tenhou": 0, "mjsoul": 1, "wrc2025": 1, "ema2016": 1, "mleague": 0}.items():
        assert can_rob(ORPHANS, "1m", "concealed_kong", rules=f"riichi/{preset}") is bool(allowed)
        assert can_rob(SINGLE_ORPHANS, "7z", "concealed_kong", rules=f"riichi/{preset}") is bool(allowed)
        assert not can_rob(SINGLE_ORPHANS, "1m", "concealed_kong", rules=f"riichi/{preset}")
        assert not can_rob("123m456p789s1122z", "1z", "concealed_kong", rules=f"riichi/{preset}")
        assert not can_rob("23m456p789s55z[123s<]", "1m", "concealed_kong", rules=f"riichi/{preset}")


def test_norths_are_robbed_by_any_wait() -> None:
    assert can_rob("123p456p789s2244z", "4z", "nuki", rules=SANMA)
    assert can_rob("1199m1122p3344s4z", "4z", "nuki", rules=SANMA)
    assert can_rob(ORPHANS, "4z", "nuki", rules=SANMA)
    assert not can_rob("123p456p789s1122z", "4z", "nuki", rules=SANMA)
    with pytest.raises(RuleError, match="no norths"):
        can_rob(ORPHANS, "4z", "nuki")
    with pytest.raises(RuleError, match="no norths"):
        can_rob(ORPHANS, "4z", "nuki", rules=rules.get("riichi", preset="tenhou3", nuki=False))
    with pytest.raises(HandError, match="expected one of added_kong"):
        can_rob(ORPHANS, "4z", "discard")


def test_norths_set_aside() -> None:
    hand = "123p456p789s11224z"

    def allowed(drawn: str | None, live: int = 9, **named: object) -> bool:
        return can_set_north_aside(hand, drawn, live_tiles=live, **{"rules": SANMA, **named})  # type: ignore[arg-type]

    assert allowed("4z")
    assert allowed("1z")  # one kept from before
    assert allowed("1z", live=1)
    assert not allowed("1z", live=0)
    assert not allowed(None)
    assert not allowed("1z", riichi=1)
    assert allowed("4z", riichi=1)
    assert not can_set_north_aside("123p456p789s11223z", "3z", live_tiles=9, rules=SANMA)
    assert not allowed("4z", rules="riichi")
    assert not allowed("4z", rules=rules.get("riichi", preset="tenhou3", nuki=False))


def test_kongs_of_norths_are_allowed() -> None:
    assert kongs("123p456p79s114444z", "4z", riichi=1, rules=SANMA) == "4z"


# -- a slow twin: waits by taking hands apart, nothing shared with the package


@cache
def groups(counts: tuple[int, ...]) -> bool:
    """Whether counts of one or all suits are nothing but runs and triplets."""
    first = next((n for n, count in enumerate(counts) if count), None)
    if first is None:
        return True
    left = list(counts)
    if left[first] >= 3:
        left[first] -= 3
        if groups(tuple(left)):
            return True
        left[first] += 3
    if first < 27 and first % 9 <= 6 and left[first + 1] and left[first + 2]:
        for n in range(3):
            left[first + n] -= 1
        return groups(tuple(left))
    return False


def complete(counts: list[int]) -> bool:
    for pair in range(34):
        if counts[pair] >= 2:
            counts[pair] -= 2
            whole = groups(tuple(counts))
            counts[pair] += 2
            if whole:
                return True
    return sum(counts) == 14 and sum(count == 2 for count in counts) == 7


def slow_waits(counts: list[int]) -> set[int]:
    found = set()
    for kind in range(34):
        if counts[kind] < 4:
            counts[kind] += 1
            if complete(counts):
                found.add(kind)
            counts[kind] -= 1
    return found


def always_triplet(counts: list[int], waits: set[int], kind: int) -> bool:
    """Whether every way to take each winning hand apart has the three tiles as a triplet."""

    def without(left: list[int], triplet: bool) -> bool:
        first = next((n for n, count in enumerate(left) if count), None)
        if first is None:
            return triplet
        answers = []
        if left[first] >= 3:
            rest = left.copy()
            rest[first] -= 3
            if groups(tuple(rest)):
                answers.append(without(rest, triplet or first == kind))
        if first < 27 and first % 9 <= 6 and left[first + 1] and left[first + 2]:
            rest = left.copy()
            for n in range(3):
                rest[first + n] -= 1
            if groups(tuple(rest)):
                answers.append(without(rest, triplet))
        return all(answers)

    for wait in waits:
        full = counts.copy()
        full[wait] += 1
        for pair in range(34):
            if full[pair] >= 2:
                rest = full.copy()
                rest[pair] -= 2
                if groups(tuple(rest)) and not without(rest, False):
                    return False
    return True


def ready_hands(rng: Random, number: int) -> list[tuple[list[int], int]]:
    """Closed hands of 13 with a triplet of a kind and a wait, in few suits, so that readings abound."""
    found: list[tuple[list[int], int]] = []
    while len(found) < number:
        counts, kind = [0] * 34, rng.choice([*range(9), *range(9), 27])
        counts[kind] += 3
        while sum(counts) < 12:
            low = rng.choice([n for n in range(9, 18) if n % 9 <= 6] if rng.random() < 0.3 else range(7))
            for step in (0, 0, 0) if rng.random() < 0.3 else (0, 1, 2):
                counts[low + step] += 1
        counts[rng.randrange(9)] += 1
        if rng.random() < 0.7:  # another wait than a single tile
            out = rng.choice([n for n in range(34) if counts[n] and n != kind])
            counts[out] -= 1
            counts[rng.randrange(9)] += 1
        if max(counts) <= 4 and counts[kind] == 3 and slow_waits(counts):
            found.append((counts, kind))
    return found


def test_kongs_in_riichi_agree_with_a_slow_twin() -> None:
    answers = [0, 0, 0]
    for counts, kind in ready_hands(Random(8), 1500):
        before = slow_waits(counts)
        rest = counts.copy()
        rest[kind] = 0
        waits = before == slow_waits(rest) and kind not in before
        shape = waits and always_triplet(counts, before, kind)
        full = counts.copy()
        full[kind] += 1
        hand = Hand(bytes(full))
        assert bool(closed_kongs(hand, kind, live_tiles=9, riichi=1)) is waits, hand
        assert bool(closed_kongs(hand, kind, live_tiles=9, riichi=1, rules=SAME_SHAPE)) is shape, hand
        answers[waits + shape] += 1
    assert min(answers) >= 30, answers
