"""Tiles: their numbers, texts and names."""

from __future__ import annotations

import copy
import pickle
import unicodedata
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import formats
from mjcore.errors import HandError, MahjongError, NotationError
from mjcore.hand.text import parse_tile, parse_tiles, set_reader
from mjcore.hand.tiles import TILES, Tile
from strategies import KINDS, REDS

ALL = [*KINDS, *REDS]


@pytest.fixture(autouse=True)
def reader() -> None:
    set_reader(formats.translate)


def test_kinds_are_numbered_as_documented() -> None:
    assert [Tile(kind).kind for kind in range(64)] == list(range(64))
    assert [str(Tile(kind)) for kind in range(64)] == KINDS
    assert [parse_tile(text) for text in REDS] == [4 | 64, 13 | 64, 22 | 64]
    assert sum(tile is not None for tile in TILES) == 67


@pytest.mark.parametrize("text", ALL)
def test_one_object_per_tile(text: str) -> None:
    tile = Tile(text)
    assert str(tile) == text
    assert eval(repr(tile)) is tile
    assert Tile(tile) is tile
    assert Tile(f" {text}\n") is tile
    assert Tile.from_code(tile.code) is tile
    assert copy.copy(tile) is tile
    assert copy.deepcopy(tile) is tile
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(tile, protocol)) is tile
    assert tile.red == (text in REDS)
    assert tile.plain is Tile(tile.kind)
    assert tile.code == tile.kind + 64 * tile.red
    assert range(64)[tile] == tile.kind


@pytest.mark.parametrize(
    ("text", "suit", "rank"),
    [
        *(("1m", "m", 1), ("9p", "p", 9), ("0s", "s", 5)),
        *(("1z", "z", 1), ("7z", "z", 7), ("{dabai}", "z", 8)),
        *(("1f", "f", 1), ("8f", "f", 8), ("0j", "j", 0), ("{caishen}", "j", 1), ("{hou4}", "j", 20)),
    ],
)
def test_suit_and_rank(text: str, suit: str, rank: int) -> None:
    assert (Tile(text).suit, Tile(text).rank) == (suit, rank)


def test_order_and_hash() -> None:
    tiles = [Tile(text) for text in ALL]
    ordered = sorted(tiles, reverse=True)[::-1]
    assert ordered == sorted(tiles, key=lambda tile: (tile.kind, tile.red))
    assert [str(tile) for tile in ordered[3:7]] == ["4m", "5m", "0m", "6m"]
    five, red = Tile("5m"), Tile("0m")
    assert five < red
    assert five <= red
    assert red > five
    assert red >= five
    assert not five < five
    assert five >= five
    assert five <= five
    assert five != red
    assert len(set(tiles)) == 67
    assert five not in [4, "5m", None]
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(five, compare)(4) is NotImplemented


@pytest.mark.parametrize("name", ["kind", "code", "red", "suit", "rank", "anything"])
def test_tiles_never_change(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Tile("5m"), name, 1)
    with pytest.raises(AttributeError):
        delattr(Tile("5m"), name)
    assert Tile("5m").kind == 4


_OTHER_NUMBERS: list[Any] = [-1, 64, 68, 255, 2**31, -(2**63), 2**64, 10**50, -(10**50)]
_OTHER_TYPES: list[Any] = [None, 5.0, b"5m", [], ["5m"], True, ..., np.float64(3), np.array([1, 2])]


@pytest.mark.parametrize("source", [*_OTHER_NUMBERS, *_OTHER_TYPES], ids=repr)
def test_no_such_tile(source: Any) -> None:
    with pytest.raises(HandError):
        Tile(source)


@pytest.mark.parametrize("code", [-1, 64, 67, 69, 127, 128, 10**30, None, "5m", 4.0], ids=repr)
def test_no_such_tile_byte(code: Any) -> None:
    with pytest.raises(HandError, match="no tile byte"):
        Tile.from_code(code)


def test_numpy_integers_are_kinds() -> None:
    assert Tile(np.uint8(33)) is Tile("7z")
    assert Tile(np.int64(0)) is Tile("1m")


@pytest.mark.parametrize(
    ("text", "position"),
    [
        *(("", 0), ("  ", 2), ("5", 1), ("m", 1), ("8z", 0), ("0z", 0), ("9f", 0), ("0f", 0), ("1j", 0)),
        *(("5m6m", 2), ("56m", 1), ("5m {zong}", 3), ("{}", 1), ("{zong", 5), ("{zonk}", 1), ("{Zong}", 1)),
        *(("[555m<]", 0), ("(1111z)", 0), ("5 m", 1), ("5x", 1), ("5m\x00", 2), ("\x00", 0), ("-1", 0)),
        *(("五", 1), ("五万六万", 2), ("\ud800", 0), ("😀", 0), ("W0", 1), ("J4", 1), ("m12", 2), ("x", 0)),
    ],
)
def test_faulty_texts(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        Tile(text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert caught.value.expected


@pytest.mark.parametrize(
    ("text", "tile"), [("五万", "5m"), ("W5", "5m"), ("m5", "5m"), ("🀋", "5m"), ("发", "6z")]
)
def test_tiles_of_other_notations(text: str, tile: str) -> None:
    assert Tile(text) is Tile(tile)


def test_without_reader_other_notations_are_faulty() -> None:
    set_reader(None)
    for text in ("五万", "W5", "m5", "\ud800"):
        with pytest.raises(NotationError) as caught:
            Tile(text)
        assert caught.value.position == 0


_UNICODE_SUITS = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOOS"}
_UNICODE_NUMBERS = ["", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
_UNICODE_HONORS = ["EAST WIND", "SOUTH WIND", "WEST WIND", "NORTH WIND"]
_UNICODE_HONORS += ["WHITE DRAGON", "GREEN DRAGON", "RED DRAGON"]
_UNICODE_FLOWERS = ["SPRING", "SUMMER", "AUTUMN", "WINTER", "PLUM", "ORCHID", "BAMBOO", "CHRYSANTHEMUM"]


def test_unicode_characters_are_what_the_standard_calls_them() -> None:
    for tile in map(Tile, KINDS):
        name = unicodedata.name(tile.unicode) if tile.unicode else ""
        if tile.suit in _UNICODE_SUITS:
            assert name == f"MAHJONG TILE {_UNICODE_NUMBERS[tile.rank]} OF {_UNICODE_SUITS[tile.suit]}"
        elif tile.suit == "z" and tile.rank < 8:
            assert name == f"MAHJONG TILE {_UNICODE_HONORS[tile.rank - 1]}"
        elif tile.suit == "f":
            assert name == f"MAHJONG TILE {_UNICODE_FLOWERS[tile.rank - 1]}"
        else:
            assert name == ("MAHJONG TILE JOKER" if str(tile) == "0j" else "")
    assert Tile("0m").unicode == Tile("5m").unicode


def test_names() -> None:
    assert [Tile(t).name("en") for t in ("1m", "5z", "{dabai}", "7f", "0j", "{zong}", "0s")] == [
        "One of Characters",
        "White Dragon",
        "Big White Dragon",
        "Bamboo",
        "Joker",
        "{zong}",
        "Red Five of Bamboo",
    ]
    assert [Tile(t).name("ja") for t in ("1m", "6z", "{dabai}", "8f")] == ["一萬", "發", "{dabai}", "菊"]
    assert [Tile(t).name() for t in ("0m", "5z", "{zong}", "{hou4}")] == ["红五万", "白板", "总", "四后"]
    with pytest.raises(MahjongError, match="en, ja, zh"):
        Tile("1m").name("fr")


def test_chinese_names_are_read_back() -> None:
    # the names of the later wild tiles are also parts of other names; they are written in braces
    for tile in [Tile(text) for text in (*KINDS[:48], *REDS)]:
        assert Tile(tile.name("zh")) is tile


@given(st.lists(st.sampled_from(ALL), max_size=200))
def test_parse_tiles_keeps_the_order(texts: list[str]) -> None:
    tiles = tuple(Tile(text) for text in texts)
    assert parse_tiles(" ".join(texts)) == tiles
    assert parse_tiles("".join(texts)) == tiles
    assert parse_tiles(tiles) == tiles
    assert parse_tiles(texts) == tiles


def test_parse_tiles_of_other_notations() -> None:
    assert parse_tiles("梅春 五六万") == (Tile("5f"), Tile("1f"), Tile("5m"), Tile("6m"))
    mixed: list[Any] = [0, Tile("0p"), "W3"]
    assert parse_tiles(iter(mixed)) == (Tile("1m"), Tile("0p"), Tile("3m"))
    assert parse_tiles("1" * 100_000 + "m") == 100_000 * (Tile("1m"),)


@pytest.mark.parametrize("source", [None, 5, 2.5, [None], [64], ...], ids=repr)
def test_parse_tiles_of_other_things(source: Any) -> None:
    with pytest.raises(HandError):
        parse_tiles(source)


@pytest.mark.parametrize(("text", "position"), [("13", 2), ("1f [111m<]", 3), ("1f9f", 2), ("1f春x", 3)])
def test_parse_tiles_of_faulty_texts(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert caught.value.position == position
