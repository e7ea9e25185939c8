"""What the scores of quasi-identifier candidates mean.

A value that its own wording ties to a person ("I am 67", a record field) stands by itself. Any other value
("in Berlin", "diabetes") is sensitive only in a text about a person; it is proposed with a score below
SELF_STANDING and kept or dropped when the whole document has been read (`reading.settle`).
"""

from __future__ import annotations

from typing import Final

RECORD_FIELD: Final = 0.9
"""Value of a labelled field."""
TIED: Final = 0.8
"""The wording itself ties the value to a person."""
SELF_STANDING: Final = 0.65
"""At and above this the document need not be personal."""
CERTAIN_TYPE: Final = 0.6
"""Certainly of this type, but nothing near it points to a person."""
LIKELY_TYPE: Final = 0.55
"""Probably of this type."""
GUESS: Final = 0.5
"""A capitalised name of unknown type, a bare number with a weak cue."""
