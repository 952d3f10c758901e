"""What a seat of the plain table may do, by the ids of actions."""

from __future__ import annotations

from mjcore import Hand, Meld, Tile, legal
from reference.table_pay import score_flowers, score_offer, score_self
from reference.table_state import SUITS, Offer, State, kind_of
from reference.table_wall import RED

PICK, KONG, PASS, WIN, READY, ABORT, EXTRACT, HAND = 0, 64, 128, 129, 130, 131, 132, 133
RED_DISCARD, CHOW, CHOW_RED, PUNG, PUNG_RED, KONG_CLAIM, VOID, NUMBER = 134, 137, 140, 143, 144, 145, 155, 158
NORTH = 30
CLASSES = {WIN: 3, KONG_CLAIM: 2, PUNG: 2, PUNG_RED: 2, PASS: 0}
DEPOSIT = 1000


def class_of(action: int) -> int:
    """3 for a win, 2 for a pung or kong, 1 for a chow, 0 for passing."""
    return CLASSES.get(action, 1)


def discard_id(tile: int) -> int:
    return RED_DISCARD + kind_of(tile) // 9 if tile & RED else tile


# The own turn


def turn_actions(t: State, seat: int) -> list[int]:
    at, found = t.seats[seat], set()
    if score_self(t, seat) is not None:
        if must_win(t, drawn=True):
            return [WIN]
        found.add(WIN)
    found |= discards(t, seat)
    found |= {KONG + kind for kind in own_kongs(t, seat)}
    if ready_discards(t, seat):
        found.add(READY)
    if t.facts.id == "riichi":
        found |= _from_hand(t, seat, found)
        first = at.draws == 1 and not t.calls
        if first and legal.nine_terminals(t.hand_of(seat), first_turn=True, rules=t.facts.rules):
            found.add(ABORT)
        if _may_extract(t, seat):
            found.add(EXTRACT)
    return sorted(found)


def throw_actions(t: State, seat: int, *, declared: bool) -> list[int]:
    """After a chow or pung, or after a ready declaration."""
    if declared:
        found = ready_discards(t, seat)
        return sorted(found | _from_hand(t, seat, found))
    found = discards(t, seat)
    if t.facts.kong_after_claim:
        found |= {KONG + kind for kind in own_kongs(t, seat)}
    return sorted(found)


def discards(t: State, seat: int) -> set[int]:
    at = t.seats[seat]
    if at.frozen:
        assert t.drawn is not None
        return {discard_id(t.drawn)}
    kinds = [kind for kind in at.kinds() if kind not in t.ban]
    if t.facts.void_first:
        kinds = [kind for kind in kinds if t.of_void(seat, kind)] or kinds
    if t.facts.ready == "show" and t.facts["protect_shown"]:
        wanted = t.shown_waits(seat)
        kinds = [kind for kind in kinds if not wanted >> kind & 1] or kinds
    return {discard_id(tile) for tile in at.hand if kind_of(tile) in kinds}


def _from_hand(t: State, seat: int, found: set[int]) -> set[int]:
    """Riichi: the copy in the hand of the drawn tile may be thrown instead of it, as all can see."""
    at = t.seats[seat]
    if t.facts.id != "riichi" or t.drawn is None or at.frozen or at.hand.count(t.drawn) < 2:
        return set()
    return {HAND} & {HAND for action in found if action == discard_id(t.drawn)}


def ready_discards(t: State, seat: int) -> set[int]:
    """The discards with which ready may be declared on this turn; none if it may not be."""
    at, how = t.seats[seat], t.facts.ready
    if how is None or t.claimed or t.drawn is None or at.frozen:
        return set()
    if how == "riichi":
        found = legal.riichi_discards(t.hand_of(seat), Tile.from_code(t.drawn), score=t.points(seat),
                                      live_tiles=t.live, nuki=len(at.aside), rules=t.facts.rules)
        return {discard_id(tile.code) for tile in found}
    if how == "taiwan" and (at.draws != 1 or t.calls):
        return set()
    if how == "show":
        least = t.facts["show_min_wall"]
        if least is not None and t.live < least:
            return set()
    allowed = discards(t, seat)
    return {discard_id(tile) for tile in set(at.hand)
            if discard_id(tile) in allowed and t.waits_after(seat, tile)}


def own_kongs(t: State, seat: int) -> list[int]:
    """The kinds of which a concealed or added kong may be declared."""
    at, facts = t.seats[seat], t.facts
    if not t.live or len(t.kong_owners) >= facts.most_kongs or (t.claimed and not facts.kong_after_claim):
        return []
    pungs = {meld.kind for meld in at.melds if meld.type == "pung"}
    found = [kind for kind in at.kinds() if (at.count(kind) == 4 or kind in pungs) and not t.of_void(seat, kind)
             and kind != t.wild]
    if not at.frozen:
        return found
    if facts.ready == "taiwan" or t.drawn is None:
        return []
    if facts.ready == "riichi":
        closed = legal.closed_kongs(t.hand_of(seat), Tile.from_code(t.drawn), live_tiles=t.live,
                                    kongs=len(t.kong_owners), riichi=True, rules=facts.rules)
        return [tile.kind for tile in closed]
    before = t.waits_of(seat, t.hand_of(seat, t.drawn))
    return [kind for kind in found if _kong_allowed_frozen(t) and t.waits_of(seat, with_kong(t, seat, kind)) == before]


def _kong_allowed_frozen(t: State) -> bool:
    return t.facts.ready != "show" or t.facts["kong_after_show"] == "keep_waits"


def with_kong(t: State, seat: int, kind: int) -> Hand:
    """The hand once all its tiles of a kind lie in a kong: an own pung becomes one, else a new one is laid down."""
    tiles = [Tile.from_code(tile) for tile in t.seats[seat].hand if kind_of(tile) != kind]
    melds = [meld for meld in t.laid(seat) if meld.type != "pung" or meld.kind != kind]
    text = str(Tile(kind))
    return Hand.from_tiles(tiles, [*melds, Meld(f"({text[0] * 4}{text[1]})")])


def _may_extract(t: State, seat: int) -> bool:
    if t.facts.players != 3 or not t.facts["nuki"] or t.claimed or t.drawn is None or not t.live:
        return False
    return t.drawn == NORTH if t.seats[seat].frozen else NORTH in t.seats[seat].hand


def must_win(t: State, *, drawn: bool) -> bool:
    """Whether a possible win is compulsory."""
    return t.facts.id == "sichuan" and bool(t.before_draw) and legal.must_win(
        t.before_draw, drawn_tile=drawn, rules=t.facts.rules)


# The tiles of others


def may_win(t: State, seat: int, offer: Offer) -> bool:
    """Whether a seat may win on the tile of another one, by shape, worth and what it has let pass."""
    at, bar = t.seats[seat], t.facts.bar
    if seat in t.out or t.of_void(seat, offer.kind) or (at.barred and offer.what == "discard"):
        return False
    score = score_offer(t, seat, offer)
    if score is None or (bar == "missed" and at.missed is not None and score.total <= at.missed):
        return False
    if bar != "furiten":
        return True
    waits = t.waits(seat)
    return not (at.temporary or at.permanent or any(waits >> kind & 1 for kind in at.thrown))


def claim_actions(t: State, seat: int, offer: Offer) -> list[int]:
    """What a seat may do with a discard; [] if that is nothing but to pass."""
    at, facts, live = t.seats[seat], t.facts, t.live
    if seat in t.out:
        return []
    allowed = set(facts.claims) & (set(facts.claims) if live else set(facts.last_claims))
    found = set()
    if "win" in allowed and may_win(t, seat, offer):
        if must_win(t, drawn=offer.drawn):
            return [WIN]
        found.add(WIN)
    kind, held = offer.kind, at.count(offer.kind)
    # after the fourth kong of several players the hand goes on by a win alone
    over = facts.id == "riichi" and legal.four_kongs(t.kong_owners, discard_passed=True, rules=facts.rules)
    calls = (not over and kind != t.wild and not t.of_void(seat, kind)
             and not (at.frozen and facts.ready in ("riichi", "taiwan")))
    if calls and "kong" in allowed and live and held == 3 and len(t.kong_owners) < facts.most_kongs and (
            not at.frozen or (_kong_allowed_frozen(t) and t.waits_of(seat, with_kong(t, seat, kind)) == t.waits(seat))):
        found.add(KONG_CLAIM)
    if calls and not at.frozen:
        if "pung" in allowed:
            found |= _pungs(t, seat, kind)
        if "chow" in allowed and kind < 27 and seat == (offer.giver + 1) % t.n:
            found |= _chows(t, seat, kind)
    return sorted(found | {PASS}) if found else []


def _pungs(t: State, seat: int, kind: int) -> set[int]:
    at, found = t.seats[seat], set()
    plain, red = at.hand.count(kind), at.hand.count(kind | RED)
    if at.count(kind) >= 2 and _discard_left(t, seat, [kind, kind], {kind} if _kuikae(t) != "none" else set()):
        if plain >= 2:
            found.add(PUNG)
        if red:
            found.add(PUNG_RED)
    return found


def _chows(t: State, seat: int, kind: int) -> set[int]:
    at, found = t.seats[seat], set()
    for place in range(3):
        low = kind - place
        if low < 0 or low % 9 > 6 or low // 9 != kind // 9:
            continue
        own = [other for other in (low, low + 1, low + 2) if other != kind]
        if t.wild in own or not all(at.count(other) for other in own):
            continue
        if not _discard_left(t, seat, own, chow_ban(t, kind, place)):
            continue
        if all(other in at.hand for other in own):
            found.add(CHOW + place)
        if any(other | RED in at.hand for other in own):
            found.add(CHOW_RED + place)
    return found


def _kuikae(t: State) -> str:
    return str(t.facts["kuikae"]) if t.facts.id == "riichi" else "none"


def chow_ban(t: State, kind: int, place: int) -> set[int]:
    """What may not be thrown after a chow whose claimed tile is the lowest (0), middle (1) or highest (2)."""
    if _kuikae(t) == "none":
        return set()
    ban = {kind}
    if _kuikae(t) == "both_banned":
        if place == 0 and kind % 9 <= 5:
            ban.add(kind + 3)
        if place == 2 and kind % 9 >= 3:
            ban.add(kind - 3)
    return ban


def pung_ban(t: State, kind: int) -> set[int]:
    return set() if _kuikae(t) == "none" else {kind}


def _discard_left(t: State, seat: int, own: list[int], ban: set[int]) -> bool:
    rest = [kind_of(tile) for tile in t.seats[seat].hand]
    for kind in own:
        rest.remove(kind)
    return any(kind not in ban for kind in rest)


def rob_actions(t: State, seat: int, offer: Offer) -> list[int]:
    """Whether a seat may take the tile of a kong, or one that was set aside; [] if not."""
    if offer.what == "flower":
        at = t.seats[seat]
        robs = t.facts.rob_flower and len(at.aside) == 7 and len(t.seats[offer.giver].aside) == 1
        return [PASS, WIN] if robs and score_flowers(t, seat, robbed=True) is not None else []
    if offer.what == "concealed" and not robs_closed(t, seat, offer.kind):
        return []
    if not may_win(t, seat, offer):
        return []
    return [WIN] if must_win(t, drawn=offer.drawn) else [PASS, WIN]


def robs_closed(t: State, seat: int, kind: int) -> bool:
    """Whether a seat has thirteen orphans that may win on the tile of a concealed kong."""
    if not t.facts.rob_closed:
        return False
    if t.facts.id == "hk":
        return legal.robs_closed_kong(t.hand_of(seat), kind, rules=t.facts.rules)
    return legal.can_rob(t.hand_of(seat), kind, "concealed_kong", rules=t.facts.rules)


def makes_furiten(t: State, seat: int, offer: Offer) -> bool:
    """Whether a tile that was let pass completes the hand, so that it bars wins."""
    by = {"discard": "discard", "added": "added_kong", "concealed": "concealed_kong", "extract": "nuki"}[offer.what]
    return legal.makes_furiten(t.hand_of(seat), offer.kind, by, rules=t.facts.rules)


# Before the first turn


def flower_win(t: State, seat: int) -> tuple[bool, int | None]:
    """Whether a seat may win by its flowers now, and who pays if not all do: whoever has the eighth."""
    at = t.seats[seat]
    if len(at.aside) in t.facts.flower_wins:
        return score_flowers(t, seat, robbed=False) is not None, None
    if t.facts.rob_flower and len(at.aside) == 7:
        for other in t.order(seat):
            if t.seats[other].aside:
                return score_flowers(t, seat, robbed=True) is not None, other
    return False, None


def pick_actions(t: State, seat: int, picked: list[int]) -> list[int]:
    """The kinds of which a tile may be given away next: all of one suit, of which there are three at least."""
    left = [kind_of(tile) for tile in t.seats[seat].hand]
    for kind in picked:
        left.remove(kind)
    if picked:
        return sorted({kind for kind in left if kind // 9 == picked[0] // 9})
    return sorted({kind for kind in left if sum(other // 9 == kind // 9 for other in left) >= 3})


def void_actions() -> list[int]:
    return [VOID + suit for suit in range(len(SUITS))]
