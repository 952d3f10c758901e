"""The C API from outside: a project of its own (tests/downstream) is built against mjcore and run."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mjcore
from hand_recipes import FULL_SIZES, complete, mixture
from mjcore.hand.queries import HandEngine

pytest.importorskip("Cython", reason="the C API needs Cython")
pytest.importorskip("setuptools", reason="the C API needs setuptools")

PROJECT = Path(__file__).with_name("downstream")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the project was built, a copy: the source tree stays clean."""
    folder = tmp_path_factory.mktemp("c_api") / "downstream"
    shutil.copytree(PROJECT, folder)
    _run(folder, "setup.py", "build_ext", "--inplace")
    return folder


def _run(folder: Path, *arguments: str, given: bytes = b"") -> str:
    package = str(Path(mjcore.__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        input=given,
        capture_output=True,
        check=False,
    )
    stdout, stderr = run.stdout.decode("utf-8", "replace"), run.stderr.decode("utf-8", "replace")
    assert run.returncode == 0, f"{arguments}\n{stdout}\n{stderr}"
    return stdout


def call(folder: Path, expression: str) -> Any:
    return json.loads(
        _run(folder, "-c", f"import json, mjcore, downstream; print(json.dumps(downstream.{expression}))")
    )


def test_tile_kinds(built: Path) -> None:
    assert call(built, "tile_kinds()") == [27, 33, 34]


def test_packed_meld_is_the_one_of_python(built: Path) -> None:
    code, kind_of_meld, kind, source = call(built, "kong_of_east()")
    assert (kind_of_meld, kind, source) == (3, 27, 2)
    assert code == mjcore.Meld("[1111z^]").code


@pytest.mark.parametrize(
    "hand", ["111222333m55z789p", "11122233344455m", "147m258p369s12355m", "123m [555z^] 789p 11222s"]
)
def test_readings_are_those_of_python(built: Path, hand: str) -> None:
    pairs = [reading.pair for reading in mjcore.decompose(hand) if reading.pair]
    assert pairs
    assert call(built, f"pairs({hand!r})") == [mjcore.Tile(pair[1:]).kind for pair in pairs]


@pytest.mark.parametrize(("hand", "tile"), [("123m456p789s1122z", "1z"), ("234m234p234s6788p", "8p")])
def test_total_is_that_of_python(built: Path, hand: str, tile: str) -> None:
    expected = mjcore.score(hand, tile, self_draw=True).total
    win = f"mjcore.Win({hand!r}, {tile!r}, self_draw=True)"
    assert call(built, f"total({win}, mjcore.rules.get('mcr'))") == expected


@pytest.mark.parametrize("rules", ["mcr", "riichi/tenhou3", "sichuan/xuezhan_app"])
def test_a_table_is_played_as_in_python(built: Path, rules: str) -> None:
    table = mjcore.Table(rules, seed=5)
    steps = 0
    while not table.done:
        table.step(table.legal_actions()[0])
        steps += 1
    assert call(built, f"play_first(mjcore.Table({rules!r}, seed=5), 5000)") == [steps, list(table.deltas)]
    assert call(built, f"play_first(mjcore.Table({rules!r}, seed=5), 3)")[0] == 3


# The hand engine: the module as it is, and as it is on other processors than x86-64.
MODULES = ["hand_loops", "hand_loops_portable"]


def ask_about(folder: Path, module: str, question: str, rules: str | None, hands: Any) -> Any:
    """`question(engine, hands)` of the built module, or of each hand of a list."""
    code = f"""
import json, pickle, sys
import mjcore, {module} as built
from mjcore.hand.queries import HandEngine
rules, hands = pickle.load(sys.stdin.buffer)
engine = mjcore.rules.get(rules).engine if rules else HandEngine()
def ask(hands):
    if {question!r} != "shanten":
        return built.{question}(engine, hands)
    out = bytearray(len(hands) // 34)
    built.shanten(engine, hands, out)
    return [number - 256 if number > 127 else number for number in out]
print(json.dumps(ask(hands) if isinstance(hands, bytes) else list(map(ask, hands))))
"""
    return json.loads(_run(folder, "-c", code, given=pickle.dumps((rules, hands))))


@pytest.mark.parametrize("module", MODULES)
def test_distances_are_those_of_python(built: Path, module: str) -> None:
    hands = [bytes(counts) for counts in mixture(31, 4000)]
    engine = HandEngine()
    expected = []
    for hand in hands:
        found = engine.acceptance(hand)
        expected.append([found.shanten, found.mask, engine.waits_mask(hand) if sum(hand) % 3 == 1 else 0])
    everything = b"".join(hands)
    assert ask_about(built, module, "acceptance", None, everything) == expected
    assert ask_about(built, module, "shanten", None, everything) == [shanten for shanten, _, _ in expected]


@pytest.mark.parametrize("module", MODULES)
def test_distances_of_all_forms_are_those_of_python(built: Path, module: str) -> None:
    hands = [bytes(counts) for counts in mixture(32, 3000, (13, 14))]
    accepted = [mjcore.acceptance(hand, "mcr") for hand in hands]
    found = ask_about(built, module, "acceptance", "mcr", b"".join(hands))
    assert [answer[:2] for answer in found] == [[answer.shanten, answer.mask] for answer in accepted]


@pytest.mark.parametrize("module", MODULES)
def test_discards_are_those_of_python(built: Path, module: str) -> None:
    hands = [bytes(counts) for counts in mixture(33, 2000, FULL_SIZES)]
    for hand, (best, table) in zip(hands, ask_about(built, module, "discards", None, hands), strict=True):
        expected = {str(d.tile.kind): [d.shanten, d.mask, d.copies] for d in mjcore.discards(hand)}
        assert table == expected, list(hand)
        assert best == sum(1 << d.tile.kind for d in mjcore.best_discards(hand))


@pytest.mark.parametrize(("module", "rules"), [*((name, None) for name in MODULES), ("hand_loops", "mcr")])
def test_best_discards_among_some_kinds(built: Path, module: str, rules: str | None) -> None:
    """Often none of these kinds is one that the hand can spare."""
    hands, rng = mixture(34, 1500, (14,)), Random(34)
    asked = [(bytes(counts), sum(1 << kind for kind in rng.sample([*range(34)], rng.choice((3, 9, 30)))))
             for counts in hands]
    costly = 0
    for (hand, allowed), best in zip(asked, ask_about(built, module, "best_of_some", rules, asked), strict=True):
        every = mjcore.discards(hand, rules)
        some = [found for found in every if allowed >> found.tile.kind & 1]
        order = min(((found.shanten, -found.copies) for found in some), default=(9, 0))
        costly += 9 > order[0] > min(found.shanten for found in every)
        expected = [found.tile.kind for found in some if (found.shanten, -found.copies) == order]
        assert best == sum(1 << kind for kind in expected), (list(hand), allowed)
    assert costly > 100


@pytest.mark.parametrize("jokers", [0, 1, 3])
def test_readings_with_jokers_are_those_of_python(built: Path, jokers: int) -> None:
    rng, hands = Random(jokers), []
    while len(hands) < 50:
        counts = list(complete(rng, 4))
        for _ in range(jokers):
            counts[rng.choice([kind for kind, held in enumerate(counts) if held])] -= 1
        hands.append(bytes(counts))
    # 511: every form, and four equal tiles as two pairs
    code = f"""
import json, pickle, sys
import hand_loops
print(json.dumps(hand_loops.readings(pickle.load(sys.stdin.buffer), {jokers}, 511, bytearray(64))))
"""
    numbers = json.loads(_run(built, "-c", code, given=pickle.dumps(b"".join(hands))))
    texts = [f"{mjcore.Hand(hand)}{'0j' * jokers}" for hand in hands]
    assert numbers == [len(mjcore.decompose(text)) for text in texts]
    assert min(numbers) >= 1


def test_a_hand_of_a_wrong_size_is_a_fault(built: Path) -> None:
    code = """
import hand_loops
from mjcore.hand.queries import HandEngine
for ask in (hand_loops.acceptance, hand_loops.discards):
    try:
        ask(HandEngine(), bytes([3] + [0] * 33))
    except ValueError as error:
        print(error)
"""
    # BAD_TILES of mjcore/hand/engine.pxd
    assert _run(built, "-c", code).splitlines() == ["fault 2", "fault 2"]


def test_the_documented_code_is_built() -> None:
    page = (PROJECT.parents[1] / "docs" / "c-api.md").read_text(encoding="utf-8")
    shown = "".join(re.findall(r"^```cython\n(.*?)^```$", page, re.M | re.S)).splitlines()
    source = {
        line.partition("  #")[0].rstrip()
        for name in ("downstream", "hand_loops")
        for line in (PROJECT / f"{name}.pyx").read_text(encoding="utf-8").splitlines()
    }
    assert len(shown) > 5
    assert not [line for line in shown if line.partition("  #")[0].rstrip() not in source]
