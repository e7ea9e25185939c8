"""The verdict in its voice, and one line per figure; each line opens what it means."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from core.domain.evidence import Evidence
from core.domain.protocol import Protocol
from ui.shared.evidence.texts import Figure, figures, plain_figures
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.plain_parts import plain_label
from ui.shared.widgets.popover import open_popover
from ui.shared.wording.wording import depth_text, flag_texts, in_a_row, pass_text

_ICON = 20
_MARK = 16


class Voice(StrEnum):
    """How a verdict speaks. PREVIEW: measured while typing, not certified. STALE: the text changed since. ONE_STEP:
    it does not pass, and it is still open whether one step would do."""

    NONE = "none"
    PREVIEW = "preview"
    STALE = "stale"
    PASS = "pass"
    INFEASIBLE = "infeasible"
    ONE_STEP = "one_step"
    BLOCKED = "blocked"


_ICONS = {
    Voice.NONE: ("waiting", "muted"),
    Voice.PREVIEW: ("pencil", "muted"),
    Voice.STALE: ("refresh", "muted"),
    Voice.PASS: ("check", "pass"),
    Voice.INFEASIBLE: ("person_decides", "warn"),
    Voice.ONE_STEP: ("bulb", "muted"),
    Voice.BLOCKED: ("blocked", "block"),
}


class EvidencePanel(QWidget):
    """`set_evidence` for measurements and verdicts, `set_blocked` when something failed, `clear` for neither.

    The lines are plain words; `detailed` shows every figure with its symbol in their place.
    """

    detailed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._voice = Voice.NONE
        self._figures: tuple[Figure, ...] = ()
        self._measured: tuple[Evidence, Protocol, str] | None = None
        self._banner = QFrame(self)
        self._icon = QLabel(self._banner)
        self._headline = self._text(self._banner)
        self._detail = self._text(self._banner)
        row = QHBoxLayout(self._banner)
        row.setContentsMargins(*[theme.space(2)] * 4)
        row.setSpacing(theme.space(1))
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._headline)
        words.addWidget(self._detail)
        row.addLayout(words, 1)
        self._lines = QWidget(self)
        self._line_widgets: list[_Line] = []
        self._stacked = QVBoxLayout(self._lines)
        self._stacked.setContentsMargins(0, 0, 0, 0)
        self._stacked.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addWidget(self._banner)
        column.addWidget(self._lines)
        self.details = QPushButton(self.tr("Details"), self)
        self.details.setCheckable(True)
        self.details.setAccessibleName(self.tr("Every figure, with its symbol"))
        set_role(self.details, "link")
        self.details.toggled.connect(self._detail_chosen)
        column.addWidget(self.details, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        theme.changed.connect(self._restyle)
        self.clear()

    def _text(self, parent: QWidget) -> QLabel:
        label = QLabel(parent)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    @property
    def voice(self) -> Voice:
        return self._voice

    def headline(self) -> str:
        """The verdict in words."""
        return self._headline.text()

    def detail(self) -> str:
        """What stands under the verdict."""
        return self._detail.text()

    def lines(self) -> tuple[Figure, ...]:
        """The figures on screen."""
        return self._figures

    # -- content ------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Nothing was measured."""
        self._say(
            Voice.NONE,
            self.tr("Nothing measured yet"),
            self.tr("Figures appear with the first proposal for your prompt."),
        )
        self._show_measured(None)

    def set_evidence(self, evidence: Evidence, protocol: Protocol, voice: Voice, counted: str = "") -> None:
        """Show a measurement. Only certified evidence speaks as a PASS; a search may already show INFEASIBLE.
        `counted`: which told things the number of people rests on (`counted_text`)."""
        if voice is Voice.PASS and not evidence.certified:
            voice = Voice.PREVIEW
        headline, detail = self._words(voice)
        depth = depth_text(evidence.depth, len(evidence.evaluated_types))
        if voice is Voice.PASS:
            headline, depth = pass_text(evidence.depth), ""
        self._say(voice, headline, in_a_row(depth, detail, *flag_texts(evidence.review_flags)))
        self._show_measured((evidence, protocol, counted))

    def set_blocked(self, cause: str, remedy: str) -> None:
        """Something failed: what, that nothing was sent, and one remedy."""
        self._say(Voice.BLOCKED, self.tr("Blocked: nothing was sent"), in_a_row(cause, remedy))
        self._show_measured(None)

    def _detail_chosen(self, on: bool) -> None:
        self._show_measured(self._measured)
        self.detailed.emit(on)

    def _show_measured(self, measured: tuple[Evidence, Protocol, str] | None) -> None:
        self._measured = measured
        self.details.setVisible(measured is not None)
        chosen = figures if self.details.isChecked() else plain_figures
        self._show(chosen(*measured) if measured is not None else ())

    def _words(self, voice: Voice) -> tuple[str, str]:
        return {
            Voice.PREVIEW: (
                self.tr("Proposal, not certified"),
                self.tr("Measured quickly while you write. Sanitize & Send tests it properly."),
            ),
            Voice.STALE: (
                self.tr("Changed since it was tested"),
                self.tr("The certificate no longer fits. Test again before sending."),
            ),
            Voice.PASS: (
                "",
                self.tr("Nobody guessed what is hidden. That is not a proof that nothing can be found."),
            ),
            Voice.INFEASIBLE: (
                self.tr("A person must decide"),
                self.tr("No version was found that hides enough and still asks the question. See what is left."),
            ),
            Voice.ONE_STEP: (
                self.tr("It does not pass as it stands"),
                self.tr("Hiding a little more may do; see under the text."),
            ),
            Voice.BLOCKED: (self.tr("Blocked: nothing was sent"), ""),
            Voice.NONE: (self.tr("Nothing measured yet"), ""),
        }[voice]

    def _say(self, voice: Voice, headline: str, detail: str) -> None:
        self._voice = voice
        self._headline.setText(headline)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self._banner.setAccessibleName(headline)
        self._banner.setAccessibleDescription(detail)
        self._restyle()

    def _restyle(self) -> None:
        icon, color = _ICONS[self._voice]
        self._icon.setPixmap(self._theme.pixmap(icon, color, _ICON, self.devicePixelRatioF()))
        self._headline.setFont(self._theme.font("body", bold=True))
        set_role(self._headline, color)
        spoken = self._voice in (Voice.PASS, Voice.INFEASIBLE, Voice.BLOCKED)
        set_role(self._banner, self._voice.value if spoken else "quiet", "voice")

    def _show(self, shown: tuple[Figure, ...]) -> None:
        """Lines are kept where the names stay: what a person has focused or opened does not jump."""
        if [figure.name for figure in shown] != [figure.name for figure in self._figures]:
            for line in self._line_widgets:
                self._stacked.removeWidget(line)
                line.hide()
                line.deleteLater()
            self._line_widgets = [_Line(self._theme, self._lines) for _ in shown]
            for line in self._line_widgets:
                self._stacked.addWidget(line)
        self._figures = shown
        for line, figure in zip(self._line_widgets, shown, strict=True):
            line.set_figure(figure)


class _Line(QWidget):
    """Mark, name that opens the explanation, value. Its own layout: the longest name and the longest value of
    different lines do not add up to the panel's width."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._figure: Figure | None = None
        self._mark = QLabel(self)
        self._button = QPushButton(self)
        self._button.setMinimumHeight(theme.target)
        self._button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._button.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        self._button.clicked.connect(self._open)
        set_role(self._button, "figure")
        self._value = QLabel(self)
        self._value.setTextFormat(Qt.TextFormat.PlainText)
        self._value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._note = plain_label(self, role="muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = Flow(theme.space(1))
        for part in (self._mark, self._button, self._value):
            row.addWidget(part)
        column.addLayout(row)
        column.addWidget(self._note)
        theme.changed.connect(self._restyle)

    def set_figure(self, figure: Figure) -> None:
        """Show one figure and whether it keeps its limit."""
        self._figure = figure
        self._button.setText(figure.name.replace("&", "&&"))
        self._button.setAccessibleName(self.tr("{0}: {1}").format(figure.name, in_a_row(figure.value, figure.note)))
        self._button.setAccessibleDescription(figure.explained.plain)
        self._value.setText(figure.value)
        self._note.setText(figure.note)
        self._note.setVisible(bool(figure.note))
        self._restyle()

    def _restyle(self) -> None:
        if self._figure is None:
            return
        passes = self._figure.passes
        name, color = {True: ("check", "pass"), False: ("warning", "warn"), None: ("info", "muted")}[passes]
        self._mark.setPixmap(self._theme.pixmap(name, color, _MARK, self.devicePixelRatioF()))
        within = {True: self.tr("within the limit"), False: self.tr("beyond the limit"), None: ""}[passes]
        self._mark.setAccessibleName(within)
        self._mark.setToolTip(within)

    def _open(self) -> None:
        if self._figure is not None:
            open_popover(self._theme, self._figure.explained, self._button)
