"""The call `mjcore.score`.

It reads its arguments itself, without the objects and counters of Python's general way: of two dozen
keywords a call gives a few, and what the others cost would be more than the scoring.
"""
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memset

from mjcore.fans.bonus cimport fill_bonus
from mjcore.fans.circumstances cimport FLAGS, bits_of_flags, bits_of_riichi, yes_or_no
from mjcore.fans.scores cimport score_prepared
from mjcore.fans.arguments cimport fill_win, load_number, load_void_suit, load_wild
from mjcore.fans.wins cimport Win
from mjcore.hand.kinds cimport MAX_SETS

import sys

from mjcore.fans.circumstances import FLAG_NAMES as _FLAG_NAMES

cdef extern from "Python.h":
    """
    typedef PyObject *const *mj_arguments;
    """
    ctypedef PyObject *const *mj_arguments
    ctypedef struct PyMethodDef:
        const char *ml_name
        void *ml_meth
        int ml_flags
        const char *ml_doc
    int METH_FASTCALL, METH_KEYWORDS
    object PyCFunction_NewEx(PyMethodDef *definition, PyObject *self, object module)
    Py_ssize_t tuple_size "PyTuple_GET_SIZE"(PyObject *p)
    PyObject *tuple_item "PyTuple_GET_ITEM"(PyObject *p, Py_ssize_t i)

# The places of the arguments: first those that may stand without a name, then the flags, then the rest.
cdef enum:
    HAND, WIN, RULES
    FIRST_FLAG
    RIICHI_GIVEN = FIRST_FLAG + FLAGS
    SEAT_WIND, ROUND_WIND, FLOWERS, DEALER_GIVEN, STREAK, STRICT
    DORA, URA, NUKI
    KONG_CHAIN, VOID_SUIT, WILD
    ARGUMENTS

NAMES = (
    "hand", "win", "rules", *_FLAG_NAMES, "riichi", "seat_wind", "round_wind", "flowers", "dealer", "streak", "strict",
    "dora_indicators", "ura_indicators", "nuki", "kong_chain", "void_suit", "wild",
)
cdef PyObject *interned[ARGUMENTS]


cdef void intern_names():
    cdef int i
    for i in range(ARGUMENTS):
        name = sys.intern(NAMES[i])
        Py_INCREF(name)
        interned[i] = <PyObject *>name


intern_names()


cdef int place_of(PyObject *name, int guess):
    """The place of a keyword: callers mostly give them in the order of the signature. -1: there is none."""
    cdef int i
    for i in range(guess, ARGUMENTS):
        if interned[i] == name:
            return i
    for i in range(guess):
        if interned[i] == name:
            return i
    for i in range(ARGUMENTS):
        if NAMES[i] == <object>name:
            return i
    return -1


cdef inline int64_t take(PyObject *value, int place, PyObject **given):
    """Puts an argument at its place, whose bit it gives. None stands for the default; but there are no rules None."""
    if value == <PyObject *>None and place != HAND and place != RULES:
        return 0
    given[place] = value
    return <int64_t>1 << place


cdef int64_t read_arguments(mj_arguments args, Py_ssize_t count, PyObject *keywords, PyObject **given) except -1:
    """The arguments by place, NULL where there is none, and which places have one, a bit for each."""
    cdef Py_ssize_t i
    cdef int64_t places = 0, named
    cdef int place = -1
    if count > FIRST_FLAG:
        raise TypeError(f"score() takes at most {FIRST_FLAG} positional arguments but {count} were given")
    memset(given, 0, ARGUMENTS * sizeof(PyObject *))
    named = (<int64_t>1 << count) - 1
    for i in range(count):
        places |= take(args[i], <int>i, given)
    if keywords != NULL:
        for i in range(tuple_size(keywords)):
            place = place_of(tuple_item(keywords, i), place + 1)
            if place < 0:
                raise TypeError(f"score() got an unexpected keyword argument {<object>tuple_item(keywords, i)!r}")
            if named >> place & 1:
                raise TypeError(f"score() got multiple values for argument {NAMES[place]!r}")
            named |= <int64_t>1 << place
            places |= take(args[count + i], place, given)
    if given[HAND] == NULL:
        raise TypeError("score() missing 1 required positional argument: 'hand'")
    return places


cdef inline object value_or(PyObject *given, object default):
    return default if given == NULL else <object>given


cdef Win prepared(object hand, object tile, PyObject **given, int64_t places):
    """The win of these arguments."""
    cdef uint32_t flags = <uint32_t>(places >> FIRST_FLAG & (1 << FLAGS) - 1)
    cdef uint32_t circumstances = bits_of_flags(given + FIRST_FLAG, flags) | bits_of_riichi(given[RIICHI_GIVEN])
    cdef Win win = Win.__new__(Win)
    if given[DORA] != NULL or given[URA] != NULL or given[NUKI] != NULL:
        fill_bonus(&win.data, value_or(given[DORA], None), value_or(given[URA], None), value_or(given[NUKI], None))
    if given[KONG_CHAIN] != NULL:
        win.data.kong_chain = load_number(<object>given[KONG_CHAIN], MAX_SETS, "kong_chain")
    if given[VOID_SUIT] != NULL:
        win.data.void_suit = load_void_suit(<object>given[VOID_SUIT])
    if given[WILD] != NULL:
        win.data.wild_kinds = load_wild(<object>given[WILD])
    fill_win(&win.data, hand, tile, circumstances, value_or(given[SEAT_WIND], "E"), value_or(given[ROUND_WIND], "E"),
             value_or(given[FLOWERS], 0), value_or(given[DEALER_GIVEN], None), value_or(given[STREAK], 0),
             given[STRICT] == NULL or yes_or_no(<object>given[STRICT], "strict"))
    return win


cdef object score_call(PyObject *self, mj_arguments args, Py_ssize_t count, PyObject *keywords):
    cdef PyObject *given[ARGUMENTS]
    cdef int64_t places = read_arguments(args, count, keywords, given)
    rules = "mcr" if given[RULES] == NULL else <object>given[RULES]
    if type(<object>given[HAND]) is Win:
        if places & ~(<int64_t>1 << HAND | <int64_t>1 << RULES):
            raise TypeError("a Win holds its winning tile and circumstances already")
        return score_prepared(<Win>given[HAND], rules)
    return score_prepared(prepared(<object>given[HAND], value_or(given[WIN], None), given, places), rules)


cdef PyMethodDef score_definition
score_definition.ml_name = "score"
score_definition.ml_meth = <void *>score_call
score_definition.ml_flags = METH_FASTCALL | METH_KEYWORDS
score_definition.ml_doc = (
    b"score(hand, win=None, rules='mcr', *, self_draw=None, rob_kong=None, last_tile=None, after_kong=None, "
    b"after_flower=None, last_copy=None, first_turn=None, seat_wind=None, round_wind=None, flowers=None, dealer=None, "
    b"streak=None, strict=None, riichi=None, ippatsu=None, open_riichi=None, on_riichi_discard=None, "
    b"on_kong_discard=None, loser_riichi=None, ready_at_deal=None, ready_first_turn=None, shown=None, "
    b"loser_shown=None, seven_rob_one=None, dora_indicators=None, ura_indicators=None, nuki=None, "
    b"kong_chain=None, void_suit=None, wild=None)\n"
    b"""--

What a win is worth and why.

hand    a `Win` prepared before, or a hand: `Hand`, text ("123m456p789s1122z"), or 34 counts;
        3n + 1 tiles, or 3n + 2 with the winning tile among them
win     the winning tile ("5m"); only for a hand that is no `Win`; None for a flower win
rules   a `RuleSet`, a name ("mcr"), or "name/preset"
The circumstances are those of `Win`, with its defaults; a prepared `Win` has its own.

A complete hand below the minimum is returned with ``.legal == False`` and the reason. Raises `NotAWin`
if the tiles form no winning shape, `HandError` for a hand or circumstances that can not be, and
`NotationError` for a faulty text. Thread-safe.

>>> import mjcore as mj
>>> mj.score("123m456p789s1122z", "1z", self_draw=True).total
16
>>> mj.score("345m345p34588s22z", "8s", "riichi", riichi=True, seat_wind="S", dora_indicators="7s").han
6
""")
score = PyCFunction_NewEx(&score_definition, NULL, __name__)
