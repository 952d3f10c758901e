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
#define MJ_FORCE_INLINE __forceinline
#define MJ_LIKELY(x) (x)
#define MJ_UNLIKELY(x) (x)
#define MJ_PREFETCH(p) ((void)(p))
#else
#define MJ_INLINE static inline __attribute__((always_inline))
#define MJ_FORCE_INLINE inline __attribute__((always_inline))
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

/* Masks of the 34 bytes in five words (the last six bytes 0): which are not zero, which are 4, which are odd.
   The bytes are 0..4. SSE2 belongs to every x86-64; elsewhere the bits are gathered by multiplication. */
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(MJ_NO_SSE2)
#include <emmintrin.h>
#define MJ_MASK34(name, test)                                                                      \
    MJ_INLINE uint64_t name(const uint64_t *x) {                                                   \
        const __m128i a = _mm_loadu_si128((const __m128i *)x);                                     \
        const __m128i b = _mm_loadu_si128((const __m128i *)(x + 2));                               \
        const __m128i c = _mm_loadl_epi64((const __m128i *)(x + 4));                               \
        return (uint64_t)(uint32_t)_mm_movemask_epi8(test(a))                                      \
            | (uint64_t)(uint32_t)_mm_movemask_epi8(test(b)) << 16                                 \
            | (uint64_t)((uint32_t)_mm_movemask_epi8(test(c)) & 3) << 32;                          \
    }
#define MJ_IS_HELD(v) _mm_cmpgt_epi8(v, _mm_setzero_si128())
#define MJ_IS_FOUR(v) _mm_slli_epi16(v, 5)
#define MJ_IS_ODD(v) _mm_slli_epi16(v, 7)
MJ_MASK34(mj_held34, MJ_IS_HELD)
MJ_MASK34(mj_four34, MJ_IS_FOUR)
MJ_MASK34(mj_odd34, MJ_IS_ODD)
#else
#define MJ_MASK34(name, expression)                                                                \
    MJ_INLINE uint64_t name(const uint64_t *x) {                                                   \
        uint64_t mask = 0;                                                                         \
        int i;                                                                                     \
        for (i = 0; i < 5; i++) {                                                                  \
            const uint64_t v = x[i];                                                               \
            mask |= mj_gather_low_bits(expression) << (8 * i);                                     \
        }                                                                                          \
        return mask;                                                                               \
    }
MJ_MASK34(mj_held34, v | v >> 1 | v >> 2)
MJ_MASK34(mj_four34, v >> 2)
MJ_MASK34(mj_odd34, v)
#endif

/* 128 bits for a chain of ANDs over tables; two words of memory at `p`. */
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(MJ_NO_SSE2)
typedef __m128i mj_wide;
MJ_INLINE mj_wide mj_wide_load(const void *p) { return _mm_loadu_si128((const __m128i *)p); }
MJ_INLINE mj_wide mj_wide_and(mj_wide a, const void *p) { return _mm_and_si128(a, mj_wide_load(p)); }
#else
typedef struct { uint64_t low, high; } mj_wide;
MJ_INLINE mj_wide mj_wide_load(const void *p) { mj_wide a; memcpy(&a, p, 16); return a; }
MJ_INLINE mj_wide mj_wide_and(mj_wide a, const void *p) {
    const mj_wide b = mj_wide_load(p);
    a.low &= b.low;
    a.high &= b.high;
    return a;
}
#endif
MJ_INLINE void mj_wide_store(void *p, mj_wide a) { memcpy(p, &a, 16); }

/* Sum of eight bytes, at most 255. */
MJ_INLINE uint64_t mj_sum_bytes(uint64_t x) {
    return (x * 0x0101010101010101ull) >> 56;
}
#endif
