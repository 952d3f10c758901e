"""What happened in a hand: a buffer that grows, beside the state."""
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

cdef enum:
    FIRST_EVENTS = 256
    FIRST_WINS = 4
    FIRST_STEPS = 512


cdef Log *new_log() noexcept nogil:
    """An empty log; NULL without memory."""
    return <Log *>calloc(1, sizeof(Log))


cdef void free_log(Log *log) noexcept nogil:
    if log != NULL:
        free(log.events)
        free(log.wins)
        free(log.steps)
        free(log)


cdef void *copied(const void *source, size_t size) noexcept nogil:
    cdef void *target = malloc(size if size else 1)
    if target != NULL and size:
        memcpy(target, source, size)
    return target


cdef Log *copy_log(const Log *log) noexcept nogil:
    """NULL without memory."""
    cdef Log *out = new_log()
    if out == NULL:
        return NULL
    out[0] = log[0]
    out.events_room, out.wins_room, out.steps_room = log.n_events, log.n_wins, log.n_steps
    out.events = <Event *>copied(log.events, log.n_events * sizeof(Event))
    out.wins = <WinRecord *>copied(log.wins, log.n_wins * sizeof(WinRecord))
    out.steps = <uint8_t *>copied(log.steps, log.n_steps)
    if out.events == NULL or out.wins == NULL or out.steps == NULL:
        free_log(out)
        return NULL
    return out


cdef bint grow(void **block, int *room, int wanted, int first, size_t size) noexcept nogil:
    cdef int more = room[0] * 2 if room[0] else first
    cdef void *larger
    if wanted <= room[0]:
        return True
    if more < wanted:
        more = wanted
    larger = realloc(block[0], more * size)
    if larger == NULL:
        return False
    block[0] = larger
    room[0] = more
    return True


cdef void append_event(Log *log, int what, int seat, int tile, int other, int how, int value) noexcept nogil:
    cdef Event *event
    if log.failed:
        return
    if not grow(<void **>&log.events, &log.events_room, log.n_events + 1, FIRST_EVENTS, sizeof(Event)):
        log.failed = True
        return
    event = log.events + log.n_events
    memset(event, 0, sizeof(Event))
    event.what, event.seat, event.tile, event.other, event.how, event.value = what, seat, tile, other, how, value
    log.n_events += 1


cdef WinRecord *add_win(Log *log) noexcept nogil:
    """A cleared record; NULL where there is no log or no memory."""
    cdef WinRecord *record
    if log == NULL or log.failed:
        return NULL
    if not grow(<void **>&log.wins, &log.wins_room, log.n_wins + 1, FIRST_WINS, sizeof(WinRecord)):
        log.failed = True
        return NULL
    record = log.wins + log.n_wins
    memset(record, 0, sizeof(WinRecord))
    log.n_wins += 1
    return record


cdef void add_step(Log *log, int seat, int action) noexcept nogil:
    if log == NULL or log.failed:
        return
    if not grow(<void **>&log.steps, &log.steps_room, log.n_steps + 2, FIRST_STEPS, 1):
        log.failed = True
        return
    log.steps[log.n_steps] = seat
    log.steps[log.n_steps + 1] = action
    log.n_steps += 2
