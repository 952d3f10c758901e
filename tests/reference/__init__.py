"""Slow and plain Python twins of the native algorithms: the words of the rule texts, nothing clever.

They use the standard library alone, never mjcore itself, so that a fault cannot hide in both.
"""
