"""Positions from facts: what `mjcore.game.positions` has worked out, written into a state and checked.

Python decides which tile lies where; here follow waits, numbers and the question, and the laws that any state from
outside is held to.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport count_bits
from mjcore.hand.kinds cimport ADDED_KONG, EXPOSED_KONG, meld_source, meld_type
from mjcore.table.checks cimport fault_of
from mjcore.table.context cimport context_seed
from mjcore.table.flow cimport READY_LISTEN, READY_RIICHI, READY_SHOW, RIVER, Flow, FlowData, flow_of
from mjcore.table.hands cimport open_waits
from mjcore.table.log cimport EVENT_READY_PAID, add_event, new_log
from mjcore.table.machine cimport refresh_options
from mjcore.table.moves cimport add_tile, set_waits_before_draw
from mjcore.table.phases cimport complete, count_seen
from mjcore.table.state cimport (
    ASIDE_FIRST, FROM_KONG, HAS_WON, IS_FROZEN, IS_OPEN, IS_READY, IS_SHOWN, KIND_BITS, NOBODY, NOTHING, PHASE_THROW,
    PHASE_TURN, READY_FIRST, RIVER_SEAT, SETUP_DONE, STATE_VERSION, TURN_TAKEN, WAS_CALLED, Seat, State,
)
from mjcore.table.tables cimport Table, table_of
from mjcore.table.wall cimport key_of, live_tiles, random_below

from mjcore.errors import HandError
from mjcore.table import flow as flow_module

cdef enum:
    STICK = 1000
    NORTH = 30
    NO_DISTANCE = 255          # right after a claim


def layout(rules):
    """What of the course of a hand decides where tiles lie: the tiles in their canonical order, sizes, replacements.

    >>> layout("riichi")["hand"], layout("riichi")["kong_draw"], len(layout("hk")["tiles"])
    (13, 'dead', 144)
    """
    cdef Flow flow = flow_of(rules)
    cdef FlowData *data = &flow.data
    cdef dict choices = flow_module.CHOICES
    return {
        "rules": flow.rules, "tiles": bytes([data.tiles[i] for i in range(data.n_tiles)]), "players": data.players,
        "sets": data.sets, "hand": data.hand, "reserve": data.reserve, "reserve_kong": data.reserve_kong,
        "wall_limit": data.wall_limit, "dead": data.dead, "dead_draws": data.dead_draws,
        "kong_draw": choices["kong_draw"][data.kong_draw], "flowers": data.flowers if data.flower_rounds else 0,
        "extract": data.extract, "dora": bool(data.dora), "wild": bool(data.turns_wild),
        "void": bool(data.void_declared),
        "piao": data.piao_most, "ready": choices["ready"][data.ready], "course": choices["course"][data.course],
    }


def shuffled(tiles, seed):
    """The tiles in an order that the seed decides, the same on every platform.

    >>> sorted(shuffled(b"mahjong", 7)) == sorted(b"mahjong"), shuffled(b"mahjong", 7) == shuffled(b"mahjong", 7)
    (True, True)
    """
    cdef uint64_t key = key_of(context_seed(seed), 0), counter = 0
    cdef int i, j
    out = bytearray(tiles)
    for i in range(len(out) - 1, 0, -1):
        j = random_below(key, &counter, i + 1)
        out[i], out[j] = out[j], out[i]
    return bytes(out)


cdef int fill_head(const FlowData *flow, State *state, dict facts) except -1:
    cdef int place
    state.version = STATE_VERSION
    state.rules_id = flow.id
    state.players = flow.players
    state.n_wall = flow.n_tiles
    state.key = key_of(context_seed(facts["seed"]), 0)
    state.phase = PHASE_THROW if facts["throw"] else PHASE_TURN
    state.setup = SETUP_DONE
    state.turn = state.last_drawer = facts["turn"]
    state.dealer = state.setup_seat = facts["dealer"]
    state.round_wind, state.honba, state.streak = facts["round_wind"], facts["honba"], facts["streak"]
    state.sticks = facts["sticks"]
    state.drawn, state.draw_from = facts["drawn"], facts["draw_from"]
    state.last, state.last_seat = facts["last"], facts["last_seat"]
    state.indicator, state.wild = facts["indicator"], facts["wild"]
    state.horse = NOTHING
    state.first_from = state.chain_source = NOBODY
    state.front, state.back, state.left = facts["front"], facts["back"], facts["left"]
    state.replacements, state.dora_shown = facts["replacements"], facts["dora_shown"]
    state.auto_forced = facts["auto"]
    for place in facts["taken"]:
        state.taken[place >> 6] |= <uint64_t>1 << (place & 63)
    for place in range(state.n_wall):
        state.wall[place] = facts["wall"][place]
    return 0


cdef int fill_seat(const FlowData *flow, State *state, int seat, dict facts) except -1:
    cdef Seat *own = &state.seats[seat]
    cdef int tile, type
    cdef uint32_t meld
    for tile in facts["hand"]:
        add_tile(own, tile)
    for meld, source in facts["melds"]:
        type = meld_type(meld)
        own.melds[own.n_melds] = meld
        own.meld_from[own.n_melds] = source
        state.n_orders += 2 if type == ADDED_KONG else 1
        own.meld_order[own.n_melds] = state.n_orders
        own.n_melds += 1
        state.calls += 2 if type == ADDED_KONG else 1
        if type >= EXPOSED_KONG:
            state.kongs += 1
            state.kong_seats |= 1 << seat
        if meld_source(meld):
            own.flags |= IS_OPEN
            state.seats[source].flags |= WAS_CALLED
    for tile in facts["aside"]:
        own.aside[tile - ASIDE_FIRST] += 1
        own.n_aside += 1
    state.calls += own.aside[NORTH - ASIDE_FIRST]
    own.void_suit, own.piao, own.missed = facts["void"], facts["piao"], facts["missed"]
    own.start = facts["score"]
    if facts["taken_turn"]:
        own.flags |= TURN_TAKEN
    if facts["won"]:
        own.flags |= HAS_WON
        own.wins = 1
        state.won |= 1 << seat
        state.first_win |= 1 << seat
        if flow.course == RIVER:
            own.flags |= IS_FROZEN
    if facts["ready"]:
        own.flags |= IS_READY | IS_FROZEN
        state.n_ready += 1
        if flow.ready == READY_SHOW:
            own.flags |= IS_SHOWN
        elif flow.ready == READY_LISTEN:
            own.flags |= READY_FIRST
        else:
            own.delta -= STICK
            state.sticks += 1
    return 0


cdef int fill_river(State *state, object river) except -1:
    cdef int entry
    for entry in river:
        state.river[state.n_river] = entry
        state.n_river += 1
        state.seats[entry >> RIVER_SEAT].thrown |= <uint64_t>1 << (entry & KIND_BITS)
        state.seats[entry >> RIVER_SEAT].n_thrown += 1
        state.seats[entry >> RIVER_SEAT].flags |= TURN_TAKEN
    state.discards = state.n_river
    state.draws = state.n_river + 1
    return 0


def place(rules, dict facts):
    """The table of facts that `mjcore.game.positions` has checked. HandError for what can not be."""
    cdef Flow compiled = flow_of(rules)
    cdef const FlowData *flow = &compiled.data
    cdef State state
    cdef Seat *own
    cdef const char *fault
    cdef int seat
    cdef Table out
    memset(&state, 0, sizeof(State))
    fill_head(flow, &state, facts)
    for seat in facts["order"]:
        # who claimed last comes last
        fill_seat(flow, &state, seat, facts["seats"][seat])
    fill_river(&state, facts["river"])
    state.n_won = count_bits(state.won)
    own = &state.seats[state.turn]
    if state.draw_from == FROM_KONG and state.kongs:
        state.kong_chain = 1
        if own.n_melds and meld_type(own.melds[own.n_melds - 1]) == EXPOSED_KONG:
            state.chain_source = own.meld_from[own.n_melds - 1]
    for seat in range(state.players):
        if state.phase == PHASE_THROW and seat == state.turn:
            own.distance = NO_DISTANCE
            continue
        set_waits_before_draw(flow, &state, seat)
        if state.seats[seat].flags & (IS_READY | IS_FROZEN) and not open_waits(flow, &state.seats[seat]):
            raise HandError(f"seat {seat} has declared or won, but its hand is not ready")
    state.before_draw = live_tiles(flow, &state) + 1
    count_seen(flow, &state)
    refresh_options(flow, &state)
    fault = fault_of(flow, &state, False)
    if fault == NULL:
        fault = complete(flow, &state, False)
    if fault != NULL:
        raise HandError(f"the facts go together to no position: {fault.decode()}")
    out = table_of(compiled, &state)
    # notes what happens from here on, and what money has gone already
    out.log = new_log()
    if out.log == NULL:
        raise MemoryError
    for seat in range(state.players):
        if flow.ready == READY_RIICHI and state.seats[seat].flags & IS_READY:
            add_event(out.log, EVENT_READY_PAID, seat, NOTHING, NOBODY, 0, 0)
    return out
