"""Compiled rule sets: the native table that `mjcore.fans.compiler` fills."""

from collections.abc import Sequence
from typing import Any, final

from mjcore.fans.relations import RELATION_NAMES as RELATION_NAMES
from mjcore.fans.wins import CIRCUMSTANCE_BITS as CIRCUMSTANCE_BITS
from mjcore.hand.decompose import FORM_NAMES as FORM_NAMES

BONUS_NAMES: tuple[str, ...]
"""What rows of acc "bonus" count."""

COUNTER_NAMES: tuple[str, ...]
"""What rows counted "each" may count."""

EVIDENCE_NAMES: tuple[str, ...]
"""What shows a fan: where `ScoredFan.sets` looks for the sets that made it."""

FEATURE_SIZES: dict[str, int]
"""How many values each feature has; "declared" is laid out by each rule set and may have fewer."""

FORM_ROWS: dict[str, int]
"""Values of the feature "form" by name."""

LIMITS: dict[str, int]
"""What the native table has room for."""

TSUMO_SHARES: dict[str, int]
"""What may become of the fourth player's share of a self-draw."""

@final
class Lattice:
    """A rule set's fans as native tables. Made by `mjcore.fans.compiler.compile_fans`; immutable afterwards
    and safe to use from many threads at once."""

    def __init__(
        self,
        rows: Sequence[dict[str, Any]],
        fans: Sequence[str],
        *,
        sets: int,
        forms: Sequence[str],
        wait_forms: Sequence[str],
        minimum: int,
        only_masks: Sequence[int],
        declared: Sequence[str],
        forest: bool,
        available_waits: bool,
        body_wait: bool,
        discard_pung_concealed: bool,
        quad_pairs: bool,
        players: int,
        absent: int,
        claimed_chows: bool,
        known: Sequence[str],
        streak_from: int,
        best_place: bool,
        product: bool,
        cap: int | None,
        shown_factors: Sequence[int],
        ties_by_group: bool,
        most_suits: int,
        declared_void: bool,
        wild_copies: int,
        discard_wins: bool,
        numbers: Sequence[str],
        han_fu: dict[str, Any] | None,
    ) -> None: ...
    @property
    def rows(self) -> tuple[str, ...]:
        """Ids of the rows, coverers first."""

    @property
    def fans(self) -> tuple[str, ...]:
        """Public ids: the columns of the fan counts of a batch."""

    @property
    def forms(self) -> tuple[str, ...]:
        """Names of the forms that win."""

    @property
    def minimum(self) -> int:
        """Points without flowers that a legal win needs."""

    @property
    def sets(self) -> int:
        """Sets of a full hand."""

    @property
    def counts_han(self) -> bool:
        """Whether yaku count han: scores then have `han`, `fu` and `yakuman`."""

    @property
    def declared_void(self) -> bool:
        """Whether a win has no tile of its void suit."""

    @property
    def wild_copies(self) -> int:
        """Copies in play of the wild kind; 0 where no kind is wild."""

    @property
    def table_bytes(self) -> int:
        """Memory of the tables of this rule set, in bytes."""
