"""Explicit identifiers: what points to one person or account by itself."""

from __future__ import annotations

from pathlib import Path

from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Recognizer
from core.extract.explicit.tables import TableRecognizer


def build(taxonomy: Taxonomy, root: Path) -> tuple[Recognizer, ...]:
    """The recognisers of explicit identifiers, reading their data below `root`."""
    return (TableRecognizer(taxonomy, root),)
