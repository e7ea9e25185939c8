"""S as a list model: hidden, told less exactly, told on purpose; one row per attribute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.dehydrate.generalization import Generalization
from core.domain.artifact import EXACT_LEVEL
from core.domain.disclosure import PlanItem, Treatment
from core.domain.sensitive import SensitiveAttribute, proved
from core.domain.taxonomy import AttributeType
from ui.shared.viewmodels.telling import identifies, level_for, treatment_of
from ui.shared.widgets.popover import Explained, paragraphs
from ui.shared.wording.spans import SpanStatus
from ui.shared.wording.wording import (
    clauses,
    group_name,
    in_a_row,
    kind_name,
    layer_name,
    listed,
    number,
    status_name,
    treatment_name,
    type_label,
)

_Index = QModelIndex | QPersistentModelIndex
_SPELLINGS = 5
ORDER = (Treatment.HIDE, Treatment.COARSEN, Treatment.TELL)
"""Groups from top to bottom, and choices from left to right."""


@dataclass(frozen=True, slots=True)
class SensitiveRow:
    """One attribute with what a list shows beside it. `ladder` level 0 first; `replacement`: text in D. `item`: what
    the plan says; `role`, `why`: the same in words. `coarse`: level that "coarser" takes. `decided`: by the person."""

    attribute: SensitiveAttribute
    type: AttributeType
    ladder: tuple[Generalization, ...]
    level: int
    replacement: str
    status: SpanStatus = SpanStatus.PENDING
    item: PlanItem | None = None
    role: str = ""
    why: str = ""
    coarse: int = 1
    decided: bool = False

    @property
    def treatment(self) -> Treatment:
        """What happens to it at its level."""
        return treatment_of(self.level, len(self.ladder))

    @property
    def question(self) -> bool:
        """Whether it is not sure that this is private, and nobody has said so yet."""
        return not self.attribute.sure and not self.decided

    @property
    def identifies(self) -> bool:
        return identifies(self.attribute, self.item)

    @property
    def proved(self) -> bool:
        return proved(self.attribute)

    def level_of(self, treatment: Treatment) -> int | None:
        """Level of a choice, None where there is none."""
        return level_for(treatment, len(self.ladder), self.coarse)

    def becomes(self) -> str:
        """Its type, and what stands in its place."""
        if self.treatment is Treatment.TELL:
            return QCoreApplication.translate("SensitiveRow", "{0}, told as written").format(type_label(self.type))
        if not self.replacement:
            return type_label(self.type)
        return f"{type_label(self.type)} \u2192 {' '.join(self.replacement.split())}"

    def reason(self) -> str:
        """What it does in this text, and why it is treated so, in one sentence."""
        if not self.role or not self.why:
            return self.why or self.role
        return QCoreApplication.translate("SensitiveRow", "{0}: {1}").format(self.role, self.why)

    @property
    def surface(self) -> str:
        """The value as it was written first, in one line."""
        mentions = self.attribute.mentions
        return " ".join((mentions[0].text if mentions else self.attribute.value).split())

    def step_names(self) -> tuple[str, ...]:
        """Labels of the level control, from "As it is" to "Remove"."""
        names = [step.label for step in self.ladder]
        if names:
            names[0] = QCoreApplication.translate("SensitiveRow", "As it is")
        if len(names) > 1 and (not self.ladder[-1].node or not names[-1]):
            names[-1] = QCoreApplication.translate("SensitiveRow", "Remove")
        return tuple(names)

    def spoken(self) -> str:
        """What a screen reader says."""
        names = self.step_names()
        level = names[self.level] if 0 <= self.level < len(names) else ""
        said = QCoreApplication.translate("SensitiveRow", "{0}, {1}, {2}. Level {3} of {4}: {5}. {6}").format(
            self.surface,
            self.becomes(),
            treatment_name(self.treatment),
            self.level,
            max(len(names) - 1, 0),
            level,
            status_name(self.status),
        )
        asked = QCoreApplication.translate("SensitiveRow", "Is this private? Y or N.") if self.question else ""
        return in_a_row(said, self.reason(), asked)

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
            rows.append((translate("SensitiveRow", "Found by"), listed(layers)))
            rows.append((translate("SensitiveRow", "Rule"), first.recognizer))
            score = translate("SensitiveRow", "{0}, of which {1} from the pattern alone")
            rows.append(
                (translate("SensitiveRow", "Confidence"), score.format(number(first.score), number(first.base_score)))
            )
            if first.validation is not None:
                holds = translate("SensitiveRow", "holds")
                fails = translate("SensitiveRow", "does not hold; kept all the same")
                rows.append((translate("SensitiveRow", "Checksum"), holds if first.validation else fails))
            rows.append((translate("SensitiveRow", "Words nearby"), listed(first.context)))
        spellings = dict.fromkeys(" ".join(mention.text.split()) for mention in mentions)
        mentioned = translate("SensitiveRow", "{0}, written as: {1}")
        rows.append(
            (
                translate("SensitiveRow", "Mentions"),
                mentioned.format(len(mentions), clauses(list(spellings)[:_SPELLINGS])),
            )
        )
        needed = translate("SensitiveRow", "needed for the question; generalised as little as possible")
        spare = translate("SensitiveRow", "not needed for the question; hidden further")
        rows.append((translate("SensitiveRow", "Relevance"), needed if self.attribute.task_relevant else spare))
        return Explained(self.surface, paragraphs(rows))


@dataclass(frozen=True, slots=True)
class GroupHeading:
    """A heading row."""

    treatment: Treatment
    count: int

    @property
    def title(self) -> str:
        return group_name(self.treatment).format(self.count)


ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""Data role under which an index hands out its SensitiveRow or GroupHeading."""


class SensitiveModel(QAbstractListModel):
    """Rows grouped by what happens to them; inside a group in text order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[SensitiveRow | GroupHeading] = []

    def set_rows(self, rows: Sequence[SensitiveRow]) -> None:
        """Replace S. Where only contents changed, rows are updated in place, so that scroll and focus stay."""
        items: list[SensitiveRow | GroupHeading] = []
        for treatment in ORDER:
            members = [row for row in rows if row.treatment is treatment]
            if members:
                items.append(GroupHeading(treatment, len(members)))
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
        spoken = item.spoken() if isinstance(item, SensitiveRow) else item.title
        return spoken if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None


def _key(item: SensitiveRow | GroupHeading) -> tuple[str, int, str, str, bool]:
    """Rows with the same key have the same place and height."""
    if isinstance(item, SensitiveRow):
        return item.attribute.id, len(item.ladder), item.becomes(), item.reason(), item.question
    return item.treatment.value, 0, "", "", False
