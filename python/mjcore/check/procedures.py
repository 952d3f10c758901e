"""The kinds about the course of a hand: `claim`, `dealer`, `deal`, `open`, `wall`."""

from __future__ import annotations

from typing import Any

from mjcore.check.contexts import read_seats, read_tile
from mjcore.check.fields import Fault, Fields
from mjcore.check.kinds import Answers, kind
from mjcore.procedure.walls import Opening, deal_counts, tile_count, wall_stacks
from mjcore.rules.base import RuleSet

# the names of claims in the files -> those of `RuleSet.claims`
CLAIMS = {
    "hu": "win", "win": "win", "kong": "kong", "kong_open": "kong", "pong": "pung", "pung": "pung", "chow": "chow",
}
NOBODY = "draw"  # the winners of a hand that nobody won
MOST_TILES = 400
MOST_SEATS = 10


@kind("claim", capability="procedure.claims")
def _claim(rule_set: RuleSet, case: Fields) -> Answers:
    """Who gets a discard, or the tile of a kong that is robbed; claims keep the names that the case gives them."""
    last = rule_set.players - 1
    robbed = case.flag("robkong", False)
    giver = case.number("konger" if robbed else _one_of(case, "discarder", "from"), 0, last)
    if case.has("discard"):
        read_tile(case, "discard")
    field = _one_of(case, "want", "claims")
    wants = _wants(case, field)
    if robbed and any(CLAIMS[name] != "win" for _, name in wants):
        raise Fault(f"{field}: expected wins only, of the tile of a kong")
    won = read_seats(case, "won", rule_set.players) if case.has("won") else []
    answer = rule_set.claims(giver, [(seat, CLAIMS[name]) for seat, name in wants], won)
    said = dict(wants)
    claims = [(seat, said[seat]) for seat, _ in answer.claims]
    names = {name for _, name in claims}
    return {
        "claims": lambda: [list(claim) for claim in claims],
        "next": lambda: answer.next,
        "winners": lambda: [seat for seat, what in answer.claims if what == "win"],
        "seats": lambda: [seat for seat, _ in claims],
        "seat": lambda: claims[0][0] if len(claims) == 1 else None,
        "claim": lambda: min(names) if len(names) == 1 else None,
    }


def _one_of(case: Fields, *names: str) -> str:
    """The one of these fields that is there; the first if none is."""
    return next((name for name in names if case.has(name)), names[0])


def _wants(case: Fields, field: str) -> list[tuple[int, str]]:
    found = []
    for item in case.items(field):
        if not isinstance(item, list) or len(item) != 2 or type(item[0]) is not int or item[1] not in [*CLAIMS]:
            raise case.wrong(field, item, f"a seat and one of {', '.join(CLAIMS)}")
        found.append((item[0], str(item[1])))
    return found


@kind("dealer", capability="procedure.next_dealer")
def _dealer(rule_set: RuleSet, case: Fields) -> Answers:
    """Who deals the next hand."""
    last = rule_set.players - 1
    dealer = case.number("dealer", 0, last, default=0)
    winners = read_winners(rule_set, case, _one_of(case, "winners", "first_winners"))
    facts: dict[str, Any] = {}
    for name in ("discarder", "last_drawer"):
        if case.has(name):
            facts[name] = seat_or_none(case, name, last)
    if case.has("streak"):
        facts["streak"] = case.number("streak", 0, 1_000)
    found = rule_set.next_dealer(dealer, winners, **facts)
    return {"dealer": lambda: found.dealer, "streak": lambda: found.streak}


def seat_or_none(case: Fields, name: str, last: int) -> int | None:
    """A seat, or null for nobody."""
    value = case.raw(name)
    if value is not None and (type(value) is not int or not 0 <= value <= last):
        raise case.wrong(name, value, f"a whole number 0..{last} or null")
    return value


def read_winners(rule_set: RuleSet, case: Fields, name: str) -> list[int]:
    """A list of seats, or a text: "0,2", "draw"."""
    value = case.raw(name)
    if isinstance(value, str):
        parts = [] if value == NOBODY else [part.strip() for part in value.split(",")]
        if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
            raise case.wrong(name, value, f'seats with commas, "{NOBODY}" for none, or a list')
        value = [int(part) for part in parts]
    return read_seats(Fields({name: value}), name, rule_set.players)


@kind("deal", capability="procedure.deal")
def _deal(rule_set: RuleSet, case: Fields) -> Answers:
    """How many tiles everybody has, of the rule set's own set or a stated one; with dice also where they come from."""
    rule_set = _changed(rule_set, case, "players", rule_set.players)
    if case.has("dice"):
        return _opened(_opening(rule_set, case))
    if any(case.has(name) for name in ("tiles", "hand_size", "reserved")):
        dealt = deal_counts(
            case.number("tiles", 1, MOST_TILES, default=tile_count(rule_set.tiles)),
            rule_set.players,
            case.number("hand_size", 1, MOST_TILES, default=3 * rule_set.sets + 1),
            case.number("reserved", 0, MOST_TILES, default=0),
        )
    else:
        dealt = rule_set.deal()
    return {"hands": lambda: list(dealt.hands), "wall": lambda: dealt.wall}


def _opened(opening: Opening) -> Answers:
    """A deal from an opened wall, its places as [wall, stack, half]."""
    return {
        "break_wall": lambda: opening.wall_seat,
        "first_stack": lambda: opening.start,
        "dealer_jump": lambda: [list(place) for place in opening.jump],
        "live_next": lambda: None if opening.live_next is None else list(opening.live_next),
    }


@kind("open", capability="procedure.open_wall")
def _open(rule_set: RuleSet, case: Fields) -> Answers:
    """Where the dice open the wall; without dice only how long the walls are."""
    if not case.has("dice"):
        return {"stacks": _wall(rule_set, case)["stacks"]}
    rule_set = _changed(rule_set, case, "walls", rule_set.players)
    rule_set = _changed(rule_set, case, "tiles", tile_count(rule_set.tiles))
    opening = _opening(rule_set, case)
    return {
        "stacks": lambda: list(opening.stacks),
        "wall_seat": lambda: opening.wall_seat,
        "skip": lambda: opening.skip,
        "start": lambda: opening.start,
        "live": lambda: opening.live,
        "second_roller": lambda: opening.second_roller,
    }


def _opening(rule_set: RuleSet, case: Fields) -> Opening:
    return rule_set.open_wall(case.items("dice"), case.number("dealer", 0, rule_set.players - 1, default=0))


@kind("wall", capability="")
def _wall(rule_set: RuleSet, case: Fields) -> Answers:
    """How many stacks each wall has, for any number of tiles and walls."""
    tiles = case.number("tiles", 2, MOST_TILES, default=tile_count(rule_set.tiles))
    walls = case.number("walls", 2, MOST_SEATS, default=rule_set.players)
    stacks = wall_stacks(tiles, walls, case.number("dealer", 0, walls - 1, default=0))
    return {"tiles": lambda: tiles, "stacks": lambda: list(stacks)}


def _changed(rule_set: RuleSet, case: Fields, name: str, usual: int) -> RuleSet:
    """The rule set with the option that a field of the case names, where the field says something else than usual."""
    if not case.has(name):
        return rule_set
    value = case.number(name, 2, MOST_TILES)
    if value == usual:
        return rule_set
    if all(option.id != name for option in rule_set.options):
        raise case.wrong(name, value, f"{usual} for rule set {rule_set.id}")
    return rule_set.replace(**{name: value})
