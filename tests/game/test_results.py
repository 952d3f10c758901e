"""Results: the payments that Python works out from the facts of a table are those that are known for the hand."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import mjcore as mj
from mjcore.game.results import Result, result_of
from mjcore.game.words import ENDS, REASONS
from mjcore.hand.text import parse_tiles
from mjcore.procedure.parts import DrawPlayer

NOT_READY = "147m147p147s1234z"


class StandIn:
    """A table that is over, with these facts."""

    def __init__(self, rules: str, history: list[Any] | None, *, done: bool = True, players: list[dict[str, Any]] | None
                 = None, **facts: Any) -> None:
        self.rules = mj.rules.get(rules)
        self.done = done
        seats = self.rules.players
        given = players or [{}] * seats
        self.facts = {
            "reason": "win", "deltas": (0,) * seats, "ready": (), "first_win": (), "first_from": None,
            "last_drawer": 0, "dealer": 0, "round_wind": 0, "honba": 0, "sticks": 0, "streak": 0,
            "scores": (0,) * seats, "history": history,
            "players": [
                {"hand": None, "won": False, "void": None, "active": False, "shown": False, "discards": [],
                 "called": False, "norths": 0, **player}
                for player in given
            ],
            **facts,
        }

    def _facts(self) -> dict[str, Any]:
        return self.facts


def won(seat: int, loser: int | None, win: mj.Win, **more: Any) -> tuple[str, dict[str, Any]]:
    return "win", {
        "seat": seat, "loser": loser, "win": win, "kong_giver": None, "liable": None, "fed": (), "honba": 0,
        "sticks": 0, "horse": None, "place": 0, "shown": (), "won": (), "together": (seat,), "piao": (),
        "unsafe": False, "after_kong_discard": False, **more,
    }


def kong(seat: int, type: str, tile: str = "9s", **more: Any) -> tuple[str, dict[str, Any]]:
    return "kong", {"seat": seat, "type": type, "tile": mj.Tile(tile).kind, "source": None, "fresh": True, "chain": 1,
                    "won": (), "robbed": False, **more}


def result(*args: Any, **facts: Any) -> Result:
    found = result_of(StandIn(*args, **facts))
    assert found is not None
    return found


MCR_WIN = mj.Win("123m456p789s1122z", "1z", self_draw=True)
HK_WIN = mj.Win("123m456m789m11z22z", "2z", seat_wind="S")
TAIWAN_WIN = mj.Win("123m456m789m123p23s55s", "4s", seat_wind="S")
KWX_WIN = mj.Win("123456789p55z66p", "6p", self_draw=True, shown=True)


def chengdu(**more: Any) -> mj.Win:
    """A hand of no fans, which pays 1."""
    return mj.Win("123m456m789m2345s", "2s", **more)


def riichi_win(**more: Any) -> mj.Win:
    """Riichi alone, 40 fu on a discard: 1300 for others than the dealer."""
    return mj.Win("234m567m345p678s9s", "9s", riichi=1, dora_indicators="1z", ura_indicators="1z", **more)


NOBODY_READY = [{"hand": NOT_READY}] * 4
READY = {"hand": "123m456p789s1122z"}
# rule set, history, what else is known, deltas
PAID: dict[str, tuple[str, list[Any], dict[str, Any], tuple[int, ...]]] = {
    "mcr, self-draw": ("mcr", [won(0, None, MCR_WIN)], {}, (72, -24, -24, -24)),
    "hk, on a discard": ("hk", [won(1, 2, HK_WIN)], {}, (-32, 128, -64, -32)),
    "hk, two winners": (
        "hk_old_style", [won(1, 0, HK_WIN, together=(1, 2)),
                         won(2, 0, mj.Win("22m555p77s333m888p", "7s", seat_wind="W", flowers="2f"), place=1,
                             together=(1, 2))],
        # they pay each other nothing
        {}, (-64 - 32, 64 + 32, 32 + 16, -32 - 16)),
    "taiwan, the dealer has stayed": ("taiwan", [won(1, 0, TAIWAN_WIN)], {"streak": 1}, (-9, 9, 0, 0)),
    "sichuan, wind and rain": (
        "chengdu_seed", [kong(1, "concealed kong"), kong(3, "exposed kong", "8s", source=0), won(2, 1, chengdu())],
        {}, (-2 - 1, 6 - 1, -2 + 1, -2 + 1)),
    "sichuan, the kong's discard": (
        "xuezhan_app", [kong(1, "concealed kong"), won(2, 1, chengdu(on_kong_discard=True), after_kong_discard=True)],
        {}, (-2, 6 - 2 - 6, -2 + 2 + 6, -2)),
    "sichuan, a winner pays no more": (
        "chengdu_seed", [won(2, 1, chengdu()), kong(0, "added kong", won=(2,)), won(3, None, chengdu(self_draw=True),
                                                                                 won=(2,))],
        {}, (2 - 1, -1 - 1 - 1, 1, 2 - 1)),
    "sichuan, not ready": (
        "chengdu_seed", [kong(1, "concealed kong"), won(2, 1, chengdu())],
        {"reason": "exhaustive", "first_win": (2,), "first_from": 1, "players": [
            {"hand": "123m456m789m2345s"}, {"hand": "147m258m3699m125p"}, {"hand": "123m456m789m2345s", "won": True},
            {"hand": "147m258m3699m125s"}]},
        # the kong is given back; two pay the one who is ready
        (2, -1 - 1, 1, -1)),
    "kawuxing, shown, floats and a horse": (
        "kwx_xiangyang", [won(0, None, KWX_WIN, shown=(0,), piao=(1, 2, 0), horse=mj.Tile("9p").kind)], {},
        (2 * (4 * 2 + 9) + 3 + 1, -(4 * 2 + 9) - 3, -(4 * 2 + 9) - 1)),
    "riichi, ron": (
        "riichi", [("deposit", {"seat": 1}), won(1, 2, riichi_win(seat_wind="S"), honba=1, sticks=2)], {"honba": 1},
        (0, -1000 + 1300 + 300 + 2000, -1600, 0)),
    "riichi, two on one tile": (
        "riichi", [won(1, 0, riichi_win(seat_wind="S"), honba=1, sticks=1, together=(1, 2)),
                   won(2, 0, riichi_win(seat_wind="W"), place=1, together=(1, 2))],
        {"honba": 1}, (-1600 - 1300, 2600, 1300, 0)),
    "riichi, noten": (
        "riichi", [("deposit", {"seat": 0})],
        {"reason": "exhaustive", "sticks": 1, "players": [READY, *NOBODY_READY[1:]]}, (2000, -1000, -1000, -1000)),
    "riichi, aborted": ("riichi", [("deposit", {"seat": 3})], {"reason": "four_winds", "sticks": 1}, (0, 0, 0, -1000)),
    "riichi, nagashi mangan": (
        "riichi", [], {"reason": "nagashi", "honba": 2, "sticks": 1, "players": [
            READY, {"hand": NOT_READY, "discards": [0, 8, 33]}, {"hand": NOT_READY, "discards": [0], "called": True},
            {"hand": NOT_READY, "discards": [0, 1]}]}, (-4000, 8000, -2000, -2000)),
}


@pytest.mark.parametrize("name", PAID)
def test_the_ledger_comes_to_the_deltas(name: str) -> None:
    rules, history, facts, deltas = PAID[name]
    found = result(rules, history, deltas=deltas, **facts)
    print(found.ledger)
    assert found.ledger.totals(len(deltas)) == found.deltas == deltas
    assert len(found.wins) == sum(what == "win" for what, _ in history)
    assert found.scores == deltas


def test_nagashi_as_a_win_takes_what_lies_on_the_table() -> None:
    table = StandIn("riichi", [("deposit", {"seat": 3})], reason="nagashi", honba=1, sticks=0,
                    deltas=(-4100, 8300 + 3000, -2100, -2100 - 1000),
                    players=[READY, {"hand": NOT_READY, "discards": [0, 8, 33]}, *NOBODY_READY[2:]])
    table.rules = table.rules.replace(nagashi="win")
    found = result_of(table)
    assert found is not None
    assert found.ledger.totals() == found.deltas


def test_who_is_liable_pays() -> None:
    dragons = mj.Win("123m9m[555z<][666z^][777z>]", "9m", seat_wind="S")
    found = result("riichi", [won(1, 2, dragons, liable=0)])
    assert found.ledger.totals() == (-16000, 32000, -16000, 0)
    fed = mj.Win("55z[123p<][456p<][789p<][777z^]", "5z", self_draw=True, seat_wind="S")
    table = StandIn("hk", [won(1, None, fed)])
    shared = result_of(table)
    table.rules = table.rules.replace(pao_12=True)
    alone = result_of(table)
    assert shared is not None
    assert alone is not None
    # seat 3 gave the fourth meld
    assert (shared.ledger.totals(), alone.ledger.totals()) == ((-64, 192, -64, -64), (0, 192, 0, -192))


def test_who_throws_to_a_shown_hand_pays_for_all() -> None:
    win = mj.Win("123456789p55z66p", "6p", shown=True)
    table = StandIn("kwx_seed", [won(0, 1, win, shown=(0,), unsafe=True)])
    alone = result_of(table)
    table.rules = table.rules.replace(bao_hu=True)
    for_all = result_of(table)
    assert alone is not None
    assert for_all is not None
    assert (alone.ledger.totals(), for_all.ledger.totals()) == ((8, -8, 0, 0), (24, -24, 0, 0))


def test_kongs_that_were_moved_are_not_given_back() -> None:
    hands = [{"hand": "147m258m3699m125s"}, {"hand": "147m258m3699m125s"}, {"hand": "123m456m789m2345s", "won": True},
             {"hand": "123m456m789m2345s"}]
    history = [kong(1, "added kong", "9p"), kong(1, "concealed kong"),
               won(2, 1, chengdu(on_kong_discard=True), after_kong_discard=True)]
    for gangpao, back in (("none", 9), ("refund", 3), ("transfer_this", 3), ("transfer_all", 0)):
        table = StandIn("chengdu_seed", history, reason="exhaustive", first_win=(2,), first_from=1, players=hands)
        table.rules = table.rules.replace(gangpao=gangpao)
        found = result_of(table)
        assert found is not None
        text = "refund of a kong: not ready"
        assert sum(entry.amount for entry in found.ledger if entry.text == text) == back


def test_what_was_played_without_a_log() -> None:
    found = result("mcr", None, deltas=(72, -24, -24, -24), first_win=(0,))
    with pytest.raises(mj.HandError, match="log=True"):
        _ = found.wins
    with pytest.raises(mj.HandError, match="log=True"):
        _ = found.ledger
    assert found.text() == "won\nwinners: seat 0\nchange: +72 -24 -24 -24"
    assert found.to_dict()["wins"] is None
    assert found.winners == (0,)
    assert not found.drawn


def test_a_hand_in_play_has_no_result() -> None:
    assert result_of(StandIn("mcr", [], done=False)) is None


def test_an_unknown_end_is_refused() -> None:
    with pytest.raises(mj.HandError, match="'tired'"):
        result("mcr", [], reason="tired")


def test_text() -> None:
    found = result("mcr", [won(0, None, MCR_WIN)], deltas=(72, -24, -24, -24), first_win=(0,))
    assert found.text() == str(found) == """\
won
seat 0 draws 1z and wins: 16 points
  8 Mixed Straight
  4 Fully Concealed Hand
  2 Prevalent Wind
  2 Seat Wind
seat 1 pays seat 0 8: base
seat 1 pays seat 0 16: for the win
seat 2 pays seat 0 8: base
seat 2 pays seat 0 16: for the win
seat 3 pays seat 0 8: base
seat 3 pays seat 0 16: for the win
change: +72 -24 -24 -24"""
    assert "0号位自摸1z：" not in found.text("zh")
    assert "花龙" in found.text("zh")
    with pytest.raises(mj.MahjongError, match="'fr'"):
        found.text("fr")


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
@pytest.mark.parametrize("name", PAID)
def test_every_result_has_words(name: str, lang: str) -> None:
    rules, history, facts, deltas = PAID[name]
    found = result(rules, history, deltas=deltas, **facts)
    lines = found.text(lang).splitlines()
    assert len(lines) >= 2
    assert "{" not in found.text(lang)
    plain = found.to_dict(lang)
    assert json.loads(json.dumps(plain)) == plain
    assert len(plain["payments"]) == len(found.ledger)


def test_robbed_kongs_and_flowers_are_said() -> None:
    robbed = result("mcr", [won(1, 0, mj.Win("123m456p78s11z789p", "9s", rob_kong=True, seat_wind="S"))])
    assert "seat 1 wins on 9s of seat 0, robbing the kong: " in robbed.text()
    flowers = mj.Win("123m456m789m1234567z", None, self_draw=True, flowers="12345678f", seat_wind="W")
    found = result("taiwan", [won(2, None, flowers)])
    assert "seat 2 wins on flowers: 8 tai" in found.text()
    assert found.ledger.totals() == (-12, -11, 34, -11)
    seventh = mj.Win("123m456m789m1234567z", None, flowers="1234567f", seven_rob_one=True, seat_wind="W")
    assert result("taiwan", [won(2, 1, seventh)]).ledger.totals() == (0, -11, 11, 0)
    assert "taking that of seat 1" in result("taiwan", [won(2, 1, seventh)]).text()


def test_a_result_is_a_value() -> None:
    rules, history, facts, deltas = PAID["riichi, ron"]
    found = result(rules, history, deltas=deltas, **facts)
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert hash(again) == hash(found)
    assert again.ledger == found.ledger
    with pytest.raises(FrozenInstanceError):
        found.reason = "nagashi"  # type: ignore[misc]


def test_words_are_those_of_the_command_line() -> None:
    from mjcore.cli.words import reason

    for key, names in REASONS.items():
        assert tuple(reason(key, "", lang) for lang in ("en", "zh", "ja")) == names
    assert all(len(names) == 3 for names in ENDS.values())


# The end of the wall with riichi


READY_OR_NOT = [
    ("13m456p789s22z(2222m)", 0), ("123m456p789s1122z", 0), ("123456789m1111z", 0), (NOT_READY, 0),
    ("456p789s112z(1111m)9p", 0), ("19m19p19s1234567z", 0),
    # the only wait is for norths
    ("111p456p789s11z44z", 2), ("111p456p789s666z4z", 3), ("111p456p789s666z4z", 2), ("111p456p789s666z4z", 0),
]


@pytest.mark.parametrize("fifth", ["melds", "none"])
@pytest.mark.parametrize(("hand", "norths"), READY_OR_NOT)
def test_who_is_ready_is_as_the_question_about_tenpai_has_it(hand: str, norths: int, fifth: str) -> None:
    rules = mj.rules.get("riichi/tenhou3" if norths else "riichi", fifth_tile_tenpai=fifth)
    players = [DrawPlayer(mj.Hand(hand), norths=norths), *[DrawPlayer(None)] * (rules.players - 1)]
    assert (rules.settle_draw(players).state[0] == "ready") == mj.legal.tenpai(hand, nuki=norths, rules=rules)


@pytest.mark.parametrize("discards", ["19m19p1z", "19m28p1z", "", "1z"])
@pytest.mark.parametrize("called", [False, True])
def test_nagashi_is_as_the_question_about_it_has_it(discards: str, called: bool) -> None:
    for preset in ("tenhou", "wrc2025"):
        rules = mj.rules.get("riichi", preset=preset)
        tiles = tuple(parse_tiles(discards)) if discards else ()
        players = [DrawPlayer(mj.Hand(NOT_READY), discards=tiles, called=called), *[DrawPlayer(None)] * 3]
        paid = rules.settle_draw(players, dealer=1).ledger.totals()
        expected = mj.legal.nagashi_mangan(discards, called=called, rules=rules)
        assert paid == ((8000, -4000, -2000, -2000) if expected else (0, 0, 0, 0))
