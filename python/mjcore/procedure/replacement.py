"""Replacement tiles that a die picks near the back of the wall, the holes that this leaves, and a limit on the tiles
that are played.

A wall is given by the tiles that are left in each of its stacks: 2, 1 (the lower one) or 0. Which end stands first in
the list is said by each function.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

from mjcore.errors import HandError
from mjcore.settle.ledger import whole
from mjcore.settle.shares import not_negative

FACES = 6
HALVES = ("bottom", "top")


def picked_by_die(left: Sequence[SupportsIndex], die: SupportsIndex) -> tuple[int, str]:
    """The replacement tile that a die picks: the stack, 1 for the last one of the wall, and "top" or "bottom".

    `left`: tiles left in each stack as the wall was built, its last stack first. The die names the stack, of which the
    upper tile is taken, else the lower. If that stack is gone, the nearest one toward the back is meant, and if there
    is none either, the nearest one toward the front. HandError if no tile is left, or for an impossible die.

    >>> picked_by_die([2, 2, 2], 3), picked_by_die([2, 2, 1], 3)
    ((3, 'top'), (3, 'bottom'))
    >>> picked_by_die([2, 2, 0], 3), picked_by_die([0, 0, 2], 1)
    ((2, 'top'), (3, 'top'))
    """
    stacks, face = _stacks(left), whole(die, "the die")
    if not 1 <= face <= FACES:
        raise HandError(f"the die shows {face}: expected 1..{FACES}")
    back = [place for place in range(min(face, len(stacks)), 0, -1) if stacks[place - 1]]
    front = [place for place in range(face + 1, len(stacks) + 1) if stacks[place - 1]]
    if not back and not front:
        raise HandError("no tile is left in the wall: expected one for the replacement")
    place = (back or front)[0]
    return place, HALVES[stacks[place - 1] - 1]


def back_tile(left: Sequence[SupportsIndex]) -> tuple[int, str]:
    """The very last tile, which replaces a flower without a die; `left` and the answer as in `picked_by_die`.

    >>> back_tile([0, 1, 2])
    (2, 'bottom')
    """
    return picked_by_die(left, 1)


def draws_left(left: Sequence[SupportsIndex]) -> tuple[tuple[int, str], ...]:
    """The tiles of a wall in drawing order, past its holes: stack, 1 for the first in the list, and "top" or "bottom".

    `left`: tiles left in each stack, the one that is drawn next first.

    >>> draws_left([1, 0, 2])
    ((1, 'bottom'), (3, 'top'), (3, 'bottom'))
    """
    return tuple((place, HALVES[half]) for place, count in enumerate(_stacks(left), 1)
                 for half in range(count - 1, -1, -1))


def left_to_draw(taken: SupportsIndex, *, limit: SupportsIndex) -> int:
    """How many tiles may be drawn yet after `taken` have left the wall, dealt, drawn or as replacements, where the hand
    is drawn after `limit`.

    >>> left_to_draw(53, limit=120), left_to_draw(120, limit=120)
    (67, 0)
    """
    gone, most = not_negative(taken, "the number of tiles taken"), not_negative(limit, "the limit")
    if gone > most:
        raise HandError(f"{gone} tiles have left the wall: expected {most} at most, after which the hand is drawn")
    return most - gone


def _stacks(left: Sequence[SupportsIndex]) -> list[int]:
    stacks = [whole(count, "the number of tiles of a stack") for count in left]
    if any(not 0 <= count <= 2 for count in stacks):
        raise HandError(f"tiles by stack {stacks}: expected 0, 1 or 2 each")
    return stacks
