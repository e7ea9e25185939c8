"""Organisations, venues and places with capitalised names (Latin script)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.calendar_words import WHOLE_WEEKDAYS
from core.extract.quasi.gazetteer import Gazetteer
from core.extract.quasi.lexicon import Lexicon
from core.extract.quasi.loose_names import acronym_names_a_body, phrase_names_a_body
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import CERTAIN_TYPE, GUESS, LIKELY_TYPE, SELF_STANDING
from core.extract.quasi.word_lists import words as listed
from core.text.months import MONTHS

HEAD_TYPES = ("COURT", "BANK", "SCHOOL", "HOSPITAL", "LAW_FIRM", "ORGANIZATION", "LANDMARK", "LOCATION")

_UPPER = (
    "A-Z\u00c0-\u00d6\u00d8-\u00de\u0100\u0102\u0104\u0106\u010c\u010e\u0110\u0112\u0118\u011a\u011e\u0130\u0139\u013d"
    "\u0141\u0143\u0147\u0150\u0158\u015a\u015e\u0160\u0164\u016e\u0170\u0178\u0179\u017b\u017d"
)
_LATIN = r"A-Za-z0-9_\u00c0-\u024f"
"""Ideographs beside a name are no part of it: 医生在Leeds工作."""
_CAP = rf"(?:[{_UPPER}]\.(?:[{_UPPER}]\.)*|(?:St|Mt|Ste)\.|[{_UPPER}][{_LATIN}'’&]*(?:[-/][{_LATIN}'’]+)*)"
_LINK = (
    r"(?:of the|of|the|and the|and|for the|for|de la|de los|de|la|le|du|des|von|van der|van|der|den|del|"
    r"di|da|do|dos|y|&|on the|upon|on|in|to the|at|al-)"
)
_SEQUENCE = re.compile(
    rf"(?<![{_LATIN}@#/.])(?:\d{{1,3}}(?:st|nd|rd|th) )?{_CAP}(?:(?: {_LINK})? {_CAP}){{0,9}}"
    rf"(?:\.?,? (?:Co\.?,? )?(?:\((?:Pty|Pte|Pvt|UK|HK|USA|Ireland|SA|India|Asia|Europe|China|Singapore)\) )?"
    rf"(?:Ltd|Inc|LLC|Co|Corp|plc|PLC|S\.A|GmbH|LLP|Limited)\b\.?)?"
)
_WORD = re.compile(r"\S+")
_LOWER_HEAD = re.compile(
    r" (?:(?:gendarmerie|police|fire|railway|train|bus|"
    r"municipal|state|central|general|military|public|regional|national|international|secondary|"
    r"primary|high|city|"
    r"county|district|community|memorial|teaching|children['’]s) )?([a-z]+)(?!\w)"
)
_LOWER_HEAD_TYPES = ("SCHOOL", "HOSPITAL", "BANK", "LANDMARK", "LOCATION", "COURT")
_SPLIT_LINK = frozenset(listed("en", "between_names"))
_TRAIL = re.compile(r"[ ]?\(([^()\n]{2,60})\)")
_FIRM_END = (
    r"(?:LLP|L\.L\.P\.|Solicitors|Attorneys(?: at Law)?|Advocates|Barristers|Lawyers|Law (?:Group|Firm|Office)s?|"
    r"Legal(?: Group)?|Associates|Partners|Notaries|Chambers)"
)
_FIRM = re.compile(
    rf"(?<![{_LATIN}@#/.])({_CAP}(?:(?:, {_CAP}){{0,3}},? (?:&|and) {_CAP})?(?: {_CAP})? {_FIRM_END})(?![{_LATIN}])"
)
FIRM = CERTAIN_TYPE + 0.02
"""Of two readings of one span the firm stands before the company."""
_LABEL_AFTER = re.compile(r"\*{0,2}[ \t]?[:：]|[ \t]+(?=[:：])")
"""A word before a colon at the start of a line is a heading, a field or a speaker."""
_MONTH_OR_DAY = frozenset({*MONTHS, *WHOLE_WEEKDAYS})
_PARTS_OF_COURTS = frozenset(listed("en", "court_parts"))
_ORDINALS = frozenset(listed("en", "ordinals"))
_ACRONYM = re.compile(r"[A-Z]{2}[A-Z0-9&]{0,6}(?:-\w{1,12})?")
LONGEST_CODE = 4
"""Capitals of an abbreviation that the gazetteer may hold by chance."""
_AFTER_BASED = re.compile(r"-(?:based|born|area|bound|educated)\b")
_PLACE_CUE = re.compile(
    r"(?:\b(?:in|near|from|outside|around|live[sd]? in|living in|born in|moved to|city of|town of|"
    r"village of|at|to|via|between|towards?|visit(?:ing|ed)?|of|reach(?:ed)?|left|leave|through|across|"
    r"region of|area of|district of)|,)(?: (?:the|central|downtown|northern|southern|eastern|western|"
    r"north|south|east|west|greater|rural|upstate|old))?\s$"
)
_STRONG_PLACE_CUE = re.compile(
    r"(?:\b(?:live[sd]? in|living in|born in|moved to|residing in|based in|grew up in|city of|town of|"
    r"village of|villages of|district of|province of|located in|comes? from|native of|raised in|flight to|"
    r"fly to|flying to|trip to|travel(?:ling|ing)? to|(?:originally|here|came|flew|returned|arrived|moved|"
    r"going|went|coming|drove|sent|return|back|walked|relocated|emigrated|immigrated) (?:from|to|at|in)|"
    r"from|arrived in|house in|flat in|apartment in|home in|in|near|outside))(?: the)?\s$"
)
_ORG_CUE = re.compile(
    r"\b(?:(?:has|have|had|[’']s|[’']ve) been (?:with|at)|"
    r"work(?:s|ed|ing)? (?:for|at|with)|employ(?:ed|er|ment)(?: by| at| with|:| is)?|joined|hired by|"
    r"fired (?:by|from)|job (?:at|with)|intern(?:ed|ing|ship)? (?:at|with)|client of|customer of|"
    r"contract with|founder of|co-founder of|ceo of|manager at|"
    r"engineer at|director of|company,?|called|firm|account (?:with|at)|insured (?:by|with)|dismissed by|"
    r"sued|against|offices? of|president of|shares (?:in|of)|stock of|brand|supplier|address of|became|"
    r"members? of|membership (?:of|in)|leaders? of|chair(?:man|woman|person)? of|branch of|"
    r"support|at|(?:job|work|role|position|career|contract|internship|interview|offer|placement|deal|lease|claim|dispute|visa|h-1b|l-1|permit|booking|flight|order|"
    r"complaint|appointment|policy|loan|mortgage|tenancy) (?:[\w-]+ ){0,5}(?:with|from|against|to)|sponsored by|"
    r"(?:laid off|let go|resign(?:ed|ing)|bought|ordered|refund|charged|billed|scammed|acquired|owned|run) (?:from|by)|"
    r"(?:sell(?:ing)?|sold|merg\w+|switch\w*|moved|moving) (?:our|my|the|his|"
    r"her) (?:[a-z-]+ ){1,3}(?:\([^()]{0,60}\) )?"
    r"(?:to|with))(?: the| my)?\s$"
)
_ORG_AFTER = re.compile(
    r"(?:[’']s)? (?:is|was|are) (?:an? |the |one of the )(?:[\w-]+ ){0,5}(?:company|firm|bank|agency|"
    r"provider|start-?up|corporation|"
    r"manufacturer|retailer|organi[sz]ation|supplier|charity|employer|business|brainchild|multinational|association|party|movement|"
    r"club|union|non-?profit|not-for-profit|501)\b"
    r"|(?:[’']s)? (?:website|offices?|headquarters|employees?|branch|store|branches|subsidiary|invested|"
    r"announced|hired|resignation)\b"
    r"|[’']?s? for [$£€]\s?\d"
)
_HONORIFIC = re.compile(
    r"^(?:mr|mrs|ms|miss|dr|prof|professor|sir|lord|lady|judge|justice|captain|sergeant|fr|rev)\b\.?", re.IGNORECASE
)
_ZH_EMPLOYED = re.compile(r"(?:在|于|入职|加入|进了?|跳槽到|供职|任职)\s*$")


@dataclass(frozen=True, slots=True)
class NameDetector:
    """`heads`: lower-case head word -> type. `ordinary`: sentence openers, never part of a name's beginning.
    `generic`: words of institutions that every country has; a name of nothing else identifies nobody.
    `alone`: capitalised words that name nothing by themselves (weekdays, headings, common acronyms)."""

    heads: Mapping[str, str]
    ordinary: frozenset[str]
    alone: frozenset[str]
    generic: frozenset[str]
    known: Mapping[str, str]
    gazetteer: Gazetteer
    english: frozenset[str]
    brands: frozenset[str]

    @classmethod
    def create(
        cls, lexicon: Lexicon, gazetteer: Gazetteer, english: frozenset[str], brands: frozenset[str]
    ) -> NameDetector:
        """Heads from the `head.<TYPE>` groups, ordinary words from `ordinary`.

        `english`: lower-case dictionary, `brands`: first words of products.
        """
        heads = {word: kind for kind in HEAD_TYPES for word in lexicon.terms(f"head.{kind}")}
        known = {word: kind for kind in ("LOCATION", "NATIONALITY") for word in lexicon.terms(kind)}
        return cls(
            heads,
            frozenset(lexicon.terms("ordinary")),
            frozenset(lexicon.terms("alone")),
            frozenset(lexicon.terms("generic")),
            known,
            gazetteer,
            english,
            brands,
        )

    def detect(self, scan: Scan) -> Iterator[Candidate]:
        """Named organisations, venues and places of the segment."""
        if not scan.has_latin:
            return
        for match in scan.cased(_SEQUENCE):
            yield from self._sequence(scan, match.start(), match.group())
        for match in scan.cased(_FIRM):
            words = match.group(1).split()
            first = 1 if words[0].lower() in self.ordinary and len(words) > 2 else 0
            start = match.start(1) + (len(words[0]) + 1 if first else 0)
            if not self._says_nothing([word.lower() for word in words[first:]], "COURT"):
                yield candidate(
                    (start, match.end(1)),
                    "LAW_FIRM",
                    folded(scan.text[start : match.end(1)]),
                    FIRM,
                    "name.firm",
                    forms.NAME,
                )

    def _sequence(self, scan: Scan, start: int, text: str) -> Iterator[Candidate]:
        words = [(start + match.start(), match.group()) for match in _WORD.finditer(text)]
        words = self._strip(words, scan, start)
        if not words:
            return
        found, end = self._headed(scan, words)
        if end:
            if found is not None:
                yield found
                yield from self._alias(scan, found)
            rest = [(at, word) for at, word in words if at >= end]
            while rest and rest[0][1].islower():
                rest = rest[1:]
            if rest:
                yield from self._sequence_rest(scan, rest)
            return
        yield from self._sequence_rest(scan, words)

    def _strip(self, words: list[tuple[int, str]], scan: Scan, start: int) -> list[tuple[int, str]]:
        """Without sentence openers and trailing links."""
        while words and (
            words[0][1].lower().strip(".'’") in self.ordinary
            or words[0][1].islower()
            or (words[0][1].lower() in _MONTH_OR_DAY and len(words) > 1 and words[1][1].islower())
        ):
            if (
                len(words) > 2
                and words[0][1].lower() in _ORDINALS
                and words[1][1].lower() not in _PARTS_OF_COURTS
                and any(self._is_head(word) for _, word in words[2:])
            ):
                break
            words = words[1:]
        while words and words[-1][1].islower():
            words = words[:-1]
        return words

    def _is_head(self, word: str) -> bool:
        return word.lower().strip(".,'’") in self.heads

    def _headed(self, scan: Scan, words: list[tuple[int, str]]) -> tuple[Candidate | None, int]:
        """The name around the last head word and its end; (None, end) if it says nothing, (None, 0) without a head."""
        lowered = [re.sub(r"[’']s$", "", word.lower().strip(".,")) for _, word in words]
        for index in range(len(words) - 1, -1, -1):
            pair = self.heads.get(" ".join(lowered[max(0, index - 1) : index + 1])) if index > 1 else None
            kind = pair or self.heads.get(lowered[index]) or self.heads.get(lowered[index].rpartition("-")[2])
            if kind is None:
                continue
            venue_first = index == 0 and (("-" in lowered[0]) or (kind == "LANDMARK" and len(words) > 1))
            if (
                index == 0
                and not venue_first
                and (len(words) < 3 or lowered[1] not in ("of", "for", "in", "de", "du", "di"))
            ):
                continue
            first = self._after_at(lowered, index, kind)
            last = self._last_word(lowered, index, kind)
            kind = self._institution_before(lowered, index) or kind
            at, word = words[last]
            span = (words[first][0], at + len(word.rstrip(".,'’")))
            named = self._named_in_brackets(scan, span[1])
            if scan.lower[span[0] : span[1]] in self.alone or (
                not named and self._says_nothing(lowered[first : last + 1], kind)
            ):
                return None, span[1]
            return self._name(scan, span, kind, CERTAIN_TYPE), span[1]
        at, word = words[-1]
        end = at + len(word)
        tail = _LOWER_HEAD.match(scan.text, end)
        if tail and tail.group(1) != "office" and self.heads.get(tail.group(1)) in _LOWER_HEAD_TYPES:
            kind = self.heads[tail.group(1)]
            if self._says_nothing([*lowered, tail.group(1)], kind):
                return None, tail.end()
            return self._name(scan, (words[0][0], tail.end()), kind, LIKELY_TYPE), tail.end()
        return None, 0

    @staticmethod
    def _after_at(lowered: list[str], index: int, kind: str) -> int:
        """Gregor Haas at [Lumen Foods Ltd]: a person or a town stands before "at", never the name's own beginning."""
        if kind == "LANDMARK":
            return 0
        return max((at + 1 for at in range(index) if lowered[at] == "at"), default=0)

    @staticmethod
    def _last_word(lowered: list[str], index: int, kind: str) -> int:
        """Where a name with its head at `index` ends: it goes on after "of" and "for", but never into a date."""
        links = ("of", "for", "at") if kind == "COURT" else ("of", "for")
        if index and not (index + 1 < len(lowered) and lowered[index + 1] in links):
            return index
        for at in range(index + 1, len(lowered)):
            if lowered[at] in _MONTH_OR_DAY:
                return max(index, at - 2)
        return len(lowered) - 1

    def _institution_before(self, lowered: list[str], index: int) -> str | None:
        """Superior [Court] of Tarn County is a court, not a county."""
        for at in range(index - 1, 0, -1):
            if lowered[at] in ("of", "for"):
                kind = self.heads.get(lowered[at - 1])
                return kind if kind != "LOCATION" else None
        return None

    @staticmethod
    def _named_in_brackets(scan: Scan, end: int) -> bool:
        """Followed by its own-language name or abbreviation: "Supreme Court (Oberster Gerichtshof)"."""
        trail = _TRAIL.match(scan.text, end)
        return trail is not None and trail.group(1)[0].isalpha()

    def _says_nothing(self, words: list[str], kind: str) -> bool:
        """An institution named by generic words and a country only: "Supreme Court", "Turkish Government"."""
        if kind not in ("COURT", "ORGANIZATION"):
            return False
        return all(word in self.generic or word in self.known for word in words)

    def _alias(self, scan: Scan, found: Candidate) -> Iterator[Candidate]:
        """Name (Own Language Name, ABBR): what stands in the brackets is the same organisation."""
        trail = _TRAIL.match(scan.text, found.end)
        if (
            trail
            and not trail.group(1).lower().startswith(("the ", "“", '"', "‘", "'", "see ", "hereinafter", "i.e", "e.g"))
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

    def _is_body(self, bare: str, before: str) -> bool:
        return phrase_names_a_body(bare.split(), before, self.english, self.brands)

    def _unheaded(self, scan: Scan, span: tuple[int, int], surface: str, size: int) -> Iterator[Candidate]:
        bare = re.sub(r"[’']s$", "", surface)
        span = (span[0], span[0] + len(bare))
        if bare.lower() in self.known or bare.lower() in self.alone:
            return
        if _LABEL_AFTER.match(scan.text, span[1]) and _line_opens(scan.text, span[0]):
            return
        before = scan.before(span[0], 72)
        form = forms.ADJECTIVE if _AFTER_BASED.match(scan.text, span[1]) else forms.NAME
        if _ORG_CUE.search(before) and not self.gazetteer.large(bare):
            score = SELF_STANDING if "work" in before or "employ" in before else GUESS
            yield candidate(span, "ORGANIZATION", folded(bare), score, "name.employer", form, Layer.CONTEXT)
            return
        cue = bool(_PLACE_CUE.search(before)) or _line_alone(scan.text, span)
        if _ORG_AFTER.match(scan.text, span[1]) and not self.gazetteer.large(bare):
            yield candidate(span, "ORGANIZATION", folded(bare), LIKELY_TYPE, "name.company", form, Layer.CONTEXT)
            return
        if len(bare) > 2 and (self.gazetteer.large(bare) or (cue and self.gazetteer.small(bare))):
            if not cue and len(bare) <= LONGEST_CODE and _ACRONYM.fullmatch(bare):
                return  # POA, CSV: codes of airports are in the gazetteer too
            score = CERTAIN_TYPE if cue or size > 1 else LIKELY_TYPE
            yield candidate(span, "LOCATION", folded(bare), score, "name.gazetteer", form, Layer.LEXICON)
        elif _STRONG_PLACE_CUE.search(before) and len(bare) > 2 and not bare.isupper():
            yield candidate(span, "LOCATION", folded(bare), GUESS, "name.place_cue", form, Layer.CONTEXT)
        elif _ACRONYM.fullmatch(bare) and len(bare) > 2 and before:
            # Chinese prose is full of them (CSV, AMH); there only a word of employment makes one an organisation.
            after = scan.lower[span[1] : span[1] + 24]
            if not (_ZH_EMPLOYED.search(before) if scan.has_han else acronym_names_a_body(before, after, bare)):
                return
            yield candidate(span, "ORGANIZATION", folded(bare), GUESS, "name.acronym", forms.ABBREVIATION)
        elif size >= 2 and len(bare) > 6 and before.strip() and self._is_body(bare, before):
            yield candidate(span, "ORGANIZATION", folded(bare), GUESS, "name.capitalised", form)


def _line_opens(text: str, start: int) -> bool:
    """Nothing but signs of a list stands before it on its line."""
    return not text[text.rfind("\n", 0, start) + 1 : start].strip(" \t>*•#-")


def _line_alone(text: str, span: tuple[int, int]) -> bool:
    """Alone on its line, as in an address block, but for a postcode."""
    start = text.rfind("\n", 0, span[0]) + 1
    stop = text.find("\n", span[1])
    stop = len(text) if stop < 0 else stop
    around = text[start : span[0]] + text[span[1] : stop]
    return (start > 0 or stop < len(text)) and not any(char.isalpha() for char in around)


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
