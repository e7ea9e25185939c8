"""Which form of a person's name a spelling is: what is put back is what stood there, and the token says what it was."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from core.domain.sensitive import Layer, SensitiveAttribute
from core.extract.aliases import Called, is_short_for, surname_of
from core.extract.person_names import surname_length
from core.text.normalize import comparison_key

_COMMA = (",", "，", "/")
"""Behind a surname that is written first."""


class NameForm(StrEnum):
    """Of `AttributeType.token_forms`. SHORT: some words of the name. FULL: more words than the name. OTHER: a nickname,
    another spelling, a name at birth. DOUBTFUL: a name, perhaps not a person's."""

    SURNAME = "surname"
    GIVEN = "given"
    INITIALS = "initials"
    SHORT = "short"
    FULL = "full"
    OTHER = "other"
    DOUBTFUL = "doubtful"


def fullest(spellings: Iterable[str]) -> str:
    """The first spelling with surname and given name, else the longest; "" without any."""
    ranked = ((Called.of(spelling).rank, spelling) for spelling in spellings)
    return max(ranked, key=lambda item: (item[0][0], 0 if item[0][0] else item[0][1]), default=((False, 0), ""))[1]


def form_of(surface: str, name: str) -> NameForm | None:
    """What `surface` is of `name`, a spelling of the same person's name; None where it is the name as it stands."""
    if comparison_key(surface) == comparison_key(name):
        return None
    form, whole = Called.of(surface), Called.of(name)
    if form.core or whole.core:
        return _chinese(form, whole)
    if len(form.words) == 1 and len(whole.words) > 1:
        turned = any(mark in name for mark in _COMMA)
        first, last = (NameForm.SURNAME, NameForm.GIVEN) if turned else (NameForm.GIVEN, NameForm.SURNAME)
        if form.words[0] in (whole.words[0], whole.words[-1]):
            return first if form.words[0] == whole.words[0] else last
    if form.words and all(len(word) == 1 for word in form.words):
        return NameForm.INITIALS
    if is_short_for(form, whole):
        return NameForm.SHORT
    return NameForm.FULL if is_short_for(whole, form) else NameForm.OTHER


def _chinese(form: Called, whole: Called) -> NameForm:
    if whole.full and form.core:
        surname = whole.core[: surname_length(whole.core)]
        if form.core in (surname, whole.given):
            return NameForm.SURNAME if form.core == surname else NameForm.GIVEN
    said = surname_of(whole) or whole.core
    return NameForm.FULL if not whole.full and form.full and said and said in form.core else NameForm.OTHER


def is_doubtful(attribute: SensitiveAttribute, certain: float) -> bool:
    """Whether nothing but the span reader calls it a person's name, and with less than `certain`."""
    found = [item for item in attribute.mentions if item.layer is not Layer.COREFERENCE]
    return attribute.probability < certain and bool(found) and all(item.layer is Layer.SPANS for item in found)
