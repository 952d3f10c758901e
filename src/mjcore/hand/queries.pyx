"""Shanten, waits, acceptance and discards of a hand."""
cimport cython
from libc.stdint cimport uint64_t

from mjcore.hand.answers cimport ask_acceptance, ask_discards, ask_mask, ask_shanten, ask_waits, ask_win, tiles_of
from mjcore.hand.distances cimport all_kinds_exist
from mjcore.hand.engine cimport most_suits as suits_of_win
from mjcore.hand.forms cimport FORMS, PUNG_BESIDE_PAIRS, QUAD_PAIRS
from mjcore.hand.making cimport kinds_text, make_engine, read_wild
from mjcore.hand.questions cimport Question, read_hand, read_options
from mjcore.hand.text cimport tile_object, tile_text

from mjcore.errors import RuleError
from mjcore.hand.decompose import FORM_NAMES as _FORM_NAMES

# what a keyword has if it is not given, for a quick look
cdef object NO_JOKERS = 0


# Asking

cdef inline int read(HandEngine engine, object hand, object melds, object jokers, object void_suit, object strict,
                     object visible, Question *out) except -1:
    read_hand(&engine.data, hand, out)
    if not (melds is None and jokers is NO_JOKERS and void_suit is None and strict is None and visible is None):
        read_options(&engine.data, melds, jokers, void_suit, strict, visible, out)
    return 0


@cython.auto_pickle(False)
cdef class HandEngine:
    """Shanten, waits, acceptance and discards for a set of winning forms. Immutable, safe to share between threads.

    forms        names of the forms that win: "standard", "knitted_straight", "seven_pairs", "pairs_and_set",
                 "thirteen_orphans", "greater_knitted", "lesser_knitted"
    tiles        the kinds in play, as text ("19m123456789p1234567z") or a mask; None: the usual 34
    sets         sets of a full hand, melds included: 4 for hands of 13 and 14 tiles; None: hands of any size
    quad_pairs   four equal tiles are two pairs, in seven pairs and in pairs and a set
    fifth_waits  `waits` names a kind too of which the hand holds all four
    strict       what `strict` is where a question does not say
    wild         wild tile -> the kinds it stands for (text, a mask, or None for every kind). By default the plain
                 joker 0j, the emperors and the empresses stand for every kind. A kind of joker stands for all
                 characters, dots, bamboo, winds or dragons in play, or for several of these together, and two
                 kinds of jokers are nested or have nothing in common
    most_suits   the most suits that a win may have, melds included: 1, 2 or 3
    pairs_with   "pung": the set beside seven pairs is one; "any": or a chow

    RuleError if that can not be.

    The questions take a hand (`Hand`, text, or 34 counts: bytes, a buffer of integers, a list, a tuple) and

    melds      how many melds there are beside plain counts. A hand with melds of its own has no need of it;
               without any, an engine for one number of `sets` takes the missing ones for melds. Melds that are but
               a number are of suits unknown, and rule none out
    jokers     jokers for every kind beside those in the hand
    void_suit  "m", "p" or "s": a suit that may not stand in the win
    visible    34 counts of the tiles seen outside the own hand and melds: they are not among the copies left
    strict     True: copies in own melds, visible and discarded ones are gone, so that none is needed or accepted
               beyond four (a joker in a meld counts as what it stands for). False: concealed tiles alone count

    They raise HandError for a hand of a wrong size (3n + 1 or 3n + 2 tiles, at most 17; melds and tiles as the
    engine has them), five equal tiles, tiles that are neither wild nor sets are made of, and a hand for which
    none of the forms is possible; NotationError for a faulty text.

    >>> engine = HandEngine(("standard", "seven_pairs"), tiles="19m123456789p123456789s1234567z", sets=4)
    >>> engine.shanten("1188m1199p1199s11z"), engine.shanten("1199m1199p1199s1z")
    (1, 0)
    """

    def __cinit__(self, forms=("standard", "seven_pairs", "thirteen_orphans"), *, tiles=None, sets=None,
                  quad_pairs=False, fifth_waits=False, strict=False, wild=None, most_suits=3, pairs_with="any"):
        self.stands_for = make_engine(&self.data, forms, tiles, sets, quad_pairs, fifth_waits, strict, wild, most_suits,
                                      pairs_with)

    @property
    def forms(self):
        return tuple([_FORM_NAMES[form] for form in range(FORMS) if self.data.rules.forms >> form & 1])

    @property
    def tiles(self):
        return self.data.rules.exists

    @property
    def sets(self):
        return self.data.rules.sets or None

    @property
    def quad_pairs(self):
        return self.data.rules.forms & QUAD_PAIRS != 0

    @property
    def fifth_waits(self):
        return self.data.rules.fifth_waits

    @property
    def strict(self):
        return self.data.rules.melds_use_up

    @property
    def most_suits(self):
        return suits_of_win(&self.data.rules)

    @property
    def pairs_with(self):
        return "pung" if self.data.rules.forms & PUNG_BESIDE_PAIRS else "any"

    @property
    def wild(self):
        return {tile_object(kind): kinds for kind, kinds in self.stands_for.items()}

    def shanten(self, hand, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None):
        """How many tiles the hand is from being ready: -1 complete, 0 ready. An int.

        For keywords and errors see `HandEngine`.

        >>> HandEngine().shanten("123m456p789s1155z"), HandEngine().shanten("123m456p789s1155z", jokers=1)
        (0, -1)
        """
        cdef Question asked
        read(self, hand, melds, jokers, void_suit, strict, visible, &asked)
        return ask_shanten(&self.data, &asked, None)

    def waits(self, hand, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None):
        """The tiles that complete a hand of 3n + 1 tiles, a tuple of Tile; empty if it is not ready.

        Kinds of which the concealed tiles hold all four are left out unless the engine has `fifth_waits`; with
        strict=True so are those of which melds and visible tiles hold the others. HandError for 3n + 2 tiles; for
        keywords and further errors see `HandEngine`.

        >>> HandEngine().waits("123m456p789s1155z")
        (Tile('1z'), Tile('5z'))
        """
        cdef Question asked
        cdef uint64_t waits = 0
        read(self, hand, melds, jokers, void_suit, strict, visible, &asked)
        ask_waits(&self.data, &asked, None, &waits)
        return tiles_of(waits)

    def waits_mask(self, hand, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None):
        """The same as `waits`, as a mask: bit k is kind k.

        >>> bin(HandEngine().waits_mask("1112345678999m"))
        '0b111111111'
        """
        cdef Question asked
        cdef uint64_t waits = 0
        read(self, hand, melds, jokers, void_suit, strict, visible, &asked)
        ask_waits(&self.data, &asked, None, &waits)
        return waits

    def acceptance(self, hand, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None):
        """The kinds of which one more tile lowers the shanten, and how many of them are left: an `Acceptance`.

        Of 3n + 1 tiles usually; with 3n + 2, what would lower it. Left are four copies less those concealed, in own
        melds and `visible`; kinds with none left are listed too (with 0), unless strict=True takes account of that.
        A joker would lower it as well and is not listed. For keywords and errors see `HandEngine`.

        >>> HandEngine().acceptance("123m456p789s1155z", visible=[0] * 27 + [1] + [0] * 6)
        <Acceptance shanten 0: 1z*1 5z*2 (3)>
        """
        cdef Question asked
        read(self, hand, melds, jokers, void_suit, strict, visible, &asked)
        return ask_acceptance(&self.data, &asked, None)

    def acceptance_mask(self, hand, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None):
        """The kinds of `acceptance` as a mask: bit k is kind k.

        >>> HandEngine().acceptance_mask("123m456p789s1155z") == 1 << 27 | 1 << 31
        True
        """
        cdef Question asked
        cdef uint64_t accepted = 0
        read(self, hand, melds, jokers, void_suit, strict, visible, &asked)
        ask_mask(&self.data, &asked, None, &accepted)
        return accepted

    def discards(self, hand, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None, any_suit=False):
        """Every discard of a hand of 3n + 2 tiles, a tuple of `Discard`: the best shanten first, of equal ones the
        most copies, then in the order of the kinds.

        The copies left are counted as in `acceptance`; the discarded tile is gone. While tiles of the void suit are
        held, they alone are listed, unless any_suit=True. Wild tiles can be discarded too; jokers= are listed as one
        0j. HandError for 3n + 1 tiles; for keywords and further errors see `HandEngine`.

        >>> HandEngine().discards("123m456p789s11557z")[0]
        <Discard 7z shanten 0: 1z*2 5z*2 (4)>
        """
        cdef Question asked
        read(self, hand, melds, jokers, void_suit, strict, visible, &asked)
        return ask_discards(&self.data, &asked, any_suit, False, None)

    def best_discards(self, hand, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None,
                      any_suit=False):
        """The first entries of `discards`: those that share the best shanten and number of copies, a tuple.

        >>> [str(discard.tile) for discard in HandEngine().best_discards("123m456p789s11234z")]
        ['2z', '3z', '4z']
        """
        cdef Question asked
        read(self, hand, melds, jokers, void_suit, strict, visible, &asked)
        return ask_discards(&self.data, &asked, any_suit, True, None)

    def is_win(self, hand, win=None, *, melds=None, jokers=0, void_suit=None):
        """Whether the tiles make a win: 3n + 2 of them, or 3n + 1 and the winning tile. A bool.

        `win` with 3n + 2 tiles must be one of them. Whether the rules ask for more (a minimum of points) is not
        looked at. A joker is never the fifth copy of a kind, own melds included. HandError for another number of
        tiles or a fifth copy; for keywords and further errors see `HandEngine`.

        >>> HandEngine().is_win("123m456p789s1155z", "5z"), HandEngine().is_win("123m456p789s11557z")
        (True, False)
        """
        cdef Question asked
        read(self, hand, melds, jokers, void_suit, None, None, &asked)
        return ask_win(&self.data, &asked, win, None)

    def __eq__(self, other):
        if not isinstance(other, HandEngine):
            return NotImplemented
        return engine_key(self) == engine_key(<HandEngine>other)

    def __hash__(self):
        return hash(engine_key(self))

    def __reduce__(self):
        return engine_again, (self.forms, self.tiles, self.sets, self.quad_pairs, self.fifth_waits, self.strict,
                              dict(self.stands_for), self.most_suits, self.pairs_with)

    def __repr__(self):
        parts = [repr(self.forms)]
        if self.data.rules.exists != all_kinds_exist():
            parts.append(f"tiles={kinds_text(self.data.rules.exists)!r}")
        if self.data.rules.sets:
            parts.append(f"sets={self.sets}")
        for name in ("quad_pairs", "fifth_waits", "strict"):
            if getattr(self, name):
                parts.append(f"{name}=True")
        if self.stands_for != read_wild(None, self.data.rules.exists):
            wild = {tile_text(kind): kinds_text(kinds) for kind, kinds in self.stands_for.items()}
            parts.append(f"wild={wild!r}")
        if self.most_suits < 3:
            parts.append(f"most_suits={self.most_suits}")
        if self.pairs_with != "any":
            parts.append(f"pairs_with={self.pairs_with!r}")
        return f"HandEngine({', '.join(parts)})"


cdef tuple engine_key(HandEngine engine):
    return (engine.data.rules.forms, engine.data.rules.exists, engine.data.rules.sets, engine.data.rules.fifth_waits,
            engine.data.rules.melds_use_up, engine.data.rules.choices, frozenset(engine.stands_for.items()))


def engine_again(forms, tiles, sets, quad_pairs, fifth_waits, strict, wild, most_suits=3, pairs_with="any"):
    """Unpickles a HandEngine; RuleError for what can be none.

    >>> engine_again(("standard",), None, 4, False, False, False, {})
    HandEngine(('standard',), sets=4, wild={})
    """
    return HandEngine(forms, tiles=tiles, sets=sets, quad_pairs=quad_pairs, fifth_waits=fifth_waits, strict=strict,
                      wild=wild, most_suits=most_suits, pairs_with=pairs_with)


# The questions under a rule set

cdef HandEngine usual = None     # without rules
cdef dict engines = {}           # by name of a rule set
cdef object find_rules = None


def set_resolver(resolver):
    """Sets what finds the `RuleSet` of a name for `shanten` and the other questions; the facade does it.

    `resolver` takes what was given as rules= and returns something with an `engine`, or raises a RuleError.

    >>> from mjcore.rules import resolve
    >>> set_resolver(resolve)
    """
    global find_rules
    find_rules = resolver
    engines.clear()


cdef HandEngine engine_of(object rules):
    global usual
    if rules is None:
        if usual is None:
            usual = HandEngine()
        return usual
    if type(rules) is HandEngine:
        return <HandEngine>rules
    if type(rules) is str:
        engine = engines.get(rules)
        if engine is not None:
            return <HandEngine>engine
    engine = getattr(rules, "engine", None)
    if type(engine) is not HandEngine:
        if find_rules is None:
            raise RuleError("rule sets are found by name through mjcore.shanten and the other functions of mjcore")
        # a name, or no rule set at all: the resolver says what was expected
        engine = find_rules(rules).engine
        if type(rules) is str:
            engines[rules] = engine
    return <HandEngine?>engine


def shanten(hand, rules=None, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None):
    """How many tiles a hand is from being ready: -1 complete, 0 ready. An int.

    hand   a `Hand`, text ("123m456p789s1122z"), or 34 counts: bytes, a buffer of integers, a list or a tuple
    rules  whose forms and tiles count: a `RuleSet`, a name ("mcr"), "name/preset", or a `HandEngine`; None:
           standard form, seven pairs of different kinds and thirteen orphans, hands of any size
    The other keywords are explained in `HandEngine`.

    Raises HandError for a hand of a wrong size (3n + 1 or 3n + 2 tiles), with five equal tiles or without any
    possible form, NotationError for a faulty text, RuleError for unknown rules. Thread-safe.

    >>> import mjcore as mj
    >>> mj.shanten("123m456p789s1122z"), mj.shanten("147m258p369s1234z"), mj.shanten("147m258p369s1234z", "mcr")
    (0, 6, 0)
    """
    cdef Question asked
    cdef HandEngine engine = engine_of(rules)
    read(engine, hand, melds, jokers, void_suit, strict, visible, &asked)
    return ask_shanten(&engine.data, &asked, rules)


def waits(hand, rules=None, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None):
    """The tiles that complete a hand of 3n + 1 tiles, a tuple of Tile; empty if it is not ready.

    Whether a kind of which the hand holds all four is a wait is up to the rules; without rules it is none.
    Arguments and errors are those of `shanten`; HandError for 3n + 2 tiles too.

    >>> import mjcore as mj
    >>> mj.waits("1112345678999m")[:3], mj.waits("1112m"), mj.waits("1111m"), mj.waits("4z")
    ((Tile('1m'), Tile('2m'), Tile('3m')), (Tile('2m'), Tile('3m')), (), (Tile('4z'),))
    """
    cdef Question asked
    cdef uint64_t found = 0
    cdef HandEngine engine = engine_of(rules)
    read(engine, hand, melds, jokers, void_suit, strict, visible, &asked)
    ask_waits(&engine.data, &asked, rules, &found)
    return tiles_of(found)


def acceptance(hand, rules=None, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None):
    """The kinds of which one more tile lowers the shanten, and how many of them are left: an `Acceptance`.

    Kinds with no copy left are listed with 0, unless strict=True. Arguments and errors are those of `shanten`;
    more in `HandEngine.acceptance`.

    >>> import mjcore as mj
    >>> mj.acceptance("123m456p77889s22z", visible=mj.Hand("66s9s").counts)
    <Acceptance shanten 0: 6s*2 9s*2 (4)>
    """
    cdef Question asked
    cdef HandEngine engine = engine_of(rules)
    read(engine, hand, melds, jokers, void_suit, strict, visible, &asked)
    return ask_acceptance(&engine.data, &asked, rules)


def discards(hand, rules=None, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None, any_suit=False):
    """Every discard of a hand of 3n + 2 tiles, a tuple of `Discard`: the best shanten first, of equal ones the
    most copies, then in the order of the kinds.

    While tiles of the void suit are held, they alone are listed, unless any_suit=True. Arguments and errors are
    those of `shanten`; HandError for 3n + 1 tiles too. More in `HandEngine.discards`.

    >>> import mjcore as mj
    >>> for tile, shanten, accepted, copies in mj.discards("11227z"):
    ...     print(tile, shanten, accepted, copies)
    7z 0 ((Tile('1z'), 2), (Tile('2z'), 2)) 4
    1z 1 ((Tile('1z'), 2), (Tile('2z'), 2), (Tile('7z'), 3)) 7
    2z 1 ((Tile('1z'), 2), (Tile('2z'), 2), (Tile('7z'), 3)) 7
    """
    cdef Question asked
    cdef HandEngine engine = engine_of(rules)
    read(engine, hand, melds, jokers, void_suit, strict, visible, &asked)
    return ask_discards(&engine.data, &asked, any_suit, False, rules)


def best_discards(hand, rules=None, *, melds=None, jokers=0, void_suit=None, strict=None, visible=None,
                  any_suit=False):
    """The first entries of `discards`: those that share the best shanten and number of copies, a tuple.

    >>> import mjcore as mj
    >>> mj.best_discards("123m456p789s11227z")
    (<Discard 7z shanten 0: 1z*2 2z*2 (4)>,)
    """
    cdef Question asked
    cdef HandEngine engine = engine_of(rules)
    read(engine, hand, melds, jokers, void_suit, strict, visible, &asked)
    return ask_discards(&engine.data, &asked, any_suit, True, rules)


def is_win(hand, win=None, rules=None, *, melds=None, jokers=0, void_suit=None):
    """Whether the tiles make a win: 3n + 2 of them, or 3n + 1 and the winning tile. A bool.

    The cheap test before `score`: forms and tiles of the rules, not their minimum of points. A joker is never the
    fifth copy of a kind. Arguments and errors are those of `shanten`; HandError too if the winning tile is missing,
    would be a fifth copy, or is not one of 3n + 2 tiles.

    >>> import mjcore as mj
    >>> mj.is_win("123m456p789s1122z", "1z"), mj.is_win("147m258p369s12345z")
    (True, False)
    >>> mj.is_win("147m258p369s12345z", rules="mcr")
    True
    """
    cdef Question asked
    cdef HandEngine engine = engine_of(rules)
    read(engine, hand, melds, jokers, void_suit, None, None, &asked)
    return ask_win(&engine.data, &asked, win, rules)
