"""What is told on purpose is listed before a person approves, and the task of the prompt can be switched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine, ManualWork, ScriptedSender
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot
from sample_set import sample

from core.disclose.special import Special, special_categories
from core.domain.artifact import Artifact, Replacement
from core.domain.disclosure import DisclosurePlan, DisclosureRole, PlanItem, Task, Treatment
from core.domain.evidence import CombinationCount
from core.domain.language import Language
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.engine.outcome import Outcome
from core.engine.what_if import Prediction
from core.resources import resource_root
from core.store.records import ReviewAction
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.task_switch import TaskSwitch
from ui.compose.views.told_texts import ToldTexts, crowd_line, special_name, told_line, told_paragraphs
from ui.release.viewmodels.choices import Choice
from ui.release.viewmodels.staging import Option
from ui.review.views.texts import choice_text, figures
from ui.shared.theme.theme import Theme
from ui.shared.wording.counting import counted_text, people_text
from ui.shared.wording.sentences import Sentences

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def model(qapp: object) -> Iterator[ComposeViewModel]:
    work = ManualWork()
    made = ComposeViewModel(work, ScriptedSender())
    made.attach_engine(FakeEngine())
    made.draft.set_text(f"I am {NAME}.")
    made.draft.propose()
    work.run_all()
    made.act()
    work.run_all()
    yield made
    made.shut_down()


def judged(model: ComposeViewModel, taxonomy: Taxonomy) -> Outcome:
    """The age is told, then an illness in place of the hospital; the name and the number are hidden."""
    outcome = model.outcome
    assert outcome is not None
    _, found = sample(taxonomy, Language.EN)
    name, age, illness, phone = found.attributes
    sensitive = SensitiveSet((name, age, replace(illness, type_id="DISEASE"), phone))
    role = DisclosureRole
    plan = DisclosurePlan(
        Task.REASON,
        (
            PlanItem("a0", role.IDENTIFIES, Treatment.HIDE, 1, "identifies"),
            PlanItem("a1", role.DESCRIBES, Treatment.TELL, 0, "describes"),
            PlanItem("a2", role.TOPIC, Treatment.TELL, 0, "topic"),
            PlanItem("a3", role.IDENTIFIES, Treatment.HIDE, 1, "identifies"),
        ),
    )
    counted = CombinationCount(("a1",), 12.0, ("age",), "synthetic", 2345.0)
    evidence = replace(outcome.verdict.evidence, combinations=(counted,))
    artifact = Artifact("67, Brook Clinic", (), {"a0": 1, "a1": 0, "a2": 0, "a3": 1})
    verdict = replace(outcome.verdict, sensitive=sensitive, artifact=artifact, evidence=evidence, plan=plan)
    return replace(outcome, verdict=verdict)


def test_every_special_type_is_in_the_taxonomy_and_every_category_has_a_name(taxonomy: Taxonomy) -> None:
    special = special_categories(resource_root())
    assert {kind for kind in special if kind not in taxonomy} == set()
    assert set(special.values()) == set(Special)
    assert all(special_name(item) for item in Special)


def test_special_categories_are_listed_first_with_reasons(model: ComposeViewModel, taxonomy: Taxonomy) -> None:
    sentences = Sentences(resource_root(), lambda: Language.EN)
    outcome = judged(model, taxonomy)
    rows = ToldTexts(resource_root(), taxonomy, sentences).rows(outcome)
    assert [row.special for row in rows] == [Special.HEALTH, None]
    assert [row.reason for row in rows] == [sentences("disclosure.topic"), sentences("disclosure.describes")]
    assert told_line(rows) == "Told on purpose: 2. Among it: health."
    assert told_paragraphs(rows)[0][1] == sentences("disclosure.topic")
    counted = "Counts: age. Not counted: disease or symptom."
    assert crowd_line(outcome, taxonomy) == f"What is told fits about {QLocale().toString(2300)} people. {counted}"
    assert told_line(()) == ""


def test_which_told_things_the_crowd_counts_is_said(
    model: ComposeViewModel, taxonomy: Taxonomy, tongue: Language
) -> None:
    """With and without the illness the figure is the same: the sentence beside it is not."""
    outcome = judged(model, taxonomy)
    verdict = outcome.verdict

    def said(artifact: Artifact, *counted: str, released: tuple[str, ...] = ()) -> str:
        return counted_text(verdict.sensitive, artifact, counted, taxonomy, released)

    words = {
        Language.EN: (
            "Counts: age.",
            "Not counted: disease or symptom.",
            "Not counted: age, disease or symptom.",
            "Not counted: person name",
        ),
        Language.ZH: ("计入：年龄。", "未计入：疾病或症状。", "未计入：年龄、疾病或症状。", "未计入：姓名"),
    }
    counts, leaves, neither, name = words[tongue]
    both = said(verdict.artifact, "a1")
    assert (counts in both, leaves in both) == (True, True)
    assert said(replace(verdict.artifact, levels={"a0": 1, "a1": 0, "a2": 1, "a3": 1}), "a1") == counts
    assert said(verdict.artifact) == neither
    assert said(replace(verdict.artifact, levels={})) == ""
    assert name in said(verdict.artifact, "a1", released=("a0",))
    wider = Replacement("a2", 0, 1, 0, 1, 1, "x", node="C00")
    assert leaves in said(replace(verdict.artifact, levels={"a1": 0, "a2": 1}, replacements=(wider,)), "a1")
    nobody = replace(verdict.evidence, combinations=())
    assert neither in people_text(verdict.sensitive, verdict.artifact, nobody, taxonomy)


def test_the_task_is_read_unless_the_person_says_it(model: ComposeViewModel, theme: Theme, qtbot: QtBot) -> None:
    switch = TaskSwitch(theme, model)
    qtbot.addWidget(switch)
    assert switch.buttons[Task.REASON].isChecked()
    assert switch.source.text() == "as it reads"
    switch.buttons[Task.REWORK].click()
    assert model.draft.request.decisions.task is Task.REWORK
    assert model.stale
    assert (switch.buttons[Task.REWORK].isChecked(), switch.source.text()) == (True, "your choice")
    switch.buttons[Task.REWORK].click()
    assert model.draft.request.decisions.task is None
    model.undo()
    assert model.draft.request.decisions.task is Task.REWORK


def test_a_card_names_the_three_choices_and_people(qapp: object) -> None:
    found = Prediction("a1", 1, "60-69", 0.01, 0.1, 0.0, 12.0, True, people=2345.0, measured=False)
    assert figures(found)[1:] == ("–", QLocale().toString(2300))
    coarser = Option(Choice(ReviewAction.LEVEL, 1), "[AGE_1: 60-69]", found)
    assert choice_text(coarser) == "Coarser → [AGE_1: 60-69]"
    assert choice_text(replace(coarser, rendered="[AGE_1]", hides=True)) == "Hide → [AGE_1]"
    assert choice_text(Option(Choice(ReviewAction.REMOVE, 3), "[AGE_1]", found, hides=True)) == "Hide → [AGE_1]"
    assert choice_text(Option(Choice(ReviewAction.KEEP, 0), "67", found)).startswith("Tell")
