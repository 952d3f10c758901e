"""`mjcore rules`: the list, one rule set's fans and options, the lattice as a graph."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from mjcore import rules
from mjcore.cli import commands


def run(*arguments: str) -> str:
    result = CliRunner().invoke(commands, ["rules", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_list_names_every_rule_set() -> None:
    assert "mcr" in rules.available()
    for name in rules.available():
        assert re.search(rf"^\s*{name}\s", run(), re.M)
    assert [entry["id"] for entry in json.loads(run("--json"))] == list(rules.available())


@pytest.mark.parametrize("name", rules.available())
def test_every_fan_and_option_is_shown(name: str) -> None:
    rule_set, text = rules.get(name), run(name)
    for fan in rule_set.fans:
        assert re.search(rf"^\s*{fan.value}\s.*\b{fan.public_id}\b", text, re.M), fan.id
    for name in (*rule_set.presets, *rule_set.circumstances):
        assert name in text
    for option in rule_set.options:
        assert option.help in text
        (value,) = re.findall(rf"^ +{option.id} {{2,}}(.+?) {{2,}}", text, re.M)
        assert option.check(value) == option.default


def test_what_a_fan_covers_is_named() -> None:
    (line,) = (line for line in run("mcr", "--lang", "zh").splitlines() if "two_dragon_pungs" in line)
    assert "双箭刻" in line
    assert "箭刻" in line.rpartition("two_dragon_pungs")[2]
    (line,) = (line for line in run("mcr", "--lang", "zh").splitlines() if "nine_gates" in line)
    assert "幺九刻 -1" in line


def test_an_alias_and_an_option() -> None:
    assert run("guobiao") == run("mcr")
    text = run("mcr", "--set", "two_concealed_kongs=8")
    assert re.search(r"^\s*two_concealed_kongs\s+8\s+6, 8 \(default 6\)\s", text, re.M)
    assert re.search(r"^\s*8\s.*\stwo_concealed_kongs\b", text, re.M)
    changed = json.loads(run("mcr", "--json", "--set", "two_concealed_kongs=8"))
    plain = json.loads(run("mcr", "--json"))
    assert {o["id"]: o["value"] for o in changed["options"]}["two_concealed_kongs"] == 8
    assert {o["id"]: o["value"] for o in plain["options"]}["two_concealed_kongs"] == 6
    values = [{f["id"]: f["value"] for f in dump["fans"]}["two_concealed_kongs"] for dump in (plain, changed)]
    assert values == [6, 8]


@pytest.mark.parametrize("name", rules.available())
def test_json_has_the_whole_table(name: str) -> None:
    rule_set, dump = rules.get(name), json.loads(run(name, "--json"))
    assert [fan["id"] for fan in dump["fans"]] == [fan.id for fan in rule_set.fans]
    assert [fan["covers"] for fan in dump["fans"]] == [list(fan.covers) for fan in rule_set.fans]
    for option in dump["options"]:
        assert option["default"] in option["values"]


@pytest.mark.parametrize("name", rules.available())
def test_dot_is_the_lattice(name: str) -> None:
    rule_set, dot = rules.get(name), run(name, "--dot", "--lang", "zh")
    assert dot.startswith(f'digraph "{name}" {{')
    assert dot.rstrip().endswith("}")
    assert dot.count("{") == dot.count("}") == 1
    nodes = re.findall(r'^  "([^"]+)" \[label="[^"]+"\];$', dot, re.M)
    edges = re.findall(r'^  "([^"]+)" -> "([^"]+)";$', dot, re.M)
    dashed = re.findall(r'^  "([^"]+)" -> "([^"]+)" \[style=dashed, label="-(\d+)"\];$', dot, re.M)
    assert nodes == [fan.id for fan in rule_set.fans]
    assert edges == [(fan.id, covered) for fan in rule_set.fans for covered in fan.covers]
    assert dashed == [(fan.id, other, str(n)) for fan in rule_set.fans for other, n in fan.reduces.items()]
    assert {end for edge in (*edges, *dashed) for end in edge[:2]} <= set(nodes)
    assert len(dot.splitlines()) == 4 + len(nodes) + len(edges) + len(dashed)
