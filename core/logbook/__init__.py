"""Logging that cannot carry text (SEC-18)."""
