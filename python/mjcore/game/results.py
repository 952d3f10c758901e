"""What a hand came to: who won what, who paid whom and why.

The facts are those of the native table; the payments are worked out from them once more, by the functions that the rule
set has for single hands. Both must come to the same (`Result.ledger`, `Result.deltas`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from typing import Any, NamedTuple, Protocol

from mjcore.errors import HandError
from mjcore.fans.calls import score
from mjcore.fans.scores import Score
from mjcore.fans.wins import Win
from mjcore.game.result_text import result_text
from mjcore.hand.tiles import Tile
from mjcore.procedure.parts import DrawPlayer
from mjcore.rules.base import RuleSet
from mjcore.settle.hand_draws import riichi_deposit
from mjcore.settle.ledger import Ledger
from mjcore.settle.shares import STICK

WINDS = "ESWN"
# the hand ended with the wall; and without one of these or a win it was aborted
WALL_ENDS = ("exhaustive", "nagashi")
REASONS = ("win", *WALL_ENDS, "nine_kinds", "four_winds", "four_riichi", "four_kongs", "three_rons")


class HandTable(Protocol):
    """What a result asks of a table."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def done(self) -> bool: ...
    def _facts(self) -> Mapping[str, Any]: ...


class KongMade(NamedTuple):
    """A kong that stands; the arguments of `RuleSet.settle_kong`. `tile` is a kind."""

    seat: int
    type: str
    tile: int
    source: int | None
    fresh: bool
    chain: int
    won: tuple[int, ...]
    robbed: bool = False


class WinMade(NamedTuple):
    """A win as the table saw it.

    kong_giver    who gave the tile of the exposed kong on whose replacement was won
    liable        who pays for the hand, or a part of it, by the melds it fed; of several the first
    fed           riichi: ids of yakuman, and who is liable for each
    honba, sticks what of them this win collects; place: 0 for the first of those who win on one tile
    horse         kind of the turned tile
    shown, won    seats that had laid their hands open, that had won before; together: all who win on the tile
    unsafe        the loser could have thrown a tile that no shown hand waits for
    after_kong_discard   the tile was discarded right after a kong of the loser
    """

    seat: int
    loser: int | None
    win: Win
    kong_giver: int | None
    liable: int | None
    fed: tuple[tuple[str, int], ...]
    honba: int
    sticks: int
    horse: int | None
    place: int
    shown: tuple[int, ...]
    won: tuple[int, ...]
    together: tuple[int, ...]
    piao: tuple[int, ...]
    unsafe: bool
    after_kong_discard: bool


class DepositMade(NamedTuple):
    """A riichi deposit that was paid."""

    seat: int


Happening = KongMade | WinMade | DepositMade
HAPPENINGS: dict[str, type[Happening]] = {"kong": KongMade, "win": WinMade, "deposit": DepositMade}


@dataclass(frozen=True)
class WinResult:
    """One win of a hand.

    seat, loser   who won, and who gave the tile (None for a self-draw)
    tile          the winning tile; None for a win on flowers
    score         what it is worth and why
    ledger        what was paid for it, kongs apart
    """

    seat: int
    loser: int | None
    tile: Tile | None
    score: Score
    ledger: Ledger

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """As plain data, with the score as `Score.to_dict` has it."""
        return {
            "seat": self.seat,
            "loser": self.loser,
            "tile": None if self.tile is None else str(self.tile),
            "score": self.score.to_dict(lang),
            "payments": self.ledger.to_dict(),
        }


@dataclass(frozen=True)
class Result:
    """How a hand ended and what it cost. Immutable; `Table.result` once the hand is over.

    reason        "win", "exhaustive" (the wall ended), "nagashi", or why it was aborted: "nine_kinds" "four_winds"
                  "four_riichi" "four_kongs" "three_rons"
    deltas        signed change of each seat, deposits and fines included
    ready         seats that were ready when the wall ended
    winners       of the first win of the hand, several if they won on one tile; () for a hand that nobody won
    discarder     who gave the tile of the first win; None for a self-draw
    last_drawer   who drew the last tile that was drawn
    dealer, round_wind, honba, streak   of this hand
    sticks        deposits that are left on the table
    before        the scores before the hand
    players       the hands at the end, and what else payments at the end of the wall go by
    history       kongs, wins and deposits as they happened; None of a table that kept no log
    """

    rules: RuleSet
    reason: str
    deltas: tuple[int, ...]
    ready: tuple[int, ...]
    winners: tuple[int, ...]
    discarder: int | None
    last_drawer: int | None
    dealer: int
    round_wind: str
    honba: int
    sticks: int
    streak: int
    before: tuple[int, ...]
    players: tuple[DrawPlayer, ...] = field(repr=False)
    history: tuple[Happening, ...] | None = field(repr=False)

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores after the hand."""
        return tuple(map(sum, zip(self.before, self.deltas, strict=True)))

    @property
    def aborted(self) -> bool:
        """Whether the hand ended neither with a win nor with the wall."""
        return self.reason not in ("win", *WALL_ENDS)

    @property
    def drawn(self) -> bool:
        """Whether nobody won. A hand that ended with the wall may have had winners, where play goes on after a win."""
        return not self.winners

    @cached_property
    def wins(self) -> tuple[WinResult, ...]:
        """All wins in the order in which they were paid. HandError without a log."""
        return tuple(self._paid(fact) for fact in self._logged() if isinstance(fact, WinMade))

    @cached_property
    def ledger(self) -> Ledger:
        """Every payment with its reason, in the order in which they were made; its totals are the `deltas`. HandError
        without a log."""
        return _Book(self).written()

    def text(self, lang: str = "en") -> str:
        """The result in words: the wins with their fans, the payments, the change. MahjongError for a language other
        than en, zh and ja."""
        return result_text(self, lang)

    def to_dict(self, lang: str = "en") -> dict[str, Any]:
        """As plain data, names of fans in `lang`; wins and payments are None without a log."""
        logged = self.history is not None
        return {
            "rules": self.rules.id,
            "preset": self.rules.preset,
            "reason": self.reason,
            "deltas": list(self.deltas),
            "scores": list(self.scores),
            "ready": list(self.ready),
            "winners": list(self.winners),
            "discarder": self.discarder,
            "last_drawer": self.last_drawer,
            "dealer": self.dealer,
            "round_wind": self.round_wind,
            "honba": self.honba,
            "sticks": self.sticks,
            "streak": self.streak,
            "wins": [win.to_dict(lang) for win in self.wins] if logged else None,
            "payments": self.ledger.to_dict() if logged else None,
        }

    def __str__(self) -> str:
        return self.text()

    def _logged(self) -> tuple[Happening, ...]:
        if self.history is None:
            raise HandError("the hand was played without a log, and only its deltas are known: expected Table(..., "
                            "log=True)")
        return self.history

    def _paid(self, fact: WinMade) -> WinResult:
        found = score(fact.win, rules=self.rules)
        ledger = self.rules.settle(found, self.dealer, fact.seat, fact.loser, **self._details(fact))
        return WinResult(fact.seat, fact.loser, fact.win.win_tile, found, ledger)

    def _details(self, fact: WinMade) -> dict[str, Any]:
        """What the settlement of the rule set asks for, of what is known about a win."""
        liable = fact.unsafe and self.rules.values.get("bao_hu") and fact.seat in fact.shown
        known = {
            "honba": fact.honba,
            "sticks": fact.sticks,
            "streak": self.streak,
            "pao": dict(fact.fed) or fact.liable,
            "won": fact.won,
            "winners": () if fact.loser is None else fact.together,
            "direct_kong_from": fact.kong_giver,
            "shown": fact.shown,
            "piao": fact.piao or None,
            "horse_tile": None if fact.horse is None else Tile(fact.horse),
            "bao": fact.loser if liable else None,
        }
        asked = signature(self.rules.make_settlement).parameters
        return {name: value for name, value in known.items() if name in asked and value is not None}


class _Book:
    """Writes the ledger of a hand, event by event."""

    def __init__(self, result: Result) -> None:
        self.result, self.rules = result, result.rules
        self.ledger = Ledger()
        # owner and payments of each kong whose money is where it was paid
        self.kongs: list[tuple[int, tuple[int, ...]]] = []

    def written(self) -> Ledger:
        result, procedure = self.result, self.rules.procedure
        wins = iter(result.wins)
        for fact in result._logged():
            if isinstance(fact, WinMade):
                self.ledger += next(wins).ledger
                if fact.after_kong_discard and fact.place == 0 and procedure.settle_kong_discard is not None:
                    self._kong_discard(fact)
            elif isinstance(fact, DepositMade):
                self.ledger += riichi_deposit(fact.seat, players=self.rules.players)
            elif procedure.settle_kong is not None:
                paid = self.rules.settle_kong(**fact._asdict())
                self.kongs.append((fact.seat, paid.totals(self.rules.players)))
                self.ledger += paid
        if result.reason in WALL_ENDS and procedure.settle_draw is not None:
            self.ledger += self.rules.settle_draw(result.players, self.kongs, dealer=result.dealer,
                                                  honba=result.honba, sticks=self._sticks()).ledger
        return self.ledger

    def _kong_discard(self, fact: WinMade) -> None:
        """The money of kongs when the discard after the last one is won."""
        owner = fact.loser
        assert owner is not None, "a self-draw after another player's kong"
        own = [place for place, (seat, _) in enumerate(self.kongs) if seat == owner]
        incomes = [self.kongs[place][1] for place in own]
        self.ledger += self.rules.settle_kong_discard(incomes, owner, fact.together)
        mode = self.rules.values.get("gangpao", "none")
        moved = own if mode == "transfer_all" else own[-1:] if mode != "none" else []
        self.kongs = [kong for place, kong in enumerate(self.kongs) if place not in moved]

    def _sticks(self) -> int:
        """Deposits on the table when the wall ended: those that are left, and what the last payments took."""
        taken = sum(self.result.deltas) - sum(self.ledger.totals(self.rules.players))
        return self.result.sticks + taken // STICK


def result_of(table: HandTable) -> Result | None:
    """The result of a table; None while the hand goes on."""
    return result_from(table.rules, table._facts()) if table.done else None


def result_from(rules: RuleSet, facts: Mapping[str, Any]) -> Result:
    """A result from the facts of a native table."""
    if facts["reason"] not in REASONS:
        raise HandError(f"a hand that ended by {facts['reason']!r}: expected one of {', '.join(REASONS)}")
    history: Sequence[tuple[str, Mapping[str, Any]]] | None = facts["history"]
    return Result(
        rules=rules,
        reason=facts["reason"],
        deltas=tuple(facts["deltas"]),
        ready=tuple(facts["ready"]),
        winners=tuple(facts["first_win"]),
        discarder=facts["first_from"],
        last_drawer=facts["last_drawer"],
        dealer=facts["dealer"],
        round_wind=WINDS[facts["round_wind"]],
        honba=facts["honba"],
        sticks=facts["sticks"],
        streak=facts["streak"],
        before=tuple(facts["scores"]),
        players=tuple(DrawPlayer(**player) for player in facts["players"]),
        history=None if history is None else tuple(HAPPENINGS[what](**more) for what, more in history),
    )
