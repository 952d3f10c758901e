"""The hand engine without Python objects: distance, accepted kinds and waits of 34 counts; see engine.pxd."""
