"""Every fact that the audit trail stores is told in words."""

from __future__ import annotations

import ast
from dataclasses import fields

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from core.domain.language import Language
from core.domain.release import SendState
from core.domain.verdict import VerdictKind
from core.resources import resource_root
from core.store.records import ReviewAction, ReviewState, Stock
from ui.vault.views.audit_texts import fact_name, value_text

ROOT = resource_root().parent


def stored() -> set[str]:
    """Names of the facts that any code hands to the audit trail."""
    found = {item.name for item in fields(Stock)} - {"audit_rows"}
    for path in (*ROOT.joinpath("core").rglob("*.py"), *ROOT.joinpath("app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "audit":
                found |= {item.arg for item in node.keywords if item.arg is not None}
    return found


def test_states_verdicts_choices_and_languages_are_told_in_words(tongue: Language) -> None:
    codes = [("state", item) for item in (*SendState, *ReviewState)]
    codes += [("verdict", item) for item in VerdictKind]
    codes += [("action", item) for item in ReviewAction]
    told = {(name, str(code)): value_text(name, str(code)) for name, code in codes}
    assert not any("_" in text or text.isupper() for text in told.values())
    if tongue is Language.ZH:
        assert not any(text.isascii() for text in told.values())
    assert value_text("state", "of_a_later_version") == "of_a_later_version"
    assert value_text("bytes", 612) == "612"


def test_every_stored_fact_is_told_in_words(tongue: Language) -> None:
    names = stored()
    assert {"body_bytes", "sha256"} <= names
    assert {name for name in names if "_" in fact_name(name)} == set()
    if tongue is Language.ZH:
        assert {name for name in names if fact_name(name) == name} == set()
