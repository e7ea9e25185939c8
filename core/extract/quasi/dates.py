"""DATE, BIRTH_DATE and TIME: absolute and relative, English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.calendar_words import MONTH, WEEKDAY, WEEKDAYS, YEAR, full_year, iso
from core.extract.quasi.scan import Scan, before, candidate
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, TIED
from core.text.months import MONTHS

_DAY = r"(?:[0-3]?\d)(?: ?(?:st|nd|rd|th))?"
_DMY = re.compile(
    rf"(?<![a-z0-9_.,])(?:the )?({_DAY})(?: of)?(?: |-|/|\.)?({MONTH})\b\.?(?:(?:,? (?:of )?|-|"
    rf"/)({YEAR})\b|[ -]?[’'](\d\d)\b|-(\d\d)\b)?"
)
_HEADS = re.compile(rf"(?<![a-z0-9_.,/])({_DAY}(?: of)?(?: {MONTH})?)(?:,? and |,? to | - |-|, | or )$")
_MDY = re.compile(rf"(?<![a-z0-9_])({MONTH})\b\.? (?:the )?({_DAY})(?!\d|:|[.,]\d|\w)(?:(?:,|, | )\s?({YEAR})\b)?")
_MY = re.compile(rf"(?<![a-z0-9_])({MONTH})\b\.?(?:,? (?:of )?|-|/)(?:the year )?({YEAR}\b|[’']\d\d\b)")
_MONTH_ALONE = re.compile(
    r"(?<![a-z0-9_])(?:in|since|until|till|by|from|during|through|early|late|mid|last|next|this|of|and|to|"
    r"every|between|before|after|for|around|"
    r"beginning of|end of|middle of)[ -]"
    rf"({MONTH})(?![a-z0-9_-])"
)
_MONTH_TO_MONTH = re.compile(rf"(?<![a-z0-9_])({MONTH})\b(?: and | to | - |-|/| or )({MONTH})\b,? ({YEAR})\b")
_HALF = re.compile(rf"(?<![a-z0-9_])(first|second) half of ({YEAR})\b")
_SEASON = re.compile(
    rf"(?<![a-z0-9_])(?:early |late )?(spring|summer|autumn|fall|winter|easter|christmas)(?: of)?,? ({YEAR})\b"
)
_QUARTER = re.compile(rf"(?<![a-z0-9_])(?:q([1-4])|(first|second|third|fourth) quarter(?: of)?),? ({YEAR})\b")
_DECADE = re.compile(r"(?<![a-z0-9_])(?:(?:early|late|mid)[ -])?(?:the )?((?:1[5-9]|20)\d0)[’']?s\b")
_ISO = re.compile(r"(?<![a-z0-9_.-])((?:19|20)\d\d)([-/.])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])(?!\d|[-/.]\d)")
_ISO_MONTH = re.compile(r"(?<![a-z0-9_./-])((?:19|20)\d\d)([-/.])(0[1-9]|1[0-2])(?![a-z0-9_/-]|\.\d)")
_COMPACT = re.compile(r"(?<![a-z0-9_.-])((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![a-z0-9_.-])")
_NUMERIC = re.compile(r"(?<![a-z0-9_./-])(\d{1,2})([/.-])(\d{1,2})\2((?:19|20)\d\d|\d\d)(?![a-z0-9_/-]|\.\d)")
_ROMAN_MONTHS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_ROMAN_MONTH = re.compile(
    rf"(?<![a-z0-9_./-])(\d{{1,2}})([/. -])({'|'.join(_ROMAN_MONTHS)})\2((?:19|20)\d\d|\d\d)(?![a-z0-9_/-]|\.\d)"
)
"""The month in Roman numerals, as on certificates: 23.iv.51."""
_DAY_MONTH = re.compile(
    r"(?<![a-z0-9_])(?:on|since|from|by|until|dated|due|before|after|between|dob|"
    r"date)[: ] ?(\d{1,2})/(\d{1,2})(?![a-z0-9_/])"
)
_LINK = re.compile(r"(,? and | until | till | to | up to | through | ?- ?)(?:on )?(?:the )?")
_OPENING = re.compile(r"(?<![a-z0-9_])(between|from) (?:the )?$")
_PART_OF = re.compile(
    r"(?<![a-z0-9_])(?:the )?"
    r"((?:beginning|start|end|middle|summer|spring|autumn|winter) (?:and (?:autumn|winter) )?of) $"
)
_YEARS = re.compile(rf"(?<![a-z0-9_.,:/§$£€¥#-])({YEAR})(?:[/-](\d\d|{YEAR}))?(?![a-z0-9_%]|[.,:]\d|-\w)")
_NOT_YEAR_BEFORE = re.compile(
    r"(?:no\.?|nos\.?|number|nr\.?|section|article|art\.|§|page|p\.|room|flat|apt\.?|suite|box|model|"
    r"route|highway|about|than|of rs\.?)\s$"
)
_NOT_YEAR_AFTER = re.compile(
    r" ?(?:people|persons|euros?|dollars|pounds|yuan|rmb|usd|eur|gbp|calories|kcal|words|steps|miles|km|"
    r"metres|meters|mg|ml|kg|shares|units|"
    r"employees|students|times|points|hours|sq|square|ft|watts|mah|[a-z]+ (?:street|road|avenue|drive|"
    r"lane|st|rd|ave)\b)"
)
_NAMED_DAY = re.compile(r"\b(?:black|good|cyber|giving|casual|ash|shrove|super|palm|mad) $")
"""Black Friday, Ash Wednesday: a feast, no day of a week."""
_WEEKDAY = re.compile(
    rf"(?<![a-z0-9_])(?:(last|this|next|on|coming|following|past|previous|that|every|by|until|since|for|"
    rf"each) )?({WEEKDAY})(?:s)?"
    r"(?:( morning| afternoon| evening| night)|(?![a-z0-9_]))"
)


def _dashed(match: re.Match[str], group: int) -> int | None:
    text = match.group(group)
    return int(re.sub(r"\D", "", text)) if text else None


def detect(scan: Scan) -> Iterator[Candidate]:
    """Every English or numeric date of the segment; a date after a birth cue is a BIRTH_DATE."""
    lower = scan.lower
    if not scan.has_digit:
        yield from _weekdays(scan)
        yield from _months_alone(scan)
        return
    found = []
    for start, end, value, form, score in _absolute(scan):
        if value:
            end -= lower[end - 1] == "."
            found.append(dated(scan, (start, end), value, form, score))
    found.extend(_years(scan))
    yield from found
    yield from _stretches(scan, found)
    yield from _parts_of(scan, found)
    yield from _weekdays(scan)
    yield from _months_alone(scan)


_BIRTH_EN = re.compile(
    r"(?:\bborn(?: \w+){0,3}(?: on| in| at)?(?: [\w ,.'-]{0,24}?(?: on| in|,))?(?: the)?|"
    r"\bd\.?o\.?b\.?(?: is| was)?|date of birth(?: is| was)?|"
    r"birth ?date(?: is| was)?|birthday(?: is| was)?(?: on)?|turn(?:s|ed|ing)? [\w-]{1,12} on|(?<=[(,;/]|\s)b\.|"
    r"year of birth(?: is)?|born:?)\s*[:=(/-]?\s*(?:the )?$"
)
_BIRTH_ZH = re.compile(
    r"(?:出生[于於]|生[于於]|出生日期|出生年月日?|生日|出生时间|出生年份|诞生[于於]|生辰)(?:是|为|"
    r"在)?\s*[:：(（]?\s*(?:农历|阳历|公历)?$"
)
_BIRTH_ASKED = re.compile(
    r"(?:出生日期|出生年月日?|生日|(?:哪年|几几年|什么时候|何时)(?:出)?生的?|date of birth|dob)[^。\n]{0,6}[?？]\s*"
    r"(?:a|答|患者|客户|用户|[\u4e00-\u9fff]{1,4})?\s*[:：]?\s*$"
)
_BIRTH_ZH_AFTER = re.compile(r"\s*(?:日|年|月)?(?:[)）]\s*)?(?:出生|生人|生(?=[的于於,，。.、;；)）\s]|$)|诞生)")


def dated(scan: Scan, span: tuple[int, int], value: str, form: str, score: float) -> Candidate:
    """DATE, or BIRTH_DATE where the words around say birth."""
    if is_birth(scan.lower, *span):
        return candidate(span, "BIRTH_DATE", value, TIED, "date.birth", form, Layer.CONTEXT)
    if scan.before(span[0], 48).rstrip().endswith((":", "：")):
        score = max(score, CERTAIN_TYPE)
    return candidate(span, "DATE", value, score, f"date.{form}", form)


def is_birth(lower: str, start: int, end: int) -> bool:
    """Whether the words around a date of a lower-case text say that somebody was born then."""
    if _BIRTH_ASKED.search(lower, max(0, start - 24), start):
        return True
    head = before(lower, start, 48)
    return bool(_BIRTH_EN.search(head) or _BIRTH_ZH.search(head) or _BIRTH_ZH_AFTER.match(lower, end))


def _absolute(scan: Scan) -> Iterator[tuple[int, int, str, str, float]]:
    for match in scan.en(_DMY):
        year = match.group(3) or match.group(4) or match.group(5)
        value = iso(full_year(year) if year else None, MONTHS[match.group(2)], _dashed(match, 1))
        if match.group(2) in ("mar", "may") and not year and not scan.text[match.start(2)].isupper():
            continue
        start = match.start(1)
        yield start, match.end(), value, forms.EN_DMY if year else forms.PARTIAL, CERTAIN_TYPE
    yield from _joined(scan)
    for match in scan.en(_MDY):
        if match.group(1) in ("mar", "may") and not scan.text[match.start(1)].isupper():
            continue
        year = match.group(3)
        value = iso(int(year) if year else None, MONTHS[match.group(1)], _dashed(match, 2))
        yield match.start(), match.end(), value, forms.EN_MDY if year else forms.PARTIAL, CERTAIN_TYPE
    for match in scan.en(_MY):
        yield (
            match.start(),
            match.end(),
            iso(full_year(match.group(2)), MONTHS[match.group(1)]),
            forms.PARTIAL,
            CERTAIN_TYPE,
        )
    for pattern in (_ISO, _COMPACT):
        for match in scan.all(pattern):
            parts = match.groups()
            value = iso(int(parts[0]), int(parts[-2]), int(parts[-1]))
            yield match.start(), match.end(), value, forms.ISO, CERTAIN_TYPE
    for match in scan.num(_ISO_MONTH):
        yield match.start(), match.end(), iso(int(match.group(1)), int(match.group(3))), forms.PARTIAL, CERTAIN_TYPE
    for match in scan.num(_NUMERIC):
        yield match.start(), match.end(), _numeric(match), forms.NUMERIC, CERTAIN_TYPE
    for match in scan.num(_ROMAN_MONTH):
        month = _ROMAN_MONTHS.index(match.group(3)) + 1
        value = iso(full_year(match.group(4)), month, int(match.group(1)))
        yield match.start(), match.end(), value, forms.NUMERIC, CERTAIN_TYPE
    for match in scan.num(_DAY_MONTH):
        value = iso(None, int(match.group(2)), int(match.group(1))) or iso(
            None, int(match.group(1)), int(match.group(2))
        )
        yield match.start(1), match.end(), value, forms.NUMERIC, LIKELY_TYPE
    for match in scan.en(_MONTH_TO_MONTH):
        year = int(match.group(3))
        values = (iso(year, MONTHS[match.group(1)]), iso(year, MONTHS[match.group(2)]))
        yield match.start(), match.end(), "/".join(values), forms.RANGE, CERTAIN_TYPE
    for match in scan.en(_HALF):
        yield (
            match.start(),
            match.end(),
            f"{match.group(2)}-H{1 if match.group(1) == 'first' else 2}",
            forms.PARTIAL,
            CERTAIN_TYPE,
        )
    for match in scan.en(_SEASON):
        yield match.start(), match.end(), f"{match.group(2)}-{match.group(1)}", forms.PARTIAL, CERTAIN_TYPE
    for match in scan.en(_QUARTER):
        number = match.group(1) or str(("first", "second", "third", "fourth").index(match.group(2)) + 1)
        yield match.start(), match.end(), f"{match.group(3)}-Q{number}", forms.PARTIAL, CERTAIN_TYPE
    for match in scan.en(_DECADE):
        yield match.start(), match.end(), f"{match.group(1)[:3]}X", forms.PARTIAL, CERTAIN_TYPE


def _joined(scan: Scan) -> Iterator[tuple[int, int, str, str, float]]:
    """Days that share the month or year of the last one: "1 and 31 October 2001", "24 January and 7 March 2002"."""
    for match in scan.en(_DMY):
        year = int(match.group(3)) if match.group(3) else None
        month = MONTHS[match.group(2)]
        values = [iso(year, month, _dashed(match, 1))]
        start = match.start(1)
        while head := _HEADS.search(scan.lower, max(0, start - 30), start):
            words = head.group(1).split()
            month = MONTHS.get(words[-1], month)
            day = int("".join(char for char in words[0] if char.isdigit()))
            values.insert(0, iso(year, month, day))
            start = head.start(1)
        if len(values) > 1 and all(values):
            yield start, match.end(), "/".join(values), forms.RANGE, CERTAIN_TYPE


def _stretches(scan: Scan, found: list[Candidate]) -> Iterator[Candidate]:
    """From one date to another: "between 5 May 2006 and 24 October 2008", "from [1960 to 1979]" are one value."""
    starting: dict[int, Candidate] = {}
    for item in found:
        if item.type_id == "DATE" and (item.start not in starting or item.end > starting[item.start].end):
            starting[item.start] = item
    for first in starting.values():
        opening = _OPENING.search(scan.before(first.start, 14))
        link = _LINK.match(scan.lower, first.end)
        last = starting.get(link.end()) if link else None
        if opening is None or link is None or last is None:
            continue
        if (opening.group(1) == "between") != (link.group(1).strip(" ,") == "and"):
            continue
        if first.value.startswith("--") and last.value.startswith("--"):
            continue  # Without a year the two days say no stretch that a band could hold.
        start = first.start - len(opening.group()) if opening.group(1) == "between" else first.start
        span, value = (start, last.end), f"{first.value}/{last.value}"
        yield candidate(span, "DATE", value, CERTAIN_TYPE, "date.stretch", forms.RANGE)


def _parts_of(scan: Scan, found: list[Candidate]) -> Iterator[Candidate]:
    """The [end of October 1997]: what is said of the month or year belongs to it."""
    for item in found:
        part = _PART_OF.search(scan.before(item.start, 28)) if item.type_id == "DATE" else None
        if part is not None and len(item.value) <= len("2001-01"):
            span = (item.start - len(part.group(1)) - 1, item.end)
            yield candidate(span, "DATE", item.value, CERTAIN_TYPE, "date.part", forms.PARTIAL)


def _numeric(match: re.Match[str]) -> str:
    """Day first, unless only month first gives a date (or the other way round)."""
    first, second, year = int(match.group(1)), int(match.group(3)), full_year(match.group(4))
    if match.group(2) == "/" and second <= 31 and first <= 12 and second > 12:
        return iso(year, first, second)
    return iso(year, second, first) or iso(year, first, second)


def _years(scan: Scan) -> Iterator[Candidate]:
    for match in scan.num(_YEARS):
        before = scan.before(match.start(), 12)
        if _NOT_YEAR_BEFORE.search(before) or _NOT_YEAR_AFTER.match(scan.lower, match.end()):
            continue
        if scan.lower.startswith(("年", "号", "元", "块", "人"), match.end()):
            continue
        yield dated(scan, match.span(), match.group(1), forms.PARTIAL, LIKELY_TYPE)


def _weekdays(scan: Scan) -> Iterator[Candidate]:
    for match in scan.en(_WEEKDAY):
        if _NAMED_DAY.search(scan.before(match.start(), 8)):
            continue
        which = match.group(1) if match.group(1) in ("last", "this", "next") else ""
        day = f"W{WEEKDAYS[match.group(2)]}"
        start = match.start() if which else match.start(2)
        value = f"{which}:{day}" if which else day
        yield candidate((start, match.end(2)), "DATE", value, LIKELY_TYPE, "date.weekday", forms.RELATIVE)


def _months_alone(scan: Scan) -> Iterator[Candidate]:
    for match in scan.en(_MONTH_ALONE):
        word = match.group(1)
        if len(word) < 4 and not scan.text[match.start(1)].isupper():
            continue
        if word in ("may", "march") and not scan.text[match.start(1)].isupper():
            continue
        which = scan.lower[match.start() : match.start(1)].strip(" -")
        month = iso(None, MONTHS[word])
        if which in ("last", "this", "next"):
            span, value = (match.start(), match.end()), f"{which}:{month}"
            yield candidate(span, "DATE", value, CERTAIN_TYPE, "date.relative", forms.RELATIVE)
        else:
            yield dated(scan, match.span(1), month, forms.PARTIAL, LIKELY_TYPE)
