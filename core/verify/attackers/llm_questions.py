"""Algorithm 1 with a model: the questions about every attribute, per member and knowledge level (paper 3.4, gate.md 5).

All questions share the system text and stand behind the document, so that a server reads both once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.domain.evidence import AttackerLevel
from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.llm.model import ChatPrompt, JsonSchema, Sampling
from core.llm.prompts import PromptBook

MOST_ITEMS = 40
LONGEST_VALUE = 80
PASSAGE = 140
"""Code points of a public passage that stand before a question."""
OTHERS = 2
"""Runners-up of a best guess."""
ANSWER_TOKENS, BEST_TOKENS, ITEM_TOKENS, BASE_TOKENS = 48, 160, 24, 40
"""Limits of answers, about 1.5 times what is expected (models.md 4)."""
SYSTEM, LEAD = "system", "attack_lead"
_OTHER = {Language.EN: Language.ZH, Language.ZH: Language.EN}


class Member(StrEnum):
    """Members of the ensemble that ask a model; E6, the teacher-forced lift, computes and is none of them."""

    ENUMERATION = "llm_enumeration"
    GAPS = "llm_gaps"
    OPEN = "llm_open"
    ADVERSARIAL = "llm_adversarial"
    CHOICE = "llm_choice"
    OTHER = "llm_other"


@dataclass(frozen=True, slots=True)
class Template:
    """One way of asking. `prompt` and `part`: where its wording stands. `level`: the knowledge that goes with it."""

    id: str
    member: Member
    level: AttackerLevel
    prompt: str
    part: str = "stage"


OPEN_A0 = Template("open", Member.OPEN, AttackerLevel.A0, "attack_open")
OPEN_A1 = Template("open_frequencies", Member.OPEN, AttackerLevel.A1, "attack_open")
OPEN_A2 = Template("open_retrieval", Member.OPEN, AttackerLevel.A2, "attack_open")
ADVERSARIAL = Template("adversarial", Member.ADVERSARIAL, AttackerLevel.A0, "attack_adversarial")
ROLE = Template("other_role", Member.OTHER, AttackerLevel.A0, "attack_other", "role")
LANGUAGE = Template("other_language", Member.OTHER, AttackerLevel.A0, "attack_other", "language")
EXAMPLES = Template("other_examples", Member.OTHER, AttackerLevel.A0, "attack_other", "examples")
CHOICE_A0 = Template("choice", Member.CHOICE, AttackerLevel.A0, "attack_choice")
CHOICE_A1 = Template("choice_frequencies", Member.CHOICE, AttackerLevel.A1, "attack_choice")
CHOICE_A2 = Template("choice_retrieval", Member.CHOICE, AttackerLevel.A2, "attack_choice")
OPEN_TEMPLATES = (OPEN_A0, OPEN_A1, OPEN_A2, ADVERSARIAL, ROLE, LANGUAGE, EXAMPLES)
CHOICE_TEMPLATES = (CHOICE_A0, CHOICE_A1, CHOICE_A2)
TEMPLATES = (*OPEN_TEMPLATES, *CHOICE_TEMPLATES)

_VALUE: JsonSchema = {"type": "string", "minLength": 1, "maxLength": LONGEST_VALUE}
ANSWER_SCHEMA: JsonSchema = {"type": "object", "properties": {"answer": _VALUE}, "required": ["answer"]}
BEST_SCHEMA: JsonSchema = {
    "type": "object",
    "properties": {
        "answer": _VALUE,
        "others": {"type": "array", "items": _VALUE, "maxItems": OTHERS},
        "evidence": {"type": "string", "maxLength": 2 * LONGEST_VALUE},
    },
    "required": ["answer"],
}


def wording(template: Template) -> Template:
    """The template whose wording stands for all that only add knowledge to it: a family of questions."""
    if template.member is Member.OPEN:
        return OPEN_A0
    return CHOICE_A0 if template.member is Member.CHOICE else template


def items_schema(most: int, *, fields: int = 0) -> JsonSchema:
    """A list of values; with `fields` > 0 each says the number of its field, 1 to `fields`."""
    properties: dict[str, object] = {"value": _VALUE}
    if fields:
        properties = {"field": {"type": "integer", "minimum": 1, "maximum": fields}, **properties}
    item = {"type": "object", "properties": properties, "required": list(properties)}
    return {
        "type": "object",
        "properties": {"items": {"type": "array", "items": item, "maxItems": most}},
        "required": ["items"],
    }


def choice_schema(options: int) -> JsonSchema:
    """One number from 1 to `options`."""
    number: JsonSchema = {"type": "integer", "minimum": 1, "maximum": options}
    return {"type": "object", "properties": {"answer": number}, "required": ["answer"]}


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the stronger levels know, as texts for the model; "" where nothing is known. `passages`: the same for every
    question about a document (A2). `shares`: frequencies for one attribute (A1 and A2: levels nest)."""

    passages: str = ""
    shares: str = ""

    def fields(self, level: AttackerLevel) -> dict[str, str]:
        """What `level` has of it, as fields of a question."""
        passages = self.passages if level is AttackerLevel.A2 else ""
        return {"knowledge": passages, "shares": "" if level is AttackerLevel.A0 else self.shares}


NOTHING_KNOWN = Knowledge()


class QuestionBook:
    """Writes prompts. Immutable."""

    def __init__(self, prompts: PromptBook, taxonomy: Taxonomy) -> None:
        self._prompts = prompts
        self._taxonomy = taxonomy
        self._leads = {language: _leads(prompts, language) for language in Language}

    @property
    def leads(self) -> int:
        """How many different words a question of a certification can be put in, in every language."""
        return min(map(len, self._leads.values()))

    def lead(self, language: Language, number: int) -> str:
        """Words behind question `number`; they come again after `leads` questions."""
        own = self._leads[language]
        return own[number % len(own)]

    def digest(self, template: Template, language: Language) -> str:
        """Content address of a template's wording, with the system text it stands under."""
        own = self._prompts.get(template.prompt, language)
        lead = self._prompts.get(LEAD, language).digest
        whole = (self._prompts.get(SYSTEM, language).digest, own.digest, lead, template.part, template.level)
        return hashlib.sha256("\0".join(map(str, whole)).encode()).hexdigest()

    def label(self, type_id: str, language: Language) -> str:
        """Name of an attribute type."""
        return self._taxonomy[type_id].labels[language]

    def draw(
        self,
        template: Template,
        document: str,
        type_id: str,
        language: Language,
        known: Knowledge,
        sampling: Sampling,
        lead: str = "",
    ) -> ChatPrompt:
        """One open question as a certification draw. `lead`: words of its own behind it."""
        asked = _OTHER[language] if template is LANGUAGE else language
        part = self._prompts.get(template.prompt, language)
        stage = part.part(template.part, label=self.label(type_id, asked), lead=lead, **known.fields(template.level))
        return self._prompt(document, stage, language, sampling, f"attack.{template.id}", ANSWER_SCHEMA)

    def best(self, document: str, type_id: str, language: Language, sampling: Sampling) -> ChatPrompt:
        """The answer with runners-up and evidence."""
        stage = self._prompts.get("attack_open", language).part("best", label=self.label(type_id, language))
        return self._prompt(document, stage, language, sampling, "attack.best", BEST_SCHEMA)

    def empty(self, type_id: str, language: Language, sampling: Sampling) -> ChatPrompt:
        """The open question to somebody who has read nothing."""
        label = self.label(type_id, language)
        stage = self._prompts.get("attack_empty", language).part("stage", label=label, lead="")
        return self._prompt("", stage, language, sampling, "attack.empty", ANSWER_SCHEMA)

    def choice(
        self,
        template: Template,
        document: str,
        type_id: str,
        language: Language,
        options: Sequence[str],
        known: Knowledge,
        sampling: Sampling,
        lead: str = "",
    ) -> ChatPrompt:
        """One forced choice; without a document, from nothing but the options. `lead`: words of its own behind it."""
        shown = "\n".join(f"{number}. {one_line(option)}" for number, option in enumerate(options, 1))
        stage = self._prompts.get(template.prompt, language).part(
            "stage" if document else "empty",
            label=self.label(type_id, language),
            options=shown,
            lead=lead,
            **known.fields(template.level),
        )
        schema = choice_schema(len(options))
        return self._prompt(document, stage, language, sampling, f"attack.{template.id}", schema)

    def enumeration(
        self, document: str, type_ids: Sequence[str], language: Language, seed: int | None
    ) -> tuple[ChatPrompt, ChatPrompt]:
        """Both lists of E1: whatever is concrete, and by field. Item n of `type_ids` is field n."""
        text = self._prompts.get("attack_enumerate", language)
        labels = "; ".join(f"{number} {self.label(kind, language)}" for number, kind in enumerate(type_ids, 1))
        most = min(MOST_ITEMS, 2 * len(type_ids) + 8)
        sampling = Sampling(0.0, BASE_TOKENS + ITEM_TOKENS * most, seed=seed)
        untyped = self._prompt(
            document, text.part("untyped", most=most), language, sampling, "attack.enumerate", items_schema(most)
        )
        typed = self._prompt(
            document,
            text.part("typed", most=most, labels=labels),
            language,
            sampling,
            "attack.enumerate_typed",
            items_schema(most, fields=len(type_ids)),
        )
        return untyped, typed

    def gaps(self, document: str, shown: Sequence[tuple[str, str]], language: Language, seed: int | None) -> ChatPrompt:
        """E2 over (type, what stands in the gap now)."""
        lines = "\n".join(
            f"{number}. {self.label(kind, language)}: {one_line(now)}" for number, (kind, now) in enumerate(shown, 1)
        )
        stage = self._prompts.get("attack_gaps", language).part("stage", gaps=lines, most=len(shown))
        sampling = Sampling(0.0, BASE_TOKENS + ITEM_TOKENS * len(shown), seed=seed)
        schema = items_schema(min(len(shown), MOST_ITEMS), fields=len(shown))
        return self._prompt(document, stage, language, sampling, "attack.gaps", schema)

    def knowledge(
        self, type_id: str, language: Language, shares: Mapping[str, float], passages: Sequence[str]
    ) -> Knowledge:
        """What A1 and A2 know about one attribute; the levels nest."""
        text = self._prompts.get("attack_knowledge", language)
        label = self.label(type_id, language)
        told = ", ".join(f"{one_line(value)} {share:.1%}" for value, share in shares.items())
        a1 = text.part("a1", label=label, frequencies=told).lstrip() if told else ""
        listed = "\n".join(f"- {one_line(passage)[:PASSAGE]}" for passage in passages)
        a2 = text.part("a2", passages=listed) if listed else ""
        return Knowledge(a2, a1)

    def _prompt(
        self,
        document: str,
        stage: str,
        language: Language,
        sampling: Sampling,
        purpose: str,
        schema: JsonSchema,
    ) -> ChatPrompt:
        system = self._prompts.get(SYSTEM, language).part("system")
        return ChatPrompt(system, document, stage.strip(), sampling, purpose, schema)


def _leads(prompts: PromptBook, language: Language) -> tuple[str, ...]:
    """Every `who` with every `how`, neighbours unlike each other."""
    words = prompts.get(LEAD, language)
    who, how = (words.part(name).strip().splitlines() for name in ("who", "how"))
    gap = " " if language is Language.EN else ""
    return tuple(f"{one}{gap}{other}{gap}" for shift in range(len(how)) for one, other in _shifted(who, how, shift))


def _shifted(who: Sequence[str], how: Sequence[str], shift: int) -> Iterator[tuple[str, str]]:
    for place, one in enumerate(who):
        yield one, how[(place + shift) % len(how)]


def one_line(text: str) -> str:
    """A value on one line, bounded: it may not look like another option or field."""
    return " ".join(text.split())[: 2 * LONGEST_VALUE]
