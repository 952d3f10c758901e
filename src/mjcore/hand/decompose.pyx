"""Every reading of a hand: how its tiles can be seen as a winning form.

>>> from mjcore.hand.decompose import decompose
>>> from mjcore.hand.hands import Hand
>>> [reading.form for reading in decompose(Hand("112233m112233p11s"))]
['standard', 'seven_pairs']
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from mjcore.bits cimport count_bits, first_bit, four34, held34, load34, odd34
from mjcore.hand.counts cimport whole
from mjcore.hand.handdata cimport MAX_SIZE, HandData, copies_allowed, hand_copies
from mjcore.hand.hands cimport load_hand, load_tile
from mjcore.hand.kinds cimport ALL_KINDS, EAST, JOKER, KINDS, RED_BIT
from mjcore.hand.split cimport Split, is_standard, split_hand
from mjcore.hand.suits cimport (
    WORD_PAIR, WORD_PUNG_RANKS, SuitTable, entry_offset, entry_words, suit_table,
)
from mjcore.hand.text cimport hand_text
from mjcore.hand.wild cimport joker_kinds, load_wild, reading_tiles
from mjcore.hand.wildhands cimport find_wild_readings

from mjcore.errors import HandError

FORM_NAMES = (
    "standard", "knitted_straight", "seven_pairs", "pairs_and_set", "thirteen_orphans",
    "greater_knitted", "lesser_knitted", "shapeless",
)

cdef uint64_t patterns[6]


cdef void fill_patterns() noexcept nogil:
    cdef int number
    for number in range(6):
        patterns[number] = knitted_pattern(number)


fill_patterns()


cdef const uint64_t *knitted_patterns() noexcept nogil:
    return patterns


cdef struct Collector:
    Reading base           # melds, form and pattern of the readings being collected
    int win_tile
    uint64_t body          # kinds of the form's body that the winning tile may belong to
    Reading *out
    int capacity
    int found


cdef bint set_holds(int set_id, int kind) noexcept nogil:
    cdef int rank
    if set_id >= FIRST_PUNG:
        return set_id - FIRST_PUNG == kind
    rank = kind - 9 * (set_id // 7) - set_id % 7
    return 0 <= rank <= 2


cdef void emit(Collector *collector, const Reading *reading) noexcept nogil:
    cdef int i
    cdef Reading *out
    if collector.found < collector.capacity:
        out = &collector.out[collector.found]
        out[0] = reading[0]
        out.places = 0
        if collector.win_tile >= 0:
            for i in range(out.n_concealed):
                if set_holds(out.sets[i], collector.win_tile):
                    out.places |= 1 << i
            if out.pair == collector.win_tile:
                out.places |= PLACE_PAIR
            if (collector.body >> collector.win_tile) & 1:
                out.places |= PLACE_OTHER
    collector.found += 1


cdef void place_melds(Reading *reading, const uint32_t *melds, int n_melds) noexcept nogil:
    cdef int i
    for i in range(n_melds):
        reading.sets[reading.n_concealed + i] = meld_set(melds[i])
    reading.n_sets = reading.n_concealed + n_melds


cdef void add_word(Reading *reading, int suit, uint64_t word) noexcept nogil:
    """Appends the sets of one suit's split and notes its pair."""
    cdef int low
    cdef uint32_t rank
    for low in range(7):
        for _ in range((word >> (3 * low)) & 7):
            reading.sets[reading.n_concealed] = 7 * suit + low
            reading.n_concealed += 1
    for low in range(9):
        if (word >> (WORD_PUNG_RANKS + low)) & 1:
            reading.sets[reading.n_concealed] = FIRST_PUNG + 9 * suit + low
            reading.n_concealed += 1
    rank = (word >> WORD_PAIR) & 15
    if rank:
        reading.pair = 9 * suit + rank - 1


cdef void collect_standard(const SuitTable *table, const uint8_t *counts, const uint32_t *melds, int n_melds,
                           Collector *collector) noexcept nogil:
    cdef Split split
    cdef Reading reading
    cdef uint32_t a, b, c, kind
    cdef const uint64_t *words[3]
    cdef int suit
    split_hand(table, counts, &split)
    if not is_standard(&split):
        return
    for suit in range(3):
        words[suit] = table.words + entry_offset(split.entry[suit])
    for a in range(entry_words(split.entry[0])):
        for b in range(entry_words(split.entry[1])):
            for c in range(entry_words(split.entry[2])):
                reading = collector.base
                add_word(&reading, 0, words[0][a])
                add_word(&reading, 1, words[1][b])
                add_word(&reading, 2, words[2][c])
                for kind in range(7):
                    if (split.threes >> kind) & 1:
                        reading.sets[reading.n_concealed] = FIRST_PUNG + EAST + kind
                        reading.n_concealed += 1
                if split.twos:
                    reading.pair = EAST + first_bit(split.twos)
                place_melds(&reading, melds, n_melds)
                emit(collector, &reading)


cdef void put_body(Reading *reading, uint64_t kinds, uint64_t again) noexcept nogil:
    """The tiles outside sets: their kinds, and those that are there once more."""
    cdef int i
    for i in range(5):
        reading.body[i] = kinds >> (8 * i) & 0xFF
    for i in range(1, 5):
        reading.sets[i] = first_bit(again) + 1 if again else 0
        again &= again - 1


cdef void collect_pairs_and_set(const uint8_t *counts, Collector *collector) noexcept nogil:
    cdef uint8_t rest[KINDS]
    cdef Reading reading
    cdef int set_id, kind, step
    for set_id in range(SET_IDS):
        memcpy(rest, counts, KINDS)
        step = 0 if set_id >= FIRST_PUNG else 1
        kind = set_id - FIRST_PUNG if set_id >= FIRST_PUNG else 9 * (set_id // 7) + set_id % 7
        if step == 0 and rest[kind] < 3:
            continue
        if step == 1 and not (rest[kind] and rest[kind + 1] and rest[kind + 2]):
            continue
        if step == 0:
            rest[kind] -= 3
        else:
            rest[kind] -= 1
            rest[kind + 1] -= 1
            rest[kind + 2] -= 1
        if odd34(load34(rest)) == 0:
            reading = collector.base
            reading.sets[0] = set_id
            reading.n_concealed = 1
            reading.n_sets = 1
            collector.body = held34(load34(rest))
            # four equal tiles are two pairs
            put_body(&reading, collector.body, four34(load34(rest)))
            emit(collector, &reading)


cdef int find_readings(const SuitTable *table, const uint8_t *counts, const uint32_t *melds, int n_melds,
                       int sets, int win_tile, uint32_t forms, const WildTiles *wild, Reading *out,
                       int capacity) noexcept nogil:
    cdef Collector collector
    cdef uint8_t rest[KINDS]
    cdef uint64_t present = held34(load34(counts)), suited
    cdef int pattern, kind, honours
    if wild != NULL:
        return find_wild_readings(table, counts, melds, n_melds, sets, win_tile, forms, wild, out, capacity)
    memset(&collector, 0, sizeof(Collector))
    collector.out = out
    collector.capacity = capacity
    collector.win_tile = win_tile
    collector.base.pair = NO_PAIR
    collector.base.pattern = NO_PATTERN

    if forms >> STANDARD & 1:
        collector.base.form = STANDARD
        collect_standard(table, counts, melds, n_melds, &collector)
    if forms >> KNITTED_STRAIGHT & 1 and sets >= 3 and n_melds <= sets - 3:
        collector.base.form = KNITTED_STRAIGHT
        for pattern in range(6):
            if present & patterns[pattern] == patterns[pattern]:
                memcpy(rest, counts, KINDS)
                for kind in range(27):
                    rest[kind] -= (patterns[pattern] >> kind) & 1
                collector.base.pattern = pattern
                collector.body = patterns[pattern]
                collect_standard(table, rest, melds, n_melds, &collector)
        collector.base.pattern = NO_PATTERN
    if n_melds:
        return collector.found
    if sets == 4:
        collector.body = present
        if forms >> SEVEN_PAIRS & 1 and odd34(load34(counts)) == 0:
            collector.base.form = SEVEN_PAIRS
            put_body(&collector.base, present, four34(load34(counts)))
            emit(&collector, &collector.base)
        if forms >> THIRTEEN_ORPHANS & 1 and present == orphan_kinds():
            collector.base.form = THIRTEEN_ORPHANS
            put_body(&collector.base, present, present & ~odd34(load34(counts)))
            emit(&collector, &collector.base)
        if forms >> GREATER_KNITTED & 3 and count_bits(present) == 14:
            suited = present & 0x7FFFFFF
            put_body(&collector.base, present, 0)
            for pattern in range(6):
                if suited & ~patterns[pattern] == 0:
                    honours = count_bits(present >> EAST)
                    collector.base.form = GREATER_KNITTED if honours == 7 else LESSER_KNITTED
                    collector.base.pattern = pattern
                    if forms >> collector.base.form & 1:
                        emit(&collector, &collector.base)
                    break
            collector.base.pattern = NO_PATTERN
    elif sets == 5 and forms >> PAIRS_AND_SET & 1:
        collector.base.form = PAIRS_AND_SET
        collect_pairs_and_set(counts, &collector)
    return collector.found


cdef class ReadingView:
    """One way to see a hand; immutable.

    form     one of `FORM_NAMES`
    sets     the sets as text ("123m", "555z"), concealed ones first, then the melds in their order
    pair     the pair as text ("99p"), "" if the form has none
    concealed  how many of the sets are concealed
    places   where the winning tile can stand: indices into `sets`, "pair", and "body" for a tile
             of a special form outside sets and pair; empty if no winning tile was named
    pattern  the nine kinds of a knitted form as text ("147m258p369s"), "" otherwise
    jokers   the tiles that jokers stand for as text ("5m", "7z"), from the lowest; wild tiles that stand as
             themselves are not among them
    tiles    the concealed tiles as text ("123m99p"), each joker as what it stands for
    """
    def __init__(self):
        raise TypeError("readings are made by mjcore.decompose")

    @property
    def form(self):
        return FORM_NAMES[self.data.form]

    @property
    def sets(self):
        return tuple([set_text(self.data.sets[i]) for i in range(self.data.n_sets)])

    @property
    def concealed(self):
        return self.data.n_concealed

    @property
    def pair(self):
        return "" if self.data.pair == NO_PAIR else kind_text(self.data.pair, 2)

    @property
    def pattern(self):
        if self.data.pattern == NO_PATTERN:
            return ""
        mask = patterns[self.data.pattern]
        return "".join(
            "".join(str(rank + 1) for rank in range(9) if mask >> (9 * suit + rank) & 1) + "mps"[suit]
            for suit in range(3)
        )

    @property
    def places(self):
        found = [i for i in range(self.data.n_concealed) if self.data.places >> i & 1]
        if self.data.places & PLACE_PAIR:
            found.append("pair")
        if self.data.places & PLACE_OTHER:
            found.append("body")
        return tuple(found)

    @property
    def jokers(self):
        return tuple([kind_text(kind, 1) for kind in range(KINDS) for _ in range(self.acting[kind])])

    @property
    def tiles(self):
        cdef HandData hand
        memset(&hand, 0, sizeof(HandData))
        reading_tiles(&self.data, hand.counts)
        return hand_text(&hand)

    def __eq__(self, other):
        if not isinstance(other, ReadingView):
            return NotImplemented
        return view_key(self) == view_key(other)

    def __hash__(self):
        return hash(view_key(self))

    def __reduce__(self):
        return reading_again, ((<const char *>&self.data)[:sizeof(Reading)] + (<const char *>self.acting)[:KINDS],)

    def __repr__(self):
        parts = [self.form, *self.sets]
        if self.pair:
            parts.append(self.pair)
        if self.pattern:
            parts.append(self.pattern)
        if self.jokers:
            parts += ["jokers", *self.jokers]
        return f"<Reading {' '.join(parts)}>"


cdef tuple view_key(ReadingView view):
    return view.form, view.sets, view.concealed, view.pair, view.pattern, view.places, view.tiles, view.jokers


cdef object kind_text(int kind, int times):
    return f"{str(kind % 9 + 1) * times}{'mpsz'[kind // 9]}"


cdef object set_text(int set_id):
    cdef int low
    if set_id >= FIRST_PUNG:
        return kind_text(set_id - FIRST_PUNG, 3)
    low = set_id % 7 + 1
    return f"{low}{low + 1}{low + 2}{'mps'[set_id // 7]}"


cdef ReadingView make_view(const Reading *reading):
    cdef ReadingView view = ReadingView.__new__(ReadingView)
    view.data = reading[0]
    return view


def reading_again(bytes data not None):
    """Unpickles a reading."""
    cdef Reading reading
    cdef ReadingView view
    cdef const uint8_t *acting = <const uint8_t *><const char *>data + sizeof(Reading)
    cdef uint8_t tiles[KINDS]
    cdef int i, size = 0, jokers = 0
    cdef bint sound = len(data) == sizeof(Reading) + KINDS
    if sound:
        memcpy(&reading, <const char *>data, sizeof(Reading))
        sound = reading.form < FORMS and reading.n_concealed <= reading.n_sets <= 5
        sound = sound and (reading.pair < KINDS or reading.pair == NO_PAIR)
        sound = sound and (reading.pattern < 6 or reading.pattern == NO_PATTERN)
        for i in range(5):
            sound = sound and reading.sets[i] < SET_IDS
    if sound:
        reading_tiles(&reading, tiles)
        for i in range(KINDS):
            size += tiles[i]
            jokers += acting[i]
        sound = size <= MAX_SIZE and jokers <= MAX_SIZE
    if not sound:
        raise HandError("these bytes are no reading")
    view = make_view(&reading)
    memcpy(view.acting, acting, KINDS)
    return view


def decompose(hand, win=None, *, forms=FORM_NAMES, jokers=None, wild=None, universal=None, natural=True,
              fifth=False, limit=200_000):
    """All readings of a complete hand (3n + 2 tiles with its melds, n = 1..5), a tuple of `ReadingView`.

    hand    a Hand, text, or 34 counts; with the winning tile, or without it and `win` given
    win     the winning tile; if the hand holds 3n + 2 tiles it must be one of the concealed ones
    forms   the forms to look for, names of `FORM_NAMES`

    Jokers among the concealed tiles are whatever completes the hand; each way comes once. Universal are 0j,
    {caishen} {mao} {laoshu} {jubao}, emperors and empresses. The frames ({he} and so on) must be told.

    jokers     what a kind of joker stands for, as in {"he": "1234567z"}: every kind, or one or more of
               characters, dots, bamboo, winds and dragons; two kinds of joker nested or separate
    wild       kinds that were turned up, as in "5m": all concealed tiles of theirs are universal jokers
    universal  what universal jokers stand for, as tiles; every kind if None
    natural    True: a 5m that is wild stands as itself where the reading has room for it; False: never
    fifth      True: of a kind up to 4 + jokers copies, 7 at most; False: not more than 4, melds included
    limit      HandError if there are more readings of a hand with jokers

    Empty if the tiles complete no form. Raises HandError for a hand of another size or with tiles
    that sets are not made of.

    >>> [r.sets for r in decompose("111222333m99p", "9p")]
    [('123m', '123m', '123m'), ('111m', '222m', '333m')]
    >>> [(r.sets, r.pair, r.jokers) for r in decompose("12m33p0j")]
    [(('123m',), '33p', ('3m',))]
    """
    cdef HandData data
    cdef WildTiles tiles
    cdef Reading found[MAX_READINGS]
    cdef int tile, count, sets
    cdef uint32_t mask = 0
    load_hand(hand, &data)
    tile = complete_hand(&data, win, &sets)
    if isinstance(forms, str):
        forms = (forms,)
    for name in forms:
        if name not in FORM_NAMES:
            raise HandError(f"form {name!r}: expected one of {', '.join(FORM_NAMES)}")
        mask |= 1 << FORM_NAMES.index(name)
    cdef const SuitTable *table = suit_table(sets)
    tiles = no_wild_tiles()
    tiles.natural = yes_or_no(natural, "natural")
    tiles.fifth = yes_or_no(fifth, "fifth")
    if load_wild(&data, jokers, wild, universal, &tile, &tiles):
        return wild_readings(table, &data, sets, tile, mask | QUAD_PAIRS, &tiles, limit)
    with nogil:
        count = find_readings(table, data.counts, data.melds, data.n_melds, sets, tile, mask, NULL, found,
                              MAX_READINGS)
    return tuple([make_view(&found[i]) for i in range(count)])


cdef bint yes_or_no(object value, str name) except -1:
    if value is not True and value is not False:
        raise HandError(f"{name}: True or False expected; got {value!r}")
    return value is True


cdef object wild_readings(const SuitTable *table, HandData *data, int sets, int tile, uint32_t forms,
                          const WildTiles *tiles, object limit):
    cdef ReadingView view
    cdef Reading *found
    cdef int i, count
    with nogil:
        count = find_readings(table, data.counts, data.melds, data.n_melds, sets, tile, forms, tiles, NULL, 0)
    if count > whole(limit, "limit: a number"):
        more = "more than " if count == MOST_READINGS else ""
        raise HandError(f"the hand has {more}{count} readings; limit={limit} allows fewer")
    found = <Reading *>malloc(count * sizeof(Reading) + 1)
    if found == NULL:
        raise MemoryError
    try:
        with nogil:
            find_readings(table, data.counts, data.melds, data.n_melds, sets, tile, forms, tiles, found, count)
        views = []
        for i in range(count):
            view = make_view(&found[i])
            joker_kinds(&found[i], data.counts, tiles, view.acting)
            views.append(view)
        return tuple(views)
    finally:
        free(found)


cdef int complete_hand(HandData *data, object win, int *sets) except -2:
    """Adds the winning tile if it is missing. Returns its kind, or -1 if none was named."""
    cdef int kind = -1, tiles = 0, other
    for other in range(ALL_KINDS):
        tiles += data.counts[other]
        if KINDS <= other < JOKER and data.counts[other]:
            raise HandError("the hand holds tiles that sets are not made of (flowers, big whites); only "
                            "characters, dots, bamboo, winds, dragons and jokers can be read as sets")
    if win is not None:
        kind = load_tile(win) & ~RED_BIT
        if KINDS <= kind < JOKER:
            raise HandError("the winning tile must be a character, dot, bamboo, wind, dragon or joker")
    if tiles % 3 == 1:
        if kind < 0:
            raise HandError(f"the hand has {tiles} concealed tiles: name the winning tile, or give 3n + 2 tiles")
        if hand_copies(data, kind) >= copies_allowed(kind):
            copy = "fifth" if kind < KINDS else "ninth"
            raise HandError(f"the winning tile would be the {copy} copy of its kind")
        data.counts[kind] += 1
        tiles += 1
    elif tiles % 3 == 2:
        if kind >= 0 and data.counts[kind] == 0:
            raise HandError("the hand is complete, but the winning tile is not one of its concealed tiles")
    else:
        raise HandError(f"the hand has {tiles} concealed tiles: a hand has 3n + 1, or 3n + 2 with the winning tile")
    sets[0] = tiles // 3 + data.n_melds
    if not 1 <= sets[0] <= 5:
        raise HandError(f"the hand has {sets[0]} sets and a pair: from 1 to 5 sets are possible")
    return kind
