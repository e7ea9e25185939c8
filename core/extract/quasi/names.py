"""Organisations, venues and places with capitalised names (Latin script)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.gazetteer import Gazetteer
from core.extract.quasi.lexicon import Lexicon
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import CERTAIN_TYPE, GUESS, LIKELY_TYPE, SELF_STANDING

HEAD_TYPES = ("COURT", "BANK", "SCHOOL", "HOSPITAL", "LAW_FIRM", "ORGANIZATION", "LANDMARK", "LOCATION")

_UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100\u0102\u0104\u0106\u010c\u010e\u0110\u0112\u0118\u011a\u011e\u0130\u0139\u013d\u0141\u0143\u0147\u0150\u0158\u015a\u015e\u0160\u0164\u016e\u0170\u0178\u0179\u017b\u017d"
_CAP = rf"(?:[{_UPPER}]\.(?:[{_UPPER}]\.)*|(?:St|Mt|Ste)\.|[{_UPPER}][\w'’&]*(?:[-/][\w'’]+)*)"
_LINK = r"(?:of the|of|the|and the|and|for the|for|de la|de los|de|la|le|du|des|von|van der|van|der|den|del|di|da|do|dos|y|&|on the|upon|on|in|to the|at|al-)"
_SEQUENCE = re.compile(
    rf"(?<![\w@#/.])(?:\d{{1,3}}(?:st|nd|rd|th) )?{_CAP}(?:(?: {_LINK})? {_CAP}){{0,9}}(?:,? (?:Ltd|Inc|LLC|Co|Corp|plc|PLC|S\.A|GmbH|LLP)\b\.?)?"
)
_WORD = re.compile(r"\S+")
_LOWER_HEAD = re.compile(r" ([a-z]+)(?!\w)")
_LOWER_HEAD_TYPES = ("SCHOOL", "HOSPITAL", "BANK", "LANDMARK", "LOCATION", "COURT")
_SPLIT_LINK = frozenset({"and", "&", "in", "on", "at", "and the", "for", "to the"})
_TRAIL = re.compile(r"[ ]?\(([^()\n]{2,60})\)")
_ACRONYM = re.compile(r"(?<![\w@#/.-])([A-Z][A-Z0-9&.]{1,7})(?![\w@-])")
_AFTER_BASED = re.compile(r"-(?:based|born|area|bound|educated)\b")
_PLACE_CUE = re.compile(
    r"(?:\b(?:in|near|from|outside|around|live[sd]? in|living in|born in|moved to|city of|town of|village of|at|to|via|between|towards?|visit(?:ing|ed)?|of|reach(?:ed)?|left|leave|through|across|region of|area of|district of)|,)(?: (?:the|central|downtown|northern|southern|eastern|western|north|south|east|west|greater|rural|upstate|old))?\s$"
)
_STRONG_PLACE_CUE = re.compile(
    r"(?:\b(?:live[sd]? in|living in|born in|moved to|residing in|based in|grew up in|city of|town of|village of|villages of|district of|province of|located in|comes? from|native of|raised in|flight to|fly to|flying to|trip to|travel(?:ling|ing)? to|arrived in|house in|flat in|apartment in|home in|in|near|outside))(?: the)?\s$"
)
_ORG_CUE = re.compile(
    r"\b(?:work(?:s|ed|ing)? (?:for|at|with)|employ(?:ed|er|ment)(?: by| at| with|:| is)?|joined|hired by|fired (?:by|from)|job (?:at|with)|intern(?:ed|ing|ship)? (?:at|with)|client of|customer of|contract with|founder of|co-founder of|ceo of|manager at|"
    r"engineer at|director of|company,?|called|firm|account (?:with|at)|insured (?:by|with)|dismissed by|sued|against|offices? of|president of|shares (?:in|of)|stock of|brand|supplier|at)(?: the| my)?\s$"
)
_HONORIFIC = re.compile(
    r"^(?:mr|mrs|ms|miss|dr|prof|professor|sir|lord|lady|judge|justice|captain|sergeant|fr|rev)\b\.?", re.IGNORECASE
)
_COMPANY_IN_LOWER = re.compile(
    r"(?<!\w)((?:work(?:s|ed|ing)?(?: \w+ly)? (?:for|at|in)|job at|employed by|own|runs?) )(an? (?:[\w-]+ ){0,3}(?:company|firm|start-?up|school|hospital|bank|agency|factory|restaurant|shop|store|clinic|practice|university|hotel|supermarket|warehouse|nursery|ngo|charity|nursing home|law firm|kindergarten))(?!\w)"
)


@dataclass(frozen=True, slots=True)
class NameDetector:
    """`heads`: lower-case head word -> type. `ordinary`: sentence openers, never part of a name's beginning.
    `alone`: capitalised words that name nothing by themselves (weekdays, headings, common acronyms)."""

    heads: Mapping[str, str]
    ordinary: frozenset[str]
    alone: frozenset[str]
    known: Mapping[str, str]
    gazetteer: Gazetteer

    @classmethod
    def create(cls, lexicon: Lexicon, gazetteer: Gazetteer) -> NameDetector:
        """Heads from the `head.<TYPE>` groups, ordinary words from `ordinary`."""
        heads = {word: kind for kind in HEAD_TYPES for word in lexicon.terms(f"head.{kind}")}
        known = {word: kind for kind in ("LOCATION", "NATIONALITY") for word in lexicon.terms(kind)}
        return cls(heads, frozenset(lexicon.terms("ordinary")), frozenset(lexicon.terms("alone")), known, gazetteer)

    def detect(self, scan: Scan) -> Iterator[Candidate]:
        """Named organisations, venues and places of the segment."""
        for match in _SEQUENCE.finditer(scan.text):
            yield from self._sequence(scan, match.start(), match.group())
        for match in _COMPANY_IN_LOWER.finditer(scan.lower):
            yield candidate(
                match.span(2), "ORGANIZATION", folded(match.group(2)), LIKELY_TYPE, "name.generic", forms.GENERIC
            )

    def _sequence(self, scan: Scan, start: int, text: str) -> Iterator[Candidate]:
        words = [(start + match.start(), match.group()) for match in _WORD.finditer(text)]
        words = self._strip(words, scan, start)
        if not words:
            return
        found = self._headed(scan, words)
        if found is not None:
            yield found
            yield from self._alias(scan, found)
            rest = [(at, word) for at, word in words if at >= found.end]
            while rest and rest[0][1].islower():
                rest = rest[1:]
            if rest:
                yield from self._sequence_rest(scan, rest)
            return
        yield from self._sequence_rest(scan, words)

    def _strip(self, words: list[tuple[int, str]], scan: Scan, start: int) -> list[tuple[int, str]]:
        """Without sentence openers and trailing links."""
        while words and (words[0][1].lower().strip(".'’") in self.ordinary or words[0][1].islower()):
            words = words[1:]
        while words and words[-1][1].islower():
            words = words[:-1]
        return words

    def _headed(self, scan: Scan, words: list[tuple[int, str]]) -> Candidate | None:
        lowered = [word.lower().strip(".,") for _, word in words]
        for index in range(len(words) - 1, -1, -1):
            kind = self.heads.get(lowered[index])
            if kind is None:
                continue
            venue_first = index == 0 and kind == "LANDMARK" and len(words) > 1
            if index == 0 and not venue_first and (len(words) < 3 or lowered[1] not in ("of", "for", "de", "du", "di")):
                continue
            first = 0
            last = (
                len(words) - 1
                if index == 0 or (index + 1 < len(words) and lowered[index + 1] in ("of", "for"))
                else index
            )
            at, word = words[last]
            span = (words[first][0], at + len(word.rstrip(".,'’")))
            if scan.lower[span[0] : span[1]] in self.alone:
                return None
            return self._name(scan, span, kind, CERTAIN_TYPE)
        at, word = words[-1]
        end = at + len(word)
        tail = _LOWER_HEAD.match(scan.text, end)
        if tail and self.heads.get(tail.group(1)) in _LOWER_HEAD_TYPES:
            return self._name(scan, (words[0][0], tail.end()), self.heads[tail.group(1)], LIKELY_TYPE)
        return None

    def _alias(self, scan: Scan, found: Candidate) -> Iterator[Candidate]:
        """Name (Own Language Name, ABBR): what stands in the brackets is the same organisation."""
        trail = _TRAIL.match(scan.text, found.end)
        if (
            trail
            and not trail.group(1).lower().startswith(("the ", "see ", "hereinafter", "i.e", "e.g"))
            and not trail.group(1)[0].isdigit()
        ):
            yield candidate(
                trail.span(1), found.type_id, folded(trail.group(1)), LIKELY_TYPE, "name.alias", forms.ABBREVIATION
            )

    def _name(self, scan: Scan, span: tuple[int, int], kind: str, score: float) -> Candidate:
        return candidate(span, kind, folded(scan.text[span[0] : span[1]]), score, "name.headed", forms.NAME)

    def _sequence_rest(self, scan: Scan, words: list[tuple[int, str]]) -> Iterator[Candidate]:
        for part in _parts(words):
            part = self._strip(part, scan, 0)
            if not part:
                continue
            start, end = part[0][0], part[-1][0] + len(part[-1][1].rstrip(".,'’"))
            surface = scan.text[start:end]
            if _HONORIFIC.match(surface):
                continue
            yield from self._unheaded(scan, (start, end), surface, len(part))

    def _unheaded(self, scan: Scan, span: tuple[int, int], surface: str, size: int) -> Iterator[Candidate]:
        bare = re.sub(r"[’']s$", "", surface)
        span = (span[0], span[0] + len(bare))
        if bare.lower() in self.known or bare.lower() in self.alone:
            return
        before = scan.before(span[0], 36)
        form = forms.ADJECTIVE if _AFTER_BASED.match(scan.text, span[1]) else forms.NAME
        if _ORG_CUE.search(before) and not self.gazetteer.large(bare):
            score = SELF_STANDING if "work" in before or "employ" in before else GUESS
            yield candidate(span, "ORGANIZATION", folded(bare), score, "name.employer", form, Layer.CONTEXT)
            return
        cue = bool(_PLACE_CUE.search(before))
        if len(bare) > 2 and (self.gazetteer.large(bare) or (cue and self.gazetteer.small(bare))):
            score = CERTAIN_TYPE if cue or size > 1 else LIKELY_TYPE
            yield candidate(span, "LOCATION", folded(bare), score, "name.gazetteer", form, Layer.LEXICON)
        elif _STRONG_PLACE_CUE.search(before) and len(bare) > 2 and not bare.isupper():
            yield candidate(span, "LOCATION", folded(bare), GUESS, "name.place_cue", form, Layer.CONTEXT)
        elif _ACRONYM.fullmatch(bare) and len(bare) > 2 and bare.isalpha() and before:
            yield candidate(span, "ORGANIZATION", folded(bare), GUESS, "name.acronym", forms.ABBREVIATION)
        elif size >= 2 and len(bare) > 6 and before.strip():
            yield candidate(span, "ORGANIZATION", folded(bare), GUESS, "name.capitalised", form)


def _parts(words: list[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    """Pieces of a sequence between linking words that join two names ("Leeds and York")."""
    part: list[tuple[int, str]] = []
    for at, word in words:
        if word in _SPLIT_LINK:
            if part:
                yield part
            part = []
        else:
            part.append((at, word))
    if part:
        yield part
