"""Texts of tiles, melds and hands, as Python objects.

Text in the main grammar is read natively (grammar.pyx). Text in another notation goes through the reader
in mjcore.hand.reading: it translates into the main grammar, so that what a hand may hold is decided in one
place.
"""
from cpython.long cimport PyLong_CheckExact
from cpython.unicode cimport PyUnicode_Check, PyUnicode_DecodeASCII
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free

from mjcore.hand.counts cimport whole
from mjcore.hand.grammar cimport (EMPTY, LONGEST_MELD, MELD_HERE, NO_BRACE, NO_CHOW_TILE, NO_CLAIMED,
                                  NO_CLOSE, NO_DIGIT, NO_EQUAL_TILE, NO_FIT, NO_FIT_KONG, NO_MELD, NO_MEMORY,
                                  NO_MORE, NO_NAME, NO_NATURAL, NO_NUMBER, NO_SAME_JOKER, NO_SOURCE, NO_SUIT,
                                  NO_TILE, ROOM, TOO_MANY_COPIES, TOO_MANY_TILES, Fault, Scan, Tiles,
                                  meld_tiles, normal_meld, scan_hand, scan_meld, scan_tiles, tile_name,
                                  write_hand, write_meld, write_tiles)
from mjcore.hand.handdata cimport MAX_SIZE, HandData, copies_allowed
from mjcore.hand.kinds cimport ALL_KINDS, BIG_WHITE, MAX_SETS, RED_BIT

from mjcore.errors import HandError, NotationError
from mjcore.hand import reading

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object)
    const uint8_t* PyUnicode_1BYTE_DATA(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    long long as_long_long "PyLong_AsLongLongAndOverflow"(object, int*) except? -1

cdef object _tile_class = None
cdef object _meld_class = None
cdef tuple _tiles = None       # tile byte -> Tile; None where there is no such tile


# --- the classes around the numbers ---

cdef int load_classes() except -1:
    # on first use: both modules are built on this one
    global _tile_class, _meld_class, _tiles
    from mjcore.hand.melds import Meld
    from mjcore.hand.tiles import TILES, Tile
    _tile_class, _meld_class = Tile, Meld
    _tiles = TILES
    return 0


cdef object tile_object(int tile):
    if _tiles is None:
        load_classes()
    return _tiles[tile]


cdef object meld_object(uint32_t meld):
    if _tiles is None:
        load_classes()
    return _meld_class.from_code(meld)


# --- reading ---

cdef str explain(const Fault* fault):
    """What was expected where the fault is."""
    cdef int code = fault.code
    if code == NO_TILE:
        return "a tile (digits and a suit letter, as in 123m, or a {name})"
    if code == NO_DIGIT:
        return "digits before the suit letter"
    if code == NO_SUIT:
        return "a suit letter (m p s z f, or j after 0) after the digits"
    if code == NO_NUMBER:
        if fault.detail == c"j":
            return "0 before j (the joker is 0j)"
        return f"a number 1 to {7 if fault.detail == c'z' else 8} before {chr(fault.detail)}"
    if code == NO_NAME:
        names = [(<bytes>tile_name(k)).decode() for k in range(BIG_WHITE, ALL_KINDS) if tile_name(k)[0]]
        return f"the name of a tile: {' '.join(names)}"
    if code == NO_BRACE:
        return "}"
    if code == NO_FIT:
        return "a tile that makes a chow, pung or kong with those before it"
    if code == NO_FIT_KONG:
        return "four equal tiles in a concealed kong"
    if code == NO_CHOW_TILE:
        return "a third tile of the chow"
    if code == NO_EQUAL_TILE:
        return "at least three tiles in a meld"
    if code == NO_NATURAL:
        return "at least one tile that is no joker"
    if code == NO_CLAIMED:
        return "the claimed tile, which is no joker, as the first of the chow"
    if code == NO_SAME_JOKER:
        return f"{tile_text(fault.detail)} again: a meld has one kind of joker"
    if code == NO_SOURCE:
        return "< ^ or >: the seat that discarded the tile (previous, opposite, next)"
    if code == NO_CLOSE:
        return chr(fault.detail)
    if code == NO_MELD:
        return "a meld: [tiles and < ^ or >] or (concealed kong)"
    if code == NO_MORE:
        return "nothing more"
    if code == MELD_HERE:
        return "tiles only, no meld"
    if code == EMPTY:
        return "at least one tile"
    if code == TOO_MANY_COPIES:
        return f"no more {tile_text(fault.detail)}: at most {copies_allowed(fault.detail)} in a hand"
    if code == TOO_MANY_TILES:
        return f"at most {MAX_SIZE} tiles (a meld counts three)"
    return f"at most {MAX_SETS} melds"


cdef bint is_foreign(const uint8_t* text, Py_ssize_t n) noexcept nogil:
    """Whether its first tile begins with a letter, as it never does in the main grammar."""
    cdef Py_ssize_t i
    for i in range(n):
        if text[i] in (c" ", c"\t", c"\n", c"\r", c"[", c"("):
            continue
        return c"a" <= text[i] | 0x20 <= c"z" or text[i] == c"_" or text[i] == c","
    return False


cdef int read(Scan scan, object text, void* out) except -1:
    """Reads all of `text` into `out`; NotationError with the place in `text` itself."""
    cdef Fault fault
    cdef object main = text, reader, positions = None
    if PyUnicode_IS_ASCII(text):
        if scan(PyUnicode_1BYTE_DATA(text), PyUnicode_GET_LENGTH(text), out, &fault) == 0:
            return 0
        if fault.code == NO_MEMORY:
            raise MemoryError
        if not is_foreign(PyUnicode_1BYTE_DATA(text), PyUnicode_GET_LENGTH(text)):
            raise NotationError(text, fault.position, explain(&fault))
    reader = reading.reader
    if reader is None:
        main = text.encode("ascii", "replace").decode("ascii")
    else:
        main, positions = reader(text)
        if not PyUnicode_Check(main) or not PyUnicode_IS_ASCII(main):
            raise TypeError("the reader must return ASCII text and the positions of its characters")
    if scan(PyUnicode_1BYTE_DATA(main), PyUnicode_GET_LENGTH(main), out, &fault) == 0:
        return 0
    if fault.code == NO_MEMORY:
        raise MemoryError
    if positions is not None:
        fault.position = positions[fault.position]
    raise NotationError(text, fault.position, explain(&fault))


cdef int load_hand_text(object text, HandData* out) except -1:
    return read(scan_hand, text, out)


cdef object number(object source, str wanted):
    """An int for `source`; HandError for what is none, bool too."""
    if isinstance(source, bool):
        raise HandError(f"{wanted} expected; got bool")
    return source if PyLong_CheckExact(source) else whole(source, wanted)


cdef int load_tile(object source) except -1:
    cdef uint8_t tile
    cdef Tiles tiles
    cdef long long kind
    cdef int overflow = 0
    if PyUnicode_Check(source):
        tiles.data = &tile
        tiles.limit = 1
        read(scan_tiles, source, &tiles)
        return tile
    if _tiles is None:
        load_classes()
    if type(source) is _tile_class:
        return source.code
    kind = as_long_long(number(source, "a Tile, text or a kind 0 to 63"), &overflow)
    if overflow or not 0 <= kind < ALL_KINDS:
        raise HandError(f"{'such a number' if overflow else kind} is no tile; kinds are 0 to {ALL_KINDS - 1}")
    return <int>kind


cdef int load_meld(object source, uint32_t* out) except -1:
    cdef long long code
    cdef int overflow = 0
    if PyUnicode_Check(source):
        return read(scan_meld, source, out)
    if _tiles is None:
        load_classes()
    if type(source) is _meld_class:
        out[0] = source.code
        return 0
    code = as_long_long(number(source, "a Meld, text or a packed meld"), &overflow)
    out[0] = normal_meld(<uint32_t>code) if not overflow and 0 < code < 1LL << 32 else 0
    if not out[0]:
        raise HandError(f"{'such a number' if overflow else hex(code)} is no packed meld")
    return 0


# --- writing ---

cdef str tile_text(int tile):
    cdef char out[ROOM]
    cdef uint8_t one = <uint8_t>tile
    return PyUnicode_DecodeASCII(out, write_tiles(&one, 1, out), NULL)


cdef str meld_text(uint32_t meld):
    cdef char out[ROOM]
    return PyUnicode_DecodeASCII(out, write_meld(meld, out), NULL)


cdef str hand_text(const HandData* hand):
    cdef char out[ROOM]
    return PyUnicode_DecodeASCII(out, write_hand(hand, out), NULL)


cdef object several(object source):
    """An iterator over `source`; HandError if there is none."""
    try:
        return iter(source)
    except TypeError as error:
        raise HandError(f"several of them expected; got {type(source).__name__}") from error


# --- for Python ---

def set_reader(reader):
    """Sets mjcore.hand.reading.reader, how other notations are read; None for the main grammar alone."""
    reading.reader = reader


def parse_tile(source):
    """The tile byte of a Tile, text or a kind 0..63: its kind, plus 64 for a red five.

    >>> parse_tile("5m"), parse_tile("0m"), parse_tile("7z"), parse_tile(33)
    (4, 68, 33, 33)
    """
    return load_tile(source)


def parse_tiles(source):
    """The tiles of a text in their order, or of several Tiles, texts or kinds.

    >>> parse_tiles("13f 0m")
    (Tile('1f'), Tile('3f'), Tile('0m'))
    """
    cdef Tiles tiles
    cdef Py_ssize_t i
    if not isinstance(source, str):
        return tuple([tile_object(load_tile(item)) for item in several(source)])
    tiles.data = NULL
    tiles.limit = 0
    try:
        read(scan_tiles, source, &tiles)
        return tuple([tile_object(tiles.data[i]) for i in range(tiles.n)])
    finally:
        free(tiles.data)


def parse_meld(source):
    """The packed form of a Meld, text or a packed meld, in its one normal form.

    >>> hex(parse_meld("[423s<]"))
    '0x1653'
    """
    cdef uint32_t meld
    load_meld(source, &meld)
    return meld


def tile_texts():
    """The text of each tile byte 0..127, None where there is no such tile (all red ones but the fives).

    >>> tile_texts()[4], tile_texts()[68], tile_texts()[55]
    ('5m', '0m', '{zong}')
    """
    red = (4 | RED_BIT, 13 | RED_BIT, 22 | RED_BIT)
    return tuple([tile_text(i) if i < ALL_KINDS or i in red else None for i in range(2 * RED_BIT)])


def format_meld(source):
    """The text of a Meld, text or a packed meld.

    >>> format_meld("[ 4s 3s 2s < ]")
    '[423s<]'
    """
    cdef uint32_t meld
    load_meld(source, &meld)
    return meld_text(meld)


def tiles_of_meld(source):
    """The tile bytes of a meld: a chow ascending, otherwise the claimed tile first and jokers last.

    >>> tuple(tiles_of_meld("[423s<]"))
    (19, 20, 21)
    """
    cdef uint32_t meld
    cdef uint8_t tiles[LONGEST_MELD]
    load_meld(source, &meld)
    return (<const char*>tiles)[:meld_tiles(meld, tiles)]
