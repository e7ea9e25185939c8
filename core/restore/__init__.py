"""The answer with the real values back in: tokens restored exactly, generalised phrases only suggested."""
