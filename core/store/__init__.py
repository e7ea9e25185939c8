"""The encrypted database; the only room that imports sqlcipher3."""
