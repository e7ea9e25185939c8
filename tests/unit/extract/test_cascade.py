"""The cascade: decisions of a person, overlaps, caching, honest health of layers."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from shared_engine import rule_cascade

from core.domain.errors import Cancelled
from core.domain.events import CancelToken, StageEvent
from core.domain.request import AddedSpan, Decisions, Request
from core.domain.sensitive import Layer, LayerState
from core.extract.candidate import Candidate, TextView
from core.extract.cascade import CascadeExtractor
from core.extract.ner import AbsentNer
from core.extract.overlap import resolve
from core.extract.segments import HARD_LIMIT, segments
from core.resources import load_taxonomy, resource_root

KEY = b"k" * 32
TEXT = "My name is Margaret Olsen, call 202-555-0143."


class FakeNer:
    """Finds the word "Quux"; fails on demand."""

    def __init__(self, failing: bool = False) -> None:
        self.failing = failing
        self.calls = 0

    @property
    def available(self) -> bool:
        return True

    @property
    def reason(self) -> str:
        return ""

    def find(self, view: TextView) -> Iterator[Candidate]:
        self.calls += 1
        if self.failing:
            raise RuntimeError(view.text)
        at = view.text.find("Quux")
        if at >= 0:
            yield Candidate(at, at + 4, "PERSON", "Quux", 0.8, Layer.NER, "fake", 0.8)


@pytest.fixture(scope="module")
def extractor() -> CascadeExtractor:
    return rule_cascade()


def surfaces(extractor: CascadeExtractor, text: str, decisions: Decisions | None = None) -> set[tuple[str, str]]:
    found = extractor.extract(Request(text, decisions=decisions or Decisions()), KEY)
    return {(mention.type_id, mention.text) for mention in found.mentions}


def health(extractor: CascadeExtractor, text: str = TEXT) -> dict[Layer, tuple[LayerState, str]]:
    return {item.layer: (item.state, item.reason) for item in extractor.extract(Request(text), KEY).layers}


def test_offsets_are_code_points_of_the_original(extractor):
    text = "👩‍👩‍👧 𠮷田さん\r\n电话１３９００００１２３４\u00a0谢谢"
    found = extractor.extract(Request(text), KEY)
    phones = [mention for mention in found.mentions if mention.type_id == "PHONE"]
    assert [text[item.start : item.end] for item in phones] == ["１３９００００１２３４"]
    assert phones[0].value == "13900001234"


def test_never_hide_is_obeyed(extractor):
    assert ("PERSON", "Margaret Olsen") in surfaces(extractor, TEXT)
    kept = surfaces(extractor, TEXT, Decisions(never_hide=frozenset({"margaret  olsen"})))
    assert ("PERSON", "Margaret Olsen") not in kept


def test_always_hide_finds_all_occurrences_but_no_part_of_a_word(extractor):
    found = extractor.extract(
        Request(
            "Zorblax and zorblax, not Zorblaxian. 项目凤凰计划",
            decisions=Decisions(always_hide={"Zorblax": "PERSON", "凤凰": "PERSON"}),
        ),
        KEY,
    )
    texts = [mention.text for mention in found.mentions if mention.layer in (Layer.USER, Layer.COREFERENCE)]
    assert sorted(texts) == sorted(["Zorblax", "zorblax", "凤凰"])


def test_added_span_wins_over_what_it_overlaps(extractor):
    start = TEXT.index("Margaret")
    end = TEXT.index(",")
    decisions = Decisions(added=(AddedSpan(start, end, "HANDLE"),))
    assert ("HANDLE", "Margaret Olsen") in surfaces(extractor, TEXT, decisions)
    assert ("PERSON", "Margaret Olsen") not in surfaces(extractor, TEXT, decisions)


@pytest.mark.parametrize("span", [(-1, 3), (3, 3), (0, 10_000), (5, 2)])
def test_impossible_added_spans_are_ignored(extractor, span):
    decisions = Decisions(added=(AddedSpan(*span, "PERSON"),))
    assert surfaces(extractor, "nothing here", decisions) == set()


def test_not_sensitive_removes_the_attribute(extractor):
    person = next(item for item in extractor.extract(Request(TEXT), KEY).attributes if item.type_id == "PERSON")
    decisions = Decisions(not_sensitive=frozenset({person.id}))
    remaining = extractor.extract(Request(TEXT, decisions=decisions), KEY)
    assert person.id not in {item.id for item in remaining.attributes}


def test_ids_are_stable_and_keyed(extractor):
    first = extractor.extract(Request(TEXT), KEY)
    again = extractor.extract(Request(TEXT), KEY)
    other = extractor.extract(Request(TEXT), b"x" * 32)
    assert [item.id for item in first.attributes] == [item.id for item in again.attributes]
    assert {item.id for item in first.attributes}.isdisjoint(item.id for item in other.attributes)


def test_ner_off_says_why():
    taxonomy = load_taxonomy(resource_root())
    absent = CascadeExtractor(taxonomy, resource_root(), AbsentNer("ner.package_missing"))
    assert health(absent)[Layer.NER] == (LayerState.OFF, "ner.package_missing")
    assert ("PHONE", "202-555-0143") in surfaces(absent, TEXT)


@pytest.mark.expects_log("drsl.extract")
def test_failing_layer_is_reported_and_leaves_no_text_in_the_log(caplog):
    extractor = CascadeExtractor(load_taxonomy(resource_root()), resource_root(), FakeNer(failing=True))
    with caplog.at_level(logging.DEBUG):
        assert health(extractor)[Layer.NER][0] is LayerState.FAILED
    assert "Olsen" not in caplog.text
    assert "recognizer_failed" in caplog.text


@pytest.mark.expects_log("drsl.extract")
def test_failure_is_not_cached():
    ner = FakeNer(failing=True)
    extractor = CascadeExtractor(load_taxonomy(resource_root()), resource_root(), ner)
    extractor.extract(Request("ask Quux"), KEY)
    ner.failing = False
    assert health(extractor, "ask Quux")[Layer.NER][0] is LayerState.OK


def test_a_keystroke_rescans_only_its_paragraph():
    ner = FakeNer()
    extractor = CascadeExtractor(load_taxonomy(resource_root()), resource_root(), ner)
    paragraphs = [f"Paragraph number {index} about nothing much." for index in range(8)]
    extractor.extract(Request("\n\n".join(paragraphs)), KEY)
    before = ner.calls
    paragraphs[3] += " x"
    extractor.extract(Request("\n\n".join(paragraphs)), KEY)
    assert ner.calls - before == 1
    extractor.forget()
    extractor.extract(Request("\n\n".join(paragraphs)), KEY)
    assert ner.calls - before == 1 + len(paragraphs)


def test_cancel_stops_between_segments(extractor):
    token = CancelToken()
    seen: list[StageEvent] = []

    def watch(event: StageEvent) -> None:
        seen.append(event)
        token.cancel()

    with pytest.raises(Cancelled):
        extractor.extract(Request("one\n\ntwo\n\nthree"), KEY, watch, token)
    assert len(seen) == 1


def test_segments_cover_the_text_and_stay_short():
    text = ("word " * 3000) + "\n\n" + "行\n" * 4000 + "x" * 9000
    parts = list(segments(text))
    assert "".join(text[part.start : part.end] for part in parts) == text
    assert max(part.end - part.start for part in parts) <= HARD_LIMIT


def candidate(start: int, end: int, type_id: str, score: float) -> Candidate:
    return Candidate(start, end, type_id, "v", score, Layer.PATTERN, "r", score)


def test_long_address_swallows_a_city_and_explicit_beats_quasi():
    taxonomy = load_taxonomy(resource_root())
    address, city = candidate(0, 30, "ADDRESS", 0.8), candidate(20, 26, "LOCATION", 0.95)
    assert resolve([city, address], taxonomy) == (address,)
    person, place = candidate(0, 5, "PERSON", 0.7), candidate(0, 5, "LOCATION", 0.7)
    assert resolve([place, person], taxonomy) == (person,)


def test_overlapping_parts_of_one_address_become_one_span():
    taxonomy = load_taxonomy(resource_root())
    found = resolve([candidate(0, 20, "ADDRESS", 0.8), candidate(10, 25, "ADDRESS", 0.7)], taxonomy)
    assert [(item.start, item.end) for item in found] == [(0, 25)]


def test_the_model_stops_at_its_bound_and_says_so(monkeypatch):
    monkeypatch.setattr("core.extract.cascade.MODEL_AT_MOST", 40)
    layer = FakeNer()
    bounded = CascadeExtractor(load_taxonomy(resource_root()), resource_root(), layer)
    text = "Call Quux today.\n\nThis is a filler line.\n\nCall Quux now, or call Quux later.\n\nCall me, 202-555-0143."
    found = bounded.extract(Request(text), KEY)
    assert layer.calls == 2
    assert ("PHONE", "202-555-0143") in {(item.type_id, item.text) for item in found.mentions}
    state = {item.layer: (item.state, item.reason) for item in found.layers}[Layer.NER]
    assert state == (LayerState.OFF, "ner.read_in_part")
    assert health(bounded, "Call Quux today.")[Layer.NER] == (LayerState.OK, "")


def test_a_segment_scanned_without_the_model_is_scanned_again_with_it(monkeypatch):
    layer = FakeNer()
    bounded = CascadeExtractor(load_taxonomy(resource_root()), resource_root(), layer)
    with monkeypatch.context() as patch:
        patch.setattr("core.extract.cascade.MODEL_AT_MOST", 0)
        assert surfaces(bounded, "Call Quux today.") == set()
    assert ("PERSON", "Quux") in surfaces(bounded, "Call Quux today.")
