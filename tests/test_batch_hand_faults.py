"""Faults in batches of questions to the hand engine: which row, what is wrong, what was expected."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mjcore as mj
from hand_cases import BATCH, MORE, Hands, empty, equal, parts
from hand_recipes import normal_batch
from mjcore.hand.arrays import QUESTIONS, answer_block
from reference import distance as twin
from reference.distance import KINDS
from reference.many_hands import RIICHI

batch = mj.batch

# Faults of rows

GOOD = normal_batch(40, 14, 9)
READY = normal_batch(40, 13, 9)


def spoiled(name: str, fault: str) -> tuple[Hands, dict[str, Any], str]:
    """Rows of which the 17th and the 30th are at fault; options; what the error says."""
    hands = (READY if name == "waits" else GOOD).copy()
    options: dict[str, Any] = {}
    n = len(hands)
    bad = [17, 30]
    if fault == "five of a kind":
        hands[bad] = 0
        hands[bad, 5], hands[bad, 7] = 5, 9
        return hands, options, r"count 5 \(6m\) is 5; a count is 0 to 4"
    if fault == "255":
        hands[bad] = 255
        return hands, options, r"count 0 \(1m\) is 255; a count is 0 to 4"
    if fault == "no tiles":
        hands[bad] = 0
        return hands, options, "0 concealed tiles"
    if fault == "3n tiles":
        hands[bad] = hands[bad] * 0 + (np.arange(KINDS) < 12)
        return hands, options, "12 concealed tiles"
    if fault == "too many tiles":
        hands[bad] = np.arange(KINDS) < 19
        return hands, options, "19"
    if fault == "other size":
        hands[bad] = np.arange(KINDS) < (14 if name == "waits" else 13)
        return hands, options, "14|13"
    if fault == "too many melds":
        melds = np.zeros(n, int)
        melds[bad] = 2
        return hands, {"melds": melds}, "2 melds are more than 5 sets and a pair"
    if fault == "melds and rules":
        melds = np.zeros(n, np.uint8)
        melds[bad] = 1
        return hands, {"melds": melds, "rules": "mcr"}, "hands of 13 or 14 tiles"
    if fault == "jokers":
        jokers = np.zeros(n, int)
        jokers[bad] = 5
        return hands, {"jokers": jokers}, "1[89]"
    if fault == "used":
        used = np.zeros((n, KINDS), int)
        used[bad] = 4
        return hands, {"used": used}, "there are only 4"
    if fault == "used 255":
        used = np.zeros((n, KINDS), np.uint8)
        used[bad] = 255
        return hands, {"used": used}, "is 255"
    assert fault == "no form"
    hands[bad] = np.arange(KINDS) < (10 if name == "waits" else 11)
    return hands, {"rules": mj.HandEngine("seven_pairs")}, "no form is possible for 1[01] concealed tiles"


FAULTS = (
    "five of a kind", "255", "no tiles", "3n tiles", "too many tiles", "other size", "too many melds",
    "melds and rules", "jokers", "used", "used 255", "no form",
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", BATCH)
def test_the_row_at_fault_is_named(name: str, fault: str) -> None:
    hands, options, message = spoiled(name, fault)
    if (fault == "other size" and name in ("shanten", "acceptance")) or (
        fault == "no form" and name in ("waits", "is_win")
    ):
        # no fault: no win, and nothing to wait for
        BATCH[name](hands, **options)
        return
    rules = options.pop("rules", None)
    first = {key: value[:17] for key, value in options.items()}
    before = BATCH[name](hands[:17], rules, **first)
    for threads in (1, 3):
        out = empty(name, len(hands))
        with pytest.raises(mj.HandError, match=rf"^row 17: .*({message})") as caught:
            BATCH[name](hands, rules, threads=threads, out=out, **options)
        assert caught.value.row == 17
        # the rows before it are answered
        assert equal(tuple(part[:17] for part in parts(out)), before)
        with pytest.raises(mj.HandError, match=r"^row 0: "):
            BATCH[name](hands[17:], rules, **{key: value[17:] for key, value in options.items()})


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_the_first_row_at_fault_of_many(threads: int) -> None:
    """In whatever block it stands; all before it are written."""
    hands = np.tile(normal_batch(10_000, 14, 10), (5, 1))
    expected = batch.shanten(hands)
    for bad in ([49_999], [0, 49_999], [8_191, 8_192], [20_000, 30_000, 40_000]):
        rows, out = hands.copy(), np.full(len(hands), 77, np.int8)
        rows[bad, 3] = 200
        with pytest.raises(mj.HandError, match=rf"^row {bad[0]}: count 3 \(4m\) is 200") as caught:
            batch.shanten(rows, threads=threads, out=out)
        assert caught.value.row == bad[0]
        assert np.array_equal(out[: bad[0]], expected[: bad[0]])


@pytest.mark.parametrize(("kind", "value"), [("i1", -1), ("i2", 5), ("i4", 256), ("i8", 1 << 40), ("u8", (1 << 64) - 1),
                                             ("i8", -(1 << 63)), ("u2", 260), (">i4", 1 << 24)])
def test_counts_of_other_dtypes_are_checked(kind: str, value: int) -> None:
    """Before they are converted: 260 is not 4."""
    for name in BATCH:
        hands = (READY if name == "waits" else GOOD).astype(kind)
        hands[3, 7] = value
        for options in ({}, {"used": hands * 0}):
            with pytest.raises(mj.HandError, match=rf"row 3: hands\[3, 7\] is {value}; a count is 0 to 4") as caught:
                BATCH[name](hands, **options)
            assert caught.value.row == 3
        used = (READY * 0).astype(kind)
        used[5, 8] = value
        with pytest.raises(mj.HandError, match=rf"row 5: used\[5, 8\] is {value}; a count is 0 to 4"):
            BATCH[name](READY if name == "waits" else GOOD, used=used)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("1", "expected a suit letter"),
        ("11111m", "no more 1m"),
        ([1] * 33, "33 counts; a hand has 34"),
        ([5] + [0] * 33, r"count 0 \(1m\) is 5"),
        (None, "a hand is a Hand, text or 34 counts"),
        (5, "not int"),
        (np.zeros(34), "counts are integers"),
        ("{wan}", "no wild tile here"),
        ("1m1f", "no wild tile here"),
        ("123m", "3 concealed tiles|has 3"),
    ],
)
def test_a_hand_at_fault_is_named(hand: Any, message: str) -> None:
    for name in BATCH:
        for hands in (["11m" if name in ("discards", "is_win") else "1m", hand], [hand]):
            with pytest.raises(mj.MahjongError, match=rf"^row {len(hands) - 1}: .*({message})"):
                BATCH[name](hands)


# Faults of arguments

WRONG_HANDS: dict[str, Any] = {
    "floats": np.zeros((2, 34)),
    "not a number": np.full((2, 34), np.nan),
    "booleans": np.zeros((2, 34), bool),
    "complex": np.zeros((2, 34), complex),
    "texts": np.zeros((2, 34), "U1"),
    "objects": np.zeros((2, 34), object),
    "dates": np.zeros((2, 34), "M8[s]"),
    "records": np.zeros((2, 34), [("counts", "u1")]),
    "no dimension": np.zeros((), np.uint8),
    "one dimension": np.zeros(34, np.uint8),
    "three dimensions": np.zeros((2, 34, 1), np.uint8),
    "too narrow": np.zeros((2, 33), np.uint8),
    "too wide": np.zeros((2, 35), np.uint8),
    "rows and columns": np.zeros((34, 2), np.uint8),
    "a number": 5,
    "a Hand": mj.Hand("1m"),
    "nothing": None,
    "a type": list,
}
WRONG_NUMBERS: list[Any] = [
    -1, 18, 1 << 80, 1.0, "1", b"1", True, np.True_, [0, 1], [0.0] * 4, [None] * 4, [True] * 4, ["0"] * 4, [[0]] * 4,
    [-1, 0, 0, 0], [0, 0, 0, 200], np.zeros(4), np.zeros((4, 1), int), np.zeros(5, int), np.array(0),
    np.array([0, 0, 0, 300]), np.array([1 << 63] * 4, np.uint64), [1 << 80] * 4, object(), {}, [[0], [0, 1], [], []],
]  # fmt: skip
WRONG_VOIDS: list[Any] = [
    "", "z", "mp", 0, 5, b"m", True, ["m"], ["m", "p", "s", "z"], ["m", "p", "s", 0], "mpsm", ["m", "p", "s", ["m"]],
    object(), iter("mpsm"),
]  # fmt: skip
WRONG_COPIES: list[Any] = [
    5, "x", [[0] * 34] * 3, [[0] * 33] * 4, np.zeros((4, 34)), np.zeros((4, 34), bool), np.zeros((5, 34), int),
    np.zeros(34, int), [mj.Hand("1m")] * 4, [[0], [0, 1]], [[5] + [0] * 33] * 4, [[-1] + [0] * 33] * 4, [], object(),
]  # fmt: skip


@pytest.mark.parametrize("sort", WRONG_HANDS)
@pytest.mark.parametrize("name", BATCH)
def test_wrong_hands(name: str, sort: str) -> None:
    with pytest.raises(mj.HandError, match=r"^hands: .*expected"):
        BATCH[name](WRONG_HANDS[sort])


@pytest.mark.parametrize("value", WRONG_NUMBERS, ids=[str(n) for n in range(len(WRONG_NUMBERS))])
@pytest.mark.parametrize("keyword", ["melds", "jokers"])
def test_wrong_numbers(keyword: str, value: Any) -> None:
    for name in BATCH:
        with pytest.raises(mj.HandError, match=keyword):
            BATCH[name](GOOD[:4], **{keyword: value})


@pytest.mark.parametrize("value", WRONG_VOIDS, ids=[str(n) for n in range(len(WRONG_VOIDS))])
def test_wrong_void_suits(value: Any) -> None:
    for name in BATCH:
        with pytest.raises(mj.HandError, match="void_suit"):
            BATCH[name](GOOD[:4], void_suit=value)


@pytest.mark.parametrize("value", WRONG_COPIES, ids=[str(n) for n in range(len(WRONG_COPIES))])
def test_wrong_copies(value: Any) -> None:
    for name in BATCH:
        for keyword in ("used", "visible"):
            if keyword == "used" or name in ("acceptance", "discards"):
                with pytest.raises(mj.HandError, match=f"{keyword}|a count is 0 to 4"):
                    BATCH[name](GOOD[:4], **{keyword: value})


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**30, 2.0, "2", None, True, np.ones(2)])
def test_wrong_threads(threads: Any) -> None:
    for name in BATCH:
        with pytest.raises(mj.HandError, match="threads="):
            BATCH[name](GOOD, threads=threads)


@pytest.mark.parametrize("rules", ["", "mcr/none", "no such rules", 5, b"mcr", [], mj.HandEngine])
def test_wrong_rules(rules: Any) -> None:
    for name in BATCH:
        with pytest.raises(mj.RuleError):
            BATCH[name](GOOD, rules)


def test_options_that_hands_have_themselves() -> None:
    for name in BATCH:
        with pytest.raises(mj.HandError, match=r"^row 0: melds=0, but the hand has 1"):
            BATCH[name](["1m[555z<]"], melds=0)
        with pytest.raises(TypeError):
            BATCH[name](GOOD, joker=1)
        if name in ("acceptance", "discards"):
            with pytest.raises(mj.HandError, match="used= belongs to arrays of counts"):
                BATCH[name](["1m1p"], used=[[0] * 34], visible=[[0] * 34])
    with pytest.raises(mj.HandError, match="used= belongs to arrays of counts"):
        batch.is_win(["11m"], used=[[0] * 34])
    assert batch.shanten(["1m"], jokers=1).tolist() == [-1]
    assert batch.shanten(["1m0j0j0j"], jokers=1).tolist() == [mj.shanten("1m0j0j0j", jokers=1)]


def test_hands_are_asked_about_as_alone() -> None:
    """Their melds and jokers matter as they do in single questions."""
    narrow = mj.HandEngine(wild={"0j": "123456789m"})
    assert batch.acceptance(["11m23p[111p<]"]).copies.tolist() == [mj.acceptance("11m23p[111p<]").copies] == [5]
    assert batch.is_win(["1m0j[111m<]"]).tolist() == [False]
    assert batch.shanten(["123m456p789s1155z0j"], narrow).tolist() == [narrow.shanten("123m456p789s1155z0j")]
    with pytest.raises(mj.HandError, match=r"^row 0: 0j in the hand"):
        batch.shanten(["123m456p789s1155z0j"], mj.HandEngine(wild={}))
    found = batch.discards(["123m456p79s11z0j22z7z"])
    table = {each.tile.kind: each for each in mj.discards("123m456p79s11z0j22z7z")}
    for kind in range(34):
        each = table.get(kind)
        assert found.shanten[0, kind] == (each.shanten if each else 127)
        assert int(found.accepted[0, kind]) == (each.mask if each else 0)
        assert found.copies[0, kind] == (each.copies if each else 0)
    assert int(found.best[0]) == 1 << 33


def wrong_outs(name: str) -> dict[str, Any]:
    right = empty(name, 4)
    still = parts(right)[0].copy()
    still.flags.writeable = False

    def first(array: Any) -> Any:
        return right._replace(shanten=array) if isinstance(right, tuple) else array

    shape, dtype = parts(right)[0].shape, parts(right)[0].dtype
    found = {
        "a number": 5,
        "a list": [0] * 4,
        "a text": "x",
        "a plain tuple": tuple(parts(right)),
        "bytes": bytearray(4),
        "too short": first(np.zeros((3, *shape[1:]), dtype)),
        "too long": first(np.zeros((5, *shape[1:]), dtype)),
        "other dimensions": first(np.zeros((*shape, 1), dtype)),
        "other dtype": first(np.zeros(shape, np.int32)),
        "floats": first(np.zeros(shape)),
        "strided": first(np.zeros((8, *shape[1:]), dtype)[::2]),
        "backwards": first(np.zeros(shape, dtype)[::-1]),
        "repeated": first(np.broadcast_to(np.zeros(1, dtype), shape)),
        "read only": first(still),
    }
    if name == "discards":
        found["by columns"] = first(np.zeros(shape, dtype, "F"))
        found["best in two dimensions"] = right._replace(best=np.zeros((4, 1), np.uint64))
    if isinstance(right, tuple):
        found["other answer"] = (batch.BatchDiscards if name == "acceptance" else batch.BatchAcceptance)(
            *(list(right) * 2)[: 4 if name == "acceptance" else 3]
        )
        found["signed masks"] = right._replace(accepted=right.accepted.astype(np.int64))
        found["masks in other byte order"] = right._replace(accepted=right.accepted.astype(">u8"))
        found["no copies"] = right._replace(copies=None)
    return found


@pytest.mark.parametrize("name", BATCH)
def test_wrong_out(name: str) -> None:
    hands = (READY if name == "waits" else GOOD)[:4]
    for sort, out in wrong_outs(name).items():
        with pytest.raises(mj.HandError, match=r"^out") as caught:
            BATCH[name](hands, out=out)
        assert "expected" in str(caught.value), sort


@pytest.mark.parametrize("name", BATCH)
def test_arrays_that_share_memory(name: str) -> None:
    hands = (READY if name == "waits" else GOOD).copy()
    n, out = len(hands), empty(name, len(hands))
    size = parts(out)[0].nbytes
    rows = hands[: n // 2]
    over = rows.reshape(-1).view(np.uint8)[: parts(empty(name, n // 2))[0].nbytes]
    own = parts(empty(name, n // 2))[0]
    inside = over.view(own.dtype).reshape(own.shape)
    half = empty(name, n // 2)
    target = half._replace(shanten=inside) if isinstance(half, tuple) else inside
    before = hands.copy()
    with pytest.raises(mj.HandError, match="share memory"):
        BATCH[name](rows, out=target)
    used = np.zeros((n // 2, KINDS), np.uint8)
    over = used.reshape(-1)[: own.nbytes].view(own.dtype).reshape(own.shape)
    with pytest.raises(mj.HandError, match="share memory"):
        BATCH[name](rows, used=used, out=half._replace(shanten=over) if isinstance(half, tuple) else over)
    if isinstance(out, tuple):
        space = np.zeros(16 * size, np.uint64)
        same_place = out._replace(
            shanten=space.view(np.int8)[: out.shanten.size].reshape(out.shanten.shape),
            accepted=space[: out.accepted.size].reshape(out.accepted.shape),
        )
        with pytest.raises(mj.HandError, match="share memory"):
            BATCH[name](hands, out=same_place)
    assert np.array_equal(hands, before)
    # inputs may be the same array
    assert equal(BATCH[name](rows, used=rows * 0), BATCH[name](rows, used=used))


# What a batch passes on trusts nobody either


def block_arguments(question: str, n: int = 3) -> dict[str, Any]:
    wide = KINDS if question == "discards" else 1
    wanted = {
        "shanten": ("shanten",), "waits": ("mask",), "acceptance": ("shanten", "mask", "copies"),
        "discards": ("shanten", "mask", "copies", "best"), "win": ("yes",),
    }[question]  # fmt: skip
    sizes = {"shanten": wide * n, "mask": 8 * wide * n, "copies": wide * n, "best": 8 * n, "yes": n}
    hands = (READY if question == "waits" else GOOD)[:n]
    return {
        "engine": mj.HandEngine(), "question": QUESTIONS.index(question), "rows": bytearray(hands.tobytes()), "n": n,
        "melds": bytearray(n), "jokers": bytearray(n), "void_suit": bytearray([3] * n), "used": None, "seen": None,
        **{name: bytearray(size) if name in wanted else None for name, size in sizes.items()},
    }  # fmt: skip


BUFFERS = ("rows", "melds", "jokers", "void_suit", "used", "seen", "shanten", "mask", "copies", "best", "yes")


@pytest.mark.parametrize("question", QUESTIONS)
def test_blocks(question: str) -> None:
    arguments = block_arguments(question)
    assert answer_block(**arguments) is None
    for name in BUFFERS:
        good = arguments[name]
        size = len(good) if good is not None else 3 * KINDS if name in ("used", "seen") else 0
        wrong: list[Any] = ["0" * size, [0] * size, object(), memoryview(bytearray(2 * size))[::2] if size else 1.5]
        wrong += [bytearray(size + 1), bytearray(size - 1) if size else bytearray(7)]
        if name in ("shanten", "mask", "copies", "best", "yes") and good is not None:
            wrong.append(bytes(size))
            if (question, name) != ("acceptance", "copies"):  # which need not be wanted
                wrong.append(None)
        if name in ("rows", "melds", "jokers", "void_suit"):
            wrong.append(None)
        for each in wrong:
            with pytest.raises((mj.HandError, TypeError, BufferError, ValueError)):
                answer_block(**{**arguments, name: each})
    for n in (-1, 2, 4, 1 << 40, 1 << 62, -(1 << 63), 1 << 70):
        with pytest.raises((mj.HandError, OverflowError)):
            answer_block(**{**arguments, "n": n})
    for number in (-1, len(QUESTIONS), 1 << 40):
        with pytest.raises((mj.HandError, OverflowError)):
            answer_block(**{**arguments, "question": number})
    for engine in (None, 5, mj.rules.get("mcr")):
        with pytest.raises(TypeError):
            answer_block(**{**arguments, "engine": engine})
    # numbers that no row can have are faults of rows
    for name in ("melds", "jokers", "void_suit"):
        for value in (6, 100, 254, 255):
            if name == "melds" and value == 255:
                continue
            found = answer_block(**{**arguments, name: bytearray([arguments[name][0], value, 0])})
            assert found is not None
            assert found[0] == 1
    for name in BUFFERS:
        if isinstance(arguments[name], bytearray):
            arguments[name].append(0)  # nobody holds it any more


def test_random_bytes_as_rows() -> None:
    """Rows of noise are refused, or are hands."""
    rng, asked = np.random.default_rng(11), 0
    for _ in range(300 * MORE):
        hands = rng.integers(0, rng.choice((2, 2, 3, 6, 256)), (5, KINDS)).astype(np.uint8)
        hands *= rng.random((5, KINDS)) < rng.choice((0.2, 0.4, 1.0))
        sizes = hands.sum(axis=1, dtype=int)
        sound = (hands.max(axis=1) <= 4) & (sizes <= 17) & (sizes % 3 > 0)
        if not sound.all():
            with pytest.raises(mj.HandError, match=f"^row {sound.argmin()}: "):
                batch.shanten(hands)
            continue
        found = batch.shanten(hands).tolist()
        assert found == [twin.shanten(hand, RIICHI) for hand in hands.tolist()]
        asked += 1
    assert asked > 3
