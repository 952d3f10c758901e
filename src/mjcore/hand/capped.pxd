# Distances when some kinds may be used less or more than four times, or not at all.
#
# `caps`: for each kind the most copies that a target may hold, 0..7. 0 is a kind that does not exist, 4 less
# the copies in melds the strict rule, 5..7 a wild tile that may be a fifth copy.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.distances cimport FAR

# The forms by their numbers in decompose.pxd; who cimports those imports that module, which may use this one.
cdef enum:
    STANDARD = 0
    KNITTED_STRAIGHT
    SEVEN_PAIRS
    PAIRS_AND_SET
    THIRTEEN_ORPHANS
    GREATER_KNITTED
    LESSER_KNITTED
    FORMS

cdef enum:
    MAX_CAP = 7
    WIDTH = 16             # bytes of a vector
    PAIR_SLOT = 8          # an inner vector has the entry 8 * pairs + sets
    LEVEL = 144            # bytes: a vector for each of nine states

# One group's automaton after its forward pass, to ask it which ranks lower a distance. Keeps the pointers.
cdef struct Automaton:
    const uint8_t *counts
    const uint8_t *caps
    int ranks
    uint8_t chows[9]       # most chows that may begin at each rank
    # [rank][3 * chows begun one rank ago + two ranks ago][slot]: fewest tiles missing among the ranks below;
    # states that can not be reached are not written
    uint8_t levels[1440]

# Runs the automaton over `ranks` kinds (1..9) for targets of up to `sets` sets. Returns its inner vector.
cdef const uint8_t *run_automaton(Automaton *automaton, const uint8_t *counts, const uint8_t *caps, int ranks,
                                  bint chows, int sets) noexcept nogil
# Mask of the ranks of which some least target holds more than the hand does. `rest`: by this group's slot what the
# other groups miss; `total`: the least sum, below FAR.
cdef uint32_t lowering_ranks(const Automaton *automaton, const uint8_t *rest, int total) noexcept nogil
# The inner vector of two groups together. `out` may be a or b.
cdef void join_slots(const uint8_t *a, const uint8_t *b, int sets, uint8_t *out) noexcept nogil
# The least sum of two groups with exactly `sets` sets and a pair.
cdef int final_slot(const uint8_t *a, const uint8_t *b, int sets) noexcept nogil

cdef inline uint64_t orphan_kinds() noexcept nogil:
    return (<uint64_t>0x7F << 27) | (<uint64_t>0x101 << 18) | (<uint64_t>0x101 << 9) | <uint64_t>0x101

# Parts of the special forms, for the kinds first..last - 1: whole suits, the winds, the dragons. Each fills 16
# slots with the fewest tiles missing; its second way gives the kinds of which some least target of a wanted slot
# (a mask) holds more than the hand does.
#
# Slot pairs, + 8 with a set beside them. Fills the wanted slots, or returns the kinds that lower them.
cdef uint64_t pairs_part(const uint8_t *counts, const uint8_t *caps, int first, int last, bint quads,
                         uint32_t wanted, uint8_t *slots, bint lowering) noexcept nogil
# Slot 0 each of the orphans once, 8 one of them twice.
cdef void orphans_slots(const uint8_t *counts, const uint8_t *caps, int first, int last,
                        uint8_t *slots) noexcept nogil
cdef uint64_t orphans_lowering(const uint8_t *counts, const uint8_t *caps, int first, int last, uint32_t wanted,
                               const uint8_t *slots) noexcept nogil
# Slot n (least..most) n different kinds of `exists`. The kinds not held lower each slot that is above 0.
cdef void single_slots(uint64_t held, uint64_t exists, int least, int most, uint8_t *slots) noexcept nogil

# The nine tiles less what the hand holds of them: of one suit the ranks third, third + 3 and third + 6 (mask
# `missing_ranks`). Writes what is left of the nine counts and caps. FAR if one of them does not exist.
cdef int without_third(const uint8_t *counts, const uint8_t *caps, int third, uint8_t *rest_counts,
                       uint8_t *rest_caps, uint32_t *missing_ranks) noexcept nogil

cdef inline int knitted_third(int pattern, int suit) noexcept nogil:
    """Which third (0: 147, 1: 258, 2: 369) a suit has in one of the six knitted patterns (not decompose's order)."""
    cdef int first = pattern >> 1
    return first if suit == 0 else (first + suit + (pattern & 1) * (3 - 2 * suit)) % 3

cdef inline uint64_t knitted_kinds(int pattern) noexcept nogil:
    cdef uint64_t ranks = 1 | 1 << 3 | 1 << 6
    return (ranks << knitted_third(pattern, 0) | ranks << (9 + knitted_third(pattern, 1))
            | ranks << (18 + knitted_third(pattern, 2)))

# Vectors of the main engine: 16 bytes, entry 6 * pairs + sets, FAR where there is no target.
#
# One group of `ranks` kinds (9; 7, 4 or 3 without chows). Entries above `sets` are FAR.
cdef void capped_vector(const uint8_t *counts, const uint8_t *caps, int ranks, bint chows, int sets,
                        uint8_t *vector) noexcept nogil
# The vector of two groups together. `out` may be a or b.
cdef void merge_vectors(const uint8_t *a, const uint8_t *b, int sets, uint8_t *out) noexcept nogil
# The least sum with exactly `sets` sets and a pair.
cdef int final_distance(const uint8_t *a, const uint8_t *b, int sets) noexcept nogil

# Fewest tiles that are missing from some target of `sets` sets (0..5) and a pair; FAR if there is none. With
# `accepted` the mask of the kinds of which one more tile lowers it.
cdef int capped_standard(const uint8_t *counts, const uint8_t *caps, int sets, uint64_t *accepted) noexcept nogil

# The same for any form of decompose.pxd. Forms that need a number of sets (4; 5 for pairs and set; at least 3
# for the knitted straight) are FAR with any other. With quad_pairs equal tiles may be several pairs.
cdef int capped_form(int form, bint quad_pairs, const uint8_t *counts, const uint8_t *caps, int sets,
                     uint64_t *accepted) noexcept nogil

# For functions that Python calls; HandError.
cdef int load_numbers(object source, object what, uint8_t *out) except -1     # 34 of 0..MAX_CAP
cdef int form_number(object form) except -1
cdef int number_of_sets(object sets) except -1

# A vector in a register. No sum reaches 256.
cdef extern from *:
    """
    #include "mjcore/bits.h"
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
    """
    ctypedef struct Slots "mj_slots":
        pass
    Slots load "mj_slots_load"(const uint8_t *p) noexcept nogil
    Slots all_slots "mj_slots_all"(int value) noexcept nogil
    Slots add "mj_slots_add"(Slots a, Slots b) noexcept nogil
    Slots least "mj_slots_least"(Slots a, Slots b) noexcept nogil
    bint meet "mj_slots_meet"(Slots a, Slots b) noexcept nogil        # whether some entry is equal
    void store "mj_slots_store"(uint8_t *p, Slots a) noexcept nogil
    # moved by a set or the pair; what is free is 0
    Slots up_set "mj_up_set"(Slots a) noexcept nogil
    Slots up_pair "mj_up_pair"(Slots a) noexcept nogil
    Slots down_set "mj_down_set"(Slots a) noexcept nogil
    Slots down_pair "mj_down_pair"(Slots a) noexcept nogil
