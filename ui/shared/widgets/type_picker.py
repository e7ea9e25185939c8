"""Which type a value is of: a small window with a search field over every type, family by family."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from core.domain.taxonomy import AttributeType, Family, Taxonomy
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.corrections import Scope
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.plain_parts import plain_label
from ui.shared.widgets.search_field import SearchField
from ui.shared.wording.wording import family_name, scope_name, type_label

Picked = Callable[[str, Scope], None]
"""Called with the type's id, and how long it is to hold."""

_SIZE = (300, 380)
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


def matching(taxonomy: Taxonomy, wanted: str) -> tuple[AttributeType, ...]:
    """Types in whose name, tag, id or family `wanted` stands, in the order of the families; all for nothing wanted."""
    key = wanted.strip().casefold()

    def fits(entry: AttributeType) -> bool:
        words = (*entry.labels.values(), entry.tag, entry.id, family_name(entry.family))
        return any(key in word.casefold() for word in words)

    return tuple(entry for family in Family for entry in taxonomy if entry.family is family and fits(entry))


class TypePicker(QFrame):
    """Closes on Escape, a choice, or a click elsewhere, then deletes itself. Letters go to the search field and arrows
    to the list, wherever the keyboard is; Enter takes the line that is lit.

    `title`: what is chosen, in words. `chosen`: the type that is lit first, the first of all for none. `scopes`: how
    long the choice may hold, the first by default; one alone is not asked about."""

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        title: str,
        picked: Picked,
        parent: QWidget,
        scopes: Sequence[Scope] = (Scope.ONCE,),
        chosen: str = "",
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_role(self, "popover")
        self._theme = theme
        self._taxonomy = taxonomy
        self._picked = picked
        self.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.space(2)] * 4)
        column.setSpacing(theme.space(1))
        column.addWidget(plain_label(self, title))
        self.field = SearchField(theme, self.tr("Search types"), self)
        self.field.textChanged.connect(self._fill)
        self.field.installEventFilter(self)
        column.addWidget(self.field)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Types of values"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._take)
        self.list.itemActivated.connect(self._take)
        column.addWidget(self.list, 1)
        self.scope = ChoiceBox(theme, self)
        self.scope.setAccessibleName(self.tr("How long it holds"))
        self.scope.offer(*((scope_name(item), item) for item in scopes))
        self.scope.setVisible(len(scopes) > 1)
        column.addWidget(self.scope)
        scale = max(1.0, theme.look.text_scale)
        self._wanted = (round(_SIZE[0] * scale), round(_SIZE[1] * scale))
        self._fill("")
        if chosen in self._rows():
            self.list.setCurrentRow(self._rows().index(chosen))

    def _fill(self, wanted: str) -> None:
        self.list.clear()
        family: Family | None = None
        found = matching(self._taxonomy, wanted)
        for entry in found:
            if entry.family is not family:
                family = entry.family
                heading = QListWidgetItem(family_name(family), self.list)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                heading.setForeground(self._theme.color("muted"))
            line = QListWidgetItem("    " + type_label(entry), self.list)
            line.setData(Qt.ItemDataRole.UserRole, entry.id)
        if not found:
            QListWidgetItem(self.tr("No type is called so."), self.list).setFlags(Qt.ItemFlag.NoItemFlags)
        key = wanted.strip().casefold()
        best = next((entry for entry in found if key and type_label(entry).casefold().startswith(key)), None)
        best = best or next(iter(found), None)
        if best is not None:
            self.list.setCurrentRow(self._rows().index(best.id))

    def _rows(self) -> list[str | None]:
        """Type of each line; None for a heading."""
        return [self.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self.list.count())]

    def _take(self, line: QListWidgetItem | None) -> None:
        chosen = line.data(Qt.ItemDataRole.UserRole) if line is not None else None
        if isinstance(chosen, str):
            scope = self.scope.value
            self.close()
            self._picked(chosen, scope)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in _STEPS:
                self._step(_STEPS[key])
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _step(self, by: int) -> None:
        """Move over types; headings are passed by."""
        types = [row for row, kind in enumerate(self._rows()) if kind is not None]
        if types:
            here = types.index(self.list.currentRow()) if self.list.currentRow() in types else -1
            self.list.setCurrentRow(types[min(max(here + by, 0), len(types) - 1)])

    def open_beside(self, area: QRect) -> None:
        """`area`: the marked words in global coordinates; the window stays on its screen."""
        screen = QGuiApplication.screenAt(area.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        self.resize(min(self._wanted[0], room.width()), min(self._wanted[1], room.height()))
        place = area.bottomLeft() + QPoint(0, 6)
        if place.y() + self.height() > room.bottom():
            place.setY(max(room.top(), area.top() - 6 - self.height()))
        place.setX(max(room.left(), min(place.x(), room.right() - self.width())))
        self.move(place)
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)


def hiding(value: str) -> str:
    """The title over the types that a marked value may be hidden as."""
    return QCoreApplication.translate("TypePicker", "Hide “{0}” as…").format(_short(value))


def _short(value: str, longest: int = 40) -> str:
    flat = " ".join(value.split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"
