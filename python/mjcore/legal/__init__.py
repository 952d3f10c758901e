"""What the rules allow, as functions of plain facts: no table, no state.

>>> from mjcore import legal
>>> legal.furiten("123m456p789s1122z", "9m1z").kinds
('discard',)
>>> legal.swap_tiles("[456s<]")
(Tile('4s'), Tile('7s'))

Each function takes `rules`, a rule set or its name ("riichi/mleague", "sichuan"), and goes by its options. Which
games a function is about, its module says: most are about riichi mahjong; void suits and blood battles (Sichuan),
shown hands (Kawuxing), passed wins and closed kongs (Hong Kong, Taiwan) have modules of their own. Hands are what
`mjcore.shanten` takes, tiles a `Tile`, text or kind. A hand on its own turn has 14 tiles, one that waits 13, each
meld counted as three; norths set aside are not among them. Points, yaku and payments are not looked at here: they are
`mjcore.score`'s matter.
"""

from __future__ import annotations

from mjcore.legal.blood_battle import goes_on, must_win, win_after_passing
from mjcore.legal.calls import Call, legal_calls, legal_discards, swap_tiles
from mjcore.legal.declarations import nine_terminals, riichi_discards
from mjcore.legal.draws import (
    four_kongs,
    four_riichi,
    four_winds,
    nagashi_mangan,
    tenpai,
    tenpai_waits,
    three_rons,
)
from mjcore.legal.kongs import added_kongs, can_rob, can_set_north_aside, closed_kongs
from mjcore.legal.liability import Liability, fourth_meld_liability, liabilities, rinshan_liability
from mjcore.legal.passed import Furiten, Passed, furiten, makes_furiten
from mjcore.legal.shown import (
    claims_beside_shown,
    discards_beside_shown,
    kong_keeps_shown,
    kongs_beside_shown,
    may_show,
    pays_for_all,
)
from mjcore.legal.void_suits import claims_on_discard, own_kongs, void_discards
from mjcore.legal.wins import robs_closed_kong, same_turn_barred

__all__ = [
    "Call",
    "Furiten",
    "Liability",
    "Passed",
    "added_kongs",
    "can_rob",
    "can_set_north_aside",
    "claims_beside_shown",
    "claims_on_discard",
    "closed_kongs",
    "discards_beside_shown",
    "four_kongs",
    "four_riichi",
    "four_winds",
    "fourth_meld_liability",
    "furiten",
    "goes_on",
    "kong_keeps_shown",
    "kongs_beside_shown",
    "legal_calls",
    "legal_discards",
    "liabilities",
    "makes_furiten",
    "may_show",
    "must_win",
    "nagashi_mangan",
    "nine_terminals",
    "own_kongs",
    "pays_for_all",
    "riichi_discards",
    "rinshan_liability",
    "robs_closed_kong",
    "same_turn_barred",
    "swap_tiles",
    "tenpai",
    "tenpai_waits",
    "three_rons",
    "void_discards",
    "win_after_passing",
]
