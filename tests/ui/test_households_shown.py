"""What the facts of several people of one household do together stands beside k, in one plain sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from sample_evidence import evidence
from test_told_on_purpose import judged, model  # noqa: F401

from core.domain.evidence import CombinationCount, Evidence
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.taxonomy import Taxonomy
from core.engine.outcome import Outcome
from core.engine.what_if import Prediction
from core.resources import resource_root
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.certificate_page import CertificateTexts
from ui.compose.views.told_texts import crowd_line
from ui.review.views.texts import figures_text, fits_text
from ui.shared.evidence.panel import EvidencePanel, Voice
from ui.shared.evidence.texts import figures, plain_figures
from ui.shared.theme.theme import Theme
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import estimated, homes_figure, homes_text

FOUND = Prediction("", -1, "", 0.01, 0.1, 0.8, 12.0, True, people=900.0)


def household(people: float, *, known: bool = True) -> CombinationCount:
    return CombinationCount(("a1", "a2"), 1.0, ("age", "age", "region"), "us-2020", people, 1.0, 2.0, known)


def told(people: float, *, known: bool = True) -> Evidence:
    return replace(evidence(), households=(household(people, known=known),))


def visible(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def test_fewer_than_two_households_are_the_one_that_is_meant(tongue: Language) -> None:
    alone, many = homes_text(1.9), homes_text(40.0)
    assert alone != many
    assert "40" in many
    ends = {Language.EN: ".", Language.ZH: "。"}[tongue]
    assert all(text.count(ends) == 1 and text.endswith(ends) for text in (alone, many))
    assert homes_text(None) == ""


def test_evidence_has_a_line_of_its_own_only_where_there_is_a_household(tongue: Language) -> None:
    for chosen in (plain_figures, figures):
        without = {item.name for item in chosen(evidence(), STRICT)}
        found = [item for item in chosen(told(3.0), STRICT) if item.name not in without]
        (line,) = found
        assert line.value == homes_figure(3.0)
        assert line.passes is False
        assert homes_text(3.0) in line.explained.plain
        crowd = next(item.name for item in chosen(evidence(), STRICT) if "1,200" in item.value)
        names = [item.name for item in chosen(told(3.0), STRICT)]
        assert names.index(line.name) == names.index(crowd) + 1
        wide = next(item for item in chosen(told(40.0), STRICT) if item.name == line.name)
        assert wide.passes is True
        abroad = next(item for item in chosen(told(40.0, known=False), STRICT) if item.name == line.name)
        assert abroad.passes is None
        assert "40" not in abroad.value


def test_the_panel_of_compose_shows_it(theme: Theme, tongue: Language, qtbot: QtBot) -> None:
    panel = EvidencePanel(theme)
    qtbot.addWidget(panel)
    panel.show()
    panel.set_evidence(told(40.0), STRICT, Voice.PREVIEW)
    for detailed in (False, True):
        panel.details.setChecked(detailed)
        qtbot.waitUntil(lambda: homes_figure(40.0) in visible(panel))


def test_review_says_it_after_the_people(tongue: Language) -> None:
    text = fits_text(replace(FOUND, homes=40.0))
    assert text.startswith(fits_text(FOUND))
    assert text.endswith(homes_text(40.0))
    assert fits_text(replace(FOUND, people=None, homes=1.0)) == homes_text(1.0)
    assert fits_text(replace(FOUND, people=None)) == ""
    assert "40" in figures_text(replace(FOUND, homes=40.0))
    assert "{" not in figures_text(FOUND) + figures_text(replace(FOUND, homes=40.0))


def test_the_verdict_and_the_certificate_say_it(
    model: ComposeViewModel,  # noqa: F811
    taxonomy: Taxonomy,
    tongue: Language,
) -> None:
    def with_homes(outcome: Outcome, people: float) -> Outcome:
        changed = replace(outcome.verdict.evidence, households=(household(people),))
        certificate = replace(outcome.certificate, evidence=changed)
        return replace(outcome, certificate=certificate, verdict=replace(outcome.verdict, evidence=changed))

    outcome = judged(model, taxonomy)
    texts = CertificateTexts(taxonomy, Sentences(resource_root(), lambda: tongue))
    for people in (1.0, 40.0):
        changed = with_homes(outcome, people)
        assert crowd_line(changed, taxonomy) != crowd_line(outcome, taxonomy)
        assert crowd_line(changed, taxonomy).endswith(homes_text(people))
        page = texts.page(changed)
        assert homes_text(people) in page.sentence
        rows = dict(row for section in page.sections for row in section.rows)
        assert homes_figure(people) in rows.values()
    assert homes_text(40.0) not in texts.page(outcome).sentence


def test_an_estimate_has_two_figures_and_never_more_than_was_counted(tongue: Language) -> None:
    said = {
        Language.EN: ("7", "99", "120", "9,800", "12,000", "14,000,000", "230,000,000"),
        Language.ZH: ("7", "99", "120", "9,800", "1.2 万", "1400 万", "2.3 亿"),
    }
    counts = (7.9, 99.0, 129.0, 9_876.0, 12_999.0, 14_731_675.0, 234_567_890.0)
    assert tuple(estimated(count) for count in counts) == said[tongue]
