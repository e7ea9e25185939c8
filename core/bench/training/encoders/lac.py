"""Parameter files and dictionary of LAC, Baidu's lexical network, as the archive of jieba 0.42.1 carries them.

No paddle is needed: a parameter file is one tensor of that library with its shape in front.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from core.extract.spans.coarse import Floats

PARAMETERS = "model_baseline"
"""Folder of the parameter files below the one with the dictionary."""
DICTIONARY = "word.dic"
_FLOAT32 = 5
_KIND, _DIMENSION = 8, 16
"""Keys of the fields of a tensor's description: number, wire type 0."""
_UNKNOWN = "OOV"


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A protobuf number of variable length at `at`, and where it ends. Raises IndexError where the data end first."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def parameter(data: bytes) -> Floats:
    """The tensor of a parameter file. Raises ValueError where it is anything but one of 32-bit numbers."""
    try:
        version, levels = struct.unpack_from("<IQ", data)
        at = 12
        for _ in range(levels):
            at += 8 + int(struct.unpack_from("<Q", data, at)[0])
        inner, size = struct.unpack_from("<Ii", data, at)
        at += 8
        end, kind = at + size, None
        shape: list[int] = []
        while at < end:
            key, at = _number(data, at)
            value, at = _number(data, at)
            if key == _KIND:
                kind = value
            elif key == _DIMENSION:
                shape.append(value)
            else:
                raise ValueError("field")
    except (struct.error, IndexError) as error:
        raise ValueError("cut off") from error
    if version or inner or kind != _FLOAT32:
        raise ValueError("version")
    return np.frombuffer(data, "<f4", offset=end).reshape(shape).astype(np.float32)


def read_parameter(base: Path, name: str) -> Floats:
    """One parameter below the base folder. Raises OSError, ValueError."""
    return parameter((base / PARAMETERS / name).read_bytes())


def characters(content: str) -> list[str]:
    """The signs of the dictionary by row, without its last, which stands for all others; stand-ins of several letters
    become empty. Raises ValueError where the last row is another one."""
    rows = [line.split("\t") for line in content.split("\n") if line]
    pairs = {int(row[0]): row[1] for row in rows if len(row) == 2}
    last = max(pairs, default=0)
    if pairs.get(last) != _UNKNOWN:
        raise ValueError("last row")
    return [sign if len(sign := pairs.get(row, "")) == 1 else "" for row in range(last)]
