"""Custody of API keys: the operating system's key store, or memory for one session. Never a file."""
