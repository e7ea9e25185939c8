"""The cascade extractor: layers (a) and (c) of DESIGN 5.1, merged and explained."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState, ignore_progress
from core.domain.language import Language
from core.domain.request import Decisions, Request
from core.domain.sensitive import (
    Explanation,
    Layer,
    LayerHealth,
    LayerState,
    Mention,
    Overruled,
    SensitiveAttribute,
    SensitiveSet,
    proved,
)
from core.domain.taxonomy import Domain, Kind, Taxonomy
from core.extract import combination, coreference, explicit, quasi, relevance
from core.extract.candidate import Candidate, NerLayer, Recognizer, RulesFailed, TextView, found_by
from core.extract.dictionary import NeverHide, added, always_hidden, same_length_lower
from core.extract.encoded import encoded_candidates
from core.extract.explicit.lexicons import read_lines
from core.extract.general_knowledge import GeneralKnowledge
from core.extract.language import DomainDetector, detect
from core.extract.ner import RampartNer
from core.extract.nesting import untangle
from core.extract.overlap import resolve
from core.extract.pattern_needs import Gate
from core.extract.persons import Persons
from core.extract.public_figures import PublicFigures
from core.extract.quasi.field_names import FieldNames
from core.extract.quasi.reading import Reading
from core.extract.segment_cache import Scanned, SegmentCache
from core.extract.segments import Segment, segments
from core.extract.spans.network import HEARD_AT_MOST
from core.extract.spans.reader import AbsentSpans, SpanLayer
from core.extract.tabular import Tabular
from core.extract.technical.settled import Technical
from core.extract.user_words import UserWords
from core.extract.weighing import Weighed, Weighing
from core.logbook.events import EventLog
from core.resources import read_toml
from core.text.characters import in_simplified
from core.text.normalize import NormalizedText, comparison_key, normalize

_LOG = EventLog("extract")

PASSAGE = 16
"""Code points around a mention that tell the language it is written in."""
READ_AT_MOST = 20_000
"""Code points from which the kind of document and its questions are read; what follows is material."""
MODEL_AT_MOST = 16_000
"""Word pieces that the model reads of one text, so that its time is bounded: some 68,000 code points of prose, fewer of
what is no prose. Patterns read everything."""
_NAME_AFTER = re.compile(r" [A-Z\u00c0-\u00de][\w'’-]+")
WITHOUT_MODEL = "\0"
"""Marks what was scanned without the model in the cache; no text holds a NUL."""
RECOGNIZER_FAILED = "extract.recognizer_failed"
"""Health of a layer of which a recogniser raised."""
BY_DICTIONARY = "told.dictionary"
"""Reason of what a word of a person's dictionary let go."""
REPORTED_LAYERS = (Layer.PATTERN, Layer.CHECKSUM, Layer.LEXICON, Layer.CONTEXT)


def _reason(decisions: Decisions, attribute_id: str) -> str:
    decision = decisions.levels.get(attribute_id)
    return decision.reason if decision is not None else ""


def _with_proofs(standing: Iterable[Candidate], proposed: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """What stands, with the proof of check digits that another rule had for the same span and type."""
    valid = {(item.start, item.end, item.type_id) for item in proposed if item.validation is True}
    return tuple(
        replace(item, validation=True) if (item.start, item.end, item.type_id) in valid else item for item in standing
    )


def view_of(normalized: NormalizedText) -> TextView:
    """A whole text as recognisers see it."""
    text = normalized.text
    return TextView(normalized, text, same_length_lower(text), detect(text))


def _moved(candidates: tuple[Candidate, ...], offset: int) -> Iterator[Candidate]:
    return (replace(item, start=item.start + offset, end=item.end + offset) if offset else item for item in candidates)


def _failure(layer: Layer, scan: _Scan) -> LayerHealth:
    return LayerHealth(layer, LayerState.FAILED, RECOGNIZER_FAILED, tuple(scan.failures[layer]))


@dataclass(slots=True)
class _Scan:
    """What one run has met so far. `failures`: per layer the ids of the recognisers that raised, in order."""

    failures: dict[Layer, dict[str, None]] = field(default_factory=dict)
    rejected: int = 0
    model_stopped: bool = False
    networks_stopped: bool = False
    model_cost: int = 0

    def failed(self, layer: Layer, recognizers: Iterable[str]) -> None:
        """Nothing is released after a text on which one of these raised."""
        self.failures.setdefault(layer, {}).update(dict.fromkeys(recognizers))
        # The layer alone: a message or a traceback could quote the text.
        _LOG.warning(RECOGNIZER_FAILED, layer=layer)


class CascadeExtractor:
    """Finds S in a text. Stateless but for its cache of scanned segments; safe from any thread."""

    def __init__(
        self, taxonomy: Taxonomy, root: Path, ner: NerLayer | None = None, spans: SpanLayer | None = None
    ) -> None:
        """`root` is the resource folder. Raises ResourceError when a lexicon or pattern table is unusable."""
        self._taxonomy = taxonomy
        self._gate = Gate()
        self._recognizers: tuple[Recognizer, ...] = (
            *explicit.build(taxonomy, root, self._gate),
            *quasi.build(taxonomy, root, self._gate),
        )
        self._ner = ner
        self._spans: SpanLayer = spans or AbsentSpans("spans.not_configured")
        self._weighing = Weighing.load(root)
        self._accept = float(read_toml(root / "recognizers" / "scoring.toml")["accept"])
        self._historic = frozenset(comparison_key(name) for name in read_lines(root, "historic_names.txt"))
        self._public = PublicFigures.load(root)
        self._cache = SegmentCache()
        self._reading = Reading.load(root)
        self._domains = DomainDetector(root)
        self._general = GeneralKnowledge.load(root)
        self._rules = combination.CombinationRules.load(root)
        self._persons = Persons.load(root)
        self._tables = Tabular(FieldNames.load(root))
        self._technical = Technical.load(root)

    def extract(
        self,
        request: Request,
        key: bytes,
        progress: Progress = ignore_progress,
        cancel: CancelToken | None = None,
        words: UserWords | None = None,
    ) -> SensitiveSet:
        """S of `request.text` with `request.decisions` applied, and a person's own `words` where they are given.

        `key` is the conversation's secret under which attribute ids are derived. Progress counts code points.
        Raises Cancelled. A recogniser that raises is off for this text and named in the health of its layer, which is
        FAILED; all others go on.
        """
        scan = _Scan()
        normalized = normalize(request.text)
        scanned = self._scan(normalized, scan, progress, cancel)
        weighed = self._weigh(scanned, normalized, scan)
        found = self._tables.completed(weighed.standing, normalized.text, self._taxonomy, weighed.aside)
        found = encoded_candidates(normalized.text, found, lambda text: self._decoded(text, scan), self._taxonomy)
        found = self._technical.settled(found, normalized.text, self._taxonomy)
        chosen, dropped = self._decide(found, normalized, request, words or UserWords(), scan)
        mentions = tuple(self._mention(candidate, normalized) for candidate in chosen)
        standing = self._reading.settle(mentions, normalized.text[:READ_AT_MOST], self._taxonomy)
        grouped = coreference.group(standing, normalized, key, self._taxonomy)
        attributes = self._persons.assign(self._general.aside(grouped, request.text[:READ_AT_MOST]), request.text)
        kept = tuple(item for item in attributes if item.id not in request.decisions.not_sensitive or proved(item))
        let_go = [item for item in attributes if item not in kept and item.kind is Kind.EXPLICIT]
        domain = request.domain or self.domain(request.text, request.task)
        relevant = relevance.assign(
            kept, domain, request.text[:READ_AT_MOST], request.task, request.decisions, self._taxonomy
        )
        return SensitiveSet(
            attributes=relevant,
            combinations=combination.detect(relevant, self._taxonomy, self._rules),
            layers=self._health(relevant, scan),
            notes={"below_threshold": scan.rejected},
            set_aside=self._aside(weighed.aside, relevant, normalized, request),
            overruled=(
                *(Overruled(item.id, item.type_id, _reason(request.decisions, item.id)) for item in let_go),
                *self._by_dictionary(dropped, normalized, key),
            ),
        )

    def _aside(
        self,
        doubted: Sequence[Candidate],
        attributes: Sequence[SensitiveAttribute],
        normalized: NormalizedText,
        request: Request,
    ) -> tuple[Mention, ...]:
        """What the reader takes for nobody's, but for what a person decided and what stands in S after all."""
        never = NeverHide(request.decisions)
        taken = sorted((mention.start, mention.end) for item in attributes for mention in item.mentions)
        result = []
        for mention in (self._mention(candidate, normalized) for candidate in doubted):
            at = bisect_left(taken, (mention.end, 0))
            covered = at > 0 and taken[at - 1][1] > mention.start
            if not covered and never.allows(mention.text):
                result.append(mention)
        return tuple(result)

    def propose(self, view: TextView) -> tuple[Candidate, ...]:
        """All that rules and name model propose in a view, with overlaps and doubts: what the span reader reads."""
        return self._scan(view.normalized, _Scan(), ignore_progress, None).proposed

    def _weigh(self, scanned: Scanned, normalized: NormalizedText, scan: _Scan) -> Weighed:
        """The rules' findings with the span reader's word; as they are, with the circumstances that words give away,
        where there is no reader."""
        if not self._spans.available or not normalized.text.strip():
            circumstances = self._weighing.settings.circumstances
            return Weighed(circumstances.settled(scanned.resolved, (), normalized.text, self._taxonomy))
        view = view_of(normalized)
        try:
            reading = self._spans.read(view, scanned.proposed)
        except Exception:  # noqa: BLE001 - any failure has to block the release, not crash the scan
            scan.failed(Layer.SPANS, (Layer.SPANS.value,))
            return Weighed(scanned.resolved)
        scan.networks_stopped = len(view.text) > HEARD_AT_MOST
        weighed = self._weighing.settle(scanned.resolved, reading, view.text, self._taxonomy)
        return replace(weighed, standing=self._without_famous(weighed.standing, view.text))

    def _without_famous(self, standing: tuple[Candidate, ...], text: str) -> tuple[Candidate, ...]:
        """Without names of history, and without those of public life of which the reader is not certain."""
        people = [item for item in standing if item.type_id == "PERSON" and item.validation is None]
        doubted = [(item.start, item.end) for item in people if item.score < self._weighing.settings.certain]
        public = frozenset(self._public.among(doubted, text)) if doubted else frozenset()
        gone = {item for item in people if (item.start, item.end) in public or self._is_historic(item, text)}
        return tuple(item for item in standing if item not in gone)

    def _decoded(self, text: str, scan: _Scan) -> tuple[Candidate, ...]:
        """What a decoded view holds, in the view of it."""
        normalized = normalize(text)
        inner = _Scan(failures=scan.failures)
        weighed = self._weigh(self._scan(normalized, inner, ignore_progress, None), normalized, inner)
        return self._tables.completed(weighed.standing, normalized.text, self._taxonomy, weighed.aside)

    def language(self, text: str) -> Language:
        """The language most of the text is written in."""
        return detect(text)

    def domain(self, text: str, task: str = "") -> Domain:
        """The task domain (paper T24), by its vocabulary."""
        return self._domains.detect(text, task)

    @property
    def recognizers(self) -> tuple[Recognizer, ...]:
        """The rules, for whoever has to read a single value as they do."""
        return self._recognizers

    def forget(self) -> None:
        """Drop every cached segment, e.g. when the application locks."""
        self._cache.clear()
        self._gate.forget()
        self._reading.gate.forget()
        self._spans.forget()
        if isinstance(self._ner, RampartNer):
            self._ner.forget()

    def _scan(
        self,
        normalized: NormalizedText,
        scan: _Scan,
        progress: Progress,
        cancel: CancelToken | None,
    ) -> Scanned:
        total = len(normalized.text)
        proposed: list[Candidate] = []
        resolved: list[Candidate] = []
        for segment in segments(normalized.text):
            if cancel is not None:
                cancel.check()
            found = self._segment(normalized.text, segment, scan)
            proposed.extend(_moved(found.proposed, segment.start))
            resolved.extend(_moved(found.resolved, segment.start))
            progress(StageEvent(Stage.EXTRACT, StageState.RUNNING, segment.end, total))
        return Scanned(tuple(proposed), tuple(resolved))

    def _segment(self, text: str, segment: Segment, scan: _Scan) -> Scanned:
        body = text[segment.start : segment.end]
        if not body.strip():
            return Scanned()
        model = self._ner if self._ner is not None and self._ner.available else None
        if model is not None and self._is_spent(body, scan):
            model, scan.model_stopped = None, True
        key = body if model is not None else f"{WITHOUT_MODEL}{body}"
        known = self._cache.get(key)
        if known is not None:
            return known
        view = TextView(normalize(body), body, same_length_lower(body), detect(body))
        candidates, whole = self._candidates(view, model, scan)
        accepted = tuple(
            item for item in candidates if item.score >= self._accept and not self._is_historic(item, body)
        )
        accepted = self._without_public_figures(accepted, body)
        scan.rejected += len(candidates) - len(accepted)
        resolved = _with_proofs(resolve(untangle(accepted, body), self._taxonomy), accepted)
        scanned = Scanned(tuple(candidates), resolved)
        if whole:
            self._cache.put(key, scanned)
        return scanned

    def _is_spent(self, body: str, scan: _Scan) -> bool:
        """Whether the text so far has used up what the model may read; counted alike for cached segments."""
        spent = scan.model_cost
        scan.model_cost += self._ner.cost(body) if isinstance(self._ner, RampartNer) else len(body)
        return spent >= MODEL_AT_MOST

    def _is_historic(self, candidate: Candidate, text: str) -> bool:
        """People of history and fiction are no personal data of anybody who asks about them."""
        if candidate.type_id != "PERSON":
            return False
        if comparison_key(in_simplified(text[candidate.start : candidate.end])) in self._historic:
            return True
        # The rest of the name may stand beside what was found of it: [Marie] Curie.
        after = _NAME_AFTER.match(text, candidate.end)
        return after is not None and comparison_key(text[candidate.start : after.end()]) in self._historic

    def _without_public_figures(self, accepted: tuple[Candidate, ...], text: str) -> tuple[Candidate, ...]:
        """Names of public life are left alone where nothing else in the segment identifies anybody."""
        people = [(item.start, item.end) for item in accepted if item.type_id == "PERSON"]
        public = self._public.among(people, text) if people else []
        if not public:
            return accepted

        def overlaps(item: Candidate) -> bool:
            return any(item.start < end and start < item.end for start, end in public)

        others = [
            item for item in accepted if self._taxonomy[item.type_id].kind is Kind.EXPLICIT and not overlaps(item)
        ]
        if others:
            return accepted
        return tuple(item for item in accepted if item.type_id != "PERSON" or not overlaps(item))

    def _candidates(self, view: TextView, model: NerLayer | None, scan: _Scan) -> tuple[list[Candidate], bool]:
        """What all recognisers propose, and whether none failed: what one did not see must not be remembered."""
        candidates: list[Candidate] = []
        whole = True
        asked: list[tuple[Recognizer | NerLayer, Layer, str]] = [
            (item, item.layer, item.id) for item in self._recognizers
        ]
        if model is not None:
            asked.append((model, Layer.NER, Layer.NER.value))
        for recognizer, layer, name in asked:
            found, failed = found_by(recognizer, view, name)
            candidates.extend(found)
            if failed:
                whole = False
                scan.failed(layer, failed)
        return candidates, whole

    def _decide(
        self, found: Sequence[Candidate], normalized: NormalizedText, request: Request, words: UserWords, scan: _Scan
    ) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """What stands, and what a word of a person's dictionary let go; what check digits prove no word lets go. What
        they said of this text goes before what they said for ever."""
        decisions = request.decisions
        never = NeverHide(decisions)

        def allows(candidate: Candidate) -> bool:
            if candidate.validation is True and self._is_explicit(candidate.type_id):
                return True
            surface = normalized.text[candidate.start : candidate.end]
            return never.allows(surface) and (words.allows(surface) or surface in decisions.always_hide)

        allowed: list[Candidate] = []
        dropped: list[Candidate] = []
        for candidate in found:
            (allowed if allows(candidate) else dropped).append(candidate)
        if not decisions.always_hide and not decisions.added and not words:
            return tuple(allowed), tuple(dropped)
        lower = same_length_lower(normalized.text)
        try:
            owned = words.find(normalized.text, lower)
        except RulesFailed as failure:
            owned = failure.found
            scan.failed(Layer.USER, failure.rules)
        listed = [item for item in owned if item.type_id in self._taxonomy]
        by_hand = [
            *added(decisions.added, normalized, found, self._taxonomy),
            *always_hidden(lower, decisions.always_hide, self._taxonomy),
            *(item for item in listed if never.allows(normalized.text[item.start : item.end])),
        ]
        return resolve([*allowed, *by_hand], self._taxonomy), tuple(dropped)

    def _by_dictionary(
        self, dropped: Iterable[Candidate], normalized: NormalizedText, key: bytes
    ) -> tuple[Overruled, ...]:
        """The identifiers among what a dictionary let go, each once."""
        found = [self._mention(item, normalized) for item in dropped if self._is_explicit(item.type_id)]
        ids = {coreference.attribute_id(key, item.type_id, item.value): item.type_id for item in found}
        return tuple(Overruled(identifier, type_id, BY_DICTIONARY) for identifier, type_id in ids.items())

    def _is_explicit(self, type_id: str) -> bool:
        return self._taxonomy[type_id].kind is Kind.EXPLICIT

    def _mention(self, candidate: Candidate, normalized: NormalizedText) -> Mention:
        start, end = normalized.to_original(candidate.start, candidate.end)
        # The language of the passage, not of the document: a rendering has to read naturally where it stands.
        passage = normalized.text[max(0, candidate.start - PASSAGE) : candidate.end + PASSAGE]
        return Mention(
            start=start,
            end=end,
            text=normalized.original[start:end],
            type_id=candidate.type_id,
            value=candidate.value,
            language=detect(passage),
            layer=candidate.layer,
            explanation=Explanation(
                candidate.recognizer, candidate.score, candidate.base_score, candidate.validation, candidate.context
            ),
            form=candidate.form,
            role=candidate.role,
            sure=candidate.sure,
        )

    def _health(self, attributes: tuple[SensitiveAttribute, ...], scan: _Scan) -> tuple[LayerHealth, ...]:
        health = [
            _failure(layer, scan) if layer in scan.failures else LayerHealth(layer, LayerState.OK)
            for layer in REPORTED_LAYERS
        ]
        if Layer.USER in scan.failures:
            health.append(_failure(Layer.USER, scan))
        health.append(self._ner_health(scan))
        health.append(self._spans_health(scan))
        return tuple(health)

    def _spans_health(self, scan: _Scan) -> LayerHealth:
        if Layer.SPANS in scan.failures:
            return _failure(Layer.SPANS, scan)
        if not self._spans.available:
            return LayerHealth(Layer.SPANS, LayerState.OFF, self._spans.reason)
        if self._spans.partly:
            # Not OK: a member did not look. Not FAILED: the chain read everything.
            return LayerHealth(Layer.SPANS, LayerState.OFF, self._spans.partly)
        if scan.networks_stopped:
            return LayerHealth(Layer.SPANS, LayerState.OFF, "spans.read_in_part")
        return LayerHealth(Layer.SPANS, LayerState.OK)

    def _ner_health(self, scan: _Scan) -> LayerHealth:
        if Layer.NER in scan.failures:
            return _failure(Layer.NER, scan)
        if self._ner is None:
            return LayerHealth(Layer.NER, LayerState.OFF, "ner.not_configured")
        if not self._ner.available:
            return LayerHealth(Layer.NER, LayerState.OFF, self._ner.reason)
        if scan.model_stopped:
            # Not OK: beyond its bound the layer did not look. Not FAILED: the bound is documented and expected.
            return LayerHealth(Layer.NER, LayerState.OFF, "ner.read_in_part")
        return LayerHealth(Layer.NER, LayerState.OK)
