"""The built-in engine: the rooms of the one path composed behind one interface."""
