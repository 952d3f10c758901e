# What happened in a hand: events of eight bytes and the wins. A state does not need it; a clone has none.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t

from mjcore.fans.wins cimport WinData

cdef enum Happened:
    EVENT_START                # seat: the dealer
    EVENT_DICE                 # value
    EVENT_FLIP                 # tile: the indicator of the wild kind
    EVENT_PIAO                 # seat, value
    EVENT_PICK                 # seat, tile: for the exchange
    EVENT_EXCHANGE             # value: seats that tiles move on by
    EVENT_VOID                 # seat, value: suit
    EVENT_ASIDE                # seat, tile: a flower set aside
    EVENT_DRAW                 # seat, tile, how: where from (Draw)
    EVENT_READY                # seat: declared; how: 1 double, 2 at the deal, 3 in the first turn
    EVENT_READY_PAID           # seat
    EVENT_DISCARD              # seat, tile; how: 1 thrown as drawn
    EVENT_CHOW                 # seat, tile claimed, other: from; value: packed meld
    EVENT_PUNG
    EVENT_KONG                 # seat, tile, other: from (or the own seat); how: type of meld; value: packed meld
    # the kong that nobody robbed: seat, tile, other: from; how: type; value: chain, and 256 if its tile was just drawn
    EVENT_STANDS
    EVENT_ROB                  # seat, tile: a kong, north or flower that could be robbed was; other: from
    EVENT_EXTRACT              # seat, tile
    EVENT_DORA                 # tile: an indicator turned
    EVENT_HORSE                # tile
    EVENT_WIN                  # seat, tile, other: from (NOBODY: self-drawn); value: number of the record
    EVENT_PAY                  # seat pays other; how: Why; value: amount
    EVENT_EXHAUSTIVE
    EVENT_ABORT                # how: Reason
    EVENT_END
    EVENTS

# Why money moved.
cdef enum Why:
    WHY_WIN
    WHY_KONG
    WHY_KONG_REFUND            # the kong's discard was won
    WHY_KONG_MOVED             # to the winner
    WHY_NOT_READY_REFUND
    WHY_PIG
    WHY_PIG_FINE
    WHY_NOT_READY
    WHY_DEPOSIT
    WHY_STICKS
    WHY_HONBA
    WHY_NOTEN
    WHY_NAGASHI
    WHY_PAO
    REASONS_TO_PAY

cdef struct Event:
    uint8_t what
    uint8_t seat
    uint8_t tile
    uint8_t other
    uint8_t how
    uint8_t reserved[3]
    int32_t value

# A win as it was scored and paid.
cdef struct WinRecord:
    WinData win
    uint8_t seat
    uint8_t loser              # NOBODY: self-drawn
    uint8_t kong_giver         # gave the tile of the exposed kong whose replacement won; NOBODY
    uint8_t liable             # pao; NOBODY
    uint8_t fed[3]             # by what of pao: who is liable for it; NOBODY
    uint8_t honba              # that this win collects
    uint8_t sticks
    uint8_t horse              # tile; NOTHING
    uint8_t place              # among the wins on one tile, 0 the first
    uint16_t shown             # seats that had laid their hands open
    uint16_t won               # seats that had won before
    uint16_t together          # all who won on this tile
    int32_t total
    int32_t unit               # base points, unit: what it was paid by

# A kong that stands, for its payment.
cdef struct Log:
    Event *events
    int n_events
    int events_room
    WinRecord *wins
    int n_wins
    int wins_room
    uint8_t *steps             # seat, action
    int n_steps
    int steps_room
    bint failed                # no memory: what follows is lost

cdef Log *new_log() noexcept nogil
cdef void free_log(Log *log) noexcept nogil
cdef Log *copy_log(const Log *log) noexcept nogil
cdef void append_event(Log *log, int what, int seat, int tile, int other, int how, int value) noexcept nogil
cdef WinRecord *add_win(Log *log) noexcept nogil
cdef void add_step(Log *log, int seat, int action) noexcept nogil


cdef inline void add_event(Log *log, int what, int seat, int tile, int other, int how, int value) noexcept nogil:
    if log != NULL:
        append_event(log, what, seat, tile, other, how, value)
