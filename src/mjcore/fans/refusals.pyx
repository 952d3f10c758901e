"""Why a rule set does not score a win, in words."""
from mjcore.fans.checks cimport raise_win_error
from mjcore.fans.wins cimport BAD_MELD, BAD_SIZE, FORBIDDEN_SUITS, NO_WIN, NOT_IN_TILE_SET
from mjcore.hand.handdata cimport meld_copies
from mjcore.hand.kinds cimport KINDS
from mjcore.hand.text cimport tile_text

from mjcore.errors import HandError, NotAWin

SUITS = "mps"


cdef bint holds(Win win, int kind) noexcept:
    """Whether the hand or a meld has a tile of this kind."""
    cdef int i
    for i in range(win.data.n_melds):
        if meld_copies(win.data.melds[i], kind):
            return True
    return win.data.counts[kind] != 0


cdef object raise_score_error(int code, Win win, object rules):
    cdef int kind
    if code == NO_WIN and win.win_tile is None:
        raise NotAWin(f"{win.text} with {len(win.flowers)} flowers is no flower win of {rules.id}")
    if code == NO_WIN:
        forms = ", ".join([form.replace("_", " ") for form in rules.forms if form != "shapeless"])
        raise NotAWin(f"{win.text} with {win.win_tile} is no winning shape of {rules.id} (shapes: {forms})")
    if code == FORBIDDEN_SUITS:
        suits = [SUITS[suit] for suit in range(3) if any([holds(win, kind) for kind in range(9 * suit, 9 * suit + 9)])]
        if win.void_suit in suits:
            raise NotAWin(f"{win.text} with {win.win_tile} has tiles of its void suit, {win.void_suit}")
        raise NotAWin(f"{win.text} with {win.win_tile} has {len(suits)} suits, more than a win of {rules.id} may have")
    if code == NOT_IN_TILE_SET:
        absent = [tile_text(kind) for kind in range(KINDS) if holds(win, kind) and not rules.engine.tiles >> kind & 1]
        if absent:
            raise HandError(f"{rules.id} is played without {' '.join(absent)}")
    if code == BAD_SIZE and win.win_tile is None and "shapeless" not in rules.forms:
        raise HandError(f"{win.text} without a winning tile: {rules.id} has no flower wins")
    if code in (BAD_SIZE, BAD_MELD):
        raise HandError(f"{win.text} with {win.win_tile}: {rules.id} is played with hands of "
                        f"{3 * rules.sets + 2} tiles, a meld counted as three")
    raise_win_error(code, None)
