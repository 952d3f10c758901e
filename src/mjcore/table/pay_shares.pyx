"""Payments where han are counted: shares of base points, honba, deposits and liability; hands that end with the wall.

A twin of `mjcore.settle.shares`, `hand_draws`, and of `mjcore.legal.liability` and `draws`.
"""
from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport first_bit
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.ruletable cimport SHARE_HALVED, SHARE_LEVELLED, bits_has
from mjcore.fans.wins cimport AFTER_KONG, WinData
from mjcore.hand.handdata cimport meld_copies
from mjcore.hand.kinds cimport (
    CONCEALED_KONG, EAST, EXPOSED_KONG, FROM_NOBODY, SUIT_KINDS, WHITE, meld_kind, meld_source, meld_type,
)
from mjcore.table.flow cimport PAO_RINSHAN, FlowData, Pay
from mjcore.table.log cimport WHY_HONBA, WHY_NAGASHI, WHY_NOTEN, WHY_PAO, WHY_STICKS, WHY_WIN, Log
from mjcore.table.money cimport Paid, move
from mjcore.table.pay cimport WinFacts
from mjcore.table.state cimport (
    ASIDE_FIRST, END_EXHAUSTIVE, END_NAGASHI, KIND_BITS, MAX_SEATS, NOBODY, RIVER_CLAIMED, RIVER_LAID, RIVER_SEAT,
    Seat, State, next_seat,
)

cdef enum:
    HONBA = 100                # of each other player
    MANGAN = 2000              # base points
    NOTEN_POOL = 1000          # for each player but one
    NORTH = 30
    DRAGONS = 3
    WINDS = 4
    KONGS = 4


cdef inline int64_t rounded(int64_t points) noexcept nogil:
    """Up to hundreds."""
    return (points + 99) // 100 * 100


cdef void pay_tsumo(const Pay *pay, State *state, Log *log, int64_t base, int seat, int why) noexcept nogil:
    """The shares of a self-draw, with what three players do about the fourth one's."""
    cdef int64_t twice = rounded(2 * base), once = rounded(base), north, amount
    cdef int payer
    north = twice if seat == state.dealer else once
    for payer in range(state.players):
        if payer == seat:
            continue
        amount = twice if seat == state.dealer or payer == state.dealer else once
        if state.players == 3 and pay.tsumo_share == SHARE_HALVED:
            amount += rounded((north + 1) // 2)
        elif state.players == 3 and pay.tsumo_share == SHARE_LEVELLED:
            amount = rounded(((2 * twice if seat == state.dealer else twice + once) + north + 1) // 2)
        move(state, log, payer, seat, amount, why)


cdef void pay_sticks(State *state, Log *log, int seat) noexcept nogil:
    move(state, log, NOBODY, seat, <int64_t>state.sticks * STICK, WHY_STICKS)
    state.sticks = 0


cdef void pay_counters(State *state, Log *log, int seat, int payer) noexcept nogil:
    """Honba: from each other player, or all of it from one."""
    cdef int other
    if payer != NOBODY:
        move(state, log, payer, seat, HONBA * state.honba * (state.players - 1), WHY_HONBA)
        return
    for other in range(state.players):
        if other != seat:
            move(state, log, other, seat, HONBA * state.honba, WHY_HONBA)


cdef int set_feeder(const Seat *own, int first, int sets) noexcept nogil:
    """Who gave the tile of the last of so many sets of honours; NOBODY if they do not all lie there, or if the last
    one is a concealed kong."""
    cdef int i, found = 0, last = NOBODY
    for i in range(own.n_melds):
        if first <= <int>meld_kind(own.melds[i]) < first + sets:
            found += 1
            last = NOBODY if meld_source(own.melds[i]) == FROM_NOBODY else own.meld_from[i]
    return last if found == sets else NOBODY


cdef int kong_feeder(const Seat *own) noexcept nogil:
    """Who gave the tile of the fourth kong; NOBODY without four, or if no discard made the last one."""
    cdef int i, kongs = 0, last = 0
    for i in range(own.n_melds):
        if EXPOSED_KONG <= meld_type(own.melds[i]) <= CONCEALED_KONG:
            if kongs == 0 or own.meld_order[i] > own.meld_order[last]:
                last = i
            kongs += 1
    return own.meld_from[last] if kongs == KONGS and meld_type(own.melds[last]) == EXPOSED_KONG else NOBODY


cdef void find_liable(const FlowData *flow, const State *state, const WinData *win, const ScoreResult *result,
                      const WinFacts *facts, Paid *paid, int64_t *parts) noexcept nogil:
    """What part of the base each seat is liable for, and who of them is the first.

    Where the whole hand is meant one seat answers for it: who fed the dragons or winds, else who fed the fourth kong.
    Who gave the kong before the win answers for all of the hand, unless another player fed a yakuman of it.
    """
    cdef const Pay *pay = &flow.pay
    cdef const Seat *own = &state.seats[facts.seat]
    cdef int giver = facts.kong_giver if pay.pao & PAO_RINSHAN and win.circumstances & AFTER_KONG else NOBODY
    cdef int feeders[3]
    cdef int64_t part, left = result.base
    cdef int i, seat
    cdef bint whole = pay.pao_whole
    feeders[0] = set_feeder(own, WHITE, DRAGONS)
    feeders[1] = set_feeder(own, EAST, WINDS)
    feeders[2] = kong_feeder(own)
    for i in range(3):
        # PAO_DAISANGEN, PAO_DAISUUSHII, PAO_SUUKANTSU
        seat = feeders[i]
        if seat == NOBODY or not result.yakuman or not pay.pao >> i & 1 or pay.pao_rows[i] < 0 or (
                not bits_has(result.rows, pay.pao_rows[i])):
            continue
        paid.fed[i] = seat
        paid.liable = seat if paid.liable == NOBODY else paid.liable
        part = <int64_t>flow.scorer.rules.row_value[pay.pao_rows[i]] * flow.scorer.rules.han_fu.yakuman_points
        part = part if part < left else left
        parts[seat] += part
        left -= part
    if giver != NOBODY and (paid.liable == NOBODY or (not whole and giver in (paid.fed[0], paid.fed[1], paid.fed[2]))):
        paid.liable = giver
        whole = True
    if whole and paid.liable != NOBODY:
        for seat in range(state.players):
            parts[seat] = result.base if seat == paid.liable else 0


cdef int counters_payer(const Paid *paid, const int64_t *parts) noexcept nogil:
    """The first of those who are liable for a part; NOBODY."""
    cdef int i
    if paid.liable != NOBODY and parts[paid.liable]:
        return paid.liable
    for i in range(3):
        if paid.fed[i] != NOBODY and parts[paid.fed[i]]:
            return paid.fed[i]
    return NOBODY


cdef void pay_shares(const FlowData *flow, State *state, Log *log, const WinData *win, const ScoreResult *result,
                     const WinFacts *facts, Paid *paid) noexcept nogil:
    """A share of the base from each or all of it from the loser; honba and deposits; liability."""
    cdef const Pay *pay = &flow.pay
    cdef int seat = facts.seat, loser = facts.loser, times = 6 if seat == state.dealer else 4, other, first
    cdef int64_t parts[MAX_SEATS]
    cdef int64_t rest = result.base, value, half
    memset(parts, 0, sizeof(parts))
    paid.unit = result.base
    if pay.pao:
        find_liable(flow, state, win, result, facts, paid, parts)
    if loser != NOBODY:
        # who throws the tile himself pays all of his part anyhow
        parts[loser] = 0
    for other in range(state.players):
        rest -= parts[other]
    if rest and loser == NOBODY:
        pay_tsumo(pay, state, log, rest, seat, WHY_WIN)
    elif rest:
        move(state, log, loser, seat, rounded(rest * times), WHY_WIN)
    for other in range(state.players):
        if not parts[other]:
            continue
        value = rounded(parts[other] * times)
        if loser == NOBODY:
            move(state, log, other, seat, value, WHY_PAO)
        else:
            half = rounded((value + 1) // 2)
            move(state, log, loser, seat, value - half, WHY_WIN)
            move(state, log, other, seat, half, WHY_PAO)
    if facts.place == 0:
        first = counters_payer(paid, parts)
        pay_counters(state, log, seat, loser if first == NOBODY else first)
        pay_sticks(state, log, seat)


cdef bint is_tenpai(const FlowData *flow, const Seat *own) noexcept nogil:
    """Waits for a shape; by option not if the own tiles are all copies of what it waits for."""
    cdef uint64_t left = own.waits
    cdef int kind, copies, i
    if flow.pay.fifth_tile_ready:
        return left != 0
    while left:
        kind = first_bit(left)
        left &= left - 1
        copies = own.hand[kind]
        if kind == NORTH:
            copies += own.aside[NORTH - ASIDE_FIRST]
        for i in range(own.n_melds):
            copies += meld_copies(own.melds[i], kind)
        if copies < 4:
            return True
    return False


cdef uint16_t nagashi_seats(const State *state) noexcept nogil:
    """Seats that have discarded terminals and honours alone, of which nobody claimed one."""
    cdef uint16_t threw = 0, spoiled = 0, bit
    cdef int i, kind
    for i in range(state.n_river):
        if state.river[i] & RIVER_LAID == RIVER_LAID:
            continue
        bit = <uint16_t>(1 << (state.river[i] >> RIVER_SEAT))
        kind = state.river[i] & KIND_BITS
        threw |= bit
        if state.river[i] & RIVER_CLAIMED or kind < SUIT_KINDS and 0 < kind % 9 < 8:
            spoiled |= bit
    return threw & ~spoiled


cdef int pay_noten(const FlowData *flow, State *state, Log *log) noexcept nogil:
    """The pool of those who are not ready, or nagashi mangan instead."""
    cdef uint16_t ready = state.ready_end, nagashi = nagashi_seats(state) if flow.pay.nagashi else 0
    cdef int others[MAX_SEATS]
    cdef int holders[MAX_SEATS]
    cdef int n_others = 0, n_holders = 0, payments, by, seat
    cdef bint first = True
    if nagashi:
        for by in range(state.players):
            seat = next_seat(state, state.dealer, by)
            if not nagashi >> seat & 1:
                continue
            pay_tsumo(&flow.pay, state, log, MANGAN, seat, WHY_NAGASHI)
            if first and flow.pay.nagashi == 2:
                pay_counters(state, log, seat, NOBODY)
                pay_sticks(state, log, seat)
            first = False
        return END_NAGASHI
    for seat in range(state.players):
        if ready >> seat & 1:
            holders[n_holders] = seat
            n_holders += 1
        else:
            others[n_others] = seat
            n_others += 1
    if n_others and n_holders:
        # one side has one seat, or both have two, which pair up
        payments = n_others if n_others > n_holders else n_holders
        for by in range(payments):
            move(state, log, others[by % n_others], holders[by % n_holders],
                 NOTEN_POOL * (state.players - 1) // payments, WHY_NOTEN)
    return END_EXHAUSTIVE
