"""mjcore: one mahjong engine for every rule set.

>>> import mjcore as mj
>>> mj.score("123m456p789s1122z", win="1z", rules="mcr", self_draw=True).total
16
>>> mj.shanten("123m456p789s1122z"), mj.waits("123m456p789s1122z")
(0, (Tile('1z'), Tile('2z')))

Names are loaded when they are first used, so that importing the package costs next to nothing.
All functions are thread-safe; the values (`Tile`, `Meld`, `Hand`, `Win`, `Score`, rule sets, engines and their
answers) are immutable.
"""

from __future__ import annotations

from mjcore.hand import reading as _reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mjcore import batch as batch
    from mjcore import check as check
    from mjcore import formats as formats
    from mjcore import legal as legal
    from mjcore import rules as rules
    from mjcore.asking import acceptance as acceptance
    from mjcore.asking import best_discards as best_discards
    from mjcore.asking import discards as discards
    from mjcore.asking import is_win as is_win
    from mjcore.asking import shanten as shanten
    from mjcore.asking import waits as waits
    from mjcore.errors import HandError as HandError
    from mjcore.errors import IllegalAction as IllegalAction
    from mjcore.errors import LogError as LogError
    from mjcore.errors import MahjongError as MahjongError
    from mjcore.errors import NotationError as NotationError
    from mjcore.errors import NotAWin as NotAWin
    from mjcore.errors import RuleError as RuleError
    from mjcore.fans.scores import Score as Score
    from mjcore.fans.wins import Win as Win
    from mjcore.game.matches import Match as Match
    from mjcore.game.results import Result as Result
    from mjcore.game.tables import Table as Table
    from mjcore.hand.answers import Acceptance as Acceptance
    from mjcore.hand.answers import Discard as Discard
    from mjcore.hand.decompose import decompose as decompose
    from mjcore.hand.hands import Hand as Hand
    from mjcore.hand.melds import Meld as Meld
    from mjcore.hand.queries import HandEngine as HandEngine
    from mjcore.hand.tiles import Tile as Tile
    from mjcore.scoring import score as score
    from mjcore.table.names import action_id as action_id
    from mjcore.table.names import action_text as action_text
    from mjcore.waiting import WaitValue as WaitValue
    from mjcore.waiting import wait_values as wait_values

__version__ = "0.1.0"

# public name -> module and name in it ("" = the module itself)
_PLACES = {
    "Acceptance": ("mjcore.hand.answers", "Acceptance"),
    "Discard": ("mjcore.hand.answers", "Discard"),
    "Hand": ("mjcore.hand.hands", "Hand"),
    "HandEngine": ("mjcore.hand.queries", "HandEngine"),
    "HandError": ("mjcore.errors", "HandError"),
    "IllegalAction": ("mjcore.errors", "IllegalAction"),
    "LogError": ("mjcore.errors", "LogError"),
    "MahjongError": ("mjcore.errors", "MahjongError"),
    "Match": ("mjcore.game.matches", "Match"),
    "Meld": ("mjcore.hand.melds", "Meld"),
    "NotAWin": ("mjcore.errors", "NotAWin"),
    "NotationError": ("mjcore.errors", "NotationError"),
    "Result": ("mjcore.game.results", "Result"),
    "RuleError": ("mjcore.errors", "RuleError"),
    "Score": ("mjcore.fans.scores", "Score"),
    "Table": ("mjcore.game.tables", "Table"),
    "Tile": ("mjcore.hand.tiles", "Tile"),
    "Win": ("mjcore.fans.wins", "Win"),
    "acceptance": ("mjcore.asking", "acceptance"),
    "action_id": ("mjcore.table.names", "action_id"),
    "action_text": ("mjcore.table.names", "action_text"),
    "WaitValue": ("mjcore.waiting", "WaitValue"),
    "batch": ("mjcore.batch", ""),
    "best_discards": ("mjcore.asking", "best_discards"),
    "check": ("mjcore.check", ""),
    "decompose": ("mjcore.hand.decompose", "decompose"),
    "discards": ("mjcore.asking", "discards"),
    "formats": ("mjcore.formats", ""),
    "is_win": ("mjcore.asking", "is_win"),
    "legal": ("mjcore.legal", ""),
    "rules": ("mjcore.rules", ""),
    "score": ("mjcore.scoring", "score"),
    "shanten": ("mjcore.asking", "shanten"),
    "wait_values": ("mjcore.waiting", "wait_values"),
    "waits": ("mjcore.asking", "waits"),
}

__all__ = [*sorted(_PLACES), "__version__", "get_include"]


def __getattr__(name: str) -> object:
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'mjcore' has no attribute {name!r}")
    import importlib

    module = importlib.import_module(place[0])
    value: object = getattr(module, place[1]) if place[1] else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})


def _translate(text: str) -> tuple[str, list[int]]:
    from mjcore.formats import translate

    return translate(text)


# Texts that are not in the main grammar: the formats are loaded when the first one comes.
_reading.reader = _translate


def get_include() -> str:
    """The folder to give to `cythonize(include_path=[...])` and to `include_dirs` so that other projects
    can cimport ``mjcore``: the one that holds ``mjcore/hand/kinds.pxd``."""
    import os

    package = os.path.dirname(os.path.abspath(__file__))
    if os.path.exists(os.path.join(package, "hand", "kinds.pxd")):
        return os.path.dirname(package)
    # an editable install: the declarations stay beside the Cython sources
    return os.path.join(os.path.dirname(os.path.dirname(package)), "src")
