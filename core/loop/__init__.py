"""The search for a D that passes the gate: Algorithm 2' (paper 3.5)."""
