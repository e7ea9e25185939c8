"""Figures of one corpus under one system: over-extraction, harmless rows, layers, interleaved speed."""

from __future__ import annotations

from bench.corpora import Corpus, GoldSpan, Row
from bench.extraction import detail_rows, figures, measure, summary
from bench.scoring import PredictedSpan
from core.domain.taxonomy import Kind

TEXT = "Ada Quill, 67"
GOLD = (GoldSpan(0, 9, "PERSON", "explicit"), GoldSpan(11, 13, "AGE", "quasi"))
ROWS = (
    Row("1", TEXT, "en", GOLD),
    Row("2", TEXT, "en", GOLD),
    Row("3", "Nothing at all", "en", ()),
    Row("4", "Nothing either", "en", ()),
)


class Fixed:
    """Finds the name everywhere, and something harmless in row 3; a second per row."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, row: Row) -> tuple[tuple[PredictedSpan, ...], float]:
        self.asked.append(row.text)
        if row.id == "4":
            return (), 1.0
        first = PredictedSpan(0, 9, "PERSON", Kind.EXPLICIT, "pattern" if row.spans else "ner")
        return (first,), 1.0


def test_figures() -> None:
    predict = Fixed()
    measured = measure(Corpus("c", ROWS), "ours", predict, keep=True)
    found = figures(measured)
    assert found["recall"] == {"explicit": 1.0, "quasi": 0.0}
    assert found["over_extraction"] == 0.75
    assert found["harmless_touched"] == 0.5
    assert found["by_layer"] == {"ner": {"spans": 1, "right": 0}, "pattern": {"spans": 2, "right": 2}}
    assert found["not_marked"] == {"PERSON": 1}
    assert [identifier for identifier, _ in measured.predictions] == ["1", "2", "3", "4"]
    assert summary([measured]) == {"c": {"ours": found}}
    assert {(row["type"], row["found"], row["total"]) for row in detail_rows([measured])} == {
        ("PERSON", 2, 2),
        ("AGE", 0, 2),
    }


def test_speed_is_the_median_of_interleaved_parts_and_no_text_is_timed_twice() -> None:
    predict = Fixed()
    measured = measure(Corpus("c", ROWS), "ours", predict)
    assert measured.characters == (len(TEXT) + len("Nothing either"), len(TEXT), len("Nothing at all"))
    assert measured.seconds == (2.0, 1.0, 1.0)
    assert measured.speed == 13.5
    assert len(predict.asked) == len(set(predict.asked)) + 1
    assert measured.predictions == ()


def test_an_empty_corpus_has_no_figures() -> None:
    found = figures(measure(Corpus("c", ()), "ours", Fixed()))
    assert (found["char_precision"], found["over_extraction"], found["chars_per_second"]) == (None, None, 0)
