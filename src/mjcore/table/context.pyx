"""What a table is made from, read from Python objects and checked."""
from cpython.number cimport PyNumber_Index
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.hand.text cimport load_tile
from mjcore.table.flow cimport Flow, FlowData
from mjcore.table.state cimport NO_VOID, NOBODY, NOTHING, STATE_VERSION, State
from mjcore.table.wall cimport key_of, shuffle

from itertools import islice

from mjcore.errors import HandError, IllegalAction, brief
from mjcore.table.names import ACTION_IDS

cdef enum:
    MOST_COUNTER = 250
    MOST_SCORE = 1 << 30


cdef object whole_or_none(object value):
    """The value of an integer of any type but bool; None for anything else."""
    if isinstance(value, bool):
        return None
    try:
        return PyNumber_Index(value)
    except TypeError:
        return None


cdef object number_in(object value, object least, object most, str what):
    """An integer of a range, of any type but bool."""
    number = whole_or_none(value)
    if number is None or not least <= number <= most:
        raise HandError(f"{what} is {brief(value)}: expected {least}..{most}")
    return number


cdef int seat_number(object seat, int players) except -1:
    return number_in(seat, 0, players - 1, "the seat")


cdef int action_number(object action) except -1:
    if isinstance(action, str):
        number = ACTION_IDS.get(" ".join(action.split()))
        if number is None:
            raise IllegalAction(f"no action is called {brief(action)}: expected a text such as 'discard 5m', 'pung' or "
                                "'pass', or an id 0..255")
        return number
    number = whole_or_none(action)
    if number is None or not 0 <= number <= 255:
        raise IllegalAction(f"action {brief(action)}: expected an id 0..255 or a text such as 'discard 5m'")
    return number


cdef uint64_t context_seed(object seed) except? 0:
    import hashlib

    number = None if isinstance(seed, str) else whole_or_none(seed)
    if number is not None:
        if 0 <= number < 1 << 64:
            return number
        if abs(number) >> 4096:
            raise HandError("the seed has more than 4096 bits: expected fewer")
        seed = str(number)
    if not isinstance(seed, str):
        raise HandError(f"the seed is {brief(seed)}: expected a whole number or a text")
    try:
        data = str.encode(seed)
    except UnicodeEncodeError:
        raise HandError(f"the seed {brief(seed)} is no text that UTF-8 can hold") from None
    return int.from_bytes(hashlib.sha256(data).digest()[:8], "little")


cdef list first_of(object many, int wanted):
    """What it holds, to one more than are wanted; None for what holds nothing."""
    try:
        return list(islice(many, wanted + 1))
    except (TypeError, NotImplementedError):
        # a memoryview of several dimensions, too
        return None


cdef int load_wall(const FlowData *flow, State *state, object wall) except -1:
    """An explicit wall: bytes, or tiles, in drawing order; all tiles of the game."""
    cdef int i, tile, n = 0
    cdef int surplus[128]
    cdef uint8_t given[184]
    tiles = getattr(wall, "tiles", wall)
    if isinstance(tiles, str):
        from mjcore.hand.text import parse_tiles

        tiles = parse_tiles(tiles)
    tiles = None if isinstance(tiles, dict) else first_of(tiles, flow.n_tiles)
    if tiles is None:
        raise HandError(f"the wall is {brief(wall)}: expected its tiles in drawing order")
    if len(tiles) != flow.n_tiles:
        shown = f"only {len(tiles)}" if len(tiles) < flow.n_tiles else f"more than {flow.n_tiles}"
        raise HandError(f"a wall of {shown} tiles: expected {flow.n_tiles}")
    memset(surplus, 0, sizeof(surplus))
    for found in tiles:
        # numbers are tile bytes: a red five has bit 6
        if isinstance(found, int) and not isinstance(found, bool):
            if not 0 <= found < 128:
                raise HandError(f"tile {n} of the wall is {brief(found)}: expected a tile byte 0..127")
            tile = found
        else:
            tile = load_tile(found)
        given[n] = tile
        surplus[tile] += 1
        n += 1
    for i in range(flow.n_tiles):
        surplus[flow.tiles[i]] -= 1
    for i in range(128):
        if surplus[i] > 0:
            raise HandError(f"the wall has {surplus[i]} of {i} too many (a tile byte): expected all tiles of the game, "
                            "each as often as there are")
    memcpy(state.wall, given, n)
    return 0


cdef int load_scores(State *state, object scores, object default) except -1:
    cdef int seat
    if scores is None:
        scores = [default] * state.players
    given = first_of(scores, state.players)
    if given is None or len(given) != state.players:
        raise HandError(f"the scores are {brief(scores)}: expected one for each of {state.players} seats")
    for seat in range(state.players):
        state.seats[seat].start = number_in(given[seat], -MOST_SCORE, MOST_SCORE, f"the score of seat {seat}")
    return 0


cdef int load_wind(object wind) except -1:
    if isinstance(wind, str) and wind in ("E", "S", "W", "N"):
        return "ESWN".index(wind)
    raise HandError(f"round_wind is {brief(wind)}: expected 'E', 'S', 'W' or 'N'")


cdef bint yes_no(object value, str what) except -1:
    if value is True or value is False:
        return value
    raise HandError(f"{what} is {brief(value)}: expected True or False")


cdef tuple fill_context(Flow compiled, State *state, object seed, object game, object wall, object dealer,
                        object round_wind, object honba, object sticks, object streak, object scores,
                        object private_walls, object auto):
    cdef const FlowData *flow = &compiled.data
    cdef int seat, part
    cdef uint64_t base, number
    state.version = STATE_VERSION
    state.rules_id = flow.id
    state.players = flow.players
    state.n_wall = state.left = flow.n_tiles
    state.back = flow.n_tiles - flow.dead
    state.dealer = seat_number(dealer, state.players)
    state.round_wind = load_wind(round_wind)
    state.honba = number_in(honba, 0, MOST_COUNTER, "honba")
    state.sticks = number_in(sticks, 0, MOST_COUNTER, "sticks")
    state.streak = number_in(streak, 0, MOST_COUNTER, "the streak")
    load_scores(state, scores, compiled.rules.values.get("start", 0))
    if seed is None:
        import secrets

        seed = secrets.randbits(64)
    base = context_seed(seed)
    number = number_in(game, 0, (1 << 63) - 1, "the number of the game")
    state.key = key_of(base, number)
    state.auto_forced = yes_no(auto, "auto")
    state.drawn = state.last = state.indicator = state.horse = NOTHING
    state.last_seat = state.first_from = state.chain_source = state.last_drawer = state.asked = NOBODY
    for seat in range(state.players):
        state.seats[seat].void_suit = NO_VOID
    if wall is None:
        shuffle(flow, state)
    else:
        load_wall(flow, state, wall)
    if yes_no(private_walls, "private_walls"):
        if flow.dead or flow.wall_limit or flow.reserve or flow.n_tiles % state.players:
            raise HandError(f"{compiled.rules.id} has no walls of equal size to draw from, one for each seat")
        state.private_walls = 1
        part = flow.n_tiles // state.players
        for seat in range(state.players):
            state.own[seat] = part * seat
            state.own_end[seat] = part * (seat + 1)
    return base, number
