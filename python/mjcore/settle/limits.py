"""Base points of a riichi hand: from han and fu, with the limits from mangan to yakuman."""

from __future__ import annotations

from typing import SupportsIndex

from mjcore.errors import RuleError
from mjcore.fans import han_fu
from mjcore.fans.han_fu import LIMIT_NAMES, MANGAN, YAKUMAN
from mjcore.settle.ledger import whole


def round_up(points: SupportsIndex, unit: SupportsIndex = 100) -> int:
    """`points` rounded up to a multiple of `unit`.

    >>> round_up(960), round_up(1000)
    (1000, 1000)
    """
    number, step = whole(points, "the points"), whole(unit, "the unit")
    if step < 1:
        raise RuleError(f"rounding to multiples of {step}: expected 1 or more")
    return -(-number // step) * step


def base_points(han: SupportsIndex, fu: SupportsIndex, kiriage: bool = False, kazoe: bool = True) -> int:
    """Base points of a hand without yakuman: fu * 2 ** (2 + han) up to mangan, then by han alone.

    `kiriage`: 4 han 30 fu and 3 han 60 fu are mangan. `kazoe`: 13 han and more are a yakuman, never more
    than one; without it they are sanbaiman. `RuleError` for less than 1 han or fu that no hand has.

    >>> [base_points(1, 30), base_points(4, 30), base_points(4, 40), base_points(6, 30), base_points(27, 30)]
    [240, 1920, 2000, 3000, 8000]
    """
    doubles, number = whole(han, "the han"), whole(fu, "the fu")
    if doubles < 1:
        raise RuleError(f"{doubles} han: expected 1 or more")
    if number != 25 and (number < 20 or number % 10):
        raise RuleError(f"{number} fu: expected 20, 25 or a higher multiple of 10")
    return han_fu.base_points(doubles, number, kiriage, kazoe)


def yakuman_base(multiple: SupportsIndex, cap: SupportsIndex = 0) -> int:
    """Base points of `multiple` yakuman at once; `cap` is the most that count, 0 for no such rule.

    >>> yakuman_base(2), yakuman_base(2, cap=1)
    (16000, 8000)
    """
    times, most = whole(multiple, "the number of yakuman"), whole(cap, "the cap of yakuman")
    if times < 1 or most < 0:
        raise RuleError(f"{times} yakuman with the cap {most}: expected 1 or more, and a cap of 0 or more")
    return YAKUMAN * (min(times, most) if most else times)


def limit_name(base: SupportsIndex) -> str | None:
    """`mangan`, `haneman`, `baiman`, `sanbaiman`, `yakuman` (any multiple), or None below mangan.

    >>> limit_name(1920), limit_name(3000), limit_name(16000)
    (None, 'haneman', 'yakuman')
    """
    number = whole(base, "the base points")
    if number < 1:
        raise RuleError(f"{number} base points: expected 1 or more")
    if number < MANGAN:
        return None
    if number >= YAKUMAN and number % YAKUMAN == 0:
        return "yakuman"
    if number not in LIMIT_NAMES:
        known = ", ".join(map(str, LIMIT_NAMES))
        raise RuleError(f"{number} base points are no limit: expected less than {MANGAN}, {known} or yakuman")
    return LIMIT_NAMES[number]
