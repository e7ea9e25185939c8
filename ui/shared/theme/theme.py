"""The look of the window, changeable while it runs: Fusion, palette, one style sheet, fonts and icons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from core.domain.errors import ResourceError
from core.domain.taxonomy import Family
from ui.shared.theme.icons import GRID, IconLoader
from ui.shared.theme.tokens import DiffSet, Palette, Scheme, SchemeChoice, Tokens, load_tokens

LARGE_TEXT = 1.5
"""Text scale from which what is said beside a control goes into its tip or onto a line of its own."""
_REFERENCE_DPI = 96.0
_POINTS_PER_INCH = 72.0
_NAME = re.compile(r"@(\w+)|%line(\d+)|%grown(\d+)|%(\w+)")


@dataclass(frozen=True, slots=True)
class Look:
    """What a person may choose. `text_scale` 1.0 = 100 %."""

    scheme: SchemeChoice = SchemeChoice.SYSTEM
    diff: DiffSet = DiffSet.STANDARD
    text_scale: float = 1.0


@dataclass(frozen=True, slots=True)
class FamilyHue:
    """The colours of one family, ready to paint."""

    soft: QColor
    line: QColor
    ink: QColor


@dataclass(frozen=True, slots=True)
class DiffHues:
    """The colours of inserted and deleted words, ready to paint."""

    add_soft: QColor
    add_ink: QColor
    del_soft: QColor
    del_ink: QColor


class Theme(QObject):
    """Hands colours, fonts and icons to widgets; `changed` tells them to repaint.

    Raises ResourceError when theme.toml or theme.qss cannot be read.
    """

    changed = Signal()

    def __init__(self, root: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tokens: Tokens = load_tokens(root)
        self.icons = IconLoader(root)
        path = root / "theme.qss"
        try:
            self._sheet = path.read_text("utf-8")
        except OSError as error:
            raise ResourceError("resource.unreadable", details={"file": path.name}) from error
        self._app: QApplication | None = None
        self._bare = 0
        self._look = Look()
        self._scheme = Scheme.LIGHT
        self._families: list[str] = []
        self._mono: list[str] = []
        self._dpi = _REFERENCE_DPI
        self._fonts: dict[tuple[str, bool], QFont] = {}

    @property
    def look(self) -> Look:
        """The choice in force."""
        return self._look

    @property
    def scheme(self) -> Scheme:
        """What is painted now; resolves "system"."""
        return self._scheme

    @property
    def palette(self) -> Palette:
        """The colours of the scheme in force."""
        return self.tokens.palettes[self._scheme]

    def apply(self, app: QApplication, look: Look) -> None:
        """Put the look on the application and all its open windows, at once."""
        if self._app is None:
            self._app = app
            app.setStyle(QStyleFactory.create("Fusion"))
            app.styleHints().colorSchemeChanged.connect(self._system_changed)
            self._choose_fonts(app)
        self._look = look
        wanted = {
            SchemeChoice.SYSTEM: Qt.ColorScheme.Unknown,
            SchemeChoice.LIGHT: Qt.ColorScheme.Light,
            SchemeChoice.DARK: Qt.ColorScheme.Dark,
        }[look.scheme]
        app.styleHints().setColorScheme(wanted)
        self._refresh()

    def release(self) -> None:
        """Let go of the application; the look stays as it is."""
        if self._app is not None:
            self._app.styleHints().colorSchemeChanged.disconnect(self._system_changed)
            self._app = None

    def _system_changed(self) -> None:
        if self._look.scheme is SchemeChoice.SYSTEM:
            self._refresh()

    def _refresh(self) -> None:
        app = self._app
        if app is None:
            return
        self._fonts.clear()
        if self._look.scheme is SchemeChoice.SYSTEM:
            dark = app.styleHints().colorScheme() is Qt.ColorScheme.Dark
            self._scheme = Scheme.DARK if dark else Scheme.LIGHT
        else:
            self._scheme = Scheme(self._look.scheme.value)
        # What wears a sheet takes font and palette with the next one, and only if it was prepared to be shown before.
        for widget in app.allWidgets():
            widget.ensurePolished()
        app.setFont(self.font("body"))
        app.setPalette(self._qt_palette())
        with self.undressed():
            pass
        self.changed.emit()

    @contextmanager
    def undressed(self) -> Iterator[None]:
        """No style sheet is in force meanwhile; at the end all that is there gets the present one, in one go.

        Whatever is built is built in here. Under a sheet each widget that is given a parent restyles all that is inside
        it, and a sheet that takes the place of another costs ten times what taking it off and putting it on does.
        """
        app = self._app
        if app is not None and self._bare == 0:
            app.setStyleSheet("")
        self._bare += 1
        try:
            yield
        finally:
            self._bare -= 1
            if app is not None and self._bare == 0:
                app.setStyleSheet(self.style_sheet())

    def _choose_fonts(self, app: QApplication) -> None:
        screen = app.primaryScreen()
        if screen is not None:
            self._dpi = screen.logicalDotsPerInchY()
        present = set(QFontDatabase.families())
        cjk = [name for name in self.tokens.fonts["cjk"] if name in present]
        system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
        ui = next((name for name in self.tokens.fonts["ui"] if name in present), system)
        self._families = list(dict.fromkeys([ui, *cjk]))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        mono = next((name for name in self.tokens.fonts["mono"] if name in present), fixed)
        self._mono = list(dict.fromkeys([mono, *cjk]))

    def font(self, role: str = "body", *, bold: bool = False) -> QFont:
        """A font of `[scale]`, or `mono`. Sized in points, so the system's scaling applies."""
        font = self._fonts.get((role, bold))
        if font is None:
            font = self._fonts[role, bold] = self._make_font(role, bold)
        return QFont(font)

    def _make_font(self, role: str, bold: bool) -> QFont:
        font = QFont()
        font.setFamilies(self._mono if role == "mono" else self._families)
        scale = self.tokens.scale[role]
        pixels = self.tokens.metrics.base_px * scale * self._look.text_scale
        font.setPointSizeF(pixels * _POINTS_PER_INCH / self._dpi)
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        if role == "body":
            font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def color(self, name: str) -> QColor:
        """A colour of theme.toml by name. Raises KeyError."""
        return QColor(self.palette.colors[name])

    def family(self, family: Family) -> FamilyHue:
        """The hue of a family."""
        colors = self.palette.families[family]
        return FamilyHue(QColor(colors.soft), QColor(colors.line), QColor(colors.ink))

    def diff(self) -> DiffHues:
        """The diff colours a person chose."""
        colors = self.palette.diffs[self._look.diff]
        return DiffHues(
            QColor(colors.add_soft), QColor(colors.add_ink), QColor(colors.del_soft), QColor(colors.del_ink)
        )

    def icon(self, name: str, color: str = "text") -> QIcon:
        """An icon tinted with the named colour."""
        colors = self.palette.colors
        return self.icons.icon(name, colors[color], colors["border_strong"], self.grown(GRID))

    def pixmap(self, name: str, color: str, size: int, ratio: float) -> QPixmap:
        """One icon for a label, `size` device-independent pixels square at 100 %; it grows with the text."""
        return self.icons.pixmap(name, self.palette.colors[color], self.grown(size or GRID), ratio)

    def grown(self, pixels: int) -> int:
        """Device-independent pixels that go with the size of the text: marks, icons and the room for them."""
        return round(pixels * self._look.text_scale)

    def space(self, step: int) -> int:
        """Spacing 0 (smallest) to 4 (largest), device-independent pixels."""
        return self.tokens.metrics.spacing[step]

    @property
    def radius(self) -> int:
        """Corner radius in device-independent pixels."""
        return self.tokens.metrics.radius

    @property
    def target(self) -> int:
        """Least edge of anything that can be clicked."""
        return self.tokens.metrics.target

    def style_sheet(self) -> str:
        """theme.qss with every name filled in. Raises KeyError for a name that theme.toml lacks."""
        sizes = {"radius": f"{self.radius}px"}
        colors = self.palette.colors
        line = QFontMetrics(self.font()).size(Qt.TextFlag.TextSingleLine, "x").height()

        def filled(name: re.Match[str]) -> str:
            if name[2]:
                return f"{max(int(name[2]), line)}px"
            if name[3]:
                return f"{self.grown(int(name[3]))}px"
            return colors[name[1]] if name[1] else sizes[name[4]]

        return _NAME.sub(filled, self._sheet)

    def _qt_palette(self) -> QPalette:
        names = {
            QPalette.ColorRole.Window: "window",
            QPalette.ColorRole.WindowText: "text",
            QPalette.ColorRole.Base: "surface",
            QPalette.ColorRole.AlternateBase: "sunken",
            QPalette.ColorRole.Text: "text",
            QPalette.ColorRole.PlaceholderText: "muted",
            QPalette.ColorRole.Button: "surface",
            QPalette.ColorRole.ButtonText: "text",
            QPalette.ColorRole.BrightText: "block",
            QPalette.ColorRole.Highlight: "selection",
            QPalette.ColorRole.HighlightedText: "selection_text",
            QPalette.ColorRole.ToolTipBase: "tooltip",
            QPalette.ColorRole.ToolTipText: "tooltip_text",
            QPalette.ColorRole.Link: "accent",
            QPalette.ColorRole.LinkVisited: "accent",
            QPalette.ColorRole.Accent: "accent",
            QPalette.ColorRole.Light: "raised",
            QPalette.ColorRole.Midlight: "hover",
            QPalette.ColorRole.Mid: "border",
            QPalette.ColorRole.Dark: "border_strong",
            QPalette.ColorRole.Shadow: "border_strong",
        }
        palette = QPalette()
        for role, name in names.items():
            palette.setColor(role, self.color(name))
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.color("muted"))
        return palette


def set_role(widget: QWidget, role: str, name: str = "role") -> None:
    """Give a widget a style-sheet role and restyle it if it was styled already."""
    if widget.property(name) == role:
        return
    widget.setProperty(name, role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
