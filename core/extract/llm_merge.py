"""S of the rules and what the model adds to it, as one S (DESIGN 5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from core.domain.request import Request
from core.domain.sensitive import Combination, Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain, Kind, Taxonomy
from core.extract import combination, coreference, relevance
from core.extract.cascade import READ_AT_MOST
from core.extract.combination import CombinationRules
from core.extract.general_knowledge import GeneralKnowledge
from core.extract.llm_layer import LlmFindings
from core.extract.public_figures import PublicFigures
from core.text.normalize import normalize

REASON = "llm_combination"
PAIR = 2


class LlmMerge:
    """Pure after construction; safe from any thread."""

    def __init__(self, taxonomy: Taxonomy, root: Path) -> None:
        """Raises ResourceError."""
        self._taxonomy = taxonomy
        self._rules = CombinationRules.load(root)
        self._general = GeneralKnowledge.load(root)
        self._public = PublicFigures.load(root)

    def merged(
        self, request: Request, sensitive: SensitiveSet, findings: LlmFindings, key: bytes, domain: Domain
    ) -> SensitiveSet:
        """`sensitive` with the model's mentions, grouped anew so that one value stays one attribute.

        Everything that `sensitive` covers stays covered; its layers are followed by the model's health, its notes
        joined with the model's counts. `key`: the conversation's. `domain`: decides what the task needs of the new.
        """
        layers = (*sensitive.layers, findings.health)
        notes = _joined(sensitive.notes, findings.notes)
        if not findings.mentions and not findings.widened:
            combined = self._combinations(sensitive.attributes, sensitive.combinations, findings)
            return replace(sensitive, layers=layers, notes=notes, combinations=combined)
        known = [findings.widened.get(mention.start, mention) for mention in sensitive.mentions]
        mentions = [*known, *findings.mentions]
        grouped = coreference.group(mentions, normalize(request.text), key, self._taxonomy)
        somebodys = self._somebodys(grouped, sensitive, request.text)
        kept = tuple(item for item in somebodys if item.id not in request.decisions.not_sensitive)
        relevant = relevance.assign(
            _keeping_aliases(kept, sensitive),
            domain,
            request.text[:READ_AT_MOST],
            request.task,
            request.decisions,
            self._taxonomy,
        )
        combined = self._combinations(relevant, combination.detect(relevant, self._taxonomy, self._rules), findings)
        taken = {(mention.start, mention.end) for item in relevant for mention in item.mentions}
        aside = tuple(
            item
            for item in sensitive.set_aside
            if not any(item.start < end and start < item.end for start, end in taken)
        )
        return SensitiveSet(relevant, combined, layers, notes, aside, sensitive.overruled)

    def _somebodys(
        self, attributes: tuple[SensitiveAttribute, ...], sensitive: SensitiveSet, text: str
    ) -> tuple[SensitiveAttribute, ...]:
        """Without general knowledge and figures of public life that only the model named: the rules leave them alone
        for a reason. What the rules found stays, whatever stands around it."""
        owner = {mention.start: item for item in sensitive.attributes for mention in item.mentions}
        ours = {item.id for item in attributes if any(_of(owner, mention) for mention in item.mentions)}
        general = {item.id for item in self._general.aside(attributes, text[:READ_AT_MOST])}
        identified = any(item.kind is Kind.EXPLICIT and not self._is_public(item, text) for item in attributes)
        return tuple(
            item
            for item in attributes
            if item.id in ours or (item.id in general and (identified or not self._is_public(item, text)))
        )

    def _is_public(self, item: SensitiveAttribute, text: str) -> bool:
        return item.type_id == "PERSON" and all(
            self._public.named(text, mention.start, mention.end) for mention in item.mentions
        )

    def _combinations(
        self, attributes: tuple[SensitiveAttribute, ...], known: tuple[Combination, ...], findings: LlmFindings
    ) -> tuple[Combination, ...]:
        ids: dict[str, None] = {}
        for start, end in findings.together:
            for attribute in attributes:
                if any(mention.start < end and start < mention.end for mention in attribute.mentions):
                    ids[attribute.id] = None
        if len(ids) < PAIR or any(set(item.attribute_ids) >= ids.keys() for item in known):
            return known
        return (*known, Combination(tuple(ids)[: self._rules.largest], REASON))


def _keeping_aliases(
    attributes: tuple[SensitiveAttribute, ...], sensitive: SensitiveSet
) -> tuple[SensitiveAttribute, ...]:
    """What the rules said may not leave in any spelling still may not, also where a name grew."""
    owner = {mention.start: item for item in sensitive.attributes for mention in item.mentions}
    result = []
    for attribute in attributes:
        before = {item.id: item for mention in attribute.mentions if (item := _of(owner, mention)) is not None}
        spelled = {mention.text for mention in attribute.mentions}
        aliases = [*attribute.aliases, *(alias for item in before.values() for alias in item.surfaces)]
        wanted = tuple(dict.fromkeys(alias for alias in aliases if alias not in spelled))
        result.append(replace(attribute, aliases=wanted))
    return tuple(result)


def _of(owner: Mapping[int, SensitiveAttribute], mention: Mention) -> SensitiveAttribute | None:
    """The rules' attribute that a mention came from; a mention that grew to the left begins before it."""
    return next((owner[at] for at in range(mention.start, mention.end) if at in owner), None)


def _joined(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}
