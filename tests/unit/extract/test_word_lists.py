"""Words of closed classes are data: every list of the file is read, and only whole words stand in it."""

from __future__ import annotations

import re

import pytest

from core.domain.errors import ResourceError
from core.extract.quasi import word_lists
from core.resources import read_toml, resource_root

DATA = read_toml(resource_root() / "lexicons" / word_lists.FILE)
LISTS = [(language, name) for language in ("en", "zh") for name in DATA[language]]


@pytest.mark.parametrize(("language", "name"), LISTS)
def test_a_list_holds_different_words_without_signs_of_a_pattern(language: str, name: str) -> None:
    found = word_lists.words(language, name)
    assert len(set(found)) == len(found)
    assert not [word for word in found if re.search(r"[\\()|?*+\[\]{}^$.]", word) or word.strip() != word]
    pattern = re.compile(word_lists.any_of(language, name))
    assert [word for word in found if pattern.fullmatch(word) is None] == []


def test_of_two_words_that_begin_alike_the_longer_one_is_found() -> None:
    pattern = re.compile(word_lists.any_of("zh", "lab_names"))
    match = pattern.match("空腹血糖7.8")
    assert match is not None
    assert match.group() == "空腹血糖"


@pytest.mark.parametrize("name", DATA["tables"])
def test_a_table_says_what_each_word_means(name: str) -> None:
    assert all(word and meaning for word, meaning in word_lists.table(name).items())


def test_a_list_that_is_not_there_is_an_error_of_the_resources() -> None:
    with pytest.raises(ResourceError):
        word_lists.words("zh", "no_such_list")
    with pytest.raises(ResourceError):
        word_lists.words("en", "lab_names_of_nobody")
    with pytest.raises(ResourceError):
        word_lists.table("no_such_table")
