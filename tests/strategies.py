"""Hypothesis strategies for tiles, melds and hands, as texts of the main grammar.

They build texts from facts of their own, so that a test can compare what a text means with what the
parser made of it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hypothesis import strategies as st

SUITED = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
HONORS = [f"{n}z" for n in range(1, 8)]
REDS = ["0m", "0p", "0s"]
FLOWERS = [f"{n}f" for n in range(1, 9)]
JOKERS = ["0j", "{caishen}", "{mao}", "{laoshu}", "{jubao}"]
JOKERS += ["{hua}", "{yuan}", "{xi}", "{he}", "{tong}", "{suo}", "{wan}", "{zong}"]
JOKERS += [f"{{{who}{n}}}" for who in ("huang", "hou") for n in range(1, 5)]
NAMED = ["{dabai}", *JOKERS]
KINDS = [*SUITED, *HONORS, "{dabai}", *FLOWERS, *JOKERS]
"""The text of each of the 64 kinds, in their order."""


def plain(tile: str) -> str:
    """The tile without its red: 0m -> 5m."""
    return f"5{tile[1]}" if tile in REDS else tile


@dataclass(frozen=True)
class MeldFacts:
    """What a meld is; `text` is one way to write it."""

    text: str
    type: str
    lowest: str
    tiles: tuple[str, ...]
    claimed: str
    source: str


def _red_or_not(draw: st.DrawFn, tile: str, reds: bool) -> str:
    return f"0{tile[1]}" if reds and tile in ("5m", "5p", "5s") and draw(st.booleans()) else tile


@st.composite
def melds(
    draw: st.DrawFn, reds: bool = True, jokers: bool = True, bases: tuple[str, ...] = (*SUITED, *HONORS)
) -> MeldFacts:
    """Any chow, pung or kong of the given kinds, with red fives and jokers where asked for."""
    joker = draw(st.sampled_from(JOKERS)) if jokers and draw(st.booleans()) else ""
    source = draw(st.sampled_from("<^>"))
    if draw(st.booleans()):
        low = draw(st.sampled_from([tile for tile in bases if tile in SUITED and tile[0] in "1234567"]))
        tiles = [_red_or_not(draw, f"{int(low[0]) + i}{low[1]}", reds) for i in range(3)]
        claimed = draw(st.integers(0, 2))
        if joker:
            tiles[draw(st.sampled_from([i for i in range(3) if i != claimed]))] = joker
        written = [tiles[claimed], *(tile for i, tile in enumerate(tiles) if i != claimed)]
        text = f"[{''.join(written)}{source}]"
        return MeldFacts(text, "chow", low, tuple(tiles), tiles[claimed], source)
    kind = draw(st.sampled_from(bases))
    type_ = draw(st.sampled_from(["pung", "exposed kong", "added kong", "concealed kong"]))
    size = 3 if type_ == "pung" else 4
    n_jokers = draw(st.integers(1, size - 1)) if joker else 0
    naturals = [_red_or_not(draw, kind, reds) for _ in range(size - n_jokers)]
    written = draw(st.permutations(naturals + n_jokers * [joker]))
    if type_ == "concealed kong":
        return MeldFacts(f"({''.join(written)})", type_, kind, tuple(written), "", "")
    first = next(tile for tile in written if tile != joker)
    text = f"[{''.join(written)}{'+' * (type_ == 'added kong')}{source}]"
    return MeldFacts(text, type_, kind, tuple(written), first, source)


@dataclass(frozen=True)
class HandFacts:
    """What a hand holds: concealed tiles in the order they were drawn, and melds."""

    tiles: tuple[str, ...]
    melds: tuple[MeldFacts, ...]


@st.composite
def hands(
    draw: st.DrawFn,
    tiles: tuple[str, ...] = (*SUITED, *HONORS, *REDS, *FLOWERS, *NAMED),
    reds: bool = True,
    jokers: bool = True,
) -> HandFacts:
    """Any hand of 1 to 18 tiles made of the given ones, within the copies there are."""
    held: Counter[str] = Counter()
    laid: list[MeldFacts] = []
    for meld in draw(st.lists(melds(reds=reds, jokers=jokers), max_size=5)):
        copies = Counter(plain(tile) for tile in meld.tiles if tile not in JOKERS)
        if all(held[tile] + n <= 4 for tile, n in copies.items()):
            held += copies
            laid.append(meld)
    room = 18 - 3 * len(laid)
    concealed: list[str] = []
    for tile in draw(st.lists(st.sampled_from(tiles), min_size=0 if laid else 1, max_size=room)):
        if held[plain(tile)] < 4:
            held[plain(tile)] += 1
            concealed.append(tile)
    return HandFacts(tuple(concealed), tuple(laid))


@st.composite
def written(draw: st.DrawFn, facts: HandFacts) -> str:
    """One of the many texts of the main grammar for a hand; the melds keep their order."""
    runs: list[str] = []
    for tile in draw(st.permutations(facts.tiles)):
        # a tile may share the suit letter of the one before it
        if runs and not tile.startswith("{") and runs[-1][-1] == tile[-1] and draw(st.booleans()):
            runs[-1] = runs[-1][:-1] + tile
        else:
            runs.append(tile)
    for meld in reversed(facts.melds):
        first = next((i for i, run in enumerate(runs) if run[0] in "[("), len(runs))
        runs.insert(draw(st.integers(0, first)), meld.text)
    spaces = st.sampled_from(["", "", " ", "  ", "\t", "\n"])
    return draw(spaces) + "".join(run + draw(spaces) for run in runs)
