"""Shanten, waits, acceptance and discards of a hand."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, SupportsIndex, final

from mjcore.hand.answers import Acceptance, Discard
from mjcore.hand.counts import _Counts
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet
from mjcore.typing import HandLike, TileLike

@final
class HandEngine:
    """Shanten, waits, acceptance and discards for a set of winning forms. Immutable, hashable, safe to share
    between threads.

    forms        names of the forms that win, of `mjcore.hand.decompose.FORM_NAMES` without "shapeless"
    tiles        the kinds in play, as text ("19m123456789p1234567z") or a mask; None: the usual 34
    sets         sets of a full hand, melds included; None: hands of any size
    quad_pairs   four equal tiles are two pairs, in seven pairs and in pairs and a set
    fifth_waits  `waits` names a kind too of which the hand holds all four
    strict       what `strict` is where a question does not say
    wild         wild tile -> the kinds it stands for (text, a mask, or None for every kind); by default the plain
                 joker 0j, the emperors and the empresses stand for every kind
    most_suits   the most suits that a win may have, melds included: 1, 2 or 3
    pairs_with   "pung": the set beside seven pairs is one; "any": or a chow

    RuleError if that can not be. The questions take a hand (`Hand`, text, or 34 counts) and

    melds      how many melds there are beside plain counts, of suits unknown
    jokers     jokers for every kind beside those in the hand
    void_suit  "m", "p" or "s": a suit that may not stand in the win
    visible    34 counts of the tiles seen outside the own hand and melds
    strict     True: copies in own melds, visible and discarded ones are gone, so that none is needed or accepted
               beyond four. False: concealed tiles alone count

    They raise HandError for a hand of a wrong size, five equal tiles, tiles that are neither wild nor sets are
    made of, and a hand for which no form is possible; NotationError for a faulty text.
    """

    def __new__(
        cls,
        forms: str | Iterable[str] = ...,
        *,
        tiles: str | SupportsIndex | None = None,
        sets: SupportsIndex | None = None,
        quad_pairs: bool = False,
        fifth_waits: bool = False,
        strict: bool = False,
        wild: Mapping[Tile, str | SupportsIndex | None]
        | Mapping[str, str | SupportsIndex | None]
        | Mapping[int, str | SupportsIndex | None]
        | None = None,
        most_suits: SupportsIndex = 3,
        pairs_with: str = "any",
    ) -> HandEngine: ...
    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that win, in the order of FORM_NAMES."""

    @property
    def tiles(self) -> int:
        """The kinds in play as a mask: bit k is kind k."""

    @property
    def sets(self) -> int | None:
        """Sets of a full hand; None: hands of any size."""

    @property
    def quad_pairs(self) -> bool:
        """Whether four equal tiles are two pairs."""

    @property
    def fifth_waits(self) -> bool:
        """Whether a kind of which the hand holds all four can be waited for."""

    @property
    def strict(self) -> bool:
        """What `strict` is where a question does not say."""

    @property
    def wild(self) -> dict[Tile, int]:
        """Wild tile -> mask of the kinds that it stands for; a new dict each time."""

    @property
    def most_suits(self) -> int:
        """The most suits that a win may have."""

    @property
    def pairs_with(self) -> str:
        """What set stands beside seven pairs: "any" or "pung"."""

    def shanten(
        self,
        hand: HandLike,
        *,
        melds: SupportsIndex | None = None,
        jokers: SupportsIndex = 0,
        void_suit: str | None = None,
        strict: bool | None = None,
        visible: _Counts | None = None,
    ) -> int:
        """How many tiles the hand is from being ready: -1 complete, 0 ready."""

    def waits(
        self,
        hand: HandLike,
        *,
        melds: SupportsIndex | None = None,
        jokers: SupportsIndex = 0,
        void_suit: str | None = None,
        strict: bool | None = None,
        visible: _Counts | None = None,
    ) -> tuple[Tile, ...]:
        """The tiles that complete a hand of 3n + 1 tiles; empty if it is not ready. HandError for 3n + 2 tiles."""

    def waits_mask(
        self,
        hand: HandLike,
        *,
        melds: SupportsIndex | None = None,
        jokers: SupportsIndex = 0,
        void_suit: str | None = None,
        strict: bool | None = None,
        visible: _Counts | None = None,
    ) -> int:
        """The same as `waits`, as a mask: bit k is kind k."""

    def acceptance(
        self,
        hand: HandLike,
        *,
        melds: SupportsIndex | None = None,
        jokers: SupportsIndex = 0,
        void_suit: str | None = None,
        strict: bool | None = None,
        visible: _Counts | None = None,
    ) -> Acceptance:
        """The kinds of which one more tile lowers the shanten, and how many of them are left."""

    def acceptance_mask(
        self,
        hand: HandLike,
        *,
        melds: SupportsIndex | None = None,
        jokers: SupportsIndex = 0,
        void_suit: str | None = None,
        strict: bool | None = None,
        visible: _Counts | None = None,
    ) -> int:
        """The kinds of `acceptance` as a mask: bit k is kind k."""

    def discards(
        self,
        hand: HandLike,
        *,
        melds: SupportsIndex | None = None,
        jokers: SupportsIndex = 0,
        void_suit: str | None = None,
        strict: bool | None = None,
        visible: _Counts | None = None,
        any_suit: bool = False,
    ) -> tuple[Discard, ...]:
        """Every discard of a hand of 3n + 2 tiles: the best shanten first, of equal ones the most copies, then in
        the order of the kinds. While tiles of the void suit are held, they alone, unless any_suit=True. HandError
        for 3n + 1 tiles."""

    def best_discards(
        self,
        hand: HandLike,
        *,
        melds: SupportsIndex | None = None,
        jokers: SupportsIndex = 0,
        void_suit: str | None = None,
        strict: bool | None = None,
        visible: _Counts | None = None,
        any_suit: bool = False,
    ) -> tuple[Discard, ...]:
        """The first entries of `discards`: those that share the best shanten and number of copies."""

    def is_win(
        self,
        hand: HandLike,
        win: TileLike | None = None,
        *,
        melds: SupportsIndex | None = None,
        jokers: SupportsIndex = 0,
        void_suit: str | None = None,
    ) -> bool:
        """Whether the tiles make a win: 3n + 2 of them, or 3n + 1 and the winning tile."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[object, ...]]: ...

def engine_again(
    forms: Iterable[str],
    tiles: int | None,
    sets: int | None,
    quad_pairs: bool,
    fifth_waits: bool,
    strict: bool,
    wild: Mapping[int, int],
    most_suits: int = 3,
    pairs_with: str = "any",
) -> HandEngine:
    """Unpickles a HandEngine; RuleError for what can be none."""

def set_resolver(resolver: Callable[[Any], RuleSet]) -> None:
    """Sets what finds the rule set of a name for `shanten` and the other questions."""

def shanten(
    hand: HandLike,
    rules: str | RuleSet | HandEngine | None = None,
    *,
    melds: SupportsIndex | None = None,
    jokers: SupportsIndex = 0,
    void_suit: str | None = None,
    strict: bool | None = None,
    visible: _Counts | None = None,
) -> int:
    """How many tiles a hand is from being ready: -1 complete, 0 ready.

    rules  whose forms and tiles count: a `RuleSet`, a name ("mcr"), "name/preset", or a `HandEngine`; None:
           standard form, seven pairs of different kinds and thirteen orphans, hands of any size
    The other keywords and the errors are explained in `HandEngine`; RuleError for unknown rules.
    """

def waits(
    hand: HandLike,
    rules: str | RuleSet | HandEngine | None = None,
    *,
    melds: SupportsIndex | None = None,
    jokers: SupportsIndex = 0,
    void_suit: str | None = None,
    strict: bool | None = None,
    visible: _Counts | None = None,
) -> tuple[Tile, ...]:
    """The tiles that complete a hand of 3n + 1 tiles; empty if it is not ready. HandError for 3n + 2 tiles."""

def acceptance(
    hand: HandLike,
    rules: str | RuleSet | HandEngine | None = None,
    *,
    melds: SupportsIndex | None = None,
    jokers: SupportsIndex = 0,
    void_suit: str | None = None,
    strict: bool | None = None,
    visible: _Counts | None = None,
) -> Acceptance:
    """The kinds of which one more tile lowers the shanten, and how many of them are left."""

def discards(
    hand: HandLike,
    rules: str | RuleSet | HandEngine | None = None,
    *,
    melds: SupportsIndex | None = None,
    jokers: SupportsIndex = 0,
    void_suit: str | None = None,
    strict: bool | None = None,
    visible: _Counts | None = None,
    any_suit: bool = False,
) -> tuple[Discard, ...]:
    """Every discard of a hand of 3n + 2 tiles: the best shanten first, of equal ones the most copies, then in
    the order of the kinds. HandError for 3n + 1 tiles."""

def best_discards(
    hand: HandLike,
    rules: str | RuleSet | HandEngine | None = None,
    *,
    melds: SupportsIndex | None = None,
    jokers: SupportsIndex = 0,
    void_suit: str | None = None,
    strict: bool | None = None,
    visible: _Counts | None = None,
    any_suit: bool = False,
) -> tuple[Discard, ...]:
    """The first entries of `discards`: those that share the best shanten and number of copies."""

def is_win(
    hand: HandLike,
    win: TileLike | None = None,
    rules: str | RuleSet | HandEngine | None = None,
    *,
    melds: SupportsIndex | None = None,
    jokers: SupportsIndex = 0,
    void_suit: str | None = None,
) -> bool:
    """Whether the tiles make a win: 3n + 2 of them, or 3n + 1 and the winning tile."""
