"""Labelled prompts with what the rules and the name model propose in them: material to train and measure the reader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bench.prompt_corpus import Prompt
from core.domain.disclosure import DisclosureRole
from core.extract.candidate import Candidate, TextView
from core.extract.cascade import CascadeExtractor, view_of
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


def materials(prompts: Iterable[Prompt], cascade: CascadeExtractor) -> list[Material]:
    """The prompts with proposals, in their order."""
    result = []
    for prompt in prompts:
        view = view_of(normalize(prompt.text))
        gold = []
        for span in prompt.spans:
            start, end = view.normalized.to_view(span.start, span.end)
            if start < end:
                gold.append(GoldSpan(start, end, span.role, span.kind, span.needed))
        result.append(Material(prompt, view, cascade.propose(view), tuple(gold)))
    return result
