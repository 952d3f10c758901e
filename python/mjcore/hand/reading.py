"""Where the reader of other notations is kept.

The formats are a layer above this one, so `mjcore` itself puts a reader here when it is imported, without
loading anything native; mjcore.hand.text calls it for text that is not of the main grammar.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

reader: Callable[[str], tuple[str, Sequence[int]]] | None = None
"""Takes each text that holds other than ASCII characters or begins with a letter. Returns the same in the
main grammar, and a sequence with the position in the original of each of its characters and of its end;
raises NotationError where it can not. None: the main grammar alone is read."""
