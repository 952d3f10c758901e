"""Games with a wall for each seat, played at random and told as Botzone's judge would tell them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import mjcore as mj
from mjcore.formats import botzone
from mjcore.formats import botzone_matches as matches
from mjcore.table.names import action_text

WIN = 129
PART = 34
CLAIMABLE = ("PLAY", "PENG", "CHI", "BUGANG")


def name(tile: Any) -> str:
    return botzone.name(mj.Tile(tile))


def won(table: mj.Table, seat: int) -> mj.Result:
    """The result if the seat wins now and nobody else."""
    table = table.clone(log=True)
    table.step("win", seat)
    while not table.done:
        table.step("pass")
    result: mj.Result | None = table.result
    assert result is not None
    return result


class Made:
    """A game played at random by the table, with what a judge would say of it, and checks of its walls."""

    def __init__(self, seed: int, claims: float) -> None:
        self.rng = random.Random(seed)
        self.claims = claims
        wall = mj.Table(matches.rule_set(), seed=seed).wall
        self.table = mj.Table(matches.rule_set(), seed=0, wall=wall, private_walls=True, round_wind="ESWN"[seed % 4])
        self.left = [PART - 13] * 4
        self.counts: Counter[str] = Counter()
        walls = [self.table.wall[PART * seat:PART * (seat + 1)] for seat in range(4)]
        self.draws = [iter(wall[13:]) for wall in walls]
        self.logs: list[Any] = []
        self.say("INIT", {})
        self.say("DEAL", {"hand": [[name(tile) for tile in wall[:13]] for wall in walls]})
        tiles = " ".join(name(tile) for wall in walls for tile in reversed(wall))
        self.data = {"matchId": f"made {seed}", "initdata": {"quan": seed % 4, "srand": seed, "walltiles": tiles},
                     "logs": self.logs}

    def say(self, what: str, more: dict[str, Any], **output: Any) -> None:
        table = self.table
        can = [-4] * 4
        if what == "DRAW" or what in CLAIMABLE:
            for seat in range(4):
                if (seat == more["player"]) == (what == "DRAW"):
                    may = not (what != "DRAW" and table.phase not in ("claim", "rob"))
                    may = may and WIN in table.legal_actions(seat)
                    can[seat] = won(table, seat).wins[0].score.total if may else -3
        display = {"action": what, "canHu": can, "tileCnt": list(self.left), **more}
        self.logs.append({"output": {"command": "request", "content": {}, "display": display} | output})
        self.logs.append({str(seat): {"verdict": "OK", "response": "PASS"} for seat in range(4)})

    def drawn(self) -> None:
        """The draw of whoever's turn it is, from the own wall."""
        table, seat = self.table, self.table.turn
        assert table.drawn is not None
        assert table.drawn.kind == next(self.draws[seat])
        self.left[seat] -= 1
        self.say("DRAW", {"player": seat, "tile": name(table.drawn)})

    def play(self) -> dict[str, Any]:
        table = self.table
        self.drawn()
        while not table.done:
            self.turn(*self.asked())
        result = table.result
        assert result is not None
        if result.wins:
            score = result.wins[0].score
            names = {row.public_id: (row.names["zh"], row.value) for row in matches.rule_set().fans}
            fans = [{"name": names[fan.fan][0], "cnt": fan.count, "value": names[fan.fan][1]} for fan in score.fans]
            more: dict[str, Any] = {"player": result.winners[0], "fan": fans, "fanCnt": score.total}
        else:
            # the next seat has no tile to draw
            assert self.left[(table.turn + 1) % 4] == 0
            more = {}
        what = "HU" if result.wins else "HUANG"
        content = {str(seat): paid for seat, paid in enumerate(result.deltas)}
        self.counts[what] += 1
        self.say(what, more, command="finish", content=content)
        self.logs.pop()
        return self.data

    def asked(self) -> tuple[int, str]:
        """Who does something next, and what: a turn, or a claim that nobody beats."""
        table = self.table
        seat = table.seat
        assert seat is not None
        legal = [action_text(number) for number in table.legal_actions()]
        kongs = [action for action in legal if action.startswith("kong")]
        if "win" in legal and self.rng.random() < 0.5:
            return seat, "win"
        if self.left[(table.turn + 1) % 4] == 0:
            assert not kongs
            assert table.phase != "claim" or set(legal) <= {"win", "pass"}
            self.counts["questions at the last tile"] += 1
        if self.left[seat] == 0:
            assert not kongs
            self.counts["questions at the end of the own wall"] += 1
        claims = [action for action in legal if action not in ("pass", "win") and not action.startswith("discard")]
        if claims and self.rng.random() < self.claims:
            return seat, self.rng.choice(kongs or claims)
        return seat, "pass" if "pass" in legal else self.rng.choice(
            [action for action in legal if action.startswith("discard")])

    def turn(self, seat: int, action: str) -> None:
        table = self.table
        before, last = table.phase, table.last_tile
        pungs = [str(meld.tiles[0]) for meld in table.melds(seat) if meld.type == "pung"]
        table.step(action, seat)
        self.counts[action.split()[0]] += 1
        if action == "win" or table.done:
            while not table.done:
                table.step("pass")
            if action != "win" and before == "turn":
                self.say("PLAY", {"player": seat, "tile": name(action.split()[1])})
            return
        if action == "pass":
            if table.phase == "turn":
                self.drawn()
            return
        if before == "turn" and action.startswith("discard"):
            self.say("PLAY", {"player": seat, "tile": name(action.split()[1])})
        elif action.startswith("kong"):
            tile = action.split()[1] if before == "turn" else str(last)
            self.say("BUGANG" if before == "turn" and tile in pungs else "GANG", {"player": seat, "tile": name(tile)})
        else:
            while table.phase == "claim":
                table.step("pass")
            assert table.turn == seat
            throw = self.rng.choice(table.legal_actions())
            table.step(throw)
            more = {"player": seat, "tile": name(throw)}
            if action.startswith("chow"):
                assert last is not None
                more["tileCHI"] = name(last.kind + {"low": 1, "mid": 0, "high": -1}[action.split()[1]])
            self.say("CHI" if action.startswith("chow") else "PENG", more)
        if table.phase == "turn":
            self.drawn()
