"""Shapes of values, for what distils rules; the notation and its matching are in `core.text.shapes`."""

from core.text.shapes import Part, Run, RunClass, Shape, Sign, abstract, compiled, covers, cut_out, joined, parse

__all__ = ["Part", "Run", "RunClass", "Shape", "Sign", "abstract", "compiled", "covers", "cut_out", "joined", "parse"]
