"""Hands for the sentences of the rule texts: hands and draws as text, moves as text, the rest is passed or thrown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import mjcore as mj
from mjcore import rules
from mjcore.hand.text import parse_tiles
from mjcore.procedure.walls import dealt
from mjcore.rules.base import RuleSet

FLOWERS = range(35, 43)
PASS = "pass"
# automatic answers until a wanted move is legal
PATIENCE = 400


def rule_set(name: str | RuleSet, **options: object) -> RuleSet:
    """A preset with some options changed."""
    found = rules.resolve(name)
    return found.replace(**options) if options else found


def deal(name: str | RuleSet, hands: Sequence[str] = (), draws: str = "", back: str = "", *, dealer: int = 0,
         dora: str = "", ura: str = "", rinshan: str = "", seed: int = 1, honba: int = 0, sticks: int = 0,
         streak: int = 0, round_wind: str = "E", scores: Sequence[int] | None = None) -> mj.Table:
    """A table of which seat 0's hand is `hands[0]` and so on (filled up with other tiles), whose next draws are `draws`
    and whose last tiles are `back` (the very last one first). Flowers that are not named come as late as they can."""
    found = rules.resolve(name)
    whole = list(mj.Table(found, seed=seed).wall)
    left, size = sorted(whole), len(whole)

    def take(text: str) -> list[int]:
        taken = []
        for tile in parse_tiles(text) if text else ():
            taken.append(tile.code if tile.code in left else tile.code | 64)
            left.remove(taken[-1])
        return taken

    shares = [take(text) for text in hands]
    next_draws, last = take(draws), take(back)
    stack, shown, under = take(rinshan), take(dora), take(ura)
    Random(seed).shuffle(left)
    plain = [tile for tile in left if tile not in FLOWERS]
    flowers = [tile for tile in left if tile in FLOWERS]
    places = dealt(found.players, 3 * found.sets + 1)
    wall: dict[int, int] = {}
    for distance, own in enumerate(places):
        seat = (dealer + distance) % found.players
        share = list(shares[seat]) if seat < len(shares) else []
        assert len(share) <= len(own), f"{len(share)} tiles for seat {seat}"
        share += [plain.pop() for _ in range(len(own) - len(share))]
        wall.update(zip(own, share, strict=True))
    first = sum(map(len, places))
    wall.update((first + i, tile) for i, tile in enumerate(next_draws))
    wall.update((size - 1 - i, tile) for i, tile in enumerate(last or stack))
    top = size - 1 - (8 if found.players == 3 else 4)
    wall.update((top - 2 * i, tile) for i, tile in enumerate(shown))
    wall.update((top - 1 - 2 * i, tile) for i, tile in enumerate(under))
    free = [place for place in range(size) if place not in wall]
    for place in free[:len(plain)] if flowers else free:
        wall[place] = plain.pop()
    if flowers:
        # the back is for replacements: 12 tiles there are no flowers
        late = free[len(free) - len(flowers):]
        swap = free[max(0, len(free) - len(flowers) - 12):len(free) - len(flowers)]
        wall.update(zip(late, flowers, strict=True))
        for place, other in zip(swap, reversed(late), strict=False):
            wall[place], wall[other] = wall[other], wall[place]
    tiles = bytes(wall[place] for place in range(size))
    return mj.Table(found, wall=tiles, dealer=dealer, honba=honba, sticks=sticks, streak=streak, round_wind=round_wind,
                    scores=None if scores is None else tuple(scores))


def can(table: mj.Table, seat: int | None = None) -> list[str]:
    """What a seat may do now, as text; nothing when it is not asked."""
    asked = table.seat if seat is None else seat
    if asked is None or asked not in table.pending:
        return []
    return [mj.action_text(action) for action in table.legal_actions(asked)]


def others(table: mj.Table, seat: int | None = None) -> set[str]:
    """What a seat may do now apart from plain discards."""
    return {action for action in can(table, seat) if not action.startswith("discard")}


def idle(table: mj.Table) -> None:
    """The asked seat passes, or throws what it drew (else its last tile)."""
    seat = table.seat
    assert seat is not None, f"the hand is over: {table.result}"
    legal = can(table, seat)
    if PASS in legal:
        table.step(PASS, seat)
        return
    if table.phase == "turn" and table.drawn is not None and f"discard {table.drawn}" in legal:
        table.step(f"discard {table.drawn}", seat)
        return
    table.step(next((action for action in reversed(legal) if action.startswith(("discard", "void", "number"))),
                    legal[-1]), seat)


def play(table: mj.Table, *moves: str) -> mj.Table:
    """Makes the moves ("2 discard 5m"), each as soon as it is legal; until then everybody idles."""
    for move in moves:
        digit, _, action = move.partition(" ")
        seat = int(digit)
        for _ in range(PATIENCE):
            if seat in table.pending and action in can(table, seat):
                break
            assert not table.done, f"{move!r} was never possible: {table.result}"
            idle(table)
        else:
            raise AssertionError(f"{move!r} was never possible")
        table.step(action, seat)
    return table


def now(table: mj.Table, *moves: str) -> mj.Table:
    """Makes the moves with nothing between them."""
    for move in moves:
        digit, _, action = move.partition(" ")
        assert int(digit) in table.pending, f"{move!r}: asked are {table.pending} in {table.phase}"
        assert action in can(table, int(digit)), f"{move!r}: legal are {can(table, int(digit))}"
        table.step(action, int(digit))
    return table


def finish(table: mj.Table) -> mj.Result:
    """Everybody idles to the end."""
    for _ in range(4 * PATIENCE):
        if table.done:
            break
        idle(table)
    found = table.result
    assert found is not None
    return found


def result(table: mj.Table) -> mj.Result:
    """How the hand ended, which must be over."""
    assert table.done, (table.phase, table.seat, can(table))
    found = table.result
    assert found is not None
    assert found.deltas == table.deltas
    if found.history is not None:
        assert found.ledger.totals(table.players) == found.deltas
    return found


def fans(table: mj.Table, win: int = 0) -> dict[str, int]:
    """What a win was counted for."""
    return {name: value for name, _, value, _ in result(table).wins[win].score.fans}


def kinds_of_melds(table: mj.Table, seat: int) -> list[str]:
    """What the melds of a seat are."""
    return ["hidden" if meld is None else meld.type for meld in table.melds(seat)]


def reasons(found: mj.Result) -> list[tuple[int | None, int | None, int, str]]:
    """Payer, receiver, amount, reason of all payments."""
    return [(line.payer, line.receiver, line.amount, line.reason) for line in found.ledger]


def events(table: mj.Table, *names: str) -> list[tuple[str, int | None, str]]:
    """What happened, as (what, seat, tile)."""
    log = table.log
    assert log is not None, "a table without a log"
    return [(event.what, event.seat, "" if event.tile is None else str(event.tile)) for event in log
            if not names or event.what in names]
