"""Who is who: facts are hung on persons, so that nothing of one is charged to another (DESIGN 5.1)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.resources import read_toml
from core.text.patterns import any_of

FILE = "persons.toml"
PERSON = "PERSON"
WRITER = "me"
_SENTENCE = re.compile(r"[.!?;。！？；\n]+(?=\s|$|[^\x00-\x7f])|\n")
_CLAUSE = re.compile(r"[,，、:：]")
_OWN_KIN = frozenset({"FAMILY", "MARITAL_STATUS"})
"""Types whose values speak of kin, but are facts of whoever has it."""


@dataclass(frozen=True, slots=True)
class _Cue:
    start: int
    end: int
    owner: str


@dataclass(frozen=True, slots=True)
class Persons:
    """Cues of resources/recognizers/persons.toml. Stateless; safe from any thread."""

    me: re.Pattern[str]
    kin: re.Pattern[str]
    after: int

    @classmethod
    def load(cls, root: Path) -> Persons:
        """From the resource folder. Raises ResourceError."""
        data = read_toml(root / "recognizers" / FILE)
        try:
            return cls(_pattern(data, "me"), _pattern(data, "kin"), int(data["after"]))
        except (KeyError, TypeError, ValueError, re.error) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def assign(self, attributes: Sequence[SensitiveAttribute], text: str) -> tuple[SensitiveAttribute, ...]:
        """`attributes` of `text` with the person whom each is about: `me`, the id of a named person's attribute, or the
        word for somebody ("mother"); empty where nobody is in sight. A named person is their own."""
        folded = text.casefold()
        if len(folded) != len(text):
            folded = text.lower() if len(text.lower()) == len(text) else text
        named = [
            _Cue(mention.start, mention.end, item.id)
            for item in attributes
            if item.type_id == PERSON
            for mention in item.mentions
        ]
        kin = [_Cue(match.start(), match.end(), match.group()) for match in self.kin.finditer(folded)]
        me = [_Cue(match.start(), match.end(), WRITER) for match in self.me.finditer(folded)]
        everybody = sorted([*named, *kin, *me], key=lambda cue: cue.start)
        bounds = [0, *(match.end() for match in _SENTENCE.finditer(text))]
        return tuple(self._assigned(item, everybody, bounds, text) for item in attributes)

    def _assigned(
        self, item: SensitiveAttribute, cues: Sequence[_Cue], bounds: Sequence[int], text: str
    ) -> SensitiveAttribute:
        if item.type_id == PERSON:
            return replace(item, person=item.id)
        if not item.mentions:
            return item
        first = item.mentions[0]
        sentence = bounds[bisect_right(bounds, first.start) - 1]
        own_kin = item.type_id in _OWN_KIN
        usable = [
            cue
            for cue in cues
            if not (cue.start < first.end and first.start < cue.end)
            and not (own_kin and cue.owner != WRITER and first.start <= cue.start <= first.end + self.after)
        ]
        behind = next((cue for cue in usable if first.end <= cue.start <= first.end + self.after), None)
        if behind is not None and _CLAUSE.search(text, first.end, behind.start):
            behind = None
        before = [cue for cue in usable if sentence <= cue.start < first.start]
        if behind is not None and behind.owner != WRITER and not own_kin and (not before or before[-1].owner == WRITER):
            return replace(item, person=behind.owner)
        if before:
            return replace(item, person=before[-1].owner)
        earlier = [cue for cue in usable if cue.start < sentence]
        return replace(item, person=earlier[-1].owner) if earlier else item


def _pattern(data: dict[str, dict[str, list[str]]], name: str) -> re.Pattern[str]:
    latin, chinese = (any_of(data[language][name]) for language in (Language.EN, Language.ZH))
    return re.compile(rf"(?<![a-z'’]){latin}(?![a-z])|{chinese}")
