"""Rule sets for whole hands: every preset, sizes and modes worth their own hands, and options drawn at random."""

from __future__ import annotations

import random

import mjcore as mj
from mjcore.errors import MahjongError
from mjcore.rules.options import NumberOption, Option, SetOption, Value

NAMES = ("mcr", "dazhong", "hk", "taiwan", "sichuan", "kawuxing", "riichi")
PRESETS = tuple(f"{name}/{preset}" for name in NAMES for preset in mj.rules.get(name).presets)
# decided by the preset, or of no meaning for a single hand
KEPT = {"start", "target", "fan_cap", "uma", "oka"}
# a number option is drawn from so many values above its least one
NUMBERS = 12
TRIES = 50


def rule_set(name: str, **options: Value) -> mj.rules.RuleSet:
    """By name, or by name/preset."""
    found, _, preset = name.partition("/")
    return mj.rules.get(found, preset=preset or None, **options)


def _variants() -> dict[str, mj.rules.RuleSet]:
    found = {name: rule_set(name) for name in PRESETS}
    for players in (2, 3, 5, 6, 8, 10):
        found[f"sichuan of {players}"] = rule_set("sichuan", players=players)
    for mode in ("xuezhan", "xueliu", "single"):
        for direction in ("cw", "ccw", "across", "random", "dice"):
            found[f"sichuan {mode}, exchange {direction}"] = rule_set(
                "sichuan", mode=mode, exchange_three="on", exchange_direction=direction, void="declared")
    for players in (2, 3, 5, 6):
        found[f"sichuan of {players}, exchange"] = rule_set(
            "sichuan", players=players, exchange_three="on", exchange_direction="random", mode="xueliu")
    for players in (8, 10):
        found[f"sichuan of {players}, river"] = rule_set("sichuan", players=players, mode="xueliu", void="declared")
    found["sichuan, forced wins"] = rule_set("sichuan/xueliu_app", forced_last=20)
    found["kawuxing of 3"] = rule_set("kawuxing", players=3, protect_shown=True, bao_hu=True)
    found["kawuxing, floats"] = rule_set("kawuxing/kwx_xiangyang", piao=3, horse="self", protect_shown=True)
    found["hk, all options"] = rule_set("hk", min_faan=0, multi="all", rob_closed_kong_13=True, same_turn_bar=True,
                                        pao_12=True, flower_rounds="until_clean")
    found["dazhong, next kind wild"] = rule_set("dazhong", caishen="next", wall_limit=144)
    found["riichi, four reds"] = rule_set("riichi", aka=4, kuikae="none", kan_dora="after_discard", multi_ron="triple")
    return found


VARIANTS = _variants()


def random_options(rules: mj.rules.RuleSet, rng: random.Random) -> dict[str, Value]:
    """Some of the options, each with some value."""
    found: dict[str, Value] = {}
    share = rng.choice((0.1, 0.25, 0.5))
    for option in rules.options:
        if option.id in KEPT or rng.random() >= share:
            continue
        if isinstance(option, NumberOption):
            most = min(option.most, option.least + NUMBERS * option.step)
            none = option.or_none and rng.random() < 0.3
            found[option.id] = None if none else rng.randrange(option.least, most + 1, option.step)
        elif isinstance(option, SetOption):
            found[option.id] = ",".join(member for member in option.members if rng.random() < 0.6)
        elif isinstance(option, Option) and option.values:
            found[option.id] = rng.choice(option.values)
    if rules.id == "riichi":
        # the points of three and four players differ: their presets say so
        found.pop("players", None)
    return found


def random_rules(name: str, rng: random.Random) -> mj.rules.RuleSet:
    """A rule set with some of its options changed, such as a table plays."""
    rules = mj.rules.get(name)
    if rng.random() < 0.7:
        rules = rules.with_preset(rng.choice(list(rules.presets)))
    for _ in range(TRIES):
        try:
            found = rules.replace(**random_options(rules, rng))
            # refuses options that go together badly, and those that no table plays
            _ = found.lattice, found.flow
        except MahjongError:
            continue
        return found
    return rules
