"""Settings of the whole test suite."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
# these folders and files test native code in all they do
NATIVE = ("hand", "fans", "formats", "check", "test_batch_hands.py", "test_riichi_batch.py")
# but these test the plain twin, a search in numpy, or again and again what other files of theirs do
PLAIN = ("hand/test_reference_distance.py", "hand/test_engine_pairs_with_pung.py", "fans/test_implications.py",
         "fans/test_wild_scores.py", "check/test_riichi_wins.py", "check/test_riichi_cases.py",
         "check/test_variant_kinds.py", "check/test_regional_cases.py", "check/test_sichuan_cases.py")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "native: runs native code; .ci/run repeats these under ASan and UBSan")
    try:
        from hypothesis import settings
    except ImportError:
        return
    # a deadline measures the machine, not the code
    settings.register_profile("mjcore", deadline=None)
    settings.load_profile("mjcore")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.relative_to(HERE).parts[0] in NATIVE and (
            item.path.relative_to(HERE).as_posix() not in PLAIN
        ):
            item.add_marker(pytest.mark.native)
