"""Small rule sets made up by tests."""

from __future__ import annotations

import re
from typing import Any

import mjcore as mj
from mjcore.fans.rows import Fan
from mjcore.fans.scores import Score
from mjcore.rules.base import RuleSet
from mjcore.settle.ledger import Ledger, Transfer

FORMS = ("standard", "knitted_straight", "seven_pairs", "thirteen_orphans", "greater_knitted", "lesser_knitted")


def fan(id: str, value: int = 1, pattern: str = "", **fields: Any) -> Fan:
    """A row; the names do not matter here."""
    return Fan(id, f"番{id}", id.title(), value, pattern, **fields)


def settle(score: Score, dealer: int, winner: int, loser: int | None) -> Ledger:
    """Every other seat pays the total."""
    return Ledger(Transfer(seat, winner, score.total or 1, "total") for seat in range(4) if seat != winner)


def house_rules(
    *rows: Fan,
    sets: int = 4,
    minimum: int = 0,
    forms: tuple[str, ...] = FORMS,
    wait_forms: tuple[str, ...] = ("standard",),
    circumstances: tuple[str, ...] = (),
    units: tuple[int, ...] = (),
    **lattice: Any,
) -> RuleSet:
    """A rule set of these rows without options."""
    return RuleSet(
        id="house",
        names={"en": "House"},
        aliases=(),
        summary="made up by a test",
        quad_pairs=True,
        tiles={4: "123456789m123456789p123456789s1234567z"},
        players=4,
        sets=sets,
        minimum=minimum,
        forms=forms,
        wait_forms=wait_forms,
        circumstances=circumstances,
        options=(),
        presets={"default": {}},
        make_fans=lambda values: rows,
        make_lattice_options=lambda values: lattice,
        make_settlement=settle,
        units=units,
    )


def told(rules: RuleSet, hand: str, win: str | None, **how: Any) -> dict[str, int]:
    """Fans of a win under rules that count han, and how often each counts; the same in a batch."""
    score = mj.score(hand, win, rules, **how)
    counts = {fan.fan: fan.count for fan in score.fans}
    many = mj.batch.score([score.win], rules)
    assert many.han is not None
    assert many.fu is not None
    assert many.yakuman is not None
    assert many.fans is not None
    answer = (score.total, score.han, score.fu, score.yakuman, score.legal)
    assert [part.tolist()[0] for part in (many.total, many.han, many.fu, many.yakuman, many.legal)] == [*answer]
    assert {name: n for name, n in zip(rules.fan_ids, many.fans[0].tolist(), strict=True) if n} == counts
    return counts


def read(text: str) -> tuple[str, str | None, dict[str, Any]]:
    """Hand, winning tile (None for a flower win) and circumstances of a text as in `123m55z + 5z, self_draw seat=S`."""
    match = re.fullmatch(r"(\S+?)(?: \+ (\d[mpsz]))?(?:, (.*))?", text)
    assert match, text
    how: dict[str, Any] = {}
    for word in (match[3] or "").split():
        name, _, value = word.partition("=")
        name = {"seat": "seat_wind", "round": "round_wind"}.get(name, name)
        how[name] = int(value) if value.isdecimal() else value or True
    return match[1], match[2], how


def counted(rules: RuleSet, hand: str, win: str | None, **how: Any) -> dict[str, int]:
    """Fans of a win and how often each counts. The total is what they are worth, in a batch too."""
    score = mj.score(hand, win, rules, **how)
    values = {fan.fan: fan.value for fan in score.fans}
    assert score.total == sum(values.values())
    assert score.legal == (score.total_without_flowers >= rules.minimum)
    counts = {fan.fan: fan.count for fan in score.fans}
    many = mj.batch.score([score.win], rules)
    assert many.total.tolist() == [score.total]
    assert many.fans is not None
    assert {name: n for name, n in zip(rules.fan_ids, many.fans[0].tolist(), strict=True) if n} == counts
    return counts
