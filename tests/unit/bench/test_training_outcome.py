"""What is counted of the whole path, and the card that says it."""

from __future__ import annotations

import json
from pathlib import Path

from bench.prompt_corpus import MarkedSpan, Prompt
from bench.training.card import card_of
from bench.training.outcome import outcome_of
from core.domain.artifact import Artifact, Replacement
from core.domain.disclosure import DisclosureRole
from core.domain.language import Language

WHO, WHERE = DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES
TEXT = "Vera Quill of Oddfield likes cake."


def prompt(text: str, *spans: MarkedSpan, kind: str = "private") -> Prompt:
    return Prompt("x", Language.EN, "w", "", "", kind, text, "", spans)


def mark(surface: str, role: DisclosureRole) -> MarkedSpan:
    start = TEXT.index(surface)
    return MarkedSpan(start, start + len(surface), role, "name", "p1", needed=False)


def hiding(text: str, *surfaces: str) -> Artifact:
    found = []
    for surface in surfaces:
        start = text.index(surface)
        end = start + len(surface)
        found.append(Replacement("a", start, end, start, end, 1, "[x]"))
    return Artifact(text if not found else text.upper(), tuple(found), {})


def test_marks_are_hidden_in_full_or_not_and_what_touches_no_mark_is_bad() -> None:
    marked = prompt(TEXT, mark("Vera Quill", WHO), mark("Oddfield", WHERE))
    harmless = prompt("Bake a cake.", kind="harmless")
    surfaces = {TEXT: ("Vera", "Oddfield", "cake")}
    seen = outcome_of([marked, harmless], lambda text: hiding(text, *surfaces.get(text, ())))
    assert (seen.share(WHO), seen.share(WHERE)) == (0.0, 1.0)
    assert (seen.replacements, seen.bad) == (3, 1)
    assert (seen.harmless, seen.untouched) == (1, 1)


def test_the_card_says_that_dev_chose(tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text(json.dumps({}), encoding="utf-8")
    metadata = {"mixing": {"en": {"chain": 0.2}}, "sure": {"identifies": 0.5}, "unsure": {}, "gate": {"least": 0.35}}
    marked = prompt(TEXT, mark("Vera Quill", WHO))
    outcomes = {Language.EN: outcome_of([marked], lambda text: hiding(text, "Vera Quill"))}
    card = card_of(tmp_path, metadata, [marked], outcomes, {"latin.onnx": {"epochs": 8}})
    assert "`dev` was used to choose" in card
    assert "| English | 1.000 | 0.000 |" in card
    assert "- latin.onnx: epochs 8" in card
