"""Compiled rule sets: the native table that `mjcore.fans.compiler` fills."""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from mjcore.bits cimport first_bit
from mjcore.fans.facts cimport BONUS_LATE, KONG_CHAIN_LATE, UNUSED_LATE, VOID_SUIT_LATE, meld_tables
from mjcore.fans.relations cimport fill_selections, set_index
from mjcore.fans.ruletable cimport (
    COUNT_DRAGON_PUNGS, COUNT_GUEST_WIND_PUNGS, COUNT_TERMINAL_PUNGS, FINISH_HAN_FU, FINISH_PLACES, FINISH_SUM,
    FU_CODES, HAN_LIMIT, MAX_COVERING, MAX_DECLARED, MAX_LANES, MAX_ONLY, MAX_REDUCTIONS, MAX_ROWS, RELATIONS,
    SHARE_HALVED, SHARE_LEVELLED, SHARE_LOST, SPECIAL_PURE_TERMINAL_CHOWS, SPECIAL_THREE_SUITED_TERMINAL_CHOWS,
    SPECIAL_UNCONNECTED, Bits, HanFu, RuleTable, Selection, bits_clear, bits_has, bits_set, bonus_of_row,
)
from mjcore.fans.wins cimport DOUBLE_KONG, NO_WILD, GENERAL_CIRCUMSTANCES, STREAK_REACHED
from mjcore.hand.decompose cimport SHAPELESS
from mjcore.hand.engine cimport QUAD_PAIRS, make_rules
from mjcore.hand.kinds cimport MAX_SETS
from mjcore.hand.suits cimport chow_classes, suit_table

from mjcore.errors import RuleError
from mjcore.fans.relations import RELATION_NAMES
from mjcore.fans.wins import CIRCUMSTANCE_BITS
from mjcore.hand.decompose import FORM_NAMES

# Sizes of the feature tables; "declared" is laid out by each rule set.
FEATURE_SIZES = {
    "ranks": 512, "groups": 32, "only": 256, "circumstances": 256, "declared": 2048, "melds": 216, "form": 16,
    "honours": 1024, "seats": 2048, "sets": 216, "every": 4, "pair": 35, "role": 128, "special": 1024, "win_tile": 34,
    "flowers": 1024, "fours": 64,
}
# Values of the feature "form". The last one is a lesser knitted hand with all nine knitted suit tiles.
FORM_ROWS = {name: number for number, name in enumerate((*FORM_NAMES, "lesser_knitted_with_nine"))}
COUNTER_NAMES = (
    "quads", "terminal_pungs", "guest_wind_pungs", "flowers", "each_dragon_pung", "each_concealed_pung", "each_kong",
)
BONUS_NAMES = ("dora", "ura", "red", "north")
TSUMO_SHARES = {"loss": SHARE_LOST, "north_bisection": SHARE_HALVED, "flat": SHARE_LEVELLED}
cdef enum:
    MOST_POINTS = 0x7FFFFFFF

# What shows a fan, in the order of explain.pxd.
EVIDENCE_NAMES = (
    "nothing", "all", "pungs", "pungs_and_pair", "concealed_pungs", "kongs", "seat_pung", "round_pung", "guest_winds",
    "wait", "quads", "relation",
)
LIMITS = {"rows": MAX_ROWS, "counted rows": MAX_LANES, "only masks": MAX_ONLY, "reductions": MAX_REDUCTIONS,
          "declared circumstances": MAX_DECLARED}


cdef Bits *feature_table(RuleTable *table, str name) except NULL:
    if name == "ranks":
        return table.feature_ranks
    if name == "groups":
        return table.feature_groups
    if name == "only":
        return table.feature_only
    if name == "circumstances":
        return table.feature_circumstances
    if name == "declared":
        return table.feature_declared
    if name == "win_tile":
        return table.feature_win_tile
    if name == "melds":
        return table.feature_melds
    if name == "form":
        return table.feature_form
    if name == "honours":
        return table.feature_honours
    if name == "seats":
        return table.feature_seats
    if name == "sets":
        return table.feature_sets
    if name == "every":
        return table.feature_every
    if name == "pair":
        return table.feature_pair
    if name == "role":
        return table.feature_role
    if name == "special":
        return table.feature_special
    if name == "flowers":
        return table.feature_flowers
    if name == "fours":
        return table.feature_fours
    raise RuleError(f"unknown feature {name!r}")


cdef class Lattice:
    """A rule set's fans as native tables. Made by `mjcore.fans.compiler.compile_fans`; immutable afterwards
    and safe to use from many threads at once.

    rows   ids of the rows, coverers first
    fans   public ids: the columns of the fan counts of a batch; the first rows stand in the same order
    """

    def __cinit__(self):
        self.table = <RuleTable *>calloc(1, sizeof(RuleTable))
        if self.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.table != NULL:
            free(self.table.chow_selection)
            free(self.table.pung_selection)
            free(self.table.selection)
            free(self.table)

    def __init__(self, rows, fans, *, int sets, forms, wait_forms, int minimum, only_masks, declared,
                 bint forest, bint available_waits, bint body_wait, bint discard_pung_concealed, bint quad_pairs,
                 int players, absent, bint claimed_chows, known, int streak_from, bint best_place, bint product, cap,
                 shown_factors, bint ties_by_group, int most_suits, bint declared_void, int wild_copies,
                 bint discard_wins, numbers, han_fu):
        """`rows`: one mapping a row, in order; see `mjcore.fans.compiler`."""
        cdef RuleTable *table = self.table
        cdef int i
        if table.n_rows:
            raise RuleError("a lattice is filled once")
        for name, count in (("rows", len(rows)), ("only masks", len(only_masks)),
                            ("declared circumstances", len(declared))):
            if count > LIMITS[name]:
                raise RuleError(f"{count} {name}: the native table has room for {LIMITS[name]}")
        if len(shown_factors) != 4:
            raise RuleError(f"{len(shown_factors)} shown factors, expected 4")
        if not 1 <= sets <= MAX_SETS:
            raise RuleError(f"sets: {sets}, expected 1 to {MAX_SETS}")
        if len(fans) > len(rows):
            raise RuleError(f"{len(fans)} public fans of {len(rows)} rows")
        self.rows = tuple([row["id"] for row in rows])
        self.fans = tuple(fans)
        table.n_rows = len(rows)
        table.n_columns = len(fans)
        table.value_bytes = (len(rows) + 7) // 8
        table.sets = sets
        table.forest = forest
        table.minimum = minimum
        table.available_waits = available_waits
        table.body_wait = body_wait
        table.discard_opens_pung = not discard_pung_concealed
        table.fallback_row = -1
        table.fallback_points = -1
        for name in forms:
            table.forms |= <uint32_t>1 << FORM_NAMES.index(name)
        for name in wait_forms:
            table.wait_forms |= <uint32_t>1 << FORM_NAMES.index(name)
        table.n_only = len(only_masks)
        for i in range(table.n_only):
            table.only[i] = only_masks[i]
        for i in range(RELATIONS):
            table.relation_row[i] = -1
        open_tables(self)
        table.quad_pairs = quad_pairs
        table.players = players
        table.absent = absent
        table.no_claimed_chows = not claimed_chows
        table.streak_from = streak_from
        table.known = GENERAL_CIRCUMSTANCES
        for name in known:
            table.known |= <uint32_t>CIRCUMSTANCE_BITS[name]
        table.known &= ~<uint32_t>(STREAK_REACHED | DOUBLE_KONG | NO_WILD)
        pack_declared(self, declared)
        table.finish = FINISH_HAN_FU if han_fu is not None else FINISH_PLACES if best_place else FINISH_SUM
        table.cap = MOST_POINTS if cap is None else cap
        table.product = product
        for i in range(4):
            table.shown_factor[i] = shown_factors[i]
        table.ties_by_group = ties_by_group
        table.no_discard_wins = not discard_wins
        table.closes_otherwise = cap is not None or product or not discard_wins or any(
            [row["acc"] == "flower" and row["counter"] is None for row in rows])
        table.most_suits = most_suits
        table.declared_void = declared_void
        table.takes_wild = wild_copies
        table.flower_wins = han_fu is None and "shapeless" in forms
        table.unused_late = UNUSED_LATE | KONG_CHAIN_LATE | VOID_SUIT_LATE | (BONUS_LATE if han_fu is None else 0)
        if "kong_chain" in numbers:
            table.unused_late &= ~<uint64_t>KONG_CHAIN_LATE
        if "void_suit" in numbers:
            table.unused_late &= ~<uint64_t>VOID_SUIT_LATE
        table.looks_further = (
            most_suits < 3 or not claimed_chows or declared_void or len(numbers) > 0 or sets == 5
            or any(["flowers" in row["columns"] or row["counter"] == "each_kong" for row in rows]))
        if han_fu is not None:
            fill_han_fu(table, han_fu, list(rows))
        for i in range(table.n_rows):
            fill_row(self, i, rows)
        for i in range(table.n_rows):
            fill_reductions(self, i, rows[i])
        fill_places(self)
        table.doubles = product and not table.relates and table.fallback_value <= 1 and all(
            [row["value"].bit_count() == 1 and row["acc"] == "points" and row["counter"] is None for row in rows])
        fill_values(self)
        close_waits(self)
        fill_selections(table)
        self.scorer.rules = table
        self.scorer.suits = suit_table(sets)
        self.scorer.classes = chow_classes()
        self.scorer.index = set_index(sets)
        self.scorer.melds = meld_tables()
        if wild_copies:
            make_rules(~table.absent, table.forms & ~<uint32_t>(1 << SHAPELESS)
                       | (QUAD_PAIRS if quad_pairs else 0), sets, 3, False, False, &self.hand_rules)
            self.scorer.hand = &self.hand_rules

    @property
    def forms(self):
        """Names of the forms that win."""
        return tuple([name for i, name in enumerate(FORM_NAMES) if self.table.forms >> i & 1])

    @property
    def minimum(self):
        return self.table.minimum

    @property
    def sets(self):
        return self.table.sets

    @property
    def counts_han(self):
        """Whether yaku count han: scores then have `han`, `fu` and `yakuman`."""
        return self.table.finish == FINISH_HAN_FU

    @property
    def declared_void(self):
        """Whether a win has no tile of its void suit."""
        return bool(self.table.declared_void)

    @property
    def wild_copies(self):
        """Copies in play of the wild kind; 0 where no kind is wild."""
        return self.table.takes_wild

    @property
    def table_bytes(self):
        """Memory of the tables of this rule set, in bytes."""
        if self.scorer.rules == NULL:
            return 0
        return (sizeof(RuleTable) + 2 * (self.scorer.index.chow_total + self.scorer.index.pung_total)
                + self.table.n_selections * sizeof(Selection))

    def __repr__(self):
        return f"<Lattice of {len(self.rows)} rows>"


cdef int open_tables(Lattice lattice) except -1:
    """Every row is possible everywhere until its pattern says otherwise."""
    cdef Bits every
    cdef Bits *feature
    cdef int i
    every.low = every.high = 0
    for i in range(lattice.table.n_rows):
        bits_set(&every, i)
    for name, size in FEATURE_SIZES.items():
        feature = feature_table(lattice.table, name)
        for i in range(<int>size):
            feature[i] = every
    for i in range(128):
        lattice.table.feature_counters[i] = every
    return 0


cdef int pack_declared(Lattice lattice, declared) except -1:
    cdef int place, byte, value
    cdef uint32_t bit
    lattice.table.has_declared = len(declared) > 0
    for place, name in enumerate(declared):
        bit = CIRCUMSTANCE_BITS[name]
        for byte in range(3):
            for value in range(256):
                if bit >> (8 * byte + 8) & value & 255:
                    lattice.table.pack[byte][value] |= 1 << place
    return 0


cdef int fill_han_fu(RuleTable *table, dict given, list rows) except -1:
    """What `mjcore.fans.han_fu.HanFu.native` gives."""
    cdef HanFu *han_fu = &table.han_fu
    cdef int i, han, code, counter
    for i in range(16):
        han_fu.bonus[i].low = han_fu.bonus[i].high = <uint64_t>-1
    han_fu.flat_row = MAX_ROWS - 1
    for i, row in enumerate(rows):
        if row["acc"] == "yakuman":
            bits_set(&han_fu.yakuman, i)
        elif row["acc"] == "alternative":
            bits_set(&han_fu.alternative, i)
        elif row["acc"] == "bonus":
            counter = BONUS_NAMES.index(row["counter"])
            for place in range(han_fu.n_bonus):
                if han_fu.bonus_shift[place] == 8 * counter:
                    raise RuleError(f"{row['id']}: the bonus {row['counter']} has a row already")
            han_fu.bonus_row[han_fu.n_bonus] = i
            han_fu.bonus_column[han_fu.n_bonus] = row["column"]
            han_fu.bonus_shift[han_fu.n_bonus] = 8 * counter
            han_fu.bonus_mask |= <uint32_t>255 << (8 * counter)
            if row["value"] != 1:
                raise RuleError(f"{row['id']}: a row of acc 'bonus' counts one han each")
            han_fu.n_bonus += 1
            for nonzero in range(16):
                if not nonzero >> counter & 1:
                    bits_clear(&han_fu.bonus[nonzero], i)
        if row["id"] == given["flat_row"]:
            han_fu.flat_row = i
        han_fu.open_row_value[i] = row["value_open"]
    for han in range(HAN_LIMIT):
        for code in range(FU_CODES):
            han_fu.base_points[han][code] = given["base_points"][han][code]
    for i in range(34):
        han_fu.next_place[i + 1] = given["next_kind"][i] + 1
    for i in range(3):
        han_fu.most_reds |= <uint32_t>given["most_reds"][i] << (8 * i)
    for i in range(128):
        han_fu.fu_pair[i] = given["fu_pair"][i]
    han_fu.yakuman_points = given["yakuman_points"]
    han_fu.most_yakuman = given["most_yakuman"]
    han_fu.fu_base = given["fu_base"]
    han_fu.fu_closed_discard = given["fu_closed_discard"]
    han_fu.fu_self_draw = given["fu_self_draw"]
    han_fu.fu_wait = given["fu_wait"]
    han_fu.fu_self_draw_after_kong = given["fu_self_draw_after_kong"]
    han_fu.has_norths = given["has_norths"]
    han_fu.any_first_tile = given["any_first_tile"]
    han_fu.ranks_add_up = given["ranks_add_up"]
    for i in range(4):
        # ron; the dealer is paid half as much again
        han_fu.large_share[i] = 2 if i & 1 else 6 if i & 2 else 4
        han_fu.n_large[i] = table.players - 1 if i == 3 else 1
        han_fu.n_small[i] = table.players - 2 if i == 1 else 0
    han_fu.tsumo_share = TSUMO_SHARES[given["tsumo_share"]]
    return 0


cdef int fill_row(Lattice lattice, int number, list rows) except -1:
    cdef dict row = rows[number]
    cdef RuleTable *table = lattice.table
    cdef Bits *feature
    cdef bytes column
    cdef const uint8_t *bits
    cdef int i, size, relation
    for name, indices in row["columns"].items():
        size = FEATURE_SIZES[name]
        feature = feature_table(table, name)
        column = indices.to_bytes((size + 7) // 8, "little")
        bits = column
        for i in range(size):
            if not bits[i >> 3] >> (i & 7) & 1:
                bits_clear(&feature[i], number)
    table.column[number] = row["column"]
    if number < table.n_columns and row["column"] != number:
        raise RuleError(f"{row['id']}: the first rows are the public fans in their order")
    table.row_value[number] = row["value"]
    if row["group"]:
        bits_set(&table.grouped, number)
    if row["acc"] == "flower" and row["counter"] is None:
        bits_set(&table.flower_rows, number)
    lattice.evidence[number] = EVIDENCE_NAMES.index(row["evidence"])
    lattice.kinds[number] = row["kinds"]
    lattice.rank[number] = row["rank"]
    for target in row["covers"]:
        if not number < target < table.n_rows:
            raise RuleError(f"{row['id']} covers a row that is not later in the order")
        if number >= MAX_COVERING:
            raise RuleError(f"{row['id']}: the native table has room for {MAX_COVERING} rows that cover others")
        bits_set(&table.cover[number], target)
        table.covering |= <uint64_t>1 << number
    if row["relation"] is not None:
        relation = RELATION_NAMES.index(row["relation"])
        if table.relation_row[relation] >= 0:
            raise RuleError(f"{row['id']}: the relation {row['relation']} has a row already")
        table.relates = True
        table.relation_row[relation] = number
        table.relation_value[relation] = row["value"]
    if row["counter"] is not None and row["acc"] != "bonus":
        if table.n_lanes == MAX_LANES:
            raise RuleError(f"{row['id']}: the native table has room for {MAX_LANES} counted rows")
        table.lane[table.n_lanes].row = number
        table.lane[table.n_lanes].counter = COUNTER_NAMES.index(row["counter"])
        table.lane[table.n_lanes].is_flower = row["acc"] == "flower"
        table.more_counters |= table.lane[table.n_lanes].counter >= COUNT_DRAGON_PUNGS
        table.relates |= table.lane[table.n_lanes].counter in (COUNT_TERMINAL_PUNGS, COUNT_GUEST_WIND_PUNGS)
        if row["acc"] == "flower":
            table.flower_value = row["value"]
        else:
            table.lane[table.n_lanes].points = row["value"]
            table.repeating |= <uint64_t>0x80 << (8 * table.lane[table.n_lanes].counter)
        for i in range(128):
            if not i >> table.lane[table.n_lanes].counter & 1:
                bits_clear(&table.feature_counters[i], number)
        table.n_lanes += 1
    if row["fallback_ignores"] is not None:
        if table.fallback_row >= 0:
            raise RuleError(f"{row['id']}: there is a fallback already")
        table.fallback_row = number
        table.fallback_value = row["value"]
        table.fallback_points = 0
        for target in row["fallback_ignores"]:
            bits_set(&table.fallback_ignores, target)
            if rows[target]["acc"] == "points":
                # an ignored row has points of its own: the rows themselves must always be looked at
                table.fallback_points = MOST_POINTS
        # it is no pattern: nothing detects it
        for name, size in FEATURE_SIZES.items():
            feature = feature_table(table, name)
            for i in range(<int>size):
                bits_clear(&feature[i], number)
    return 0


cdef int fill_reductions(Lattice lattice, int number, dict row) except -1:
    cdef RuleTable *table = lattice.table
    cdef int i
    for target, times in row["reduces"]:
        if table.n_reductions == MAX_REDUCTIONS:
            raise RuleError(f"{row['id']}: the native table has room for {MAX_REDUCTIONS} reductions")
        for i in range(table.n_lanes):
            if table.lane[i].row == target:
                table.reduction[table.n_reductions].lane = i
        table.reduction[table.n_reductions].row = number
        table.reduction[table.n_reductions].times = times
        table.n_reductions += 1
        bits_set(&table.reducing, number)
    return 0


cdef int fill_places(Lattice lattice) except -1:
    """Where the counts of the counted rows go in a batch."""
    cdef RuleTable *table = lattice.table
    cdef int i, row
    for i in range(table.n_columns, table.n_rows):
        table.further_shift[i - table.n_columns] = 63
    for i in range(table.n_lanes):
        row = table.lane[i].row
        if row >= table.n_columns:
            table.further_shift[row - table.n_columns] = 8 * table.lane[i].counter
        else:
            table.multiplied[table.n_multiplied].row = row
            table.multiplied[table.n_multiplied].shift = 8 * table.lane[i].counter
            table.n_multiplied += 1
    return 0


cdef int32_t added_value(const RuleTable *table, int row, int32_t value) noexcept nogil:
    """What a row adds to the sum of values: yakuman in the high byte; nothing where it counts in another way. In
    products of powers of two the exponent."""
    if table.doubles:
        return first_bit(<uint64_t>value) if value else 0
    if table.finish != FINISH_HAN_FU:
        return 0 if bits_has(table.flower_rows, row) else value
    if bonus_of_row(&table.han_fu, row) >= 0:
        return 0
    if bits_has(table.han_fu.alternative, row):
        return 0
    return value << 8 if bits_has(table.han_fu.yakuman, row) else value


cdef int fill_values(Lattice lattice) except -1:
    cdef RuleTable *table = lattice.table
    cdef int byte, value, i, row
    cdef bint points
    for byte in range(16):
        for value in range(256):
            for i in range(8):
                row = 8 * byte + i
                points = row < table.n_rows and row != table.fallback_row
                if value >> i & 1 and points:
                    table.value[byte][value] += added_value(table, row, table.row_value[row])
                    table.han_fu.open_value[byte][value] += added_value(table, row, table.han_fu.open_row_value[row])
    for i in range(table.n_lanes):
        if table.lane[i].is_flower:
            row = table.lane[i].row
            for value in range(256):
                if value >> (row & 7) & 1:
                    table.value[row >> 3][value] -= table.row_value[row]
    return 0


cdef inline void note_difference(Bits *noted, Bits a, Bits b) noexcept nogil:
    noted.low |= a.low ^ b.low
    noted.high |= a.high ^ b.high


cdef int close_waits(Lattice lattice) except -1:
    """Notes the roles for which the number of waits makes a difference, and the rows that depend on a role or on
    how many pungs are concealed."""
    cdef RuleTable *table = lattice.table
    cdef Bits by_chows, by_gaps
    cdef int roles, waits, sets, facts
    by_chows.low = by_chows.high = by_gaps.low = by_gaps.high = 0
    for roles in range(5):
        for waits in range(4):
            note_difference(&table.by_role, table.feature_role[1 << roles | waits << 5], table.feature_role[1])
    for facts in range(<int>FEATURE_SIZES["special"]):
        note_difference(&by_chows, table.feature_special[facts], table.feature_special[
            facts & ~(SPECIAL_PURE_TERMINAL_CHOWS | SPECIAL_THREE_SUITED_TERMINAL_CHOWS)])
        note_difference(&by_gaps, table.feature_special[facts], table.feature_special[facts & ~SPECIAL_UNCONNECTED])
    table.terminal_chows = by_chows.low | by_chows.high != 0
    table.relates |= table.terminal_chows
    table.unconnected_wins = by_gaps.low | by_gaps.high != 0
    for sets in range(216):
        if sets % 6:
            note_difference(&table.by_concealed, table.feature_sets[sets], table.feature_sets[sets - 1])
    for roles in range(32):
        for waits in range(1, 4):
            table.role_waits[roles] |= (
                table.feature_role[roles].low != table.feature_role[roles | waits << 5].low
                or table.feature_role[roles].high != table.feature_role[roles | waits << 5].high)
    return 0
