"""The residual report: what still leaks, how it was found, and where it stands (UI-31)."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.domain.protocol import STRICT, Protocol
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import ResidualItem, ResidualReport
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.wording.wording import (
    attacker_name,
    checked_name,
    guess_text,
    in_a_row,
    listed,
    percent,
    probe_result_name,
    residual_reason,
    type_label,
)

_SHOWN_HITS = 3
_EXCERPT = 160


class ResidualPanel(QWidget):
    """jump_requested(start, end): code points of what would be sent. attribute_selected(id)."""

    jump_requested = Signal(int, int)
    attribute_selected = Signal(str)

    def __init__(self, theme: Theme, taxonomy: Taxonomy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taxonomy = taxonomy
        self._protocol = STRICT
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._empty = EmptyState(theme, "shield", self)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Residual risks"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addWidget(self._title)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._empty, 1)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.clear()

    def _restyle(self) -> None:
        self._title.setFont(self._theme.font("body", bold=True))

    def clear(self) -> None:
        """Nothing was checked yet."""
        self._show_empty(self.tr("Not checked yet"), self.tr("The report is written when the attacks have run."))

    def _show_empty(self, title: str, detail: str) -> None:
        self._scroll.hide()
        self._title.hide()
        self._empty.set_texts(title, detail)
        self._empty.show()

    def empty_texts(self) -> tuple[str, str]:
        """Title and detail of the empty state."""
        return self._empty.texts()

    def set_report(
        self, report: ResidualReport, sensitive: SensitiveSet, text: str, protocol: Protocol = STRICT
    ) -> None:
        """`text`: the proposal (D) that spans refer to. An empty report says what was checked, never "no risk".

        The colour follows the protocol: above the cap 1/k*, above tau_L, or below both; the words tell the fact.
        """
        self._protocol = protocol
        if not report.items:
            title = residual_reason(report.reason) if report.reason else self.tr("These checks found nothing")
            self._show_empty(title, self._checked(report, sensitive))
            return
        self._empty.hide()
        self._title.setText(self.tr("%n risk(s) left", "", len(report.items)))
        self._title.show()
        body = QWidget(self._scroll)
        set_role(body, "scrolled")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, self._theme.space(1), 0)
        column.setSpacing(self._theme.space(1))
        types = {attribute.id: attribute.type_id for attribute in sensitive.attributes}
        values = {
            attribute.id: attribute.mentions[0].text if attribute.mentions else attribute.value
            for attribute in sensitive.attributes
        }
        for item in sorted(report.items, key=lambda found: -found.posterior):
            column.addWidget(self._card(item, types, values, text, body))
        column.addStretch(1)
        self._scroll.setWidget(body)
        self._scroll.show()

    def _checked(self, report: ResidualReport, sensitive: SensitiveSet) -> str:
        items = {attribute.id for attribute in sensitive.attributes}
        count = sum(1 for key in report.checked if key in items)
        members = listed(checked_name(key) for key in report.checked if key not in items) or "–"
        return in_a_row(
            self.tr("%n item(s) were examined.", "", count),
            self.tr("Checks that ran: {0}.").format(members),
            self.tr("A local check cannot prove that nothing can be found."),
        )

    # -- one risk -----------------------------------------------------------------------------------------

    def _card(
        self, item: ResidualItem, types: Mapping[str, str], values: Mapping[str, str], text: str, parent: QWidget
    ) -> QFrame:
        card = QFrame(parent)
        set_role(card, "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(*[self._theme.space(2)] * 4)
        column.setSpacing(self._theme.space(0))
        value = values.get(item.attribute_id, "")
        known = types.get(item.attribute_id, "")
        label = type_label(self._taxonomy[known]) if known in self._taxonomy else ""
        head = QHBoxLayout()
        name = self._line(card, value or self.tr("A combination of items"))
        name.setFont(self._theme.font("body", bold=True))
        head.addWidget(name, 1)
        guessed = item.posterior > 0 or item.prior > 0  # words that single out are a question: nobody guessed anything
        severity, role = self._severity(item) if guessed else ("", "muted")
        if guessed:
            badge = self._line(card, severity)
            badge.setWordWrap(False)
            badge.setFont(self._theme.font("small", bold=True))
            set_role(badge, role)
            head.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        if label:
            set_role(self._add(column, card, label), "muted")
        self._add(column, card, residual_reason(item.reason))
        if guessed:
            facts = self._add(column, card, guess_text(item.level, item.posterior, item.prior))
            figures = self.tr("{0} names it with probability {1}; by guessing alone {2}.")
            facts.setToolTip(figures.format(attacker_name(item.level), percent(item.posterior), percent(item.prior)))
        for hit in item.hits[:_SHOWN_HITS]:
            self._add(column, card, self.tr("Asked: {0}").format(_excerpt(hit.question)))
            answered = self.tr("Answered ({0}): {1}").format(probe_result_name(hit.result), _excerpt(hit.answer))
            set_role(self._add(column, card, answered), "muted")
        if 0 <= item.start < item.end <= len(text):
            column.addWidget(self._jump(card, item, text, value), 0, Qt.AlignmentFlag.AlignLeft)
        named = value or label
        card.setAccessibleName(self.tr("{0}: {1}").format(severity, named) if severity else named)
        card.setAccessibleDescription(residual_reason(item.reason))
        return card

    def _severity(self, item: ResidualItem) -> tuple[str, str]:
        """How often it is guessed, and in which colour that is said."""
        share = self.tr("{0} in 100").format(QLocale().toString(round(100 * item.posterior)))
        if item.posterior > max(1 / self._protocol.k_star, item.prior):
            return share, "block"
        return share, "warn" if item.posterior - item.prior > self._protocol.tau_l else "muted"

    def _jump(self, card: QFrame, item: ResidualItem, text: str, value: str) -> QPushButton:
        """`value`: what the card is called by; it is not said twice."""
        quoted = _excerpt(text[item.start : item.end])
        said = self.tr("Show in the text: “{0}”").format(quoted.replace("&", "&&"))
        button = QPushButton(self.tr("Show in the text") if text[item.start : item.end] == value else said, card)
        button.setIcon(self._theme.icon("link", "accent"))
        button.setAccessibleName(self.tr("Show in the text"))
        button.setAccessibleDescription(quoted)
        set_role(button, "link")

        def jump() -> None:
            self.jump_requested.emit(item.start, item.end)
            self.attribute_selected.emit(item.attribute_id)

        button.clicked.connect(jump)
        return button

    def _add(self, column: QVBoxLayout, card: QFrame, text: str) -> QLabel:
        label = self._line(card, text)
        column.addWidget(label)
        return label

    def _line(self, card: QFrame, text: str) -> QLabel:
        label = QLabel(card)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setText(text)
        label.setWordWrap(True)
        return label


def _excerpt(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _EXCERPT else flat[: _EXCERPT - 1] + "…"
