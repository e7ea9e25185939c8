"""Rows of resources/recognizers/*.toml, read and compiled (see the README there)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.taxonomy import Taxonomy
from core.extract.explicit import validators
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.patterns import any_of

TABLES = ("numbers", "countries", "documents", "secrets", "network", "names")

_EDGES = {
    "alnum": (r"(?<![A-Za-z0-9])(?<!\d[.])", r"(?![A-Za-z0-9])(?![.]\d)"),
    "digit": (r"(?<!\d)(?<!\d\.)", r"(?!\d)"),
    "right": ("", r"(?![A-Za-z0-9])"),
    "none": ("", ""),
}


@dataclass(frozen=True, slots=True)
class Scoring:
    """Weights of resources/recognizers/scoring.toml; windows in code points."""

    context_boost: float
    context_decay: float
    valid_boost: float
    window_before: int
    window_after: int


@dataclass(frozen=True, slots=True)
class Row:
    """One compiled row. `labelled` rows are matched from the end of a label, others anywhere."""

    id: str
    type_id: str
    pattern: re.Pattern[str]
    base: float
    words: tuple[str, ...]
    labelled: bool
    requires_context: bool
    valid_suffices: bool
    validator: validators.Validator | None
    reject: re.Pattern[str] | None
    canonical: str
    canonical_pattern: re.Pattern[str] | None
    include_label: bool

    def value(self, surface: str) -> str:
        """Canonical value: letters and digits in upper case, digits only, or the text itself."""
        if self.canonical_pattern is not None and (found := self.canonical_pattern.search(surface)):
            surface = found.group()
        if self.canonical == "text":
            return surface.strip()
        if self.canonical == "digits":
            return "".join(char for char in surface if char.isdigit())
        return "".join(char for char in surface.upper() if char.isalnum() or char == "*")


def read_scoring(root: Path) -> Scoring:
    """Raises ResourceError when the file does not fit."""
    data = read_toml(root / "recognizers" / "scoring.toml")
    try:
        return Scoring(
            context_boost=float(data["context_boost"]),
            context_decay=float(data["context_decay"]),
            valid_boost=float(data["valid_boost"]),
            window_before=int(data["window_before"]),
            window_after=int(data["window_after"]),
        )
    except (KeyError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": "scoring.toml"}) from error


@cache
def _filler(root: Path) -> str:
    """Words and signs between a label and its value; every round consumes something, so that the scan is linear."""
    words = read_toml(root / "recognizers" / "scoring.toml")["fillers"]
    latin, han = any_of(words["latin"]), any_of(words["han"])
    return rf"[ \t]{{0,3}}(?:(?:{latin}(?![A-Za-z])|{han}|[:=#\-()\"'“”「」.\[|,*])[ \t]{{0,3}}){{0,6}}+\n?[ ]{{0,4}}"


def _compile(entry: Mapping[str, Any], labelled: bool, root: Path) -> re.Pattern[str]:
    flags = re.IGNORECASE if entry.get("ignore_case") else 0
    before, after = _EDGES[entry.get("edge", "alnum")]
    if labelled:
        return re.compile(f"{_filler(root)}(?P<v>{entry['value']}){after}", flags)
    # Inline flags must open the expression.
    body = entry["pattern"]
    if body.startswith("(?i)"):
        body, flags = body[4:], flags | re.IGNORECASE
    return re.compile(f"{before}(?:{body}){after}", flags)


def _row(entry: Mapping[str, Any], labelled: bool, taxonomy: Taxonomy, root: Path) -> Row:
    if entry["type"] not in taxonomy:
        raise KeyError(entry["type"])
    words = entry["labels"] if labelled else entry.get("context", ())
    return Row(
        id=entry["id"],
        type_id=entry["type"],
        pattern=_compile(entry, labelled, root),
        base=float(entry["base"]),
        words=tuple(dict.fromkeys(in_simplified(word.lower()) for word in words)),
        labelled=labelled,
        requires_context=bool(entry.get("requires_context", False)),
        valid_suffices=bool(entry.get("valid_suffices", False)),
        validator=validators.load(entry["validator"]) if "validator" in entry else None,
        reject=re.compile(entry["reject"], re.DOTALL) if "reject" in entry else None,
        canonical=entry.get("canonical", "alnum"),
        canonical_pattern=re.compile(entry["canonical_pattern"]) if "canonical_pattern" in entry else None,
        include_label=bool(entry.get("include_label", False)),
    )


def label_words(root: Path) -> frozenset[str]:
    """Words beside which identifiers stand, in lower case and Simplified script. Raises ResourceError."""
    return frozenset(word for part in ("labels", "context") for word in label_types(root, part))


def label_types(root: Path, part: str = "labels") -> Mapping[str, frozenset[str]]:
    """Labels (or words of the `context`) in lower case and Simplified script, with the types that they stand for.
    Raises ResourceError."""
    found: dict[str, set[str]] = {}
    try:
        for table in TABLES:
            data = read_toml(root / "recognizers" / f"{table}.toml")
            for entry in (entry for section in ("row", "labelled") for entry in data.get(section, ())):
                for word in entry.get(part, ()):
                    found.setdefault(in_simplified(word.lower()), set()).add(entry["type"])
    except (AttributeError, KeyError, TypeError) as error:
        raise ResourceError("resource.malformed", details={"file": "recognizers"}) from error
    return {label: frozenset(types) for label, types in found.items()}


def read_rows(root: Path, taxonomy: Taxonomy) -> tuple[Row, ...]:
    """All rows of all tables. Raises ResourceError naming the row that does not fit."""
    rows: list[Row] = []
    for table in TABLES:
        name = f"{table}.toml"
        data = read_toml(root / "recognizers" / name)
        for section, labelled in (("row", False), ("labelled", True)):
            for entry in data.get(section, ()):
                try:
                    rows.append(_row(entry, labelled, taxonomy, root))
                except (KeyError, ValueError, ImportError, re.error) as error:
                    raise ResourceError(
                        "resource.malformed", details={"file": name, "entry": str(entry.get("id", "?"))}
                    ) from error
    return tuple(rows)
