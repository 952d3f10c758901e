"""A hand in play: `mjcore.Table`."""
cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from mjcore.bits cimport count_bits, first_bit, spread8
from mjcore.hand.buffers cimport View, view_of
from mjcore.table.codec cimport packed, unpacked
from mjcore.table.context cimport action_number, context_seed, fill_context, seat_number, yes_no
from mjcore.table.flow cimport Flow, FlowData, flow_of
from mjcore.table.log cimport Log, add_step, copy_log, free_log, new_log
from mjcore.table.machine cimport apply, begin
from mjcore.table.masks cimport has, pending_seats, seat_mask
from mjcore.table.observe cimport censor
from mjcore.table.planes cimport write_planes
from mjcore.table.redeal cimport redeal as deal_again
from mjcore.table.refusals cimport refuse
from mjcore.table.state cimport (
    NOBODY, NO_VOID, PHASE_END, PHASE_THROW, PHASE_TURN, State, state_size,
)
from mjcore.table.views cimport (
    all_facts, aside_tiles, dora_tiles, events_of, flag_names, hand_of, melds_of, river_of, seats_of, tile_or_none,
)
from mjcore.table.wall cimport live_tiles, mixed

from mjcore.errors import HandError

PHASES = ("piao", "exchange", "void", "flower", "ready", "turn", "throw", "claim", "rob", "end")

cdef Table table_of(Flow compiled, const State *state):
    cdef Table out = Table.__new__(Table)
    out.compiled = compiled
    out.flow = &compiled.data
    memcpy(&out.state, state, state_size(state))
    return out


cdef void step_on(const FlowData *flow, State *state, Log *log, int seat, int action) noexcept nogil:
    """One action, and the forced discards after it where the table makes them itself."""
    cdef uint64_t *mask = state.mask
    add_step(log, seat, action)
    apply(flow, state, log, seat, action)
    while state.auto_forced and (state.phase == PHASE_TURN or state.phase == PHASE_THROW) and (
            not (mask[1] | mask[3]) and count_bits(mask[0]) + count_bits(mask[2]) == 1):
        action = first_bit(mask[0]) if mask[0] else 128 + first_bit(mask[2])
        seat = state.asked
        add_step(log, seat, action)
        apply(flow, state, log, seat, action)


# what makes results, replays and positions; the facade sets it
cdef object hooks = None


def set_hooks(given):
    """Sets the functions above the table: an object with `result`, `replay`, `position` and `planes_array`."""
    global hooks
    hooks = given


@cython.freelist(64)
cdef class Table:
    def __init__(self, rules, *, seed=None, game=0, wall=None, dealer=0, round_wind="E", honba=0, sticks=0, streak=0,
                 scores=None, log=True, private_walls=False, auto=False):
        cdef Flow compiled = flow_of(rules)
        cdef State state
        cdef Log *events = NULL
        cdef bint noted = yes_no(log, "log")
        memset(&state, 0, sizeof(State))
        seed, game = fill_context(compiled, &state, seed, game, wall, dealer, round_wind, honba, sticks, streak, scores,
                                  private_walls, auto)
        if noted:
            events = new_log()
            if events == NULL:
                raise MemoryError
        sticks = state.sticks
        with nogil:
            begin(&compiled.data, &state, events)
        # another thread may read or play it by now, and holds on to its log
        if self.flow != NULL:
            free_log(events)
            raise HandError("a table that was dealt already: make another one by mjcore.Table(rules, seed=...)")
        self.log = events
        self.compiled = compiled
        self.flow = &compiled.data
        self.seed = seed
        self.game = game
        self.start = (sticks, wall is not None) if noted else None
        self.state = state

    def __dealloc__(self):
        free_log(self.log)

    cdef int check(self) except -1:
        if self.flow == NULL:
            raise HandError("a table that was never dealt: make one by mjcore.Table(rules, seed=...)")
        return 0

    cdef int given_seat(self, object seat) except -1:
        """The seat that is meant: the one that is asked where none is said."""
        if seat is None:
            return self.state.asked
        return seat_number(seat, self.state.players)

    # Questions and answers

    @property
    def seat(self):
        self.check()
        return None if self.state.asked == NOBODY else self.state.asked

    @property
    def done(self):
        self.check()
        return self.state.phase == PHASE_END

    @property
    def phase(self):
        self.check()
        return PHASES[self.state.phase]

    @property
    def pending(self):
        self.check()
        if self.censored:
            return () if self.state.asked == NOBODY else (self.state.asked,)
        return seats_of(pending_seats(self.flow, &self.state))

    def legal_actions(self, seat=None):
        cdef uint64_t mask[4]
        cdef uint64_t word
        cdef int i, number
        self.check()
        self.mask_of(seat, mask)
        out = []
        for i in range(4):
            word = mask[i]
            while word:
                number = 64 * i + first_bit(word)
                word &= word - 1
                out.append(number)
        return out

    cdef int mask_of(self, object seat, uint64_t *mask) except -1:
        cdef int number = self.given_seat(seat)
        if number == self.state.asked:
            memcpy(mask, self.state.mask, 32)
        elif number == NOBODY or self.censored:
            memset(mask, 0, 32)
        else:
            seat_mask(self.flow, &self.state, number, mask)
        return 0

    def mask(self, seat=None, out=None, compact=False):
        cdef uint64_t mask[4]
        cdef uint8_t spread[256]
        cdef uint64_t eight
        cdef int i, n = 256
        cdef View view = None
        self.check()
        self.mask_of(seat, mask)
        for i in range(32):
            eight = spread8(mask[i >> 3] >> 8 * (i & 7))
            memcpy(spread + 8 * i, &eight, 8)
        if compact:
            n = 0
            for i in range(256):
                if self.flow.actions[i >> 6] >> (i & 63) & 1:
                    spread[n] = spread[i]
                    n += 1
        if out is None:
            return PyBytes_FromStringAndSize(<char *>spread, n)
        view = view_of(out, n, True, "out")
        memcpy(view.buffer.buf, spread, n)
        return out

    def step(self, action, seat=None):
        cdef uint64_t mask[4]
        cdef int number = -1, by
        if self.flow == NULL:
            self.check()
        if seat is None:
            by = self.state.asked
            if type(action) is int and 0 <= action <= 255:
                number = action
                if has(self.state.mask, number) and not self.censored:
                    step_on(self.flow, &self.state, self.log, by, number)
                    return
        else:
            by = seat_number(seat, self.state.players)
        if number < 0:
            number = action_number(action)
        if not self.censored and by != NOBODY:
            seat_mask(self.flow, &self.state, by, mask)
            if has(mask, number):
                step_on(self.flow, &self.state, self.log, by, number)
                return
        refuse(self, number, by)

    # Copies

    def clone(self, log=False):
        cdef Table out
        self.check()
        out = table_of(self.compiled, &self.state)
        out.censored = self.censored
        out.seed = self.seed
        out.game = self.game
        if log and self.log != NULL:
            out.start = self.start
            out.log = copy_log(self.log)
            if out.log == NULL:
                raise MemoryError
        return out

    def __copy__(self):
        return self.clone(log=True)

    def __deepcopy__(self, memo):
        return self.clone(log=True)

    def __eq__(self, other):
        cdef Table left = self, right
        if type(other) is not Table:
            return NotImplemented
        right = other
        if left.flow == NULL or right.flow == NULL:
            return left is right
        return left.state.players == right.state.players and left.compiled.rules == right.compiled.rules and (
            memcmp(&left.state, &right.state, state_size(&left.state)) == 0)

    def __hash__(self):
        cdef const uint8_t *bytes = <const uint8_t *>&self.state
        cdef uint64_t found = 0, word
        cdef size_t i
        self.check()
        for i in range(0, state_size(&self.state) - 7, 8):
            memcpy(&word, bytes + i, 8)
            found = mixed(found ^ word)
        return <Py_ssize_t>found

    def __reduce__(self):
        self.check()
        return table_again, (self.compiled.rules, self.to_bytes())

    def to_bytes(self):
        self.check()
        return packed(self.compiled, &self.state, self.censored)

    @staticmethod
    def from_bytes(data, rules=None):
        cdef State state
        cdef bint censored = False
        cdef Flow compiled = unpacked(data, rules, &state, &censored)
        cdef Table out = table_of(compiled, &state)
        out.censored = censored
        return out

    # What a seat knows

    def observe(self, seat):
        cdef int number
        cdef State seen
        cdef Table out
        self.check()
        number = seat_number(seat, self.state.players)
        if self.censored:
            raise HandError("an observation of an observation: ask the table itself")
        memset(&seen, 0, sizeof(State))
        censor(self.flow, &self.state, number, &seen)
        out = table_of(self.compiled, &seen)
        out.censored = True
        return out

    def redeal(self, seat, seed, consistent=False):
        cdef int number
        cdef uint64_t key
        cdef State dealt
        self.check()
        number = seat_number(seat, self.state.players)
        key = context_seed(seed)
        memset(&dealt, 0, sizeof(State))
        if not deal_again(self.flow, &self.state, number, key, consistent, &dealt):
            raise HandError(f"what seat {number} sees leaves more or fewer tiles than there are places: no game")
        return table_of(self.compiled, &dealt)

    def planes(self, seat, out=None):
        cdef int number, n
        cdef View view
        self.check()
        number = seat_number(seat, self.state.players)
        n = (24 + 24 * self.state.players) * 34
        array = out if out is not None else hooks.planes_array(24 + 24 * self.state.players, 34)
        view = view_of(array, n, True, "out")
        write_planes(self.flow, &self.state, number, <uint8_t *>view.buffer.buf)
        return array

    # What lies on the table

    @property
    def rules(self):
        self.check()
        return self.compiled.rules

    @property
    def players(self):
        return self.state.players

    @property
    def dealer(self):
        return self.state.dealer

    @property
    def turn(self):
        return self.state.turn

    @property
    def round_wind(self):
        return "ESWN"[self.state.round_wind]

    @property
    def honba(self):
        return self.state.honba

    @property
    def sticks(self):
        return self.state.sticks

    @property
    def streak(self):
        return self.state.streak

    @property
    def live(self):
        self.check()
        return live_tiles(self.flow, &self.state)

    @property
    def deltas(self):
        return tuple([self.state.seats[i].delta for i in range(self.state.players)])

    @property
    def scores(self):
        return tuple([self.state.seats[i].start + self.state.seats[i].delta for i in range(self.state.players)])

    @property
    def drawn(self):
        return tile_or_none(self.state.drawn)

    @property
    def last_tile(self):
        return tile_or_none(self.state.last) if self.state.last_seat != NOBODY else None

    @property
    def last_seat(self):
        return None if self.state.last_seat == NOBODY else self.state.last_seat

    @property
    def wall(self):
        return PyBytes_FromStringAndSize(<char *>self.state.wall, self.state.n_wall)

    @property
    def won(self):
        return seats_of(self.state.won)

    @property
    def dora_indicators(self):
        self.check()
        return dora_tiles(self.flow, &self.state)

    @property
    def wild(self):
        return tuple([tile_or_none(kind) for kind in range(64) if self.state.wild >> kind & 1])

    def concealed(self, seat):
        return PyBytes_FromStringAndSize(<char *>self.state.seats[self.number_of(seat)].hand, 64)

    cdef int number_of(self, object seat) except -1:
        self.check()
        return seat_number(seat, self.state.players)

    def hand(self, seat):
        return hand_of(&self.state, self.number_of(seat))

    def melds(self, seat):
        return melds_of(&self.state, self.number_of(seat))

    def river(self, seat):
        return river_of(&self.state, self.number_of(seat))

    def aside(self, seat):
        return aside_tiles(&self.state, self.number_of(seat))

    def waits(self, seat):
        cdef uint64_t waits = self.state.seats[self.number_of(seat)].waits
        return tuple([tile_or_none(kind) for kind in range(64) if waits >> kind & 1])

    def void(self, seat):
        cdef int suit = self.state.seats[self.number_of(seat)].void_suit
        return None if suit == NO_VOID else "mps"[suit]

    def tiles_held(self, seat):
        return self.state.seats[self.number_of(seat)].tiles

    def flags(self, seat):
        return flag_names(&self.state, self.number_of(seat))

    # After the hand, and how it came to it

    @property
    def result(self):
        self.check()
        return hooks.result(self) if self.state.phase == PHASE_END else None

    @property
    def log(self):
        self.check()
        return events_of(self.log)

    @property
    def steps(self):
        """(seat, action) of every step since the deal, as bytes in pairs; None without a log."""
        if self.log == NULL:
            return None
        return PyBytes_FromStringAndSize(<char *>self.log.steps, self.log.n_steps)

    def record(self):
        self.check()
        return hooks.record(self)

    def _context(self):
        """What the hand was dealt from, as the constructor takes it; None where nobody noted it."""
        self.check()
        if self.log == NULL or self.start is None:
            return None
        if self.log.failed:
            raise MemoryError("the log was cut off without memory")
        sticks, given = self.start
        return {
            "seed": self.seed, "game": self.game, "wall": self.wall if given else None, "dealer": self.dealer,
            "round_wind": self.round_wind, "honba": self.honba, "sticks": sticks, "streak": self.streak,
            "scores": tuple([self.state.seats[seat].start for seat in range(self.state.players)]),
            "private_walls": bool(self.state.private_walls), "auto": bool(self.state.auto_forced),
        }

    def _facts(self):
        self.check()
        return all_facts(self.flow, &self.state, self.log)

    @staticmethod
    def replay(log):
        return hooks.replay(log)

    @staticmethod
    def position(rules, **facts):
        return hooks.position(rules, **facts)

    def __repr__(self):
        if self.flow == NULL:
            return "<Table not dealt>"
        what = f"{PHASES[self.state.phase]}" + ("" if self.state.asked == NOBODY else f", seat {self.state.asked}")
        return f"<Table {self.compiled.rules.id} {what}, {live_tiles(self.flow, &self.state)} live tiles>"


def table_again(rules, data):
    """Unpickles a table."""
    return Table.from_bytes(data, rules)
