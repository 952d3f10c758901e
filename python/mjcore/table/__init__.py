"""The game as one flat state: native, thread-safe for different tables, no object in its hot loops."""
