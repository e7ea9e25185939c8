"""Clipboard data that clipboard histories are asked not to keep (UI-38)."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QMimeData

_OURS = "application/x-drsl-secret"
"""Of this program alone: password managers give the hints below as well, and what they copy is not ours to clear."""
_HINTS = (
    (_OURS, b"secret"),
    ("application/x-nspasteboard-concealed-type", b"text"),
    ("x-kde-passwordManagerHint", b"secret"),
    ('application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"', b"\x01"),
)


def secret_mime(text: str) -> QMimeData:
    """Plain text with our own mark and the hints of macOS, Linux desktops and Windows."""
    data = QMimeData()
    data.setText(text)
    for format_, value in _HINTS:
        data.setData(format_, QByteArray(value))
    return data


def is_secret(data: QMimeData | None) -> bool:
    """Whether data was made by `secret_mime`."""
    return data is not None and data.hasFormat(_OURS)
