"""Draw the program's icon from its SVG: PNG for Linux, ICO for Windows, ICNS for macOS.

ICO and ICNS are containers of PNG images (Windows Vista and macOS 10.7 onward), so no image library is needed.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 32, 48, 128, 256)
ICNS_TYPES = {16: b"icp4", 32: b"icp5", 128: b"ic07", 256: b"ic08"}


def png(renderer: QSvgRenderer, size: int) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def ico(images: dict[int, bytes]) -> bytes:
    """ICONDIR, one ICONDIRENTRY per image, then the images; a side of 256 is written as 0."""
    header = struct.pack("<HHH", 0, 1, len(images))
    offset = len(header) + 16 * len(images)
    entries = b""
    for size, data in images.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return header + entries + b"".join(images.values())


def icns(images: dict[int, bytes]) -> bytes:
    body = b"".join(
        ICNS_TYPES[size] + struct.pack(">I", 8 + len(data)) + data
        for size, data in images.items()
        if size in ICNS_TYPES
    )
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def main(source: str, folder: str) -> int:
    """Write drsl.png, drsl.ico and drsl.icns into `folder`."""
    application = QGuiApplication([])
    renderer = QSvgRenderer(source)
    if not renderer.isValid():
        return 1
    images = {size: png(renderer, size) for size in SIZES}
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    (target / "drsl.png").write_bytes(images[SIZES[-1]])
    (target / "drsl.ico").write_bytes(ico(images))
    (target / "drsl.icns").write_bytes(icns(images))
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
