"""A scripted person who corrects part of what was missed or taken too much, and what a program remembers of it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime

from core.domain.learning import Experience, MaterialRef
from core.domain.request import AddedSpan, Decisions
from core.domain.sensitive import Mention, SensitiveSet
from core.domain.verdict import Verdict
from core.generate.prompts import GeneratedPrompt
from core.learn.attribution import RunContext, of_corrections, of_malformed, of_verdict
from core.learn.experience import Experiences, InMemoryLog
from core.learn.materials import MarkedSpan, Material

CORRECTED = 0.6
"""Share of what is wrong that the person notices and corrects; the rest stays as it was."""
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""Experiences of a measurement carry no time of day."""


def corrections(prompt: GeneratedPrompt, found: SensitiveSet, seed: int) -> Decisions:
    """What the person says about one prompt, knowing the truth and noticing `CORRECTED` of it."""
    rng = random.Random(f"person/{seed}/{prompt.id}")  # noqa: S311 - repeatable, not secret
    missed = [
        AddedSpan(span.start, span.end, span.type)
        for span in prompt.spans
        if not any(_touches(mention, span.start, span.end) for mention in found.mentions)
    ]
    wrong = [
        attribute.id
        for attribute in found.attributes
        if not any(_touches(mention, span.start, span.end) for mention in attribute.mentions for span in prompt.spans)
    ]
    return Decisions(
        added=tuple(span for span in missed if rng.random() < CORRECTED),
        not_sensitive=frozenset(identifier for identifier in wrong if rng.random() < CORRECTED),
    )


def _touches(mention: Mention, start: int, end: int) -> bool:
    return mention.start < end and start < mention.end


@dataclass(slots=True)
class Remembered:
    """What is left of the prompts that a person worked through: experiences, and materials to read again."""

    experiences: Experiences = field(default_factory=lambda: Experiences(InMemoryLog()))
    materials: dict[str, Material] = field(default_factory=dict)

    def read(self, reference: MaterialRef) -> Material | None:
        """The material of a run (`core.learn.materials.Materials`)."""
        return self.materials.get(reference.run_id)

    @property
    def all(self) -> tuple[Experience, ...]:
        return self.experiences.find()

    def work_through(self, prompt: GeneratedPrompt, found: SensitiveSet, verdict: Verdict | None, seed: int) -> None:
        """One prompt: corrected, attributed, kept. `found`: S as the program proposed it."""
        number = f"{len(self.materials):06d}"
        occasion = RunContext(f"c{number}", f"r{number}", prompt.text, prompt.domain, prompt.language, NOON)
        decisions = corrections(prompt, found, seed)
        items = [*of_corrections(occasion, found, decisions), *of_malformed(occasion, found.notes)]
        if verdict is not None:
            items += of_verdict(occasion, verdict)
        for item in items:
            self.experiences.add(item)
        kept = [
            MarkedSpan(mention.start, mention.end, attribute.type_id)
            for attribute in found.attributes
            if attribute.id not in decisions.not_sensitive
            for mention in attribute.mentions
        ]
        added = [MarkedSpan(span.start, span.end, span.type_id) for span in decisions.added]
        self.materials[occasion.run_id] = Material(prompt.text, tuple(sorted((*kept, *added), key=lambda it: it.start)))
