"""The tensors of a network that was written before, so that training can go on from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

_PRODUCT = re.compile(r"/(.+)/MatMul_quant\Z")
"""The product of a dense layer whose weights have eight bits, by the names of the network's modules."""


def tensors_of(path: Path) -> Mapping[str, npt.NDArray[np.generic]]:
    """The tensors in a file of `write_network` by the names of the network's own modules, eight-bit weights as the
    numbers that they stand for. Needs onnx. Raises OSError, ValueError."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    stored = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    found = {name: value for name, value in stored.items() if not name.startswith(("onnx::", "/"))}
    for node in graph.node:
        product = _PRODUCT.match(node.name)
        if product is None:
            continue
        name = node.input[1].removesuffix("_quantized")
        try:
            whole, zero, scale = (stored[f"{name}_{part}"] for part in ("quantized", "zero_point", "scale"))
        except KeyError as error:
            raise ValueError("shape") from error
        weights = (whole.astype(np.float32) - zero.astype(np.float32)) * scale
        found[f"{product[1].replace('/', '.')}.weight"] = np.ascontiguousarray(weights.T)
    return found
