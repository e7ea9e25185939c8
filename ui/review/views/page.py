"""The review page: queue, texts, cards, and the bar that decides."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Taxonomy
from ui.release.views.retest_row import RetestCaveat
from ui.review.viewmodels.bulk import BulkPlan
from ui.review.viewmodels.review import ReviewViewModel
from ui.review.views.cards import CardsPane
from ui.review.views.decision_bar import DecisionBar
from ui.review.views.keys_dialog import ReviewKeysDialog
from ui.review.views.queue_pane import QueuePane
from ui.review.views.text_pane import ReviewTextPane
from ui.review.views.texts import undo_text
from ui.shared.document.diff_view import Elsewhere
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.clipboard_guard import ClipboardGuard
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import in_a_row

LEAST_QUEUE = 260
"""Pixels of the list of waiting items on a small screen."""
SHARES = {Qt.Orientation.Horizontal: (47, 42), Qt.Orientation.Vertical: (55, 45)}
"""How text and cards share their room beside and above each other."""


class ReviewPage(QWidget):
    """Three panes and a foot. Reads everything from the view model, so it can be built anew at any time."""

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        review: ReviewViewModel,
        sentences: Sentences,
        caveat: RetestCaveat,
        elsewhere: Elsewhere | None = None,
        guard: ClipboardGuard | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._review = review
        self._guard = guard
        self.queue = QueuePane(theme, review, self)
        self.text = ReviewTextPane(theme, taxonomy, review, elsewhere, guard, self)
        self.cards = CardsPane(theme, taxonomy, review, self)
        self.bar = DecisionBar(theme, taxonomy, review, sentences, caveat, self)
        self.panes = QSplitter(Qt.Orientation.Horizontal, self)
        self.panes.setChildrenCollapsible(False)
        self.panes.setHandleWidth(theme.space(2))
        self.work = QSplitter(Qt.Orientation.Horizontal, self)
        self.work.setChildrenCollapsible(False)
        self.work.setHandleWidth(theme.space(2))
        for pane in (self.text, self.cards):
            self.work.addWidget(pane)
        widths = (LEAST_QUEUE, 10 * sum(SHARES[Qt.Orientation.Horizontal]))
        for place, part in enumerate((self.queue, self.work)):
            self.panes.addWidget(part)
            self.panes.setStretchFactor(place, widths[place])
        self.panes.setSizes(list(widths))
        self._share()
        self.queue.setMinimumWidth(LEAST_QUEUE)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(2)]))
        column.setSpacing(theme.space(1))
        column.addLayout(self._head())
        column.addWidget(self.panes, 1)
        column.addWidget(self.bar)
        review.changed.connect(self.refresh)
        review.planned.connect(self._planned)
        review.release.copied.connect(self._copy)
        self.cards.jump_requested.connect(lambda start, _end: self.text.diff.show_after(start))
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()
        self.queue.restore_scroll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Cards beside the text where both have their room, under it where not: no card is cut."""
        needed = LEAST_QUEUE + self.text.minimumSizeHint().width() + self.cards.needed + 2 * self.panes.handleWidth()
        beside = self.panes.width() >= needed
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if self.work.orientation() is not wanted:
            self.work.setOrientation(wanted)
            self._share()

    def _share(self) -> None:
        shares = SHARES[self.work.orientation()]
        self.work.setSizes([10 * share for share in shares])
        for place, share in enumerate(shares):
            self.work.setStretchFactor(place, share)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        self.title = QLabel(self.tr("Review"), self)
        self.title.setFont(self._theme.font("heading", bold=True))
        self.notice = QLabel(self)
        self.notice.setTextFormat(Qt.TextFormat.PlainText)
        self.notice.setWordWrap(True)
        set_role(self.notice, "muted")
        row.addWidget(self.title)
        row.addWidget(self.notice, 1)
        self.undo = self._tool(self.tr("Undo (Z)"), self._review.undo)
        self.redo = self._tool(self.tr("Redo (Shift+Z)"), self._review.redo)
        self.many = self._tool(self.tr("Many items at once"), None)
        self.who = self._tool(self.tr("Reviewer and rules"), None)
        self.help = self._tool(self.tr("Keys of the review (?)"), self.show_keys)
        for button in (self.undo, self.redo, self.many, self.who, self.help):
            row.addWidget(button)
        self.many.setMenu(self._many_menu())
        self.who.setMenu(self._who_menu())
        for button in (self.many, self.who):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setMinimumSize(0, 0)
            set_role(button, "picker")
        self.many.setText(self.tr("Many at once"))
        return row

    def _tool(self, title: str, run: object) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.setMinimumSize(self._theme.target, self._theme.target)
        if run is not None:
            button.clicked.connect(run)
        return button

    def _many_menu(self) -> QMenu:
        menu = QMenu(self)
        self.accept_all = menu.addAction(self.tr("Accept everything that would pass…"), self._review.plan_passing)
        self.same = menu.addAction(
            self.tr("This choice for the same value elsewhere… (S)"), self._review.plan_identical
        )
        return menu

    def _who_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Change the reviewer's name…"), self._ask_name)
        self.claim = menu.addAction(self.tr("Claim this item (C)"), self.toggle_claim)
        return menu

    def _restyle(self) -> None:
        for button, icon in ((self.undo, "undo"), (self.redo, "redo"), (self.help, "help")):
            button.setIcon(self._theme.icon(icon))

    def add_pane_actions(self, actions: Sequence[QAction]) -> None:
        """Commands whose keys act only while the keyboard is in list, texts or cards."""
        for widget in (self.queue.view, self.text, self.cards):
            widget.addActions(list(actions))

    def refresh(self) -> None:
        """Head, notice and menus as the view model has them."""
        self._arrange()
        review = self._review
        kept = (
            ""
            if review.durable or not review.available
            else self.tr("Kept until the program closes: no vault is open.")
        )
        said = undo_text(review.word) or kept
        self.notice.setText(said)
        self.notice.setToolTip(said)
        self.notice.setAccessibleDescription(said)
        self.who.setText(self.tr("You: {0}").format(review.reviewer))
        self.who.setAccessibleName(self.who.text())
        case = review.case
        mine = case is not None and case.item.claimed_by == review.reviewer
        self.claim.setText(self.tr("Let go of this item (C)") if mine else self.tr("Claim this item (C)"))
        self.claim.setEnabled(case is not None)
        current = review.current
        self.same.setEnabled(current is not None and current.chosen is not None)

    def toggle_claim(self) -> None:
        """Claim the open item, or let go of it."""
        case = self._review.case
        if case is not None and case.item.claimed_by == self._review.reviewer:
            self._review.release_claim()
        else:
            self._review.claim()

    def show_keys(self) -> None:
        """The cheat sheet."""
        dialog = ReviewKeysDialog(self._theme, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def take_focus(self) -> None:
        """The keyboard goes to the cards of an open item, else to the list."""
        target = self.cards.area if self._review.case is not None else self.queue.view
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_name(self) -> None:
        title, label = self.tr("Reviewer"), self.tr("Name that is recorded with your decisions")
        name, given = QInputDialog.getText(self, title, label, text=self._review.reviewer)
        if given:
            self._review.set_reviewer(name)

    def _planned(self, plan: BulkPlan) -> None:
        """The count first; nothing changes before the person says so (UI-15)."""
        box = QMessageBox(self.window())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("Many items at once"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        looked = self.tr("%n item(s) were looked at.", "", plan.looked)
        if not plan.count:
            box.setText(self.tr("No other item would change."))
            box.setInformativeText(looked)
            box.addButton(QMessageBox.StandardButton.Close)
            box.open()
            return
        box.setText(self.tr("%n item(s) would change.", "", plan.count))
        steps = self.tr("%n choice(s) in all; one undo takes them all back. Nothing is sent.", "", plan.steps)
        box.setInformativeText(in_a_row(looked, steps))
        apply = box.addButton(self.tr("Change %n item(s)", "", plan.count), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        apply.clicked.connect(lambda: self._review.apply(plan))
        box.open()

    def _copy(self, text: str) -> None:
        """The certified text reaches the clipboard, marked and cleared as answers are."""
        if self._guard is not None:
            self._guard.put(text)
