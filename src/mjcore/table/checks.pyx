"""Whether a state that came from outside can be one, first part: fields by themselves, tiles, hands, melds, rivers.

Of an observation what its seat can not know is not there; the rest is held to the same laws, so that every question
about it is safe.
"""
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport count_bits
from mjcore.hand.grammar cimport normal_meld
from mjcore.hand.kinds cimport (
    ADDED_KONG, CHOW, CONCEALED_KONG, EXPOSED_KONG, FROM_NEXT, FROM_OPPOSITE, FROM_PREVIOUS, KINDS, PUNG,
    meld_claimed, meld_jokers, meld_kind, meld_reds, meld_source, meld_type,
)
from mjcore.table.flow cimport (
    BLOOD, DRAW_DEAD, DRAW_DIE, DRAW_FRONT, NO_FLOWERS, READY_NONE, READY_SHOW, RIVER, SINGLE, FlowData,
)
from mjcore.table.observe cimport HIDDEN_KIND
from mjcore.table.state cimport (
    AS_CONCEALED_KONG, AS_FLOWER, ASIDE_FIRST, END_THREE_RONS, END_WIN, FROM_EXTRACT, HAS_WON, IS_FROZEN, IS_OPEN,
    IS_READY, IS_SHOWN, KIND_BITS, MAX_SEATS, NO_VOID, NOBODY, NOTHING, PHASE_END, PHASE_EXCHANGE,
    PHASE_PIAO, PHASE_ROB, PHASES, READY_PENDING, REASONS, RED_TILE, RIVER_CLAIMED, RIVER_LAID, RIVER_SEAT,
    RIVER_WON, SETUP_DONE, Seat, State,
)
from mjcore.table.wall cimport dora_place, is_undrawn

cdef enum:
    TILE_BYTES = 128
    TILE_BITS = 127
    N_ASIDE = 40
    MOST_DORA = 5
    MOST_PIAO = 9
    PICKS = 3
    NORTH = 30
    FLAG_BITS = 16
    MOST_MONEY = 1 << 30


# Small questions

cdef inline bint is_seat(const State *state, int seat) noexcept nogil:
    return seat == NOBODY or seat < state.players


cdef inline bint is_tile(int tile, const int *copies) noexcept nogil:
    return tile == NOTHING or (tile < TILE_BYTES and copies[tile] > 0)


cdef inline int source_code(const State *state, int seat, int source) noexcept nogil:
    """What a packed meld says about the seat that gave the tile."""
    cdef int steps = source - seat
    steps = steps + state.players if steps < 0 else steps
    if steps == state.players - 1:
        return FROM_PREVIOUS
    return FROM_NEXT if steps == 1 else FROM_OPPOSITE


cdef bint never_stood(const State *state) noexcept nogil:
    """Whether a concealed kong is waiting to be robbed, or was."""
    if state.last_what != AS_CONCEALED_KONG or state.last_seat >= state.players:
        return False
    return state.phase == PHASE_ROB or (state.phase == PHASE_END and (
        state.reason == END_THREE_RONS or (state.reason == END_WIN and state.first_from == state.last_seat)))


# Fields by themselves

cdef const char *head_fault(const FlowData *flow, const State *state, bint censored) noexcept nogil:
    cdef uint64_t everybody = (<uint64_t>1 << state.players) - 1
    cdef int i
    if state.n_wall != flow.n_tiles:
        return b"another number of tiles"
    if state.phase >= PHASES or state.draw_from > FROM_EXTRACT or state.last_what > AS_FLOWER or (
            state.setup > SETUP_DONE or state.reason >= REASONS or state.aborting or state.die > 6):
        return b"a phase, a draw, a reason or a die that there is not"
    if state.turn >= state.players or state.dealer >= state.players or state.round_wind > 3 or (
            state.direction >= state.players):
        return b"a seat or a wind that there is not"
    if not (is_seat(state, state.asked) and is_seat(state, state.last_seat) and is_seat(state, state.first_from)
            and is_seat(state, state.chain_source) and is_seat(state, state.last_drawer)):
        return b"a seat that there is not"
    if state.setup_seat >= state.players:
        return b"a seat that there is not"
    if state.last_drawn > 1 or state.auto_forced > 1 or state.private_walls > 1:
        return b"a yes or no that is neither"
    if (state.won | state.first_win | state.kong_seats | state.ready_end) & ~everybody:
        return b"winners, kongs or ready hands of seats that there are not"
    if (state.reason != 0) != (state.phase == PHASE_END) or (state.phase != PHASE_END and (
            state.ready_end or state.horse != NOTHING)):
        return b"an end that is none"
    if state.n_won != count_bits(state.won) or state.first_win & ~state.won or (state.first_win != 0) != (
            state.won != 0):
        return b"winners that do not add up"
    if state.phase != PHASE_END and state.won:
        if flow.course == SINGLE or (flow.course == BLOOD and (
                state.n_won > state.players - 2 or state.won >> state.turn & 1)):
            return b"a hand that goes on after its end"
    if flow.dora:
        if not 1 <= state.dora_shown <= MOST_DORA or state.dora_shown + state.dora_pending > 1 + state.kongs:
            return b"too many or too few indicators"
    elif state.dora_shown or state.dora_pending:
        return b"indicators where there are none"
    if state.wild >> KINDS or state.kong_chain > state.kongs:
        return b"a wild kind or a number of kongs that can not be"
    for i in range(state.n_fees):
        if not EXPOSED_KONG <= state.fees[i].type <= CONCEALED_KONG or state.fees[i].seat >= state.players or (
                not is_seat(state, state.fees[i].source) or state.fees[i].undone > 1
                or state.fees[i].payers & ~everybody or not flow.pay.kongs_paid):
            return b"a payment for a kong that can not be"
    return NULL


cdef const char *places_fault(const FlowData *flow, const State *state) noexcept nogil:
    """Whether the places of the wall from which tiles were drawn go together."""
    cdef int i, part, left = 0
    for i in range(MAX_SEATS):
        if not state.private_walls and (state.own[i] or state.own_end[i]):
            return b"walls of their own for seats that have none"
    for i in range(3):
        if state.taken[i] and (state.private_walls or flow.kong_draw == DRAW_DEAD):
            return b"tiles taken out of a wall that has no such places"
    for i in range(state.n_wall, 192):
        if state.taken[i >> 6] >> (i & 63) & 1:
            return b"a place behind the end of the wall"
    if state.front > state.back or state.back > state.n_wall:
        return b"a wall whose front is behind its back"
    if state.private_walls:
        if flow.dead or flow.wall_limit or flow.reserve or state.n_wall % state.players or state.front or (
                state.back != state.n_wall):
            return b"walls of their own that there can not be"
        part = state.n_wall // state.players
        for i in range(MAX_SEATS):
            if i < state.players:
                if state.own_end[i] != part * (i + 1) or not part * i <= state.own[i] <= part * (i + 1):
                    return b"a wall of a seat that can not be"
            elif state.own[i] or state.own_end[i]:
                return b"a wall of a seat that there is not"
    elif flow.kong_draw == DRAW_DEAD:
        if state.replacements > flow.dead_draws or state.back != state.n_wall - flow.dead - state.replacements:
            return b"a dead wall that can not be"
    elif (flow.kong_draw == DRAW_DIE or (flow.kong_draw == DRAW_FRONT and flow.flower_rounds == NO_FLOWERS)) and (
            state.back != state.n_wall):
        return b"a wall with an end that it can not have"
    if flow.kong_draw != DRAW_DEAD and state.replacements:
        return b"draws from a dead wall that there is not"
    for i in range(state.n_wall):
        left += is_undrawn(flow, state, i)
    return wrong(left != state.left, b"a number of tiles in the wall that can not be")


# Seats

cdef const char *meld_fault(const FlowData *flow, const State *state, int seat, bint censored,
                            uint64_t *orders) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef uint32_t meld
    cdef int i, type, source
    cdef bint claimed = False
    if own.n_melds > flow.sets:
        return b"more melds than sets"
    for i in range(own.n_melds):
        meld, source = own.melds[i], own.meld_from[i]
        type = meld_type(meld)
        if own.meld_order[i] == 0 or own.meld_order[i] > state.n_orders or own.meld_order[i] > 63 or (
                orders[0] >> own.meld_order[i] & 1):
            return b"melds out of their order"
        orders[0] |= <uint64_t>1 << own.meld_order[i]
        if type == CONCEALED_KONG:
            if source != seat:
                return b"a concealed kong that another seat gave"
            if censored and flow.hides_kongs and meld == (HIDDEN_KIND | CONCEALED_KONG << 6):
                continue
        elif source >= state.players or source == seat or <int>meld_source(meld) != source_code(state, seat, source):
            return b"a meld from a seat that can not have given it"
        else:
            claimed = True
        if type < CHOW or type > CONCEALED_KONG or meld_kind(meld) >= KINDS or meld_jokers(meld) or (
                meld >> 25 or normal_meld(meld) != meld):
            return b"a meld that is none"
        if not flow.kinds >> meld_kind(meld) & 1:
            return b"a meld of a kind that is not in play"
    return wrong(claimed != (own.flags & IS_OPEN != 0), b"a hand that is open, or is not")


cdef const char *flags_fault(const FlowData *flow, const State *state, int seat) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef uint32_t flags = own.flags
    cdef bint won = state.won >> seat & 1, ready = flags & IS_READY != 0
    cdef bint shown = ready and flow.ready == READY_SHOW, frozen = ready or (won and flow.course == RIVER)
    if flags >> FLAG_BITS or (flags & HAS_WON != 0) != won or (own.wins != 0) != won:
        return b"flags that can not be"
    if flags & (IS_READY | READY_PENDING) and flow.ready == READY_NONE:
        return b"a declaration that these rules do not have"
    if (flags & IS_SHOWN != 0) != shown:
        return b"a hand that is shown, or is not"
    if (flags & IS_FROZEN != 0) != frozen:
        return b"a hand that throws what it draws, or does not"
    if ready and flags & READY_PENDING:
        return b"a declaration made twice"
    if own.void_suit > NO_VOID or own.piao > MOST_PIAO or own.n_picks > PICKS:
        return b"a void suit, a number or picks that can not be"
    if not -MOST_MONEY <= own.start <= MOST_MONEY or not -MOST_MONEY < own.delta < MOST_MONEY:
        return b"more money than there can be"
    return NULL


cdef const char *seat_fault(const FlowData *flow, State *state, int seat, bint censored, const int *copies,
                            uint64_t *orders) noexcept nogil:
    cdef Seat *own = &state.seats[seat]
    cdef int i, held = 0, aside = 0
    cdef const char *fault = flags_fault(flow, state, seat)
    if fault == NULL:
        fault = meld_fault(flow, state, seat, censored, orders)
    if fault != NULL:
        return fault
    own.have = 0
    for i in range(64):
        if own.hand[i] > copies[i] + copies[i | RED_TILE]:
            return b"more copies in a hand than there are"
        held += own.hand[i]
        own.have |= <uint64_t>(own.hand[i] != 0) << i
        if own.hand[i] and i >= KINDS and state.phase != PHASE_PIAO:
            return b"a flower in a hand"
    for i in range(3):
        if own.reds[i] > own.hand[9 * i + 4]:
            return b"more red fives than fives"
        if own.picks[i] and i >= own.n_picks or i < own.n_picks and (
                own.picks[i] >= TILE_BYTES or copies[own.picks[i]] == 0):
            return b"picks that can not be"
    for i in range(N_ASIDE):
        aside += own.aside[i]
        if own.aside[i] and not (flow.flowers | flow.extract) >> (ASIDE_FIRST + i) & 1:
            return b"a tile set aside that never is"
    if aside != own.n_aside:
        return b"a number of tiles set aside that can not be"
    if own.n_picks and state.phase != PHASE_EXCHANGE:
        return b"picks outside the exchange"
    # what lies open hides the drawn tile at most
    if held != own.tiles and not (censored and (held == 0 or held + 1 == own.tiles)):
        return b"a number of tiles in a hand that can not be"
    return NULL


cdef const char *orders_fault(const State *state) noexcept nogil:
    """What melds and norths say about the numbers of kongs and claims."""
    cdef int seat, i, type, melds = 0, added = 0, kongs = 0, calls = 0
    cdef uint16_t kong_seats = 0
    cdef const Seat *own
    for seat in range(state.players):
        own = &state.seats[seat]
        calls += own.aside[NORTH - ASIDE_FIRST]
        for i in range(own.n_melds):
            type = meld_type(own.melds[i])
            melds += 1
            added += type == ADDED_KONG
            calls += 2 if type == ADDED_KONG else 1
            if type > PUNG and not (type == CONCEALED_KONG and own.meld_order[i] == state.n_orders
                                    and never_stood(state)):
                kongs += 1
                kong_seats |= 1 << seat
            elif type > PUNG:
                calls -= 1
    if melds + added != state.n_orders or kongs != state.kongs or kong_seats != state.kong_seats or (
            state.calls != (calls if calls < 255 else 255)):
        return b"melds and their numbers do not go together"
    return NULL


# Rivers

cdef bint is_claimed_from(const State *state, int entry, int seat, uint64_t *matched) noexcept nogil:
    """Whether a meld not yet `matched` was made of this discard; marks it."""
    cdef const Seat *own = &state.seats[seat]
    cdef int i, kind
    for i in range(own.n_melds):
        kind = meld_kind(own.melds[i])
        if meld_type(own.melds[i]) == CHOW:
            kind += meld_claimed(own.melds[i])
        if meld_source(own.melds[i]) and own.meld_from[i] == entry >> RIVER_SEAT and kind == entry & KIND_BITS and (
                not matched[0] >> own.meld_order[i] & 1):
            matched[0] |= <uint64_t>1 << own.meld_order[i]
            return True
    return False


cdef const char *river_fault(const FlowData *flow, const State *state, bint censored, const int *copies) noexcept nogil:
    cdef uint64_t thrown[10]
    cdef int n_thrown[10]
    cdef uint64_t matched = 0
    cdef int i, entry, by, seat, claimed = 0, discards = 0
    memset(thrown, 0, sizeof(thrown))
    memset(n_thrown, 0, sizeof(n_thrown))
    for i in range(state.n_river):
        entry = state.river[i]
        by = entry >> RIVER_SEAT
        if by >= state.players:
            return b"a discard of a seat that there is not"
        if copies[entry & TILE_BITS] == 0 and not (
                censored and flow.hides_discards and entry & TILE_BITS == HIDDEN_KIND
                and not entry & (RIVER_WON | RIVER_CLAIMED)):
            return b"a discard that is no tile of the game"
        if entry & RIVER_LAID == RIVER_LAID:
            continue
        discards += 1
        n_thrown[by] += 1
        thrown[by] |= <uint64_t>1 << (entry & KIND_BITS)
        if entry & RIVER_CLAIMED:
            for seat in range(state.players):
                if is_claimed_from(state, entry, seat, &matched):
                    break
            else:
                return b"a claimed discard without a meld"
    for seat in range(state.players):
        for i in range(state.seats[seat].n_melds):
            claimed += meld_source(state.seats[seat].melds[i]) != 0
        if state.seats[seat].n_thrown != n_thrown[seat]:
            return b"a number of discards that can not be"
        if state.seats[seat].thrown != thrown[seat] and not (
                censored and flow.hides_discards and state.seats[seat].thrown == 0):
            return b"discards that are not in the river"
    if claimed != count_bits(matched) or state.discards != discards:
        return b"a meld without its discard"
    return NULL


# Tiles

cdef void take_meld(uint32_t meld, int *pool) noexcept nogil:
    cdef int kind = meld_kind(meld), i, reds = count_bits(meld_reds(meld))
    if meld_type(meld) == CHOW:
        for i in range(3):
            pool[kind + i] -= 1
        kind = kind - kind % 9 + 4
    else:
        pool[kind] -= 3 if meld_type(meld) == PUNG else 4
    if reds:
        pool[kind] += reds
        pool[kind | RED_TILE] -= reds


cdef const char *tiles_fault(const FlowData *flow, const State *state, bint censored, const int *copies) noexcept nogil:
    """Every tile of the game lies at one place; of an observation as many are not seen as places are hidden."""
    cdef int pool[128]
    cdef int whole[128]
    cdef int i, j, seat, kind, tile, hidden = 0, unseen = 0, shown
    cdef const Seat *own
    for i in range(TILE_BYTES):
        pool[i] = whole[i] = copies[i]
    for seat in range(state.players):
        own = &state.seats[seat]
        hidden += own.tiles
        for kind in range(64):
            pool[kind] -= own.hand[kind]
            hidden -= own.hand[kind]
        for i in range(3):
            kind = 9 * i + 4
            pool[kind] += own.reds[i]
            pool[kind | RED_TILE] -= own.reds[i]
        for i in range(own.n_picks):
            pool[own.picks[i] & TILE_BITS] -= 1
        for i in range(N_ASIDE):
            pool[ASIDE_FIRST + i] -= own.aside[i]
        for i in range(own.n_melds):
            if meld_kind(own.melds[i]) == HIDDEN_KIND:
                hidden += 4
            else:
                take_meld(own.melds[i], pool)
    for i in range(state.n_river):
        tile = state.river[i] & TILE_BITS
        if copies[tile] == 0:
            hidden += 1
        elif not state.river[i] & RIVER_CLAIMED or state.river[i] & RIVER_LAID == RIVER_LAID:
            pool[tile] -= 1
    if state.indicator != NOTHING:
        pool[state.indicator] -= 1
    for i in range(state.n_wall):
        tile = state.wall[i]
        shown = 0
        for j in range(state.dora_shown):
            shown |= dora_place(flow, state, j) == i
        if censored and not shown:
            if tile != NOTHING:
                return b"a tile of the wall that nobody sees"
            hidden += is_undrawn(flow, state, i)
            continue
        if tile >= TILE_BYTES or copies[tile] == 0 or (shown and not is_undrawn(flow, state, i)):
            return b"a wall with a tile that is none of the game"
        whole[tile] -= 1
        if is_undrawn(flow, state, i):
            pool[tile] -= 1
    for i in range(TILE_BYTES):
        if pool[i] < 0:
            return b"more copies of a tile than there are"
        if whole[i] and not censored:
            return b"a wall that is not made of the tiles of the game"
        unseen += pool[i]
    return wrong(unseen != hidden, b"tiles that lie nowhere")


cdef const char *fault_of(const FlowData *flow, State *state, bint censored) noexcept nogil:
    cdef int copies[128]
    cdef uint64_t orders = 0
    cdef int i, seat, ready = 0
    cdef const char *fault
    memset(copies, 0, sizeof(copies))
    for i in range(flow.n_tiles):
        copies[flow.tiles[i]] += 1
    fault = head_fault(flow, state, censored)
    if fault == NULL:
        fault = places_fault(flow, state)
    if fault != NULL:
        return fault
    if not (is_tile(state.drawn, copies) and is_tile(state.last, copies) and is_tile(state.indicator, copies)
            and is_tile(state.horse, copies)):
        return b"a tile in question that is none of the game"
    if state.indicator != NOTHING and (state.indicator >= KINDS or not flow.turns_wild):
        return b"a turned tile that can not be"
    for seat in range(state.players):
        fault = seat_fault(flow, state, seat, censored, copies, &orders)
        if fault != NULL:
            return fault
        ready += state.seats[seat].flags & IS_READY != 0
    if ready != state.n_ready:
        return b"a number of ready hands that can not be"
    fault = orders_fault(state)
    if fault == NULL:
        fault = river_fault(flow, state, censored, copies)
    if fault == NULL:
        fault = tiles_fault(flow, state, censored, copies)
    return fault
