"""Recognises one token-like spelling at one place of a stream, with bounded look-ahead.

`Speller.decide` is a function of the text from `start` on, the character before it and the strictness.
When the text ends before the decision is certain it answers MORE instead, so that every way of cutting an
answer into chunks leads to the same decisions.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from core.domain.tokens import LONGEST_CLASS, TokenEntry
from core.restore.labels import LabelIndex
from core.restore.pieces import MORE, Left, More
from core.text.normalize import normalize
from core.text.patterns import any_of


@dataclass(frozen=True, slots=True)
class Found:
    """A token-like spelling up to `end`. Either `entry` or `left` is set; `tail` follows the value ("'s")."""

    end: int
    entry: TokenEntry | None = None
    left: Left | None = None
    tail: str = ""


@dataclass(frozen=True, slots=True)
class Strictness:
    """What the surroundings allow. Source code has indices and identifiers that merely look like tokens:
    there only the canonical label with an underscore in square brackets counts (`canonical_only`).
    Inside a literal a backslash belongs to the literal, not to the token (`literal`)."""

    canonical_only: bool = False
    literal: bool = False


# Every alternative is told apart by its first character; only those in _LONG_STARTS are longer than one.
_SEPARATOR = (
    r"\\[_\-#*]|[_\-‐‑–—－#:：.*]|[ \t\n\u00a0\u3000＿]|[\u00ad\u200b\u200c\u200d\u2060\ufeff]"
    r"|&(?:#95|#x5f|lowbar|#45|#32|nbsp);"
)
_UNIT = rf"(?:[^\W_]|['’`]|{_SEPARATOR})"
_OPENER = re.compile(
    r"(?P<square>\\?\[|［|【|〔|〖|&(?:#91|#x5b|lbrack|lsqb);)"
    r"|(?P<angle>\\?<|＜|《|〈|&(?:#60|#x3c|lt);)"
    r"|(?P<curly>\{\{|\\?\{|｛)",
    re.IGNORECASE,
)
_CLOSER = {
    "square": re.compile(r"\\?\]|］|】|〕|〗|&(?:#93|#x5d|rbrack|rsqb);", re.IGNORECASE),
    "angle": re.compile(r"\\?>|＞|》|〉|&(?:#62|#x3e|gt);", re.IGNORECASE),
    "curly": re.compile(r"\\?\}|｝"),
    "{{": re.compile(r"\}\}"),
}
_OPENING = "\\[［【〔〖&<＜《〈{｛"
_LONG_STARTS = frozenset("\\&{}")
_LONGEST_UNIT = len("&lbrack;")
_CLASS_ALLOWANCE = LONGEST_CLASS + 40
"""Characters of a class inside the brackets; a model may word it anew."""
_INNER_ALLOWANCE = 16
"""Separators, emphasis marks, number and possessive that may stand inside the brackets beside the label."""
_DEEPEST_NESTING = 4

_BODY = re.compile(
    r"(?P<label>[^\W\d_]+(?:[ _\-]+[^\W\d_]+)*)(?P<sep>[\s_\-#:.]*)(?P<number>[0-9]{1,6})(?P<tail>['’]?s)?",
    re.IGNORECASE,
)
_CLASSED = re.compile(
    r"(?P<head>[^\W\d_]+(?:[ _\-]+[^\W\d_]+)*[\s_\-#.]*[0-9]{1,6})(?:\s*:|\s+-+\s|\s*\()(?P<told>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A token with its class, as `[AGE_1: 60-69]`, or as a model may set it: `[AGE_1 (60-69)]`, `[AGE_1 - 60-69]`."""
_TOKEN_INSIDE = re.compile(r"_\d")
"""Behind the label and number of one token, this is another one and no class."""
_FRONT = re.compile(r"[^\W\d_]+(?:[ _\-]+[^\W\d_]+)*[ _\-]*")
_NUMBER_AFTER = re.compile(r"[_\-][0-9]{1,6}[\]］】]")
_NUMBER_AFTER_PARTIAL = re.compile(r"(?:[_\-][0-9]{0,6})?\Z")
_REST_AFTER = re.compile(r"[ _\-]{0,2}[0-9]{0,6}[\]］】]")
_REST_AFTER_PARTIAL = re.compile(r"[ _\-]{0,2}[0-9]{0,6}\Z")

_BARE_NUMBER = re.compile(r"(?:\\?_|＿|&#95;|&lowbar;)(?P<number>[0-9０-９]{1,6})(?![0-9０-９])")
_BARE_PARTIAL = re.compile(
    r"(?:\\|&(?:#9?5?|l(?:o(?:w(?:b(?:ar?)?)?)?)?)?|(?:\\?_|＿|&#95;|&lowbar;)[0-9０-９]{0,6})?\Z"
)
_NO_WORD_EDGE = frozenset("_$@%#\\.{")
_IDEOGRAPH = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def ideographic(char: str) -> bool:
    """Scripts in which words are not set apart by spaces."""
    return _IDEOGRAPH.match(char) is not None


def _sure(text: str, position: int, final: bool) -> bool:
    """Whether the unit, opener or closer at `position` can be told from what is there."""
    if final or len(text) - position > _LONGEST_UNIT:
        return True
    return position < len(text) and text[position] not in _LONG_STARTS


def _plain(written: str) -> str:
    """Folded words of a body, without the marks that markdown or HTML put around or inside it."""
    return normalize(html.unescape(written)).text.replace("\\", "").strip(" \t\n*`'")


def _capital(label: str) -> bool:
    return label.upper() == label


def _joins(char: str) -> bool:
    """Whether a word that ends before `char`, or begins after it, would go on into it."""
    return char in _NO_WORD_EDGE or (char.isalnum() and not ideographic(char))


class Speller:
    """Immutable after construction; knows the closed set of labels of one conversation."""

    def __init__(self, labels: LabelIndex) -> None:
        self._labels = labels
        limit = labels.longest + _INNER_ALLOWANCE
        self._body = re.compile(f"{_UNIT}{{0,{limit}}}", re.IGNORECASE)
        inside = limit * _LONGEST_UNIT + _CLASS_ALLOWANCE
        self._inside = {
            family: re.compile(rf"((?:(?!{end.pattern})[^\n\[［【〔〖]){{0,{inside}}})({end.pattern})?", re.IGNORECASE)
            for family, end in _CLOSER.items()
        }
        words = any_of(labels.further)
        self._further = re.compile(rf"\s*{words}\s*[^\W\d_]+(?:[ _\-]+[^\W\d_]+)*_[0-9]{{1,6}}\s*\)?", re.IGNORECASE)
        self._bare = [(label, re.compile(re.escape(label).replace("_", r"\\?_"))) for label in labels.issued]
        first = {label[0] for label in labels.issued} | set(_OPENING)
        self._trigger = re.compile("[" + "".join(re.escape(char) for char in sorted(first)) + "]")
        self.longest = (limit * _LONGEST_UNIT + 4 * _LONGEST_UNIT + _CLASS_ALLOWANCE) * _DEEPEST_NESTING
        """Greatest number of characters that a decision may need."""

    def next_trigger(self, text: str, position: int) -> int:
        """First place at or after `position` where a token may start, -1 when there is none."""
        match = self._trigger.search(text, position)
        return match.start() if match else -1

    def decide(self, text: str, start: int, before: str, final: bool, strict: Strictness) -> Found | More | None:
        """What stands at `start`. `before`: the character in front of it, empty at the start of the answer."""
        if not _sure(text, start, final):
            return MORE
        opener = _OPENER.match(text, start)
        if opener is None:
            return None if strict.canonical_only else self._decide_bare(text, start, before, final)
        if strict.literal and opener.group().startswith("\\"):
            return None
        if opener.lastgroup != "square" and (strict.canonical_only or before == "$"):
            return None
        return self._decide_bracketed(text, opener, final, strict, 0)

    def _decide_bracketed(
        self, text: str, opener: re.Match[str], final: bool, strict: Strictness, depth: int
    ) -> Found | More | None:
        family = opener.lastgroup or "square"
        body = self._body.match(text, opener.end())
        stop = body.end() if body else opener.end()
        if not _sure(text, stop, final):
            return MORE
        if family == "square":
            nested = self._decide_nested(text, opener.end(), stop, final, strict, depth)
            if nested is not None:
                return nested
        closing = "{{" if opener.group() == "{{" else family
        closer = _CLOSER[closing].match(text, stop)
        found: Found | More | None = None
        if closer is not None:
            found = self._read(text[opener.end() : stop], closer.end(), family, strict)
        if found is None:
            found = self._decide_classed(text, opener.end(), closing, final, strict)
        if not isinstance(found, Found) or family != "square":
            return found
        after = _NUMBER_AFTER.match(text, found.end)
        if after is not None:
            return Found(after.end(), left=Left.NESTED)
        if not final and _NUMBER_AFTER_PARTIAL.match(text, found.end):
            return MORE
        return found

    def _decide_classed(
        self, text: str, start: int, closing: str, final: bool, strict: Strictness
    ) -> Found | More | None:
        """`[AGE_1: 60-69]`: label and number of an issued token and, behind them, words that say its class, whatever
        became of them, or whose further name it stands for (`[PERSON_2: also PERSON_1]`). Only a token of a type that
        has classes, or one in canonical spelling."""
        inside = self._inside[closing].match(text, start)
        if inside is None:
            return None
        match = _CLASSED.fullmatch(_plain(inside.group(1)))
        if match is None:
            return None
        if _TOKEN_INSIDE.search(match["told"]) and not self._further.fullmatch(match["told"]):
            return None
        family = "curly" if closing == "{{" else closing
        found = self._read(match["head"], inside.end(), family, strict)
        if found is None or found.entry is None:
            return None
        canonical = "_" in match["head"]
        if not canonical and found.entry.type_id not in self._labels.classed:
            return None
        if inside.group(2):
            return found
        return MORE if not final and inside.end() == len(text) else None

    def _read(self, written: str, end: int, family: str, strict: Strictness) -> Found | None:
        match = _BODY.fullmatch(_plain(written))
        if match is None:
            return None
        label, separator, number, tail = match["label"], match["sep"], int(match["number"]), match["tail"] or ""
        underscore = separator == "_"
        if strict.canonical_only:
            return self._read_canonical(label, number, end, tail) if underscore else None
        if family != "square" and not separator:
            return None
        meaning = self._labels.resolve(label, number)
        if isinstance(meaning, TokenEntry):
            return Found(end, entry=meaning, tail=tail)
        if meaning is Left.AMBIGUOUS:
            return Found(end, left=meaning)
        if not underscore or (meaning is Left.UNKNOWN and (family != "square" or not _capital(label))):
            return None
        return Found(end, left=meaning)

    def _read_canonical(self, label: str, number: int, end: int, tail: str) -> Found | None:
        entry = self._labels.exact(label, number)
        if entry is not None:
            return Found(end, entry=entry, tail=tail)
        if not _capital(label) or not self._labels.knows(label):
            return None
        meaning = self._labels.resolve(label, number)
        return Found(end, left=meaning if isinstance(meaning, Left) else Left.FORGED)

    def _decide_nested(
        self, text: str, start: int, stop: int, final: bool, strict: Strictness, depth: int
    ) -> Found | More | None:
        """`[LABEL_[LABEL_1]...`: a label in front of another token. Left as it is, as a whole."""
        inner = _OPENER.match(text, stop)
        if stop == start or depth >= _DEEPEST_NESTING or inner is None or inner.lastgroup != "square":
            return None
        front = _plain(text[start:stop])
        if not _FRONT.fullmatch(front) or not (front.endswith("_") or self._labels.knows(front)):
            return None
        found = self._decide_bracketed(text, inner, final, strict, depth + 1)
        if not isinstance(found, Found):
            return found
        if not final and _REST_AFTER_PARTIAL.match(text, found.end):
            return MORE
        rest = _REST_AFTER.match(text, found.end)
        return Found(rest.end() if rest else found.end, left=Left.NESTED)

    def _decide_bare(self, text: str, start: int, before: str, final: bool) -> Found | More | None:
        """`LABEL_1` without brackets: canonical spelling only, and apart from other words."""
        for label, pattern in self._bare:
            if before and (before in _NO_WORD_EDGE or (_joins(before) and not ideographic(label[0]))):
                continue
            match = pattern.match(text, start)
            if match is None:
                if not final and label.startswith(text[start : start + 2 * len(label)].replace("\\", "")):
                    return MORE
                continue
            if not final and _BARE_PARTIAL.match(text, match.end()):
                return MORE
            number = _BARE_NUMBER.match(text, match.end())
            if number is None or text[number.end() : number.end() + 1] == "_":
                continue
            after = text[number.end() : number.end() + 1]
            if after.isalnum() and not ideographic(after):
                continue
            entry = self._labels.exact(label, int(number["number"]))
            return Found(number.end(), entry=entry, left=None if entry else Left.FORGED)
        return None
