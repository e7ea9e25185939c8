"""The certificate is a page: verdict, who checked, what is told, limits; proofs folded; files without values."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from test_told_on_purpose import judged, model  # noqa: F401

from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.engine.outcome import Outcome
from core.resources import resource_root
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.certificate_dialog import CertificateDialog, CertificateFile
from ui.compose.views.certificate_page import CertificateTexts, to_html
from ui.compose.views.told_texts import ToldTexts
from ui.shared.theme.theme import Theme
from ui.shared.wording.sentences import Sentences

ROOT = resource_root()


@pytest.fixture
def outcome(model: ComposeViewModel, taxonomy: Taxonomy) -> Outcome:  # noqa: F811
    return judged(model, taxonomy)


@pytest.fixture
def texts(taxonomy: Taxonomy) -> CertificateTexts:
    return CertificateTexts(taxonomy, Sentences(ROOT, lambda: Language.EN))


@pytest.fixture
def dialog(
    qtbot: QtBot, theme: Theme, texts: CertificateTexts, taxonomy: Taxonomy, outcome: Outcome
) -> CertificateDialog:
    rows = ToldTexts(ROOT, taxonomy, Sentences(ROOT, lambda: Language.EN)).rows(outcome)
    made = CertificateDialog(theme, texts, outcome, rows)
    qtbot.addWidget(made)
    made.show()
    return made


def shown(dialog: CertificateDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisibleTo(dialog))


def values(outcome: Outcome) -> set[str]:
    found = outcome.verdict.sensitive.attributes
    return {item.mentions[0].text if item.mentions else item.value for item in found}


def test_hashes_are_folded_and_open_on_a_click(dialog: CertificateDialog, outcome: Outcome) -> None:
    digest = outcome.certificate.sha256[:16]
    assert digest not in shown(dialog)
    for fold in dialog.folds:
        fold.click()
    assert digest in shown(dialog)


def test_the_verdict_comes_first_and_limits_are_never_folded(texts: CertificateTexts, outcome: Outcome) -> None:
    page = texts.page(outcome)
    titles = [section.title for section in page.sections if not section.folded]
    assert page.verdict
    assert titles[0] == "What was checked, and by whom"
    assert "Told on purpose" in titles
    limits = outcome.certificate.does_not_say
    assert ("What it does not say" in titles) is bool(limits)


def test_the_depth_is_said_before_any_figure(texts: CertificateTexts, outcome: Outcome) -> None:
    checked = dict(texts.page(outcome).sections[0].rows)
    assert checked["Depth"] == "No language model attacked this text; what can be computed did."


def test_the_screen_names_what_is_told_and_a_file_only_its_kinds(
    dialog: CertificateDialog, texts: CertificateTexts, outcome: Outcome, tmp_path: Path
) -> None:
    told = [item for item in values(outcome) if item in shown(dialog)]
    assert told
    kept = replace(outcome.certificate, overrides={outcome.verdict.sensitive.attributes[1].id: f"because of {told[0]}"})
    written = to_html(texts.page(replace(outcome, certificate=kept)))
    assert [item for item in values(outcome) if item in written] == []
    assert "Let leave by a person" in written


def test_a_page_is_saved_as_html_and_as_pdf(dialog: CertificateDialog, qtbot: QtBot, tmp_path: Path) -> None:
    for suffix, begins in (("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF")):
        dialog.files[suffix].click()
        (asked,) = [item for item in dialog.children() if type(item).__name__ == "QFileDialog"]
        file = tmp_path / f"c.{suffix}"
        asked.fileSelected.emit(str(file))
        asked.close()
        asked.setParent(None)
        asked.deleteLater()
        assert file.read_bytes().startswith(begins)
        assert not dialog.trouble.isVisibleTo(dialog)


def test_a_file_that_cannot_be_written_is_said(dialog: CertificateDialog, tmp_path: Path) -> None:
    def broken(_outcome: Outcome, _path: Path) -> None:
        raise OSError

    dialog.save(CertificateFile("x", "x", "", broken), tmp_path / "none")
    assert "could not be written" in dialog.trouble.text()
    assert dialog.trouble.isVisibleTo(dialog)


def test_another_kind_of_file_has_its_place(
    qtbot: QtBot, theme: Theme, texts: CertificateTexts, outcome: Outcome, tmp_path: Path
) -> None:
    def sign(given: Outcome, path: Path) -> None:
        path.write_text(given.certificate.id)

    made = CertificateDialog(theme, texts, outcome, further=(CertificateFile("Signed", "json", "*.json", sign),))
    qtbot.addWidget(made)
    assert list(made.files) == ["pdf", "html", "json"]


def test_markup_in_a_text_stays_text(texts: CertificateTexts, outcome: Outcome) -> None:
    bad = replace(outcome.certificate, id="<script>alert(1)</script>")
    assert "<script>" not in to_html(texts.page(replace(outcome, certificate=bad)))
