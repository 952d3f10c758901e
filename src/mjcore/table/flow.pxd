# A rule set as the table reads it: flags and numbers, compiled once.
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.fans.lattice cimport Lattice
from mjcore.fans.results cimport Scorer
from mjcore.hand.engine cimport HandRules
from mjcore.hand.queries cimport HandEngine

cdef enum:
    UNITS = 64

# Where the replacement of a kong comes from.
cdef enum Replacement:
    DRAW_FRONT
    DRAW_BACK
    DRAW_DEAD                  # a dead wall with places of its own
    DRAW_DIE                   # the stack that a die says

cdef enum FlowerRounds:
    NO_FLOWERS
    BY_ROUND
    UNTIL_CLEAN

cdef enum Multi:
    NEAREST
    ALL
    ALL_ABORT3                 # three wins end the hand without a winner

cdef enum Ready:
    READY_NONE
    READY_RIICHI
    READY_SHOW
    READY_LISTEN               # in the first turn only

# Kongs of a hand that throws what it draws.
cdef enum FrozenKong:
    KONG_NEVER
    KONG_KEEP_WAITS
    KONG_DRAWN_KEEP_WAITS      # of the drawn tile, concealed
    KONG_DRAWN_KEEP_SHAPE      # and a triplet in every reading

cdef enum Course:
    SINGLE
    BLOOD                      # winners are out, until one is left
    RIVER                      # winners go on, until the wall ends

cdef enum:
    ABORT_NINE_KINDS = 1
    ABORT_FOUR_WINDS = 2
    ABORT_FOUR_RIICHI = 4
    ABORT_FOUR_KONGS = 8

# Discards that a claimer may not throw.
cdef enum:
    KUIKAE_NONE
    KUIKAE_SAME
    KUIKAE_BOTH

cdef enum:
    DORA_CONCEALED_AT_ONCE
    DORA_ALL_AT_ONCE
    DORA_AFTER_DISCARD

# Discards that a win counts as of the first turn.
cdef enum:
    FIRST_DISCARD_NONE
    FIRST_DISCARD_ANY          # before the winner's own first turn, nobody has claimed
    FIRST_DISCARD_DEALER       # the dealer's first

# How a win is paid.
cdef enum PayFamily:
    PAY_BASE                   # base and total
    PAY_MULTIPLES              # units in multiples
    PAY_DEALER                 # base and unit * total, more between the dealer and others
    PAY_UNITS                  # a unit
    PAY_PRODUCT                # a product for each payer
    PAY_RIICHI

cdef enum:
    PAO_DAISANGEN = 1
    PAO_DAISUUSHII = 2
    PAO_SUUKANTSU = 4
    PAO_RINSHAN = 8

# How a hand that ends with the wall is paid.
cdef enum:
    DRAW_PAYS_NOTHING
    DRAW_NOTEN                 # those not ready share out a pool
    DRAW_CHECKS                # pigs, and those not ready
    DRAW_WORTH                 # those not ready pay each ready hand its best

cdef struct Pay:
    int family
    int32_t base
    int32_t unit
    int32_t units[64]          # what a share pays, by total
    int n_units
    int32_t cap                # of a payer's multiplier, of fans; -1: none
    int32_t shares[3]          # discarder, others, each after a self-draw
    int32_t scale_over         # units are worth scale_over / scale_under
    int32_t scale_under
    bint fourth_meld_liable
    int32_t dealer_points
    int32_t streak_points
    int32_t extra              # what a self-draw adds: a number, or -1 for as much again
    bint giver_pays            # the giver of an exposed kong pays the win on its replacement alone
    int32_t factors[4]         # by winner shown | payer shown << 1
    int horse                  # 0 none, 1 for shown winners, 2 for all
    bint liable_discard        # who threw to a shown hand although he had another tile pays for all
    int32_t kong[6]            # amount by type of meld, in bases of PAY_PRODUCT; 0: not paid
    bint kongs_paid
    bint kong_fresh            # an added kong is paid only if its tile was just drawn
    int chain                  # kongs in a row: 0 as any, 1 doubles each time, 2 twice from the second on
    int kong_discard           # 0 none, 1 refund, 2 transfer of this kong, 3 of all
    bint rest_to_first
    int draw
    bint refund_not_ready
    bint refund_flat           # where all or none are ready at the end
    int32_t pig_points
    bint pig_not_ready
    int32_t pig_fine
    int32_t all_ready_factor
    int tsumo_share            # as of HanFu
    int pao
    int pao_rows[3]            # daisangen, daisuushii, suukantsu: their rows in the scorer's table; -1: not there
    bint pao_whole
    int nagashi                # 0 none, 1 paid at the draw, 2 counts as a win
    bint fifth_tile_ready

cdef struct FlowData:
    uint32_t id                # hash of the rule set
    int players
    int sets
    int hand                   # tiles dealt to each
    int n_tiles
    uint8_t tiles[184]         # the canonical list
    uint64_t kinds             # that sets are made of, in play
    int reserve                # tiles never drawn
    int reserve_kong           # more for each kong
    int wall_limit             # tiles that may leave the wall
    int dead                   # tiles of a dead wall
    int dead_draws             # replacements in it
    int kong_draw
    int flower_rounds
    uint64_t flowers           # kinds that are set aside at once
    int flower_win             # 0 none, or as many flowers that win at once
    bint rob_flower            # seven flowers take the eighth
    uint64_t extract           # kinds that may be set aside
    bint rob_extract
    bint turns_wild            # a tile is turned that makes kinds wild
    uint64_t wild_of[34]       # those, by the kind of the turned tile
    int piao_most              # -1: no phase
    bint exchange
    int direction              # 0 previous seat, 1 next, 2 across, 3 random, 4 dice
    bint void_declared
    bint void_first
    bint chow
    bint pung
    bint kong
    bint discard_wins          # a discard can be won on
    int multi
    bint last_pung             # claims on the last discard
    bint last_chow
    bint kong_after_claim
    int kong_max
    bint hides_kongs
    bint rob_orphans           # a concealed kong can be robbed by thirteen orphans
    int ready
    bint ready_at_deal
    int ready_points
    int ready_live             # live tiles needed to declare
    int frozen_kong
    bint protect_shown
    bint furiten
    bint furiten_extract
    bint bar_turn
    bint missed_win
    int course
    int forced_last
    bint forced_any
    int abort
    int kuikae
    int dora                   # indicators; 0: none
    int kan_dora
    int first_discard
    uint32_t known             # circumstances that the rule set looks at
    bint knows_streak
    bint knows_chain
    bint last_not_after_kong   # the last tile counts as such only where it is no replacement
    bint chained_rob           # a further added kong of the same turn is robbed as a discard after a kong
    int two_han_from
    bint last_copy
    bint tells_held            # throwing a drawn tile and an equal one from the hand differ
    bint hides_discards
    bint hides_winners
    Pay pay
    uint64_t actions[4]        # that can ever occur
    const Scorer *scorer
    const HandRules *engine
    const HandRules *orphans   # thirteen orphans alone
    bint strict_waits          # copies in own melds are gone
    bint strict_ready          # who declares that it is ready waits for a copy that it does not hold itself


@cython.final
cdef class Flow:
    cdef FlowData data
    cdef readonly object rules         # the rule set
    cdef Lattice lattice
    cdef HandEngine hand_engine
    cdef HandEngine orphans_engine

# The compiled rule set of a `rules=` argument: a Flow, a rule set, or the name of one.
cdef Flow flow_of(object rules)
