"""What becomes of a finding of the rules, by the span reader's word on it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from core.domain.disclosure import DisclosureRole
from core.domain.taxonomy import Family, Kind, Taxonomy
from core.extract.candidate import Candidate
from core.extract.person_names import is_chinese, surname_length
from core.extract.quasi.day_values import DATED
from core.extract.spans.reader import SpanFinding, SpanReading
from core.extract.told_of import PERSON, is_whole_name
from core.extract.weighing.borders import cut, trimmed
from core.extract.weighing.dates import BIRTH_DATE, in_timestamp, product_before
from core.extract.weighing.identifiers import LINK, REFERENCE, is_counted
from core.extract.weighing.settings import HIDING, Settings
from core.text.characters import in_simplified
from core.text.scripts import is_ideograph

DIALLED = frozenset({"PHONE", REFERENCE})
"""Types of numbers that may be called."""
KNOWN_NAMES = ("names_", "ner.")
"""Rules that know names from lists, and the name model."""
BY_ENDING = "quasi.name.suffix"
"""The rule that knows a name by the word at its end, without which there is none."""
CALLED = "names_called"
"""Rules that find what somebody is said to be called, which may be any word: the Colonel, Dutch."""
LISTED_NAME = "names_latin.given_first"
"""The rule that knows a listed given name and the name behind it."""
_PRIVATE = tuple(role for role in DisclosureRole if role is not DisclosureRole.PUBLIC)


@dataclass(frozen=True, slots=True)
class RuleFindings:
    """The findings of the rules in one text, beside what the reader says of it."""

    settings: Settings
    reading: SpanReading
    text: str
    taxonomy: Taxonomy

    def somebodys(self, candidates: Sequence[Candidate]) -> frozenset[tuple[int, int]]:
        """`[start, end)` of names that are somebody's at least doubtfully, whatever the reader makes of them.

        Those are names that are tied to who writes, names that personal facts are told of and, in a text of which it
        is not certain, whole names of the lists, which nobody famous bears. It learned from people who write of
        themselves; that a stranger is spoken of makes nobody public.
        """
        found: frozenset[tuple[int, int]] = frozenset()
        if self.reading.private >= self.settings.told_of.private:
            found = self.settings.told_of.names(candidates, self.text)
        if self.settings.named[0] <= self.reading.private <= self.settings.named[1]:
            listed = (item for item in candidates if item.recognizer.startswith(KNOWN_NAMES))
            whole = (item for item in listed if is_whole_name(self.text[item.start : item.end]))
            found |= {(item.start, item.end) for item in whole}
        return found | {(item.start, item.end) for item in candidates if self._is_tied(item)}

    def _is_tied(self, item: Candidate) -> bool:
        return item.type_id == PERSON and self.settings.acquaintance.owns(self.text, item.start, item.end)

    def weighed(self, candidates: Iterable[Candidate], told: Set[tuple[int, int]]) -> list[Candidate]:
        """What stands of the candidates, with its role, in text order. `told`: names that are somebody's at least
        doubtfully, whatever the reader says."""
        items = [trimmed(item, self.text) for item in candidates]
        if self.reading.of_somebody:
            told = told | {(item.start, item.end) for item in items if item.recognizer.startswith(CALLED)}
        described = [item for item in items if not self._is_hidden_kind(item)]
        parts = (part for item in items for part in self._parts(item, told, described))
        standing = (self._standing(part, told) for part in parts)
        return sorted((item for item in standing if item is not None), key=lambda item: item.start)

    def doubted(self, candidates: Sequence[Candidate], standing: Sequence[Candidate]) -> Iterator[Candidate]:
        """Findings of the rules that touch nothing that stands: nobody's, says the reader. Kin words and timestamps are
        the rules' own mistakes and no matter of doubt."""
        starts = [item.start for item in standing]
        for item in candidates:
            at = bisect_left(starts, item.end)
            if at and standing[at - 1].end > item.start:
                continue
            surface = self.text[item.start : item.end]
            if in_timestamp(item.type_id, item.end, self.text) or self.settings.nobody.calls(surface):
                continue
            weights = self.reading.weigh(item.start, item.end)
            private = sum(weights.get(role, 0.0) for role in _PRIVATE)
            yield replace(item, role=DisclosureRole.PUBLIC, score=round(private, 4), sure=False)

    def _is_hidden_kind(self, item: Candidate) -> bool:
        kind = self.taxonomy[item.type_id]
        return kind.kind is Kind.EXPLICIT or kind.does in HIDING

    def _parts(
        self, item: Candidate, told: Set[tuple[int, int]], described: Sequence[Candidate]
    ) -> Iterator[Candidate]:
        """A finding of the rules within the borders that the reader sees: parted where it holds several values, without
        words at its edges that are none of it, never over the beginning or end of something `described`. What is proved
        stays whole, and so do a link, a date or a sum, which its rule reads to the end, and a name of `told` that is
        written with spaces."""
        surface = self.text[item.start : item.end]
        named = (item.start, item.end) in told or (item.recognizer.startswith(LISTED_NAME) and is_whole_name(surface))
        read = item.type_id in DATED or is_counted(item)
        whole = "://" in surface or read or (named and not any(map(is_ideograph, surface)))
        if whole or self.settings.proves(item):
            yield item
            return
        if self.settings.guesses(item, self.text):
            seen = [finding for finding in self.reading.findings if finding.role in HIDING and _meet(finding, item)]
            if seen:
                first = max((other.end for other in described if other.end <= item.start), default=0)
                last = min((other.start for other in described if other.start >= item.end), default=len(self.text))
                yield from (
                    cut(item, max(first, finding.start), min(last, finding.end), self.text)
                    for finding in seen
                    if self.settings.agrees(item.type_id, finding, self.taxonomy)
                    and not (item.recognizer == BY_ENDING and finding.end < item.end)
                )
                return
        for start, end in self.reading.stretches(item.start, item.end, self.settings.edge, self.text):
            if item.recognizer == BY_ENDING and end < item.end:
                continue
            if item.type_id == PERSON:
                end = self._with_given(item, start, end)
                if not item.recognizer.startswith(CALLED):
                    start, end = self.settings.nobody.without(self.text, start, end)
            yield cut(item, start, end, self.text)

    def _with_given(self, item: Candidate, start: int, end: int) -> int:
        """The end of a part of a Chinese name: one that the reader breaks off behind the surname keeps a character of
        the given name, or that would be left beside its token."""
        name = in_simplified(self.text[item.start : item.end])
        alone = start == item.start and is_chinese(name) and end - start == surname_length(name)
        return min(end + 1, item.end) if alone else end

    def _is_nobodys(self, item: Candidate) -> bool:
        """Whether a name is how anybody may be called, a number is one that anybody may call or the version of a
        product, or a place or organisation is named by its kind alone."""
        surface = self.text[item.start : item.end]
        if item.type_id in DATED and (product := product_before(self.text, item.start, item.end)):
            return self.settings.things.hold(self.text, *product)
        if item.type_id == PERSON:
            return self.settings.nobody.calls(surface) and not item.recognizer.startswith(CALLED)
        if item.type_id in DIALLED and self.settings.lines.holds(self.text, item.start, item.end):
            return True
        if item.type_id not in self.settings.kinds.types:
            return False
        return self.settings.kinds.only(surface) or self.settings.nobody.calls(surface)

    def _standing(self, item: Candidate, told: Set[tuple[int, int]]) -> Candidate | None:
        """A finding of the rules with what the reader says of it; None where it says that nothing is private."""
        explicit = self.taxonomy[item.type_id].kind is Kind.EXPLICIT
        if self.settings.proves(item):
            if explicit:
                return item
            weights = self.reading.weigh(item.start, item.end)
            return replace(item, role=max(_PRIVATE, key=lambda role: weights.get(role, 0.0)))
        if in_timestamp(item.type_id, item.end, self.text) or self._is_nobodys(item):
            return None
        return self._identifier(item, told) if explicit else self._attribute(item)

    def _is_thing(self, item: Candidate, chance: float) -> bool:
        return self.settings.is_thing(item.type_id, self.text, item.start, item.end, chance)

    def _identifier(self, item: Candidate, told: Set[tuple[int, int]]) -> Candidate | None:
        """An explicit identifier, where the reader takes it for one at all."""
        weights = self.reading.weigh(item.start, item.end)
        hiding = sum(weights.get(role, 0.0) for role in HIDING)
        tied = self._is_tied(item)
        called = tied or item.recognizer.startswith(CALLED)
        least = self.settings.drop_link if item.type_id == LINK else self.settings.drop
        if not tied and self.settings.guesses(item, self.text) and self.reading.private > self.settings.named[1]:
            least = self.settings.guess  # where it is certain that a text speaks of somebody, the reader knows of whom
        elif any(start <= item.start and item.end <= end for start, end in told):
            heard = self.reading.said(item.start, item.end) is not None
            least = self.settings.told * self.reading.private if heard and not called else 0.0
        if hiding < least or (not called and self._is_thing(item, hiding)):
            return None
        hiding = max(hiding, self.settings.drop)
        sure = self.reading.is_sure(DisclosureRole.IDENTIFIES, hiding)
        return replace(item, role=DisclosureRole.IDENTIFIES, score=round(hiding, 4), sure=sure)

    def _attribute(self, item: Candidate) -> Candidate | None:
        """A quasi-identifier with the role that the reader sees, where it is private."""
        weights = self.reading.weigh(item.start, item.end)
        public = weights.get(DisclosureRole.PUBLIC, 0.0)
        if item.type_id == BIRTH_DATE and public < self.settings.doubt:
            return replace(item, role=DisclosureRole.LOCATES)  # words or a header say whose it is
        role = max(_PRIVATE, key=lambda role: weights.get(role, 0.0))
        private = sum(weights.get(role, 0.0) for role in _PRIVATE)
        usual = self.taxonomy[item.type_id].does
        if self._is_thing(item, private):
            return None
        if public >= self.settings.doubt if usual is DisclosureRole.DESCRIBES else private < self.settings.drop:
            return None  # what describes somebody counts in the crowd, however little the reader makes of it
        if usual not in HIDING and role in HIDING:
            # What describes or is asked about stays so: what hides is the reader's own finding around it, not a class.
            return replace(item, role=None, score=round(private, 4))
        named = self.reading.is_sure(DisclosureRole.IDENTIFIES, weights.get(DisclosureRole.IDENTIFIES, 0.0))
        place = self.taxonomy[item.type_id].family is Family.PLACE
        if place and not named and not _is_seen(item, self.reading.findings):
            return None
        sure = role not in HIDING or self.reading.is_sure(role, weights[role])
        return replace(item, role=role, score=round(private, 4), sure=sure)


def _meet(finding: SpanFinding, item: Candidate) -> bool:
    return finding.start < item.end and item.start < finding.end


def _is_seen(item: Candidate, findings: Iterable[SpanFinding]) -> bool:
    """Whether the reader found something of somebody's inside a place that a rule saw: capitals and heads of names
    alone are anybody's."""
    return any(finding.role in HIDING and _meet(finding, item) for finding in findings)
