"""Right pane of the review: one card per value, with every choice and what it would do before it is made."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.domain.taxonomy import Kind, Taxonomy
from ui.release.viewmodels.choices import Choice
from ui.release.viewmodels.staging import Option
from ui.review.viewmodels.cards import Card
from ui.review.viewmodels.crowds import smaller_option
from ui.review.viewmodels.reasons import ReviewOperation
from ui.review.viewmodels.review import ReviewViewModel
from ui.review.views.reason_dialog import ReviewReasonDialog
from ui.review.views.texts import (
    choice_text,
    chosen_text,
    effect_text,
    figures,
    identifies,
    people_cell,
    queue_reason,
    smaller_text,
    uncounted,
    value_text,
)
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.telling import spellings_to_type
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.flow import Flow, together
from ui.shared.widgets.sign_legend import SignLegend
from ui.shared.wording.wording import attacker_name, guess_text, percent, probe_result_name, residual_reason, type_label

_PASSES, _FAILS, _LEAVES = ("check", "pass"), ("cross", "muted"), ("eye", "warn")
"""Sign and colour of what a choice leads to."""
_HITS = 2
_EXCERPT = 140
_MARK = 14
AREA_MINIMUM = 110
"""Pixels at 100 % in which a card with its choices can be read."""
_LABEL = 46
_LABEL_SUGGESTED = 28
"""Characters of a choice on its button; fewer where the button also says that it is suggested."""


class OptionButton(QPushButton):
    """A choice; the space bar presses it although the pane uses that key."""

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Space
        ):
            event.accept()
            return True
        return super().event(event)


class CardsPane(QWidget):
    """jump_requested(start, end): code points of what would leave."""

    jump_requested = Signal(int, int)

    def __init__(
        self, theme: Theme, taxonomy: Taxonomy, review: ReviewViewModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._review = review
        self._shown: tuple[object, ...] = ()
        self._current: QFrame | None = None
        self.options: list[OptionButton] = []
        self.title = self._label(bold=True)
        self.details = QPushButton(self.tr("Details"), self)
        set_role(self.details, "link")
        self.details.setCheckable(True)
        self.details.setAccessibleName(self.tr("Figures of every choice"))
        self.details.toggled.connect(lambda _on: self._restyle())
        self.why = self._label()
        set_role(self.why, "muted")
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setMinimumHeight(theme.grown(AREA_MINIMUM))
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName(self.tr("What still tells too much, and what can be done"))
        self.area.installEventFilter(self)
        self.empty = EmptyState(theme, "shield", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(0))
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.details, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        column.addWidget(self.why)
        column.addWidget(self.area, 1)
        self.legend = SignLegend(theme, self._signs(), self)
        # It goes on in the next line: how narrow the page may become is for the cards to say.
        self.legend.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        column.addWidget(self.legend)
        column.addWidget(self.empty, 1)
        review.item_changed.connect(self.refresh)
        review.changed.connect(self.refresh)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _signs(self) -> tuple[tuple[str, str, str], ...]:
        return (
            (*_PASSES, self.tr("would pass the built-in checks")),
            (*_FAILS, self.tr("would not pass")),
            (*_LEAVES, self.tr("leaves as it is by your decision")),
        )

    def _label(self, text: str = "", *, bold: bool = False, parent: QWidget | None = None) -> QLabel:
        label = QLabel(parent or self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setText(text)
        label.setWordWrap(True)
        if bold:
            label.setFont(self._theme.font("body", bold=True))
        return label

    def _restyle(self) -> None:
        self._shown = ()
        self.refresh()

    @property
    def needed(self) -> int:
        """Pixels of width in which every card, and what its signs mean, shows all of its text."""
        body = self.area.widget()
        cards = body.minimumSizeHint().width() + self.area.verticalScrollBar().sizeHint().width() if body else 0
        return max(cards, self.legend.minimumSizeHint().width() if cards else 0)

    # What is shown

    def refresh(self) -> None:
        """Cards as the view model has them; nothing is rebuilt that did not change."""
        review = self._review
        cards = review.cards
        wanted = (
            cards,
            review.card,
            review.why_not(ReviewOperation.CHOOSE),
            review.proposal,
            bool(review.release.outcome),
        )
        if wanted == self._shown:
            return
        same = bool(self._shown) and review.case is not None and self._mark() == self._item
        self._shown = wanted
        self._item = self._mark()
        self.area.setVisible(bool(cards))
        self.empty.setVisible(not cards)
        self.title.setVisible(bool(cards))
        self.why.setVisible(bool(cards))
        self.details.setVisible(bool(cards))
        self.legend.setVisible(any(card.options for card in cards))
        if not cards:
            self._say_empty()
            return
        self._head(cards)
        self._rebuild(cards, same=same)

    def _mark(self) -> str:
        return self._review.case.item.id if self._review.case else ""

    _item = ""

    def _say_empty(self) -> None:
        if self._review.case is None:
            self.empty.set_texts(self.tr("No item is open"), self.tr("Choose one on the left, or press N."))
        else:
            self.empty.set_texts(
                self.tr("No value was found in it"),
                self.tr("Only the search for sensitive text stands behind this; read it before you decide."),
            )

    def _head(self, cards: tuple[Card, ...]) -> None:
        case = self._review.case
        left = sum(card.pending for card in cards)
        leaking = sum(card.residual is not None for card in cards)
        if leaking:
            title = self.tr("%n value(s) tell too much", "", leaking)
            if left < leaking:
                title += self.tr(", {0} undecided").format(left)
        else:
            title = self.tr("No single value tells too much")
        self.title.setText(title)
        self.why.setText(queue_reason(case.item.reason) if case else "")

    def _rebuild(self, cards: tuple[Card, ...], *, same: bool) -> None:
        bar = self.area.verticalScrollBar()
        place = bar.value() if same else 0
        focused = self.area.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        body = QWidget(self.area)
        set_role(body, "scrolled")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, self._theme.space(1), 0)
        column.setSpacing(self._theme.space(1))
        self.options = []
        self._current = None
        others = False
        for row, card in enumerate(cards):
            if card.residual is None and not others:
                others = True
                heading = self._label(self.tr("Other values in this text"), parent=body)
                set_role(heading, "muted")
                column.addWidget(heading)
            frame = self._card(row, card, body)
            if row == self._review.card:
                self._current = frame
            column.addWidget(frame)
        column.addStretch(1)
        self.area.setWidget(body)
        bar.setValue(place)
        if focused:
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._current is not None:
            self.area.ensureWidgetVisible(self._current, 0, self._theme.space(1))

    def _card(self, row: int, card: Card, parent: QWidget) -> QFrame:
        current = row == self._review.card
        frame = QFrame(parent)
        set_role(frame, "current" if current else "card")
        column = QVBoxLayout(frame)
        column.setContentsMargins(*[self._theme.space(1) + self._theme.space(0)] * 4)
        column.setSpacing(self._theme.space(0))
        column.addLayout(self._card_head(row, card, frame))
        if card.residual is not None:
            self._explain(card, column, frame)
        if current or card.residual is not None:
            self._choices(row, card, column, frame)
        return frame

    def _card_head(self, row: int, card: Card, frame: QFrame) -> Flow:
        attribute = card.attribute
        head = Flow(self._theme.space(1))
        name = QPushButton(value_text(attribute).replace("&", "&&")[:80], frame)
        set_role(name, "link")
        name.setFont(self._theme.font("body", bold=True))
        name.setAccessibleName(value_text(attribute))
        name.setToolTip(value_text(attribute))
        name.setMinimumWidth(1)
        name.clicked.connect(lambda: self._open(row))
        head.addWidget(name)
        head.add_stretch()
        kind = type_label(self._taxonomy[attribute.type_id]) if attribute.type_id in self._taxonomy else ""
        if attribute.kind is Kind.EXPLICIT:
            kind = self.tr("{0}, identifies").format(kind)
        label = self._label(kind, parent=frame)
        label.setWordWrap(False)
        set_role(label, "muted")
        head.addWidget(label)
        if card.chosen is not None:
            mark = QLabel(frame)
            mark.setPixmap(self._theme.pixmap("check", "accent", _MARK, self.devicePixelRatioF()))
            done = self._label(chosen_text(card.chosen.action), parent=frame)
            done.setWordWrap(False)
            set_role(done, "accent")
            head.addWidget(together(frame, self._theme.space(0), mark, done))
        return head

    def _explain(self, card: Card, column: QVBoxLayout, frame: QFrame) -> None:
        item = card.residual
        if item is None:
            return
        column.addWidget(self._label(residual_reason(item.reason), parent=frame))
        facts = [guess_text(item.level, item.posterior, item.prior)]
        if self.details.isChecked():
            text = self.tr("{0} names it with probability {1}; by guessing alone {2}.")
            facts.append(text.format(attacker_name(item.level), percent(item.posterior), percent(item.prior)))
        for fact in facts:
            small = self._label(fact, parent=frame)
            set_role(small, "muted")
            column.addWidget(small)
        for hit in item.hits[:_HITS]:
            asked = self.tr("Asked: {0}").format(_excerpt(hit.question))
            answered = self.tr("Answered ({0}): {1}").format(probe_result_name(hit.result), _excerpt(hit.answer))
            for line in (asked, answered):
                quoted = self._label(line, parent=frame)
                set_role(quoted, "muted")
                column.addWidget(quoted)
        if 0 <= item.start < item.end:
            show = QPushButton(self.tr("Show in the text"), frame)
            set_role(show, "link")
            show.setAccessibleName(show.text())
            show.clicked.connect(lambda: self.jump_requested.emit(item.start, item.end))
            column.addWidget(show, 0, Qt.AlignmentFlag.AlignLeft)

    def _choices(self, row: int, card: Card, column: QVBoxLayout, frame: QFrame) -> None:
        if not card.options:
            waiting = self.tr("Measuring every choice…") if self._review.forecast.running else ""
            if waiting:
                label = self._label(waiting, parent=frame)
                set_role(label, "muted")
                column.addWidget(label)
            return
        grid = QGridLayout()
        grid.setHorizontalSpacing(self._theme.space(2))
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        for place, (short, long) in enumerate(self._columns()):
            head = self._label(short, parent=frame)
            head.setToolTip(long)
            head.setAccessibleName(long)
            set_role(head, "muted")
            grid.addWidget(head, 0, place + 1, Qt.AlignmentFlag.AlignRight)
        for place, option in enumerate(card.options):
            self._option(row, card, place, option, grid, frame)
        column.addLayout(grid)
        smaller = smaller_text(smaller_option(card.options))
        starred = any(uncounted(card.attribute, option) for option in card.options)
        star = self.tr("* Not counted in it: no published share says how many people this is true of.")
        for said in (smaller, star if starred else ""):
            if said:
                note = self._label(said, parent=frame)
                set_role(note, "muted")
                column.addWidget(note)
        if card.chosen is not None and card.chosen.reason:
            reason = self._label(self.tr("Reason: {0}").format(card.chosen.reason), parent=frame)
            set_role(reason, "muted")
            column.addWidget(reason)

    def _columns(self) -> tuple[tuple[str, str], ...]:
        """Heads of the figures beside a choice, each with what it means: the people first, the rest on demand."""
        people = (self.tr("people"), self.tr("how many people fit what is told"))
        if not self.details.isChecked():
            return (people,)
        return (("L", self.tr("leakage")), ("U", self.tr("utility")), people)

    def _option(self, row: int, card: Card, place: int, option: Option, grid: QGridLayout, frame: QFrame) -> None:
        text = choice_text(option)
        suggested = card.suggested == option.choice
        room = _LABEL_SUGGESTED if suggested else _LABEL
        shown = text if len(text) <= room else text[: room - 1] + "…"
        numbered = f"{place + 1}  {shown}"
        if suggested:
            numbered = self.tr("{0}   (suggested)").format(numbered)
        button = OptionButton(numbered.replace("&", "&&"), frame)
        button.setCheckable(True)
        button.setChecked(card.matches(option))
        set_role(button, "option")
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setMinimumHeight(self._theme.target)
        found = option.prediction
        leakage, utility, people = figures(found)
        attribute, end = card.attribute, effect_text(card.attribute, option)
        people = people_cell(attribute, option)
        described = self.tr("Fits {0} people: {1}.").format(people, end)
        if identifies(attribute, option):
            described = self.tr("{0}.").format(end[:1].upper() + end[1:])
        if self.details.isChecked():
            described = self.tr("L {0}, U {1}, people {2}: {3}").format(leakage, utility, people, end)
        now = self.tr("as proposed now") if card.proposed == place else ""
        button.setAccessibleName(text)
        button.setAccessibleDescription(described)
        button.setToolTip(f"{text}\n{described}" + (f"\n{now}" if now else ""))
        blocked = self._review.why_not(ReviewOperation.CHOOSE)
        button.setEnabled(not blocked)
        button.clicked.connect(lambda: self._press(row, option.choice))
        grid.addWidget(button, place + 1, 0)
        for column, figure in enumerate((leakage, utility, people) if self.details.isChecked() else (people,)):
            label = self._label(figure, parent=frame)
            label.setWordWrap(False)
            label.setFont(self._theme.font("small"))
            grid.addWidget(label, place + 1, column + 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        mark = QLabel(frame)
        leaves = found.passes and option.choice.needs_reason
        icon, tint = _LEAVES if leaves else _PASSES if found.passes else _FAILS
        mark.setPixmap(self._theme.pixmap(icon, tint, _MARK, self.devicePixelRatioF()))
        mark.setToolTip(end)
        mark.setAccessibleName(end)
        grid.addWidget(mark, place + 1, len(self._columns()) + 1)
        if row == self._review.card:
            self.options.append(button)

    # What a person does

    def _open(self, row: int) -> None:
        self._review.go_card(row)
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _press(self, row: int, choice: Choice) -> None:
        if row != self._review.card:
            self._review.go_card(row)
        self.take(choice)

    def choose(self, number: int) -> None:
        """Choice `number` (from 1) of the current card."""
        card = self._review.current
        if card is not None and 1 <= number <= len(card.options):
            self.take(card.options[number - 1].choice)

    def take(self, choice: Choice) -> None:
        """Make a choice for the current card; what lets the value leave as it is asks for its reason first."""
        card, blocked = self._review.current, self._review.why_not(ReviewOperation.CHOOSE)
        if card is None or blocked:
            return
        if not choice.needs_reason:
            self._review.choose(choice)
            return
        name, value = card.attribute.id, value_text(card.attribute)
        spellings = spellings_to_type(card.attribute)
        dialog = ReviewReasonDialog(
            self._theme, value, choice.action, self._review.place.recent, self.window(), spellings
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def done(result: int) -> None:
            if result:
                self._review.choose(Choice(choice.action, choice.level, dialog.reason()), name)
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)

        dialog.finished.connect(done)
        dialog.open()

    def open_menu(self) -> None:
        """Every choice of the current card as a menu."""
        card = self._review.current
        if card is None or not card.options:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for place, option in enumerate(card.options):
            people = people_cell(card.attribute, option)
            counted = people if identifies(card.attribute, option) else self.tr("people {0}").format(people)
            entry = menu.addAction(f"&{place + 1}  {choice_text(option).replace('&', '&&')}\t{counted}")
            entry.setEnabled(not self._review.why_not(ReviewOperation.CHOOSE))
            entry.triggered.connect(lambda _=False, choice=option.choice: self.take(choice))
        anchor = self._current or self.area
        menu.popup(anchor.mapToGlobal(anchor.rect().center()))

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802 - Qt
        """Arrow keys walk from card to card, as J and K do."""
        if watched is self.area and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None and event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            ):
                self._review.go_card(self._review.card + step)
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]


def _excerpt(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _EXCERPT else flat[: _EXCERPT - 1] + "…"
