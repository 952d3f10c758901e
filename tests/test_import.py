"""What `import mjcore` costs (counted in modules, not in time) and what the package ships."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mjcore

FOLDER = Path(mjcore.__file__).resolve().parent
# each of these takes longer to import than all of mjcore may
SLOW = {"numpy", "pathlib", "dataclasses", "re", "enum", "inspect", "typing"}


def loaded_by(code: str) -> set[str]:
    """Modules that `code` loads in a new interpreter. `-S` leaves `site` out, which loads some itself."""
    script = (
        "import sys; before = set(sys.modules)\n"
        f"{code}\n"
        "new = sorted(set(sys.modules) - before)\n"
        "import json; print(json.dumps(new))"
    )
    path = os.pathsep.join(dict.fromkeys([str(FOLDER.parent), *filter(None, sys.path)]))
    run = subprocess.run(
        [sys.executable, "-S", "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(run.stdout))


def test_import_loads_itself_alone() -> None:
    assert {name for name in loaded_by("import mjcore") if name.split(".")[0] != "mjcore"} <= {"__future__"}


def test_the_count_sees_what_is_loaded() -> None:
    assert {"pathlib", "re"} <= loaded_by("import pathlib")


@pytest.mark.parametrize(
    "use",
    [
        "mjcore.Hand('123m456p789s1122z')",
        "mjcore.score('123m456p789s1122z', win='1z', strict=False).total",
        "mjcore.score('123m456p789s1122z', win='1z', rules='riichi', riichi=1, dora_indicators='3p').fu_items",
        "mjcore.shanten('123m456p789s1122z')",
        "mjcore.discards('123m456p789s11224z', 'mcr')[0].accepted",
    ],
)
def test_single_calls_do_not_load_numpy(use: str) -> None:
    assert "numpy" not in loaded_by(f"import mjcore; {use}")


def test_questions_without_rules_load_no_rule_set() -> None:
    loaded = loaded_by("import mjcore; mjcore.waits('123m456p789s1122z'); mjcore.HandEngine(sets=4).shanten('11m')")
    assert "mjcore.hand.queries" in loaded
    assert not {name for name in loaded if name.startswith(("mjcore.rules", "mjcore.fans"))} | loaded & SLOW


def test_public_names_exist() -> None:
    assert set(mjcore.__all__) <= set(dir(mjcore))
    for name in mjcore.__all__:
        assert getattr(mjcore, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = mjcore.no_such_name


def test_get_include_holds_the_c_api() -> None:
    include = Path(mjcore.get_include())
    for shipped in ("__init__.pxd", "hand/__init__.pxd", "hand/kinds.pxd", "fans/__init__.pxd"):
        assert (include / "mjcore" / shipped).is_file()


def test_types_are_shipped() -> None:
    assert (FOLDER / "py.typed").is_file()
    native = {
        path.relative_to(FOLDER).parent / path.name.split(".")[0]
        for pattern in ("*.so", "*.pyd")
        for path in FOLDER.rglob(pattern)
    }
    assert native, "no native module was built"
    without = sorted(str(name) for name in native if not (FOLDER / name).with_suffix(".pyi").is_file())
    assert not without, f"native modules without a stub: {without}"
