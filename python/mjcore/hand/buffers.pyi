"""Contiguous buffers of other objects, held as long as they are in use."""

from typing import final

@final
class View:
    """A contiguous buffer that is released when the view goes."""
