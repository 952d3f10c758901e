"""Melds: their texts, their packed form and what they are made of."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import formats
from mjcore.errors import HandError, NotationError
from mjcore.hand.melds import Meld
from mjcore.hand.text import format_meld, parse_meld, set_reader, tiles_of_meld
from mjcore.hand.tiles import Tile
from strategies import HONORS, JOKERS, KINDS, SUITED, MeldFacts, melds, plain

SOURCES = {">": 1, "^": 2, "<": 3}
TYPES = ["chow", "pung", "exposed kong", "added kong", "concealed kong", "quint", "sextet"]


@pytest.fixture(autouse=True)
def reader() -> None:
    set_reader(formats.translate)


def pack(kind: int, type_: str, source: str = "", claimed: int = 0, jokers: int = 0, reds: int = 0) -> int:
    """The packed meld as src/mjcore/hand/kinds.pxd lays it out."""
    number = TYPES.index(type_) + 1
    return kind | number << 6 | SOURCES.get(source, 0) << 9 | claimed << 11 | jokers << 13 | reds << 19


def test_every_chow() -> None:
    for suit, low, claimed, source in product("mps", range(1, 8), range(3), "<^>"):
        numbers = [low, low + 1, low + 2]
        first = numbers.pop(claimed)
        meld = Meld(f"[{first}{numbers[0]}{numbers[1]}{suit}{source}]")
        assert meld.code == pack(Tile(f"{low}{suit}").kind, "chow", source, claimed)
        assert Meld(f"[{first}{numbers[1]}{numbers[0]}{suit} {source}]") == meld
        assert (meld.type, meld.kind, meld.source) == ("chow", Tile(f"{low}{suit}").kind, source)
        assert meld.tiles == tuple(Tile(f"{low + i}{suit}") for i in range(3))
        assert meld.claimed is Tile(f"{first}{suit}")
        assert (meld.concealed, meld.is_kong) == (False, False)


@pytest.mark.parametrize("tile", [*SUITED, *HONORS, "{dabai}"])
def test_every_pung_and_kong(tile: str) -> None:
    kind = Tile(tile).kind
    for source in "<^>":
        for text, type_, size in (
            (f"[{3 * tile}{source}]", "pung", 3),
            (f"[{4 * tile}{source}]", "exposed kong", 4),
            (f"[{4 * tile}+{source}]", "added kong", 4),
        ):
            meld = Meld(text)
            assert meld.code == pack(kind, type_, source)
            assert (meld.type, meld.kind, meld.source) == (type_, kind, source)
            assert (meld.tiles, meld.claimed) == (size * (Tile(tile),), Tile(tile))
            assert (meld.concealed, meld.is_kong) == (False, size == 4)
    meld = Meld(f"({4 * tile})")
    assert meld.code == pack(kind, "concealed kong")
    assert (meld.type, meld.source, meld.claimed) == ("concealed kong", "", None)
    assert (meld.concealed, meld.is_kong) == (True, True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # a red five keeps its place: in a chow by its number, else first if it was claimed, otherwise last
        ("[046m<]", pack(3, "chow", "<", 1, reds=0b010)),
        ("[406m<]", pack(3, "chow", "<", 0, reds=0b010)),
        ("[340m<]", pack(2, "chow", "<", 0, reds=0b100)),
        ("[067s>]", pack(22, "chow", ">", 0, reds=0b001)),
        ("[055p^]", pack(13, "pung", "^", reds=0b001)),
        ("[505p^]", pack(13, "pung", "^", reds=0b100)),
        ("[0055p<]", pack(13, "exposed kong", "<", reds=0b1001)),
        ("[5050p+<]", pack(13, "added kong", "<", reds=0b1100)),
        ("(0555p)", pack(13, "concealed kong", reds=0b1000)),
        # jokers: in a chow where they belong, else last
        ("[4s0j6s<]", pack(21, "chow", "<", 0, jokers=0b010)),
        ("[550jm>]", 0),
        ("[55m0j>]", pack(4, "pung", ">", jokers=0b100)),
        ("[0j55m>]", pack(4, "pung", ">", jokers=0b100)),
        ("[0j0m5m0j>]", pack(4, "exposed kong", ">", jokers=0b1100, reds=0b0001)),
        ("[5{zong}m5m>]", pack(4, "pung", ">", jokers=0b100) | 55 << 25),
        ("[5{joker}5m>]", pack(4, "pung", ">", jokers=0b100)),
        ("[77m00j7m<]", pack(6, "quint", "<", jokers=0b11000)),
        ("[77m000j7m<]", pack(6, "sextet", "<", jokers=0b111000)),
        ("[1f2f8f00j^]", pack(35, "quint", "^", jokers=0b11000)),
        ("(1z000j)", pack(27, "concealed kong", jokers=0b1110)),
    ],
)
def test_packed_form(text: str, code: int) -> None:
    if not code:
        with pytest.raises(NotationError):
            Meld(text)
        return
    assert Meld(text).code == code
    assert Meld.from_code(code) == Meld(text)


def _possible_chows(claimed: int, other: int, before: bool) -> int | None:
    """The lowest number of the chow of a claimed number, another, and a joker before or after the other."""
    fits = [low for low in range(1, 8) if {claimed, other} <= {low, low + 1, low + 2}]
    if len(fits) == 2:
        joker_is_lower = {low: min({low, low + 1, low + 2} - {claimed, other}) < other for low in fits}
        fits = [low for low in fits if joker_is_lower[low] == before]
    return fits[0] if fits else None


def test_a_joker_in_a_chow_stands_for_the_missing_tile() -> None:
    for claimed, other, before in product(range(1, 10), range(1, 10), (True, False)):
        inner = f"{claimed}{{zong}}{other}s" if before else f"{claimed}{other}{{zong}}s"
        if claimed == other:
            assert Meld(f"[{inner}<]").type == "pung"
            continue
        low = _possible_chows(claimed, other, before)
        if low is None:
            with pytest.raises(NotationError):
                Meld(f"[{inner}<]")
            continue
        meld = Meld(f"[{inner}<]")
        assert (meld.type, meld.kind) == ("chow", 18 + low - 1)
        assert meld.claimed is Tile(f"{claimed}s")
        expected = [Tile(f"{low + i}s") if low + i in (claimed, other) else Tile("{zong}") for i in range(3)]
        assert list(meld.tiles) == expected
        assert Meld(str(meld)) == meld


def agrees(meld: Meld, facts: MeldFacts) -> None:
    assert meld.type == facts.type
    assert meld.kind == Tile(facts.lowest).kind
    assert meld.source == facts.source
    assert meld.claimed is (Tile(facts.claimed) if facts.claimed else None)
    assert Counter(map(str, meld.tiles)) == Counter(facts.tiles)
    if facts.type == "chow":
        assert [str(tile) for tile in meld.tiles] == list(facts.tiles)
    elif facts.claimed:
        assert meld.tiles[0] is meld.claimed


@given(melds())
def test_a_meld_is_what_its_text_says(facts: MeldFacts) -> None:
    meld = Meld(facts.text)
    agrees(meld, facts)
    agrees(Meld(str(meld)), facts)
    assert eval(repr(meld)) == meld
    assert str(Meld(str(meld))) == str(meld) == format_meld(meld)
    assert Meld.from_code(meld.code) == meld == Meld(meld.code)
    assert parse_meld(meld) == parse_meld(facts.text) == meld.code
    assert bytes(tile.code for tile in meld.tiles) == tiles_of_meld(meld)
    assert hash(Meld(facts.text)) == hash(meld)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(meld, protocol)) == meld
    assert copy.deepcopy(meld) == copy.copy(meld) == meld


def test_the_order_of_a_pung_does_not_matter_beyond_its_first_tile() -> None:
    for tiles in set(permutations("0555")):
        text = "".join(tiles)
        assert str(Meld(f"[{text}m^]")) == ("[0555m^]" if text[0] == "0" else "[5550m^]")
        assert str(Meld(f"({text}m)")) == "(5550m)"


def _decoded(code: int) -> str | None:
    """A text for a packed meld, made from the layout alone; None if it is none."""
    kind, type_, source = code & 63, code >> 6 & 7, code >> 9 & 3
    claimed, jokers, reds, joker = code >> 11 & 3, code >> 13 & 63, code >> 19 & 63, code >> 25
    size = [0, 3, 3, 4, 4, 4, 5, 6][type_]
    if not size or (source == 0) != (type_ == 5) or joker > 63 or 0 < joker < 44 or (joker and not jokers):
        return None
    if type_ == 1 and (kind >= 27 or kind % 9 > 6):
        return None
    tiles: list[str] = []
    for place in range(6):
        is_joker, is_red = jokers >> place & 1, reds >> place & 1
        if place >= size and (is_joker or is_red):
            return None
        tile = KINDS[kind + (place if type_ == 1 else 0)]
        if (is_joker and is_red) or (is_red and tile not in ("5m", "5p", "5s")):
            return None
        tiles.append(str(Tile(joker or 43)) if is_joker else f"0{tile[1]}" if is_red else tile)
    tiles = tiles[:size]
    if type_ == 1:
        if claimed > 2 or jokers >> claimed & 1 or jokers.bit_count() > 1:
            return None
        tiles.insert(0, tiles.pop(claimed))
    elif claimed or kind > 35 or jokers.bit_count() == size:
        return None
    if type_ != 1 and size - jokers.bit_count() > (4 if kind < 34 else 8):
        return None
    if type_ == 5:
        return f"({''.join(tiles)})"
    return f"[{''.join(tiles)}{'+' * (type_ == 4)}{' >^<'[source]}]"


@given(
    st.one_of(
        st.integers(0, 2**32 - 1),
        st.builds(
            lambda kind, type_, source, claimed, jokers, reds, joker: (
                kind | type_ << 6 | source << 9 | claimed << 11 | jokers << 13 | reds << 19 | joker << 25
            ),
            st.integers(0, 63) | st.sampled_from([2, 3, 4, 13, 22]),
            st.integers(0, 7),
            st.integers(0, 3),
            st.integers(0, 3) | st.just(0),
            st.integers(0, 63) | st.sampled_from([0, 1, 2, 4, 8]),
            st.integers(0, 63) | st.sampled_from([0, 1, 2, 4, 8]),
            st.integers(0, 127) | st.just(0),
        ),
    )
)
def test_any_integer_is_a_meld_or_refused(code: int) -> None:
    text = _decoded(code)
    if text is not None and code >> 6 & 7 not in (1, 5) and code >> 13 & 1:
        text = None  # the claimed tile, place 0, is a joker
    if text is not None and code >> 6 & 7 not in (1, 5) and not code >> 19 & 1:
        naturals = [tile for tile in Meld(text).tiles if str(tile) not in JOKERS]
        if all(tile.red for tile in naturals):
            text = None  # place 0 says plain, the others are red; none is left for it
    if text is None:
        with pytest.raises(HandError):
            Meld.from_code(code)
        return
    meld = Meld.from_code(code)
    assert meld == Meld(text)
    assert Meld.from_code(meld.code).code == meld.code


@pytest.mark.parametrize(
    "source",
    [-1, 0, 63, 2**32, 10**40, -(10**40), None, 2.5, b"[555m<]", [], ["[555m<]"], True, ...],
    ids=repr,
)
def test_no_meld(source: Any) -> None:
    with pytest.raises(HandError):
        Meld(source)
    with pytest.raises(HandError):
        Meld.from_code(source)


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "a meld"),
        ("555m", 0, "a meld"),
        ("[", 1, "a tile"),
        ("[]", 1, "a tile"),
        ("[555]", 4, "suit letter"),
        ("[5 55m<]", 2, "suit letter"),
        ("[555m]", 5, "< ^ or >"),
        ("[555m", 5, "< ^ or >"),
        ("[555m<", 6, "]"),
        ("[555m<)", 6, "]"),
        ("[555m<<]", 6, "]"),
        ("[555m+<]", 5, "< ^ or >"),
        ("[423s+<]", 5, "< ^ or >"),
        ("[5555m++<]", 7, "< ^ or >"),
        ("[5555m<+]", 7, "]"),
        ("[55m<]", 4, "at least three"),
        ("[5m<]", 3, "at least three"),
        ("[45m<]", 4, "third tile"),
        ("[4556m<]", 3, "chow, pung or kong"),
        ("[556m<]", 3, "chow, pung or kong"),
        ("[457m<]", 3, "chow, pung or kong"),
        ("[4567m<]", 4, "< ^ or >"),
        ("[456m0j<]", 5, "< ^ or >"),
        ("[123z<]", 2, "chow, pung or kong"),
        ("[567z<]", 2, "chow, pung or kong"),
        ("[8m9m1p<]", 5, "chow, pung or kong"),
        ("[9m1p2p<]", 3, "chow, pung or kong"),
        ("[1{dabai}1z<]", 2, "chow, pung or kong"),
        ("[1s1p1m<]", 3, "chow, pung or kong"),
        ("[1m1p1s<]", 3, "chow, pung or kong"),
        ("[55555m<]", 5, "no more 5m"),
        ("[5555550m<]", 7, "suit letter"),
        ("[555m0000j<]", 8, "suit letter"),
        ("[555m000j0j<]", 9, "< ^ or >"),
        ("[0j46s<]", 1, "claimed tile"),
        ("[000j<]", 5, "no joker"),
        ("[0j{zong}5m<]", 3, "0j again"),
        ("[{zong}{wan}5m<]", 7, "{zong} again"),
        ("[555x<]", 4, "suit letter"),
        ("[m<]", 1, "a tile"),
        ("[5s6s7]", 6, "suit letter"),
        ("[m123<]", 1, "a tile"),
        ("(m1111)", 1, "a tile"),
        ("[5m0jm<]", 5, "digits"),
        ("[558z<]", 3, "1 to 7"),
        ("[55{foo}m<]", 4, "name of a tile"),
        ("(111z)", 5, "four equal"),
        ("(1112z)", 4, "four equal"),
        ("(11111z)", 5, "no more 1z"),
        ("(123m)", 2, "four equal"),
        ("(1111z", 6, ")"),
        ("(1111z<)", 6, ")"),
        ("(1111z]", 6, ")"),
        ("(000000j)", 8, "no joker"),
        ("(0000000j)", 7, "suit letter"),
        ("[555m<] 1", 8, "nothing more"),
        ("[555m<][555p<]", 7, "nothing more"),
        ("[中中中", 4, "< ^ or >"),
        ("[中中中<", 5, "]"),
        ("[一中中<]", 2, "a suit"),
        ("[一万中中<]", 3, "chow, pung or kong"),
        ("[W4B4<]", 3, "chow, pung or kong"),
    ],
)
def test_faulty_texts(text: str, position: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        Meld(text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert expected in caught.value.expected


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("[四二三条<]", "[423s<]"),
        ("【中中中＞】", "[777z>]"),
        ("(J1J1J1J1)", "(7777z)"),
        ("s2-34", "[234s<]"),
        ("m550+", "[055m>]"),
        ("m555=0", "[5550m+^]"),
        ("[🀀🀀🀀^]", "[111z^]"),
    ],
)
def test_melds_of_other_notations(text: str, meld: str) -> None:
    assert str(Meld(text)) == meld


def test_melds_never_change() -> None:
    meld = Meld("[423s<]")
    for name in ("code", "kind", "anything"):
        with pytest.raises(AttributeError):
            setattr(meld, name, 1)
        with pytest.raises(AttributeError):
            delattr(meld, name)
    assert str(meld) == "[423s<]"
    assert meld != "[423s<]"
    assert meld != meld.code
    assert meld != Meld("[423s>]")
    assert plain("0m") == "5m"
