"""The stages of the one path, what each is doing, how long it took; each opens its log."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QWidget

from core.domain.events import Stage, StageEvent, StageState
from ui.shared.theme.theme import LARGE_TEXT, Theme, set_role
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.popover import Explained, Paragraph, open_popover
from ui.shared.wording.wording import percent, seconds, stage_name, stage_state_name

SHOWN = (Stage.EXTRACT, Stage.DEHYDRATE, Stage.VERIFY, Stage.CERTIFY, Stage.REVIEW, Stage.SEND)
_TICK_MS = 100
_LOG_LENGTH = 40
_GLYPHS = {
    StageState.WAITING: ("waiting", "border_strong"),
    StageState.RUNNING: ("running", "accent"),
    StageState.DONE: ("check", "pass"),
    StageState.FAILED: ("cross", "block"),
    StageState.CANCELLED: ("stop", "muted"),
}


@dataclass(slots=True)
class _Progress:
    state: StageState = StageState.WAITING
    done: int = 0
    total: int = 0
    took: float = 0.0
    began: float = 0.0
    bound: float | None = None
    speed: float = 0.0
    activity: str = ""
    log: list[str] = field(default_factory=list)


class PipelineBar(QWidget):
    """Feed it with `on_event`. cancel_requested: a person pressed Cancel. live_changed(text): of `live_text`."""

    cancel_requested = Signal()
    live_changed = Signal(str)

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._clock = clock
        self._stages: Mapping[Stage, _Progress] = {}
        self._lively = False
        self._buttons = {stage: _StageButton(theme, self) for stage in SHOWN}
        row = Flow(theme.space(0), self)
        for stage, button in self._buttons.items():
            button.clicked.connect(lambda _=False, chosen=stage: self._open_log(chosen))
            row.addWidget(button)
        self._cancel = QPushButton(self.tr("Cancel"), self)
        self._cancel.setAccessibleName(self.tr("Cancel what is running"))
        self._cancel.clicked.connect(self.cancel_requested)
        set_role(self._cancel, "quiet")
        kept = self._cancel.sizePolicy()
        kept.setRetainSizeWhenHidden(theme.look.text_scale < LARGE_TEXT)
        self._cancel.setSizePolicy(kept)
        row.addWidget(self._cancel)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._refresh)
        self.setAccessibleName(self.tr("Progress"))
        theme.changed.connect(self._restyle)
        self._restyle()
        self.reset()

    def _restyle(self) -> None:
        self._cancel.setIcon(self._theme.icon("stop"))

    # -- state --------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """A new run: every stage waits, logs are empty."""
        self._stages = {stage: _Progress() for stage in SHOWN}
        self._refresh()

    def on_event(self, event: StageEvent, text: str = "") -> None:
        """`text`: the event's message in plain words for the log. Stages that are not shown are ignored."""
        progress = self._stages.get(event.stage)
        if progress is None:
            return
        if event.state is StageState.RUNNING and progress.state is not StageState.RUNNING:
            progress.began = self._clock() - event.seconds
        if event.state is not StageState.RUNNING:
            ran = progress.state is StageState.RUNNING
            progress.took = event.seconds or (self._clock() - progress.began if ran else progress.took)
        if event.state is not progress.state:
            self.add_log(event.stage, stage_state_name(event.state))
        if event.state is not StageState.RUNNING:
            progress.activity, progress.speed = "", 0.0
        if not event.tokens or event.total:
            # An event that only counts a model's tokens says nothing of how far the stage is.
            progress.done, progress.total, progress.bound = event.done, event.total, event.bound
        progress.state, progress.speed = event.state, event.tokens_per_second or progress.speed
        if text:
            self.add_log(event.stage, text)
        self._refresh()

    def set_activity(self, text: str) -> None:
        """What a local model does right now, in the stage that runs (UI-05); "" = nothing is known."""
        for progress in self._stages.values():
            if progress.state is StageState.RUNNING and progress.activity != text:
                progress.activity = text
                self._refresh()

    def add_log(self, stage: Stage, text: str) -> None:
        """One plain line for the stage's log; the oldest lines go."""
        progress = self._stages.get(stage)
        if progress is not None and text and (not progress.log or progress.log[-1] != text):
            progress.log.append(text)
            del progress.log[:-_LOG_LENGTH]

    def state(self, stage: Stage) -> StageState:
        """What a stage is doing."""
        return self._stages[stage].state

    def text(self, stage: Stage) -> str:
        """What the bar says about a stage."""
        return self._buttons[stage].accessibleDescription()

    @property
    def running(self) -> bool:
        """Whether Cancel is offered."""
        return any(progress.state is StageState.RUNNING for progress in self._stages.values())

    def _refresh(self) -> None:
        for stage, button in self._buttons.items():
            progress = self._stages[stage]
            button.set_progress(stage_name(stage), progress.state, *self._words(progress))
        running = self.running
        if running or self._lively:
            self._lively = running
            self.live_changed.emit(self.live_text())
        self._cancel.setEnabled(running)
        self._cancel.setVisible(running)
        if running and not self._tick.isActive():
            self._tick.start()
        elif not running:
            self._tick.stop()

    def _words(self, progress: _Progress) -> tuple[str, float]:
        """State text and share done; a negative share means unknown."""
        if progress.state is StageState.RUNNING:
            elapsed = seconds(max(0.0, self._clock() - progress.began))
            if progress.total > 1:
                share = min(progress.done / progress.total, 1.0)
                counted = self.tr("{0} of {1}").format(progress.done, progress.total)
                return f"{counted} · {elapsed}", share
            return elapsed, -1.0
        if progress.state is StageState.DONE:
            return (seconds(progress.took) if progress.took else stage_state_name(progress.state)), 1.0
        return stage_state_name(progress.state), 0.0

    def live_text(self) -> str:
        """What runs, with all that is known of it: count, bound so far, what a model does, time (UI-05)."""
        lines = []
        for stage, progress in self._stages.items():
            if progress.state is not StageState.RUNNING:
                continue
            parts = []
            if progress.total > 1:
                parts.append(self.tr("{0} of {1}").format(progress.done, progress.total))
            if progress.bound is not None:
                parts.append(self.tr("bound so far {0}").format(percent(progress.bound)))
            if progress.activity:
                parts.append(progress.activity)
            elif progress.speed >= 1:
                parts.append(self.tr("{0} tok/s").format(round(progress.speed)))
            parts.append(seconds(max(0.0, self._clock() - progress.began)))
            lines.append(f"{stage_name(stage)}: {' · '.join(parts)}")
        return "   ".join(lines)

    def _open_log(self, stage: Stage) -> None:
        progress = self._stages[stage]
        lines = progress.log or [self.tr("This stage has not started.")]
        content = Explained(stage_name(stage), tuple(Paragraph("", line) for line in lines))
        open_popover(self._theme, content, self._buttons[stage])


_EDGE, _MARK, _GAP = 4, 16, 2
"""Pixels free at both edges, of the mark at 100 %, and between mark and name."""


class _StageButton(QAbstractButton):
    """Mark and name, state text under both, over a thin line that fills with progress."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = ""
        self._words = ""
        self._state = StageState.WAITING
        self._share = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_progress(self, name: str, state: StageState, words: str, share: float) -> None:
        """`share` in [0, 1], negative = unknown."""
        if (name, state, words, share) == (self._name, self._state, self._words, self._share):
            return
        self._name, self._state, self._words, self._share = name, state, words, share
        spoken = f"{stage_state_name(state)}, {words}" if words != stage_state_name(state) else words
        self.setAccessibleName(name)
        self.setAccessibleDescription(spoken)
        self.setToolTip(f"{name}: {spoken}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt
        body = QFontMetrics(self._theme.font("body", bold=True))
        small = QFontMetrics(self._theme.font("small"))
        width = body.horizontalAdvance(self._name) + self._left() + _EDGE
        words = small.horizontalAdvance(self._words) + 2 * _EDGE
        return QSize(max(width, words), body.height() + small.height() + 14)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt
        """The whole name."""
        return self.sizeHint()

    def _left(self) -> int:
        """Where the name begins."""
        return _EDGE + self._theme.grown(_MARK) + _GAP

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.underMouse() or self.hasFocus():
            painter.setPen(theme.color("focus") if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("hover") if self.underMouse() else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, theme.radius, theme.radius)
        icon, color = _GLYPHS[self._state]
        left = self._left()
        room = self.width() - left - _EDGE
        font = theme.font("body", bold=self._state is StageState.RUNNING)
        if QFontMetrics(font).horizontalAdvance(self._name) > room:
            font = theme.font("body")
        metrics = QFontMetrics(font)
        picture = theme.pixmap(icon, color, _MARK, self.devicePixelRatioF())
        painter.drawPixmap(_EDGE, 6 + (metrics.height() - theme.grown(_MARK)) // 2, picture)
        painter.setFont(font)
        painter.setPen(theme.color("muted" if self._state is StageState.WAITING else "text"))
        name = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(left, 6 + metrics.ascent(), name)
        small = theme.font("small")
        painter.setFont(small)
        painter.setPen(theme.color(color if self._state is StageState.FAILED else "muted"))
        small_metrics = QFontMetrics(small)
        words = small_metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, self.width() - 2 * _EDGE)
        painter.drawText(_EDGE, 6 + metrics.height() + small_metrics.ascent(), words)
        self._paint_line(painter)
        painter.end()

    def _paint_line(self, painter: QPainter) -> None:
        line = QRectF(_EDGE, self.height() - 5, self.width() - 2 * _EDGE, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("border"))
        painter.drawRoundedRect(line, 1.5, 1.5)
        share = 0.35 if self._share < 0 else self._share
        if share <= 0:
            return
        failed = self._state is StageState.FAILED
        painter.setBrush(self._theme.color("block" if failed else "accent"))
        painter.drawRoundedRect(QRectF(line.left(), line.top(), line.width() * share, line.height()), 1.5, 1.5)
