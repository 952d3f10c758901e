"""What a win is worth and why."""

from collections.abc import Callable, Iterator
from typing import Any, NoReturn, final

from mjcore.fans.han_fu import FuItem
from mjcore.fans.wins import Win
from mjcore.hand.decompose import ReadingView
from mjcore.hand.tiles import Tile
from mjcore.rules.base import RuleSet
from mjcore.settle.ledger import Ledger

@final
class ScoredFan:
    """A counted fan. Unpacks like a tuple: ``for fan, count, value, sets in score.fans``."""

    def __init__(self, *args: NoReturn, **kwargs: NoReturn) -> None:
        """Raises TypeError: fans are found by `mjcore.score`."""

    @property
    def fan(self) -> str:
        """Public id of the fan."""

    @property
    def count(self) -> int:
        """How often it counts."""

    @property
    def value(self) -> int:
        """What it adds in all, `count` times its worth."""

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets that made it, as text ("123m", "555z", "99p"; four of a kind "1111m" for tile hogs);
        empty for fans of the circumstances and for forms without sets."""

    def __iter__(self) -> Iterator[Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[Score, str]]: ...

@final
class CoveredFan:
    """A fan that was there but is not counted. Unpacks like a tuple: ``for fan, by in score.covered``."""

    def __new__(cls, fan: str, by: str) -> CoveredFan: ...
    @property
    def fan(self) -> str:
        """Its public id."""

    @property
    def by(self) -> str:
        """Public id of the counted fan that takes it; "combination" if its sets are joined already by
        combination fans of which none alone holds two of them."""

    def __iter__(self) -> Iterator[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[CoveredFan], tuple[str, str]]: ...

@final
class Score:
    """What a win is worth under a rule set: the best reading, its fans, and why. Immutable.

    Made by `mjcore.score`. Explanations (`covered`, `reading`, `ScoredFan.sets`) are computed when they
    are asked for.
    """

    def __init__(self, *args: NoReturn, **kwargs: NoReturn) -> None:
        """Raises TypeError: scores are made by `mjcore.score`."""

    @property
    def win(self) -> Win:
        """What was scored."""

    @property
    def rules(self) -> RuleSet:
        """The rule set it was scored under."""

    @property
    def total(self) -> int:
        """Points with flowers."""

    @property
    def total_without_flowers(self) -> int:
        """Points without flowers: what the minimum is asked of."""

    @property
    def raw(self) -> int:
        """Points before a cap or limit, without flowers; where yaku count han the base points before any limit."""

    @property
    def han(self) -> int | None:
        """Han with dora; 0 for yakuman, None where no han are counted."""

    @property
    def fu(self) -> int | None:
        """Fu rounded up (0 for thirteen orphans), None where no fu are counted."""

    @property
    def wild_as(self) -> tuple[Tile, ...]:
        """The tiles that the wild tiles of the hand stand for, those that stand for themselves left out."""

    @property
    def fu_items(self) -> tuple[FuItem, ...]:
        """The parts of the fu, which add up to them; () where no fu are counted."""

    @property
    def yakuman(self) -> int | None:
        """Multiples of a yakuman; 0 for 13 counted han. None where no han are counted."""

    @property
    def limit(self) -> str | None:
        """ "mangan", "haneman", "baiman", "sanbaiman" or "yakuman"; None below these."""

    @property
    def unit(self) -> int | None:
        """Base points, of which shares are made: what others than the dealer pay for a self-draw. None where no
        han are counted."""

    @property
    def points(self) -> int | None:
        """What the winner gets, without honba and deposits; None where no han are counted."""

    @property
    def legal(self) -> bool:
        """Whether the rule set lets this hand win."""

    @property
    def reason(self) -> str:
        """Why the hand may not win, "" if it may."""

    @property
    def fans(self) -> tuple[ScoredFan, ...]:
        """The counted fans, in the order of the fan table."""

    @property
    def covered(self) -> tuple[CoveredFan, ...]:
        """The fans that were there but are not counted."""

    @property
    def reading(self) -> ReadingView:
        """The reading that was scored."""

    def payments(
        self, dealer: int = 0, winner: int | None = None, loser: int | None = None, **details: Any
    ) -> tuple[int, ...]:
        """Signed change per seat. `loser`: who gave the winning tile; None for a self-draw. `details`: what else the
        rule set's settlement asks for (riichi: honba, sticks, pao).
        Raises RuleError if the hand is not legal or the seats do not fit how it was won, HandError for
        a seat that is none."""

    def ledger(
        self, dealer: int = 0, winner: int | None = None, loser: int | None = None, **details: Any
    ) -> Ledger:
        """The same as single transfers with their reasons."""

    def to_dict(
        self, lang: str = "en", *, dealer: int = 0, winner: int | None = None, loser: int | None = None, **details: Any
    ) -> dict[str, Any]:
        """Everything as plain data, as `mjcore score --json` prints it; names in `lang` (en, zh, ja), and
        "payments" where they are known. Raises MahjongError for another language or wrong seats."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[Win, RuleSet]]: ...

def set_resolver(resolver: Callable[[str], RuleSet]) -> None:
    """Sets what finds the rule set of a name for `score`."""

def fan_again(score: Score, fan: str) -> ScoredFan:
    """Unpickles a counted fan."""

def score_again(win: Win, rules: RuleSet) -> Score:
    """Unpickles a score."""
