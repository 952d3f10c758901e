"""Another deal of what a seat does not know: a table for search with hidden information.

The copy starts from what the seat sees. The tiles that it does not see are shuffled and dealt to the places that it
does not see: hands, face-down kongs and discards, the wall. No other fact of the state goes into it, so that the same
seed gives the same table whatever the hidden tiles were. Answers that are not public are asked for again.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport count_bits, first_bit
from mjcore.hand.kinds cimport (
    CHOW, CONCEALED_KONG, PUNG, SUIT_KINDS, meld_claimed, meld_kind, meld_reds, meld_type, pack_meld,
)
from mjcore.table.actions cimport NO_ACTION, PASS
from mjcore.table.flow cimport DRAW_DEAD, NO_FLOWERS, FlowData
from mjcore.table.hands cimport open_waits, ready_discards, set_waits
from mjcore.table.machine cimport apply, refresh, refresh_options
from mjcore.table.masks cimport ban_after, throwable
from mjcore.table.moves cimport set_waits_before_draw
from mjcore.table.observe cimport HIDDEN_KIND, censor, lies_open
from mjcore.table.state cimport (
    AS_ADDED_KONG, AS_DISCARD, ASIDE_FIRST, BAR_HAND, BAR_TURN, HAS_WON, IS_FROZEN, IS_READY, IS_SHOWN, KIND_BITS,
    MAX_WALL, NOBODY, NOTHING, PHASE_CLAIM, PHASE_END, PHASE_READY, PHASE_ROB, PHASE_THROW, PHASE_VOID, READY_PENDING,
    RED_TILE, RIVER_CLAIMED, RIVER_LAID, RIVER_READY, RIVER_SEAT, RIVER_WON, UNSAFE_THROW, Seat, State, next_seat,
    state_size,
)
from mjcore.table.wall cimport key_of, mixed, random_below

cdef enum:
    TILE_BITS = 127
    TILE_BYTES = 128
    COPIES = 4
    HONOURS = 7
    N_ASIDE = 40
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
    int n_kongs                # face-down ones
    int drawn_at               # which of them the seat whose turn it is drew just now; -1: none
    int first[10]              # place of the first tile of a seat
    int count[10]              # hidden tiles of its hand
    int8_t pool[128]           # by tile byte, what is not seen
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


cdef inline bint has_drawn(const State *state) noexcept nogil:
    """Whether the seat whose turn it is holds a tile that it drew, as all can see."""
    if state.phase == PHASE_THROW:
        return state.seats[state.turn].flags & READY_PENDING != 0
    return state.phase != PHASE_END and state.seats[state.turn].tiles % 3 == 2


cdef inline bint is_hidden(uint32_t meld) noexcept nogil:
    return meld_kind(meld) == HIDDEN_KIND


cdef void see_melds(const Seat *seat, Deal *deal) noexcept nogil:
    cdef uint32_t meld
    cdef int i, j, kind, reds
    for i in range(seat.n_melds):
        meld = seat.melds[i]
        if is_hidden(meld):
            deal.n_kongs += 1
            continue
        kind = meld_kind(meld)
        if meld_type(meld) == CHOW:
            for j in range(3):
                deal.pool[kind + j] -= 1
            kind = kind - kind % 9 + 4
        else:
            deal.pool[kind] -= 3 if meld_type(meld) == PUNG else COPIES
        reds = count_bits(meld_reds(meld))
        deal.pool[kind] += reds
        deal.pool[kind | RED_TILE] -= reds


cdef void see_seat(const Seat *seat, Deal *deal) noexcept nogil:
    """Takes what is known of the seat's tiles out of the pool."""
    cdef uint64_t left = seat.have
    cdef int kind, i
    while left:
        kind = first_bit(left)
        left &= left - 1
        deal.pool[kind] -= seat.hand[kind]
        if is_five(kind):
            deal.pool[kind] += seat.reds[kind // 9]
            deal.pool[kind | RED_TILE] -= seat.reds[kind // 9]
    for i in range(seat.n_picks):
        deal.pool[seat.picks[i]] -= 1
    if seat.n_aside:
        for i in range(N_ASIDE):
            deal.pool[ASIDE_FIRST + i] -= seat.aside[i]
    see_melds(seat, deal)


cdef int known_tiles(const Seat *seat) noexcept nogil:
    cdef uint64_t left = seat.have
    cdef int n = 0
    while left:
        n += seat.hand[first_bit(left)]
        left &= left - 1
    return n


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


cdef void see_wall(const FlowData *flow, const State *out, Deal *deal) noexcept nogil:
    """Places of the wall with a tile that nobody has seen, and empty ones."""
    cdef int place
    deal.n_places = deal.n_gone = 0
    for place in range(out.n_wall):
        if out.wall[place] != NOTHING:
            # it lies face up
            deal.pool[out.wall[place]] -= 1
        elif is_undrawn(flow, out, place):
            deal.places[deal.n_places] = place
            deal.n_places += 1
        else:
            deal.gone[deal.n_gone] = place
            deal.n_gone += 1
    if out.indicator != NOTHING:
        # it lies at one of the places where nothing can be drawn
        deal.pool[out.indicator] -= 1


cdef void collect(const FlowData *flow, int seat, State *out, Deal *deal) noexcept nogil:
    """The tiles that the seat does not see, and the places in hands that they go to."""
    cdef int by, i, n = 0
    cdef bint drew = has_drawn(out) and out.drawn == NOTHING
    memset(deal.pool, 0, TILE_BYTES)
    for i in range(flow.n_tiles):
        deal.pool[flow.tiles[i]] += 1
    deal.drawn_at = -1
    deal.n_kongs = 0
    for by in range(out.players):
        if by != seat and awaits_rob(out, by):
            if not out.seats[by].hand[out.last & KIND_BITS]:
                give(&out.seats[by], out.last)
            if drew and by == out.turn and out.last_drawn:
                out.drawn = out.last
                drew = False
        see_seat(&out.seats[by], deal)
        deal.first[by] = n
        deal.count[by] = out.seats[by].tiles - known_tiles(&out.seats[by])
        n += deal.count[by]
        if drew and by == out.turn and deal.count[by]:
            deal.drawn_at = n - 1
    for i in range(out.n_river):
        if lies_down(flow, out, seat, out.river[i]):
            n += 1
        elif not out.river[i] & RIVER_CLAIMED or out.river[i] & RIVER_LAID == RIVER_LAID:
            deal.pool[out.river[i] & TILE_BITS] -= 1
    deal.n_hands = n
    see_wall(flow, out, deal)


# Dealing

cdef void choose_kongs(State *out, Deal *deal) noexcept nogil:
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
            if not is_hidden(other.melds[i]) or not kinds:
                continue
            left = kinds
            skip = random_below(deal.key, &deal.counter, count_bits(left))
            while skip:
                left &= left - 1
                skip -= 1
            kind = first_bit(left)
            kinds &= ~bit(kind)
            reds = deal.pool[kind | RED_TILE]
            deal.pool[kind] = 0
            deal.pool[kind | RED_TILE] = 0
            other.melds[i] = pack_meld(CONCEALED_KONG, kind, 0, 0, 0, ((1 << reds) - 1) << (COPIES - reds))


cdef inline bint is_plain(const FlowData *flow, int tile) noexcept nogil:
    """Whether a hand may hold the tile."""
    return flow.flower_rounds == NO_FLOWERS or not flow.flowers >> (tile & KIND_BITS) & 1


cdef void shuffle_hidden(const FlowData *flow, Deal *deal) noexcept nogil:
    cdef int tile, i, part, among
    deal.n = 0
    for part in range(2):
        for tile in range(TILE_BYTES):
            if deal.pool[tile] > 0 and is_plain(flow, tile) == (part == 0):
                for i in range(deal.pool[tile]):
                    if deal.n < MAX_WALL:
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
    for i in range(deal.n_places):
        out.wall[deal.places[i]] = deal.tiles[deal.n_hands + i]
    memset(deal.pool, 0, TILE_BYTES)
    for i in range(flow.n_tiles):
        deal.pool[flow.tiles[i]] += 1
    for i in range(out.n_wall):
        if out.wall[i] != NOTHING:
            deal.pool[out.wall[i]] -= 1
    for i in range(deal.n_gone):
        while tile < TILE_BYTES - 1 and deal.pool[tile] <= 0:
            tile += 1
        deal.pool[tile] -= 1
        out.wall[deal.gone[i]] = tile


cdef void put_question(State *out) noexcept nogil:
    """The tile in question, where it was hidden."""
    cdef const Seat *giver
    cdef int i, latest = -1
    if out.last != NOTHING or out.last_seat >= out.players:
        return
    if out.last_what == AS_DISCARD:
        for i in range(out.n_river):
            if out.river[i] >> RIVER_SEAT == out.last_seat:
                out.last = out.river[i] & TILE_BITS
        return
    giver = &out.seats[out.last_seat]
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


cdef void ban_again(const FlowData *flow, State *out, Deal *deal) noexcept nogil:
    """What the seat that claimed may not throw; it keeps something else."""
    cdef const Seat *own = &out.seats[out.turn]
    cdef int i, latest = 0, kind = out.last & KIND_BITS
    if own.n_melds == 0:
        return
    for i in range(own.n_melds):
        if own.meld_order[i] > own.meld_order[latest]:
            latest = i
    out.ban = ban_after(flow, kind, meld_claimed(own.melds[latest]) if meld_type(own.melds[latest]) == CHOW else -1)
    keep_a_discard(flow, out, out.turn, deal)


cdef void set_question(const FlowData *flow, State *out, int seat) noexcept nogil:
    """Who is asked, and what. Where nobody has anything to say the hand goes on."""
    cdef const Seat *own = &out.seats[out.turn]
    cdef int answer = NO_ACTION
    if out.phase == PHASE_THROW and out.turn != seat and own.flags & READY_PENDING:
        out.ban = ~(ready_discards(flow, out, out.turn) & throwable(flow, out, own))
        if not own.have & ~out.ban:
            out.ban = 0
    if out.phase == PHASE_READY and out.setup_seat == out.dealer:
        # somebody is asked, nobody knows who
        out.setup_seat = next_seat(out, out.dealer, 1)
    if out.phase == PHASE_CLAIM or out.phase == PHASE_ROB:
        if out.pend[seat].options:
            answer = out.pend[seat].answer
        refresh_options(flow, out)
        if answer != NO_ACTION:
            out.pend[seat].answer = answer
            refresh(flow, out)
        if out.asked == NOBODY:
            if answer != NO_ACTION:
                apply(flow, out, NULL, seat, answer)
            else:
                apply(flow, out, NULL, next_seat(out, out.last_seat, 1), PASS)
        return
    refresh(flow, out)
    while out.phase == PHASE_READY and out.setup_seat != seat and (
            out.seats[out.setup_seat].flags & IS_READY or not open_waits(flow, &out.seats[out.setup_seat])):
        apply(flow, out, NULL, out.setup_seat, PASS)


cdef void redeal(const FlowData *flow, const State *state, int seat, uint64_t seed, bint consistent,
                 State *out) noexcept nogil:
    cdef Deal deal
    cdef int by
    # from here on what the seat sees is all that counts
    censor(flow, state, seat, out)
    out.key = key_of(seed, 0)
    deal.key = mixed(out.key)
    deal.counter = 0
    collect(flow, seat, out, &deal)
    if deal.n_kongs:
        choose_kongs(out, &deal)
    shuffle_hidden(flow, &deal)
    if deal.n != deal.n_hands + deal.n_places:
        # tiles are missing: no state of a game
        memcpy(out, state, state_size(state))
        return
    if consistent:
        make_all_ready(flow, out, &deal)
    if out.phase == PHASE_THROW and out.turn != seat and not out.seats[out.turn].flags & READY_PENDING:
        ban_again(flow, out, &deal)
    put_hands(out, &deal)
    if flow.hides_discards:
        put_discards(flow, seat, out, &deal)
    put_wall(flow, out, &deal)
    put_question(out)
    for by in range(out.players):
        if by != seat and not lies_open(flow, out, by):
            set_seat(flow, out, by)
    if out.phase != PHASE_END:
        set_question(flow, out, seat)
