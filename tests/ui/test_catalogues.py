"""Both languages are complete: nothing unfinished, equal placeholders, no drift from the sources (UI-24)."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication, QTranslator

from core.resources import resource_root

ROOT = resource_root().parent
CATALOGUES = sorted((resource_root() / "i18n").glob("*.ts"))
PLACEHOLDER = re.compile(r"\{\w*\}|%n|%\d")
HAN = re.compile(r"[\u4e00-\u9fff]")
LATIN_ONLY = re.compile(r"^[A-Z0-9/{}: ().%\-]*$")


def messages(path: Path) -> Iterator[tuple[str, str, ElementTree.Element]]:
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            yield context.findtext("name", ""), message.findtext("source", ""), message


def texts(message: ElementTree.Element) -> list[str]:
    translation = message.find("translation")
    assert translation is not None
    forms = [form.text or "" for form in translation.iter("numerusform")]
    return forms or [translation.text or ""]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_ui_24_nothing_is_unfinished_and_placeholders_agree(path: Path) -> None:
    for context, source, message in messages(path):
        translation = message.find("translation")
        assert translation is not None
        assert "type" not in translation.attrib, (context, source)
        for text in texts(message):
            assert text.strip(), (context, source)
            assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(source)), (context, source)


def test_chinese_is_chinese() -> None:
    path = resource_root() / "i18n" / "drsl_zh_CN.ts"
    for context, source, message in messages(path):
        if LATIN_ONLY.match(source):
            continue
        for text in texts(message):
            assert HAN.search(text) or text in {"{0}：{1}", "{name}：{value}"}, (context, source)


def lupdate() -> str | None:
    beside = Path(sys.executable).parent / "pyside6-lupdate"
    return str(beside) if beside.exists() else shutil.which("pyside6-lupdate")


@pytest.mark.slow
def test_no_text_of_the_sources_is_missing(tmp_path: Path) -> None:
    tool = lupdate()
    if tool is None:
        pytest.skip("pyside6-lupdate is not installed")
    fresh = tmp_path / "fresh.ts"
    sources = [str(path) for folder in ("ui", "app") for path in sorted((ROOT / folder).rglob("*.py"))]
    subprocess.run([tool, *sources, "-ts", str(fresh), "-locations", "none"], check=True, capture_output=True)
    wanted = {(context, source) for context, source, _ in messages(fresh)}
    kept = {(context, source) for context, source, _ in messages(resource_root() / "i18n" / "drsl_zh_CN.ts")}
    assert wanted - kept == set()
    assert kept - wanted == set()


def test_compiled_catalogues_say_what_their_sources_say(qapp: QCoreApplication) -> None:
    for path in CATALOGUES:
        translator = QTranslator()
        assert translator.load(str(path.with_suffix(".qm")))
        for context, source, message in messages(path):
            if not message.get("numerus"):
                assert translator.translate(context, source) == texts(message)[0], (path.name, context, source)


def test_ui_24_english_counts_have_both_forms(qapp: QCoreApplication) -> None:
    translator = QTranslator()
    assert translator.load(str(resource_root() / "i18n" / "drsl_en.qm"))
    assert translator.translate("PromptPane", "%n character(s)", "", 1) == "%n character"
    assert translator.translate("PromptPane", "%n character(s)", "", 2) == "%n characters"
