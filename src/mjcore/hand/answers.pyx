"""Answers of the hand engine: what is asked, and the objects that say it."""
cimport cython
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy

from mjcore.bits cimport count_bits, first_bit, held34, load34, sum_chosen34
from mjcore.hand.discards cimport DiscardTable, ask_discards as discards_by_asking, find_discards
from mjcore.hand.distances cimport FAR, all_kinds_exist
from mjcore.hand.engine cimport (
    BAD_TILES, EVERY_SUIT, HAND_OK, NO_SUIT, Looked, choices_beside, look, quick_shanten, waiting_kinds,
)
from mjcore.hand.handdata cimport COPIES
from mjcore.hand.kinds cimport ALL_KINDS, KINDS, MAX_SETS, RED_BIT
from mjcore.hand.narrow cimport ALL_LEAVES, NarrowJokers
from mjcore.hand.questions cimport (
    NOT_WILD, EngineData, Question, add_drawn, find_distance, is_capped, mend, narrow_fifth_copies, no_form, set_left,
    set_narrow, set_used, tiles_asked, yes_or_no,
)
from mjcore.hand.text cimport load_tile, tile_object, tile_text

from mjcore.errors import HandError

cdef enum:
    MOST_SHANTEN = 16
    MOST_TILES = 3 * MAX_SETS + 2


cdef tuple tiles_of(uint64_t kinds):
    cdef tuple tiles = PyTuple_New(count_bits(kinds))
    cdef int i = 0
    while kinds:
        tile = tile_object(first_bit(kinds))
        kinds &= kinds - 1
        Py_INCREF(tile)
        PyTuple_SET_ITEM(tiles, i, tile)
        i += 1
    return tiles


cdef tuple with_copies(uint64_t kinds, const uint8_t *left):
    """(Tile, copies left) of each kind."""
    cdef tuple pairs = PyTuple_New(count_bits(kinds))
    cdef int i = 0, kind
    while kinds:
        kind = first_bit(kinds)
        kinds &= kinds - 1
        pair = (tile_object(kind), left[kind])
        Py_INCREF(pair)
        PyTuple_SET_ITEM(pairs, i, pair)
        i += 1
    return pairs


cdef str shown(uint64_t kinds, const uint8_t *left):
    cdef int kind
    parts = []
    while kinds:
        kind = first_bit(kinds)
        kinds &= kinds - 1
        parts.append(f"{tile_text(kind)}*{left[kind]}")
    return " ".join(parts)


cdef int check(int shanten, uint64_t kinds, bytes left) except -1:
    """That what is unpickled can be an answer."""
    if not -1 <= shanten <= MOST_SHANTEN or kinds > all_kinds_exist() or len(left) != KINDS or max(left) > COPIES:
        raise HandError("these numbers are no answer of the hand engine")
    return 0


@cython.freelist(16)
cdef class Acceptance:
    """What brings a hand nearer to a win. Immutable; made by `mjcore.acceptance`.

    shanten  of the hand: -1 complete, 0 ready
    tiles    (Tile, copies left) of each kind of which one more lowers the shanten, a tuple in the order of
             the kinds; empty for a complete hand
    copies   how many copies of them are left in all
    mask     the kinds as a mask (bit k = kind k)

    Behaves like the tuple of the first three: ``shanten, tiles, copies = acceptance``.

    >>> import mjcore as mj
    >>> mj.acceptance("123m456p789s1122z").tiles
    ((Tile('1z'), 2), (Tile('2z'), 2))
    """

    def __init__(self):
        raise TypeError("an Acceptance is made by mjcore.acceptance")

    @property
    def tiles(self):
        return with_copies(self.kinds, self.left)

    @property
    def mask(self):
        return self.kinds

    def __iter__(self):
        return iter((self.shanten, self.tiles, self.copies))

    def __len__(self):
        return 3

    def __getitem__(self, place):
        return (self.shanten, self.tiles, self.copies)[place]

    def __eq__(self, other):
        if not isinstance(other, (Acceptance, tuple)):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self):
        return hash(tuple(self))

    def __reduce__(self):
        return acceptance_again, (self.shanten, self.kinds, (<const char *>self.left)[:KINDS])

    def __repr__(self):
        return f"<Acceptance shanten {self.shanten}: {shown(self.kinds, self.left) or 'nothing'} ({self.copies})>"


@cython.freelist(64)
cdef class Discard:
    """A discard and what it leaves. Immutable; made by `mjcore.discards`.

    tile      what is discarded
    shanten   of the hand without it
    accepted  (Tile, copies left) of each kind of which one more lowers that shanten, a tuple in the order of
              the kinds; the discarded tile is not among the copies left
    copies    how many copies of them are left in all
    mask      the accepted kinds as a mask (bit k = kind k)

    Behaves like the tuple of the first four: ``for tile, shanten, accepted, copies in mj.discards(hand)``.

    >>> import mjcore as mj
    >>> mj.discards("123m456p789s11223z")[0]
    <Discard 3z shanten 0: 1z*2 2z*2 (4)>
    """

    def __init__(self):
        raise TypeError("a Discard is made by mjcore.discards")

    @property
    def tile(self):
        return tile_object(self.kind)

    @property
    def accepted(self):
        return with_copies(self.kinds, self.left)

    @property
    def mask(self):
        return self.kinds

    def __iter__(self):
        return iter((self.tile, self.shanten, self.accepted, self.copies))

    def __len__(self):
        return 4

    def __getitem__(self, place):
        return (self.tile, self.shanten, self.accepted, self.copies)[place]

    def __eq__(self, other):
        if not isinstance(other, (Discard, tuple)):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self):
        return hash(tuple(self))

    def __reduce__(self):
        return discard_again, (self.kind, self.shanten, self.kinds, (<const char *>self.left)[:KINDS])

    def __repr__(self):
        return (f"<Discard {tile_text(self.kind)} shanten {self.shanten}: "
                f"{shown(self.kinds, self.left) or 'nothing'} ({self.copies})>")


cdef int copies_of(uint64_t kinds, const uint8_t *left) noexcept nogil:
    cdef int copies = 0
    while kinds:
        copies += left[first_bit(kinds)]
        kinds &= kinds - 1
    return copies


cdef Acceptance make_acceptance(int shanten, uint64_t kinds, int copies, const uint8_t *left):
    cdef Acceptance made = Acceptance.__new__(Acceptance)
    made.shanten = shanten
    made.copies = copies
    made.kinds = kinds
    memcpy(made.left, left, KINDS)
    return made


cdef Discard make_discard(int kind, int shanten, uint64_t kinds, int copies, const uint8_t *left):
    cdef Discard made = Discard.__new__(Discard)
    made.kind = kind
    made.shanten = shanten
    made.copies = copies
    made.kinds = kinds
    memcpy(made.left, left, KINDS)
    return made


def acceptance_again(int shanten, uint64_t mask, bytes left not None):
    """Unpickles an Acceptance; HandError for numbers that are none.

    >>> acceptance_again(0, 1, bytes([2] + 33 * [0]))
    <Acceptance shanten 0: 1m*2 (2)>
    """
    check(shanten, mask, left)
    return make_acceptance(shanten, mask, copies_of(mask, left), left)


def discard_again(int kind, int shanten, uint64_t mask, bytes left not None):
    """Unpickles a Discard; HandError for numbers that are none.

    >>> discard_again(33, 0, 1, bytes([2] + 33 * [0])).tile
    Tile('7z')
    """
    check(shanten, mask, left)
    if not 0 <= kind < ALL_KINDS:
        raise HandError("these numbers are no answer of the hand engine")
    return make_discard(kind, shanten, mask, copies_of(mask, left), left)


# Asking

cdef int ask_distance(EngineData *engine, const Question *asked, object rules, uint64_t *accepted) except -1:
    """Fewest tiles missing; FAR if no form is possible."""
    cdef int distance = FAR, fault
    while True:
        fault = find_distance(engine, asked, &distance, accepted)
        if fault == HAND_OK:
            return distance
        mend(fault, engine, asked, rules)


cdef int ask_shanten(EngineData *engine, const Question *asked, object rules) except -2:
    cdef int shanten, fault
    if not (asked.n_narrow or asked.void_suit != NO_SUIT or engine.rules.choices != EVERY_SUIT or is_capped(asked)):
        fault = quick_shanten(&engine.rules, load34(asked.counts), asked.melds, asked.jokers, &shanten)
        if fault == HAND_OK and shanten + asked.jokers + 1 < FAR:
            return shanten
    shanten = ask_distance(engine, asked, rules, NULL) - 1
    if shanten + 1 == FAR:
        raise no_form(engine, asked)
    return shanten


cdef int ask_waits(EngineData *engine, const Question *asked, object rules, uint64_t *waits) except -1:
    cdef Looked hand
    cdef int fault, distance
    cdef bint fifth = engine.rules.fifth_waits and not asked.strict and not asked.barred
    if asked.n_narrow or asked.barred or is_capped(asked):
        distance = ask_distance(engine, asked, rules, waits)
        if distance != 1:
            waits[0] = 0
        if fifth and asked.n_narrow:
            waits[0] |= narrow_fifth_copies(engine, asked)
    else:
        while True:
            fault = look(&engine.rules, load34(asked.counts), asked.melds, asked.jokers, asked.void_suit, &hand)
            if fault == HAND_OK:
                break
            mend(fault, engine, asked, rules)
        hand.choices = choices_beside(hand.choices, asked.meld_suits)
        waits[0] = waiting_kinds(&engine.rules, &hand, fifth)
    if tiles_asked(asked) % 3 != 1:
        raise HandError(f"waits are a matter of 3n + 1 concealed tiles; this hand has {tiles_asked(asked)}")
    return 0


cdef int ask_mask(EngineData *engine, const Question *asked, object rules, uint64_t *accepted) except -2:
    cdef int distance = ask_distance(engine, asked, rules, accepted)
    if distance == FAR:
        raise no_form(engine, asked)
    return distance - 1


cdef Acceptance ask_acceptance(EngineData *engine, const Question *asked, object rules):
    cdef uint8_t left[48]
    cdef uint64_t accepted = 0
    cdef int shanten = ask_mask(engine, asked, rules, &accepted)
    set_left(asked, left)
    return make_acceptance(shanten, accepted, sum_chosen34(accepted, left), left)


cdef bint ask_win(EngineData *engine, Question *asked, object win, object rules) except -1:
    cdef int tile, kind, distance, tiles = tiles_asked(asked)
    if win is not None:
        tile = load_tile(win) & ~RED_BIT
        if tiles % 3 == 1:
            add_drawn(engine, tile, asked)
        elif tiles % 3 == 2 and not (asked.counts[tile] if tile < KINDS else asked.wild >> tile & 1):
            raise HandError(f"the hand has {tiles} concealed tiles, but {tile_text(tile)} is not one of them")
    elif tiles % 3 == 1:
        raise HandError(f"the hand has {tiles} concealed tiles: name the winning tile, or give 3n + 2 tiles")
    # a joker may not be the fifth copy of a kind, neither in the hand nor in a meld
    asked.strict = asked.has_melds and asked.jokers + asked.n_narrow > 0
    distance = ask_distance(engine, asked, rules, NULL)
    if asked.has_melds:
        for kind in range(KINDS):
            if asked.counts[kind] + asked.meld_tiles[kind] > COPIES:
                return False
    return distance == 0


# Discards

cdef struct Choice:
    int8_t shanten
    uint8_t kind
    uint8_t copies
    uint64_t accepted

cdef struct Choices:
    int n
    Choice choice[64]
    uint8_t left[48]           # copies by kind


cdef inline void add_choice(Choices *choices, int kind, int shanten, uint64_t accepted, int copies) noexcept nogil:
    """In its place: by shanten, then most copies, then kind."""
    cdef Choice *choice = choices.choice
    cdef int place = choices.n
    while place and (shanten < choice[place - 1].shanten
                     or (shanten == choice[place - 1].shanten and copies > choice[place - 1].copies)):
        choice[place] = choice[place - 1]
        place -= 1
    choice[place].shanten = <int8_t>shanten
    choice[place].kind = <uint8_t>kind
    choice[place].copies = <uint8_t>copies
    choice[place].accepted = accepted
    choices.n += 1


cdef int add_wild_discard(EngineData *engine, const Question *asked, int kind, object rules,
                          Choices *choices) except -1:
    cdef Question after = asked[0]
    cdef uint64_t accepted = 0
    cdef int distance
    # a joker that was given as a number may be of no declared kind
    cdef int entry = engine.wild[kind] if engine.wild[kind] != NOT_WILD else engine.narrow.n - 1
    if engine.narrow.leaves[entry] == ALL_LEAVES:
        after.jokers -= 1
    else:
        after.n_narrow -= 1
        after.narrow_count[entry] -= 1
    distance = ask_distance(engine, &after, rules, &accepted)
    if distance == FAR:
        return 0
    add_choice(choices, kind, distance - 1, accepted, sum_chosen34(accepted, choices.left))
    return 0


cdef int fill_table(EngineData *engine, const Question *asked, uint64_t allowed, const uint8_t *left,
                    const DiscardTable *table) noexcept nogil:
    """HAND_OK or a fault; for 3n + 2 tiles."""
    cdef Looked hand
    cdef NarrowJokers narrow
    cdef uint8_t used[KINDS]
    cdef int fault
    if asked.n_narrow or asked.strict:
        if asked.n_narrow:
            set_narrow(engine, asked, &narrow)
        # a discard is gone: strictly, even a hand without melds has one copy less to use after it
        set_used(asked, used)
        return discards_by_asking(
            &engine.rules, asked.counts, asked.melds, asked.jokers + asked.n_narrow, asked.void_suit,
            asked.meld_suits, used if asked.strict else NULL, &narrow if asked.n_narrow else NULL, allowed, left, table)
    fault = look(&engine.rules, load34(asked.counts), asked.melds, asked.jokers, asked.void_suit, &hand)
    if fault == HAND_OK:
        hand.choices = choices_beside(hand.choices, asked.meld_suits)
        find_discards(&hand, allowed, left, table)
    return fault


cdef int find_choices(EngineData *engine, const Question *asked, bint any_suit, object rules,
                      Choices *choices) except -1:
    cdef int8_t shanten[KINDS]
    cdef uint64_t accepted[KINDS]
    cdef uint8_t copies[KINDS]
    cdef DiscardTable table
    cdef uint64_t held = held34(load34(asked.counts)), wild = asked.wild, first
    cdef int fault, kind, jokers = 0 if asked.n_narrow else asked.jokers
    cdef int tiles = tiles_asked(asked)
    if tiles % 3 == 1:
        raise HandError(f"discards are a matter of 3n + 2 concealed tiles; this hand has {tiles}")
    if tiles % 3 == 0 or tiles > MOST_TILES:
        # what a discard leaves could be a hand
        mend(BAD_TILES, engine, asked, rules)
    if asked.void_suit != NO_SUIT and not any_suit:
        first = held & <uint64_t>0x1FF << (9 * asked.void_suit)
        if first:
            held = first
            wild = 0
    choices.n = 0
    set_left(asked, choices.left)
    table.shanten = shanten
    table.accepted = accepted
    table.copies = copies
    while True:
        fault = fill_table(engine, asked, held, choices.left, &table)
        if fault == HAND_OK:
            break
        mend(fault, engine, asked, rules)
    while held:
        kind = first_bit(held)
        held &= held - 1
        # strictly, a discarded tile may be the last copy that every form needs
        if shanten[kind] + jokers + 1 >= FAR or asked.barred:
            continue
        add_choice(choices, kind, shanten[kind], accepted[kind], copies[kind])
    while wild:
        add_wild_discard(engine, asked, first_bit(wild), rules, choices)
        wild &= wild - 1
    if choices.n == 0 and asked.wild | held34(load34(asked.counts)):
        raise no_form(engine, asked)
    return 0


cdef tuple ask_discards(EngineData *engine, const Question *asked, object any_suit, bint best_only, object rules):
    cdef Choices choices
    cdef const Choice *choice
    cdef Discard discard
    cdef tuple found
    cdef int i, n
    find_choices(engine, asked, yes_or_no(any_suit, "any_suit", HandError), rules, &choices)
    n = choices.n
    if best_only and n:
        n = 1
        while (n < choices.n and choices.choice[n].shanten == choices.choice[0].shanten
               and choices.choice[n].copies == choices.choice[0].copies):
            n += 1
    found = PyTuple_New(n)
    for i in range(n):
        choice = &choices.choice[i]
        discard = make_discard(choice.kind, choice.shanten, choice.accepted, choice.copies, choices.left)
        Py_INCREF(discard)
        PyTuple_SET_ITEM(found, i, discard)
    return found
