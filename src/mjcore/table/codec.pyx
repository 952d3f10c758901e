"""A state as bytes that any platform reads, and back with every check.

    "mjct"  u16 STATE_VERSION  u32 id of the rule set  u8 players  u8 flags (1: an observation)
    u16 length of a text, then the text: the rule set's name, preset and further options as JSON (`rules_text`)
    the fields of `State` in their order, little-endian; rivers, fees, walls, melds cut to what is used, counts of tiles
    as a mask of kinds and a byte for each of these

Fields that follow from others (`state.pxd`: derived) are left out. `unpacked` works them out anew and refuses bytes
whose other fields do not go together (`mjcore.table.checks`), so that whatever it returns can be played to the end.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from mjcore.bits cimport first_bit
from mjcore.hand.text cimport tile_object
from mjcore.table.checks cimport fault_of
from mjcore.table.flow cimport Flow, flow_of
from mjcore.table.phases cimport complete
from mjcore.table.state cimport (
    MAX_FEES, MAX_WALL, MOST_MELDS, NOTHING, PHASE_CLAIM, PHASE_PIAO, PHASE_ROB, PHASE_VOID, STATE_VERSION, Seat, State,
)

import json
from functools import lru_cache

from mjcore.errors import HandError, RuleError, brief

cdef enum:
    MOST_TEXT = 8192
    MOST_BYTES = 16384
    IS_OBSERVATION = 1
    N_ASIDE = 40

cdef const char *MAGIC = b"mjct"

# Reads or writes, whichever is wanted, so that both go through the same fields.
cdef struct Cursor:
    uint8_t *at
    const uint8_t *end
    bint writes
    bint failed


cdef void number(Cursor *cursor, uint64_t *value, int size) noexcept nogil:
    """A little-endian number of so many bytes."""
    cdef int i
    if cursor.end - cursor.at < size:
        cursor.failed = True
        if not cursor.writes:
            value[0] = 0
        return
    if not cursor.writes:
        value[0] = 0
    for i in range(size):
        if cursor.writes:
            cursor.at[i] = <uint8_t>(value[0] >> 8 * i)
        else:
            value[0] |= <uint64_t>cursor.at[i] << 8 * i
    cursor.at += size


cdef void u16(Cursor *cursor, uint16_t *value) noexcept nogil:
    cdef uint64_t wide = value[0]
    number(cursor, &wide, 2)
    value[0] = <uint16_t>wide


cdef void u32(Cursor *cursor, uint32_t *value) noexcept nogil:
    cdef uint64_t wide = value[0]
    number(cursor, &wide, 4)
    value[0] = <uint32_t>wide


cdef void i32(Cursor *cursor, int32_t *value) noexcept nogil:
    u32(cursor, <uint32_t *>value)


cdef void block(Cursor *cursor, uint8_t *first, Py_ssize_t size) noexcept nogil:
    """Fields of one byte each."""
    if cursor.end - cursor.at < size:
        cursor.failed = True
        return
    if cursor.writes:
        memcpy(cursor.at, first, size)
    else:
        memcpy(first, cursor.at, size)
    cursor.at += size


cdef void tiles_by_kind(Cursor *cursor, uint8_t *counts, int kinds) noexcept nogil:
    """The kinds that are there as a mask, and how many of each."""
    cdef uint64_t mask = 0
    cdef int kind
    if cursor.writes:
        for kind in range(kinds):
            mask |= <uint64_t>(counts[kind] != 0) << kind
    number(cursor, &mask, 8)
    if not cursor.writes:
        memset(counts, 0, kinds)
    while mask and not cursor.failed:
        kind = first_bit(mask)
        mask &= mask - 1
        if kind >= kinds:
            cursor.failed = True
            return
        block(cursor, &counts[kind], 1)
        if counts[kind] == 0:
            cursor.failed = True


cdef void walk_seat(Cursor *cursor, Seat *seat) noexcept nogil:
    cdef int i
    tiles_by_kind(cursor, seat.hand, 64)
    number(cursor, &seat.waits, 8)
    number(cursor, &seat.thrown, 8)
    u32(cursor, &seat.flags)
    block(cursor, &seat.tiles, <uint8_t *>&seat.picks[3] - &seat.tiles)
    i32(cursor, &seat.delta)
    i32(cursor, &seat.start)
    if seat.n_melds > MOST_MELDS:
        cursor.failed = True
        return
    for i in range(seat.n_melds):
        u32(cursor, &seat.melds[i])
    block(cursor, seat.meld_from, seat.n_melds)
    block(cursor, seat.meld_order, seat.n_melds)
    tiles_by_kind(cursor, seat.aside, N_ASIDE)


cdef void walk(Cursor *cursor, State *state) noexcept nogil:
    """All fields that are no derived ones, after the header."""
    cdef int i, players = state.players
    number(cursor, &state.key, 8)
    number(cursor, &state.counter, 8)
    number(cursor, &state.wild, 8)
    for i in range(3):
        number(cursor, &state.taken[i], 8)
    u16(cursor, &state.won)
    u16(cursor, &state.first_win)
    u16(cursor, &state.kong_seats)
    # from `phase` to `aborting`
    block(cursor, &state.phase, &state.aborting + 1 - &state.phase)
    u16(cursor, &state.ready_end)
    block(cursor, &state.auto_forced, 2)
    if state.n_wall > MAX_WALL or state.n_river > MAX_WALL or state.n_fees > MAX_FEES:
        cursor.failed = True
        return
    if state.phase == PHASE_PIAO or state.phase == PHASE_VOID or state.phase == PHASE_CLAIM or state.phase == PHASE_ROB:
        block(cursor, <uint8_t *>state.pend, 2 * players)
    block(cursor, state.wall, state.n_wall)
    for i in range(state.n_river):
        u16(cursor, &state.river[i])
    for i in range(state.n_fees):
        block(cursor, &state.fees[i].type, 4)
        u16(cursor, &state.fees[i].payers)
        i32(cursor, &state.fees[i].amount)
    for i in range(players):
        if not cursor.failed:
            walk_seat(cursor, &state.seats[i])


@lru_cache(maxsize=64)
def rules_text(rules):
    """A name of the rule set, with the preset that comes nearest to it, and the options that differ from that, as JSON:
    enough for `rules_of`. The same for equal rule sets.

    >>> from mjcore import rules
    >>> rules_text(rules.get("hk", min_faan=0)), rules_text(rules.get("mleague"))
    (b'["hk",{"min_faan":0}]', b'["riichi/mleague",{}]')
    """
    best = changes(rules, {option.id: option.default for option in rules.options})
    name = rules.id
    for preset in rules.presets:
        fewer = changes(rules, rules.with_preset(preset).values)
        if len(fewer) < len(best):
            name, best = f"{rules.id}/{preset}", fewer
    return json.dumps([name, best], separators=(",", ":")).encode()


cdef dict changes(object rules, object values):
    """The options that have other values than these."""
    return {option: value for option, value in rules.values.items()
            if type(value) is not type(values[option]) or value != values[option]}


def rules_of(bytes text, known, rules=None):
    """The compiled rule set that made bytes: the given one, else the one that `text` (of `rules_text`) names. `known`
    is its number. HandError where it is not to be had, or another one.

    >>> from mjcore import Table, rules
    >>> Table.from_bytes(Table("hk", seed=1).to_bytes()).rules == rules.get("hk")
    True
    """
    cdef Flow found
    shown = text[:60].decode("ascii", "replace")
    if rules is None:
        found = named(text, shown)
        if found.data.id != known:
            raise HandError(f"the rule set of the bytes ({shown}) is not the one that has this name here: give it as "
                            "rules=")
        return found
    found = flow_of(rules)
    if found.data.id != known:
        raise HandError(f"the bytes were made under {shown}, not under {found.rules!r}")
    return found


cdef uint64_t wild_of(Flow compiled, int indicator) except? 0:
    """The kinds that a turned tile makes wild."""
    cdef uint64_t found = 0
    if indicator != NOTHING:
        for tile in compiled.rules.wild_kinds(tile_object(indicator)):
            found |= <uint64_t>1 << <int>tile.kind
    return found


cdef Flow named(bytes text, str shown):
    try:
        name, options = json.loads(text)
        if not isinstance(name, str) or not isinstance(options, dict):
            raise ValueError
    except (ValueError, TypeError, RecursionError):
        raise HandError(f"{brief(shown)} names no rule set: expected a name and options") from None
    try:
        return flow_of(flow_of(name).rules.replace(**options))
    except RuleError as error:
        raise HandError(f"no such rule set is known by name, give that of the bytes as rules=: {error}") from error


cdef bytes packed(Flow compiled, const State *state, bint censored):
    cdef uint8_t room[MOST_BYTES]
    cdef State copy
    cdef Cursor cursor
    cdef uint16_t version = STATE_VERSION, size
    cdef uint32_t known = state.rules_id
    cdef uint8_t flags = IS_OBSERVATION if censored else 0
    cdef bytes text = rules_text(compiled.rules)
    if len(text) > MOST_TEXT:
        raise RuleError(f"the options of {compiled.rules.id} take more than {MOST_TEXT} bytes")
    size = len(text)
    copy = state[0]
    cursor.at, cursor.end, cursor.writes, cursor.failed = room, room + MOST_BYTES, True, False
    block(&cursor, <uint8_t *>MAGIC, 4)
    u16(&cursor, &version)
    u32(&cursor, &known)
    block(&cursor, &copy.players, 1)
    block(&cursor, &flags, 1)
    u16(&cursor, &size)
    block(&cursor, <uint8_t *>PyBytes_AS_STRING(text), size)
    walk(&cursor, &copy)
    return PyBytes_FromStringAndSize(<char *>room, cursor.at - room)


cdef Flow unpacked(object data, object rules, State *state, bint *censored):
    cdef Flow compiled
    cdef bytes raw, text
    cdef Cursor cursor
    cdef uint16_t version = 0, size = 0
    cdef uint32_t known = 0
    cdef uint8_t magic[4]
    cdef uint8_t players = 0, flags = 0
    cdef const char *fault
    try:
        raw = memoryview(data).tobytes() if not isinstance(data, bytes) else data
    except TypeError:
        raise HandError(f"a table from {brief(data)}: expected the bytes of `to_bytes`") from None
    memset(state, 0, sizeof(State))
    cursor.at = <uint8_t *>PyBytes_AS_STRING(raw)
    cursor.end, cursor.writes, cursor.failed = cursor.at + len(raw), False, False
    memset(magic, 0, 4)
    block(&cursor, magic, 4)
    u16(&cursor, &version)
    u32(&cursor, &known)
    block(&cursor, &players, 1)
    block(&cursor, &flags, 1)
    u16(&cursor, &size)
    if cursor.failed or memcmp(magic, MAGIC, 4) != 0:
        raise HandError("no bytes of a table: expected those of `to_bytes`")
    if version != STATE_VERSION:
        raise HandError(f"a table of format {version}: expected {STATE_VERSION}")
    if cursor.end - cursor.at < size or size > MOST_TEXT:
        raise HandError("the bytes of a table end too early")
    text = PyBytes_FromStringAndSize(<char *>cursor.at, size)
    cursor.at += size
    compiled = rules_of(text, known, rules)
    if players != compiled.data.players or flags > IS_OBSERVATION:
        raise HandError(f"the bytes of a table of {players} players: expected {compiled.data.players}")
    state.version = version
    state.rules_id = known
    state.players = players
    walk(&cursor, state)
    if cursor.failed or cursor.at != cursor.end:
        raise HandError("the bytes of a table have another length than what they hold")
    censored[0] = flags & IS_OBSERVATION
    with nogil:
        fault = fault_of(&compiled.data, state, censored[0])
        if fault == NULL:
            fault = complete(&compiled.data, state, censored[0])
    if fault == NULL and state.wild != wild_of(compiled, state.indicator):
        fault = b"another wild kind than the turned tile says"
    if fault != NULL:
        raise HandError(f"the bytes hold no table that can be: {fault.decode()}")
    return compiled
