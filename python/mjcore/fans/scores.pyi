"""What a win is worth and why."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, final, overload

from mjcore.fans.wins import Win
from mjcore.hand.decompose import ReadingView
from mjcore.rules.base import RuleSet
from mjcore.settle.ledger import Ledger
from mjcore.typing import HandLike, TileLike

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
        """Points before a cap or limit, without flowers."""

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

    def payments(self, dealer: int = 0, winner: int | None = None, loser: int | None = None) -> tuple[int, ...]:
        """Signed change per seat. `loser`: who gave the winning tile; None for a self-draw.
        Raises RuleError if the hand is not legal or the seats do not fit how it was won, HandError for
        a seat that is none."""

    def ledger(self, dealer: int = 0, winner: int | None = None, loser: int | None = None) -> Ledger:
        """The same as single transfers with their reasons."""

    def to_dict(
        self, lang: str = "en", *, dealer: int = 0, winner: int | None = None, loser: int | None = None
    ) -> dict[str, Any]:
        """Everything as plain data, as `mjcore score --json` prints it; names in `lang` (en, zh, ja), and
        "payments" where they are known. Raises MahjongError for another language or wrong seats."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[Win, RuleSet]]: ...

def set_resolver(resolver: Callable[[str], RuleSet]) -> None:
    """Sets what finds the rule set of a name for `score`."""

@overload
def score(hand: Win, win: None = None, rules: str | RuleSet = "mcr") -> Score:
    """What a prepared win is worth and why. Raises NotAWin if the tiles form no winning shape."""

@overload
def score(
    hand: HandLike,
    win: TileLike,
    rules: str | RuleSet = "mcr",
    *,
    self_draw: bool | None = None,
    rob_kong: bool | None = None,
    last_tile: bool | None = None,
    after_kong: bool | None = None,
    after_flower: bool | None = None,
    last_copy: bool | None = None,
    first_turn: bool | None = None,
    seat_wind: str | None = None,
    round_wind: str | None = None,
    flowers: str | int | Iterable[TileLike] | None = None,
    dealer: bool | None = None,
    streak: int | None = None,
    strict: bool | None = None,
) -> Score:
    """What a win is worth and why; None stands for the default that `Win` has. Raises NotAWin if the tiles
    form no winning shape, HandError and NotationError for bad input."""

def fan_again(score: Score, fan: str) -> ScoredFan:
    """Unpickles a counted fan."""

def score_again(win: Win, rules: RuleSet) -> Score:
    """Unpickles a score."""
