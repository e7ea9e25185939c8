"""Foot of the review: what all choices lead to, the reason, and the decisions with what stands in their way."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QWidget,
)

from core.domain.taxonomy import Taxonomy
from core.domain.verdict import VerdictKind
from ui.release.viewmodels.phases import Primary, release_kind
from ui.release.viewmodels.second_look import Revision
from ui.release.viewmodels.staging import Assessed
from ui.release.views.deciding_bar import PRIMARY_HEIGHT, DecidingBar, Voice
from ui.release.views.key_row import KeyRow
from ui.release.views.retest_row import RetestCaveat, RetestRow, RetestSituation
from ui.release.views.second_look_row import LookSituation, SecondLookRow
from ui.release.views.texts import contents_text, primary_text
from ui.review.viewmodels.crowds import Smaller, smaller
from ui.review.viewmodels.reasons import ReviewOperation
from ui.review.viewmodels.release import ReleasePhase
from ui.review.viewmodels.review import ReviewViewModel
from ui.review.views.texts import (
    blocked_text,
    decided_text,
    decision_reason,
    failing_texts,
    figures_text,
    fits_text,
    smaller_text,
    state_name,
    sum_text,
)
from ui.shared.theme.theme import LARGE_TEXT, Theme, set_role
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.wording.counting import counted_text
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import in_a_row, pass_text

LONGEST = 200


class DecisionBar(DecidingBar):
    """One primary action: certify, then send exactly what was certified."""

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        review: ReviewViewModel,
        sentences: Sentences,
        caveat: RetestCaveat,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._review = review
        self._taxonomy = taxonomy
        self._caveat = caveat
        self._sentences = sentences
        self._was_ready = False
        self._settling.timeout.connect(self.refresh)
        self._build()
        for signal in (review.changed, review.item_changed, review.problem_changed, theme.changed):
            signal.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        theme = self._theme
        column = self._column()
        release, flow = self._review.release, self._review.release.flow
        self.second = SecondLookRow(theme, release.look, self._look_now, self._sentences, self)
        column.addWidget(self.second)
        self.retest = RetestRow(theme, flow.retest, self._retest_now, flow.test_first, self._caveat, self)
        column.addWidget(self.retest)
        self.key = KeyRow(theme, flow.approval, self)
        column.addWidget(self.key)
        # Side by side only where the text leaves room for both.
        large = theme.look.text_scale >= LARGE_TEXT
        deciding = QBoxLayout(QBoxLayout.Direction.TopToBottom if large else QBoxLayout.Direction.LeftToRight)
        deciding.setSpacing(theme.space(1))
        self.reason = ChoiceBox(theme, self)
        self.reason.setEditable(True)
        self.reason.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.reason.setAccessibleName(self.tr("Reason of the decision"))
        self.reason.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.reason.setMinimumContentsLength(10)
        line = self.reason.lineEdit()
        if line is not None:
            line.setMaxLength(LONGEST)
            line.setPlaceholderText(self.tr("Reason of the decision (W); ↓ shows earlier ones"))
            line.setAccessibleName(self.tr("Reason of the decision"))
        self.reason.editTextChanged.connect(self._review.set_reason)
        deciding.addWidget(self.reason, 1)
        row = QHBoxLayout()
        row.setSpacing(theme.space(1))
        deciding.addLayout(row)
        self.turn_down = self._button(self.tr("Reject"), self._review.reject, "danger")
        self.back = self._button(self.tr("Return"), self._review.return_to_author)
        self.back.setToolTip(self.tr("Return to the author as a draft"))
        self.local = self._button(self.tr("Answer locally"), self._review.answer_locally)
        self.copy = self._button(self.tr("Approve and copy"), self.press_copy)
        for button in (self.turn_down, self.back, self.local, self.copy):
            row.addWidget(button)
        self.primary = self._button(self.tr("Approve and send"), self.press, "primary")
        self.primary.setMinimumHeight(PRIMARY_HEIGHT)
        row.addWidget(self.primary)
        self.confirm = self._confirmation(self._review.release.flow.approval)
        column.addWidget(self.confirm)
        column.addLayout(deciding)
        self.hint = self._label()
        self.hint.setAlignment(Qt.AlignmentFlag.AlignRight)
        set_role(self.hint, "muted")
        column.addWidget(self.hint)

    def press(self) -> None:
        """Approve, unless the button has only just become a Send."""
        if self.settled:
            self._review.approve()

    def press_copy(self) -> None:
        if self.settled:
            self._review.approve(copy=True)

    def focus_reason(self) -> None:
        self.reason.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # What is shown

    def refresh(self) -> None:
        """Every part as the view model has it."""
        self._speak(self._voice())
        assessed = self._review.forecast.assessed
        self.headline.setToolTip(figures_text(assessed.prediction) if assessed is not None else "")
        self.second.refresh()
        self.retest.refresh()
        self._refresh_reason()
        self._refresh_buttons()
        self.setAccessibleName(self.tr("Sum and decision"))

    def _voice(self) -> Voice:
        review, release = self._review, self._review.release
        if review.problem is not None:
            told = describe(review.problem, self._sentences)
            return "blocked", "blocked", told.cause, in_a_row(told.effect, told.remedy)
        case = review.case
        if case is None:
            return "quiet", "", "", ""
        if review.local.running:
            text = self.tr("{model} answers the prompt as it was written. No cloud gets it. Esc stops it.")
            name = review.local.offer.name if review.local.offer is not None else ""
            return "quiet", "running", text.replace("{model}", name), ""
        if not case.item.state.waits:
            decided = decided_text(case.decision) if case.decision is not None else ""
            return "quiet", "info", state_name(case.item.state), decided
        if review.editing:
            return "quiet", "pencil", self.tr("You are editing. Take the text to see what it would do."), ""
        if release.phase is ReleasePhase.TESTING:
            return "quiet", "send", self.tr("The destination's model reads it. Esc stops it."), ""
        if release.phase is ReleasePhase.SENDING:
            return "quiet", "send", self.tr("On its way. Esc stops it."), ""
        if release.phase in (ReleasePhase.CHECKING, ReleasePhase.PACKING):
            return "quiet", "running", self.tr("Checking exactly this text…"), ""
        if release.outcome is not None:
            return self._judged()
        assessed = review.forecast.assessed
        if assessed is None:
            return "quiet", "running", self.tr("Measuring…"), ""
        headline = sum_text(assessed.prediction, untouched=review.choices.empty)
        icon = "check" if assessed.prediction.passes else "person_decides"
        found, before = assessed.prediction, review.forecast.untouched
        why = Smaller.NOT
        if before is not None and review.choices.only_hide(before.artifact.levels):
            why = smaller(before.prediction, found)
        note = self.tr("A prediction. Only the check before sending certifies.")
        return (
            "quiet",
            icon,
            headline,
            in_a_row(fits_text(found, self._counted(assessed)), smaller_text(why), self._same_person(), note),
        )

    def _same_person(self) -> str:
        """That nobody but the author looks at the open item, where it is so."""
        case = self._review.case
        if case is None or not case.item.author or case.item.author != self._review.reviewer:
            return ""
        return self.tr("You wrote it yourself: nobody else looks at it before it leaves.")

    def _counted(self, assessed: Assessed) -> str:
        """Which told things the number of people rests on; what a reviewer let go is told too."""
        released = self._review.choices.released
        sensitive, artifact = assessed.sensitive, assessed.artifact
        return counted_text(sensitive, artifact, assessed.prediction.counts, self._taxonomy, released)

    def _judged(self) -> Voice:
        outcome = self._review.release.outcome
        if outcome is not None and outcome.verdict.kind is VerdictKind.PASS:
            return (
                "pass",
                "check",
                pass_text(outcome.certificate.depth),
                in_a_row(self._same_person(), self._destined()),
            )
        left = len({item.attribute_id for item in outcome.verdict.residual.items}) if outcome else 0
        detail = self.tr("%n value(s) still tell too much. Choose again, edit, or return it.", "", left)
        detail = in_a_row(detail.replace("%n", str(left)), *(failing_texts(outcome) if outcome else ()))
        return "infeasible", "person_decides", self.tr("Checked: it does not pass with these choices."), detail

    def _look_now(self) -> LookSituation:
        review, release = self._review, self._review.release
        quiet = review.problem is not None or review.editing
        revision = Revision.VERDICT if release.revised else Revision.NONE
        return LookSituation(release.outcome is not None and not review.held, quiet, release.passed, revision)

    def _retest_now(self) -> RetestSituation:
        flow = self._review.release.flow
        ready = not self._review.why_not(ReviewOperation.SEND) and self.settled
        return RetestSituation(flow.retest_state, flow.approval.destination.name, ready)

    def _destined(self) -> str:
        parcel = self._review.release.parcel
        return self._goes_to(parcel.destination, parcel.body_bytes) if parcel is not None else ""

    def _refresh_reason(self) -> None:
        review = self._review
        recent = review.place.recent
        if [self.reason.itemText(row) for row in range(self.reason.count())] != [decision_reason(it) for it in recent]:
            self.reason.blockSignals(True)
            self.reason.clear()
            self.reason.addItems([decision_reason(item) for item in recent])
            self.reason.setCurrentIndex(-1)
            self.reason.setEditText(review.reason)
            self.reason.blockSignals(False)
        if self.reason.currentText() != review.reason:
            self.reason.blockSignals(True)
            self.reason.setEditText(review.reason)
            self.reason.blockSignals(False)

    def _refresh_buttons(self) -> None:
        review, release = self._review, self._review.release
        ready = release.phase is ReleasePhase.READY
        if ready and not self._was_ready:
            self._settling.start()
        elif not ready:
            self._settling.stop()
        self._was_ready = ready
        settled = self.settled
        pairs = (
            (self.turn_down, ReviewOperation.REJECT),
            (self.back, ReviewOperation.RETURN),
            (self.local, ReviewOperation.LOCAL),
            (self.copy, ReviewOperation.COPY),
            (self.primary, ReviewOperation.SEND),
        )
        for button, action in pairs:
            blocked = review.why_not(action)
            button.setEnabled(not blocked and settled)
            button.setAccessibleDescription(blocked_text(blocked))
            button.setToolTip(blocked_text(blocked))
        sends = ready and not release.copying
        self.primary.setText(self._primary_text(sending=sends))
        parcel = release.parcel
        if sends and parcel is not None and not self.primary.toolTip():
            self.primary.setToolTip(contents_text(parcel))
        self.primary.setAccessibleName(self.primary.text().replace("&&", "&"))
        self.copy.setText(self.tr("Copy it now") if ready and release.copying else self.tr("Approve and copy"))
        asks = ready and not release.copying and release.flow.approval.asks
        self._ask_to_confirm(self.confirm, release.flow.approval, asks=asks)
        self.key.show_for(wanted=ready and not release.copying and release.flow.approval.lacks_key)
        self._say_why()

    def _say_why(self) -> None:
        """The reason under the primary action; then what the others wait for."""
        review = self._review
        sending = blocked_text(review.why_not(ReviewOperation.SEND))
        needs = {review.why_not(action) for action in (ReviewOperation.REJECT, ReviewOperation.RETURN)} == {
            "reason_missing"
        }
        others = self.tr("Return and Reject need a reason (W).") if needs else ""
        local = review.why_not(ReviewOperation.LOCAL)
        at_hand = blocked_text(local) if local == "no_local" and review.case is not None else ""
        keys = "" if sending or review.case is None else "Ctrl+Enter"
        self.hint.setText("   ·   ".join(part for part in (others, at_hand, sending, keys) if part))
        self.hint.setVisible(bool(self.hint.text()))

    def _primary_text(self, *, sending: bool) -> str:
        parcel = self._review.release.parcel
        if not sending or parcel is None:
            return self.tr("Approve and send")
        action = Primary(release_kind(parcel.destination))
        return primary_text(action, parcel.destination, parcel.body_bytes)
