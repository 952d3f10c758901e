"""Another's tile: who may take it, who is asked, who gets it (claims.pxd)."""
