"""What is asked about a hand: its tiles and jokers, the melds, what was seen of the others. Nothing for Python."""
