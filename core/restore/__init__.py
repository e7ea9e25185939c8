"""The answer with the real values back in: tokens restored exactly, coarser values only suggested."""
