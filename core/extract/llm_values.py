"""The canonical value of what a model named, as the rules would write it: one value stays one attribute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.candidate import Candidate, Recognizer, TextView, found_by
from core.extract.dictionary import same_length_lower
from core.extract.language import detect
from core.extract.quasi.scan import folded
from core.resources import read_toml
from core.text.normalize import normalize
from core.text.numerals import parse_number

WRITTEN = frozenset({"PERSON", "ORGANIZATION", "SCHOOL", "HOSPITAL", "BANK", "COURT", "LAW_FIRM", "ADDRESS"})
"""Types whose canonical value keeps its capitals."""


class CanonicalValues:
    """Reads values with the recognisers. Stateless; safe from any thread that the recognisers are safe from."""

    def __init__(self, recognizers: Sequence[Recognizer], frames: Mapping[str, Mapping[Language, str]]) -> None:
        """`frames`: type id -> a sentence with `{value}` in which the rules read a bare value of the type."""
        self._recognizers = tuple(recognizers)
        self._frames = frames

    @classmethod
    def load(cls, recognizers: Sequence[Recognizer], root: Path) -> CanonicalValues:
        """Read the frames of `recognizers/llm.toml` below `root`. Raises ResourceError."""
        data = read_toml(root / "recognizers" / "llm.toml")
        try:
            frames = {
                kind: {language: str(texts[language.value]) for language in Language}
                for kind, texts in data["frames"].items()
            }
        except (KeyError, AttributeError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "llm.toml"}) from error
        return cls(recognizers, frames)

    def read(self, type_id: str, surface: str) -> tuple[str, str]:
        """(canonical value, form) of a surface; the form only where a rule reads the surface as a whole."""
        whole = normalize(surface).text.strip()
        best = max(self._candidates(type_id, whole), key=lambda item: (item.end - item.start, item.score), default=None)
        if best is not None:
            return best.value, best.form if best.end - best.start == len(whole) else ""
        frame = self._frames.get(type_id)
        if frame is not None:
            framed = frame[detect(surface)].format(value=whole)
            inside = next(self._candidates(type_id, framed), None)
            if inside is not None:
                return inside.value, ""
        if type_id == "AGE" and (number := parse_number(whole)) is not None:
            return str(int(number)), ""
        return (" ".join(whole.split()), "") if type_id in WRITTEN else (folded(whole), "")

    def _candidates(self, type_id: str, text: str) -> Iterator[Candidate]:
        view = TextView(normalize(text), text, same_length_lower(text), detect(text))
        for recognizer in self._recognizers:
            candidates, _ = found_by(recognizer, view, recognizer.id)
            yield from (found for found in candidates if found.type_id == type_id)
