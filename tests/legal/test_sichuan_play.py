"""What Sichuan mahjong allows: the `play` statements of the case files, and their neighbours."""

from __future__ import annotations

import pytest

from mjcore import HandError, RuleError, rules
from mjcore.legal.blood_battle import goes_on, must_win, win_after_passing
from mjcore.legal.void_suits import claims_on_discard, own_kongs, void_discards
from mjcore.rules import RuleSet

SEED = rules.get("sichuan")
SBR = rules.get("sichuan", "sbr_2025")
APP = rules.get("sichuan", "xuezhan_app")
RIVER = rules.get("sichuan", "xueliu_app")
PRESETS = (SEED, SBR, APP, RIVER)


def test_last_four_tiles_force_a_self_draw() -> None:
    """sichuan-075: four tiles were left before the draw."""
    assert must_win(4, rules=SEED)
    assert must_win(1, rules=SEED)
    assert not must_win(5, rules=SEED)
    assert not must_win(0, rules=SEED)
    for rule_set in (SBR, APP, RIVER):
        assert not must_win(1, rules=rule_set)


def test_last_four_tiles_force_a_win_on_the_discarded_one() -> None:
    """sichuan-077, 079: the tile of the draw is discarded at once; another one; another scope."""
    any_tile = SEED.replace(forced_win_scope="any_tile")
    assert must_win(2, drawn_tile=True, rules=SEED)
    assert not must_win(2, drawn_tile=False, rules=SEED)
    assert must_win(2, drawn_tile=False, rules=any_tile)
    assert not must_win(5, drawn_tile=False, rules=any_tile)
    # the app's scope, with the number of another server
    assert must_win(4, drawn_tile=False, rules=APP.replace(forced_last=4))


def test_void_tiles_are_discarded_first() -> None:
    """sichuan-081: a bamboo has to go before 2p."""
    hand = "123456789m23p5s55p"
    assert [str(tile) for tile in void_discards(hand, "2p", "s", rules=SBR)] == ["5s"]
    assert len(void_discards(hand, "2p", "s", rules=SBR.replace(void_first=False))) == 13
    assert len(void_discards(hand, "2p", rules=SEED)) == 13
    assert len(void_discards("123456789m23p555p", "2p", "s", rules=SBR)) == 12


def test_a_suit_that_has_to_be_missing_only_at_the_win_may_be_claimed() -> None:
    """sichuan-083: the seed's void suit is free; a declared one is not claimed."""
    hand = "123456789m23p55s"
    assert claims_on_discard(hand, "5s", live_tiles=20, rules=SEED) == ("pung",)
    assert claims_on_discard(hand, "5s", "s", live_tiles=20, rules=SBR) == ()
    assert claims_on_discard(hand, "5s", "m", live_tiles=20, rules=SBR) == ("pung",)


def test_a_dearer_win_may_follow_one_that_was_passed() -> None:
    """sichuan-085 (顺和)."""
    assert win_after_passing(1, 2, drawn_since=False, rules=SBR)
    assert not win_after_passing(1, 1, drawn_since=False, rules=SBR)
    assert not win_after_passing(1, 0, drawn_since=False, rules=SBR)
    assert win_after_passing(1, 0, drawn_since=True, rules=SBR)
    assert win_after_passing(None, 0, drawn_since=False, rules=SBR)
    for rule_set in (SEED, APP, RIVER):
        assert win_after_passing(1, 0, drawn_since=False, rules=rule_set)


def test_two_players_claim_nothing() -> None:
    """sichuan_tables-003: their discards lie face down."""
    two, hand = SEED.replace(players=2), "1112345678999m"
    assert claims_on_discard(hand, "1m", live_tiles=20, rules=SEED) == ("win", "kong", "pung")
    for rule_set in (two, two.replace(must_flush=True, claims=[], discards="face_down"),
                     SEED.replace(discards="face_down"), SEED.replace(claims=[])):
        assert claims_on_discard(hand, "1m", live_tiles=20, rules=rule_set) == ()
    assert claims_on_discard(hand, "1m", live_tiles=20, rules=SEED.replace(claims="pung")) == ("pung",)


@pytest.mark.parametrize("players", range(2, 11))
def test_a_blood_battle_ends_with_one_player_left(players: int) -> None:
    """sichuan_tables-025 for five."""
    battle = SEED.replace(players=players)
    assert goes_on(range(players - 2), live_tiles=1, rules=battle)
    assert not goes_on(range(players - 1), live_tiles=1, rules=battle)
    assert not goes_on([], live_tiles=0, rules=battle)
    single, river = battle.replace(mode="single"), battle.replace(mode="xueliu")
    assert goes_on([], live_tiles=1, rules=single)
    assert not goes_on([0], live_tiles=1, rules=single)
    assert goes_on(range(players), live_tiles=1, rules=river)
    assert not goes_on(range(players), live_tiles=0, rules=river)


def test_a_win_lacks_the_void_suit() -> None:
    hand = "123456789m2355p"
    assert claims_on_discard(hand, "4p", live_tiles=20, rules=SEED) == ("win",)
    assert claims_on_discard(hand, "4p", "s", live_tiles=20, rules=APP) == ("win",)
    assert claims_on_discard(hand, "4p", "p", live_tiles=20, rules=APP) == ()
    assert claims_on_discard("123456m2355p123s", "4p", live_tiles=20, rules=SEED) == ()
    assert claims_on_discard("123456m2355p123s", "4p", "s", live_tiles=20, rules=APP) == ()
    # two suits where one is asked for
    assert claims_on_discard(hand, "4p", live_tiles=20, rules=SEED.replace(must_flush=True)) == ()


def test_kongs_on_the_own_turn() -> None:
    def kongs(hand: str, drawn: str | None, void: str | None = None, rule_set: RuleSet = SEED, live: int = 9,
              frozen: bool = False) -> list[str]:
        return [f"{type} {tile}"
                for type, tile in own_kongs(hand, drawn, void, live_tiles=live, frozen=frozen, rules=rule_set)]

    hand = "2222m3m45678p5s[555s<]"
    assert kongs(hand, "3m") == ["concealed kong 2m", "added kong 5s"]
    # right after an own pung, and with no tile to draw
    assert kongs(hand, None) == []
    assert kongs(hand, "3m", live=0) == []
    # tiles of the own void suit
    assert kongs(hand, "3m", "m", SBR) == ["added kong 5s"]
    assert kongs(hand, "3m", "s", SBR) == ["concealed kong 2m"]


def test_no_kong_on_the_last_discard() -> None:
    """Pung and win are allowed there (R)."""
    hand = "1112345678999m"
    assert claims_on_discard(hand, "1m", live_tiles=1, rules=SEED) == ("win", "kong", "pung")
    assert claims_on_discard(hand, "1m", live_tiles=0, rules=SEED) == ("win", "pung")


def test_after_a_win_in_blood_river_the_waits_stay() -> None:
    # 2223m waits for 1m 3m 4m, a kong leaves 3m alone
    assert own_kongs("22223m456p789p111p", "2m", "s", live_tiles=9, frozen=True, rules=RIVER) == ()
    found = own_kongs("1111m456m789p2355p", "1m", "s", live_tiles=9, frozen=True, rules=RIVER)
    assert [(type, str(tile)) for type, tile in found] == [("concealed kong", "1m")]
    # a tile that was held before is a part of the waiting hand
    assert own_kongs("1111m23m789p2355p9p", "9p", "s", live_tiles=9, frozen=True, rules=RIVER) == ()
    # the drawn tile on the own pung changes nothing
    found = own_kongs("456m789p2355p1m[111m<]", "1m", "s", live_tiles=9, frozen=True, rules=RIVER)
    assert [(type, str(tile)) for type, tile in found] == [("added kong", "1m")]
    # a discard: the triplet is laid down, or is a part of other readings
    waiting = "111m456m789p2355p"
    assert claims_on_discard(waiting, "1m", "s", live_tiles=9, frozen=True, rules=RIVER) == ("kong",)
    assert claims_on_discard(waiting, "1m", "s", live_tiles=9, rules=RIVER) == ("kong", "pung")
    assert claims_on_discard("2223m456p789p111p", "2m", "s", live_tiles=9, frozen=True, rules=RIVER) == ()
    assert claims_on_discard(waiting, "4p", "s", live_tiles=9, frozen=True, rules=RIVER) == ("win",)


def test_after_a_win_in_blood_river_the_drawn_tile_is_discarded() -> None:
    found = void_discards("123456789m2355p9p", "9p", "s", frozen=True, rules=RIVER)
    assert [str(tile) for tile in found] == ["9p"]
    with pytest.raises(HandError, match="drawn"):
        void_discards("123456789m2355p9p", None, "s", frozen=True, rules=RIVER)


def test_smaller_tables() -> None:
    five, seven = SEED.replace(players=5), SEED.replace(players=7)
    assert claims_on_discard("2224445m777p", "5m", live_tiles=9, rules=five) == ("win",)
    assert claims_on_discard("23m55p", "4m", live_tiles=9, rules=seven) == ("win",)
    assert len(void_discards("23m55p9s", "9s", rules=seven)) == 4
    with pytest.raises(HandError, match="expected 4,"):
        claims_on_discard("2355m777p", "4m", live_tiles=9, rules=seven)


def test_questions_that_can_not_be_asked() -> None:
    with pytest.raises(RuleError, match="void"):
        void_discards("123m456p789s11222z", "1z", rules="mcr")
    with pytest.raises(RuleError, match="mode"):
        goes_on(live_tiles=1, rules="riichi")
    with pytest.raises(HandError, match="expected 14"):
        void_discards("123m", rules=SEED)
    with pytest.raises(HandError, match="not in play"):
        claims_on_discard("123456789m23p55z", "5z", live_tiles=1, rules=SEED)
    with pytest.raises(HandError, match="not in play"):
        claims_on_discard("123456789m23p55p", "5z", live_tiles=1, rules=SEED)
    for void in ("x", None, "mp", 1):
        with pytest.raises(HandError, match="m, p or s"):
            void_discards("123456789m23p5s55p", "2p", void, rules=SBR)  # type: ignore[arg-type]
    with pytest.raises(HandError, match="drawn"):
        own_kongs("123456789m23p5s55p", "9p", live_tiles=1, rules=SEED)
    with pytest.raises(HandError, match="live_tiles"):
        goes_on(live_tiles=-1, rules=SEED)
    with pytest.raises(HandError, match="winner"):
        goes_on([4], live_tiles=1, rules=SEED)
