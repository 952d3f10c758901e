# Bit and byte operations of bits.h.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from "mjcore/bits.h" nogil:
    int first_bit "mj_first_bit"(uint64_t x) noexcept
    uint64_t load8 "mj_load8"(const uint8_t *p) noexcept
    int count_bits "mj_count_bits"(uint64_t x) noexcept
    uint64_t gather_low_bits "mj_gather_low_bits"(uint64_t x) noexcept
    bint likely "MJ_LIKELY"(bint x) noexcept
    bint unlikely "MJ_UNLIKELY"(bint x) noexcept
    void prefetch "MJ_PREFETCH"(const void *p) noexcept

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

    # which of four numbers are not zero, as a mask
    uint32_t used4 "mj_used4"(const uint32_t *p) noexcept

    # 128 bits for a chain of ANDs over tables
    ctypedef struct Wide "mj_wide":
        pass
    Wide wide_load "mj_wide_load"(const void *p) noexcept
    Wide wide_and "mj_wide_and"(Wide a, const void *p) noexcept
    void wide_store "mj_wide_store"(void *p, Wide a) noexcept
