"""What becomes of a finding of the span reader that no rule may have seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.domain.disclosure import DisclosureRole
from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.circumstances import CIRCUMSTANCE
from core.extract.quasi.age import read_age
from core.extract.quasi.day_values import DATED
from core.extract.spans.borders import CODE_GROUPS
from core.extract.spans.reader import SpanFinding
from core.extract.spans.word_borders import WordBorders
from core.extract.told_of import PERSON
from core.extract.weighing.borders import before_counter, behind_key, fields, unquoted, value_of
from core.extract.weighing.dates import DATE, days_apart, in_timestamp, is_written_day
from core.extract.weighing.identifiers import LINK, REFERENCE, by_form, is_no_date, spoken_within
from core.extract.weighing.lines import parted
from core.extract.weighing.routes import legs
from core.extract.weighing.settings import Settings
from core.extract.weighing.splinters import is_measure, is_splinter

RECOGNIZER = "spans"
AGE, AGE_GROUP = "AGE", "age"
_ARTICLE = re.compile(r"the\s+", re.IGNORECASE)


def added(findings: Iterable[SpanFinding], text: str, settings: Settings) -> list[Candidate]:
    """The findings as candidates, each field of a form, line of a number and place of a way by itself."""
    borders = WordBorders(text)
    parts = (part for finding in findings for field in fields(finding, text) for part in unquoted(field, text))
    days = (day for part in parts for day in days_apart(part, text))
    lines = (line for day in days for line in parted(day, text))
    found = (_candidate(leg, text, borders, settings) for line in lines for leg in legs(line, text))
    return [item for item in found if item is not None]


def _candidate(finding: SpanFinding, text: str, borders: WordBorders, settings: Settings) -> Candidate | None:
    """None for what is told anyway and no rule can read, and for a splinter of something else."""
    type_id = settings.types.get((finding.role, finding.group))
    if type_id is None or in_timestamp(type_id, finding.end, text):
        return None
    finding = _within(finding, type_id, text, borders, settings)
    surface = text[finding.start : finding.end]
    if not surface or is_splinter(surface, type_id, finding, text, settings):
        return None
    if settings.is_thing(type_id, text, finding.start, finding.end, finding.probability):
        return None
    if _is_nobodys(finding, type_id, text, settings):
        return None
    if finding.role is DisclosureRole.IDENTIFIES and finding.group in CODE_GROUPS:
        if is_written_day(surface):
            finding, type_id = replace(finding, role=DisclosureRole.LOCATES), DATE
        else:
            type_id = by_form(surface, finding.group) or type_id
    if type_id in DATED and is_no_date(surface):
        finding, type_id = replace(finding, role=DisclosureRole.IDENTIFIES), REFERENCE
    if type_id == LINK and finding.probability < settings.drop_link:
        return None
    return Candidate(
        start=finding.start,
        end=finding.end,
        type_id=type_id,
        value=value_of(type_id, surface),
        score=finding.probability,
        layer=Layer.SPANS,
        recognizer=f"{RECOGNIZER}.{finding.group}",
        base_score=finding.probability,
        role=finding.role,
        sure=finding.sure and type_id != CIRCUMSTANCE,
    )


def _within(finding: SpanFinding, type_id: str, text: str, borders: WordBorders, settings: Settings) -> SpanFinding:
    """The finding in whole words, without what stands at its edges and is none of the value; may be empty."""
    start, end = behind_key(text, *borders.whole(finding.start, finding.end, named=type_id == PERSON))
    if type_id == PERSON:
        start, end = settings.nobody.without(text, start, end)
    if type_id in DATED and (article := _ARTICLE.match(text, start, end)):
        start = article.end()
    if type_id in settings.kinds.types or type_id == PERSON:
        start, end = settings.lean(text, start, end)
    if finding.group in CODE_GROUPS:
        start, end = spoken_within(text, start, before_counter(text, start, end))
    return replace(finding, start=start, end=end)


def _is_nobodys(finding: SpanFinding, type_id: str, text: str, settings: Settings) -> bool:
    """Whether a code is one that anybody may call or counts something, or words name nobody in particular."""
    surface = text[finding.start : finding.end]
    if type_id == PERSON and finding.probability < settings.certain and settings.plain.labels_a_number(surface):
        return True
    if type_id == PERSON and not finding.sure and settings.plain.holds(surface):
        return True
    if type_id == PERSON and settings.regions.holds(surface):
        return True
    if finding.group in CODE_GROUPS and (
        settings.lines.holds(text, finding.start, finding.end) or is_measure(surface, finding.end, text)
    ):
        return True
    if type_id in settings.kinds.types:
        ordinary = finding.probability < settings.plain_place and settings.plain.holds(surface, place=True)
        if ordinary or settings.kinds.only(surface):
            return True
    return settings.nobody.calls(surface)


def ages(
    findings: Iterable[SpanFinding], text: str, standing: Sequence[Candidate], settings: Settings
) -> Iterator[Candidate]:
    """Ages that no rule saw: people write them bare, behind a name, in brackets, in a row of a table. Only a number can
    be counted, so a finding without one is none."""
    for finding in findings:
        told = finding.role is DisclosureRole.DESCRIBES and finding.group == AGE_GROUP
        if not told or finding.probability < settings.age:
            continue
        read = read_age(text[finding.start : finding.end])
        if read is None:
            continue
        start, end = finding.start + read.start, finding.start + read.end
        if any(other.start < end and start < other.end for other in standing):
            continue
        yield Candidate(
            start,
            end,
            AGE,
            read.value,
            finding.probability,
            Layer.SPANS,
            f"{RECOGNIZER}.{AGE_GROUP}",
            finding.probability,
            form=read.form,
            sure=finding.sure,
        )
