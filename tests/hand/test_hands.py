"""Hands: what texts mean, what is refused and where, and what hands do."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import formats
from mjcore.errors import HandError, NotationError
from mjcore.hand.hands import Hand
from mjcore.hand.melds import Meld
from mjcore.hand.text import parse_tiles, set_reader
from mjcore.hand.tiles import Tile
from strategies import FLOWERS, HONORS, KINDS, NAMED, REDS, SUITED, HandFacts, hands, plain, written


@pytest.fixture(autouse=True)
def reader() -> None:
    set_reader(formats.translate)


def agrees(hand: Hand, facts: HandFacts) -> None:
    """The hand holds exactly these tiles and melds."""
    kinds = Counter(Tile(plain(tile)).kind for tile in facts.tiles)
    assert hand.counts64 == bytes(kinds[kind] for kind in range(64))
    assert hand.counts == hand.counts64[:34]
    assert hand.tiles == tuple(sorted(map(Tile, facts.tiles)))
    assert hand.melds == tuple(Meld(meld.text) for meld in facts.melds)
    assert hand.size == len(facts.tiles) + 3 * len(facts.melds)


@given(st.data())
def test_a_hand_is_what_its_text_says(data: st.DataObject) -> None:
    facts = data.draw(hands())
    hand = Hand(data.draw(written(facts)))
    agrees(hand, facts)
    agrees(Hand(str(hand)), facts)
    assert eval(repr(hand)) == hand
    assert Hand(hand) == hand
    assert Hand(data.draw(written(facts))) == hand
    assert hash(Hand(str(hand))) == hash(hand)
    assert " " not in str(hand)


@given(st.data())
def test_other_ways_to_make_the_same_hand(data: st.DataObject) -> None:
    facts = data.draw(hands())
    hand = Hand(data.draw(written(facts)))
    texts = [meld.text for meld in facts.melds]
    if facts.tiles:
        assert Hand("".join(facts.tiles), texts) == hand
    assert Hand.from_tiles(facts.tiles, texts) == hand
    assert Hand.from_tiles(map(Tile, facts.tiles), [Meld(text) for text in texts]) == hand
    assert Hand.from_tiles(hand.tiles, [meld.code for meld in hand.melds]) == hand
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(hand, protocol)) == hand
    assert copy.deepcopy(hand) == copy.copy(hand) == hand
    if facts.tiles and set(hand.counts64[34:]) == {0} and not any(tile.red for tile in hand.tiles):
        assert Hand(hand.counts, texts) == hand
        assert Hand(list(hand.counts), texts) == hand


@given(hands(), st.sampled_from([*SUITED, *HONORS, *REDS, *FLOWERS, *NAMED]))
def test_draw_and_discard(facts: HandFacts, tile: str) -> None:
    hand = Hand.from_tiles(facts.tiles, [meld.text for meld in facts.melds])
    before = str(hand)
    held = Counter(plain(t) for t in facts.tiles)
    held += Counter(plain(t) for meld in facts.melds for t in meld.tiles if t not in NAMED[1:])
    allowed = 4 if plain(tile) in (*SUITED, *HONORS) else 8
    if held[plain(tile)] >= allowed or hand.size == 18:
        for way in (tile, Tile(tile)):
            with pytest.raises(HandError):
                hand.draw(way)
    else:
        drawn = hand.draw(Tile(tile))
        agrees(drawn, HandFacts((*facts.tiles, tile), facts.melds))
        assert drawn == hand.draw(tile)
        assert drawn.discard(tile) == drawn.discard(Tile(tile)) == hand
        if tile not in REDS:
            assert hand.draw(Tile(tile).kind) == drawn
    if tile in facts.tiles and hand.size > 1:
        rest = list(facts.tiles)
        rest.remove(tile)
        agrees(hand.discard(tile), HandFacts(tuple(rest), facts.melds))
    else:
        with pytest.raises(HandError):
            hand.discard(tile)
    assert str(hand) == before


def test_a_kind_discards_a_plain_five_before_a_red_one() -> None:
    hand = Hand("550m1z")
    assert str(hand.discard(4)) == "50m1z"
    assert str(hand.discard(4).discard(4).discard(4)) == "1z"
    assert str(Hand("0m1z").discard(np.int64(4))) == "1z"
    for tile in ("5m", Tile("5m")):
        with pytest.raises(HandError, match="no 5m to discard in 0m1z"):
            Hand("0m1z").discard(tile)
    with pytest.raises(HandError, match="no 0m to discard"):
        Hand("5m1z").discard("0m")
    with pytest.raises(HandError, match="a hand of 0 tiles"):
        Hand("1z").discard("1z")
    assert Hand("1z[222z<]").discard("1z").size == 3


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1z9s1p9m 0m5m", "509m1p9s1z"),
        (" 3m2m1m\t\n\r7z ", "123m7z"),
        ("{zong}0j8f{dabai}1m", "1m{dabai}8f0j{zong}"),
        ("[423s<]1m(1111z)2m", "12m[423s<](1111z)"),
        ("[ 4s 2s3s < ]1m [ 55p 0p 5p + ^ ]( 11z 1z1z )", "1m[423s<][5550p+^](1111z)"),
        ("0000m", "0000m"),
        ("00000000j", "00000000j"),
    ],
)
def test_written_form(text: str, written: str) -> None:
    assert str(Hand(text)) == written
    assert repr(Hand(text)) == f"Hand('{written}')"


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "at least one tile"),
        (" \t", 2, "at least one tile"),
        ("123", 3, "suit letter"),
        ("12 3m", 2, "suit letter"),
        ("123m456", 7, "suit letter"),
        ("123m,456p", 4, "a tile"),
        ("123mm", 4, "digits before"),
        ("z", 1, "digits after"),
        ("123m8z", 4, "1 to 7 before z"),
        ("123m10z", 5, "1 to 7 before z"),
        ("9f", 0, "1 to 8 before f"),
        ("1j", 0, "0 before j"),
        ("123m{", 5, "name of a tile"),
        ("{zong", 5, "}"),
        ("{zo ng}", 3, "}"),
        ("{zonga}", 1, "name of a tile"),
        ("1{zong}", 1, "suit letter"),
        ("55555m", 4, "no more 5m: at most 4"),
        ("5550m0m", 5, "no more 5m"),
        ("1111z 1z", 6, "no more 1z"),
        ("{dabai}" * 9, 56, "no more {dabai}: at most 8"),
        ("000000000j", 8, "no more 0j: at most 8"),
        ("5m[5555m<]", 2, "no more 5m"),
        ("[5555m<]5m", 8, "no more 5m"),
        ("(3333m)[423m<]", 7, "no more 3m"),
        ("(5555m)(5555m)", 7, "no more 5m"),
        ("1112223334445556667m", 18, "at most 18 tiles"),
        ("1112223334445556m[777m<]", 17, "at most 18 tiles"),
        ("[111m<][222m<][333m<][444m<][666m<][777m<]", 35, "at most 5 melds"),
        ("123m[", 5, "a tile"),
        ("123m]", 4, "a tile"),
        ("123m[423s]", 9, "< ^ or >"),
        ("123m[457s<]", 7, "chow, pung or kong"),
        ("123m\x00", 4, "a tile"),
        ("\x00", 0, "a tile"),
        ("123m-", 4, "a tile"),
        ("<123m", 0, "a tile"),
        ("é123m", 0, "a tile"),
        ("123mé", 4, "a tile"),
        ("123m\u200b", 4, "a tile"),
        ("123m\ud800", 4, "a tile"),
        ("\udfff", 0, "a tile"),
        ("hello", 0, "a tile"),
        ("E S W", 0, "a tile"),
    ],
)
def test_faulty_texts(text: str, position: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        Hand(text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert expected in caught.value.expected


def test_very_long_texts() -> None:
    many = 200_000
    for text, position in (
        ("1" * many, many),
        ("1" * many + "m", 4),
        ("1m" * many, 8),
        (" " * many, many),
        ("[" * many, 1),
        ("{" + "a" * many, many + 1),
        ("{" + "a" * many + "}", 1),
        ("[" + "5" * many + "m<]", 7),
        ("一" * many, many),
        ("W1" * many, 8),
        ("m" + "1" * many, 5),
        (" " * many + "1m", None),
    ):
        if position is None:
            assert str(Hand(text)) == "1m"
            continue
        with pytest.raises(NotationError) as caught:
            Hand(text)
        assert caught.value.position == position


class Text(str):
    """A kind of str."""


def test_kinds_of_str_are_text() -> None:
    assert Hand(Text("123m")) == Hand("123m")
    assert Hand(Text("一二三万")) == Hand("123m")


@pytest.mark.parametrize(
    "source", [None, 5, 2.5, ..., {"1m"}, b"123m", bytearray(b"123m"), Hand], ids=str
)
def test_no_hand(source: Any) -> None:
    with pytest.raises(HandError):
        Hand(source)


SIX_PUNGS = [f"[{n}{n}{n}s<]" for n in "123456"]


@pytest.mark.parametrize(
    "melds", [None, 5, "[555m<]", b"x", [None], [5], [""], ["555m"], ["[555m<]"] * 2, SIX_PUNGS]
)
def test_no_melds(melds: Any) -> None:
    with pytest.raises((HandError, NotationError)):
        Hand("1z", melds)


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("5m", ["(5555m)"]),
        ("111m", ["[213m<]", "[213m<]"]),
        ("1z", SIX_PUNGS),
        ("1112223334445556m", ["[777m<]"]),
    ],
)
def test_structure_faults_beyond_a_text_are_hand_errors(text: str, melds: list[str]) -> None:
    with pytest.raises(HandError):
        Hand(text, melds)
    with pytest.raises(HandError):
        Hand.from_tiles(parse_tiles(text), melds)


@pytest.mark.parametrize(
    "tiles", [["5m"] * 5, ["0m", 4, 4, 4, 4], [], range(19), [64], [None], "123m", None, 5]
)
def test_no_tiles(tiles: Any) -> None:
    with pytest.raises(HandError):
        Hand.from_tiles(tiles)
    with pytest.raises(HandError):
        Hand("4m[5555m+<]").draw("5m")


@given(st.sets(st.integers(0, 143), min_size=1, max_size=18), st.booleans())
def test_ids(ids: set[int], red_fives: bool) -> None:
    reds = {16: "0m", 52: "0p", 88: "0s"} if red_fives else {}
    texts = [reds.get(i) or KINDS[i // 4 if i < 136 else i - 136 + 35] for i in ids]
    order = list(ids)
    Random(len(ids)).shuffle(order)
    hand = Hand.from_136(order, red_fives=red_fives)
    agrees(hand, HandFacts(tuple(texts), ()))
    assert Hand.from_136(np.array(order), red_fives=red_fives) == hand
    with pytest.raises(HandError):
        Hand.from_136([*order, order[0]], red_fives=red_fives)


@pytest.mark.parametrize(
    "ids", [[], [-1], [144], [10**30], [None], ["1m"], [1.0], [True], 5, None, range(0, 76, 4)], ids=repr
)
def test_no_ids(ids: Any) -> None:
    with pytest.raises(HandError):
        Hand.from_136(ids)


MJAI = {f"{n}{suit}": f"{n}{suit}" for suit in "mps" for n in range(1, 10)}
MJAI |= {"5mr": "0m", "5pr": "0p", "5sr": "0s"}
MJAI |= {"E": "1z", "S": "2z", "W": "3z", "N": "4z", "P": "5z", "F": "6z", "C": "7z"}


@given(st.lists(st.sampled_from([*MJAI]), min_size=1, max_size=18))
def test_mjai(names: list[str]) -> None:
    texts = [MJAI[name] for name in names]
    if max(Counter(map(plain, texts)).values()) > 4:
        with pytest.raises(HandError):
            Hand.from_mjai(names)
        return
    agrees(Hand.from_mjai(names), HandFacts(tuple(texts), ()))
    assert Hand.from_mjai(" ".join(names)) == Hand.from_mjai(tuple(names))


@pytest.mark.parametrize(
    "tiles", ["", "?", "5mR", "0m", "1z", "e", "10m", "5zr", "ES", [5], [None], [["E"]], 5, None, [b"E"]]
)
def test_no_mjai(tiles: Any) -> None:
    with pytest.raises(HandError):
        Hand.from_mjai(tiles)


def test_from_other_ways_take_melds() -> None:
    for hand in (Hand.from_136([0, 1], ["[423s<]"]), Hand.from_mjai("1m 1m", ["[423s<]"])):
        assert str(hand) == "11m[423s<]"
    no_melds: Any = 5
    with pytest.raises(HandError):
        Hand.from_136([0], no_melds)
    with pytest.raises(HandError):
        Hand.from_mjai(["E"], no_melds)


def test_hands_never_change() -> None:
    hand = Hand("123m")
    for name in ("counts", "size", "tiles", "anything"):
        with pytest.raises(AttributeError):
            setattr(hand, name, 1)
    with pytest.raises(TypeError, match="never changes"):
        Hand.__init__(hand, "456m")
    assert str(hand) == "123m"
    with pytest.raises(TypeError):
        type("Other", (Hand,), {})


def test_hands_as_keys() -> None:
    table = {Hand("123m"): 1, Hand("123m[555z<]"): 2, Hand("0m"): 3, Hand("5m"): 4}
    assert len(table) == 4
    assert table[Hand("3m2m1m")] == 1
    assert Hand("123m") != "123m"
    assert Hand("123m[555z<][666z<]") != Hand("123m[666z<][555z<]")
    with pytest.raises(TypeError):
        sorted([Hand("1m"), Hand("2m")])  # type: ignore[type-var]


def test_hashes_spread() -> None:
    made = [Hand.from_tiles([a, b, c]) for a in range(34) for b in range(a, 34) for c in range(b, 34)]
    assert len({hash(hand) for hand in made}) == len(made)
    assert len({hash(hand) & 0xFFFF for hand in made}) > 6000


PIECES = [*"1590mpszfj[]()<^>+ {一五万筒竹东红中H,-=_*🀀🀄５】é\x00\n\ufe0f\ud83c"]
PIECES += ["{zong}", "W1", "J1", "m1", "[423s<]", "(1111z)", "[55m{zong}<]"]


def hand_or_fault(text: str) -> Hand | None:
    """The hand of a text; None for a faulty one, if the error says where and what."""
    fault: NotationError | None = None
    try:
        return Hand(text)
    except NotationError as error:
        fault = error
    assert fault.text == text
    assert 0 <= fault.position <= len(text)
    assert fault.expected
    return None


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=30))
def test_any_text_is_a_hand_or_a_notation_error(text: str) -> None:
    hand = hand_or_fault(text)
    if hand is not None:
        assert Hand(str(hand)) == hand
        assert 1 <= hand.size <= 18


@given(st.data())
def test_a_text_with_one_fault(data: st.DataObject) -> None:
    text = data.draw(written(data.draw(hands())))
    place = data.draw(st.integers(0, len(text)))
    piece = data.draw(st.sampled_from(["", *PIECES]))
    spoilt = text[:place] + piece + text[place + data.draw(st.integers(0, 1)) :]
    hand = hand_or_fault(spoilt)
    if hand is not None:
        assert Hand(str(hand)) == hand


def test_many_threads() -> None:
    texts = [f"{n}{n}{n}m[423s<](1111z)0p{{zong}}" for n in range(1, 10)]

    def work(text: str) -> str:
        hand = Hand(text)
        for _ in range(300):
            hand = Hand(str(hand.draw("9p").discard(17)), ())
            assert hand.melds[0] == Meld("[423s<]")
            assert len({*hand.tiles, Tile("0p")}) == 3
        return str(hand)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, 4 * texts)) == [str(Hand(text)) for text in 4 * texts]
