"""Fields of records (`Label: value`, JSON members) and answers in dialogues."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from core.extract.candidate import Candidate
from core.extract.quasi.cells import CellReader
from core.extract.quasi.scan import Scan

_FIELD = re.compile(
    r"(?:^|(?<=[;|\t]))[ \t>*•·-]*(?:\*\*)?(?P<name>[^\W\d_][^\n:：=;|,]{0,38}?)(?:\*\*)?[ \t]*[:：=](?:\*\*)?[ \t]*"
    r"(?P<value>[^\n;|\t]{1,120})",
    re.MULTILINE,
)
_MEMBER = re.compile(
    r"[\"'](?P<name>[A-Za-z][\w .-]{0,38})[\"']\s*:\s*(?:\"(?P<text>[^\"\n]{1,120})\"|(?P<number>\d[\d.]*))"
)
_VALUE_ENDS = re.compile(r"\.(?=\s|$)|, (?=[A-Z][\w ]{1,24}: )|[,，] ?|[。；]|\s[(（]")
_LISTED_ENDS = re.compile(r"\.(?=\s|$)|[。；]|\s[(（]")
_LISTED_NAME = re.compile(r"[A-Z][\w'’-]+, [A-Z][\w'’-]+(?: [A-Z]\.?)?(?=[ \t]*(?:\n|$|[;|]))")
"""Surname first: CASTELLANOS, IGNACIO."""
_WHOLE_LINE = frozenset({"ADDRESS", "DATE", "BIRTH_DATE", "AMOUNT", "INCOME"})
_QUESTION = re.compile(
    r"[^\n?？]{3,120}[?？.][ \t]*\n+[ \t]*(?:[^\W\d_][\w .'’-]{0,24}[:：][ \t]*)?(?P<answer>[^\n]{1,120})"
)
_ANSWER_ENDS = re.compile(
    r"[.;!?\n]|, |"
    r" (?:and|but|since|until|for|with|at|because|though|which|who|when|where|after|before|i|he|she|we)\b|$",
    re.IGNORECASE,
)
_DATED = frozenset({"BIRTH_DATE", "ADDRESS"})
_NUMERIC = frozenset({"AGE", "INCOME", "AMOUNT"})


def detect(scan: Scan, reader: CellReader) -> Iterator[Candidate]:
    """Values of fields whose name says what they are, and answers to questions that say it."""
    if any(sign in scan.text for sign in ":=："):
        members = list(scan.cased(_MEMBER))
        lines = list(scan.cased(_FIELD))
        type_of = _naming([match["name"] for match in (*members, *lines)], reader)
        for match in members:
            type_id = type_of(match["name"])
            group = "text" if match["text"] is not None else "number"
            if type_id and (group == "text" or type_id in _NUMERIC):
                yield from reader.read(scan, *match.span(group), type_id, "field.member")
        for match in lines:
            type_id = type_of(match["name"])
            if type_id:
                end = _value_end(match, type_id, reader)
                yield from reader.read(scan, match.start("value"), end, type_id, "field.line")
    if "\n" in scan.text:
        yield from _answers(scan, reader)


def _naming(names: list[str], reader: CellReader) -> Callable[[str], str]:
    """Names that say little alone ("name", "city") count in a record that has a personal field of a sure name."""
    sure = {name: reader.fields.type_alone(name) for name in names}
    return reader.fields.type_of if set(sure.values()) & reader.fields.personal else sure.__getitem__


def _value_end(match: re.Match[str], type_id: str, reader: CellReader) -> int:
    value = match["value"]
    if type_id == "PERSON" and (listed := _LISTED_NAME.match(value)):
        return match.start("value") + listed.end()
    ends = _LISTED_ENDS if type_id in reader.fields.listed or type_id in _WHOLE_LINE else _VALUE_ENDS
    stop = ends.search(value)
    return match.start("value") + (stop.start() if stop else len(value))


def _answers(scan: Scan, reader: CellReader) -> Iterator[Candidate]:
    at = 0
    while match := _QUESTION.search(scan.text, at):
        # The answer may be followed by the next question: look again from its line on.
        at = match.start("answer")
        type_id = reader.fields.asked(scan.lower[match.start() : match.start("answer")])
        if not type_id:
            continue
        start = _after_leads(scan.lower, match.start("answer"), match.end("answer"), reader)
        if start < 0:
            continue
        stop = match.end("answer") if type_id in _DATED else _answer_end(scan.text, start, match.end("answer"))
        yield from reader.read(scan, start, stop, type_id, "field.answer")


def _answer_end(text: str, start: int, end: int) -> int:
    found = _ANSWER_ENDS.search(text, start, end)
    return found.start() if found else end


def _after_leads(lower: str, start: int, end: int, reader: CellReader) -> int:
    """Where the value of an answer begins, -1 when the answer tells nothing."""
    while True:
        rest = lower[start:end]
        lead = max((words for words in reader.fields.leads if _opens(rest, words)), key=len, default="")
        if not lead:
            break
        start += len(lead)
        while start < end and lower[start] in " ,.":
            start += 1
    rest = lower[start:end]
    refused = any(_opens(rest, words) for words in reader.fields.refusals)
    return -1 if refused or not rest.strip(" .,!?") else start


def _opens(text: str, words: str) -> bool:
    return text.startswith(words) and not text[len(words) : len(words) + 1].isalnum()
