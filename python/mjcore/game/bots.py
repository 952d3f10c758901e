"""A simple player: greedy for fewer missing tiles.

`greedy` wins whenever it may, declares when it may, and else throws what keeps its hand nearest to a win. It sees what
its seat sees and no more. It knows no fans: where a win needs more than a point (mcr, dazhong, hk), or a yaku (riichi),
it claims nothing but wins, and passes or throws on until its concealed hand is worth enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mjcore.hand.queries import best_discards, discards, shanten
from mjcore.rules.base import RuleSet
from mjcore.table.names import (
    CHOW,
    DISCARD_HELD,
    DISCARD_RED,
    EXTRACT,
    KONG,
    KONG_OF,
    NUMBER,
    PASS,
    PUNG,
    PUNG_RED,
    READY,
    VOID,
    WIN,
)

KINDS, COPIES = 34, 4
RANKS = 9
# the minimum that a hand of claimed sets is sure to reach
EASY = 1


def greedy(table: Any, seat: int) -> int:
    """What to do where `seat` is asked: a policy for `mjcore.Match.play`.

    >>> import mjcore as mj
    >>> table = mj.Table("sichuan/chengdu_seed", seed=7)
    >>> while not table.done:
    ...     table.step(greedy(table, table.seat))
    >>> table.result.reason
    'win'
    """
    legal: list[int] = table.legal_actions(seat)
    for action in (WIN, READY, EXTRACT):
        if action in legal:
            return action
    if len(legal) == 1 or legal[0] >= NUMBER:
        return legal[0]
    if table.phase == "exchange":
        return min(legal, key=lambda kind: (_in_suit(table.concealed(seat), kind // RANKS), kind))
    if table.phase == "void":
        return min(legal, key=lambda action: _in_suit(table.concealed(seat), action - VOID))
    own = _Own.of(table, seat)
    if PASS not in legal:
        return _own_turn(own, legal)
    return _claim(own, table.last_tile.kind, legal) if table.phase == "claim" else PASS


def _in_suit(counts: bytes, suit: int) -> int:
    return sum(counts[RANKS * suit: RANKS * suit + RANKS])


@dataclass(frozen=True)
class _Own:
    """A hand as the bot looks at it: counts, wild tiles apart; and what it sees of other tiles."""

    rules: RuleSet
    counts: bytes
    melds: int
    asked: dict[str, Any]

    @classmethod
    def of(cls, table: Any, seat: int) -> _Own:
        counts = bytearray(table.concealed(seat)[:KINDS])
        wild = 0
        for tile in table.wild:
            wild += counts[tile.kind]
            counts[tile.kind] = 0
        asked = {"jokers": wild, "void_suit": table.void(seat), "visible": _seen(table, seat, counts)}
        return cls(table.rules, bytes(counts), len(table.melds(seat)), asked)

    def without(self, kinds: Iterable[int], melds: int = 0) -> _Own:
        """The hand after these tiles went into so many new melds."""
        counts = bytearray(self.counts)
        for kind in kinds:
            counts[kind] -= 1
        return _Own(self.rules, bytes(counts), self.melds + melds, self.asked)

    def distance(self) -> int:
        """Tiles missing to readiness; with a tile too many after the best discard."""
        if (sum(self.counts) + self.asked["jokers"]) % 3 == 2:
            best = best_discards(self.counts, self.rules, melds=self.melds, **self.asked)
            return best[0].shanten
        return shanten(self.counts, self.rules, melds=self.melds, **self.asked)


def _seen(table: Any, seat: int, counts: bytearray) -> list[int]:
    """Copies that lie face up before others or in the rivers, as this seat sees them."""
    copies = [0] * KINDS
    open_tiles = list(table.dora_indicators)
    for other in range(table.players):
        open_tiles += [thrown.tile for thrown in table.observe(seat).river(other) if not thrown.claimed]
        # a concealed kong may be hidden, and the own melds are no tiles of others
        open_tiles += [tile for meld in table.melds(other) if other != seat and not meld.concealed
                       for tile in meld.tiles]
    for tile in open_tiles:
        if tile.kind < KINDS:
            copies[tile.kind] = min(copies[tile.kind] + 1, COPIES - counts[tile.kind])
    return copies


def _own_turn(own: _Own, legal: list[int]) -> int:
    """A kong that brings the hand no farther from a win, else the best discard."""
    for action in legal:
        if KONG_OF <= action < PASS:
            kind = action - KONG_OF
            held = own.counts[kind]
            if own.without([kind] * held, held == COPIES).distance() <= own.distance():
                return action
    for choice in discards(own.counts, own.rules, melds=own.melds, **own.asked):
        kind = choice.tile.kind
        for action in (kind, DISCARD_RED + kind // RANKS if kind % RANKS == 4 else kind):
            if action in legal:
                return action
    return next(action for action in legal if action != DISCARD_HELD)


def _claim(own: _Own, tile: int, legal: list[int]) -> int:
    """The claim that brings the hand nearest to a win, if it does so at all."""
    if own.rules.minimum > EASY or "riichi" in own.rules.circumstances:
        return PASS
    best, nearest = PASS, own.distance()
    for action in legal:
        if action == KONG:
            # money, at no cost
            after = own.without([tile] * 3, 1).distance() - 1
        elif action in (PUNG, PUNG_RED):
            after = own.without([tile] * 2, 1).distance()
        elif CHOW <= action < PUNG:
            lowest = tile - (action - CHOW) % 3
            after = own.without({lowest, lowest + 1, lowest + 2} - {tile}, 1).distance()
        else:
            continue
        if after < nearest:
            best, nearest = action, after
    return best
