"""English rows for every type of the taxonomy: what is found whole, what is left alone, what is found in disguise."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from shared_engine import rule_cascade

from core.domain.request import Request
from core.extract.cascade import CascadeExtractor
from core.resources import load_taxonomy, read_toml, resource_root

KEY = b"k" * 32
TABLES = Path(__file__).parent / "tables"
TABLE = tomllib.loads((TABLES / "english.toml").read_text(encoding="utf-8"))
KINDS = ("positive", "negative", "adversarial")
FOUND = [
    pytest.param(type_id, text, span, id=f"{type_id}-{kind}-{index}")
    for type_id, rows in TABLE.items()
    for kind in ("positive", "adversarial")
    for index, (text, span) in enumerate(rows[kind])
]
LEFT = [
    pytest.param(type_id, text, id=f"{type_id}-{index}")
    for type_id, rows in TABLE.items()
    for index, text in enumerate(rows["negative"])
]


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


def mentions(extractor: CascadeExtractor, text: str) -> set[tuple[str, str]]:
    return {(item.type_id, item.text) for item in extractor.extract(Request(text), KEY).mentions}


READER_ONLY = frozenset(read_toml(resource_root() / "recognizers" / "weighing.toml")["without_rules"])
"""Types that no rule finds."""


@pytest.mark.parametrize(("type_id", "text", "span"), FOUND)
def test_found_whole(type_id: str, text: str, span: str, extractor: CascadeExtractor) -> None:
    assert (type_id, span) in mentions(extractor, text)


@pytest.mark.parametrize(("type_id", "text"), LEFT)
def test_left_alone(type_id: str, text: str, extractor: CascadeExtractor) -> None:
    assert type_id not in {found for found, _ in mentions(extractor, text)}


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_has_rows_of_every_kind(kind: str) -> None:
    types = set(load_taxonomy(resource_root()).types) - READER_ONLY
    assert {type_id for type_id, rows in TABLE.items() if rows[kind]} == types
