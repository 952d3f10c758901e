"""A state as Python objects: hands, melds, rivers, events, and the facts that a result is made of."""
from libc.string cimport memcpy, memset

from mjcore.fans.wins cimport ON_KONG_DISCARD, ROB_KONG, Win
from mjcore.hand.handdata cimport HandData
from mjcore.hand.hands cimport make_hand
from mjcore.hand.kinds cimport ADDED_KONG, CONCEALED_KONG, EXPOSED_KONG, meld_kind
from mjcore.hand.text cimport meld_object, tile_object
from mjcore.table.flow cimport READY_RIICHI, FlowData
from mjcore.table.log cimport (
    EVENT_READY_PAID, EVENT_STANDS, EVENT_WIN, Event, Log, WinRecord,
)
from mjcore.table.state cimport (
    ASIDE_FIRST, HAS_WON, IS_DOUBLE, IS_FROZEN, IS_OPEN, IS_READY, IS_SHOWN, KIND_BITS, NO_VOID, NOBODY, NOTHING,
    ONE_SHOT, READY_DEAL, READY_FIRST, READY_PENDING, RIVER_CLAIMED, RIVER_DRAWN, RIVER_LAID,
    RIVER_READY, RIVER_SEAT, RIVER_WON, THREW_OTHER, UNSAFE_THROW, WAS_CALLED, Seat, State,
)
from mjcore.table.wall cimport dora_place

from mjcore.table import flow as flow_module
from mjcore.table.events import EVENT_NAMES, Event as _Event, Thrown

REASONS = ("", "win", "exhaustive", "nagashi", "nine_kinds", "four_winds", "four_riichi", "four_kongs", "three_rons")
KONG_NAMES = {EXPOSED_KONG: "exposed kong", ADDED_KONG: "added kong", CONCEALED_KONG: "concealed kong"}
FLAGS = (
    (IS_READY, "ready"), (READY_PENDING, "declaring"), (IS_DOUBLE, "double"), (ONE_SHOT, "one_shot"), (IS_OPEN, "open"),
    (IS_SHOWN, "shown"), (HAS_WON, "won"), (IS_FROZEN, "frozen"), (READY_DEAL, "ready_at_deal"),
    (READY_FIRST, "ready_first_turn"),
)
cdef enum:
    NORTH = 30
    ALL_ASIDE = 40


cdef object tile_or_none(int tile):
    return None if tile == NOTHING else tile_object(tile)


cdef tuple seats_of(int mask):
    return tuple([seat for seat in range(16) if mask >> seat & 1])


cdef void copy_hand(const Seat *own, HandData *out) noexcept:
    cdef int i
    memcpy(out.counts, own.hand, 64)
    out.n_melds = 0
    memset(out.melds, 0, sizeof(out.melds))
    for i in range(own.n_melds):
        # of an observed hand a concealed kong may be unknown
        if meld_kind(own.melds[i]) != KIND_BITS:
            out.melds[out.n_melds] = own.melds[i]
            out.n_melds += 1
    for i in range(3):
        out.reds[i] = own.reds[i]


cdef object hand_of(const State *state, int seat):
    cdef HandData data
    copy_hand(&state.seats[seat], &data)
    return make_hand(&data)


cdef tuple melds_of(const State *state, int seat):
    """Melds; None for a concealed kong that the observer does not know."""
    cdef const Seat *own = &state.seats[seat]
    return tuple([None if meld_kind(own.melds[i]) == KIND_BITS else meld_object(own.melds[i])
                  for i in range(own.n_melds)])


cdef tuple river_of(const State *state, int seat):
    """The discards of a seat; tiles laid aside after a win are none."""
    cdef int i, entry
    out = []
    for i in range(state.n_river):
        entry = state.river[i]
        if entry >> RIVER_SEAT == seat and entry & RIVER_LAID != RIVER_LAID:
            out.append(Thrown(tile_object(entry & 127), bool(entry & RIVER_DRAWN), bool(entry & RIVER_CLAIMED),
                              bool(entry & RIVER_WON), bool(entry & RIVER_READY)))
    return tuple(out)


cdef tuple aside_tiles(const State *state, int seat):
    cdef int kind, _copy
    out = []
    for kind in range(ALL_ASIDE):
        for _copy in range(state.seats[seat].aside[kind]):
            out.append(tile_object(kind + ASIDE_FIRST))
    return tuple(out)


cdef tuple dora_tiles(const FlowData *flow, const State *state):
    cdef int i
    out = []
    for i in range(state.dora_shown):
        out.append(tile_object(state.wall[dora_place(flow, state, i)]))
    return tuple(out)


cdef tuple flag_names(const State *state, int seat):
    cdef int flags = state.seats[seat].flags
    return tuple([name for bit, name in FLAGS if flags & bit])


cdef object events_of(const Log *log):
    cdef Event event
    cdef int i
    if log == NULL:
        return None
    if log.failed:
        raise MemoryError("the log was cut off without memory")
    out = []
    for i in range(log.n_events):
        # a copy: making objects may let another thread play on, and the log moves as it grows
        event = log.events[i]
        out.append(_Event(EVENT_NAMES[event.what], None if event.seat == NOBODY else event.seat,
                          tile_or_none(event.tile), None if event.other == NOBODY else event.other, event.how,
                          event.value))
    return tuple(out)


# What a result is made of

cdef object seat_or_none(int seat):
    return None if seat == NOBODY else seat


cdef dict player_facts(const State *state, int seat):
    cdef const Seat *own = &state.seats[seat]
    cdef int i, entry
    discards = []
    for i in range(state.n_river):
        entry = state.river[i]
        if entry >> RIVER_SEAT == seat and entry & RIVER_LAID != RIVER_LAID:
            discards.append(entry & KIND_BITS)
    return {
        "hand": hand_of(state, seat) if own.tiles % 3 == 1 else None,
        "won": bool(own.flags & HAS_WON),
        "void": None if own.void_suit == NO_VOID else "mps"[own.void_suit],
        "active": bool(own.flags & THREW_OTHER),
        "shown": bool(own.flags & IS_SHOWN),
        "discards": discards,
        "called": bool(own.flags & WAS_CALLED),
        "norths": own.aside[NORTH - ASIDE_FIRST],
    }


cdef dict win_facts(const State *state, const WinRecord *record):
    cdef Win win = Win.__new__(Win)
    win.data = record.win
    return {
        "seat": record.seat,
        "loser": seat_or_none(record.loser),
        "win": win,
        "kong_giver": seat_or_none(record.kong_giver),
        "liable": seat_or_none(record.liable),
        "fed": tuple([(flow_module.PAO[i], record.fed[i]) for i in range(3) if record.fed[i] != NOBODY]),
        "honba": record.honba,
        "sticks": record.sticks,
        "horse": None if record.horse == NOTHING else record.horse,
        "place": record.place,
        "shown": seats_of(record.shown),
        "won": seats_of(record.won),
        "together": seats_of(record.together),
        "piao": tuple([state.seats[seat].piao for seat in range(state.players)]),
        # the tile of a kong is no throw
        "unsafe": record.loser != NOBODY and not record.win.circumstances & ROB_KONG
        and bool(state.seats[record.loser].flags & UNSAFE_THROW),
        "after_kong_discard": bool(record.win.circumstances & ON_KONG_DISCARD)
        and not record.win.circumstances & ROB_KONG,
    }


cdef list history_of(const FlowData *flow, const State *state, const Log *log):
    cdef Event event
    cdef WinRecord record
    cdef int i, won = 0
    out = []
    for i in range(log.n_events):
        event = log.events[i]
        if event.what == EVENT_STANDS:
            out.append(("kong", {
                "seat": event.seat, "type": KONG_NAMES[event.how], "tile": event.tile & KIND_BITS,
                "source": seat_or_none(event.other), "fresh": bool(event.value >> 8), "chain": event.value & 255,
                "won": seats_of(won), "robbed": False,
            }))
        elif event.what == EVENT_WIN:
            record = log.wins[event.value]
            out.append(("win", win_facts(state, &record)))
            won |= 1 << event.seat
        elif event.what == EVENT_READY_PAID and flow.ready == READY_RIICHI:
            out.append(("deposit", {"seat": event.seat}))
    return out


cdef dict all_facts(const FlowData *flow, const State *state, const Log *log):
    if log != NULL and log.failed:
        raise MemoryError("the log was cut off without memory")
    return {
        "reason": REASONS[state.reason],
        "deltas": tuple([state.seats[seat].delta for seat in range(state.players)]),
        "ready": seats_of(state.ready_end),
        "first_win": seats_of(state.first_win),
        "first_from": seat_or_none(state.first_from),
        "last_drawer": seat_or_none(state.last_drawer),
        "dealer": state.dealer,
        "round_wind": state.round_wind,
        "honba": state.honba,
        "sticks": state.sticks,
        "streak": state.streak,
        "scores": tuple([state.seats[seat].start for seat in range(state.players)]),
        "history": None if log == NULL else history_of(flow, state, log),
        "players": [player_facts(state, seat) for seat in range(state.players)],
    }
