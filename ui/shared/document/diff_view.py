"""What changed between the prompt and the proposal: inline or side by side, with a stepper (UI-28, UI-29)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.shared.document.change_pane import ChangedStretch, ChangePane
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.diff import (
    Diff,
    DiffKind,
    Stretch,
    before_of,
    by_replacements,
    diff,
    from_inline,
    inline,
    to_inline,
)
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.flow import Flow, together

Elsewhere = Callable[[Callable[[], Diff], Callable[[Diff], None]], None]
"""Runs the first call away from the main thread and hands its result to the second in the main thread."""

LARGE = 20_000
"""Code points of both texts together from which the comparison runs elsewhere."""


class DiffMode(StrEnum):
    INLINE = "inline"
    SIDE_BY_SIDE = "side_by_side"


_WIDE = 490
"""Width from which the tool bar shows all its words."""


@dataclass(frozen=True, slots=True)
class DiffWords:
    """What the two sides are called, and what stands there without a difference (title, detail)."""

    before: str
    after: str
    same: tuple[str, str]
    nothing: tuple[str, str]


class DiffView(QWidget):
    """`set_texts` compares; without `elsewhere` everything is computed at once. `words`: other than prompt and
    proposal.

    pointed(point): a person clicked on what stands for this code point of the prompt. `always_text`: two equal texts
    are shown too, for a reader who looks for what nobody found.
    """

    pointed = Signal(int)
    selection_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        elsewhere: Elsewhere | None = None,
        parent: QWidget | None = None,
        words: DiffWords | None = None,
        *,
        always_text: bool = False,
    ) -> None:
        super().__init__(parent)
        self._always_text = always_text
        self._theme = theme
        self._words = words or DiffWords(
            self.tr("Your prompt, with what was removed"),
            self.tr("What will be sent, with what was added"),
            (self.tr("No differences"), self.tr("What you wrote is what would leave.")),
            (self.tr("Nothing to compare yet"), self.tr("Write or paste a prompt first.")),
        )
        self._elsewhere = elsewhere
        self._texts = ("", "")
        self._stretches: tuple[Stretch, ...] = ()
        self._diff = Diff("", "", ())
        self._mode = DiffMode.INLINE
        self._ignore_spaces = False
        self._current = -1
        self._round = 0
        self._syncing = False
        self._build()
        theme.changed.connect(self._restyle)
        self._restyle()
        self._show()

    # -- construction -------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._inline = ChangePane(self._theme, self.tr("Changes, inline"), self)
        self._left = ChangePane(self._theme, self._words.before, self)
        self._right = ChangePane(self._theme, self._words.after, self)
        for pane in (self._inline, self._left, self._right):
            pane.installEventFilter(self)
            pane.pointed.connect(lambda point, pane=pane: self._point(pane, point))
            pane.selectionChanged.connect(self.selection_changed)
        self._left.verticalScrollBar().valueChanged.connect(lambda _: self._sync(self._left, self._right))
        self._right.verticalScrollBar().valueChanged.connect(lambda _: self._sync(self._right, self._left))
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self._left)
        split.addWidget(self._right)
        split.setSizes([1, 1])
        self._empty = EmptyState(self._theme, "diff", self)
        self._stack = QStackedWidget(self)
        for page in (self._inline, split, self._empty):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        column.addLayout(self._toolbar())
        column.addWidget(self._stack, 1)

    def _toolbar(self) -> Flow:
        row = Flow(self._theme.space(0))
        modes = QButtonGroup(self)
        self._modes = {
            DiffMode.INLINE: self._toggle(self.tr("Inline")),
            DiffMode.SIDE_BY_SIDE: self._toggle(self.tr("Side by side")),
        }
        for mode, button in self._modes.items():
            modes.addButton(button)
            button.clicked.connect(lambda _=False, chosen=mode: self.set_mode(chosen))
            row.addWidget(button)
        self._spaces = self._toggle(self.tr("Ignore spaces"))
        self._spaces.clicked.connect(self.set_ignore_spaces)
        row.addWidget(self._spaces)
        row.add_stretch()
        self._counter = QLabel(self)
        self._counter.setTextFormat(Qt.TextFormat.PlainText)
        self._counter.setAccessibleName(self.tr("Change"))
        set_role(self._counter, "muted")
        self._previous = self._stepper(self.tr("Previous change (Alt+Up)"), self.previous_change)
        self._next = self._stepper(self.tr("Next change (Alt+Down)"), self.next_change)
        row.addWidget(together(self, self._theme.space(0), self._counter, self._previous, self._next))
        return row

    def _toggle(self, title: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setAccessibleName(title)
        button.setToolTip(title)
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_role(button, "segment")
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where room is short, the two modes are told by their icons; name and tip stay."""
        super().resizeEvent(event)
        short = event.size().width() < _WIDE
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if short else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        for button in self._modes.values():
            button.setToolButtonStyle(style)

    def _stepper(self, title: str, run: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(title)
        button.setToolTip(title)
        button.clicked.connect(run)
        return button

    def _restyle(self) -> None:
        self._modes[DiffMode.INLINE].setIcon(self._theme.icon("inline"))
        self._modes[DiffMode.SIDE_BY_SIDE].setIcon(self._theme.icon("side_by_side"))
        self._previous.setIcon(self._theme.icon("up"))
        self._next.setIcon(self._theme.icon("down"))

    # -- content ------------------------------------------------------------------------------------------

    def set_texts(self, before: str, after: str, stretches: tuple[Stretch, ...] = ()) -> None:
        """Compare the exact texts; a comparison still running elsewhere is forgotten. `stretches`: what is known to
        have been replaced, each of which is shown as one change."""
        if (before, after, stretches) != (*self._texts, self._stretches):
            self._texts, self._stretches = (before, after), stretches
            self._compare()

    def set_ignore_spaces(self, ignore: bool) -> None:
        """Treat all runs of white space as equal."""
        self._spaces.setChecked(ignore)
        if ignore != self._ignore_spaces:
            self._ignore_spaces = ignore
            self._compare()

    def set_mode(self, mode: DiffMode) -> None:
        """Inline or side by side; the current change stays current."""
        self._mode = mode
        current = self._current
        self._show()
        if current >= 0:
            self._go(current)

    @property
    def mode(self) -> DiffMode:
        return self._mode

    @property
    def result(self) -> Diff:
        """The comparison on screen."""
        return self._diff

    def _compare(self) -> None:
        self._round += 1
        asked, ignore = self._round, self._ignore_spaces
        before, after = self._texts
        stretches = self._stretches

        def compute() -> Diff:
            if stretches:
                return by_replacements(before, after, stretches, ignore_spaces=ignore)
            return diff(before, after, ignore_spaces=ignore)

        def deliver(found: Diff) -> None:
            if asked == self._round:
                self._diff = found
                self._current = -1
                self._show()

        if self._elsewhere is not None and len(before) + len(after) > LARGE:
            self._empty.set_texts(self.tr("Comparing…"), "")
            self._stack.setCurrentIndex(2)
            self._elsewhere(compute, deliver)
        else:
            deliver(compute())

    def _show(self) -> None:
        for mode, button in self._modes.items():
            button.setChecked(mode is self._mode)
        changes = self._diff.changes
        if not changes and not (self._always_text and any(self._texts)):
            self._show_empty()
        elif self._mode is DiffMode.INLINE:
            self._show_inline()
            self._stack.setCurrentIndex(0)
        else:
            self._show_sides()
            self._stack.setCurrentIndex(1)
        self._count()

    def _show_empty(self) -> None:
        self._empty.set_texts(*(self._words.same if any(self._texts) else self._words.nothing))
        self._stack.setCurrentIndex(2)

    def _show_inline(self) -> None:
        runs = inline(self._diff)
        self._inline.show_changes(
            "".join(run.text for run in runs),
            [
                ChangedStretch(run.start, run.start + len(run.text), run.kind, run.change)
                for run in runs
                if run.change >= 0
            ],
        )

    def _show_sides(self) -> None:
        changes = list(enumerate(self._diff.changes))
        self._left.show_changes(
            self._diff.before,
            [
                ChangedStretch(part.before_start, part.before_end, DiffKind.DELETED, index)
                for index, part in changes
                if part.before_start < part.before_end
            ],
        )
        self._right.show_changes(
            self._diff.after,
            [
                ChangedStretch(part.after_start, part.after_end, DiffKind.INSERTED, index)
                for index, part in changes
                if part.after_start < part.after_end
            ],
        )

    # -- stepping -----------------------------------------------------------------------------------------

    def next_change(self) -> None:
        """Go on; from the last change to the first."""
        if self._diff.changes:
            self._go((self._current + 1) % len(self._diff.changes))

    def previous_change(self) -> None:
        """Go back; from the first change to the last."""
        if self._diff.changes:
            self._go(
                (self._current - 1) % len(self._diff.changes) if self._current >= 0 else -1 % len(self._diff.changes)
            )

    def show_after(self, start: int) -> None:
        """Go to the change at, or next behind, code point `start` of what would be sent."""
        found = next((row for row, part in enumerate(self._diff.changes) if part.after_end > start), None)
        if found is not None:
            self._go(found)

    def _point(self, pane: ChangePane, point: int) -> None:
        if pane is self._inline:
            point = from_inline(self._diff, point)
        elif pane is self._right:
            point = self._counterpart(point, from_left=False)
        if point >= 0:
            self.pointed.emit(point)

    def _on_screen(self) -> tuple[ChangePane, ...]:
        return (self._inline,) if self._mode is DiffMode.INLINE else (self._left, self._right)

    def add_commands(self, *actions: QAction) -> None:
        """Put commands on top of the menus of the texts."""
        for pane in (self._inline, self._left, self._right):
            pane.more = (*pane.more, *actions)

    @property
    def selected(self) -> tuple[int, int] | None:
        """What of the prompt is selected, in its code points, in whichever text; None for nothing of it."""
        for pane in sorted(self._on_screen(), key=lambda item: not item.hasFocus()):
            start, end = pane.selection
            if start < end:
                if pane is self._left:
                    return start, end
                return before_of(self._diff, start, end, merged=pane is self._inline)
        return None

    def selected_area(self) -> QRect:
        """Where the selection ends, in global coordinates."""
        pane = next((item for item in self._on_screen() if item.textCursor().hasSelection()), self._on_screen()[0])
        box = pane.cursorRect()
        return QRect(pane.viewport().mapToGlobal(box.topLeft()), box.size())

    def select(self, start: int, end: int) -> None:
        """Select `[start, end)` of the prompt in the text before, side by side."""
        self.set_mode(DiffMode.SIDE_BY_SIDE)
        self._left.select(start, end)

    def clear_selection(self) -> None:
        """Nothing is selected any more."""
        for pane in (self._inline, self._left, self._right):
            cursor = pane.textCursor()
            cursor.clearSelection()
            pane.setTextCursor(cursor)

    def light(self, places: Iterable[tuple[int, int]]) -> None:
        """Frame the first of these places, in code points of the prompt, whether or not it was changed."""
        start, end = min(places, default=(0, 0))
        self._left.set_lit(start, end)
        first = to_inline(self._diff, start) if start < end else 0
        self._inline.set_lit(max(first, 0), first + end - start if first >= 0 else 0)

    @property
    def lit(self) -> str:
        """The words that are framed in the view on screen."""
        if self._mode is DiffMode.INLINE:
            start, end = self._inline.lit
            return "".join(run.text for run in inline(self._diff))[start:end]
        start, end = self._left.lit
        return self._diff.before[start:end]

    def _go(self, index: int) -> None:
        self._current = index
        part = self._diff.changes[index]
        self._syncing = True
        if self._mode is DiffMode.INLINE:
            self._inline.set_current(index, 0)
        else:
            self._left.set_current(index, part.before_start)
            self._right.set_current(index, part.after_start)
        self._syncing = False
        self._count()

    def _count(self) -> None:
        total = len(self._diff.changes)
        for button in (self._previous, self._next):
            button.setEnabled(total > 0)
        if not total:
            self._counter.setText(self._words.same[0] if self._always_text and any(self._texts) else "")
        elif self._current < 0:
            self._counter.setText(self.tr("%n change(s)", "", total))
        else:
            self._counter.setText(self.tr("{0}/{1}").format(self._current + 1, total))
        self._counter.setAccessibleDescription(self._counter.text())

    def counter_text(self) -> str:
        """What the counter says, such as "3/17"."""
        return self._counter.text()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.modifiers() & Qt.KeyboardModifier.AltModifier
        ):
            step = {Qt.Key.Key_Down: self.next_change, Qt.Key.Key_Up: self.previous_change}.get(Qt.Key(event.key()))
            if step is not None:
                step()
                return True
        return super().eventFilter(watched, event)

    # -- synced scrolling ---------------------------------------------------------------------------------

    def _sync(self, source: ChangePane, target: ChangePane) -> None:
        if self._syncing or self._mode is not DiffMode.SIDE_BY_SIDE:
            return
        self._syncing = True
        bar, other = source.verticalScrollBar(), target.verticalScrollBar()
        if bar.value() == bar.maximum():
            other.setValue(other.maximum())
        elif bar.value() == 0:
            other.setValue(0)
        else:
            target.scroll_to_point(self._counterpart(source.top_point(), from_left=source is self._left))
        self._syncing = False

    def _counterpart(self, point: int, *, from_left: bool) -> int:
        """The place in the other text that belongs to `point`; inside a change in proportion."""
        parts = self._diff.parts
        starts = [part.before_start if from_left else part.after_start for part in parts]
        part = parts[max(0, bisect_right(starts, point) - 1)]
        here = (part.before_start, part.before_end) if from_left else (part.after_start, part.after_end)
        there = (part.after_start, part.after_end) if from_left else (part.before_start, part.before_end)
        size = here[1] - here[0]
        share = (point - here[0]) / size if size else 0.0
        return round(there[0] + share * (there[1] - there[0]))
