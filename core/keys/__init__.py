"""Custody of secrets: API keys and the database key, in the operating system's key store or behind a passphrase."""
