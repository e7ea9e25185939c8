"""Tokens of a fictional conversation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.domain.tokens import TokenEntry
from core.resources import load_taxonomy, resource_root
from core.restore.restorer import RestoredAnswer, restore


@pytest.fixture(scope="session")
def taxonomy() -> Taxonomy:
    return load_taxonomy(resource_root())


def entry(token: str, type_id: str, original: str) -> TokenEntry:
    label, number = token[1:-1].rsplit("_", 1)
    language = Language.EN if label.isascii() else Language.ZH
    return TokenEntry(token, label, int(number), type_id, f"attribute {token}", original, language)


@pytest.fixture(scope="session")
def make_entry() -> Callable[[str, str, str], TokenEntry]:
    return entry


@pytest.fixture(scope="session")
def entries() -> tuple[TokenEntry, ...]:
    return (
        entry("[PERSON_1]", "PERSON", "Margaret Olsen"),
        entry("[PERSON_2]", "PERSON", "Mr Whitmore"),
        entry("[电话_1]", "PHONE", "13900001234"),
        entry("[API_KEY_1]", "API_KEY", 'a"b\\c\nd'),
        entry("[ID_1]", "ID_CARD", "X-0001"),
    )


@pytest.fixture(scope="session")
def put_back(entries: tuple[TokenEntry, ...], taxonomy: Taxonomy) -> Callable[[str], RestoredAnswer]:
    return lambda answer: restore(answer, entries, taxonomy)
