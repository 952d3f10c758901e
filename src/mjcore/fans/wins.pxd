# A win as a flat C struct: the unit of scoring. The same bytes are a record of batch.WIN_DTYPE.
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    WIN_VERSION = 1

# Circumstances of a win, bits of WinData.circumstances.
cdef enum:
    SELF_DRAW = 1
    ROB_KONG = 1 << 1          # won on the tile another player added to a pung
    LAST_TILE = 1 << 2         # the wall's last tile, drawn or discarded after it
    AFTER_KONG = 1 << 3        # self-draw on a kong replacement
    AFTER_FLOWER = 1 << 4      # self-draw on a flower replacement
    LAST_COPY = 1 << 5         # the other three copies are face up
    FIRST_TURN = 1 << 6        # before anybody's second turn: dealer's dealt hand, first draw, first discards
    DEALER = 1 << 7
    RIICHI = 1 << 8
    DOUBLE_RIICHI = 1 << 9
    OPEN_RIICHI = 1 << 10
    IPPATSU = 1 << 11
    ON_RIICHI_DISCARD = 1 << 12
    ON_KONG_DISCARD = 1 << 13
    READY_AT_DEAL = 1 << 14
    READY_FIRST_TURN = 1 << 15
    ROB_GOLD = 1 << 16
    SHOWN = 1 << 17            # hand laid open before the win
    SEA_FLOOR = 1 << 18        # self-draw among the last tiles that the rule set names
    EXPOSED_THREE = 1 << 19    # three copies of the winning tile are exposed, whatever the hand holds
    SEVEN_ROB_ONE = 1 << 20    # seven flowers take the eighth when another player exposes it
    LOSER_RIICHI = 1 << 21     # the one who gave the winning tile was in riichi
    LOSER_SHOWN = 1 << 22      # the one who gave the winning tile has laid his hand open
    KNOWN_CIRCUMSTANCES = (1 << 23) - 1
    # found by scoring, in no record; as many wins in a row as the rule set asks for; the second kong in a row
    STREAK_REACHED = 1 << 23
    DOUBLE_KONG = 1 << 24
    NO_WILD = 1 << 25          # no wild tile stands for another kind
    # those of which not every combination can be
    READY_DECLARED = READY_AT_DEAL | READY_FIRST_TURN
    DOUBTFUL = (ROB_KONG | AFTER_KONG | AFTER_FLOWER | LAST_COPY | FIRST_TURN | RIICHI | DOUBLE_RIICHI | OPEN_RIICHI
                | IPPATSU | ON_RIICHI_DISCARD | ON_KONG_DISCARD | LOSER_RIICHI | READY_DECLARED | SEVEN_ROB_ONE
                | LOSER_SHOWN)
    # said of the one who gave the winning tile: sound where there is one
    OF_DISCARDER = ON_KONG_DISCARD | LOSER_RIICHI | LOSER_SHOWN
    # a flower win has no winning tile
    NO_TILE = 255
    OF_FLOWER_WINS = SELF_DRAW | LAST_TILE | AFTER_KONG | AFTER_FLOWER | FIRST_TURN | DEALER | SEVEN_ROB_ONE
    USUAL_RIICHI = RIICHI | DOUBLE_RIICHI | IPPATSU
    GENERAL_CIRCUMSTANCES = 255    # those that every rule set takes, whether it looks at them or not

cdef struct WinData:
    # The first 64 bytes are all that a rule set without wild tiles and dora reads.
    uint8_t counts[34]         # concealed tiles, the winning tile included
    uint8_t win_tile           # kind; NO_TILE for a flower win, whose hand has one tile less
    uint8_t n_melds
    uint32_t melds[5]          # packed (hand/kinds.pxd), the first n_melds of them
    uint32_t circumstances
    uint8_t seat_wind          # 0..3 = E S W N
    uint8_t round_wind
    uint8_t flowers            # bit i = flower i + 1 of 1f..8f
    uint8_t version            # WIN_VERSION
    uint64_t wild_kinds        # kinds that are wild and keep their own face
    uint32_t frames            # held tiles of kinds 48-55, four bits each
    uint8_t royals_held        # bit i = kind 56 + i
    uint8_t royals_aside
    uint8_t jokers             # held plain jokers (kind 43)
    uint8_t caishen            # kinds 44-47: held bits 0-3, set aside bits 4-7
    uint8_t dora[5]            # indicators as kind + 1, 0 = none
    uint8_t ura[5]
    uint8_t red_fives          # among the concealed tiles: of m bits 0-1, of p bits 2-3, of s bits 4-5
    uint8_t norths             # norths set aside
    uint8_t payer              # seats after the winner in turn order: 1..3; 0 = not said
    uint8_t streak             # dealer's wins in a row
    uint8_t kong_chain         # kongs in a row without a discard before the winning draw
    uint8_t void_suit          # declared void suit + 1, 0 = none
    uint8_t reserved[8]

# What can be wrong with a win. Codes of batches; the texts are checks.ERROR_TEXTS.
cdef enum:
    WIN_OK = 0
    NO_WIN = 1                 # a proper hand, but no winning shape of the rule set
    BAD_VERSION = 2
    BAD_COUNT = 3
    BAD_MELD = 4
    FIVE_COPIES = 5
    BAD_WIN_TILE = 6
    BAD_SIZE = 7
    BAD_WIND = 8
    BAD_CIRCUMSTANCE = 9
    WILD_TILES = 10            # wild tiles or set-aside tiles that the rule set does not know
    ROB_AND_SELF_DRAW = 11
    ROB_AND_LAST_TILE = 12
    ROBBED_TILE_HELD = 13
    KONG_WIN_ON_DISCARD = 14
    KONG_WIN_WITHOUT_KONG = 15
    FLOWER_WIN_ON_DISCARD = 16
    FLOWER_WIN_WITHOUT_FLOWER = 17
    KONG_AND_FLOWER_WIN = 18
    LAST_COPY_HELD = 19
    FIRST_TURN_WITH_CLAIMS = 20
    FIRST_TURN_AND_LAST = 21
    DEALER_NOT_EAST = 22
    DEALER_FIRST_DISCARD = 23
    STREAK_NOT_DEALER = 24
    OTHER_CIRCUMSTANCE = 25    # one that the rule set does not have
    NOT_IN_TILE_SET = 26
    NO_CLAIMED_CHOWS = 27
    NO_SUCH_SEAT = 28          # a seat wind that nobody has in a game of so many
    RIICHI_OPEN_HAND = 29
    WITHOUT_RIICHI = 30        # double_riichi, open_riichi, ippatsu
    RIICHI_FIRST_TURN = 31
    IPPATSU_AFTER_KONG = 32
    NOT_ON_A_DISCARD = 33      # on_riichi_discard, on_kong_discard
    LOSER_ON_SELF_DRAW = 34    # loser_riichi, loser_shown
    BAD_INDICATOR = 35         # not 0 or kind + 1
    URA_WITHOUT_RIICHI = 36
    MORE_URA_THAN_DORA = 37
    BAD_REDS = 38              # more red fives than fives
    OTHER_REDS = 39            # red fives that the rule set does not have
    UNUSED_FIELD = 40          # a field is not 0 that no rule set of this version uses
    FORBIDDEN_SUITS = 41       # more suits than a win may have, or tiles of the void suit
    READY_WITH_CLAIMS = 42     # ready_at_deal, ready_first_turn
    BAD_KONG_CHAIN = 43
    BAD_VOID_SUIT = 44
    BAD_FLOWER_WIN = 45        # without a winning tile, but no flower win
    BAD_WILD_KINDS = 46
    WILD_NOT_SAID = 47
    TOO_MANY_WILD = 48


@cython.final
cdef class Win:
    cdef WinData data
