"""Players without memory: `random` takes any legal action, `greedy` goes for the nearest hand.

Greedy sees what its seat sees: its tiles, what lies face up, the legal actions. It brings its hand nearer and keeps
many tiles that bring it nearer still; what a hand is worth it does not ask. A kind of which all copies are seen counts
as no tile to come, yet a shape that waits for it counts as one.
"""
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy

from mjcore.bits cimport first_bit, left34, load34, sum_chosen34
from mjcore.hand.discards cimport DiscardTable, best_discards, find_nearest_discards
from mjcore.hand.distances cimport FAR
from mjcore.hand.engine cimport EVERY_SUIT, Looked, best_distance, most_suits
from mjcore.hand.kinds cimport CONCEALED_KONG, KINDS, SUIT_KINDS, meld_kind, meld_type
from mjcore.table.actions cimport (
    CHOW, CHOW_RED, DISCARD_RED, EXTRACT, KONG, KONG_OF, NUMBER, PASS, PUNG, READY, VOID, WIN,
)
from mjcore.table.flow cimport FlowData
from mjcore.table.hands cimport look_at, meld_suits_of
from mjcore.table.masks cimport has
from mjcore.table.state cimport KIND_BITS, NO_VOID, PHASE_EXCHANGE, PHASE_PIAO, PHASE_VOID, Seat, State
from mjcore.table.wall cimport key_of, random_below

cdef enum:
    COPIES = 4
    SUITS = 3
    SECOND = 1                 # game under whose number the stream of a key lies

cdef extern from *:
    "#define MJ_EACH_BYTE 0x0101010101010101ull"
    const uint64_t EACH_BYTE "MJ_EACH_BYTE"

cdef uint64_t ALL_KINDS = (<uint64_t>1 << KINDS) - 1
cdef uint64_t REDS = <uint64_t>7 << (DISCARD_RED - 128)
cdef uint64_t CLAIMS = (<uint64_t>2 << KONG - 128) - (<uint64_t>1 << CHOW - 128)

# of a byte the place of each bit that is set
cdef uint8_t nth_of_byte[256][8]


cdef void fill_places() noexcept nogil:
    cdef int value, bit, n
    for value in range(256):
        n = 0
        for bit in range(8):
            if value >> bit & 1:
                nth_of_byte[value][n] = bit
                n += 1


fill_places()


# Random

cdef Stream stream_of(uint64_t seed) noexcept nogil:
    cdef Stream out
    out.key = key_of(seed, SECOND)
    out.counter = 0
    return out


cdef inline uint64_t running_counts(uint64_t x) noexcept nogil:
    """In byte i how many bits are set in the bytes 0..i."""
    x -= x >> 1 & 0x55 * EACH_BYTE
    x = (x & 0x33 * EACH_BYTE) + (x >> 2 & 0x33 * EACH_BYTE)
    return (x + (x >> 4) & 0x0F * EACH_BYTE) * EACH_BYTE


cdef inline int nth_bit(uint64_t x, uint64_t counts, int n) noexcept nogil:
    """The place of the bit before which n others are set; `counts` as of running_counts."""
    cdef uint64_t before = (<uint64_t>n * EACH_BYTE | 0x80 * EACH_BYTE) - counts
    cdef int place = <int>((before >> 7 & EACH_BYTE) * EACH_BYTE >> 56) << 3
    return place + nth_of_byte[x >> place & 255][n - <int>((counts << 8) >> place & 255)]


cdef int random_action(const uint64_t *mask, Stream *stream) noexcept nogil:
    """Any action of the mask, every one as likely; where there is but one it takes no random number."""
    cdef uint64_t counts[4]
    cdef int i, n = 0, total = 0
    for i in range(4):
        counts[i] = running_counts(mask[i]) if mask[i] else 0
        total += <int>(counts[i] >> 56)
    if total > 1:
        n = random_below(stream.key, &stream.counter, total)
    i = 0
    while n >= <int>(counts[i] >> 56):
        n -= <int>(counts[i] >> 56)
        i += 1
    return 64 * i + nth_bit(mask[i], counts[i], n)


# Greedy: questions about hands

# By kind: what a discard leaves.
cdef struct Throws:
    int8_t shanten[34]
    uint64_t accepted[34]
    uint8_t copies[34]


cdef int distance_of(const FlowData *flow, const State *state, const Seat *own, const uint8_t *counts, int n_melds,
                     int meld_suits) noexcept nogil:
    """Tiles that hands of these counts and melds miss after their wild tiles."""
    cdef Looked hand
    cdef int bound
    cdef int jokers = look_at(flow, counts, n_melds, meld_suits, own.void_suit, state.wild, &hand, &bound)
    if jokers < 0:
        return FAR
    return best_distance(&hand) - jokers


cdef void find_throws(Looked *hand, uint64_t kinds, const uint8_t *left, Throws *out) noexcept nogil:
    """Shanten after each discard, and what is accepted after the best ones."""
    cdef DiscardTable table
    table.shanten = out.shanten
    table.accepted = out.accepted
    table.copies = out.copies
    find_nearest_discards(hand, kinds, left, &table)


cdef bint find_throws_freely(const FlowData *flow, const State *state, const Seat *own, uint64_t kinds,
                             const uint8_t *left, Throws *out) noexcept nogil:
    """The same where any suit may be the void one: what the nearest choices leave, together. False: no win is left."""
    cdef Looked hands[3]
    cdef Throws other
    cdef int now[3]
    cdef int suit, kind, bound, least = FAR, melds = meld_suits_of(flow, own)
    cdef uint64_t still = 0
    for suit in range(SUITS):
        now[suit] = FAR
        if not melds >> suit & 1 and look_at(flow, own.hand, own.n_melds, melds, suit, state.wild, &hands[suit],
                                             &bound) >= 0:
            now[suit] = best_distance(&hands[suit])
        least = now[suit] if now[suit] < least else least
    if least == FAR:
        return False
    for suit in range(SUITS):
        if now[suit] != least:
            continue
        if still == 0:
            find_throws(&hands[suit], kinds, left, out)
            still = kinds
            continue
        find_throws(&hands[suit], kinds, left, &other)
        while still:
            kind = first_bit(still)
            still &= still - 1
            if other.shanten[kind] < out.shanten[kind]:
                out.shanten[kind] = other.shanten[kind]
                out.accepted[kind] = 0
            if other.shanten[kind] == out.shanten[kind]:
                out.accepted[kind] |= other.accepted[kind]
                out.copies[kind] = sum_chosen34(out.accepted[kind], left)
        still = kinds
    return True


cdef int best_throw(const FlowData *flow, const State *state, const Seat *own, uint64_t kinds,
                    int *distance) noexcept nogil:
    """Of these kinds the one whose discard leaves the least distance, and most tiles to lower it; no wild one if there
    is another."""
    cdef Looked hand
    cdef Throws throws
    cdef uint8_t left[48]
    cdef uint64_t plain = kinds & ~state.wild
    cdef int i, kind, bound
    distance[0] = FAR
    if not plain:
        return first_bit(kinds)
    left34(load34(own.hand), state.seen, left)
    if flow.hides_kongs:
        for i in range(own.n_melds):
            if meld_type(own.melds[i]) == CONCEALED_KONG:
                left[meld_kind(own.melds[i])] = 0
    if own.void_suit == NO_VOID and flow.engine.choices != EVERY_SUIT and most_suits(flow.engine) == 2:
        if not find_throws_freely(flow, state, own, plain, left, &throws):
            return first_bit(kinds)
    elif look_at(flow, own.hand, own.n_melds, meld_suits_of(flow, own), own.void_suit, state.wild, &hand, &bound) < 0:
        return first_bit(kinds)
    else:
        find_throws(&hand, plain, left, &throws)
    kind = first_bit(best_discards(throws.shanten, throws.copies, plain))
    distance[0] = throws.shanten[kind] + 1
    return kind


cdef inline int suits_with(const FlowData *flow, const Seat *own, int kind) noexcept nogil:
    """The suits of the melds and of one more."""
    return meld_suits_of(flow, own) | (1 << kind // 9 if kind < SUIT_KINDS else 0)


# Greedy: the own turn

cdef int own_kong(const FlowData *flow, const State *state, const Seat *own, int distance) noexcept nogil:
    """A kong that leaves no greater distance, or -1."""
    cdef uint8_t counts[64]
    cdef uint64_t left = state.mask[1]
    cdef int kind, after
    cdef bint concealed
    while left:
        kind = first_bit(left)
        left &= left - 1
        memcpy(counts, own.hand, 64)
        concealed = counts[kind] == COPIES
        counts[kind] = 0
        after = distance_of(flow, state, own, counts, own.n_melds + concealed, suits_with(flow, own, kind))
        if after <= distance:
            return KONG_OF + kind
    return -1


cdef int own_turn(const FlowData *flow, const State *state, const Seat *own) noexcept nogil:
    cdef uint64_t reds = (state.mask[2] & REDS) >> (DISCARD_RED - 128)
    cdef uint64_t plain = state.mask[0] & ALL_KINDS, kinds = plain
    cdef int suit, kind, kong, distance
    for suit in range(SUITS):
        kinds |= (reds >> suit & 1) << (9 * suit + 4)
    if kinds & (kinds - 1) == 0 and not state.mask[1]:
        kind = first_bit(kinds)
    else:
        kind = best_throw(flow, state, own, kinds, &distance)
        kong = own_kong(flow, state, own, distance)
        if kong >= 0:
            return kong
    return kind if plain >> kind & 1 else DISCARD_RED + kind // 9


# Greedy: claims

cdef int distance_claimed(const FlowData *flow, const State *state, const Seat *own, int action) noexcept nogil:
    """The distance after a claim, with the best discard."""
    cdef uint8_t counts[64]
    cdef int kind = state.last & KIND_BITS, i, lowest
    memcpy(counts, own.hand, 64)
    if action == KONG:
        counts[kind] -= 3
    elif action >= PUNG:
        counts[kind] -= 2
    else:
        lowest = kind - (action - (CHOW_RED if action >= CHOW_RED else CHOW))
        for i in range(3):
            counts[lowest + i] -= lowest + i != kind
    return distance_of(flow, state, own, counts, own.n_melds + 1, suits_with(flow, own, kind))


cdef int best_claim(const FlowData *flow, const State *state, const Seat *own) noexcept nogil:
    """The claim that leaves the least distance, if that is less than it is now; else pass."""
    cdef uint64_t left = state.mask[2] & CLAIMS
    cdef int action, after, best = PASS, least
    if left:
        least = distance_of(flow, state, own, own.hand, own.n_melds, meld_suits_of(flow, own))
    while left:
        action = 128 + first_bit(left)
        left &= left - 1
        after = distance_claimed(flow, state, own, action)
        if after < least:
            least = after
            best = action
    return best


# Greedy: before the first turn

cdef int fewest(const Seat *own, uint64_t kinds) noexcept nogil:
    """The suit of which the hand holds fewest tiles, among those with a kind of `kinds`."""
    cdef int suit, kind, tiles, best = 0, least = 256
    for suit in range(SUITS):
        tiles = 0
        for kind in range(9 * suit, 9 * suit + 9):
            tiles += own.hand[kind]
        if tiles < least and kinds >> (9 * suit) & 511:
            least = tiles
            best = suit
    return best


cdef int greedy_action(const FlowData *flow, const State *state) noexcept nogil:
    cdef const uint64_t *mask = <const uint64_t *>state.mask
    cdef const Seat *own = &state.seats[state.asked]
    if has(mask, WIN):
        return WIN
    if has(mask, READY):
        return READY
    if has(mask, EXTRACT):
        return EXTRACT
    if state.phase == PHASE_EXCHANGE:
        return first_bit(mask[0] & <uint64_t>511 << (9 * fewest(own, mask[0])))
    if state.phase == PHASE_VOID:
        return VOID + fewest(own, ALL_KINDS)
    if state.phase == PHASE_PIAO:
        return NUMBER
    if has(mask, PASS):
        return best_claim(flow, state, own)
    return own_turn(flow, state, own)


cdef int choose_action(const FlowData *flow, const State *state, int policy, Stream *stream) noexcept nogil:
    return greedy_action(flow, state) if policy == PLAY_GREEDY else random_action(state.mask, stream)
