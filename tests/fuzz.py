"""A long hunt for crashes: random and mutated texts, hands, wins, records, options, questions about hands.

    python tests/fuzz.py --seconds 60 --seed 1        # only MahjongError may escape, values must hold together
    python tests/fuzz.py --memory                     # memory must not grow over ten million scorings

Everything in a round depends on the seed and the number of the round alone, so ``--seed 1 --round 17 --seconds 0``
runs one round again. ``--trace FILE`` keeps the number of the round that is running in a file, for when the
process dies in it. Meant to be run under ASan and UBSan too (.ci/run).
"""

from __future__ import annotations

import argparse
import array
import pickle
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import mjcore as mj
from faces import as_record, empty
from generators import impossible_wins, non_wins, to_text, wins
from hand_faces import hand_text
from hand_recipes import RECIPES, SIZES, normal_batch
from mjcore.fans.wins import ERROR_TEXTS
from mjcore.hand import capped, narrow
from mjcore.hand.arrays import answer_block
from reference import distance as twin
from reference import records

SIGNS = "0123456789mpszfj[]()<>^+{} \t\n,_*-=WBTFJHzong一五九万筒饼条索红中發东東🀀🀄🀙\ufe0f\0\ud800\xff１"
CASES_OF_A_ROUND = 40
# A growth of this many bytes over the last nine million scorings is a leak: less than a byte a scoring.
ALLOWED_GROWTH = 4 << 20


class Fuzzer:
    """One round: hands to start from, and what was tried."""

    def __init__(self, seed: int, number: int) -> None:
        self.rng = Random(f"{seed} {number}")
        self.seen: Counter[str] = Counter()
        start = self.rng.randrange(1 << 30)
        self.hands = [*wins(4, start), *impossible_wins(2, start), *non_wins(2, start)]
        self.doing: tuple[Any, ...] = ()

    def tried(self, call: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """The result of the call, None if it raised a MahjongError. Another error goes up."""
        self.doing = (call, arguments, named)
        try:
            result = call(*arguments, **named)
        except mj.MahjongError as error:
            self.seen[type(error).__name__] += 1
            str(error)
            return None
        self.seen[call.__name__] += 1
        return result

    # what to try

    def text(self) -> str:
        """A hand in some notation, with signs changed, lost and doubled."""
        rng = self.rng
        text = to_text(rng.choice(self.hands))
        if rng.random() < 0.4:
            hand = mj.Hand(text)
            text = rng.choice(list(mj.formats.FORMATS.values())).format(hand)
        signs = list(text)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 4, 9))):
            place = rng.randrange(len(signs) + 1)
            change = rng.random()
            if change < 0.4:
                signs.insert(place, rng.choice(SIGNS))
            elif change < 0.6:
                del signs[place : place + rng.choice((1, 1, 3))]
            elif change < 0.9:
                signs[place : place + 1] = rng.choice(SIGNS)
            else:
                signs[place:place] = signs[rng.randrange(len(signs) + 1) :][:5]
        if rng.random() < 0.02:
            signs *= rng.choice((2, 30, 3000))
        return "".join(signs)

    def counts(self) -> Any:
        """34 counts, or nearly, in some carrier."""
        rng = self.rng
        values = list(rng.choice(self.hands).counts)
        for _ in range(rng.choice((0, 1, 2, 5))):
            values[rng.randrange(len(values))] = rng.choice((0, 1, 2, 3, 4, 4, 5, 127, 128, 255))
        if rng.random() < 0.05:
            values = values[: rng.randrange(36)] + [0] * rng.randrange(3)
        carriers: list[Callable[[list[int]], Any]] = [
            bytes,
            bytearray,
            lambda v: memoryview(bytes(v)),
            lambda v: array.array("q", v),
            lambda v: np.array(v, np.uint8),
            lambda v: np.array(v, np.float32),
            lambda v: np.array([v, v], np.int16)[rng.randrange(2)],
            lambda v: np.array([v, v], np.uint8).T[:, 0],
            list,
            tuple,
            lambda v: [*v[:-1], rng.choice((-1, 10**30, None, "1", 1.0))] if v else v,
        ]
        return rng.choice(carriers)(values)

    def meld(self) -> Any:
        rng = self.rng
        melds = [meld for win in self.hands for meld in win.melds]
        if not melds or rng.random() < 0.3:
            return rng.choice((rng.getrandbits(25), rng.getrandbits(64), -1, self.text()))
        meld = rng.choice(melds)
        packed = records.pack_meld(meld)
        return rng.choice((meld.text, packed, packed ^ 1 << rng.randrange(32), mj.Meld(meld.text)))

    def tile(self) -> Any:
        rng = self.rng
        win = rng.choice(self.hands)
        return rng.choice((win.win, mj.Tile(win.win), str(mj.Tile(win.win)), rng.randrange(-2, 140), self.text()[:3]))

    def circumstances(self) -> dict[str, Any]:
        rng = self.rng
        named: dict[str, Any] = {name: True for name in records.CIRCUMSTANCES if rng.random() < 0.2}
        named.pop("dealer", None)
        for name, values in (
            ("seat_wind", ("E", "S", "西", "4z", "", "X", None, 3)),
            ("round_wind", ("E", "N", "北", "n", 0, b"E")),
            ("flowers", (0, 3, 8, 9, -1, "13f", "11f", "9f", "1m", [35, 36], ["1f", 99], None, 1 << 70, True)),
            ("dealer", (None, True, False)),
            ("streak", (0, 1, 255, 256, -1, 1 << 70, "1", 1.5)),
            ("strict", (True, False, False)),
        ):
            if rng.random() < 0.3:
                named[name] = rng.choice(values)
        return named

    def rules(self) -> Any:
        """Mostly rule sets that have been compiled already, which takes milliseconds."""
        rng = self.rng
        if rng.random() < 0.02:
            options: dict[str, Any] = {
                rng.choice([option.id for option in mj.rules.get("mcr").options]): rng.choice(
                    (True, False, 6, 8, "5", "6", "none", "both", "", None, 1.5, [], "available")
                )
                for _ in range(rng.randrange(4))
            }
            name = rng.choice(("mcr", "mcr/default", "guobiao", self.text()))
            return self.tried(mj.rules.get, name, **options) or "mcr"
        return rng.choice((*COMPILED, "mcr", "guobiao"))

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

    def case(self) -> None:
        scoring = self.read_text, self.read_counts, self.score_win, self.score_records, self.score_hands
        asking = self.ask, self.ask, self.ask_rows, self.ask_block, self.make_engine, self.measure
        self.rng.choice((*scoring, *asking))()

    def read_text(self) -> None:
        text = self.text()
        for call in (mj.Hand, mj.Meld, mj.Tile, mj.decompose):
            value = self.tried(call, text)
            if value is not None and call is not mj.decompose:
                assert call(str(value)) == value
                assert hash(call(str(value))) == hash(value)
                assert pickle.loads(pickle.dumps(value)) == value

    def read_counts(self) -> None:
        source = self.counts()
        hand = self.tried(mj.Hand, source, [self.meld() for _ in range(self.rng.choice((0, 0, 1, 2, 6)))])
        if hand is not None:
            self.readings(hand)
        self.readings(source)

    def readings(self, hand: Any) -> None:
        win = self.rng.choice((None, self.tile()))
        found = self.tried(mj.decompose, hand, win)
        for reading in found or ():
            assert reading.concealed <= len(reading.sets) <= 5
            assert (win is None) == (reading.places == ())
            assert hash(reading) == hash(reading)

    def win(self) -> Any:
        rng = self.rng
        base = rng.choice(self.hands)
        hand: Any = rng.choice((to_text(base), mj.Hand(to_text(base)), self.text(), self.counts()))
        tile = base.win if rng.random() < 0.7 else self.tile()
        return self.tried(mj.Win, hand, tile, **self.circumstances())

    def score_win(self) -> None:
        win = self.win()
        if win is not None:
            assert mj.Win.from_bytes(win.to_bytes()) == win
            assert eval(repr(win), {"Win": mj.Win}) == win
            self.holds(self.tried(mj.score, win, rules=self.rules()))

    def holds(self, score: mj.Score | None) -> None:
        """Everything a score says, and that it fits together."""
        if score is None:
            return
        rng = self.rng
        assert sum(entry.value for entry in score.fans) == score.total
        assert score.fans
        counted = {entry.fan for entry in score.fans}
        assert counted.isdisjoint(entry.fan for entry in score.covered)
        for fan, times, value, sets in score.fans:
            assert times > 0
            assert value > 0
            assert all(isinstance(text, str) for text in sets), fan
        assert score.reading in mj.decompose(mj.Hand(score.win.counts, score.win.melds), score.win.win_tile)
        told = self.tried(score.to_dict, rng.choice(("en", "zh", "ja", "")))
        assert told is None or told["total"] == score.total
        self.tried(score.payments, rng.randrange(-1, 5), rng.randrange(-1, 5), rng.choice((None, 0, 1, 3, 9)))
        assert pickle.loads(pickle.dumps(score)) == score
        repr(score)

    def record(self) -> bytes:
        rng = self.rng
        data = bytearray(records.pack(rng.choice(self.hands)))
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 4, rng.randrange(256), 255))
        return bytes(data) if rng.random() < 0.9 else rng.randbytes(len(data))

    def score_records(self) -> None:
        rng = self.rng
        data = [self.record() for _ in range(rng.choice((1, 3, 60)))]
        rows = np.frombuffer(bytearray(b"".join(data)), mj.batch.WIN_DTYPE)
        if rng.random() < 0.2:
            rows = rows[:: rng.choice((-1, 2, 3))]
        rules = mj.rules.resolve(self.rules())
        out = empty(len(rows), rules) if rng.random() < 0.3 else None
        strict, threads = rng.random() < 0.5, rng.choice((1, 2, 5))
        result = self.tried(
            mj.batch.score, rows, rules, strict=strict, threads=threads, on_error=rng.choice(("mark", "raise")), out=out
        )
        if result is not None:
            values = np.array([rules.fan(fan).value for fan in rules.fan_ids])
            assert set(result.error.tolist()) <= {0, *ERROR_TEXTS}
            assert (result.total == np.where(result.error, -1, result.fans @ values)).all()
        for piece in data[:3]:
            win = self.tried(mj.Win.from_bytes, piece)
            if win is not None:
                # East is the dealer whether or not the record says so
                assert mj.Win.from_bytes(win.to_bytes()) == win
                repr(win)
                self.holds(self.tried(mj.score, win))

    def score_hands(self) -> None:
        """Straight from what a caller has."""
        hand = self.rng.choice((self.text, self.counts))()
        self.holds(self.tried(mj.score, hand, self.tile(), self.rules(), **self.circumstances()))


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
        quads = rng.random() < 0.5
        one = self.tried(capped.distance, counts, caps, sets, form, quad_pairs=quads)
        other = self.tried(narrow.distance, counts, jokers, sets, form, caps=caps, quad_pairs=quads)
        if one is not None and other is not None:
            assert (one[0] is None) == (other[0] is None)
            assert one[0] is None or one[0] - sum(jokers.values()) <= other[0] <= one[0]
            assert sum(jokers.values()) or one == other
            kind = rng.randrange(34)
            counts[kind] += 1
            if counts[kind] < 8 and one[0] is not None:
                more = capped.distance(counts, caps, sets, form, quad_pairs=quads)
                assert more[0] == one[0] - (one[1] >> kind & 1)
                more = narrow.distance(counts, jokers, sets, form, caps=caps, quad_pairs=quads)
                assert more[0] == other[0] - (other[1] >> kind & 1)


def random_options(rng: Random, number: int) -> list[dict[str, Any]]:
    options = mj.rules.get("mcr").options
    return [{option.id: rng.choice(option.values) for option in options} for _ in range(number)]


COMPILED = [mj.rules.get("mcr").replace(**options) for options in random_options(Random("rule sets"), 6)]

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


def hunt(seconds: float, seed: int, first: int, trace: Path | None) -> int:
    """Rounds until the time is over, at least one."""
    seen: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for number in count(first):
        if trace is not None:
            trace.write_text(f"--seed {seed} --round {number}\n", "utf-8")
        fuzzer = Fuzzer(seed, number)
        try:
            for _ in range(CASES_OF_A_ROUND):
                fuzzer.case()
        except Exception:
            traceback.print_exc()
            print(f"found with --seed {seed} --round {number}, last call: {fuzzer.doing}", file=sys.stderr)
            return 1
        seen += fuzzer.seen
        if time.monotonic() >= end:
            break
    rounds = number - first + 1
    print(f"{rounds} rounds, {sum(seen.values())} calls: {', '.join(f'{k} {v}' for k, v in sorted(seen.items()))}")
    return 0


def resident() -> int:
    """Bytes of memory that the process holds."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * 4096


def memory(scorings: int) -> int:
    """Scores in every way, ten million times, and watches the memory. The first tenth is left to warm up."""
    rng = Random("memory")
    others = [mj.rules.get("mcr").replace(**options) for options in random_options(rng, 400)]
    hands = [*wins(400, 1), *non_wins(40, 1)]
    texts = [(to_text(win), win.win) for win in hands]
    rows = as_record(hands)
    objects = [mj.Win.from_bytes(records.pack(win)) for win in hands]
    out = mj.batch.score(rows, on_error="mark")
    # compiled rule sets are kept, but not more than some hundreds
    for rules in others:
        mj.score(objects[0], rules=rules)
    mcr, done, start = mj.rules.get("mcr"), 0, 0
    concealed = normal_batch(100)
    while done < scorings:
        mj.batch.score(rows, mcr, on_error="mark", out=out)
        mj.batch.score(rows, mcr, on_error="mark", threads=2, fans=False)
        for win, (text, tile) in zip(objects, texts, strict=True):
            try:
                score = mj.score(win, rules=mcr)
                mj.score(text, tile)
                _ = score.fans, score.covered, score.reading, [entry.sets for entry in score.fans], repr(score)
            except mj.NotAWin:
                pass
        mj.batch.discards(concealed, mcr)
        for counts in concealed:
            table = mj.discards(counts, mcr, jokers=0, strict=True)
            _ = repr(table), table[0].accepted, mj.acceptance(counts), mj.is_win(counts), mj.HandEngine(wild={})
        try:
            mj.batch.score(rows)
            mj.batch.shanten([texts[0][0] + "1m"])
            mj.Hand(texts[0][0] + "x")
        except mj.MahjongError:
            pass
        if rng.random() < 0.02:
            mj.batch.score(rows, rng.choice(others), on_error="mark")
        done += 4 * len(rows)
        if not start and done >= scorings // 10:
            start = resident()
            print(f"{done} scorings: {start >> 10} KiB")
    growth = resident() - start
    print(f"{done} scorings: {resident() >> 10} KiB, {growth >> 10} KiB more")
    return 1 if growth > ALLOWED_GROWTH else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="how long to hunt (one round at least)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--round", type=int, default=0, help="the first round")
    parser.add_argument("--trace", type=Path, help="a file for the number of the round")
    parser.add_argument("--memory", action="store_true", help="watch the memory instead")
    parser.add_argument("--scorings", type=int, default=10_000_000, help="how many, with --memory")
    options = parser.parse_args()
    if options.memory:
        return memory(options.scorings)
    return hunt(options.seconds, options.seed, options.round, options.trace)


if __name__ == "__main__":
    sys.exit(main())
