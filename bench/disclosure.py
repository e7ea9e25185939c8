"""What a protocol really tells of labelled prompts: identifiers left, needs kept, harmless text changed (DESIGN 5.0).

Readers decide whether a prompt survived; this counts what can be counted without them, on the labelled prompts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from bench.prompt_corpus import MarkedSpan, Prompt
from bench.result import Record
from core.domain.artifact import Artifact
from core.domain.disclosure import DisclosurePlan, DisclosureRole, Treatment

Sanitizer = Callable[[Prompt], "Released"]
HARMLESS = "harmless"
HIDDEN_ROLES = (DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES)


@dataclass(frozen=True, slots=True)
class Released:
    """What would be sent of one prompt. `people`: whom what is told fits, None where nobody was counted."""

    artifact: Artifact
    plan: DisclosurePlan
    verdict: str
    people: float | None
    utility: float | None


@dataclass(frozen=True, slots=True)
class Told:
    """One prompt: marks by role as (marks, wholly hidden, told whole), replacements that touch no private mark."""

    prompt: Prompt
    released: Released
    marks: dict[str, tuple[int, int, int]]
    replacements: int
    needless: int

    @property
    def unchanged(self) -> bool:
        """Whether the prompt would leave as it was pasted, byte for byte."""
        return self.released.artifact.text == self.prompt.text


def measure(prompts: Iterable[Prompt], sanitize: Sanitizer) -> Iterator[Told]:
    """One row per prompt, as it is done."""
    for prompt in prompts:
        yield told(prompt, sanitize(prompt))


def told(prompt: Prompt, released: Released) -> Told:
    """What `released` tells of the marks of `prompt`."""
    hidden: set[int] = set()
    for item in released.artifact.replacements:
        hidden.update(range(item.source_start, item.source_end))
    private: set[int] = set()
    marks: dict[str, list[int]] = {}
    for span in prompt.spans:
        letters = [at for at in range(span.start, span.end) if not prompt.text[at].isspace()]
        if span.role in (*HIDDEN_ROLES, DisclosureRole.DESCRIBES):
            private.update(letters)
        covered = sum(at in hidden for at in letters)
        row = marks.setdefault(_group(span), [0, 0, 0])
        row[0] += 1
        row[1] += covered == len(letters)
        row[2] += covered == 0
    needless = sum(
        private.isdisjoint(range(item.source_start, item.source_end)) for item in released.artifact.replacements
    )
    counted = {key: (row[0], row[1], row[2]) for key, row in marks.items()}
    return Told(prompt, released, counted, len(released.artifact.replacements), needless)


def _group(span: MarkedSpan) -> str:
    """Identifiers and localisers by role; what else, by whether the answer needs it."""
    if span.role in HIDDEN_ROLES:
        return span.role.value
    return f"{span.role.value}, needed" if span.needed else span.role.value


def summary(rows: Iterable[Told]) -> Record:
    """Shares over all prompts of one language and protocol."""
    items = tuple(rows)
    marks: dict[str, list[int]] = {}
    for item in items:
        for key, row in item.marks.items():
            total = marks.setdefault(key, [0, 0, 0])
            for index in range(len(row)):
                total[index] += row[index]
    harmless = [item for item in items if item.prompt.kind == HARMLESS]
    replaced = sum(item.replacements for item in items)
    treatments = Counter(entry.treatment.value for item in items for entry in item.released.plan.items)
    crowds = sorted(item.released.people for item in items if item.released.people is not None)
    return {
        "prompts": len(items),
        "marks": {
            key: {"n": row[0], "hidden": row[1] / row[0], "told": row[2] / row[0]} for key, row in sorted(marks.items())
        },
        "replacements": replaced,
        "needless_per_prompt": sum(item.needless for item in items) / len(items) if items else None,
        "precision": 1 - sum(item.needless for item in items) / replaced if replaced else None,
        "harmless": len(harmless),
        "harmless_unchanged": sum(item.unchanged for item in harmless) / len(harmless) if harmless else None,
        "treatments": {treatment.value: treatments[treatment.value] for treatment in Treatment},
        "verdicts": dict(Counter(item.released.verdict for item in items)),
        "people_median": crowds[len(crowds) // 2] if crowds else None,
    }


def detail(rows: Iterable[Told]) -> Iterator[Record]:
    """One record per prompt; holds no text."""
    for item in rows:
        yield {
            "id": item.prompt.id,
            "language": item.prompt.language.value,
            "kind": item.prompt.kind,
            "verdict": item.released.verdict,
            "people": item.released.people,
            "utility": item.released.utility,
            "marks": {key: list(row) for key, row in item.marks.items()},
            "replacements": item.replacements,
            "needless": item.needless,
            "unchanged": item.unchanged,
        }
