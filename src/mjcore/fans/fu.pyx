"""The fu of a scored win, item by item: what the hot path adds up in one number (fans/han_fu.pxd)."""
from mjcore.fans.facts cimport meld_row, meld_tables
from mjcore.fans.ruletable cimport (
    ROLE_CLOSED, ROLE_EDGE, ROLE_PAIR, ROLE_PUNG, HanFu, bits_has,
)
from mjcore.fans.wins cimport AFTER_FLOWER, AFTER_KONG, SELF_DRAW
from mjcore.hand.decompose cimport FIRST_PUNG, SEVEN_PAIRS, STANDARD, kind_text, orphan_kinds, set_text
from mjcore.hand.kinds cimport CONCEALED_KONG, EAST, EXPOSED_KONG, meld_type

from mjcore.fans.han_fu import FuItem

WAITS = {ROLE_PAIR: "wait_pair", ROLE_EDGE: "wait_edge", ROLE_CLOSED: "wait_closed"}


cdef tuple fu_items(const RuleTable *rules, const WinData *win, const ScoreResult *result, const Reading *reading):
    cdef const HanFu *table = &rules.han_fu
    cdef bint self_draw = win.circumstances & SELF_DRAW, is_open = False
    cdef int i, kind, fu, type
    cdef list items
    if reading.form == SEVEN_PAIRS:
        return (FuItem("seven_pairs", result.fu),)
    if reading.form != STANDARD or result.fu == 0:
        # without sets, or worth what it is by one row alone
        return ()
    for i in range(win.n_melds):
        is_open |= meld_type(win.melds[i]) != CONCEALED_KONG
    items = [FuItem("base", table.fu_base)]
    if self_draw:
        if not bits_has(result.rows, table.flat_row) and (
                table.fu_self_draw_after_kong or not win.circumstances & (AFTER_KONG | AFTER_FLOWER)):
            items.append(FuItem("self_draw", table.fu_self_draw))
    elif not is_open:
        items.append(FuItem("closed_discard", table.fu_closed_discard))
    for i in range(reading.n_sets):
        if reading.sets[i] < FIRST_PUNG:
            continue
        kind = reading.sets[i] - FIRST_PUNG
        if i < reading.n_concealed:
            opened = result.role == ROLE_PUNG and kind == result.win_tile and not self_draw
            fu = (2 if opened else 4) << <int>((orphan_kinds() >> kind) & 1)
            items.append(FuItem("open_pung" if opened else "concealed_pung", fu, set_text(reading.sets[i])))
        else:
            type = meld_type(win.melds[i - reading.n_concealed])
            name = "concealed_kong" if type == CONCEALED_KONG else "open_kong" if type >= EXPOSED_KONG else "open_pung"
            fu = meld_tables().facts[meld_row(meld_tables(), win.melds[i - reading.n_concealed])].fu
            items.append(FuItem(name, fu, kind_text(kind, 4) if type >= EXPOSED_KONG else set_text(reading.sets[i])))
    fu = table.fu_pair[(reading.pair - EAST + 1 if reading.pair >= EAST else 0)
                       | win.seat_wind << 3 | win.round_wind << 5]
    if fu:
        items.append(FuItem("pair", fu, kind_text(reading.pair, 2)))
    if result.role in WAITS:
        items.append(FuItem(WAITS[result.role], table.fu_wait, wait_text(result.win_tile, reading, result.role)))
    fu = result.fu - sum([item.fu for item in items])
    if fu:
        items.append(FuItem("round_up", fu))
    return tuple(items)


cdef object wait_text(int tile, const Reading *reading, int role):
    """The set or pair that the winning tile completed."""
    cdef int i, rank = tile % 9, low
    for i in range(reading.n_concealed if role != ROLE_PAIR else 0):
        low = reading.sets[i] % 7
        if reading.sets[i] < FIRST_PUNG and reading.sets[i] // 7 == tile // 9 and (
                rank == low + 1 if role == ROLE_CLOSED else low == 0 and rank == 2 or low == 6 and rank == 6):
            return set_text(reading.sets[i])
    return kind_text(tile, 2)
