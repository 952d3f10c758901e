"""Another deal of what a seat does not know: a table for search with hidden information.

The copy starts from what the seat sees. The tiles that it does not see are shuffled and dealt to the places that it
does not see: hands, face-down kongs and discards, the wall. No other fact of the state goes into it, so that the same
seed gives the same table whatever the hidden tiles were. Answers that are not public are asked for again.
"""
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport count_bits, first_bit
from mjcore.hand.kinds cimport CONCEALED_KONG, SUIT_KINDS, meld_kind, meld_reds, meld_type, pack_meld
from mjcore.table.actions cimport PASS
from mjcore.table.flow cimport DRAW_DEAD, NO_FLOWERS, FlowData
from mjcore.table.hands cimport open_waits, ready_discards, set_waits
from mjcore.table.machine cimport apply, refresh_options
from mjcore.table.masks cimport throwable
from mjcore.table.moves cimport set_waits_before_draw
from mjcore.table.observe cimport censor, kongs_hidden, lies_open
from mjcore.table.state cimport (
    AS_ADDED_KONG, AS_DISCARD, BAR_HAND, BAR_TURN, HAS_WON, IS_FROZEN, IS_READY, IS_SHOWN, KIND_BITS, NOBODY, NOTHING,
    PHASE_CLAIM, PHASE_END, PHASE_EXCHANGE, PHASE_READY, PHASE_ROB, PHASE_THROW, PHASE_VOID, READY_PENDING, RED_TILE,
    RIVER_CLAIMED, RIVER_LAID, RIVER_READY, RIVER_SEAT, RIVER_WON, UNSAFE_THROW, Seat, State, next_seat,
)
from mjcore.table.wall cimport dora_place, key_of, mixed, random_below

cdef enum:
    TILE_BITS = 127
    TILE_BYTES = 128
    COPIES = 4
    HONOURS = 7
    MOST_SWAPS = 4000

# What is dealt, and where to.
cdef struct Deal:
    uint64_t key               # random numbers of its own
    uint64_t counter
    int n                      # hidden tiles
    int n_plain                # those that a hand may hold
    int n_hands                # as many go to hands and to face-down discards, the others to the wall
    int n_places
    int n_gone
    int drawn_at               # which of them the seat whose turn it is drew just now; -1: none
    int first[10]              # of a seat
    int count[10]
    uint8_t pool[128]          # by tile byte
    uint8_t tiles[184]         # in the order in which they are dealt
    uint8_t places[184]        # of the wall that nobody has seen
    uint8_t gone[184]          # and those whose tiles are out


cdef inline uint64_t bit(int kind) noexcept nogil:
    return <uint64_t>1 << kind


cdef inline bint is_five(int kind) noexcept nogil:
    return kind < SUIT_KINDS and kind % 9 == 4


cdef inline void give(Seat *seat, int tile) noexcept nogil:
    cdef int kind = tile & KIND_BITS
    seat.hand[kind] += 1
    seat.have |= bit(kind)
    if tile & RED_TILE:
        seat.reds[kind // 9] += 1


cdef inline void exchange(uint8_t *tiles, int i, int j) noexcept nogil:
    cdef uint8_t tile = tiles[i]
    tiles[i] = tiles[j]
    tiles[j] = tile


cdef inline bint lies_down(const FlowData *flow, const State *state, int seat, int discard) noexcept nogil:
    """Whether `seat` does not see this discard."""
    return flow.hides_discards and discard >> RIVER_SEAT != seat and not discard & (RIVER_WON | RIVER_CLAIMED)


# What is hidden

cdef inline bint awaits_rob(const State *state, int seat) noexcept nogil:
    """Whether a tile in the hand of `seat`, named as the fourth of a kong, is waiting to be robbed."""
    return state.phase == PHASE_ROB and state.last_seat == seat and state.last_what == AS_ADDED_KONG


cdef void collect_hand(const State *state, int seat, State *out, Deal *deal) noexcept nogil:
    """Tiles of the hand that are not known: all but those of the copy."""
    cdef const Seat *own = &state.seats[seat]
    cdef Seat *known = &out.seats[seat]
    cdef uint64_t left = own.have
    cdef int kind, number, reds, i
    if awaits_rob(state, seat) and not known.hand[state.last & KIND_BITS]:
        give(known, state.last)
    deal.count[seat] = 0
    while left:
        kind = first_bit(left)
        left &= left - 1
        number = own.hand[kind] - known.hand[kind]
        deal.count[seat] += number
        if is_five(kind):
            reds = own.reds[kind // 9] - known.reds[kind // 9]
            deal.pool[kind | RED_TILE] += reds
            number -= reds
        deal.pool[kind] += number
    if state.phase == PHASE_EXCHANGE:
        for i in range(own.n_picks):
            deal.pool[own.picks[i]] += 1
        deal.count[seat] += own.n_picks


cdef void collect_kongs(const State *state, int seat, Deal *deal) noexcept nogil:
    """Tiles of kongs that lie face down."""
    cdef const Seat *own = &state.seats[seat]
    cdef int i, kind, reds
    for i in range(own.n_melds):
        if meld_type(own.melds[i]) == CONCEALED_KONG:
            kind = meld_kind(own.melds[i])
            reds = count_bits(meld_reds(own.melds[i]))
            deal.pool[kind | RED_TILE] += reds
            deal.pool[kind] += COPIES - reds


cdef bint is_undrawn(const FlowData *flow, const State *state, int place) noexcept nogil:
    cdef int seat, end = state.back
    if state.private_walls:
        for seat in range(state.players):
            if state.own[seat] <= place < state.own_end[seat]:
                return True
        return False
    if flow.kong_draw == DRAW_DEAD:
        end = state.n_wall - state.replacements
    return state.front <= place < end and not state.taken[place >> 6] >> (place & 63) & 1


cdef void collect_wall(const FlowData *flow, const State *state, State *out, Deal *deal) noexcept nogil:
    cdef int place, turned = -1
    deal.n_places = deal.n_gone = 0
    for place in range(state.n_wall):
        if out.wall[place] != NOTHING:
            # it lies face up
            continue
        if is_undrawn(flow, state, place):
            deal.pool[state.wall[place]] += 1
            deal.places[deal.n_places] = place
            deal.n_places += 1
        else:
            if state.wall[place] == state.indicator:
                turned = deal.n_gone
            deal.gone[deal.n_gone] = place
            deal.n_gone += 1
    if turned >= 0:
        # the tile that makes a kind wild lies at one of them
        out.wall[deal.gone[turned]] = state.indicator
        deal.n_gone -= 1
        deal.gone[turned] = deal.gone[deal.n_gone]


cdef void collect(const FlowData *flow, const State *state, int seat, State *out, Deal *deal) noexcept nogil:
    """What `seat` does not see, by tile; the places in hands that it goes to."""
    cdef int by, i, n = 0
    memset(deal.pool, 0, TILE_BYTES)
    deal.drawn_at = -1
    for by in range(state.players):
        deal.first[by] = n
        deal.count[by] = 0
        if by == seat:
            continue
        collect_hand(state, by, out, deal)
        n += deal.count[by]
        if kongs_hidden(flow, state):
            collect_kongs(state, by, deal)
        if by == state.turn and state.drawn != NOTHING and out.drawn == NOTHING:
            if awaits_rob(state, by) and state.last_drawn:
                out.drawn = state.last
            elif deal.count[by]:
                deal.drawn_at = n - 1
    for i in range(state.n_river):
        if lies_down(flow, state, seat, state.river[i]):
            deal.pool[state.river[i] & TILE_BITS] += 1
            n += 1
    deal.n_hands = n
    collect_wall(flow, state, out, deal)


# Dealing

cdef void choose_kongs(const FlowData *flow, int seat, State *out, Deal *deal) noexcept nogil:
    """Kinds for the face-down kongs, out of those of which no tile is seen."""
    cdef Seat *other
    cdef uint64_t kinds = 0, left
    cdef int kind, by, i, skip, reds
    for kind in range(SUIT_KINDS + HONOURS):
        if not out.wild >> kind & 1 and deal.pool[kind] + deal.pool[kind | RED_TILE] == COPIES:
            kinds |= bit(kind)
    for by in range(out.players):
        other = &out.seats[by]
        for i in range(other.n_melds):
            if by == seat or meld_type(other.melds[i]) != CONCEALED_KONG or not kinds:
                continue
            left = kinds
            skip = random_below(deal.key, &deal.counter, count_bits(left))
            while skip:
                left &= left - 1
                skip -= 1
            kind = first_bit(left)
            kinds &= ~bit(kind)
            reds = deal.pool[kind | RED_TILE]
            deal.pool[kind] = deal.pool[kind | RED_TILE] = 0
            other.melds[i] = pack_meld(CONCEALED_KONG, kind, 0, 0, 0, ((1 << reds) - 1) << (COPIES - reds))


cdef inline bint is_plain(const FlowData *flow, int tile) noexcept nogil:
    """Whether a hand may hold the tile."""
    return flow.flower_rounds == NO_FLOWERS or not flow.flowers >> (tile & KIND_BITS) & 1


cdef void shuffle_hidden(const FlowData *flow, Deal *deal) noexcept nogil:
    cdef int tile, i, part, among
    deal.n = 0
    for part in range(2):
        for tile in range(TILE_BYTES):
            if deal.pool[tile] and is_plain(flow, tile) == (part == 0):
                for i in range(deal.pool[tile]):
                    deal.tiles[deal.n] = tile
                    deal.n += 1
        if part == 0:
            deal.n_plain = deal.n
    for i in range(deal.n - 1):
        # hands first, from what they may hold
        among = (deal.n_plain if i < deal.n_hands and i < deal.n_plain else deal.n) - i
        exchange(deal.tiles, i, i + random_below(deal.key, &deal.counter, among))


cdef int owner_of(const State *out, const Deal *deal, int place) noexcept nogil:
    """Whose hand a tile is dealt to; NOBODY for the wall."""
    cdef int by
    for by in range(out.players):
        if deal.first[by] <= place < deal.first[by] + deal.count[by]:
            return by
    return NOBODY


cdef void make_ready(const FlowData *flow, State *out, int seat, uint16_t fixed, Deal *deal) noexcept nogil:
    """Exchanges tiles until the hand is ready without its drawn tile. Hands in `fixed` keep theirs."""
    cdef Seat *own = &out.seats[seat]
    cdef int first = deal.first[seat], n = deal.count[seat] - (own.tiles % 3 == 2)
    cdef int i, j, tries, best, owner, kind, other
    for i in range(first, first + n):
        own.hand[deal.tiles[i] & KIND_BITS] += 1
    set_waits(flow, out, seat)
    best = own.distance
    for tries in range(MOST_SWAPS):
        if n <= 0 or own.waits:
            break
        i = first + random_below(deal.key, &deal.counter, n)
        j = random_below(deal.key, &deal.counter, deal.n)
        kind = deal.tiles[i] & KIND_BITS
        other = deal.tiles[j] & KIND_BITS
        if kind == other or not is_plain(flow, other) or first <= j < first + n:
            continue
        owner = owner_of(out, deal, j)
        if owner != NOBODY and fixed >> owner & 1:
            continue
        own.hand[kind] -= 1
        own.hand[other] += 1
        set_waits(flow, out, seat)
        if own.distance <= best:
            best = own.distance
            exchange(deal.tiles, i, j)
        else:
            own.hand[kind] += 1
            own.hand[other] -= 1
    for i in range(first, first + n):
        own.hand[deal.tiles[i] & KIND_BITS] -= 1


cdef void make_all_ready(const FlowData *flow, State *out, Deal *deal) noexcept nogil:
    cdef uint16_t fixed = 0
    cdef int by
    for by in range(out.players):
        if deal.count[by] and out.seats[by].flags & (IS_READY | READY_PENDING | IS_FROZEN | HAS_WON) and (
                not awaits_rob(out, by)):
            make_ready(flow, out, by, fixed, deal)
            fixed |= 1 << by


cdef void keep_a_discard(const FlowData *flow, State *out, int seat, Deal *deal) noexcept nogil:
    """After a claim the hand has a tile that may be thrown."""
    cdef int first = deal.first[seat], i
    for i in range(first, first + deal.count[seat]):
        if not out.ban >> (deal.tiles[i] & KIND_BITS) & 1:
            return
    for i in range(deal.n_hands, deal.n):
        if not out.ban >> (deal.tiles[i] & KIND_BITS) & 1 and is_plain(flow, deal.tiles[i]):
            exchange(deal.tiles, first, i)
            return


# Putting tiles in their places

cdef void put_hands(State *out, const Deal *deal) noexcept nogil:
    cdef int by, i
    for by in range(out.players):
        for i in range(deal.first[by], deal.first[by] + deal.count[by]):
            give(&out.seats[by], deal.tiles[i])
    if deal.drawn_at >= 0:
        out.drawn = deal.tiles[deal.drawn_at]


cdef void put_discards(const FlowData *flow, int seat, State *out, const Deal *deal) noexcept nogil:
    """Discards that lie face down, behind the hands."""
    cdef int i, n = 0
    for i in range(out.players):
        n += deal.count[i]
    for i in range(out.n_river):
        if lies_down(flow, out, seat, out.river[i]):
            out.river[i] = (out.river[i] & ~TILE_BITS) | deal.tiles[n]
            n += 1
        if out.river[i] & RIVER_LAID != RIVER_LAID:
            out.seats[out.river[i] >> RIVER_SEAT].thrown |= bit(out.river[i] & KIND_BITS)


cdef void put_wall(const FlowData *flow, State *out, Deal *deal) noexcept nogil:
    """The places not drawn yet; those before get what lies elsewhere, so that the wall has every tile once."""
    cdef int i, tile = 0
    memset(deal.pool, 0, TILE_BYTES)
    for i in range(flow.n_tiles):
        deal.pool[flow.tiles[i]] += 1
    for i in range(deal.n_places):
        out.wall[deal.places[i]] = deal.tiles[deal.n_hands + i]
    for i in range(out.n_wall):
        if out.wall[i] != NOTHING:
            deal.pool[out.wall[i]] -= 1
    for i in range(deal.n_gone):
        while tile < TILE_BYTES and not 0 < deal.pool[tile] < TILE_BYTES:
            tile += 1
        if tile == TILE_BYTES:
            return
        deal.pool[tile] -= 1
        out.wall[deal.gone[i]] = tile


cdef void put_question(const FlowData *flow, const State *state, State *out) noexcept nogil:
    """The tile in question, where it was hidden."""
    cdef const Seat *giver
    cdef int i, latest = -1
    if state.last == NOTHING or out.last != NOTHING:
        return
    if state.last_what == AS_DISCARD:
        for i in range(out.n_river):
            if out.river[i] >> RIVER_SEAT == state.last_seat:
                out.last = out.river[i] & TILE_BITS
        return
    giver = &out.seats[state.last_seat]
    for i in range(giver.n_melds):
        if meld_type(giver.melds[i]) == CONCEALED_KONG and (
                latest < 0 or giver.meld_order[i] > giver.meld_order[latest]):
            latest = i
    if latest >= 0:
        out.last = meld_kind(giver.melds[latest])


# What follows from the tiles

cdef void set_bars(const FlowData *flow, State *out, int seat) noexcept nogil:
    """Furiten by tiles that went by: since the own discard, or since riichi."""
    cdef Seat *own = &out.seats[seat]
    cdef int i, discard
    cdef bint ready = own.flags & IS_READY != 0
    if not flow.furiten or (out.turn == seat and out.drawn != NOTHING and not ready):
        return
    for i in range(out.n_river - 1, -1, -1):
        discard = out.river[i]
        if discard >> RIVER_SEAT == seat:
            if not ready or discard & RIVER_READY:
                return
        elif own.waits >> (discard & KIND_BITS) & 1 and not (out.phase == PHASE_CLAIM and i == out.n_river - 1):
            own.flags |= BAR_HAND if ready else BAR_TURN
            return


cdef void set_seat(const FlowData *flow, State *out, int seat) noexcept nogil:
    cdef Seat *own = &out.seats[seat]
    if out.phase > PHASE_VOID:
        if own.tiles % 3 == 1 or (out.turn == seat and out.drawn != NOTHING):
            set_waits_before_draw(flow, out, seat)
        else:
            # after a claim
            own.distance = 255
    set_bars(flow, out, seat)
    if flow.pay.liable_discard and out.phase == PHASE_CLAIM and out.last_seat == seat and (
            not own.flags & IS_SHOWN and out.shown_waits >> (out.last & KIND_BITS) & 1 and own.have & ~out.shown_waits):
        own.flags |= UNSAFE_THROW


cdef void set_question(const FlowData *flow, State *out, int seat) noexcept nogil:
    """Who is asked, and what. Where nobody has anything to say the hand goes on."""
    cdef const Seat *own = &out.seats[out.turn]
    if out.phase == PHASE_THROW and out.turn != seat and own.flags & READY_PENDING:
        out.ban = ~(ready_discards(flow, out, out.turn) & throwable(flow, out, own))
        if not own.have & ~out.ban:
            out.ban = 0
    refresh_options(flow, out)
    if (out.phase == PHASE_CLAIM or out.phase == PHASE_ROB) and out.asked == NOBODY:
        apply(flow, out, NULL, next_seat(out, out.last_seat, 1), PASS)
    while out.phase == PHASE_READY and out.setup_seat != seat and not open_waits(flow, &out.seats[out.setup_seat]):
        apply(flow, out, NULL, out.setup_seat, PASS)


cdef void redeal(const FlowData *flow, const State *state, int seat, uint64_t seed, bint consistent,
                 State *out) noexcept nogil:
    cdef Deal deal
    cdef int by
    censor(flow, state, seat, out)
    out.key = key_of(seed, 0)
    out.setup_seat = state.setup_seat
    deal.key = mixed(out.key)
    deal.counter = 0
    collect(flow, state, seat, out, &deal)
    if kongs_hidden(flow, state):
        choose_kongs(flow, seat, out, &deal)
    shuffle_hidden(flow, &deal)
    if consistent:
        make_all_ready(flow, out, &deal)
    if state.phase == PHASE_THROW and state.turn != seat and not state.seats[state.turn].flags & READY_PENDING:
        # it follows from the claim
        out.ban = state.ban
        keep_a_discard(flow, out, state.turn, &deal)
    put_hands(out, &deal)
    if flow.hides_discards:
        put_discards(flow, seat, out, &deal)
    put_wall(flow, out, &deal)
    put_question(flow, state, out)
    for by in range(state.players):
        if by != seat and not lies_open(flow, state, by):
            set_seat(flow, out, by)
    if out.phase != PHASE_END:
        set_question(flow, out, seat)
