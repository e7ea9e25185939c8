"""Both procedures on the modelled server: what is counted, and that the figures say what they claim."""

from __future__ import annotations

import json
from functools import cache

import pytest
from shared_engine import engine_at_hand

from bench.corpora import Corpus, GoldSpan, Row
from bench.cost import OURS, PAPER, CostBench, Spent, false_release, summary
from bench.padding import Padding
from core.resources import resource_root

TEXT = "My name is Margaret Olsen, I am 67 years old and live in Leeds. Which documents do I need for a new passport?"
SPANS = (("PERSON", "Margaret Olsen", "explicit"), ("AGE", "67 years old", "quasi"), ("LOCATION", "Leeds", "quasi"))


def row() -> Row:
    spans = tuple(GoldSpan(TEXT.index(text), TEXT.index(text) + len(text), kind, cls) for kind, text, cls in SPANS)
    return Row("r1", TEXT, "en", spans)


def bench_at_hand() -> CostBench:
    """Its engine is the shared one: what is counted is what models are asked."""
    with engine_at_hand():
        return CostBench(resource_root())


@cache
def measured() -> tuple[tuple[Spent, ...], dict[str, float]]:
    bench = bench_at_hand()
    return tuple(bench.measure(Corpus("c", (row(),)))), bench.once


def test_both_procedures_run_on_the_same_text() -> None:
    (ours, paper), once = measured()
    assert (ours.procedure, paper.procedure) == (OURS, PAPER)
    assert ours.attributes == paper.attributes == 3
    assert ours.verdict == "PASS"
    assert not ours.code + paper.code
    assert ours.calls > 78 > paper.calls
    assert ours.written < paper.written
    assert sum(ours.stages.values()) == pytest.approx(ours.seconds, rel=0.01)
    assert sum(paper.stages.values()) == pytest.approx(paper.seconds, rel=0.01)
    assert once["en"] > 0


def test_the_summary_can_be_written_and_names_the_ratio() -> None:
    items, once = measured()
    figures = summary(items, once, 1)
    json.dumps(figures)
    assert figures["ratio"] == pytest.approx(items[1].seconds / items[0].seconds, abs=0.01)
    assert figures["ratio_at_papers_rounds"] > 1
    assert [group["attributes"] for group in figures["by_attributes"]] == [3]


def test_ours_is_faster_than_the_papers_procedure() -> None:
    (ours, paper), _ = measured()
    assert ours.seconds < paper.seconds


def test_false_release_of_both_under_the_planted_leak() -> None:
    figures = false_release(42)
    assert figures["ours_exact"] <= 0.025
    assert figures["ours_simulated"] == pytest.approx(figures["ours_exact"], abs=0.008)
    assert figures["paper_exact_by_looks"]["1"] == pytest.approx(0.0213, abs=0.0002)
    assert figures["paper_by_looks"]["4"] == pytest.approx(0.083, abs=0.02)
    assert figures["paper_bundled_by_looks"]["1"] == pytest.approx(0.71, abs=0.03)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_texts_are_brought_to_the_size_of_the_bar(language: str) -> None:
    text = TEXT if language == "en" else "我叫严文彬，今年67岁，住在南京。请问换护照要带哪些材料？"
    marked = SPANS if language == "en" else (("PERSON", "严文彬", "explicit"), ("AGE", "67岁", "quasi"))
    spans = tuple(GoldSpan(text.index(part), text.index(part) + len(part), kind, cls) for kind, part, cls in marked)
    padding = Padding(resource_root(), len)
    sized = padding.sized(Row("r", text, language, spans), len(marked), 300)
    assert sized is not None
    assert sized.text.startswith(text)
    assert 300 <= len(sized.text) < 450
    assert sized.spans == spans
    assert padding.sized(Row("r", text, language, spans), len(marked) + 2, 300) is None


def test_a_model_that_knows_more_than_the_text_says_is_refused_before_anything_else_is_asked() -> None:
    bench = bench_at_hand()
    (seconds,) = bench.rejects(Corpus("c", (row(),)))
    assert 0 < seconds < measured()[0][0].seconds / 2
