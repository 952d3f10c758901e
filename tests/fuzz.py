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
from collections.abc import Callable
from itertools import count
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import mjcore as mj
from faces import as_record, empty
from fuzz_hands import HandQuestions
from generators import impossible_wins, non_wins, to_text, wins
from hand_recipes import normal_batch
from house_rules import fan, house_rules
from mjcore.fans.checks import ERROR_TEXTS
from reference import records

WIN_DTYPE: Any = mj.batch.WIN_DTYPE
SIGNS = "0123456789mpszfj[]()<>^+{} \t\n,_*-=WBTFJHzong一五九万筒饼条索红中發东東🀀🀄🀙\ufe0f\0\ud800\xff１"
CASES_OF_A_ROUND = 40
# A growth of this many bytes over the last nine million scorings is a leak: less than a byte a scoring.
ALLOWED_GROWTH = 4 << 20


class Fuzzer(HandQuestions):
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
        named |= {name: True for name in records.FURTHER if rng.random() < 0.04}
        named.pop("dealer", None)
        for name, values in (
            ("seat_wind", ("E", "S", "西", "4z", "", "X", None, 3)),
            ("round_wind", ("E", "N", "北", "n", 0, b"E")),
            ("flowers", (0, 3, 8, 9, -1, "13f", "11f", "9f", "1m", [35, 36], ["1f", 99], None, 1 << 70, True)),
            ("dealer", (None, True, False)),
            ("streak", (0, 1, 255, 256, -1, 1 << 70, "1", 1.5)),
            ("strict", (True, False, False)),
            ("kong_chain", (0, 1, 2, 5, 6, -1, 1 << 70, True, "2")),
            ("void_suit", (None, "m", "p", "s", "z", "", 1)),
        ):
            if rng.random() < (0.3 if name not in ("kong_chain", "void_suit") else 0.1):
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
        return rng.choice((*COMPILED, *POINTS, "mcr", "guobiao"))

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
        if rng.random() < 0.2:
            how = self.circumstances() | rng.choice(({"self_draw": True}, {"seven_rob_one": True}, {}))
            return self.tried(mj.Win, hand, None, **how | {"flowers": rng.choice((8, 8, "15f"))})
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
        values = [entry.value for entry in score.fans]
        of_points = score.rules in POINTS
        assert (sum(values) if score.rules != PRODUCT else prod(values) * bool(values)) == score.raw
        assert score.total == (min(score.raw, CAP) if of_points else score.raw)
        assert score.fans or of_points
        counted = {entry.fan for entry in score.fans}
        assert counted.isdisjoint(entry.fan for entry in score.covered)
        for name, times, value, sets in score.fans:
            assert times > 0
            assert value > 0
            assert all(isinstance(text, str) for text in sets), name
        reading = score.reading
        if score.win.win_tile is None:
            assert (reading.form, reading.tiles) == ("shapeless", "")
        else:
            readings = mj.decompose(mj.Hand(score.win.counts, score.win.melds), score.win.win_tile)
            # of the places of the winning tile one was the best
            assert reading in readings or any(
                (other.sets, other.pair, other.form) == (reading.sets, reading.pair, reading.form)
                and {*reading.places} < {*other.places} for other in readings if of_points
            )  # fmt: skip
        told = self.tried(score.to_dict, rng.choice(("en", "zh", "ja", "")))
        assert told is None or told["total"] == score.total
        self.tried(score.payments, rng.randrange(-1, 5), rng.randrange(-1, 5), rng.choice((None, 0, 1, 3, 9)))
        # these are made of functions of the tests, which can not be pickled
        whole: Any = score.win if of_points else score
        assert pickle.loads(pickle.dumps(whole)) == whole
        repr(score)

    def record(self) -> bytes:
        rng = self.rng
        data = bytearray(records.pack(rng.choice(self.hands)))
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 4, rng.randrange(256), 255))
        if rng.random() < 0.2 and data[34] < 34 and data[data[34]]:
            # a flower win, with two kongs in a row or a void suit
            data[data[34]] -= 1
            data[34] = 255
            data[56], data[58], data[62] = rng.choice((0, 1, 9)), rng.choice((0, 16)), rng.choice((0, 255))
            for name in ("kong_chain", "void_suit"):
                data[WIN_DTYPE.fields[name][1]] = rng.choice((0, 0, 2, 4))
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
            values = np.array([rules.fan(name).value for name in rules.fan_ids])
            assert set(result.error.tolist()) <= {0, *ERROR_TEXTS}
            totals = result.fans @ values
            if rules == PRODUCT:
                totals = (values**result.fans).prod(1) * result.fans.any(1)
            if rules in POINTS:
                totals = np.minimum(totals, CAP)
            assert (result.total == np.where(result.error, -1, totals)).all()
        for piece in data[:3]:
            win = self.tried(mj.Win.from_bytes, piece)
            if win is not None:
                # East is the dealer whether or not the record says so
                assert mj.Win.from_bytes(win.to_bytes()) == win
                repr(win)
                self.holds(self.tried(mj.score, win, rules=self.rules()))

    def score_hands(self) -> None:
        """Straight from what a caller has."""
        hand = self.rng.choice((self.text, self.counts))()
        self.holds(self.tried(mj.score, hand, self.tile(), self.rules(), **self.circumstances()))


def random_options(rng: Random, number: int) -> list[dict[str, Any]]:
    options = mj.rules.get("mcr").options
    return [{option.id: rng.choice(option.values) for option in options} for _ in range(number)]


CAP = 60
FORMS = ("standard", "seven_pairs", "shapeless")
ROWS = (
    fan("drawn", 2, "self_draw"), fan("pungs", 3, "chows == 0"), fan("shown", 2, "shown or loser_shown"),
    fan("kong", 2, "each_kong", count="each"), fan("twice", 3, "double_kong"), fan("ready", 2, "ready_at_deal"),
    fan("eight", 9, "instant and flower_count == 8", forms=("shapeless",)),
    fan("edge", 2, "role_edge", group="g"), fan("pair", 2, "role_pair", group="g"),
)  # fmt: skip
FLOWER_ROWS = (fan("season", 1, "seat_season", acc="flower"), fan("flowers", 1, "flowers", count="each", acc="flower"))
FRAME: dict[str, Any] = {"forms": FORMS, "cap": CAP, "circumstances": (*records.FURTHER, "kong_chain", "void_suit")}
PRODUCT = house_rules(*ROWS, fan("won", 2, "win_on('5m')"), best_place=True, product=True, minimum=4, **FRAME)
POINTS = (
    PRODUCT,
    house_rules(*ROWS, *FLOWER_ROWS, ties_by_group=True, declared_void=True, minimum=3, **FRAME),
    house_rules(*ROWS, *FLOWER_ROWS, best_place=True, most_suits=2, **FRAME),
)
COMPILED = [mj.rules.get("mcr").replace(**options) for options in random_options(Random("rule sets"), 6)]


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
