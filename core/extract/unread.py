"""Passages that no layer can read: writing of which nothing is understood is no text without findings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from core.resources import read_toml, resource_root
from core.text.characters import ignorable, scripts

_PLAIN = re.compile(r"[\x00-\u024f\u2000-\u206f\u3000-\u3020\u3400-\u9fff\uff00-\uff60]*")
"""What is read, without a look at any table."""


@dataclass(frozen=True, slots=True)
class UnreadPassage:
    """`[start, end)` in code points of the original text. `script`: the one most of its letters are of, by its name in
    Unicode; `letters`: how many of them no layer reads."""

    start: int
    end: int
    script: str
    letters: int


@dataclass(frozen=True, slots=True)
class _Rules:
    read: frozenset[str]
    neutral: frozenset[str]
    least_letters: int
    symbols_in: frozenset[str]
    with_ideographs: frozenset[str]
    products: frozenset[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    data = read_toml(resource_root() / "text" / "unread.toml")
    return _Rules(
        frozenset(data["read"]),
        frozenset(data["neutral"]),
        int(data["least_letters"]),
        frozenset(data["symbols_in"]),
        frozenset(data["with_ideographs"]),
        frozenset(name.casefold() for name in data["products"]),
    )


@dataclass(frozen=True, slots=True)
class _Word:
    """Letters of one script in a row, marks and unseen characters between them included. `alone`: no letter of
    another script touches it."""

    start: int
    end: int
    script: str
    letters: int
    alone: bool


def unread(text: str) -> tuple[UnreadPassage, ...]:
    """The passages of `text` in scripts that no layer reads, in order, never overlapping. Linear in its length.

    Words in a row join to one passage over spaces, signs and digits; a word of a script that is read ends it, but for
    ideographs inside Japanese or Korean.
    """
    if _PLAIN.fullmatch(text) is not None:
        return ()
    rules = _rules()
    words = [word for word in _words(text) if text[word.start : word.end].casefold() not in rules.products]
    found: list[UnreadPassage] = []
    run: list[_Word] = []
    for place, word in enumerate(words):
        if _is_unread(word, rules) or (word.script == "Han" and _in_foreign_sentence(words, place, text, rules)):
            run.append(word)
            continue
        if word.script in rules.read:
            _close(run, found, rules)
            run = []
    _close(run, found, rules)
    return tuple(found)


def _is_unread(word: _Word, rules: _Rules) -> bool:
    if word.script in rules.read:
        return False
    return word.letters > 1 or not word.alone or word.script not in rules.symbols_in


def _in_foreign_sentence(words: list[_Word], place: int, text: str, rules: _Rules) -> bool:
    """Whether ideographs touch letters of a language that mixes them with its own."""
    word = words[place]
    before = words[place - 1] if place else None
    after = words[place + 1] if place + 1 < len(words) else None
    if before is not None and before.end == word.start and before.script in rules.with_ideographs:
        return True
    return after is not None and after.start == word.end and after.script in rules.with_ideographs


def _close(run: list[_Word], found: list[UnreadPassage], rules: _Rules) -> None:
    letters: Counter[str] = Counter()
    for word in run:
        if word.script not in rules.read:
            letters[word.script] += word.letters
    total = sum(letters.values())
    if total >= rules.least_letters:
        found.append(UnreadPassage(run[0].start, run[-1].end, letters.most_common(1)[0][0], total))


def _words(text: str) -> Iterator[_Word]:
    """Runs of letters of one script; digits, spaces and signs are between them."""
    table, rules, unseen = scripts(), _rules(), ignorable()
    start = end = letters = 0
    script = ""
    touching = False
    for place, char in enumerate(text):
        if char in unseen:
            continue
        own = table.of(char) if char.isalpha() else ""
        if own in rules.neutral:
            # A letter of no script, such as a length mark, goes with the word it stands in.
            own = script
        if script and not own and not char.isspace() and table.of(char) in ("Inherited", script):
            end = place + 1
            continue
        if own and own == script and place >= end:
            end, letters = place + 1, letters + 1
            continue
        if script:
            yield _Word(start, end, script, letters, not touching and not own)
        touching = bool(script and own)
        start, end, letters, script = place, place + 1, 1, own
    if script:
        yield _Word(start, end, script, letters, not touching)
