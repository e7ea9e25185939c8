"""Patterns of street addresses in Latin script, compiled from resources/lexicons/address_latin.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.extract.explicit.name_tokens import LETTER
from core.text.patterns import any_of

_NUMBER = r"(?:\d{1,6}[A-Za-z]?(?:[-/]\d{1,5}[A-Za-z]?)?)"
_EDGE = rf"(?<![{LETTER}0-9./-])"
_END = rf"(?![{LETTER}0-9])"
_NAME = rf"(?:[{LETTER}0-9][{LETTER}0-9'’.-]{{0,24}})"
_CAPITAL = rf"(?:[A-Z\u00c0-\u00de\u0100-\u024f][{LETTER}'’.-]{{0,24}})"
_CODE = (
    r"(?:\d{4,6}(?:-\d{3,4})?|\d{3}[ ]\d{2,3}|[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}|[A-Z]\d[A-Z][ ]?\d[A-Z]\d"
    r"|[A-Z]{1,2}-\d{3,5}|\d{4}[ ]?[A-Z]{2}|\d{2}-\d{3})"
)
_SMALL = r"(?:(?:de|du|des|la|le|les|della|dei|di|da|do|dos|das|los|las|del|el|al|der|den|van|von|e|y)[ ]|d['’]|l['’])"
_DIRECTION = r"(?:[NSEW]{1,2}\.?[ ]|north[ ]|south[ ]|east[ ]|west[ ])?"
_QUARTER = rf"(?:[ ](?:n|s|e|w|ne|nw|se|sw|north|south|east|west){_END}\.?)?"
_HOUSE = rf"(?!(?:1[5-9]|20)\d\d{_END}){_NUMBER}"
"""A house number; a number that reads as a year is none."""
_CAPITALS = rf"{_CAPITAL}(?:[ -]{_CAPITAL}){{0,3}}"
_WHOLE_WORDS = rf"{_CAPITAL}{_END}(?:[ -]{_CAPITAL}{_END}){{0,3}}"
"""As `_CAPITALS`, but never the letters of a code: Huddersfield [HD3 4QX]."""
_AFTER_NUMBER = rf"(?:,?[ ]{_HOUSE}{_END})?"


@dataclass(frozen=True, slots=True)
class AddressPatterns:
    """`anchors`: expression and base score, surest first; the others extend an anchor to either side."""

    anchors: tuple[tuple[re.Pattern[str], float], ...]
    unit: re.Pattern[str]
    left: re.Pattern[str]
    left_number: re.Pattern[str]
    right: re.Pattern[str]
    context: re.Pattern[str]
    after_context: re.Pattern[str]
    cue: re.Pattern[str]


def compile_patterns(data: Mapping[str, Any]) -> AddressPatterns:
    """From the lexicon's word lists."""
    units, countries, context = any_of(data["units"]), any_of(data["countries"]), any_of(data["context"])
    unit = (
        rf"(?:{units}\.?[ ]?(?:no\.?[ ]?)?#?[ ]?(?:\d{{1,6}}[A-Za-z]?|[A-Z]\d{{0,4}}){_END}"
        rf"|#[ ]?\d{{1,5}}[A-Za-z]?{_END})"
    )
    return AddressPatterns(
        anchors=(*_streets(data), *_places(data)),
        unit=re.compile(rf"[ ,.>\n]{{1,5}}{unit}", re.IGNORECASE),
        left=re.compile(
            rf"{_EDGE}(?:{_NUMBER}[ ,]{{1,2}}){{0,2}}(?:{_CAPITAL}[ ]){{0,4}}(?:{_NUMBER}[ ]?)?"
            r"(?:[,\n][ ]{0,3}|[ ]{1,2})?\Z"
        ),
        left_number=re.compile(rf"{_EDGE}{_NUMBER}[ ,]{{1,2}}\Z"),
        right=re.compile(
            r"(?:[ ,.]{0,2}\n[ ,>]{0,4}|,[ ]?|[ ]{1,2})"
            rf"(?:{_CODE}{_END}|(?i:{countries}){_END}|{_WHOLE_WORDS}(?:[ ]{_CODE}{_END})?)"
        ),
        context=re.compile(rf"(?<![A-Za-z]){context}(?: is| to|:|)[\s:]{{0,3}}$", re.IGNORECASE),
        after_context=re.compile(
            rf"{_NUMBER}[ ](?:{_CAPITAL}[ ,]{{1,2}}){{1,5}}?{_HOUSE}{_END}"
            rf"|{_NUMBER}[ ]{_CAPITAL}(?:[ ]{_CAPITAL}){{0,3}}"
            rf"|{_CAPITAL}(?:[ ]{_CAPITAL}){{0,2}}[ ]{_HOUSE}{_END}"
        ),
        cue=re.compile(rf"(?<![A-Za-z]){context}(?![A-Za-z])", re.IGNORECASE),
    )


def _streets(data: Mapping[str, Any]) -> tuple[tuple[re.Pattern[str], float], ...]:
    after, strong, glued = any_of(data["types_after"]), any_of(data["strong_types"]), any_of(data["glued"])
    before = any_of(data["types_before"])
    upper = any_of([word[:1].upper() + word[1:] for word in data["types_before"]] + ["ul.", "al.", "os.", "c/"])
    months = any_of([word.capitalize() for word in data["months"]])
    named = rf"(?!(?:{months}|The|Of|And){_END})(?:{_CAPITAL}|\d{{1,3}}(?:st|nd|rd|th){_END})"
    number = rf"{_EDGE}{_NUMBER},?[ ]"
    return (
        # 24 Clarke Avenue; the second line takes words that are streets only now and then.
        (
            re.compile(
                rf"{number}{_DIRECTION}(?:{named}[ ](?:{_SMALL}){{0,2}}){{1,4}}?(?i:{strong}){_END}"
                rf"\.?{_QUARTER}{_AFTER_NUMBER}"
            ),
            0.82,
        ),
        (re.compile(rf"{number}{_DIRECTION}(?:{named}[ ]){{1,3}}?(?i:{after}){_END}\.?{_AFTER_NUMBER}"), 0.7),
        # Hauptstraße 12
        (
            re.compile(
                rf"{_EDGE}(?:{_NUMBER}[ ])?(?:{_CAPITAL}[ ]){{0,2}}?(?!{stop_words(data)}{_END})"
                rf"[A-Z\u00c0-\u024f][{LETTER}]{{2,24}}{glued}\.?,?[ ]{_HOUSE}{_END}"
            ),
            0.72,
        ),
        # Via Roma 131, ul. Zamkowa 33
        (
            re.compile(
                rf"{_EDGE}(?:{_NUMBER},?[ ])?{upper}[ ](?:{_SMALL}){{0,3}}"
                rf"(?:{_CAPITALS}[ ]?(?:{_SMALL}){{0,2}}){{1,2}}"
                rf"(?:,[ ]?|[ ]?)(?:n[°ºr.]{{0,2}}[ ]?)?{_HOUSE}{_END}"
            ),
            0.7,
        ),
        # 5 Rue Victor Hugo
        (re.compile(rf"{number}(?:bis[ ]|ter[ ])?(?i:{before})[ ](?:{_SMALL}){{0,3}}{_CAPITALS}"), 0.66),
        (re.compile(rf"{_EDGE}{_CAPITALS}[ ](?i:{strong}){_END}\.?,?[ ]{_HOUSE}{_END}"), 0.66),
    )


def _places(data: Mapping[str, Any]) -> tuple[tuple[re.Pattern[str], float], ...]:
    units, sure, countries = any_of(data["units"]), any_of(data["sure_units"]), any_of(data["countries"])
    return (
        # Military post
        (
            re.compile(
                rf"{_EDGE}(?:(?:PSC|Unit) \d{{1,5}},? Box \d{{1,5}}|US(?:NS|S|NV|CGC) {_CAPITAL})"
                r"[ ,\n]{1,4}(?:APO|FPO|DPO),? A[AEP] \d{5}"
            ),
            0.9,
        ),
        (
            re.compile(
                rf"(?i:(?:the )?corner of) (?:[^\s,.?!]{{1,24}} ){{1,6}}?(?:and|&) {_CAPITAL}(?: {_CAPITAL}){{0,2}}"
            ),
            0.75,
        ),
        (re.compile(rf"{_EDGE}(?i:{countries})[ ]\d{{4,6}}{_END}"), 0.6),
        (re.compile(rf"{_EDGE}{sure}\.?[ ]?#?[ ]?\d{{1,6}}[A-Za-z]?{_END}", re.IGNORECASE), 0.6),
        (re.compile(rf"{_EDGE}{units}\.?[ ]?(?:no\.?[ ]?)?#?[ ]?\d{{1,6}}[A-Za-z]?{_END}", re.IGNORECASE), 0.45),
    )


def stop_words(data: Mapping[str, Any]) -> str:
    """Words that open a sentence and end like a street (During, Along) are no street."""
    return any_of([word.capitalize() for word in data["not_streets"]])
