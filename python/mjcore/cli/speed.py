"""What is measured: random hands, questions about them, the same questions to other packages, and a clock.

`mjcore bench` shows some of it; `bench/compare_hands.py` measures more, with goals.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any, NamedTuple

KINDS = 34
CHOWS = [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7]
PUNGS = [(kind,) * 3 for kind in range(KINDS)]
# names of the tiles as PyMahjongGB has them
LETTERS = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]

Job = Callable[[], object]
Ask = Callable[[Any], object]


def random_hand(rng: Random, tiles: int) -> bytes:
    """Counts of tiles drawn from a shuffled wall of 136."""
    counts = bytearray(KINDS)
    for tile in rng.sample(range(4 * KINDS), tiles):
        counts[tile >> 2] += 1
    return bytes(counts)


def complete_hand(rng: Random, tiles: int) -> bytes:
    """Counts of random sets and a pair."""
    while True:
        counts = bytearray(KINDS)
        for _ in range(tiles // 3):
            for kind in rng.choice(CHOWS if rng.random() < 0.7 else PUNGS):
                counts[kind] += 1
        counts[rng.randrange(KINDS)] += 2
        if max(counts) <= 4:
            return bytes(counts)


def ready_hand(rng: Random, tiles: int) -> bytes:
    """Counts of random sets and a pair, one tile short."""
    counts = bytearray(complete_hand(rng, tiles + 1))
    counts[rng.choice([kind for kind in range(KINDS) if counts[kind]])] -= 1
    return bytes(counts)


class Hands:
    """The same hands in each of the shapes in which they are given; each is built when it is first asked for."""

    def __init__(
        self, number: int, tiles: int, make: Callable[[Random, int], bytes] = random_hand, seed: int = 1
    ) -> None:
        rng = Random(seed)
        self.counts = [make(rng, tiles) for _ in range(number)]

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def rows(self) -> Any:
        """An array (N, 34) of uint8."""
        import numpy as np

        return np.frombuffer(b"".join(self.counts), np.uint8).reshape(-1, KINDS)

    @cached_property
    def arrays(self) -> list[Any]:
        """A numpy array for each hand."""
        return list(self.rows)

    @cached_property
    def lists(self) -> list[list[int]]:
        return list(map(list, self.counts))

    @cached_property
    def hands(self) -> list[Any]:
        import mjcore

        return list(map(mjcore.Hand, self.counts))

    @cached_property
    def tile_ids(self) -> list[list[int]]:
        """Tiles 0..135."""
        return [[4 * kind + i for kind in range(KINDS) for i in range(counts[kind])] for counts in self.counts]

    @cached_property
    def letters(self) -> list[tuple[str, ...]]:
        """Tiles as PyMahjongGB has them."""
        return [tuple(LETTERS[i >> 2] for i in ids) for ids in self.tile_ids]


    @cached_property
    def wins(self) -> list[Any]:
        """A `Win` of each hand, by a discard of the first kind it holds."""
        import mjcore

        return [mjcore.Win(counts, ids[0] >> 2) for counts, ids in zip(self.counts, self.tile_ids, strict=True)]

    @cached_property
    def letters_of_wins(self) -> list[tuple[Any, ...]]:
        """The same wins as PyMahjongGB has them."""
        # no flowers, not self-drawn, not the last copy, no kong, not the last tile, East in the East round
        rest = (0, False, False, False, False, 0, 0)
        return [((), letters[1:], letters[0], *rest) for letters in self.letters]


class Task(NamedTuple):
    """Work on a number of hands."""

    run: Job
    hands: int


def calls(ask: Ask, arguments: Iterable[Any]) -> Task:
    """One call for each of the arguments."""
    prepared = list(arguments)

    def run() -> None:
        for each in prepared:
            ask(each)

    return Task(run, len(prepared))


# A job's turn is at least so many seconds.
TURN = 0.03


def least_times(jobs: Mapping[Any, Job], repeats: int, turn: float = TURN) -> dict[Any, float]:
    """CPU seconds of each job, the least of the repeats. The jobs take turns, so that a busy moment of the machine
    meets all of them; in its turn a job runs so long that it does not pay for tables that another pushed out of
    the caches."""
    times = {}
    for name, job in jobs.items():
        start = time.process_time()
        job()
        times[name] = max(1, math.ceil(turn / max(time.process_time() - start, 1e-4)))
    least = dict.fromkeys(jobs, float("inf"))
    for _ in range(repeats):
        for name, job in jobs.items():
            start = time.process_time()
            for _ in range(times[name]):
                job()
            least[name] = min(least[name], (time.process_time() - start) / times[name])
    return least


# Other packages, as far as they are installed


class Asking(NamedTuple):
    """How a package is asked, and which of the shapes of `Hands` it takes."""

    ask: Ask
    shape: str


def _riichienv() -> dict[str, Asking]:
    return {"shanten": Asking(import_module("riichienv").calculate_shanten, "tile_ids")}


def _mahjong() -> dict[str, Asking]:
    return {"shanten": Asking(import_module("mahjong.shanten").Shanten().calculate_shanten, "lists")}


def _xiangting() -> dict[str, Asking]:
    module = import_module("xiangting")
    four = module.PlayerCount.FOUR
    return {
        # these two count the tiles that are missing: shanten + 1
        "distance": Asking(partial(module.calculate_replacement_number, player_count=four), "lists"),
        "acceptance": Asking(partial(module.calculate_necessary_tiles, player_count=four), "lists"),
    }


def _pymahjonggb() -> dict[str, Asking]:
    module = import_module("MahjongGB")
    score = module.MahjongFanCalculator
    return {
        "mcr shanten": Asking(partial(module.MahjongShanten, ()), "letters"),
        "mcr score": Asking(lambda win: score(*win), "letters_of_wins"),
    }


class Peer(NamedTuple):
    """A package to compare with: its questions, and how many hands suffice to measure it."""

    load: Callable[[], dict[str, Asking]]
    hands: int


PEERS = {
    "riichienv": Peer(_riichienv, 10_000),
    "mahjong": Peer(_mahjong, 300),
    "xiangting": Peer(_xiangting, 5_000),
    "PyMahjongGB": Peer(_pymahjonggb, 2_000),
}


class Peers:
    """The packages that are there."""

    def __init__(self) -> None:
        self.versions: dict[str, str] = {}
        self.questions: dict[str, dict[str, Asking]] = {}
        for name, peer in PEERS.items():
            try:
                self.questions[name] = peer.load()
                self.versions[name] = version(name)
            except (ImportError, AttributeError, PackageNotFoundError):
                # not installed, or a version with other names
                self.questions.pop(name, None)

    def answers(self, name: str, question: str, hands: Hands) -> list[Any] | None:
        """What a package says, None if it is not there."""
        asking = self.questions.get(name, {}).get(question)
        return None if asking is None else list(map(asking.ask, getattr(hands, asking.shape)))

    def task(self, name: str, question: str, hands: Hands) -> Task | None:
        """A question to a package, None if it is not there."""
        asking = self.questions.get(name, {}).get(question)
        if asking is None:
            return None
        return calls(asking.ask, getattr(hands, asking.shape)[: PEERS[name].hands])
