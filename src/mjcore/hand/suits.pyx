"""Tables of one suit, generated at first use: milliseconds, nothing stored in files."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from mjcore.bits cimport publish

import _thread

cdef SuitTable four_sets
cdef SuitTable five_sets
cdef ChowClasses classes
cdef bint classes_ready = False
# Filled once, under the lock; read without it afterwards.
cdef object fill_lock = _thread.allocate_lock()


cdef struct Fill:
    SuitTable *table
    int counts[11]         # nine ranks, and two places that chows never reach
    int pass_number        # 1 counts the words of each entry, 2 writes them
    uint32_t *written


cdef const ChowClasses *chow_classes() except NULL:
    global classes_ready
    if not classes_ready:
        with fill_lock:
            if not classes_ready:
                fill_classes(&classes)
                publish()
                classes_ready = True
    return &classes


cdef const SuitTable *suit_table(int sets) except NULL:
    cdef SuitTable *table = &four_sets if sets <= 4 else &five_sets
    if table.entry == NULL:
        with fill_lock:
            if table.entry == NULL:
                build(table, 4 if sets <= 4 else 5)
    return table


cdef void fill_classes(ChowClasses *out) noexcept nogil:
    cdef int lows = 0, highs = 0, size, number = 0, i, j
    cdef int low_size[126]
    cdef int high_size[56]
    cdef int key
    memset(out, 0, sizeof(ChowClasses))
    for key in range(4096):
        size = (key & 7) + ((key >> 3) & 7) + ((key >> 6) & 7) + (key >> 9)
        if size <= 5:
            out.low[key] = lows
            low_size[lows] = size
            lows += 1
    for key in range(512):
        size = (key & 7) + ((key >> 3) & 7) + (key >> 6)
        if size <= 5:
            out.high[key] = highs
            high_size[highs] = size
            highs += 1
    for size in range(6):
        for i in range(lows):
            for j in range(highs):
                if low_size[i] + high_size[j] == size:
                    out.number[i * 56 + j] = number
                    number += 1


cdef int key_tiles(int key) noexcept nogil:
    cdef int tiles = 0
    while key:
        tiles += key % 5
        key //= 5
    return tiles


cdef int build(SuitTable *table, int sets) except -1:
    cdef int max_tiles = 3 * sets + 2
    cdef int tiles, key, left
    cdef uint32_t hands = 0, order = 0, offset = 0, index
    cdef uint32_t within[21]       # high keys of at most so many tiles
    cdef uint8_t tiles_of[3125]
    cdef Fill fill
    cdef uint32_t *entry
    cdef uint32_t *written
    table.sets = sets
    for key in range(3125):
        tiles_of[key] = key_tiles(key)
    for tiles in range(21):
        for key in range(3125):
            if tiles_of[key] == tiles:
                table.rank[key] = order
                order += 1
        within[tiles] = order
    for key in range(625):
        left = max_tiles - tiles_of[key]
        table.base[key] = hands
        if left >= 0:
            hands += within[left]
    entry = <uint32_t *>calloc(hands, sizeof(uint32_t))
    written = <uint32_t *>calloc(hands, sizeof(uint32_t))
    if entry == NULL or written == NULL:
        free(entry)
        free(written)
        raise MemoryError
    for key in range(625):
        left = max_tiles - tiles_of[key]
        for index in range(3125):
            tiles = tiles_of[index]
            if tiles <= left:
                entry[table.base[key] + table.rank[index]] = ((max_tiles - left + tiles) % 3) << 20

    fill.table = table
    fill.written = written
    memset(fill.counts, 0, sizeof(fill.counts))
    # `entry` is published last: its not being NULL says that the table is complete
    fill.pass_number = 1
    split_from(&fill, entry, 0, sets, 0, 0)
    for index in range(hands):
        entry[index] |= offset
        offset += written[index]
        entry[index] |= written[index] << 17
        written[index] = 0
    table.words = <uint64_t *>calloc(offset, sizeof(uint64_t))
    if table.words == NULL:
        free(entry)
        free(written)
        raise MemoryError
    fill.pass_number = 2
    split_from(&fill, entry, 0, sets, 0, 0)
    free(written)
    publish()
    table.entry = entry
    return 0


cdef void split_from(Fill *fill, uint32_t *entry, int rank, int sets_left, uint64_t word, int fives) noexcept nogil:
    """Walks all patterns of sets and at most one pair: at each rank some chows that start here, a pung
    or not, the pair or not. Patterns with one count of 5 serve as what a fifth copy would complete."""
    cdef int chows, pung, pair, count, room
    cdef uint64_t grown
    if rank == 9:
        record(fill, entry, word)
        return
    # most chows first: of readings with equal totals the one with more chows is kept
    for chows in range(sets_left if rank < 7 else 0, -1, -1):
        for pung in range(2 if sets_left > chows else 1):
            for pair in range(2 if (word >> WORD_PAIR) & 15 == 0 else 1):
                count = fill.counts[rank] + chows + 3 * pung + 2 * pair
                if count > 5 or (count == 5 and fives):
                    continue
                if chows and (fill.counts[rank + 1] + chows > 5 or fill.counts[rank + 2] + chows > 5):
                    continue
                grown = word
                if chows:
                    grown += <uint64_t>chows << (3 * rank)
                    grown += <uint64_t>chows << WORD_CHOWS
                    grown |= <uint64_t>1 << (WORD_PRESENT + rank)
                    if rank != 0 and rank != 6:
                        grown |= <uint64_t>NOT_OUTSIDE << WORD_FLAGS
                    if rank < 2 or rank > 4:
                        grown |= <uint64_t>NOT_FIVES << WORD_FLAGS
                if pung:
                    grown += <uint64_t>1 << WORD_PUNGS
                    grown |= <uint64_t>1 << (WORD_PUNG_RANKS + rank)
                if pair:
                    grown += <uint64_t>(rank + 1) << WORD_PAIR
                if pung or pair:
                    if rank != 0 and rank != 8:
                        grown |= <uint64_t>NOT_OUTSIDE << WORD_FLAGS
                    if rank != 4:
                        grown |= <uint64_t>NOT_FIVES << WORD_FLAGS
                room = fill.counts[rank]
                fill.counts[rank] = count
                fill.counts[rank + 1] += chows
                fill.counts[rank + 2] += chows
                split_from(fill, entry, rank + 1, sets_left - chows - pung, grown, fives or count == 5)
                fill.counts[rank] = room
                fill.counts[rank + 1] -= chows
                fill.counts[rank + 2] -= chows


cdef uint32_t index_of(const SuitTable *table, const int *counts) noexcept nogil:
    return (table.base[counts[0] + 5 * counts[1] + 25 * counts[2] + 125 * counts[3]]
            + table.rank[counts[4] + 5 * counts[5] + 25 * counts[6] + 125 * counts[7] + 625 * counts[8]])


cdef void record(Fill *fill, uint32_t *entry, uint64_t word) noexcept nogil:
    cdef int rank, five = -1
    cdef uint32_t index
    for rank in range(9):
        if fill.counts[rank] == 5:
            five = rank
    if five < 0:
        index = index_of(fill.table, fill.counts)
        if fill.pass_number == 2:
            fill.table.words[entry_offset(entry[index]) + fill.written[index]] = word
        fill.written[index] += 1
    if fill.pass_number == 2:
        return
    for rank in range(9):
        if fill.counts[rank] and (five < 0 or five == rank):
            fill.counts[rank] -= 1
            entry[index_of(fill.table, fill.counts)] |= <uint32_t>1 << (22 + rank)
            fill.counts[rank] += 1
