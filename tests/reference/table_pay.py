"""What a win at the plain table is worth, and who pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mjcore as mj
from mjcore import legal
from mjcore.errors import NotAWin
from mjcore.fans.scores import Score
from mjcore.procedure.parts import DrawPlayer
from mjcore.rules import riichi_match
from mjcore.rules.options import members
from mjcore.settle.ledger import Ledger
from reference.table_state import Kong, Offer, State, kind_of

ROBBED = ("added", "concealed")


def score_self(t: State, seat: int) -> Score | None:
    """The score of a self-draw; None if it is no win."""
    assert t.drawn is not None
    return _score(t, seat, t.drawn, None)


def score_offer(t: State, seat: int, offer: Offer) -> Score | None:
    """The score of a win on the tile of another seat; None if it is no win."""
    return _score(t, seat, offer.tile, offer)


def score_flowers(t: State, seat: int, *, robbed: bool) -> Score | None:
    """The score of a win by flowers, without the drawn tile."""
    at = t.seats[seat]
    drawn = t.drawn if t.turn == seat and len(at.hand) % 3 == 2 else None
    more: dict[str, Any] = {"seven_rob_one": True} if robbed else {"self_draw": True}
    facts = {**_common(t, seat), "ready_at_deal": False, "ready_first_turn": False, **more}
    score = mj.score(t.hand_of(seat, drawn), None, t.facts.rules, **_known(t, facts))
    return score if score.legal else None


def _score(t: State, seat: int, tile: int, offer: Offer | None) -> Score | None:
    key = (seat, tile, offer is None or offer.what)
    if key not in t.scored:
        t.scored[key] = _legal_score(t, seat, tile, offer)
    return t.scored[key]


def _legal_score(t: State, seat: int, tile: int, offer: Offer | None) -> Score | None:
    hand = t.hand_of(seat, tile if offer is None else None)
    # a wild kind makes waits of its own, which only the score knows
    if t.wild is None and not t.waits_of(seat, hand) >> kind_of(tile) & 1:
        return None
    try:
        score = mj.score(hand, mj.Tile.from_code(tile), t.facts.rules, **_known(t, circumstances(t, seat, tile, offer)))
    except NotAWin:
        return None
    if not score.legal or (t.facts.id == "riichi" and 0 < t.facts["two_han_from"] <= t.honba and not _two_han(score)):
        return None
    return score


def _two_han(score: Score) -> bool:
    bonus = sum(fan.value for fan in score.fans if score.rules.fan(fan.fan).acc == "bonus")
    return bool(score.yakuman) or (score.han or 0) - bonus >= 2


def _known(t: State, facts: dict[str, Any]) -> dict[str, Any]:
    """Those facts that the rule set looks at and that are not nothing."""
    known = set(t.facts.rules.circumstances) | {"wild"}
    return {name: value for name, value in facts.items() if name in known and value not in (False, None, 0, ())}


def _common(t: State, seat: int) -> dict[str, Any]:
    at = t.seats[seat]
    return {
        "seat_wind": t.wind(seat), "round_wind": "ESWN"[t.round_wind],
        "flowers": tuple(mj.Tile(kind) for kind in at.aside) if t.facts.flowers else (),
        "streak": t.streak if seat == t.dealer else 0,
        "ready_at_deal": at.ready_how == "deal", "ready_first_turn": at.ready_how == "first",
    }


def circumstances(t: State, seat: int, tile: int, offer: Offer | None) -> dict[str, Any]:
    """How a seat wins now on a tile: by self-draw, or on the tile of an offer."""
    at, riichi = t.seats[seat], t.facts.id == "riichi"
    giver = None if offer is None else t.seats[offer.giver]
    robbed = offer is not None and offer.what in ROBBED
    replaced = offer is None and (t.draw_from == "kong" or (riichi and t.draw_from == "extract"))
    up = t.face_up(kind_of(tile)) - (offer is not None and offer.what == "discard")
    shown, under = t.wall.indicators(t.shown_dora) if riichi else ([], [])
    after_kong = offer is not None and offer.after_kong
    if robbed and t.facts.id == "sichuan" and t.facts["fans"] == "sbr":
        after_kong = t.chain >= 1
    return {
        **_common(t, seat),
        "self_draw": offer is None,
        "rob_kong": robbed,
        "last_tile": t.live == 0 and not robbed and not (riichi and replaced),
        "after_kong": replaced,
        "after_flower": offer is None and t.draw_from == "flower",
        "kong_chain": t.chain if replaced else 0,
        "first_turn": _first_turn(t, seat, offer),
        "last_copy": up == 3,
        "riichi": at.riichi,
        "ippatsu": at.ippatsu,
        "on_riichi_discard": offer is not None and offer.riichi,
        "on_kong_discard": after_kong,
        "loser_riichi": giver is not None and bool(giver.riichi or giver.declaring),
        "dora_indicators": tuple(mj.Tile(kind_of(each)) for each in shown),
        "ura_indicators": tuple(mj.Tile(kind_of(each)) for each in under) if at.riichi else (),
        "nuki": len(at.aside) if riichi else 0,
        "shown": at.shown,
        "loser_shown": giver is not None and giver.shown,
        "void_suit": t.suit_void(seat),
        "wild": None if t.wild is None else mj.Tile(t.wild),
    }


def _first_turn(t: State, seat: int, offer: Offer | None) -> bool:
    if t.calls:
        return False
    if offer is None:
        return t.seats[seat].draws == 1
    if offer.what != "discard" or t.facts.id in ("sichuan", "kawuxing"):
        return False
    if t.facts.id == "hk":
        return offer.giver == t.dealer and len(t.seats[t.dealer].river) == 1
    return t.seats[seat].draws == 0


# Payments


def book(t: State, ledger: Ledger) -> None:
    for seat, change in enumerate(ledger.totals(t.n)):
        t.deltas[seat] += change


def pay_kong(t: State, seat: int, type: str, kind: int, source: int | None, fresh: bool) -> None:
    """The fee of a kong that stands, where kongs are paid."""
    if t.facts.rules.procedure.settle_kong is None:
        return
    ledger = t.facts.rules.settle_kong(seat, type, tile=kind, source=source, fresh=fresh, chain=t.chain,
                                       won=() if t.facts.mode == "xueliu" else sorted(t.out))
    book(t, ledger)
    t.kongs.append(Kong(seat, ledger.totals(t.n)))


def pay_wins(t: State, scores: dict[int, Score], offer: Offer | None, direct: int | None) -> None:
    """The wins on one tile, nearest first; `direct`: who gave the tile of the exposed kong whose replacement it is."""
    rules, loser = t.facts.rules, None if offer is None else offer.giver
    if t.facts.id == "riichi":
        pao = {seat: liable for seat, score in scores.items()
               if (liable := liable_seats(t, seat, score, direct)) is not None}
        if loser is not None:
            book(t, riichi_match.settle_rons(scores, loser=loser, dealer=t.dealer, honba=t.honba, sticks=t.sticks,
                                             pao=pao))
        for seat, score in scores.items():
            if loser is None:
                book(t, score.ledger(t.dealer, seat, None, honba=t.honba, sticks=t.sticks, pao=pao.get(seat),
                                     direct_kong_from=direct))
        t.sticks = 0
        return
    for seat, score in scores.items():
        more: dict[str, Any] = {}
        if t.facts.id == "hk":
            more = {"winners": list(scores)}
        elif t.facts.id == "taiwan":
            more = {"streak": t.streak}
        elif t.facts.id == "sichuan":
            more = {"won": sorted(t.won)}
            if offer is None and direct is not None:
                more["direct_kong_from"] = direct
        elif t.facts.id == "kawuxing":
            more = _kawuxing(t, seat, offer)
        book(t, rules.settle(score, t.dealer, seat, loser, **more))


def _kawuxing(t: State, seat: int, offer: Offer | None) -> dict[str, Any]:
    more: dict[str, Any] = {"shown": [other for other in range(t.n) if t.seats[other].shown],
                            "piao": [at.piao for at in t.seats]}
    horse = t.wall.next_to_draw()
    if offer is None and horse is not None and t.facts["horse"] != "none":
        more["horse_tile"] = mj.Tile(horse)
    if offer is not None and offer.liable and t.seats[seat].shown:
        more["bao"] = offer.giver
    return more


def liable_seats(t: State, seat: int, score: Score, direct: int | None) -> dict[str, int] | int | None:
    """Who is liable for which yakuman of a hand of riichi, by its melds in the order in which they were made; or who
    is for all of it."""
    laid = sorted(t.seats[seat].melds, key=lambda meld: meld.stamp)
    # an added kong stands where its pung was made
    places = list(t.seats[seat].melds)
    kongs = [meld for meld in laid if meld.type.endswith("kong")]
    fourth = places.index(kongs[-1]) if len(kongs) == 4 else None
    fed = {found.what: found.seat(seat)
           for found in legal.liabilities(t.laid(seat), fourth_kong=fourth, rules=t.facts.rules)
           if any(fan.fan == found.what for fan in score.fans)}
    return fed or direct if "rinshan" in members(t.facts["pao"]) else fed or None


def pay_kong_discard(t: State, offer: Offer, winners: Sequence[int]) -> None:
    """The discard right after a kong was won: its money may move."""
    if t.facts.id != "sichuan" or not offer.after_kong:
        return
    kept = [kong for kong in t.kongs if kong.owner == offer.giver and not kong.moved]
    mode = t.facts["gangpao"]
    if mode == "none" or not kept:
        return
    book(t, t.facts.rules.settle_kong_discard([kong.income for kong in kept], offer.giver, list(winners)))
    for kong in kept if mode == "transfer_all" else kept[-1:]:
        kong.moved = True


def pay_exhaustive(t: State) -> tuple[list[int], dict[str, Any]]:
    """The end of the wall: who is ready, and what else there is to say."""
    rules = t.facts.rules
    if t.facts.id == "riichi":
        return _riichi_draw(t)
    if rules.procedure.settle_draw is None:
        return [], {}
    players = [
        DrawPlayer(None if seat in t.out else t.hand_of(seat), won=seat in t.won, void=t.suit_void(seat),
                   active=at.active, shown=at.shown)
        for seat, at in enumerate(t.seats)
    ]
    drawn = rules.settle_draw(players, [(kong.owner, kong.income) for kong in t.kongs if not kong.moved])
    book(t, drawn.ledger)
    return [seat for seat in range(t.n) if drawn.state[seat] == "ready"], {"state": drawn.state}


def _riichi_draw(t: State) -> tuple[list[int], dict[str, Any]]:
    rules = t.facts.rules
    ready = [seat for seat in range(t.n)
             if legal.tenpai(t.hand_of(seat), nuki=len(t.seats[seat].aside), rules=rules)]
    nagashi = [
        seat for seat, at in enumerate(t.seats)
        if legal.nagashi_mangan([mj.Tile(kind_of(tile)) for tile, _, _ in at.river],
                                called=any(claimed for _, _, claimed in at.river), rules=rules)
    ]
    if nagashi:
        won = t.facts["nagashi"] == "win"
        book(t, riichi_match.settle_nagashi(nagashi, dealer=t.dealer, honba=t.honba if won else 0,
                                            sticks=t.sticks if won else 0, rules=rules))
        t.sticks = 0 if won else t.sticks
    else:
        book(t, riichi_match.settle_exhaustive_draw(ready, rules))
    return ready, {"nagashi": nagashi}
