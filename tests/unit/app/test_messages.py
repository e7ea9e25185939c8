"""Both languages say the same things; every code that a command can meet has a sentence."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from app.messages import Messages, interface_language
from core.domain.errors import InputError
from core.domain.language import Language
from core.resources import resource_root

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = (
    "app/cli",
    "app/settings.py",
    "core/extract",
    "core/dehydrate",
    "core/verify",
    "core/loop",
    "core/engine",
    "core/population",
    "core/restore",
    "core/resources.py",
    "core/store",
    "core/keys",
    "core/generate",
    "bench",
)
ERRORS = re.compile(r"(Error|EvaluationInvalid)$")
PLACEHOLDER = re.compile(r"\{\w+\}")


@pytest.fixture(scope="module")
def english() -> Messages:
    return Messages.load(resource_root(), Language.EN)


@pytest.fixture(scope="module")
def chinese() -> Messages:
    return Messages.load(resource_root(), Language.ZH)


def test_both_languages_have_the_same_keys(english: Messages, chinese: Messages) -> None:
    assert english.texts.keys() == chinese.texts.keys()
    assert all(text.strip() for text in (*english.texts.values(), *chinese.texts.values()))


def test_both_languages_fill_in_the_same_details(english: Messages, chinese: Messages) -> None:
    for key, text in english.texts.items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(chinese.texts[key])), key
    for key in (key for key in english.texts if ".head." in key):
        assert english.texts[key].count("|") == chinese.texts[key].count("|"), key


def _codes(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if ERRORS.search(name) and name != "BugError" and isinstance(node.args[0].value, str):
                found.add(node.args[0].value)
    return {code for code in found if re.fullmatch(r"[a-z_]+(\.[a-z_0-9]+)+", code)}


def test_every_error_code_of_these_folders_has_a_sentence(english: Messages) -> None:
    files = [
        path
        for folder in FOLDERS
        for path in ([ROOT / folder] if folder.endswith(".py") else (ROOT / folder).rglob("*.py"))
    ]
    codes = {code for path in files for code in _codes(path.read_text(encoding="utf-8"))}
    assert len(codes) > 20
    assert codes - english.texts.keys() == set()


def test_every_limit_of_a_certificate_has_a_sentence(english: Messages) -> None:
    source = (ROOT / "core" / "release" / "certificate.py").read_text(encoding="utf-8")
    keys = set(re.findall(r'"(certificate\.\w+)"', source))
    assert len(keys) > 10
    assert keys - english.texts.keys() == set()


def test_a_missing_key_is_shown_and_no_error(english: Messages) -> None:
    assert english("no.such_key", n=1) == "no.such_key"
    assert english.error(InputError("no.such_key")) == "no.such_key"


def test_only_codes_and_details_of_ours_are_shown(english: Messages) -> None:
    assert "secret" not in english.error(ValueError("secret words"))
    shown = english.error(InputError("input.nul", details={"offset": 7}))
    assert "7" in shown
    assert "{" not in shown


@pytest.mark.parametrize(
    ("choice", "environment", "language"),
    [
        ("zh", {"LANG": "en_GB.UTF-8"}, Language.ZH),
        ("auto", {"LANG": "zh_CN.UTF-8"}, Language.ZH),
        ("auto", {"LC_ALL": "en_US", "LANG": "zh_CN"}, Language.EN),
        ("auto", {"LC_ALL": "", "LANG": "zh"}, Language.ZH),
        ("auto", {}, Language.EN),
        ("xx", {"LANG": "C"}, Language.EN),
    ],
)
def test_language_of_the_words(choice: str, environment: dict[str, str], language: Language) -> None:
    assert interface_language(choice, environment) is language
