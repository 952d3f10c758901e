"""Questions about many hands from another project, in loops of its own without the GIL; see docs/c-api.md."""
from libc.stdint cimport int8_t, uint8_t, uint64_t

from mjcore.bits cimport load34
from mjcore.hand.engine cimport ANY_MELDS, HAND_OK, NEEDS_FIVE_SETS, HandRules, need_five_sets, quick_shanten
from mjcore.hand.kinds cimport KINDS
from mjcore.hand.queries cimport HandEngine

from mjcore.bits cimport held34, left34
from mjcore.hand.decompose cimport Reading, WildTiles, find_readings, no_wild_tiles
from mjcore.hand.discards cimport DiscardTable, best_discards, find_discards, find_nearest_discards
from mjcore.hand.engine cimport (
    NO_SUIT, NOT_FOURTEEN, Distances, Looked, accepted_kinds, all_distances, look, waiting_kinds,
)
from mjcore.hand.suits cimport SuitTable, suit_table


def shanten(HandEngine engine, bytes hands, bytearray out):
    """Shanten of each hand (34 counts) as int8 into `out`."""
    cdef const HandRules *rules = &engine.data.rules
    cdef const uint8_t *rows = hands
    cdef int8_t *answers = <int8_t *><char *>out
    cdef Py_ssize_t i, n = min(len(hands) // KINDS, len(out))
    cdef int found, fault = HAND_OK
    while True:
        with nogil:
            for i in range(n):
                fault = quick_shanten(rules, load34(rows + KINDS * i), ANY_MELDS, 0, &found)
                if fault != HAND_OK:
                    break
                answers[i] = found
        if fault != NEEDS_FIVE_SETS:
            break
        # the tables for 16 and 17 tiles are built when the first such hand comes
        need_five_sets(&engine.data.rules)
    if fault != HAND_OK:
        raise ValueError(f"fault {fault}")


cdef int accepted_by_all(const HandRules *rules, const uint8_t *rows, Py_ssize_t n, int8_t *shanten,
                         uint64_t *accepted, uint64_t *waits) noexcept nogil:
    """Shanten and accepted kinds of each hand, and what it waits for if it has 3n + 1 tiles; HAND_OK or a fault."""
    cdef Looked hand
    cdef Distances distances
    cdef Py_ssize_t i
    cdef int fault
    for i in range(n):
        fault = look(rules, load34(rows + KINDS * i), ANY_MELDS, 0, NO_SUIT, &hand)
        if fault != HAND_OK:
            return fault
        all_distances(&hand, &distances)
        shanten[i] = distances.best - 1
        accepted[i] = accepted_kinds(&hand, &distances)
        waits[i] = waiting_kinds(rules, &hand, False) if hand.tiles == 1 else 0
    return HAND_OK


def acceptance(HandEngine engine, bytes hands):
    """(shanten, mask of the accepted kinds, mask of the waits) of each hand."""
    cdef const uint8_t *rows = hands
    cdef Py_ssize_t n = len(hands) // KINDS
    found, masks, waits = bytearray(n), bytearray(8 * n), bytearray(8 * n)
    cdef int8_t *shanten = <int8_t *><char *>found
    cdef uint64_t *accepted = <uint64_t *><char *>masks
    cdef uint64_t *waited = <uint64_t *><char *>waits
    cdef int fault = NEEDS_FIVE_SETS
    while fault == NEEDS_FIVE_SETS:
        with nogil:
            fault = accepted_by_all(&engine.data.rules, rows, n, shanten, accepted, waited)
        if fault == NEEDS_FIVE_SETS:
            need_five_sets(&engine.data.rules)
    if fault != HAND_OK:
        raise ValueError(f"fault {fault}")
    return [(shanten[i], accepted[i], waited[i]) for i in range(n)]


cdef struct Discards:
    int8_t shanten[34]
    uint64_t accepted[34]
    uint8_t copies[34]


cdef DiscardTable table_in(Discards *found) noexcept nogil:
    """The table whose answers go there."""
    cdef DiscardTable table
    table.shanten = found.shanten
    table.accepted = found.accepted
    table.copies = found.copies
    return table


cdef int look_at_full(HandEngine engine, bytes counts, Looked *hand, uint8_t *left) except -1:
    """Looks up a hand that a tile is to be thrown of, and how many copies of each kind are left."""
    cdef const uint8_t *source = counts
    cdef uint8_t seen[34]
    cdef int kind, fault
    if len(counts) != KINDS:
        raise ValueError("34 counts expected")
    for kind in range(KINDS):
        seen[kind] = 0
    fault = look(&engine.data.rules, load34(source), ANY_MELDS, 0, NO_SUIT, hand)
    if fault == NEEDS_FIVE_SETS:
        need_five_sets(&engine.data.rules)
        fault = look(&engine.data.rules, load34(source), ANY_MELDS, 0, NO_SUIT, hand)
    if fault == HAND_OK and hand.tiles != 2:
        fault = NOT_FOURTEEN
    if fault != HAND_OK:
        raise ValueError(f"fault {fault}")
    left34(hand.counts, seen, left)
    return 0


def discards(HandEngine engine, bytes counts):
    """(mask of the best discards, {kind: (shanten, mask of the accepted kinds, copies left)}) of a hand."""
    cdef Looked hand
    cdef Discards found
    cdef DiscardTable table = table_in(&found)
    cdef uint8_t left[48]
    cdef uint64_t held
    cdef int kind
    look_at_full(engine, counts, &hand, left)
    with nogil:
        held = held34(hand.counts)
        find_discards(&hand, held, left, &table)
        held = best_discards(found.shanten, found.copies, held)
    return held, {kind: (found.shanten[kind], found.accepted[kind], found.copies[kind])
                  for kind in range(KINDS) if counts[kind]}


def best_of_some(HandEngine engine, tuple asked):
    """Mask of the best discards among the kinds of a mask: (counts, mask)."""
    cdef Looked hand
    cdef Discards found
    cdef DiscardTable table = table_in(&found)
    cdef uint8_t left[48]
    cdef uint64_t allowed = asked[1], best
    look_at_full(engine, asked[0], &hand, left)
    with nogil:
        allowed &= held34(hand.counts)
        find_nearest_discards(&hand, allowed, left, &table)
        best = best_discards(found.shanten, found.copies, allowed)
    return best


def readings(bytes hands, int jokers, int forms, bytearray out):
    """How many readings each hand has, as 14 tiles of which so many are universal jokers beside its counts; the
    readings of the last one are left in `out`, as far as they find room."""
    cdef const SuitTable *table = suit_table(4)
    cdef const uint8_t *rows = hands
    cdef Reading *found = <Reading *><char *>out
    cdef int capacity = len(out) // sizeof(Reading)
    cdef Py_ssize_t i, n = len(hands) // KINDS
    cdef WildTiles wild = no_wild_tiles()
    numbers = bytearray(n * sizeof(int))
    cdef int *number = <int *><char *>numbers
    wild.universal = jokers
    with nogil:
        for i in range(n):
            number[i] = find_readings(table, rows + KINDS * i, NULL, 0, 4, -1, forms, &wild, found, capacity)
    return [number[i] for i in range(n)]
