"""A slow scorer of Kawuxing, written from the text of the rules: every reading, every place of the winning tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from reference.facts import DRAGONS, rank_of, suit_of

TRIPLET, RUN = "triplet", "run"


@dataclass(frozen=True)
class Plain:
    """A win: concealed counts with the winning tile, melds as (type of a Meld, kind), and how it was won."""

    counts: tuple[int, ...]
    melds: tuple[tuple[str, int], ...]
    win: int
    circumstances: frozenset[str] = frozenset()
    values: dict[str, Any] = field(default_factory=dict)


def readings(counts: Sequence[int], sets: int) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """The pair and the concealed sets."""
    for pair in range(34):
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            for found in _sets(rest, sets):
                yield pair, found


def _sets(counts: list[int], sets: int) -> Iterator[list[tuple[str, int]]]:
    kind = next((k for k in range(34) if counts[k]), None)
    if kind is None:
        if not sets:
            yield []
        return
    if not sets:
        return
    if counts[kind] >= 3:
        counts[kind] -= 3
        for rest in _sets(counts, sets - 1):
            yield [(TRIPLET, kind), *rest]
        counts[kind] += 3
    if kind < 27 and rank_of(kind) <= 7 and counts[kind + 1] and counts[kind + 2]:
        for step in range(3):
            counts[kind + step] -= 1
        for rest in _sets(counts, sets - 1):
            yield [(RUN, kind), *rest]
        for step in range(3):
            counts[kind + step] += 1


def score(win: Plain) -> tuple[int, list[dict[str, int]]] | None:
    """The largest product and the fans of each way to have it; None for no win."""
    found = [*_pairs(win), *_standard(win)]
    if not found:
        return None
    products = [_product(fans) for fans in found]
    best = max(products)
    return best, [fans for fans, product in zip(found, products, strict=True) if product == best]


def _product(fans: dict[str, int]) -> int:
    product = 1
    for value in fans.values():
        product *= value
    return product


def _shared(win: Plain) -> dict[str, int]:
    """What every reading has."""
    kinds = {k for k in range(34) if win.counts[k]} | {kind for _, kind in win.melds}
    fans = {}
    if len({suit_of(k) for k in kinds}) == 1 and suit_of(min(kinds)) != "z":
        fans["qingyise"] = 4
    happened = win.circumstances
    if "after_kong" in happened:
        fans["gangshanghua"] = win.values.get("gangshanghua", 2)
    if "on_kong_discard" in happened:
        fans["gangshangpao"] = 2
    if "rob_kong" in happened:
        fans["qianggang"] = 2
    if "last_tile" in happened:
        fans["haidi"] = 2
    return fans


def _pairs(win: Plain) -> Iterator[dict[str, int]]:
    if win.melds or any(count % 2 for count in win.counts):
        return
    quads = sum(count == 4 for count in win.counts)
    name = ("qidui", "haohua_qidui", "chao_haohua", "chao_chao_haohua")[quads]
    yield {name: win.values.get("lux", (4, 8, 32, 128))[quads], **_shared(win)}


def _standard(win: Plain) -> Iterator[dict[str, int]]:
    full = win.values.get("channel") == "full"
    for pair, concealed in readings(win.counts, 4 - len(win.melds)):
        triplets = [kind for sort, kind in concealed if sort == TRIPLET] + [kind for _, kind in win.melds]
        fans = _shared(win)
        if len(triplets) == 4:
            fans["pengpenghu"] = win.values.get("pengpenghu", 2)
        dragons = sum(kind in DRAGONS for kind in triplets)
        if dragons == 3:
            fans["dasanyuan"] = 8
        elif dragons == 2 and pair in DRAGONS:
            fans["xiaosanyuan"] = 4
        if any(count == 4 and (full or kind == win.win) for kind, count in enumerate(win.counts)):
            fans["ansigui"] = 4
        if any(sort == "pung" and win.counts[kind] and (full or kind == win.win) for sort, kind in win.melds):
            fans["mingsigui"] = win.values.get("mingsigui", 2)
        # each place where the winning tile can stand
        places = [(sort, kind) for sort, kind in concealed
                  if kind == win.win or (sort == RUN and kind < win.win <= kind + 2)]
        if pair == win.win:
            places.append(("pair", pair))
        for sort, kind in places:
            placed = dict(fans)
            if sort == "pair" and len(win.melds) == 4:
                placed["shouzhuayi"] = win.values.get("shouzhuayi", 4)
            if sort == RUN and rank_of(kind) == 4 and rank_of(win.win) == 5:
                placed["kawuxing"] = win.values.get("kawuxing", 2)
            yield placed or {"pihu": 1}
