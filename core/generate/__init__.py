"""Bilingual prompt generator: gold spans, task questions, combinations with known k, splits by template family."""
