"""What the yaku of riichi need not say: every implication is covered, or written down with its reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

import mjcore as mj
from feature_space import implications, unsaid
from golden_pairs import written
from mjcore.rules.riichi_yaku import LOCAL
from riichi_recipes import to_score_arguments, wins

# with open riichi an ippatsu need not have the row of riichi
ALL_LOCAL = mj.rules.get("riichi", renhou_mode="yaku5", shiisan_puutaa="mangan").replace(
    **dict.fromkeys((row.id for row in LOCAL), True)
)


@pytest.fixture(scope="module")
def implied() -> dict[str, set[str]]:
    return implications(ALL_LOCAL)


def test_every_implication_is_covered_or_written_down(implied: dict[str, set[str]]) -> None:
    assert unsaid(ALL_LOCAL, implied) == set(written("riichi_implications.txt"))


def test_every_row_can_hold(implied: dict[str, set[str]]) -> None:
    assert set(implied) == {row.id for row in ALL_LOCAL.fans}


@pytest.mark.parametrize(
    ("one", "others"),
    [
        ("double_riichi", {"riichi"}),
        ("ryanpeikou", {"iipeikou"}),
        ("daisangen", {"yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"}),
        ("suuankou_tanki", {"suuankou", "toitoi"}),
        ("junsei_chuuren_poutou", {"chuuren_poutou", "chinitsu"}),
        ("kokushi_musou_13men", {"kokushi_musou"}),
        ("daisharin", {"tanyao", "chinitsu"}),
        ("hyakuman_goku", {"chinitsu"}),
        ("shousuushii", {"sanpuukou"}),
        ("isshoku_yonjun", {"isshoku_sanjun"}),
        ("ishi_no_ue_nimo_sannen", {"riichi", "double_riichi"}),
        # an open hand has no iipeikou, seven pairs no triplets, a kong may make a hundred ranks
        ("isshoku_sanjun", set()),
        ("honroutou", set()),
        ("shousangen", set()),
        ("pinfu", set()),
    ],
)
def test_known_implications(implied: dict[str, set[str]], one: str, others: set[str]) -> None:
    """That tell whether the search sees what it should: across features, forms, melds, circumstances."""
    assert implied[one] == others


@pytest.mark.parametrize(("name", "covered"), [("ryanpeikou", "iipeikou"), ("suuankou_tanki", "suuankou"),
                                               ("double_riichi", "riichi"), ("daichisei", "tsuuiisou")])  # fmt: skip
def test_a_forgotten_cover_is_found(name: str, covered: str, implied: dict[str, set[str]]) -> None:
    rows = tuple(replace(row, covers=()) if row.id == name else row for row in ALL_LOCAL.fans)
    forgotten = replace(ALL_LOCAL, make_fans=lambda values: rows)
    assert unsaid(forgotten, implied) - unsaid(ALL_LOCAL, implied) == {(name, covered)}


def test_hands_agree_with_the_search(implied: dict[str, set[str]]) -> None:
    """Where a yaku counts, what it implies is counted too or covered."""
    checked = 0
    for plain in wins(1_500, 44):
        hand, tile, how = to_score_arguments(plain)
        score = mj.score(hand, tile, rules=ALL_LOCAL, **how)
        there = {entry.fan for entry in score.fans} | {entry.fan for entry in score.covered}
        for name in there:
            for other in implied.get(name, set()):
                checked += 1
                assert other in there, (name, other, hand, how)
    assert checked > 500
