"""Frozen value types that every other room speaks (DESIGN section 4). Holds no I/O."""
