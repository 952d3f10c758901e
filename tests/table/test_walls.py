"""Walls from their parts, from stacks on a table and from first draws."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

import mjcore as mj
from mjcore import HandError, RuleError, Table, Tile, rules
from mjcore.game.walls import Wall
from mjcore.procedure.walls import dealt

HANDS = ["1199m1199p1199s1z", "123456789m1122z", "123456789p3344z", "123456789s5566z"]


def texts(tiles: bytes) -> list[str]:
    return [str(Tile.from_code(tile)) for tile in tiles]


@pytest.mark.parametrize("dealer", range(4))
def test_parts_of_a_riichi_wall(dealer: int) -> None:
    wall = Wall(HANDS, live="7z 3z 2m", rinshan="4z 5z", dora="6z 7z", ura="0m 5m", dealer=dealer)
    tiles = texts(wall.tiles)
    assert len(wall) == 136
    # the contract: replacements from the end, then pairs of an indicator and the one under it
    assert tiles[52:55] == ["7z", "3z", "2m"]
    assert (tiles[135], tiles[134]) == ("4z", "5z")
    assert (tiles[131], tiles[130], tiles[129], tiles[128]) == ("6z", "0m", "7z", "5m")
    table = Table("riichi", wall=wall, dealer=dealer)
    for seat, hand in enumerate(HANDS):
        expected = mj.Hand(hand) if seat != dealer else mj.Hand(hand + "7z")
        assert table.hand(seat) == expected
    assert texts(bytes([table.dora_indicators[0].code])) == ["6z"]
    assert str(table.drawn) == "7z"


def test_the_dealers_first_draw_in_his_hand() -> None:
    given = Wall([HANDS[0] + "7z", *HANDS[1:]], live="3z")
    assert texts(given.tiles)[52:54] == ["7z", "3z"]


def test_three_players() -> None:
    hands = ["1199m1199p1199s1z", "123456789p1122z", "123456789s3344z"]
    wall = Wall(hands, rinshan="5z6z7z", dora="2z", ura="9m", rules="riichi/tenhou3")
    tiles = texts(wall.tiles)
    assert len(wall) == 108
    assert tiles[-1:-4:-1] == ["5z", "6z", "7z"]
    assert (tiles[108 - 9], tiles[108 - 10]) == ("2z", "9m")
    table = Table("riichi/tenhou3", wall=wall)
    assert str(table.dora_indicators[0]) == "2z"
    assert table.hand(1) == mj.Hand(hands[1])


def test_the_wall_of_a_table_from_its_parts() -> None:
    """Every part of a dealt table gives the wall again."""
    for name in ("riichi", "riichi/tenhou3", "mcr", "sichuan", "taiwan"):
        table = Table(name, seed=5, dealer=1)
        tiles, n, size = table.wall, table.players, 16 if name == "taiwan" else 13
        shares = dealt(n, size)
        hands = [bytes(tiles[place] for place in shares[(seat - 1) % n]) for seat in range(n)]
        dead = 14 if name.startswith("riichi") else 0
        live = tiles[n * size + 1 : len(tiles) - dead]
        parts: dict[str, Any] = {}
        if dead:
            draws = 4 if n == 4 else 8
            top = len(tiles) - 1 - draws
            parts = {"rinshan": tiles[: -1 - draws : -1], "dora": bytes(tiles[top - 2 * i] for i in range(5)),
                     "ura": bytes(tiles[top - 1 - 2 * i] for i in range(5))}
            if n == 3:
                # two tiles of the live wall's end are indicators for three players
                live = live[: -4]
        assert Wall(hands, live=live, rules=name, dealer=1, **parts).tiles == tiles


def test_first_draws() -> None:
    wall = Wall.from_draws("1m 1m 9p", "hk", seed="x")
    assert texts(wall.tiles[:3]) == ["1m", "1m", "9p"]
    assert wall == Wall.from_draws("1m 1m 9p", "hk", seed="x") != Wall.from_draws("1m 1m 9p", "hk", seed="y")
    assert sorted(wall.tiles) == sorted(Table("hk", seed=0).wall)
    everything = Table("hk", seed=0).wall
    assert Wall.from_draws(everything, "hk").tiles == everything


def stacks(tiles: list[int], sizes: tuple[int, ...]) -> list[list[bytes]]:
    rest = iter(tiles)
    return [[bytes((next(rest), next(rest))) for _ in range(size)] for size in sizes]


@pytest.mark.parametrize(("name", "dice"), [
    ("mcr", [[1, 2], [6, 6]]), ("hk", [3, 4]), ("taiwan", [1, 5, 6]), ("sichuan", [2, 5]), ("kawuxing", [6, 6]),
    ("riichi", [5, 2]), ("dazhong", [[3, 3], [1, 1]]),
])
def test_walls_on_a_table(name: str, dice: Any) -> None:
    rule_set = rules.get(name)
    tiles = list(Table(name, seed=4).wall)
    Random(1).shuffle(tiles)
    n = len(tiles) // 2
    sizes = (17, 17, 17, 17) if name == "riichi" else rule_set.open_wall(dice, 2).stacks
    assert sum(sizes) == n
    walls = stacks(tiles, sizes)
    wall = Wall.from_walls(walls, dice, name, dealer=2)
    assert sorted(wall.tiles) == sorted(tiles)
    if name != "riichi":
        first = rule_set.open_wall(dice, 2).order[0]
        assert wall.tiles[0] == walls[first[0]][first[1] - 1][0]
        return
    # seven from the dealer, seat 2: the wall of seat 0, of which seven stacks from the right end stay
    assert wall.tiles[:2] == walls[0][7]
    # the dead wall is those seven: the upper tile of the last stack is the first replacement
    assert (wall.tiles[135], wall.tiles[134]) == tuple(walls[0][6])
    assert (wall.tiles[131], wall.tiles[130]) == tuple(walls[0][4])
    assert Table("riichi", wall=wall, dealer=2).dora_indicators[0].code == walls[0][4][0]


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Wall(HANDS, live="1z1z1z1z"), "7 of 1z: there are 4"),
    (lambda: Wall(HANDS, dora="0m0m"), "2 of 0m: there is 1"),
    (lambda: Wall.from_draws("1z", "sichuan"), "1 of 1z: there are none"),
    (lambda: Wall.from_draws(bytes([200]), "sichuan"), "tile bytes"),
    (lambda: Wall(HANDS[:3]), "one for each"),
    (lambda: Wall([*HANDS[:3], "123m"]), "3 tiles for seat 3: expected 13"),
    (lambda: Wall(HANDS, rinshan="12345m"), "5 tiles as rinshan"),
    (lambda: Wall(rules="mcr", dora="1m"), "dora indicators: expected 0"),
    (lambda: Wall(HANDS, dealer=4), "the dealer"),
    (lambda: Wall.from_draws(bytes(145), "hk"), "145 tiles as wall"),
    (lambda: Wall.from_walls([["1m2m"]], [3, 4], "hk"), "stacks: expected"),
    (lambda: Wall.from_walls([["1m"] * 18] * 4, [3, 4], "hk"), "stack 1 of wall 0 has 1 tiles"),
    (lambda: Wall.from_draws("1m", "hk", seed=1.5), "the seed"),  # type: ignore[arg-type]
])
def test_walls_that_can_not_be(make: Any, message: str) -> None:
    with pytest.raises(HandError, match=message):
        make()


def test_a_wall_is_a_value() -> None:
    wall = Wall.from_draws("1m", "hk")
    assert pickle.loads(pickle.dumps(wall)) == copy.deepcopy(wall) == wall
    assert hash(wall) == hash(Wall.from_draws("1m", "hk"))
    assert repr(wall).startswith("<Wall of 144 tiles: 1m ")
    with pytest.raises(AttributeError):
        wall.tiles = b""
    with pytest.raises(RuleError):
        Wall.from_draws("1m", "chess")
