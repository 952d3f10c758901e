"""Nothing that Python code can do with the native objects ends the process.

Each piece of code runs in a process of its own: it may raise what it likes, but it must come to its end.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SETUP = """
import mjcore as mj
from mjcore.fans.batch import score_block
from mjcore.fans.han_fu import HanFu
from mjcore.fans.lattice import Lattice
from mjcore.fans.scores import CoveredFan, Score, ScoredFan
from mjcore.fans.wins import Win

score = mj.score
WIN = mj.Win("123m456p789s1122z", "1z")
NO_ROWS = {"rows": [], "fans": [], "sets": 4, "forms": ("standard",), "wait_forms": (), "minimum": 0,
           "only_masks": (), "declared": (), "forest": False, "available_waits": False, "body_wait": False,
           "discard_pung_concealed": False, "quad_pairs": True, "players": 4, "absent": 0, "claimed_chows": True,
           "known": (), "streak_from": 0, "best_place": False, "product": False, "cap": None,
           "shown_factors": (1, 2, 2, 2), "ties_by_group": False, "most_suits": 3, "declared_void": False,
           "wild_copies": 0, "discard_wins": True, "numbers": (), "han_fu": None}
HAN_FU = HanFu().native(4) | {"ranks_add_up": True}

def block(lattice, columns=82, data=WIN.to_bytes()):
    n = len(data) // len(WIN.to_bytes())
    score_block(lattice, data, n, True, bytearray(4 * n), bytearray(n), bytearray(n * columns), bytearray(n))
    score_block(lattice, data, n, True, bytearray(4 * n), bytearray(n), None, bytearray(n))

def read(thing):
    for name in dir(thing):
        try:
            value = getattr(thing, name)
            value() if name in ("__repr__", "__hash__", "__reduce__", "to_dict", "ledger", "payments") else None
        except Exception as error:
            print(type(thing).__name__, name, type(error).__name__)
"""
CASES = {
    "a score never scored": "read(Score.__new__(Score))",
    "a fan never found": "read(ScoredFan.__new__(ScoredFan)); tuple(ScoredFan.__new__(ScoredFan))",
    "a covered fan never found": "read(CoveredFan.__new__(CoveredFan))",
    "a win never filled": "win = Win.__new__(Win); read(win); mj.score(win)",
    "a win never filled in a batch": "mj.batch.score([Win.__new__(Win)] * 3)",
    "a reading never read": "R = type(mj.decompose('12344m')[0]); read(R.__new__(R))",
    "a hand never filled": "H = mj.Hand; h = H.__new__(H); read(h); mj.decompose(h); mj.score(h, '1m')",
    "a lattice never filled": "lattice = Lattice.__new__(Lattice); read(lattice); block(lattice)",
    "a lattice never filled, without fans": (
        "score_block(Lattice.__new__(Lattice), WIN.to_bytes(), 1, True, bytearray(4), bytearray(1), None, bytearray(1))"
    ),
    "a rule set with a lattice never filled": (
        "class Rules: lattice = Lattice.__new__(Lattice)\nscore(WIN, rules=Rules)"
    ),
    "a rule set without a lattice": "class Rules: lattice = None\nscore(WIN, rules=Rules)",
    "a lattice of no rows": "block(Lattice(**NO_ROWS), 0)",
    "a lattice of more fans than rows": "block(Lattice(**{**NO_ROWS, 'fans': ['a'] * 5000}), 5000)",
    "a lattice of too many sets": "block(Lattice(**{**NO_ROWS, 'sets': 1000}), 0)",
    "a lattice of negative sets": "block(Lattice(**{**NO_ROWS, 'sets': -5}), 0)",
    "a lattice of no sets": "block(Lattice(**{**NO_ROWS, 'sets': 0}), 0)",
    "a lattice filled twice": "lattice = mj.rules.get('mcr').lattice; block(lattice); lattice.__init__(**NO_ROWS)",
    "a lattice whose filling failed": (
        "lattice = Lattice.__new__(Lattice)\n"
        "try: lattice.__init__(**{**NO_ROWS, 'forms': ('none',)})\n"
        "except Exception as error: print(error)\n"
        "block(lattice, 0)"
    ),
    "a win made anew": (
        "hash(WIN)\n"
        "try: WIN.__init__('123456789m123p1122z', '1z')\n"
        "except Exception as error: print(error)\n"
        "read(WIN); read(mj.score(WIN))"
    ),
    "a rule set with other fans": (
        "rules = mj.rules.get('mcr', strict98=True)\n"
        "object.__setattr__(rules, 'fans', ())\n"
        "read(mj.score(WIN, rules=rules)); mj.batch.score([WIN], rules)"
    ),
    "a lattice of no rows that counts han": (
        "lattice = Lattice(**NO_ROWS | {'han_fu': HAN_FU})\n"
        "try: block(lattice, 0)\n"
        "except Exception as error: print(error)\n"
        "score_block(lattice, WIN.to_bytes(), 1, True, *map(bytearray, (4, 1, 0, 1, 1, 1, 1)))"
    ),
    "a lattice of no rows that multiplies": (
        "lattice = Lattice(**NO_ROWS | {'best_place': True, 'product': True, 'forms': ('standard', 'shapeless')})\n"
        "flowers = mj.Win('123m456p789s1122z', None, self_draw=True, flowers=8)\n"
        "block(lattice, 0); block(lattice, 0, flowers.to_bytes())"
    ),
    "a lattice of no rows with a wild kind": (
        "lattice = Lattice(**NO_ROWS | {'wild_copies': 4, 'forms': ('standard', 'shapeless')})\n"
        "wild = mj.Win('123m456p789s1122z', '1z', wild='1z')\n"
        "flowers = mj.Win('123m456p789s1122z', None, self_draw=True, flowers=8, wild='1z')\n"
        "block(lattice, 0); block(lattice, 0, wild.to_bytes()); block(lattice, 0, flowers.to_bytes())"
    ),
    "a lattice of few factors": "Lattice(**NO_ROWS | {'shown_factors': (1, 2)})",
    "too little room for han": (
        "lattice = mj.rules.get('riichi').lattice\n"
        "score_block(lattice, WIN.to_bytes(), 1, True, bytearray(4), bytearray(1), None, bytearray(1), bytearray(1))"
    ),
    "a lattice of half a HanFu": "Lattice(**NO_ROWS | {'han_fu': {'base_points': [[0] * 20] * 14}})",
    "a win without a shape": (
        "rules = mj.rules.get('riichi', shiisan_puutaa='mangan')\n"
        "shown = mj.score('147m258p369s1234z', '4z', rules, self_draw=True, first_turn=True)\n"
        "read(shown); read(shown.reading); read(shown.fans[0]); assert shown.reading.form == 'shapeless'"
    ),
    "a flower win": (
        "win = mj.Win('123m456p789s1122z', None, seven_rob_one=True, flowers=8); read(win)\n"
        "for rules in ('mcr', 'riichi'):\n"
        "    mj.batch.score([win], rules, on_error='mark')\n"
        "mj.score(win)"
    ),
    "all explanations of riichi": (
        "for hand, win in (('19m19p19s1234567z', '1z'), ('1188m2233p4466s7z', '7z'), ('11123m(5555z)55p222z', '1m')):\n"
        "    shown = mj.score(hand, win, 'riichi', riichi=2, dora_indicators='4z', ura_indicators='1s')\n"
        "    read(shown); read(shown.win); read(shown.fans[0])"
    ),
    "a hand of five sets": (
        "win = mj.Win('123456789m123p1122z', '1z'); read(win); mj.batch.score([win], on_error='mark'); mj.score(win)"
    ),
    "rows that another thread writes to": """
import threading
import numpy as np
good = np.frombuffer(bytearray(20000 * WIN.to_bytes()), mj.batch.WIN_DTYPE)
bad, shared, stop = good.copy(), good.copy(), threading.Event()
bad["counts"] = np.random.default_rng(1).integers(0, 256, bad["counts"].shape)
def disturb():
    while not stop.is_set():
        shared.view(np.uint8)[:] = bad.view(np.uint8)
        shared.view(np.uint8)[:] = good.view(np.uint8)
thread = threading.Thread(target=disturb)
thread.start()
for _ in range(100):
    mj.batch.score(shared, on_error="mark", threads=2)
stop.set()
thread.join()
""",
}


@pytest.mark.parametrize("name", CASES)
def test_the_process_lives_on(name: str) -> None:
    indented = "\n".join(f"    {line}" for line in CASES[name].strip().splitlines())
    code = f"{SETUP}\ntry:\n{indented}\nexcept Exception as error:\n    print(repr(error))\nprint('the end')\n"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONFAULTHANDLER": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.endswith("the end\n")
    # else the code was not that of this version
    for fault in ("ImportError(", "NameError(", "AssertionError(", "keyword argument", "keyword-only argument"):
        assert fault not in run.stdout, run.stdout
