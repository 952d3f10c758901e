"""The plain table: a whole hand of any rule set, slow and readable. Written from the texts of the rules and from the
table's contract (random numbers, action ids, phases), as an oracle for the native table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mjcore import legal
from mjcore.rules import RuleSet
from mjcore.settle import riichi_deposit
from reference import table_legal as can
from reference.table_asking import Flow
from reference.table_pay import book, pay_exhaustive, pay_kong, pay_kong_discard, pay_wins, score_offer, score_self
from reference.table_rules import facts_of, is_flower
from reference.table_setup import Setup
from reference.table_state import KONGS, Laid, Offer, kind_of
from reference.table_wall import RED, Stream

Step = tuple[str, int] | None


class TwinTable(Setup):
    """One hand. `pending`: seats that may answer, the first is asked; `legal(seat)`: ids; `step(action, seat)`."""

    def __init__(self, rules: str | RuleSet, seed: int | str = 0, game: int = 0, *, wall: Sequence[int] | None = None,
                 dealer: int = 0, round_wind: int = 0, honba: int = 0, sticks: int = 0, streak: int = 0,
                 scores: Sequence[int] | None = None) -> None:
        super().__init__(facts_of(rules), Stream(seed, game), wall, dealer=dealer, round_wind=round_wind, honba=honba,
                         sticks=sticks, streak=streak, scores=scores)
        self.result: dict[str, Any] | None = None
        self.asked: dict[int, list[int]] = {}
        self._flow = self._hand()
        self._advance(None)

    @property
    def pending(self) -> list[int]:
        return list(self.asked)

    @property
    def seat(self) -> int | None:
        return next(iter(self.asked), None)

    @property
    def done(self) -> bool:
        return self.result is not None

    def legal(self, seat: int | None = None) -> list[int]:
        who = self.seat if seat is None else seat
        return [] if who is None else list(self.asked.get(who, ()))

    def step(self, action: int, seat: int | None = None) -> None:
        who = self.seat if seat is None else seat
        if who is None or action not in self.asked.get(who, ()):
            raise ValueError(f"seat {who} may not do {action} in phase {self.phase}, only {self.legal(who)}")
        self._advance((who, action))

    def _advance(self, answer: tuple[int, int] | None) -> None:
        self.scored.clear()
        try:
            if answer is None:
                next(self._flow)
            else:
                self._flow.send(answer)
        except StopIteration:
            assert self.result is not None
            self.phase, self.asked = "end", {}

    # The course of a hand

    def _hand(self) -> Flow:
        if (yield from self.set_up()):
            return
        step: Step = ("turn", self.dealer)
        while step is not None:
            what, seat = step
            self.turn = seat
            if what == "draw":
                step = yield from self._draw(seat, "front")
            elif what in ("kong", "extract"):
                step = yield from self._draw(seat, what)
            elif what == "turn":
                step = yield from self._turn(seat)
            else:
                step = yield from self._throw(seat, declared=what == "declared")

    def _draw(self, seat: int, source: str) -> Flow:
        """A draw from the wall ("front"), or for a kong or a north set aside; flowers are replaced at once."""
        at = self.seats[seat]
        # a kong is only made while there is a tile, though the wall may keep back one more for it
        if source == "front" and not self.live:
            self._exhaustive()
            return None
        if source == "front":
            self.chain = 0
            at.draws += 1
        self.claimed, self.ban = False, set()
        at.temporary = at.barred = False
        at.missed = None
        self.before_draw, self.last_drawer, self.draw_from = self.live, seat, source
        tile = self.wall.draw() if source == "front" else self.wall.replace()
        while self.facts.flowers and is_flower(tile):
            self.drawn = None
            at.aside.append(tile)
            if (yield from self._flower(seat, tile)):
                return None
            if not self.live:
                self._exhaustive()
                return None
            self.before_draw, self.draw_from = self.live, "flower"
            tile = self.wall.replace(flower=True)
        at.hand.append(tile)
        self.drawn = tile
        return "turn", seat

    def _flower(self, seat: int, tile: int) -> Flow:
        """A flower was set aside: may it be robbed, does it win? True if it ends the hand."""
        offer = Offer(tile, seat, "flower")
        options = {other: actions for other in self.order(seat)
                   if (actions := can.rob_actions(self, other, offer))}
        for other, _ in (yield from self.ask_claims("rob", offer, options)):
            return self.flowers_won(other, seat)
        return (yield from self.ask_flowers(seat))

    def _turn(self, seat: int) -> Flow:
        self.claimed, self.ban = False, set()
        at = self.seats[seat]
        action = yield from self.ask_one("turn", seat, can.turn_actions(self, seat))
        if action == can.WIN:
            return self._self_draw(seat)
        if action == can.ABORT:
            self._end("nine_kinds")
            return None
        if action == can.EXTRACT:
            return (yield from self._extract(seat))
        if action == can.READY:
            first = at.draws == 1 and not self.calls
            if self.facts.ready == "riichi":
                at.declaring = 2 if first else 1
            elif self.facts.ready == "taiwan":
                at.ready_how = "deal" if seat == self.dealer else "first"
            else:
                # shown after the discard: who deals in with it has shown nothing
                at.showing = True
            return "declared", seat
        if can.KONG <= action < can.PASS:
            return (yield from self._own_kong(seat, action - can.KONG))
        return (yield from self._discard(seat, action, chosen=not at.frozen))

    def _throw(self, seat: int, *, declared: bool) -> Flow:
        action = yield from self.ask_one("throw", seat, can.throw_actions(self, seat, declared=declared))
        if declared:
            self.seats[seat].frozen = True
        if can.KONG <= action < can.PASS:
            return (yield from self._own_kong(seat, action - can.KONG))
        return (yield from self._discard(seat, action))

    # Discards and claims

    def _discard(self, seat: int, action: int, *, chosen: bool = True) -> Flow:
        """`chosen`: the hand is not frozen, so that another tile could have been thrown."""
        at, drawn = self.seats[seat], self.drawn
        if self.facts.id == "riichi" and self.facts["kan_dora"] == "ankan_at_once":
            self._flip_owed()
        if action == can.HAND:
            assert drawn is not None
            tile, as_drawn = drawn, False
        else:
            tile = action if action < can.KONG else (4, 13, 22)[action - can.RED_DISCARD] | RED
            as_drawn = tile == drawn
        kind = kind_of(tile)
        offer = Offer(tile, seat, drawn=as_drawn, after_kong=self.draw_from == "kong" and drawn is not None,
                      riichi=bool(at.declaring))
        if self.facts.ready == "show" and self.facts["bao_hu"]:
            wanted = self.shown_waits(seat)
            safe = any(not wanted >> held & 1 for held in at.kinds())
            offer.liable = bool(wanted >> kind & 1) and safe and chosen
        if at.void is not None and not self.of_void(seat, kind):
            at.active = at.active or any(self.of_void(seat, held) for held in at.kinds())
        at.hand.remove(tile)
        at.river.append((tile, as_drawn, False))
        at.ippatsu = False
        self.drawn, self.claimed, self.ban, self.chain = None, False, set(), 0
        options = {other: actions for other in self.order(seat)
                   if (actions := can.claim_actions(self, other, offer))}
        claims = yield from self.ask_claims("claim", offer, options)
        if claims and claims[0][1] == can.WIN:
            return self._won(offer, [other for other, _ in claims], options)
        self._accept_riichi(seat)
        self._let_pass(offer, (), options)
        if self.facts.id == "riichi" and self.facts["kan_dora"] == "after_discard":
            self._flip_owed()
        if claims:
            return self._call(offer, *claims[0])
        reason = self._abortive()
        if reason:
            self._end(reason)
            return None
        return "draw", self.after(seat)

    def _accept_riichi(self, seat: int) -> None:
        at = self.seats[seat]
        if at.showing:
            at.shown, at.showing = True, False
        if at.declaring:
            at.riichi, at.declaring, at.ippatsu = at.declaring, 0, True
            book(self, riichi_deposit(seat, players=self.n))
            self.sticks += 1

    def _let_pass(self, offer: Offer, winners: Sequence[int], options: dict[int, list[int]]) -> None:
        """What it does to the others that they did not win on a tile. Whom a nearer winner went before let nothing
        pass."""
        for seat in self.order(offer.giver):
            at = self.seats[seat]
            if seat in winners:
                if self.facts.multi == "nearest":
                    return
                continue
            if self.facts.bar == "furiten" and can.makes_furiten(self, seat, offer):
                at.temporary = True
                at.permanent = at.permanent or bool(at.riichi)
            if can.WIN in options.get(seat, ()):
                at.barred = self.facts.bar == "same_turn"
                score = score_offer(self, seat, offer)
                assert score is not None
                if self.facts.bar == "missed":
                    at.missed = max(score.total, at.missed or 0)

    def _call(self, offer: Offer, seat: int, action: int) -> Step:
        """A chow, pung or kong of a discard."""
        at, giver, kind = self.seats[seat], self.seats[offer.giver], offer.kind
        giver.river[-1] = (*giver.river[-1][:2], True)
        self._interrupted()
        self.turn = seat
        if action == can.KONG_CLAIM:
            own = [tile for tile in at.hand if kind_of(tile) == kind]
            for tile in own:
                at.hand.remove(tile)
            self._lay(seat, "exposed kong", kind, [offer.tile, *own], offer.giver)
            self.chain = 0
            return self._kong_stands(seat, "exposed kong", kind, offer.giver, fresh=True)
        if action in (can.PUNG, can.PUNG_RED):
            own = [at.take(kind, red=action == can.PUNG_RED), at.take(kind)]
            self._lay(seat, "pung", kind, [offer.tile, *own], offer.giver)
            self.ban = can.pung_ban(self, kind)
        else:
            red = action >= can.CHOW_RED
            place = action - (can.CHOW_RED if red else can.CHOW)
            low = kind - place
            own = [at.take(other, red=red and other | RED in at.hand) for other in range(low, low + 3) if other != kind]
            self._lay(seat, "chow", low, [offer.tile, *own], offer.giver)
            self.ban = can.chow_ban(self, kind, place)
        self.claimed, self.drawn, self.draw_from, self.chain = True, None, "claim", 0
        return "throw", seat

    def _lay(self, seat: int, type: str, kind: int, tiles: list[int], source: int | None) -> None:
        self.stamps += 1
        self.seats[seat].melds.append(Laid(type, kind, tiles, source, self.stamps))

    def _interrupted(self) -> None:
        """A claim, kong or north ends first turns and one-shots."""
        self.calls += 1
        for at in self.seats:
            at.ippatsu = False

    def _abortive(self) -> str | None:
        """Draws at once after a discard that nobody took."""
        if self.facts.id != "riichi":
            return None
        rivers = [at.river for at in self.seats]
        rules = self.facts.rules
        if all(len(river) <= 1 for river in rivers):
            firsts = [kind_of(river[0][0]) for river in rivers if river]
            if legal.four_winds(firsts, uninterrupted=not self.calls, rules=rules):
                return "four_winds"
        if legal.four_riichi(sum(bool(at.riichi) for at in self.seats), rules=rules):
            return "four_riichi"
        return "four_kongs" if legal.four_kongs(self.kong_owners, discard_passed=True, rules=rules) else None

    # Kongs, and norths set aside

    def _own_kong(self, seat: int, kind: int) -> Flow:
        at = self.seats[seat]
        fresh = self.drawn is not None and kind_of(self.drawn) == kind
        if self.facts.id == "riichi" and self.facts["kan_dora"] == "ankan_at_once":
            self._flip_owed()
        pung = next((meld for meld in at.melds if meld.type == "pung" and meld.kind == kind), None)
        own = [tile for tile in at.hand if kind_of(tile) == kind]
        offer = Offer(own[0], seat, "concealed" if pung is None else "added", drawn=fresh)
        options = {other: actions for other in self.order(seat)
                   if (actions := can.rob_actions(self, other, offer))}
        claims = yield from self.ask_claims("rob", offer, options)
        if claims:
            at.hand.remove(own[0])
            self.drawn = None
            return self._won(offer, [other for other, _ in claims], options)
        self._let_pass(offer, (), options)
        for tile in own:
            at.hand.remove(tile)
        self._interrupted()
        if pung is None:
            self._lay(seat, "concealed kong", kind, own, None)
            return self._kong_stands(seat, "concealed kong", kind, None, fresh=True)
        self.stamps += 1
        pung.type, pung.stamp = "added kong", self.stamps
        pung.tiles += own
        return self._kong_stands(seat, "added kong", kind, None, fresh=fresh)

    def _kong_stands(self, seat: int, type: str, kind: int, source: int | None, *, fresh: bool) -> Step:
        assert type in KONGS
        self.chain += 1
        self.drawn = None
        pay_kong(self, seat, type, kind, source, fresh)
        # the wall keeps a tile more for each kong: it is asked of before the replacement
        self.kong_owners.append(seat)
        if self.facts.id == "riichi":
            if type == "concealed kong" or self.facts["kan_dora"] == "all_at_once":
                self.shown_dora += 1
            else:
                self.owed_dora += 1
        return "kong", seat

    def _flip_owed(self) -> None:
        self.shown_dora += self.owed_dora
        self.owed_dora = 0

    def _extract(self, seat: int) -> Flow:
        at = self.seats[seat]
        if self.facts["kan_dora"] == "ankan_at_once":
            self._flip_owed()
        at.hand.remove(can.NORTH)
        at.aside.append(can.NORTH)
        self.drawn = None
        offer = Offer(can.NORTH, seat, "extract")
        options = {other: actions for other in self.order(seat)
                   if (actions := can.rob_actions(self, other, offer))}
        claims = yield from self.ask_claims("rob", offer, options)
        if claims:
            at.aside.remove(can.NORTH)
            return self._won(offer, [other for other, _ in claims], options)
        self._let_pass(offer, (), options)
        self._interrupted()
        return "extract", seat

    # Ends

    def _self_draw(self, seat: int) -> Step:
        score = score_self(self, seat)
        assert score is not None
        direct = None
        if self.draw_from == "kong":
            last = max(self.seats[seat].melds, key=lambda meld: meld.stamp)
            direct = last.source if last.type == "exposed kong" else None
        pay_wins(self, {seat: score}, None, direct)
        assert self.drawn is not None
        self.wins.append((seat, None, kind_of(self.drawn), score.total))
        return self._after_wins([seat], seat, self.drawn)

    def _won(self, offer: Offer, winners: list[int], options: dict[int, list[int]]) -> Step:
        """Wins on the tile of another seat, nearest first."""
        if self.facts.multi == "abort" and len(winners) == 3:
            self._end("three_rons")
            return None
        scores = {seat: score for seat in winners if (score := score_offer(self, seat, offer)) is not None}
        assert list(scores) == winners
        pay_wins(self, scores, offer, None)
        self.wins += [(seat, offer.giver, offer.kind, score.total) for seat, score in scores.items()]
        if offer.what == "discard":
            pay_kong_discard(self, offer, winners)
        self._let_pass(offer, winners, options)
        if offer.what != "discard":
            # a discard stays in the river
            self.seats[winners[0]].taken.append(offer.tile)
        return self._after_wins(winners, offer.giver, None)

    def _after_wins(self, winners: list[int], giver: int, drawn: int | None) -> Step:
        """The hand ends, or play goes on after the last winner."""
        mode = self.facts.mode
        self.won += [seat for seat in winners if seat not in self.won]
        if mode == "xuezhan":
            self.out |= set(winners)
        if mode == "single" or len(self.out) >= self.n - 1:
            self._end("win")
            return None
        for seat in winners:
            at = self.seats[seat]
            at.frozen = at.frozen or mode == "xueliu"
            if drawn is not None and mode == "xueliu":
                at.hand.remove(drawn)
                at.taken.append(drawn)
        self.drawn, self.chain = None, 0
        # only a tile thrown or added leaves the turn, so that the last winner is farthest from the giver
        return "draw", self.after(winners[-1])

    def flowers_won(self, seat: int, loser: int | None) -> bool:
        score = self.pay_flowers(seat, loser)
        self.wins.append((seat, loser, None, score.total))
        self.won.append(seat)
        self._end("win")
        return True

    def _exhaustive(self) -> None:
        ready, more = pay_exhaustive(self)
        self._end("exhaustive", ready=ready, **more)

    def _end(self, reason: str, **more: Any) -> None:
        self.result = {"reason": reason, "winners": list(self.wins), "deltas": list(self.deltas), "ready": [],
                       "sticks": self.sticks, "last_drawer": self.last_drawer, **more}
