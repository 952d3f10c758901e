/* Bit and byte operations that Cython can not say: unaligned little-endian loads, bit scans. */
#ifndef MJCORE_BITS_H
#define MJCORE_BITS_H
#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER)
#include <intrin.h>
#include <windows.h>
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
#define MJ_PUBLISH() MemoryBarrier()
#else
#define MJ_INLINE static inline __attribute__((always_inline))
#define MJ_FORCE_INLINE inline __attribute__((always_inline))
#define mj_first_bit(x) __builtin_ctzll(x)
#define MJ_LIKELY(x) __builtin_expect(!!(x), 1)
#define MJ_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define MJ_PREFETCH(p) __builtin_prefetch(p)
#define MJ_PUBLISH() __atomic_thread_fence(__ATOMIC_SEQ_CST)
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

/* Eight bits to eight bytes of 0 or 1, the lowest first in memory. */
MJ_INLINE uint64_t mj_spread8(uint64_t bits) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    uint64_t x = ((bits & 255) * 0x0101010101010101ull) & 0x0102040810204080ull;
#else
    uint64_t x = ((bits & 255) * 0x0101010101010101ull) & 0x8040201008040201ull;
#endif
    return ((x + 0x7F7F7F7F7F7F7F7Full) >> 7) & 0x0101010101010101ull;
}

/* What a tile of each of nine ranks weighs in the low key of its group, and in the high key (keys in base 5). */
MJ_INLINE uint32_t mj_low_weight(int rank) {
    static const uint16_t weight[9] = {1, 5, 25, 125, 0, 0, 0, 0, 0};
    return weight[rank];
}
MJ_INLINE uint32_t mj_high_weight(int rank) {
    static const uint16_t weight[9] = {0, 0, 0, 0, 1, 5, 25, 125, 625};
    return weight[rank];
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
    const __m128i most = _mm_max_epu8(_mm_max_epu8(_mm_max_epu8(x.a, y.a), _mm_max_epu8(x.b, y.b)),
                                      _mm_max_epu8(x.c, y.c));
    const __m128i over = _mm_subs_epu8(most, _mm_set1_epi8(4));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(over, _mm_setzero_si128())) != 0xFFFF;
}
/* How many kinds are held | of the terminals and honours, how many at least twice << 4 | how many at all << 16 |
   how many kinds at least twice << 20. For at most 15 tiles. */
MJ_INLINE uint32_t mj_shapes34(mj_bytes34 x) {
    const __m128i one = _mm_set1_epi8(1);
    const __m128i orphan_a = _mm_set_epi8(0, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, -1);
    const __m128i orphan_b = _mm_set_epi8(-1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0);
    const __m128i held_a = _mm_min_epu8(x.a, one), held_b = _mm_min_epu8(x.b, one), held_c = _mm_min_epu8(x.c, one);
    const __m128i two_a = _mm_min_epu8(_mm_subs_epu8(x.a, one), one);
    const __m128i two_b = _mm_min_epu8(_mm_subs_epu8(x.b, one), one);
    const __m128i two_c = _mm_min_epu8(_mm_subs_epu8(x.c, one), one);
    const __m128i held = _mm_add_epi8(_mm_add_epi8(held_a, held_b), held_c);
    const __m128i two = _mm_add_epi8(_mm_add_epi8(two_a, two_b), two_c);
    const __m128i orphans = _mm_add_epi8(_mm_add_epi8(_mm_and_si128(held_a, orphan_a), _mm_and_si128(held_b, orphan_b)),
                                         held_c);
    const __m128i pairs = _mm_add_epi8(_mm_add_epi8(_mm_and_si128(two_a, orphan_a), _mm_and_si128(two_b, orphan_b)),
                                       two_c);
    const __m128i zero = _mm_setzero_si128();
    const __m128i low = _mm_sad_epu8(_mm_add_epi8(held, _mm_slli_epi16(pairs, 4)), zero);
    const __m128i up = _mm_sad_epu8(_mm_add_epi8(orphans, _mm_slli_epi16(two, 4)), zero);
    const __m128i both = _mm_or_si128(low, _mm_slli_epi64(up, 16));
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(both, _mm_srli_si128(both, 8)));
}
/* Sum of the bytes; may be off if they are above 4. */
MJ_INLINE uint32_t mj_sum34(mj_bytes34 x) {
    const __m128i sums = _mm_sad_epu8(_mm_add_epi8(_mm_add_epi8(x.a, x.b), x.c), _mm_setzero_si128());
    return (uint32_t)(_mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4));
}
/* Base-5 keys of the four groups of a hand: for each suit the ranks 1-4 and 5-9, for the honours E S W N and the
   dragons. Counts of at most 4. */
MJ_INLINE __m128i mj_fold5(__m128i v) {
    const __m128i high = _mm_srli_epi16(v, 8);
    const __m128i pairs = _mm_add_epi16(_mm_and_si128(v, _mm_set1_epi16(0xFF)),
                                        _mm_add_epi16(high, _mm_slli_epi16(high, 2)));
    return _mm_madd_epi16(pairs, _mm_set1_epi32(25 << 16 | 1));
}
MJ_INLINE void mj_keys34(mj_bytes34 x, uint32_t *keys) {
    const __m128i p = _mm_or_si128(_mm_srli_si128(x.a, 9), _mm_slli_si128(x.b, 7));
    const __m128i s = _mm_srli_si128(x.b, 2);
    const __m128i z = _mm_or_si128(_mm_srli_si128(x.b, 11), _mm_slli_si128(x.c, 5));
    /* the ninth ranks of the suits belong to the second and fourth key */
    const __m128i ninth = _mm_set_epi32(0, 0xFF, 0, 0xFF), weight = _mm_set1_epi32(625);
    const __m128i mp = _mm_and_si128(_mm_unpacklo_epi64(_mm_srli_si128(x.a, 8), _mm_srli_si128(x.b, 1)), ninth);
    const __m128i s9 = _mm_and_si128(_mm_srli_si128(x.b, 10), _mm_cvtsi32_si128(0xFF));
    _mm_storeu_si128((__m128i *)keys, _mm_add_epi32(mj_fold5(_mm_unpacklo_epi64(x.a, p)),
                                                    _mm_slli_epi64(_mm_madd_epi16(mp, weight), 32)));
    _mm_storeu_si128((__m128i *)(keys + 4), _mm_add_epi32(mj_fold5(_mm_unpacklo_epi64(s, z)),
                                                          _mm_slli_epi64(_mm_madd_epi16(s9, weight), 32)));
}
/* Which are at least 2. */
MJ_INLINE uint64_t mj_two34(mj_bytes34 x) {
    const __m128i one = _mm_set1_epi8(1);
    return mj_join34(_mm_movemask_epi8(_mm_cmpgt_epi8(x.a, one)), _mm_movemask_epi8(_mm_cmpgt_epi8(x.b, one)),
                     _mm_movemask_epi8(_mm_cmpgt_epi8(x.c, one)));
}
MJ_INLINE void mj_store34(uint8_t *p, mj_bytes34 x) {
    const uint16_t last = (uint16_t)_mm_cvtsi128_si32(x.c);
    _mm_storeu_si128((__m128i *)p, x.a);
    _mm_storeu_si128((__m128i *)(p + 16), x.b);
    memcpy(p + 32, &last, 2);
}
/* What is left of four copies, to 48 bytes; whether all is well (no sum above four). `seen` has 34 bytes. */
MJ_INLINE int mj_left34(mj_bytes34 x, const uint8_t *seen, uint8_t *out) {
    const __m128i four = _mm_set1_epi8(4);
    const mj_bytes34 y = mj_load34(seen);
    const int sound = !mj_above_four(y, y);
    const mj_bytes34 sum = {_mm_add_epi8(x.a, y.a), _mm_add_epi8(x.b, y.b), _mm_add_epi8(x.c, y.c)};
    _mm_storeu_si128((__m128i *)out, _mm_subs_epu8(four, sum.a));
    _mm_storeu_si128((__m128i *)(out + 16), _mm_subs_epu8(four, sum.b));
    _mm_storeu_si128((__m128i *)(out + 32), _mm_subs_epu8(four, sum.c));
    return sound && !mj_above_four(sum, sum);
}
/* One less in the byte `i`, which is not 0. */
MJ_INLINE mj_bytes34 mj_less34(mj_bytes34 x, int i) {
    uint8_t one[48] = {0};
    one[i] = 1;
    x.a = _mm_sub_epi8(x.a, _mm_loadu_si128((const __m128i *)one));
    x.b = _mm_sub_epi8(x.b, _mm_loadu_si128((const __m128i *)(one + 16)));
    x.c = _mm_sub_epi8(x.c, _mm_loadu_si128((const __m128i *)(one + 32)));
    return x;
}
/* Sum of the bytes at `p` (48 readable) whose bit is set in `mask` (34 bits). */
MJ_INLINE __m128i mj_chosen16(uint32_t bits, const uint8_t *p) {
    const __m128i bit = _mm_set1_epi64x((long long)0x8040201008040201ull);
    __m128i x = _mm_cvtsi32_si128((int)bits);
    x = _mm_unpacklo_epi8(x, x);
    x = _mm_shufflelo_epi16(x, 0x50);
    x = _mm_unpacklo_epi32(x, x);
    x = _mm_cmpeq_epi8(_mm_and_si128(x, bit), bit);
    return _mm_and_si128(x, _mm_loadu_si128((const __m128i *)p));
}
MJ_INLINE uint32_t mj_sum_chosen34(uint64_t mask, const uint8_t *p) {
    __m128i sum = _mm_add_epi8(mj_chosen16((uint32_t)mask & 0xFFFF, p),
                               mj_chosen16((uint32_t)(mask >> 16) & 0xFFFF, p + 16));
    sum = _mm_add_epi8(sum, mj_chosen16((uint32_t)(mask >> 32) & 3, p + 32));
    sum = _mm_sad_epu8(sum, _mm_setzero_si128());
    return (uint32_t)(_mm_cvtsi128_si32(sum) + _mm_extract_epi16(sum, 4));
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
MJ_INLINE void mj_key_pair(uint64_t ranks, uint64_t ninth, uint32_t *keys) {
    /* times 5 + 2^8: each byte is 5 times itself plus the byte below; times 25 + 2^16 the same for pairs */
    const uint64_t fours = (((ranks * 261) >> 8) & 0x00FF00FF00FF00FFull) * (25 + (1 << 16));
    keys[0] = (uint32_t)(fours >> 16) & 0xFFFF;
    keys[1] = (uint32_t)(fours >> 48) + 625u * (uint32_t)ninth;
}
MJ_INLINE void mj_keys34(mj_bytes34 x, uint32_t *keys) {
    mj_key_pair(x.w[0], x.w[1] & 0xFF, keys);
    mj_key_pair(x.w[1] >> 8 | x.w[2] << 56, (x.w[2] >> 8) & 0xFF, keys + 2);
    mj_key_pair(x.w[2] >> 16 | x.w[3] << 48, (x.w[3] >> 16) & 0xFF, keys + 4);
    mj_key_pair((x.w[3] >> 24 | x.w[4] << 40) & 0x00FFFFFFFFFFFFFFull, 0, keys + 6);
}
MJ_INLINE uint64_t mj_two34(mj_bytes34 x) {
    uint64_t mask = 0;
    int i;
    for (i = 0; i < 5; i++) mask |= mj_gather_low_bits(x.w[i] >> 1 | x.w[i] >> 2) << (8 * i);
    return mask;
}
MJ_INLINE uint32_t mj_shapes34(mj_bytes34 x) {
    const uint64_t orphans = 0x3F8000000ull | 0x101ull << 18 | 0x101ull << 9 | 0x101ull;
    const uint64_t held = mj_held34(x), two = mj_two34(x);
    return (uint32_t)(mj_count_bits(held) | mj_count_bits(two & orphans) << 4 | mj_count_bits(held & orphans) << 16
                      | mj_count_bits(two) << 20);
}
MJ_INLINE void mj_store34(uint8_t *p, mj_bytes34 x) {
    int i;
    for (i = 0; i < 34; i++) p[i] = (uint8_t)(x.w[i >> 3] >> (8 * (i & 7)));
}
MJ_INLINE int mj_left34(mj_bytes34 x, const uint8_t *seen, uint8_t *out) {
    int i, sound = 1;
    memset(out, 0, 48);
    for (i = 0; i < 34; i++) {
        const unsigned sum = (unsigned)((x.w[i >> 3] >> (8 * (i & 7))) & 0xFF) + seen[i];
        sound &= sum <= 4;
        out[i] = (uint8_t)(sum <= 4 ? 4 - sum : 0);
    }
    return sound;
}
MJ_INLINE mj_bytes34 mj_less34(mj_bytes34 x, int i) {
    x.w[i >> 3] -= (uint64_t)1 << (8 * (i & 7));
    return x;
}
MJ_INLINE uint32_t mj_sum_chosen34(uint64_t mask, const uint8_t *p) {
    uint32_t sum = 0;
    for (mask &= 0x3FFFFFFFFull; mask; mask &= mask - 1) sum += p[mj_first_bit(mask)];
    return sum;
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

/* Sixteen small numbers: the distances of a group for each number of sets and pairs (distances.pxd). */
#if MJ_USE_SSE2
/* Which of a + b are equal to `sum`, as a mask. */
MJ_INLINE uint32_t mj_equal_sums(const uint8_t *a, const uint8_t *b, int sum) {
    const __m128i sums = _mm_add_epi8(_mm_loadu_si128((const __m128i *)a), _mm_loadu_si128((const __m128i *)b));
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(sums, _mm_set1_epi8((char)sum)));
}
/* For nine vectors of `vectors` (16 bytes each, by number): which of their entries are below those of vector `here`,
   as masks to `out` (16 of them writable); entries up to 127. Put together in a register, as `out` is soon loaded. */
MJ_INLINE int mj_lowered(const uint8_t *vectors, __m128i here, uint32_t i) {
    return _mm_movemask_epi8(_mm_cmpgt_epi8(here, _mm_loadu_si128((const __m128i *)(vectors + 16 * (size_t)i))));
}
MJ_INLINE void mj_lowered9(const uint8_t *vectors, uint32_t here, uint32_t i0, uint32_t i1, uint32_t i2, uint32_t i3,
                           uint32_t i4, uint32_t i5, uint32_t i6, uint32_t i7, uint32_t i8, uint16_t *out) {
    const __m128i v = _mm_loadu_si128((const __m128i *)(vectors + 16 * (size_t)here));
    __m128i x = _mm_cvtsi32_si128(mj_lowered(vectors, v, i0));
    x = _mm_insert_epi16(x, mj_lowered(vectors, v, i1), 1);
    x = _mm_insert_epi16(x, mj_lowered(vectors, v, i2), 2);
    x = _mm_insert_epi16(x, mj_lowered(vectors, v, i3), 3);
    x = _mm_insert_epi16(x, mj_lowered(vectors, v, i4), 4);
    x = _mm_insert_epi16(x, mj_lowered(vectors, v, i5), 5);
    x = _mm_insert_epi16(x, mj_lowered(vectors, v, i6), 6);
    x = _mm_insert_epi16(x, mj_lowered(vectors, v, i7), 7);
    _mm_storeu_si128((__m128i *)out, x);
    out[8] = (uint16_t)mj_lowered(vectors, v, i8);
}
/* Which of nine numbers of `row` are below `limit`, all at most 127; `row` has a readable byte behind its last. */
#define MJ_PUT(place, index) \
    do { uint16_t two; memcpy(&two, row + (index), 2); x = _mm_insert_epi16(x, two, place); } while (0)
MJ_INLINE uint32_t mj_below9(const uint8_t *row, uint32_t i0, uint32_t i1, uint32_t i2, uint32_t i3, uint32_t i4,
                             uint32_t i5, uint32_t i6, uint32_t i7, uint32_t i8, int limit) {
    __m128i x = _mm_setzero_si128();
    MJ_PUT(0, i0); MJ_PUT(1, i1); MJ_PUT(2, i2); MJ_PUT(3, i3);
    MJ_PUT(4, i4); MJ_PUT(5, i5); MJ_PUT(6, i6); MJ_PUT(7, i7);
    x = _mm_cmpgt_epi16(_mm_set1_epi16((short)limit), _mm_and_si128(x, _mm_set1_epi16(0xFF)));
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(x, _mm_setzero_si128())) | (uint32_t)(row[i8] < limit) << 8;
}
#undef MJ_PUT
/* Which of nine masks (16 of them readable) meet `slots`. */
MJ_INLINE uint32_t mj_meeting9(const uint16_t *masks, uint32_t slots) {
    const __m128i zero = _mm_setzero_si128();
    const __m128i none = _mm_cmpeq_epi16(_mm_and_si128(_mm_loadu_si128((const __m128i *)masks),
                                                       _mm_set1_epi16((short)slots)), zero);
    const uint32_t met = ~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(none, none)) & 0xFF;
    return met | (uint32_t)((masks[8] & slots) != 0) << 8;
}
#else
MJ_INLINE uint32_t mj_equal_sums(const uint8_t *a, const uint8_t *b, int sum) {
    uint32_t mask = 0;
    int i;
    for (i = 0; i < 16; i++) mask |= (uint32_t)(a[i] + b[i] == sum) << i;
    return mask;
}
MJ_INLINE void mj_lowered9(const uint8_t *vectors, uint32_t here, uint32_t i0, uint32_t i1, uint32_t i2, uint32_t i3,
                           uint32_t i4, uint32_t i5, uint32_t i6, uint32_t i7, uint32_t i8, uint16_t *out) {
    const uint32_t index[9] = {i0, i1, i2, i3, i4, i5, i6, i7, i8};
    int i, j;
    for (i = 0; i < 9; i++) {
        out[i] = 0;
        for (j = 0; j < 16; j++) out[i] |= (uint16_t)((vectors[16 * here + j] > vectors[16 * index[i] + j]) << j);
    }
}
MJ_INLINE uint32_t mj_below9(const uint8_t *row, uint32_t i0, uint32_t i1, uint32_t i2, uint32_t i3, uint32_t i4,
                             uint32_t i5, uint32_t i6, uint32_t i7, uint32_t i8, int limit) {
    const uint32_t index[9] = {i0, i1, i2, i3, i4, i5, i6, i7, i8};
    uint32_t mask = 0;
    int i;
    for (i = 0; i < 9; i++) mask |= (uint32_t)(row[index[i]] < limit) << i;
    return mask;
}
MJ_INLINE uint32_t mj_meeting9(const uint16_t *masks, uint32_t slots) {
    uint32_t mask = 0;
    int i;
    for (i = 0; i < 9; i++) mask |= (uint32_t)((masks[i] & slots) != 0) << i;
    return mask;
}
#endif

/* Sixteen small numbers in a register, eight for no pair and eight for one (automaton.pyx). No sum reaches 256. */
#if MJ_USE_SSE2
typedef __m128i mj_slots;
MJ_INLINE mj_slots mj_slots_load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
MJ_INLINE mj_slots mj_slots_all(int value) { return _mm_set1_epi8((char)value); }
MJ_INLINE mj_slots mj_slots_add(mj_slots a, mj_slots b) { return _mm_add_epi8(a, b); }
MJ_INLINE mj_slots mj_slots_least(mj_slots a, mj_slots b) { return _mm_min_epu8(a, b); }
MJ_INLINE int mj_slots_meet(mj_slots a, mj_slots b) { return _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) != 0; }
#define MJ_SLOTS_UP(a, n) _mm_slli_si128(a, n)
#define MJ_SLOTS_DOWN(a, n) _mm_srli_si128(a, n)
#else
typedef struct { uint8_t at[16]; } mj_slots;
#define MJ_SLOTS_EACH(name, parameters, value) \
    MJ_INLINE mj_slots name parameters { \
        mj_slots out; int i; \
        for (i = 0; i < 16; i++) out.at[i] = (uint8_t)(value); \
        return out; }
MJ_SLOTS_EACH(mj_slots_load, (const uint8_t *p), p[i])
MJ_SLOTS_EACH(mj_slots_all, (int value), value)
MJ_SLOTS_EACH(mj_slots_add, (mj_slots a, mj_slots b), a.at[i] + b.at[i])
MJ_SLOTS_EACH(mj_slots_least, (mj_slots a, mj_slots b), a.at[i] < b.at[i] ? a.at[i] : b.at[i])
MJ_SLOTS_EACH(MJ_SLOTS_UP, (mj_slots a, int n), i < n ? 0 : a.at[i - n])
MJ_SLOTS_EACH(MJ_SLOTS_DOWN, (mj_slots a, int n), i + n > 15 ? 0 : a.at[i + n])
MJ_INLINE int mj_slots_meet(mj_slots a, mj_slots b) {
    int i, met = 0;
    for (i = 0; i < 16; i++) met |= a.at[i] == b.at[i];
    return met;
}
#endif
MJ_INLINE void mj_slots_store(uint8_t *p, mj_slots a) { memcpy(p, &a, 16); }
MJ_INLINE mj_slots mj_up_set(mj_slots a) { return MJ_SLOTS_UP(a, 1); }
MJ_INLINE mj_slots mj_up_pair(mj_slots a) { return MJ_SLOTS_UP(a, 8); }
MJ_INLINE mj_slots mj_down_set(mj_slots a) { return MJ_SLOTS_DOWN(a, 1); }
MJ_INLINE mj_slots mj_down_pair(mj_slots a) { return MJ_SLOTS_DOWN(a, 8); }

#endif
