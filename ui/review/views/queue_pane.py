"""Left pane of the review: filters, and the list of what waits. Only the lines on screen are painted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    Qt,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.domain.language import Language
from core.domain.taxonomy import Domain
from core.store.records import ReviewLine, ReviewOrder, ReviewState
from ui.release.views.texts import short_reason
from ui.review.viewmodels.queue import DECIDED, Age
from ui.review.viewmodels.review import ReviewViewModel
from ui.review.views.texts import age_name, order_name, since, state_name
from ui.shared.theme.theme import Theme
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.lined_rows import Index, LinedRow, LinedRows
from ui.shared.widgets.page_stack import PageStack
from ui.shared.widgets.plain_parts import plain_label, push_button
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.names import domain_name, language_name

LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class QueueModel(QAbstractListModel):
    """The lines of the queue as a list; texts are made for the rows that are asked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[ReviewLine, ...] = ()

    def show_lines(self, lines: tuple[ReviewLine, ...]) -> bool:
        """Take other lines; returns whether they differ."""
        if lines == self._lines:
            return False
        if [line.id for line in lines] == [line.id for line in self._lines]:
            self._lines = lines
            self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
            return True
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()
        return True

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt
        return 0 if parent is not None and parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._lines):
            return None
        line = self._lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.title
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{line.title}\n{details(line, datetime.now(UTC))}"
        return None


def details(line: ReviewLine, now: datetime) -> str:
    """Domain, reason and age in one line."""
    parts = [domain_name(line.domain)]
    parts.append(short_reason(line.reason) if line.state.waits else state_name(line.state))
    parts.append(since(line.waiting_since, now))
    return " · ".join(parts)


def _mark(line: ReviewLine) -> tuple[str, str]:
    """Icon and tint: meaning never hangs on the colour alone."""
    if line.state.waits:
        return ("lock", "muted") if line.claimed_by else ("person_decides", "warn")
    done = line.state in (ReviewState.APPROVED_SENT, ReviewState.APPROVED_COPIED, ReviewState.ANSWERED_LOCALLY)
    return ("check", "pass") if done else ("cross", "muted")


class QueuePane(WholeText):
    """Reads and asks the view model; holds nothing of its own."""

    def __init__(self, theme: Theme, review: ReviewViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._review = review
        self._filling = False
        self.view = QListView(self)
        self.model = QueueModel(self)
        self._build()
        review.changed.connect(self.refresh)
        theme.changed.connect(self.view.viewport().update)
        self.refresh()

    def _build(self) -> None:
        theme = self._theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        self.view.setModel(self.model)
        self.view.setItemDelegate(LinedRows(theme, self._row, 2, self))
        self.view.setUniformItemSizes(True)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setAccessibleName(self.tr("Items that wait for a decision"))
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.view.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.empty = EmptyState(theme, "review", self)
        self.everything = push_button(self, self.tr("Show everything that waits"), self._review.queue.clear_filter)
        nothing = QWidget(self)
        inside = QVBoxLayout(nothing)
        inside.addWidget(self.empty, 1)
        inside.addWidget(self.everything, 0, Qt.AlignmentFlag.AlignHCenter)
        self.stack = PageStack(self)
        self.stack.addWidget(self.view)
        self.stack.addWidget(nothing)
        self.count = plain_label(self, role="muted", wrap=False)
        self.filters = QWidget(self)
        self.filters.setLayout(self._filters())
        column.addWidget(self.filters)
        column.addWidget(self.stack, 1)
        column.addWidget(self.count)

    def _row(self, index: Index) -> LinedRow | None:
        """What would leave, and why it is here; a lock and a name where somebody is at it."""
        line = index.data(LINE_ROLE)
        if not isinstance(line, ReviewLine):
            return None
        return LinedRow(line.title, (details(line, datetime.now(UTC)), self._who(line)), *_mark(line))

    def _who(self, line: ReviewLine) -> str:
        parts = [language_name(line.language)]
        if line.author:
            parts.append(self.tr("from {0}").format(line.author))
        if line.claimed_by == self._review.reviewer:
            parts.append(self.tr("with you"))
        elif line.claimed_by:
            age = since(line.claimed_at, datetime.now(UTC)) if line.claimed_at else ""
            parts.append(self.tr("with {0}, {1}").format(line.claimed_by, age))
        return " · ".join(parts)

    def _filters(self) -> Flow:
        translate_any = self.tr("Any domain"), self.tr("Any language"), self.tr("Any reason")
        queue = self._review.queue
        waiting: frozenset[ReviewState] = frozenset()
        states = [(self.tr("Waiting"), waiting), (self.tr("Decided"), DECIDED)]
        states += [(state_name(state), frozenset({state})) for state in ReviewState]
        self.state = self._box(self.tr("State"), states, lambda value: queue.narrow(states=value))
        domains = [(translate_any[0], None), *((domain_name(item), item) for item in Domain)]
        self.domain = self._box(self.tr("Domain"), domains, lambda value: queue.narrow(domain=value))
        languages = [(translate_any[1], None), *((language_name(item), item) for item in Language)]
        self.language = self._box(self.tr("Language"), languages, lambda value: queue.narrow(language=value))
        ages = [(age_name(item), item) for item in Age]
        self.age = self._box(self.tr("Age"), ages, lambda value: queue.narrow(age=value))
        self.reason = self._box(self.tr("Reason"), [(translate_any[2], "")], lambda value: queue.narrow(reason=value))
        orders = [(order_name(item), item) for item in ReviewOrder]
        self.order = self._box(self.tr("Order"), orders, lambda value: queue.narrow(order=value))
        boxes = Flow(self._theme.space(0))
        for box in (self.state, self.domain, self.reason, self.language, self.age, self.order):
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            boxes.addWidget(box)
        return boxes

    def _box(self, name: str, entries: Iterable[tuple[str, Any]], chosen: Callable[[Any], None]) -> ChoiceBox:
        box = ChoiceBox(self._theme, self)
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setMinimumContentsLength(4)
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.offer(*entries)
        box.picked.connect(lambda value: self._narrow(chosen, value))
        return box

    def _narrow(self, chosen: Callable[[Any], None], value: Any) -> None:
        chosen(value)
        self._review.remember()

    def refresh(self) -> None:
        """Lines, filters, counts and selection as the view model has them."""
        review, queue = self._review, self._review.queue
        self._filling = True
        self._fill_filters()
        place = self.view.verticalScrollBar().value()
        self.model.show_lines(queue.lines)
        row = queue.place_of(review.case.item.id) if review.case else -1
        if row >= 0 and self.view.currentIndex().row() != row:
            mode = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.view.selectionModel().setCurrentIndex(self.model.index(row), mode)
        elif place:
            self.view.verticalScrollBar().setValue(place)
        self._filling = False
        self._show_empty()
        # Boxes above one line, or none, only ask what they are for; so does one by which all lines are alike.
        self.filters.setVisible(sum(queue.counts.values()) > 1 or queue.filtered)
        self._show_filters()
        shown = len(queue.lines)
        self.count.setText(self.tr("%n item(s) shown", "", shown) if queue.loaded else self.tr("Reading the queue…"))

    def _fill_filters(self) -> None:
        queue = self._review.queue
        if self.reason.values[1:] != queue.reasons:
            self.reason.replace(((short_reason(reason), reason) for reason in queue.reasons), keep=1)
        wanted = (
            (self.state, queue.chosen.states),
            (self.domain, queue.chosen.domain),
            (self.language, queue.chosen.language),
            (self.reason, queue.chosen.reason),
            (self.age, queue.age),
            (self.order, queue.order),
        )
        for box, value in wanted:
            box.choose(value)

    def _show_filters(self) -> None:
        """A box is there when it would part the lines, or when it is what parts them now."""
        queue, lines = self._review.queue, self._review.queue.lines
        decided = any(not state.waits and count for state, count in queue.counts.items())
        wanted = (
            (self.state, decided or bool(queue.chosen.states)),
            (self.domain, len({line.domain for line in lines}) > 1 or queue.chosen.domain is not None),
            (self.language, len({line.language for line in lines}) > 1 or queue.chosen.language is not None),
            (self.reason, len(queue.reasons) > 1 or bool(queue.chosen.reason)),
            (self.age, len(lines) > 1 or queue.age is not Age.ANY),
            (self.order, len(lines) > 1),
        )
        for box, shown in wanted:
            box.setVisible(shown)

    def _show_empty(self) -> None:
        queue = self._review.queue
        nothing = (not queue.lines and queue.loaded) or not self._review.available
        self.stack.setCurrentIndex(1 if nothing else 0)
        self.everything.setVisible(queue.filtered)
        if not self._review.available:
            self.empty.set_texts(self.tr("Locked"), self.tr("Unlock the vault to see what waits."))
        elif queue.filtered:
            self.empty.set_texts(self.tr("Nothing fits the filter"), self.tr("Show everything, or change the filter."))
        else:
            self.empty.set_texts(
                self.tr("Nothing waits for you"),
                self.tr("Prompts that cannot pass by themselves come here from Compose with “Queue for review”."),
            )

    def _current_changed(self, current: QModelIndex) -> None:
        line = current.data(LINE_ROLE)
        if not self._filling and isinstance(line, ReviewLine):
            self._review.select(line.id)

    def _scrolled(self, value: int) -> None:
        if not self._filling:
            self._review.place.scroll = value

    def restore_scroll(self) -> None:
        """Where the list was."""
        self.view.verticalScrollBar().setValue(self._review.place.scroll)
