"""Originals are offered for generalised phrases, never put in by themselves."""

from __future__ import annotations

import pytest

from core.domain.artifact import Replacement
from core.restore.suggestion import suggest


def replaced(attribute_id: str, rendered: str, *, node: str = "n", level: int = 1, token: str = "") -> Replacement:
    return Replacement(attribute_id, 0, 1, 0, len(rendered), level, rendered, node, token)


def test_a_recurring_phrase_gets_its_original() -> None:
    answer = "For a person In Her  Sixties, walking is safe. 六十多岁也可以。"
    found = suggest(answer, (replaced("age", "in her sixties"), replaced("age", "六十多岁")), {"age": "67"})
    assert [(answer[item.start : item.end], item.candidates) for item in found] == [
        ("In Her  Sixties", ("67",)),
        ("六十多岁", ("67",)),
    ]


@pytest.mark.parametrize("words", ["in your sixties", "In their sixties", "in the  sixties"])
def test_an_answer_speaks_of_the_same_thing_in_its_own_person(words: str) -> None:
    (item,) = suggest(f"Walking is fine {words}.", (replaced("age", "in my sixties"),), {"age": "67"})
    assert (item.phrase, item.candidates) == (words, ("67",))


def test_a_determiner_alone_is_no_phrase() -> None:
    assert suggest("the a my", (replaced("x", "a"), replaced("y", "the")), {"x": "1", "y": "2"}) == ()


def test_the_longest_phrase_wins_and_words_are_whole() -> None:
    parts = (replaced("city", "a city"), replaced("place", "a city in the north"))
    originals = {"city": "Leeds", "place": "Durham"}
    found = suggest("a city in the north; a citynow; a city", parts, originals)
    assert [item.candidates for item in found] == [("Durham",), ("Leeds",)]


def test_a_phrase_of_two_values_offers_both() -> None:
    parts = (replaced("first", "several thousand"), replaced("second", "several thousand"))
    (item,) = suggest("It was several thousand.", parts, {"first": "1,240", "second": "3,478"})
    assert item.candidates == ("1,240", "3,478")
    assert item.attribute_ids == ("first", "second")


def test_tokens_exact_and_suppressed_mentions_suggest_nothing() -> None:
    parts = (
        replaced("a", "[PERSON_1]", token="[PERSON_1]"),
        replaced("b", "Leeds", level=0),
        replaced("c", "somewhere", node=""),
        replaced("d", "x"),
    )
    assert suggest("[PERSON_1] Leeds somewhere x", parts, dict.fromkeys("abcd", "v")) == ()
