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
    cross = "×" if name == "kawuxing" else ""
    for fan in rule_set.fans:
        assert re.search(rf"^\s*{cross}{fan.value}\s.*\b{fan.public_id}\b", text, re.M), fan.id
    for word in (*rule_set.presets, *rule_set.circumstances):
        assert word in text
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
    assert dump["units"] == list(rule_set.units)
    assert dump["point_names"] == rule_set.point_names
    assert dump["multiplies"] == (name == "kawuxing")


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


def test_what_a_share_pays() -> None:
    assert "a share pays (0, 1, 2 ... faan): 1 2 4 8 16 24 32 48 64 96 128\n" in run("hk")
    assert "每份 (0, 1, 2 ... 番): 1 2 4 8 16 16 16 32 32 32 64\n" in run("hk", "--preset", "hk_4710", "--lang", "zh")
    assert "a share pays (0, 1, 2 ... fan): 1 2 4 8\n" in run("sichuan/sbr_2025")
    assert " 1024 ...\n" in run("sichuan")
    assert "a share pays" not in run("mcr")


def test_heads_say_what_points_are_called() -> None:
    heads = {"mcr": ("points", "番"), "hk": ("faan", "番"), "taiwan": ("tai", "台"), "kawuxing": ("times", "倍")}
    for name, words in heads.items():
        for lang, word in zip(("en", "zh"), words, strict=True):
            assert re.search(rf"^ +{word} +{'fan' if lang == 'en' else '番种'} +", run(name, "--lang", lang), re.M)
    # two columns are never called the same
    assert re.search(r"^ +fan +name +", run("sichuan"), re.M)


@pytest.mark.parametrize("name", rules.available())
def test_in_chinese(name: str) -> None:
    rule_set, text = rules.get(name), run(name, "--lang", "zh")
    chinese = r"[\u3000-\u9fff\uff00-\uffef]"
    assert re.match(rf".*{chinese}.* \({name}\): [34] 人, \d+ 张牌", text)
    for option in rule_set.options:
        # the value in force, what may be typed, the help
        (line,) = re.findall(rf"^ +({option.id} {{2,}}.+)$", text, re.M)
        _, value, allowed, meaning = re.split(r" {2,}", line)
        assert meaning == option.zh
        assert not re.search(r"\b(or|any of|whole numbers?|steps|default)\b", allowed), allowed
        assert (value == "none（无）") == (rule_set.values[option.id] in (None, "none", ""))
    (circumstances,) = re.findall("^和牌情况: (.*)$", text, re.M)
    for entry, circumstance in zip(circumstances.split(", "), rule_set.circumstances, strict=True):
        assert re.fullmatch(rf"{circumstance} {chinese}+", entry)
