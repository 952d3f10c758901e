"""Wins: what a seat would win with, and whether it may."""
from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from mjcore.fans.families cimport score_win
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport (
    AFTER_FLOWER, AFTER_KONG, DEALER, DOUBLE_RIICHI, FIRST_TURN, IPPATSU, LAST_COPY, LAST_TILE, LOSER_RIICHI,
    LOSER_SHOWN, NO_TILE, ON_KONG_DISCARD, ON_RIICHI_DISCARD, READY_AT_DEAL, READY_FIRST_TURN, RIICHI, ROB_KONG,
    SELF_DRAW, SEVEN_ROB_ONE, SHOWN, WIN_OK, WIN_VERSION, WinData,
)
from mjcore.hand.kinds cimport FLOWER, KINDS
from mjcore.table.flow cimport (
    FIRST_DISCARD_ANY, FIRST_DISCARD_DEALER, READY_LISTEN, READY_RIICHI, READY_SHOW, FlowData,
)
from mjcore.table.state cimport (
    AS_ADDED_KONG, AS_DISCARD, ASIDE_FIRST, FROM_EXTRACT, FROM_FLOWER, FROM_KONG, IS_DOUBLE, IS_READY, IS_SHOWN,
    KIND_BITS, MOST_MELDS, NO_VOID, NOBODY, NOTHING, ONE_SHOT, READY_DEAL, READY_FIRST, READY_PENDING, RED_TILE,
    RIVER_KONG, TURN_TAKEN, Seat, State,
)
from mjcore.table.wall cimport dora_place, live_tiles, ura_place

cdef enum:
    NORTH = 30
    FLOWERS = 8


cdef uint32_t own_circumstances(const FlowData *flow, const Seat *own) noexcept nogil:
    """What a declaration of the winner says."""
    cdef uint32_t flags = own.flags, found = 0
    if not flags & IS_READY:
        return 0
    if flow.ready == READY_RIICHI:
        found = RIICHI
        if flags & IS_DOUBLE:
            found |= DOUBLE_RIICHI
        if flags & ONE_SHOT:
            found |= IPPATSU
    elif flow.ready == READY_SHOW:
        found = SHOWN
    elif flow.ready == READY_LISTEN:
        found = READY_AT_DEAL if flags & READY_DEAL else READY_FIRST_TURN if flags & READY_FIRST else 0
    return found


cdef uint32_t drawn_circumstances(const FlowData *flow, const State *state, const Seat *own) noexcept nogil:
    cdef uint32_t found = SELF_DRAW
    cdef bint replaced = state.draw_from == FROM_KONG or state.draw_from == FROM_EXTRACT
    if replaced:
        found |= AFTER_KONG
    elif state.draw_from == FROM_FLOWER:
        found |= AFTER_FLOWER
    if live_tiles(flow, state) == 0 and not (replaced and flow.last_not_after_kong):
        found |= LAST_TILE
    if not own.flags & TURN_TAKEN and state.calls == 0 and not replaced:
        found |= FIRST_TURN
    return found


cdef uint32_t taken_circumstances(const FlowData *flow, const State *state, int seat, int source,
                                  int what) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef uint32_t found = 0, loser = state.seats[source].flags
    if what == AS_DISCARD:
        if live_tiles(flow, state) == 0:
            found |= LAST_TILE
        if state.calls == 0:
            if flow.first_discard == FIRST_DISCARD_ANY and not own.flags & TURN_TAKEN:
                found |= FIRST_TURN
            elif flow.first_discard == FIRST_DISCARD_DEALER and state.discards == 1:
                found |= FIRST_TURN
        if state.n_river and state.river[state.n_river - 1] & RIVER_KONG:
            found |= ON_KONG_DISCARD
        if loser & READY_PENDING:
            found |= ON_RIICHI_DISCARD
    elif what == AS_ADDED_KONG:
        found |= ROB_KONG
        if flow.chained_rob and state.kong_chain:
            found |= ON_KONG_DISCARD
    if flow.ready == READY_RIICHI and loser & (IS_READY | READY_PENDING):
        found |= LOSER_RIICHI
    if loser & IS_SHOWN:
        found |= LOSER_SHOWN
    return found


cdef void fill_bonus(const FlowData *flow, const State *state, const Seat *own, WinData *out) noexcept nogil:
    """Red fives, indicators, norths."""
    cdef int i
    out.red_fives = own.reds[0] | own.reds[1] << 2 | own.reds[2] << 4
    for i in range(state.dora_shown):
        out.dora[i] = (state.wall[dora_place(flow, state, i)] & KIND_BITS) + 1
        if out.circumstances & RIICHI:
            out.ura[i] = (state.wall[ura_place(flow, state, i)] & KIND_BITS) + 1
    out.norths = own.aside[NORTH - ASIDE_FIRST]


cdef int flowers_of(const Seat *own) noexcept nogil:
    """A mask of the eight flowers set aside."""
    cdef int i, found = 0
    for i in range(FLOWERS):
        found |= <int>(own.aside[FLOWER + i - ASIDE_FIRST] != 0) << i
    return found


cdef void fill_win(const FlowData *flow, const State *state, int seat, int tile, int source, int what,
                   WinData *out) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int i, kind = tile & KIND_BITS
    cdef uint32_t found
    memset(out, 0, sizeof(WinData))
    memcpy(out.counts, own.hand, KINDS)
    out.version = WIN_VERSION
    out.n_melds = own.n_melds
    for i in range(MOST_MELDS):
        out.melds[i] = own.melds[i]
    found = own_circumstances(flow, own)
    if source == NOBODY:
        found |= drawn_circumstances(flow, state, own)
    else:
        found |= taken_circumstances(flow, state, seat, source, what)
    if tile == NOTHING:
        out.win_tile = NO_TILE
        # what was drawn has no part in it
        if state.turn == seat and state.drawn != NOTHING:
            out.counts[state.drawn & KIND_BITS] -= 1
        if source != NOBODY:
            found = SEVEN_ROB_ONE
    else:
        out.win_tile = kind
        if source != NOBODY:
            out.counts[kind] += 1
        if flow.last_copy and not found & ROB_KONG and state.seen[kind] == 3:
            found |= LAST_COPY
    i = seat - state.dealer
    i = i + state.players if i < 0 else i
    if state.players > 4:
        i = i != 0
    out.seat_wind = i
    out.round_wind = state.round_wind
    if i == 0:
        found |= DEALER
        if flow.knows_streak:
            out.streak = state.streak
    out.circumstances = found & flow.known
    if flow.knows_chain and found & AFTER_KONG:
        out.kong_chain = state.kong_chain
    if own.n_aside and flow.flower_rounds:
        out.flowers = flowers_of(own)
    out.wild_kinds = state.wild
    if own.void_suit != NO_VOID:
        out.void_suit = own.void_suit + 1
    if flow.dora:
        fill_bonus(flow, state, own, out)
        if source != NOBODY and tile & RED_TILE:
            i = 2 * (kind // 9)
            out.red_fives += 1 << i


cdef bint passes(const FlowData *flow, const State *state, const WinData *win, ScoreResult *result) noexcept nogil:
    cdef int i, bonus
    if score_win(flow.scorer, win, False, result) != WIN_OK or not result.legal:
        return False
    if flow.two_han_from and state.honba >= flow.two_han_from and not result.yakuman:
        bonus = 0
        for i in range(4):
            bonus += result.bonus >> 8 * i & 255
        return <int>result.han - bonus >= 2
    return True
