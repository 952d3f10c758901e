"""Why an action is not legal, in words."""
from mjcore.table.state cimport NOBODY

from mjcore.errors import IllegalAction
from mjcore.table.names import action_text


cdef object refuse(object table, int action, int seat):
    text = action_text(action)
    if table.censored:
        raise IllegalAction(f"{text}: an observation is not played, step the table itself")
    if table.done or seat == NOBODY:
        raise IllegalAction(f"{text}: the hand is over")
    if seat not in table.pending:
        who = ", ".join(map(str, table.pending))
        raise IllegalAction(f"{text} by seat {seat}: it is not asked, expected seat {who}")
    legal = table.legal_actions(seat)
    shown = ", ".join(map(action_text, legal))
    raise IllegalAction(f"{text} by seat {seat} in phase {table.phase}: {reason(table, action, seat)}; "
                        f"legal: {shown}")


cdef str reason(object table, int action, int seat):
    """The rule that it breaks, as near as can be said."""
    phase, counts = table.phase, table.concealed(seat)
    if action < 64 and phase in ("turn", "throw", "exchange"):
        if not counts[action]:
            return "no such tile is held"
        if phase == "exchange":
            return "three tiles of one suit are picked, of a suit that has so many"
        if "frozen" in table.flags(seat):
            return "a ready or frozen hand throws what it drew"
        if table.void(seat) is not None:
            return "tiles of the void suit go first"
        return "this kind may not be thrown now (a claim, a declaration or a win that must be taken forbids it)"
    if action < 128:
        return "no kong of this kind may be laid down now"
    if action == 129:
        return "no win, or not worth enough, or barred"
    if action == 128:
        return "there is nothing to pass" if phase in ("turn", "throw") else "this win must be taken"
    return "the hand or the rules do not allow it now"
