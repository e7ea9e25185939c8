"""Word lists of a person's own, in the vault and in memory: written in pieces, read in pages."""

from __future__ import annotations

from contextlib import closing

import pytest
from vault_cases import START, TickingClock, open_vault

from core.domain.errors import StoreError
from core.learn.in_memory import InMemoryWords
from core.store.records import ListedWord, WordList
from core.store.words import MOST_AT_ONCE

HIDE, KEEP = WordList.HIDE, WordList.KEEP


@pytest.fixture(params=["memory", "vault"])
def words(request, tmp_path):
    if request.param == "memory":
        yield InMemoryWords()
        return
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as vault:
        yield vault.words


def listed(*surfaces: str, type_id: str = "DRUG") -> list[ListedWord]:
    return [ListedWord(surface.lower(), surface, type_id) for surface in surfaces]


def test_words_are_added_counted_paged_and_removed(words):
    assert words.add(HIDE, listed("Zorvax", "Quill", "沈澜"), START) == 3
    assert words.add(HIDE, listed("QUILL", "Mossby", "mossby", type_id="ORGANIZATION"), START) == 1
    assert words.add(KEEP, listed("Quill", type_id=""), START) == 1
    assert words.add(KEEP, [], START) == 0
    assert (words.count(HIDE), words.count(KEEP), words.count(HIDE, "o")) == (4, 1, 2)
    assert [word.surface for word in words.page(HIDE)] == ["mossby", "QUILL", "Zorvax", "沈澜"]
    assert words.page(HIDE, offset=1, limit=1) == (ListedWord("quill", "QUILL", "ORGANIZATION"),)
    assert [word.key for word in words.page(HIDE, "澜")] == ["沈澜"]
    assert words.known(HIDE, ["zorvax", "none", "quill"]) == 2
    assert words.remove(HIDE, ["zorvax", "none"], START) == 1
    assert words.remove(HIDE, [], START) == 0
    assert words.count(HIDE) == 3
    assert words.clear(HIDE, START) == 3
    assert (words.count(HIDE), words.count(KEEP)) == (0, 1)


def test_a_long_list_is_read_in_pieces(words):
    every = [f"word {number:04}" for number in range(250)]
    words.add(HIDE, listed(*every), START)
    assert [word.key for word in words.every(HIDE, piece=60)] == every
    assert [word.key for word in words.every(HIDE, piece=250)] == every
    assert list(words.every(KEEP)) == []


def test_too_many_at_once_are_refused(words):
    with pytest.raises(StoreError) as caught:
        words.add(HIDE, [ListedWord("k", "k")] * (MOST_AT_ONCE + 1), START)
    assert caught.value.code == "store.value"
    assert words.count(HIDE) == 0


def test_signs_of_sql_and_json_are_only_signs(words):
    odd = ['a"b', "a'b", "a\\b", "%", "[1]", "a\tb"]
    words.add(HIDE, listed(*odd), START)
    assert sorted(word.surface for word in words.every(HIDE)) == sorted(odd)
    assert words.count(HIDE, "'") == 1
