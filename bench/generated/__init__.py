"""Prompts of `core.generate` as something to measure on: corpora, a census, mixtures, an unfamiliar world."""
