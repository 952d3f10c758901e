"""What a win is worth and why."""
cimport cython
from libc.stdint cimport uint8_t, uint64_t

from mjcore.bits cimport first_bit
from mjcore.fans.explain cimport BY_FOREST, PAIR_BIT, SHOWN_BY_QUADS, explain_win
from mjcore.fans.ruletable cimport Bits, RuleTable, Selection, bits_has, bits_set
from mjcore.fans.score cimport counter_of, score_win
from mjcore.fans.wins cimport NO_WIN, WIN_OK, raise_win_error
from mjcore.hand.decompose cimport NO_PAIR, kind_text, make_view, set_text

from mjcore.errors import MahjongError, NotAWin, RuleError


# No object of this module can be part of a reference cycle: a score does not keep the fans it gives out.
@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class ScoredFan:
    """A counted fan.

    fan     public id of the fan
    count   how often it counts
    value   what it adds in all, `count` times its worth
    sets    the sets that made it, as text ("123m", "555z", "99p"; four of a kind "1111m" for tile hogs);
            empty for fans of the circumstances and for forms without sets

    Unpacks like a tuple: ``for fan, count, value, sets in score.fans``.
    """

    def __init__(self):
        raise TypeError("fans are found by mjcore.score")

    @property
    def sets(self):
        cdef const Explanation *explanation = self.score.explain()
        cdef uint64_t mask = 0
        cdef int row, i
        texts = []
        for row in range(len(self.score.lattice.rows)):
            if bits_has(self.rows, row):
                if self.score.lattice.evidence[row] == SHOWN_BY_QUADS:
                    return tuple([kind_text(i, 4) for i in range(34) if explanation.quads >> i & 1])
                mask |= explanation.sets[row]
        for i in range(explanation.reading.n_sets):
            if mask >> i & 1:
                texts.append(set_text(explanation.reading.sets[i]))
        if mask & PAIR_BIT and explanation.reading.pair != NO_PAIR:
            texts.append(kind_text(explanation.reading.pair, 2))
        return tuple(texts)

    def __iter__(self):
        return iter((self.fan, self.count, self.value, self.sets))

    def __eq__(self, other):
        if not isinstance(other, ScoredFan):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self):
        return hash(tuple(self))

    def __repr__(self):
        times = f" x{self.count}" if self.count != 1 else ""
        return f"<{self.fan}{times} {self.value}>"


cdef class CoveredFan:
    """A fan that was there but is not counted.

    fan   its public id
    by    public id of the counted fan that takes it; "combination" if its sets are joined already by
          combination fans of which none alone holds two of them
    """
    cdef readonly str fan
    cdef readonly str by

    def __init__(self, str fan, str by):
        self.fan = fan
        self.by = by

    def __iter__(self):
        return iter((self.fan, self.by))

    def __eq__(self, other):
        if not isinstance(other, CoveredFan):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self):
        return hash(tuple(self))

    def __repr__(self):
        return f"<{self.fan} covered by {self.by}>"


@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class Score:
    """What a win is worth under a rule set: the best reading, its fans, and why. Immutable.

    total    points with flowers; total_without_flowers, raw: without
    legal    whether the rule set lets this hand win; reason says why not
    fans     the counted fans, a tuple of `ScoredFan` in the order of the fan table
    covered  the fans that were there but are not counted, a tuple of `CoveredFan`
    reading  the reading that was scored (`mjcore.decompose`)
    win, rules   what was scored

    Explanations (`covered`, `reading`, `ScoredFan.sets`) are computed when they are asked for.
    """

    def __init__(self):
        raise TypeError("scores are made by mjcore.score")

    cdef const Explanation *explain(self) except NULL:
        if not self.explained:
            explain_win(&self.lattice.scorer, &self.win.data, &self.result, self.lattice.evidence,
                        self.lattice.kinds, &self.explanation)
            self.explained = True
        return &self.explanation

    @property
    def total(self):
        return self.result.total

    @property
    def total_without_flowers(self):
        return self.result.points

    @property
    def raw(self):
        return self.result.points

    @property
    def legal(self):
        return self.result.legal

    @property
    def reason(self):
        """Why the hand may not win, "" if it may."""
        if self.result.legal:
            return ""
        return (f"{self.result.points} points without flowers, "
                f"{self.rules.names['en']} asks for {self.lattice.table.minimum}")

    @property
    def fans(self):
        return find_fans(self)

    @property
    def covered(self):
        cdef const Explanation *explanation = self.explain()
        cdef const RuleTable *table = self.lattice.table
        cdef int row, by
        found = []
        counted = {fan.fan for fan in self.fans}
        for row in range(table.n_rows):
            by = explanation.taken_by[row]
            if by:
                name = self.lattice.fans[table.column[row]]
                taker = "combination" if by == BY_FOREST else self.lattice.fans[table.column[by - 1]]
                entry = CoveredFan(name, taker)
                if name not in counted and entry not in found:
                    found.append(entry)
        return tuple(found)

    @property
    def reading(self):
        return make_view(&self.explain().reading)

    def payments(self, int dealer=0, int winner=0, loser=None):
        """Signed change per seat. `loser`: who gave the winning tile; None for a self-draw.
        Raises RuleError if the hand is not legal or the seats do not fit how it was won."""
        return self.ledger(dealer, winner, loser).totals(self.rules.players)

    def ledger(self, int dealer=0, int winner=0, loser=None):
        """The same as single transfers with their reasons (`mjcore.settle.Ledger`)."""
        if not self.result.legal:
            raise RuleError(f"no payments for a hand that may not win: {self.reason}")
        if self.win.self_draw != (loser is None):
            raise RuleError("loser= names who gave the winning tile; " + (
                "a self-draw has none" if self.win.self_draw else "this hand was won on another player's tile"))
        return self.rules.settle(self, dealer, winner, loser)

    def to_dict(self, str lang="en"):
        """Everything as plain data, as `mjcore score --json` prints it; names in `lang` (en, zh, ja)."""
        name = lambda fan: self.rules.fan(fan).name(lang)
        view = self.reading
        win = self.win
        return {
            "rules": self.rules.id,
            "options": {o.id: self.rules.values[o.id] for o in self.rules.options
                        if self.rules.values[o.id] != o.default},
            "hand": win.text,
            "win": str(win.win_tile),
            "circumstances": list(win.circumstances),
            "seat_wind": win.seat_wind,
            "round_wind": win.round_wind,
            "flowers": "".join([str(tile) for tile in win.flowers]),
            "legal": bool(self.legal),
            "reason": self.reason,
            "total": self.total,
            "total_without_flowers": self.total_without_flowers,
            "fans": [{"fan": f.fan, "name": name(f.fan), "count": f.count, "value": f.value, "sets": list(f.sets)}
                     for f in self.fans],
            "covered": [{"fan": c.fan, "name": name(c.fan), "by": c.by,
                         "by_name": c.by if c.by == "combination" else name(c.by)} for c in self.covered],
            "reading": {"form": view.form, "sets": list(view.sets), "pair": view.pair, "pattern": view.pattern},
        }

    def __eq__(self, other):
        if not isinstance(other, Score):
            return NotImplemented
        return self.win == (<Score>other).win and self.rules == (<Score>other).rules

    def __hash__(self):
        return hash((self.win, self.rules))

    def __reduce__(self):
        return score_again, (self.win, self.rules)

    def __repr__(self):
        fans = " ".join(f"{f.fan}{'*' + str(f.count) if f.count > 1 else ''}" for f in self.fans)
        return f"<Score {self.total}{'' if self.legal else ' (not legal)'}: {fans}>"


cdef tuple find_fans(Score score):
    cdef const RuleTable *table = score.lattice.table
    cdef const ScoreResult *result = &score.result
    cdef Bits left = result.rows
    cdef int row, count
    cdef list found = []
    cdef ScoredFan fan, other
    cdef tuple ids = score.lattice.fans
    while left.low | left.high:
        if left.low:
            row = first_bit(left.low)
            left.low &= left.low - 1
        else:
            row = 64 + first_bit(left.high)
            left.high &= left.high - 1
        count = count_of(table, result, row)
        fan = None
        if row >= table.n_columns:
            # a further row of a public fan
            for other in found:
                if other.fan == ids[table.column[row]]:
                    fan = other
        if fan is None:
            fan = ScoredFan.__new__(ScoredFan)
            fan.score = score
            fan.fan = ids[table.column[row]]
            found.append(fan)
        bits_set(&fan.rows, row)
        fan.count += count
        fan.value += count * table.row_value[row]
    return tuple(found)


cdef int count_of(const RuleTable *table, const ScoreResult *result, int row) noexcept nogil:
    """How often a counted row counts."""
    cdef int i
    cdef const Selection *selection
    for i in range(table.n_lanes):
        if table.lane[i].row == row:
            return counter_of(result, table.lane[i].counter)
    selection = &table.selection[result.chow_selection]
    for i in range(selection.n_repeats):
        if selection.repeat_row[i] == row:
            return 1 + selection.repeat_extra[i]
    selection = &table.selection[result.pung_selection]
    for i in range(selection.n_repeats):
        if selection.repeat_row[i] == row:
            return 1 + selection.repeat_extra[i]
    return 1


def score_win_object(Win win not None, rules):
    """Scores a prepared win under a `RuleSet`; returns a `Score`. Raises NotAWin, HandError."""
    cdef Score score = Score.__new__(Score)
    cdef int code
    score.lattice = rules.lattice
    code = score_win(&score.lattice.scorer, &win.data, True, &score.result)
    if code != WIN_OK:
        raise_score_error(code, win, rules)
    score.win = win
    score.rules = rules
    return score


cdef object raise_score_error(int code, Win win, rules):
    if code == NO_WIN:
        forms = ", ".join(form.replace("_", " ") for form in rules.forms)
        raise NotAWin(f"{win.text} with {win.win_tile} is no winning shape of {rules.id} (shapes: {forms})")
    raise_win_error(code, None)


def score_again(win, rules):
    """Unpickles a score."""
    return score_win_object(win, rules)
