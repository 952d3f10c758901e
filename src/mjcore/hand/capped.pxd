# Distances when some kinds may be used less or more than four times, or not at all.
#
# `caps`: for each kind the most copies that a target may hold, 0..7. 0 is a kind that does not exist, 4 less
# the copies in melds the strict rule, 5..7 a wild tile that may be a fifth copy.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.automaton cimport FAR, MAX_CAP

# Parts of the special forms, for the kinds first..last - 1: whole suits, the winds, the dragons. Each fills 16
# slots with the fewest tiles missing; its second way gives the kinds of which some least target of a wanted slot
# (a mask) holds more than the hand does.
#
# Slot pairs, + 8 with a set beside them. Fills the wanted slots, or returns the kinds that lower them. `options` are
# some of PAIR_OPTIONS.
cdef uint64_t pairs_part(const uint8_t *counts, const uint8_t *caps, int first, int last, uint32_t options,
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

# Fewest tiles that are missing from some target of `sets` sets (0..5) and a pair; FAR if there is none. With
# `accepted` the mask of the kinds of which one more tile lowers it.
cdef int capped_standard(const uint8_t *counts, const uint8_t *caps, int sets, uint64_t *accepted) noexcept nogil

# The same for any form of decompose.pxd. Forms that need a number of sets (4; 5 for pairs and set; at least 3
# for the knitted straight) are FAR with any other. `options` are some of PAIR_OPTIONS.
cdef int capped_form(int form, uint32_t options, const uint8_t *counts, const uint8_t *caps, int sets,
                     uint64_t *accepted) noexcept nogil

# For functions that Python calls; HandError.
cdef int load_numbers(object source, object what, uint8_t *out) except -1     # 34 of 0..MAX_CAP
cdef int form_number(object form) except -1
cdef int number_of_sets(object sets) except -1
cdef uint32_t pair_options(bint quad_pairs, object pairs_with, object error) except? 0     # an error of this class
