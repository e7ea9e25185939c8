"""English frames around a value that no list holds: the only one of its kind in a place, whom somebody worked for,
who took the money, weeks of a pregnancy, temperatures, short telephone numbers, salaries without a currency."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import LIKELY_TYPE, SELF_STANDING, TIED
from core.extract.quasi.word_lists import any_of, table, words
from core.text.numerals import EN_NUMBER_WORD

_CAP = r"[A-Z][\w&’']*(?:[-.][A-Z][\w’']*)*"
_NAME = rf"({_CAP}(?: (?:(?:of|and|&|the|de) )?{_CAP}){{0,3}})"
_WORKED = re.compile(
    rf"\b(?:[Pp]reviously|[Ff]ormerly|[Uu]sed to be|[Ii]nterview(?:ed|ing)?|[Jj]ob(?: offer)?|[Oo]ffer|[Ii]nternship|"
    rf"[Pp]lacement|[Pp]romotion|[Ss]hifts?|[Pp]robation|[Aa]pprenticeship|[Rr]ecruiter|[Oo]nboarding) "
    rf"(?:(?:next|this|last) week )?(?:at|with|from) {_NAME}(?![\w’']|[ ](?:St|Street|Road)\b)"
)
_TOOK = re.compile(rf"\b{any_of('en', 'done_by_firms')} (?:twice |again |\w+ times )?by {_NAME}(?![\w’'])")
_NO_BODY = frozenset(words("en", "capitals_of_no_body"))
_ONLY_PLACE = re.compile(
    rf"\b(the only (?:[\w'’-]+ ){{0,3}}?({any_of('en', 'unique_places')}))"
    r"(?= (?:in|on|at|near|within|for|around|this side of|that)\b|[,.;?!]|$)"
)
_ONLY_KINDS = table("en_unique_places")
_WEEKS = re.compile(
    rf"(?<![\w.-])((?:\d{{1,2}}|{EN_NUMBER_WORD})(?:(?: and a half|\+\d)? (?:weeks?|months?)|w(?:ks?)?)[ -]pregnant)"
    r"(?![\w-])"
    rf"|\b(pregnant (?:at|with) (?:\d{{1,2}}|{EN_NUMBER_WORD}) (?:weeks?|months?))(?!\w)"
)
_TEMPERATURE = re.compile(
    r"(?<![\w.,/-])((?:3[4-9]|4[0-3]|9[4-9]|10\d)(?:[.,]\d{1,2})? ?(?:°|º|degrees? ?)? ?(?:[cf]|celsius|fahrenheit)?)"
    r"(?![\w%]|[.,]\d)"
)
_SCALE = re.compile(r"[°ºcf]|degrees?")
_HOT = re.compile(r"\b(?:fevers?|feverish|temp(?:erature)?s?|thermometer|spik\w+)(?![\w])")
HEAT_REACH = 60
"""Code points around a number in which a body's heat is spoken of."""
_SHORT_PHONE = re.compile(
    rf"(?:{_CAP} {_CAP}, |(?:{_CAP} {_CAP}|\b[Mm]y [a-z]+|\b[Hh]er|\b[Hh]im|\b[Mm]e|\b[Uu]s),? \(|"
    r"\b(?:[Cc]all|[Pp]hone|[Tt]ext|[Rr]ing|[Cc]ell|[Tt]el|[Mm]obile|[Nn]umber)"
    r"(?: is|:| me at| her at| him at| us at| at)? )"
    r"(\d{3}[-.]\d{4})(?![\d-])"
)
_STATUS = re.compile(rf"(?<![\w-]){any_of('en', 'life_circumstances')}(?![\w-])")
_TRADE = re.compile(
    rf"\b(?:i|he|she|we|they|who|[a-z]+ (?:both )?)(?:[’']ve)? ?(?:also |currently |now |still |mostly )?"
    rf"work(?:s|ed|ing)? in ({any_of('en', 'trades')})(?![\w-])"
)
_SALARY = re.compile(
    r"\b(?:i[’']?m|i am|i was|he[’']?s|she[’']?s|he is|she is|currently|now|still)(?: only| just)? on "
    r"(\d{2,3},\d{3}|\d{2,3}k)(?= (?:a|per) year| p\.?a\b| and\b| but\b|[,.;?!)]|$)(?!,\d)"
    r"|\b(?:earn(?:s|ed|ing)?|salary(?: is| of|:)?)(?: about| around| only| just)? "
    r"(\d{2,3},\d{3}|\d{2,3}k)(?![\d,.]*\d|\w)"
)
THOUSAND = 1_000
_THE_DAY = re.compile(
    r"\b(?:on|by|until|till|from|since|before|after) the (\d{1,2}(?:st|nd|rd|th))"
    r"(?=[,.;:!?)\n]|$| (?:and|but|at|for|because|so|with|to|i|we|he|she|my|if|when|which)\b)"
)
LAST_DAY = 31


def detect(scan: Scan) -> Iterator[Candidate]:
    """Candidates of the Latin part of a segment."""
    if not scan.has_latin:
        return
    yield from _bodies(scan)
    yield from _health(scan)
    for match in scan.en(_ONLY_PLACE):
        kind = _ONLY_KINDS.get(match.group(2), "ORGANIZATION")
        yield candidate(match.span(1), kind, folded(match.group(1)), SELF_STANDING, "life.only_place", forms.GENERIC)
    for match in scan.cased(_SHORT_PHONE):
        digits = re.sub(r"\D", "", match.group(1))
        yield candidate(match.span(1), "PHONE", digits, SELF_STANDING, "phone.short", forms.CODE, Layer.CONTEXT)
    for match in scan.en(_STATUS):
        yield candidate(match.span(), "LIFE_EVENT", folded(match.group()), SELF_STANDING, "life.status", forms.CLAUSE)
    for match in scan.en(_TRADE):
        yield candidate(match.span(1), "OCCUPATION", match.group(1), SELF_STANDING, "job.trade", forms.NOUN)
    for match in scan.en(_SALARY):
        group = match.lastindex or 1
        figure = match.group(group).replace(",", "")
        sum_ = int(figure[:-1]) * THOUSAND if figure.endswith("k") else int(figure)
        value = f"{forms.NO_CURRENCY} {sum_}.00"
        yield candidate(match.span(group), "INCOME", value, TIED, "money.salary", forms.BARE, Layer.CONTEXT)
    for match in scan.en(_THE_DAY):
        day = int(match.group(1)[:-2])
        if 1 <= day <= LAST_DAY:
            yield candidate(match.span(1), "DATE", f"---{day:02}", LIKELY_TYPE, "date.day", forms.PARTIAL)


def _bodies(scan: Scan) -> Iterator[Candidate]:
    """An interview at [Deloitte], previously at [RBC], debited by [Vodafone]: whoever stands there is a body."""
    for pattern in (_WORKED, _TOOK):
        for match in scan.cased(pattern):
            name = re.sub(r"[’']s$", "", match.group(1))
            if name.split()[0].lower() in _NO_BODY:
                continue
            span = (match.start(1), match.start(1) + len(name))
            yield candidate(span, "ORGANIZATION", folded(name), SELF_STANDING, "name.frame", forms.NAME, Layer.CONTEXT)


def _health(scan: Scan) -> Iterator[Candidate]:
    for match in scan.en(_WEEKS):
        group = 1 if match.group(1) else 2
        yield candidate(match.span(group), "LIFE_EVENT", "pregnant", TIED, "life.pregnant", forms.CLAUSE)
    for match in scan.num(_TEMPERATURE):
        near = scan.lower[max(0, match.start() - HEAT_REACH) : match.end() + HEAT_REACH]
        body = match.group(1).rstrip()
        said = _SCALE.search(body) is not None or "." in body
        if said and _HOT.search(near):
            span = (match.start(1), match.start(1) + len(body))
            yield candidate(span, "LAB_RESULT", folded(body), TIED, "health.heat", forms.VALUE, Layer.CONTEXT)
