"""A win: a complete hand, its winning tile and the circumstances. Checked once, scored often."""
from cpython.long cimport PyLong_CheckExact
from cpython.number cimport PyIndex_Check
from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from mjcore.bits cimport count_bits, first_bit, load8
from mjcore.hand.counts cimport whole
from mjcore.hand.handdata cimport HandData, hand_copies, meld_copies
from mjcore.hand.hands cimport load_hand
from mjcore.hand.kinds cimport (
    CONCEALED_KONG, EXPOSED_KONG, FLOWER, KINDS, MAX_SETS, RED_BIT, SUIT_KINDS, meld_jokers, meld_reds, meld_type,
)
from mjcore.hand.text cimport load_tile, meld_text, tile_object, tile_text

from mjcore.errors import HandError, NotAWin
from mjcore.hand.melds import Meld
from mjcore.hand.text import parse_tiles
from mjcore.hand.tiles import Tile

from mjcore.fans.bonus cimport COPIES, Bonus, add_up_bonus, fill_bonus
from mjcore.fans.circumstances cimport (
    FLAGS, bits_of_flags, bits_of_riichi, settle_circumstances, yes_or_no,
)
from mjcore.fans.facts cimport UNUSED_LATE, HandFacts, hand_facts, meld_tables

cdef enum:
    # circumstances that `Win` has names for
    NAMED = (SELF_DRAW | ROB_KONG | LAST_TILE | AFTER_KONG | AFTER_FLOWER | LAST_COPY | FIRST_TURN | DEALER | RIICHI
             | DOUBLE_RIICHI | OPEN_RIICHI | IPPATSU | ON_RIICHI_DISCARD | ON_KONG_DISCARD | LOSER_RIICHI
             | READY_AT_DEAL | READY_FIRST_TURN | SHOWN | LOSER_SHOWN | SEVEN_ROB_ONE)
    # bytes of a record before those of wild tiles that it has no names for, and how many these are
    NAMED_BYTES = 72
    WILD_BYTES = 8

WINDS = {
    "E": 0, "S": 1, "W": 2, "N": 3, "e": 0, "s": 1, "w": 2, "n": 3, "1z": 0, "2z": 1, "3z": 2, "4z": 3,
    "东": 0, "東": 0, "南": 1, "西": 2, "北": 3,
}

ERROR_TEXTS = {
    NO_WIN: "the tiles form no winning shape",
    BAD_VERSION: f"the version of the record is not {WIN_VERSION}",
    BAD_COUNT: "a count of concealed tiles is above 4",
    BAD_MELD: "a meld that the rule set does not have or that is packed as none is, too many melds, or an unused place "
              "of melds that is not 0",
    FIVE_COPIES: "more than four copies of a tile (indicators and norths set aside are copies too)",
    BAD_WIN_TILE: "the winning tile is not among the concealed tiles",
    BAD_SIZE: "the number of tiles is not that of a complete hand",
    BAD_WIND: "a wind is not one of 0..3 (E S W N)",
    BAD_CIRCUMSTANCE: "unknown bits among the circumstances",
    WILD_TILES: "wild tiles or tiles set aside that the rule set does not use",
    ROB_AND_SELF_DRAW: "rob_kong and self_draw: a robbed tile is not drawn",
    ROB_AND_LAST_TILE: "rob_kong and last_tile: no kong may be declared when the wall is empty",
    ROBBED_TILE_HELD: "rob_kong: the other three copies lie in the robbed pung, but the hand holds another one",
    KONG_WIN_ON_DISCARD: "after_kong without self_draw: a replacement tile is drawn",
    KONG_WIN_WITHOUT_KONG: "after_kong, but the hand has no kong",
    FLOWER_WIN_ON_DISCARD: "after_flower without self_draw: a replacement tile is drawn",
    FLOWER_WIN_WITHOUT_FLOWER: "after_flower, but no flower was set aside",
    KONG_AND_FLOWER_WIN: "after_kong and after_flower: the winning tile replaced only one of them",
    LAST_COPY_HELD: "last_copy: another copy of the winning tile is still concealed in the hand",
    FIRST_TURN_WITH_CLAIMS: "first_turn: a claim or a kong has ended the first turn",
    FIRST_TURN_AND_LAST: "first_turn and last_tile",
    DEALER_NOT_EAST: "dealer, but the seat wind is not East",
    STREAK_NOT_DEALER: "streak counts the dealer's wins, but the winner is not the dealer",
    DEALER_FIRST_DISCARD: "first_turn: the dealer has no first turn on a discard",
    OTHER_CIRCUMSTANCE: "a circumstance or bonus tile that the rule set does not have",
    NOT_IN_TILE_SET: "a tile that the rule set is played without",
    NO_CLAIMED_CHOWS: "a claimed chow, which the rule set does not have",
    NO_SUCH_SEAT: "a seat wind that nobody has in a game of so few players",
    RIICHI_OPEN_HAND: "riichi with an open hand",
    WITHOUT_RIICHI: "double_riichi, open_riichi or ippatsu without riichi",
    RIICHI_FIRST_TURN: "riichi and first_turn: riichi is declared with an own discard",
    IPPATSU_AFTER_KONG: "ippatsu with a replacement tile: the kong or north has ended it",
    NOT_ON_A_DISCARD: "on_riichi_discard or on_kong_discard, but not won on a discard",
    LOSER_ON_SELF_DRAW: "loser_riichi or loser_shown, but nobody gave the tile",
    BAD_INDICATOR: "a dora indicator that is no tile of a set (kind + 1), or one behind an empty place",
    URA_WITHOUT_RIICHI: "ura indicators without riichi",
    MORE_URA_THAN_DORA: "more ura indicators than dora indicators",
    BAD_REDS: "red fives: more than there are fives among the concealed tiles",
    OTHER_REDS: "red fives that the rule set does not have",
    UNUSED_FIELD: "a field of the record is not 0 that no rule set of this version uses",
    FORBIDDEN_SUITS: "more suits than a win may have, or tiles of the void suit",
    READY_WITH_CLAIMS: "ready_at_deal or ready_first_turn, but the hand has claimed melds",
    BAD_KONG_CHAIN: "kong_chain: more kongs in a row than the hand has, or no win on a kong's replacement (after_kong)",
    BAD_VOID_SUIT: "void_suit: not 0 for none, 1 m, 2 p or 3 s",
    BAD_WILD_KINDS: "wild: not one kind of those that sets are made of",
    WILD_NOT_SAID: "the rule set needs to know which kind is wild: give wild=",
    TOO_MANY_WILD: "more tiles of the wild kind than there are in play",
    BAD_FLOWER_WIN: "a win without a winning tile is a flower win: 3n + 1 tiles, flowers, self_draw or seven_rob_one, "
                    "and no circumstance of another win; only such a win has seven_rob_one",
}


# codes of sound hands that do not win
NOT_WINS = (NO_WIN, FORBIDDEN_SUITS)


cdef object raise_win_error(int code, object row):
    """Raises what `code` says; `row` is None outside batches."""
    where = "" if row is None else f"row {row}: "
    error = NotAWin if code in NOT_WINS else HandError
    raise error(where + ERROR_TEXTS[code], row)


cdef uint8_t same_place[COPIES]


cdef void fill_same_place() noexcept nogil:
    cdef int place
    for place in range(COPIES):
        same_place[place] = place


fill_same_place()


cdef inline bint has_bonus(const WinData *win) noexcept nogil:
    cdef uint32_t melds = 0
    cdef int i
    for i in range(win.n_melds):
        melds |= meld_reds(win.melds[i])
    return (load8(win.dora) | win.ura[3] | win.ura[4] | win.norths | win.red_fives | melds) != 0


cdef int check_bonus(WinData *win, bint strict, uint8_t *copies) noexcept nogil:
    """`copies` as `add_up_bonus` has them, or NULL if nobody has counted them."""
    cdef Bonus bonus
    cdef uint8_t counted[COPIES]
    cdef uint32_t reds = 0
    cdef int kind, i, code
    for i in range(win.n_melds):
        reds |= meld_reds(win.melds[i])
    if copies == NULL:
        copies = counted
        for kind in range(KINDS):
            counted[kind + 1] = win.counts[kind]
            for i in range(win.n_melds):
                counted[kind + 1] += meld_copies(win.melds[i], kind)
    # what the indicators point at does not matter here
    code = add_up_bonus(win, same_place, win.circumstances, strict, reds, copies, &bonus)
    if code == WIN_OK and not win.circumstances & RIICHI:
        memset(win.ura, 0, sizeof(win.ura))
    return code


cdef int check_win(WinData *win, bint strict) noexcept nogil:
    """All checks that need no rule set. Without `strict` the circumstances that can not be true are dropped."""
    cdef HandFacts facts
    cdef WinData whole_hand
    cdef uint8_t copies[COPIES]
    cdef int tiles = 0, kind, code, i, own = 0, kongs = 0, claimed = 0
    cdef bint sound
    if win.win_tile == NO_TILE:
        code = fill_flower_win(win, <uint64_t>-1, &whole_hand)
        if code == WIN_OK:
            code = check_win(&whole_hand, strict)
        if code == WIN_OK:
            # what can not be true may have been dropped
            whole_hand.counts[whole_hand.win_tile] = 0
            whole_hand.win_tile = NO_TILE
            whole_hand.circumstances |= win.circumstances & SEVEN_ROB_ONE
            win[0] = whole_hand
        return code
    for kind in range(KINDS):
        tiles += win.counts[kind]
    if tiles % 3 != 2 or tiles // 3 + win.n_melds > 5 or tiles // 3 + win.n_melds < 1:
        return BAD_SIZE
    if win.void_suit > 3:
        return BAD_VOID_SUIT
    if win.wild_kinds >> KINDS or win.wild_kinds & (win.wild_kinds - 1):
        return BAD_WILD_KINDS
    code = hand_facts(meld_tables(), win, tiles // 3 + win.n_melds, True, KNOWN_CIRCUMSTANCES, UNUSED_LATE, False,
                      True, copies + 1, &facts)
    # with a fault there may be no copies of kinds
    sound = code == WIN_OK
    if ROB_AND_SELF_DRAW <= code and code != UNUSED_FIELD or code == WILD_TILES:
        code = WIN_OK
    if code != WIN_OK:
        return code
    for i in range(win.n_melds):
        own += meld_copies(win.melds[i], win.win_tile)
        kongs += EXPOSED_KONG <= meld_type(win.melds[i]) <= CONCEALED_KONG
        claimed += meld_type(win.melds[i]) != CONCEALED_KONG
    if win.streak and win.seat_wind != 0:
        if strict:
            return STREAK_NOT_DEALER
        win.streak = 0
    code = settle_circumstances(win, own, kongs, claimed, strict, &win.circumstances)
    if win.kong_chain and (win.kong_chain > kongs or not win.circumstances & AFTER_KONG):
        # with `strict` that was a fault
        win.kong_chain = 0
    # riichi may be dropped there, and the ura indicators with it
    if code == WIN_OK and has_bonus(win):
        code = check_bonus(win, strict, copies if sound else NULL)
    return code


cdef int fill_flower_win(const WinData *win, uint64_t kinds, WinData *out) noexcept nogil:
    """A flower win with one tile more, so that it is as large as other hands: WIN_OK or a fault. The tile is of a kind
    among `kinds` that the hand does not have."""
    cdef uint64_t held = 0
    cdef uint32_t how = win.circumstances & (SELF_DRAW | SEVEN_ROB_ONE)
    cdef int kind, i
    if how != SELF_DRAW and how != SEVEN_ROB_ONE or win.circumstances & ~<uint32_t>OF_FLOWER_WINS or win.flowers == 0:
        return BAD_FLOWER_WIN
    if win.n_melds > MAX_SETS:
        return BAD_MELD
    out[0] = win[0]
    for kind in range(KINDS):
        held |= <uint64_t>(win.counts[kind] != 0) << kind
        for i in range(win.n_melds):
            held |= <uint64_t>(meld_copies(win.melds[i], kind) != 0) << kind
    held = ~held & kinds & (<uint64_t>1 << KINDS) - 1
    if held == 0:
        return BAD_SIZE
    out.win_tile = first_bit(held)
    out.counts[out.win_tile] = 1
    out.circumstances &= ~<uint32_t>SEVEN_ROB_ONE
    return WIN_OK


cdef int load_wind(object wind, str which) except -1:
    cdef object number
    if type(wind) is str:
        if wind == "E":
            return 0
        number = WINDS.get(wind)
        if number is not None:
            return number
    raise HandError(f"{which} {wind!r}: expected 'E', 'S', 'W' or 'N'")


cdef int load_number(object number, int most, str what) except -1:
    """A number 0..most, of any type of integers but bool."""
    if PyLong_CheckExact(number) and 0 <= number <= most:
        return number
    if not isinstance(number, bool):
        number = whole(number, f"{what}: a number 0..{most}")
    if isinstance(number, bool) or not 0 <= number <= most:
        raise HandError(f"{what} {number}: expected a number 0..{most}")
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
    raise HandError(f"void_suit={suit!r}: expected 'm', 'p', 's' or None")


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
        raise HandError(f"flowers {flowers!r}: expected text, tiles or a number 0..8") from None
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


cdef class Win:
    """A complete hand with its winning tile and how it was won; immutable, hashable, safe to share
    between threads. Everything that does not depend on a rule set is checked here, once.

    hand        Hand, text or 34 counts: 3n + 1 tiles, or 3n + 2 with the winning tile among them
    win         the winning tile ("5m"); None for a flower win (3n + 1 tiles, flowers, self_draw or seven_rob_one)
    self_draw   drawn by the winner; otherwise won on a discard, or with rob_kong on an added kong
    last_tile   the wall's last tile, drawn, or discarded after it was drawn
    after_kong, after_flower   self-draw on the replacement for a kong, for a flower
    last_copy   the other three copies of the winning tile are face up
    first_turn  before anybody's second turn and any claim
    seat_wind, round_wind      "E" "S" "W" "N"
    flowers     "13f", tiles, or a number of flowers (0..8) where it does not matter which
    dealer      True or False; by default whether the seat wind is East
    streak      dealer's wins in a row before this one
    riichi      True, or 2 for double riichi; open_riichi: declared with the hand shown; ippatsu
    on_riichi_discard, on_kong_discard   won on the discard that declared riichi, that followed a kong
    loser_riichi, loser_shown   whoever gave the winning tile was in riichi, had laid the hand open
    ready_at_deal, ready_first_turn   declared ready then, and kept it
    shown       the hand was laid open before the win
    kong_chain  with after_kong: how many kongs in a row, without a discard between, came before the winning tile
    void_suit   the suit declared void ("m", "p", "s")
    wild        the kind that is wild in this game ("5m"), whether the hand has tiles of it or not
    seven_rob_one   a flower win: seven flowers take the eighth when another player exposes it
    dora_indicators, ura_indicators   the turned tiles ("3p5z"), at most five each
    nuki        norths set aside
    strict      True: circumstances that can not be true raise HandError; False: they are dropped

    >>> Win("123456789m1122z", "1z", self_draw=True).win_tile
    Tile('1z')
    """

    def __init__(self, hand, win=None, *, self_draw=False, rob_kong=False, last_tile=False, after_kong=False,
                 after_flower=False, last_copy=False, first_turn=False, seat_wind="E", round_wind="E", flowers=0,
                 dealer=None, streak=0, strict=True, riichi=False, ippatsu=False, open_riichi=False,
                 on_riichi_discard=False, on_kong_discard=False, loser_riichi=False, dora_indicators=(),
                 ura_indicators=(), nuki=0, ready_at_deal=False, ready_first_turn=False, shown=False,
                 loser_shown=False, seven_rob_one=False, kong_chain=0, void_suit=None, wild=None):
        # filled here and copied at the end: what raises midway leaves no half of a win
        cdef WinData data
        cdef PyObject *flags[FLAGS]
        if self.data.version:
            raise TypeError("a Win never changes; make a new one")
        # the order of FLAG_NAMES
        flags[0] = <PyObject *>self_draw
        flags[1] = <PyObject *>rob_kong
        flags[2] = <PyObject *>last_tile
        flags[3] = <PyObject *>after_kong
        flags[4] = <PyObject *>after_flower
        flags[5] = <PyObject *>last_copy
        flags[6] = <PyObject *>first_turn
        flags[7] = <PyObject *>ippatsu
        flags[8] = <PyObject *>open_riichi
        flags[9] = <PyObject *>on_riichi_discard
        flags[10] = <PyObject *>on_kong_discard
        flags[11] = <PyObject *>loser_riichi
        flags[12] = <PyObject *>ready_at_deal
        flags[13] = <PyObject *>ready_first_turn
        flags[14] = <PyObject *>shown
        flags[15] = <PyObject *>loser_shown
        flags[16] = <PyObject *>seven_rob_one
        memset(&data, 0, sizeof(WinData))
        fill_bonus(&data, dora_indicators, ura_indicators, nuki)
        data.kong_chain = load_number(kong_chain, MAX_SETS, "kong_chain")
        data.void_suit = load_void_suit(void_suit)
        data.wild_kinds = load_wild(wild)
        fill_win(&data, hand, win, bits_of_flags(flags, (1 << FLAGS) - 1) | bits_of_riichi(<PyObject *>riichi),
                 seat_wind, round_wind, flowers, dealer, streak, yes_or_no(strict, "strict"))
        self.data = data

    @staticmethod
    def from_bytes(data):
        """The win in the bytes of a record of WIN_DTYPE, checked as `Win(...)` checks. Inverse of `to_bytes`."""
        cdef Win self = Win.__new__(Win)
        cdef const uint8_t *source
        cdef bytes copy
        cdef int code
        try:
            copy = bytes(memoryview(data))
        except TypeError:
            raise HandError(f"a win is {sizeof(WinData)} bytes, not {type(data).__name__}") from None
        if len(copy) != sizeof(WinData):
            raise HandError(f"a win is {sizeof(WinData)} bytes, not {len(copy)}")
        source = copy
        memcpy(&self.data, source, sizeof(WinData))
        code = check_win(&self.data, True)
        if code != WIN_OK:
            raise_win_error(code, None)
        self.data.circumstances |= DEALER * (self.data.seat_wind == 0)
        # circumstances and wild tiles of rule sets that are not there yet
        if self.data.circumstances & ~<uint32_t>NAMED or any(copy[NAMED_BYTES:NAMED_BYTES + WILD_BYTES]):
            raise_win_error(UNUSED_FIELD, None)
        return self

    def to_bytes(self):
        """The bytes of a record of WIN_DTYPE."""
        return (<const char *>&self.data)[:sizeof(WinData)]

    @property
    def counts(self):
        """34 counts of the concealed tiles, the winning tile included, as bytes."""
        return (<const char *>self.data.counts)[:KINDS]

    @property
    def melds(self):
        return tuple([Meld.from_code(self.data.melds[i]) for i in range(self.data.n_melds)])

    @property
    def win_tile(self):
        """The winning tile, None for a flower win. Of several fives a red one is taken to be another than this one
        where that can be."""
        cdef int kind = self.data.win_tile
        if kind == NO_TILE:
            return None
        if kind < SUIT_KINDS and kind % 9 == 4 and red_fives(&self.data, kind // 9) >= self.data.counts[kind]:
            kind |= RED_BIT
        return tile_object(kind)

    @property
    def self_draw(self):
        return bool(self.data.circumstances & SELF_DRAW)

    @property
    def seat_wind(self):
        return "ESWN"[self.data.seat_wind]

    @property
    def round_wind(self):
        return "ESWN"[self.data.round_wind]

    @property
    def flowers(self):
        """The flowers as a tuple of tiles."""
        return tuple([Tile(FLOWER + i) for i in range(8) if self.data.flowers >> i & 1])

    @property
    def streak(self):
        return self.data.streak

    @property
    def riichi(self):
        """0, 1, or 2 for double riichi."""
        return bool(self.data.circumstances & RIICHI) + bool(self.data.circumstances & DOUBLE_RIICHI)

    @property
    def dora_indicators(self):
        """The indicators as a tuple of tiles."""
        return tuple([Tile(self.data.dora[i] - 1) for i in range(5) if self.data.dora[i]])

    @property
    def ura_indicators(self):
        return tuple([Tile(self.data.ura[i] - 1) for i in range(5) if self.data.ura[i]])

    @property
    def nuki(self):
        return self.data.norths

    @property
    def wild(self):
        """The wild kind, None if none is said."""
        return tile_object(first_bit(self.data.wild_kinds)) if self.data.wild_kinds else None

    @property
    def kong_chain(self):
        return self.data.kong_chain

    @property
    def void_suit(self):
        """The suit declared void, None if none was."""
        return (None, "m", "p", "s")[self.data.void_suit & 3]

    @property
    def circumstances(self):
        """The names of the circumstances that hold, "dealer" among them."""
        return tuple([name for name, bit in CIRCUMSTANCE_BITS.items() if self.data.circumstances & <uint32_t>bit])

    def __eq__(self, other):
        if not isinstance(other, Win):
            return NotImplemented
        return memcmp(&self.data, &(<Win>other).data, sizeof(WinData)) == 0

    def __hash__(self):
        return hash(self.to_bytes())

    def __reduce__(self):
        return Win.from_bytes, (self.to_bytes(),)

    def __repr__(self):
        parts = [repr(self.text), repr(None if self.win_tile is None else str(self.win_tile))]
        parts += [f"{name}=True" for name in self.circumstances if name not in ("dealer", "riichi", "double_riichi")]
        if self.riichi:
            parts.append(f"riichi={self.riichi}")
        parts += [f"seat_wind={self.seat_wind!r}", f"round_wind={self.round_wind!r}"]
        if self.data.flowers:
            parts.append("flowers=" + repr("".join(str(i + 1) for i in range(8) if self.data.flowers >> i & 1) + "f"))
        if self.data.streak:
            parts.append(f"streak={self.data.streak}")
        for name in ("dora_indicators", "ura_indicators"):
            if getattr(self, name):
                parts.append(f"{name}={''.join(map(str, getattr(self, name)))!r}")
        if self.data.norths:
            parts.append(f"nuki={self.data.norths}")
        if self.data.kong_chain:
            parts.append(f"kong_chain={self.data.kong_chain}")
        if self.data.wild_kinds:
            parts.append(f"wild={str(self.wild)!r}")
        if self.data.void_suit:
            parts.append(f"void_suit={self.void_suit!r}")
        return f"Win({', '.join(parts)})"

    @property
    def text(self):
        """The hand with its melds as text, without the winning tile."""
        tiles = []
        for suit, letter in enumerate("mpsz"):
            ranks = ""
            for rank in range(7 if suit == 3 else 9):
                kind = 9 * suit + rank
                copies = self.data.counts[kind] - (kind == self.data.win_tile)
                reds = min(red_fives(&self.data, suit), copies) if rank == 4 else 0
                ranks += "0" * reds + str(rank + 1) * (copies - reds)
            if ranks:
                tiles.append(ranks + letter)
        return "".join(tiles) + "".join([meld_text(self.data.melds[i]) for i in range(self.data.n_melds)])


cdef int red_fives(const WinData *win, int suit) noexcept nogil:
    """Red fives of a suit among the concealed tiles; 0 for the honours."""
    return (win.red_fives & 63) >> (2 * suit) & 3


cdef str unknown_meld(const WinData *win):
    """What is wrong with the melds of a win that `check_win` calls a BAD_MELD."""
    cdef int i
    for i in range(win.n_melds):
        if meld_jokers(win.melds[i]) or meld_type(win.melds[i]) > CONCEALED_KONG:
            return (f"{meld_text(win.melds[i])} can not stand in this hand: jokers, quints and sextets belong to "
                    "rule sets that use them")
    return f"more than {MAX_SETS} sets"


CIRCUMSTANCE_BITS = {
    "self_draw": SELF_DRAW, "rob_kong": ROB_KONG, "last_tile": LAST_TILE, "after_kong": AFTER_KONG,
    "after_flower": AFTER_FLOWER, "last_copy": LAST_COPY, "first_turn": FIRST_TURN, "dealer": DEALER,
    "riichi": RIICHI, "double_riichi": DOUBLE_RIICHI, "open_riichi": OPEN_RIICHI, "ippatsu": IPPATSU,
    "on_riichi_discard": ON_RIICHI_DISCARD, "on_kong_discard": ON_KONG_DISCARD, "ready_at_deal": READY_AT_DEAL,
    "ready_first_turn": READY_FIRST_TURN, "rob_gold": ROB_GOLD, "shown": SHOWN, "sea_floor": SEA_FLOOR,
    "exposed_three": EXPOSED_THREE, "seven_rob_one": SEVEN_ROB_ONE, "loser_riichi": LOSER_RIICHI,
    "loser_shown": LOSER_SHOWN, "streak_reached": STREAK_REACHED, "double_kong": DOUBLE_KONG, "no_wild": NO_WILD,
}
WIN_SIZE = sizeof(WinData)
