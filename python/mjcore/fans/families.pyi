"""Which scorer a rule set asks for (families.pxd)."""
