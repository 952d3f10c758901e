"""`mjcore play`: games watched and played, what is typed, what is shown and what is not."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result

import mjcore as mj
from mjcore import rules
from mjcore.cli import commands, play, play_words
from mjcore.cli.play_events import Reporter, Teller, event_dict, event_line
from mjcore.cli.play_view import View
from mjcore.cli.words import LANGUAGES
from mjcore.game.bots import greedy
from mjcore.table.names import ACTION_IDS, TEXTS, action_text

SETS = [*rules.available(), "dazhong/dazhong_caishen", "riichi/tenhou3", "sichuan/sbr_2025", "sichuan/xueliu_app",
        "kawuxing/kwx_xiangyang"]
CHINESE = re.compile("[\u4e00-\u9fff]")
# always the first of the legal moves, for a whole hand
FIRST = "1\n" * 400


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(commands, ["play", *arguments], input=typed)


def shown(*arguments: str, typed: str | None = None) -> str:
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(*arguments: str, typed: str | None = None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in shown(*arguments, "--json", typed=typed).splitlines()]


def played(name: str, seed: int) -> Iterator[Any]:
    """A hand that chance plays, at each of its questions."""
    chance, table = random.Random(seed), mj.Table(name, seed=seed)
    while not table.done:
        yield table
        legal = table.legal_actions()
        table.step(129 if 129 in legal and chance.random() < 0.5 else chance.choice(legal))


# Watching

@pytest.mark.parametrize("name", SETS)
def test_a_hand_of_every_rule_set_is_watched(name: str) -> None:
    text = shown("--rules", name, "--seed", "7")
    table = mj.Match(name, seed=7).table
    while not table.done:
        table.step(greedy(table, table.seat))
    assert "seat 0 deals" in text
    assert table.result.text() in text
    assert "scores: " + " ".join(map(str, table.scores)) in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("style", ["mpsz", "unicode", "chinese"])
def test_languages_and_notations(lang: str, style: str) -> None:
    text = shown("--rules", "riichi", "--seed", "7", "--lang", lang, "--tiles", style)
    assert bool(re.search(r"\b(discards|draws|deals|wins)\b", text)) == (lang == "en")
    # names of rule sets stay, and of fans in Japanese
    assert bool(CHINESE.search(text)) == (lang != "en" or style == "chinese")


def test_the_same_seed_is_the_same_game() -> None:
    assert shown("--seed", "7") == shown("--seed", "7") != shown("--seed", "8")
    assert shown("--seed", "a text") == shown("--seed", "a text")
    (seed,) = re.findall(r"seed (\d+)", first := shown())
    assert shown("--seed", seed) == first


def test_several_hands_and_a_match() -> None:
    found = lines("--rules", "riichi", "--seed", "7", "--hands", "3")
    assert [each["hand"] for each in found if each["type"] == "hand"] == [0, 1, 2]
    assert found[-1]["final"] is None
    assert found[-1]["scores"] == [each for each in found if each["type"] == "hand"][-1]["result"]["scores"]
    whole = lines("--rules", "riichi", "--seed", "7", "--hands", "0")
    match = mj.Match("riichi", seed=7)
    final = match.play(greedy)
    assert whole[: len(found) - 1] == found[:-1]
    assert whole[-1] == {"type": "end", "scores": list(match.scores), "final": list(final)}


def test_options_of_the_rules() -> None:
    text = shown("--rules", "sichuan", "--set", "players=2", "--seed", "7")
    assert "  1 " in text
    assert "  2      S" not in text
    assert shown("--rules", "dazhong", "--preset", "dazhong_caishen", "--seed", "7").count(" wild ") > 2


@pytest.mark.parametrize("arguments", [
    ["--rules", "nonsense"], ["--rules", "riichi", "--human", "4"], ["--set", "players=9"], ["--hands", "-1"],
    ["--rules", "riichi/tenhou3", "--human", "3"], ["--human", "x"],
])
def test_bad_arguments(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


# Playing

@pytest.mark.parametrize("name", SETS)
def test_a_hand_of_every_rule_set_is_played(name: str) -> None:
    for seat in (0, mj.rules.get(*name.split("/")).players - 1):
        text = shown("--rules", name, "--seed", "7", "--human", str(seat), typed=FIRST)
        assert f"seat {seat}: " in text
        assert "scores: " in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moves_are_typed_by_number_and_name(lang: str) -> None:
    text = shown("--rules", "riichi", "--seed", "7", "--human", "0", "--lang", lang, typed="discard 2m\n8m\n1\nq\n")
    discards = [play_words.event_text("discard", lang, seat=seat, tile=tile)
                for seat in [View(mj.Table("riichi"), None, lang, "mpsz").seat(0)] for tile in ("2m", "8m")]
    assert all(line in text for line in discards)
    assert text.endswith(play_words.play_word("stopped", lang) + "\n")


@pytest.mark.parametrize("name", [*SETS, "riichi/mjsoul3", "sichuan/xuezhan_app", "hk/guangdong_seed"])
def test_every_move_has_one_name_in_every_language(name: str) -> None:
    known = set()
    for seed in range(2):
        for table in played(name, seed):
            legal = table.legal_actions()
            for lang in LANGUAGES:
                for style in ("mpsz",) if seed else ("chinese",):
                    view = View(table, table.seat, lang, style)
                    assert len({view.action(each) for each in legal}) == len(legal)
                    for number, action in enumerate(legal, 1):
                        called = view.action(action)
                        for typed in (str(number), called, called + view.action_more(action), action_text(action)):
                            assert view.chosen(f" {typed} ", legal) == action
                        assert lang == "en" or CHINESE.search(called) or "チー" in called or called in "ポンパス"
                    listed = re.split(r" {2,}|\n", view.moves(legal).replace("\n ", "\n").strip())
                    assert listed == [f"{number} {view.action(each)}{view.action_more(each)}"
                                      for number, each in enumerate(legal, 1)]
            known |= {*legal}
    assert known


def test_every_action_has_a_name() -> None:
    for lang in ("zh", "ja"):
        names = {play_words.action_word(text, lang) for text in TEXTS.values()}
        assert len(names) == len(ACTION_IDS)
        # but for tiles that have no other
        assert not any(re.search("[a-z]{2}", re.sub(r"\{.+\}", "", name)) for name in names)


def test_wrong_input_is_asked_again() -> None:
    typed = "nonsense\n0\n99\npass\n\n²\n9p\n?\nt\ndiscard 2m\nq\n"
    text = shown("--rules", "riichi", "--seed", "7", "--human", "0", typed=typed)
    assert text.count("is no legal move") == 7
    assert "'99' is no legal move: expected a number 1..12, or a name such as 'discard 2m'; ? for help" in text
    assert play_words.HELP[0] in text
    assert "seat 0 discards 2m" in text
    assert text.endswith("stopped\n")


def test_the_end_of_the_input() -> None:
    for typed in ("", "1\n", "1\nnonsense"):
        result = run("--seed", "7", "--human", "0", typed=typed)
        assert result.exit_code == 1
        assert "the input ended before the game did" in result.stderr
        assert "Traceback" not in result.output
    assert run("--seed", "7", "--human", "0", "--lang", "zh", typed="").stderr == "mjcore: 输入已结束，对局未完\n"
    # a watcher types nothing
    assert run("--seed", "7", typed="").exit_code == 0


def test_input_that_is_no_text() -> None:
    result = CliRunner().invoke(commands, ["play", "--human", "0"], input=b"\xff\xfe\n")
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)


def test_a_watcher_at_a_terminal_says_when_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter(["", "", "q"])
    monkeypatch.setattr(play, "at_terminal", lambda: True)
    monkeypatch.setattr(play, "read_line", lambda: next(said))
    text = shown("--seed", "7")
    assert text.count("Enter: go on") == 3
    assert text.endswith("stopped\n")


# What is hidden

@pytest.mark.parametrize("name", SETS)
def test_a_player_sees_what_the_seat_sees(name: str) -> None:
    """Everything that is written while a hand is played is the same when the other hands are dealt anew."""
    for seed in range(3):
        chance = random.Random(seed)
        table = mj.Table(name, seed=seed)
        viewer = seed % table.players
        reporter = Reporter()
        while not table.done:
            view = View(table, viewer, "en", "mpsz")
            if table.seat == viewer and table.phase in ("turn", "throw", "claim"):
                other = View(table.redeal(viewer, chance.randrange(1 << 32)), viewer, "en", "mpsz")
                assert other.to_dict() == view.to_dict()
                assert [other.grid(0).columns[n]._cells for n in range(3, 6)] == [
                    view.grid(0).columns[n]._cells for n in range(3, 6)]
            for event in reporter.new(view):
                if event.seat not in (viewer, None) and event.what in ("draw", "pick"):
                    assert event.tile is None
            for line in view.to_dict()["seats"]:
                if line["seat"] != viewer and line["hand"] is not None:
                    assert {"shown", "won"} & {*line["flags"]}
            table.step(chance.choice(table.legal_actions()))


def test_other_hands_are_not_written() -> None:
    for each in lines("--rules", "mcr", "--seed", "3", "--human", "0", typed=FIRST):
        if each["type"] == "event" and each["what"] == "draw" and each["seat"]:
            assert each["tile"] is None
            assert each["text"] == ""
        if each["type"] in ("deal", "ask"):
            assert [seat["hand"] is None for seat in each["table"]["seats"]] == [False, True, True, True]


def test_a_concealed_kong_is_hidden_where_the_rules_hide_it() -> None:
    for name, hidden in (("mcr", True), ("hk", False)):
        table = next(table for seed in range(100) for table in played(name, seed)
                     if any(meld.concealed for seat in range(4) for meld in table.melds(seat)))
        owner, = {seat for seat in range(4) for meld in table.melds(seat) if meld.concealed}
        for viewer in (None, *range(4)):
            view = View(table, viewer, "en", "mpsz")
            found = None in view.melds(owner)
            assert found == (hidden and viewer not in (None, owner))
            assert ("(????)" in map(view.meld, view.melds(owner))) == found
            told = [event for event in Reporter().new(view) if event.what == "kong" and event.how == 5]
            assert [event.tile is None for event in told] == [found]
            assert ("?" in event_line(told[0], view)) == found
            assert event_dict(told[0], view)["value"] == (0 if found else str(table.log and view.melds(owner)[-1]))


def test_discards_that_lie_face_down() -> None:
    text = shown("--rules", "sichuan", "--set", "players=2", "--seed", "7", "--human", "0", typed=FIRST)
    assert "seat 1 discards ?" in text
    assert not re.search(r"seat 1 discards \d", text)
    assert re.search(r"seat 0 discards \d", text)


def test_choices_are_told_when_all_have_chosen() -> None:
    found = lines("--rules", "kawuxing", "--seed", "3", "--human", "2", typed="number 3\n" + FIRST)
    first = next(n for n, each in enumerate(found) if each["type"] == "ask")
    assert not any(each.get("what") == "piao" for each in found[:first])
    assert [(e["seat"], e["value"]) for e in found if e.get("what") == "piao"] == [(0, 0), (1, 0), (2, 3), (3, 0)]


# Words and data

@pytest.mark.parametrize("name", SETS)
def test_every_event_has_words(name: str) -> None:
    silent = {"ready_paid", "kong_stands", "rob", "exhaustive", "abort", "end"}
    for seed in range(4):
        *_, table = played(name, seed)
        for lang in LANGUAGES:
            view = View(table, None, lang, "mpsz")
            events = Reporter().new(view)
            assert len(events) == len(table.log)
            for event in events:
                text = event_line(event, view)
                assert bool(text) == (event.what not in silent), event
                assert "{" not in text
                assert json.loads(json.dumps(event_dict(event, view)))["text"] == text
            teller = Teller()
            told = [*teller.lines(events, view), *teller.rest()]
            assert len(told) > 5


def test_json_lines() -> None:
    found = lines("--rules", "riichi", "--seed", "7", "--human", "0", typed="x\ndiscard 2m\n" + FIRST)
    assert found[0] == {"type": "game", "rules": "riichi", "preset": "tenhou", "seed": 7, "players": 4, "human": 0}
    assert [each["type"] for each in found[:6]] == ["game", "deal", "event", "event", "ask", "error"]
    ask = found[4]
    assert ask["legal"][0] == {"number": 1, "action": 1, "name": "discard 2m"}
    assert ask["table"]["seats"][0]["drawn"] == "4m"
    assert "is no legal move" in found[5]["message"]
    assert found[6]["text"] == "seat 0 discards 2m"
    result = next(each for each in found if each["type"] == "hand")["result"]
    assert sum(result["deltas"]) == 0
    assert found[-1]["type"] == "end"
    assert lines("--human", "0", "--seed", "1", typed="q\n")[-1] == {"type": "stopped"}


def test_the_log_in_json_is_the_log_of_the_table() -> None:
    found = [each for each in lines("--rules", "taiwan", "--seed", "7") if each["type"] == "event"]
    table = mj.Match("taiwan", seed=7).table
    while not table.done:
        table.step(greedy(table, table.seat))
    assert [(each["what"], each["seat"], each["tile"]) for each in found] == [
        (event.what, event.seat, None if event.tile is None else str(event.tile)) for event in table.log]
