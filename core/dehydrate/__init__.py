"""From X and S to D: generalisation hierarchies, tokens, and the last search for values that must not stand there."""
