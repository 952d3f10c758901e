"""What a HandEngine is made of, read from Python objects."""
from cpython.number cimport PyIndex_Check, PyNumber_Index
from cpython.unicode cimport PyUnicode_Check
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from mjcore.hand.capped cimport pair_options
from mjcore.hand.counts cimport whole
from mjcore.hand.distances cimport all_kinds_exist
from mjcore.hand.engine cimport make_rules
from mjcore.hand.forms cimport FORMS
from mjcore.hand.kinds cimport ALL_KINDS, EMPEROR, JOKER, KINDS, MAX_SETS, RED_BIT
from mjcore.hand.narrow cimport ALL_LEAVES, LEAVES, MAX_NARROW, narrow_check
from mjcore.hand.questions cimport NOT_WILD, EngineData, yes_or_no
from mjcore.hand.text cimport load_tile, several, tile_text

from mjcore.errors import RuleError, brief
from mjcore.hand.decompose import FORM_NAMES as _FORM_NAMES
from mjcore.hand.text import parse_tiles

# The kinds of the leaves, in the order of narrow.pxd.
cdef uint64_t leaf_kinds[5]
leaf_kinds[:] = [0x1FF, 0x1FF << 9, 0x1FF << 18, 0xF << 27, 0x7 << 31]


cdef uint32_t forms_mask(object forms) except 0:
    cdef uint32_t mask = 0
    for name in (forms,) if PyUnicode_Check(forms) else several(forms):
        if not PyUnicode_Check(name) or name not in _FORM_NAMES[:FORMS - 1]:
            raise RuleError(f"form {brief(name)}: expected one of {', '.join(_FORM_NAMES[:FORMS - 1])}")
        mask |= <uint32_t>1 << <int>_FORM_NAMES.index(name)
    if not mask:
        raise RuleError(f"no forms given; there are {', '.join(_FORM_NAMES[:FORMS - 1])}")
    return mask


cdef object as_number(object source):
    """An int; -1 for what is none."""
    if PyIndex_Check(source) and not isinstance(source, bool) and getattr(source, "ndim", 0) == 0:
        return PyNumber_Index(source)
    return -1


cdef int sets_of(object sets) except -1:
    number = 0 if sets is None else as_number(sets)
    if not 1 <= number <= MAX_SETS and sets is not None:
        raise RuleError(f"sets={brief(sets)}: expected 1 to {MAX_SETS}, or None for hands of any size")
    return number


cdef int suits_of(object most_suits) except -1:
    number = as_number(most_suits)
    if not 1 <= number <= 3:
        raise RuleError(f"most_suits={brief(most_suits)}: expected 1, 2 or 3")
    return number


cdef int leaves_of(uint64_t kinds, uint64_t exists) except -1:
    """The leaves of the kinds that a wild tile stands for; 0 if they are no such union."""
    cdef int leaf, mask = 0
    if kinds == exists:
        return ALL_LEAVES
    for leaf in range(LEAVES):
        if kinds & leaf_kinds[leaf]:
            if kinds & leaf_kinds[leaf] != exists & leaf_kinds[leaf]:
                return 0
            mask |= 1 << leaf
    return mask


cdef dict read_wild(object wild, uint64_t exists):
    """Kind of a wild tile -> mask of what it stands for."""
    cdef int kind
    cdef uint64_t kinds
    found = {}
    if wild is None:
        wild = {kind: None for kind in (JOKER, *range(EMPEROR, ALL_KINDS))}
    if not hasattr(wild, "items"):
        raise RuleError(f"wild: a mapping of wild tiles to kinds expected; got {type(wild).__name__}")
    for tile, source in wild.items():
        kind = load_tile(tile) & ~RED_BIT
        if kind < KINDS:
            raise RuleError(f"wild: {tile_text(kind)} is a tile of its own; take such tiles out of the hand and "
                            "give their number as jokers=")
        kinds = exists if source is None else kinds_mask(source, f"wild tile {tile_text(kind)}") & exists
        if not kinds:
            raise RuleError(f"wild: {tile_text(kind)} stands for no kind that is in play")
        found[kind] = kinds
    return found


cdef int set_wild(EngineData *engine, dict wild) except -1:
    """Fills in `narrow`, `wild` and `joker`."""
    cdef int leaves, entry, kind
    cdef uint64_t exists = engine.rules.exists
    masks = {ALL_LEAVES}
    found = {}
    for kind, kinds in wild.items():
        leaves = leaves_of(kinds, exists)
        if not leaves:
            raise RuleError(f"wild: {tile_text(kind)} stands for {kinds_text(kinds)}; a wild tile stands for all the "
                            "characters, dots, bamboo, winds or dragons in play, or several of these together")
        masks.add(leaves)
        found[kind] = leaves
    if len(masks) <= MAX_NARROW:
        for leaves in masks:
            engine.narrow.leaves[engine.narrow.n] = leaves
            engine.narrow.n += 1
    if len(masks) > MAX_NARROW or not narrow_check(&engine.narrow):
        raise RuleError("wild: of two wild tiles one must stand for all that the other does, or they have nothing "
                        "in common")
    memset(engine.wild, NOT_WILD, sizeof(engine.wild))
    for kind, leaves in found.items():
        for entry in range(engine.narrow.n):
            if engine.narrow.leaves[entry] == leaves:
                engine.wild[kind] = entry
    # jokers given as a number are shown as the plain joker, or as another tile that can stand for any kind
    engine.joker = NOT_WILD
    for kind in (JOKER, *sorted(found)):
        if found.get(kind, ALL_LEAVES) == ALL_LEAVES and engine.joker == NOT_WILD:
            engine.joker = kind
    return 0


cdef dict make_engine(EngineData *out, object forms, object tiles, object sets, object quad_pairs, object fifth_waits,
                      object strict, object wild, object most_suits, object pairs_with):
    cdef uint32_t mask = forms_mask(forms)
    cdef uint64_t exists = all_kinds_exist() if tiles is None else kinds_mask(tiles, "tiles")
    mask |= pair_options(yes_or_no(quad_pairs, "quad_pairs", RuleError), pairs_with, RuleError)
    stands_for = read_wild(wild, exists)
    make_rules(exists, mask, sets_of(sets), suits_of(most_suits), yes_or_no(fifth_waits, "fifth_waits", RuleError),
               yes_or_no(strict, "strict", RuleError), &out.rules)
    set_wild(out, stands_for)
    return stands_for


# Sets of kinds

cdef uint64_t kinds_mask(object source, str name) except? 0:
    cdef uint64_t mask = 0
    cdef int kind
    if not PyUnicode_Check(source) and PyIndex_Check(source) and not isinstance(source, bool):
        value = whole(source, name)
        if not 0 < value <= all_kinds_exist():
            raise RuleError(f"{name}: a mask of kinds has some of the bits 0 to {KINDS - 1}, not {value:#x}")
        return value
    if not PyUnicode_Check(source):
        raise RuleError(f"{name}: a text of tiles or a mask of kinds expected; got {type(source).__name__}")
    for tile in parse_tiles(source):
        kind = tile.kind
        if kind >= KINDS:
            raise RuleError(f"{name}: {tile} can not be part of a set")
        mask |= <uint64_t>1 << kind
    if not mask:
        raise RuleError(f"{name}: no kinds given")
    return mask


cdef str kinds_text(uint64_t kinds):
    cdef int suit, rank
    text = ""
    for suit in range(4):
        digits = "".join([str(rank + 1) for rank in range(9) if kinds >> (9 * suit + rank) & 1])
        if digits:
            text += digits + "mpsz"[suit]
    return text
