"""Edit lists: a local model says how exactly the task needs each value; wording and safety stay ours (DESIGN 5.2).

    planner = EditListPlanner(model, book, taxonomy, library, dehydrator, AllowedWords.load(root))
    plan = planner.propose(request, sensitive, levels, language, nonce, cancel)      -> EditPlan
    dehydrator = PhrasedDehydrator(dehydrator, plan, words)     # for the loop: the methods of Dehydrator that it uses

The model never writes D. It picks a level of the hierarchy and may order the level's own words anew; the pieces are
spliced by mention, with provenance, and the hard line looks at the result. At the first doubt the deterministic
rendering stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol as Interface

from core.dehydrate.allowed_words import AllowedWords
from core.dehydrate.hard_line import LiteralHit
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.phrase import CONTEXT
from core.domain.artifact import EXACT_LEVEL, Artifact, Replacement
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.request import Decisions, Request
from core.domain.sensitive import SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.tokens import TokenVault
from core.llm.fence import fenced
from core.llm.json_answers import UnusableAnswer
from core.llm.model import CallFailed, ChatPrompt, JsonSchema, LanguageModel, Sampling
from core.llm.prompts import PromptBook
from core.llm.structured import ask_structured

EDIT_LIST, SYSTEM = "edit_list", "system"
MOST_ITEMS = 8
"""Attributes of one question: with longer lists the ids begin to drift (LLM.md 4)."""
LONGEST_PHRASE = 80
TOKENS_PER_ITEM = 40
"""16 tokens an item (LLM.md 2), twice that for Chinese, and the brackets."""
SPARE_TOKENS = 80
LONGEST_TASK = 400


class Dehydrates(Interface):
    """What is asked of core.dehydrate.dehydrator.Dehydrator."""

    def initial_levels(self, sensitive: SensitiveSet, decisions: Decisions) -> dict[str, int]: ...

    def top(self, attribute: SensitiveAttribute) -> int: ...

    def dehydrate(
        self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int], vault: TokenVault, language: Language
    ) -> Artifact: ...

    def violations(self, artifact: Artifact, sensitive: SensitiveSet) -> tuple[LiteralHit, ...]: ...


@dataclass(frozen=True, slots=True)
class Phrase:
    """A wording of one attribute at one level."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class EditPlan:
    """What the model proposed and what of it stands.

    `levels`: attribute id -> level to begin with. `phrases`: attribute id -> wording, valid at its level only.
    `notes`: counts, `edit_levels`, `edit_phrases`, `edit_rejected_level`, `edit_rejected_phrase`. `failed`: message
    key when no proposal came; the built-in policy then stands.
    """

    levels: Mapping[str, int] = field(default_factory=dict)
    phrases: Mapping[str, Phrase] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)
    failed: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    """One attribute as it is put before the model. `wordings`: level -> rendering, from 1 up."""

    id: str
    attribute: SensitiveAttribute
    wordings: Mapping[int, str]


class EditListPlanner:
    """Asks one model. Stateless; safe from any thread."""

    def __init__(
        self,
        model: LanguageModel,
        book: PromptBook,
        taxonomy: Taxonomy,
        library: HierarchyLibrary,
        dehydrator: Dehydrates,
        words: AllowedWords,
    ) -> None:
        self._model = model
        self._book = book
        self._taxonomy = taxonomy
        self._library = library
        self._dehydrator = dehydrator
        self._words = words

    def propose(
        self,
        request: Request,
        sensitive: SensitiveSet,
        levels: Mapping[str, int],
        language: Language,
        nonce: str,
        cancel: CancelToken | None = None,
    ) -> EditPlan:
        """A plan for the task-relevant quasi-identifiers of `sensitive` that no person decided on.

        `levels`: where the policy would begin. Raises Cancelled. A failed call gives an empty plan that says so.
        """
        lines = self._lines(request, sensitive, levels, language)
        if not lines:
            return EditPlan()
        groups = [lines[index : index + MOST_ITEMS] for index in range(0, len(lines), MOST_ITEMS)]
        prompts = [self._prompt(request, group, language, nonce) for group in groups]
        counts: Counter[str] = Counter()
        chosen: dict[str, int] = {}
        phrases: dict[str, Phrase] = {}
        failed = ""
        for group, answer in zip(groups, ask_structured(self._model, prompts, _read, cancel), strict=True):
            if isinstance(answer, CallFailed):
                failed = answer.code
                continue
            for line in group:
                if line.id in answer:
                    self._take(line, *answer[line.id], sensitive, chosen, phrases, counts)
        return EditPlan(chosen, phrases, dict(counts), failed)

    def _lines(
        self, request: Request, sensitive: SensitiveSet, levels: Mapping[str, int], language: Language
    ) -> list[_Line]:
        lines: list[_Line] = []
        for attribute in sensitive.attributes:
            top = self._dehydrator.top(attribute)
            pinned = attribute.id in request.decisions.levels or levels.get(attribute.id) == EXACT_LEVEL
            if attribute.kind is Kind.EXPLICIT or not attribute.task_relevant or pinned or not attribute.mentions:
                continue
            wordings = {level: self._wording(request.text, attribute, level) for level in range(1, top + 1)}
            if len(wordings) > 1:
                lines.append(_Line(f"a{len(lines) + 1}", attribute, wordings))
        return lines

    def _wording(self, text: str, attribute: SensitiveAttribute, level: int) -> str:
        mention = attribute.mentions[0]
        hierarchy = self._library.for_type(attribute.type_id)
        before, after = text[max(0, mention.start - CONTEXT) : mention.start], text[mention.end : mention.end + CONTEXT]
        return hierarchy.render(attribute.value, level, mention, before, after)

    def _prompt(self, request: Request, group: Sequence[_Line], language: Language, nonce: str) -> ChatPrompt:
        described = "\n".join(
            f"{line.id} {self._taxonomy[line.attribute.type_id].labels[language]}: "
            + "; ".join(f"{level} = {wording}" for level, wording in line.wordings.items())
            for line in group
        )
        words = self._book.get(EDIT_LIST, language)
        task = fenced(request.task[:LONGEST_TASK], nonce) or words.part("own_task")
        stage = words.part("stage", task=task, items=described)
        return ChatPrompt(
            system=self._book.get(SYSTEM, language).part("system"),
            document=fenced(request.text, nonce),
            stage=stage,
            sampling=Sampling(0.0, SPARE_TOKENS + TOKENS_PER_ITEM * len(group)),
            purpose=EDIT_LIST,
            schema=_schema(group),
        )

    def _take(
        self,
        line: _Line,
        level: int,
        text: str,
        sensitive: SensitiveSet,
        chosen: dict[str, int],
        phrases: dict[str, Phrase],
        counts: Counter[str],
    ) -> None:
        if level not in line.wordings:
            counts["edit_rejected_level"] += 1
            return
        chosen[line.attribute.id] = level
        counts["edit_levels"] += 1
        phrase = " ".join(text.split())
        if not phrase or phrase == line.wordings[level]:
            return
        meant = (at for at, wording in sorted(line.wordings.items()) if at >= level)
        told = next((at for at in meant if self._words.same(phrase, line.wordings[at])), None)
        if told is None or self._tells(phrase, sensitive):
            counts["edit_rejected_phrase"] += 1
            return
        # Words of a higher level than the one that was named: the less exact of the two is taken.
        chosen[line.attribute.id] = told
        phrases[line.attribute.id] = Phrase(told, phrase)
        counts["edit_phrases"] += 1

    def _tells(self, phrase: str, sensitive: SensitiveSet) -> bool:
        """Whether a phrase holds a literal of any value of S, also of one that a person would let go."""
        return bool(self._dehydrator.violations(Artifact(phrase, (), {}), sensitive))


class PhrasedDehydrator:
    """A dehydrator that begins at a plan's levels and uses its phrases where they are safe. Safe from any thread."""

    def __init__(self, base: Dehydrates, plan: EditPlan, words: AllowedWords) -> None:
        self._base = base
        self._plan = plan
        self._words = words

    def initial_levels(self, sensitive: SensitiveSet, decisions: Decisions) -> dict[str, int]:
        """The plan's levels over the policy's; what a person decided stands."""
        levels = self._base.initial_levels(sensitive, decisions)
        proposed = {
            key: level
            for key, level in self._plan.levels.items()
            if key in levels and key not in decisions.levels and levels[key] != EXACT_LEVEL
        }
        return {**levels, **proposed}

    def top(self, attribute: SensitiveAttribute) -> int:
        """As the base."""
        return self._base.top(attribute)

    def violations(self, artifact: Artifact, sensitive: SensitiveSet) -> tuple[LiteralHit, ...]:
        """As the base."""
        return self._base.violations(artifact, sensitive)

    def dehydrate(
        self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int], vault: TokenVault, language: Language
    ) -> Artifact:
        """The base's artifact, reworded by the plan where it is told at the plan's level and the result is clean."""
        artifact = self._base.dehydrate(text, sensitive, levels, vault, language)
        reworded = rephrased(artifact, self._plan.phrases, self._words)
        return artifact if self._base.violations(reworded, sensitive) else reworded


def rephrased(artifact: Artifact, phrases: Mapping[str, Phrase], words: AllowedWords) -> Artifact:
    """`artifact` with every replacement in its phrase's words where both say the same at the same level.

    Everything outside these replacements stays byte for byte. Pure; does not look for literals.
    """
    if not phrases or artifact.edited:
        return artifact
    parts: list[str] = []
    replacements: list[Replacement] = []
    position = length = 0
    for item in artifact.replacements:
        rendered = _reworded(item, phrases.get(item.attribute_id), words)
        kept = artifact.text[position : item.start]
        parts += (kept, rendered)
        start = length + len(kept)
        length = start + len(rendered)
        replacements.append(replace(item, start=start, end=length, rendered=rendered))
        position = item.end
    parts.append(artifact.text[position:])
    return replace(artifact, text="".join(parts), replacements=tuple(replacements))


def _reworded(item: Replacement, phrase: Phrase | None, words: AllowedWords) -> str:
    if phrase is None or phrase.level != item.level or item.token or not words.same(phrase.text, item.rendered):
        return item.rendered
    return _as(item.rendered, phrase.text)


def _as(rendered: str, phrase: str) -> str:
    """`phrase` with the capital and the full stop of what it replaces."""
    if rendered[0].isupper() and phrase[0].islower():
        phrase = phrase[0].upper() + phrase[1:]
    return f"{phrase}." if rendered.endswith(".") and not phrase.endswith(".") else phrase


def _schema(group: Sequence[_Line]) -> JsonSchema:
    item = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "enum": [line.id for line in group]},
            "level": {"type": "integer", "minimum": 1, "maximum": max(max(line.wordings) for line in group)},
            "text": {"type": "string", "maxLength": LONGEST_PHRASE},
        },
        "required": ["id", "level"],
    }
    items = {"type": "array", "maxItems": len(group), "items": item}
    return {"type": "object", "properties": {"items": items}, "required": ["items"]}


def _read(data: object) -> dict[str, tuple[int, str]]:
    """id -> (level, text). Raises UnusableAnswer when an id comes twice."""
    if not isinstance(data, Mapping) or not isinstance(data.get("items"), list):
        raise UnusableAnswer("answer.items must be a list")
    found: dict[str, tuple[int, str]] = {}
    for item in data["items"]:
        if str(item["id"]) in found:
            raise UnusableAnswer("an id comes twice")
        found[str(item["id"])] = (int(item["level"]), str(item.get("text", "")))
    return found
