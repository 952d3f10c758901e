"""Faults that were found in the hand engine once, and what is right."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_recipes import mixture
from mjcore.hand import narrow
from reference import distance as twin
from reference.facts import KINDS, parse_tiles


def test_nothing_to_discard() -> None:
    characters = mj.HandEngine(wild={"0j": "123456789m"})
    assert characters.best_discards([0] * KINDS, jokers=2) == ()
    with pytest.raises(mj.HandError, match="0 concealed tiles"):
        mj.best_discards(bytes(KINDS), strict=True)


@pytest.mark.parametrize("tiles", [3, 15, 18])
@pytest.mark.parametrize("options", [{}, {"strict": True}])
def test_discards_of_no_hand(tiles: int, options: dict[str, Any]) -> None:
    """Though what a discard leaves would be one."""
    with pytest.raises(mj.HandError, match=f"{tiles} concealed tiles|a hand of {tiles}"):
        mj.discards([1] * tiles + [0] * (KINDS - tiles), **options)


def test_more_jokers_than_the_mapping_says() -> None:
    class Endless(dict[str, int]):
        def __len__(self) -> int:
            return 2

        def items(self) -> Iterator[tuple[str, int]]:  # type: ignore[override]
            return iter([("m", 1)] * 4_000)

    with pytest.raises(mj.HandError, match="sorts of jokers"):
        narrow.distance([0] * KINDS, Endless(), 1)
    with pytest.raises(mj.HandError, match="a mapping"):
        narrow.distance([0] * KINDS, ["m"], 1)  # type: ignore[arg-type]


def test_a_discard_that_leaves_no_form() -> None:
    """Strictly, the last copy of an orphan can not be given away; the other discards remain."""
    engine = mj.HandEngine("thirteen_orphans")
    seen = [0] * 8 + [3] + [0] * 25
    hand = "19m19p19s1234567z5s"
    found = engine.discards(hand, strict=True, visible=seen)
    assert str(found[0].tile) == "5s"
    assert found[0].shanten == 0
    assert "9m" not in [str(each.tile) for each in found]
    rows = np.array([list(mj.Hand(hand).counts)], np.uint8)
    batch = mj.batch.discards(rows, engine, used=[seen])
    assert batch.shanten[0, 8] == 127
    assert [kind for kind in range(KINDS) if batch.shanten[0, kind] != 127] == sorted(each.tile.kind for each in found)


def test_used_is_checked_beside_visible() -> None:
    rows = np.zeros((1, KINDS), np.uint8)
    rows[0, 0] = 2
    used = np.zeros_like(rows)
    for wrong in (3, 255):
        used[0, 0] = wrong
        with pytest.raises(mj.HandError, match=r"^row 0: "):
            mj.batch.discards(rows, used=used, visible=np.zeros_like(rows))


def test_tile_sets_without_tables_for_five_sets() -> None:
    """So many different groups that their classes are too many for tables: answered another way."""
    text = "123456789m123456789p12346789s12346z"
    engine = mj.HandEngine(tiles=text, fifth_waits=True)
    forms = ("standard", "seven_pairs", "thirteen_orphans")
    exists = sum(1 << kind for kind in parse_tiles(text))
    for hand in mixture(9, 60, (16, 17)):
        shanten = twin.shanten(hand, forms, exists=exists)
        accepted = twin.accepted(hand, forms, exists=exists)
        assert engine.shanten(hand) == shanten
        assert engine.acceptance_mask(hand) == sum(1 << kind for kind in accepted)
        assert mj.batch.shanten(np.array([hand]), engine).tolist() == [shanten]
        if sum(hand) == 17:
            expected = {kind: each[0] for kind, each in twin.discards(hand, forms, exists=exists).items()}
            assert {each.tile.kind: each.shanten for each in engine.discards(hand)} == expected


def test_named_tuples_are_counts() -> None:
    row = namedtuple("row", [f"k{kind}" for kind in range(KINDS)])(*([1] * 13 + [0] * 21))
    assert mj.shanten(row) == 0


def test_unaligned_counts() -> None:
    memory = np.zeros(8 * KINDS + 1, np.uint8)
    counts = np.frombuffer(memory.data, np.int64, KINDS, 1)
    memory[1 : 1 + 8 * 13 : 8] = 1
    assert mj.shanten(counts) == 0
