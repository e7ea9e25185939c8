"""S as a list model: families as headings, one row per attribute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.dehydrate.generalization import Generalization
from core.domain.artifact import EXACT_LEVEL
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import AttributeType, Family
from ui.widgets.popover import Explained, paragraphs
from ui.widgets.spans import SpanStatus
from ui.widgets.wording import family_name, kind_name, layer_name, number, status_name, type_label

_Index = QModelIndex | QPersistentModelIndex
_SPELLINGS = 5


@dataclass(frozen=True, slots=True)
class SensitiveRow:
    """One attribute with what a list shows beside it. `ladder` level 0 first; `replacement`: text in D."""

    attribute: SensitiveAttribute
    type: AttributeType
    ladder: tuple[Generalization, ...]
    level: int
    replacement: str
    status: SpanStatus = SpanStatus.PENDING

    @property
    def surface(self) -> str:
        """The value as it was written first, in one line."""
        mentions = self.attribute.mentions
        return " ".join((mentions[0].text if mentions else self.attribute.value).split())

    def step_names(self) -> tuple[str, ...]:
        """Labels of the level control, from "Keep" to "Remove"."""
        names = [step.label for step in self.ladder]
        if names:
            names[0] = QCoreApplication.translate("SensitiveRow", "Keep")
        if len(names) > 1 and (not self.ladder[-1].node or not names[-1]):
            names[-1] = QCoreApplication.translate("SensitiveRow", "Remove")
        return tuple(names)

    def spoken(self) -> str:
        """What a screen reader says."""
        names = self.step_names()
        level = names[self.level] if 0 <= self.level < len(names) else ""
        return QCoreApplication.translate("SensitiveRow", "{0}, {1}, {2}. Level {3} of {4}: {5}. {6}").format(
            self.surface,
            type_label(self.type),
            kind_name(self.attribute.kind),
            self.level,
            max(len(names) - 1, 0),
            level,
            status_name(self.status),
        )

    def explained(self) -> Explained:
        """Why it is in S: source, rule, score, checksum, context, relevance."""
        translate = QCoreApplication.translate
        mentions = self.attribute.mentions
        rows = [
            (translate("SensitiveRow", "Type"), type_label(self.type)),
            (translate("SensitiveRow", "Kind"), kind_name(self.attribute.kind)),
        ]
        if mentions:
            first = mentions[0].explanation
            layers = dict.fromkeys(layer_name(mention.layer) for mention in mentions)
            rows.append((translate("SensitiveRow", "Found by"), ", ".join(layers)))
            rows.append((translate("SensitiveRow", "Rule"), first.recognizer))
            score = translate("SensitiveRow", "{0}, of which {1} from the pattern alone")
            rows.append(
                (translate("SensitiveRow", "Confidence"), score.format(number(first.score), number(first.base_score)))
            )
            if first.validation is not None:
                holds = translate("SensitiveRow", "holds")
                fails = translate("SensitiveRow", "does not hold; kept all the same")
                rows.append((translate("SensitiveRow", "Checksum"), holds if first.validation else fails))
            rows.append((translate("SensitiveRow", "Words nearby"), ", ".join(first.context)))
        spellings = dict.fromkeys(" ".join(mention.text.split()) for mention in mentions)
        mentioned = translate("SensitiveRow", "{0}, written as: {1}")
        rows.append(
            (
                translate("SensitiveRow", "Mentions"),
                mentioned.format(len(mentions), "; ".join(list(spellings)[:_SPELLINGS])),
            )
        )
        needed = translate("SensitiveRow", "needed for the question; generalised as little as possible")
        spare = translate("SensitiveRow", "not needed for the question; hidden further")
        rows.append((translate("SensitiveRow", "Relevance"), needed if self.attribute.task_relevant else spare))
        return Explained(self.surface, paragraphs(rows))


@dataclass(frozen=True, slots=True)
class FamilyHeading:
    """A heading row."""

    family: Family
    count: int


ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""Data role under which an index hands out its SensitiveRow or FamilyHeading."""


class SensitiveModel(QAbstractListModel):
    """Rows grouped by family in the order of `Family`; inside a family in text order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[SensitiveRow | FamilyHeading] = []

    def set_rows(self, rows: Sequence[SensitiveRow]) -> None:
        """Replace S. Where only contents changed, rows are updated in place, so that scroll and focus stay."""
        items: list[SensitiveRow | FamilyHeading] = []
        for family in Family:
            members = [row for row in rows if row.type.family is family]
            if members:
                items.append(FamilyHeading(family, len(members)))
                items.extend(members)
        if [_key(item) for item in items] == [_key(item) for item in self._items]:
            old, self._items = self._items, items
            for number_, (before, after) in enumerate(zip(old, items, strict=True)):
                if before != after:
                    self.dataChanged.emit(self.index(number_), self.index(number_))
            return
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    def set_level(self, attribute_id: str, level: int) -> None:
        """Show a level at once; the proposal that follows brings the replacement."""
        place = self.place(attribute_id)
        if place.isValid():
            row = self._items[place.row()]
            if isinstance(row, SensitiveRow):
                status = SpanStatus.KEPT if level == EXACT_LEVEL else SpanStatus.HIDDEN
                self._items[place.row()] = replace(row, level=level, status=status)
                self.dataChanged.emit(place, place)

    def place(self, attribute_id: str) -> QModelIndex:
        """Index of an attribute, invalid when it is not there."""
        for number_, item in enumerate(self._items):
            if isinstance(item, SensitiveRow) and item.attribute.id == attribute_id:
                return self.index(number_)
        return QModelIndex()

    def row_at(self, index: _Index) -> SensitiveRow | None:
        """The attribute at an index, None for a heading."""
        if not index.isValid():
            return None
        item = self._items[index.row()]
        return item if isinstance(item, SensitiveRow) else None

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt
        return 0 if parent.isValid() else len(self._items)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if self.row_at(index) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        item = self._items[index.row()]
        if role == ROW_ROLE:
            return item
        spoken = item.spoken() if isinstance(item, SensitiveRow) else family_name(item.family)
        return spoken if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None


def _key(item: SensitiveRow | FamilyHeading) -> tuple[str, int, bool]:
    if isinstance(item, SensitiveRow):
        return item.attribute.id, len(item.ladder), bool(item.replacement)
    return item.family.value, 0, False
