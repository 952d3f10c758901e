"""What the native table pays is what the ledgers of the rule sets say, per seat and to the last point.

`Result.deltas` is native, `Result.ledger` is worked out in Python from the facts of the wins, kongs and the end of the
wall. Hands are played at random and towards wins, under every preset and under many option sets; liable players, who
hardly ever come up so, are brought about by stacked walls.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore import rules
from mjcore.errors import HandError, RuleError
from mjcore.game.tables import Table
from mjcore.procedure.walls import dealt
from mjcore.rules import RuleSet
from mjcore.rules.options import NumberOption, NumbersOption, Option, SetOption
from mjcore.settle.ledger import Ledger

LONG = bool(os.environ.get("MJCORE_LONG"))
HANDS = 400 if LONG else 20
OPTION_SETS = 400 if LONG else 40
KONG_OF, PASS, WIN, READY, EXTRACT, RED, CHOW, PUNG, KONG = 64, 128, 129, 130, 132, 134, 137, 143, 145
RED_KINDS = (4, 13, 22)
NAMES = ("mcr", "dazhong", "hk", "taiwan", "sichuan", "kawuxing", "riichi")
PRESETS = [f"{name}/{preset}" for name in NAMES for preset in rules.get(name).presets]
MORE: list[tuple[str, dict[str, Any]]] = [
    ("mcr", {"base": 3}),
    ("hk", {"multi": "all", "pao_12": True, "min_faan": 0, "payment": "3,2,5", "chip_value": 4}),
    ("hk", {"multi": "all", "chip_value": "1/4", "min_faan": 4}),
    ("taiwan", {"multi": "all", "base": 7, "unit": 5, "dealer_tai": 3, "streak_tai": 4}),
    *(("sichuan", {"players": players, "mode": mode}) for players in range(2, 11)
      for mode in ("xuezhan", "xueliu", "single")),
    *(("sichuan/sbr_2025", {"gangpao": mode, "gangpao_split": split, "wait_limit": limit, "pig_points": 5})
      for mode, split, limit in (("none", "stays", "own"), ("refund", "first", "hand"),
                                 ("transfer_this", "first", "hand"), ("transfer_all", "stays", "hand"))),
    ("sichuan/xueliu_app", {"direct_kong_draw": "discard", "zimo": "double", "kong_added_fresh": True}),
    ("sichuan/xuezhan_app", {"multi_win": False, "pig_also_dajiao": True, "active_pig_fine": 7, "void_first": False}),
    ("sichuan", {"void": "free", "pig_points": 3, "refund_if_not_ready": False, "direct_kong_draw": "discard"}),
    ("kawuxing", {"bao_hu": True, "show_both": 4, "horse": "self", "base": 3, "draw": "xiangyang", "chain": "flat"}),
    ("kawuxing", {"players": 3, "bao_hu": True, "cap": 16, "kong_void_on_flat_draw": True, "kong_closed": 5}),
    # fees of more than 16 bits, given back
    ("kawuxing", {"base": 1000, "kong_open": 1000, "kong_added": 1000, "kong_closed": 1000,
                  "kong_void_on_flat_draw": True}),
    ("kawuxing/kwx_xiangyang", {"players": 4, "kong_void_on_flat_draw": True, "piao": 3, "protect_shown": False}),
    *(("riichi/tenhou3", {"tsumo_loss": loss, "nagashi": "win"}) for loss in ("loss", "north_bisection", "flat")),
    ("riichi", {"nagashi": "win", "multi_ron": "triple", "fifth_tile_tenpai": "none"}),
]
CASES: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in PRESETS] + MORE


def rule_set(name: str, options: dict[str, Any]) -> RuleSet:
    found, _, preset = name.partition("/")
    return rules.get(found, preset=preset, **options) if preset else rules.get(found, **options)


def case_id(case: Any) -> str:
    name, options = case
    return "-".join([name, *(f"{option}={value}" for option, value in options.items())])


# Players

Chooser = Callable[[Table, int, Random], int]


def at_random(table: Table, seat: int, rng: Random) -> int:
    actions = table.legal_actions(seat)
    return WIN if WIN in actions and rng.random() < 0.9 else rng.choice(actions)


def towards_wins(table: Table, seat: int, rng: Random) -> int:
    """Wins, declares and lays down kongs, claims now and then, and throws what keeps the hand nearest to ready."""
    actions = table.legal_actions(seat)
    for action, chance in ((WIN, 0.95), (EXTRACT, 0.9), (READY, 0.8)):
        if action in actions and rng.random() < chance:
            return action
    kongs = [action for action in actions if KONG_OF <= action < PASS or action == KONG]
    if kongs and rng.random() < 0.8:
        return rng.choice(kongs)
    throws = {action: kind for action in actions if (kind := thrown_kind(action)) is not None}
    if PASS in actions:
        claims = [action for action in actions if CHOW <= action < KONG]
        return rng.choice(claims) if claims and rng.random() < 0.3 else PASS
    if not throws or table.phase == "exchange":
        return rng.choice(actions)
    void = table.void(seat)
    named: dict[str, Any] = {} if void is None else {"void_suit": void, "any_suit": True}
    order: dict[int, int] = {}
    # of melds of too many suits no win is possible, and no discard is best
    with suppress(HandError):
        for place, discard in enumerate(mj.discards(table.hand(seat), table.rules, **named)):
            order.setdefault(discard.tile.kind, place)
    return min(throws, key=lambda action: (order.get(throws[action], 99), rng.random()))


def thrown_kind(action: int) -> int | None:
    if action < KONG_OF:
        return action
    return RED_KINDS[action - RED] if RED <= action < CHOW else None


def play(table: Table, rng: Random, chooser: Chooser) -> None:
    while not table.done:
        seat = rng.choice(table.pending)
        table.step(chooser(table, seat, rng), seat)


# The law


def check(table: Table) -> Ledger:
    """Native and Python agree on the hand that ended, and nothing is lost but deposits and fines."""
    result, players = table.result, table.rules.players
    assert result is not None
    ledger: Ledger = result.ledger
    assert result.deltas == table.deltas
    assert result.deltas == ledger.totals(players), (table.rules, result.history)
    outside = Counter[str]()
    for entry in ledger.outside:
        outside[entry.reason] += entry.amount if entry.receiver is None else -entry.amount
    assert set(outside) <= {"riichi_deposit", "deposits", "active_pig"}
    assert sum(result.deltas) == -sum(outside.values())
    return ledger


def dealt_table(found: RuleSet, game: int, *, seed: object = 17, log: bool = True) -> Table:
    riichi = found.id == "riichi"
    return Table(found, seed=seed, game=game, dealer=game % found.players, round_wind="ESW"[game % 3], log=log,
                 honba=game % 4 if riichi else 0, sticks=game % 3 if riichi else 0,
                 streak=game % 3 if found.id == "taiwan" else 0)


@pytest.mark.parametrize("case", CASES, ids=case_id)
@pytest.mark.parametrize("chooser", [at_random, towards_wins])
def test_every_preset_pays_its_ledger(case: tuple[str, dict[str, Any]], chooser: Chooser) -> None:
    found = rule_set(*case)
    for game in range(HANDS):
        table = dealt_table(found, game)
        play(table, Random(game), chooser)
        check(table)


def some_value(rng: Random, option: Option) -> Any:
    if isinstance(option, SetOption):
        return ",".join(member for member in option.members if rng.random() < 0.6)
    if isinstance(option, NumbersOption):
        return option.default
    if isinstance(option, NumberOption):
        numbers = [option.default, option.least, min(option.most, option.least + option.step * rng.randint(0, 9))]
        return rng.choice([*numbers, None] if option.or_none else numbers)
    return rng.choice(option.values)


def option_sets(name: str, number: int, rng: Random) -> Iterator[RuleSet]:
    """Presets with several options changed; those that do not fit together, or that no table plays, left out."""
    base = rules.get(name)
    presets = [base.with_preset(preset) for preset in base.presets]
    made = 0
    while made < number:
        start = rng.choice(presets)
        chosen = rng.sample(base.options, rng.randint(1, min(12, len(base.options))))
        try:
            found = start.replace(**{option.id: some_value(rng, option) for option in chosen})
            Table(found, seed=0)
        except RuleError:
            continue
        made += 1
        yield found


@pytest.mark.parametrize("name", NAMES)
def test_option_sets_pay_their_ledgers(name: str) -> None:
    rng = Random(f"options of {name}")
    for found in option_sets(name, OPTION_SETS, rng):
        for chooser in (at_random, towards_wins, towards_wins):
            table = dealt_table(found, rng.randrange(1000))
            play(table, rng, chooser)
            check(table)


SEEN = {
    "mcr": {"base", "points"},
    "hk": {"points"},
    "taiwan": {"base", "points", "dealer"},
    "sichuan/sbr_2025": {"points", "self_draw", "exposed_kong", "added_kong", "concealed_kong", "refund_kong",
                         "not_ready"},
    "sichuan/xueliu_app": {"points", "self_draw", "exposed_kong", "added_kong", "concealed_kong", "refund_kong",
                           "kong_transfer", "not_ready", "pig"},
    "kawuxing": {"points", "float", "exposed_kong", "added_kong", "concealed_kong"},
    "kawuxing/kwx_xiangyang": {"points", "float", "horse", "not_ready"},
    "riichi": {"points", "honba", "deposits", "riichi_deposit", "noten"},
    "riichi/tenhou3": {"points", "honba", "deposits", "riichi_deposit", "noten"},
}


@pytest.mark.parametrize("name", SEEN)
def test_the_law_is_about_something(name: str) -> None:
    """Hands played towards wins bring about the payments of the rule set."""
    missing = set(SEEN[name])
    for game in range(600):
        table = dealt_table(rule_set(name, {}), game, seed="seen")
        play(table, Random(game), towards_wins)
        missing -= {entry.reason for entry in check(table)}
        if not missing:
            return
    raise AssertionError(f"never paid: {missing}")


def test_a_log_changes_no_payment() -> None:
    for name in ("sichuan/xueliu_app", "kawuxing/kwx_xiangyang", "riichi", "hk", "taiwan", "mcr"):
        for game in range(HANDS // 4):
            ends = []
            for log in (True, False):
                table = dealt_table(rule_set(name, {}), game, log=log)
                play(table, Random(game), towards_wins)
                ends.append(table.deltas)
            assert ends[0] == ends[1]


# Liable players


# kinds that the seat beside the dealer holds and keeps, and those that it throws first; what the others throw to it
DRAGON_SETS = ([31, 31, 32, 32, 33, 33, 10, 11, 26, 26], [0, 8, 18], [31, 32, 33])
WIND_SETS = ([27, 27, 28, 28, 29, 29, 30, 30], [0, 8, 18, 26, 31], [27, 28, 29, 30])
FOUR_KONGS = ([10, 10, 10, 12, 12, 12, 23, 23, 23, 16, 16, 16, 22], [], [10, 12, 23, 16])
FOUR_PUNGS = ([0, 0, 11, 11, 22, 22, 15, 15], [27, 28, 30, 31, 32], [0, 11, 22, 15])
OWNER = 1
Scene = tuple[list[int], list[int], list[int]]


def stacked(found: RuleSet, hands: dict[int, list[int]], rng: Random, draws: Sequence[int] = (),
            last: Sequence[int] = ()) -> list[int]:
    """A wall without red fives that deals these tiles to the seats (the first is the dealer), has `draws` after the
    deal and `last` at its end; the rest is shuffled."""
    left = Counter({kind: 4 for kind in range(34) if found.engine.tiles >> kind & 1})
    if 1 in found.tiles:
        left.update(range(35, 43))
    for tiles in (*hands.values(), draws, last):
        left.subtract(tiles)
    assert min(left.values()) >= 0
    rest = list(left.elements())
    rng.shuffle(rest)
    shares = dealt(found.players, 13)
    fixed = {place: kind for seat, hand in hands.items() for place, kind in zip(shares[seat], hand, strict=False)}
    fixed |= dict(enumerate(draws, 1 + max(map(max, shares))))
    wall = [fixed[place] if place in fixed else rest.pop() for place in range(len(rest) + len(fixed))]
    return [*wall, *last]


def scene_hands(found: RuleSet, scene: Scene, rng: Random) -> dict[int, list[int]]:
    """The tiles of the owner, and those that it wants, by lot among the others."""
    keeps, junk, wanted = scene
    hands: dict[int, list[int]] = {seat: [] for seat in range(found.players)}
    hands[OWNER] = keeps + junk
    for kind in wanted:
        hands[rng.choice([seat for seat in hands if seat != OWNER])].append(kind)
    return hands


def in_scene(scene: Scene) -> Chooser:
    """The owner claims, wins and throws what it does not keep; the others feed it, and never claim."""
    keeps, junk, wanted = scene

    def choose(table: Table, seat: int, rng: Random) -> int:
        actions = table.legal_actions(seat)
        throws = {action: kind for action in actions if (kind := thrown_kind(action)) is not None}
        if seat != OWNER:
            if PASS in actions:
                return PASS
            fed = [action for action in throws if throws[action] in wanted]
            return rng.choice(fed if fed and rng.random() < 0.7 else [*throws])
        claims = [action for action in actions if action in (KONG, PUNG) or KONG_OF <= action < PASS]
        if WIN in actions:
            return WIN
        if claims and rng.random() < 0.9:
            return claims[-1] if scene is FOUR_KONGS else claims[0]
        if PASS in actions:
            return PASS
        first = [action for action in throws if throws[action] in junk]
        free = [action for action in throws if throws[action] not in keeps and throws[action] not in (9, 12)]
        return rng.choice(first or free or [*throws])

    return choose


def liable_hands(found: RuleSet, scene: Scene, hands: int, last: Sequence[int] = ()) -> Counter[str]:
    """How many hands somebody was liable for, and how these were won."""
    seen: Counter[str] = Counter()
    for game in range(hands):
        rng = Random(f"{found.values} {scene} {game}")
        wall = stacked(found, scene_hands(found, scene, rng), rng, last=last)
        table = Table(found, wall=wall, seed=game, honba=game % 3 * (found.id == "riichi"))
        play(table, rng, in_scene(scene))
        check(table)
        assert table.result is not None
        for win in table.result.history or ():
            liable = getattr(win, "liable", None)
            if liable is not None:
                loser = win.loser  # type: ignore[union-attr]
                seen["drawn" if loser is None else "own" if loser == liable else "other"] += 1
    return seen


@pytest.mark.parametrize("scope", ["whole", "own_part"])
@pytest.mark.parametrize(("scene", "options"), [
    (DRAGON_SETS, {}),
    (DRAGON_SETS, {"pao": "daisangen,daisuushii,suukantsu,rinshan", "multi_ron": "triple"}),
    (DRAGON_SETS, {"players": 3, "uma": "20,0,-20", "oka": 15, "abortive_draws": "", "tsumo_loss": "flat"}),
    (WIND_SETS, {"double_yakuman": "daisuushii"}),
    (WIND_SETS, {"multiple_yakuman": False, "pao": "daisuushii,suukantsu,rinshan"}),
    (FOUR_KONGS, {"pao": "suukantsu,rinshan"}),
    (FOUR_KONGS, {"pao": "suukantsu"}),
    (FOUR_KONGS, {"pao": "rinshan", "min_han": 1}),
], ids=lambda value: str(value)[:40])
def test_liable_for_a_yakuman(scene: Scene, options: dict[str, Any], scope: str) -> None:
    found = rules.get("riichi", aka=0, pao_scope=scope, **options)
    last = [22, 27, 28, 29] if scene is FOUR_KONGS else []
    seen = liable_hands(found, scene, 400 if LONG else 60, last)
    assert seen.total() > 5, seen


def test_liable_for_the_fourth_meld() -> None:
    found = rules.get("hk", pao_12=True, min_faan=0, multi="all", flower_win="off")
    seen = liable_hands(found, FOUR_PUNGS, 400 if LONG else 80)
    assert seen.total() > 5, seen


# Scenes that hardly ever come up


def run(table: Table, script: dict[int, list[int]], otherwise: Chooser, rng: Random) -> None:
    """Each seat takes the next action of its script as soon as it may, and what `otherwise` says before and after."""
    while not table.done:
        seat = rng.choice(table.pending)
        actions, wanted = table.legal_actions(seat), script.get(seat)
        table.step(wanted.pop(0) if wanted and wanted[0] in actions else otherwise(table, seat, rng), seat)


def idle(table: Table, seat: int, rng: Random) -> int:
    """Passes, and throws what was drawn if it may."""
    actions, drawn = table.legal_actions(seat), table.drawn
    if PASS in actions:
        return PASS
    kind = None if drawn is None else drawn.kind
    return kind if kind in actions else rng.choice([action for action in actions if action != WIN])


def test_the_fourth_feeder_wins_too() -> None:
    """Who fed the fourth meld and wins on the same tile is not liable."""
    found = rules.get("hk", pao_12=True, min_faan=0, multi="all", flower_win="off")
    keeps, junk, wanted = FOUR_PUNGS
    for game in range(5):
        rng = Random(game)
        ready = [1, 2, 3, 9, 10, 11, 18, 19, 20, 24, 25, 26, 33]
        hands = {0: [wanted[0]], OWNER: [*keeps, *junk[:4], 33], 2: ready, 3: []}
        table = Table(found, wall=stacked(found, hands, rng, draws=[*wanted[1:], 29, 33]), seed=game)
        feeds = {0: wanted[:1], OWNER: [], 2: wanted[1:], 3: [33]}
        for kind in junk[:4]:
            feeds[OWNER] += [PUNG, kind]
        for seat in (OWNER, 2):
            feeds[seat].append(WIN)
        run(table, feeds, idle, rng)
        check(table)
        assert table.result is not None
        assert table.result.winners == (OWNER, 2)
        assert [win.ledger.only("pao").entries for win in table.result.wins] == [(), ()]


@pytest.mark.parametrize("gangpao", ["none", "refund", "transfer_this", "transfer_all"])
@pytest.mark.parametrize("split", ["stays", "first"])
def test_two_win_on_the_discard_after_a_kong(gangpao: str, split: str) -> None:
    found = rules.get("sichuan", gangpao=gangpao, gangpao_split=split, kong_closed=1, forced_last=0)
    ready = {1: [18, 19, 20, 21, 22, 23, 24, 25, 26, 9, 10, 11, 13], 3: [3, 4, 5, 4, 5, 6, 5, 6, 7, 8, 8, 12, 14]}
    for game in range(4):
        rng = Random(game)
        hands = {0: [0, 0, 0, 0, 1, 1, 1, 1, 13, 2, 2, 2, 17, 17], **ready}
        table = Table(found, wall=stacked(found, hands, rng, draws=[16, 15]), seed=game)
        run(table, {0: [KONG_OF, KONG_OF + 1, 13], 1: [WIN], 3: [WIN]}, idle, rng)
        check(table)
        assert table.result is not None
        assert set(table.result.winners) == {1, 3}
        transferred = [entry.amount for entry in table.result.ledger.only("kong_transfer")]
        income = {"transfer_this": 3, "transfer_all": 6}.get(gangpao, 0)
        assert sum(transferred) == (income if split == "first" else income - income % 2)


@pytest.mark.parametrize("limit", ["own", "hand"])
@pytest.mark.parametrize("mode", ["xuezhan", "xueliu"])
def test_waits_for_a_fifth_copy(mode: str, limit: str) -> None:
    """A hand that waits for a tile of which it holds all four, one in hand and three in a pung, at the wall's end."""
    found = rules.get("sichuan", preset="sbr_2025", wait_limit=limit, mode=mode)
    worth = set()
    for game in range(4):
        rng = Random(game)
        owner = [0, 0, 0, 4, 4, 4, 11, 11, 11, 14, 14, 14, 17]
        table = Table(found, wall=stacked(found, {0: [0], OWNER: owner}, rng), seed=game)
        voids = {seat: [155 + (2 if seat == OWNER else 1)] for seat in range(4)}
        voids[0].append(0)
        voids[OWNER] += [PUNG, 17]
        run(table, voids, idle, rng)
        ledger = check(table)
        assert table.result is not None
        if table.result.reason == "exhaustive" and len(table.melds(OWNER)) == 1:
            worth |= {entry.amount for entry in ledger.only("not_ready", receiver=OWNER)}
    assert bool(worth) == (limit == "hand")


@pytest.mark.parametrize(("kong", "whole", "deltas"), [
    ("(1111z)", False, (-48000, 64000, -8000, -8000)), ("[1111z>]", False, (-48000, 64000, -8000, -8000)),
    ("[1111z<]", False, (-64000, 64000, 0, 0)), ("(1111z)", True, (-64000, 64000, 0, 0)),
])
def test_liable_for_dragons_and_for_the_kong_before_the_win(kong: str, whole: bool, deltas: tuple[int, ...]) -> None:
    """Seat 0 fed the third set of dragons: he pays for daisangen alone, unless he gave the kong as well."""
    found = rules.get("riichi", aka=0, pao="daisangen,rinshan", pao_scope="whole" if whole else "own_part")
    melds = {1: ["[555z<]", "[666z^]", "[777z<]", kong]}
    table = Table.position(found, hands={1: "2z"}, melds=melds, turn=1, drawn="2z", draw_from="kong", live=30)
    table.step(WIN, 1)
    check(table)
    assert table.result is not None
    assert table.result.deltas == deltas


@pytest.mark.parametrize(("melds", "deltas"), [
    # the dragons came from nobody, from seat 2, from seat 2 and the fourth kong from seat 3
    (["[5555z<]", "[6666z<]", "(7777z)", "[1111m^]"], (64000, -16000, -40000, -8000)),
    (["[5555z<]", "[6666z<]", "[7777z^]", "(1111m)"], (64000, -16000, -40000, -8000)),
    (["[5555z<]", "[6666z<]", "[7777z^]", "[1111m<]"], (64000, 0, -32000, -32000)),
])
def test_each_feeder_is_liable_for_what_he_fed(melds: list[str], deltas: tuple[int, ...]) -> None:
    found = rules.get("riichi", preset="mjsoul", pao="daisangen,daisuushii,suukantsu")
    table = Table.position(found, hands={0: "9m9m"}, melds={0: melds}, turn=0, drawn="9m", live=20, dealer=1,
                           dora="1p2p3p4p5p")
    table.step(WIN, 0)
    check(table)
    assert table.result is not None
    assert table.result.deltas == deltas


@pytest.mark.parametrize(("loser", "honba", "deltas"), [
    (0, 0, (-48000, 64000, -16000, 0)), (2, 2, (-16600, 64600, -48000, 0)), (3, 1, (-16300, 64300, -16000, -32000)),
])
def test_the_discarder_may_have_fed_a_part(loser: int, honba: int, deltas: tuple[int, ...]) -> None:
    """Seat 0 fed the dragons, seat 2 the fourth kong of seat 1; counters are paid by the first who did not discard."""
    found = rules.get("riichi", preset="mjsoul", pao="daisangen,daisuushii,suukantsu")
    melds = ["(7777z)", "[6666z^]", "[5555z<]", "[2222s>]"]
    table = Table.position(found, hands={1: "9m"}, melds={1: melds}, event=("discard", loser, "9m"), live=20,
                           dealer=3, honba=honba, dora="1p2p3p4p5p")
    table.step(WIN, 1)
    check(table)
    assert table.result is not None
    assert table.result.deltas == deltas


def test_deposits_before_a_position_stand_in_the_ledger() -> None:
    table = Table.position("riichi", hands={0: "123m456p789s22z34m"}, riichi=[0], rivers={0: "1z3z"},
                           event=("discard", 3, "5m"), live=30)
    table.step(WIN, 0)
    assert check(table).only("deposits")
    assert table.result is not None
    assert table.result.deltas[0] + table.result.deltas[3] == 0


def test_the_first_turn_ends_with_its_win() -> None:
    """The dealer of a river wins at the deal and on his next draw: 天和 counts once."""
    found = rules.get("sichuan", players=2, mode="xueliu", void="declared", fans="app", fan_cap=6, tiandi=True)
    hand = [9, 9, 10, 10, 11, 11, 13, 14, 14, 15, 15, 16, 16]
    wall = stacked(found, {0: [*hand, 16], 1: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]}, Random(1), draws=[26, 13])
    table = Table(found, wall=wall)
    for seat in (0, 1):
        table.step("void s", seat)
    for seat, action in ((0, WIN), (1, 26), (0, WIN)):
        table.step(action, seat)
    wins = [fact["win"] for name, fact in table._facts()["history"] if name == "win"]
    assert ["first_turn" in win.circumstances for win in wins] == [True, False]
