"""Own SVG icons, drawn with `currentColor` and tinted from the palette when they are rendered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from core.domain.errors import ResourceError

GRID = 20
"""Edge of the icon grid in device-independent pixels."""
_RATIOS = (1, 2, 3)


class IconLoader:
    """Renders `icons/<name>.svg` below the resource root in any colour; keeps what it rendered."""

    def __init__(self, root: Path) -> None:
        self._folder = root / "icons"
        self._sources: dict[str, str] = {}
        self._icons: dict[tuple[str, str, str, int], QIcon] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}

    def names(self) -> tuple[str, ...]:
        """Every icon that is shipped."""
        return tuple(sorted(path.stem for path in self._folder.glob("*.svg")))

    def pixmap(self, name: str, color: str, size: int = GRID, ratio: float = 1.0) -> QPixmap:
        """One rendering, `size` device-independent pixels square."""
        key = (name, color, size, ratio)
        known = self._pixmaps.get(key)
        if known is None:
            known = self._pixmaps[key] = self._render(name, color, size, ratio)
        return known

    def _render(self, name: str, color: str, size: int, ratio: float) -> QPixmap:
        renderer = QSvgRenderer(QByteArray(self._source(name).replace("currentColor", color).encode()))
        if not renderer.isValid():
            raise ResourceError("resource.malformed", details={"file": f"{name}.svg"})
        pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(pixmap.rect()))
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def icon(self, name: str, color: str, disabled: str, size: int = GRID) -> QIcon:
        """An icon with a normal and a disabled colour, sharp up to three device pixels per unit. `size`: the largest
        that it is drawn at."""
        key = (name, color, disabled, size)
        known = self._icons.get(key)
        if known is not None:
            return known
        icon = QIcon()
        for ratio in _RATIOS:
            icon.addPixmap(self.pixmap(name, color, size, ratio), QIcon.Mode.Normal)
            icon.addPixmap(self.pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
        self._icons[key] = icon
        return icon

    def _source(self, name: str) -> str:
        known = self._sources.get(name)
        if known is None:
            try:
                known = (self._folder / f"{name}.svg").read_text("utf-8")
            except OSError as error:
                raise ResourceError("resource.unreadable", details={"file": f"{name}.svg"}) from error
            self._sources[name] = known
        return known
