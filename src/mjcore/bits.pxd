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
