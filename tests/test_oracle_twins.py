"""The plain twins against what needs no oracle: known numbers, the rule text's examples, sums by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generators import impossible_wins, non_wins, ordinary_wins, to_win_arguments, wins
from reference.facts import PlainMeld, PlainWin, count, impossible, parse_tiles, possible
from reference.forest import best_forests
from reference.hand import PlainSet, is_seven_pairs, readings, standard, waits
from reference.mcr import Options, score
from reference.mcr_fans import FANS, STANDARD_FANS, TWO_CHOWS


def tiles(text: str) -> tuple[int, ...]:
    return count(parse_tiles(text))


def claimed(text: str, kind: str = "") -> PlainMeld:
    kinds = parse_tiles(text)
    sort = kind or ("pung" if kinds[0] == kinds[1] else "chow")
    return PlainMeld(sort, tuple(kinds), "" if kind == "concealed kong" else "<", kinds[0])


def one_suit(number: int, kinds: int = 9) -> Iterator[tuple[int, ...]]:
    """Every way to hold `number` tiles of a suit."""
    if not kinds:
        if not number:
            yield ()
        return
    for held in range(min(4, number) + 1):
        for rest in one_suit(number - held, kinds - 1):
            yield (held, *rest)


# Decomposition


@pytest.mark.parametrize(("number", "hands", "complete"), [(2, 45, 9), (5, 1278, 135), (8, 11385, 996)])
def test_number_of_complete_hands_of_one_suit(number: int, hands: int, complete: int) -> None:
    # 13,259 of the 118,800 hands of 14 tiles are complete; the shorter ones are counted here
    held = [counts + (0,) * 25 for counts in one_suit(number)]
    assert len(held) == hands
    assert sum(bool(standard(counts)) for counts in held) == complete


def test_every_form_is_read() -> None:
    forms = {
        "11122233344455m": ["standard"] * 4,
        "112233m112233p11s": ["standard", "seven pairs"],
        "1111m2233p445566s": ["seven pairs"],
        "19m19p19s12345677z": ["thirteen orphans"],
        "147m25p36s1234567z": ["greater honours and knitted"],
        "147m258p369s12345z": ["lesser honours and knitted"],
        "147m258p369s111z55z": ["knitted straight"],
        "147m258p369s12333z": [],
        "19m19p19s12345678s": [],
        "148m258p369s12345z": [],
        "1234m1234p12345z": [],
    }
    for text, expected in forms.items():
        assert [reading.form for reading in readings(tiles(text))] == expected, text


@pytest.mark.parametrize(
    ("text", "melds", "number"),
    [
        ("11m", 0, 0), ("11m", 1, 1), ("11m", 5, 1), ("11m", 6, 0), ("1m", 0, 0),
        ("123m11z", 0, 1), ("123m11z", 4, 1), ("123m11z", 5, 0), ("111222333m55p", 1, 2),
        ("147m258p369s11z", 0, 1), ("147m258p369s11z", 1, 1), ("147m258p369s123m44z", 1, 1),
        ("111222333444555m66p", 0, 4),
    ],
)  # fmt: skip
def test_number_of_readings_of_other_sizes(text: str, melds: int, number: int) -> None:
    assert len(readings(tiles(text), melds)) == number


def test_waits() -> None:
    assert waits(tiles("1112345678999m")) == list(range(9))
    assert waits(tiles("23m")) == []
    assert waits(tiles("23m11z")) == [0, 3]
    assert waits(tiles("1155m2288p4499s6z")) == parse_tiles("6z")
    assert waits(tiles("1133557799m228s")) == parse_tiles("8s")
    four_held = tiles("1111345678999m")
    assert waits(four_held) == [0, 1]
    assert waits(four_held, available=True) == [1]
    # the fourth copy may lie in a meld
    assert waits(tiles("1m"), tiles("111m"), available=True) == []
    assert not is_seven_pairs(tiles("11m"))


# Combined sets


def chows(*lows: str) -> list[PlainSet]:
    return [PlainSet("chow", parse_tiles(low)[0]) for low in lows]


def pungs(*kinds: str) -> list[PlainSet]:
    return [PlainSet("pung", parse_tiles(kind)[0]) for kind in kinds]


@pytest.mark.parametrize(
    ("sets", "big", "small"),
    [
        (chows("1m", "1p", "7m", "7p"), {}, 3),
        (chows("1m", "4m", "7m", "4m"), {"pure_straight": 1}, 1),
        (chows("1m", "2p", "3s", "4m"), {"mixed_shifted_chows": 1}, 1),
        (pungs("2m", "2p", "3m", "3p"), {"double_pung": 2}, 0),
        (pungs("2m", "3m", "4m", "2p"), {"pure_shifted_pungs": 1, "double_pung": 1}, 0),
        (chows("1m", "1m", "1m", "1m"), {"quadruple_chow": 1}, 0),
        (chows("1m", "1m", "1m", "1p"), {"pure_triple_chow": 1}, 1),
        (chows("1m", "3m", "5m", "7m"), {"four_pure_shifted_chows": 1}, 0),
        (chows("1m", "2m", "3m", "4m"), {"four_pure_shifted_chows": 1}, 0),
        (chows("1m", "4p", "7s") + pungs("1z"), {"mixed_straight": 1}, 0),
    ],
)
def test_forests(sets: list[PlainSet], big: dict[str, int], small: int) -> None:
    """`small` is the number of two-chow fans, of which there are equally good choices."""
    for fans in best_forests(sets):
        assert {fan: times for fan, times in fans.items() if fan not in TWO_CHOWS} == big
        assert sum(fans[fan] for fan in TWO_CHOWS) == small


# The table and the options


def test_the_table_has_82_fans_in_order() -> None:
    assert sorted(FANS[fan].number for fan in STANDARD_FANS) == list(range(1, 83))
    order = list(FANS)
    assert [FANS[fan].value for fan in order] == sorted((row.value for row in FANS.values()), reverse=True)
    for place, fan in enumerate(order):
        assert all(order.index(excluded) > place for excluded in FANS[fan].excludes), fan


KNITTED = PlainWin(tiles("14788m258p123369s"), (), parse_tiles("3s")[0])
LESSER = PlainWin(tiles("258m369p147s12567z"), (), parse_tiles("2m")[0], "self_draw")
DRAGONS = PlainWin(tiles("234m55p555666777z"), (), parse_tiles("4m")[0])
PEACOCK = PlainWin(tiles("111555777999s77z"), (), parse_tiles("7z")[0], "self_draw")
WHITE_PEACOCK = PlainWin(tiles("111555777999s55z"), (), parse_tiles("5z")[0], "self_draw")
TWO_OPEN = PlainWin(
    tiles("23477m"),
    (claimed("2222p", "exposed kong"), claimed("8888s", "added kong")),
    parse_tiles("4m")[0],
)
FIRST_TURN = PlainWin(tiles("123m456p789s11122z"), (), parse_tiles("1m")[0], "self_draw", first_turn=True)
KNOWN = [
    # 组合龙 12, 门前清 2, 平和 2 or 无字 1, 边张 1
    (KNITTED, {}, 17),
    (KNITTED, {"knitted_all_chows": False}, 16),
    # 全不靠 12, 组合龙 12, 自摸 1
    (LESSER, {}, 25),
    (LESSER, {"lesser_with_knitted": False}, 13),
    (LESSER, {"inherent_self_draw": "fully_concealed"}, 28),
    # 大三元 88, 三暗刻 16, 门前清 2, 缺一门 1
    (DRAGONS, {}, 107),
    (DRAGONS, {"strict98": True}, 106),
    # 四暗刻 64, 混一色 6, 幺九刻 2, 单钓 1, 自摸 1
    (PEACOCK, {}, 74),
    (PEACOCK, {"red_peacock": True}, 156),
    (WHITE_PEACOCK, {"red_peacock": True}, 74),
    (WHITE_PEACOCK, {"red_peacock_white": True}, 74),
    (WHITE_PEACOCK, {"red_peacock": True, "red_peacock_white": True}, 156),
    # 双明杠 4, 断幺 2
    (TWO_OPEN, {}, 6),
    (TWO_OPEN, {"kong_pair": "6"}, 8),
    (TWO_OPEN, {"kong_pair": "separate"}, 6),
    # 不求人 4, 五门齐 0 (no dragon), 圈风刻 2, 门风刻 2
    (FIRST_TURN, {}, 16),
    (FIRST_TURN, {"heavenly_hands": True}, 24),
]


@pytest.mark.parametrize(("win", "options", "total"), KNOWN)
def test_options_by_hand(win: PlainWin, options: dict[str, object], total: int) -> None:
    result = score(win, Options(**options))  # type: ignore[arg-type]
    assert result is not None
    assert result.total == total, result


def test_flowers_do_not_help_to_the_minimum() -> None:
    # 门前清 2, 平和 2, 喜相逢 1, 连六 1, 边张 1
    result = score(PlainWin(tiles("22m234p122334567s"), (), parse_tiles("3s")[0], flowers=8))
    assert result is not None
    assert (result.total, result.total_without_flowers, result.legal) == (15, 7, False)
    assert result.fans["flower_tiles"] == 8


def test_no_shape_has_no_score() -> None:
    assert score(PlainWin(tiles("147m258p369s12333z"), (), 0)) is None


# The generators


def test_generators_repeat_and_keep_to_the_tiles() -> None:
    for make in (wins, ordinary_wins, non_wins, impossible_wins):
        hands = list(make(300, seed=5))
        assert len(hands) == 300
        assert hands == list(make(300, seed=5))
        assert hands != list(make(300, seed=6))
        for win in hands:
            assert max(win.all_counts) <= 4
            assert win.counts[win.win]
            assert sum(win.counts) + 3 * len(win.melds) == 14
            assert (impossible(win) != ()) == (make is impossible_wins)
            assert impossible(possible(win)) == ()
            assert bool(readings(win.counts, len(win.melds))) == (make is not non_wins)


def test_win_arguments_of_a_known_hand() -> None:
    win = PlainWin(
        tiles("123m5z"),
        (
            claimed("423s"),
            claimed("1111z", "concealed kong"),
            claimed("9999p", "added kong"),
        ),
        parse_tiles("5z")[0],
        "self_draw",
        after_kong=True,
        seat_wind=2,
        flowers=3,
    )
    hand, tile, circumstances = to_win_arguments(win)
    assert (hand, tile) == ("123m[423s<](1111z)[9999p+<]", "5z")
    assert circumstances == {
        "self_draw": True,
        "after_kong": True,
        "seat_wind": "W",
        "round_wind": "E",
        "flowers": "123f",
    }
