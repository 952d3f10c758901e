"""The main grammar of tiles, melds and hands, read and written without Python objects.

    HAND := (TILES | MELD | space)*
    TILES := digit+ suit | name     suit: m p s z f, 0 = a red five; 0j = the plain joker; name: {zong}, ...
    MELD := "[" TILES+ ["+"] SOURCE "]" | "(" TILES+ ")"       a concealed kong in round brackets
    SOURCE := "<" | "^" | ">"       previous, opposite, next seat; "+" an added kong

In a chow the claimed tile stands first and the others ascend. A joker in a meld stands for the missing tile.
"""
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport malloc
from libc.string cimport memcmp, memcpy, memset, strlen

from mjcore.hand.handdata cimport MAX_SIZE, HandData, add_meld, add_tile, copies_allowed, meld_size
from mjcore.hand.kinds cimport (ADDED_KONG, ALL_KINDS, BIG_WHITE, CHOW, CONCEALED_KONG, EAST, EXPOSED_KONG,
                                FLOWER, FROM_NEXT, FROM_OPPOSITE, FROM_PREVIOUS, JOKER, MAX_SETS, PUNG,
                                QUINT, RED_BIT, SEXTET, SUIT_KINDS, meld_claimed, meld_jokers, meld_kind,
                                meld_reds, meld_source, meld_type, pack_meld)

cdef enum:
    KIND_MASK = RED_BIT - 1
    UNSURE = 0x80          # a digit whose suit letter is still to come

# of the kinds from JOKER on; the big white dragon is the only other tile with a name
cdef const char* NAMES[21]
NAMES[:] = [
    "joker", "caishen", "mao", "laoshu", "jubao", "hua", "yuan", "xi", "he", "tong", "suo", "wan", "zong",
    "huang1", "huang2", "huang3", "huang4", "hou1", "hou2", "hou3", "hou4",
]


cdef const char* tile_name(int kind) noexcept nogil:
    if kind >= JOKER:
        return NAMES[kind - JOKER]
    return "dabai" if kind == BIG_WHITE else ""


cdef inline int fail(Fault* fault, Py_ssize_t position, int code, int detail=0) noexcept nogil:
    fault.position = position
    fault.code = code
    fault.detail = detail
    return -1


cdef inline bint is_digit(uint8_t c) noexcept nogil:
    return <uint8_t>(c - c"0") <= 9


cdef inline bint is_space(uint8_t c) noexcept nogil:
    return c == c" " or c == c"\t" or c == c"\n" or c == c"\r"


cdef inline Py_ssize_t after_spaces(const uint8_t* text, Py_ssize_t n, Py_ssize_t i) noexcept nogil:
    while i < n and is_space(text[i]):
        i += 1
    return i


cdef inline bint is_suit(uint8_t c) noexcept nogil:
    return c == c"m" or c == c"p" or c == c"s" or c == c"z" or c == c"f" or c == c"j"


cdef inline int numbered(uint8_t digit, uint8_t suit) noexcept nogil:
    """The tile byte of a digit and a suit letter, -1 if there is no such tile."""
    cdef int number = digit - c"0", base
    if suit == c"m":
        base = 0
    elif suit == c"p":
        base = 9
    elif suit == c"s":
        base = 18
    elif suit == c"z":
        return EAST - 1 + number if 1 <= number <= 7 else -1
    elif suit == c"f":
        return FLOWER - 1 + number if 1 <= number <= 8 else -1
    else:
        return JOKER if number == 0 else -1
    return base + number - 1 if number else base + 4 + RED_BIT


cdef int read_name(const uint8_t* text, Py_ssize_t n, Py_ssize_t* at, Fault* fault) noexcept nogil:
    """``{name}`` at `at`: its kind, or -1."""
    cdef Py_ssize_t start = at[0] + 1, end = start
    cdef const char* name
    cdef int kind
    while end < n and (c"a" <= text[end] <= c"z" or is_digit(text[end])):
        end += 1
    if end == start:
        return fail(fault, start, NO_NAME)
    if end == n or text[end] != c"}":
        return fail(fault, end, NO_BRACE)
    for kind in range(BIG_WHITE, ALL_KINDS):
        name = tile_name(kind)
        if <Py_ssize_t>strlen(name) == end - start and memcmp(name, text + start, end - start) == 0:
            at[0] = end + 1
            return kind
    return fail(fault, start, NO_NAME)


# --- tiles in order ---

cdef inline int push(Tiles* tiles, int tile, Py_ssize_t position, Fault* fault) noexcept nogil:
    if tiles.limit and tiles.n == tiles.limit:
        return fail(fault, position, NO_MORE)
    tiles.data[tiles.n] = <uint8_t>tile
    tiles.n += 1
    return 0


cdef int scan_tiles(const uint8_t* text, Py_ssize_t n, void* out, Fault* fault) noexcept nogil:
    cdef Tiles* tiles = <Tiles*>out
    cdef Py_ssize_t i = 0, k, start
    cdef int tile
    tiles.n = 0
    if not tiles.limit:
        # every tile takes a character at least
        tiles.data = <uint8_t*>malloc(n + 1)
        if tiles.data == NULL:
            return fail(fault, 0, NO_MEMORY)
    while i < n:
        start = i
        if is_digit(text[i]):
            while i < n and is_digit(text[i]):
                i += 1
            if i == n or not is_suit(text[i]):
                return fail(fault, i, NO_SUIT)
            for k in range(start, i):
                tile = numbered(text[k], text[i])
                if tile < 0:
                    return fail(fault, k, NO_NUMBER, text[i])
                if push(tiles, tile, k, fault) < 0:
                    return -1
            i += 1
        elif is_space(text[i]):
            i += 1
        elif text[i] == c"{":
            tile = read_name(text, n, &i, fault)
            if tile < 0 or push(tiles, tile, start, fault) < 0:
                return -1
        elif text[i] == c"[" or text[i] == c"(":
            return fail(fault, i, MELD_HERE)
        else:
            return fail(fault, i, NO_DIGIT if is_suit(text[i]) else NO_TILE)
    if tiles.n < tiles.limit:
        return fail(fault, n, NO_TILE)
    return 0


# --- melds ---

cdef uint32_t shape_chow(const uint8_t* tiles, int low, int high) noexcept nogil:
    """A chow without its source, of three tiles in written order whose naturals span low..high."""
    cdef int k, kind, start = low, joker = -1
    cdef uint32_t jokers = 7, reds = 0
    for k in range(3):
        if tiles[k] & KIND_MASK >= JOKER:
            joker = k
    if joker >= 0 and high - low == 1 and low % 9 > 0 and (high % 9 == 8 or joker == 1):
        # the tiles after the claimed one ascend: a joker before the other natural tile is the lowest
        start = low - 1
    for k in range(3):
        if k != joker:
            kind = tiles[k] & KIND_MASK
            jokers &= ~(1u << (kind - start))
            if tiles[k] & RED_BIT:
                reds |= 1u << (kind - start)
    return pack_meld(CHOW, start, 0, (tiles[0] & KIND_MASK) - start, jokers, reds)


cdef uint32_t shape_meld(const uint8_t* tiles, const Py_ssize_t* places, int count, bint concealed,
                         Py_ssize_t end, Fault* fault) noexcept nogil:
    """The packed meld, without its source, of tiles in written order; 0 and a fault if they are none."""
    cdef int k, kind, low = 0, high = 0, lower, higher, naturals = 0, jokers = 0, joker = 0, reds = 0
    cdef int first = 0, type
    cdef uint32_t meld
    for k in range(count):
        kind = tiles[k] & KIND_MASK
        if kind >= JOKER:
            if joker and joker != kind:
                fail(fault, places[k], NO_SAME_JOKER, joker)
                return 0
            joker = kind
            jokers += 1
            if low != high and k > 2:
                fail(fault, places[k], NO_SOURCE)
                return 0
            continue
        kind = min(kind, FLOWER)          # in a meld all flowers are equal
        naturals += 1
        if naturals == 1:
            low = high = kind
            first = k
        elif kind != low or low != high:
            if concealed:
                fail(fault, places[k], NO_FIT_KONG)
                return 0
            if low != high and k > 2:
                fail(fault, places[k], NO_SOURCE)
                return 0
            # three different numbers of a suit, close together: every pair of them must fit
            lower, higher = min(kind, low), max(kind, high)
            if (kind == low or kind == high or k > 2 or (low == high and naturals > 2)
                    or higher >= SUIT_KINDS or lower // 9 != higher // 9 or higher - lower > 2):
                fail(fault, places[k], NO_FIT)
                return 0
            low, high = lower, higher
        elif naturals > copies_allowed(kind):
            fail(fault, places[k], TOO_MANY_COPIES, kind)
            return 0
        reds += tiles[k] >> 6 & 1
    if low != high:
        if count < 3:
            fail(fault, end, NO_CHOW_TILE)
            return 0
        if first:
            fail(fault, places[0], NO_CLAIMED)
            return 0
        meld = shape_chow(tiles, low, high)
    elif not naturals:
        fail(fault, end, NO_NATURAL if count else NO_TILE)
        return 0
    elif count < (4 if concealed else 3):
        fail(fault, end, NO_FIT_KONG if concealed else NO_EQUAL_TILE)
        return 0
    elif concealed and count > 4:
        fail(fault, places[4], NO_CLOSE, c")")
        return 0
    else:
        type = (CONCEALED_KONG if concealed else PUNG if count == 3 else EXPOSED_KONG if count == 4 else
                QUINT if count == 5 else SEXTET)
        # the first natural tile is the claimed one; normal_meld sorts the others
        reds = ((1 << reds) - 1) << (not concealed and not tiles[first] & RED_BIT)
        meld = pack_meld(type, low, 0, 0, ((1u << jokers) - 1) << (count - jokers), reds)
    if joker and joker != JOKER:
        meld |= <uint32_t>joker << JOKER_SHIFT
    return meld


cdef int read_meld(const uint8_t* text, Py_ssize_t n, Py_ssize_t* at, uint32_t* out,
                   Fault* fault) noexcept nogil:
    """``[423s<]`` or ``(1111z)`` at `at`."""
    cdef uint8_t tiles[LONGEST_MELD]
    cdef Py_ssize_t places[LONGEST_MELD]
    cdef uint8_t closing = c"]" if text[at[0]] == c"[" else c")"
    cdef Py_ssize_t i = at[0] + 1
    cdef int count = 0, k, tile, source = 0
    cdef bint unsure = False
    cdef uint32_t meld
    while i < n:
        if is_digit(text[i]) or text[i] == c"{":
            if count == LONGEST_MELD:
                return fail(fault, i, NO_SUIT if unsure else NO_SOURCE if closing == c"]" else NO_CLOSE,
                            closing)
            places[count] = i
            if text[i] == c"{":
                tile = read_name(text, n, &i, fault)
                if tile < 0:
                    return -1
                tiles[count] = <uint8_t>tile
            else:
                tiles[count] = text[i] | UNSURE
                unsure = True
                i += 1
            count += 1
        elif is_suit(text[i]):
            if not unsure:
                return fail(fault, i, NO_DIGIT)
            # the letter serves all digits before it, also those before a joker: 4{zong}6s
            for k in range(count):
                if tiles[k] & UNSURE:
                    tile = numbered(tiles[k] & ~UNSURE, text[i])
                    if tile < 0:
                        return fail(fault, places[k], NO_NUMBER, text[i])
                    tiles[k] = <uint8_t>tile
            unsure = False
            i += 1
        elif is_space(text[i]) and not unsure:
            i += 1
        else:
            break
    if unsure:
        return fail(fault, i, NO_SUIT)
    meld = shape_meld(tiles, places, count, closing == c")", i, fault)
    if not meld:
        return -1
    if closing == c"]":
        if i < n and text[i] == c"+" and meld_type(meld) == EXPOSED_KONG:
            meld += (ADDED_KONG - EXPOSED_KONG) << 6
            i = after_spaces(text, n, i + 1)
        if i < n:
            source = (FROM_PREVIOUS if text[i] == c"<" else FROM_OPPOSITE if text[i] == c"^" else
                      FROM_NEXT if text[i] == c">" else 0)
        if not source:
            return fail(fault, i, NO_SOURCE)
        meld |= <uint32_t>source << 9
        i = after_spaces(text, n, i + 1)
    if i == n or text[i] != closing:
        return fail(fault, i, NO_CLOSE, closing)
    out[0] = normal_meld(meld)
    at[0] = i + 1
    return 0


cdef int scan_meld(const uint8_t* text, Py_ssize_t n, void* out, Fault* fault) noexcept nogil:
    cdef Py_ssize_t i = after_spaces(text, n, 0)
    if i == n or (text[i] != c"[" and text[i] != c"("):
        return fail(fault, i, NO_MELD)
    if read_meld(text, n, &i, <uint32_t*>out, fault) < 0:
        return -1
    i = after_spaces(text, n, i)
    return fail(fault, i, NO_MORE) if i < n else 0


cdef uint32_t normal_meld(uint32_t meld) noexcept nogil:
    cdef uint32_t kind = meld_kind(meld), type = meld_type(meld), source = meld_source(meld)
    cdef uint32_t jokers = meld_jokers(meld), reds = meld_reds(meld), joker = meld >> JOKER_SHIFT
    cdef int size = meld_size(meld), n_jokers = 0, n_reds = 0, place
    if type == 0 or (type == CONCEALED_KONG) != (source == 0) or (jokers | reds) >> size or jokers & reds:
        return 0
    if joker and (not jokers or joker <= JOKER or joker >= ALL_KINDS):
        return 0
    for place in range(size):
        n_jokers += jokers >> place & 1
        n_reds += reds >> place & 1
    if reds and kind >= SUIT_KINDS:
        return 0
    if type == CHOW:
        if kind >= SUIT_KINDS or kind % 9 > 6 or meld_claimed(meld) > 2 or jokers >> meld_claimed(meld) & 1:
            return 0
        if n_jokers > 1 or (reds and (kind % 9 > 4 or kind % 9 < 2 or reds != 1u << (4 - kind % 9))):
            return 0
        return meld
    if kind > FLOWER or meld_claimed(meld) or n_jokers == size or size - n_jokers > copies_allowed(kind):
        return 0
    if reds and kind % 9 != 4:
        return 0
    # the claimed tile, place 0, is no joker; if it is plain, not all the natural tiles can be red
    if source and (jokers & 1 or (not reds & 1 and n_reds == size - n_jokers)):
        return 0
    jokers = ((1u << n_jokers) - 1) << (size - n_jokers)
    n_reds -= reds & 1 if source else 0
    reds = (reds & 1 if source else 0) | ((1u << n_reds) - 1) << (size - n_jokers - n_reds)
    return pack_meld(type, kind, source, 0, jokers, reds) | joker << JOKER_SHIFT


cdef int meld_joker(uint32_t meld) noexcept nogil:
    cdef int kind = meld >> JOKER_SHIFT & KIND_MASK
    return kind if kind else JOKER


cdef int meld_tiles(uint32_t meld, uint8_t* out) noexcept nogil:
    cdef int place, size = meld_size(meld), step = meld_type(meld) == CHOW
    for place in range(size):
        if meld_jokers(meld) >> place & 1:
            out[place] = <uint8_t>meld_joker(meld)
        else:
            out[place] = <uint8_t>(meld_kind(meld) + step * place | (meld_reds(meld) >> place & 1) * RED_BIT)
    return size


# --- hands ---

cdef int scan_hand(const uint8_t* text, Py_ssize_t n, void* out, Fault* fault) noexcept nogil:
    cdef HandData* hand = <HandData*>out
    cdef Py_ssize_t i = 0, k, start
    cdef int tile, kind, size = 0
    cdef uint32_t meld
    memset(hand, 0, sizeof(HandData))
    while i < n:
        start = i
        if is_digit(text[i]):
            while i < n and is_digit(text[i]):
                i += 1
            if i == n or not is_suit(text[i]):
                return fail(fault, i, NO_SUIT)
            for k in range(start, i):
                tile = numbered(text[k], text[i])
                if tile < 0:
                    return fail(fault, k, NO_NUMBER, text[i])
                size += 1
                if size > MAX_SIZE:
                    return fail(fault, k, TOO_MANY_TILES)
                if add_tile(hand, tile) < 0:
                    return fail(fault, k, TOO_MANY_COPIES, tile & KIND_MASK)
            i += 1
        elif is_space(text[i]):
            i += 1
        elif text[i] == c"{":
            tile = read_name(text, n, &i, fault)
            if tile < 0:
                return -1
            size += 1
            if size > MAX_SIZE:
                return fail(fault, start, TOO_MANY_TILES)
            if add_tile(hand, tile) < 0:
                return fail(fault, start, TOO_MANY_COPIES, tile)
        elif text[i] == c"[" or text[i] == c"(":
            if read_meld(text, n, &i, &meld, fault) < 0:
                return -1
            size += 3
            if hand.n_melds == MAX_SETS:
                return fail(fault, start, TOO_MANY_MELDS)
            if size > MAX_SIZE:
                return fail(fault, start, TOO_MANY_TILES)
            kind = add_meld(hand, meld)
            if kind >= 0:
                return fail(fault, start, TOO_MANY_COPIES, kind)
        else:
            return fail(fault, i, NO_DIGIT if is_suit(text[i]) else NO_TILE)
    return fail(fault, n, EMPTY) if size == 0 else 0


cdef int hand_tiles(const HandData* hand, uint8_t* out) noexcept nogil:
    cdef int kind, i, reds, n = 0
    for kind in range(ALL_KINDS):
        reds = hand.reds[kind // 9] if kind < SUIT_KINDS and kind % 9 == 4 else 0
        for i in range(hand.counts[kind]):
            out[n] = <uint8_t>(kind if i < hand.counts[kind] - reds else kind | RED_BIT)
            n += 1
    return n


# --- writing ---

cdef inline char suit_letter(int tile) noexcept nogil:
    """The letter of a tile byte, 0 for a named tile."""
    cdef int kind = tile & KIND_MASK
    if kind < 9:
        return c"m"
    if kind < 18:
        return c"p"
    if kind < SUIT_KINDS:
        return c"s"
    if kind < BIG_WHITE:
        return c"z"
    if FLOWER <= kind < JOKER:
        return c"f"
    return c"j" if kind == JOKER else 0


cdef int write_tiles(const uint8_t* tiles, int n, char* out) noexcept nogil:
    cdef int i, kind, base, at = 0, length
    cdef char letter
    for i in range(n):
        kind = tiles[i] & KIND_MASK
        letter = suit_letter(kind)
        if not letter:
            length = <int>strlen(tile_name(kind))
            out[at] = c"{"
            memcpy(out + at + 1, tile_name(kind), length)
            out[at + length + 1] = c"}"
            at += length + 2
            continue
        if tiles[i] & RED_BIT or kind == JOKER:
            out[at] = c"0"
        else:
            base = kind - kind % 9 if kind < SUIT_KINDS else EAST if kind < BIG_WHITE else FLOWER
            out[at] = <char>(c"1" + kind - base)
        at += 1
        if i + 1 == n or suit_letter(tiles[i + 1]) != letter:
            out[at] = letter
            at += 1
    return at


cdef int write_meld(uint32_t meld, char* out) noexcept nogil:
    cdef uint8_t tiles[LONGEST_MELD]
    cdef uint8_t claimed
    cdef const char* sources = "?>^<"
    cdef int place, n = meld_tiles(meld, tiles), at = 1
    if meld_type(meld) == CONCEALED_KONG:
        out[0] = c"("
        at += write_tiles(tiles, n, out + at)
        out[at] = c")"
        return at + 1
    # the claimed tile of a chow comes first, the others ascend
    place = meld_claimed(meld)
    claimed = tiles[place]
    while place > 0:
        tiles[place] = tiles[place - 1]
        place -= 1
    tiles[0] = claimed
    out[0] = c"["
    at += write_tiles(tiles, n, out + at)
    if meld_type(meld) == ADDED_KONG:
        out[at] = c"+"
        at += 1
    out[at] = sources[meld_source(meld)]
    out[at + 1] = c"]"
    return at + 2


cdef int write_hand(const HandData* hand, char* out) noexcept nogil:
    cdef uint8_t tiles[MAX_SIZE]
    cdef int i, at = write_tiles(tiles, hand_tiles(hand, tiles), out)
    for i in range(hand.n_melds):
        at += write_meld(hand.melds[i], out + at)
    return at
