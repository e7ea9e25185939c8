"""Attackers on D, utility of D, and the gate that judges both (paper 3.3)."""
