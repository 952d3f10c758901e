"""What a seat sees of the table: a copy of the state without what it may not know (observe.pxd)."""
