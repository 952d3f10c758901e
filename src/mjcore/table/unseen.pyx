"""What a seat does not see: the tiles, and the places that they lie at.

Everything follows from what it does see: the tiles of the game less those that lie open, and the sizes of hands and of
the wall.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport count_bits, first_bit
from mjcore.hand.kinds cimport (
    CHOW, CONCEALED_KONG, KINDS, PUNG, SUIT_KINDS, meld_kind, meld_reds, meld_type, pack_meld,
)
from mjcore.table.flow cimport FlowData
from mjcore.table.observe cimport HIDDEN_KIND
from mjcore.table.state cimport (
    ASIDE_FIRST, KIND_BITS, MAX_WALL, NOTHING, PHASE_END, PHASE_THROW, READY_PENDING, RED_TILE, RIVER_CLAIMED,
    RIVER_LAID, Seat, State,
)
from mjcore.table.wall cimport is_undrawn

cdef enum:
    COPIES = 4
    N_ASIDE = 40


cdef inline bint is_five(int kind) noexcept nogil:
    return kind < SUIT_KINDS and kind % 9 == 4


cdef inline bint has_drawn(const State *state) noexcept nogil:
    """Whether the seat whose turn it is holds a tile that it drew, as all can see."""
    if state.phase == PHASE_THROW:
        return state.seats[state.turn].flags & READY_PENDING != 0
    return state.phase != PHASE_END and state.seats[state.turn].tiles % 3 == 2


cdef inline bint is_hidden(uint32_t meld) noexcept nogil:
    return meld_kind(meld) == HIDDEN_KIND


cdef void see_melds(const Seat *seat, Unseen *unseen) noexcept nogil:
    cdef uint32_t meld
    cdef int i, j, kind, reds
    for i in range(seat.n_melds):
        meld = seat.melds[i]
        if is_hidden(meld):
            unseen.n_kongs += 1
            continue
        kind = meld_kind(meld)
        if meld_type(meld) == CHOW:
            for j in range(3):
                unseen.pool[kind + j] -= 1
            kind = kind - kind % 9 + 4
        else:
            unseen.pool[kind] -= 3 if meld_type(meld) == PUNG else COPIES
        reds = count_bits(meld_reds(meld))
        unseen.pool[kind] += reds
        unseen.pool[kind | RED_TILE] -= reds


cdef void see_seat(const Seat *seat, Unseen *unseen) noexcept nogil:
    """Takes what is known of the seat's tiles out of the pool."""
    cdef uint64_t left = seat.have
    cdef int kind, i
    while left:
        kind = first_bit(left)
        left &= left - 1
        unseen.pool[kind] -= seat.hand[kind]
        if is_five(kind):
            unseen.pool[kind] += seat.reds[kind // 9]
            unseen.pool[kind | RED_TILE] -= seat.reds[kind // 9]
    for i in range(seat.n_picks):
        unseen.pool[seat.picks[i]] -= 1
    if seat.n_aside:
        for i in range(N_ASIDE):
            unseen.pool[ASIDE_FIRST + i] -= seat.aside[i]
    see_melds(seat, unseen)


cdef int known_tiles(const Seat *seat) noexcept nogil:
    cdef uint64_t left = seat.have
    cdef int n = 0
    while left:
        n += seat.hand[first_bit(left)]
        left &= left - 1
    return n


cdef void see_wall(const FlowData *flow, const State *view, Unseen *unseen) noexcept nogil:
    """Places of the wall with a tile that nobody has seen, and empty ones."""
    cdef int place
    unseen.n_places = unseen.n_gone = 0
    for place in range(view.n_wall):
        if view.wall[place] != NOTHING:
            # it lies face up
            unseen.pool[view.wall[place]] -= 1
        elif is_undrawn(flow, view, place):
            unseen.places[unseen.n_places] = place
            unseen.n_places += 1
        else:
            unseen.gone[unseen.n_gone] = place
            unseen.n_gone += 1
    if view.indicator != NOTHING:
        # it lies at one of the places where nothing can be drawn
        unseen.pool[view.indicator] -= 1


cdef void collect_unseen(const FlowData *flow, int seat, State *view, Unseen *unseen) noexcept nogil:
    """The tiles that the seat does not see, and the places in hands that they go to."""
    cdef int by, i, n = 0
    cdef bint drew = has_drawn(view) and view.drawn == NOTHING
    memset(unseen.pool, 0, TILE_BYTES)
    for i in range(flow.n_tiles):
        unseen.pool[flow.tiles[i]] += 1
    unseen.drawn_at = -1
    unseen.n_kongs = 0
    for by in range(view.players):
        if by != seat and awaits_rob(view, by):
            if not view.seats[by].hand[view.last & KIND_BITS]:
                give(&view.seats[by], view.last)
            if drew and by == view.turn and view.last_drawn:
                view.drawn = view.last
                drew = False
        see_seat(&view.seats[by], unseen)
        unseen.first[by] = n
        unseen.count[by] = view.seats[by].tiles - known_tiles(&view.seats[by])
        n += unseen.count[by]
        if drew and by == view.turn and unseen.count[by]:
            unseen.drawn_at = n - 1
    for i in range(view.n_river):
        if lies_down(flow, view.river[i]):
            n += 1
        elif not view.river[i] & RIVER_CLAIMED or view.river[i] & RIVER_LAID == RIVER_LAID:
            unseen.pool[view.river[i] & TILE_BITS] -= 1
    unseen.n_hands = n
    see_wall(flow, view, unseen)


cdef void choose_kongs(State *view, Unseen *unseen) noexcept nogil:
    """Kinds for the face-down kongs, out of those of which no tile is seen."""
    cdef Seat *other
    cdef uint64_t kinds = 0, left
    cdef int kind, by, i, skip, reds
    for kind in range(KINDS):
        if not view.wild >> kind & 1 and unseen.pool[kind] + unseen.pool[kind | RED_TILE] == COPIES:
            kinds |= bit(kind)
    for by in range(view.players):
        other = &view.seats[by]
        for i in range(other.n_melds):
            if not is_hidden(other.melds[i]) or not kinds:
                continue
            left = kinds
            skip = any_below(unseen, count_bits(left))
            while skip:
                left &= left - 1
                skip -= 1
            kind = first_bit(left)
            kinds &= ~bit(kind)
            reds = unseen.pool[kind | RED_TILE]
            unseen.pool[kind] = 0
            unseen.pool[kind | RED_TILE] = 0
            other.melds[i] = pack_meld(CONCEALED_KONG, kind, 0, 0, 0, ((1 << reds) - 1) << (COPIES - reds))


cdef void shuffle_unseen(const FlowData *flow, State *view, Unseen *unseen) noexcept nogil:
    cdef int tile, i, _, part, among
    if unseen.n_kongs:
        choose_kongs(view, unseen)
    unseen.n = 0
    for part in range(2):
        for tile in range(TILE_BYTES):
            if unseen.pool[tile] > 0 and is_plain(flow, tile) == (part == 0):
                for _ in range(unseen.pool[tile]):
                    if unseen.n < MAX_WALL:
                        unseen.tiles[unseen.n] = tile
                        unseen.n += 1
        if part == 0:
            unseen.n_plain = unseen.n
    for i in range(unseen.n - 1):
        # hands first, from what they may hold
        among = (unseen.n_plain if i < unseen.n_hands and i < unseen.n_plain else unseen.n) - i
        exchange(unseen.tiles, i, i + any_below(unseen, among))
