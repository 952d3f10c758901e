"""A rule set as the table reads it: flags and numbers, compiled once.

A rule set says what it has as a dictionary of plain values (`RuleSet.make_table`), under the names of the fields of
`FlowData` and `Pay` in flow.pxd; what it does not name is off. Here they are checked and written into one flat struct.
"""
cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memset

from mjcore.fans.lattice cimport Lattice
from mjcore.fans.wins cimport GENERAL_CIRCUMSTANCES
from mjcore.hand.kinds cimport FLOWER, KINDS, RED_BIT
from mjcore.hand.queries cimport HandEngine
from mjcore.table.actions cimport (
    ABORT, CHOW, DISCARD_HELD, DISCARD_RED, EXTRACT, KONG, KONG_OF, NUMBER, PASS, PUNG, PUNG_RED, READY, VOID, WIN,
)

from mjcore.errors import RuleError
from mjcore.hand.queries import HandEngine as _HandEngine
from mjcore.hand.text import parse_tiles

# texts of fields that are one of several; their numbers are the places
CHOICES = {
    "kong_draw": ("front", "back", "dead", "die"),
    "flower_rounds": ("none", "by_round", "until_clean"),
    "direction": ("cw", "ccw", "across", "random", "dice"),
    "multi": ("nearest", "all", "all_abort3"),
    "ready": ("none", "riichi", "show", "listen"),
    "frozen_kong": ("never", "keep_waits", "drawn_keep_waits", "drawn_keep_shape"),
    "course": ("single", "blood", "river"),
    "kuikae": ("none", "same", "both"),
    "kan_dora": ("ankan_at_once", "all_at_once", "after_discard"),
    "first_discard": ("none", "any", "dealer"),
    # of payments
    "family": ("base", "multiples", "dealer", "units", "product", "riichi"),
    "chain": ("none", "power", "flat"),
    "kong_discard": ("none", "refund", "transfer_this", "transfer_all"),
    "horse": ("none", "shown_self", "self"),
    "draw": ("nothing", "noten", "checks", "worth"),
    "tsumo_share": ("loss", "north_bisection", "flat"),
    "nagashi": ("none", "mangan", "win"),
}
ABORTS = ("nine_kinds", "four_winds", "four_riichi", "four_kongs")
PAO = ("daisangen", "daisuushii", "suukantsu", "rinshan")
cdef enum:
    MOST_TILES = 184
    MOST_AMOUNT = 1 << 30
    MOST_PLAYERS = 10
    UNIT_PLACES = 64


cdef class _Fields:
    """The values of a dictionary, each taken once."""
    cdef dict left
    cdef str where

    def __init__(self, values, where):
        self.left = dict(values)
        self.where = where

    cdef int number(self, str name, int default=0, int least=0, int most=MOST_AMOUNT) except? -1:
        value = self.left.pop(name, default)
        if name in CHOICES and isinstance(value, str):
            if value not in CHOICES[name]:
                raise RuleError(f"{self.where}: {name} is {value!r}, expected one of {', '.join(CHOICES[name])}")
            return CHOICES[name].index(value)
        if not isinstance(value, int) or not least <= value <= most:
            raise RuleError(f"{self.where}: {name} is {value!r}, expected {least}..{most}")
        return value

    cdef bint yes(self, str name, bint default=False) except? -1:
        value = self.left.pop(name, default)
        if not isinstance(value, bool):
            raise RuleError(f"{self.where}: {name} is {value!r}, expected True or False")
        return value

    cdef int bits(self, str name, tuple known) except? -1:
        cdef int found = 0
        for value in self.left.pop(name, ()):
            if value not in known:
                raise RuleError(f"{self.where}: {name} has {value!r}, expected some of {', '.join(known)}")
            found |= 1 << known.index(value)
        return found

    cdef int finish(self) except -1:
        if self.left:
            raise RuleError(f"{self.where}: the table knows nothing of {', '.join(sorted(self.left))}")
        return 0


cdef int fill_tiles(FlowData *data, rules, reds) except -1:
    """The tiles in their canonical order: kinds ascending, red fives first of their kind."""
    cdef int n = 0, i, kind, copies
    found = {}
    for copies, text in rules.tiles.items():
        for tile in parse_tiles(text):
            found[tile.kind] = copies
    if sum(found.values()) > MOST_TILES:
        raise RuleError(f"{rules.id}: {sum(found.values())} tiles, expected {MOST_TILES} at most")
    for kind, copies in sorted(found.items()):
        for i in range(copies):
            data.tiles[n] = kind
            if kind < 27 and kind % 9 == 4 and i < reds[kind // 9]:
                data.tiles[n] |= RED_BIT
            n += 1
        if FLOWER <= kind < FLOWER + 8:
            data.flowers |= <uint64_t>1 << kind
        elif kind >= KINDS:
            raise RuleError(f"{rules.id}: the table has no tiles of kind {kind}")
    data.n_tiles = n
    if data.players * data.hand + 1 + data.reserve + data.dead > n:
        raise RuleError(f"{rules.id}: {n} tiles are too few for {data.players} hands of {data.hand}")
    return 0


cdef int fill_pay(Pay *pay, _Fields fields, rules, Lattice lattice) except -1:
    cdef int i
    pay.family = fields.number("family")
    pay.base = fields.number("base")
    pay.unit = fields.number("unit")
    units = rules.units
    if len(units) > UNIT_PLACES:
        raise RuleError(f"{rules.id}: units for totals up to {len(units) - 1}, expected {UNIT_PLACES - 1} at most")
    pay.n_units = len(units)
    for i in range(pay.n_units):
        pay.units[i] = units[i]
    pay.cap = fields.number("cap", -1, -1)
    shares = fields.left.pop("shares", (0, 0, 0))
    for i in range(3):
        pay.shares[i] = shares[i]
    pay.scale_over = fields.number("scale_over", 1, 1)
    pay.scale_under = fields.number("scale_under", 1, 1)
    pay.fourth_meld_liable = fields.yes("fourth_meld_liable")
    pay.dealer_points = fields.number("dealer_points")
    pay.streak_points = fields.number("streak_points")
    pay.extra = fields.number("extra", 0, -1)
    pay.giver_pays = fields.yes("giver_pays")
    factors = fields.left.pop("factors", (1, 1, 1, 1))
    for i in range(4):
        pay.factors[i] = factors[i]
    pay.horse = fields.number("horse")
    pay.liable_discard = fields.yes("liable_discard")
    kong = fields.left.pop("kong", None)
    pay.kongs_paid = kong is not None
    if kong is not None:
        # exposed, added, concealed
        for i in range(3):
            pay.kong[3 + i] = kong[i]
    pay.kong_fresh = fields.yes("kong_fresh")
    pay.chain = fields.number("chain")
    pay.kong_discard = fields.number("kong_discard")
    pay.rest_to_first = fields.yes("rest_to_first")
    pay.draw = fields.number("draw")
    pay.refund_not_ready = fields.yes("refund_not_ready")
    pay.refund_flat = fields.yes("refund_flat")
    pay.pig_points = fields.number("pig_points")
    pay.pig_not_ready = fields.yes("pig_not_ready")
    pay.pig_fine = fields.number("pig_fine")
    pay.all_ready_factor = fields.number("all_ready_factor")
    pay.tsumo_share = fields.number("tsumo_share")
    pay.pao = fields.bits("pao", PAO)
    rows = lattice.rows
    for i in range(3):
        pay.pao_rows[i] = rows.index(PAO[i]) if PAO[i] in rows else -1
    pay.pao_whole = fields.yes("pao_whole")
    pay.nagashi = fields.number("nagashi")
    pay.fifth_tile_ready = fields.yes("fifth_tile_ready")
    return fields.finish()


cdef int fill_flow(Flow flow, FlowData *data, _Fields fields, rules) except -1:
    cdef int kind
    data.players = rules.players
    data.sets = rules.sets
    data.hand = 3 * rules.sets + 1
    data.reserve = fields.number("reserve")
    data.reserve_kong = fields.number("reserve_kong")
    data.wall_limit = fields.number("wall_limit")
    data.dead = fields.number("dead")
    data.dead_draws = fields.number("dead_draws")
    data.kong_draw = fields.number("kong_draw")
    fill_tiles(data, rules, fields.left.pop("reds", (0, 0, 0)))
    data.flower_rounds = fields.number("flower_rounds")
    if data.flowers and data.flower_rounds == NO_FLOWERS:
        raise RuleError(f"{rules.id}: flowers among the tiles, but its table does not say how they are replaced")
    data.flower_win = fields.number("flower_win", 0, 0, 8)
    data.rob_flower = fields.yes("rob_flower")
    data.extract = fields.left.pop("extract", 0)
    data.rob_extract = fields.yes("rob_extract")
    wild_of = fields.left.pop("wild_of", ())
    if len(wild_of) not in (0, KINDS):
        raise RuleError(f"{rules.id}: wild_of has {len(wild_of)} masks, expected {KINDS}, by kind, or none")
    data.turns_wild = len(wild_of) > 0
    for kind in range(len(wild_of)):
        data.wild_of[kind] = wild_of[kind]
    data.piao_most = fields.number("piao_most", 0, 0, 9)
    data.exchange = fields.yes("exchange")
    data.direction = fields.number("direction")
    data.void_declared = fields.yes("void_declared")
    data.void_first = fields.yes("void_first")
    data.chow = fields.yes("chow", False)
    data.pung = fields.yes("pung", True)
    data.kong = fields.yes("kong", True)
    data.discard_wins = fields.yes("discard_wins", True)
    data.multi = fields.number("multi")
    data.last_pung = fields.yes("last_pung")
    data.last_chow = fields.yes("last_chow")
    data.kong_after_claim = fields.yes("kong_after_claim")
    data.kong_max = fields.number("kong_max", 100)
    data.hides_kongs = fields.yes("hides_kongs")
    data.rob_orphans = fields.yes("rob_orphans")
    data.ready = fields.number("ready")
    data.ready_at_deal = fields.yes("ready_at_deal")
    data.ready_points = fields.number("ready_points", -MOST_AMOUNT, -MOST_AMOUNT)
    data.ready_live = fields.number("ready_live")
    data.frozen_kong = fields.number("frozen_kong")
    data.protect_shown = fields.yes("protect_shown")
    data.furiten = fields.yes("furiten")
    data.furiten_extract = fields.yes("furiten_extract")
    data.bar_turn = fields.yes("bar_turn")
    data.missed_win = fields.yes("missed_win")
    data.course = fields.number("course")
    data.forced_last = fields.number("forced_last")
    data.forced_any = fields.yes("forced_any")
    data.abort = fields.bits("abort", ABORTS)
    data.kuikae = fields.number("kuikae")
    data.dora = fields.number("dora")
    data.kan_dora = fields.number("kan_dora")
    data.first_discard = fields.number("first_discard")
    data.last_not_after_kong = fields.yes("last_not_after_kong")
    data.chained_rob = fields.yes("chained_rob")
    data.two_han_from = fields.number("two_han_from")
    data.last_copy = fields.yes("last_copy")
    data.tells_held = fields.yes("tells_held")
    data.hides_discards = fields.yes("hides_discards")
    data.hides_winners = fields.yes("hides_winners")
    pay = fields.left.pop("pay", {})
    fields.finish()
    return fill_pay(&data.pay, _Fields(pay, f"{rules.id}, payments"), rules, flow.lattice)


cdef void allow(FlowData *data, int action) noexcept:
    data.actions[action >> 6] |= <uint64_t>1 << (action & 63)


cdef void fill_actions(FlowData *data) noexcept:
    """Every action that can ever occur under these rules."""
    cdef int kind, i, reds
    for kind in range(KINDS):
        if data.kinds >> kind & 1:
            allow(data, kind)
            allow(data, KONG_OF + kind)
    allow(data, PASS)
    allow(data, WIN)
    if data.ready:
        allow(data, READY)
    if data.abort & 1:
        allow(data, ABORT)
    if data.extract:
        allow(data, EXTRACT)
    if data.tells_held:
        allow(data, DISCARD_HELD)
    if data.chow:
        for i in range(3):
            allow(data, CHOW + i)
    if data.pung:
        allow(data, PUNG)
    if data.kong:
        allow(data, KONG)
    for i in range(data.n_tiles):
        if data.tiles[i] & RED_BIT:
            reds = (data.tiles[i] & 63) // 9
            allow(data, DISCARD_RED + reds)
            if data.pung:
                allow(data, PUNG_RED)
            if data.chow:
                for kind in range(3):
                    allow(data, 140 + kind)
    if data.void_declared:
        for i in range(3):
            allow(data, VOID + i)
    if data.piao_most > 0:
        for i in range(data.piao_most + 1):
            allow(data, NUMBER + i)


def _id_of(rules):
    """A number that is the same for equal rule sets, on every platform."""
    import hashlib

    told = [rules.id, rules.players, rules.sets, rules.minimum, *rules.forms, *map(repr, sorted(rules.tiles.items())),
            *(f"{name}={value!r}" for name, value in sorted(rules.values.items()))]
    return int.from_bytes(hashlib.sha256("\n".join(map(str, told)).encode()).digest()[:4], "little")


@cython.auto_pickle(False)
cdef class Flow:
    """A rule set, compiled for the table. Immutable; `RuleSet.flow` is made once for equal rule sets."""

    def __cinit__(self, rules):
        cdef FlowData *data = &self.data
        memset(data, 0, sizeof(FlowData))
        if rules.make_table is None:
            raise RuleError(f"{rules.id} says nothing about the course of a hand (make_table): no table plays it")
        self.rules = rules
        self.lattice = <Lattice?>rules.lattice
        self.hand_engine = <HandEngine?>rules.engine
        data.id = _id_of(rules)
        data.scorer = &self.lattice.scorer
        data.engine = &self.hand_engine.data.rules
        data.kinds = data.engine.exists
        data.strict_waits = data.engine.melds_use_up
        data.known = data.scorer.rules.known | GENERAL_CIRCUMSTANCES
        data.knows_streak = "streak" in rules.circumstances
        data.knows_chain = "kong_chain" in rules.circumstances
        fill_flow(self, data, _Fields(rules.make_table(rules.values), f"{rules.id}, table"), rules)
        data.strict_ready = data.strict_waits or (data.pay.family == PAY_RIICHI and not data.pay.fifth_tile_ready)
        if not 2 <= data.players <= MOST_PLAYERS:
            raise RuleError(f"{data.players} players, expected 2..{MOST_PLAYERS}")
        if data.rob_orphans:
            self.orphans_engine = _HandEngine("thirteen_orphans", tiles=data.kinds, sets=rules.sets)
            data.orphans = &self.orphans_engine.data.rules
        fill_actions(data)

    @property
    def id(self):
        return self.data.id

    @property
    def actions(self):
        """The sorted ids of all actions that can ever occur."""
        return tuple([action for action in range(256) if self.data.actions[action >> 6] >> (action & 63) & 1])


cdef object find_rules = None


def set_resolver(resolver):
    """Sets what finds the `RuleSet` of a name for tables; the facade does it."""
    global find_rules
    find_rules = resolver


cdef Flow flow_of(object rules):
    if type(rules) is Flow:
        return <Flow>rules
    flow = getattr(rules, "flow", None)
    if type(flow) is not Flow:
        if find_rules is None:
            raise RuleError("rule sets are found by name through mjcore.Table")
        # a name, or no rule set at all: the resolver says what was expected
        flow = find_rules(rules).flow
    return <Flow?>flow
