"""Wins of riichi: what can not be is refused by name, by a Win or by the rule set; odd input too; wins are values."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from mjcore.errors import HandError, NotationError
from mjcore.fans.checks import ERROR_TEXTS
from mjcore.fans.wins import CIRCUMSTANCE_BITS, WIN_SIZE, Win
from reference.records import meld_tiles
from riichi_recipes import to_score_arguments, wins

Hand = tuple[str, str]
PLAIN: Hand = ("123456789m1122z", "1z")
OPEN: Hand = ("123456m11z34p[222z<]", "5p")
CLOSED_KONG: Hand = ("123456m11z34p(2222z)", "5p")
OPEN_KONG: Hand = ("123456m11z34p[2222z<]", "5p")
DOTS: Hand = ("123456789p1122z", "1z")
RIICHI = mj.rules.get("riichi")


def text_of(words: str) -> str:
    """The error text that begins with these words."""
    [text] = [text for text in ERROR_TEXTS.values() if text.startswith(words)]
    return text


# What can not be, whatever the rules: hand, circumstances, what goes without strict, how the text begins
IMPOSSIBLE: list[tuple[Hand, dict[str, Any], tuple[str, ...], str]] = [
    (OPEN, {"riichi": 1}, ("riichi",), "riichi with an open hand"),
    (OPEN_KONG, {"riichi": 2, "self_draw": True}, ("riichi",), "riichi with an open hand"),
    (OPEN, {"riichi": 1, "ippatsu": True, "open_riichi": True}, ("riichi", "ippatsu", "open_riichi"), "riichi with an"),
    (
        OPEN,
        {"riichi": 1, "dora_indicators": "1s", "ura_indicators": "4p"},
        ("riichi", "ura_indicators"),
        "riichi with an open hand",
    ),
    (PLAIN, {"ippatsu": True}, ("ippatsu",), "double_riichi, open_riichi or ippatsu without riichi"),
    (PLAIN, {"open_riichi": True, "self_draw": True}, ("open_riichi",), "double_riichi, open_riichi or ippatsu"),
    (PLAIN, {"riichi": 1, "first_turn": True, "self_draw": True}, ("riichi",), "riichi and first_turn"),
    (
        PLAIN,
        {"riichi": 2, "ippatsu": True, "first_turn": True, "seat_wind": "S"},
        ("riichi", "ippatsu"),
        "riichi and first_turn",
    ),
    (
        CLOSED_KONG,
        {"riichi": 1, "ippatsu": True, "self_draw": True, "after_kong": True},
        ("ippatsu",),
        "ippatsu with a replacement tile",
    ),
    (
        PLAIN,
        {"riichi": 1, "ippatsu": True, "self_draw": True, "after_kong": True, "nuki": 1},
        ("ippatsu",),
        "ippatsu with a replacement tile",
    ),
    (
        PLAIN,
        {"riichi": 1, "ippatsu": True, "self_draw": True, "after_flower": True, "flowers": 1},
        ("ippatsu",),
        "ippatsu with a replacement tile",
    ),
    (PLAIN, {"self_draw": True, "on_riichi_discard": True}, ("on_riichi_discard",), "on_riichi_discard or on_kong"),
    (PLAIN, {"self_draw": True, "on_kong_discard": True}, ("on_kong_discard",), "on_riichi_discard or on_kong"),
    (
        ("13456m333456p55z", "2m"),
        {"rob_kong": True, "on_riichi_discard": True},
        ("on_riichi_discard",),
        "on_riichi_discard or on_kong_discard, but not won on a discard",
    ),
    (PLAIN, {"self_draw": True, "loser_riichi": True}, ("loser_riichi",), "loser_riichi or loser_shown, but nobody"),
    (
        PLAIN,
        {"dora_indicators": "1s", "ura_indicators": "2s"},
        ("ura_indicators",),
        "ura indicators without riichi",
    ),
    # a north set aside ends the first turn as a claim does
    (PLAIN, {"first_turn": True, "self_draw": True, "nuki": 1}, ("first_turn",), "first_turn: a claim or a kong"),
]
# faults that strict=False does not forgive
UNFORGIVEN: list[tuple[Hand, dict[str, Any], str]] = [
    (PLAIN, {"riichi": 1, "dora_indicators": "1s", "ura_indicators": "1s2s"}, "more ura indicators than dora"),
    (PLAIN, {"riichi": 1, "ura_indicators": "1s"}, "more ura indicators than dora indicators"),
    # the hand has three 1z, one 2m
    (PLAIN, {"dora_indicators": "1z1z"}, "more than four copies"),
    (PLAIN, {"dora_indicators": "2m2m2m2m"}, "more than four copies"),
    (PLAIN, {"riichi": 1, "dora_indicators": "1z5p", "ura_indicators": "1z"}, "more than four copies"),
    (CLOSED_KONG, {"dora_indicators": "2z"}, "more than four copies"),
    (("123456789m1144z", "4z"), {"nuki": 2}, "more than four copies"),
    (PLAIN, {"nuki": 4, "dora_indicators": "4z"}, "more than four copies"),
]


def what_is_left(how: dict[str, Any], dropped: Iterable[str]) -> dict[str, Any]:
    return {name: value for name, value in how.items() if name not in dropped}


@pytest.mark.parametrize(("hand", "how", "dropped", "words"), IMPOSSIBLE)
def test_impossible_circumstances(hand: Hand, how: dict[str, Any], dropped: tuple[str, ...], words: str) -> None:
    for call in (Win, mj.score):
        with pytest.raises(HandError) as caught:
            call(*hand, **how)
        assert str(caught.value) == text_of(words)
    # without strict these go, and nothing else; what is left is a win as any other
    loose = Win(*hand, **how, strict=False)
    assert loose == Win(*hand, **what_is_left(how, dropped))
    assert Win.from_bytes(loose.to_bytes()) == loose
    assert eval(repr(loose)) == loose
    rules = RIICHI.replace(open_riichi=True)
    if "nuki" not in how:
        assert mj.score(*hand, rules=rules, **how, strict=False) == mj.score(loose, rules=rules)


@pytest.mark.parametrize(("hand", "how", "words"), UNFORGIVEN)
@pytest.mark.parametrize("strict", [True, False])
def test_what_is_never_forgiven(hand: Hand, how: dict[str, Any], words: str, strict: bool) -> None:
    with pytest.raises(HandError) as caught:
        Win(*hand, **how, strict=strict)
    assert str(caught.value) == text_of(words)


def test_what_is_dropped_is_not_looked_at() -> None:
    """Ura indicators without riichi are no copies, and may be more than the others."""
    for ura in ("1z1z", "1s2s3s"):
        loose = Win(*PLAIN, dora_indicators="5p", ura_indicators=ura, strict=False)
        assert loose == Win(*PLAIN, dora_indicators="5p")


def test_what_may_be() -> None:
    for hand, how in (
        (CLOSED_KONG, {"riichi": 1, "self_draw": True, "after_kong": True}),
        (CLOSED_KONG, {"riichi": 2, "ippatsu": True}),
        (PLAIN, {"riichi": 1, "ippatsu": True, "self_draw": True, "last_tile": True}),
        (("13456m333456p55z", "2m"), {"rob_kong": True, "riichi": 1, "ippatsu": True, "loser_riichi": True}),
        (PLAIN, {"on_riichi_discard": True, "loser_riichi": True, "riichi": 1}),
        (PLAIN, {"on_kong_discard": True, "last_tile": True}),
        # a further kong can follow on a kong, and be robbed
        (("13456m333456p55z", "2m"), {"rob_kong": True, "on_kong_discard": True}),
        (PLAIN, {"self_draw": True, "after_kong": True, "nuki": 1}),
        (PLAIN, {"dora_indicators": "1z2z2z3z3z", "riichi": 1, "ura_indicators": "3z3z4z4z4z"}),
        (PLAIN, {"nuki": 4, "dora_indicators": "3z"}),
        (PLAIN, {"riichi": 1, "dora_indicators": "1s2s", "ura_indicators": "3s"}),
        (PLAIN, {"riichi": 1}),
    ):
        win = Win(*hand, **how)
        assert win == Win(*hand, **how, strict=False)
        assert Win.from_bytes(win.to_bytes()) == win


# What a rule set does not have: rules, hand, circumstances, how the text begins
FOREIGN: list[tuple[Any, Hand, dict[str, Any], str]] = [
    ("riichi", PLAIN, {"nuki": 1}, "wild tiles or tiles set aside"),
    ("riichi", PLAIN, {"riichi": 1, "open_riichi": True}, "a circumstance or bonus tile that the rule set does not"),
    ("mcr", PLAIN, {"riichi": 1}, "a circumstance or bonus tile"),
    ("mcr", PLAIN, {"loser_riichi": True}, "a circumstance or bonus tile"),
    ("mcr", PLAIN, {"dora_indicators": "1s"}, "a circumstance or bonus tile"),
    ("mcr", PLAIN, {"nuki": 1}, "wild tiles or tiles set aside"),
    ("mcr", PLAIN, {"nuki": 1, "self_draw": True, "after_kong": True}, "wild tiles or tiles set aside"),
    ("tenhou3", PLAIN, {}, "a tile that the rule set is played without"),
    ("tenhou3", ("123456p1122z[222m<]", "1z"), {}, "a tile that the rule set is played without"),
    ("tenhou3", DOTS, {"dora_indicators": "2m"}, "a tile that the rule set is played without"),
    ("tenhou3", DOTS, {"dora_indicators": "1m9m8m"}, "a tile that the rule set is played without"),
    (
        "tenhou3",
        DOTS,
        {"riichi": 1, "dora_indicators": "1m1m", "ura_indicators": "1m8m"},
        "a tile that the rule set is played without",
    ),
    ("tenhou3", ("123456p1122z[789p<]", "1z"), {}, "a claimed chow"),
    ("tenhou3", DOTS, {"seat_wind": "N"}, "a seat wind that nobody has"),
    ("wrc2025", ("123406789m1122z", "1z"), {}, "red fives that the rule set does not have"),
    ("ema2016", ("12346789m1122z5m", "0m"), {}, "red fives that the rule set does not have"),
    ("riichi", ("12340067m11222z", "5m"), {}, "red fives that the rule set does not have"),
    ("riichi", ("12067m11z678p[340m<]", "3m"), {}, "red fives that the rule set does not have"),
    (RIICHI.replace(aka=2), ("123406789m1122z", "1z"), {}, "red fives that the rule set does not have"),
    (RIICHI.replace(aka=4), ("12300678p11222z", "0p"), {}, "red fives that the rule set does not have"),
    ("tenhou3", ("123406789p11z00s", "1z"), {}, "red fives that the rule set does not have"),
]


@pytest.mark.parametrize(("rules", "hand", "how", "words"), FOREIGN)
def test_what_a_rule_set_does_not_have(rules: Any, hand: Hand, how: dict[str, Any], words: str) -> None:
    """A Win can hold it; scoring says so, and a batch by its code, strict or not."""
    win = Win(*hand, **how)
    for strict in (True, False):
        with pytest.raises(HandError) as caught:
            mj.score(*hand, rules=rules, **how, strict=strict)
        # a call names the tiles
        assert str(caught.value) == text_of(words) or str(caught.value).startswith("riichi is played without 2m")
        code = mj.batch.score([win], rules, on_error="mark", strict=strict).error[0]
        assert ERROR_TEXTS[code] == text_of(words)
    with pytest.raises(HandError, match="row 0: "):
        mj.batch.score([win], rules)


def test_what_a_rule_set_has() -> None:
    for rules, hand, how in (
        (RIICHI.replace(open_riichi=True), PLAIN, {"riichi": 1, "open_riichi": True}),
        ("tenhou3", DOTS, {"nuki": 4, "dora_indicators": "1m9m", "round_wind": "N"}),
        (mj.rules.get("tenhou3", nuki=False), DOTS, {"seat_wind": "W"}),
        (RIICHI.replace(aka=4), ("12300678p11222z", "5p"), {}),
        ("riichi", ("340m067p34s11122z", "0s"), {}),
        ("tenhou3", ("123406789p11z05s", "5s"), {}),
    ):
        assert mj.score(*hand, rules=rules, **how).legal


def test_every_text_is_tested() -> None:
    """Here, or in test_wins what does not need riichi; the last three stand in records only, see below. What comes
    after them belongs to rule sets that add up points (test_flower_wins)."""
    cases: list[Any] = [*IMPOSSIBLE, *UNFORGIVEN, *FOREIGN]
    tested = {text_of(case[-1]) for case in cases}
    records_only = {text_of(words) for words in (
        "a dora indicator that is no tile", "red fives: more than there are fives", "a field of the record is not 0",
    )}  # fmt: skip
    assert tested | records_only >= {text for code, text in ERROR_TEXTS.items() if 25 <= code <= 40}


# Records


def changed(win: Win, **fields: Any) -> bytes:
    """The bytes of a win with some fields of its record changed."""
    row = mj.batch.pack([win])
    for name, value in fields.items():
        row[name][0] = value
    return bytes(row.tobytes())


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"dora": [35, 0, 0, 0, 0]}, "a dora indicator that is no tile of a set"),
        ({"dora": [1, 255, 0, 0, 0]}, "a dora indicator that is no tile of a set"),
        ({"dora": [0, 1, 0, 0, 0]}, "a dora indicator that is no tile of a set"),
        ({"dora": [19, 20, 21, 22, 99]}, "a dora indicator that is no tile of a set"),
        ({"dora": [19, 20, 0, 22, 0]}, "a dora indicator that is no tile of a set"),
        ({"dora": [19, 20, 21, 22, 23], "ura": [19, 20, 21, 0, 23]}, "a dora indicator that is no tile of a set"),
        ({"dora": [19, 20, 21, 22, 23], "ura": [163, 0, 0, 0, 0]}, "a dora indicator that is no tile of a set"),
        ({"norths": 5}, "more than four copies"),
        ({"norths": 255}, "more than four copies"),
        ({"red_fives": 2}, "red fives: more than there are fives"),
        ({"red_fives": 4}, "red fives: more than there are fives"),
        ({"red_fives": 64}, "red fives: more than there are fives"),
        ({"red_fives": 255}, "red fives: more than there are fives"),
        ({"circumstances": CIRCUMSTANCE_BITS["double_riichi"]}, "double_riichi, open_riichi or ippatsu without riichi"),
        ({"payer": 1}, "a field of the record is not 0"),
        *(({"reserved": [0] * place + [128] + [0] * (7 - place)}, "a field of the record is not 0")
          for place in range(8)),
    ],
)
def test_records_that_can_not_be(fields: dict[str, Any], words: str) -> None:
    data = changed(Win(*PLAIN, riichi=1), **fields)
    with pytest.raises(HandError) as caught:
        Win.from_bytes(data)
    assert str(caught.value) == text_of(words)
    code = mj.batch.score(np.frombuffer(data, mj.batch.WIN_DTYPE), "riichi", on_error="mark").error[0]
    assert ERROR_TEXTS[code] == text_of(words)


@pytest.mark.parametrize("meld", ["[222z<]", "(2222z)", "[789s<]", "[444s<]", "[456s<]", "[0555m<]", "[555p<]"])
def test_red_fives_in_melds(meld: str) -> None:
    """A meld is packed as `Meld.code` does it: red are a five of a chow, the last of equal fives, and the first if it
    is the claimed one."""
    win = Win(f"123p234p11z67s{meld}", "5s")
    base = mj.Meld(meld.replace("0", "5")).code
    for places in range(1 << 6):
        code = base | places << 19
        fine = meld_tiles(code) is not None
        data = changed(win, melds=[code, 0, 0, 0, 0])
        found = mj.batch.score(np.frombuffer(data, mj.batch.WIN_DTYPE), "riichi", on_error="mark")
        if fine:
            assert ERROR_TEXTS.get(found.error[0]) in (None, text_of("red fives that the rule set")), (meld, places)
            assert Win.from_bytes(data).melds[0].code == code
        else:
            assert ERROR_TEXTS[found.error[0]] == text_of("a meld that the rule set does not have")
            with pytest.raises(HandError):
                Win.from_bytes(data)


# Odd input


@pytest.mark.parametrize(
    ("how", "message"),
    [
        *(({"riichi": wrong}, "riichi=") for wrong in (3, -1, "yes", 1.0, [1], 10**30, np.float64(1), object())),
        ({"riichi": 3}, "riichi=3: expected True or False, or 2 for double riichi"),
        ({"riichi": 1, "ippatsu": "yes"}, "ippatsu='yes': expected True or False"),
        ({"riichi": 1, "open_riichi": 2}, "open_riichi=2: expected True or False"),
        ({"on_riichi_discard": []}, "on_riichi_discard=[]: expected True or False"),
        ({"on_kong_discard": 0.5}, "on_kong_discard=0.5: expected True or False"),
        ({"loser_riichi": "1"}, "loser_riichi='1': expected True or False"),
        ({"nuki": True}, "nuki=True: expected a number 0..4 of norths set aside"),
        ({"nuki": 5}, "nuki=5: expected a number 0..4 of norths set aside"),
        ({"nuki": -1}, "nuki=-1: expected a number 0..4 of norths set aside"),
        ({"nuki": 2**70}, "expected a number 0..4 of norths set aside"),
        ({"nuki": 1.0}, "nuki: a number 0..4 expected; got float"),
        ({"nuki": "1"}, "nuki: a number 0..4 expected; got str"),
        ({"dora_indicators": "1s2s3s4s5s6s"}, "dora_indicators: more than 5 indicators"),
        ({"ura_indicators": "123456s"}, "ura_indicators: more than 5 indicators"),
        ({"dora_indicators": "1f"}, "dora_indicators: 1f is no tile of a set"),
        ({"dora_indicators": "0j"}, "dora_indicators: 0j is no tile of a set"),
        ({"ura_indicators": ["1m", "{dabai}"]}, "ura_indicators: {dabai} is no tile of a set"),
        ({"dora_indicators": 5}, "dora_indicators=5: expected text like '3p5z' or tiles"),
        ({"dora_indicators": 1.5}, "dora_indicators=1.5: expected text like"),
        ({"dora_indicators": True}, "dora_indicators=True: expected text like"),
        ({"dora_indicators": [None]}, "a Tile, text or a kind 0 to 63 expected; got NoneType"),
        ({"dora_indicators": [64]}, "64 is no tile"),
        ({"dora_indicators": [-1]}, "-1 is no tile"),
        ({"dora_indicators": "3"}, "the end of the text at position 1"),
        ({"dora_indicators": "8z"}, "8z"),
        ({"dora_indicators": "3x"}, "x"),
    ],
)
def test_odd_input(how: dict[str, Any], message: str) -> None:
    for call in (Win, mj.score):
        for strict in (True, False):
            with pytest.raises((HandError, NotationError)) as caught:
                call(*PLAIN, **how, strict=strict)
            assert message in str(caught.value)


def test_the_same_in_other_types() -> None:
    every_yes: list[Any] = [True, 1, np.True_, np.uint8(1), np.int64(1)]
    for yes in every_yes:
        assert Win(*PLAIN, riichi=yes, ippatsu=yes) == Win(*PLAIN, riichi=1, ippatsu=True)
    every_double: list[Any] = [2, np.int64(2), np.uint8(2)]
    for double in every_double:
        assert Win(*PLAIN, riichi=double).riichi == 2
    every_no: list[Any] = [False, None, 0, np.False_, np.int64(0)]
    for no in every_no:
        assert Win(*PLAIN, riichi=no, ippatsu=no, open_riichi=no, loser_riichi=no) == Win(*PLAIN)
    told = Win(*PLAIN, dora_indicators="35p5z")
    tiles = [mj.Tile("3p"), "5p", 31]
    texts: list[Any] = ["3p5p5z", "30p5z", " 3p 5p 5z ", "三筒五筒白"]
    others: list[Any] = [tiles, tuple(tiles), iter(tiles), [11, np.int64(13), np.uint8(31)], np.array([11, 13, 31])]
    for same in (*texts, *others):
        assert Win(*PLAIN, dora_indicators=same) == told
    one: list[Any] = [mj.Tile("3p"), "3p", [11]]
    assert len({Win(*PLAIN, dora_indicators=same) for same in one}) == 1
    every_none: list[Any] = ["", " ", (), [], None, iter(())]
    for none in every_none:
        assert Win(*PLAIN, dora_indicators=none, ura_indicators=None, nuki=None) == Win(*PLAIN)
    norths: Any = np.uint8(3)
    assert Win(*DOTS, nuki=norths).nuki == 3


# What a win says of itself


def test_what_it_says() -> None:
    win = Win("340m067p11z234s55z", "5z", self_draw=True, riichi=2, ippatsu=True, seat_wind="W", last_tile=True,
              dora_indicators="4p5s", ura_indicators="9m", streak=0)  # fmt: skip
    assert (win.riichi, win.nuki, win.streak) == (2, 0, 0)
    assert win.dora_indicators == (mj.Tile("4p"), mj.Tile("5s"))
    assert win.ura_indicators == (mj.Tile("9m"),)
    assert win.circumstances == ("self_draw", "last_tile", "riichi", "double_riichi", "ippatsu")


def test_repr() -> None:
    win = Win("340m067p11z234s55z", "5z", self_draw=True, riichi=2, ippatsu=True, seat_wind="W", dora_indicators="4p5s",
              ura_indicators="9m")  # fmt: skip
    assert repr(win) == (
        "Win('340m067p234s1155z', '5z', self_draw=True, ippatsu=True, riichi=2, seat_wind='W', round_wind='E', "
        "dora_indicators='4p5s', ura_indicators='9m')"
    )
    three = Win(*DOTS, self_draw=True, after_kong=True, nuki=2, streak=3)
    assert repr(three) == (
        "Win('123456789p1122z', '1z', self_draw=True, after_kong=True, seat_wind='E', round_wind='E', streak=3, nuki=2)"
    )


@pytest.mark.parametrize("players", [4, 3])
def test_values(players: int) -> None:
    """repr, bytes and pickle lead back to the same win; equal wins have equal hashes."""
    seen: dict[bytes, Win] = {}
    for plain in wins(500, 70 + players, players, local=True):
        hand, tile, how = to_score_arguments(plain)
        win = Win(hand, tile, **how)
        assert (win.riichi, win.nuki, win.streak) == (plain.riichi, plain.nuki, plain.streak)
        assert tuple(indicator.kind for indicator in win.dora_indicators) == plain.dora
        assert tuple(indicator.kind for indicator in win.ura_indicators) == plain.ura
        told = {name for name in ("open_riichi", "ippatsu", "loser_riichi", "after_kong") if how.get(name)}
        assert told <= set(win.circumstances)
        assert eval(repr(win)) == win
        assert Win.from_bytes(win.to_bytes()) == win
        assert pickle.loads(pickle.dumps(win)) == copy.copy(win) == copy.deepcopy(win) == win
        assert hash(Win(hand, tile, **how)) == hash(win)
        assert len(win.to_bytes()) == WIN_SIZE
        assert seen.setdefault(win.to_bytes(), win) == win
    assert len({*seen.values()}) == len(seen) > 400


def test_what_makes_wins_different() -> None:
    same: dict[str, Any] = {"riichi": 1, "dora_indicators": "1s2s", "ura_indicators": "3s4s"}
    others: list[dict[str, Any]] = [
        {**same, "riichi": 2},
        {**same, "ippatsu": True},
        {**same, "open_riichi": True},
        {**same, "on_riichi_discard": True},
        {**same, "on_kong_discard": True},
        {**same, "loser_riichi": True},
        {**same, "dora_indicators": "2s1s"},
        {**same, "dora_indicators": "1s2s5s"},
        {**same, "ura_indicators": "3s"},
        {**same, "nuki": 1},
        {"dora_indicators": "1s2s"},
    ]
    assert len({Win(*PLAIN, **how) for how in (same, *others)}) == len(others) + 1
