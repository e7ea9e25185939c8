"""What the whole path hides of marked prompts: the plan's replacements against the marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from bench.prompt_corpus import Prompt
from core.domain.artifact import Artifact
from core.domain.disclosure import DisclosureRole

ABOUT = (DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES, DisclosureRole.DESCRIBES)
"""Roles of what is a person's: a replacement that touches none of them is bad."""


@dataclass(slots=True)
class Outcome:
    """Counts over prompts. `marks` and `hidden` (in full, white space aside): by role."""

    prompts: int = 0
    marks: Counter[DisclosureRole] = field(default_factory=Counter)
    hidden: Counter[DisclosureRole] = field(default_factory=Counter)
    replacements: int = 0
    bad: int = 0
    harmless: int = 0
    untouched: int = 0

    def share(self, role: DisclosureRole) -> float:
        """Share of the marks of a role that are hidden in full, in [0, 1]."""
        return self.hidden[role] / max(1, self.marks[role])

    @property
    def precision(self) -> float:
        """Share of the replacements that touch something of a person's, in [0, 1]."""
        return 1 - self.bad / max(1, self.replacements)

    def add(self, prompt: Prompt, artifact: Artifact) -> None:
        """Scores one prompt."""
        text = prompt.text
        replaced = [range(item.source_start, item.source_end) for item in artifact.replacements]
        gone = {index for part in replaced for index in part}
        about: set[int] = set()
        for span in prompt.spans:
            signs = {index for index in range(span.start, span.end) if not text[index].isspace()}
            self.marks[span.role] += 1
            self.hidden[span.role] += signs <= gone
            if span.role in ABOUT:
                about |= signs
        self.prompts += 1
        self.replacements += len(replaced)
        self.bad += sum(about.isdisjoint(part) for part in replaced)
        if prompt.kind == "harmless":
            self.harmless += 1
            self.untouched += artifact.text == text


def outcome_of(prompts: Iterable[Prompt], sanitize: Callable[[str], Artifact]) -> Outcome:
    """The counts over the prompts. `sanitize`: from a prompt to what would be sent before a person decides."""
    result = Outcome()
    for prompt in prompts:
        result.add(prompt, sanitize(prompt.text))
    return result
