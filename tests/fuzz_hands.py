"""The part of the fuzzer that asks about hands: single questions, batches, blocks, engines, distances."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

import mjcore as mj
from hand_faces import hand_text
from hand_recipes import RECIPES, SIZES
from mjcore.hand import capped, narrow
from mjcore.hand.arrays import answer_block
from reference import distance as twin

# Of a question about a hand, and of a HandEngine (tile sets are few, as their tables stay)
KEYWORDS: dict[str, Sequence[Any]] = {
    "melds": (0, 0, 1, 2, 3, 5, 6, -1, 1 << 70, True, None, 1.5, "1", np.int8(1)),
    "jokers": (0, 1, 1, 2, 3, 8, 14, 17, 18, -1, 1 << 70, False, None, "1", np.uint64(1)),
    "void_suit": ("m", "p", "s", "s", None, "z", "", "mp", 0, b"m"),
    "strict": (True, True, True, False, None, 1, 2, "yes", np.bool_(True)),
}
TILE_SETS = (None, "19m123456789p123456789s1234567z", (1 << 27) - 1, "123456789m567z", "1234567z", "1m")
WILDS: tuple[Any, ...] = (
    None, {}, {"0j": None}, {"0j": "123456789m"}, {"{wan}": "123456789m", "{he}": "1234567z", "{huang1}": None},
    {"{wan}": 0x1FF, "{zong}": (1 << 27) - 1, "{xi}": "1234z", "1f": None}, {"{zong}": (1 << 27) - 1, "0j": 0x1FF},
    {"{zong}": (1 << 27) - 1, "0j": 0x780001FF},
)  # fmt: skip
WILD_TILES = ("0j", "0j", "0j", "{wan}", "{he}", "{zong}", "{xi}", "{huang1}", "1f", "{dabai}", "0m")
ARGUMENTS: dict[str, Sequence[Any]] = {
    "tiles": (*TILE_SETS, *TILE_SETS, 0, -1, 1 << 34, 1 << 70, True, 1.5, "", "1f", b"1m"),
    "sets": (None, 1, 2, 3, 4, 4, 5, 5, 0, 6, -1, 1 << 70, True, 1.5, "4", np.int8(4)),
    "quad_pairs": (True, True, False, 1, 2, None, "x", np.bool_(True)),
    "fifth_waits": (True, True, False, 0, -1, None, 1.0),
    "strict": (True, True, False, 1, "yes"),
    "most_suits": (1, 2, 2, 3, 0, 4, -1, 1 << 70, True, None, 1.5, "2", np.int8(2)),
    "pairs_with": ("pung", "pung", "any", "chow", "", None, 1, ["pung"]),
    "wild": (*WILDS, *WILDS, {"1m": None}, {"0j": "1m"}, {"0j": ""}, {99: None}, {None: None}, 5, []),
}
ENGINES: list[Any] = [
    None,
    mj.HandEngine(),
    mj.HandEngine(twin.FORMS, quad_pairs=True, fifth_waits=True, wild=WILDS[4]),
    mj.HandEngine(twin.FORMS, strict=True, fifth_waits=True, wild=WILDS[5]),
    mj.HandEngine("standard", tiles=TILE_SETS[1], fifth_waits=True, wild=WILDS[3]),
    mj.HandEngine(("pairs_and_set", "seven_pairs"), tiles=TILE_SETS[2], quad_pairs=True, strict=True),
    mj.HandEngine(("thirteen_orphans", "greater_knitted")),
    mj.HandEngine(tiles="1m", sets=1, wild={}),
    mj.HandEngine(("standard", "seven_pairs"), quad_pairs=True, fifth_waits=True, wild=WILDS[5], most_suits=2),
    mj.HandEngine(twin.FORMS, wild=WILDS[4], strict=True, most_suits=1, pairs_with="pung"),
    mj.rules.get("mcr").engine,
]
# By question: what a batch says of a row, and what a question about it alone says, comparable
ANSWERS: list[tuple[str, tuple[Callable[[Any, int], Any], Callable[[Any], Any]]]] = [
    ("shanten", (lambda found, row: found[row], lambda found: found)),
    ("waits", (lambda found, row: found[row], lambda found: sum(1 << tile.kind for tile in found))),
    ("acceptance", (lambda found, row: [c[row] for c in found], lambda found: [found[0], found.mask, found[2]])),
    ("discards", (
        lambda found, row: {k: [c[row, k] for c in found[:3]] for k in range(34) if found.shanten[row, k] < 127},
        lambda found: {e.tile.kind: [e.shanten, e.mask, e.copies] for e in found if e.tile.kind < 34},
    )),
    ("is_win", (lambda found, row: found[row], lambda found: found)),
]  # fmt: skip
ARRAYS: tuple[Callable[[Any], Any], ...] = (
    *[lambda a: a] * 9, lambda a: a[::-1], np.asfortranarray, lambda a: np.repeat(a, 2, 1)[:, ::2],
    lambda a: a.astype(">i2"), lambda a: a.astype(np.int64) - 256 * (a == 255), lambda a: a.astype(np.float32),
    lambda a: a.astype(bool), lambda a: a.astype(object), lambda a: a[:, 1:], lambda a: a[None],
    np.ravel, lambda a: np.frombuffer(b"x" + a.astype("<i4").tobytes(), "<i4", offset=1).reshape(a.shape),
)  # fmt: skip
# Jokers by what they stand for (narrow.pyx)
FAMILIES = ((), (), ("m",), ("m", "wd"), ("m", "p", "s", "mps", "w", "d", "wd", "mpswd"), ("m", "mp", "mps", "mpsw"),
            ("mp", "ps"), ("m", "mm"), ("x",), ("",))  # fmt: skip


class HandQuestions:
    """What a round asks about hands; `Fuzzer` gives the texts, counts and tiles, and tries the calls."""

    rng: Random
    seen: Counter[str]
    hands: list[Any]
    tried: Callable[..., Any]
    text: Callable[[], str]
    counts: Callable[[], Any]
    tile: Callable[[], Any]

    # what to ask

    def concealed(self) -> list[int]:
        """34 counts of a size that a hand can have, or nearly."""
        rng = self.rng
        counts = list(rng.choice(RECIPES)(rng, rng.choice(SIZES)))
        if rng.random() < 0.1:
            counts[rng.randrange(34)] = rng.choice((0, 1, 4, 5, 255))
        return counts

    def few(self) -> list[int]:
        """34 numbers, nearly all 0."""
        counts = [0] * 34
        for _ in range(self.rng.choice((0, 1, 3, 9))):
            counts[self.rng.randrange(34)] = self.rng.choice((1, 1, 1, 2, 3, 4, 5, 255))
        return counts

    def hand(self) -> Any:
        """What to ask about: counts, or a text with wild tiles and melds."""
        rng = self.rng
        if rng.random() < 0.2:
            return self.text()
        if rng.random() < 0.5:
            return rng.choice((list, tuple, np.array, lambda v: np.array(v, np.uint16)))(self.concealed())
        parts = [hand_text(self.concealed()), *rng.choices(WILD_TILES, k=rng.choice((0, 0, 0, 1, 1, 2, 3)))]
        melds = [meld.text for win in self.hands for meld in win.melds]
        return "".join(parts + rng.sample(melds, min(len(melds), rng.choice((0, 0, 1, 2)))))

    def keywords(self, likely: float, choices: dict[str, Sequence[Any]]) -> dict[str, Any]:
        return {name: self.rng.choice(values) for name, values in choices.items() if self.rng.random() < likely}

    def column(self, values: Sequence[Any], n: int) -> Any:
        """One value for n rows, or an array; the first six are good ones."""
        rng = self.rng
        if rng.random() < 0.5:
            return rng.choice(values)
        array = np.array(rng.choices(values[:6], k=n), rng.choice(("u1", "i1", "<i4", ">i8", "f4")))
        return rng.choice((*[array] * 9, array[1:], array[None], array.tolist(), [[1], [1, 2]]))

    def buffer(self, size: int, room: bytearray) -> Any:
        """A part of the room, or what can not be had for one."""
        rng = self.rng
        size = max(0, size + rng.choice((*[0] * 20, -1, 1, 34)))
        view = memoryview(room)[(start := rng.randrange(9)) : start + size]
        odd = (bytes(view), np.frombuffer(view, np.uint8), memoryview(bytes(2 * size))[::2], list(view), None)
        return rng.choice((*[view] * 6, *odd))

    # what must hold

    def ask(self) -> None:
        """Every question about one hand; the answers fit together."""
        rng = self.rng
        hand, rules, named = self.hand(), rng.choice(ENGINES), self.keywords(0.15, KEYWORDS)
        if rng.random() < 0.2:
            named["visible"] = self.few() if rng.random() < 0.8 else self.counts()
        shanten, found, waits = (self.tried(f, hand, rules, **named) for f in (mj.shanten, mj.acceptance, mj.waits))
        free = {"any_suit": rng.choice((True, False, 1, None))} if rng.random() < 0.1 else {}
        table, best = (self.tried(f, hand, rules, **named, **free) for f in (mj.discards, mj.best_discards))
        win = self.tile() if rng.random() < 0.5 else None
        self.tried(mj.is_win, hand, win, rules, **{k: v for k, v in named.items() if k not in ("strict", "visible")})
        assert (shanten is None) == (found is None)
        assert (table is None) == (best is None)
        assert waits is None or table is None
        if found is not None:
            left = [copies for _, copies in found.tiles]
            assert found.shanten == shanten
            assert -1 <= shanten <= 16
            assert found.copies == sum(left)
            assert all(0 <= copies <= 4 for copies in left)
            assert shanten >= 0 or not left
            assert waits is None or shanten or {tile for tile, _ in found.tiles} <= set(waits)
            assert pickle.loads(pickle.dumps(found)) == found
        if table:
            order = [(entry.shanten, -entry.copies, entry.tile.kind) for entry in table]
            assert order == sorted(order)
            assert shanten is None or max(shanten, 0) <= order[0][0] <= 16
            assert best == tuple(entry for entry in table if (entry.shanten, -entry.copies) == order[0][:2])
            assert pickle.loads(pickle.dumps(table)) == table
        else:
            assert best == table

    def ask_rows(self) -> None:
        """A batch says of each row what the question about it alone says."""
        rng = self.rng
        n = rng.choice((0, 1, 1, 2, 5))
        rows = rng.choice(ARRAYS)(np.array([self.concealed() for _ in range(n)], np.uint8).reshape(n, 34))
        suits = [rng.choice(("m", "p", "s", None)) for _ in range(n)]
        used = np.array([self.few() for _ in range(n)], np.uint8).reshape(n, 34)
        columns: dict[str, Sequence[Any]] = {
            "melds": [self.column((0, 0, 1, 1, 2, 4, 5, 6, -1, 255, 1 << 70, True, None), n)],
            "jokers": [self.column((0, 1, 1, 2, 3, 8, 17, 18, -1, 256, 1 << 70, False, None), n)],
            "void_suit": (suits, suits, "m", "p", None, "x", 5, suits[1:], ["z"] * n, [{}] * n),
            "used": (used, used, used, rng.choice(ARRAYS)(used)),
        }
        named, rules, (question, (many, alone)) = self.keywords(0.25, columns), rng.choice(ENGINES), rng.choice(ANSWERS)
        asked = getattr(mj.batch, question)
        if rng.random() < 0.1:
            self.tried(asked, [self.hand() for _ in range(n)], rules)
        if rng.random() < 0.2:
            size, dtype = rng.choice((n, n, n + 1)), rng.choice(("i1", "u8", ">u8", "?"))
            out = rng.choice((np.zeros(size, dtype), np.zeros(2 * n, dtype)[::2], rows, used))
            unaligned = np.frombuffer(bytearray(8 * n + 1), np.uint64, n, 1)
            answer = mj.batch.BatchAcceptance(np.zeros(n, np.int8), unaligned, rng.choice((np.zeros(n, np.uint8), out)))
            named["out"] = answer if question == "acceptance" else rng.choice((out, unaligned))
        found = self.tried(asked, rows, rules, threads=rng.choice((*[1] * 9, 2, 0, True, 1 << 70)), **named)
        for row, counts in enumerate([] if found is None else np.asarray(rows).tolist()):
            told = {k: v if np.ndim(v) == 0 else v[row] for k, v in named.items() if k not in ("used", "out")}
            if "used" in named:
                told.update(strict=True, visible=np.asarray(named["used"])[row].tolist())
            if question != "is_win" or "used" not in named:
                told = {k: v for k, v in told.items() if v is not None}
                single = self.tried(getattr(mj, question), counts, rules=rules, **told)
                assert single is not None
                assert many(found, row) == alone(single)

    def ask_block(self) -> None:
        """The native side alone: buffers of any size, filled with anything, one above the other."""
        rng = self.rng
        n, question = rng.choice((0, 1, 2, 3)), rng.randrange(5)
        room = bytearray(bytes([min(held, 255) for held in self.concealed()]) * 26)
        for _ in range(rng.choice((0, 0, 9))):
            room[rng.randrange(len(room))] = rng.randrange(256)
        width = 34 if question == 3 else 1
        wanted = "10000", "01000", "11100", "11110", "00001"
        sizes = [size * n for size in (width, 8 * width, width, 8, 1)]
        outs = [
            self.buffer(size, rng.choice((room, bytearray(1000)))) if needed == "1" or rng.random() < 0.1 else None
            for size, needed in zip(sizes, wanted[question], strict=True)
        ]
        rows = b"".join(bytes(self.concealed()) for _ in range(n)) if rng.random() < 0.7 else self.buffer(34 * n, room)
        number = rng.choice((*[n] * 9, n + 1, -1, 1 << 40, 1 << 62))
        columns = [rng.choice((none, none, rng.randrange(256), self.buffer(n, room))) for none in (255, 0, 3)]
        counted = [rng.choice((None, None, bytes(self.few()) * n, self.buffer(34 * n, room))) for _ in range(2)]
        self.doing = ("answer_block", number, question, rows, columns, counted, outs)
        try:
            fault = answer_block(rng.choice(ENGINES[1:]), question, rows, number, *columns, *counted, *outs)
        except (TypeError, ValueError, OverflowError, BufferError) as error:
            self.seen[type(error).__name__] += 1
        else:
            self.seen["answer_block"] += 1
            assert fault is None or 0 <= fault[0] < n

    def make_engine(self) -> None:
        rng = self.rng
        forms = rng.choice((*[rng.sample(twin.FORMS, rng.randrange(1, 8))] * 9, "standard", (), "none", [5]))
        engine = self.tried(mj.HandEngine, forms, **self.keywords(0.3, ARGUMENTS))
        if engine is not None:
            assert eval(repr(engine), {"HandEngine": mj.HandEngine}) == engine
            assert pickle.loads(pickle.dumps(engine)) == engine
            hand, named = self.hand(), self.keywords(0.15, KEYWORDS)
            shanten, mask, waits = (
                self.tried(f, hand, **named) for f in (engine.shanten, engine.acceptance_mask, engine.waits_mask)
            )
            assert (shanten is None) == (mask is None)
            assert shanten != -1 or mask == 0
            assert shanten != 0 or waits is None or mask & ~waits == 0
            self.tried(engine.best_discards, hand, **named)

    def measure(self) -> None:
        """Distances under caps and with narrow jokers."""
        rng = self.rng
        counts = self.concealed() if rng.random() < 0.7 else [rng.choice((0, 0, 1, 2, 7)) for _ in range(34)]
        caps = rng.choice(([4] * 34, [rng.randrange(8) for _ in range(34)], [rng.choice((0, 4)) for _ in range(34)]))
        if rng.random() < 0.1:
            rng.choice((counts, caps))[rng.randrange(34)] = rng.choice((8, 255, -1, 1 << 70, None, 1.5, "1"))
        sets, form = rng.choice((0, 1, 2, 3, 4, 4, 5, 5, 6, -1, 1 << 70)), rng.choice((*twin.FORMS, "shapeless", None))
        jokers = {leaves: rng.choice((0, 1, 2, 3, 18)) for leaves in rng.choice(FAMILIES)}
        if jokers and rng.random() < 0.1:
            jokers[rng.choice(list(jokers))] = rng.choice((19, -1, 1 << 70, None, 1.5))
        options = {"quad_pairs": rng.random() < 0.5, "pairs_with": rng.choice(("any", "pung"))}
        one = self.tried(capped.distance, counts, caps, sets, form, **options)
        other = self.tried(narrow.distance, counts, jokers, sets, form, caps=caps, **options)
        if one is not None and other is not None:
            assert (one[0] is None) == (other[0] is None)
            assert one[0] is None or one[0] - sum(jokers.values()) <= other[0] <= one[0]
            assert sum(jokers.values()) or one == other
            kind = rng.randrange(34)
            counts[kind] += 1
            if counts[kind] < 8 and one[0] is not None:
                more = capped.distance(counts, caps, sets, form, **options)
                assert more[0] == one[0] - (one[1] >> kind & 1)
                more = narrow.distance(counts, jokers, sets, form, caps=caps, **options)
                assert more[0] == other[0] - (other[1] >> kind & 1)
