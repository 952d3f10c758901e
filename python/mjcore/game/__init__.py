"""Games above the table: what a hand came to, and matches of several hands."""
