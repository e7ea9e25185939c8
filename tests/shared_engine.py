"""The real engine and the real rules, built once a run: both are safe from any thread and do not change.

A test that puts something in place of a part takes an engine of its own, or puts the part back.
"""

from __future__ import annotations

from functools import cache

from core.engine.engine import BuiltinEngine
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.resources import load_taxonomy, resource_root

SEED = 20260301


def same_seed() -> int:
    """For engines whose certifications are to come out alike on every run of a test."""
    return SEED


@cache
def builtin_engine() -> BuiltinEngine:
    """Over the shipped resources; every certification draws from the same seed."""
    engine = BuiltinEngine.create()
    engine.seeds = same_seed
    return engine


@cache
def rules_engine() -> BuiltinEngine:
    """The engine without the span reader, for what learned rules and rules alone do."""
    engine = BuiltinEngine.create()
    engine.seeds = same_seed
    engine.extractor = CascadeExtractor(engine.taxonomy, resource_root(), load_ner(resource_root()))
    return engine


@cache
def rule_cascade() -> CascadeExtractor:
    """The cascade without the name model. With it: `builtin_engine().extractor`."""
    return CascadeExtractor(load_taxonomy(resource_root()), resource_root())
