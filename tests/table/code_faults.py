"""Faults in the code of the native table, for `tests/mutants.py`: one text of a module replaced by another, and a hand
in which the plain twin notices."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from table.option_sets import rule_set

MOST_SEEDS = 1500
NOTICED = 3


class Mutant(NamedTuple):
    """`old` stands once in the .pyx files of src/mjcore/table. `hand` as of data_faults: of this rule set, a number or
    a scene."""

    name: str
    old: str
    new: str
    rules: str
    hand: int | str | None = None
    options: Mapping[str, Any] = {}


MUTANTS: tuple[Mutant, ...] = (
    # the course of a hand
    Mutant("deposit paid although the discard is won", "            win_taken(flow, state, log, out.winners)\n",
           "            accept_declaration(flow, state, log, state.last_seat)\n"
           "            win_taken(flow, state, log, out.winners)\n", "riichi", 29),
    Mutant("ippatsu not ended by a claim", "    end_one_shots(state)\n    if action == PUNG", "    if action == PUNG",
           "riichi", 63),
    Mutant("double riichi after a call", "TURN_TAKEN and state.calls == 0:\n        own.flags |= IS_DOUBLE",
           "TURN_TAKEN:\n        own.flags |= IS_DOUBLE", "riichi", 93),
    Mutant("claims resolved by the first answer", "        if asked_seat(flow, state) == NOBODY:\n",
           "        if action != PASS or asked_seat(flow, state) == NOBODY:\n", "riichi", "robbed kong"),
    Mutant("claimed tiles are not seen", "        state.seen[kind] += 3\n", "", "mcr", 105),
    Mutant("four winds after a call", "state.discards == 4 and state.calls == 0 and", "state.discards == 4 and",
           "riichi", "four winds and a kong"),
    Mutant("temporary bar not lifted at the own draw", "    own.flags &= ~<uint32_t>BAR_TURN\n", "", "riichi",
           "robbed kong"),
    Mutant("missed win not forgotten at the own draw", "    own.missed = 0\n", "", "sichuan", "robbed kong",
           {"missed_win": "until_own_draw_same_or_lower"}),
    Mutant("ippatsu not ended by a kong", "    end_one_shots(state)\n    state.kongs += 1\n", "    state.kongs += 1\n",
           "riichi", 8),
    Mutant("ippatsu not ended by a north", "    end_one_shots(state)\n    if not state.seats[seat].flags & IS_FROZEN:",
           "    if not state.seats[seat].flags & IS_FROZEN:", "riichi/tenhou3", "north after riichi"),
    Mutant("indicators of all kongs turned at once", "type == CONCEALED_KONG or flow.kan_dora == DORA_ALL_AT_ONCE",
           "True", "riichi", "replacement of a discard's kong"),
    Mutant("kongs in a row are not counted", "    state.kong_chain += 1\n", "", "sichuan/sbr_2025",
           "robbed second kong"),
    Mutant("kong paid to the giver",
           "    pay_kong(flow, state, log, seat, type, source, fresh, state.kong_chain + 1)\n",
           "    pay_kong(flow, state, log, seat, type, source, True, state.kong_chain + 1)\n", "sichuan", 9,
           {"kong_added_fresh": True}),
    Mutant("robbed north removed twice", "    elif what == AS_ADDED_KONG:\n        lay_aside",
           "    elif what != AS_FLOWER:\n        lay_aside", "riichi/tenhou3", "robbed north"),
    Mutant("tile of a robbed kong stays", "        lay_aside(state, giver, tile)\n", "", "sichuan", "robbed kong"),
    Mutant("play goes on after the giver", "            last = seat\n", "", "sichuan", 3),
    Mutant("winners of a river keep their tile", "    if flow.course == RIVER:\n        lay_aside(state, seat, tile)\n",
           "    if False:\n        lay_aside(state, seat, tile)\n", "sichuan/xueliu_app", 9),
    # tiles and melds
    Mutant("ban of a call not cleared", "    state.ban = 0\n", "", "riichi", "robbed kong"),
    Mutant("own discards forgotten", "    own.thrown |= bit\n", "", "riichi", "last replacement"),
    Mutant("ippatsu survives the own discard",
           "    if own.flags & IS_READY:\n        own.flags &= ~<uint32_t>ONE_SHOT\n",
           "    if own.flags & IS_READY:\n        pass\n", "riichi", 99),
    Mutant("red five thrown in for a plain one", "        taken = 1 if red else 0\n",
           "        taken = 1 if own.reds[suit] else 0\n", "riichi", 24),
    Mutant("concealed kong opens the hand", "    if type != CONCEALED_KONG:\n        by",
           "    own.flags |= IS_OPEN\n    if type != CONCEALED_KONG:\n        by", "riichi", 85),
    Mutant("an added kong is a concealed one",
           "            own.melds[i] = normal_meld(pack_meld(ADDED_KONG, kind, meld_source(meld), 0, 0, reds))\n"
           "            state.n_orders += 1\n",
           "            own.melds[i] = normal_meld(pack_meld(CONCEALED_KONG, kind, meld_source(meld), 0, 0, reds))\n"
           "            state.n_orders += 1\n", "sichuan", 6),
    Mutant("discard after a kong not marked", "state.drawn != NOTHING and state.draw_from == FROM_KONG", "False",
           "sichuan", "two win after a kong", {"gangpao": "refund"}),
    Mutant("void tile thrown counts as another", "own.have & void_kinds and not bit & void_kinds",
           "own.have & void_kinds", "sichuan", 15, {"active_pig_fine": 24, "void": "declared", "void_first": False}),
    # claims
    Mutant("four kongs of one seat abort", "state.kongs == KONGS_TO_ABORT and count_bits(state.kong_seats) > 1",
           "state.kongs == KONGS_TO_ABORT", "riichi", "four kongs of one seat"),
    Mutant("wild kinds claimable", "bit & state.wild or (own.void_suit", "(own.void_suit", "dazhong/dazhong_caishen",
           19),
    Mutant("chow with wild tiles", "(~own.have | state.wild)", "~own.have", "dazhong/dazhong_caishen", 10),
    Mutant("void suit claimable", "kind // 9 == own.void_suit", "kind // 9 == 9", "sichuan/xuezhan_app", 1),
    Mutant("chow by any seat", "        if seat == next_seat(state, state.last_seat, 1):\n", "        if True:\n",
           "mcr", "robbed kong"),
    Mutant("a bar for good bars nobody", "own.flags & (BAR_TURN | BAR_HAND)", "own.flags & BAR_TURN", "riichi", 67),
    Mutant("furiten by this tile alone", "own.waits & own.thrown:", "own.thrown >> (state.last & KIND_BITS) & 1:",
           "riichi", "last replacement"),
    Mutant("bars whom a nearer winner went before", "claim_key(state, seat, CLASS_WIN) > first", "True", "sichuan",
           "passed over", {"multi_win": False, "missed_win": "until_own_draw_same_or_lower"}),
    Mutant("kong without a replacement", "held == 3 and flow.kong and live and", "held == 3 and flow.kong and", "mcr",
           309),
    Mutant("ready hands claim", "cdef bint frozen = own.flags & IS_FROZEN != 0", "cdef bint frozen = False", "riichi",
           1),
    Mutant("call that leaves nothing to throw", "return own.have & ~used & ~ban != 0", "return True", "riichi",
           "nothing to throw"),
    Mutant("missed win of equal worth taken", "result.total > <int>own.missed - 1",
           "result.total >= <int>own.missed - 1", "sichuan", 114, {"missed_win": "until_own_draw_same_or_lower"}),
    Mutant("win on a thrown tile forced", "(state.last_drawn or flow.forced_any)", "True", "sichuan", 29),
    Mutant("winners stay in the battle", "    return flow.course == BLOOD and state.won >> seat & 1\n",
           "    return False\n", "sichuan/xuezhan_app", "robbed kong"),
    # legal actions
    Mutant("kong of a void suit", "        kinds &= ~suit_of(own.void_suit)\n", "        pass\n", "sichuan/xuezhan_app",
           1),
    Mutant("kong of wild tiles", "(concealed | added) & ~state.wild", "concealed | added", "dazhong", "four wild tiles",
           {"caishen": "next"}),
    Mutant("own kong without a replacement", "live_tiles(flow, state) == 0 or state.kongs >= flow.kong_max",
           "state.kongs >= flow.kong_max", "mcr", 85),
    Mutant("riichi with an open hand", "own.flags & IS_OPEN or own.start", "own.start", "riichi", "nothing to throw"),
    Mutant("listening after a call", "own.flags & (TURN_TAKEN | IS_OPEN) or state.calls:",
           "own.flags & (TURN_TAKEN | IS_OPEN):", "taiwan", 27),
    Mutant("nine kinds after a call", "not own.flags & TURN_TAKEN and state.calls == 0 and count_bits",
           "not own.flags & TURN_TAKEN and count_bits", "riichi", 65),
    Mutant("eight kinds abort", "    NINE = 9\n", "    NINE = 8\n", "riichi", 17),
    Mutant("any drawn tile forces a win", "flow.forced_last and 0 < state.before_draw <= flow.forced_last:",
           "flow.forced_last and state.before_draw <= flow.forced_last:", "sichuan", 184),
    Mutant("frozen hands choose", "frozen = own.flags & IS_FROZEN != 0\n    if drew", "frozen = False\n    if drew",
           "kawuxing", 0),
    Mutant("kong of a ready hand by any tile", "kinds &= concealed & <uint64_t>1 << drawn & ~own.waits",
           "kinds &= concealed & ~own.waits", "riichi", 521),
    Mutant("higher end of a swap call free", "        elif place == 2 and kind % 9 >= 3:\n", "        elif False:\n",
           "riichi", 3),
    Mutant("red five of a chow kept", "    if five >= 0 and own.reds[five // 9]:\n", "    if False:\n", "riichi",
           "nagashi"),
    Mutant("picks of any suit", "        if tiles >= PICKS:\n", "        if tiles:\n", "sichuan", 0,
           {"exchange_three": "on"}),
    # wins
    Mutant("first turn after a kong", "state.calls == 0 and not replaced:", "not replaced:", "riichi", 242),
    Mutant("last copy of three", "state.seen[kind] == 3:", "state.seen[kind] >= 2:", "mcr", 5),
    Mutant("hidden indicators are the open ones", "(state.wall[ura_place(flow, state, i)]",
           "(state.wall[dora_place(flow, state, i)]", "riichi", 6),
    Mutant("no bonus counts for two han", "<int>result.han - bonus >= 2", "<int>result.han >= 2", "riichi", 26,
           {"two_han_from": 3}),
    Mutant("round wind of the seat", "    out.round_wind = state.round_wind\n", "    out.round_wind = i\n", "hk", 1),
    Mutant("north set aside is no kong", "state.draw_from == FROM_KONG or state.draw_from == FROM_EXTRACT",
           "state.draw_from == FROM_KONG", "riichi/tenhou3", 115),
    Mutant("no robbing of a kong", "        found |= ROB_KONG\n", "        found |= 0\n", "sichuan/sbr_2025",
           "robbed second kong"),
    Mutant("flower win with the drawn tile", "            out.counts[state.drawn & KIND_BITS] -= 1\n",
           "            pass\n", "hk", 11),
    # before the first turn
    Mutant("one kind is always wild", "    state.wild = flow.wild_of[kind]\n", "    state.wild = flow.wild_of[0]\n",
           "dazhong", 3, {"caishen": "next"}),
    Mutant("tiles move on by one", "&state.seats[next_seat(state, seat, by)]",
           "&state.seats[next_seat(state, seat, 1)]", "sichuan", 0, {"exchange_three": "on"}),
    Mutant("drawn tile given away stays drawn", "        state.drawn = state.seats[giver].picks[PICKS - 1]\n",
           "        pass\n", "sichuan", 0, {"exchange_three": "on"}),
    Mutant("turned tile may be a flower", "(state.wall[place] & KIND_BITS) < KINDS and (", "True and (",
           "dazhong/dazhong_caishen", 6),
    Mutant("flowers of the dealer last", "            seat = next_seat(state, state.dealer, step)\n            shown",
           "            seat = next_seat(state, state.dealer, state.players - 1 - step)\n            shown", "hk", 2),
    Mutant("the dealer is asked for a ready deal", "seat != state.dealer and open_waits", "open_waits", "taiwan", 24),
    # the wall
    Mutant("replacement from the wrong end", "    state.back -= 1\n    return take(state, state.back)\n",
           "    state.front += 1\n    return take(state, state.front - 1)\n", "mcr", 0),
    Mutant("dead wall grows", "        state.back -= 1\n        return take(state, place)\n",
           "        return take(state, place)\n", "riichi", "last replacement"),
    Mutant("lower tile of a stack first", "        place = 2 * stack + half\n",
           "        place = 2 * stack + 1 - half\n", "dazhong", 0),
    Mutant("die counts from the second stack", "range(stacks - die, stacks)", "range(stacks - die - 1, stacks)",
           "dazhong", 1),
    # waits
    Mutant("a wild tile is waited for by nobody", "accepted_kinds(&hand, &distances) | wild",
           "accepted_kinds(&hand, &distances)", "dazhong/dazhong_caishen", 9),
    Mutant("tiles of melds are not held", "            copies += meld_copies(seat.melds[i], kind)\n",
           "            pass\n", "sichuan", 1053),
    Mutant("suits of melds forgotten", "        kind = meld_kind(seat.melds[i])\n        if kind < SUIT_KINDS:\n",
           "        kind = meld_kind(seat.melds[i])\n        if False:\n", "sichuan", 21, {"must_flush": True}),
    # money
    Mutant("winners on one tile pay each other", "payer == facts.seat or facts.together >> payer & 1:",
           "payer == facts.seat:", "hk", 125, {"multi": "all", "pao_12": True, "min_faan": 0}),
    Mutant("kong of a winner who left is paid by him", "everybody(state) & ~out_of_hand(flow, state) & ~(1 << seat)",
           "everybody(state) & ~(1 << seat)", "sichuan/xuezhan_app", 1),
    Mutant("all kongs move", "        if pay.kong_discard == THIS_MOVES:\n            break\n", "", "sichuan", 471,
           {"gangpao": "transfer_this"}),
    Mutant("float of the payer alone", "amount * pay.base + state.seats[facts.seat].piao + ", "amount * pay.base + ",
           "kawuxing/kwx_xiangyang", 0),
    Mutant("deposits to every winner", "    if facts.place == 0:\n", "    if True:\n", "riichi/mjsoul", "three rons"),
    Mutant("honba of two payers", "HONBA * state.honba * (state.players - 1)", "HONBA * state.honba * 2", "riichi",
           "robbed kong"),
    Mutant("nagashi although claimed", "state.river[i] & RIVER_CLAIMED or kind", "kind", "riichi", "nagashi claimed"),
    Mutant("liable for the first set",
           "            last = NOBODY if meld_source(own.melds[i]) == FROM_NOBODY else own.meld_from[i]\n",
           "            last = own.meld_from[i] if last == NOBODY else last\n", "riichi", "dragons fed"),
    Mutant("dealer pays as the others", "amount = twice if seat == state.dealer or payer == state.dealer else once",
           "amount = twice if seat == state.dealer else once", "riichi", 2),
    Mutant("who has won pays pigs", "if not (pigs | state.won) >> other & 1:", "if not pigs >> other & 1:",
           "sichuan/xuezhan_app", 98),
    Mutant("pigs are refunded", "give_back_all(state, log, pigs | short)", "give_back_all(state, log, short)",
           "sichuan", "robbed second kong"),
    Mutant("worth of the last wait", "            total = total_of(flow, &win)\n"
           "            best = total if total > best else best\n" "        while",
           "            best = total_of(flow, &win)\n        while", "sichuan", 38),
)


def noticed(mutant: Mutant, hand: int | str) -> bool:
    """Whether the tables that are imported here come apart."""
    from table.data_faults import play

    try:
        play(rule_set(mutant.rules, **mutant.options), hand)
    except Exception:
        # what makes no sense any more may also end in some other way
        return True
    return False


def find(mutant: Mutant) -> int | str | None:
    from table.laid_scenes import scenes

    hands = [scene.name for scene in scenes(rule_set(mutant.rules, **mutant.options))]
    return next((hand for hand in (*hands, *range(MOST_SEEDS)) if noticed(mutant, hand)), None)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--find", action="store_true")
    given = parser.parse_args()
    mutant = next(mutant for mutant in MUTANTS if mutant.name == given.name)
    hand = find(mutant) if given.find or mutant.hand is None else mutant.hand
    print(repr(hand))
    return NOTICED if hand is not None and noticed(mutant, hand) else 0


if __name__ == "__main__":
    sys.exit(main())
