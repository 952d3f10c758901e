"""The plain table itself: laws of whole hands of every rule set, and the played rounds of riichi."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mjcore import rules
from mjcore.hand.text import parse_tiles
from mjcore.procedure.walls import dealt
from mjcore.rules import RuleSet
from reference import table_legal as can
from reference.table_machine import TwinTable
from reference.table_players import at_random, greedy
from reference.table_replay import facts, preset, replay
from reference.table_rules import facts_of, is_flower
from reference.table_state import kind_of
from reference.table_wall import Stream, mix

SHARED = os.environ.get("MJCORE_SHARED")
LONG = bool(os.environ.get("MJCORE_LONG"))
HANDS = 100 if LONG else 6
PRESETS = [f"{name}/{preset}" for name in ("mcr", "dazhong", "hk", "taiwan", "sichuan", "kawuxing", "riichi")
           for preset in rules.get(name).presets]
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("mcr", {"heavenly_hands": True}),
    ("dazhong", {"caishen": "next", "wall_limit": 144}),
    ("hk", {"multi": "all", "rob_closed_kong_13": True, "same_turn_bar": True, "seven_pairs": True, "pao_12": True}),
    ("hk", {"flower_win": 8, "flower_rounds": "until_clean", "min_faan": 0}),
    ("taiwan", {"multi": "nearest", "dead_wall": 0, "same_turn_bar": False}),
    *(("sichuan", {"players": players}) for players in range(2, 11) if players != 4),
    ("sichuan", {"exchange_three": "on", "exchange_direction": "dice", "multi_win": False, "mode": "single"}),
    ("sichuan", {"exchange_three": "on", "exchange_direction": "random", "players": 6, "gangpao": "transfer_this"}),
    ("sichuan/sbr_2025", {"void_first": False, "exchange_three": "on", "mode": "xueliu", "multi_win": False}),
    ("sichuan/xueliu_app", {"forced_last": 20, "direct_kong_draw": "discard", "replacement": "back"}),
    ("sichuan", {"discards": "face_down"}),
    ("kawuxing", {"bao_hu": True, "kong_after_show": "never", "piao": 0, "horse": "self", "chain": "flat"}),
    ("kawuxing/kwx_xiangyang", {"show_min_wall": 12, "kong_void_on_flat_draw": True, "piao": 3}),
    ("riichi", {"aka": 4, "kuikae": "none", "kan_dora": "after_discard", "pao": "daisangen,daisuushii,rinshan"}),
    ("riichi", {"kuikae": "genbutsu_only_banned", "two_han_from": 3, "nagashi": "win", "renhou_mode": "mangan_fixed"}),
    ("riichi/tenhou3", {"nuki_furiten": False, "tsumo_loss": "flat", "ankan_after_riichi": "same_shape"}),
    ("riichi/tenhou3", {"nuki": False, "kokushi_robs_ankan": True, "paarenchan": True}),
]


def rule_set(name: str, options: dict[str, Any]) -> RuleSet:
    found, _, chosen = name.partition("/")
    return rules.get(found, preset=chosen, **options) if chosen else rules.get(found, **options)


CASES: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in PRESETS] + OPTIONS


def case_id(case: Any) -> str:
    name, options = case
    return "-".join([name, *(f"{option}={value}" for option, value in options.items())])


def tiles_of(table: TwinTable) -> list[int]:
    """Every tile, wherever it lies; what was claimed lies in a meld."""
    wall = table.wall
    found = [tile for tile, there in zip(wall.tiles, wall.there, strict=True) if there]
    for at in table.seats:
        found += [*at.hand, *at.aside, *at.taken]
        found += [tile for tile, _, claimed in at.river if not claimed]
        found += [tile for meld in at.melds for tile in meld.tiles]
    return sorted(found)


def check(table: TwinTable) -> None:
    """The laws that hold whenever the table waits for an answer, and at the end."""
    assert tiles_of(table) == sorted(table.facts.tiles)
    assert all(count <= 4 for seat in range(table.n) for count in table.concealed(seat))
    full = table.facts.hand
    for seat, at in enumerate(table.seats):
        size = len(at.hand) + 3 * len(at.melds)
        assert size in (full, full + 1), (seat, size)
        # in blood battles a winner keeps the tile that it drew
        if size == full + 1 and not table.done and seat not in table.out:
            assert seat == table.turn
    if table.done:
        assert (table.pending, table.seat, table.phase) == ([], None, "end")
        return
    assert table.seat == table.pending[0]
    for seat in range(table.n):
        actions = table.legal(seat)
        assert bool(actions) == (seat in table.pending)
        assert actions == sorted(set(actions))
        assert set(actions) != {can.PASS}
    assert balanced(table)


def balanced(table: TwinTable) -> bool:
    """What all seats have gained: nothing but deposits, and fines to nobody."""
    total = sum(table.deltas)
    if table.facts.id == "riichi":
        return total == 1000 * (table.first_sticks - table.sticks)
    fine = table.facts["active_pig_fine"] if table.facts.id == "sichuan" else 0
    return total == 0 or (fine > 0 and total < 0 and total % fine == 0)


def play_checked(table: TwinTable, rng: Random, chooser: Any) -> int:
    steps = 0
    check(table)
    while not table.done:
        seat = rng.choice(table.pending)
        table.step(chooser(table, seat, rng), seat)
        check(table)
        steps += 1
    return steps


def test_random_numbers() -> None:
    """The stream of SplitMix64, whose first numbers for the key 0 are published."""
    stream = Stream(0, 0)
    stream.key = 0
    step = 0x9E3779B97F4A7C15
    assert [mix(step * i % 2**64) for i in (1, 2)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]
    assert stream.below(2**32) == 0x7B1DCDAF
    dice = Counter(Stream(5, game).die() for game in range(600))
    assert sorted(dice) == [1, 2, 3, 4, 5, 6]
    assert min(dice.values()) > 70
    assert len({Stream(seed, game).key for seed in (0, 1, -1, 2**64, "1", "x") for game in range(3)}) == 18


@pytest.mark.parametrize("case", CASES, ids=case_id)
@pytest.mark.parametrize("chooser", [at_random, greedy])
def test_laws_of_whole_hands(case: tuple[str, dict[str, Any]], chooser: Any) -> None:
    found = rule_set(*case)
    reasons: Counter[str] = Counter()
    for game in range(HANDS):
        table = TwinTable(found, seed=11, game=game, dealer=game % found.players, round_wind=game % 3, honba=game % 4,
                          sticks=2, streak=game % 2)
        steps = play_checked(table, Random(game), chooser)
        assert steps < 8 * len(table.facts.tiles)
        assert balanced(table), table.result
        assert table.result is not None
        assert table.result["deltas"] == table.deltas
        reasons[table.result["reason"]] += 1
    print(dict(reasons))
    assert sum(reasons.values()) == HANDS


@pytest.mark.parametrize("name", ["mcr", "hk", "taiwan", "sichuan/xuezhan_app", "sichuan/xueliu_app", "kawuxing",
                                  "riichi", "riichi/tenhou3", "dazhong"])
def test_wins_are_seen(name: str) -> None:
    """Greedy players win by self-draws and on tiles of others."""
    won: Counter[bool] = Counter()
    for game in range(25):
        table = TwinTable(name, seed=1, game=game)
        play_checked(table, Random(game), greedy)
        assert table.result is not None
        for seat, loser, _, _ in table.result["winners"]:
            won[loser is None] += 1
            assert seat != loser
    assert min(won[True], won[False]) > 0


@pytest.mark.parametrize("name", ["mcr", "sichuan/sbr_2025", "sichuan/xueliu_app", "riichi", "hk", "taiwan"])
def test_answers_in_any_order(name: str) -> None:
    """The same answers lead to the same hand, whoever gives them first."""
    asked = 0
    for game in range(60 if LONG else 12):
        ends = []
        for order in range(3):
            table, rng = TwinTable(name, seed=2, game=game), Random(order)
            while not table.done:
                seat = rng.choice(table.pending) if order else table.pending[0]
                asked += len(table.pending) > 1
                # what a seat wants depends on nothing but what it is asked and when
                moment = (table.phase, [len(at.river) for at in table.seats], table.melds(seat), table.concealed(seat))
                actions = table.legal(seat)
                table.step(Random(f"{moment}{seat}").choice(actions), seat)
            ends.append((table.result, [at.river for at in table.seats], [at.hand for at in table.seats]))
        assert ends[0] == ends[1] == ends[2]
    assert asked > 0


def test_illegal_actions_are_refused() -> None:
    table = TwinTable("riichi", seed=3)
    assert table.seat == 0
    assert table.concealed(0)[33] == 0 or can.WIN not in table.legal()
    before = (table.legal(), table.concealed(0))
    for action in set(range(256)) - set(table.legal()):
        with pytest.raises(ValueError, match="may not do"):
            table.step(action)
    for seat in (1, 2, 3):
        with pytest.raises(ValueError, match="may not do"):
            table.step(table.legal()[0], seat)
    assert before == (table.legal(), table.concealed(0))
    with pytest.raises(ValueError, match="wall"):
        TwinTable("riichi", wall=[0] * 136)


def test_blood_battle_ends_with_the_last_player() -> None:
    """Winners are out, and the hand ends when one seat is left; in blood river they play on."""
    seen: Counter[str] = Counter()
    for game in range(40):
        table = TwinTable("sichuan/xuezhan_app", seed=4, game=game)
        play_checked(table, Random(game), greedy)
        assert table.result is not None
        winners = [seat for seat, _, _, _ in table.result["winners"]]
        assert len(set(winners)) == len(winners) <= 3
        assert (table.result["reason"] == "win") == (len(winners) == 3)
        seen[table.result["reason"]] += 1
        table = TwinTable("sichuan/xueliu_app", seed=4, game=game)
        play_checked(table, Random(game), greedy)
        assert table.result is not None
        winners = [seat for seat, _, _, _ in table.result["winners"]]
        seen["won again"] += len(set(winners)) < len(winners)
        assert table.result["reason"] == "exhaustive"
    assert min(seen[name] for name in ("win", "exhaustive", "won again")) > 0


def rounds() -> Iterator[dict[str, Any]]:
    with gzip.open(Path(SHARED or ".") / "data" / "riichi_rounds.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")
def test_played_rounds() -> None:
    """Every logged action is legal, every draw is the logged one, and the rounds end with the logged payments."""
    names = {"exhaustive": "exhaustive", "nagashi_mangan": "exhaustive", "kyuushu_kyuuhai": "nine_kinds",
             "suufon_renda": "four_winds"}
    seen: Counter[str] = Counter()
    for record in rounds() if LONG else islice(rounds(), 0, None, 40):
        table = TwinTable(preset(record), **facts(record))
        where = f"{record['game']} {record['index']}"
        replay(table, record)
        check_end(table)
        assert table.result is not None
        change = [after - before for after, before in zip(record["scores_after"], record["scores"], strict=True)]
        assert table.deltas == change, where
        wins = [(win["winner"], win["loser"]) for win in record["wins"]]
        assert [win[:2] for win in table.result["winners"]] == wins, where
        if not wins:
            assert table.result["reason"] == names[record["draw"]["type"]], where
            assert table.result["ready"] == sorted(map(int, record["draw"]["shown"])) or (
                table.result["reason"] != "exhaustive"), where
        shown = 1 + sum(event[0] == "dora" for event in record["events"])
        assert table.shown_dora == shown, where
        seen[table.result["reason"]] += 1
    print(dict(seen))
    assert seen["win"] > 30
    assert sum(seen.values()) == (2300 if LONG else 58)


def check_end(table: TwinTable) -> None:
    assert table.done
    assert tiles_of(table) == sorted(table.facts.tiles)
    rivers = [len(at.river) for at in table.seats]
    assert all(kind_of(tile) < 34 for at in table.seats for tile, _, _ in at.river)
    assert max(rivers) - min(rivers) < 20


# Rare moments, from walls that are laid for them


def laid_wall(found: RuleSet, hands: list[str], draws: str = "", tail: str = "") -> list[int]:
    """A wall that deals these hands (the dealer is seat 0 and has a tile more), then these tiles, and ends with `tail`:
    its last tile first."""
    left = list(facts_of(found).tiles)
    size = len(left)

    def take(text: str) -> list[int]:
        codes = [tile.code for tile in parse_tiles(text)] if text else []
        for code in codes:
            left.remove(code)
        return codes

    shares = [take(text) for text in hands]
    live, back = take(draws), take(tail)
    tiles: list[int | None] = [None] * size
    for places, tiles_of_seat in zip(dealt(found.players, 3 * found.sets + 1), shares, strict=True):
        for place, tile in zip(places, tiles_of_seat, strict=True):
            tiles[place] = tile
    first = sum(map(len, shares))
    tiles[first:first + len(live)] = live
    for i, tile in enumerate(back):
        tiles[size - 1 - i] = tile
    rest = iter(left)
    return [next(rest) if tile is None else tile for tile in tiles]


def drive(table: TwinTable, *actions: int) -> None:
    """Takes actions one by one; each has to be legal."""
    for action in actions:
        table.step(action)
        check(table)


def kind(text: str) -> int:
    return parse_tiles(text)[0].kind


def test_seven_flowers_win_in_hong_kong() -> None:
    found = rules.get("hk", min_faan=0)
    wall = laid_wall(found, ["147m258p369s1234z8f", "123m1234567f789s", "147m258p369s1267z", "258m147p369s567z1m"])
    table = TwinTable(found, wall=wall)
    assert (table.phase, table.seat, table.legal()) == ("flower", 1, [can.PASS, can.WIN])
    drive(table, can.WIN)
    assert table.result is not None
    assert table.result["winners"] == [(1, None, None, 3)]
    assert table.deltas == [-16, 48, -16, -16]


def test_seven_flowers_rob_the_eighth_in_taiwan() -> None:
    found = rules.get("taiwan")
    hands = ["147m258p369s1234567z9p", "123m1234567f789s345p", "147m258p369s1234567z", "258m147p369s1234567z"]
    table = TwinTable(found, wall=laid_wall(found, hands, "8f"))
    # nobody has the eighth flower yet
    assert (table.phase, table.seat) == ("turn", 0)
    table.step(kind("9p"))
    while table.phase == "claim":
        table.step(can.PASS)
    # the next seat draws it itself and has eight
    assert (table.phase, table.seat) == ("flower", 1)
    drive(table, can.WIN)
    assert table.result is not None
    assert table.result["winners"] == [(1, None, None, 8)]
    table = TwinTable(found, wall=laid_wall(found, hands, "1s8f"))
    table.step(kind("9p"))
    while table.phase == "claim":
        table.step(can.PASS)
    table.step(kind("1s"))
    while table.phase == "claim":
        table.step(can.PASS)
    assert (table.phase, table.seat, table.legal()) == ("rob", 1, [can.PASS, can.WIN])
    drive(table, can.WIN)
    assert table.result is not None
    assert table.result["winners"] == [(1, 2, None, 8)]
    assert table.deltas == [0, 11, -11, 0]


def test_three_wins_abort_a_hand_of_riichi() -> None:
    hands = ["14m19p369s123456z9m", "78m234567p23488s", "78m234678p34577s", "78m34522p456567s"]
    for name, reason, gain in (("riichi", "three_rons", 0), ("riichi/mjsoul", "win", 3), ("riichi/wrc2025", "win", 1)):
        found = rule_set(name, {})
        table = TwinTable(found, wall=laid_wall(found, hands))
        table.step(kind("9m"))
        assert (table.phase, table.pending) == ("claim", [1, 2, 3])
        while not table.done:
            table.step(can.WIN)
        assert table.result is not None
        assert table.result["reason"] == reason
        assert sum(change > 0 for change in table.deltas) == gain


def test_a_nearer_seat_is_asked_after_a_farther_win() -> None:
    """Only the nearest wins: who comes before the one that has answered may still go first."""
    hands = ["14m19p369s123456z9m", "78m234567p23488s", "78m234678p34577s", "78m34522p456567s"]
    wall = laid_wall(rules.get("riichi", preset="wrc2025"), hands)
    for answers, winner in (((can.WIN, can.PASS, can.PASS), 3), ((can.WIN, can.WIN, can.PASS), 2),
                            ((can.WIN, can.PASS, can.WIN), 1)):
        table = TwinTable("riichi/wrc2025", wall=wall)
        table.step(kind("9m"))
        for seat, action in zip((3, 2, 1), answers, strict=True):
            assert seat in table.pending
            assert table.seat == 1
            table.step(action, seat)
        assert table.result is not None
        assert [win[:2] for win in table.result["winners"]] == [(winner, 0)]


def test_orphans_take_the_tile_of_a_closed_kong() -> None:
    hands = ["9999m1458p258s123z", "1m19p19s12345677z", "258m147p369s1456z", "36m36p369s345612z"]
    for name, options, asked in (("riichi", {}, False), ("riichi/mjsoul", {}, True), ("hk", {}, False),
                                 ("hk", {"rob_closed_kong_13": True}, True)):
        found = rule_set(name, options)
        table = TwinTable(found, wall=laid_wall(found, hands))
        table.step(can.KONG + kind("9m"))
        assert (table.phase == "rob") == asked
        if asked:
            assert (table.seat, table.legal()) == (1, [can.PASS, can.WIN])
            drive(table, can.WIN)
            assert table.result is not None
            assert table.result["winners"][0][:3] == (1, 0, kind("9m"))
            assert table.melds(0) == []


def test_forced_wins_near_the_end() -> None:
    """On a tile of the last ones a possible win has to be taken; with any_tile on all tiles."""
    seen: Counter[str] = Counter()
    for game in range(60):
        table, rng = TwinTable("sichuan/xueliu_app", seed=8, game=game), Random(game)
        table = TwinTable(rules.get("sichuan", mode="xueliu", forced_last=30), seed=8, game=game)
        while not table.done:
            seat = table.seat
            assert seat is not None
            near = 0 < table.before_draw <= 30
            if can.WIN in table.legal(seat):
                alone = table.legal(seat) == [can.WIN]
                if table.phase == "turn":
                    assert alone == near
                seen[f"{table.phase} {alone}"] += 1
            actions = [action for action in table.legal(seat) if action != can.WIN] or table.legal(seat)
            action = greedy(table, seat, rng)
            table.step(action if action in actions or rng.random() < 0.2 else rng.choice(actions), seat)
    print(dict(seen))
    assert min(seen[name] for name in ("turn True", "turn False", "claim True", "claim False")) > 0


def test_wild_tiles_stay_out_of_melds() -> None:
    """A turned kind is thrown and won on, but neither claimed nor laid down."""
    melds = wins = 0
    for game in range(60):
        table = TwinTable("dazhong/dazhong_caishen", seed=6, game=game)
        play_checked(table, Random(game), greedy)
        turned = table.wall.turned
        assert turned is not None
        assert not is_flower(table.wall.tiles[turned])
        assert table.wall.there[turned]
        assert table.wild == table.wall.tiles[turned]
        for at in table.seats:
            melds += len(at.melds)
            assert all(table.wild != tile for meld in at.melds for tile in meld.tiles)
        wins += table.result is not None and table.result["reason"] == "win"
    assert melds > 50
    assert wins > 10


def test_shown_hands_are_protected() -> None:
    """Kawuxing: nobody throws what a shown hand waits for while another tile is held, and shown hands are frozen."""
    seen: Counter[str] = Counter()
    for game in range(60):
        table, rng = TwinTable("kawuxing/kwx_xiangyang", seed=9, game=game), Random(game)
        while not table.done:
            seat = table.seat
            assert seat is not None
            at, wanted = table.seats[seat], table.shown_waits(seat)
            throws = [action for action in table.legal(seat) if action < can.KONG]
            if table.phase in ("turn", "throw") and throws:
                if at.frozen:
                    assert throws == [table.drawn]
                    seen["frozen"] += 1
                elif any(not wanted >> tile & 1 for tile in at.hand):
                    assert not any(wanted >> action & 1 for action in throws)
                    seen["protected"] += bool(wanted)
            table.step(greedy(table, seat, rng), seat)
    print(dict(seen))
    assert min(seen["frozen"], seen["protected"]) > 20
