"""Labelled prompts with what the rules and the name model propose in them: material to train and measure the reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.bench.prompt_corpus import Prompt
from core.domain.disclosure import DisclosureRole
from core.extract import explicit, quasi
from core.extract.candidate import Candidate, NerLayer, Recognizer, TextView
from core.extract.dictionary import same_length_lower
from core.extract.language import detect
from core.extract.pattern_needs import Gate
from core.extract.segments import segments
from core.resources import load_taxonomy
from core.text.normalize import normalize


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """A mark in code points of the view."""

    start: int
    end: int
    role: DisclosureRole
    kind: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Material:
    """One prompt, its view, all proposals of rules and name model in the view's offsets, its marks."""

    prompt: Prompt
    view: TextView
    candidates: tuple[Candidate, ...]
    gold: tuple[GoldSpan, ...]


class Proposer:
    """Runs all recognisers over a text as the cascade does, without dropping or resolving anything."""

    def __init__(self, root: Path, ner: NerLayer | None) -> None:
        """`root`: resource folder. Raises ResourceError."""
        taxonomy, gate = load_taxonomy(root), Gate()
        self._recognizers: Sequence[Recognizer] = (
            *explicit.build(taxonomy, root, gate),
            *quasi.build(taxonomy, root, gate),
        )
        self._ner = ner if ner is not None and ner.available else None

    def propose(self, view: TextView) -> tuple[Candidate, ...]:
        """Every candidate, in the offsets of the view."""
        found: list[Candidate] = []
        for segment in segments(view.text):
            body = view.text[segment.start : segment.end]
            if not body.strip():
                continue
            part = TextView(normalize(body), body, same_length_lower(body), detect(body))
            own: list[Candidate] = []
            for recognizer in self._recognizers:
                own.extend(recognizer.find(part))
            if self._ner is not None:
                own.extend(self._ner.find(part))
            offset = segment.start
            found.extend(replace(item, start=item.start + offset, end=item.end + offset) for item in own)
        return tuple(found)


def view_of(text: str) -> TextView:
    """The view of a text as recognisers see it."""
    normalized = normalize(text)
    return TextView(normalized, normalized.text, same_length_lower(normalized.text), detect(normalized.text))


def materials(prompts: Iterable[Prompt], proposer: Proposer) -> list[Material]:
    """The prompts with proposals, in their order."""
    result = []
    for prompt in prompts:
        view = view_of(prompt.text)
        gold = []
        for span in prompt.spans:
            start, end = view.normalized.to_view(span.start, span.end)
            if start < end:
                gold.append(GoldSpan(start, end, span.role, span.kind, span.needed))
        result.append(Material(prompt, view, proposer.propose(view), tuple(gold)))
    return result
