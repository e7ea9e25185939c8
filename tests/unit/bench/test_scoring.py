"""How a span counts as found, and what precision is over."""

from __future__ import annotations

import pytest

from bench.corpora import GoldSpan, Row
from bench.scoring import PredictedSpan, Score
from core.domain.taxonomy import Kind

TEXT = "the Ada Quill, 67, of Leeds"


def score(gold: tuple[GoldSpan, ...], predicted: tuple[tuple[int, int], ...], text: str = TEXT) -> Score:
    result = Score()
    spans = tuple(PredictedSpan(start, end, "X", Kind.QUASI) for start, end in predicted)
    result.add(Row("1", text, "en", gold), spans)
    return result


@pytest.mark.parametrize(
    ("predicted", "recall"),
    [
        (((4, 13),), 1.0),
        (((4, 7), (8, 13)), 1.0),
        (((4, 12),), 0.0),
        (((0, 99),), 1.0),
        (((-5, 13),), 1.0),
        ((), 0.0),
    ],
)
def test_all_letters_and_digits_must_be_covered(predicted: tuple[tuple[int, int], ...], recall: float) -> None:
    assert score((GoldSpan(0, 13, "PERSON", "explicit"),), predicted).recall("explicit") == recall


def test_titles_and_punctuation_need_not_be_covered() -> None:
    gold = (GoldSpan(0, 9, "PERSON", "explicit"),)
    assert score(gold, ((4, 8),), "Mr. Quill said").recall("explicit") == 0.0
    assert score(gold, ((4, 9),), "Mr. Quill said").recall("explicit") == 1.0


def test_precision_counts_letters_and_digits_of_wanted_spans() -> None:
    gold = (GoldSpan(4, 13, "PERSON", "explicit"), GoldSpan(22, 27, "PLACE", "none"))
    result = score(gold, ((4, 13), (22, 27)))
    assert result.precision == round(8 / 13, 4)
    assert result.recall("none") == 1.0
    assert result.touched_share == 1.0
    assert result.touched_explicit_share == 0.0


def test_rates_without_anything_to_count_are_unknown() -> None:
    result = score((), ())
    assert (result.precision, result.recall("explicit"), Score().touched_share) == (None, None, None)


def test_recall_by_language_and_type() -> None:
    result = Score()
    for language, predicted in (("en", ((0, 3),)), ("zh", ())):
        spans = tuple(PredictedSpan(start, end, "X", Kind.EXPLICIT) for start, end in predicted)
        result.add(Row("1", "Ada", language, (GoldSpan(0, 3, "PERSON", "explicit"),)), spans)
    assert result.recall("explicit") == 0.5
    assert result.recall("explicit", language="en") == 1.0
    assert result.recall("explicit", language="zh", type_id="PERSON") == 0.0
    assert result.recall("explicit", type_id="OTHER") is None
