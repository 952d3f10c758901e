"""Legal actions: bits of a mask, made from sets of kinds and not from loops over tiles."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport count_bits, first_bit, four34, load34
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport WinData
from mjcore.hand.decompose cimport MAX_READINGS, Reading, find_readings, orphan_kinds
from mjcore.hand.forms cimport FIRST_PUNG
from mjcore.hand.kinds cimport (
    ADDED_KONG, CONCEALED_KONG, EXPOSED_KONG, PUNG as PUNG_MELD, SUIT_KINDS, meld_kind, meld_type, pack_meld,
)
from mjcore.table.actions cimport (
    ABORT, CHOW, CHOW_RED, DISCARD_HELD, DISCARD_RED, EXTRACT, KONG, NO_ACTION, NUMBER, PASS, PUNG, PUNG_RED, READY,
    VOID, WIN,
)
from mjcore.table.asking cimport best_answer, open_key
from mjcore.table.flow cimport (
    ABORT_NINE_KINDS, KONG_DRAWN_KEEP_SHAPE, KONG_KEEP_WAITS, KONG_NEVER, KUIKAE_BOTH, KUIKAE_NONE, READY_LISTEN,
    READY_NONE, READY_RIICHI, FlowData,
)
from mjcore.table.gate cimport fill_win, passes
from mjcore.table.hands cimport open_waits, ready_discards, waits_of
from mjcore.table.state cimport (
    AS_DISCARD, CAN_CHOW, CAN_CHOWS, CAN_KONG, CAN_PUNG, CAN_WIN, IS_FROZEN, IS_OPEN, IS_READY, KIND_BITS, MUST_WIN,
    NO_VOID, NOBODY, NOTHING, PHASE_CLAIM, PHASE_EXCHANGE, PHASE_FLOWER, PHASE_PIAO, PHASE_READY, PHASE_ROB,
    PHASE_THROW, PHASE_TURN, PHASE_VOID, RED_TILE, TURN_TAKEN, Seat, State,
)
from mjcore.table.wall cimport live_tiles

cdef enum:
    NORTH = 30
    NINE = 9
    PICKS = 3

cdef uint64_t FIVES = <uint64_t>1 << 4 | <uint64_t>1 << 13 | <uint64_t>1 << 22


cdef inline void put(uint64_t *mask, int action) noexcept nogil:
    mask[action >> 6] |= <uint64_t>1 << (action & 63)


cdef bint has(const uint64_t *mask, int action) noexcept nogil:
    return mask[action >> 6] >> (action & 63) & 1


cdef inline uint64_t suit_of(int suit) noexcept nogil:
    return <uint64_t>0x1FF << (9 * suit)


# Throwing

cdef uint64_t throwable(const FlowData *flow, const State *state, const Seat *own) noexcept nogil:
    cdef uint64_t kinds = own.have & ~state.ban, some
    if flow.void_first and own.void_suit != NO_VOID:
        some = kinds & suit_of(own.void_suit)
        kinds = some if some else kinds
    if flow.protect_shown:
        some = kinds & ~state.shown_waits
        kinds = some if some else kinds
    return kinds


cdef void put_discards(const State *state, const Seat *own, uint64_t kinds, uint64_t *mask) noexcept nogil:
    """Discards of these kinds, red fives apart."""
    cdef int suit, five
    if kinds & FIVES and own.reds[0] | own.reds[1] | own.reds[2]:
        for suit in range(3):
            five = 9 * suit + 4
            if own.reds[suit] and kinds >> five & 1:
                put(mask, DISCARD_RED + suit)
                if own.reds[suit] == own.hand[five]:
                    kinds &= ~(<uint64_t>1 << five)
    mask[0] |= kinds


cdef void put_drawn(int drawn, uint64_t *mask) noexcept nogil:
    put(mask, DISCARD_RED + (drawn & KIND_BITS) // 9 if drawn & RED_TILE else drawn & KIND_BITS)


cdef bint holds_equal(const State *state, const Seat *own) noexcept nogil:
    """Whether the seat holds another tile like the drawn one."""
    cdef int kind = state.drawn & KIND_BITS, reds = 0
    if own.hand[kind] < 2:
        return False
    if kind < SUIT_KINDS and kind % 9 == 4:
        reds = own.reds[kind // 9]
    if state.drawn & RED_TILE:
        return reds >= 2
    return own.hand[kind] - reds >= 2


# Kongs on the own turn

cdef void with_kong(const Seat *own, int kind, int type, Seat *out) noexcept nogil:
    """The hand after it has laid down this kong."""
    cdef int i
    out[0] = own[0]
    if type == ADDED_KONG:
        out.hand[kind] -= 1
        for i in range(out.n_melds):
            if meld_kind(out.melds[i]) == <uint32_t>kind and meld_type(out.melds[i]) == PUNG_MELD:
                out.melds[i] = pack_meld(ADDED_KONG, kind, 1, 0, 0, 0)
        return
    out.hand[kind] = 0
    out.melds[out.n_melds] = pack_meld(type, kind, 0 if type == CONCEALED_KONG else 1, 0, 0, 0)
    out.n_melds += 1


cdef uint64_t waits_with(const FlowData *flow, const State *state, Seat *own) noexcept nogil:
    """What a hand waits for, and by its rules can."""
    cdef int i, kind, suits = 0, distance
    for i in range(own.n_melds):
        kind = meld_kind(own.melds[i])
        if kind < SUIT_KINDS:
            suits |= 1 << kind // 9
    own.waits = waits_of(flow, own.hand, own.n_melds, suits, own.void_suit, state.wild, &distance)
    return open_waits(flow, own)


cdef bint keeps_waits(const FlowData *flow, const State *state, int seat, int kind, int type) noexcept nogil:
    cdef Seat after
    cdef uint64_t before
    after = state.seats[seat]
    if type != EXPOSED_KONG:
        after.hand[state.drawn & KIND_BITS] -= 1
    before = open_waits(flow, &after)
    with_kong(&state.seats[seat], kind, type, &after)
    return waits_with(flow, state, &after) == before


cdef bint always_triplet(const FlowData *flow, const State *state, int seat, int kind) noexcept nogil:
    """Whether three of `kind` are a triplet in every reading of what completes the hand without its drawn tile."""
    cdef const Seat *own = &state.seats[seat]
    cdef Reading readings[MAX_READINGS]
    cdef uint8_t counts[64]
    cdef uint64_t left = own.waits
    cdef int i, set_at, wait, found
    cdef bint there
    for i in range(64):
        counts[i] = own.hand[i]
    counts[kind] -= 1
    while left:
        wait = first_bit(left)
        left &= left - 1
        counts[wait] += 1
        found = find_readings(flow.scorer.suits, counts, own.melds, own.n_melds, flow.sets, wait, flow.engine.forms,
                              NULL, readings, MAX_READINGS)
        counts[wait] -= 1
        for i in range(found):
            there = False
            for set_at in range(readings[i].n_concealed):
                there = there or readings[i].sets[set_at] == FIRST_PUNG + kind
            if not there:
                return False
    return True


cdef uint64_t own_kongs(const FlowData *flow, const State *state, int seat) noexcept nogil:
    """Kinds of which the seat may lay down a kong now."""
    cdef const Seat *own = &state.seats[seat]
    cdef uint64_t concealed = four34(load34(own.hand)), added = 0, kinds, found = 0
    cdef uint32_t meld
    cdef int i, kind, drawn = state.drawn & KIND_BITS
    for i in range(own.n_melds):
        meld = own.melds[i]
        if meld_type(meld) == PUNG_MELD:
            added |= <uint64_t>1 << meld_kind(meld)
    added &= own.have
    kinds = (concealed | added) & ~state.wild
    if own.void_suit != NO_VOID:
        kinds &= ~suit_of(own.void_suit)
    if not kinds or live_tiles(flow, state) == 0 or state.kongs >= flow.kong_max:
        return 0
    if state.private_walls and state.own[seat] >= state.own_end[seat]:
        return 0
    if not own.flags & IS_FROZEN:
        return kinds
    if flow.frozen_kong == KONG_NEVER:
        return 0
    if flow.frozen_kong != KONG_KEEP_WAITS:
        # the drawn tile is the fourth, and was not waited for
        kinds &= concealed & <uint64_t>1 << drawn & ~own.waits
    while kinds:
        kind = first_bit(kinds)
        kinds &= kinds - 1
        if keeps_waits(flow, state, seat, kind, CONCEALED_KONG if concealed >> kind & 1 else ADDED_KONG) and (
                flow.frozen_kong != KONG_DRAWN_KEEP_SHAPE or always_triplet(flow, state, seat, kind)):
            found |= <uint64_t>1 << kind
    return found


# The own turn

cdef bint may_declare(const FlowData *flow, const State *state, int seat) noexcept nogil:
    """Whether the seat may say that it is ready, with some discard."""
    cdef const Seat *own = &state.seats[seat]
    if flow.ready == READY_NONE or own.flags & (IS_READY | IS_FROZEN) or own.distance > 2:
        return False
    if live_tiles(flow, state) < flow.ready_live:
        return False
    if flow.ready == READY_RIICHI:
        if own.flags & IS_OPEN or own.start + own.delta < flow.ready_points:
            return False
    elif flow.ready == READY_LISTEN:
        if own.flags & (TURN_TAKEN | IS_OPEN) or state.calls:
            return False
    return ready_discards(flow, state, seat) & throwable(flow, state, own) != 0


cdef bint may_win_drawn(const FlowData *flow, const State *state, int seat) noexcept nogil:
    cdef WinData win
    cdef ScoreResult result
    if not state.seats[seat].waits >> (state.drawn & KIND_BITS) & 1:
        return False
    fill_win(flow, state, seat, state.drawn, NOBODY, AS_DISCARD, &win)
    return passes(flow, state, &win, &result)


cdef void turn_mask(const FlowData *flow, const State *state, int seat, uint64_t *mask) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef bint drew = state.drawn != NOTHING, frozen = own.flags & IS_FROZEN != 0
    if drew and may_win_drawn(flow, state, seat):
        put(mask, WIN)
        if flow.forced_last and 0 < state.before_draw <= flow.forced_last:
            return
    if frozen:
        put_drawn(state.drawn, mask)
    else:
        put_discards(state, own, throwable(flow, state, own), mask)
        if flow.tells_held and drew and holds_equal(state, own):
            put(mask, DISCARD_HELD)
        if may_declare(flow, state, seat):
            put(mask, READY)
    mask[1] |= own_kongs(flow, state, seat)
    if flow.abort & ABORT_NINE_KINDS and not own.flags & TURN_TAKEN and state.calls == 0 and count_bits(
            own.have & orphan_kinds()) >= NINE:
        put(mask, ABORT)
    if flow.extract & own.have and live_tiles(flow, state) and (
            not frozen or flow.extract >> (state.drawn & KIND_BITS) & 1):
        put(mask, EXTRACT)


cdef void throw_mask(const FlowData *flow, const State *state, int seat, uint64_t *mask) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef uint64_t kinds = throwable(flow, state, own)
    put_discards(state, own, kinds, mask)
    if state.drawn != NOTHING:
        if flow.tells_held and kinds >> (state.drawn & KIND_BITS) & 1 and holds_equal(state, own):
            put(mask, DISCARD_HELD)
    elif flow.kong_after_claim:
        mask[1] |= own_kongs(flow, state, seat)


# Another's tile

cdef uint64_t ban_after(const FlowData *flow, int kind, int place) noexcept nogil:
    """Kinds not to be thrown after a claim. `place` of the claimed tile in a chow, or -1."""
    cdef uint64_t ban
    if flow.kuikae == KUIKAE_NONE:
        return 0
    ban = <uint64_t>1 << kind
    if flow.kuikae == KUIKAE_BOTH:
        # the other end of the run
        if place == 0 and kind % 9 <= 5:
            ban |= <uint64_t>1 << (kind + 3)
        elif place == 2 and kind % 9 >= 3:
            ban |= <uint64_t>1 << (kind - 3)
    return ban


cdef void put_chow(const Seat *own, int kind, int place, uint64_t *mask) noexcept nogil:
    """With plain fives, with the red one, or both."""
    cdef int lowest = kind - place, i, five = -1
    for i in range(3):
        if i != place and (lowest + i) % 9 == 4:
            five = lowest + i
    if five < 0 or own.reds[five // 9] < own.hand[five]:
        put(mask, CHOW + place)
    if five >= 0 and own.reds[five // 9]:
        put(mask, CHOW_RED + place)


cdef void claim_mask(const State *state, int seat, uint64_t *mask) noexcept nogil:
    cdef const Seat *own = &state.seats[seat]
    cdef int options = state.pend[seat].options, kind = state.last & KIND_BITS, place, reds = 0
    if options & CAN_WIN:
        put(mask, WIN)
        if options & MUST_WIN:
            return
    put(mask, PASS)
    if options & CAN_PUNG:
        if kind < SUIT_KINDS and kind % 9 == 4:
            reds = own.reds[kind // 9]
        if own.hand[kind] - reds >= 2:
            put(mask, PUNG)
        if reds:
            put(mask, PUNG_RED)
    if options & CAN_KONG:
        put(mask, KONG)
    if options & CAN_CHOWS:
        for place in range(3):
            if options & CAN_CHOW << place:
                put_chow(own, kind, place, mask)


# Before the first turn

cdef void exchange_mask(const State *state, int seat, uint64_t *mask) noexcept nogil:
    """A suit with three tiles; after the first pick that suit."""
    cdef const Seat *own = &state.seats[seat]
    cdef int suit, kind, tiles
    if own.n_picks:
        mask[0] = own.have & suit_of((own.picks[0] & KIND_BITS) // 9)
        return
    for suit in range(3):
        tiles = 0
        for kind in range(9 * suit, 9 * suit + 9):
            tiles += own.hand[kind]
        if tiles >= PICKS:
            mask[0] |= own.have & suit_of(suit)


cdef uint16_t pending_seats(const FlowData *flow, const State *state) noexcept nogil:
    cdef uint16_t found = 0
    cdef int seat, phase = state.phase, best = 0
    if phase == PHASE_TURN or phase == PHASE_THROW:
        return 1 << state.turn
    if phase == PHASE_FLOWER or phase == PHASE_READY:
        return 1 << state.setup_seat
    if phase == PHASE_CLAIM or phase == PHASE_ROB:
        best = best_answer(state)
    for seat in range(state.players):
        if phase == PHASE_PIAO or phase == PHASE_VOID:
            if state.pend[seat].answer == NO_ACTION:
                found |= 1 << seat
        elif phase == PHASE_EXCHANGE:
            if state.seats[seat].n_picks < PICKS:
                found |= 1 << seat
        elif phase == PHASE_CLAIM or phase == PHASE_ROB:
            if open_key(flow, state, seat, best):
                found |= 1 << seat
    return found


cdef void seat_mask(const FlowData *flow, const State *state, int seat, uint64_t *mask) noexcept nogil:
    if seat < state.players and pending_seats(flow, state) >> seat & 1:
        pending_mask(flow, state, seat, mask)
    else:
        memset(mask, 0, 4 * sizeof(uint64_t))


cdef void pending_mask(const FlowData *flow, const State *state, int seat, uint64_t *mask) noexcept nogil:
    cdef int phase = state.phase, number
    memset(mask, 0, 4 * sizeof(uint64_t))
    if phase == PHASE_TURN:
        turn_mask(flow, state, seat, mask)
    elif phase == PHASE_THROW:
        throw_mask(flow, state, seat, mask)
    elif phase == PHASE_CLAIM or phase == PHASE_ROB:
        claim_mask(state, seat, mask)
    elif phase == PHASE_EXCHANGE:
        exchange_mask(state, seat, mask)
    elif phase == PHASE_VOID:
        for number in range(3):
            put(mask, VOID + number)
    elif phase == PHASE_PIAO:
        for number in range(flow.piao_most + 1):
            put(mask, NUMBER + number)
    else:
        put(mask, WIN if phase == PHASE_FLOWER else READY)
        put(mask, PASS)
