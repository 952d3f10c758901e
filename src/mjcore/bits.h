/* Bit and byte operations that Cython can not say: unaligned little-endian loads, bit scans. */
#ifndef MJCORE_BITS_H
#define MJCORE_BITS_H
#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER)
#include <intrin.h>
static __inline int mj_first_bit(uint64_t x) {
    unsigned long i;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanForward64(&i, x);
#else
    if ((uint32_t)x) { _BitScanForward(&i, (uint32_t)x); }
    else { _BitScanForward(&i, (uint32_t)(x >> 32)); i += 32; }
#endif
    return (int)i;
}
#define MJ_INLINE static __forceinline
#define MJ_LIKELY(x) (x)
#define MJ_UNLIKELY(x) (x)
#define MJ_PREFETCH(p) ((void)(p))
#else
#define MJ_INLINE static inline __attribute__((always_inline))
#define mj_first_bit(x) __builtin_ctzll(x)
#define MJ_LIKELY(x) __builtin_expect(!!(x), 1)
#define MJ_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define MJ_PREFETCH(p) __builtin_prefetch(p)
#endif

/* Eight bytes as a number whose lowest byte is the first one, on every machine. */
MJ_INLINE uint64_t mj_load8(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

/* Without the POPCNT instruction, which the baseline of the wheels does not have. */
MJ_INLINE int mj_count_bits(uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
    return (int)((x * 0x0101010101010101ull) >> 56);
}

/* The lowest bit of each byte, gathered: byte i gives bit i. */
MJ_INLINE uint64_t mj_gather_low_bits(uint64_t x) {
    return ((x & 0x0101010101010101ull) * 0x0102040810204080ull) >> 56;
}

/* Sum of eight bytes, at most 255. */
MJ_INLINE uint64_t mj_sum_bytes(uint64_t x) {
    return (x * 0x0101010101010101ull) >> 56;
}
#endif
