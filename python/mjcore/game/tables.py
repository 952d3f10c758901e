"""`mjcore.Table`: the native table, with what lies above it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mjcore.rules import resolve
from mjcore.table.flow import set_resolver
from mjcore.table.tables import Table, set_hooks

if TYPE_CHECKING:
    from mjcore.game.replays import Record
    from mjcore.game.results import Result
    from mjcore.rules.base import RuleSet

__all__ = ["Table"]


class _Above:
    """What a table asks of the layers above it."""

    @staticmethod
    def result(table: Table) -> Result | None:
        from mjcore.game.results import result_of

        return result_of(table)

    @staticmethod
    def replay(log: Any) -> Table:
        from mjcore.game.replays import replay

        return replay(log)

    @staticmethod
    def record(table: Table) -> Record:
        from mjcore.game.replays import record_of

        return record_of(table)

    @staticmethod
    def position(rules: str | RuleSet, **facts: Any) -> Table:
        from mjcore.game.positions import position

        return position(rules, **facts)

    @staticmethod
    def planes_array(planes: int, width: int) -> Any:
        import numpy as np

        return np.zeros((planes, width), np.uint8)


set_resolver(resolve)
set_hooks(_Above)
