"""What can be wrong with a win, and the checks that need no rule set."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.bits cimport first_bit, load8
from mjcore.fans.bonus cimport COPIES, Bonus, add_up_bonus
from mjcore.fans.circumstances cimport settle_circumstances
from mjcore.fans.facts cimport UNUSED_LATE, HandFacts, hand_facts, meld_tables
from mjcore.fans.wins cimport *
from mjcore.hand.handdata cimport meld_copies
from mjcore.hand.kinds cimport CONCEALED_KONG, EXPOSED_KONG, KINDS, MAX_SETS, meld_reds, meld_type

from mjcore.errors import HandError, NotAWin

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
    cdef const WinData *checked = win
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
    if win.wild_kinds:
        # a wild kind hides no other fault
        whole_hand = win[0]
        whole_hand.wild_kinds = 0
        checked = &whole_hand
    code = hand_facts(meld_tables(), checked, tiles // 3 + win.n_melds, True, KNOWN_CIRCUMSTANCES, UNUSED_LATE, False,
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
