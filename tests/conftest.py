"""Settings of the whole test suite."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
# these folders, files and tests run native code in all they do
NATIVE = ("hand", "fans", "formats", "check/test_fuzz.py", "legal/test_real_games.py", "test_agreement.py",
          "test_batch.py", "test_batch_hand_faults.py", "test_batch_hands.py", "test_batch_rows.py",
          "test_lattice_twin.py::test_options", "test_no_crash.py", "test_point_records.py", "test_riichi_batch.py",
          "table/test_codec.py", "table/test_hostile.py", "table/test_redeal.py", "table/test_rollouts.py",
          "table/test_table_laws.py")
# but these test the plain twin, a search in numpy, or again and again what other tests do
PLAIN = ("hand/test_capped.py", "hand/test_decompose.py::test_17_tiles_of_one_suit",
         "hand/test_decompose.py::test_every_hand_of_one_suit", "hand/test_engine.py::test_structural_waits",
         "hand/test_engine_jokers.py", "hand/test_engine_laws.py", "hand/test_engine_limits.py",
         "hand/test_engine_pairs_with_pung.py", "hand/test_engine_suits.py", "hand/test_engine_tables.py",
         "hand/test_joker_readings.py", "hand/test_narrow.py::test_every_assignment",
         "hand/test_queries.py::test_narrow_jokers", "hand/test_query_values.py", "hand/test_reference_distance.py",
         "hand/test_unique_wait.py", "fans/test_implications.py", "fans/test_lattice.py", "fans/test_wild_scores.py",
         "test_agreement.py::test_twin")
# twins and searches for agreement: the same whichever way the package was installed
TWINS = (*PLAIN, "rules/test_riichi_implications.py", "rules/test_house_export.py", "legal/test_kongs.py",
         "test_differential.py", "test_lattice_twin.py", "test_many_hands.py", "test_riichi_differential.py",
         "test_riichi_oracles.py", "test_riichi_reference.py", "check", "table", "game/test_match.py")


def _is_one_of(item: pytest.Item, names: tuple[str, ...]) -> bool:
    """Whether a test is one of these, or stands in one of these folders and files."""
    if not item.path.is_relative_to(HERE):
        return False
    path = item.path.relative_to(HERE)
    test = f"{path.as_posix()}::{item.name.partition('[')[0]}"
    return not {path.parts[0], path.as_posix(), test}.isdisjoint(names)


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
