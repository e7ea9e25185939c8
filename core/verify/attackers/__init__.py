"""The built-in attackers A0 to A3 (paper 3.3, DESIGN 5.3)."""
