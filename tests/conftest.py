"""Settings of the whole test suite."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
# these folders and files test native code in all they do
NATIVE = ("hand", "fans", "formats", "check/test_fuzz.py", "test_batch_hands.py", "test_riichi_batch.py",
          "table/test_rollouts.py")
# but these test the plain twin, a search in numpy, or again and again what other files of theirs do
PLAIN = ("hand/test_reference_distance.py", "hand/test_engine_pairs_with_pung.py", "hand/test_engine_suits.py",
         "hand/test_engine_limits.py", "hand/test_unique_wait.py", "fans/test_implications.py", "fans/test_lattice.py",
         "fans/test_wild_scores.py", "hand/test_engine_laws.py", "hand/test_engine_tables.py",
         "hand/test_joker_readings.py", "hand/test_engine_jokers.py", "hand/test_query_values.py")
# twins and searches for agreement: the same whichever way the package was installed
TWINS = (*PLAIN, "rules/test_riichi_implications.py", "rules/test_house_export.py", "legal/test_kongs.py",
         "test_differential.py", "test_lattice_twin.py", "test_many_hands.py", "test_riichi_differential.py",
         "test_riichi_oracles.py", "test_riichi_reference.py", "check", "table", "game/test_match.py")


def _is_one_of(item: pytest.Item, names: tuple[str, ...]) -> bool:
    """Whether a test stands in one of these folders and files."""
    if not item.path.is_relative_to(HERE):
        return False
    path = item.path.relative_to(HERE)
    return path.parts[0] in names or path.as_posix() in names


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "native: runs native code; .ci/run repeats these under ASan and UBSan")
    config.addinivalue_line("markers", "twin: compares with a plain twin; not run against the wheel")
    try:
        from hypothesis import settings
    except ImportError:
        return
    # a deadline measures the machine, not the code
    settings.register_profile("mjcore", deadline=None)
    settings.load_profile("mjcore")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if _is_one_of(item, NATIVE) and not _is_one_of(item, PLAIN):
            item.add_marker(pytest.mark.native)
        if _is_one_of(item, TWINS):
            item.add_marker(pytest.mark.twin)
