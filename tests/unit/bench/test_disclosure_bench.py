"""What a protocol tells of labelled prompts, counted against their marks."""

from __future__ import annotations

import pytest

from bench.disclosure import Released, measure, summary, told
from bench.prompt_corpus import MarkedSpan, Prompt
from core.domain.artifact import Artifact, Replacement
from core.domain.disclosure import EMPTY_PLAN, DisclosureRole
from core.domain.language import Language

TEXT = "Vera Quill of Oddfield takes aspirin like Marie Curie"


def mark(surface: str, role: DisclosureRole, *, needed: bool = False) -> MarkedSpan:
    start = TEXT.index(surface)
    return MarkedSpan(start, start + len(surface), role, "other", "p1", needed)


def prompt(*spans: MarkedSpan, kind: str = "private") -> Prompt:
    return Prompt("t-1", Language.EN, "w", "d", "reason", kind, TEXT, "q", spans)


def released(*surfaces: str) -> Released:
    replacements, text = [], TEXT
    for surface in surfaces:
        start = TEXT.index(surface)
        replacements.append(Replacement(surface, start, start + len(surface), 0, 0, 1, "[X_1]"))
        text = text.replace(surface, "[X_1]")
    return Released(Artifact(text, tuple(replacements), {}), EMPTY_PLAN, "PASS", 1000.0, None)


PROMPT = prompt(
    mark("Vera Quill", DisclosureRole.IDENTIFIES),
    mark("Oddfield", DisclosureRole.LOCATES),
    mark("aspirin", DisclosureRole.TOPIC, needed=True),
    mark("Marie Curie", DisclosureRole.PUBLIC),
)


def test_marks_are_hidden_whole_or_told() -> None:
    row = told(PROMPT, released("Vera Quill", "field"))
    assert row.marks["identifies"] == (1, 1, 0)
    assert row.marks["locates"] == (1, 0, 0)
    assert row.marks["topic, needed"] == (1, 0, 1)
    assert (row.replacements, row.needless, row.unchanged) == (2, 0, False)


def test_what_is_replaced_without_being_private_is_needless() -> None:
    assert told(PROMPT, released("aspirin", "Marie Curie")).needless == 2


def test_a_harmless_prompt_counts_as_whole_only_byte_for_byte() -> None:
    harmless = prompt(mark("Marie Curie", DisclosureRole.PUBLIC), kind="harmless")
    rows = [told(harmless, released()), told(harmless, released("Marie"))]
    found = summary(rows)
    assert (found["harmless"], found["harmless_unchanged"]) == (2, 0.5)


def test_shares_are_over_all_prompts() -> None:
    rows = list(measure([PROMPT, PROMPT], lambda _: released("Vera Quill", "like")))
    found = summary(rows)
    assert found["marks"]["identifies"] == {"n": 2, "hidden": 1.0, "told": 0.0}
    assert found["precision"] == pytest.approx(0.5)
    assert found["verdicts"] == {"PASS": 2}


def test_no_prompts_give_no_shares() -> None:
    found = summary([])
    assert (found["needless_per_prompt"], found["precision"], found["people_median"]) == (None, None, None)
