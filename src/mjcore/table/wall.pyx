"""The wall: random numbers, shuffling, drawing.

The numbers are counter based: the i-th one is a hash of the key and i, so that a hand depends on its seed and number
alone. Their order of use is part of the format: the shuffle, then the direction of an exchange, then dice.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from mjcore.table.flow cimport DRAW_DEAD, DRAW_DIE, DRAW_FRONT, FlowData
from mjcore.table.state cimport NOTHING, State

# Random numbers

cdef uint64_t key_of(uint64_t seed, uint64_t game) noexcept nogil:
    return mixed(mixed(seed) + GOLDEN * (game + 1))


cdef void shuffle(const FlowData *flow, State *state) noexcept nogil:
    cdef int i, j
    cdef unsigned char tile
    # not in memory, that bytes may overlap
    cdef uint64_t key = state.key, counter = state.counter
    memcpy(state.wall, flow.tiles, flow.n_tiles)
    for i in range(flow.n_tiles - 1, 0, -1):
        j = random_below(key, &counter, i + 1)
        tile = state.wall[i]
        state.wall[i] = state.wall[j]
        state.wall[j] = tile
    state.counter = counter


# Drawing

cdef int draw_back(State *state) noexcept nogil:
    while state.back > state.front and is_taken(state, state.back - 1):
        state.back -= 1
    if state.front >= state.back:
        return NOTHING
    state.back -= 1
    return take(state, state.back)


cdef int draw_from_stack(State *state, int stack) noexcept nogil:
    """The upper tile of a stack of two, else the lower; NOTHING where it is gone."""
    cdef int half, place
    for half in range(2):
        place = 2 * stack + half
        if state.front <= place < state.n_wall and not is_taken(state, place):
            state.taken[place >> 6] |= <uint64_t>1 << (place & 63)
            return take(state, place)
    return NOTHING


cdef int draw_by_die(State *state, int die) noexcept nogil:
    """Of the stack that the die says, counted from the back; else of the nearest one, toward the back first."""
    cdef int stacks = (state.n_wall + 1) >> 1, stack, tile
    for stack in range(stacks - die, stacks):
        if stack >= 0:
            tile = draw_from_stack(state, stack)
            if tile != NOTHING:
                return tile
    for stack in range(stacks - die - 1, -1, -1):
        tile = draw_from_stack(state, stack)
        if tile != NOTHING:
            return tile
    return NOTHING


cdef int draw_for_kong(const FlowData *flow, State *state, int seat) noexcept nogil:
    cdef int place
    if state.private_walls or flow.kong_draw == DRAW_FRONT:
        return draw_front(flow, state, seat)
    if flow.kong_draw == DRAW_DEAD:
        place = state.n_wall - 1 - state.replacements
        state.replacements += 1
        state.back -= 1
        return take(state, place)
    if flow.kong_draw == DRAW_DIE:
        state.die = 1 + random_below(state.key, &state.counter, 6)
        return draw_by_die(state, state.die)
    return draw_back(state)


cdef int draw_for_flower(const FlowData *flow, State *state, int seat) noexcept nogil:
    if state.private_walls:
        return draw_front(flow, state, seat)
    if flow.kong_draw == DRAW_DIE:
        return draw_by_die(state, 1)
    return draw_back(state)


cdef int dora_place(const FlowData *flow, const State *state, int number) noexcept nogil:
    return state.n_wall - 1 - flow.dead_draws - 2 * number


cdef int ura_place(const FlowData *flow, const State *state, int number) noexcept nogil:
    return state.n_wall - 2 - flow.dead_draws - 2 * number


cdef bint is_undrawn(const FlowData *flow, const State *state, int place) noexcept nogil:
    cdef int seat, end = state.back
    if state.private_walls:
        for seat in range(state.players):
            if state.own[seat] <= place < state.own_end[seat]:
                return True
        return False
    if flow.kong_draw == DRAW_DEAD:
        end = state.n_wall - state.replacements
    return state.front <= place < end and not is_taken(state, place)
