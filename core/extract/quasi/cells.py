"""Values of cells, fields and answers: what is known to be of a type needs no further pattern to be found."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.domain.language import Language
from core.domain.sensitive import Layer
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.candidate import Candidate, TextView
from core.extract.pattern_needs import Gate
from core.extract.quasi import age, dates, demographics, forms, relative_dates
from core.extract.quasi.day_values import DATED, day_value
from core.extract.quasi.field_names import FieldNames
from core.extract.quasi.money import MoneyDetector
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import RECORD_FIELD
from core.text.normalize import NormalizedText
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL

LONGEST = 80
MOST_WORDS = 9
LEAST_DIGITS = 3
"""A column of running numbers (1, 2, 3) is no identifier."""
_AGE = re.compile(
    rf"(\d{{1,3}}|{EN_NUMBER_WORD}|{ZH_NUMERAL}{{1,4}})(?: ?(?:years?|yrs?|y/?o?|yo|岁|周岁)(?: old| of age)?)?"
)
_PLAIN_SUM = re.compile(r"(\d[\d,' ]*(?:\.\d{1,2})?) ?(k)?")
_ARTICLE = re.compile(r"(?:the|an?) ", re.IGNORECASE)
_TRIM = " \t\"'“”*`"
_PERSONAL_NAME = re.compile(r"[^\W\d_][^\d\n:;@/\\={}<>]{1,48}")
_OFFICE = re.compile(
    "(?:中心|部|部门|处|科|公司|集团|银行|医院|学校|法院|局|组|热线|客服|团队|办公室|委员会|同学们|各位)$"
)
_WORD = re.compile(r"[a-z]{3}")
"""Letters of a word, of which no code is made: unit 908."""
_DAY = re.compile(r"\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4}")
"""A day, which no column of codes holds."""
_SUMS = frozenset({"AMOUNT", "INCOME"})


@dataclass(frozen=True, slots=True)
class CellReader:
    """Turns `[start, end)` of a scan, known to hold a value of a type, into a candidate."""

    fields: FieldNames
    taxonomy: Taxonomy
    money: MoneyDetector

    def read(self, scan: Scan, start: int, end: int, type_id: str, rule: str) -> list[Candidate]:
        """Candidates of the cell; none where it is empty or does not fit its type."""
        start, end = _trimmed(scan.text, start, end)
        surface = scan.text[start:end]
        if not surface or type_id not in self.taxonomy or surface.lower() in self.fields.empty:
            return []
        if type_id in self.fields.listed and re.search(r"[,、] ?", surface):
            found: list[Candidate] = []
            for part in re.finditer(r"[^,、]+", surface):
                found.extend(self._one(scan, start + part.start(), start + part.end(), type_id, rule))
            return found
        return self._one(scan, start, end, type_id, rule)

    def _one(self, scan: Scan, start: int, end: int, type_id: str, rule: str) -> list[Candidate]:
        start, end = _trimmed(scan.text, start, end)
        surface = scan.text[start:end]
        if not surface or len(surface) > LONGEST or len(surface.split()) > MOST_WORDS:
            return []
        article = _ARTICLE.match(surface)
        if article and self.taxonomy[type_id].kind is Kind.QUASI:
            start, surface = start + article.end(), surface[article.end() :]
        value = self._value(type_id, surface, scan.gate)
        if not value or value in self.fields.empty:
            return []
        found = candidate((start, end), type_id, value, RECORD_FIELD, rule, forms.RECORD, Layer.CONTEXT)
        return [replace(found, form=_form(type_id, surface))]

    def _value(self, type_id: str, surface: str, gate: Gate) -> str:
        lowered = surface.lower()
        if type_id == "AGE":
            match = _AGE.fullmatch(lowered)
            return age.value_of(match.group(1)) if match else ""
        if type_id == "SEX":
            return demographics.sex_value(lowered)
        if type_id in DATED:
            return _date(surface, gate)
        if type_id in _SUMS:
            return _sum(surface, gate, self.money)
        if type_id == "PERSON":
            capital = any(map(str.isupper, surface)) or not surface.isascii()
            named = capital and not _OFFICE.search(surface) and _PERSONAL_NAME.fullmatch(surface)
            return " ".join(surface.split()) if named else ""
        if self.taxonomy[type_id].kind is Kind.EXPLICIT:
            return _identifier(type_id, surface)
        return folded(surface) if any(char.isalnum() for char in surface) else ""


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _TRIM:
        start += 1
    while end > start and (text[end - 1] in _TRIM or text[end - 1] in ".,;"):
        end -= 1
    return start, end


def _form(type_id: str, surface: str) -> str:
    return forms.SYMBOL if type_id in _SUMS and not surface[0].isdigit() else forms.RECORD


def _identifier(type_id: str, surface: str) -> str:
    if type_id in ("ADDRESS", "HANDLE", "EMAIL", "URL", "PASSWORD"):
        return " ".join(surface.split())
    if sum(char.isdigit() for char in surface) < LEAST_DIGITS or _WORD.search(surface) or _DAY.fullmatch(surface):
        return ""
    return "".join(char for char in surface.upper() if char.isalnum() or char == "*")


def _view(surface: str, gate: Gate) -> Scan:
    view = TextView(NormalizedText(surface, surface, (0,), (0,), (False,)), surface, surface.lower(), Language.EN)
    return Scan.of(view, {}, gate)


def _date(surface: str, gate: Gate) -> str:
    """Canonical value of the first date in the cell, or of the cell as a date; "" where it is none."""
    view = _view(surface, gate)
    found = sorted(
        [*dates.detect(view), *relative_dates.detect_chinese(view)], key=lambda item: (item.start, -item.end)
    )
    return next((item.value for item in found if item.start <= 2), "") or day_value(surface)


def _sum(surface: str, gate: Gate, money: MoneyDetector) -> str:
    """`CUR 1200.00`; a plain number has the currency XXX."""
    for item in money.detect(_view(surface, gate)):
        return item.value
    match = _PLAIN_SUM.fullmatch(surface.strip().lower())
    return money.currencies.value(forms.NO_CURRENCY, match.group(1), match.group(2)) if match else ""
