"""Pairs of rows with reasons, as the golden files of implications have them."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def written(name: str) -> dict[tuple[str, str], str]:
    """The pairs of a golden file and their reasons: lines ``one > other: reason``, comments after #."""
    found = {}
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            match = re.fullmatch(r"(\w+) > (\w+): (.+)", line)
            assert match, line
            found[match[1], match[2]] = match[3]
    return found
