"""Says that a restored value stands in a link, an image, HTML or a command, and offers the answer without it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.shared.theme.theme import Theme
from ui.shared.widgets.telling_row import TellingRow


class ActiveRow(TellingRow):
    """Hidden where nothing acts on a value. changed: the answer is wanted without those values, or with them."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._count = 0
        self.leave_out = self.act(self.tr("Leave them out"), lambda: self._set(out=True))
        self.put_in = self.act(self.tr("Put them in"), lambda: self._set(out=False), "quiet")
        self._out = False
        self.begin()

    @property
    def left_out(self) -> bool:
        return self._out

    def begin(self) -> None:
        """Another answer."""
        self._out, self._count = False, 0
        self._refresh()

    def offer(self, count: int) -> None:
        """`count` values stand where something acts on them."""
        self._count = count
        self._refresh()

    def _set(self, *, out: bool) -> None:
        self._out = out
        self._refresh()
        self.changed.emit()
        (self.put_in if out else self.leave_out).setFocus()

    def _refresh(self) -> None:
        count = self._count
        self.setVisible(bool(count))
        if not count:
            return
        if self._out:
            text = self.tr("%n value(s) left out of links and commands; their tokens stand there.", "", count)
        else:
            text = self.tr(
                "%n value(s) stand in a link or a command that the cloud wrote: opened or run, it sends them away.",
                "",
                count,
            )
        self.tell(text.replace("%n", str(count)), "muted" if self._out else "warn")
        self.leave_out.setVisible(not self._out)
        self.put_in.setVisible(self._out)
