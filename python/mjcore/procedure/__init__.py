"""The course of a hand beside the wins: walls and deals, claims, who deals next."""
