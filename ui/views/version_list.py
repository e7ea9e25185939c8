"""The timeline of one item: number, message, author, date, evidence, and who uses it. Only visible rows are painted."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.theme.theme import Theme
from ui.viewmodels.library import LibraryViewModel
from ui.viewmodels.library_ports import VersionLine
from ui.views.library_texts import evidence_text, reason_text, use_text, version_facts
from ui.views.review_texts import domain_name

VERSION_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_PAD = 8
_MARK = 14
_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class VersionModel(QAbstractListModel):
    """Versions of the chosen item, newest first."""

    def __init__(self, model: LibraryViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def reset(self) -> None:
        self.beginResetModel()
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:  # noqa: N802 - Qt
        return 0 if parent.isValid() else len(self._model.versions)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or index.row() >= len(self._model.versions):
            return None
        line = self._model.versions[index.row()]
        if role == VERSION_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{line.version.version} {reason_text(line)}"
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return "\n".join((self.head(line), reason_text(line), self.facts(line)))
        return None

    def head(self, line: VersionLine) -> str:
        """Number, whether it is active, where it is pinned."""
        number = line.version.version
        said = [self.tr("Version {0}").format(number)]
        if number == self._model.active:
            said.append(self.tr("active"))
        item = self._model.line(self._model.chosen)
        pins = item.pins if item is not None else {}
        said += [self.tr("pinned: {0}").format(domain_name(domain)) for domain, pin in pins.items() if pin == number]
        if number == self._model.against:
            said.append(self.tr("compared"))
        return " · ".join(said)

    @staticmethod
    def facts(line: VersionLine) -> str:
        """Author, date, evidence, runs."""
        return " · ".join((version_facts(line), evidence_text(line), use_text(line.used)))


class _Row(QStyledItemDelegate):
    def __init__(self, theme: Theme, model: LibraryViewModel, source: VersionModel, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._source = source

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802 - Qt
        body, small = (QFontMetrics(self._theme.font(name)).height() for name in ("body", "small"))
        return QSize(140, body + 3 * small + 2 * _PAD + 6)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        line = index.data(VERSION_ROLE)
        if not isinstance(line, VersionLine):
            return
        theme, rect = self._theme, QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(theme.color("accent") if state & QStyle.StateFlag.State_HasFocus else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent_soft"))
            painter.drawRoundedRect(rect.adjusted(3, 2, -3, -2), theme.radius, theme.radius)
        self._mark(painter, rect, line)
        box = rect.adjusted(_PAD + _MARK + 6, _PAD, -_PAD, -_PAD)
        bold, small = theme.font("body", bold=True), theme.font("small")
        top, below = QFontMetrics(bold), QFontMetrics(small)
        elide = Qt.TextElideMode.ElideRight
        painter.setFont(bold)
        painter.setPen(theme.color("text"))
        painter.drawText(box, 0, top.elidedText(self._source.head(line), elide, box.width()))
        painter.setFont(small)
        box.translate(0, top.height() + 2)
        painter.drawText(box, 0, below.elidedText(reason_text(line), elide, box.width()))
        painter.setPen(theme.color("muted"))
        for text in (version_facts(line), f"{evidence_text(line)} · {use_text(line.used)}"):
            box.translate(0, below.height() + 2)
            painter.drawText(box, 0, below.elidedText(text, elide, box.width()))
        painter.restore()

    def _mark(self, painter: QPainter, rect: QRect, line: VersionLine) -> None:
        """A check for the active version, scales for one that was tried: not by colour alone."""
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        active = line.version.version == self._model.active
        other = "chart" if line.version.evidence else "history"
        icon, tint = ("check", "pass") if active else (other, "muted")
        painter.drawPixmap(rect.left() + _PAD, rect.top() + _PAD + 2, self._theme.pixmap(icon, tint, _MARK, ratio))


class VersionList(QListView):
    """Reads the view model and shows the version under the keyboard."""

    def __init__(self, theme: Theme, model: LibraryViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._filling = False
        self._source = VersionModel(model, self)
        self.setModel(self._source)
        self.setItemDelegate(_Row(theme, model, self._source, self))
        self.setUniformItemSizes(True)
        self.setAccessibleName(self.tr("Versions"))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._current_changed)
        model.versions_changed.connect(self._reset)
        model.shown_changed.connect(self._shown)
        theme.changed.connect(self.viewport().update)
        self._reset()

    def _reset(self) -> None:
        self._filling = True
        self._source.reset()
        self._filling = False
        self._shown()

    def _shown(self) -> None:
        numbers = [line.version.version for line in self._model.versions]
        if self._model.shown in numbers:
            index = self._source.index(numbers.index(self._model.shown))
            if self.currentIndex() != index:
                self._filling = True
                mode = QItemSelectionModel.SelectionFlag.ClearAndSelect
                self.selectionModel().setCurrentIndex(index, mode)
                self._filling = False
        self.viewport().update()

    def _current_changed(self, current: QModelIndex) -> None:
        line = current.data(VERSION_ROLE)
        if not self._filling and isinstance(line, VersionLine):
            self._model.show(line.version.version)
