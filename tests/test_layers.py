"""Imports go one way through the layers: a module imports its own layer and those below it.

Python sources are read by their syntax tree, Cython sources by their import and cimport lines; imports
inside functions count like any other, and so do `import_module("mjcore...")` calls with a literal name.
Imports under `if TYPE_CHECKING:` and stubs (.pyi) are left out: they name types and never run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TREES = ("src", "python")
PACKAGE = "mjcore"
# lowest first; what is in none of them is the facade, on top of all
LAYERS = ("errors", "bits", "hand", "fans", "table", "settle", "procedure", "rules")
FACADE = len(LAYERS)


def layer_of(module: str) -> int:
    """The place of a module in LAYERS, by the name below the package: `mjcore.fans.wins` -> 3."""
    below = module.split(".")[1:2]
    return LAYERS.index(below[0]) if below and below[0] in LAYERS else FACADE


def modules(root: Path) -> dict[str, list[Path]]:
    """Dotted name -> its sources under `src` and `python` (a native module may have a .pyx and a .pxd)."""
    found: dict[str, list[Path]] = {}
    for tree in TREES:
        for path in sorted((root / tree).rglob("*")):
            if path.suffix in (".py", ".pyx", ".pxd"):
                parts = path.relative_to(root / tree).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                found.setdefault(name, []).append(path)
    return found


def absolute(module: str, is_package: bool, base: str, dots: int) -> str:
    """The absolute name of `base` as written after `dots` dots in `module`."""
    if not dots:
        return base
    parts = module.split(".")
    parts = parts[: len(parts) - dots + is_package]
    return ".".join([*parts, base] if base else parts)


class _Python(ast.NodeVisitor):
    """Gathers (line, dotted name) of all that a Python source imports when it runs."""

    def __init__(self, module: str, is_package: bool) -> None:
        self.module, self.is_package = module, is_package
        self.found: list[tuple[int, str]] = []

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            for child in node.orelse:
                self.visit(child)
        else:
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.found += [(node.lineno, alias.name) for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        base = absolute(self.module, self.is_package, node.module or "", node.level)
        self.found += [(node.lineno, f"{base}.{alias.name}") for alias in node.names]

    def visit_Call(self, node: ast.Call) -> None:
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in ("import_module", "__import__") and node.args and isinstance(node.args[0], ast.Constant):
            self.found.append((node.lineno, str(node.args[0].value)))
        self.generic_visit(node)


_STRING = re.compile(r'("""|\'\'\')(?:\\.|[^\\])*?\1', re.S)
_FROM = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+c?import[ \t]+(\([^)]*\)|[^#\n]*)", re.M)
_IMPORT = re.compile(r"^[ \t]*c?import[ \t]+([^#\n]+)", re.M)
_CALL = re.compile(r"\b(?:import_module|__import__)\(\s*[\"']([\w.]+)[\"']")


def _python_imports(text: str, module: str, is_package: bool) -> list[tuple[int, str]]:
    visitor = _Python(module, is_package)
    visitor.visit(ast.parse(text))
    return visitor.found


def _cython_imports(text: str, module: str, is_package: bool) -> list[tuple[int, str]]:
    # long strings are emptied, but keep their lines
    text = _STRING.sub(lambda m: "\n" * m[0].count("\n"), text)
    text = re.sub(r"\\\n", "  ", text)
    found: list[tuple[int, str]] = []
    for match in _FROM.finditer(text):
        base = absolute(module, is_package, match[2], len(match[1]))
        names = re.sub(r"#[^\n]*", "", match[3].strip("() \t"))
        line = text.count("\n", 0, match.start()) + 1
        found += [(line, f"{base}.{part.split()[0]}") for part in names.split(",") if part.strip()]
    for match in _IMPORT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        found += [(line, part.split()[0]) for part in match[1].split(",") if part.strip()]
    for match in _CALL.finditer(text):
        found.append((text.count("\n", 0, match.start()) + 1, match[1]))
    return found


def violations(root: Path) -> Iterator[str]:
    """One line for each import that goes up; empty for a sound tree."""
    known = modules(root)
    for module, paths in known.items():
        for path in paths:
            read = _python_imports if path.suffix == ".py" else _cython_imports
            is_package = path.stem == "__init__"
            for line, target in read(path.read_text(encoding="utf-8"), module, is_package):
                # the last part may be a name in the module: `from mjcore.hand.tiles import Tile`
                while target not in known and "." in target:
                    target = target.rpartition(".")[0]
                if target.split(".")[0] == PACKAGE and layer_of(target) > layer_of(module):
                    yield f"{path.relative_to(root)}:{line}: {module} imports {target}, which is above it"


@pytest.mark.skipif(not (ROOT / "src").is_dir(), reason="an installed package has no source tree")
def test_imports_go_one_way() -> None:
    found = {layer_of(name) for name in modules(ROOT)}
    assert found >= {*map(LAYERS.index, ("errors", "hand", "fans", "settle", "rules")), FACADE}
    assert not list(violations(ROOT))


# What a line in a module of the tree says, and whether it goes up.
LINES = [
    ("hand/a.py", "from mjcore.errors import HandError", False),
    ("hand/a.py", "import mjcore.fans.wins", True),
    ("hand/a.py", "import mjcore", True),
    ("hand/a.py", "def late():\n    from mjcore.rules import mcr\n    return mcr", True),
    ("hand/a.py", "from ..fans import wins", True),
    ("hand/a.py", "from . import tiles", False),
    ("hand/a.py", "from .. import errors", False),
    ("hand/a.py", "import importlib\nrules = importlib.import_module('mjcore.rules.mcr')", True),
    ("hand/a.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import mjcore.fans.wins", False),
    ("errors.py", "from mjcore.hand import tiles", True),
    ("fans/a.py", "from mjcore import scoring", True),
    ("fans/a.py", "from mjcore import hand", False),
    ("settle/a.py", "from mjcore.rules.mcr import MCR", True),
    ("rules/a.py", "from mjcore.settle import ledger", False),
    ("rules/a.py", "import json, mjcore.scoring", True),
    ("hand/a.pyx", "from mjcore.fans.wins cimport WinData", True),
    ("hand/a.pyx", "cimport mjcore.fans.wins as wins", True),
    ("hand/a.pyx", "def late():\n    from mjcore.rules.mcr import MCR\n    return MCR", True),
    ("hand/a.pyx", "from mjcore.hand.tiles cimport (\n    one,\n    two,  # both\n)", False),
    ("hand/a.pyx", "from mjcore cimport (\n    errors,\n    fans,\n)", True),
    ("hand/a.pyx", 'def f():\n    """Text:\n    import mjcore.fans.wins\n    """', False),
    ("hand/a.pyx", "# import mjcore.fans.wins", False),
    ("hand/a.pxd", "from mjcore.fans cimport wins", True),
    ("hand/a.pxd", "from ..fans.wins cimport WinData", True),
    ("fans/a.pxd", "from mjcore.hand.tiles cimport one", False),
]


@pytest.mark.parametrize(("place", "text", "goes_up"), LINES)
def test_a_violation_is_found(tmp_path: Path, place: str, text: str, goes_up: bool) -> None:
    for path in (
        "__init__",
        "scoring",
        "errors",
        "hand/__init__",
        "hand/tiles",
        "fans/__init__",
        "fans/wins",
        "settle/__init__",
        "settle/ledger",
        "rules/__init__",
        "rules/mcr",
    ):
        file = tmp_path / "python" / PACKAGE / f"{path}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    file = tmp_path / ("python" if place.endswith(".py") else "src") / PACKAGE / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    assert bool(list(violations(tmp_path))) is goes_up
