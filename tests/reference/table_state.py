"""What lies on the plain table: seats, melds, the tile in question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mjcore import Hand, Meld, Tile
from reference.table_rules import Facts
from reference.table_wall import RED, Stream, Wall

if TYPE_CHECKING:
    from mjcore.fans.scores import Score

KONGS = ("exposed kong", "added kong", "concealed kong")
SUITS = "mps"
PLAIN = RED - 1


def kind_of(tile: int) -> int:
    return tile & PLAIN


@dataclass
class Laid:
    """A meld; `tiles` has the claimed one first, `source` is the seat that gave it, `stamp` counts its last change."""

    type: str
    kind: int
    tiles: list[int]
    source: int | None
    stamp: int

    def meld(self, owner: int, players: int) -> Meld:
        """The same as a `Meld`, of which no source is farther away than "opposite"."""
        texts = [str(Tile.from_code(tile)) for tile in self.tiles]
        ranks, suit = "".join(text[0] for text in texts), texts[0][1]
        if self.source is None:
            return Meld(f"({ranks}{suit})")
        away = (self.source - owner) % players
        sign = "<" if away == players - 1 else ">" if away == 1 else "^"
        return Meld(f"[{ranks}{suit}{'+' if self.type == 'added kong' else ''}{sign}]")


@dataclass
class Seat:
    """hand: tiles with the drawn one; river: [tile, thrown as drawn, claimed]; aside: flowers or norths; taken: tiles
    of its wins, laid aside; draws: of the wall, the dealer's last dealt tile included; frozen: throws what it draws.

    riichi       0, 1 or 2 once the deposit is paid; declaring: the same before it is
    ready_how    Taiwan: "deal" or "first" once ready is declared; shown: Kawuxing, `showing` until
                 the discard has passed
    temporary, permanent   furiten; barred: passed a win (same turn); missed: the dearest win passed (Sichuan)
    """

    hand: list[int] = field(default_factory=list)
    melds: list[Laid] = field(default_factory=list)
    river: list[tuple[int, bool, bool]] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    draws: int = 0
    frozen: bool = False
    void: int | None = None
    piao: int = 0
    active: bool = False
    riichi: int = 0
    declaring: int = 0
    ippatsu: bool = False
    ready_how: str | None = None
    shown: bool = False
    showing: bool = False
    temporary: bool = False
    permanent: bool = False
    barred: bool = False
    missed: int | None = None

    def count(self, kind: int) -> int:
        return sum(kind_of(tile) == kind for tile in self.hand)

    def kinds(self) -> list[int]:
        return sorted({kind_of(tile) for tile in self.hand})

    @property
    def thrown(self) -> set[int]:
        return {kind_of(tile) for tile, _, _ in self.river}

    @property
    def open(self) -> bool:
        return any(meld.type != "concealed kong" for meld in self.melds)

    def take(self, kind: int, red: bool = False) -> int:
        """Removes a tile of a kind: a plain one first, or the red one."""
        tile = kind | RED if red or kind not in self.hand else kind
        self.hand.remove(tile)
        return tile


@dataclass
class Offer:
    """A tile that others may take: how it was exposed ("discard", "added", "concealed", "extract", "flower"), whether
    it is the tile just drawn, whether its discard follows a kong or declares riichi; `liable`: thrown to a shown hand
    although a safe tile was held."""

    tile: int
    giver: int
    what: str = "discard"
    drawn: bool = False
    after_kong: bool = False
    riichi: bool = False
    liable: bool = False

    @property
    def kind(self) -> int:
        return kind_of(self.tile)


@dataclass
class Kong:
    """A kong that was paid; `moved`: its money has gone back or to somebody else."""

    owner: int
    income: tuple[int, ...]
    moved: bool = False


class State:
    """Everything but the course of the hand."""

    def __init__(self, facts: Facts, stream: Stream, wall: Sequence[int] | None, *, dealer: int, round_wind: int,
                 honba: int, sticks: int, streak: int, scores: Sequence[int] | None) -> None:
        self.facts, self.stream = facts, stream
        self.n = facts.players
        self.dealer, self.round_wind, self.honba, self.streak = dealer, round_wind, honba, streak
        self.sticks = self.first_sticks = sticks
        start = int(facts["start"]) if facts.id == "riichi" else 0
        self.start = [start] * self.n if scores is None else list(scores)
        self.wall = Wall(stream.shuffled(facts.tiles) if wall is None else wall, facts, stream)
        self.seats = [Seat() for _ in range(self.n)]
        self.deltas = [0] * self.n
        self.turn = dealer
        self.drawn: int | None = None
        self.draw_from = "deal"
        self.before_draw = 0  # live tiles before the last draw, the drawn one included; 0 before there is one
        self.last_drawer: int | None = None
        self.claimed = False  # a chow or pung was just made, its discard follows
        self.ban: set[int] = set()
        self.kongs: list[Kong] = []
        self.kong_owners: list[int] = []
        self.chain = 0
        self.calls = 0
        self.stamps = 0
        self.shown_dora = 1
        self.owed_dora = 0
        self.wild: int | None = None
        self.out: set[int] = set()
        self.won: list[int] = []
        self.wins: list[tuple[int, int | None, int | None, int]] = []
        self.scored: dict[object, Score | None] = {}

    @property
    def live(self) -> int:
        return self.wall.live(len(self.kong_owners))

    def order(self, after: int) -> list[int]:
        """The other seats in turn order."""
        return [(after + step) % self.n for step in range(1, self.n)]

    def after(self, seat: int) -> int:
        """The next seat that still plays."""
        return next(other for other in [*self.order(seat), seat] if other not in self.out)

    def wind(self, seat: int) -> str:
        return "ESWN"[min((seat - self.dealer) % self.n, 3)]

    def points(self, seat: int) -> int:
        return self.start[seat] + self.deltas[seat]

    def laid(self, seat: int) -> list[Meld]:
        return [meld.meld(seat, self.n) for meld in self.seats[seat].melds]

    def hand_of(self, seat: int, without: int | None = None) -> Hand:
        """The hand of a seat, less one tile."""
        tiles = list(self.seats[seat].hand)
        if without is not None:
            tiles.remove(without)
        return Hand.from_tiles([Tile.from_code(tile) for tile in tiles], self.laid(seat))

    def suit_void(self, seat: int) -> str | None:
        void = self.seats[seat].void
        return None if void is None else SUITS[void]

    def of_void(self, seat: int, kind: int) -> bool:
        void = self.seats[seat].void
        return void is not None and kind < 27 and kind // 9 == void

    def waits_of(self, seat: int, hand: Hand) -> int:
        void = self.suit_void(seat)
        engine = self.facts.rules.engine
        return engine.waits_mask(hand) if void is None else engine.waits_mask(hand, void_suit=void)

    def waits(self, seat: int) -> int:
        """The kinds that complete a hand that has no drawn tile."""
        return self.waits_of(seat, self.hand_of(seat))

    def waits_after(self, seat: int, tile: int) -> int:
        """The kinds that complete a hand once it has thrown a tile."""
        return self.waits_of(seat, self.hand_of(seat, tile))

    def shown_waits(self, but: int) -> int:
        """What the shown hands of the others wait for."""
        found = 0
        for seat, at in enumerate(self.seats):
            if seat != but and at.shown:
                found |= self.waits(seat)
        return found

    def face_up(self, kind: int) -> int:
        """Copies of a kind that lie face up, the tile in question left out by the caller."""
        found = sum(kind_of(tile) == kind and not claimed for at in self.seats for tile, _, claimed in at.river)
        for at in self.seats:
            for meld in at.melds:
                if meld.type != "concealed kong":
                    found += sum(kind_of(tile) == kind for tile in meld.tiles)
        turned = self.wall.turned
        return found + (turned is not None and self.wall.tiles[turned] == kind)

    def concealed(self, seat: int) -> list[int]:
        counts = [0] * 64
        for tile in self.seats[seat].hand:
            counts[kind_of(tile)] += 1
        return counts

    def melds(self, seat: int) -> list[tuple[str, int, int | None]]:
        return [(meld.type, meld.kind, meld.source) for meld in self.seats[seat].melds]

    def river(self, seat: int) -> list[tuple[int, bool, bool]]:
        return list(self.seats[seat].river)

    def aside(self, seat: int) -> list[int]:
        return sorted(self.seats[seat].aside)
