"""Engines: extraction, dehydration, verification and search composed behind one interface."""
