# cython: nonecheck=True
# Objects made by `Score.__new__(Score)` and the like hold None: using them is an error, not a crash.
"""What a win is worth and why."""
cimport cython
from cpython.number cimport PyIndex_Check
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.bits cimport first_bit
from mjcore.fans.covers cimport MOST_PRODUCT
from mjcore.fans.explain cimport BY_FOREST, PAIR_BIT, SHOWN_BY_QUADS, explain_win
from mjcore.fans.fu cimport fu_items
from mjcore.fans.ruletable cimport (
    FINISH_HAN_FU, Bits, RuleTable, Selection, bits_has, bits_set, bonus_of_row,
)
from mjcore.fans.results cimport counter_of
from mjcore.fans.families cimport score_win
from mjcore.fans.refusals cimport raise_score_error
from mjcore.fans.wins cimport WIN_OK
from mjcore.hand.decompose cimport NO_PAIR, kind_text, make_view, set_text
from mjcore.hand.kinds cimport CONCEALED_KONG, KINDS, meld_type
from mjcore.hand.text cimport tile_object

from mjcore.errors import RuleError
from mjcore.fans.han_fu import LIMIT_NAMES as _LIMIT_NAMES, MANGAN as _MANGAN, YAKUMAN as _YAKUMAN


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
        cdef const RuleTable *table = self.score.lattice.table
        cdef uint64_t mask = 0
        cdef int row, i
        cdef bint one_each = False
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
        for i in range(table.n_lanes):
            one_each |= bits_has(self.rows, table.lane[i].row)
        # a counted fan has one set for each time; another fan may have taken some
        return tuple(texts[-self.count:] if one_each else texts)

    def __iter__(self):
        return iter((self.fan, self.count, self.value, self.sets))

    def __eq__(self, other):
        if not isinstance(other, ScoredFan):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self):
        return hash(tuple(self))

    def __reduce__(self):
        return fan_again, (self.score, self.fan)

    def __repr__(self):
        times = f" x{self.count}" if self.count != 1 else ""
        return f"<{self.fan}{times} {self.value}>"


@cython.final
@cython.auto_pickle(False)
cdef class CoveredFan:
    """A fan that was there but is not counted.

    fan   its public id
    by    public id of the counted fan that takes it; "combination" if its sets are joined already by
          combination fans of which none alone holds two of them
    """
    cdef readonly str fan
    cdef readonly str by

    def __cinit__(self, str fan not None, str by not None):
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

    def __reduce__(self):
        return CoveredFan, (self.fan, self.by)

    def __repr__(self):
        return f"<{self.fan} covered by {self.by}>"


@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class Score:
    """What a win is worth under a rule set: the best reading, its fans, and why. Immutable.

    total    the points, at most the cap of the rule set; raw: before the cap; total_without_flowers: before the cap
             and without what flowers add outside the minimum. Where values multiply they are the product
    unit     what one share pays, where that is not the total itself (None elsewhere)
    han, fu, yakuman, limit, points, fu_items   of rule sets that count han, None or () elsewhere;
             total is points there: what the winner gets, without honba and deposits
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
        if not counts_han(self):
            return self.result.raw
        if self.result.yakuman:
            return _YAKUMAN * sum([fan.value for fan in find_fans(self)])
        if not self.result.fu:
            # han that stand alone
            return self.result.base
        return <object>self.result.fu << (2 + self.result.han)

    @property
    def han(self):
        """Han with dora; 0 for yakuman, None where no han are counted."""
        return self.result.han if counts_han(self) else None

    @property
    def fu(self):
        """Fu rounded up (0 for thirteen orphans), None where no fu are counted."""
        return self.result.fu if counts_han(self) else None

    @property
    def yakuman(self):
        """Multiples of a yakuman; 0 for 13 counted han. None where no han are counted."""
        return self.result.yakuman if counts_han(self) else None

    @property
    def limit(self):
        """"mangan", "haneman", "baiman", "sanbaiman" or "yakuman"; None below these."""
        if not counts_han(self) or self.result.base < _MANGAN:
            return None
        return "yakuman" if self.result.base >= _YAKUMAN else _LIMIT_NAMES[self.result.base]

    @property
    def unit(self):
        """What one share pays: by the unit table of the rule set; base points where han are counted (what others than
        the dealer pay for a self-draw). None where the total itself is paid."""
        if counts_han(self):
            return self.result.base
        return self.rules.unit_of(self.result.total) if self.rules.units else None

    @property
    def points(self):
        """What the winner gets, without honba and deposits; None where no han are counted."""
        return self.result.total if counts_han(self) else None

    @property
    def legal(self):
        return self.result.legal

    @property
    def reason(self):
        """Why the hand may not win, "" if it may."""
        if self.result.legal:
            return ""
        if counts_han(self):
            return (f"{self.result.han - self.bonus_han()} han of yaku, "
                    f"{self.rules.names['en']} asks for {self.lattice.table.minimum}")
        if self.lattice.table.no_discard_wins and not self.win.self_draw:
            return f"{self.rules.names['en']} has no wins on a discard by these rules"
        if self.lattice.table.product:
            return (f"worth {self.result.points}, {self.rules.names['en']} asks for {self.lattice.table.minimum} "
                    "on another player's tile")
        without = ""
        if self.lattice.table.flower_value or self.lattice.table.flower_rows.low | self.lattice.table.flower_rows.high:
            without = " without flowers"
        return (f"{self.result.points} {self.rules.point_names['en']}{without}, "
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

    @property
    def wild_as(self):
        """The tiles that the wild tiles of the hand stand for, those that stand for themselves left out."""
        cdef int kind, more
        tiles = []
        if self.lattice.table.takes_wild:
            for kind in range(KINDS):
                more = self.result.target[kind] - self.win.data.counts[kind]
                tiles += [tile_object(kind)] * max(more, 0)
        return tuple(tiles)

    @property
    def fu_items(self):
        """The parts of the fu (`mjcore.fans.han_fu.FuItem`), which add up to them."""
        cdef const Explanation *explanation = self.explain()
        if not counts_han(self):
            return ()
        return fu_items(self.lattice.table, &self.win.data, &self.result, &explanation.reading)

    cdef int bonus_han(self) noexcept:
        """Han of dora and the like."""
        return (self.result.bonus & self.lattice.table.han_fu.bonus_mask) * <uint32_t>0x01010101 >> 24

    def payments(self, dealer=0, winner=None, loser=None, **details):
        """Signed change per seat. `winner`: by default the seat that has the win's seat wind under this dealer;
        a seat that is given is taken as it is. `loser`: who gave the winning tile; None for a self-draw.
        `details`: what else the rule set's settlement asks for (riichi: honba, sticks, pao).
        Raises RuleError if the hand is not legal or the seats do not fit how it was won, HandError for a
        seat that is none."""
        return self.ledger(dealer, winner, loser, **details).totals(self.rules.players)

    def ledger(self, dealer=0, winner=None, loser=None, **details):
        """The same as single transfers with their reasons (`mjcore.settle.Ledger`)."""
        if not self.result.legal:
            raise RuleError(f"no payments for a hand that may not win: {self.reason}")
        if self.win.self_draw != (loser is None):
            raise RuleError("loser= names who gave the winning tile; " + (
                "a self-draw has none" if self.win.self_draw else "this hand was won on another player's tile"))
        if winner is None:
            # a dealer that is no seat is refused by the settlement
            winner = (dealer + self.win.data.seat_wind) % self.rules.players if PyIndex_Check(dealer) else 0
        return self.rules.settle(self, dealer, winner, loser, **details)

    def to_dict(self, lang="en", *, dealer=0, winner=None, loser=None, **details):
        """Everything as plain data, as `mjcore score --json` prints it; names in `lang` (en, zh, ja).
        "payments" are those of `payments(dealer, winner, loser)`, None if the hand may not win or was won on
        another player's tile and `loser` is not said. Raises MahjongError for another language or wrong seats."""
        names = {fan: self.rules.fan(fan).name(lang) for fan in self.lattice.fans}
        names["combination"] = "combination"
        view = self.reading
        win = self.win
        answer = {
            "rules": self.rules.id,
            "options": {o.id: self.rules.values[o.id] for o in self.rules.options
                        if self.rules.values[o.id] != o.default},
            "hand": win.text,
            "win": None if win.win_tile is None else str(win.win_tile),
            "circumstances": list(win.circumstances),
            "seat_wind": win.seat_wind,
            "round_wind": win.round_wind,
            "flowers": "".join([str(tile) for tile in win.flowers]),
            "legal": bool(self.legal),
            "reason": self.reason,
            "total": self.total,
            "total_without_flowers": self.total_without_flowers,
            "fans": [{"fan": f.fan, "name": names[f.fan], "count": f.count, "value": f.value, "sets": list(f.sets)}
                     for f in self.fans],
            "covered": [{"fan": c.fan, "name": names[c.fan], "by": c.by,
                         "by_name": names[c.by]} for c in self.covered],
            "reading": {"form": view.form, "sets": list(view.sets), "pair": view.pair, "pattern": view.pattern},
            "payments": list(self.payments(dealer, winner, loser, **details)) if self.legal and (
                win.self_draw or loser is not None) else None,
        }
        if self.rules.units:
            answer |= {"raw": self.raw, "unit": self.unit}
        if "void_suit" in self.rules.circumstances:
            answer["void_suit"] = win.void_suit
        if self.lattice.table.takes_wild:
            answer |= {"wild": str(win.wild), "wild_as": "".join(map(str, self.wild_as))}
        if "kong_chain" in self.rules.circumstances:
            answer["kong_chain"] = win.kong_chain
        if counts_han(self):
            answer |= {
                "riichi": win.riichi,
                "dora_indicators": "".join(map(str, win.dora_indicators)),
                "ura_indicators": "".join(map(str, win.ura_indicators)),
                "nuki": win.nuki,
                "streak": win.streak,
                "han": self.han, "fu": self.fu, "yakuman": self.yakuman, "limit": self.limit, "unit": self.unit,
                "points": self.points,
                "fu_items": [{"item": item.item, "fu": item.fu, "set": item.set} for item in self.fu_items],
            }
        return answer

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
        if counts_han(self):
            worth = f"{self.yakuman} yakuman" if self.yakuman else f"{self.han} han {self.fu} fu"
            return f"<Score {self.total} ({worth}{'' if self.legal else ', not legal'}): {fans}>"
        return f"<Score {self.total}{'' if self.legal else ' (not legal)'}: {fans}>"


cdef tuple find_fans(Score score):
    """The counted fans in the order of the fan table."""
    cdef const RuleTable *table = score.lattice.table
    cdef const uint8_t *rank = score.lattice.rank
    cdef tuple ids = score.lattice.fans
    cdef Bits left = score.result.rows
    cdef uint8_t order[128]
    cdef int row, first, n = 0, i, j
    cdef ScoredFan fan
    cdef tuple fans
    # rows in order; a further row of a public fan follows at once on the first
    while left.low | left.high:
        if left.low:
            row = first_bit(left.low)
            left.low &= left.low - 1
        else:
            row = 64 + first_bit(left.high)
            left.high &= left.high - 1
        i = n
        while i and rank[order[i - 1]] > rank[row]:
            order[i] = order[i - 1]
            i -= 1
        order[i] = row
        n += 1
    j = 0
    for i in range(n):
        j += i == 0 or table.column[order[i]] != table.column[order[i - 1]]
    fans = PyTuple_New(j)
    first = 0
    for j in range(j):
        row = order[first]
        fan = ScoredFan.__new__(ScoredFan)
        fan.score = score
        fan.fan = <str>ids[table.column[row]]
        while first < n and table.column[order[first]] == table.column[row]:
            i = count_of(table, &score.result, order[first])
            bits_set(&fan.rows, order[first])
            if table.product:
                fan.value = min(
                    (fan.value if fan.count else 1) * <object>value_of(score, order[first]) ** i, MOST_PRODUCT)
            else:
                fan.value += i * value_of(score, order[first])
            fan.count += i
            first += 1
        Py_INCREF(fan)
        PyTuple_SET_ITEM(fans, j, fan)
    return fans


cdef int value_of(Score score, int row) except -1:
    """What a row is worth once."""
    cdef int i
    if counts_han(score):
        for i in range(score.win.data.n_melds):
            if meld_type(score.win.data.melds[i]) != CONCEALED_KONG:
                return score.lattice.table.han_fu.open_row_value[row]
    return score.lattice.table.row_value[row]


cdef bint counts_han(Score score) except -1:
    return score.lattice.table.finish == FINISH_HAN_FU


cdef int count_of(const RuleTable *table, const ScoreResult *result, int row) noexcept nogil:
    """How often a counted row counts."""
    cdef int i
    cdef const Selection *selection
    if table.finish == FINISH_HAN_FU:
        i = bonus_of_row(&table.han_fu, row)
        return 1 if i < 0 else result.bonus >> table.han_fu.bonus_shift[i] & 255
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


cdef object find_rules = None


def set_resolver(resolver):
    """Sets what finds the `RuleSet` of a name for `score`; the layer of the rule sets does it."""
    global find_rules
    find_rules = resolver


cdef Score score_prepared(Win win, object rules):
    cdef Score score = Score.__new__(Score)
    cdef int code
    if type(rules) is str:
        rules = find_rules(rules)
    lattice = getattr(rules, "lattice", None)
    if type(lattice) is not Lattice:
        # no rule set at all: the resolver says what was expected
        rules = find_rules(rules)
        lattice = rules.lattice
    score.lattice = lattice
    if score.lattice.scorer.rules == NULL:
        raise RuleError("the lattice of this rule set was not filled")
    code = score_win(&score.lattice.scorer, &win.data, True, &score.result)
    if code != WIN_OK:
        raise_score_error(code, win, rules)
    score.win = win
    score.rules = rules
    return score


def fan_again(Score score not None, str fan):
    """Unpickles a counted fan."""
    for entry in find_fans(score):
        if entry.fan == fan:
            return entry
    raise RuleError(f"{fan} is not counted in this score")


def score_again(Win win not None, rules):
    """Unpickles a score."""
    return score_prepared(win, rules)
