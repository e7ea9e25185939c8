"""What a cloud wrote on its way into the window: nothing in it can steer a line of text any more (SEC-16)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.restore.neutral import neutralise
from core.restore.pieces import Piece, PlainText, RestoredValue


@dataclass(slots=True)
class HarmlessText:
    """Takes one text in parts. A CRLF cut in two by the stream stays one line end."""

    _after_cr: bool = False

    def take(self, text: str) -> str:
        """The next part, unsafe characters as U+FFFD."""
        if not text:
            return ""
        rest = text[1:] if self._after_cr and text.startswith("\n") else text
        self._after_cr = text.endswith("\r")
        return neutralise(rest)


@dataclass(slots=True)
class HarmlessAnswer:
    """One answer: its pieces, already restored, and the same as the cloud wrote it."""

    _shown: HarmlessText = field(default_factory=HarmlessText)
    _cloud: HarmlessText = field(default_factory=HarmlessText)

    def pieces(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """Words of the cloud made harmless; restored values are the user's own and stay. Plain neighbours as one."""
        safe: list[Piece] = []
        for piece in pieces:
            if isinstance(piece, RestoredValue):
                self._shown.take("\x20")
                safe.append(piece)
                continue
            text = self._shown.take(piece.text)
            last = safe[-1] if safe else None
            if isinstance(piece, PlainText) and isinstance(last, PlainText):
                safe[-1] = PlainText(last.text + text)
            elif text:
                safe.append(replace(piece, text=text))
        return tuple(safe)

    def cloud(self, text: str) -> str:
        """The same stretch as the cloud wrote it."""
        return self._cloud.take(text)
