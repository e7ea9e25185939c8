"""What does not pass is helped in one step: a button for the whole suggestion, checked before it is taken, and one undo
takes it back. Nobody is told that they must decide while that step is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import ManualWork, ScriptedSender
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot
from review_cases import CHINESE, ENGLISH, engine, outcome

from core.domain.evidence import AttackerLevel, CombinationCount
from core.domain.language import Language
from core.domain.protocol import STRICT
from core.domain.verdict import ResidualItem, VerdictKind
from core.engine.outcome import Outcome
from core.resources import resource_root
from ui.compose.viewmodels.advice import Worse, worsened
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.advice_texts import advice_changes, advice_headline, refused_text
from ui.compose.views.compose_view import ComposeView
from ui.release.viewmodels.phases import AdviceState, Phase, PrimaryKind
from ui.release.viewmodels.turns import Leaving
from ui.release.views.texts import primary_text
from ui.shared.evidence.panel import Voice
from ui.shared.theme.theme import Theme
from ui.shared.wording.sentences import Sentences

UNTRIED = replace(STRICT, budget_base=0, budget_per_attribute=0)
"""The paper's protocol with a loop that has no round: what it would have mended is left for a person to press."""
TEXTS = pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])


class Bench:
    """The real engine under a protocol of which both texts fall short by a step."""

    def __init__(self) -> None:
        self.work = ManualWork()
        self.vm = ComposeViewModel(self.work, ScriptedSender())
        self.gone: list[Leaving] = []
        self.vm.left.connect(self.gone.append)
        self.vm.set_protocol(UNTRIED)
        self.vm.attach_engine(engine())

    def type(self, text: str) -> None:
        self.vm.draft.set_text(text)
        self.vm.draft.propose()
        self.work.run_all()

    def judged(self, text: str) -> ComposeViewModel:
        """Checked, before anything was looked for that would help."""
        self.type(text)
        self.vm.act()
        self.work.run_next()
        return self.vm


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.vm.shut_down()


def view_of(bench: Bench, theme: Theme, qtbot: QtBot) -> ComposeView:
    sentences = Sentences(resource_root(), lambda: Language.EN)
    view = ComposeView(theme, engine().taxonomy, bench.vm, resource_root(), Language.EN, sentences)
    qtbot.addWidget(view)
    view.resize(1280, 720)
    view.show()
    return view


@TEXTS
def test_one_press_applies_the_whole_suggestion_and_one_undo_takes_it_back(bench: Bench, text: str) -> None:
    vm = bench.judged(text)
    assert vm.outcome is not None
    assert (vm.phase, vm.outcome.verdict.kind) == (Phase.INFEASIBLE, VerdictKind.INFEASIBLE)
    assert vm.advice.state is AdviceState.LOOKING
    assert (vm.primary.kind, vm.primary.reason) == (PrimaryKind.DRY_RUN, "advising")
    bench.work.run_all()
    assert vm.advice.hopeful
    assert vm.advice.found is not None
    assert (vm.primary.kind, vm.primary.reason) == (PrimaryKind.HIDE_MORE, "")
    wanted, before = vm.advice.found.choices.levels, vm.draft.corrections
    vm.act()
    assert vm.advice.state is AdviceState.CHECKING
    assert vm.primary.reason == "working"
    bench.work.run_all()
    assert vm.phase is Phase.PASSED
    assert {name: item.level for name, item in vm.draft.corrections.draft.levels.items()} == wanted
    assert {name: vm.outcome.verdict.artifact.levels[name] for name in wanted} == wanted
    assert not vm.stale
    assert vm.parcel is not None
    assert bench.gone == [Leaving.HIDDEN_MORE]
    vm.undo()
    bench.work.run_all()
    assert vm.draft.corrections == before
    assert vm.draft.text == text
    vm.redo()
    bench.work.run_all()
    vm.act()
    bench.work.run_all()
    assert vm.phase is Phase.PASSED, "what was applied holds in the next check too"


def worse(outcome: Outcome) -> Outcome:
    """The same verdict with one value more that leaks."""
    report = outcome.verdict.residual
    other = replace(report.items[0], attribute_id="another")
    return replace(outcome, verdict=replace(outcome.verdict, residual=replace(report, items=(*report.items, other))))


@TEXTS
def test_a_suggestion_that_is_worse_when_checked_is_not_applied(
    bench: Bench, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    vm = bench.judged(text)
    bench.work.run_all()
    shown, before = vm.outcome, vm.draft.corrections
    assert shown is not None
    monkeypatch.setattr(type(engine()), "decide", lambda *_args, **_more: worse(shown))
    vm.act()
    bench.work.run_all()
    assert (vm.advice.state, vm.advice.worse) == (AdviceState.REFUSED, Worse.OTHER_VALUE)
    assert (vm.phase, vm.outcome, vm.draft.corrections) == (Phase.INFEASIBLE, shown, before)
    assert vm.primary.reason == "infeasible"
    assert bench.gone == []


@TEXTS
def test_escape_stops_the_check_and_leaves_the_suggestion(bench: Bench, text: str) -> None:
    vm = bench.judged(text)
    bench.work.run_all()
    vm.act()
    assert vm.can_cancel
    vm.cancel()
    assert (vm.advice.state, vm.phase) == (AdviceState.OFFERED, Phase.INFEASIBLE)
    bench.work.run_all()
    assert vm.phase is Phase.INFEASIBLE
    assert not vm.draft.corrections.draft.levels


def test_typing_and_editing_end_the_suggestion(bench: Bench) -> None:
    vm = bench.judged(ENGLISH)
    bench.work.run_all()
    vm.begin_edit()
    assert vm.advice.state is AdviceState.NONE
    vm.hand.discard()
    bench.work.run_all()
    assert vm.advice.state is AdviceState.OFFERED
    vm.act()
    bench.type(ENGLISH + " Thanks.")
    assert vm.advice.state is AdviceState.NONE
    assert vm.phase is Phase.PROPOSED


def judged_with(outcome: Outcome, *posteriors: float) -> Outcome:
    """A verdict that does not pass, of as many values."""
    items = tuple(
        ResidualItem(f"a{place}", AttackerLevel.A1, value, 0.1, "posterior_above_cap")
        for place, value in enumerate(posteriors)
    )
    report = replace(outcome.verdict.residual, items=items)
    kind = VerdictKind.INFEASIBLE if items else VerdictKind.PASS
    return replace(outcome, verdict=replace(outcome.verdict, kind=kind, residual=report))


def test_what_is_worse() -> None:
    some = outcome(ENGLISH)[0]
    before = judged_with(some, 0.4, 0.3)
    assert worsened(before, judged_with(some)) is Worse.NOT
    assert worsened(before, judged_with(some, 0.4)) is Worse.NOT
    assert worsened(before, judged_with(some, 0.4, 0.3)) is Worse.NO_HELP
    assert worsened(before, judged_with(some, 0.5, 0.1)) is Worse.EASIER
    assert worsened(before, judged_with(some, 0.1, 0.1, 0.1)) is Worse.OTHER_VALUE
    crowd = CombinationCount(("a0",), 9.0, ("age",), "synthetic", 900.0)
    fewer = judged_with(some, 0.4)
    for outcome_, people in ((before, 900.0), (fewer, 800.0)):
        counted = replace(outcome_.verdict.evidence, combinations=(replace(crowd, people=people),))
        object.__setattr__(outcome_, "verdict", replace(outcome_.verdict, evidence=counted))
    assert worsened(before, fewer) is Worse.FEWER_PEOPLE


@TEXTS
def test_the_bar_offers_the_step_and_speaks_of_no_decision(
    bench: Bench, theme: Theme, qtbot: QtBot, tongue: Language, text: str
) -> None:
    view = view_of(bench, theme, qtbot)
    vm = bench.judged(text)
    bar, decide = view.bar, QCoreApplication.translate("ApprovalBar", "A person must decide")
    assert bar.headline.text() == advice_headline(vm.advice)
    assert decide not in bar.headline.text()
    bench.work.run_all()
    assert bar.property("voice") == "quiet"
    assert view.inspector.evidence.voice is Voice.ONE_STEP
    assert vm.outcome is not None
    assert vm.advice.found is not None
    changes = advice_changes(vm.outcome, vm.advice.found)
    assert changes
    assert all(old in text and new for old, new in changes)
    assert all(old in bar.detail.text() and new in bar.detail.text() for old, new in changes)
    assert bar.primary.text() == primary_text(vm.primary, vm.destination, 0)
    assert bar.primary.toolTip().count("→") == len(changes)
    qtbot.waitUntil(lambda: bar.primary.isEnabled())
    bar.press()
    bench.work.run_all()
    assert vm.phase is Phase.PASSED
    assert view.undo.isVisible()
    view.undo.undo.click()
    assert not vm.draft.corrections.draft.levels
    assert (tongue is Language.ZH) == any(char >= "\u4e00" for char in bar.headline.text())


@TEXTS
def test_a_refused_step_says_why_and_then_a_person_decides(
    bench: Bench, theme: Theme, qtbot: QtBot, tongue: Language, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = view_of(bench, theme, qtbot)
    vm = bench.judged(text)
    bench.work.run_all()
    shown = vm.outcome
    assert shown is not None
    monkeypatch.setattr(type(engine()), "decide", lambda *_args, **_more: shown)
    vm.act()
    bench.work.run_all()
    assert view.bar.property("voice") == "infeasible"
    assert refused_text(Worse.NO_HELP) in view.bar.detail.text()
    assert view.inspector.evidence.voice is Voice.INFEASIBLE


def test_every_reason_has_a_sentence(tongue: Language) -> None:
    said = {worse: refused_text(worse) for worse in Worse}
    assert [worse for worse, text in said.items() if not text] == [Worse.NOT]
    assert len(set(said.values())) == len(said)
    assert all((tongue is Language.ZH) == (text[0] >= "\u4e00") for text in said.values() if text)
