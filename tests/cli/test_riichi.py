"""Riichi mahjong on the command line: `mjcore score`, `waits --values` and `rules` where yaku count han."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import mjcore
from mjcore import rules
from mjcore.cli import commands
from mjcore.cli.closed_fans import closed_only

HAND = "234567m34588p67s"  # pinfu and tanyao on 5s and 8s
PAIRS = "1122m3344p5566s7z"
ORPHANS = "19m19p19s1234567z"
DRAGONS = "[777z^](6666z)(5555z)(1111p)2p"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, arguments)


def score(*arguments: str, hand: str = HAND, win: str = "8s", rules: str = "riichi") -> Result:
    return run("score", hand, "--win", win, "--rules", rules, *arguments)


def data(*arguments: str, **given: str) -> Any:
    result = score(*arguments, "--json", **given)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def lines(result: Result) -> list[str]:
    return [" ".join(line.split()) for line in result.stdout.splitlines() if line.strip()]


def changes(result: Result) -> list[int]:
    """The payments as the table shows them."""
    found = [re.match(r"\d [ESWN] ([+-]\d+)", line) for line in lines(result)]
    return [int(match[1]) for match in found if match]


# score: circumstances


@pytest.mark.parametrize(("arguments", "circumstances"), [
    (["--riichi"], {"riichi": 1}),
    (["--double-riichi"], {"riichi": 2}),
    (["--riichi", "--double-riichi"], {"riichi": 2}),
    (["--riichi", "--ippatsu"], {"riichi": 1, "ippatsu": True}),
    (["--riichi", "--dora", "7s2m", "--ura", "2m1m"],
     {"riichi": 1, "dora_indicators": "7s2m", "ura_indicators": "2m1m"}),
    (["--loser-riichi"], {"loser_riichi": True}),
    (["--seat-wind", "S", "--round-wind", "w"], {"seat_wind": "S", "round_wind": "W"}),
    (["--self-draw", "--first-turn", "--seat-wind", "S"], {"self_draw": True, "first_turn": True, "seat_wind": "S"}),
])
def test_circumstances_are_those_of_the_library(arguments: list[str], circumstances: dict[str, Any]) -> None:
    expected = mjcore.score(HAND, "8s", "riichi", **circumstances).to_dict()
    assert data(*arguments) == json.loads(json.dumps(expected))


@pytest.mark.parametrize(("arguments", "option", "yaku"), [
    (["--on-riichi-discard"], "tsubame_gaeshi", "tsubame_gaeshi"),
    (["--on-kong-discard"], "kanburi", "kanburi"),
    (["--riichi", "--open-riichi"], "open_riichi", "open_riichi"),
    (["--streak", "7"], "paarenchan", "paarenchan"),
])
def test_circumstances_of_local_yaku(arguments: list[str], option: str, yaku: str) -> None:
    assert yaku in [fan["fan"] for fan in data(*arguments, "--set", f"{option}=true")["fans"]]


def test_norths_of_three_players() -> None:
    given = {"hand": "234567p34588p67s", "rules": "riichi/tenhou3"}
    assert [fan["count"] for fan in data("--nuki", "3", **given)["fans"] if fan["fan"] == "dora"] == [3]
    assert "3 Dora x3" in lines(score("--nuki", "3", **given))


@pytest.mark.parametrize(("arguments", "given"), [
    (["--ippatsu"], {}),
    (["--open-riichi"], {}),
    (["--ura", "1m", "--dora", "1m"], {}),
    (["--riichi"], {"hand": "[777z^]345m345p88p67s"}),
    (["--riichi"], {"rules": "mcr"}),
    (["--dora", "1m"], {"rules": "mcr"}),
    (["--dora", "1m2m3m4m5m6m"], {}),
    (["--dora", "1f"], {}),
    (["--dora", "x"], {}),
    (["--nuki", "1"], {}),
    (["--streak", "999"], {}),
    (["--self-draw", "--on-kong-discard"], {}),
    ([], {"rules": "riichi/tenhou3"}),
    (["--round-wind", "X"], {}),
    (["--nuki", "5"], {}),
    (["--nuki", "9" * 5000], {}),
    (["--streak", "-1"], {}),
])
def test_what_can_not_be_is_refused(arguments: list[str], given: dict[str, str]) -> None:
    result = score(*arguments, **given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr


# score: what is shown


@pytest.mark.parametrize(("arguments", "given", "line"), [
    ([], {}, "2 han 30 fu: 2900"),
    (["--seat-wind", "S"], {}, "2 han 30 fu: 2000"),
    (["--riichi", "--dora", "7s"], {}, "4 han 30 fu: 11600"),
    (["--riichi", "--dora", "7s7p"], {"rules": "riichi/mleague"}, "6 han 30 fu, haneman: 18000"),
    (["--riichi", "--dora", "7s"], {"rules": "riichi/mleague"}, "4 han 30 fu, mangan: 12000"),
    (["--riichi", "--dora", "1m2m3m4m5m", "--ura", "1m2m3m4m5m"], {}, "13 han 30 fu, kazoe yakuman: 48000"),
    (["--riichi", "--dora", "1m2m3m4m5m", "--ura", "1m2m3m4m5m"], {"rules": "ema2016"},
     "13 han 30 fu, sanbaiman: 36000"),
    (["--self-draw"], {"hand": PAIRS, "win": "7z"}, "3 han 25 fu: 4800"),
    ([], {"hand": ORPHANS, "win": "1m"}, "yakuman: 48000"),
    ([], {"hand": ORPHANS, "win": "1m", "rules": "mjsoul"}, "2 yakuman: 96000"),
    (["--lang", "zh"], {"hand": ORPHANS, "win": "1m", "rules": "mjsoul"}, "2倍役满: 96000"),
    (["--lang", "ja"], {"hand": ORPHANS, "win": "1m"}, "役満: 48000"),
    (["--lang", "ja", "--riichi", "--dora", "7s1p"], {}, "4翻30符: 11600"),
    (["--lang", "zh", "--riichi", "--dora", "7s7p"], {}, "6番30符, 跳满: 18000"),
])
def test_the_worth_in_one_line(arguments: list[str], given: dict[str, str], line: str) -> None:
    result = score(*arguments, **given)
    assert result.exit_code == 0, result.output
    assert line in lines(result)


def test_yaku_dora_and_fu_are_tables() -> None:
    result = score("--riichi", "--dora", "7p", "--ura", "3m", "--seat-wind", "S")
    shown = lines(result)
    assert "han yaku sets" in shown
    assert "1 Riichi" in shown
    assert any(line.startswith("1 Tanyao") for line in shown)
    assert "2 Dora x2" in shown
    assert "1 Ura Dora" in shown
    assert shown[shown.index("fu for sets") + 2:][:2] == ["20 every hand", "10 closed hand, on a discard"]
    assert shown[-1] == "6 han 30 fu, haneman: 12000"


@pytest.mark.parametrize(("lang", "items"), [
    ("en", ("open pung", "wait for the pair")), ("zh", ("明刻", "单骑听")), ("ja", ("明刻", "単騎待ち")),
])
def test_the_fu_add_up(lang: str, items: tuple[str, str]) -> None:
    result = score("--lang", lang, hand="[777z^](1111p)234m567s2p", win="2p")
    assert result.exit_code == 0, result.output
    table = result.stdout.rpartition("─")[2]
    fu = {name: int(number) for number, name in re.findall(r"^ +(\d+)   (.+?)(?: {2,}|$)", table, re.M)}
    assert [fu[item] for item in items] == [4, 2]
    assert sum(fu.values()) == 60
    assert re.search(r"60 ?(fu|符): 2900", result.stdout)


def test_every_item_of_fu_has_a_name() -> None:
    from mjcore.cli.words import fu_item

    hands = [
        ("[777z^](1111p)[2222s>]567s2m", "2m", False), ("(1111p)111z13m456s22s", "2m", True),
        ("333m12m456p678s77z", "3m", False), (PAIRS, "7z", False),
    ]
    seen = {item.item for hand, win, drawn in hands
            for item in mjcore.score(hand, win, "riichi", self_draw=drawn).fu_items}
    assert len(seen) >= 10
    for item in seen:
        assert all(fu_item(item, lang) != item for lang in ("zh", "ja"))


def test_no_fu_of_a_yakuman() -> None:
    assert "fu for" not in " ".join(lines(score(hand=DRAGONS, win="2p")))
    assert "yakuman yaku sets" in lines(score(hand=DRAGONS, win="2p"))


@pytest.mark.parametrize(("lang", "yaku"), [("en", "Pinfu"), ("zh", "断幺九"), ("ja", "断幺九")])
def test_names_of_yaku(lang: str, yaku: str) -> None:
    assert yaku in score("--lang", lang).stdout


@pytest.mark.parametrize("style", ["mpsz", "unicode", "chinese"])
def test_notations(style: str) -> None:
    result = score("--tiles", style, "--dora", "7s", hand="[777z^](1111p)234m067s2p", win="2p")
    assert result.exit_code == 0, result.output
    assert any("Aka Dora" in line for line in lines(result))


def test_a_hand_without_shape() -> None:
    result = score("--self-draw", "--first-turn", "--set", "shiisan_puutaa=mangan", hand="159m159p159s1234z", win="1z")
    assert result.exit_code == 0, result.output
    assert "unconnected tiles" in lines(result)
    assert re.fullmatch(r"5 han( \d+ fu)?, mangan: 12000", next(line for line in lines(result) if "mangan:" in line))


def test_without_yaku() -> None:
    result = score("--loser", "1", hand="[213m<]456m999p678s1z", win="1z")
    assert result.exit_code == 1
    assert lines(result)[-1].endswith("may not win: 0 han of yaku, Japanese Riichi asks for 1")
    assert changes(result) == []
    assert score("--json", hand="[213m<]456m999p678s1z", win="1z").exit_code == 1
    assert score(win="9s").exit_code == 1  # no shape


# score: payments


def test_payments_of_a_discard() -> None:
    result = score("--seat-wind", "S", "--loser", "2", "--honba", "2", "--sticks", "1")
    assert changes(result) == [0, 3600, -2600, 0]
    assert "2 W -2600 2000 points + 600 honba" in lines(result)
    assert "1 S +3600 1000 riichi deposits" in lines(result)
    chinese = score("--seat-wind", "S", "--loser", "2", "--honba", "2", "--sticks", "1", "--lang", "zh").stdout
    assert "2000 点数 + 600 本场" in chinese
    assert "1000 立直棒" in chinese


def test_payments_of_a_draw() -> None:
    assert changes(score("--self-draw", "--winner", "1", "--honba", "1")) == [-1400, 3000, -800, -800]
    assert changes(score("--self-draw", "--dealer", "2", "--winner", "2")) == [-1300, -1300, 3900, -1300]


def test_three_seats() -> None:
    given = {"hand": "234567p34588p67s", "rules": "tenhou3"}
    result = score("--self-draw", "--dealer", "1", "--winner", "0", **given)
    assert result.exit_code == 0, result.output
    assert changes(result) == [2000, -1300, -700]
    assert [line[:3] for line in lines(result)[-3:]] == ["0 W", "1 E", "2 S"]
    assert changes(score("--dealer", "2", "--seat-wind", "S", "--loser", "1", "--honba", "1", **given)) == [
        2200, -2200, 0,
    ]
    assert data("--self-draw", "--dealer", "1", "--winner", "0", **given)["payments"] == [2000, -1300, -700]


def test_pao() -> None:
    result = score("--loser", "1", "--pao", "2", hand=DRAGONS, win="2p")
    assert changes(result) == [48000, -24000, -24000, 0]
    assert "2 W -24000 24000 pao" in lines(result)
    assert data("--loser", "1", "--pao", "2", hand=DRAGONS, win="2p")["payments"] == [48000, -24000, -24000, 0]
    assert "24000 包" in score("--loser", "1", "--pao", "2", "--lang", "ja", hand=DRAGONS, win="2p").stdout


def test_pao_where_nobody_is_liable() -> None:
    result = score("--loser", "1", "--pao", "2")
    assert result.exit_code == 2
    assert "liable" in result.stderr


@pytest.mark.parametrize(("arguments", "given", "message"), [
    (["--honba", "1", "--loser", "1"], {"rules": "mcr"}, "--honba: the payments of mcr do not ask for it"),
    (["--pao", "1", "--self-draw"], {"rules": "mcr"}, "--pao: the payments of mcr do not ask for it"),
    (["--sticks", "1"], {}, "--sticks is about payments"),
    (["--honba", "-1", "--loser", "1"], {}, "--honba"),
    (["--loser", "4"], {}, "--loser 4: expected a seat 0..3"),
    (["--loser", "3"], {"rules": "tenhou3"}, "--loser 3: expected a seat 0..2"),
    (["--dealer", "-1"], {}, "--dealer -1: expected a seat 0..3"),
    (["--self-draw", "--pao", "3"], {"rules": "mjsoul3"}, "--pao 3: expected a seat 0..2"),
    (["--seat-wind", "N"], {"rules": "tenhou3"}, "--seat-wind N: 3 players have E, S, W"),
    (["--winner", "1", "--seat-wind", "W"], {}, "has the wind S, not W"),
])
def test_wrong_usage(arguments: list[str], given: dict[str, str], message: str) -> None:
    result = score(*arguments, **given)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Usage:" in result.stderr
    assert message in result.stderr


def test_help_is_grouped() -> None:
    for command in ("score", "waits"):
        shown = run(command, "--help").stdout
        heads = re.findall(r"^(\S.*):$", shown, re.M)
        payments = ["Payments, where the rules ask for it"] * (command == "score")
        assert [head for head in heads if head != "Hand"] == [
            "Rules", "Win", "Wins under some rules (mjcore rules NAME says which)", "Riichi mahjong",
            "Seats and winds", *payments, "Output",
        ]
        for option in ("--double-riichi", "--dora TILES", "--nuki N", "--seat-wind", "--help"):
            assert shown.count(f"{option} ") >= 1, option
        assert all(len(line) <= 110 for line in shown.splitlines())


# waits --values


def waits(*arguments: str, hand: str = HAND, rules: str = "riichi") -> Result:
    return run("waits", hand, "--values", "--rules", rules, *arguments)


def test_values_of_waits() -> None:
    shown = lines(waits("--riichi", "--dora", "7s", "--seat-wind", "S"))
    assert shown[0] == "tile copies left drawn discarded"
    assert shown[2:] == ["5s 4 4 han 20 fu: 5200 3 han 30 fu: 3900", "8s 4 5 han 20 fu, mangan: 8000 4 han 30 fu: 7700",
                         "copies left: 8"]


def test_values_under_any_rules() -> None:
    shown = lines(waits(hand="123m456p789s1122z", rules="mcr"))
    assert shown[2:4] == ["1z 2 16 14", "2z 2 13 11"]
    shown = lines(waits(hand="[777z^]123m456m99p23s", rules="riichi", ))
    assert all("1 han" in line for line in shown[2:4])


def test_a_wait_that_may_not_win() -> None:
    shown = lines(waits(hand="123m456m99p23s678p", rules="riichi"))
    assert len(shown) == 5
    open_hand = lines(waits(hand="[213m<]456m99p23s678p", rules="riichi"))
    assert all(line.endswith("0 han 30 fu: may not win") for line in open_hand[2:4])


def test_values_as_json_are_scores() -> None:
    result = waits("--json", "--double-riichi", "--dora", "8p", "--lang", "ja")
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    (first, second) = mjcore.wait_values(HAND, "riichi", riichi=2, dora_indicators="8p")
    assert answer["waits"] == {"5s": 4, "8s": 4}
    for wait in (first, second):
        assert answer["values"][str(wait.tile)] == json.loads(json.dumps(
            {"self_draw": wait.self_draw.to_dict("ja"), "discard": wait.discard.to_dict("ja")}
        ))
    assert "values" not in json.loads(run("waits", HAND, "--json").stdout)


def test_copies_that_are_gone() -> None:
    assert "8s 2" in lines(waits("--dora", "8s", "--visible", "8s"))[3]
    norths = lines(waits("--nuki", "2", hand="111p444p777s99s44z", rules="tenhou3"))
    # no copy, no value
    assert norths[3] == "4z 0"
    assert norths[-1] == "copies left: 2"


@pytest.mark.parametrize(("arguments", "message"), [
    (["--riichi"], "--riichi needs --values"),
    (["--rules", "riichi", "--dora", "1m"], "--dora needs --values"),
    (["--values"], "--values needs --rules"),
    (["--values", "--rules", "riichi", "--forms", "standard"], "goes without --forms"),
    (["--values", "--rules", "riichi", "--jokers", "1"], "goes without --forms"),
])
def test_wrong_usage_of_values(arguments: list[str], message: str) -> None:
    result = run("waits", HAND, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


def test_a_hand_that_is_not_ready_has_no_values() -> None:
    far = "159m159p159s1234z"
    assert waits(hand=far).exit_code == 1
    assert waits("--json", hand=far).exit_code == 1
    assert json.loads(waits("--json", hand=far).stdout) == {"waits": {}, "copies": 0, "values": {}}
    assert waits("--dora", "1f", hand=far).exit_code == 2
    assert waits(hand=HAND + "8s").exit_code == 2


# rules


def shown_fans(*arguments: str) -> dict[str, list[str]]:
    """The fan table of a rule set by public id: han closed, open, and the rest."""
    result = run("rules", *arguments)
    assert result.exit_code == 0, result.output
    table = result.stdout[:re.search(r"^ *option +value", result.stdout, re.M).start()]  # type: ignore[union-attr]
    rows = [re.split(r" {2,}", line.strip()) for line in table.splitlines()]
    return {row[3]: row for row in rows if len(row) >= 4}


def test_han_closed_and_open() -> None:
    shown = shown_fans("riichi")
    assert shown["id"][:3] == ["han closed", "open", "yaku"]
    assert shown["chinitsu"][:2] == ["6", "5"]
    assert shown["toitoi"][:2] == ["2", "2"]
    assert shown["pinfu"][:2] == ["1", "-"]
    assert shown["chiitoitsu"][:2] == ["2", "-"]
    assert shown["daisangen"][:2] == ["1 yakuman", "1 yakuman"]
    assert shown["suuankou"][:2] == ["1 yakuman", "-"]
    assert shown["dora"][:2] == ["1 each", "1 each"]
    assert shown_fans("riichi/mjsoul")["suuankou_tanki"][0] == "2 yakuman"
    assert shown_fans("riichi", "--set", "kuitan=false")["tanyao"][:2] == ["1", "-"]
    assert shown_fans("riichi", "--set", "open_riichi=true")["open_riichi"][:2] == ["2 / 3", "-"]
    assert shown_fans("riichi", "--set", "renhou_mode=mangan_fixed")["renhou"][:2] == ["5 alone", "-"]


def test_closed_only_yaku() -> None:
    closed = {fan.public_id for fan in rules.get("riichi").fans if closed_only(fan, 4)}
    assert closed == {
        "menzen_tsumo", "riichi", "double_riichi", "ippatsu", "pinfu", "iipeikou", "chiitoitsu", "ryanpeikou",
        "tenhou", "chiihou", "suuankou", "suuankou_tanki", "chuuren_poutou", "junsei_chuuren_poutou",
        "kokushi_musou", "kokushi_musou_13men", "ura_dora",
    }


@pytest.mark.parametrize("preset", rules.get("riichi").presets)
def test_a_preset_shows_its_options(preset: str) -> None:
    rule_set = rules.get("riichi", preset=preset)
    text = run("rules", "riichi", "--preset", preset).stdout
    assert text == run("rules", f"riichi/{preset}").stdout
    assert ("(riichi)" if preset == "tenhou" else f"(riichi/{preset})") in text.splitlines()[0]
    for option in rule_set.options:
        (line,) = re.findall(rf"^ +{option.id} {{2,}}(.+)$", text, re.M)
        value, allowed = re.split(r" {2,}", line)[:2]
        assert option.check(value) == rule_set.values[option.id]
        assert allowed.startswith(option.allowed.lower().replace("'", ""))
        assert ("(default " in allowed) == (rule_set.values[option.id] != option.default)


def test_json_of_the_fans() -> None:
    fans = {fan["id"]: fan for fan in json.loads(run("rules", "riichi", "--json").stdout)["fans"]}
    assert [fans["chinitsu"][key] for key in ("value", "value_open", "acc", "closed_only")] == [6, 5, "points", False]
    assert [fans["pinfu"][key] for key in ("value", "value_open", "acc", "closed_only")] == [1, None, "points", True]
    assert fans["daisangen"]["acc"] == "yakuman"
    assert fans["dora"]["acc"] == "bonus"


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_the_tables_fit_into_100_columns(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.cells import cell_len
    from rich.console import Console

    from mjcore.cli import rules as module

    shown: list[Any] = []
    monkeypatch.setattr(module, "show", lambda *parts: shown.extend(parts))
    assert run("rules", "riichi/wrc2025", "--lang", lang).exit_code == 0
    console = Console(width=100, force_terminal=False)
    with console.capture() as capture:
        console.print(*shown, sep="\n")
    text = capture.get()
    assert max(cell_len(line) for line in text.splitlines()) <= 100
    for option in rules.get("riichi").options:
        assert re.search(rf"^ *{option.id} ", text, re.M), option.id
    # a fan is one line
    for public_id in rules.get("riichi").fan_ids:
        assert re.search(rf"^ +\d.* {public_id}( |$)", text, re.M), public_id


# whatever is typed

TILES = st.text("0123456789mpszfj[]()<>^+ ", max_size=12)
NUMBERS = st.integers(-2, 9).map(str)


@given(
    st.sampled_from([HAND, PAIRS, ORPHANS, DRAGONS, "234567p34588p67s"]) | TILES,
    st.sampled_from(["8s", "7z", "1m", "2p", ""]),
    st.sampled_from(["riichi", "tenhou3", "mjsoul", "ema2016", *rules.available()]),
    st.lists(st.sampled_from([
        "--riichi", "--double-riichi", "--open-riichi", "--ippatsu", "--self-draw", "--loser-riichi", "--first-turn",
        "--on-riichi-discard", "--json", "--lenient", "--last-tile", "--after-kong", "--on-kong-discard",
        "--ready-at-deal", "--shown", "--loser-shown", "--seven-rob-one", "--void-suit=m",
    ]), max_size=4),
    st.dictionaries(st.sampled_from([
        "--honba", "--sticks", "--pao", "--loser", "--winner", "--nuki", "--streak", "--kong-chain", "--flowers",
        "--won", "--shown-seats", "--piao", "--bao", "--kong-from",
    ]), NUMBERS | st.just("1,0"), max_size=3),
    st.dictionaries(st.sampled_from(["--dora", "--ura", "--wild", "--horse"]), TILES | st.just("1m"), max_size=2),
)
def test_any_circumstances(hand: str, win: str, name: str, flags: list[str], numbers: dict[str, str],
                           indicators: dict[str, str]) -> None:
    said = [f"{option}={text}" for option, text in {**numbers, **indicators}.items()]
    for command in (["score", *([f"--win={win}"] if win else [])], ["waits", "--values"]):
        result = run(*command, f"--rules={name}", *flags, *said, "--", hand)
        assert isinstance(result.exception, SystemExit | None), result.exception
        assert result.exit_code in (0, 1, 2)
        assert result.exit_code != 2 or result.stderr
