"""Frozen value types that every other package speaks (DESIGN section 4). Holds no I/O."""
