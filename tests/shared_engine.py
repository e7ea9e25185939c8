"""The real engine and the real rules, built once a run: both are safe from any thread and do not change.

A test that steers an engine takes an `own` one: over the same parts, which are read and warmed once. A test that puts
something in place of what is inside a part builds an engine, or puts it back.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from core.engine.engine import BuiltinEngine
from core.extract.cascade import CascadeExtractor
from core.extract.spans.reader import AbsentSpans, SpanReader
from core.resources import load_taxonomy, resource_root

SEED = 20260301


def same_seed() -> int:
    """For engines whose certifications are to come out alike on every run of a test."""
    return SEED


@cache
def builtin_engine() -> BuiltinEngine:
    """Over the shipped resources; every certification draws from the same seed."""
    engine = BuiltinEngine(resource_root())
    engine.seeds = same_seed
    return engine


@contextmanager
def without_span_reader() -> Iterator[None]:
    """Engines that are built meanwhile have no span reader, as on a machine without its files: for what rules, own and
    learned, do with kinds of values that nobody knows yet."""
    patch = pytest.MonkeyPatch()
    patch.setattr(SpanReader, "load", staticmethod(lambda root, folder=None: AbsentSpans("spans.model_missing")))
    try:
        yield
    finally:
        patch.undo()


@cache
def rules_engine() -> BuiltinEngine:
    """The engine without the span reader."""
    with without_span_reader():
        engine = BuiltinEngine(resource_root())
    engine.seeds = same_seed
    return engine


def own_engine() -> BuiltinEngine:
    """Uses a library, words and seeds of its own; at first none, and the shared seed."""
    return copy.copy(builtin_engine())


def own_rules_engine() -> BuiltinEngine:
    """The same without the span reader."""
    return copy.copy(rules_engine())


@contextmanager
def engine_at_hand() -> Iterator[None]:
    """What asks meanwhile for an engine over the shipped resources is given an `own_engine`. For commands that build
    one on each call: reading all that the first text needs takes seconds, and its own tests try that."""

    def create(root: Path | None = None) -> BuiltinEngine:
        return own_engine() if root in {None, resource_root()} else BuiltinEngine(root)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BuiltinEngine, "create", staticmethod(create))
        yield


@cache
def rule_cascade() -> CascadeExtractor:
    """The cascade without the name model. With it: `builtin_engine().extractor`."""
    return CascadeExtractor(load_taxonomy(resource_root()), resource_root())
