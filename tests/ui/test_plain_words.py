"""Words that a reader of the window misread: each says now what happens, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine, ManualWork, ScriptedSender
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot
from review_bench import Bench
from review_cases import ENGLISH, engine
from shared_engine import builtin_engine

from core.domain.language import Language
from core.domain.release import Destination, DestinationKind
from core.domain.taxonomy import Taxonomy
from core.resources import resource_root
from core.store.records import ReviewAction, Stock
from core.verify.attackers.llm_questions import Member
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.approval_bar import ApprovalBar
from ui.compose.views.keep_reason_dialog import KeepReasonDialog
from ui.compose.views.texts import turn_state_text
from ui.compose.views.told_texts import ToldTexts
from ui.release.viewmodels.phases import PrimaryKind
from ui.release.viewmodels.second_look import SWITCHED_OFF, LookState, Revision
from ui.release.viewmodels.turns import TurnState
from ui.release.views.retest_row import RetestCaveat
from ui.release.views.second_look_row import LookSituation, SecondLookRow
from ui.review.views.decision_bar import DecisionBar
from ui.review.views.reason_dialog import ReviewReasonDialog
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.preferences import MANUAL
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import checked_name, listed, named
from ui.vault.views.wipe_dialog import WipeDialog


@pytest.fixture
def model(qapp: object) -> Iterator[ComposeViewModel]:
    work = ManualWork()
    made = ComposeViewModel(work, ScriptedSender())
    made.attach_engine(FakeEngine())
    made.draft.set_text(f"I am {NAME}.")
    made.draft.propose()
    work.run_all()
    yield made
    made.shut_down()


@pytest.fixture
def bar(model: ComposeViewModel, theme: Theme, taxonomy: Taxonomy, tongue: Language, qtbot: QtBot) -> ApprovalBar:
    sentences = Sentences(resource_root(), lambda: tongue)
    told = ToldTexts(resource_root(), taxonomy, sentences)
    made = ApprovalBar(theme, model, sentences, RetestCaveat(resource_root(), tongue), told)
    qtbot.addWidget(made)
    return made


def test_the_button_that_is_named_after_sending_says_that_it_only_checks(
    bar: ApprovalBar, model: ComposeViewModel, tongue: Language
) -> None:
    assert model.primary.kind is PrimaryKind.SANITIZE
    said = {Language.EN: "nothing is sent before you approve", Language.ZH: "未经您批准，不会发送任何内容"}[tongue]
    assert said in bar.reason.text()
    assert bar.reason.text().startswith("Ctrl+Enter"), "a line that wraps would begin with a dot"
    assert said in bar.primary.toolTip()


def test_an_evaluator_that_a_person_switched_off_is_said_in_one_sentence(
    model: ComposeViewModel, theme: Theme, tongue: Language, qtbot: QtBot
) -> None:
    now = LookSituation(judged=True, quiet=False, passed=True, revision=Revision.NONE)
    row = SecondLookRow(theme, model.look, lambda: now, Sentences(resource_root(), lambda: tongue))
    qtbot.addWidget(row)
    model.look._set(LookState.OFF, SWITCHED_OFF)
    text, _role = row.words()
    assert {Language.EN: "You switched", Language.ZH: "您已关闭"}[tongue] in text
    assert ":" not in text.replace("：", ":")


class Carried:
    """A turn as far as its sentence reads it."""

    def __init__(self, destination: Destination) -> None:
        self.destination, self.state, self.byte_count, self.model = destination, TurnState.ANSWERED, 12, ""


def test_what_a_person_carried_by_hand_was_copied_and_not_sent(tongue: Language) -> None:
    remote = Destination("d", DestinationKind.OPENAI, "Cloud", "https://api.example.com/v1", "m")
    sent, copied = {Language.EN: ("sent", "copied"), Language.ZH: ("发送", "复制")}[tongue]
    by_hand, by_net = (turn_state_text(Carried(item)) for item in (MANUAL, remote))  # type: ignore[arg-type]
    assert copied in by_hand
    assert sent not in by_hand
    assert copied not in by_net


def test_to_let_leave_and_not_to_delete_are_called_differently(theme: Theme, tongue: Language, qtbot: QtBot) -> None:
    leaves = KeepReasonDialog(theme, "67", ())
    reviewed = ReviewReasonDialog(theme, "67", ReviewAction.KEEP, ())
    stays = WipeDialog(theme, Stock())
    for dialog in (leaves, reviewed, stays):
        assert isinstance(dialog, QDialog)
        qtbot.addWidget(dialog)
    assert leaves.keep.text() == reviewed.accept_button.text() != stays.keep.text()
    word = {Language.EN: "eep", Language.ZH: "保留"}[tongue]
    assert not any(word in text for text in (leaves.keep.text(), stays.keep.text(), leaves.windowTitle()))


def test_who_approves_a_text_of_their_own_is_told_so(theme: Theme, tongue: Language, qtbot: QtBot) -> None:
    bench = Bench()
    bench.put(ENGLISH)
    sentences = Sentences(resource_root(), lambda: tongue)
    bar = DecisionBar(theme, engine().taxonomy, bench.review, sentences, RetestCaveat(resource_root(), tongue))
    qtbot.addWidget(bar)
    alone = {Language.EN: "You wrote it yourself", Language.ZH: "这是您自己写的"}[tongue]
    assert bench.review.case is not None
    assert bench.review.case.item.author == bench.review.reviewer
    assert alone in bar.detail.text()
    bench.review.set_reviewer("somebody else")
    bench.run()
    bar.refresh()
    assert alone not in bar.detail.text()
    bench.review.shut_down()


def test_no_name_of_a_check_reads_as_two(tongue: Language) -> None:
    """Certificate and risks list them one after another: what a name lists itself stands in brackets."""
    keys = {*builtin_engine().info.members, *Member}
    names = {key: checked_name(key) for key in keys}
    assert all(name != key for key, name in names.items())
    bare = {key: re.sub(r"[(（].*[)）]", "", name) for key, name in names.items()}
    marks = (listed(("", "")).strip(), named("", "").strip())
    assert {key: name for key, name in bare.items() if any(mark in name for mark in marks)} == {}
