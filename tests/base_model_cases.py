"""A small model as a file of the kind that the span reader's network starts from."""

from __future__ import annotations

import struct

import numpy as np

WIDTH, DEPTH, HEADS, INNER, POSITIONS, SENTENCES = 32, 2, 2, 64, 300, 2
PIECES = (
    *("<s>", "<pad>", "</s>", "<unk>", "\u2581", ",", ".", "\u2581ab", "ab", "\u2581cd", "cd", "long"),
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    *"王小明住在乌尔姆。",
    "<mask>",
)
_SCALE = 0.125


def base_file(seed: int = 1) -> bytes:
    """The file: every packed number is an eighth of a whole one, positions add up to 3."""
    draw = np.random.default_rng(seed)
    tensors: dict[str, bytes] = {}

    def packed(name: str, rows: int, columns: int) -> None:
        blocks = draw.integers(0, 256, (rows * columns // 32, 16), dtype=np.uint8)
        scale = np.array([_SCALE], dtype="<f2").tobytes()
        tensors[name] = b"".join(scale + block.tobytes() for block in blocks)

    def plain(name: str, *shape: int, value: float = 0.0) -> None:
        tensors[name] = np.full(shape, value, dtype="<f4").tobytes()

    packed("emb.word", len(PIECES), WIDTH)
    plain("emb.pos", POSITIONS, WIDTH, value=1.0)
    plain("emb.type", SENTENCES, WIDTH, value=2.0)
    plain("emb.ln.w", WIDTH, value=1.0)
    plain("emb.ln.b", WIDTH)
    sizes = {"fi": (INNER, WIDTH), "fo": (WIDTH, INNER)}
    for layer in range(DEPTH):
        for part in ("q", "k", "v", "ao", "fi", "fo"):
            rows, columns = sizes.get(part, (WIDTH, WIDTH))
            packed(f"l{layer}.{part}.w", rows, columns)
            plain(f"l{layer}.{part}.b", rows)
        for part in ("aln", "oln"):
            plain(f"l{layer}.{part}.w", WIDTH, value=1.0)
            plain(f"l{layer}.{part}.b", WIDTH)
    return _file(tensors)


def _file(tensors: dict[str, bytes]) -> bytes:
    words = [piece.encode("utf-8") for piece in PIECES]
    blob = b"".join(words)
    borders = np.cumsum([0, *map(len, words)]).astype("<u4").tobytes()
    scores = np.full(len(PIECES), -2.5, dtype="<f4").tobytes()
    head = b"E5S1" + struct.pack("<i", 1)
    head += struct.pack("<7i", WIDTH, DEPTH, HEADS, INNER, len(PIECES), POSITIONS, SENTENCES)
    head += struct.pack("<fi", 1e-12, 32)
    head += struct.pack("<5i", len(PIECES), 0, 2, 1, 3) + struct.pack("<Q", len(blob)) + borders + scores + blob
    head += struct.pack("<iI", 0, 0) + struct.pack("<i", len(tensors))
    size = len(head) + sum(2 + len(name) + 21 for name in tensors)
    rows, bodies = b"", b""
    for name, body in tensors.items():
        rows += struct.pack("<H", len(name)) + name.encode("ascii")
        rows += struct.pack("<BIQQ", 0, len(body), size + len(bodies), len(body))
        bodies += body
    return head + rows + bodies
