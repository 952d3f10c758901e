"""Walls that bring about what a fair one hardly ever does: kongs, wins on flowers, several winners, early wins."""

from __future__ import annotations

import random

import mjcore as mj
from mjcore.procedure.walls import dealt

FLOWERS = range(35, 43)
ORPHANS = {0, 8, 9, 17, 18, 26, *range(27, 34)}


def _theme(rng: random.Random) -> dict[int, float]:
    """How much a player is given each kind: a suit or two, few kinds, orphans, or flowers."""
    style = rng.choice(("suit", "suits", "few", "few", "few", "orphans", "flowers", "alike"))
    if style == "suit":
        suit = rng.randrange(3)
        return dict.fromkeys(range(9 * suit, 9 * suit + 9), 30.0)
    if style == "suits":
        suit = rng.randrange(3)
        return {kind: 20.0 for kind in range(27) if kind // 9 != suit}
    if style == "orphans":
        return dict.fromkeys(ORPHANS, 40.0)
    if style == "flowers":
        return dict.fromkeys(FLOWERS, 200.0)
    if style == "few":
        return dict.fromkeys(rng.sample(range(34), rng.randrange(4, 9)), 60.0)
    first = rng.choice((0, 9, 18)) + rng.randrange(5)
    return dict.fromkeys(range(first, first + 5), 40.0)


def loaded_wall(rules: mj.rules.RuleSet, rng: random.Random) -> bytes:
    """All tiles of the game in drawing order, the dealt ones by themes, the others in clumps or shuffled."""
    tiles = list(mj.Table(rules, seed=rng.getrandbits(60)).wall)
    places = dealt(rules.players, 3 * rules.sets + 1)
    themes = [_theme(rng) for _ in places]
    if rng.random() < 0.3:
        # two or three want the same
        themes[1:] = [themes[0] if rng.random() < 0.6 else theme for theme in themes[1:]]
    wall: dict[int, int] = {}
    order = [(place, seat) for seat, share in enumerate(places) for place in share]
    rng.shuffle(order)
    for place, seat in order:
        weights = [themes[seat].get(tile & 63, 1.0) for tile in tiles]
        chosen = rng.choices(range(len(tiles)), weights)[0]
        wall[place] = tiles.pop(chosen)
    rng.shuffle(tiles)
    if rng.random() < 0.5:
        # the same themes go on in the wall
        wanted = {kind for theme in themes for kind in theme}
        tiles.sort(key=lambda tile: rng.random() - 0.7 * (tile & 63 in wanted))
    elif rng.random() < 0.3:
        tiles.sort(key=lambda tile: rng.random() - 0.7 * (tile & 63 in FLOWERS))
    return bytes(wall[place] for place in range(len(wall))) + bytes(tiles)
