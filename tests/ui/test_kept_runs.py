"""Runs in the vault: one per Sanitize, with both looks; replayed on screen step by step with the words of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine
from model_fakes import LookingEngine
from pytestqt.qtbot import QtBot
from vault_cases import run
from vault_start import Start, idle, make_vault, type_and_judge

from app.window.desktop import Desktop
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState
from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import LoopStep, StepKind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.resources import resource_root
from core.store.records import StoredRun
from ui.history.views.run_replay import RunReplay, Show
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.second_look import LookState
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.preferences import MANUAL
from ui.shared.wording.sentences import Sentences

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def vaguer(outcome: Outcome) -> Outcome:
    artifact = replace(outcome.verdict.artifact, text="I am somebody.", replacements=())
    certificate = replace(outcome.certificate, sha256=artifact.sha256, byte_count=len(artifact.payload))
    return replace(outcome, verdict=replace(outcome.verdict, artifact=artifact), certificate=certificate)


class TellingEngine(LookingEngine):
    """Says that it looks."""

    def deepen(self, outcome: Outcome, conversation: Conversation, progress: Progress, cancel: CancelToken) -> Outcome:
        progress(StageEvent(Stage.VERIFY, StageState.DONE))
        return super().deepen(outcome, conversation, progress, cancel)


def looking() -> FakeEngine:
    engine = TellingEngine()
    engine.change = vaguer
    return engine


def runs_of(desktop: Desktop) -> list[StoredRun]:
    vault = desktop.vault.vault
    assert vault is not None
    lines = vault.runs.of_conversation(desktop.compose.conversation.id)
    return [vault.runs.load(line.id) for line in lines]


def test_one_sanitize_keeps_one_run_with_both_looks(start: Start, qtbot: QtBot) -> None:
    desktop = start(looking)
    desktop.settings.update(destination=MANUAL.id)
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    qtbot.waitUntil(lambda: desktop.compose.look.state is LookState.DONE)
    idle(desktop, qtbot)
    kept = runs_of(desktop)
    assert [item.verdict.artifact.text for item in kept] == ["I am somebody."]
    stages = [event.stage for event in kept[0].events]
    assert stages.index(Stage.EXTRACT) < stages.index(Stage.VERIFY), "the events of both looks, in order"
    vault = desktop.vault.vault
    assert vault is not None
    assert vault.conversations.list()[0].runs == 1
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.AWAITING)
    desktop.compose.set_pasted("Walk slowly.")
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.ANSWERED)
    idle(desktop, qtbot)
    assert len(runs_of(desktop)) == 1
    stored = vault.conversations.load(desktop.compose.conversation.id)
    assert stored.turns[0].run_id == kept[0].id
    again = start(looking)
    qtbot.waitUntil(lambda: len(again.compose.turns) == 1)


def test_the_first_verdict_is_kept_at_once_and_stays_when_the_draft_goes_on(start: Start, qtbot: QtBot) -> None:
    desktop = start(looking)
    desktop.settings.update(destination=MANUAL.id)
    make_vault(desktop, qtbot)
    type_and_judge(desktop, qtbot)
    desktop.window.compose.prompt.editor.insertPlainText(" More.")
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.look.state is LookState.DONE)
    idle(desktop, qtbot)
    assert len(runs_of(desktop)) == 2


def steps(*texts: tuple[str, bool]) -> tuple[LoopStep, ...]:
    kinds = (StepKind.START, *(StepKind.STRENGTHEN for _ in texts[2:]), StepKind.CERTIFY)
    return tuple(
        LoopStep(place, kind, "a1" if place else "", place, place + 1, kept, 0.1, 0.9, "", text)
        for place, (kind, (text, kept)) in enumerate(zip(kinds, texts, strict=True))
    )


def test_a_replay_shows_the_words_of_every_step(theme: Theme, taxonomy: Taxonomy, qtbot: QtBot) -> None:
    replay = RunReplay(theme, taxonomy, Sentences(resource_root(), lambda: Language.EN))
    qtbot.addWidget(replay)
    judged = steps(("She is 67.", True), ("She is sixty.", False), ("She is old.", True), ("She is old.", True))
    stored = run(verdict=replace(run().verdict, steps=judged))
    replay.set_run(stored)
    rounds = [place for place, step in enumerate(replay.steps) if step.shows in (Show.STEP, Show.SAME)]
    assert len(rounds) == len(judged)
    seen = []
    for place in rounds:
        replay.list.setCurrentRow(place)
        step = replay.steps[place]
        if step.shows is Show.SAME:
            assert replay.same.exact_text() == step.after
        else:
            assert (replay.step.result.before, replay.step.result.after) == (step.before, step.after)
        seen.append((step.before, step.after))
    assert seen == [
        (stored.request.text, "She is 67."),
        ("She is 67.", "She is sixty."),
        ("She is 67.", "She is old."),
        ("She is old.", "She is old."),
    ]
    replay.clear()
    assert replay.same.exact_text() == ""
    assert NAME not in replay.step.result.after


def test_a_run_from_before_steps_had_words_still_replays(theme: Theme, taxonomy: Taxonomy, qtbot: QtBot) -> None:
    replay = RunReplay(theme, taxonomy, Sentences(resource_root(), lambda: Language.EN))
    qtbot.addWidget(replay)
    old = LoopStep(0, StepKind.START, "", 0, 0, True, 0.1, 0.9)
    replay.set_run(run(verdict=replace(run().verdict, steps=(old,))))
    assert not [step for step in replay.steps if step.shows in (Show.STEP, Show.SAME)]


def test_a_replay_names_its_steps_in_the_words_of_the_language(
    theme: Theme, taxonomy: Taxonomy, tongue: Language, qtbot: QtBot
) -> None:
    """A stage and how it ended are no list, and a pass of the search is called what it is called elsewhere."""
    replay = RunReplay(theme, taxonomy, Sentences(resource_root(), lambda: tongue))
    qtbot.addWidget(replay)
    replay.set_run(run(verdict=replace(run().verdict, steps=steps(("one", True), ("two", True)))))
    titles = [step.title for step in replay.steps]
    assert {Language.EN: "Round 0: the start", Language.ZH: "第 0 次迭代：起点"}[tongue] in titles
    ended = {Language.EN: "Extract: done", Language.ZH: "提取：完成"}[tongue]
    assert replay._timed(Stage.EXTRACT, {Stage.EXTRACT: StageEvent(Stage.EXTRACT, StageState.DONE)}) == ended
