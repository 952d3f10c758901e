# Bit and byte operations of bits.h.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "mjcore/bits.h" nogil:
    int first_bit "mj_first_bit"(uint64_t x) noexcept
    uint64_t load8 "mj_load8"(const uint8_t *p) noexcept
    int count_bits "mj_count_bits"(uint64_t x) noexcept
    uint64_t gather_low_bits "mj_gather_low_bits"(uint64_t x) noexcept
    # the lowest eight bits as eight bytes of 0 or 1, the lowest first in memory
    uint64_t spread8 "mj_spread8"(uint64_t bits) noexcept
    bint likely "MJ_LIKELY"(bint x) noexcept
    bint unlikely "MJ_UNLIKELY"(bint x) noexcept
    void prefetch "MJ_PREFETCH"(const void *p) noexcept
    # what was written before is there for everybody who sees what is written after
    void publish "MJ_PUBLISH"() noexcept

    # 34 counts of one byte each
    ctypedef struct Bytes34 "mj_bytes34":
        pass
    Bytes34 load34 "mj_load34"(const uint8_t *p) noexcept
    Bytes34 add34 "mj_add34"(Bytes34 x, const uint64_t *p) noexcept
    uint64_t held34 "mj_held34"(Bytes34 x) noexcept
    uint64_t four34 "mj_four34"(Bytes34 x) noexcept
    uint64_t odd34 "mj_odd34"(Bytes34 x) noexcept
    bint any_odd34 "mj_any_odd34"(Bytes34 x) noexcept
    bint above_four "mj_above_four"(Bytes34 x, Bytes34 y) noexcept
    uint32_t sum34 "mj_sum34"(Bytes34 x) noexcept
    # base-5 keys of ranks 1-4 and 5-9 of m, p, s, and of the winds and dragons: eight numbers
    void keys34 "mj_keys34"(Bytes34 x, uint32_t *keys) noexcept
    # what a tile of a rank (0..8) weighs in the two keys of its group
    uint32_t low_weight "mj_low_weight"(int rank) noexcept
    uint32_t high_weight "mj_high_weight"(int rank) noexcept
    uint64_t two34 "mj_two34"(Bytes34 x) noexcept
    # kinds held | terminals and honours held at least twice << 4 | terminals and honours held << 16 |
    # kinds held at least twice << 20; for at most 15 tiles
    uint32_t shapes34 "mj_shapes34"(Bytes34 x) noexcept
    void store34 "mj_store34"(uint8_t *p, Bytes34 x) noexcept
    # 4 - counts - seen for each kind, to 48 bytes; False if more than four are held and seen together
    bint left34 "mj_left34"(Bytes34 x, const uint8_t *seen, uint8_t *out) noexcept
    # one less of count `i`, which is not 0
    Bytes34 less34 "mj_less34"(Bytes34 x, int i) noexcept
    # sum of the numbers at `p` (48 of them readable) whose bit is set in `mask`
    uint32_t sum_chosen34 "mj_sum_chosen34"(uint64_t mask, const uint8_t *p) noexcept

    # sixteen small numbers
    uint32_t equal_sums "mj_equal_sums"(const uint8_t *a, const uint8_t *b, int sum) noexcept
    # for nine of `vectors` (16 bytes each), which entries are below those of vector `here`, as masks; 16 writable
    void lowered9 "mj_lowered9"(const uint8_t *vectors, uint32_t here, uint32_t i0, uint32_t i1, uint32_t i2,
                                uint32_t i3, uint32_t i4, uint32_t i5, uint32_t i6, uint32_t i7, uint32_t i8,
                                uint16_t *out) noexcept
    # which of nine numbers of `row`, which has a readable byte behind it, are below `limit`
    uint32_t below9 "mj_below9"(const uint8_t *row, uint32_t i0, uint32_t i1, uint32_t i2, uint32_t i3, uint32_t i4,
                                uint32_t i5, uint32_t i6, uint32_t i7, uint32_t i8, int limit) noexcept
    # which of nine masks, 16 of them readable, meet `slots`
    uint32_t meeting9 "mj_meeting9"(const uint16_t *masks, uint32_t slots) noexcept

    # which of four numbers are not zero, as a mask
    uint32_t used4 "mj_used4"(const uint32_t *p) noexcept

    # 128 bits for a chain of ANDs over tables
    ctypedef struct Wide "mj_wide":
        pass
    Wide wide_load "mj_wide_load"(const void *p) noexcept
    Wide wide_and "mj_wide_and"(Wide a, const void *p) noexcept
    void wide_store "mj_wide_store"(void *p, Wide a) noexcept

    # sixteen small numbers in a register
    ctypedef struct Slots "mj_slots":
        pass
    Slots load "mj_slots_load"(const uint8_t *p) noexcept
    Slots all_slots "mj_slots_all"(int value) noexcept
    Slots add "mj_slots_add"(Slots a, Slots b) noexcept
    Slots least "mj_slots_least"(Slots a, Slots b) noexcept
    bint meet "mj_slots_meet"(Slots a, Slots b) noexcept    # whether some entry is equal
    void store "mj_slots_store"(uint8_t *p, Slots a) noexcept
    # moved by a set or the pair; what is free is 0
    Slots up_set "mj_up_set"(Slots a) noexcept
    Slots up_pair "mj_up_pair"(Slots a) noexcept
    Slots down_set "mj_down_set"(Slots a) noexcept
    Slots down_pair "mj_down_pair"(Slots a) noexcept
