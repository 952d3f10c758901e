"""Chinese text, Unicode tiles, Botzone, kobalab: round trips, what is read besides, and where faults are."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import formats
from mjcore.errors import HandError, NotationError
from mjcore.formats import botzone, chinese, kobalab, unicode
from mjcore.formats.signs import ZH_WORDS
from mjcore.hand.hands import Hand
from mjcore.hand.text import set_reader
from mjcore.hand.tiles import Tile
from strategies import FLOWERS, HONORS, JOKERS, KINDS, REDS, SUITED, HandFacts, hands, written


@pytest.fixture(autouse=True)
def reader() -> None:
    set_reader(formats.translate)


def make(facts: HandFacts) -> Hand:
    return Hand.from_tiles(facts.tiles, [meld.text for meld in facts.melds])


# --- round trips ---


@given(hands())
def test_chinese_round_trip(facts: HandFacts) -> None:
    hand = make(facts)
    for traditional in (False, True):
        text = chinese.format(hand, traditional)
        assert chinese.parse(text) == hand
        assert Hand(text) == hand


@given(hands())
def test_unicode_round_trip(facts: HandFacts) -> None:
    hand = make(facts)
    text = unicode.format(hand)
    assert unicode.parse(text) == hand
    assert unicode.parse(text.replace("\ufe0e", "")) == hand
    assert unicode.parse(text.replace("\ufe0e", "\ufe0f")) == hand
    assert Hand(text) == hand


@given(hands(tiles=(*SUITED, *HONORS, *FLOWERS), reds=False, jokers=False))
def test_botzone_round_trip(facts: HandFacts) -> None:
    hand = make(facts)
    text = botzone.format(hand)
    assert botzone.parse(text) == hand
    assert botzone.parse(text.replace(" ", "")) == hand
    assert Hand(text) == hand


@given(hands(tiles=(*SUITED, *HONORS, *REDS), jokers=False))
def test_kobalab_round_trip(facts: HandFacts) -> None:
    hand = make(facts)
    text = kobalab.format(hand)
    assert kobalab.parse(text) == hand
    assert kobalab.parse(text + ",") == hand
    assert Hand(text) == hand


@pytest.mark.parametrize("tile", [*KINDS, *REDS])
def test_each_tile_is_written_or_refused(tile: str) -> None:
    hand = Hand(tile)
    assert chinese.parse(chinese.format(hand)) == hand
    assert unicode.parse(unicode.format(hand)) == hand
    for module, known in ((botzone, (*SUITED, *HONORS, *FLOWERS)), (kobalab, (*SUITED, *HONORS, *REDS))):
        if tile in known:
            assert module.parse(module.format(hand)) == hand
        else:
            with pytest.raises(HandError, match="has no sign for"):
                module.format(hand)


@pytest.mark.parametrize("meld", ["[55m0j<]", "[4{zong}6s<]", "[{dabai}{dabai}{dabai}<]", "[1f1f1f0j0j<]"])
def test_melds_that_others_can_not_write(meld: str) -> None:
    hand = Hand(meld)
    assert chinese.parse(chinese.format(hand)) == hand
    assert unicode.parse(unicode.format(hand)) == hand
    with pytest.raises(HandError, match="has no sign for"):
        botzone.format(hand)
    with pytest.raises(HandError, match="has no sign for"):
        kobalab.format(hand)


@given(st.data())
def test_chinese_and_unicode_readers_take_the_main_grammar_too(data: st.DataObject) -> None:
    text = data.draw(written(data.draw(hands())))
    assert chinese.parse(text) == unicode.parse(text) == Hand(text)


# --- written form ---

SAMPLE = "123m406p789s1177z1f[312s<][888m^](4444z)"


def test_written_form() -> None:
    hand = Hand("123m406p1177z1f0j{zong}")
    assert chinese.format(hand) == "一二三万 四红五六筒 东东 中中 春 百搭 {zong}"
    assert unicode.format(hand) == "🀇🀈🀉🀜0p🀞🀀🀀🀄\ufe0e🀄\ufe0e🀦🀪{zong}"
    assert chinese.format(Hand("1m[312s<][0555p^](4444z)")) == "一万 [三一二条<] [红五五五五筒^] (北北北北)"
    assert chinese.format(Hand("1m5s66z6f0p{caishen}"), traditional=True) == "一萬 紅五筒 五條 發發 蘭 財神"
    assert chinese.format(Hand("[5555m+>]")) == "[五五五五万+>]"
    assert unicode.format(Hand("[312s<](4444z)")) == "[🀒🀐🀑<](🀃🀃🀃🀃)"
    assert botzone.format(Hand("9m1p5s1234567z8f[312s<]")) == "W9 B1 T5 F1 F2 F3 F4 J3 J2 J1 H8 [T3T1T2<]"
    assert botzone.name(Tile("5z")) == "J3"
    assert kobalab.format(Hand("340m11z[312s<][0555p>](4444z)[5555s+^]")) == (
        "m340z11,s123-,p5550+,z4444,s555=5"
    )
    assert kobalab.format(Hand("1m[132s<][046m>][5505p^](5550s)")) == "m1,s1-23,m40+6,p5505=,s5550"


# --- what is read besides ---


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("一二三万 四五六筒 七八九条 东东 中中 中", "123m456p789s11777z"),
        ("一二三万四五六筒东东发", "123m456p116z"),
        ("１２３万　４５６餅", "123m456p"),
        ("1万 2筒 3条", "1m2p3s"),
        ("一萬二餅三條 東南西北白發中", "1m2p3s1234567z"),
        ("一饼二文三索四竹", "12p34s"),
        ("伍萬", "5m"),
        ("红五万 0万 赤5筒 紅伍條", "00m0p0s"),
        ("四红五六万", "406m"),
        ("红中 紅中 白板 发财 發財 東風 东风 南风 西风 北風", "11234566z77z"),
        ("春夏秋冬梅兰竹菊", "12345678f"),
        ("蘭 竹八竹", "6f7f8s"),
        ("百搭 财神 猫 老鼠 聚宝盆 大白板", "0j{caishen}{mao}{laoshu}{jubao}{dabai}"),
        ("財神、貓，聚寶盆", "{caishen}{mao}{jubao}"),
        ("大白板白板白", "{dabai}55z"),
        ("发财神 [发发财神<]", "6z{caishen}[6z6z{caishen}<]"),
        ("發財财神發財發", "666z{caishen}"),
        ("{zong}一万", "1m{zong}"),
        ("【四二三条<】(东东东东)", "[423s<](1111z)"),
        ("［４２３条＜］（１１１１ｚ）", "[423s<](1111z)"),
        ("[四条{zong}六条<]", "[4{zong}6s<]"),
        ("[四条百搭六条<]", "[4s0j6s<]"),
        ("[五五五五万+^]", "[5555m+^]"),
    ],
)
def test_chinese(text: str, hand: str) -> None:
    assert chinese.parse(text) == Hand(hand) == Hand(text)


def test_any_words_without_a_space() -> None:
    """No word is read into the next one: 发财神 is 发 and 财神, not 发财 and an unknown sign."""
    for words in product(ZH_WORDS, repeat=2):
        text, tiles = "".join(words), "".join(ZH_WORDS[word] for word in words)
        assert chinese.translate(text)[0] == tiles, text
    for tiles_ in product(sorted({*ZH_WORDS.values()}), repeat=3):
        shortest = "".join(min((w for w, tile in ZH_WORDS.items() if tile == one), key=len) for one in tiles_)
        assert chinese.translate(shortest)[0] == "".join(tiles_), shortest


def test_unicode_and_chinese_in_one_text() -> None:
    assert Hand("🀇 二万 {zong} 3m") == Hand("123m{zong}")
    with pytest.raises(NotationError):
        chinese.parse("🀇")
    with pytest.raises(NotationError):
        unicode.parse("一万")


def test_unicode_dragons_are_in_its_own_order() -> None:
    assert unicode.parse("\U0001f004") == Hand("7z")
    assert unicode.parse("\U0001f005") == Hand("6z")
    assert unicode.parse("\U0001f006") == Hand("5z")


def test_botzone_dragons_are_in_its_own_order() -> None:
    assert botzone.parse("J1") == Hand("7z")
    assert botzone.parse("J2") == Hand("6z")
    assert botzone.parse("J3") == Hand("5z")
    assert botzone.parse("W1W2, W3 [B4B2B3<](F1F1F1F1)") == Hand("123m[423p<](1111z)")


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("m123p123z1z1,s1-23,z222=", "123m123p11z[123s<][222z^]"),
        ("m123p0z55s9", "123m0p9s55z"),
        ("m1,m0555", "1m(0555m)"),
        ("m1,m5550", "1m(5550m)"),
        ("m1,m555=0", "1m[5550m+^]"),
        ("m555=0", "[5550m+^]"),
        (",z1111", "(1111z)"),
        ("z1,z2222+", "1z[2222z>]"),
        ("m1,m0-67", "1m[067m<]"),
        ("m1,m4-06", "1m[406m<]"),
        ("m1,m456-", "1m[645m<]"),
        ("m1,m555-5,s111+1", "1m[5555m+<][1111s+>]"),
        ("m12 p34 , s1-23 ,", "12m34p[123s<]"),
        ("m12_", "12m"),
        ("m12*", "12m"),
        ("m12_*", "12m"),
        ("m12,m555-*", "12m[555m<]"),
        ("m12,m555-_", "12m[555m<]"),
    ],
)
def test_kobalab(text: str, hand: str) -> None:
    assert kobalab.parse(text) == Hand(hand) == Hand(text)


# --- faults ---


@pytest.mark.parametrize(
    ("module", "text", "position", "expected"),
    [
        (chinese, "", 0, "at least one tile"),
        (chinese, "一二", 2, "a suit"),
        (chinese, "一二东", 2, "a suit"),
        (chinese, "一二 万", 2, "a suit"),
        (chinese, "万", 0, "a tile in Chinese"),
        (chinese, "一万万", 2, "a tile in Chinese"),
        (chinese, "一万红", 2, "a tile in Chinese"),
        (chinese, "一万红六万", 2, "a tile in Chinese"),
        (chinese, "一万百", 2, "a tile in Chinese"),
        (chinese, "五五五五五万", 4, "no more 5m"),
        (chinese, "东东 东东 东", 6, "no more 1z"),
        (chinese, "８ｚ", 0, "1 to 7"),
        (chinese, "东西[一二四万<]", 5, "chow, pung or kong"),
        (chinese, "东西[东南西<]", 4, "chow, pung or kong"),
        (chinese, "[四二三条]", 5, "< ^ or >"),
        (chinese, "[四二三条＜", 6, "]"),
        (chinese, "[四{zong}六条<]", 2, "a suit"),
        (chinese, "[四百搭条<]", 2, "a suit"),
        (chinese, "{财神}", 1, "ASCII"),
        (chinese, "{zong", 5, "}"),
        (chinese, "东{foo}", 2, "name of a tile"),
        (chinese, "东\x00", 1, "a tile in Chinese"),
        (chinese, "东\ud800", 1, "a tile in Chinese"),
        (chinese, "东🀇", 1, "a tile in Chinese"),
        (chinese, "春" * 9, 8, "no more 1f"),
        (unicode, "🀀🀀🀀🀀🀀", 4, "no more 1z"),
        (unicode, "🀀🀫", 1, "not its back"),
        (unicode, "🀄\ufe0e🀄\ufe0e🀄\ufe0e🀄\ufe0e🀄\ufe0e", 8, "no more 7z"),
        (unicode, "🀀一万", 1, "a tile of the Unicode"),
        (unicode, "🀀5", 2, "a suit letter"),
        (unicode, "[🀐🀑🀓<]", 3, "chow, pung or kong"),
        (unicode, "🂡", 0, "a tile of the Unicode"),
        (botzone, "W", 1, "1 to 9 after W"),
        (botzone, "W1 W0", 4, "1 to 9 after W"),
        (botzone, "F5", 1, "1 to 4 after F"),
        (botzone, "J4", 1, "1 to 3 after J"),
        (botzone, "H9", 1, "1 to 8 after H"),
        (botzone, "W٣", 1, "1 to 9 after W"),
        (botzone, "w1", 0, "a tile of Botzone"),
        (botzone, "W1 {zong}", 3, "a tile of Botzone"),
        (botzone, "W1 12", 3, "a tile of Botzone"),
        (botzone, "W1 W1 W1 W1 W1", 12, "no more 1m"),
        (botzone, "[B1B2B4<]", 5, "chow, pung or kong"),
        (botzone, "[B1B1B1]", 7, "< ^ or >"),
        (kobalab, "", 0, "at least one tile"),
        (kobalab, "1m", 0, "a letter"),
        (kobalab, "m", 1, "digits after m"),
        (kobalab, "mp1", 1, "digits after m"),
        (kobalab, "m1p", 3, "digits after p"),
        (kobalab, "m1p,s123-", 3, "digits after p"),
        (kobalab, "m1x", 2, "digits after m"),
        (kobalab, "z8", 1, "1 to 7"),
        (kobalab, "z0", 1, "1 to 7"),
        (kobalab, "m____", 1, "hidden"),
        (kobalab, "____", 0, "hidden"),
        (kobalab, "m1__", 2, "hidden"),
        (kobalab, "m11111", 5, "no more 1m"),
        (kobalab, "m1,,s123-", 3, "a meld"),
        (kobalab, "m1,s123", 7, "- = +"),
        (kobalab, "m1,s", 4, "- = +"),
        (kobalab, "m1,123-", 3, "a letter"),
        (kobalab, "m1,s-123", 4, "a digit"),
        (kobalab, "m1,s1-2-3", 7, "a digit"),
        (kobalab, "m1,s124-", 4, "chow, pung or kong"),
        (kobalab, "m1,z123-", 4, "chow, pung or kong"),
        (kobalab, "m1,s1-11", 5, "the last"),
        (kobalab, "m1,s1234", 5, "four equal"),
        (kobalab, "m1,s11111", 8, "no more 1s"),
        (kobalab, "m1,m1111", 3, "no more 1m"),
        (kobalab, "m1,s111-23", 8, "chow, pung or kong"),
    ],
)
def test_faulty_texts(module: Any, text: str, position: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        module.parse(text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert expected in caught.value.expected


PIECES = [*"一五九万萬筒竹东中红发春百搭梅大白板财神05m[](<>^+{} ,，、_-=*zsWBJH19🀀🀄\ufe0e\ud800", "{zong}"]


@given(
    st.sampled_from([*formats.FORMATS.values()]),
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(),
)
def test_any_text_is_a_hand_or_a_notation_error(module: Any, text: str) -> None:
    fault: NotationError | None = None
    try:
        hand = module.parse(text)
    except NotationError as error:
        fault = error
    if fault is None:
        assert Hand(str(hand)) == hand
    else:
        assert fault.text == text
        assert 0 <= fault.position <= len(text)


@pytest.mark.parametrize("name", formats.FORMATS)
@pytest.mark.parametrize("text", [None, 5, b"W1", ["W1"]], ids=repr)
def test_no_text(name: str, text: Any) -> None:
    with pytest.raises(HandError):
        formats.FORMATS[name].parse(text)


@pytest.mark.parametrize(
    ("text", "position"), [("hello", 0), (" [x", 2), ("f1", 0), ("", 0), ("123m", 0), ("!", 0), ("(", 1)]
)
def test_texts_of_no_notation(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        formats.translate(text)
    assert caught.value.position == position


def test_jokers_are_all_there() -> None:
    assert len(JOKERS) == 21
    assert {str(Tile(kind)) for kind in range(43, 64)} == set(JOKERS)
