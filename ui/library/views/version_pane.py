"""One item of the library: its timeline, the content of a version with why each line is there, or two compared."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import (
    QMenu,
    QSizePolicy,
    QSplitter,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Domain, Taxonomy
from ui.library.viewmodels.library import LibraryViewModel
from ui.library.viewmodels.ports import ItemKey, ItemLine
from ui.library.views.texts import blame_text, item_title, run_figures_text, version_text
from ui.library.views.version_list import VersionList
from ui.library.views.version_text import VersionText
from ui.shared.document.diff_view import DiffView, DiffWords, Elsewhere
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.flow import Flow
from ui.shared.widgets.page_stack import PageStack
from ui.shared.widgets.plain_parts import plain_label, push_button
from ui.shared.widgets.undo_bar import UndoBar
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.learned import set_name
from ui.shared.wording.names import domain_name
from ui.shared.wording.tags import interface_language

TIMELINE = 264
LEAST_LETTERS = 10
"""Of a line of the timeline, at any size of text."""


class VersionPane(QWidget):
    """`try_asked(key, version)`: run it against the one in force."""

    try_asked = Signal(object, int)

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: LibraryViewModel,
        elsewhere: Elsewhere | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._model = model
        self._elsewhere = elsewhere
        self._body = ""
        self._build()
        model.versions_changed.connect(self.refresh)
        model.shown_changed.connect(self._show)
        model.items_changed.connect(self.refresh)
        theme.changed.connect(self._mark_line)
        self.refresh()

    # -- construction -------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        self.title = plain_label(self)
        self.title.setFont(theme.font("heading", bold=True))
        self.about = plain_label(self, role="muted")
        column.addWidget(self.title)
        column.addWidget(self.about)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(theme.space(2))
        self.list = VersionList(theme, self._model, self)
        self.list.setMinimumWidth(self.fontMetrics().averageCharWidth() * LEAST_LETTERS)
        split.addWidget(self.list)
        split.addWidget(self._right())
        split.setStretchFactor(1, 1)
        split.setSizes([TIMELINE, 1000])
        column.addWidget(split, 1)

    def _right(self) -> QWidget:
        side = WholeText(self)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._theme.space(1))
        column.addLayout(self._buttons())
        self.stack = PageStack(side)
        self.content = VersionText(side)
        self.content.setAccessibleName(self.tr("Content of this version"))
        self.content.cursorPositionChanged.connect(self._mark_line)
        words = DiffWords(
            self.tr("The older version, with what was removed"),
            self.tr("The newer version, with what was added"),
            (self.tr("No differences"), self.tr("Both versions say the same.")),
            (self.tr("Nothing to compare"), self.tr("Choose a version first.")),
        )
        self.diff = DiffView(self._theme, self._elsewhere, side, words)
        self._reading = EmptyState(self._theme, "library", side)
        for page in (self.content, self.diff, self._reading):
            self.stack.addWidget(page)
        column.addWidget(self.stack, 1)
        self.why = plain_label(self)
        self.why.setAccessibleName(self.tr("Why this line is here"))
        self.figures = plain_label(self, role="muted")
        column.addWidget(self.why)
        column.addWidget(self.figures)
        return side

    def _buttons(self) -> Flow:
        row = Flow(self._theme.space(1))
        self.compare = ChoiceBox(self._theme, self)
        self.compare.setAccessibleName(self.tr("Compare with"))
        self.compare.setToolTip(self.compare.accessibleName())
        self.compare.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.compare.setMinimumContentsLength(14)
        self.compare.picked.connect(self._model.compare)
        self.pin = QToolButton(self)
        self.pin.setText(self.tr("Pin"))
        self.pin.setAccessibleName(self.tr("Pin this version for a subject"))
        self.pin.setToolTip(self.pin.accessibleName())
        self.pin.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_role(self.pin, "picker")
        menu = QMenu(self.pin)
        menu.aboutToShow.connect(self._fill_pins)
        self.pin.setMenu(menu)
        self.attempt = push_button(self, self.tr("Try on…"), self._try)
        self.attempt.setToolTip(self.tr("Run this version against the active one on the same texts"))
        self.back = push_button(self, self.tr("Roll back to this"), self._roll_back)
        set_role(self.back, "primary")
        self.compare.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for widget in (self.compare, self.pin, self.attempt, self.back):
            row.addWidget(widget)
        return row

    # -- content ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Title, timeline and the versions one can compare with."""
        line = self._model.line(self._model.chosen)
        self.title.setText(item_title(line) if line is not None else "")
        self.about.setText(self._about(line) if line is not None else "")
        with QSignalBlocker(self.compare):
            numbers = [item.version.version for item in self._model.versions]
            versions = ((self.tr("Compare with version {0}").format(number), number) for number in numbers)
            self.compare.replace(((self.tr("Show content"), 0), *versions))
        self._show()

    def _about(self, line: ItemLine) -> str:
        said = [set_name(line.typed_set)]
        if line.fixed:
            said.append(self.tr("fixed: it takes part in the decision what may leave, so nothing learned changes it"))
        if line.stale:
            said.append(self.tr("learned over an older shipped text; look at it again"))
        return " · ".join(said)

    def _show(self) -> None:
        model = self._model
        language = interface_language()
        before, after = (version_text(line, self._taxonomy, language) for line in model.compared)
        comparing = bool(model.against)
        with QSignalBlocker(self.compare):
            self.compare.choose(model.against)
        if not model.versions:
            self._reading.set_texts(self.tr("Reading the versions…"), "")
            self.stack.setCurrentWidget(self._reading)
        elif not comparing and not after:
            self._reading.set_texts(
                self.tr("This version is empty"), self.tr("Nothing has been learned here; it adds nothing to a run.")
            )
            self.stack.setCurrentWidget(self._reading)
        elif comparing:
            self.diff.set_texts(before, after)
            self.stack.setCurrentWidget(self.diff)
        else:
            if after != self._body or self.content.document().isEmpty():
                self._body = after
                self.content.setPlainText(after)
            self.content.notation = self._notation()
            self.stack.setCurrentWidget(self.content)
        self._enable()
        self._mark_line()
        self.figures.setText(self._figures())

    def _notation(self) -> dict[int, str]:
        """The rules of the version on show as files and the command line write them."""
        line = self._model.version(self._model.shown)
        if line is None:
            return {}
        written = line.text.split("\n")
        return {number: written[number] for number in line.rules}

    def _figures(self) -> str:
        """How runs went with the versions on show; with a comparison, one under the other."""
        found = [self._model.version(number) for number in sorted({self._model.shown, self._model.against})]
        return "\n".join(run_figures_text(line) for line in found if line is not None)

    def _enable(self) -> None:
        model = self._model
        other = bool(model.versions) and model.shown != model.active
        self.back.setEnabled(other and not model.busy)
        self.back.setToolTip(
            self.tr("Makes a new version that repeats this one; it can be undone")
            if other
            else self.tr("This version is the active one")
        )
        self.attempt.setEnabled(other)
        self.pin.setEnabled(bool(model.versions) and not model.busy)
        self.compare.setEnabled(len(model.versions) > 1)

    def _mark_line(self) -> None:
        """The line under the cursor is tinted; below stands why it is there."""
        showing = self.stack.currentWidget() is self.content and bool(self._model.versions)
        self.why.setVisible(showing)
        if not showing:
            return
        cursor = QTextCursor(self.content.textCursor())
        cursor.clearSelection()
        style = QTextCharFormat()
        style.setBackground(self._theme.color("accent_soft"))
        style.setProperty(QTextFormat.Property.FullWidthSelection, True)
        tint = QTextEdit.ExtraSelection()
        tint.cursor, tint.format = cursor, style
        self.content.setExtraSelections([tint])
        row = cursor.blockNumber()
        blamed = next((item for item in self._model.blame if item.line == row), None)
        text = blame_text(blamed, row + 1, self._taxonomy, interface_language())
        self.why.setText(text)
        self.content.setAccessibleDescription(text)

    # -- steps --------------------------------------------------------------------------------------------

    def _roll_back(self) -> None:
        if self._model.shown and self._model.shown != self._model.active:
            self._model.roll_back(self._model.shown)

    def _try(self) -> None:
        key = self._model.chosen
        if isinstance(key, ItemKey) and self._model.shown:
            self.try_asked.emit(key, self._model.shown)

    def _fill_pins(self) -> None:
        menu = self.pin.menu()
        menu.clear()
        line, shown = self._model.line(self._model.chosen), self._model.shown
        pins = line.pins if line is not None else {}
        for domain in Domain:
            action = QAction(self._pin_text(domain, pins.get(domain)), menu)
            action.setCheckable(True)
            action.setChecked(pins.get(domain) == shown)
            action.triggered.connect(lambda on, chosen=domain: self._model.pin(chosen, shown if on else None))
            menu.addAction(action)

    def _pin_text(self, domain: Domain, pinned: int | None) -> str:
        if pinned is None:
            return domain_name(domain)
        text = self.tr("{domain} (now version {version})")
        return text.replace("{domain}", domain_name(domain)).replace("{version}", str(pinned))


class LibraryBar(UndoBar):
    """What was just done in the library, with the way back."""

    def __init__(self, theme: Theme, model: LibraryViewModel, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._model = model
        self._resting = False
        self.undo_asked.connect(model.take_back)
        self.left.connect(lambda: model.offer_undo(None))
        model.undo_changed.connect(self._tell)
        self._tell()

    def rest(self, resting: bool) -> None:
        """Say nothing while something else is on show that has an undo of its own."""
        self._resting = resting
        self._tell()

    def _tell(self) -> None:
        undo = self._model.undo
        if undo is None or self._resting:
            self.say("")
            return
        if len(undo.items) == 1:
            _key, version, before = undo.items[0]
            text = self.tr("Version {0} is active now. The history keeps every version.").format(version)
            self.say(text, self.tr("Back to version {0}").format(before))
            return
        count = len(undo.items)
        self.say(self.tr("%n item(s) have a new version now.", "", count), self.tr("Take it back"))
