"""What a HandEngine is made of, read from Python objects. Nothing for Python."""
