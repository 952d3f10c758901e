"""Wins with wild tiles: the hands that they can make, each once, and the best of them.

A *target* is a complete hand that holds all natural tiles; wild tiles stand for what is missing. A tile is only added
where some winning form is one tile nearer then, and in the order of the kinds, so that nothing is tried in vain and no
target twice. Every fan is judged on the target as if the wild tiles were what they stand for.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy

from mjcore.bits cimport count_bits, first_bit, load34
from mjcore.fans.bonus cimport COPIES
from mjcore.fans.covers cimport wins_tie
from mjcore.fans.facts cimport HandFacts, hand_facts
from mjcore.fans.score cimport score_target
from mjcore.fans.wins cimport (
    BAD_WILD_KINDS, FIVE_COPIES, FORBIDDEN_SUITS, LAST_COPY, NO_WILD, NO_WIN, TOO_MANY_WILD, WILD_NOT_SAID, WIN_OK,
)
from mjcore.hand.engine cimport HAND_OK, NO_SUIT, Distances, Looked, accepted_kinds, all_distances, look
from mjcore.hand.handdata cimport meld_copies
from mjcore.hand.kinds cimport KINDS

cdef struct Search:
    const Scorer *scorer
    const WinData *win
    WinData target             # the target being built; its circumstances are settled
    uint8_t naturals[34]
    uint32_t circumstances     # settled
    bint natural_tile          # the winning tile is no wild one
    int code                   # of the last target that is no win; WIN_OK once there is one
    ScoreResult *best


cdef void try_tile(Search *search, int tile) noexcept nogil:
    """Scores the target with this winning tile."""
    cdef ScoreResult found
    cdef int code
    search.target.win_tile = tile
    search.target.circumstances = search.circumstances
    if tile != search.win.win_tile:
        # that was said of the tile as it lies
        search.target.circumstances &= ~<uint32_t>LAST_COPY
    code = score_target(search.scorer, &search.target, &found)
    if code != WIN_OK:
        # a fifth copy beside the melds: no such hand
        if search.code != WIN_OK and code != FIVE_COPIES:
            search.code = code
        return
    if search.code != WIN_OK or found.points > search.best.points or (
            found.points == search.best.points and search.scorer.rules.ties_by_group
            and wins_tie(search.scorer.rules, found.rows, search.best.rows)):
        search.code = WIN_OK
        search.best[0] = found
        memcpy(search.best.target, search.target.counts, KINDS)
        search.best.win_tile = tile
        search.best.circumstances = search.target.circumstances


cdef void try_target(Search *search) noexcept nogil:
    """Scores the target for each tile that the winning one can be."""
    cdef int kind
    if search.natural_tile:
        try_tile(search, search.win.win_tile)
        return
    for kind in range(KINDS):
        if search.target.counts[kind] > search.naturals[kind]:
            try_tile(search, kind)


cdef void add_tiles(Search *search, int first, int left) noexcept nogil:
    """Adds `left` tiles of kinds from `first` on, in every way that makes a target."""
    cdef uint8_t *counts = search.target.counts
    cdef Looked hand
    cdef Distances distances
    cdef uint64_t kinds
    cdef int kind
    if look(search.scorer.hand, load34(counts), search.win.n_melds, left - 1, NO_SUIT, &hand) != HAND_OK:
        return
    all_distances(&hand, &distances)
    if distances.best != left:
        return
    kinds = accepted_kinds(&hand, &distances) >> first << first
    while kinds:
        kind = first_bit(kinds)
        kinds &= kinds - 1
        counts[kind] += 1
        if left > 1:
            add_tiles(search, kind, left - 1)
        elif memcmp(counts, search.win.counts, KINDS):
            try_target(search)
        counts[kind] -= 1


cdef int settle(const Scorer *scorer, const WinData *win, bint strict, Search *search) noexcept nogil:
    """Checks the win as it lies on the table. WIN_OK or a fault."""
    cdef HandFacts facts
    cdef uint8_t copies[COPIES]
    cdef uint64_t kinds = win.wild_kinds
    cdef int code, kind, i, held
    if kinds == 0:
        return WILD_NOT_SAID
    if kinds >> KINDS or kinds & scorer.rules.absent or count_bits(kinds) > 1:
        return BAD_WILD_KINDS
    search.scorer = scorer
    search.win = win
    search.target = win[0]
    search.target.wild_kinds = 0
    code = hand_facts(scorer.melds, &search.target, scorer.rules.sets, strict, scorer.rules.known,
                      scorer.rules.unused_late, False, False, copies + 1, &facts)
    if code != WIN_OK:
        return code
    kind = first_bit(kinds)
    held = win.counts[kind]
    for i in range(win.n_melds):
        held += meld_copies(win.melds[i], kind)
    if held > scorer.rules.takes_wild:
        return TOO_MANY_WILD
    if win.seat_wind != 0:
        search.target.streak = 0
    search.circumstances = facts.circumstances
    if not win.circumstances & LAST_COPY:
        # what follows from the melds, follows for each target anew
        search.circumstances &= ~<uint32_t>LAST_COPY
    return WIN_OK


cdef int score_wild(const Scorer *scorer, const WinData *win, bint strict, ScoreResult *result) noexcept nogil:
    cdef Search search
    cdef int code = settle(scorer, win, strict, &search), kind
    if code != WIN_OK:
        return code
    kind = first_bit(win.wild_kinds)
    search.code = NO_WIN
    search.best = result
    # each wild tile as itself: only then none acts as another one
    search.natural_tile = True
    search.circumstances |= NO_WILD
    try_tile(&search, win.win_tile)
    if win.counts[kind] and (search.code == WIN_OK or search.code == NO_WIN or search.code == FORBIDDEN_SUITS):
        search.circumstances &= ~<uint32_t>NO_WILD
        search.target.counts[kind] = 0
        memcpy(search.naturals, search.target.counts, KINDS)
        search.natural_tile = win.win_tile != kind
        add_tiles(&search, 0, win.counts[kind])
    return search.code


cdef void show_target(const ScoreResult *result, WinData *shown) noexcept nogil:
    memcpy(shown.counts, result.target, KINDS)
    shown.win_tile = result.win_tile
    shown.circumstances = result.circumstances
    shown.wild_kinds = 0
