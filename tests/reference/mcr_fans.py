"""The fan table of rules/mcr.md section 6 as it stands there: number, id, name, points, what it excludes.

The rows are in the order of the rule book, so a fan stands before everything it excludes. An exclusion
that belongs to the counting of one fan (which sets give a pung of terminals, how kongs and concealed
pungs are counted, the forest of combined sets) is not repeated here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple


class Fan(NamedTuple):
    number: int
    id: str
    zh: str
    value: int
    excludes: tuple[str, ...]


ROWS = """
1 big_four_winds 大四喜 88: all_pungs prevalent_wind seat_wind
2 big_three_dragons 大三元 88: two_dragon_pungs dragon_pung
3 all_green 绿一色 88: half_flush one_voided_suit
4 nine_gates 九莲宝灯 88: full_flush no_honors
5 four_kongs 四杠 88: all_pungs single_wait
6 seven_shifted_pairs 连七对 88:
7 thirteen_orphans 十三幺 88:
0 red_peacock 红孔雀 88: half_flush one_voided_suit all_pungs
8 all_terminals 清幺九 64: all_pungs all_terminals_and_honors outside_hand no_honors
9 little_four_winds 小四喜 64: big_three_winds
10 little_three_dragons 小三元 64: two_dragon_pungs dragon_pung
11 all_honors 字一色 64: all_pungs all_terminals_and_honors outside_hand
12 four_concealed_pungs 四暗刻 64: all_pungs
13 pure_terminal_chows 一色双龙会 64: full_flush all_chows no_honors
14 quadruple_chow 一色四同顺 48: tile_hog
15 four_pure_shifted_pungs 一色四节高 48: all_pungs
16 four_pure_shifted_chows 一色四步高 32:
17 three_kongs 三杠 32:
18 all_terminals_and_honors 混幺九 32: all_pungs outside_hand
19 seven_pairs 七对 24:
20 greater_honors_and_knitted_tiles 七星不靠 24:
21 all_even_pungs 全双刻 24: all_pungs all_simples no_honors
22 full_flush 清一色 24: no_honors
23 pure_triple_chow 一色三同顺 24:
24 pure_shifted_pungs 一色三节高 24:
25 upper_tiles 全大 24: upper_four no_honors
26 middle_tiles 全中 24: all_simples no_honors
27 lower_tiles 全小 24: lower_four no_honors
28 pure_straight 清龙 16:
29 three_suited_terminal_chows 三色双龙会 16: all_chows no_honors
30 pure_shifted_chows 一色三步高 16:
31 all_fives 全带五 16: all_simples no_honors
32 triple_pung 三同刻 16:
33 three_concealed_pungs 三暗刻 16:
34 lesser_honors_and_knitted_tiles 全不靠 12:
35 knitted_straight 组合龙 12:
36 upper_four 大于五 12: no_honors
37 lower_four 小于五 12: no_honors
38 big_three_winds 三风刻 12:
39 mixed_straight 花龙 8:
40 reversible_tiles 推不倒 8: one_voided_suit
41 mixed_triple_chow 三色三同顺 8:
42 mixed_shifted_pungs 三色三节高 8:
43 chicken_hand 无番和 8:
44 last_tile_draw 妙手回春 8: self_drawn
45 last_tile_claim 海底捞月 8:
46 out_with_replacement_tile 杠上开花 8: self_drawn
47 robbing_the_kong 抢杠和 8: last_tile
0 heavenly_hand 天和 8:
0 earthly_hand 地和 8:
0 human_hand 人和 8:
48 all_pungs 碰碰和 6:
49 half_flush 混一色 6:
50 mixed_shifted_chows 三色三步高 6:
51 all_types 五门齐 6:
52 melded_hand 全求人 6: single_wait
53 two_concealed_kongs 双暗杠 6: two_concealed_pungs
54 two_dragon_pungs 双箭刻 6: dragon_pung
82 concealed_and_melded_kong 明暗杠 5:
55 outside_hand 全带幺 4:
56 fully_concealed_hand 不求人 4: self_drawn
57 two_melded_kongs 双明杠 4:
58 last_tile 和绝张 4:
59 dragon_pung 箭刻 2:
60 prevalent_wind 圈风刻 2:
61 seat_wind 门风刻 2:
62 concealed_hand 门前清 2:
63 all_chows 平和 2: no_honors
64 tile_hog 四归一 2:
65 double_pung 双同刻 2:
66 two_concealed_pungs 双暗刻 2:
67 concealed_kong 暗杠 2:
68 all_simples 断幺 2: no_honors
69 pure_double_chow 一般高 1:
70 mixed_double_chow 喜相逢 1:
71 short_straight 连六 1:
72 two_terminal_chows 老少副 1:
73 pung_of_terminals_or_honors 幺九刻 1:
74 melded_kong 明杠 1:
75 one_voided_suit 缺一门 1:
76 no_honors 无字 1:
77 edge_wait 边张 1:
78 closed_wait 坎张 1:
79 single_wait 单钓将 1:
80 self_drawn 自摸 1:
81 flower_tiles 花牌 1:
"""


def read_rows(text: str) -> dict[str, Fan]:
    """The rows by id. A row reads ``number id name points: excluded ids``."""
    fans = {}
    for line in text.strip().splitlines():
        head, _, excluded = line.partition(":")
        number, fan, zh, value = head.split()
        fans[fan] = Fan(int(number), fan, zh, int(value), tuple(excluded.split()))
    return fans


FANS = read_rows(ROWS)
# The 81 and 明暗杠; without what only an option brings in.
STANDARD_FANS = tuple(fan.id for fan in FANS.values() if fan.number)

TWO_CHOWS = ("pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows")

# D13: where strict98 takes 缺一门 away. The text names the first four and an ellipsis; the last two are
# the other fans of which the 1998 table says so according to public notes on it.
STRICT98 = (
    "big_three_dragons",
    "little_three_dragons",
    "big_three_winds",
    "quadruple_chow",
    "four_pure_shifted_pungs",
    "four_pure_shifted_chows",
)

# What PyMahjongGB calls the fans: the names above, but for the three waits.
PYMAHJONGGB_NAMES: Mapping[str, str] = {
    **{fan.zh: fan.id for fan in FANS.values()},
    "独听・边张": "edge_wait",
    "独听・嵌张": "closed_wait",
    "独听・单钓": "single_wait",
}


def fold(fans: Mapping[str, int]) -> dict[str, int]:
    """`fans` with the four two-chow fans of equal value as one, as mcr_schema.md compares lists."""
    folded: Counter[str] = Counter()
    for fan, times in fans.items():
        folded["two_chows" if fan in TWO_CHOWS else fan] += times
    return {fan: times for fan, times in folded.items() if times}
