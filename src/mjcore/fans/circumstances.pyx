"""What happened when a hand won: which circumstances can be, and reading them from arguments."""
from cpython.number cimport PyIndex_Check
from cpython.object cimport PyObject
from libc.stdint cimport uint32_t

from mjcore.bits cimport first_bit
from mjcore.fans.wins cimport (
    AFTER_FLOWER, AFTER_KONG, BAD_FLOWER_WIN, BAD_KONG_CHAIN, DEALER, DEALER_FIRST_DISCARD, DEALER_NOT_EAST,
    DOUBLE_RIICHI, FIRST_TURN, FIRST_TURN_AND_LAST, FIRST_TURN_WITH_CLAIMS, FLOWER_WIN_ON_DISCARD,
    FLOWER_WIN_WITHOUT_FLOWER, IPPATSU, IPPATSU_AFTER_KONG, KONG_AND_FLOWER_WIN, KONG_WIN_ON_DISCARD,
    KONG_WIN_WITHOUT_KONG, LAST_COPY, LAST_COPY_HELD, LAST_TILE, LOSER_ON_SELF_DRAW, LOSER_RIICHI, LOSER_SHOWN,
    NOT_ON_A_DISCARD, ON_KONG_DISCARD, ON_RIICHI_DISCARD, OPEN_RIICHI, READY_AT_DEAL, READY_DECLARED, READY_FIRST_TURN,
    READY_WITH_CLAIMS, RIICHI, RIICHI_FIRST_TURN,
    RIICHI_OPEN_HAND, ROB_AND_LAST_TILE, ROB_AND_SELF_DRAW, ROB_KONG, ROBBED_TILE_HELD, SELF_DRAW, SEVEN_ROB_ONE, SHOWN,
    WIN_OK, WITHOUT_RIICHI, WinData,
)
from mjcore.hand.kinds cimport KINDS

from mjcore.errors import HandError, brief

cdef enum:
    OWN_RIICHI = RIICHI | DOUBLE_RIICHI | OPEN_RIICHI | IPPATSU
    DECLARED = (OWN_RIICHI | ON_RIICHI_DISCARD | ON_KONG_DISCARD | LOSER_RIICHI | LOSER_SHOWN | READY_DECLARED
                | SEVEN_ROB_ONE)


cdef inline int refuse(uint32_t *circumstances, uint32_t dropped, int code, bint strict) noexcept nogil:
    if strict:
        return code
    circumstances[0] &= ~dropped
    return WIN_OK


cdef int settle_declared(int claimed, bint strict, bint has_tile, uint32_t *circumstances) noexcept nogil:
    """The circumstances of declarations and of the one who gave the tile, after all others."""
    cdef int code = WIN_OK
    if circumstances[0] & RIICHI:
        if claimed:
            code = refuse(circumstances, OWN_RIICHI, RIICHI_OPEN_HAND, strict)
        elif circumstances[0] & FIRST_TURN:
            code = refuse(circumstances, OWN_RIICHI, RIICHI_FIRST_TURN, strict)
    if code == WIN_OK and circumstances[0] & OWN_RIICHI and not circumstances[0] & RIICHI:
        code = refuse(circumstances, OWN_RIICHI, WITHOUT_RIICHI, strict)
    if code == WIN_OK and circumstances[0] & IPPATSU and circumstances[0] & (AFTER_KONG | AFTER_FLOWER):
        code = refuse(circumstances, IPPATSU, IPPATSU_AFTER_KONG, strict)
    if code == WIN_OK and circumstances[0] & ON_RIICHI_DISCARD and circumstances[0] & (SELF_DRAW | ROB_KONG):
        code = refuse(circumstances, ON_RIICHI_DISCARD, NOT_ON_A_DISCARD, strict)
    # a further kong can follow on a kong, and be robbed
    if code == WIN_OK and circumstances[0] & ON_KONG_DISCARD and circumstances[0] & SELF_DRAW:
        code = refuse(circumstances, ON_KONG_DISCARD, NOT_ON_A_DISCARD, strict)
    if code == WIN_OK and circumstances[0] & (LOSER_RIICHI | LOSER_SHOWN) and circumstances[0] & SELF_DRAW:
        code = refuse(circumstances, LOSER_RIICHI | LOSER_SHOWN, LOSER_ON_SELF_DRAW, strict)
    if code == WIN_OK and circumstances[0] & READY_DECLARED and claimed:
        code = refuse(circumstances, READY_DECLARED, READY_WITH_CLAIMS, strict)
    if code == WIN_OK and circumstances[0] & SEVEN_ROB_ONE and (has_tile or circumstances[0] & SELF_DRAW):
        code = refuse(circumstances, SEVEN_ROB_ONE, BAD_FLOWER_WIN, strict)
    return code


cdef int settle_circumstances(const WinData *win, int held_in_melds, int kongs, int claimed, bint strict,
                              uint32_t *circumstances) noexcept nogil:
    cdef int code = WIN_OK
    cdef int concealed = win.counts[win.win_tile] if win.win_tile < KINDS else 0
    circumstances[0] = win.circumstances
    if circumstances[0] & DEALER and win.seat_wind != 0:
        code = refuse(circumstances, DEALER, DEALER_NOT_EAST, strict)
    if code == WIN_OK and circumstances[0] & ROB_KONG:
        if circumstances[0] & SELF_DRAW:
            code = refuse(circumstances, ROB_KONG, ROB_AND_SELF_DRAW, strict)
        elif concealed > 1 or held_in_melds:
            code = refuse(circumstances, ROB_KONG, ROBBED_TILE_HELD, strict)
        elif circumstances[0] & LAST_TILE:
            code = refuse(circumstances, LAST_TILE, ROB_AND_LAST_TILE, strict)
    if code == WIN_OK and circumstances[0] & AFTER_KONG:
        if not circumstances[0] & SELF_DRAW:
            code = refuse(circumstances, AFTER_KONG, KONG_WIN_ON_DISCARD, strict)
        elif kongs + win.norths == 0:
            code = refuse(circumstances, AFTER_KONG, KONG_WIN_WITHOUT_KONG, strict)
    if code == WIN_OK and circumstances[0] & AFTER_FLOWER:
        if not circumstances[0] & SELF_DRAW:
            code = refuse(circumstances, AFTER_FLOWER, FLOWER_WIN_ON_DISCARD, strict)
        elif win.flowers + win.norths == 0:
            code = refuse(circumstances, AFTER_FLOWER, FLOWER_WIN_WITHOUT_FLOWER, strict)
        elif circumstances[0] & AFTER_KONG:
            code = refuse(circumstances, AFTER_KONG, KONG_AND_FLOWER_WIN, strict)
    if code == WIN_OK and circumstances[0] & LAST_COPY and concealed > 1:
        code = refuse(circumstances, LAST_COPY, LAST_COPY_HELD, strict)
    if code == WIN_OK and circumstances[0] & FIRST_TURN:
        if win.n_melds or win.norths or circumstances[0] & ROB_KONG:
            code = refuse(circumstances, FIRST_TURN, FIRST_TURN_WITH_CLAIMS, strict)
        elif circumstances[0] & LAST_TILE:
            code = refuse(circumstances, FIRST_TURN, FIRST_TURN_AND_LAST, strict)
        elif win.seat_wind == 0 and not circumstances[0] & SELF_DRAW:
            code = refuse(circumstances, FIRST_TURN, DEALER_FIRST_DISCARD, strict)
    if code == WIN_OK and circumstances[0] & DECLARED:
        code = settle_declared(claimed, strict, win.win_tile < KINDS, circumstances)
    if code == WIN_OK and win.kong_chain and strict and (
            win.kong_chain > kongs or not circumstances[0] & AFTER_KONG):
        code = BAD_KONG_CHAIN
    return code


cdef int yes_or_no(object given, str name) except -1:
    """True, False, None (as False), or a number or numpy boolean that says the same."""
    if given is False or given is None:
        return 0
    if given is True:
        return 1
    if getattr(given, "ndim", 0) == 0 and (
            isinstance(given, float) or PyIndex_Check(given) or type(given).__name__ in ("bool", "bool_")):
        if given == 1:
            return 1
        if given == 0:
            return 0
    raise HandError(f"{name}={brief(given)}: expected True or False")


FLAG_NAMES = (
    "self_draw", "rob_kong", "last_tile", "after_kong", "after_flower", "last_copy", "first_turn",
    "ippatsu", "open_riichi", "on_riichi_discard", "on_kong_discard", "loser_riichi",
    "ready_at_deal", "ready_first_turn", "shown", "loser_shown", "seven_rob_one",
)
cdef uint32_t[FLAGS] flag_bits = [
    SELF_DRAW, ROB_KONG, LAST_TILE, AFTER_KONG, AFTER_FLOWER, LAST_COPY, FIRST_TURN,
    IPPATSU, OPEN_RIICHI, ON_RIICHI_DISCARD, ON_KONG_DISCARD, LOSER_RIICHI,
    READY_AT_DEAL, READY_FIRST_TURN, SHOWN, LOSER_SHOWN, SEVEN_ROB_ONE,
]


cdef uint32_t bits_of_flags(PyObject **given, uint32_t which) except? 0xFFFFFFFF:
    cdef uint32_t bits = 0
    cdef int i
    while which:
        i = first_bit(which)
        which &= which - 1
        if given[i] != NULL and yes_or_no(<object>given[i], <str>FLAG_NAMES[i]):
            bits |= flag_bits[i]
    return bits


cdef uint32_t bits_of_riichi(PyObject *given) except? 0xFFFFFFFF:
    cdef object riichi
    if given == NULL:
        return 0
    riichi = <object>given
    if riichi is None or riichi is False:
        return 0
    if type(riichi).__name__ in ("bool", "bool_"):
        return RIICHI if riichi else 0
    if PyIndex_Check(riichi) and getattr(riichi, "ndim", 0) == 0 and 0 <= riichi <= 2:
        return RIICHI | DOUBLE_RIICHI if riichi == 2 else RIICHI if riichi == 1 else 0
    raise HandError(f"riichi={brief(riichi)}: expected True or False, or 2 for double riichi")
