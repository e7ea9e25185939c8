"""Every explicit type finds what its table says and leaves the rest alone."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from core.domain.language import Language
from core.domain.taxonomy import Kind
from core.extract import explicit
from core.extract.candidate import Candidate, Recognizer, TextView
from core.extract.dictionary import same_length_lower
from core.extract.overlap import resolve
from core.resources import load_taxonomy, read_toml, resource_root
from core.text.normalize import normalize

TABLE = tomllib.loads((Path(__file__).parent / "tables" / "explicit.toml").read_text(encoding="utf-8"))
POSITIVE = [
    pytest.param(type_id, text, span, id=f"{type_id}-{index}")
    for type_id, table in TABLE.items()
    for index, (text, span) in enumerate(table["positive"])
]
NEGATIVE = [
    pytest.param(type_id, text, id=f"{type_id}-{index}")
    for type_id, table in TABLE.items()
    for index, text in enumerate(table["negative"])
]
ACCEPT = 0.5


@pytest.fixture(scope="module")
def taxonomy():
    return load_taxonomy(resource_root())


@pytest.fixture(scope="module")
def recognizers(taxonomy) -> tuple[Recognizer, ...]:
    return explicit.build(taxonomy, resource_root())


def scan(text: str, recognizers, taxonomy) -> tuple[TextView, tuple[Candidate, ...]]:
    normalized = normalize(text)
    view = TextView(normalized, normalized.text, same_length_lower(normalized.text), Language.EN)
    found = [item for recognizer in recognizers for item in recognizer.find(view) if item.score >= ACCEPT]
    return view, resolve(found, taxonomy)


@pytest.mark.parametrize(("type_id", "text", "span"), POSITIVE)
def test_finds_the_value_as_one_span(type_id, text, span, recognizers, taxonomy):
    view, found = scan(text, recognizers, taxonomy)
    spans = []
    for item in found:
        start, end = view.normalized.to_original(item.start, item.end)
        spans.append((item.type_id, text[start:end].rstrip(".")))
    assert (type_id, span) in spans


@pytest.mark.parametrize(("type_id", "text"), NEGATIVE)
def test_leaves_ordinary_text_alone(type_id, text, recognizers, taxonomy):
    view, found = scan(text, recognizers, taxonomy)
    assert [view.text[item.start : item.end] for item in found if item.type_id == type_id] == []


def test_every_explicit_type_has_a_table(taxonomy):
    explicit_types = {item.id for item in taxonomy if item.kind is Kind.EXPLICIT}
    without_rules = set(read_toml(resource_root() / "recognizers" / "weighing.toml")["without_rules"])
    assert explicit_types - without_rules == set(TABLE)


def test_wrong_check_digit_is_still_found_but_scores_less(recognizers, taxonomy):
    _, right = scan("4111111111111111", recognizers, taxonomy)
    _, wrong = scan("card 4111111111111112", recognizers, taxonomy)
    assert right[0].validation is True
    assert wrong[0].type_id == "BANK_CARD"
    assert wrong[0].validation is False


def test_spelled_digits_have_the_value_of_the_number(recognizers, taxonomy):
    _, found = scan("one three nine zero zero zero zero one two three four", recognizers, taxonomy)
    assert found[0].value == "13900001234"
