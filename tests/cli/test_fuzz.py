"""Whatever is typed, the command line answers with an exit code and no traceback."""

from __future__ import annotations

from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from mjcore.cli import commands

TILES = st.text("0123456789mpszfj[]()<>^+{} 一万中", max_size=20) | st.text(max_size=6)
FLAGS = ["--self-draw", "--rob-kong", "--last-copy", "--lenient", "--json"]


@given(TILES, TILES, st.lists(st.sampled_from(FLAGS)))
def test_any_hand(hand: str, win: str, flags: list[str]) -> None:
    result = CliRunner().invoke(commands, ["score", *flags, f"--win={win}", "--", hand])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 1, 2)
    assert result.exit_code == 0 or result.stderr or result.exit_code == 1


@given(TILES)
def test_any_hand_to_decompose(hand: str) -> None:
    result = CliRunner().invoke(commands, ["decompose", "--", hand])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code in (0, 1, 2)


@given(TILES, TILES, TILES)
def test_any_rule_set(name: str, preset: str, setting: str) -> None:
    result = CliRunner().invoke(commands, ["rules", f"--preset={preset}", f"--set={setting}", "--", name])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == 2
    assert result.stderr
