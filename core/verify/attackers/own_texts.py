"""A person's own folder of texts, which A2 searches beside the public corpus: what whoever knows this person may have
read (a blog, minutes, a club's pages).

Only the folder itself is read, no folder in it and nothing that a link leads to; nothing is copied, kept on disk or
sent. How much is read is bounded by resources/corpus/search.toml; more than that is an error and never half a search.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import InputError, ResourceError
from core.resources import read_toml

_BLANK = re.compile(r"\n[ \t]*\n")
_SENTENCE = re.compile(r"[^.!?\n。！？]*(?:[.!?]+(?=\s)|[\n。！？]+|\Z|[.!?])")


@dataclass(frozen=True, slots=True)
class Limits:
    """`suffixes`: of files that are read. `files`, `characters`: most of them in all. `passage`: most characters of one
    entry. `read`: passages nearest to a text of which the values are read."""

    suffixes: frozenset[str]
    files: int
    characters: int
    passage: int
    read: int

    @classmethod
    def load(cls, root: Path) -> Limits:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "corpus" / "search.toml")
        try:
            own = data["own"]
            counts = (int(own[name]) for name in ("files", "characters", "passage", "read"))
            return cls(frozenset(map(str, own["suffixes"])), *counts)
        except (KeyError, TypeError, ValueError) as error:
            raise ResourceError("resource.malformed", details={"file": "search.toml"}) from error


@dataclass(frozen=True, slots=True)
class OwnTexts:
    """Passages of the texts of one folder, as they were when it was read."""

    passages: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Changes with what was read."""
        return hashlib.sha256("\0".join(self.passages).encode()).hexdigest() if self.passages else ""


NO_TEXTS = OwnTexts()


def read_folder(folder: Path, limits: Limits) -> OwnTexts:
    """All texts of a folder, in the order of their names.

    Raises InputError: `texts.no_folder`, `texts.none` (no file of the right kind), `texts.too_many`, `texts.too_long`,
    `texts.unreadable` and `texts.not_utf8` with the number of the file in that order; no name is ever told.
    """
    try:
        paths = sorted(_files(folder, limits))
    except OSError as error:
        raise InputError("texts.no_folder") from error
    if not paths:
        raise InputError("texts.none")
    left, passages = limits.characters, list[str]()
    for number, path in enumerate(paths, 1):
        text = _text(path, number, left, limits)
        left -= len(text)
        passages += cut(text, limits.passage)
    return OwnTexts(tuple(passages))


def _files(folder: Path, limits: Limits) -> Iterator[Path]:
    found = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if Path(entry.name).suffix.casefold() in limits.suffixes and entry.is_file(follow_symlinks=False):
                found += 1
                if found > limits.files:
                    raise InputError("texts.too_many", details={"most": limits.files})
                yield Path(entry.path)


def _text(path: Path, number: int, left: int, limits: Limits) -> str:
    """At most `left` characters of one file; no character has more than four bytes."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(4 * left + 4)
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(raw) > 4 * left:
            raise InputError("texts.too_long", details={"most": limits.characters}) from error
        raise InputError("texts.not_utf8", details={"number": number}) from error
    except OSError as error:
        raise InputError("texts.unreadable", details={"number": number}) from error
    if len(text) > left:
        raise InputError("texts.too_long", details={"most": limits.characters})
    return text


def cut(text: str, most: int) -> Iterator[str]:
    """Paragraphs of a text; longer ones are cut between sentences, and sentences that are longer still anywhere."""
    for paragraph in _BLANK.split(text.replace("\r\n", "\n")):
        passage = ""
        for sentence in _SENTENCE.findall(paragraph):
            if passage and len(passage) + len(sentence) > most:
                yield passage.strip()
                passage = ""
            passage += sentence
            while len(passage) > most:
                yield passage[:most].strip()
                passage = passage[most:]
        if passage.strip():
            yield passage.strip()
