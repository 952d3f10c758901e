"""The slow way of the discards: forms that are seldom the nearest."""
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport less34
from mjcore.hand.engine cimport HAND_OK, accepted_kinds, ask


cdef void look_after(const Looked *hand, int kind, uint32_t low, uint32_t high, uint32_t changed,
                     Looked *out) noexcept nogil:
    """The hand with one tile less, its group looked up already."""
    cdef int group = kind // 9
    out[0] = hand[0]
    out.counts = less34(hand.counts, kind)
    out.key[2 * group] = low
    out.key[2 * group + 1] = high
    out.group[group] = changed
    if group < 2:
        out.left = merged(hand.tables, out.group[0], out.group[1])
    else:
        out.right = merged(hand.tables, out.group[2], out.group[3])


cdef void discard_generally(const Looked *hand, int kind, uint32_t low, uint32_t high, uint32_t changed,
                            const uint8_t *left_over, const DiscardTable *out) noexcept nogil:
    cdef Looked after
    cdef Distances then
    look_after(hand, kind, low, high, changed, &after)
    all_distances(&after, &then)
    out.shanten[kind] = then.best - hand.jokers - 1
    put_accepted(kind, accepted_kinds(&after, &then), left_over, out)


cdef int ask_discards(const HandRules *rules, const uint8_t *source, int melds, int jokers, int void_suit,
                      uint32_t meld_suits, const uint8_t *source_used, const NarrowJokers *narrow, uint64_t allowed,
                      const uint8_t *left_over, const DiscardTable *out) noexcept nogil:
    cdef uint8_t counts[KINDS]
    cdef uint8_t used[KINDS]
    cdef uint64_t accepted
    cdef int kind, fault, distance
    memcpy(counts, source, KINDS)
    if source_used == NULL:
        memset(used, 0, KINDS)
    else:
        memcpy(used, source_used, KINDS)
    memset(out.shanten, NOT_HELD, KINDS)
    memset(out.accepted, 0, KINDS * sizeof(uint64_t))
    memset(out.copies, 0, KINDS)
    for kind in range(KINDS):
        if counts[kind] and allowed >> kind & 1:
            counts[kind] -= 1
            if source_used != NULL:
                # the tile lies among the discards then
                used[kind] += 1
            fault = ask(rules, counts, melds, jokers, void_suit, meld_suits, used, narrow, &distance, &accepted)
            if fault != HAND_OK:
                return fault
            out.shanten[kind] = distance - 1 - (0 if narrow != NULL else jokers)
            put_accepted(kind, accepted, left_over, out)
            counts[kind] += 1
            if source_used != NULL:
                used[kind] -= 1
    return HAND_OK
