"""The wild tiles of a hand: jokers for every kind or for some, and tiles of a kind that was turned up."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.bits cimport count_bits, first_bit
from mjcore.hand.forms cimport (
    FIRST_PUNG, KNITTED_STRAIGHT, PAIRS_AND_SET, SEVEN_PAIRS, WIN_NARROW, Reading, WildTiles, body_kinds,
    knitted_pattern,
)
from mjcore.hand.handdata cimport HandData
from mjcore.hand.kinds cimport ALL_KINDS, EMPEROR, FRAME, JOKER, KINDS, RED_BIT, SUIT_KINDS, meld_jokers
from mjcore.hand.narrow cimport ALL_LEAVES, MAX_NARROW
from mjcore.hand.text cimport load_tile, tile_text

from mjcore.errors import HandError
from mjcore.hand.text import parse_tiles


# Counting and checking

cdef int count_narrow(const WildTiles *wild) noexcept nogil:
    cdef int i, total = 0
    for i in range(wild.narrow.n):
        total += wild.narrow.count[i]
    return total


cdef int count_jokers(const WildTiles *wild) noexcept nogil:
    return wild.universal + count_narrow(wild)


cdef bint crossing(uint64_t a, uint64_t b) noexcept nogil:
    return a & b != 0 and a & ~b != 0 and b & ~a != 0


cdef int check_wild(const WildTiles *wild) noexcept nogil:
    cdef int i, k, faces = 0
    cdef uint8_t leaves
    if not 0 <= wild.narrow.n <= MAX_NARROW:
        return WILD_ENTRIES
    for i in range(wild.narrow.n):
        leaves = wild.narrow.leaves[i]
        if leaves == 0 or leaves > ALL_LEAVES:
            return WILD_ENTRIES
        if i and count_bits(leaves) < count_bits(wild.narrow.leaves[i - 1]):
            return WILD_ORDER
    for i in range(wild.narrow.n):
        for k in range(i):
            if crossing(wild.narrow.leaves[i], wild.narrow.leaves[k]):
                return WILD_CROSSING
        if wild.universal and crossing(kinds_of_leaves(wild.narrow.leaves[i]), universal_kinds(wild)):
            return WILD_CROSSING
    for i in range(KINDS):
        faces += wild.faces[i]
        if wild.faces[i] and count_narrow(wild) and not universal_kinds(wild) >> i & 1:
            return WILD_FACE_KINDS
    return WILD_FACES if faces > wild.universal else WILD_OK


cdef void add_node(Types *types, uint64_t kinds) noexcept nogil:
    cdef int i
    for i in range(types.nodes):
        if types.kinds[i] == kinds:
            return
    # every missing tile is one of all kinds
    if kinds != every_kind() and types.nodes < NODES:
        types.kinds[types.nodes] = kinds
        types.nodes += 1


cdef void set_types(const WildTiles *wild, Types *types) noexcept nogil:
    """`needs` and the rest of the family; without narrow jokers it has no nodes, and `any` says it all."""
    cdef uint64_t kinds, need
    cdef int i, k
    memset(types, 0, sizeof(Types))
    if wild.universal:
        types.any = universal_kinds(wild)
    if count_narrow(wild) == 0:
        return
    for i in range(wild.narrow.n):
        if wild.narrow.count[i]:
            kinds = kinds_of_leaves(wild.narrow.leaves[i])
            types.any |= kinds
            add_node(types, kinds)
    if wild.universal:
        add_node(types, universal_kinds(wild))
    for k in range(types.nodes):
        need = 0
        for i in range(wild.narrow.n):
            if kinds_of_leaves(wild.narrow.leaves[i]) & ~types.kinds[k] == 0:
                need += wild.narrow.count[i]
        if universal_kinds(wild) & ~types.kinds[k] == 0:
            need += wild.universal
        types.needs |= need << (NODE_BITS * k)
        types.guards |= <uint64_t>1 << (NODE_BITS * k + NODE_BITS - 1)
        kinds = types.kinds[k]
        while kinds:
            types.unit[first_bit(kinds)] |= <uint64_t>1 << (NODE_BITS * k)
            kinds &= kinds - 1


cdef uint64_t needs_of(const Types *types, uint64_t kinds) noexcept nogil:
    cdef uint64_t needs = 0
    cdef int k
    for k in range(types.nodes):
        if kinds & ~types.kinds[k] == 0:
            needs |= <uint64_t>1 << (NODE_BITS * k)
    return needs


cdef void reading_tiles(const Reading *reading, uint8_t *out) noexcept nogil:
    cdef int i, set_id, kind, each = 1
    cdef uint64_t body = body_kinds(reading)
    memset(out, 0, KINDS)
    for i in range(reading.n_concealed):
        set_id = reading.sets[i]
        if set_id >= FIRST_PUNG:
            out[set_id - FIRST_PUNG] += 3
        else:
            kind = 9 * (set_id // 7) + set_id % 7
            out[kind] += 1
            out[kind + 1] += 1
            out[kind + 2] += 1
    if reading.pair < KINDS:
        out[reading.pair] += 2
    if reading.form == KNITTED_STRAIGHT and reading.pattern < 6:
        for kind in range(SUIT_KINDS):
            out[kind] += knitted_pattern(reading.pattern) >> kind & 1
    if reading.form == SEVEN_PAIRS or reading.form == PAIRS_AND_SET:
        each = 2
    if body:
        for kind in range(KINDS):
            out[kind] += each * (body >> kind & 1)
        for i in range(1, 5):
            if 0 < reading.sets[i] <= KINDS:
                out[reading.sets[i] - 1] += each


cdef int find_acting(const Reading *reading, const uint8_t *counts, const WildTiles *wild, const Types *types,
                     Acting *out) noexcept nogil:
    cdef uint8_t tiles[KINDS]
    cdef uint64_t one = needs_of(types, universal_kinds(wild))
    cdef int kind, total = 0
    reading_tiles(reading, tiles)
    memset(out, 0, sizeof(Acting))
    out.needs = types.needs
    for kind in range(KINDS):
        if tiles[kind] > counts[kind]:
            out.acting[kind] = tiles[kind] - counts[kind]
            total += out.acting[kind]
            out.counters += types.unit[kind] * out.acting[kind]
    for kind in range(KINDS if wild.natural else 0):
        # those that act must still be able to stand for the rest
        while (out.standing[kind] < wild.faces[kind] and out.acting[kind]
               and served(types, out.counters - types.unit[kind], out.needs - one)):
            out.counters -= types.unit[kind]
            out.needs -= one
            out.acting[kind] -= 1
            out.standing[kind] += 1
            total -= 1
    return total


cdef int joker_kinds(const Reading *reading, const uint8_t *counts, const WildTiles *wild,
                     uint8_t *out) noexcept nogil:
    cdef Types types
    cdef Acting acting
    cdef int total
    set_types(wild, &types)
    total = find_acting(reading, counts, wild, &types, &acting)
    memcpy(out, acting.acting, KINDS)
    return total


# From Python

cdef uint64_t load_kinds(object source, str what) except 0:
    """The mask of the kinds of several tiles."""
    cdef uint64_t mask = 0
    cdef int kind
    for tile in parse_tiles(source):
        kind = tile.kind
        if kind >= KINDS:
            raise HandError(f"{what}: {tile} can not be meant; characters, dots, bamboo, winds or dragons expected")
        mask |= <uint64_t>1 << kind
    if mask == 0:
        raise HandError(f"{what}: at least one tile expected")
    return mask


cdef dict load_jokers(object jokers):
    """Kind of joker -> mask of the kinds it stands for. The frames are missing unless the caller names theirs."""
    cdef int kind
    masks = {kind: every_kind() for kind in range(JOKER, ALL_KINDS) if not FRAME <= kind < EMPEROR}
    if jokers is not None:
        if not hasattr(jokers, "items"):
            raise HandError(f"jokers: a dict such as {{'he': '1234567z'}} expected; got {type(jokers).__name__}")
        for name, tiles in jokers.items():
            kind = load_tile(f"{{{name}}}" if isinstance(name, str) and name.isalpha() else name) & ~RED_BIT
            if kind < JOKER:
                raise HandError(f"jokers: {tile_text(kind)} is no joker")
            masks[kind] = load_kinds(tiles, f"jokers: {tile_text(kind)}")
    return masks


cdef int leaves_of(uint64_t mask, int kind) except 0:
    """The leaves that make up the mask of a joker."""
    cdef uint32_t leaves
    for leaves in range(1, ALL_LEAVES + 1):
        if kinds_of_leaves(leaves) == mask:
            return leaves
    raise HandError(f"jokers: {tile_text(kind)} stands for part of a suit, the winds or the dragons; "
                    "one or several of them as a whole expected")


cdef int add_jokers(WildTiles *out, int leaves, int count) except -1:
    """Keeps the entries in order, equal masks in one."""
    cdef int i = 0, k
    while i < out.narrow.n and out.narrow.leaves[i] != leaves:
        i += 1
    if i == MAX_NARROW:
        raise HandError(f"jokers for more than {MAX_NARROW} different sets of kinds")
    if i == out.narrow.n:
        i = 0
        while i < out.narrow.n and count_bits(out.narrow.leaves[i]) <= count_bits(leaves):
            i += 1
        for k in range(out.narrow.n, i, -1):
            out.narrow.leaves[k] = out.narrow.leaves[k - 1]
            out.narrow.count[k] = out.narrow.count[k - 1]
        out.narrow.leaves[i] = leaves
        out.narrow.count[i] = 0
        out.narrow.n += 1
    out.narrow.count[i] += count
    return 0


cdef int load_wild(HandData *data, object jokers, object wild, object universal, int *win,
                   WildTiles *out) except -1:
    cdef int kind, i, leaves, winner = 0
    cdef uint64_t faces
    cdef bint found = wild is not None
    cdef dict masks
    for i in range(data.n_melds):
        found |= meld_jokers(data.melds[i]) != 0
    for kind in range(JOKER, ALL_KINDS):
        found |= data.counts[kind] != 0
    if not found and jokers is None and universal is None:
        return False
    masks = load_jokers(jokers)
    faces = 0 if wild is None else load_kinds(wild, "wild")
    if universal is not None:
        out.kinds = load_kinds(universal, "universal")
    for kind in range(KINDS):
        if faces >> kind & 1:
            out.faces[kind] = data.counts[kind]
            out.universal += data.counts[kind]
            data.counts[kind] = 0
    for kind in range(JOKER, ALL_KINDS):
        if data.counts[kind] == 0:
            continue
        if kind not in masks:
            name = tile_text(kind)
            raise HandError(f"the hand holds {name}: say what it stands for, such as "
                            f"jokers={{'{name[1:-1]}': '1234567z'}}")
        if masks[kind] == every_kind():
            out.universal += data.counts[kind]
            if kind == win[0]:
                win[0] = JOKER
        else:
            leaves = leaves_of(masks[kind], kind)
            add_jokers(out, leaves, data.counts[kind])
            if kind == win[0]:
                winner = leaves
        data.counts[kind] = 0
    for i in range(out.narrow.n):
        if winner and out.narrow.leaves[i] == winner:
            win[0] = WIN_NARROW + i
    i = check_wild(out)
    if i == WILD_CROSSING:
        raise HandError("jokers: what two of them stand for overlaps, and neither stands for all of the other's; "
                        "nested or separate kinds expected")
    if i == WILD_FACE_KINDS:
        raise HandError("universal: the kinds of `wild` must be among them if there are jokers for some kinds only")
    return found
