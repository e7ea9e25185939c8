"""The encrypted database; the only package that imports sqlcipher3."""
