"""Theoretical quantities beside the measurements: they witness leakage, they never prove safety (paper 3.6)."""
