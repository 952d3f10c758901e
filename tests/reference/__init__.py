"""Slow and plain Python twins of the native algorithms: the words of the rule texts, nothing clever.

They use the standard library, and numpy where all patterns of a suit or many hands are gone through at once; never
mjcore itself, so that a fault cannot hide in both.
"""
