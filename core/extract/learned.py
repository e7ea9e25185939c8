"""CUE rules at work: values of a known shape beside known words (paper 4.4). They only ever add to S.

The rules see what the other layers left over: a span that any of them took stays theirs, with its attribute. Matching
is linear: one automaton finds the cues, and beside each a window of bounded length is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import ahocorasick

from core.domain.learning import Rule, RuleKind
from core.domain.request import Request
from core.domain.sensitive import (
    Explanation,
    Layer,
    LayerHealth,
    LayerState,
    Mention,
    SensitiveAttribute,
    SensitiveSet,
)
from core.domain.taxonomy import Domain, Taxonomy
from core.extract import combination, coreference, relevance
from core.extract.combination import CombinationRules
from core.extract.dictionary import NeverHide, same_length_lower
from core.extract.language import detect
from core.extract.user_words import UserWords
from core.text.normalize import NormalizedText, comparison_key, normalize
from core.text.shapes import Run, RunClass, Shape, compiled, cut_out, parse

SCORE = 0.5
"""Below every recogniser's own: a learned rule is a hint that a person or a trial let in."""
MOST_LOOKS = 100_000
"""Windows read in one text; beyond, the layer says that it read the text in part."""
IN_PART = "learned.read_in_part"
READ_AT_MOST = 20_000
PASSAGE = 16
RECOGNIZER = "learned."
_LINE = re.compile(r"[\n。！？；]")
_LINK = re.compile(r"[\s:：,，=#(（\-]*(?:is|was|of|no\.?|number|是|为|为：|叫)?[\s:：,，=#(（\-]*")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002f7ff]")


@dataclass(frozen=True, slots=True)
class _Cue:
    """One rule as it is looked for."""

    rule: Rule
    shape: Shape
    pattern: re.Pattern[str]
    starts_han: bool
    ends_han: bool


@dataclass(frozen=True, slots=True)
class CueSpan:
    """`[start, end)` in code points of the normalised view, found by `rule` beside `cue`."""

    start: int
    end: int
    rule: Rule
    cue: str


@dataclass(frozen=True, slots=True)
class LearnedRules:
    """CUE rules, compiled once. Immutable; safe from any thread."""

    _cues: tuple[_Cue, ...] = ()
    _automaton: Any = field(default=None, repr=False, compare=False)

    @classmethod
    def compile(cls, rules: Iterable[Rule]) -> LearnedRules:
        """Rules of other kinds are left out. Raises InputError `shape.malformed`."""
        cues: list[_Cue] = []
        by_word: dict[str, list[int]] = {}
        for rule in rules:
            if rule.kind is not RuleKind.CUE:
                continue
            shape = parse(rule.shape)
            cues.append(_Cue(rule, shape, compiled(shape), _is_han(shape.parts[0]), _is_han(shape.parts[-1])))
            for cue in rule.cues:
                by_word.setdefault(same_length_lower(normalize(cue).text), []).append(len(cues) - 1)
        by_word.pop("", None)
        if not by_word:
            return cls()
        automaton = ahocorasick.Automaton()
        for word, places in by_word.items():
            automaton.add_word(word, (word, tuple(places)))
        automaton.make_automaton()
        return cls(tuple(cues), automaton)

    @classmethod
    def joined(cls, several: Iterable[LearnedRules]) -> LearnedRules:
        """The rules of several as one; a single one comes back as it is."""
        every = [rules for rules in several if rules]
        if len(every) == 1:
            return every[0]
        return cls.compile(cue.rule for rules in every for cue in rules._cues)

    def __bool__(self) -> bool:
        return self._automaton is not None

    def __len__(self) -> int:
        return len(self._cues)

    def find(self, view: str, looks: int = MOST_LOOKS) -> tuple[tuple[CueSpan, ...], bool]:
        """Spans in the normalised view, by place; they may overlap. The flag: whether all of it was read."""
        if self._automaton is None:
            return (), True
        lower = same_length_lower(view)
        found: dict[tuple[int, int, str], CueSpan] = {}
        for last, (word, places) in self._automaton.iter(lower):
            start, end = last + 1 - len(word), last + 1
            if cut_out(lower, start, end):
                continue
            looks -= len(places)
            if looks < 0:
                return _ordered(found), False
            for place in places:
                span = _beside(view, start, end, self._cues[place], word)
                if span is not None:
                    found.setdefault((span.start, span.end, span.rule.type_id), span)
        return _ordered(found), True


def cue_spans(rule: Rule, text: str) -> tuple[tuple[int, int], ...]:
    """Where one rule finds something in an original text, in its code points. For trials of a rule."""
    normalized = normalize(text)
    spans, _ = LearnedRules.compile((rule,)).find(normalized.text)
    return tuple(normalized.to_original(span.start, span.end) for span in spans)


def _ordered(found: dict[tuple[int, int, str], CueSpan]) -> tuple[CueSpan, ...]:
    return tuple(found[key] for key in sorted(found))


def _is_han(part: object) -> bool:
    return isinstance(part, Run) and part.kind is RunClass.HAN


def _beside(view: str, start: int, end: int, cue: _Cue, word: str) -> CueSpan | None:
    """The value nearest to the cue at `[start, end)`, within reach and on its line."""
    reach = cue.rule.reach
    if cue.rule.after:
        return _before_word(view, max(0, start - reach - cue.shape.longest), start, reach, cue, word)
    high = min(len(view), end + reach + cue.shape.longest)
    stop = _LINE.search(view, end, high)
    high = stop.start() if stop is not None else high
    link = _LINK.match(view, end, high)
    anchors = {end, link.end() if link is not None else end}
    for place in sorted(anchors, reverse=True):
        # What stands right behind the cue and its linking words; then anything further on.
        match = cue.pattern.match(view, place, high)
        if match is not None and match.start() - end <= reach and not cut_out(view, *match.span()):
            return CueSpan(*match.span(), cue.rule, word)
    for match in cue.pattern.finditer(view, end, high):
        if match.start() - end > reach:
            return None
        if not cut_out(view, *match.span()) and not (cue.starts_han and _inside_han(view, match.start())):
            return CueSpan(*match.span(), cue.rule, word)
    return None


def _before_word(view: str, low: int, high: int, reach: int, cue: _Cue, word: str) -> CueSpan | None:
    for stop in _LINE.finditer(view, low, high):
        low = stop.end()
    chosen = None
    for match in cue.pattern.finditer(view, low, high):
        whole = not cut_out(view, *match.span()) and not (cue.starts_han and _inside_han(view, match.start()))
        ends = match.end() == high or not (cue.ends_han and _inside_han(view, match.end()))
        if whole and ends and high - match.end() <= reach:
            chosen = CueSpan(*match.span(), cue.rule, word)
    return chosen


def _inside_han(view: str, place: int) -> bool:
    """Han runs have no gaps: a value that neither touches its cue nor the run's edge is a guess."""
    return 0 < place < len(view) and bool(_HAN.match(view[place - 1]) and _HAN.match(view[place]))


@dataclass(frozen=True, slots=True)
class LearnedLayer:
    """Adds what learned rules find to a finished S. Pure; safe from any thread."""

    taxonomy: Taxonomy
    combinations: CombinationRules

    def widened(
        self,
        request: Request,
        sensitive: SensitiveSet,
        rules: LearnedRules,
        key: bytes,
        domain: Domain,
        words: UserWords | None = None,
    ) -> SensitiveSet:
        """`sensitive` with new attributes, or new mentions of its own. Every mention of `sensitive` stays as it is,
        under the id that it had; so do its combinations. `key`: the conversation's. `words`: say what is never
        hidden."""
        if not rules:
            return sensitive
        normalized = normalize(request.text)
        spans, whole = rules.find(normalized.text)
        health = LayerHealth(Layer.LEARNED, LayerState.OK if whole else LayerState.OFF, "" if whole else IN_PART)
        layers = (*sensitive.layers, health)
        allowed = [span for span in spans if words is None or words.allows(normalized.text[span.start : span.end])]
        mentions = self._free(allowed, normalized, request, sensitive)
        if not mentions:
            return replace(sensitive, layers=layers)
        grouped = coreference.group(mentions, normalized, key, self.taxonomy)
        attributes = self._joined(sensitive, grouped, request, domain)
        known = {item.attribute_ids for item in sensitive.combinations}
        further = combination.detect(attributes, self.taxonomy, self.combinations)
        combined = (*sensitive.combinations, *(item for item in further if item.attribute_ids not in known))
        return replace(sensitive, attributes=attributes, combinations=combined, layers=layers)

    def _free(
        self, spans: Sequence[CueSpan], normalized: NormalizedText, request: Request, sensitive: SensitiveSet
    ) -> list[Mention]:
        """Mentions where nothing else is, the longer first; a person's "never" holds here too."""
        never = NeverHide(request.decisions)
        taken = _Taken(sensitive.mentions)
        found: list[Mention] = []
        for span in sorted(spans, key=lambda item: (item.start - item.end, item.start, item.rule.id)):
            if span.rule.type_id not in self.taxonomy or not never.allows(normalized.text[span.start : span.end]):
                continue
            start, end = normalized.to_original(span.start, span.end)
            if start < end and taken.take(start, end):
                found.append(_mention(span, start, end, normalized))
        return sorted(found, key=lambda item: item.start)

    def _joined(
        self, sensitive: SensitiveSet, grouped: Iterable[SensitiveAttribute], request: Request, domain: Domain
    ) -> tuple[SensitiveAttribute, ...]:
        taken = _Taken(sensitive.mentions)
        known = {item.id: item for item in sensitive.attributes}
        fresh: list[SensitiveAttribute] = []
        for item in grouped:
            left = tuple(mention for mention in item.mentions if taken.take(mention.start, mention.end))
            if not left or item.id in request.decisions.not_sensitive:
                continue
            before = known.get(item.id)
            if before is None:
                fresh.append(replace(item, mentions=left))
                continue
            mentions = tuple(sorted((*before.mentions, *left), key=lambda mention: mention.start))
            aliases = tuple(dict.fromkeys((*before.aliases, *item.aliases)))
            known[item.id] = replace(before, mentions=mentions, aliases=aliases)
        text = request.text[:READ_AT_MOST]
        added = relevance.assign(tuple(fresh), domain, text, request.task, request.decisions, self.taxonomy)
        return tuple(sorted((*known.values(), *added), key=lambda item: item.mentions[0].start))


class _Taken:
    """Spans that are spoken for, kept apart and in order."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._spans = sorted((mention.start, mention.end) for mention in mentions)

    def take(self, start: int, end: int) -> bool:
        """Take a span; False when it touches one that is taken."""
        index = bisect_left(self._spans, (start, end))
        if index and self._spans[index - 1][1] > start:
            return False
        if index < len(self._spans) and self._spans[index][0] < end:
            return False
        self._spans.insert(index, (start, end))
        return True


def _mention(span: CueSpan, start: int, end: int, normalized: NormalizedText) -> Mention:
    surface = normalized.text[span.start : span.end]
    return Mention(
        start=start,
        end=end,
        text=normalized.original[start:end],
        type_id=span.rule.type_id,
        value=comparison_key(surface) or surface.strip(),
        language=detect(normalized.text[max(0, span.start - PASSAGE) : span.end + PASSAGE]),
        layer=Layer.LEARNED,
        explanation=Explanation(f"{RECOGNIZER}{span.rule.id}", SCORE, SCORE, None, (span.cue,)),
    )
