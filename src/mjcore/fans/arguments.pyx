"""Reading a win from arguments: texts, tiles and numbers of Python."""
from cpython.long cimport PyLong_CheckExact
from cpython.number cimport PyIndex_Check
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.bits cimport count_bits
from mjcore.fans.checks cimport check_win, raise_win_error
from mjcore.fans.circumstances cimport yes_or_no
from mjcore.fans.wins cimport BAD_MELD, DEALER, NO_TILE, WIN_OK, WIN_VERSION, WinData
from mjcore.hand.counts cimport whole
from mjcore.hand.handdata cimport HandData, hand_copies
from mjcore.hand.hands cimport load_hand
from mjcore.hand.kinds cimport CONCEALED_KONG, FLOWER, KINDS, MAX_SETS, RED_BIT, meld_jokers, meld_type
from mjcore.hand.text cimport load_tile, meld_text, tile_text

from mjcore.errors import HandError, brief
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile

WINDS = {
    "E": 0, "S": 1, "W": 2, "N": 3, "e": 0, "s": 1, "w": 2, "n": 3, "1z": 0, "2z": 1, "3z": 2, "4z": 3,
    "东": 0, "東": 0, "南": 1, "西": 2, "北": 3,
}


cdef int load_wind(object wind, str which) except -1:
    cdef object number
    if type(wind) is str:
        if wind == "E":
            return 0
        number = WINDS.get(wind)
        if number is not None:
            return number
    raise HandError(f"{which} {brief(wind)}: expected 'E', 'S', 'W' or 'N'")


cdef int load_number(object number, int most, str what) except -1:
    """A number 0..most, of any type of integers but bool."""
    if PyLong_CheckExact(number) and 0 <= number <= most:
        return number
    if not isinstance(number, bool):
        number = whole(number, f"{what}: a number 0..{most}")
    if isinstance(number, bool) or not 0 <= number <= most:
        raise HandError(f"{what} {brief(number)}: expected a number 0..{most}")
    return number


cdef uint64_t load_wild(object wild) except? 0xFFFFFFFFFFFFFFFF:
    """The mask of the wild kind, 0 for none."""
    cdef int kind
    if wild is None:
        return 0
    kind = load_tile(wild) & (RED_BIT - 1)
    if kind >= KINDS:
        raise HandError(f"wild: {tile_text(kind)} is no tile of a set")
    return <uint64_t>1 << kind


cdef int load_void_suit(object suit) except -1:
    """1..3 for m p s, 0 for none."""
    if suit is None:
        return 0
    if isinstance(suit, str) and suit in ("m", "p", "s"):
        return 1 + "mps".index(suit)
    raise HandError(f"void_suit={brief(suit)}: expected 'm', 'p', 's' or None")


cdef int flower_digits(str text) except -2:
    """Mask of a text such as "13f", -1 if it is anything else."""
    cdef int mask = 0, place
    cdef Py_UCS4 sign = 0
    for sign in text:
        place = <int>sign - <int>b'1'
        if not 0 <= place < 8 or mask >> place & 1:
            break
        mask |= 1 << place
    return mask if mask and sign == u'f' and len(text) == count_bits(mask) + 1 else -1


cdef int load_flowers(object flowers) except -1:
    """Mask of the flowers; a number stands for so many of them where it does not matter which."""
    cdef int mask = 0, bit
    if PyLong_CheckExact(flowers):
        return (1 << load_number(flowers, 8, "flowers")) - 1
    if flowers is None:
        return 0
    if isinstance(flowers, str):
        flowers = str(flowers)
        mask = flower_digits(flowers)
        if mask >= 0:
            return mask
        mask = 0
        flowers = parse_tiles(flowers) if flowers.strip() else ()
    elif type(flowers) is Tile:
        flowers = (flowers,)
    elif PyIndex_Check(flowers) or isinstance(flowers, bool):
        return (1 << load_number(flowers, 8, "flowers")) - 1
    try:
        flowers = iter(flowers)
    except TypeError:
        raise HandError(f"flowers {brief(flowers)}: expected text, tiles or a number 0..8") from None
    for tile in flowers:
        bit = load_tile(tile) - FLOWER
        if not 0 <= bit < 8:
            raise HandError(f"flowers: {Tile(tile)} is no flower, expected tiles of 12345678f")
        if mask >> bit & 1:
            raise HandError(f"flowers: {Tile(tile)} stands twice, there is one of each")
        mask |= 1 << bit
    return mask


cdef int fill_win(WinData *data, object hand, object win, uint32_t circumstances, object seat_wind,
                  object round_wind, object flowers, object dealer, object streak, bint strict) except -1:
    """The arguments of `Win` as a record, checked; `circumstances` are the bits of those that are yes or no."""
    cdef HandData source
    cdef int size = 0, kind, tile, code, suit
    load_hand(hand, &source)
    data.flowers = load_flowers(flowers)
    tile = NO_TILE if win is None else load_tile(win)
    for kind in range(KINDS, 64):
        if source.counts[kind]:
            raise HandError(f"{tile_text(kind)} can not stand in this hand: flowers are given with flowers=, "
                            "wild tiles belong to rule sets that use them")
    for kind in range(KINDS):
        size += source.counts[kind]
    kind = tile & (RED_BIT - 1)
    if tile == NO_TILE:
        kind = NO_TILE
        if size % 3 != 1 or data.flowers == 0:
            raise HandError("the winning tile is not named: give win=. A win without one is a flower win: a hand of "
                            "3n + 1 tiles and flowers=")
        size += 1
    elif kind >= KINDS:
        raise HandError(f"the winning tile {tile_text(tile)} is no tile of a set")
    elif size % 3 == 1:
        if hand_copies(&source, kind) == 4:
            raise HandError(f"five copies of {tile_text(kind)}: the hand holds four, the winning tile is another")
        source.counts[kind] += 1
        size += 1
        if tile & RED_BIT:
            source.reds[kind // 9] += 1
    elif size % 3 == 2:
        if source.counts[kind] == 0 or tile & RED_BIT and source.reds[kind // 9] == 0:
            raise HandError(f"the hand is complete with {size} concealed tiles, but the winning tile "
                            f"{tile_text(tile)} is not among them")
    else:
        raise HandError(f"{size} concealed tiles: a hand has 3n + 1 without the winning tile, "
                        "3n + 2 with it")
    size = size // 3 + source.n_melds
    if not 1 <= size <= MAX_SETS:
        raise HandError(f"a hand of {3 * size + 2} tiles with the winning one (a meld counted as three): "
                        f"expected 1 to {MAX_SETS} sets and a pair")
    memcpy(data.counts, source.counts, KINDS)
    data.win_tile = kind
    data.n_melds = source.n_melds
    data.melds = source.melds
    for suit in range(3):
        if source.reds[suit] > 3:
            raise HandError(f"four red {'mps'[suit]}: there are at most three of a suit")
        data.red_fives |= source.reds[suit] << (2 * suit)
    data.version = WIN_VERSION
    data.seat_wind = load_wind(seat_wind, "seat_wind")
    data.round_wind = load_wind(round_wind, "round_wind")
    if data.seat_wind == 0 if dealer is None else yes_or_no(dealer, "dealer"):
        data.circumstances |= DEALER
    elif data.seat_wind == 0:
        if strict:
            raise HandError("dealer=False, but the seat wind East is the dealer's")
        data.circumstances |= DEALER
    data.circumstances |= circumstances
    data.streak = load_number(streak, 255, "streak")
    code = check_win(data, strict)
    if code == BAD_MELD:
        raise HandError(unknown_meld(data))
    if code != WIN_OK:
        raise_win_error(code, None)
    return 0


cdef str unknown_meld(const WinData *win):
    """What is wrong with the melds of a win that `check_win` calls a BAD_MELD."""
    cdef int i
    for i in range(win.n_melds):
        if meld_jokers(win.melds[i]) or meld_type(win.melds[i]) > CONCEALED_KONG:
            return (f"{meld_text(win.melds[i])} can not stand in this hand: jokers, quints and sextets belong to "
                    "rule sets that use them")
    return f"more than {MAX_SETS} sets"
