"""Compiled translations are made where they are missing or of another state; no window is half in another language."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

from app.window import translations
from app.window.language import CATALOGUES, Catalogues
from app.window.translations import FOLDER, compile_missing
from core.domain.errors import ResourceError
from core.domain.language import Language
from core.resources import resource_root

AGO = 1_000_000_000


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Resources of a fresh checkout: sources of translations and nothing compiled."""
    folder = tmp_path / FOLDER
    folder.mkdir()
    for source in (resource_root() / FOLDER).glob("*.ts"):
        shutil.copy(source, folder)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_each_language_has_a_source() -> None:
    sources = {path.stem for path in (resource_root() / FOLDER).glob("*.ts")}
    assert {own for own, _qt in CATALOGUES.values()} == sources


def test_a_fresh_checkout_is_compiled_once(root: Path) -> None:
    assert compile_missing(root / FOLDER) == ("drsl_en", "drsl_zh_CN")
    assert names(root / FOLDER) == ["drsl_en.qm", "drsl_en.ts", "drsl_zh_CN.qm", "drsl_zh_CN.ts"]
    assert compile_missing(root / FOLDER) == ()


@pytest.mark.parametrize("step", [AGO, -AGO], ids=["newer", "older"])
def test_another_state_of_a_source_is_compiled_anew(root: Path, step: int) -> None:
    compile_missing(root / FOLDER)
    source = root / FOLDER / "drsl_en.ts"
    moment = source.stat().st_mtime_ns + step
    os.utime(source, ns=(moment, moment))
    assert compile_missing(root / FOLDER) == ("drsl_en",)


def test_several_at_once_leave_whole_files(root: Path) -> None:
    with ThreadPoolExecutor(4) as workers:
        list(workers.map(compile_missing, [root / FOLDER] * 4))
    assert names(root / FOLDER) == ["drsl_en.qm", "drsl_en.ts", "drsl_zh_CN.qm", "drsl_zh_CN.ts"]
    for own, _qt in CATALOGUES.values():
        assert QTranslator().load(own, str(root / FOLDER))


def test_where_nothing_compiles_it_is_said_and_nothing_is_left(
    qapp: QApplication, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translations, "COMPILER", "no-such-program")
    with pytest.raises(ResourceError) as caught:
        Catalogues(qapp, root)
    assert caught.value.code == "resource.not_compiled"
    assert names(root / FOLDER) == ["drsl_en.ts", "drsl_zh_CN.ts"]


def test_a_source_that_is_no_translation_is_said(root: Path) -> None:
    (root / FOLDER / "drsl_en.ts").write_text("no markup", encoding="utf-8")
    with pytest.raises(ResourceError):
        compile_missing(root / FOLDER)
    assert not (root / FOLDER / "drsl_en.qm").exists()


@pytest.mark.parametrize("language", list(Language))
def test_an_installation_without_a_translation_opens_no_window(
    qapp: QApplication, tmp_path: Path, language: Language
) -> None:
    """A frozen build has no sources: nothing is there to compile, and what is missing is told."""
    catalogues = Catalogues(qapp, tmp_path)
    with pytest.raises(ResourceError) as caught:
        catalogues.use(language)
    assert caught.value.code == "resource.unreadable"


@pytest.mark.parametrize("language", list(Language))
def test_a_fresh_checkout_speaks_both_languages(qapp: QApplication, root: Path, language: Language) -> None:
    catalogues = Catalogues(qapp, root)
    catalogues.use(language)
    said = QCoreApplication.translate("PromptPane", "%n character(s)", "", 2)
    catalogues.close()
    assert said == {Language.EN: "2 characters", Language.ZH: "2 个字符"}[language]
