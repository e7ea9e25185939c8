"""Utility without a model: a structured-question proxy, always labelled as one (paper 3.3; DESIGN 5.3).

Two kinds of questions, none about an exact sensitive value: for every task-relevant attribute, which group of each
middle step of its ladder it belongs to, which is only half an answer once no more than the widest of them is told; and
for every request sentence of X, whether D still asks it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.dehydrate.generalization import Generalization
from core.domain.artifact import EXACT_LEVEL, Artifact
from core.domain.errors import ResourceError
from core.domain.evidence import Metric, UtilityEstimate, UtilityItem
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.resources import read_toml
from core.text.normalize import normalize
from core.verify.attackers.corpus import terms
from core.verify.statistics import bootstrap_mean

UNCLASSIFIED = "other"
"""Node of a classification for what it has no class for."""
SHORT_LADDER = 3
"""Steps, removal included, of a ladder with a class and its family: there the family still is an answer."""
BOOTSTRAP_DRAWS = 400
BOOTSTRAP_SEED = 0
DETERMINED, CONTRADICTED = 1.0, 0.0
_SENTENCE = re.compile(r"[^.!?。！？；;\n]+(?:\.(?=\d)[^.!?。！？；;\n]+)*[.!?。！？；;]*")
_ENDS_ASKING = ("?", "？")


@dataclass(frozen=True, slots=True)
class QuestionTexts:
    """Wording and cue words of one language."""

    attribute: str
    content: str
    requests: tuple[str, ...]
    negations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaskSentence:
    """A request sentence of X: its words outside sensitive values, and how many of them negate."""

    text: str
    words: frozenset[str]
    negations: int


class UtilityProbe:
    """Asks the questions of X about D. Stateless after construction."""

    def __init__(self, taxonomy: Taxonomy, root: Path) -> None:
        """Raises ResourceError."""
        self._taxonomy = taxonomy
        data = read_toml(root / "questions" / "utility.toml")
        folder = root / "corpus"
        try:
            self._texts = {
                Language(code): QuestionTexts(
                    str(entry["attribute"]),
                    str(entry["content"]),
                    tuple(entry["requests"]),
                    tuple(entry["negations"]),
                )
                for code, entry in data.items()
            }
            self._stopwords = {
                language: frozenset((folder / f"stopwords.{language}.txt").read_text(encoding="utf-8").split())
                for language in Language
            }
        except (OSError, KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "utility.toml"}) from error

    def measure(
        self,
        original: str,
        sensitive: SensitiveSet,
        artifact: Artifact,
        generalizations: Mapping[str, tuple[Generalization, ...]],
        language: Language,
        protocol: Protocol,
    ) -> UtilityEstimate:
        """U of D against X. `generalizations`: ladder of every attribute."""
        survivors = {replacement.attribute_id for replacement in artifact.replacements}
        items: list[UtilityItem] = []
        for attribute in sensitive.attributes:
            if attribute.task_relevant:
                lost = artifact.edited and attribute.id not in survivors
                items += self._attribute_items(
                    attribute, generalizations[attribute.id], artifact, lost, language, protocol
                )
        items += self._content_items(original, sensitive, artifact, language)
        values = [item.agreement for item in items]
        mean = sum(values) / len(values) if values else DETERMINED
        interval = bootstrap_mean(values, protocol.confidence, BOOTSTRAP_SEED, BOOTSTRAP_DRAWS)
        return UtilityEstimate(
            Metric.STRUCTURED_PROXY, mean, min(mean, interval.lower), max(mean, interval.upper), tuple(items)
        )

    def _attribute_items(
        self,
        attribute: SensitiveAttribute,
        ladder: tuple[Generalization, ...],
        artifact: Artifact,
        lost: bool,
        language: Language,
        protocol: Protocol,
    ) -> list[UtilityItem]:
        """One question per middle step; determined when everything in the told node has one answer.

        Of a value that is told no finer than the widest of several steps, or only as something of its type, the class
        that the task asks about is gone: what is left is worth half of what an answer would be.
        """
        top = len(ladder) - 1
        told = ladder[min(max(artifact.levels.get(attribute.id, top), EXACT_LEVEL), top)]
        label = self._taxonomy[attribute.type_id].labels[language]
        vague = told.node == UNCLASSIFIED or (top - EXACT_LEVEL > SHORT_LADDER and told.level >= top - 1)
        items: list[UtilityItem] = []
        for step in ladder[EXACT_LEVEL + 1 : top]:
            determined = not lost and (told.level <= step.level or (bool(told.node) and told.node == step.node))
            agreement = DETERMINED if determined else protocol.cannot_determine
            if vague and determined:
                agreement = (DETERMINED + protocol.cannot_determine) / 2
            question = self._texts[language].attribute.format(label=label, level=step.level)
            items.append(UtilityItem(question, agreement, attribute.id))
        return items

    def _content_items(
        self, original: str, sensitive: SensitiveSet, artifact: Artifact, language: Language
    ) -> list[UtilityItem]:
        sentences = self._task_sentences(original, sensitive, language)
        if not sentences:
            return []
        present = frozenset(terms(artifact.text))
        offered = (
            [
                (frozenset(terms(match.group())), self._negations(match.group(), language))
                for match in _SENTENCE.finditer(artifact.text)
            ]
            if artifact.edited
            else []
        )
        items: list[UtilityItem] = []
        for sentence in sentences:
            agreement = len(sentence.words & present) / len(sentence.words)
            if offered and _contradicted(sentence, offered):
                agreement = CONTRADICTED
            question = self._texts[language].content.format(sentence=sentence.text)
            items.append(UtilityItem(question, agreement))
        return items

    def _task_sentences(self, original: str, sensitive: SensitiveSet, language: Language) -> list[TaskSentence]:
        """Sentences that ask or request something; every sentence when none does."""
        texts = self._texts[language]
        spans = [match.span() for match in _SENTENCE.finditer(original) if match.group().strip()]
        asking = [span for span in spans if self._asks(original[span[0] : span[1]], texts)] or spans
        mentions = sensitive.mentions
        found: list[TaskSentence] = []
        for start, end in asking:
            plain = _without(original, start, end, [(item.start, item.end) for item in mentions])
            words = frozenset(terms(plain)) - self._stopwords[language]
            if words:
                found.append(TaskSentence(original[start:end].strip(), words, self._negations(plain, language)))
        return found

    @staticmethod
    def _asks(sentence: str, texts: QuestionTexts) -> bool:
        folded = sentence.casefold().strip()
        return folded.endswith(_ENDS_ASKING) or any(cue in folded for cue in texts.requests)

    def _negations(self, text: str, language: Language) -> int:
        folded = normalize(text).text.casefold()
        negations = self._texts[language].negations
        if language is Language.ZH:
            return sum(folded.count(word) for word in negations)
        counted = Counter(re.findall(r"[a-z']+", folded))
        return sum(counted[word] for word in negations)


def _contradicted(sentence: TaskSentence, offered: list[tuple[frozenset[str], int]]) -> bool:
    """Whether the sentence of D that matches best has gained or lost a negation."""
    best, negations = max(offered, key=lambda item: len(item[0] & sentence.words))
    return 2 * len(best & sentence.words) >= len(sentence.words) and negations % 2 != sentence.negations % 2


def _without(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> str:
    """`text[start:end]` with the spans blanked."""
    parts: list[str] = []
    position = start
    for left, right in spans:
        if right <= start or left >= end:
            continue
        parts += (text[position : max(left, position)], " ")
        position = max(position, min(right, end))
    parts.append(text[position:end])
    return "".join(parts)
