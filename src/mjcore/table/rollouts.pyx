"""Hands played to their end by the policies, without a log and without the GIL.

>>> from mjcore import Table
>>> from mjcore.table.rollouts import rollout
>>> table = Table("riichi", seed=1)
>>> sum(rollout(table, "greedy"))
0
"""
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.hand.buffers cimport View, view_of
from mjcore.table.context cimport context_seed, fill_context, number_in
from mjcore.table.flow cimport Flow, FlowData, flow_of
from mjcore.table.machine cimport apply, begin
from mjcore.table.policies cimport Stream, choose_action, stream_of
from mjcore.table.state cimport MAX_SEATS, NOBODY, PHASE_END, Seat, State, state_size
from mjcore.table.tables cimport Table
from mjcore.table.wall cimport key_of, live_tiles, shuffle

from mjcore.errors import HandError, brief

POLICIES = ("random", "greedy")

# bytes in use of a state, by the number of players
STATE_BYTES = tuple([sizeof(State) - (MAX_SEATS - players) * sizeof(Seat) for players in range(MAX_SEATS + 1)])

cdef enum:
    MOST_STEPS = 1 << 14       # no hand has so many


cdef int rollout_state(const FlowData *flow, State *state, int policy, Stream *stream, int most) noexcept nogil:
    cdef int steps = 0
    while state.phase != PHASE_END and steps < most:
        apply(flow, state, NULL, state.asked, choose_action(flow, state, policy, stream))
        steps += 1
    return steps


cdef int policy_number(object policy) except -1:
    """The place of a policy's name in `POLICIES`. HandError."""
    if not isinstance(policy, str) or policy not in POLICIES:
        raise HandError(f"policy={brief(policy)}, expected one of {', '.join(POLICIES)}")
    return POLICIES.index(policy)


@cython.final
@cython.auto_pickle(False)
cdef class PolicyStream:
    """The random numbers of a policy.

    seed   a whole number or a text
    game   None, or the number of a hand: the stream that `mjcore.batch.rollouts` has for that hand of the seed
    """
    cdef Stream stream

    def __init__(self, seed=0, game=None):
        cdef uint64_t key = context_seed(seed)
        if game is not None:
            key = key_of(key, number_in(game, 0, (1 << 63) - 1, "the number of the game"))
        self.stream = stream_of(key)


cdef Table playable(object table):
    """The table, if it can be played on. HandError."""
    if type(table) is not Table:
        raise HandError(f"{type(table).__name__}, expected a Table")
    (<Table>table).check()
    return <Table>table


def choose(table, policy="random", PolicyStream stream=None):
    """What the policy does for the seat that is asked, an action; None when the hand is over.

    stream   where `random` takes its numbers from; None: that of seed 0, from its start
    """
    cdef Table given = playable(table)
    cdef int number = policy_number(policy)
    if given.state.asked == NOBODY:
        return None
    if stream is None:
        stream = PolicyStream()
    return choose_action(given.flow, &given.state, number, &stream.stream)


def rollout(table, policy="random", seed=0):
    """Plays a copy of the table to its end; what each seat has won or lost in the hand then.

    policy   of all seats: "random" or "greedy"
    seed     of the choices of "random", a whole number or a text; the wall stays as it is
    """
    cdef Table given = playable(table)
    cdef State state
    cdef int number = policy_number(policy)
    cdef Stream stream = stream_of(context_seed(seed))
    if given.censored:
        raise HandError("a rollout of an observation: `redeal` makes a table that agrees with what the seat knows")
    memcpy(&state, &given.state, state_size(&given.state))
    with nogil:
        rollout_state(given.flow, &state, number, &stream, MOST_STEPS)
    return tuple([state.seats[seat].delta for seat in range(state.players)])


def rollout_block(rules, seed, uint64_t first_game, Py_ssize_t n, policy, deltas, reason, winners, steps, live,
                  int most=MOST_STEPS):
    """Deals and plays the hands first_game .. first_game + n - 1 of a seed into rows of writable arrays:
    deltas int32 (n, players), reason uint8, winners uint16 (a mask of seats), steps int32, live int32 (tiles left).
    A hand stops after `most` actions (reason 0); with 0 it is dealt only."""
    cdef Flow compiled = flow_of(rules)
    cdef const FlowData *flow = &compiled.data
    cdef State start, state
    cdef Stream stream
    cdef uint64_t base = context_seed(seed)
    cdef Py_ssize_t i
    cdef int seat, number = policy_number(policy), players = flow.players
    cdef list views = [view_of(deltas, 4 * players * n, True, "deltas"), view_of(reason, n, True, "reason"),
                       view_of(winners, 2 * n, True, "winners"), view_of(steps, 4 * n, True, "steps"),
                       view_of(live, 4 * n, True, "live")]
    cdef int32_t *delta = <int32_t *>(<View>views[0]).buffer.buf
    cdef uint8_t *why = <uint8_t *>(<View>views[1]).buffer.buf
    cdef uint16_t *who = <uint16_t *>(<View>views[2]).buffer.buf
    cdef int32_t *many = <int32_t *>(<View>views[3]).buffer.buf
    cdef int32_t *tiles = <int32_t *>(<View>views[4]).buffer.buf
    memset(&start, 0, sizeof(State))
    fill_context(compiled, &start, seed, 0, None, 0, "E", 0, 0, 0, None, False, False)
    start.counter = 0
    with nogil:
        for i in range(n):
            memcpy(&state, &start, state_size(&start))
            state.key = key_of(base, first_game + i)
            stream = stream_of(state.key)
            shuffle(flow, &state)
            begin(flow, &state, NULL)
            many[i] = rollout_state(flow, &state, number, &stream, most)
            for seat in range(players):
                delta[players * i + seat] = state.seats[seat].delta
            why[i] = state.reason
            who[i] = state.won
            tiles[i] = live_tiles(flow, &state)
