"""A state as Python objects: hands, melds, rivers, events, and the facts that a result is made of (views.pxd)."""

from mjcore.table.events import EVENT_NAMES as EVENT_NAMES

REASONS: tuple[str, ...]
"""How a hand can end; "" while it goes on."""

KONG_NAMES: dict[int, str]
"""The types of kongs by their numbers in packed melds."""

FLAGS: tuple[tuple[int, str], ...]
"""What `Table.flags` tells of a seat, by the bits of the state."""
