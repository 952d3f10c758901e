"""Faults in the code of the native table, one at a time: does some hand of the plain twin notice?

    python tests/mutants.py                 all of them: notices or not
    python tests/mutants.py "ippatsu"       those with this in their name
    python tests/mutants.py --find "..."    looks for a hand that notices, in place of the one that is written down

A copy of the tree gets one textual change in a `.pyx` of `src/mjcore/table`, this module is built again, and both
tables play the hand of `table/code_faults.py` that once told them apart. Needs a C compiler and Cython; about ten
seconds each.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
TABLE = Path("mjcore", "table")
MOST_SECONDS = 120
MOST_FINDING = 500
NOTICED, NOT_NOTICED = 3, 0

sys.path.insert(0, str(TESTS))

from table.code_faults import MUTANTS, Mutant  # noqa: E402


def place_of(mutant: Mutant, root: Path) -> Path:
    """The source file that has its text."""
    found = [(path, path.read_text(encoding="utf-8").count(mutant.old))
             for path in sorted((root / "src" / TABLE).glob("*.pyx"))]
    places = [path for path, times in found if times]
    if sum(times for _, times in found) != 1:
        names = [path.name for path in places]
        raise SystemExit(f"{mutant.name}: its text is in {names}, expected once:\n{mutant.old}")
    return places[0]


class Tree:
    """A copy of sources and package, in which one module at a time is another."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("src", "python"):
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        self.suffix = sysconfig.get_config_var("EXT_SUFFIX")

    def build(self, mutant: Mutant) -> str:
        """Puts the module with the fault in the place of the sound one; its name."""
        source = place_of(mutant, self.root)
        sound = source.read_text(encoding="utf-8")
        source.write_text(sound.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            self.compile(source)
        finally:
            source.write_text(sound, encoding="utf-8")
        return source.stem

    def kept(self, name: str) -> Path:
        return self.root / f"sound-{name}"

    def compile(self, source: Path) -> None:
        name = source.stem
        code = self.root / f"{name}.c"
        directives = ("boundscheck=False", "initializedcheck=False", "wraparound=False", "cdivision=True",
                      "freethreading_compatible=True")
        options = [word for directive in directives for word in ("-X", directive)]
        run(sys.executable, "-m", "cython", "-3", *options, "-I", str(self.root / "src"), "--module-name",
            f"mjcore.table.{name}", "-o", str(code), str(source))
        compiler = (sysconfig.get_config_var("CC") or "cc").split()
        includes = [sysconfig.get_paths()["include"], str(self.root / "src")]
        shutil.move(self.module(name), self.kept(name))
        run(*compiler, "-O1", "-w", "-fPIC", "-shared", *(f"-I{folder}" for folder in includes), str(code), "-o",
            str(self.module(name)))

    def module(self, name: str) -> Path:
        return self.root / "python" / TABLE / f"{name}{self.suffix}"

    def mend(self, name: str) -> None:
        self.module(name).unlink()
        shutil.move(self.kept(name), self.module(name))

    def play(self, mutant: Mutant, *, find: bool = False) -> tuple[bool, str]:
        """Whether the two tables come apart, and what was said. A crash and an endless hand are noticed too."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(self.root / "python"), str(TESTS)))}
        words = [sys.executable, "-m", "table.code_faults", mutant.name, *(["--find"] if find else [])]
        try:
            done = subprocess.run(words, env=environment, cwd=TESTS, capture_output=True, text=True, check=False,
                                  timeout=MOST_FINDING if find else MOST_SECONDS)
        except subprocess.TimeoutExpired:
            return not find, "no end"
        said = (done.stdout + done.stderr).strip()
        if done.returncode > 0 and done.returncode != NOTICED:
            raise SystemExit(f"{mutant.name}: {said}")
        return done.returncode != NOT_NOTICED, said


def run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


def notices(chosen: list[Mutant], *, find: bool = False) -> list[str]:
    """Names of those that nothing notices. Prints a line for each."""
    missed = []
    places = {mutant.name: place_of(mutant, ROOT) for mutant in chosen}
    with tempfile.TemporaryDirectory(prefix="mjcore-mutants-") as folder:
        tree = Tree(Path(folder))
        for mutant in chosen:
            if mutant.hand is not None and tree.play(mutant)[0]:
                raise SystemExit(f"{mutant.name}: hand {mutant.hand} sets the tables apart without the fault")
            module = tree.build(mutant)
            noticed, said = tree.play(mutant, find=find)
            tree.mend(module)
            print(f"{'noticed    ' if noticed else 'NOT NOTICED'} {places[mutant.name].name:15} {mutant.name}"
                  + (f": {said}" if find else ""), flush=True)
            if not noticed:
                missed.append(mutant.name)
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of names; without any all faults")
    parser.add_argument("--find", action="store_true", help="look for a hand")
    given = parser.parse_args()
    chosen = [mutant for mutant in MUTANTS if not given.names or any(name in mutant.name for name in given.names)]
    missed = notices(chosen, find=given.find)
    print(f"{len(chosen) - len(missed)} of {len(chosen)} noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
