"""Hands: concealed tiles and melds, immutable."""
from cpython.unicode cimport PyUnicode_Check
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from mjcore.hand.counts cimport load_counts, whole
from mjcore.hand.grammar cimport hand_tiles
from mjcore.hand.handdata cimport MAX_SIZE, HandData, add_meld, add_tile, copies_allowed, hand_size
from mjcore.hand.kinds cimport ALL_KINDS, FLOWER, KINDS, MAX_SETS, RED_BIT, SUIT_KINDS
from mjcore.hand.text cimport (hand_text, load_hand_text, load_meld, meld_object, several,
                               tile_object, tile_text)

from mjcore.errors import HandError

cdef extern from "Python.h":
    long as_long "PyLong_AsLongAndOverflow"(object, int*) except? -1

cdef enum:
    KIND_MASK = RED_BIT - 1
    IDS = 136              # and 8 flowers after them
    FLOWER_IDS = 8
    WORDS = 11             # 64-bit words of a HandData

# mjai's name -> tile byte
cdef dict MJAI = {f"{n}{suit}": 9 * i + n - 1 for i, suit in enumerate("mps") for n in range(1, 10)}
MJAI.update({f"5{suit}r": (9 * i + 4) | RED_BIT for i, suit in enumerate("mps")})
MJAI.update({name: 27 + i for i, name in enumerate("ESWNPFC")})


cdef int load_hand(object source, HandData* out) except -1:
    cdef uint8_t counts[KINDS]
    cdef int size
    if PyUnicode_Check(source):
        return load_hand_text(source, out)
    if isinstance(source, Hand):
        out[0] = (<Hand>source).data
        return 0
    size = load_counts(source, counts)
    memset(out, 0, sizeof(HandData))
    memcpy(out.counts, counts, KINDS)
    return check_size(size)


cdef inline int check_size(int size) except -1:
    if size < 1 or size > MAX_SIZE:
        raise HandError(f"a hand of {size} tiles; it has 1 to {MAX_SIZE}, a meld counted as three")
    return 0


cdef object too_many(int kind):
    return HandError(f"more than {copies_allowed(kind)} {tile_text(kind)} in the hand, melds included")


cdef int put_tile(HandData* hand, object tile) except -1:
    cdef int code = load_tile(tile)
    if add_tile(hand, code) < 0:
        raise too_many(code & KIND_MASK)
    return 0


cdef int put_melds(HandData* hand, object melds) except -1:
    cdef uint32_t code
    cdef int kind
    if PyUnicode_Check(melds):
        raise HandError("melds are several Melds or texts, not one text")
    for meld in several(melds):
        load_meld(meld, &code)
        if hand.n_melds == MAX_SETS:
            raise HandError(f"more than {MAX_SETS} melds")
        kind = add_meld(hand, code)
        if kind >= 0:
            raise too_many(kind)
    return 0


cdef Hand make_hand(const HandData* data):
    cdef Hand hand = Hand.__new__(Hand)
    hand.data = data[0]
    return hand


cdef class Hand:
    """Concealed tiles and melds of one player. Immutable, hashable, safe to share between threads.

    `source` is a Hand, a text or 34 counts (bytes, a buffer of integers, a list or a tuple); `melds` are
    further Melds, texts or packed melds. NotationError for a faulty text, HandError for what no hand can be:
    more than four copies of a tile, more than five melds, none or more than 18 tiles (a meld counts three).
    Whether the number of tiles suits a question (a win has 3n + 2) is decided where the question is asked.

    >>> hand = Hand("123m406p789s11z[555z<]")
    >>> hand.size, hand.draw("1z")
    (14, Hand('123m406p789s111z[555z<]'))
    """

    def __init__(self, source, melds=()):
        cdef HandData data
        if hand_size(&self.data):
            raise TypeError("a Hand never changes; make a new one")
        load_hand(source, &data)
        if melds is not ():
            put_melds(&data, melds)
            check_size(hand_size(&data))
        self.data = data

    @staticmethod
    def from_tiles(tiles, melds=()):
        """The hand of several Tiles, texts of one tile, or kinds, in any order.

        >>> Hand.from_tiles(["1m", 0, "0p"])
        Hand('11m0p')
        """
        cdef HandData data
        cdef int size = 0
        memset(&data, 0, sizeof(HandData))
        if PyUnicode_Check(tiles):
            raise HandError("several tiles expected, not one text")
        for tile in several(tiles):
            put_tile(&data, tile)
            size += 1
            check_size(size)
        put_melds(&data, melds)
        check_size(hand_size(&data))
        return make_hand(&data)

    @staticmethod
    def from_136(ids, melds=(), *, red_fives=False):
        """The hand of tile ids 0..135, four of each kind in order; 136..143 are the flowers 1f..8f.

        With `red_fives` the first five of each suit (16, 52, 88) is red. An id twice raises HandError.

        >>> Hand.from_136([0, 4, 8, 16, 17], red_fives=True)
        Hand('12350m')
        """
        cdef HandData data
        cdef uint8_t seen[IDS + FLOWER_IDS]
        cdef int number, tile, size = 0
        cdef bint red = red_fives
        memset(&data, 0, sizeof(HandData))
        memset(seen, 0, sizeof(seen))
        for item in several(ids):
            number = load_id(item)
            if seen[number]:
                raise HandError(f"the tile id {number} twice")
            seen[number] = 1
            tile = number // 4 if number < IDS else FLOWER + number - IDS
            if red and tile < SUIT_KINDS and number % 36 == 16:
                tile |= RED_BIT
            add_tile(&data, tile)
            size += 1
            check_size(size)
        put_melds(&data, melds)
        check_size(hand_size(&data))
        return make_hand(&data)

    @staticmethod
    def from_mjai(tiles, melds=()):
        """The hand of mjai tiles: ``1m``..``9s``, ``5mr``, ``E S W N P F C``, in a list or one spaced text.

        >>> Hand.from_mjai(["5mr", "E", "P", "C"])
        Hand('0m157z')
        """
        cdef HandData data
        cdef int size = 0
        memset(&data, 0, sizeof(HandData))
        for text in tiles.split() if isinstance(tiles, str) else several(tiles):
            tile = MJAI.get(text) if isinstance(text, str) else None
            if tile is None:
                raise HandError(f"{text!r} is no known mjai tile: 1m..9s, 5mr 5pr 5sr, E S W N P F C")
            if add_tile(&data, tile) < 0:
                raise too_many(tile & KIND_MASK)
            size += 1
            check_size(size)
        put_melds(&data, melds)
        check_size(hand_size(&data))
        return make_hand(&data)

    @property
    def counts(self):
        """34 counts of the concealed tiles, as bytes (1m..9m 1p..9p 1s..9s E S W N, white green red)."""
        return (<const char*>self.data.counts)[:KINDS]

    @property
    def counts64(self):
        """Counts of the concealed tiles of all 64 kinds, as bytes."""
        return (<const char*>self.data.counts)[:ALL_KINDS]

    @property
    def size(self):
        """How many tiles: the concealed ones, and three for each meld."""
        return hand_size(&self.data)

    @property
    def tiles(self):
        """The concealed tiles, sorted."""
        cdef uint8_t tiles[MAX_SIZE]
        cdef int i
        return tuple([tile_object(tiles[i]) for i in range(hand_tiles(&self.data, tiles))])

    @property
    def melds(self):
        """The melds, in the order they were given."""
        cdef int i
        return tuple([meld_object(self.data.melds[i]) for i in range(self.data.n_melds)])

    def draw(self, tile):
        """The hand with one more tile: a Tile, text or a kind. HandError for a fifth copy or a 19th tile."""
        cdef Hand hand = make_hand(&self.data)
        put_tile(&hand.data, tile)
        check_size(hand_size(&hand.data))
        return hand

    def discard(self, tile):
        """The hand without one concealed tile: a Tile, text or a kind. HandError if it is not there.

        A Tile or text means exactly that tile; a kind (an int) takes a plain five before a red one.
        """
        cdef Hand hand
        cdef int code = load_tile(tile), kind = code & KIND_MASK, suit = kind // 9
        cdef int reds = self.data.reds[suit] if kind < SUIT_KINDS and kind % 9 == 4 else 0
        cdef int plain = self.data.counts[kind] - reds
        if not code & RED_BIT and not plain and reds and not (PyUnicode_Check(tile) or hasattr(tile, "red")):
            code |= RED_BIT
        if (reds if code & RED_BIT else plain) == 0:
            raise HandError(f"no {tile_text(code)} to discard in {self}")
        hand = make_hand(&self.data)
        hand.data.counts[kind] -= 1
        if code & RED_BIT:
            hand.data.reds[suit] -= 1
        check_size(hand_size(&hand.data))
        return hand

    def __str__(self):
        return hand_text(&self.data)

    def __repr__(self):
        return f"Hand('{hand_text(&self.data)}')"

    def __eq__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return memcmp(&self.data, &(<Hand>other).data, sizeof(HandData)) == 0

    def __hash__(self):
        # the struct has no padding, so that equal hands are equal bytes
        cdef uint64_t words[WORDS]
        cdef uint64_t mixed = 0
        cdef int i
        memcpy(words, &self.data, sizeof(words))
        for i in range(WORDS):
            mixed = (mixed ^ words[i]) * 0x9E3779B97F4A7C15u
            mixed ^= mixed >> 32
        return <Py_hash_t>mixed

    def __reduce__(self):
        return Hand, (hand_text(&self.data),)


cdef int load_id(object item) except -1:
    cdef int overflow = 0
    cdef long number
    if isinstance(item, bool):
        raise HandError("a tile id expected; got bool")
    number = as_long(whole(item, "a tile id"), &overflow)
    if overflow or not 0 <= number < IDS + FLOWER_IDS:
        value = "such a number" if overflow else number
        raise HandError(f"{value} is no tile id; they are 0 to {IDS + FLOWER_IDS - 1}")
    return <int>number
