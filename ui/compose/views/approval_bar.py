"""The bar under the workspace: verdict, evidence in one line, approval, and the one primary action."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.verdict import VerdictKind
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.advice_texts import advice_changes, advice_detail, advice_headline
from ui.compose.views.figure import FigureButton
from ui.compose.views.texts import reason_text, verdict_figures
from ui.compose.views.told_texts import ToldTexts, told_line, told_paragraphs
from ui.release.viewmodels.phases import CHECKS, AdviceState, Phase, PrimaryKind
from ui.release.viewmodels.retest import RetestState
from ui.release.viewmodels.second_look import LookState
from ui.release.views.deciding_bar import PRIMARY_HEIGHT, DecidingBar, Voice
from ui.release.views.key_row import KeyRow
from ui.release.views.retest_row import RetestCaveat, RetestRow, RetestSituation
from ui.release.views.second_look_row import LookSituation, SecondLookRow
from ui.release.views.texts import contents_text, primary_text
from ui.shared.theme.theme import LARGE_TEXT, Theme
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.popover import Explained, open_popover, paragraphs
from ui.shared.wording.facts import byte_text
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import in_a_row, pass_text, residual_reason

FIGURES = 3
MODEL_CODES = "llm."
"""How the codes of a model server's faults begin: the built-in engine can go on without it."""


class ApprovalBar(DecidingBar):
    """Three voices: pass, infeasible, blocked; quiet while nothing was judged. Reads everything from the view model."""

    certificate_asked = Signal()
    builtin_asked = Signal()
    edit_checked = Signal()

    def __init__(
        self,
        theme: Theme,
        model: ComposeViewModel,
        sentences: Sentences,
        caveat: RetestCaveat,
        told: ToldTexts,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._caveat = caveat
        self._told = told
        self._model = model
        self._sentences = sentences
        self._kind = model.primary.kind
        self._settling.timeout.connect(self._refresh_actions)
        self._build()
        for signal in (
            model.primary_changed,
            model.outcome_changed,
            model.problem_changed,
            model.phase_changed,
            model.engine_changed,
        ):
            signal.connect(self.refresh)
        theme.changed.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        theme = self._theme
        column = self._column()
        self.live = self._label()
        self.live.setProperty("role", "muted")
        self.live.setMinimumHeight(self.live.fontMetrics().height())
        column.addWidget(self.live)
        self.second = SecondLookRow(theme, self._model.look, self._look_now, self._sentences, self)
        column.addWidget(self.second)
        column.addLayout(self._figures_row())
        approving = QHBoxLayout()
        self.approval = self._label()
        self.contents = QPushButton(self.tr("Everything that leaves"), self)
        self.contents.setProperty("role", "link")
        self.contents.setAccessibleName(self.contents.text())
        self.contents.clicked.connect(self._explain_contents)
        telling = QHBoxLayout()
        self.told = self._label()
        self.told_all = QPushButton(self.tr("What is told, and why"), self)
        self.told_all.setProperty("role", "link")
        self.told_all.setAccessibleName(self.told_all.text())
        self.told_all.clicked.connect(self._explain_told)
        telling.addWidget(self.told, 1)
        telling.addWidget(self.told_all, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(telling)
        approving.addWidget(self.approval, 1)
        approving.addWidget(self.contents, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(approving)
        model = self._model
        self.key = KeyRow(theme, model.flow.approval, self)
        column.addWidget(self.key)
        self.retest = RetestRow(theme, model.flow.retest, self._retest_now, model.flow.test_first, self._caveat, self)
        column.addWidget(self.retest)
        self.confirm = self._confirmation(model.flow.approval)
        column.addWidget(self.confirm)
        column.addLayout(self._actions())

    def _figures_row(self) -> QVBoxLayout:
        """Figures stand one below the other: side by side they would ask for more than a small screen has."""
        lines, row = QVBoxLayout(), QHBoxLayout()
        lines.setSpacing(self._theme.space(0))
        lines.addLayout(row)
        row.setSpacing(self._theme.space(0))
        self.details = QPushButton(self.tr("Details"), self)
        self.details.setProperty("role", "link")
        self.details.setCheckable(True)
        self.details.setAccessibleName(self.tr("Details of the verdict"))
        self.details.toggled.connect(lambda _: self._refresh_figures())
        row.addWidget(self.details)
        self.figures = [FigureButton(self._theme, self) for _ in range(FIGURES)]
        for figure in self.figures:
            lines.addWidget(figure, 0, Qt.AlignmentFlag.AlignLeft)
        self.certificate = QPushButton(self.tr("Certificate"), self)
        self.certificate.setProperty("role", "link")
        self.certificate.setAccessibleName(self.tr("Show the certificate"))
        self.certificate.clicked.connect(self.certificate_asked)
        row.addWidget(self.certificate)
        row.addStretch(1)
        return lines

    def _actions(self) -> QBoxLayout:
        """What can be done instead, and the primary action in its corner; below it where the text is large."""
        large = self._theme.look.text_scale >= LARGE_TEXT
        row = QBoxLayout(QBoxLayout.Direction.TopToBottom if large else QBoxLayout.Direction.LeftToRight)
        row.setSpacing(self._theme.space(1))
        self.discard = self._button(self.tr("Discard changes"), self._model.hand.discard)
        self.check_edit = self._button(self.tr("Check the edited text"), self.edit_checked.emit)
        self.skip = self._button(self.tr("No answer to paste"), self._model.flow.skip_answer)
        self.park = self._button(self.tr("Queue for review"), self._model.park)
        self.edit = self._button(self.tr("Edit"), self._model.begin_edit)
        self.local = self._button(self.tr("Answer locally"), self._model.answer_here)
        self.builtin = self._button(self.tr("Go on with the built-in engine"), self.builtin_asked.emit)
        buttons = Flow(self._theme.space(1))
        for button in (self.builtin, self.edit, self.park, self.local, self.discard, self.skip):
            buttons.addWidget(button)
        row.addLayout(buttons, 1)
        corner = QVBoxLayout()
        corner.setSpacing(self._theme.space(0))
        self.check_edit.setProperty("role", "primary")
        self.check_edit.setMinimumHeight(PRIMARY_HEIGHT)
        corner.addWidget(self.check_edit, 0, Qt.AlignmentFlag.AlignRight)
        self.primary = QPushButton(self)
        self.primary.setProperty("role", "primary")
        self.primary.setMinimumHeight(PRIMARY_HEIGHT)
        self.primary.clicked.connect(self.press)
        corner.addWidget(self.primary, 0, Qt.AlignmentFlag.AlignRight)
        self.reason = QLabel(self)
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setProperty("role", "muted")
        self.reason.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.reason.setWordWrap(True)  # or its length decides how wide the page is
        self.reason.setMinimumHeight(self.fontMetrics().lineSpacing())
        corner.addWidget(self.reason)
        row.addLayout(corner)
        return row

    def _look_now(self) -> LookSituation:
        model = self._model
        judged = model.phase in {Phase.PASSED, Phase.INFEASIBLE} and not model.editing
        quiet = model.stale or model.problem is not None or model.advice.open
        known = {item.id: item for item in model.outcome.verdict.sensitive.attributes} if model.outcome else {}
        moved = tuple(known[name].mentions[0].text for name in model.moved if name in known and known[name].mentions)
        return LookSituation(judged, quiet, model.phase is Phase.PASSED, model.revision, moved)

    def _retest_now(self) -> RetestSituation:
        model = self._model
        off = model.editing or model.stale
        state = RetestState.OFF if off else model.flow.retest_state
        return RetestSituation(state, model.destination.name, model.primary.enabled)

    def press(self) -> None:
        """The primary action, unless it has only just become another one."""
        if self.settled:
            self._model.act()

    def refresh(self) -> None:
        """Bring every part up to the state of the view model."""
        model = self._model
        self._speak(self._voice(), model.primary.reason)
        self.setVisible(True)
        self.second.refresh()
        self.retest.refresh()
        works = model.phase is Phase.SANITIZING or model.look.state is LookState.RUNNING
        works = works or model.advice.state is AdviceState.CHECKING
        self.live.setVisible(works)
        if not works:
            self.live.clear()
        self._refresh_figures()
        self._refresh_approval()
        self._refresh_actions()
        self.setAccessibleName(self.tr("Verdict and approval"))

    def _voice(self) -> Voice:
        model = self._model
        if model.problem is not None:
            told = describe(model.problem, self._sentences)
            calm = model.problem.code == "cancelled"
            effect = in_a_row(told.effect, told.remedy)
            return ("quiet", "info", told.cause, effect) if calm else ("blocked", "blocked", told.cause, effect)
        if model.editing:
            judged = self.tr("You are editing. The verdict and the certificate are about the text before.")
            kept = self.tr("Your edits by hand are kept in the new proposal. Check them, or discard them.")
            return "quiet", "pencil", kept if model.outcome is None or model.stale else judged, ""
        if model.stale:
            return (
                "quiet",
                "refresh",
                self.tr("Changed since the last check: the certificate no longer fits."),
                "",
            )
        if model.provisional:
            return "quiet", "running", self._provisional_headline(), ""
        if model.phase in {Phase.PASSED, Phase.TESTING}:
            return "pass", "check", self._pass_headline(), self._crowd()
        if model.phase is Phase.INFEASIBLE and model.outcome is not None and model.advice.open:
            icon = "bulb" if model.advice.state is AdviceState.OFFERED else "running"
            return "quiet", icon, advice_headline(model.advice), advice_detail(model.outcome, model.advice)
        if model.phase is Phase.INFEASIBLE:
            return "infeasible", "person_decides", self.tr("A person must decide"), self._residual_line()
        if model.phase is Phase.WRITING:
            text = self.tr("{model} answers your prompt as you wrote it. No cloud gets it.")
            return "quiet", "running", text.replace("{model}", self._writer()), ""
        if model.phase is Phase.AWAITING:
            return "quiet", "paste", self.tr("Copied. Paste the answer above to put the real values back."), ""
        return "quiet", "", "", ""

    def set_live(self, text: str) -> None:
        """What the stage that runs does right now."""
        if self.live.isVisibleTo(self):
            self.live.setText(text)

    def _writer(self) -> str:
        turns = self._model.turns
        return turns[-1].model if turns else ""

    def _provisional_headline(self) -> str:
        outcome = self._model.outcome
        if outcome is not None and outcome.verdict.kind is VerdictKind.PASS:
            return self.tr("So far: the built-in attackers found nothing. The local model is still checking.")
        return self.tr("So far: the built-in attackers still find something. The local model is still checking.")

    def _pass_headline(self) -> str:
        outcome = self._model.outcome
        if outcome is not None and outcome.certificate.overrides:
            said = self.tr("You let {0} of the values leave. For the rest: {1}")
            return said.format(len(outcome.certificate.overrides), pass_text(outcome.certificate.depth))
        if outcome is not None and not outcome.verdict.sensitive.attributes:
            return self.tr(
                "Passed: nothing sensitive was found. Only the search for sensitive text stands behind this."
            )
        return pass_text(outcome.certificate.depth) if outcome is not None else ""

    def _crowd(self) -> str:
        outcome = self._model.outcome
        return self._told.crowd(outcome) if outcome is not None else ""

    def _residual_line(self) -> str:
        outcome = self._model.outcome
        count = len({item.attribute_id for item in outcome.verdict.residual.items}) if outcome else 0
        if not count:
            reason = outcome.verdict.residual.reason if outcome else ""
            told = residual_reason(reason) if reason else self.tr("The text does not pass as it is.")
            where = self.tr("See what was checked under Risks.")
            return in_a_row(told, where)
        text = self.tr("%n item(s) still tell too much. Hide more, edit the text, or queue it for review.", "", count)
        advice = advice_detail(outcome, self._model.advice) if outcome is not None else ""
        here = self.tr("Or let the local model answer: the text then stays here.")
        return in_a_row(text, advice, here if self._model.can_answer_here else "")

    def _refresh_figures(self) -> None:
        model = self._model
        judged = (model.phase in {Phase.PASSED, Phase.INFEASIBLE} or model.provisional) and not model.editing
        outcome = model.outcome if judged else None
        shown = verdict_figures(outcome) if outcome is not None else ()
        for place, button in enumerate(self.figures):
            button.setVisible(place < len(shown) and self.details.isChecked())
            if place < len(shown):
                button.set_figure(shown[place])
        self.details.setVisible(bool(shown))
        self.certificate.setVisible(outcome is not None and not model.provisional)

    def _refresh_approval(self) -> None:
        model = self._model
        deciding = model.phase is Phase.PASSED and not model.editing
        outcome = model.outcome
        count = _leaving(model)
        self._set(self.approval, self._goes_to(model.destination, count) if deciding and count else "")
        rows = self._told.rows(outcome) if deciding and outcome is not None else ()
        self._set(self.told, told_line(rows))
        self.told_all.setVisible(bool(rows))
        self.contents.setVisible(deciding and model.parcel is not None)
        self.key.show_for(wanted=deciding and outcome is not None and model.flow.approval.lacks_key)
        asks = deciding and model.flow.approval.asks
        self._ask_to_confirm(self.confirm, model.flow.approval, asks=asks)

    def _explain_told(self) -> None:
        """Every value that leaves as it was written, special categories first, with its reason."""
        outcome = self._model.outcome
        if outcome is not None:
            content = Explained(self.tr("What is told, and why"), paragraphs(told_paragraphs(self._told.rows(outcome))))
            open_popover(self._theme, content, self.told_all)

    def _explain_contents(self) -> None:
        """What the request consists of beside the approved text: shown before, not after."""
        parcel = self._model.parcel
        if parcel is None:
            return
        envelope = parcel.envelope
        rows = [
            (self.tr("Your text"), byte_text(envelope.prompt_bytes)),
            (self.tr("Line for the model"), envelope.system),
            (self.tr("Earlier turns"), byte_text(envelope.earlier_bytes) if envelope.earlier else ""),
            (self.tr("Whole request"), byte_text(parcel.body_bytes)),
        ]
        if self._model.flow.retest_state in (RetestState.OFFERED, RetestState.REQUIRED):
            rows.append((self.tr("Line for the test"), self._caveat.instruction(parcel.language)))
        if parcel.omitted:
            blanked = self.tr("%n value(s) of yours in earlier answers are blanked", "", parcel.omitted)
            rows.append((self.tr("Left out"), blanked))
        open_popover(self._theme, Explained(self.tr("Everything that leaves"), paragraphs(rows)), self.contents)

    def _refresh_actions(self) -> None:
        model = self._model
        primary = model.primary
        text = primary_text(primary, model.destination, _leaving(model))
        self.primary.setText(text)
        self.primary.setAccessibleName(text.replace("&&", "&"))
        sends = model.parcel is not None and primary.kind is PrimaryKind.SEND
        self.primary.setToolTip(contents_text(model.parcel) if sends and model.parcel is not None else self._advised())
        self.primary.setAccessibleDescription(reason_text(primary.reason))
        if primary.kind is not self._kind:
            # A double click on "Sanitize & Send" must never become a "Send".
            self._kind = primary.kind
            if primary.kind in CHECKS - {PrimaryKind.HIDE_MORE}:
                self._settling.stop()
            else:
                self._settling.start()
        self.primary.setEnabled(primary.enabled and self.settled)
        checks = primary.kind in CHECKS
        keys = "Ctrl+Enter" if checks else "Ctrl+Shift+Enter"
        if primary.kind is PrimaryKind.SANITIZE:
            keys = f"{keys}   ·   {self._only_checks()}"
        self._set(self.reason, reason_text(primary.reason) or keys)
        editing = model.editing
        self.discard.setVisible(editing)
        self.check_edit.setVisible(editing)
        self.skip.setVisible(model.phase is Phase.AWAITING)
        judged = model.phase in {Phase.PASSED, Phase.INFEASIBLE}
        self.edit.setVisible(judged and not editing)
        self.builtin.setVisible(model.problem is not None and model.problem.code.startswith(MODEL_CODES))
        self._refresh_local()
        self.park.setVisible(model.can_park and not editing and (judged or model.stale or model.phase is Phase.INVALID))
        self.primary.setVisible(not editing)
        self.reason.setVisible(self.primary.isVisibleTo(self))

    def _only_checks(self) -> str:
        """What the button named after both steps does when it is pressed: the first of them."""
        return self.tr("It checks first; nothing is sent before you approve it.")

    def _advised(self) -> str:
        """What the button does that its name does not say: everything that a suggestion would change, a line each."""
        model = self._model
        if model.primary.kind is PrimaryKind.SANITIZE:
            return self._only_checks()
        if model.primary.kind is not PrimaryKind.HIDE_MORE or model.outcome is None or model.advice.found is None:
            return ""
        return "\n".join(f"{old} → {new}" for old, new in advice_changes(model.outcome, model.advice.found))

    def _refresh_local(self) -> None:
        """Only where it helps: what cannot leave can be answered here."""
        offer = self._model.local.offer
        self.local.setVisible(self._model.can_answer_here)
        if offer is not None:
            tip = self.tr("{model} answers your prompt as you wrote it; no cloud gets it")
            self.local.setToolTip(tip.replace("{model}", offer.name))
            self.local.setAccessibleDescription(self.local.toolTip())


def _leaving(model: ComposeViewModel) -> int:
    """Bytes of everything that would leave: the whole request to a provider, the text alone where a person carries it;
    0 for a request that is not put together yet."""
    if model.parcel is not None:
        return model.parcel.body_bytes
    if model.outcome is None or model.destination.kind.remote:
        return 0
    return model.outcome.certificate.byte_count
