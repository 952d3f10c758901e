# Bit and byte operations of bits.h.
from libc.stdint cimport uint8_t, uint64_t

cdef extern from "mjcore/bits.h" nogil:
    int first_bit "mj_first_bit"(uint64_t x) noexcept
    uint64_t load8 "mj_load8"(const uint8_t *p) noexcept
    int count_bits "mj_count_bits"(uint64_t x) noexcept
    uint64_t gather_low_bits "mj_gather_low_bits"(uint64_t x) noexcept
    uint64_t sum_bytes "mj_sum_bytes"(uint64_t x) noexcept
    bint likely "MJ_LIKELY"(bint x) noexcept
    bint unlikely "MJ_UNLIKELY"(bint x) noexcept
    void prefetch "MJ_PREFETCH"(const void *p) noexcept
    uint64_t held34 "mj_held34"(const uint64_t *x) noexcept
    uint64_t four34 "mj_four34"(const uint64_t *x) noexcept
    uint64_t odd34 "mj_odd34"(const uint64_t *x) noexcept

    # 128 bits for a chain of ANDs over tables
    ctypedef struct Wide "mj_wide":
        pass
    Wide wide_load "mj_wide_load"(const void *p) noexcept
    Wide wide_and "mj_wide_and"(Wide a, const void *p) noexcept
    void wide_store "mj_wide_store"(void *p, Wide a) noexcept
