"""Changes to the JSON of a worked case: one value on purpose, or one anywhere by chance."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

TILES = st.text("0123456789mpszfjESWN[]()<>^+{} 一万中", max_size=18)
SCALARS = (
    st.none() | st.booleans() | st.integers(-2, 130) | st.integers() | st.floats(allow_nan=False) | TILES
    | st.text(max_size=5)
)  # fmt: skip
KEYS = st.text(max_size=5)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))


def changed(case: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy with the value at a dotted path set; `...` takes the field away."""
    case = copy.deepcopy(case)
    *parents, last = path.split(".")
    place: Any = case
    for step in parents:
        place = place[int(step)] if isinstance(place, list) else place[step]
    key: Any = int(last) if isinstance(place, list) else last
    if value is ...:
        del place[key]
    else:
        place[key] = value
    return case


@st.composite
def damaged(draw: st.DrawFn, case: dict[str, Any]) -> dict[str, Any]:
    """The case with one value anywhere replaced, taken away or added."""
    case = copy.deepcopy(case)
    place: Any = case
    while True:
        key = draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
        if isinstance(place[key], (dict, list)) and place[key] and draw(st.booleans()):
            place = place[key]
            continue
        change = draw(st.sampled_from(["replace", "tiles", "remove", "add"]))
        if change == "remove":
            del place[key]
        elif change == "add" and isinstance(place, dict):
            place[draw(KEYS)] = draw(JSON)
        else:
            place[key] = draw(TILES if change == "tiles" else JSON)
        return case
