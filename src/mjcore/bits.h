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

/* 34 counts of one byte each, kept in registers: written to memory piece by piece and loaded again as a whole
   they would stall the processor. SSE2 belongs to every x86-64; elsewhere (or with MJ_NO_SSE2) five words. */
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(MJ_NO_SSE2)
#include <emmintrin.h>
#define MJ_USE_SSE2 1
typedef struct { __m128i a, b, c; } mj_bytes34;
MJ_INLINE mj_bytes34 mj_load34(const uint8_t *p) {
    mj_bytes34 x;
    uint16_t last;
    memcpy(&last, p + 32, 2);
    x.a = _mm_loadu_si128((const __m128i *)p);
    x.b = _mm_loadu_si128((const __m128i *)(p + 16));
    x.c = _mm_cvtsi32_si128(last);
    return x;
}
/* Adds five words of bytes, the last six of them 0. */
MJ_INLINE mj_bytes34 mj_add34(mj_bytes34 x, const uint64_t *p) {
    x.a = _mm_add_epi8(x.a, _mm_loadu_si128((const __m128i *)p));
    x.b = _mm_add_epi8(x.b, _mm_loadu_si128((const __m128i *)(p + 2)));
    x.c = _mm_add_epi8(x.c, _mm_loadl_epi64((const __m128i *)(p + 4)));
    return x;
}
MJ_INLINE uint64_t mj_join34(int a, int b, int c) {
    return (uint64_t)(uint32_t)a | (uint64_t)(uint32_t)b << 16 | (uint64_t)((uint32_t)c & 3) << 32;
}
/* Which are not zero, which have bit 2 (4 of a kind), which are odd; of bytes 0..7. */
MJ_INLINE uint64_t mj_held34(mj_bytes34 x) {
    const __m128i zero = _mm_setzero_si128();
    return mj_join34(_mm_movemask_epi8(_mm_cmpgt_epi8(x.a, zero)), _mm_movemask_epi8(_mm_cmpgt_epi8(x.b, zero)),
                     _mm_movemask_epi8(_mm_cmpgt_epi8(x.c, zero)));
}
MJ_INLINE uint64_t mj_four34(mj_bytes34 x) {
    return mj_join34(_mm_movemask_epi8(_mm_slli_epi16(x.a, 5)), _mm_movemask_epi8(_mm_slli_epi16(x.b, 5)),
                     _mm_movemask_epi8(_mm_slli_epi16(x.c, 5)));
}
MJ_INLINE uint64_t mj_odd34(mj_bytes34 x) {
    return mj_join34(_mm_movemask_epi8(_mm_slli_epi16(x.a, 7)), _mm_movemask_epi8(_mm_slli_epi16(x.b, 7)),
                     _mm_movemask_epi8(_mm_slli_epi16(x.c, 7)));
}
MJ_INLINE int mj_any_odd34(mj_bytes34 x) {
    return _mm_movemask_epi8(_mm_slli_epi16(_mm_or_si128(_mm_or_si128(x.a, x.b), x.c), 7)) != 0;
}
/* Whether a byte of either is above 4. */
MJ_INLINE int mj_above_four(mj_bytes34 x, mj_bytes34 y) {
    const __m128i four = _mm_set1_epi8(4);
    const __m128i over = _mm_or_si128(
        _mm_or_si128(_mm_or_si128(_mm_subs_epu8(x.a, four), _mm_subs_epu8(y.a, four)),
                     _mm_or_si128(_mm_subs_epu8(x.b, four), _mm_subs_epu8(y.b, four))),
        _mm_or_si128(_mm_subs_epu8(x.c, four), _mm_subs_epu8(y.c, four)));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(over, _mm_setzero_si128())) != 0xFFFF;
}
/* Sum of the bytes; may be off if they are above 4. */
MJ_INLINE uint32_t mj_sum34(mj_bytes34 x) {
    const __m128i sums = _mm_sad_epu8(_mm_add_epi8(_mm_add_epi8(x.a, x.b), x.c), _mm_setzero_si128());
    return (uint32_t)(_mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4));
}
#else
#define MJ_USE_SSE2 0
typedef struct { uint64_t w[5]; } mj_bytes34;
MJ_INLINE mj_bytes34 mj_load34(const uint8_t *p) {
    mj_bytes34 x;
    x.w[0] = mj_load8(p);
    x.w[1] = mj_load8(p + 8);
    x.w[2] = mj_load8(p + 16);
    x.w[3] = mj_load8(p + 24);
    x.w[4] = mj_load8(p + 26) >> 48;
    return x;
}
MJ_INLINE mj_bytes34 mj_add34(mj_bytes34 x, const uint64_t *p) {
    /* byte by byte: a faulty record may hold bytes that would carry over */
    const uint64_t high = 0x8080808080808080ull;
    int i;
    for (i = 0; i < 5; i++) x.w[i] = ((x.w[i] & ~high) + (p[i] & ~high)) ^ ((x.w[i] ^ p[i]) & high);
    return x;
}
MJ_INLINE uint64_t mj_held34(mj_bytes34 x) {
    uint64_t mask = 0;
    int i;
    for (i = 0; i < 5; i++) mask |= mj_gather_low_bits(x.w[i] | x.w[i] >> 1 | x.w[i] >> 2) << (8 * i);
    return mask;
}
MJ_INLINE uint64_t mj_four34(mj_bytes34 x) {
    uint64_t mask = 0;
    int i;
    for (i = 0; i < 5; i++) mask |= mj_gather_low_bits(x.w[i] >> 2) << (8 * i);
    return mask;
}
MJ_INLINE uint64_t mj_odd34(mj_bytes34 x) {
    uint64_t mask = 0;
    int i;
    for (i = 0; i < 5; i++) mask |= mj_gather_low_bits(x.w[i]) << (8 * i);
    return mask;
}
MJ_INLINE int mj_any_odd34(mj_bytes34 x) {
    return ((x.w[0] | x.w[1] | x.w[2] | x.w[3] | x.w[4]) & 0x0101010101010101ull) != 0;
}
MJ_INLINE int mj_above_four(mj_bytes34 x, mj_bytes34 y) {
    uint64_t over = 0;
    int i;
    for (i = 0; i < 5; i++) {
        over |= (x.w[i] | y.w[i]) & 0xF8F8F8F8F8F8F8F8ull;
        over |= ((x.w[i] & 0x0707070707070707ull) + 0x0303030303030303ull) & 0x0808080808080808ull;
        over |= ((y.w[i] & 0x0707070707070707ull) + 0x0303030303030303ull) & 0x0808080808080808ull;
    }
    return over != 0;
}
MJ_INLINE uint32_t mj_sum34(mj_bytes34 x) {
    return (uint32_t)(((x.w[0] + x.w[1] + x.w[2] + x.w[3] + x.w[4]) * 0x0101010101010101ull) >> 56);
}
#endif

/* Which of four numbers are not zero, as a mask. */
MJ_INLINE uint32_t mj_used4(const uint32_t *p) {
#if MJ_USE_SSE2
    const __m128i zero = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)p), _mm_setzero_si128());
    return 15u ^ (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(zero));
#else
    return (uint32_t)(p[0] != 0) | (uint32_t)(p[1] != 0) << 1 | (uint32_t)(p[2] != 0) << 2 | (uint32_t)(p[3] != 0) << 3;
#endif
}

/* 128 bits for a chain of ANDs over tables; two words of memory at `p`. */
#if MJ_USE_SSE2
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

#endif
