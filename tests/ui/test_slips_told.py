"""Finding: an identifier was called not private with one key, in Compose and in Review; and "Send N bytes" counted the
text alone while a whole request left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from dataclasses import replace

from compose_fakes import NAME, FakeEngine, ManualWork, ScriptedSender, attribute_at
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from core.domain.language import Language
from core.domain.release import Destination, DestinationKind
from core.net.envelope import EarlierTurn
from core.resources import resource_root
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.approval_bar import ApprovalBar
from ui.compose.views.compose_view import ComposeView
from ui.compose.views.inspector import Inspector
from ui.compose.views.keep_reason_dialog import KeepReasonDialog
from ui.release.viewmodels.phases import Phase, PrimaryKind
from ui.release.viewmodels.staging import ReviewAction
from ui.review.views.reason_dialog import ReviewReasonDialog
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.corrections import Scope
from ui.shared.viewmodels.telling import spellings_to_type
from ui.shared.wording.facts import byte_text
from ui.shared.wording.sentences import Sentences

SYSTEM = "Keep every word in square brackets as it is."
EARLIER = (EarlierTurn("What may [PERSON_1] eat?", "Rice, 不要糖。"),)
CLOUD = Destination("c", DestinationKind.OPENAI, "Cloud", "https://api.example.com/v1", "model-1", "me")
PROMPT = f"I am {NAME}."


@pytest.fixture
def model(qapp: object) -> Iterator[ComposeViewModel]:
    work, sender = ManualWork(), ScriptedSender(system=SYSTEM, earlier=EARLIER)
    made = ComposeViewModel(work, sender)
    made.attach_engine(FakeEngine())
    made.draft.set_text(PROMPT)
    made.draft.propose()
    work.run_all()
    made.work_of_test = work  # type: ignore[attr-defined]
    yield made
    made.shut_down()


def view_of(model: ComposeViewModel, theme: Theme, qtbot: QtBot) -> ComposeView:
    sentences = Sentences(resource_root(), lambda: Language.EN)
    view = ComposeView(theme, FakeEngine().taxonomy, model, resource_root(), Language.EN, sentences)
    qtbot.addWidget(view)
    view.show()
    return view


@pytest.mark.parametrize("by_level", [False, True])
def test_in_compose_an_identifier_is_told_only_with_a_reason_and_typed_back(
    model: ComposeViewModel, theme: Theme, qtbot: QtBot, by_level: bool, tongue: Language
) -> None:
    inspector = view_of(model, theme, qtbot).findChild(Inspector)
    assert inspector is not None
    if by_level:
        inspector.items.level_chosen.emit("a1", 0)
    else:
        inspector.items.not_sensitive.emit("a1", Scope.ONCE)
    assert model.draft.corrections.draft.levels == {}
    dialog = inspector.findChild(KeepReasonDialog)
    assert dialog is not None
    for reason, typed, may in (
        ("", NAME, False),
        ("公开", "", False),
        ("public", "Ada", False),
        ("public", NAME, True),
    ):
        dialog.field.setEditText(reason)
        dialog.typed.setText(typed)
        assert dialog.keep.isEnabled() is may
    dialog.accept()
    decision = model.draft.corrections.draft.levels["a1"]
    assert (decision.level, decision.reason, decision.confirmed) == (0, "public", True)


def test_a_closed_question_tells_nothing(model: ComposeViewModel, theme: Theme, qtbot: QtBot) -> None:
    inspector = view_of(model, theme, qtbot).findChild(Inspector)
    assert inspector is not None
    inspector.items.not_sensitive.emit("a1", Scope.ALWAYS)
    dialog = inspector.findChild(KeepReasonDialog)
    assert dialog is not None
    dialog.field.setEditText("public")
    dialog.done(QDialog.DialogCode.Rejected)
    assert model.draft.corrections.draft.levels == {}
    assert not model.draft.corrections.decisions.never_hide


@pytest.mark.parametrize("scope", Scope)
def test_without_the_question_nothing_is_taken(model: ComposeViewModel, qtbot: QtBot, scope: Scope) -> None:
    with qtbot.waitSignal(model.draft.failed) as refused:
        model.draft.mark_not_sensitive("a1", scope)
    assert refused.args[0].code == "input.not_typed_back"
    assert not model.draft.corrections.decisions.not_sensitive
    assert not model.draft.corrections.decisions.never_hide


@pytest.mark.parametrize("action", [ReviewAction.NOT_SENSITIVE, ReviewAction.KEEP])
@pytest.mark.parametrize("value", [NAME, "欧阳明慧"])
def test_in_review_the_value_is_typed_back_too(
    theme: Theme, qtbot: QtBot, action: ReviewAction, value: str, tongue: Language
) -> None:
    attribute = replace(attribute_at(0), value=value, mentions=())
    dialog = ReviewReasonDialog(theme, value, action, (), None, spellings_to_type(attribute))
    qtbot.addWidget(dialog)
    for reason, typed, may in (
        ("", value, False),
        ("公开", "", False),
        ("public", value[:2], False),
        ("x", value, True),
    ):
        dialog.field.setEditText(reason)
        dialog.typed.setText(typed)
        assert dialog.accept_button.isEnabled() is may


def test_in_compose_the_send_button_names_the_whole_request(
    model: ComposeViewModel, theme: Theme, qtbot: QtBot
) -> None:
    model.set_destination(CLOUD)
    bar = view_of(model, theme, qtbot).findChild(ApprovalBar)
    assert bar is not None
    model.act()
    model.work_of_test.run_all()  # type: ignore[attr-defined]
    assert model.phase is Phase.PASSED
    assert model.parcel is not None
    assert model.primary.kind is PrimaryKind.SEND
    parts = (model.parcel.artifact.text, SYSTEM, EARLIER[0].prompt, EARLIER[0].answer)
    whole = sum(len(part.encode()) for part in parts)
    assert bar.primary.text() == f"Send {byte_text(whole)} to api.example.com"
    assert byte_text(whole) in bar.approval.text()
    assert SYSTEM in bar.primary.toolTip() or byte_text(len(SYSTEM.encode())) in bar.primary.toolTip()
