"""A win: a complete hand, its winning tile and the circumstances. Checked once, scored often."""
from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from mjcore.bits cimport first_bit
from mjcore.fans.arguments cimport fill_win, load_number, load_void_suit, load_wild
from mjcore.fans.bonus cimport fill_bonus
from mjcore.fans.checks cimport check_win, raise_win_error
from mjcore.fans.circumstances cimport FLAGS, bits_of_flags, bits_of_riichi, yes_or_no
from mjcore.hand.kinds cimport FLOWER, KINDS, MAX_SETS, RED_BIT, SUIT_KINDS
from mjcore.hand.text cimport meld_text, tile_object

from mjcore.errors import HandError
from mjcore.hand.melds import Meld
from mjcore.hand.tiles import Tile

cdef enum:
    # circumstances that `Win` has names for
    NAMED = (SELF_DRAW | ROB_KONG | LAST_TILE | AFTER_KONG | AFTER_FLOWER | LAST_COPY | FIRST_TURN | DEALER | RIICHI
             | DOUBLE_RIICHI | OPEN_RIICHI | IPPATSU | ON_RIICHI_DISCARD | ON_KONG_DISCARD | LOSER_RIICHI
             | READY_AT_DEAL | READY_FIRST_TURN | SHOWN | LOSER_SHOWN | SEVEN_ROB_ONE)
    # bytes of a record before those of wild tiles that it has no names for, and how many these are
    NAMED_BYTES = 72
    WILD_BYTES = 8

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
