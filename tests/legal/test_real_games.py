"""Played rounds: whatever was done in them is allowed, and what ended them is what the functions say.

Everything that a round shows is asked of `mjcore.legal` at the moment it happens; the numbers of questions are
asserted, so that none goes missing.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mjcore import Hand, Meld, Tile, legal, rules

SHARED = os.environ.get("MJCORE_SHARED")
pytestmark = pytest.mark.skipif(SHARED is None, reason="MJCORE_SHARED is not set")

LIVE = {4: 70, 3: 55}
PRESETS = {4: "riichi/tenhou", 3: "riichi/tenhou3"}
CALLS = {"chi": "chow", "pon": "pung", "daiminkan": "exposed kong"}
# how often each thing was asked about in the shared rounds; no hand in riichi let a win pass that it was allowed,
# so that furiten is confirmed from both sides
COUNTED = {
    "rounds": 2300,
    "chi": 1392,
    "pon": 2474,
    "daiminkan": 10,
    "discards after a call": 3866,
    "ankan": 131,
    "ankan in riichi": 41,
    "ankan in riichi, same shape": 41,
    "kakan": 68,
    "nuki": 1204,
    "nuki in riichi": 51,
    "riichi": 1705,
    "riichi at the last moment": 1,
    "furiten riichi": 11,
    "discards in riichi": 6338,
    "ron": 1126,
    "ron on nuki": 1,
    "furiten self-draws": 14,
    "wins forbidden in riichi": 15,
    "wins let pass in riichi": 0,
    "liable": 0,
    "tenpai at a draw": 561,
    "nagashi": 1,
    "end: win": 1942,
    "end: exhaustive": 332,
    "end: nagashi_mangan": 1,
    "end: kyuushu_kyuuhai": 24,
    "end: suufon_renda": 1,
}


def rounds() -> Iterator[dict[str, Any]]:
    with gzip.open(Path(SHARED or ".") / "data" / "riichi_rounds.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


class Replay:
    """One round: what each seat has, and the questions to ask at each event."""

    def __init__(self, record: dict[str, Any], counted: Counter[str]) -> None:
        self.record, self.counted = record, counted
        self.n: int = record["players"]
        self.rules = rules.get(PRESETS[self.n])
        self.seats = range(self.n)
        self.hands = [Hand(text) for text in record["hands"]]
        self.rivers: list[list[str]] = [[] for _ in self.seats]
        self.called = [False] * self.n
        self.passed: list[list[legal.Passed]] = [[] for _ in self.seats]
        self.passed_in_riichi: list[list[legal.Passed]] = [[] for _ in self.seats]
        self.norths = [0] * self.n
        self.in_riichi = [False] * self.n
        self.declaring: int | None = None
        self.accepted = 0
        self.kongs: list[int] = []
        self.uninterrupted = True
        self.live = LIVE[self.n]
        self.drawn: str | None = None
        self.after_call: tuple[Tile, ...] = ()
        self.offer: tuple[int, str, str] | None = None
        self.aborts: str | None = None
        self.winners = 0

    def run(self) -> None:
        for event in self.record["events"]:
            name = event[0]
            if name not in ("win", "dora", "disconnect", "riichi_accepted", "ryuukyoku"):
                self.nobody_won()
            if name != "disconnect":
                getattr(self, name)(*event[1:])
        if not self.winners:
            self.nobody_won()
        self.end()

    def facts(self) -> dict[str, Any]:
        """What the functions about turns and calls take."""
        return {"live_tiles": self.live, "rules": self.rules}

    def nobody_won(self) -> None:
        """The tile offered last was let pass by all others."""
        if self.offer is None:
            return
        giver, tile, by = self.offer
        self.offer = None
        for seat in self.seats:
            if seat != giver:
                passed = legal.Passed(tile, by, self.hands[seat])
                self.passed[seat].append(passed)
                if self.in_riichi[seat]:
                    if legal.makes_furiten(self.hands[seat], tile, by, rules=self.rules):
                        # it always has a yaku: unless furiten, why did it not win?
                        free = not self.furiten_of(seat, self.hands[seat])
                        self.counted["wins let pass in riichi" if free else "wins forbidden in riichi"] += 1
                    self.passed_in_riichi[seat].append(passed)
        if by == "discard":
            assert self.aborts is None, "a round went on after an abortive draw"
            self.aborts = self.abortive_draw()

    def abortive_draw(self) -> str | None:
        firsts = [river[0] for river in self.rivers if river]
        only = all(len(river) <= 1 for river in self.rivers)
        if only and legal.four_winds(firsts, uninterrupted=self.uninterrupted, rules=self.rules):
            return "suufon_renda"
        if legal.four_riichi(sum(self.in_riichi), rules=self.rules):
            return "suucha_riichi"
        if legal.four_kongs(self.kongs, discard_passed=True, rules=self.rules):
            return "suukaikan"
        return None

    def draw(self, seat: int, tile: str, rinshan: str = "") -> None:
        self.live -= 1
        self.hands[seat] = self.hands[seat].draw(tile)
        self.drawn = tile
        self.passed[seat].clear()

    def discard(self, seat: int, tile: str, tsumogiri: bool) -> None:
        hand, played = self.hands[seat], Tile(tile)
        allowed = legal.legal_discards(hand, self.drawn, riichi=self.in_riichi[seat], rules=self.rules)
        assert played in allowed
        if self.in_riichi[seat]:
            self.counted["discards in riichi"] += 1
        if self.drawn is None:
            assert allowed == self.after_call
            self.counted["discards after a call"] += 1
        if self.declaring == seat:
            facts = {"score": self.record["scores"][seat], "nuki": self.norths[seat], **self.facts()}
            assert played in legal.riichi_discards(hand, self.drawn, **facts)
            if self.record["scores"][seat] == 1000:
                self.counted["riichi with 1000 points"] += 1
            self.counted["riichi"] += 1
            self.counted["riichi at the last moment"] += self.live == self.n
        self.hands[seat] = hand.discard(played)
        self.rivers[seat].append(tile)
        if self.declaring == seat:
            self.in_riichi[seat], self.declaring = True, None
            self.counted["furiten riichi"] += bool(
                legal.furiten(self.hands[seat], self.rivers[seat], rules=self.rules))
        self.offer = (seat, tile, "discard")

    def riichi_accepted(self, seat: int) -> None:
        self.accepted += 1

    def dora(self, indicator: str) -> None:
        """Shows nothing that is asked about."""

    def call(self, kind: str, seat: int, giver: int, called: str, own: list[str]) -> None:
        steps = (giver - seat) % self.n
        source = "<" if steps == self.n - 1 else ">" if steps == 1 else "^"
        calls = legal.legal_calls(
            self.hands[seat], called, source, kongs=len(self.kongs), riichi=self.in_riichi[seat], **self.facts())
        chosen = [call for call in calls if call.meld.type == CALLS[kind] and sorted(map(str, call.own)) == sorted(own)]
        assert len(chosen) == 1
        rest = list(self.hands[seat].tiles)
        for tile in chosen[0].own:
            rest.remove(tile)
        self.hands[seat] = Hand.from_tiles(rest, [*self.hands[seat].melds, chosen[0].meld])
        self.after_call, self.drawn = chosen[0].discards, None
        self.called[giver], self.uninterrupted = True, False
        self.counted[kind] += 1

    def chi(self, *event: Any) -> None:
        self.call("chi", *event)

    def pon(self, *event: Any) -> None:
        self.call("pon", *event)

    def daiminkan(self, seat: int, *event: Any) -> None:
        self.call("daiminkan", seat, *event)
        self.kongs.append(seat)

    def ankan(self, seat: int, tiles: list[str]) -> None:
        hand, plain = self.hands[seat], Tile(tiles[0]).plain
        facts = {"kongs": len(self.kongs), **self.facts()}
        assert plain in legal.closed_kongs(hand, self.drawn, riichi=self.in_riichi[seat], **facts)
        self.counted["ankan"] += 1
        if self.in_riichi[seat]:
            strict = self.rules.replace(ankan_after_riichi="same_shape")
            self.counted["ankan in riichi"] += 1
            self.counted["ankan in riichi, same shape"] += plain in legal.closed_kongs(
                hand, self.drawn, riichi=True, **{**facts, "rules": strict})
        rest = [tile for tile in hand.tiles if tile.kind != plain.kind]
        kong = Meld("(" + "".join(tile[0] for tile in tiles) + plain.suit + ")")
        self.hands[seat] = Hand.from_tiles(rest, [*hand.melds, kong])
        self.kongs.append(seat)
        self.uninterrupted = False
        self.offer = (seat, tiles[0], "concealed_kong")

    def kakan(self, seat: int, tile: str) -> None:
        hand, added = self.hands[seat], Tile(tile)
        facts = {"kongs": len(self.kongs), **self.facts()}
        assert added in legal.added_kongs(hand, self.drawn, **facts)
        melds = list(hand.melds)
        place = next(n for n, meld in enumerate(melds) if meld.type == "pung" and meld.kind == added.kind)
        pung = str(melds[place])  # [550m<] + 5m -> [5505m+<]
        melds[place] = Meld(f"{pung[:-3]}{tile[0]}{pung[-3]}+{pung[-2:]}")
        self.hands[seat] = Hand.from_tiles(hand.discard(added).tiles, melds)
        self.kongs.append(seat)
        self.uninterrupted = False
        self.offer = (seat, tile, "added_kong")
        self.counted["kakan"] += 1

    def nuki(self, seat: int, tile: str) -> None:
        hand = self.hands[seat]
        assert legal.can_set_north_aside(hand, self.drawn, riichi=self.in_riichi[seat], **self.facts())
        self.hands[seat] = hand.discard(tile)
        self.norths[seat] += 1
        self.uninterrupted = False
        self.offer = (seat, tile, "nuki")
        self.counted["nuki"] += 1
        self.counted["nuki in riichi"] += self.in_riichi[seat]

    def riichi(self, seat: int) -> None:
        self.declaring = seat

    def win(self, number: int) -> None:
        self.winners += 1
        win = self.record["wins"][number]
        seat = win["winner"]
        if win["loser"] is None:
            before = self.hands[seat].discard(win["win_tile"])
            self.counted["furiten self-draws"] += bool(self.furiten_of(seat, before))
            assert Tile(win["win_tile"]).plain in legal.tenpai_waits(before, rules=self.rules)
        else:
            assert self.offer is not None
            giver, tile, by = self.offer
            assert (giver, Tile(tile)) == (win["loser"], Tile(win["win_tile"]))
            hand = self.hands[seat]
            assert not self.furiten_of(seat, hand)
            assert legal.makes_furiten(hand, tile, by, rules=self.rules)
            if by != "discard":
                assert legal.can_rob(hand, tile, by, rules=self.rules)
                self.counted[f"ron on {by}"] += 1
            self.counted["ron"] += 1
        named = {name for name, _ in win["expected"]["yakuman"]} & {"daisangen", "daisuushii"}
        found = legal.liabilities(self.hands[seat].melds, rules=self.rules)
        assert {liable.what for liable in found} <= named
        assert win["pao"] == (found[0].seat(seat) if found else None)
        self.counted["liable"] += win["pao"] is not None

    def furiten_of(self, seat: int, hand: Hand) -> legal.Furiten:
        return legal.furiten(
            hand,
            self.rivers[seat],
            passed=self.passed[seat],
            passed_in_riichi=self.passed_in_riichi[seat],
            rules=self.rules,
        )

    def ryuukyoku(self, kind: str) -> None:
        if kind == "kyuushu_kyuuhai":
            (seat,) = (seat for seat in self.seats if self.hands[seat].size == 14)
            first = not self.rivers[seat] and self.uninterrupted
            assert legal.nine_terminals(self.hands[seat], first_turn=first, rules=self.rules)
        elif kind == "sanchahou":
            assert self.offer is not None
            giver, tile, by = self.offer
            for seat in self.seats:
                if seat != giver:
                    assert legal.makes_furiten(self.hands[seat], tile, by, rules=self.rules)
                    assert not self.furiten_of(seat, self.hands[seat])
            assert legal.three_rons(3, rules=self.rules)
            self.offer = None

    def end(self) -> None:
        draw = self.record["draw"]
        kind = draw["type"] if draw else None
        if self.winners:
            assert kind is None
            assert not legal.three_rons(self.winners, rules=self.rules)
        self.counted[f"end: {kind or 'win'}"] += 1
        if kind in ("kyuushu_kyuuhai", "sanchahou"):
            assert self.aborts is None
        elif kind not in ("exhaustive", "nagashi_mangan"):
            assert self.aborts == kind
        else:
            assert self.live == 0
            assert self.aborts is None
            ready = {seat for seat in self.seats
                     if legal.tenpai(self.hands[seat], nuki=self.norths[seat], rules=self.rules)}
            shown = {int(seat) for seat in draw["shown"]}
            assert shown == ready
            self.counted["tenpai at a draw"] += len(ready)
            nagashi = [
                legal.nagashi_mangan(river, called=called, rules=self.rules)
                for river, called in zip(self.rivers, self.called, strict=True)
            ]
            assert any(nagashi) == (kind == "nagashi_mangan")
            self.counted["nagashi"] += sum(nagashi)


def test_played_rounds() -> None:
    counted: Counter[str] = Counter()
    for record in rounds():
        replay = Replay(record, counted)
        try:
            replay.run()
        except Exception as error:
            raise AssertionError(f"{record['game']} round {record['index']}") from error
        counted["rounds"] += 1
    print(json.dumps(counted, indent=1))
    assert {name: counted[name] for name in {*counted, *COUNTED}} == COUNTED
