"""What training needs and nothing else does: the packages of the extra `train`."""

from __future__ import annotations

import importlib.util

from core.domain.errors import ResourceError

CHAIN = ("pycrfsuite",)
PIECE_PACKAGES = ("torch", "onnx", "onnxruntime", "tokenizers")
"""Modules, by what is trained. Some are also of the program, which can do without them."""
EXTRA = "train"


def require(packages: tuple[str, ...]) -> None:
    """Raises ResourceError `bench.extra_missing` naming the first package that is not installed, and the extra."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise ResourceError("bench.extra_missing", details={"package": package, "extra": EXTRA})
