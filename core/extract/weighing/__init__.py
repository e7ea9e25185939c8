"""Rules and span reader together: what stands, with its role, and what becomes a question (DESIGN 5.1).

Rules with a proof stand whatever the reader says. Of everything else the reader's probability decides whether it is
private, and what it does in this text; what the reader alone found is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.sensitive import Layer
from core.domain.taxonomy import Taxonomy
from core.extract.candidate import Candidate
from core.extract.circumstances import CIRCUMSTANCE
from core.extract.spans.reader import SpanReading
from core.extract.weighing.borders import closed
from core.extract.weighing.dates import dated
from core.extract.weighing.from_reader import added, ages
from core.extract.weighing.from_rules import RuleFindings
from core.extract.weighing.joining import joined, touching
from core.extract.weighing.lines import within_lines
from core.extract.weighing.settings import Settings

BY_PERSON = frozenset({Layer.USER, Layer.LEARNED})


@dataclass(frozen=True, slots=True)
class Weighed:
    """`standing`: in text order, never overlapping. `aside`: findings of the rules that the reader takes for nobody's,
    with its word on them as score; they overlap nothing that stands."""

    standing: tuple[Candidate, ...]
    aside: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Weighing:
    """Settles what the rules and the reader found."""

    settings: Settings

    @classmethod
    def load(cls, root: Path) -> Weighing:
        """From the resource folder. Raises ResourceError."""
        return cls(Settings.load(root))

    def settle(self, candidates: Sequence[Candidate], reading: SpanReading, text: str, taxonomy: Taxonomy) -> Weighed:
        """What stands of both, and what does not. `text`: the view that both were found in.

        In a text that speaks of nobody only proved identifiers stand, unless it tells a name's circumstances.
        """
        samples = self.settings.samples_in(text)
        candidates = [item for item in candidates if not self._is_sample(item, text, samples)]
        candidates = within_lines(candidates, text, taxonomy)
        rules = RuleFindings(self.settings, reading, text, taxonomy)
        told = rules.somebodys(candidates)
        if reading.of_somebody or told:
            seen = added(reading.findings, text, self.settings)
            seen = [item for item in seen if not self._is_sample(item, text, samples)]
            values = self._values(rules.weighed(candidates, told), seen, reading, text, taxonomy)
            pieces = [item for item in seen if item.type_id == CIRCUMSTANCE]
            standing = self.settings.circumstances.settled(values, pieces, text, taxonomy)
        else:
            standing = tuple(item for item in candidates if self.settings.proves(item))
        return Weighed(standing, tuple(rules.doubted(candidates, standing)))

    def _values(
        self, ruled: Sequence[Candidate], seen: Sequence[Candidate], reading: SpanReading, text: str, taxonomy: Taxonomy
    ) -> tuple[Candidate, ...]:
        """What the rules and the reader found as values, in text order: each whole and apart from its neighbours, dates
        with their day, codes of the type that their label says, ages that no rule saw among them."""
        values = [item for item in seen if item.type_id != CIRCUMSTANCE]
        both = joined(ruled, values, text, taxonomy, self.settings.proves)
        parted = {finding.start for finding in reading.findings} & {finding.end for finding in reading.findings}
        whole = touching(both, parted, text, taxonomy, self.settings.spaced)
        whole = dated([closed(item, text) for item in whole], text)
        parts = (part for item in whole for part in self.settings.regions.parted(item, text))
        typed = tuple(self.settings.labels.typed(part, text) for part in parts)
        aged = ages(reading.findings, text, typed, self.settings)
        return tuple(sorted((*typed, *aged), key=lambda item: item.start))

    def _is_sample(self, item: Candidate, text: str, samples: Sequence[tuple[int, int]]) -> bool:
        """Whether a value is a published sample, or a piece of one of `samples`, that no person has marked."""
        if item.layer in BY_PERSON:
            return False
        inside = any(start <= item.start and item.end <= end for start, end in samples)
        return inside or self.settings.is_sample(text[item.start : item.end])
