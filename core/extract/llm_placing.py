"""From values that a model named to mentions beside those of the rules (DESIGN 5.1).

What the rules found stands. A value that reaches beyond a mention of the rules adds its rest; where both are the same
kind of name, the rules' mention grows to the whole name instead.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.language import Language
from core.domain.request import Decisions
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.coreference import LEAST_DIGITS, LEAST_SURFACE, NAMED
from core.extract.dictionary import NeverHide
from core.extract.explicit.lexicons import read_lines, read_set
from core.extract.language import detect
from core.extract.llm_grounding import LONGEST_VALUE, Grounding
from core.extract.llm_values import CanonicalValues
from core.resources import read_toml
from core.text.normalize import NormalizedText, comparison_key, normalize

SCORE = 0.7
"""Of what only the model saw: below most rules, above a guess."""
PASSAGE = 16
"""Code points around a mention that tell the language it is written in."""
LINES = 3
"""Line ends inside one value, as in an address; with more it is a passage."""
GROWING = NAMED | {"ADDRESS"}
"""Types of which a longer name takes the place of a shorter one."""
TERMS = frozenset({
    "DISEASE", "SURGERY", "DRUG", "ALLERGY", "BLOOD_TYPE", "DEPARTMENT", "OCCUPATION", "EDUCATION", "PHYSIQUE",
    "LIFE_EVENT", "FINANCIAL_PRODUCT", "CASE_TYPE", "CHARGE", "RELIGION", "ETHNICITY", "POLITICAL",
})  # fmt: skip
"""Types of which a longer term takes the place of a shorter one: what stands beside numbers is their wording."""
LONGEST_REST = 24
"""Code points by which a term may grow; more is a clause."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_EDGE = " \t\r\n,.;:!?，。；：！？、()（）[]【】\"'“”‘’「」《》-–—·/"


@dataclass(frozen=True, slots=True)
class Item:
    """One value of a model's answer. `rule`: which question brought it."""

    type_id: str
    value: str
    rule: str


@dataclass(frozen=True, slots=True)
class Placed:
    """See LlmFindings."""

    mentions: tuple[Mention, ...]
    widened: Mapping[int, Mention]
    agreed: int


@dataclass(frozen=True, slots=True)
class _Hit:
    """A grounded value at `[start, end)` of the original."""

    start: int
    end: int
    item: Item


class Placing:
    """Pure after construction."""

    def __init__(self, taxonomy: Taxonomy, values: CanonicalValues, root: Path) -> None:
        """Raises ResourceError."""
        self._taxonomy = taxonomy
        self._values = values
        self._small = frozenset().union(*(read_set(root, f"small_words.{language}.txt") for language in Language))
        self._titles = frozenset(read_toml(root / "lexicons" / "person_latin.toml")["plain_titles"])
        self._historic = frozenset(comparison_key(name) for name in read_lines(root, "historic_names.txt"))

    def place(
        self,
        items: Sequence[Item],
        normalized: NormalizedText,
        sensitive: SensitiveSet,
        decisions: Decisions,
        counts: Counter[str],
    ) -> Placed:
        """Mentions of `items` that `sensitive` does not have; what cannot be found is counted, not kept."""
        rules = sensitive.mentions
        starts = [mention.start for mention in rules]
        never = NeverHide(decisions)
        hits: list[_Hit] = []
        for item, spans in self._grounded(items, normalized, never, counts):
            touched = [bool(_touching(rules, starts, start, end)) for start, end in spans]
            for (start, end), known in zip(spans, touched, strict=True):
                # A bare short number says its value only where its context does; the rules have read that.
                if known or not any(touched) or not _is_short_number(item.value):
                    hits.append(_Hit(start, end, item))
        agreed = {start for hit in hits for start in (m.start for m in _touching(rules, starts, hit.start, hit.end))}
        mentions, widened = self._beside(hits, rules, starts, normalized.original)
        seen = sum(any(mention.start in agreed for mention in item.mentions) for item in sensitive.attributes)
        return Placed(mentions, widened, seen)

    def together(self, values: Iterable[str], text: str) -> tuple[tuple[int, int], ...]:
        """First occurrence of each value that identifies with the others; empty for fewer than two."""
        normalized = normalize(text)
        grounding = Grounding(normalized)
        spans = dict.fromkeys(normalized.to_original(*found[0]) for found in map(grounding.find, values) if found)
        return tuple(spans) if len(spans) > 1 else ()

    def _grounded(
        self, items: Sequence[Item], normalized: NormalizedText, never: NeverHide, counts: Counter[str]
    ) -> Iterator[tuple[Item, list[tuple[int, int]]]]:
        grounding = Grounding(normalized)
        for item in items:
            key = comparison_key(item.value)
            if len(item.value) > LONGEST_VALUE or item.value.count("\n") > LINES or len(key) < LEAST_SURFACE:
                counts["llm_no_value"] += 1
                continue
            found = grounding.find(item.value)
            if not found:
                counts["llm_ungrounded"] += 1
                continue
            counts["llm_grounded"] += 1
            if not never.allows(item.value) or (item.type_id == "PERSON" and key in self._historic):
                continue
            yield item, [normalized.to_original(start, end) for start, end in found]

    def _beside(
        self, hits: Sequence[_Hit], rules: Sequence[Mention], starts: Sequence[int], text: str
    ) -> tuple[tuple[Mention, ...], dict[int, Mention]]:
        taken: list[tuple[int, int]] = []
        mentions: list[Mention] = []
        widened: dict[int, Mention] = {}
        for hit in sorted(hits, key=lambda hit: (hit.start - hit.end, hit.start, hit.item.type_id)):
            if _overlaps(taken, hit.start, hit.end):
                continue
            around = _touching(rules, starts, hit.start, hit.end)
            if self._grows(around, hit, text) or self._identifies(around, hit):
                widened[around[0].start] = self._mention(hit.start, hit.end, hit.item, text)
                taken.append((hit.start, hit.end))
                continue
            for start, end in _rests(hit, around):
                start, end = self._trimmed(text, start, end, whole=not around)
                if not around or self._tells(text[start:end], hit.item.type_id, around):
                    mentions.append(self._mention(start, end, hit.item, text))
                    taken.append((start, end))
        return tuple(sorted(mentions, key=lambda mention: mention.start)), widened

    def _grows(self, around: Sequence[Mention], hit: _Hit, text: str) -> bool:
        """Whether the rules saw only a part of this name."""
        if len(around) != 1 or around[0].layer is Layer.USER:
            return False
        part = around[0]
        if part.type_id != hit.item.type_id or part.start < hit.start or hit.end < part.end:
            return False
        rests = [text[hit.start : part.start].strip(_EDGE), text[part.end : hit.end].strip(_EDGE)]
        if part.type_id in GROWING:
            return any(map(self._is_name, rests))
        return part.type_id in TERMS and any(map(self._is_telling, rests)) and max(map(len, rests)) <= LONGEST_REST

    def _identifies(self, around: Sequence[Mention], hit: _Hit) -> bool:
        """Whether the model calls an identifier what the span reader alone saw, unsurely, as something that is none."""
        if len(around) != 1 or around[0].sure or around[0].layer is not Layer.SPANS:
            return False
        part = around[0]
        named, seen = self._taxonomy[hit.item.type_id].kind, self._taxonomy[part.type_id].kind
        within = hit.start <= part.start and part.end <= hit.end
        return within and named is Kind.EXPLICIT and seen is Kind.QUASI

    def _is_name(self, rest: str) -> bool:
        """Not a title, and not only ordinary words in lower case."""
        words = rest.split()
        return bool(words) and any(
            not word.isascii() or word[0].isupper() or word[0].isdigit()
            for word in words
            if word.lower().rstrip(".") not in self._titles
        )

    def _tells(self, rest: str, type_id: str, around: Sequence[Mention]) -> bool:
        """Whether what a value has beyond the rules' mentions is worth hiding."""
        if any(char.isdigit() for char in rest) and len(rest) >= LEAST_SURFACE:
            return True
        if any(mention.type_id == type_id for mention in around):
            # "years old", 今年: what stands around a value of the same type is its wording, but not in a name.
            return type_id in GROWING and self._is_name(rest)
        return self._is_telling(rest)

    def _is_telling(self, rest: str) -> bool:
        """Not only small words; one ideograph may be a part of a word, one letter tells nothing."""
        return any(
            word not in self._small and (len(word) > 1 or not word.isascii())
            for word in (part.lower().strip(_EDGE) for part in rest.split())
            if comparison_key(word)
        )

    def _trimmed(self, text: str, start: int, end: int, *, whole: bool) -> tuple[int, int]:
        """Without signs at the edges; a rest also without small words there, which the rules' mention still needs."""
        while start < end and text[start] in _EDGE:
            start += 1
        while end > start and text[end - 1] in _EDGE:
            end -= 1
        if whole or start >= end:
            return start, end
        words = list(_WORD.finditer(text, start, end))
        while words and words[0].start() == start and words[0].group().lower() in self._small:
            start = words[1].start() if len(words) > 1 else end
            words = words[1:]
        while words and words[-1].end() == end and words[-1].group().lower() in self._small:
            words = words[:-1]
            end = words[-1].end() if words else start
        return start, end

    def _mention(self, start: int, end: int, item: Item, text: str) -> Mention:
        surface = text[start:end]
        value, form = self._values.read(item.type_id, surface)
        passage = normalize(text[max(0, start - PASSAGE) : end + PASSAGE]).text
        return Mention(
            start=start,
            end=end,
            text=surface,
            type_id=item.type_id,
            value=value,
            language=detect(passage),
            layer=Layer.LLM,
            explanation=Explanation(item.rule, SCORE, SCORE),
            form=form,
        )


def _touching(rules: Sequence[Mention], starts: Sequence[int], start: int, end: int) -> list[Mention]:
    """Mentions that share a code point with `[start, end)`; `rules` do not overlap each other."""
    first = max(0, bisect_right(starts, start) - 1)
    return [mention for mention in rules[first : bisect_left(starts, end)] if mention.end > start]


def _overlaps(taken: Iterable[tuple[int, int]], start: int, end: int) -> bool:
    return any(left < end and start < right for left, right in taken)


def _rests(hit: _Hit, around: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    position = hit.start
    for mention in around:
        if mention.start > position:
            yield position, mention.start
        position = max(position, mention.end)
    if position < hit.end:
        yield position, hit.end


def _is_short_number(value: str) -> bool:
    key = comparison_key(value)
    return key.isdecimal() and len(key) < LEAST_DIGITS
