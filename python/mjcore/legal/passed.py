"""Furiten: who may not win on what another player gives up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mjcore.errors import HandError
from mjcore.hand.hands import Hand
from mjcore.hand.tiles import Tile
from mjcore.legal.inputs import NORTH, Rules, each
from mjcore.legal.kongs import robbable
from mjcore.rules.base import RuleSet
from mjcore.typing import HandLike, TileLike

WAYS = ("discard", "added_kong", "concealed_kong", "nuki")


@dataclass(frozen=True)
class Passed:
    """A tile that another player gave up and that was not won on.

    tile   the tile
    by     how it was given up, one of `WAYS`: only a discard can always be won on
    hand   the hand that let it pass, where a call has changed it since; None: the present hand
    """

    tile: TileLike
    by: str = "discard"
    hand: HandLike | None = None


PassedTiles = str | Iterable[TileLike | Passed]


@dataclass(frozen=True)
class Furiten:
    """Why a hand may not win on another player's tile; true if it may not. A self-draw is always allowed.

    discard    a tile it waits for is among its own discards
    temporary  it let such a tile pass since its last draw
    riichi     it let such a tile pass since it declared riichi: to the end of the round
    """

    discard: bool = False
    temporary: bool = False
    riichi: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of those that hold."""
        return tuple([name for name in ("discard", "temporary", "riichi") if getattr(self, name)])

    def __bool__(self) -> bool:
        return self.discard or self.temporary or self.riichi


def furiten(
    hand: HandLike,
    discards: str | Iterable[TileLike] = "",
    *,
    passed: PassedTiles = (),
    passed_in_riichi: PassedTiles = (),
    rules: str | RuleSet = "riichi",
) -> Furiten:
    """Whether a waiting hand of 13 tiles is furiten, and in which ways.

    discards           all its own discards of the round, those that others called included; norths that it has set
                       aside are none
    passed             tiles given up by others since its own last draw: a text, tiles, or `Passed`. What is no
                       win anyway does no harm. Own calls end nothing, so that the list goes on over them; give the
                       hand that let the tile pass (`Passed.hand`) if a call has changed the wait since.
    passed_in_riichi   the same for everything since its own riichi

    What counts is the shape: a tile that completes the hand without any yaku makes furiten too, and so does a
    kong that could have been robbed or, by option `nuki_furiten`, a north set aside.

    HandError for a hand of another size and tiles not in play, RuleError for rules without furiten. Section 10.

    >>> furiten("123m456p789s1122z", "9m1z").kinds
    ('discard',)
    >>> furiten("123m456p789s1122z", passed="3m2z", passed_in_riichi="2z").kinds
    ('temporary', 'riichi')
    >>> bool(furiten("123m456p789s1122z", "9m", passed="3m"))
    False
    """
    table = Rules(rules)
    waiting = table.hand(hand, 13)
    waits = table.engine.waits_mask(waiting)
    discarded = table.tiles(discards)
    return Furiten(
        discard=any(waits >> tile.kind & 1 for tile in discarded),
        temporary=_let_pass(table, waiting, passed),
        riichi=_let_pass(table, waiting, passed_in_riichi),
    )


def makes_furiten(
    hand: HandLike, tile: TileLike, by: str = "discard", *, rules: str | RuleSet = "riichi"
) -> bool:
    """Whether letting this one tile pass makes a waiting hand furiten (`by` as in `Passed`). Section 10.

    >>> makes_furiten("123m456p789s1122z", "1z"), makes_furiten("123m456p789s1122z", "1z", "concealed_kong")
    (True, False)
    """
    table = Rules(rules)
    return _completes(table, table.hand(hand, 13), table.tile(tile), by)


def _let_pass(rules: Rules, hand: Hand, passed: PassedTiles) -> bool:
    if isinstance(passed, str):
        return any(_completes(rules, hand, tile, "discard") for tile in rules.tiles(passed))
    for item in each(passed, "passed tiles"):
        if isinstance(item, Passed):
            then = hand if item.hand is None else rules.hand(item.hand, 13)
            if _completes(rules, then, rules.tile(item.tile), item.by):
                return True
        elif _completes(rules, hand, rules.tile(item), "discard"):
            return True
    return False


def _completes(rules: Rules, hand: Hand, tile: Tile, by: str) -> bool:
    if by not in WAYS:
        raise HandError(f"a tile given up by {by!r}: expected one of {', '.join(WAYS)}")
    if by == "nuki" and tile.kind == NORTH and not rules["nuki_furiten"]:
        return False
    if by == "discard":
        return bool(rules.engine.waits_mask(hand) >> tile.kind & 1)
    return robbable(rules, hand, tile, by)
