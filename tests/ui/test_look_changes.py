"""What the colours that a person chose reach: icons while the window is open, and the marks of what is ticked."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from every_place import settle
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QButtonGroup, QCheckBox, QLabel, QRadioButton, QWidget
from pytestqt.qtbot import QtBot
from shared_engine import own_engine
from vault_start import Start, type_and_judge

from ui.shared.theme.contrast import GRAPHICS_MINIMUM, contrast
from ui.shared.theme.theme import Look, Theme
from ui.shared.theme.tokens import SchemeChoice

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")
EDGE = 16


def pictures(root: QWidget) -> list[tuple[str, str, QImage]]:
    """What stands on buttons and labels of `root` that has no letters, with who carries it."""
    found = []
    for part in root.findChildren(QWidget):
        if isinstance(part, QAbstractButton) and not part.icon().isNull():
            found.append((type(part).__name__, part.accessibleName(), part.icon().pixmap(EDGE).toImage()))
        elif isinstance(part, QLabel) and not part.pixmap().isNull():
            found.append((type(part).__name__, part.accessibleName(), part.pixmap().toImage()))
    return found


def test_icons_follow_a_change_of_colours(start: Start, qtbot: QtBot) -> None:
    """As in a window that was built in these colours."""
    desktop = start(own_engine)
    type_and_judge(desktop, qtbot)
    desktop.settings.update(scheme=SchemeChoice.DARK)
    settle()
    followed = {name: pictures(page) for name, page in desktop.window.made.items()}
    desktop.window.rebuild()
    settle()
    built = {name: pictures(page) for name, page in desktop.window.made.items()}
    stale = []
    for name, expected in built.items():
        assert len(followed[name]) == len(expected)
        for one, other in zip(followed[name], expected, strict=True):
            assert one[:2] == other[:2]
            if one[2] != other[2]:
                stale.append((name, *one[:2]))
    assert sum(map(len, built.values()))
    assert stale == []


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
@pytest.mark.parametrize("kind", [QRadioButton, QCheckBox])
def test_ui_17_what_can_be_ticked_shows_its_mark(
    kind: type[QRadioButton] | type[QCheckBox], scheme: SchemeChoice, theme: Theme, qapp: QApplication, qtbot: QtBot
) -> None:
    """Ticked or not, as drawn: some pixel of the mark stands out from what is around it, and the two look different."""
    theme.apply(qapp, Look(scheme))
    page = QWidget()
    qtbot.addWidget(page)
    loose = QButtonGroup(page)
    loose.setExclusive(False)
    seen = []
    for ticked in (False, True):
        button = kind(page)
        loose.addButton(button)
        button.setChecked(ticked)
        button.resize(button.sizeHint())
        button.ensurePolished()
        page.show()
        image = button.grab().toImage()
        colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert max(contrast(color, theme.palette.colors["window"]) for color in colors) >= GRAPHICS_MINIMUM
        seen.append(image)
    assert seen[0] != seen[1]
