"""The numpy twins of distances and accepted kinds are those of `reference.distance`, hand by hand."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from hand_cases import EXISTS, FORM_SETS, TILE_SETS, fits, hands_of
from hand_recipes import SIZES
from reference import distance as twin
from reference import many_hands
from reference.distance import ALL34, mask


@pytest.mark.parametrize("exists", ["", *TILE_SETS])
def test_the_twins_agree(exists: str) -> None:
    kinds = EXISTS.get(exists, ALL34)
    for name, (forms, quads) in FORM_SETS.items():
        for tiles in SIZES if name in ("standard", "knitted_straight") else (13, 14, 16, 17):
            if not fits(forms, tiles // 3):
                continue
            hands = hands_of(1, 2 if exists else 4, tiles)
            options: dict[str, Any] = {"exists": kinds, "quads": quads}
            found = many_hands.distances(hands, forms, tiles // 3, **options)
            assert found.tolist() == [twin.nearest(hand, forms, tiles // 3, **options) for hand in hands.tolist()], name
            few = hands[tiles % len(hands) :][:1]
            [lowering] = many_hands.accepted(few, forms, tiles // 3, **options).tolist()
            assert lowering == mask(twin.accepted(few[0].tolist(), forms, **options)), name


def test_the_examples_of_the_twins() -> None:
    found = doctest.testmod(many_hands)
    assert found.attempted
    assert not found.failed
