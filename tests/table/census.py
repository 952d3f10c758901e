"""What a rule set has at the table (phases, actions, ways to end), and what of it some hands have shown."""

from __future__ import annotations

from collections import Counter

import mjcore as mj
from mjcore.rules.options import members
from mjcore.rules.sichuan_play import claimable
from mjcore.table.names import (
    ABORT,
    CHOW,
    CHOW_RED,
    DISCARD_HELD,
    DISCARD_RED,
    EXTRACT,
    KONG,
    KONG_OF,
    NUMBER,
    PASS,
    PUNG,
    PUNG_RED,
    READY,
    VOID,
    WIN,
)

NORTH = 30
# action ids that have a name of their own, with that name
SINGLE = {PASS: "pass", READY: "ready", ABORT: "abort", EXTRACT: "extract", DISCARD_HELD: "discard hand",
          CHOW: "chow low", CHOW + 1: "chow mid", CHOW + 2: "chow high", PUNG: "pung", PUNG_RED: "pung red",
          KONG: "kong of a discard"}
GROUPS = {"discard red": range(DISCARD_RED, DISCARD_RED + 3), "chow red": range(CHOW_RED, CHOW_RED + 3),
          "void": range(VOID, VOID + 3), "number": range(NUMBER, NUMBER + 10)}
NAMES = SINGLE | {action: name for name, actions in GROUPS.items() for action in actions}
ABORTIVE = {"kyuushu_kyuuhai": "nine_kinds", "suufon_renda": "four_winds", "suucha_riichi": "four_riichi",
            "suukaikan": "four_kongs"}


def action_name(table: mj.Table, seat: int, action: int) -> str:
    """The group of an action that is about to be made; wins and kongs by how they come about."""
    if action < KONG_OF:
        return "pick" if table.phase == "exchange" else "discard"
    if action < PASS:
        return "kong concealed" if table.concealed(seat)[action - KONG_OF] == 4 else "kong added"
    if action != WIN:
        return NAMES[action]
    if table.phase != "rob":
        return {"turn": "win drawn", "claim": "win taken", "flower": "win flowers"}[table.phase]
    assert table.last_seat is not None
    tile = table.last_tile
    assert tile is not None
    if tile.kind >= 34:
        return "win flowers robbed"
    if tile.kind == NORTH and table.drawn is None and tile in table.aside(table.last_seat):
        # one that was set aside earlier is not on the way: a kong keeps its tile drawn
        return "win robbed north"
    concealed = any(meld is not None and meld.type == "concealed kong" and tile in meld.tiles
                    for meld in table.melds(table.last_seat))
    return "win robbed concealed" if concealed else "win robbed"


def expected(rules: mj.rules.RuleSet) -> set[str]:
    """All that hands under these rules can show."""
    actions, values = set(rules.flow.actions), rules.values
    calls = bool(actions & {PUNG, KONG, CHOW})
    found = {"phase turn", "discard", "kong concealed", "win drawn", "end exhaustive"}
    found |= {NAMES[action] for action in actions if action in NAMES}
    if values.get("mode") != "xueliu":
        found.add("end win")
    if calls or READY in actions:
        found.add("phase throw")
    takes = rules.id != "sichuan" or "win" in claimable(values)
    if calls or takes:
        found.add("phase claim")
    else:
        found.discard("pass")
    if takes:
        found.add("win taken")
    if PUNG in actions:
        found |= {"kong added"}
        # a fourth tile makes no kong with hands of one set
        found |= {"phase rob", "win robbed"}
    if EXTRACT in actions:
        found |= {"phase rob", "win robbed north"}
    if values.get("kokushi_robs_ankan") or values.get("rob_closed_kong_13"):
        found.add("win robbed concealed")
    if NUMBER in actions:
        found.add("phase piao")
    if VOID in actions:
        found.add("phase void")
    if values.get("exchange_three") == "on":
        found |= {"phase exchange", "pick"}
    if rules.id == "taiwan":
        found |= {"phase ready", "phase flower", "win flowers", "win flowers robbed"}
    if rules.id == "hk" and values["flower_win"] != "off":
        found |= {"phase flower", "win flowers"}
    if rules.id == "riichi":
        four = rules.players == 4
        found |= {f"end {ABORTIVE[name]}" for name in members(values["abortive_draws"]) if name in ABORTIVE and (
            four or name in ("kyuushu_kyuuhai", "suukaikan"))}
        if values["nagashi"] != "none":
            found.add("end nagashi")
        if four and values["multi_ron"] == "double":
            found.add("end three_rons")
    return found


def as_table(counted: dict[str, Counter[str]], wanted: dict[str, set[str]]) -> str:
    """Rows of what there is, columns of rule sets; "-" where a rule set has no such thing."""
    rows = sorted(set().union(*wanted.values(), *counted.values()))
    names = list(counted)
    lines = [f"{'':22}" + "".join(f"{name:>14.13}" for name in names)]
    for row in rows:
        cells = [f"{counted[name][row]:>14}" if row in wanted[name] or counted[name][row] else f"{'-':>14}"
                 for name in names]
        lines.append(f"{row:22}" + "".join(cells))
    return "\n".join(lines)
