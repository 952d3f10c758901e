"""What is asked about a hand: its tiles and jokers, the melds, what was seen of the others."""
from cpython.list cimport PyList_CheckExact, PyList_GET_ITEM, PyList_GET_SIZE
from cpython.long cimport PyLong_CheckExact
from cpython.number cimport PyIndex_Check
from cpython.unicode cimport PyUnicode_Check
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport count_bits, first_bit, four34, load34
from mjcore.hand.counts cimport load_counts, whole
from mjcore.hand.engine cimport (
    ANY_MELDS, BAD_MELDS, BAD_TILES, CHOICES, HAND_OK, NEEDS_FIVE_SETS, NO_SUIT, PAIR_OPTIONS, Distances, Looked,
    accepted_kinds, all_distances, ask, choices_beside, kinds_of_suits, look, most_suits, need_five_sets,
)
from mjcore.hand.forms cimport FORMS
from mjcore.hand.distances cimport FAR
from mjcore.hand.handdata cimport COPIES, HandData, meld_copies, meld_size
from mjcore.hand.hands cimport Hand
from mjcore.hand.kinds cimport ALL_KINDS, CHOW, KINDS, MAX_SETS, meld_kind, meld_type
from mjcore.hand.narrow cimport ALL_LEAVES, narrow_form
from mjcore.hand.text cimport load_hand_text, meld_text, tile_text

from mjcore.errors import HandError, brief
from mjcore.hand.decompose import FORM_NAMES as _FORM_NAMES

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define MJ_LIST_CAN_CHANGE 1
    #else
    #define MJ_LIST_CAN_CHANGE 0
    #endif
    """
    # whether another thread can change a list while it is read, though no Python code runs
    const bint LIST_CAN_CHANGE "MJ_LIST_CAN_CHANGE"

cdef extern from "Python.h":
    long as_long "PyLong_AsLongAndOverflow"(object, int*) except? -1

cdef enum:
    MOST_TILES = 3 * MAX_SETS + 2
    FIFTH = COPIES + 1


# Reading

cdef int read_hand(const EngineData *engine, object hand, Question *out) except -1:
    cdef HandData data
    out.melds = ANY_MELDS
    out.jokers = out.n_narrow = 0
    out.void_suit = NO_SUIT
    out.strict = engine.rules.melds_use_up
    out.has_melds = out.has_visible = out.barred = False
    out.meld_suits = 0
    out.wild = 0
    if type(hand) is Hand:
        return take_hand(engine, &(<Hand>hand).data, out)
    if PyUnicode_Check(hand):
        load_hand_text(hand, &data)
        return take_hand(engine, &data, out)
    if not LIST_CAN_CHANGE and PyList_CheckExact(hand) and take_list(hand, out.counts):
        return 0
    return load_counts(hand, out.counts)


cdef bint take_list(object source, uint8_t *out) except -1:
    """Reads a list of 34 plain ints 0..4 without a copy; False for any other, which load_counts has to look at."""
    cdef int i, overflow = 0
    cdef long value
    if PyList_GET_SIZE(source) != KINDS:
        return False
    for i in range(KINDS):
        item = <object>PyList_GET_ITEM(source, i)
        if not PyLong_CheckExact(item):
            return False
        value = as_long(item, &overflow)
        if overflow or value < 0 or value > COPIES:
            return False
        out[i] = <uint8_t>value
    return True


cdef int take_hand(const EngineData *engine, const HandData *hand, Question *out) except -1:
    cdef int kind
    cdef uint8_t other = 0
    memcpy(out.counts, hand.counts, KINDS)
    for kind in range(KINDS, ALL_KINDS):
        other |= hand.counts[kind]
    if other:
        for kind in range(KINDS, ALL_KINDS):
            if hand.counts[kind]:
                add_wild(engine, kind, hand.counts[kind], out)
    if hand.n_melds:
        take_melds(engine, hand, out)
    return 0


cdef int add_wild(const EngineData *engine, int kind, int count, Question *out) except -1:
    cdef int entry = engine.wild[kind]
    if entry == NOT_WILD:
        raise HandError(f"{tile_text(kind)} in the hand: no set is made of it, and it is no wild tile here")
    out.wild |= <uint64_t>1 << kind
    if engine.narrow.leaves[entry] == ALL_LEAVES:
        out.jokers += count
    else:
        if out.n_narrow == 0:
            memset(out.narrow_count, 0, sizeof(out.narrow_count))
        out.n_narrow += count
        out.narrow_count[entry] += <uint8_t>count
    return 0


cdef int take_melds(const EngineData *engine, const HandData *hand, Question *out) except -1:
    cdef uint32_t meld
    cdef int i, k, kind, span
    out.melds = hand.n_melds
    out.has_melds = True
    memset(out.meld_copies, 0, KINDS)
    memset(out.meld_tiles, 0, KINDS)
    for i in range(hand.n_melds):
        meld = hand.melds[i]
        span = 3 if meld_type(meld) == CHOW else 1
        for k in range(span):
            kind = meld_kind(meld) + k
            if kind >= KINDS or not engine.rules.exists >> kind & 1:
                raise HandError(f"the meld {meld_text(meld)} is of tiles that are not in play")
            out.meld_copies[kind] += <uint8_t>meld_copies(meld, kind)
            out.meld_tiles[kind] += 1 if span == 3 else <uint8_t>meld_size(meld)
        out.meld_suits |= 1 << (meld_kind(meld) // 9) & 7
    out.barred = choices_beside(engine.rules.choices, out.meld_suits) == 0
    return 0


cdef int number(object source, str name, int most) except -1:
    """A number 0..most."""
    cdef int overflow = 0
    cdef long value
    if isinstance(source, bool):
        raise HandError(f"{name}={brief(source)}: a number 0 to {most} expected")
    value = as_long(source if PyLong_CheckExact(source) else whole(source, f"{name}: a number 0 to {most}"), &overflow)
    if overflow or not 0 <= value <= most:
        raise HandError(f"{name}={brief(source)}: a number 0 to {most} expected")
    return <int>value


cdef bint yes_or_no(object given, str name, object error) except -1:
    if given is True or given is False:
        return given is True
    if PyIndex_Check(given) or type(given).__name__ in ("bool", "bool_"):
        if getattr(given, "ndim", 0) == 0 and given in (0, 1):
            return given == 1
    raise error(f"{name}={brief(given)}: expected True or False")


cdef int read_options(const EngineData *engine, object melds, object jokers, object void_suit, object strict,
                      object visible, Question *out) except -1:
    cdef int kind, told, more
    if melds is not None:
        told = number(melds, "melds", MAX_SETS)
        if out.has_melds and told != out.melds:
            raise HandError(f"melds={told}, but the hand has {out.melds} of its own")
        out.melds = told
    more = number(jokers, "jokers", MOST_TILES)
    if more:
        out.jokers += more
        if engine.joker != NOT_WILD:
            out.wild |= <uint64_t>1 << engine.joker
    if void_suit is not None:
        out.void_suit = "mps".find(void_suit) if type(void_suit) is str and len(void_suit) == 1 else -1
        if out.void_suit < 0:
            raise HandError(f"void_suit={brief(void_suit)}: expected 'm', 'p' or 's'")
        out.barred |= out.meld_suits >> out.void_suit & 1
    if strict is not None:
        out.strict = yes_or_no(strict, "strict", HandError)
    if visible is not None:
        load_counts(visible, out.visible)
        out.has_visible = True
        for kind in range(KINDS):
            told = out.counts[kind] + (out.meld_copies[kind] if out.has_melds else 0)
            if told + out.visible[kind] > COPIES:
                raise HandError(f"{told} {tile_text(kind)} in the hand and {out.visible[kind]} visible ones: "
                                f"there are only {COPIES}")
    return 0


cdef int add_drawn(const EngineData *engine, int kind, Question *out) except -1:
    if kind >= KINDS:
        return add_wild(engine, kind, 1, out)
    if out.counts[kind] + (out.meld_copies[kind] if out.has_melds else 0) >= COPIES:
        raise HandError(f"{tile_text(kind)} would be the fifth copy of its kind")
    out.counts[kind] += 1
    return 0


cdef int tiles_asked(const Question *asked) noexcept nogil:
    cdef int kind, tiles = asked.jokers + asked.n_narrow
    for kind in range(KINDS):
        tiles += asked.counts[kind]
    return tiles


# Answers that need more than the plain engine

cdef void set_left(const Question *asked, uint8_t *left) noexcept nogil:
    cdef int kind
    memset(left, 0, 48)
    for kind in range(KINDS):
        left[kind] = COPIES - asked.counts[kind]
    # the copies in hand, melds and sight are at most four, so that nothing goes below 0
    if asked.has_melds:
        for kind in range(KINDS):
            left[kind] -= asked.meld_copies[kind]
    if asked.has_visible:
        for kind in range(KINDS):
            left[kind] -= asked.visible[kind]


cdef void set_used(const Question *asked, uint8_t *used) noexcept nogil:
    cdef int kind, gone
    for kind in range(KINDS):
        gone = asked.meld_tiles[kind] if asked.has_melds else 0
        gone += asked.visible[kind] if asked.has_visible else 0
        # jokers in melds may stand for more copies than there are
        used[kind] = <uint8_t>(gone if gone + asked.counts[kind] <= COPIES else COPIES - asked.counts[kind])


cdef void set_narrow(const EngineData *engine, const Question *asked, NarrowJokers *out) noexcept nogil:
    cdef int entry, count
    out.n = 0
    for entry in range(engine.narrow.n):
        count = asked.jokers if entry == engine.narrow.n - 1 else asked.narrow_count[entry]
        if count:
            out.leaves[out.n] = engine.narrow.leaves[entry]
            out.count[out.n] = <uint8_t>count
            out.n += 1


cdef int find_distance(const EngineData *engine, const Question *asked, int *distance,
                       uint64_t *accepted) noexcept nogil:
    cdef Looked hand
    cdef Distances distances
    cdef NarrowJokers narrow
    cdef uint8_t used[KINDS]
    cdef int fault
    if asked.n_narrow or is_capped(asked):
        if asked.n_narrow:
            set_narrow(engine, asked, &narrow)
        if is_capped(asked):
            set_used(asked, used)
        fault = ask(&engine.rules, asked.counts, asked.melds, asked.jokers + asked.n_narrow, asked.void_suit,
                    asked.meld_suits, used if is_capped(asked) else NULL, &narrow if asked.n_narrow else NULL,
                    distance, accepted)
        if fault != HAND_OK:
            return fault
    else:
        fault = look(&engine.rules, load34(asked.counts), asked.melds, asked.jokers, asked.void_suit, &hand)
        if fault != HAND_OK:
            return fault
        hand.choices = choices_beside(hand.choices, asked.meld_suits)
        all_distances(&hand, &distances)
        distance[0] = distances.best
        if accepted != NULL:
            accepted[0] = accepted_kinds(&hand, &distances)
    if distance[0] >= FAR or asked.barred:
        distance[0] = FAR
    elif not asked.n_narrow:
        distance[0] -= asked.jokers
    if accepted != NULL and (distance[0] == 0 or distance[0] == FAR):
        accepted[0] = 0
    return HAND_OK


cdef uint64_t narrow_fifth_copies(const EngineData *engine, const Question *asked) noexcept nogil:
    cdef Looked hand
    cdef NarrowJokers narrow
    cdef uint8_t caps[KINDS]
    cdef uint64_t left, bit, accepted, exists, found = 0
    cdef uint32_t choices
    cdef int kind, form, distance, suits
    if look(&engine.rules, load34(asked.counts), asked.melds, asked.jokers + asked.n_narrow, asked.void_suit,
            &hand) != HAND_OK:
        return 0
    set_narrow(engine, asked, &narrow)
    choices = choices_beside(hand.choices, asked.meld_suits)
    for suits in range(CHOICES):
        if not choices >> suits & 1:
            continue
        exists = hand.exists & ~kinds_of_suits(suits)
        for kind in range(KINDS):
            caps[kind] = COPIES if exists >> kind & 1 else 0
        left = four34(hand.counts) & exists
        while left:
            kind = first_bit(left)
            bit = left & -left
            left &= left - 1
            caps[kind] = FIFTH
            for form in range(FORMS):
                if hand.forms >> form & 1:
                    distance = narrow_form(form, hand.forms & PAIR_OPTIONS, asked.counts, caps, hand.sets, &narrow,
                                           &accepted)
                    if distance == 1:
                        found |= accepted & bit
            caps[kind] = COPIES
    return found


# Faults

cdef str played(const EngineData *engine, object rules):
    """What sizes a hand can have."""
    cdef int sets = engine.rules.sets
    name = rules if isinstance(rules, str) else getattr(rules, "id", None)
    return (f"{name} is played with" if isinstance(name, str) else "this engine is for") + (
        f" hands of {3 * sets + 1} or {3 * sets + 2} tiles, a meld counted as three")


cdef int mend(int fault, EngineData *engine, const Question *asked, object rules) except -1:
    cdef int tiles = tiles_asked(asked), jokers = asked.jokers + asked.n_narrow
    cdef int melds = 0 if asked.melds == ANY_MELDS else asked.melds
    if fault == NEEDS_FIVE_SETS:
        return need_five_sets(&engine.rules)
    parts = f"{tiles} concealed tile{'' if tiles == 1 else 's'}{f' ({jokers} of them wild)' if jokers else ''}"
    parts += f" and {melds} meld{'' if melds == 1 else 's'}" if melds else ""
    if fault == BAD_MELDS or (fault == BAD_TILES and engine.rules.sets):
        if engine.rules.sets:
            raise HandError(f"{played(engine, rules)}; this one has {tiles + 3 * melds}"
                            + (f": {parts}" if jokers or melds else ""))
        raise HandError(f"{parts} are more than {MAX_SETS} sets and a pair")
    if fault == BAD_TILES:
        raise HandError(f"{parts}; a hand has 3n + 1 or 3n + 2, at most {MOST_TILES}")
    raise HandError("the hand changed while it was read")


cdef object no_form(const EngineData *engine, const Question *asked):
    cdef int tiles = tiles_asked(asked), form, most
    most = most_suits(&engine.rules)
    if asked.barred:
        if asked.void_suit != NO_SUIT and asked.meld_suits >> asked.void_suit & 1:
            return HandError(f"no win is possible: one of the melds is of the void suit {'mps'[asked.void_suit]}")
        return HandError(f"no win is possible: the melds are of {count_bits(asked.meld_suits)} suits, and a win has "
                         f"{most} at most")
    melds = "" if asked.melds == ANY_MELDS else f" and {asked.melds} melds"
    names = ", ".join([_FORM_NAMES[form].replace("_", " ") for form in range(FORMS) if engine.rules.forms >> form & 1])
    return HandError(f"no form is possible for {tiles} concealed tiles{melds} (forms: {names}"
                     + (f"; at most {most} suit{'' if most == 1 else 's'})" if most < 3 else ")"))
