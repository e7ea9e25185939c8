"""Originals *suggested* for coarser values that recur in an answer ("March 2024" -> the day): never silent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.domain.artifact import EXACT_LEVEL, Replacement
from core.resources import resource_root
from core.restore.labels import RestoreRules
from core.restore.spelling import ideographic
from core.text.normalize import normalize
from core.text.patterns import any_of

_SHORTEST_PHRASE = 2
_DETERMINER = "\x00"
"""Stands for any determiner in a phrase's key; occurs in no text that was accepted."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`[start, end)` of the answer says `phrase`, which stood in D for one of `attribute_ids`.

    `candidates` are the distinct originals, parallel knowledge of the user: with more than one, only a person
    can tell which is meant.
    """

    start: int
    end: int
    phrase: str
    attribute_ids: tuple[str, ...]
    candidates: tuple[str, ...]


def suggest(
    answer: str,
    replacements: Iterable[Replacement],
    originals: Mapping[str, str],
    rules: RestoreRules | None = None,
) -> tuple[Suggestion, ...]:
    """Places of `answer` (code points, in order, never overlapping) that repeat a generalised phrase of D.

    `originals`: attribute id -> original value. An answer may exchange a determiner ("in my sixties", "in your
    sixties"), the case and the spacing. Tokens, suppressed mentions and phrases of a single character are passed
    over: they tell nothing that could be told back. `rules`: shipped data, read when not given.
    """
    determiners = (rules or RestoreRules.load(resource_root())).determiners
    meanings = _meanings(replacements, originals, determiners)
    if not meanings:
        return ()
    phrases = sorted(meanings, key=lambda phrase: (-len(phrase), phrase))
    pattern = re.compile("|".join(_pattern(phrase, determiners) for phrase in phrases), re.IGNORECASE)
    view = normalize(answer)
    found: list[Suggestion] = []
    for match in pattern.finditer(view.text):
        ids = meanings.get(_key(match.group(), determiners))
        if ids is None:
            continue
        start, end = view.to_original(*match.span())
        candidates = tuple(dict.fromkeys(originals[attribute_id] for attribute_id in ids))
        found.append(Suggestion(start, end, answer[start:end], tuple(ids), candidates))
    return tuple(found)


def _meanings(
    replacements: Iterable[Replacement], originals: Mapping[str, str], determiners: frozenset[str]
) -> dict[str, list[str]]:
    meanings: dict[str, list[str]] = {}
    for item in replacements:
        phrase = _key(item.rendered, determiners)
        if item.token or item.level == EXACT_LEVEL or not item.node or item.attribute_id not in originals:
            continue
        telling = phrase.replace(_DETERMINER, "")
        if len(telling) < _SHORTEST_PHRASE or not any(char.isalnum() for char in telling):
            continue
        ids = meanings.setdefault(phrase, [])
        if item.attribute_id not in ids:
            ids.append(item.attribute_id)
    return meanings


def _key(phrase: str, determiners: frozenset[str]) -> str:
    """One form for all spellings that count as the same phrase."""
    words = normalize(phrase).text.lower().split()
    return " ".join(_DETERMINER if word in determiners else word for word in words)


def _pattern(phrase: str, determiners: frozenset[str]) -> str:
    exchangeable = any_of(determiners)
    words = r"\s+".join(exchangeable if word == _DETERMINER else re.escape(word) for word in phrase.split(" "))
    left = "" if ideographic(phrase[0]) else r"(?<![^\W_\u2e80-\u9fff])"
    right = "" if ideographic(phrase[-1]) else r"(?![^\W_\u2e80-\u9fff])"
    return f"{left}{words}{right}"
