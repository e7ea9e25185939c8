"""What speaks for and against a capitalised name that no head word and no list explains.

Most abbreviations and capitalised phrases of a prompt are words of a trade, laws, days, theorems or code. One of them
counts as an organisation only where the text itself treats it as one: an article or quotation marks around an
abbreviation, a word of a language that is not English inside a longer name, a word of employment or business before it.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from core.extract.quasi.word_lists import words as listed

_ARTICLE = re.compile(r"(?:\b(?:the|by|against|called|named) |\bthe )[“\"‘]?$|[“\"‘]$")
_RULES_BEFORE = re.compile(
    r"\b(?:under|on|via|per|pursuant to|with respect to|in accordance with|violat\w+|breach(?:es|ed)?|appl(?:y|"
    r"ies) for|"
    r"section \w+ of|article \w+ of|meaning of|purposes of|provisions? of|compl\w+ with|an?|each|every|this|that|"
    r"my|your|"
    r"model|version|format|file|using|use|parse|run|learn|explain|what is|what's|define|w/) (?:the |an? )?$"
)
_MATTER_AFTER = re.compile(
    r"[ -](?:hearing|pain|scores?|tests?|scans?|interview|exams?|visa|forms?|act|laws?|rules?|application|status|"
    r"files?|"
    r"format|protocol|model|methods?|rates?|levels?|claims?|request|certificate|query|quer(?:y|ies)|table|column|syntax|"
    r"function|class|error|exception|code|plan|programme?|scheme|process|procedure|regulations?|provisions?|"
    r"requirements?|compliance|benefits?|syndrome|disease|infection|virus|therapy|treatment|symptoms?|diet|course|degree|"
    r"qualification|tax|rate|number|no)\b"
)
_OF_A_BODY = re.compile(
    r"[”\"’]?(?:[’']s [a-z]+)?(?:[’']s)? (?:has|have|had|says?|said|announced|refused|rejected|told|sent|charged|"
    r"decided|"
    r"dismissed|upheld|granted|denied|issued|wants?|wrote|asked|agreed|declared|submitted|delivered|headquarters|office|"
    r"employees?|staff|board|spokes\w+|members?)\b"
)
_QUOTED = '“"‘'
_WORKS = frozenset(listed("en", "works"))
_THING_BEFORE = re.compile(
    r"\b(?:model|version|edition|game|film|movie|song|book|novel|album|series|show|language|library|framework|recipe|"
    r"device|phone|laptop|pacemaker|car|bike|printer|camera|engine|theorem|article|section|chapter|law|rule)\s\(?[\"“'‘]?$"
)
DIGITS_OF_A_CODE = 3
"""A word with that many digits is a number with its label: PCN BR55871203."""
_LINKS = frozenset(listed("en", "name_links"))


def acronym_names_a_body(before: str, after: str, surface: str) -> bool:
    """Whether an abbreviation is used like the name of an organisation. `before`, `after`: lower-case surroundings.

    One in plain brackets only shortens the words before it: "key performance indicator (KPI)".
    """
    if "-" in surface and surface.rpartition("-")[2].islower():
        return False
    if _MATTER_AFTER.match(after) or _RULES_BEFORE.search(before):
        return False
    return _OF_A_BODY.match(after) is not None or _ARTICLE.search(before) is not None


def phrase_names_a_body(
    words: list[str], before: str, english: AbstractSet[str], brands: AbstractSet[str] = frozenset()
) -> bool:
    """Whether capitalised words without a head may be somebody's organisation: one of them is no English word.

    `english`, `brands`: lower-case words; what begins with a brand is a product.
    """
    plain = [re.sub(r"[’']s?$", "", word).strip(".,'’()").lower() for word in words]
    if any(sum(map(str.isdigit, word)) >= DIGITS_OF_A_CODE for word in plain):
        return False
    if plain[-1] in _WORKS or plain[0] in _WORKS or plain[0] in brands or _THING_BEFORE.search(before):
        return False
    return any(word and word not in english and word not in _LINKS and not word.isdigit() for word in plain)
