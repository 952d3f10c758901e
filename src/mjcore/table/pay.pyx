"""Money: what wins, kongs and the end of the wall move between the seats.

A twin of the ledgers of `mjcore.settle` and of the settlements of the rule sets, by the numbers of `Pay`. Where a
ledger has several lines from one payer to one winner (base, points, float) there is one movement here.
"""
from libc.stdint cimport int32_t, int64_t, uint16_t
from libc.string cimport memset

from mjcore.bits cimport count_bits
from mjcore.fans.results cimport ScoreResult
from mjcore.fans.wins cimport AFTER_KONG, ROB_KONG, WinData
from mjcore.hand.kinds cimport ADDED_KONG, EXPOSED_KONG, FROM_NOBODY, SUIT_KINDS, meld_source
from mjcore.table.flow cimport (
    DRAW_CHECKS, DRAW_NOTEN, DRAW_WORTH, PAY_BASE, PAY_DEALER, PAY_MULTIPLES, PAY_PRODUCT, PAY_RIICHI, PAY_UNITS,
    FlowData, Pay,
)
from mjcore.table.hands cimport open_waits
from mjcore.table.log cimport (
    WHY_DEPOSIT, WHY_KONG, WHY_KONG_MOVED, WHY_KONG_REFUND, WHY_PAO, WHY_WIN, Log, WinRecord, add_win,
)
from mjcore.table.money cimport (
    Paid, everybody, give_back, give_back_all, move, out_of_hand, shown_seats, unit_of, within,
)
from mjcore.table.pay_draw cimport check_hands, pay_best
from mjcore.table.pay_shares cimport STICK, is_tenpai, pay_noten, pay_shares
from mjcore.table.state cimport (
    END_EXHAUSTIVE, IS_SHOWN, KIND_BITS, MAX_FEES, NOBODY, NOTHING, UNSAFE_THROW, Fee, Seat, State, next_seat,
)

cdef enum:
    LIABLE_MELD = 4            # whoever feeds it pays for all
    DRAGON_POINTS = 10         # of a turned tile

# What becomes of a kong's money when the discard after it is won.
cdef enum:
    STAYS
    GIVEN_BACK
    THIS_MOVES
    ALL_MOVE


# Wins


cdef void pay_base(const Pay *pay, State *state, Log *log, int32_t total, const WinFacts *facts) noexcept nogil:
    """Every loser pays the base; the points one, or all after a self-draw."""
    cdef int payer
    cdef int64_t amount
    for payer in range(state.players):
        amount = pay.base
        if facts.loser == NOBODY or facts.loser == payer:
            amount += total
        if payer != facts.seat:
            move(state, log, payer, facts.seat, amount, WHY_WIN)


cdef int fourth_feeder(const Seat *own) noexcept nogil:
    """Who gave the tile of the fourth claimed meld, in the order they were made; NOBODY without one."""
    cdef int i, claimed = 0
    for i in range(own.n_melds):
        if meld_source(own.melds[i]) != FROM_NOBODY:
            claimed += 1
            if claimed == LIABLE_MELD:
                return own.meld_from[i]
    return NOBODY


cdef void pay_multiples(const Pay *pay, State *state, Log *log, int32_t total, const WinFacts *facts,
                        Paid *paid) noexcept nogil:
    """Units in multiples. Those who win on the same tile pay each other nothing, liable or not."""
    cdef int payer, times, liable = NOBODY
    cdef int64_t amount
    paid.unit = unit_of(pay, total) if pay.n_units else 0
    if pay.fourth_meld_liable:
        paid.liable = liable = fourth_feeder(&state.seats[facts.seat])
        if liable != NOBODY and facts.together >> liable & 1:
            liable = NOBODY
    for payer in range(state.players):
        if payer == facts.seat or facts.together >> payer & 1:
            continue
        times = 2 if facts.loser == NOBODY else 0 if payer == facts.loser else 1
        amount = <int64_t>paid.unit * pay.shares[times] * pay.scale_over // pay.scale_under
        if liable == NOBODY or liable == payer:
            move(state, log, payer, facts.seat, amount, WHY_WIN)
        else:
            move(state, log, liable, facts.seat, amount, WHY_PAO)


cdef void pay_dealer(const Pay *pay, State *state, Log *log, int32_t total, const WinFacts *facts) noexcept nogil:
    """Base and points, and more between the dealer and another."""
    cdef int payer
    cdef int64_t points
    for payer in range(state.players):
        if payer == facts.seat or facts.loser != NOBODY and payer != facts.loser:
            continue
        points = total
        if state.dealer == payer or state.dealer == facts.seat:
            points += pay.dealer_points + <int64_t>pay.streak_points * state.streak
        move(state, log, payer, facts.seat, pay.base + pay.unit * points, WHY_WIN)


cdef void pay_units(const FlowData *flow, State *state, Log *log, int32_t total, const WinFacts *facts,
                    Paid *paid) noexcept nogil:
    """A unit from whoever gave the tile, or from each player in the hand."""
    cdef const Pay *pay = &flow.pay
    cdef int payer, loser = facts.loser
    cdef uint16_t out = out_of_hand(flow, state)
    cdef int64_t amount
    paid.unit = unit_of(pay, pay.cap if 0 <= pay.cap < total else total)
    if facts.kong_giver != NOBODY and pay.giver_pays:
        loser = facts.kong_giver
    amount = paid.unit
    if loser != NOBODY:
        move(state, log, loser, facts.seat, amount, WHY_WIN)
        return
    amount += paid.unit if pay.extra < 0 else pay.extra
    for payer in range(state.players):
        if payer != facts.seat and not out >> payer & 1:
            move(state, log, payer, facts.seat, amount, WHY_WIN)


cdef void pay_product(const Pay *pay, State *state, Log *log, const WinData *win, int32_t total,
                      const WinFacts *facts, Paid *paid) noexcept nogil:
    """A product of its own from each payer, and beside it floats and the turned tile."""
    cdef int payer, kind, liable = NOBODY
    cdef int64_t amount, horse = 0
    cdef bint shows = state.seats[facts.seat].flags & IS_SHOWN != 0
    paid.unit = total
    if facts.loser == NOBODY and facts.horse != NOTHING and (pay.horse == 2 or pay.horse == 1 and shows):
        kind = facts.horse & KIND_BITS
        horse = kind % 9 + 1 if kind < SUIT_KINDS else DRAGON_POINTS
    # the tile of a kong is no throw
    if pay.liable_discard and shows and facts.loser != NOBODY and not win.circumstances & ROB_KONG and (
            state.seats[facts.loser].flags & UNSAFE_THROW):
        paid.liable = liable = facts.loser
    for payer in range(state.players):
        if payer == facts.seat or facts.loser != NOBODY and liable == NOBODY and payer != facts.loser:
            continue
        amount = <int64_t>total * pay.factors[<int>shows | (state.seats[payer].flags & IS_SHOWN != 0) << 1]
        if 0 <= pay.cap < amount:
            amount = pay.cap
        amount = amount * pay.base + state.seats[facts.seat].piao + state.seats[payer].piao + horse
        if liable == NOBODY or liable == payer:
            move(state, log, payer, facts.seat, amount, WHY_WIN)
        else:
            move(state, log, liable, facts.seat, amount, WHY_PAO)


cdef void pay_win(const FlowData *flow, State *state, Log *log, const WinData *win, const ScoreResult *result,
                  const WinFacts *facts) noexcept nogil:
    cdef const Pay *pay = &flow.pay
    cdef WinFacts settled = facts[0]
    cdef int sticks = state.sticks
    cdef Paid paid
    cdef WinRecord *record
    cdef int i
    paid.liable = paid.fed[0] = paid.fed[1] = paid.fed[2] = NOBODY
    paid.unit = pay.base
    if facts.loser != NOBODY or not win.circumstances & AFTER_KONG:
        settled.kong_giver = NOBODY
    if pay.family == PAY_BASE:
        pay_base(pay, state, log, result.total, &settled)
    elif pay.family == PAY_MULTIPLES:
        pay_multiples(pay, state, log, result.total, &settled, &paid)
    elif pay.family == PAY_DEALER:
        paid.unit = pay.unit
        pay_dealer(pay, state, log, result.total, &settled)
    elif pay.family == PAY_UNITS:
        pay_units(flow, state, log, result.total, &settled, &paid)
    elif pay.family == PAY_PRODUCT:
        pay_product(pay, state, log, win, result.total, &settled, &paid)
    elif pay.family == PAY_RIICHI:
        pay_shares(flow, state, log, win, result, &settled, &paid)
    record = add_win(log)
    if record == NULL:
        return
    record.win = win[0]
    record.seat = facts.seat
    record.loser = facts.loser
    record.kong_giver = settled.kong_giver
    record.liable = paid.liable
    for i in range(3):
        record.fed[i] = paid.fed[i]
    if pay.family == PAY_RIICHI and facts.place == 0:
        record.honba = state.honba
        record.sticks = sticks
    record.horse = facts.horse
    record.place = facts.place
    record.shown = shown_seats(state)
    record.won = state.won
    record.together = facts.together
    record.total = result.total
    record.unit = paid.unit


cdef void pay_deposit(State *state, Log *log, int seat) noexcept nogil:
    move(state, log, seat, NOBODY, STICK, WHY_DEPOSIT)
    state.sticks += 1


# Kongs


cdef void pay_kong(const FlowData *flow, State *state, Log *log, int seat, int type, int source, bint fresh,
                   int chain) noexcept nogil:
    cdef const Pay *pay = &flow.pay
    cdef int64_t amount = <int64_t>pay.kong[type] * (pay.base if pay.family == PAY_PRODUCT else 1)
    cdef uint16_t payers
    cdef int payer
    cdef Fee *fee
    if not pay.kongs_paid:
        return
    if type == ADDED_KONG and pay.kong_fresh and not fresh:
        amount = 0
    if pay.chain == 1 and chain > 1:
        amount <<= chain - 1
    elif pay.chain == 2 and chain > 1:
        amount *= 2
    if type == EXPOSED_KONG:
        payers = <uint16_t>(1 << source)
    else:
        source = NOBODY
        payers = everybody(state) & ~out_of_hand(flow, state) & ~(1 << seat)
    for payer in range(state.players):
        if payers >> payer & 1:
            move(state, log, payer, seat, amount, WHY_KONG)
    # one that nobody pays too: it is the last one when its discard is won
    if state.n_fees < MAX_FEES:
        fee = &state.fees[state.n_fees]
        memset(fee, 0, sizeof(Fee))
        fee.type, fee.seat, fee.source, fee.payers = type, seat, source, payers
        fee.amount = within(amount)
        state.n_fees += 1


cdef void pay_kong_discard(const FlowData *flow, State *state, Log *log, int seat, uint16_t winners) noexcept nogil:
    cdef const Pay *pay = &flow.pay
    cdef int64_t income = 0, share
    cdef int i, by, receiver, parts = count_bits(winners)
    cdef Fee *fee
    if pay.kong_discard == STAYS or parts == 0:
        return
    for i in range(state.n_fees - 1, -1, -1):
        fee = &state.fees[i]
        if fee.seat != seat or fee.undone:
            continue
        if pay.kong_discard == GIVEN_BACK:
            give_back(state, log, fee, WHY_KONG_REFUND)
            return
        fee.undone = 1
        income += <int64_t>fee.amount * count_bits(fee.payers)
        if pay.kong_discard == THIS_MOVES:
            break
    share = income // parts
    # what can not be shared goes to the first in turn order, or stays
    income -= share * parts
    for by in range(1, state.players):
        receiver = next_seat(state, seat, by)
        if winners >> receiver & 1:
            move(state, log, seat, receiver, share + (income if pay.rest_to_first else 0), WHY_KONG_MOVED)
            income = 0


# The end of the wall


cdef int pay_exhaustive(const FlowData *flow, State *state, Log *log) noexcept nogil:
    cdef const Pay *pay = &flow.pay
    cdef int seat
    cdef bint ready
    if pay.draw == DRAW_CHECKS:
        check_hands(flow, state, log)
        return END_EXHAUSTIVE
    state.ready_end = 0
    for seat in range(state.players):
        ready = (is_tenpai(flow, &state.seats[seat]) if pay.draw == DRAW_NOTEN
                 else open_waits(flow, &state.seats[seat]) != 0)
        state.ready_end |= <uint16_t>(ready << seat)
    if pay.refund_flat and (state.ready_end == 0 or state.ready_end == everybody(state)):
        give_back_all(state, log, everybody(state))
    if pay.draw == DRAW_NOTEN:
        return pay_noten(flow, state, log)
    if pay.draw == DRAW_WORTH and state.ready_end:
        pay_best(flow, state, log)
    return END_EXHAUSTIVE
