# A hand in play as one flat struct: no pointers, a fixed size, zero where nothing is. A copy of its bytes is a clone.
#
# Seats come last, so that only `state_size(state)` bytes are in use. What is marked *derived* follows from the rest.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    STATE_VERSION = 1
    MAX_SEATS = 10
    MAX_WALL = 184
    MAX_FEES = 24
    MOST_MELDS = 5
    NOBODY = 255               # as seat
    NOTHING = 255              # as tile or action
    RED_TILE = 64              # bit of a tile byte
    KIND_BITS = 63
    ASIDE_FIRST = 24           # first kind of Seat.aside
    NO_VOID = 3

# What the table waits for.
cdef enum Phase:
    PHASE_PIAO                 # every seat a number
    PHASE_EXCHANGE             # every seat three picks
    PHASE_VOID                 # every seat a suit
    PHASE_FLOWER               # a win on flowers, or none
    PHASE_READY                # ready at the deal, or not
    PHASE_TURN                 # the seat that drew
    PHASE_THROW                # a discard: after a claim, or after a declaration
    PHASE_CLAIM                # all who can take the discard
    PHASE_ROB                  # all who can win on the tile of a kong, on a north or a flower set aside
    PHASE_END
    PHASES

# Steps before the first turn, in this order.
cdef enum Setup:
    SETUP_PIAO
    SETUP_FLOWERS              # and the tile that makes a kind wild
    SETUP_EXCHANGE
    SETUP_VOID
    SETUP_FLOWER_WINS
    SETUP_READY
    SETUP_DONE

# Where the drawn tile came from.
cdef enum Draw:
    FROM_DEAL
    FROM_WALL
    FROM_KONG
    FROM_FLOWER
    FROM_EXTRACT

# How the tile in question was exposed.
cdef enum What:
    AS_DISCARD
    AS_ADDED_KONG
    AS_CONCEALED_KONG
    AS_EXTRACT
    AS_FLOWER

cdef enum Reason:
    NOT_OVER
    END_WIN                    # single wins, or a blood battle with one player left
    END_EXHAUSTIVE
    END_NAGASHI                # exhaustive, with nagashi mangan paid
    END_NINE_KINDS
    END_FOUR_WINDS
    END_FOUR_RIICHI
    END_FOUR_KONGS
    END_THREE_RONS
    REASONS

# Flags of a seat.
cdef enum:
    IS_READY = 1               # declared: riichi with its deposit paid, shown, listening
    READY_PENDING = 1 << 1     # declared in this turn, the discard still to pass
    IS_DOUBLE = 1 << 2         # riichi in the first turn
    ONE_SHOT = 1 << 3          # ippatsu
    TURN_TAKEN = 1 << 4        # has discarded, laid down a kong, set aside a north, or won on a draw and plays on
    IS_OPEN = 1 << 5           # has a claimed meld
    BAR_TURN = 1 << 6          # no win on a tile of others until the own draw; by 過水 on no discard
    BAR_HAND = 1 << 7          # nor to the end of the hand
    IS_SHOWN = 1 << 8
    HAS_WON = 1 << 9
    IS_FROZEN = 1 << 10        # throws what it draws
    THREW_OTHER = 1 << 11      # threw a tile of another suit while it held the void one
    READY_DEAL = 1 << 12       # declared at the deal
    READY_FIRST = 1 << 13      # in the first turn
    UNSAFE_THROW = 1 << 14     # its last discard was wanted by a shown hand although it had another
    WAS_CALLED = 1 << 15       # somebody claimed one of its discards

# Options of a seat that is asked about another's tile.
cdef enum:
    CAN_WIN = 1
    CAN_PUNG = 2
    CAN_KONG = 4
    CAN_CHOW = 8               # << place of the claimed tile: 8, 16, 32
    CAN_CHOWS = 56
    MUST_WIN = 64

# A discard in time order: bits 0-6 the tile, then
cdef enum:
    RIVER_WON = 1 << 7         # won on; a tile that a self-draw laid aside has RIVER_LAID too
    RIVER_CLAIMED = 1 << 8     # lies in a meld now
    RIVER_DRAWN = 1 << 9       # thrown as drawn
    RIVER_READY = 1 << 10      # with a declaration
    RIVER_KONG = 1 << 11       # after a kong
    RIVER_SEAT = 12            # shift of the seat
    RIVER_LAID = RIVER_WON | RIVER_CLAIMED

cdef struct Pending:
    uint8_t options
    uint8_t answer             # action id; NO_ACTION until there is one

# A kong's payment that may still be moved.
cdef struct Fee:
    uint8_t type               # as of melds (hand/kinds.pxd)
    uint8_t seat
    uint8_t source             # gave the tile; NOBODY
    uint8_t undone
    uint16_t payers            # seats, a mask
    uint16_t reserved
    int32_t amount             # from each payer

cdef struct Seat:
    # what a step touches
    uint8_t hand[64]           # concealed tiles by kind, the drawn one included
    uint64_t have              # derived: bit k when hand[k] > 0
    uint64_t waits             # derived: kinds that complete a shape, as of the last 3n + 1 tiles
    uint64_t thrown            # kinds among the own discards
    uint32_t flags
    uint8_t tiles              # derived: number of concealed tiles
    uint8_t n_melds
    uint8_t distance           # derived: tiles missing to a shape, as of the last 3n + 1 tiles
    uint8_t void_suit          # NO_VOID: none
    uint8_t reds[3]            # red fives in `hand`
    uint8_t piao
    uint8_t wins
    uint8_t missed             # 1 + most points of a win let pass since the own draw
    uint8_t n_picks
    uint8_t n_thrown
    uint8_t n_aside
    uint8_t picks[3]           # tile bytes picked for the exchange, not in `hand` any more
    int32_t delta              # money of this hand so far
    int32_t start              # score before it
    uint32_t melds[5]          # packed, hand/kinds.pxd
    uint8_t meld_from[5]       # seat that gave the claimed tile; the own one for a concealed kong
    uint8_t meld_order[5]      # number of its last change, counted over the table
    uint8_t aside[40]          # tiles set aside by kind, from ASIDE_FIRST on
    uint8_t reserved[2]

cdef struct State:
    uint64_t key               # random numbers
    uint64_t counter
    uint64_t mask[4]           # derived: legal actions of `asked`
    uint64_t wild              # kinds that are wild
    uint64_t ban               # kinds that the seat to throw may not throw: swap calls; what would not stay ready
    uint64_t shown_waits       # derived: what shown hands wait for
    uint64_t taken[3]          # places of the wall that are gone
    uint32_t rules_id          # of the compiled rule set
    uint16_t version
    uint16_t won               # seats that have won, a mask
    uint16_t first_win         # of the first win of the hand
    uint16_t kong_seats        # that have laid down kongs
    uint8_t players
    uint8_t phase
    uint8_t asked              # NOBODY: the hand is over
    uint8_t turn
    uint8_t dealer
    uint8_t round_wind
    uint8_t honba
    uint8_t sticks
    uint8_t streak
    uint8_t drawn              # tile byte in the hand of `turn`; NOTHING after a claim
    uint8_t draw_from
    uint8_t draws              # live draws made
    uint8_t before_draw        # live tiles before the last draw; 0: none yet
    uint8_t last               # the tile in question
    uint8_t last_seat
    uint8_t last_what
    uint8_t last_drawn         # it is the tile of the last draw
    uint8_t front              # place of the next tile
    uint8_t back               # place after the last live one
    uint8_t n_wall             # tiles of the wall at the start
    uint8_t left               # tiles in it
    uint8_t private_walls      # 0, or the walls of their own that seats draw from
    uint8_t own[10]            # place of the next tile of a private wall
    uint8_t own_end[10]
    uint8_t replacements       # drawn from the dead wall
    uint8_t dora_shown
    uint8_t dora_pending
    uint8_t indicator          # turned tile that makes a kind wild; NOTHING
    uint8_t horse              # turned tile; NOTHING
    uint8_t n_river
    uint8_t n_fees
    uint8_t n_orders           # changes of melds so far
    uint8_t kongs
    uint8_t kong_chain         # kongs in a row without a discard
    uint8_t chain_source       # gave the tile of the exposed kong whose replacement was drawn; NOBODY
    uint8_t n_won
    uint8_t first_from         # gave the tile of the first win; NOBODY for a self-draw
    uint8_t n_ready
    uint8_t calls              # claims, kongs and norths so far, up to 255
    uint8_t discards           # so far, up to 255
    uint8_t last_drawer        # who drew last
    uint8_t setup              # step of the setup
    uint8_t setup_seat
    uint8_t direction          # of the exchange: seats that tiles move on by
    uint8_t reason             # Reason
    uint8_t aborting           # Reason of an abortive draw that the discard leads to
    uint16_t ready_end         # seats ready at an exhaustive draw
    uint8_t auto_forced        # forced discards are made without asking
    uint8_t die                # of the last kong's replacement; 0: none
    uint8_t reserved[4]
    Pending pend[10]
    uint8_t seen[64]           # derived: copies face up by kind
    uint8_t wall[184]          # in drawing order
    uint16_t river[184]
    Fee fees[24]
    Seat seats[10]

cdef inline size_t state_size(const State *state) noexcept nogil:
    """Bytes in use."""
    return <size_t>(<const char *>&state.seats[state.players] - <const char *>state)

cdef inline int kind_of(int tile) noexcept nogil:
    return tile & KIND_BITS

cdef inline int next_seat(const State *state, int seat, int by) noexcept nogil:
    seat += by
    return seat - state.players if seat >= state.players else seat
