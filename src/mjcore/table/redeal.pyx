"""Another deal of what a seat does not know: a table for search with hidden information.

The copy starts from what the seat sees. The tiles that it does not see are shuffled and dealt to the places that it
does not see: hands, face-down kongs and discards, the wall. No other fact of the state goes into it, so that the same
seed gives the same table whatever the hidden tiles were. Answers that are not public are asked for again.
"""
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from mjcore.hand.kinds cimport CHOW, CONCEALED_KONG, meld_claimed, meld_kind, meld_type
from mjcore.table.actions cimport NO_ACTION, PASS
from mjcore.table.flow cimport FlowData
from mjcore.table.hands cimport open_waits, ready_discards, set_waits
from mjcore.table.machine cimport apply, refresh, refresh_options
from mjcore.table.masks cimport ban_after, throwable
from mjcore.table.moves cimport set_waits_before_draw
from mjcore.table.observe cimport censor
from mjcore.table.state cimport (
    AS_DISCARD, BAR_HAND, BAR_TURN, HAS_WON, IS_FROZEN, IS_READY, IS_SHOWN, KIND_BITS, NOBODY, NOTHING, PHASE_CLAIM,
    PHASE_END, PHASE_READY, PHASE_ROB, PHASE_THROW, PHASE_VOID, READY_PENDING, RIVER_LAID, RIVER_READY, RIVER_SEAT,
    UNSAFE_THROW, Seat, State, next_seat,
)
from mjcore.table.unseen cimport (
    TILE_BITS, TILE_BYTES, Unseen, any_below, awaits_rob, bit, collect_unseen, exchange, give, is_plain, lies_down,
    shuffle_unseen,
)
from mjcore.table.wall cimport key_of, mixed

cdef enum:
    MOST_SWAPS = 8000
    AWAY = 32                  # one swap of so many may lead away, out of hands that no swap makes better


# Hands that are ready

cdef int owner_of(const State *out, const Unseen *unseen, int place) noexcept nogil:
    """Whose hand a tile is dealt to; NOBODY for the wall."""
    cdef int by
    for by in range(out.players):
        if unseen.first[by] <= place < unseen.first[by] + unseen.count[by]:
            return by
    return NOBODY


cdef void make_ready(const FlowData *flow, State *out, int seat, uint16_t fixed, Unseen *unseen) noexcept nogil:
    """Exchanges tiles until the hand is ready without its drawn tile. Hands in `fixed` keep theirs."""
    cdef Seat *own = &out.seats[seat]
    cdef int first = unseen.first[seat], n = unseen.count[seat] - (own.tiles % 3 == 2)
    cdef int i, j, _, best, owner, kind, other
    for i in range(first, first + n):
        own.hand[unseen.tiles[i] & KIND_BITS] += 1
    set_waits(flow, out, seat)
    best = own.distance
    for _ in range(MOST_SWAPS):
        if n <= 0 or own.waits:
            break
        i = first + any_below(unseen, n)
        j = any_below(unseen, unseen.n)
        kind = unseen.tiles[i] & KIND_BITS
        other = unseen.tiles[j] & KIND_BITS
        if kind == other or not is_plain(flow, other) or first <= j < first + n:
            continue
        owner = owner_of(out, unseen, j)
        if owner != NOBODY and fixed >> owner & 1:
            continue
        own.hand[kind] -= 1
        own.hand[other] += 1
        set_waits(flow, out, seat)
        if own.distance <= best or any_below(unseen, AWAY) == 0:
            best = own.distance
            exchange(unseen.tiles, i, j)
        else:
            own.hand[kind] += 1
            own.hand[other] -= 1
    for i in range(first, first + n):
        own.hand[unseen.tiles[i] & KIND_BITS] -= 1


cdef void replace_banned(const FlowData *flow, int place, uint64_t ban, Unseen *unseen) noexcept nogil:
    """Exchanges a tile of a kind in `ban` for another of the wall."""
    cdef int i
    if ban >> (unseen.tiles[place] & KIND_BITS) & 1:
        for i in range(unseen.n_hands, unseen.n):
            if not ban >> (unseen.tiles[i] & KIND_BITS) & 1 and is_plain(flow, unseen.tiles[i]):
                exchange(unseen.tiles, place, i)
                return


cdef inline bint declares(const State *out, int seat) noexcept nogil:
    """Whether the seat has said that it is ready, and has its discard to choose."""
    return out.phase == PHASE_THROW and out.turn == seat and out.seats[seat].flags & READY_PENDING


cdef void make_all_ready(const FlowData *flow, bint consistent, State *out, Unseen *unseen) noexcept nogil:
    """Who declares has to have a discard that leaves it ready: the drawn tile will do. Others by option."""
    cdef uint16_t fixed = 0
    cdef int by
    for by in range(out.players):
        if unseen.count[by] and not awaits_rob(out, by) and (declares(out, by) or (
                consistent and out.seats[by].flags & (IS_READY | READY_PENDING | IS_FROZEN | HAS_WON))):
            make_ready(flow, out, by, fixed, unseen)
            fixed |= 1 << by
            if declares(out, by) and flow.protect_shown and unseen.drawn_at >= 0:
                replace_banned(flow, unseen.drawn_at, out.shown_waits, unseen)


# Putting tiles in their places

cdef void put_hands(State *out, const Unseen *unseen) noexcept nogil:
    cdef int by, i
    for by in range(out.players):
        for i in range(unseen.first[by], unseen.first[by] + unseen.count[by]):
            give(&out.seats[by], unseen.tiles[i])
    if unseen.drawn_at >= 0:
        out.drawn = unseen.tiles[unseen.drawn_at]


cdef void put_discards(const FlowData *flow, State *out, const Unseen *unseen) noexcept nogil:
    """Discards that lie face down, behind the hands."""
    cdef int i, n = 0
    for i in range(out.players):
        n += unseen.count[i]
    for i in range(out.n_river):
        if lies_down(flow, out.river[i]):
            out.river[i] = (out.river[i] & ~TILE_BITS) | unseen.tiles[n]
            n += 1
        if out.river[i] & RIVER_LAID != RIVER_LAID:
            out.seats[out.river[i] >> RIVER_SEAT].thrown |= bit(out.river[i] & KIND_BITS)


cdef void put_wall(const FlowData *flow, State *out, Unseen *unseen) noexcept nogil:
    """The places not drawn yet; those before get what lies elsewhere, so that the wall has every tile once."""
    cdef int i, tile = 0
    for i in range(unseen.n_places):
        out.wall[unseen.places[i]] = unseen.tiles[unseen.n_hands + i]
    memset(unseen.pool, 0, TILE_BYTES)
    for i in range(flow.n_tiles):
        unseen.pool[flow.tiles[i]] += 1
    for i in range(out.n_wall):
        if out.wall[i] != NOTHING:
            unseen.pool[out.wall[i]] -= 1
    for i in range(unseen.n_gone):
        while tile < TILE_BYTES - 1 and unseen.pool[tile] <= 0:
            tile += 1
        unseen.pool[tile] -= 1
        out.wall[unseen.gone[i]] = tile


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


cdef void ban_again(const FlowData *flow, State *out, Unseen *unseen) noexcept nogil:
    """What the seat that claimed may not throw; it has something else."""
    cdef const Seat *own = &out.seats[out.turn]
    cdef int i, latest = 0, kind = out.last & KIND_BITS
    if own.n_melds == 0:
        return
    for i in range(own.n_melds):
        if own.meld_order[i] > own.meld_order[latest]:
            latest = i
    out.ban = ban_after(flow, kind, meld_claimed(own.melds[latest]) if meld_type(own.melds[latest]) == CHOW else -1)
    for i in range(unseen.count[out.turn]):
        if not out.ban >> (unseen.tiles[unseen.first[out.turn] + i] & KIND_BITS) & 1:
            return
    replace_banned(flow, unseen.first[out.turn], out.ban, unseen)


cdef void set_question(const FlowData *flow, State *out, int seat) noexcept nogil:
    """Who is asked, and what. Where nobody has anything to say the hand goes on."""
    cdef const Seat *own = &out.seats[out.turn]
    cdef int answer = NO_ACTION
    if out.turn != seat and declares(out, out.turn):
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
    # `seat` too, whose hand says whether it can be asked
    while out.phase == PHASE_READY and (
            out.seats[out.setup_seat].flags & IS_READY or not open_waits(flow, &out.seats[out.setup_seat])):
        apply(flow, out, NULL, out.setup_seat, PASS)


cdef bint redeal(const FlowData *flow, const State *state, int seat, uint64_t seed, bint consistent,
                 State *out) noexcept nogil:
    cdef Unseen unseen
    cdef int by
    # from here on what the seat sees is all that counts
    censor(flow, state, seat, out)
    out.key = key_of(seed, 0)
    unseen.key = mixed(out.key)
    unseen.counter = 0
    collect_unseen(flow, seat, out, &unseen)
    shuffle_unseen(flow, out, &unseen)
    if unseen.n != unseen.n_hands + unseen.n_places:
        return False
    make_all_ready(flow, consistent, out, &unseen)
    if out.phase == PHASE_THROW and out.turn != seat and not declares(out, out.turn):
        ban_again(flow, out, &unseen)
    put_hands(out, &unseen)
    if flow.hides_discards:
        put_discards(flow, out, &unseen)
    put_wall(flow, out, &unseen)
    put_question(out)
    for by in range(out.players):
        if unseen.count[by]:
            set_seat(flow, out, by)
    if out.phase != PHASE_END:
        set_question(flow, out, seat)
    return True
