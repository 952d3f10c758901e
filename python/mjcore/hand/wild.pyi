"""Wild tiles: what they may stand for, for native callers (wild.pxd); `mjcore.decompose` takes them by name."""
