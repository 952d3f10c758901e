# What is asked about a hand, read from Python objects: its tiles and jokers, the melds, what was seen of the others.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.hand.engine cimport HandRules
from mjcore.hand.narrow cimport NarrowJokers

cdef enum:
    NOT_WILD = 255

# What a HandEngine is made of.
cdef struct EngineData:
    HandRules rules
    NarrowJokers narrow        # the sets of kinds that wild tiles stand for, checked; counts 0; the last is all kinds
    uint8_t wild[64]           # by kind of tile: the entry of `narrow`, NOT_WILD
    uint8_t joker              # tile that stands for the jokers which are given as a number; NOT_WILD if none could

cdef struct Question:
    uint8_t counts[34]         # natural concealed tiles
    int melds                  # ANY_MELDS if not told
    int jokers                 # universal ones
    int n_narrow               # other ones; then narrow_count is filled in
    int void_suit
    bint strict
    bint has_melds             # the melds are known; then meld_copies and meld_tiles are filled in
    bint has_visible           # then visible is filled in
    uint32_t meld_suits        # mask of the suits that the melds have; 0 if they are not known
    bint barred                # by these suits: no win is possible
    uint64_t wild              # mask of the wild tiles held
    uint8_t narrow_count[9]    # by entry of EngineData.narrow
    uint8_t meld_copies[34]    # natural copies in the melds
    uint8_t meld_tiles[34]     # and with the jokers in them, as what they stand for
    uint8_t visible[34]        # copies that were seen elsewhere

cdef inline bint is_capped(const Question *asked) noexcept nogil:
    return asked.strict and (asked.has_melds or asked.has_visible)

# Reads a hand and the keywords of a question. HandError, NotationError.
cdef int read_hand(const EngineData *engine, object hand, Question *out) except -1
cdef int read_options(const EngineData *engine, object melds, object jokers, object void_suit, object strict,
                      object visible, Question *out) except -1

# True, False, or a number or numpy boolean that says the same; otherwise an error of the class `error`.
cdef bint yes_or_no(object given, str name, object error) except -1

# One more concealed tile of a kind 0..63.
cdef int add_drawn(const EngineData *engine, int kind, Question *out) except -1

# Concealed tiles, jokers included.
cdef int tiles_asked(const Question *asked) noexcept nogil

# How many copies of each kind are left, never less than 0; `left` has 48 places.
cdef void set_left(const Question *asked, uint8_t *left) noexcept nogil

# Copies of each kind that can not be used any more: those in the melds (jokers as what they stand for) and visible
# ones, but never more than the hand leaves of four.
cdef void set_used(const Question *asked, uint8_t *used) noexcept nogil

# The narrow jokers of a question (with the universal ones), for engine.ask and narrow_form.
cdef void set_narrow(const EngineData *engine, const Question *asked, NarrowJokers *out) noexcept nogil

# Gives HAND_OK or a fault. `distance` is what is missing after all jokers did what they can, FAR if there is no
# form; `accepted` (may be NULL) are the kinds that lower it.
cdef int find_distance(const EngineData *engine, const Question *asked, int *distance,
                       uint64_t *accepted) noexcept nogil

# Kinds of which all four are held and that would complete the hand if there were a fifth; for narrow jokers.
cdef uint64_t narrow_fifth_copies(const EngineData *engine, const Question *asked) noexcept nogil

# A question that gave NEEDS_FIVE_SETS can be asked again after this; other faults are raised. `rules` is the rule
# set, or what else names the rules in a message.
cdef int mend(int fault, EngineData *engine, const Question *asked, object rules) except -1
# No form is possible.
cdef object no_form(const EngineData *engine, const Question *asked)
