"""People of public life are nobody's secret, but where a word beside the name makes it an acquaintance's."""

from __future__ import annotations

import pytest

from core.extract.public_figures import PublicFigures
from core.resources import resource_root

FIGURES = PublicFigures.load(resource_root())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My boss quotes Steve Jobs in every meeting.", "Steve Jobs"),
        ("Our teacher asked whether Steve Jobs wrote code.", "Steve Jobs"),
        ("我想知道马云为什么退休", "马云"),
        ("我们老师讲到马云的演讲", "马云"),
    ],
)
def test_a_famous_name_in_the_sentence_of_somebody_else_is_public(text: str, name: str) -> None:
    start = text.index(name)
    assert FIGURES.named(text, start, start + len(name))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My neighbour Steve Jobs plays loud music.", "Steve Jobs"),
        ("My neighbour is called Steve Jobs.", "Steve Jobs"),
        ("Steve Jobs is my neighbour.", "Steve Jobs"),
        ("Steve Jobs, our tenant, has left.", "Steve Jobs"),
        ("Dear Steve Jobs, please pay.", "Steve Jobs"),
        ("patient: Steve Jobs, 54", "Steve Jobs"),
        ("我同事马云迟到了", "马云"),
        ("马云是我同事", "马云"),
        ("患者：马云，男", "马云"),
        ("马云老师好", "马云"),
    ],
)
def test_a_word_beside_the_name_makes_it_an_acquaintance(text: str, name: str) -> None:
    start = text.index(name)
    assert not FIGURES.named(text, start, start + len(name))
