"""The form of a place in a text, for what attributes experiences; hot start reads it too, further down."""

from core.extract.structure import structure_of

__all__ = ["structure_of"]
