"""Games for the tests of what a seat sees: rule sets, hands played up to some decision, and other worlds that look the
same from a seat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import mjcore as mj
from mjcore.hand.text import parse_tiles
from mjcore.table.events import Event
from table.lockstep_twin import choose

CASES: list[tuple[str, dict[str, Any]]] = [
    ("mcr", {}),
    ("dazhong", {}),
    ("dazhong/dazhong_caishen", {}),
    ("hk", {}),
    ("hk/guangdong_seed", {}),
    ("hk", {"min_faan": 0, "multi": "all", "rob_closed_kong_13": True, "same_turn_bar": True, "flower_win": 7}),
    ("taiwan", {}),
    ("sichuan", {}),
    ("sichuan/sbr_2025", {"exchange_three": "on", "exchange_direction": "dice"}),
    ("sichuan/sbr_2025", {"void_first": False, "exchange_three": "on", "mode": "xueliu"}),
    ("sichuan/xueliu_app", {"replacement": "back"}),
    ("sichuan", {"players": 2}),
    ("sichuan", {"players": 3, "mode": "single"}),
    ("sichuan", {"players": 7}),
    ("kawuxing", {}),
    ("kawuxing/kwx_xiangyang", {"piao": 3, "bao_hu": True}),
    ("riichi", {}),
    ("riichi", {"aka": 4, "kan_dora": "after_discard", "abortive_draws": ""}),
    ("riichi/tenhou3", {"kokushi_robs_ankan": True}),
    ("riichi/wrc2025", {}),
]


def case_id(case: Any) -> str:
    name, options = case
    return "-".join([name, *(f"{option}={value}" for option, value in options.items())])


def rule_set(case: tuple[str, dict[str, Any]]) -> mj.rules.RuleSet:
    found, _, preset = case[0].partition("/")
    return mj.rules.get(found, preset=preset or None, **case[1])


def start(rules: mj.rules.RuleSet, seed: int, wall: bytes | None = None) -> mj.Table:
    """A table whose dice do not depend on where its wall comes from."""
    if wall is None:
        wall = mj.Table(rules, seed=seed).wall
    return mj.Table(rules, wall=wall, seed=seed, dealer=seed % rules.players)


def decisions(rules: mj.rules.RuleSet, seed: int, style: str = "greedy") -> Iterator[
        tuple[mj.Table, list[tuple[int, int]]]]:
    """One hand: the table at every decision and at the end, with the steps (seat, action) that led to it."""
    rng = Random(f"{seed} {style}")
    table = start(rules, seed)
    steps: list[tuple[int, int]] = []
    while not table.done:
        yield table, steps
        seat = rng.choice(table.pending)
        action = choose(table, seat, table.legal_actions(seat), rng, style)
        table.step(action, seat)
        steps.append((seat, action))
    yield table, steps


def some_decisions(rules: mj.rules.RuleSet, seed: int, share: float, style: str = "greedy") -> Iterator[mj.Table]:
    """Clones of the table at some decisions of a hand, and at its end."""
    rng = Random(seed)
    for table, _ in decisions(rules, seed, style):
        if table.done or rng.random() < share or table.phase not in ("turn", "claim"):
            yield table.clone()


def hides_discards(table: mj.Table) -> bool:
    values = table.rules.values
    return bool(table.rules.id == "sichuan" and (table.players == 2 or values["discards"] == "face_down"))


def hides_kongs(table: mj.Table) -> bool:
    return table.rules.id in ("mcr", "dazhong")


def open_hands(table: mj.Table) -> list[int]:
    """Seats whose hand lies open to everybody, by the rule books."""
    seats = range(table.players)
    won, shown = set(table.won), {seat for seat in seats if "shown" in table.flags(seat)}
    if not table.done:
        return sorted(shown if table.rules.id == "sichuan" else shown | won)
    facts = table._facts()
    if facts["reason"] in ("exhaustive", "nagashi") and (
            table.rules.id in ("riichi", "sichuan") or table.rules.values.get("draw") == "xiangyang"):
        shown |= set(facts["ready"])
    elif facts["reason"] == "nine_kinds":
        shown.add(table.turn)
    elif facts["reason"] == "three_rons":
        shown |= set(seats) - {table.last_seat}
    elif facts["reason"] == "four_riichi":
        shown |= set(seats)
    return sorted(shown | won)


def public_events(table: mj.Table, seat: int) -> list[tuple[Any, ...]]:
    """The log as `seat` could tell it."""
    out: list[tuple[Any, ...]] = []
    for event in table.log:
        told: tuple[Any, ...] = tuple(event)
        if event.seat != seat:
            if event.what == "pick":
                continue
            if event.what == "draw" or (event.what == "discard" and hides_discards(table)):
                told = (event.what, event.seat, event.other, event.how, event.value)
            if event.what in ("kong", "kong_stands") and is_face_down(event) and hides_kongs(table):
                told = (event.what, event.seat, event.how)
        out.append(told)
    if table.turn == seat:
        out.append(("drawn", table.drawn))
    return [*out, *((other, str(table.hand(other))) for other in {*open_hands(table), seat})]


def is_face_down(event: Event) -> bool:
    return event.other == event.seat or event.how == 5


def another_wall(table: mj.Table, wall: bytes, rng: Random) -> tuple[bytes, dict[int, int]]:
    """The wall with some tiles exchanged, and which kinds were; half of the time tiles that lie in hands now."""
    out, kinds = bytearray(wall), {}
    held = {kind for seat in range(table.players) for kind, count in enumerate(table.concealed(seat)) if count}
    in_hands = [place for place, tile in enumerate(wall) if tile & 63 in held]
    for _ in range(rng.randint(1, 3)):
        i = rng.choice(in_hands) if rng.random() < 0.5 else rng.randrange(len(wall))
        j = rng.choice(in_hands) if rng.random() < 0.5 else rng.randrange(len(wall))
        kinds[out[i] & 63], kinds[out[j] & 63] = out[j] & 63, out[i] & 63
        out[i], out[j] = out[j], out[i]
    return bytes(out), kinds


def another_world(table: mj.Table, seed: int, wall: bytes, steps: list[tuple[int, int]],
                  exchanged: dict[int, int]) -> mj.Table | None:
    """The same course of a hand with another wall, if it is possible; whoever else is asked says no. Where discards
    lie face down one of an exchanged kind may be the other."""
    other = start(table.rules, seed, wall)
    for seat, action in steps:
        if hides_discards(table) and action not in other.legal_actions(seat):
            action = exchanged.get(action, action)
        while not (seat in other.pending and action in other.legal_actions(seat)):
            if action == 128 and seat not in other.pending:
                break
            if not say_no(other, seat):
                return None
        else:
            other.step(action, seat)
    while (other.phase, len(other.log)) != (table.phase, len(table.log)):
        if not say_no(other, None):
            return None
    return other


def say_no(table: mj.Table, but: int | None) -> bool:
    for seat in table.pending:
        if seat != but and table.phase in ("claim", "rob", "ready", "flower") and 128 in table.legal_actions(seat):
            table.step(128, seat)
            return True
    return False


def wall_of(rules: mj.rules.RuleSet, hands: dict[int, str], draws: str, seed: int) -> bytes:
    """A wall that deals these tiles, with seat 0 as the dealer, and then draws these."""
    table = mj.Table(rules, seed=seed)
    left, size = list(table.wall), rules.sets * 3 + 1
    given = {seat: [tile.code for tile in parse_tiles(text)] for seat, text in hands.items()}
    coming = [tile.code for tile in parse_tiles(draws)]
    for tile in [tile for tiles in given.values() for tile in tiles] + coming:
        left.remove(tile)
    plain = [tile for tile in left if tile & 63 < 34]
    rest = [tile for tile in left if tile & 63 >= 34]
    for seat in range(table.players):
        tiles = given.setdefault(seat, [])
        while len(tiles) < size + (seat == 0):
            tiles.append(plain.pop())
    wall = []
    for start in range(0, size, 4):
        for seat in range(table.players):
            wall += given[seat][start:min(start + 4, size)]
    half = len(plain) // 2
    return bytes([*wall, given[0][-1], *coming, *plain[:half], *rest, *plain[half:]])
