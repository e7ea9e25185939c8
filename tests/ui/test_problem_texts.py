"""Every error that the engine can raise is told with cause, effect and remedy, in both languages (UI-32)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication

from core.domain.errors import DestinationError
from core.domain.language import Language
from core.resources import resource_root
from ui.shared.viewmodels.problems import Problem, problem_of
from ui.shared.wording.problem_texts import describe, known_codes
from ui.shared.wording.sentences import Sentences

RAISED = re.compile(r"(?:Error|Refused|Invalid)\(\s*\"([a-z]+\.[a-z_]+)\"")
INTERNAL = {"bug", "bench", "generator", "journal", "store", "local", "log", "protocol"}
"""Packages whose errors never reach the window, or only as a bug."""


def raised_codes() -> set[str]:
    sources = [path.read_text("utf-8") for path in (resource_root().parent / "core").rglob("*.py")]
    return {code for source in sources for code in RAISED.findall(source)}


@pytest.mark.parametrize("language", list(Language))
def test_every_raised_code_has_a_sentence(language: Language, qapp: QCoreApplication) -> None:
    sentences = Sentences(resource_root(), lambda: language)
    missing = {
        code
        for code in raised_codes()
        if code.partition(".")[0] not in INTERNAL and code not in known_codes() and sentences.get(code) is None
    }
    assert missing == set()


@pytest.mark.parametrize("sent", ["no", "unknown", "yes"])
def test_the_effect_says_what_became_of_the_bytes(sent: str, qapp: QCoreApplication) -> None:
    text = describe(Problem("destination.cut", sent))
    assert text.cause
    assert text.remedy
    assert ("Nothing was sent" in text.effect) is (sent == "no")


def test_an_unknown_code_names_itself_and_nothing_else(qapp: QCoreApplication) -> None:
    text = describe(Problem("new.code"))
    assert "new.code" in text.cause


def test_details_fill_the_sentence(qapp: QCoreApplication) -> None:
    problem = problem_of(DestinationError("destination.server_error", details={"status": 502, "sent": "yes"}))
    assert problem.sent == "yes"
    assert "502" in describe(problem).cause


def test_a_foreign_exception_shows_nothing_of_its_text(qapp: QCoreApplication) -> None:
    text = describe(problem_of(OSError(Path("/home/someone/secret").name)))
    assert "secret" not in f"{text.cause} {text.effect} {text.remedy}"
