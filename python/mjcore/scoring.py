"""Scoring one win: `mjcore.score`, with rule sets found by name."""

from __future__ import annotations

from mjcore.fans.calls import score
from mjcore.fans.scores import set_resolver
from mjcore.rules import resolve

__all__ = ["score"]

set_resolver(resolve)
