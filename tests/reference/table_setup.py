"""From the deal to the dealer's first turn at the plain table."""

from __future__ import annotations

from mjcore.fans.scores import Score
from reference import table_legal as can
from reference.table_asking import Asking, Flow
from reference.table_pay import book, score_flowers
from reference.table_rules import is_flower

PICKS = 3


class Setup(Asking):
    """Floats, flowers, the wild tile, the exchange, void suits, wins by flowers, ready at the deal."""

    def set_up(self) -> Flow:
        """True if the hand ends before the first turn."""
        hands = self.wall.deal(self.n, self.dealer, self.facts.hand)
        for at, hand in zip(self.seats, hands, strict=True):
            at.hand = hand
        self.drawn = self.seats[self.dealer].hand[-1]
        self.seats[self.dealer].draws = 1
        yield from self._piao()
        self._flowers()
        if self.facts.caishen:
            turned = self.wall.turn_wild()
            self.wild = self.facts.rules.wild_kinds(turned)[0].kind
        yield from self._exchange()
        if self.facts.void:
            answers = yield from self.ask_all("void", {seat: can.void_actions() for seat in self._from_dealer()})
            for seat, action in answers.items():
                self.seats[seat].void = action - can.VOID
        if self.facts.flowers:
            for seat in self._from_dealer():
                if (yield from self.ask_flowers(seat)):
                    return True
        if self.facts.ready == "taiwan":
            yield from self._ready_at_deal()
        return False

    def _from_dealer(self) -> list[int]:
        return [self.dealer, *self.order(self.dealer)]

    def _piao(self) -> Flow:
        if not self.facts.piao:
            return
        numbers = [can.NUMBER + number for number in range(self.facts.piao + 1)]
        answers = yield from self.ask_all("piao", dict.fromkeys(self._from_dealer(), numbers))
        for seat, action in answers.items():
            self.seats[seat].piao = action - can.NUMBER

    def _flowers(self) -> None:
        """All flowers of the dealt hands are replaced from the back, the dealer's first. The dealer's tile of the first
        turn is the last one that he gets, if the one dealt last is a flower."""
        while self.facts.flowers and any(is_flower(tile) for at in self.seats for tile in at.hand):
            for seat in self._from_dealer():
                at = self.seats[seat]
                while found := [tile for tile in at.hand if is_flower(tile)]:
                    at.aside += found
                    at.hand = [tile for tile in at.hand if not is_flower(tile)]
                    at.hand += [self.wall.replace(flower=True) for _ in found]
                    if self.facts.flowers == "by_round":
                        break
        if self.drawn is not None and is_flower(self.drawn):
            self.drawn = self.seats[self.dealer].hand[-1]

    def _exchange(self) -> Flow:
        way = self.facts.exchange
        if way is None:
            return
        picks: dict[int, list[int]] = {seat: [] for seat in self._from_dealer()}
        while any(len(picked) < PICKS for picked in picks.values()):
            self.phase = "exchange"
            self.asked = {seat: can.pick_actions(self, seat, picked)
                          for seat, picked in picks.items() if len(picked) < PICKS}
            seat, action = yield
            picks[seat].append(action)
        self.asked = {}
        for seat, picked in picks.items():
            for kind in picked:
                self.seats[seat].hand.remove(kind)
        steps = self._direction(way)
        if self.drawn not in self.seats[self.dealer].hand:
            self.drawn = picks[(self.dealer - steps) % self.n][-1]
        for seat, picked in picks.items():
            self.seats[(seat + steps) % self.n].hand += picked

    def _direction(self, way: str) -> int:
        """How many seats away the tiles go."""
        across = self.n // 2 if self.n % 2 == 0 else 1
        following, previous = 1, self.n - 1
        if way == "random":
            return [following, across, previous][self.stream.below(3)] if self.n == 4 else [following, previous][
                self.stream.below(2)]
        if way == "dice":
            return [following, across, previous][(self.stream.die() - 1) // 2]
        return {"ccw": following, "cw": previous, "across": across}[way]

    def ask_flowers(self, seat: int) -> Flow:
        """A win by flowers is offered to a seat. True if it ends the hand."""
        wins, loser = can.flower_win(self, seat)
        if not wins:
            return False
        action = yield from self.ask_one("flower", seat, [can.PASS, can.WIN])
        return action == can.WIN and self.flowers_won(seat, loser)

    def flowers_won(self, seat: int, loser: int | None) -> bool:
        raise NotImplementedError

    def pay_flowers(self, seat: int, loser: int | None) -> Score:
        score = score_flowers(self, seat, robbed=loser is not None)
        assert score is not None
        more = {"streak": self.streak} if self.facts.id == "taiwan" else {}
        book(self, self.facts.rules.settle(score, self.dealer, seat, loser, **more))
        return score

    def _ready_at_deal(self) -> Flow:
        for seat in self.order(self.dealer):
            if self.waits(seat):
                action = yield from self.ask_one("ready", seat, [can.PASS, can.READY])
                if action == can.READY:
                    self.seats[seat].ready_how, self.seats[seat].frozen = "deal", True
