"""Labelled corpora to measure on: JSONL rows `{id, text, lang?, spans: [{start, end, type, cls}]}`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import InputError

EXPLICIT, QUASI, HARMLESS = "explicit", "quasi", "none"
UNKNOWN_LANGUAGE = "?"


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """`cls`: explicit, quasi, none (a person said: need not be masked) or masked. Code points of the text."""

    start: int
    end: int
    type: str
    cls: str


@dataclass(frozen=True, slots=True)
class Row:
    """One text with what people marked in it; `spans` is empty where nobody did. `domain`: "" where it is not known."""

    id: str
    text: str
    language: str
    spans: tuple[GoldSpan, ...]
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    name: str
    rows: tuple[Row, ...]

    @property
    def characters(self) -> int:
        return sum(len(row.text) for row in self.rows)


def load_corpus(path: Path, n: int | None, seed: int) -> Corpus:
    """All rows of a file, or `n` of them drawn with `seed`, in the file's order.

    Raises InputError `bench.not_a_corpus` naming the line.
    """
    return sample(Corpus(path.stem, tuple(_rows(path))), n, seed)


def sample(corpus: Corpus, n: int | None, seed: int) -> Corpus:
    """The corpus, or `n` rows of it drawn with `seed`, in their order."""
    if n is None or n >= len(corpus.rows):
        return corpus
    chosen = sorted(random.Random(seed).sample(range(len(corpus.rows)), n))  # noqa: S311 - a sample, not a secret
    return Corpus(corpus.name, tuple(corpus.rows[index] for index in chosen))


def load_examples(root: Path) -> Corpus:
    """The shipped example prompts, without labels."""
    rows = [
        Row(path.stem, path.read_text(encoding="utf-8").strip(), path.stem.rpartition(".")[2], ())
        for path in sorted((root / "examples").glob("*.txt"))
    ]
    return Corpus("examples", tuple(rows))


def _rows(path: Path) -> Iterator[Row]:
    try:
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield _row(line, number)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("input.unreadable") from error


def _row(line: str, number: int) -> Row:
    try:
        data: dict[str, Any] = json.loads(line)
        text = data["text"]
        spans = tuple(
            GoldSpan(span["start"], span["end"], str(span["type"]), str(span["cls"])) for span in data.get("spans", ())
        )
        row = Row(str(data["id"]), text, str(data.get("lang", UNKNOWN_LANGUAGE)), spans, str(data.get("domain", "")))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError("bench.not_a_corpus", details={"line": number}) from None
    inside = all(
        isinstance(span.start, int) and isinstance(span.end, int) and 0 <= span.start <= span.end <= len(text)
        for span in spans
    )
    if not isinstance(text, str) or not inside:
        raise InputError("bench.not_a_corpus", details={"line": number})
    return row
