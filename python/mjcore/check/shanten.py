"""The schema `mjcore-shanten-cases/1`: hands with their shanten, accepted kinds and discards, form by form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from mjcore.check.fields import Fault, Fields, shown
from mjcore.check.report import Difference
from mjcore.hand.hands import Hand
from mjcore.hand.queries import HandEngine
from mjcore.hand.tiles import Tile

SCHEMA = "mjcore-shanten-cases/1"
KINDS = 34
COPIES = 4
MOST = 16  # shanten of no hand is larger
CHOW = 100  # in the codes of melds, before its lowest kind
# what only informs the reader
FILE_NOTES = ("note", "meld_code")
HAND_NOTES = ("dist",)
# field -> forms, and whether four equal tiles are two pairs
FORMS: dict[str, tuple[tuple[str, ...], bool]] = {
    "std": (("standard",), False),
    "all3": (("standard", "seven_pairs", "thirteen_orphans"), False),
    "sp": (("seven_pairs",), False),
    "sp4": (("seven_pairs",), True),
    "to": (("thirteen_orphans",), False),
    "hk": (("greater_knitted", "lesser_knitted"), False),
    "hk7": (("greater_knitted",), False),
    "ks": (("knitted_straight",), False),
}


def cases(file: Fields) -> list[Any]:
    """The hands of a file, whose other fields are all known."""
    file.ignore(FILE_NOTES)
    hands = file.items("hands")
    file.done()
    return hands


def ident(case: Fields) -> str:
    """The id, a number here."""
    return str(case.number("id", 0, 10**9))


@cache
def engine(field: str, strict: bool = False) -> HandEngine:
    forms, quad_pairs = FORMS[field]
    return HandEngine(forms, quad_pairs=quad_pairs, strict=strict)


def run(case: Fields) -> list[Difference]:
    """Asks about one hand and compares all that the case states."""
    case.ignore(HAND_NOTES)
    counts = _read_counts(case)
    found: list[Difference] = []
    compared = False
    for name, got in (("n", sum(counts)), ("m", sum(counts) // 3)):
        if case.has(name):
            found += _number(name, case.number(name, 0, COPIES * KINDS), got)
    for field in FORMS:
        if case.has(field):
            found += _number(field, case.number(field, -1, MOST), engine(field).shanten(counts))
            compared = True
        if case.has(f"accept_{field}"):
            wanted = _kinds(case.raw(f"accept_{field}"), f"accept_{field}")
            found += _accepted(f"accept_{field}", wanted, engine(field).acceptance_mask(counts))
            compared = True
    if case.has("discards"):
        found += _discards(case, counts)
        compared = True
    if case.has("strict"):
        found += _strict(case, counts)
        compared = True
    case.done()
    if not compared:
        raise Fault("no answer is stated: there is nothing to compare")
    return found


def _read_counts(case: Fields) -> list[int]:
    counts = case.items("counts")
    if len(counts) != KINDS or not all(type(held) is int and 0 <= held <= COPIES for held in counts):
        raise case.wrong("counts", counts, f"{KINDS} whole numbers 0..{COPIES}")
    return counts


def _number(name: str, wanted: int, got: int) -> Iterator[Difference]:
    if wanted != got:
        yield Difference(name, wanted, got)


def _kinds(value: object, name: str) -> set[int]:
    """Kinds in any order, none twice."""
    if not isinstance(value, list) or not all(type(kind) is int and 0 <= kind < KINDS for kind in value):
        raise Fault(f"{name} is {shown(value)}: expected a list of kinds, whole numbers 0..{KINDS - 1}")
    if len(set(value)) < len(value):
        raise Fault(f"{name} is {shown(value)}: a kind stands twice")
    return set(value)


def _accepted(name: str, wanted: Iterable[int], mask: int) -> Iterator[Difference]:
    """One difference for each kind that is only in one of the two."""
    got = {kind for kind in range(KINDS) if mask >> kind & 1}
    for kind in sorted(got.symmetric_difference(wanted)):
        answers = ("not accepted", "accepted") if kind in got else ("accepted", "not accepted")
        yield Difference(f"{name} {kind} ({Tile(kind)})", *answers)


def _discards(case: Fields, counts: list[int]) -> Iterator[Difference]:
    """For every kind held: the shanten without one of it, and the kinds accepted then."""
    stated = case.object("discards").rest()
    found = sorted(engine("std").discards(counts), key=lambda discard: discard.tile)
    got = {str(discard.tile.kind): discard for discard in found}
    for kind in dict.fromkeys([*stated, *got]):
        name = f"discards.{kind}"
        if kind not in got:
            raise Fault(f"{name}: expected a kind that is held, one of {', '.join(got)}")
        if kind not in stated:
            raise Fault(f"the field {name} is missing: {got[kind].tile} can be discarded")
        wanted = stated[kind]
        if not isinstance(wanted, list) or not wanted or type(wanted[0]) is not int:
            raise Fault(f"{name} is {shown(wanted)}: expected the shanten and the accepted kinds, a list")
        yield from _number(f"{name} shanten", wanted[0], got[kind].shanten)
        yield from _accepted(name, _kinds(wanted[1:], name), got[kind].mask)


def _strict(case: Fields, counts: list[int]) -> Iterator[Difference]:
    """The standard form, when the copies in own melds can not come any more."""
    strict = case.object("strict")
    hand = Hand(counts, [_meld(code) for code in strict.items("melds")])
    shanten, compared = engine("std", strict=True).shanten(hand), False
    if strict.has("std"):
        yield from _number("strict.std", strict.number("std", -1, MOST), shanten)
        compared = True
    if strict.has("accept"):
        wanted = _kinds(strict.raw("accept"), "strict.accept")
        yield from _accepted("strict.accept", wanted, engine("std", strict=True).acceptance_mask(hand))
        compared = True
    if case.has("strict_differs"):
        stated, differs = case.flag("strict_differs"), shanten != engine("std").shanten(counts)
        if stated != differs:
            yield Difference("strict_differs", stated, differs)
        compared = True
    strict.done()
    if not compared:
        raise Fault("strict states no answer: there is nothing to compare")


def _meld(code: object) -> str:
    """The text of a meld: k is a pung of the kind k, 100 + k a chow from it."""
    if type(code) is int and 0 <= code < KINDS:
        return f"[{3 * str(Tile(code))[0]}{str(Tile(code))[1]}<]"
    if type(code) is int and CHOW <= code < CHOW + 27 and (code - CHOW) % 9 < 7:
        low = (code - CHOW) % 9 + 1
        return f"[{low}{low + 1}{low + 2}{str(Tile(code - CHOW))[1]}<]"
    raise Fault(f"strict.melds holds {shown(code)}: expected k for a pung of the kind k, {CHOW} + k for a chow from it")
