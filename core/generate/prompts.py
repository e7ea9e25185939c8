"""Fills template families: text, gold spans, task, question with its answer, crowd, traps (paper 6.1)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.domain.language import Language
from core.domain.taxonomy import Domain, Kind, Taxonomy
from core.generate.drawn import PLAIN, Drawn
from core.generate.family import RUNNING_TEXT, SLOT, Family, load_families
from core.generate.harmless import HarmlessPool
from core.generate.person import People, Person
from core.generate.questions import QuestionMaker, Shown
from core.generate.values import Values
from core.population.population import SyntheticPopulation

REPEAT, CODE_SWITCH = "repeat", "code-switch"


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """`[start, end)` in code points. `cls` is explicit or quasi; `value` identifies coreferent spans."""

    start: int
    end: int
    text: str
    type: str
    cls: str
    value: str
    relevant: bool = False


@dataclass(frozen=True, slots=True)
class GeneratedPrompt:
    """One prompt.

    `task` ends `text`; `question` has the closed-form `answer` ("" for a harmless prompt). `combination`: types that
    single the person out together, `k` the population records that agree with the person in all of them (None when
    the text fixes fewer than two columns). `traps`: what is hard in it. `variant`: transformation of T_new, if any.
    """

    id: str
    language: Language
    domain: Domain
    family: str
    style: str
    text: str
    task: str
    spans: tuple[GoldSpan, ...]
    question: str
    answer: str
    combination: tuple[str, ...]
    k: int | None
    traps: tuple[str, ...]
    variant: str = ""

    @property
    def harmless(self) -> bool:
        return not self.spans

    @property
    def signature(self) -> frozenset[str]:
        """The set of sensitive types (paper 4.7)."""
        return frozenset(span.type for span in self.spans)

    @property
    def coupling(self) -> float | None:
        """Share of the quasi-identifying values that the task needs (T24); None without any."""
        quasi = {(span.type, span.value): span.relevant for span in self.spans if span.cls == Kind.QUASI}
        return sum(quasi.values()) / len(quasi) if quasi else None


@dataclass(frozen=True, slots=True)
class Change:
    """One transformation of T_new. `lexical`: words of the templates; `extra`: a sentence; `layout`: of every line."""

    variant: str
    lexical: Mapping[str, str]
    extra: str = ""
    layout: str = ""


UNCHANGED = Change("", {})


class _Draft:
    """The text as far as it is written, with every value that was drawn for it."""

    def __init__(self) -> None:
        self.text = ""
        self.spans: list[GoldSpan] = []
        self.known: dict[tuple[str, int, bool], Drawn] = {}
        self.people: dict[tuple[int, bool], Person] = {}
        self.traps: set[str] = set()

    def write(self, words: str) -> None:
        self.text += words

    def mark(self, drawn: Drawn, gold: str, cls: str) -> None:
        start = len(self.text)
        self.text += gold
        if any((span.type, span.value) == (drawn.type_id, drawn.value) and span.text != gold for span in self.spans):
            self.traps.add(REPEAT)
        self.spans.append(GoldSpan(start, len(self.text), gold, drawn.type_id, cls, drawn.value))
        self.traps |= drawn.traps


class PromptGenerator:
    """Deterministic: the same seed gives the same prompts, whatever was generated before."""

    def __init__(self, root: Path, taxonomy: Taxonomy, population: SyntheticPopulation) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        self.root = root
        self._taxonomy = taxonomy
        self._values = {language: Values(root, language) for language in Language}
        self._people = {
            language: People.of(population, language, self._values[language].speakable) for language in Language
        }
        self._questions = {language: QuestionMaker(root, language, taxonomy) for language in Language}
        self.families = {language: load_families(root, language) for language in Language}
        self.harmless = {language: HarmlessPool(root, language) for language in Language}

    def prompt(
        self,
        language: Language,
        family: Family,
        seed: int,
        *,
        critical: frozenset[str] | None = None,
        below: int = 0,
        change: Change = UNCHANGED,
    ) -> GeneratedPrompt:
        """One prompt of `family`.

        `critical`: types the task needs, None = all quasi types. `below` > 0: a person whose crowd, by everything the
        text fixes, is smaller than that.
        """
        rng = random.Random(f"{language}/{family.id}/{seed}")  # noqa: S311 - repeatable, not secret
        lines = [chosen for chosen in (rng.choice(part) for part in family.parts) if chosen]
        ask = rng.choice(family.ask)
        if change.extra:
            lines.append(change.extra)
        draft = _Draft()
        draft.people[1, False] = self._person(language, [*lines, ask], below, rng)
        separator = "\n" if change.layout else family.separator(language)
        for number, line in enumerate(_laid_out(lines, change), start=1):
            if number > 1:
                draft.write(separator)
            self._fill(line, draft, language, rng)
        draft.write("\n" if family.style not in RUNNING_TEXT or change.layout else separator)
        start = len(draft.text)
        self._fill(_reworded(ask, change.lexical), draft, language, rng)
        return self._finished(draft, start, language, family, seed, critical, change.variant, rng)

    def nothing_sensitive(self, language: Language, seed: int, position: int, *, held_out: bool) -> GeneratedPrompt:
        """The harmless question at `position` of the seed's order."""
        text = self.harmless[language].text(seed, position, held_out=held_out)
        identifier = f"{language}-harmless-{'test' if held_out else 'dev'}-{position}"
        return GeneratedPrompt(
            identifier, language, Domain.GENERAL, "harmless", "question", text, text, (), "", "", (), None, ()
        )

    def _person(self, language: Language, lines: Iterable[str], below: int, rng: random.Random) -> Person:
        people = self._people[language]
        if not below:
            return people.draw(rng)
        anybody = people.draw(rng)
        types = {slot["type"] for line in lines for slot in SLOT.finditer(line) if slot["instance"] is None}
        return people.draw(rng, people.columns(types, anybody), below)

    def _fill(self, template: str, draft: _Draft, language: Language, rng: random.Random) -> None:
        position = 0
        for slot in SLOT.finditer(template):
            draft.write(template[position : slot.start()])
            position = slot.end()
            foreign, instance = bool(slot["foreign"]), int(slot["instance"] or 1)
            drawn = self._drawn(slot["type"], instance, foreign, draft, language, rng)
            surface = drawn.forms[slot["form"] or PLAIN]
            if foreign:
                draft.traps.add(CODE_SWITCH)
            draft.write(surface.before if not foreign else "")
            draft.mark(drawn, surface.gold, self._taxonomy[slot["type"]].kind.value)
            draft.write(surface.after)
        draft.write(template[position:])

    def _drawn(
        self, type_id: str, instance: int, foreign: bool, draft: _Draft, language: Language, rng: random.Random
    ) -> Drawn:
        spoken = _other(language) if foreign else language
        if (instance, foreign) not in draft.people:
            currency = draft.people[1, False].currency
            draft.people[instance, foreign] = replace(self._people[spoken].draw(rng), currency=currency)
        key = (type_id, instance, foreign)
        if key not in draft.known:
            taken = {drawn.value for (known, _, _), drawn in draft.known.items() if known == type_id}
            drawn = self._values[spoken].draw(type_id, instance, draft.people[instance, foreign], rng)
            while instance > 1 and drawn.value in taken and type_id not in {"SEX", "AGE"}:
                drawn = self._values[spoken].draw(type_id, instance, draft.people[instance, foreign], rng)
            draft.known[key] = drawn
        return draft.known[key]

    def _finished(
        self,
        draft: _Draft,
        task_start: int,
        language: Language,
        family: Family,
        seed: int,
        critical: frozenset[str] | None,
        variant: str,
        rng: random.Random,
    ) -> GeneratedPrompt:
        question = self._questions[language].ask(_distinct(draft.spans), rng)
        person = draft.people[1, False]
        own = {type_id for (type_id, instance, foreign) in draft.known if instance == 1 and not foreign}
        people = self._people[language]
        columns = people.columns(own, person)
        singled = tuple(sorted(type_id for type_id in own if people.columns({type_id}, person)))
        spans = tuple(
            replace(span, relevant=span.cls == Kind.QUASI and (critical is None or span.type in critical))
            for span in draft.spans
        )
        return GeneratedPrompt(
            id=f"{language}-{family.id}-{seed}" + (f"-{variant}" if variant else ""),
            language=language,
            domain=family.domain,
            family=family.id,
            style=family.style,
            text=draft.text,
            task=draft.text[task_start:],
            spans=spans,
            question=question.text,
            answer=question.answer,
            combination=singled if len(columns) > 1 else (),
            k=people.k(person, columns) if len(columns) > 1 else None,
            traps=tuple(sorted(draft.traps | ({family.style} if family.style not in RUNNING_TEXT else set()))),
            variant=variant,
        )


def _distinct(spans: Sequence[GoldSpan]) -> list[Shown]:
    """Every value once, with its longest surface."""
    longest: dict[tuple[str, str], GoldSpan] = {}
    for span in spans:
        key = (span.type, span.value)
        if key not in longest or len(span.text) > len(longest[key].text):
            longest[key] = span
    return [Shown(type_id, value, span.text) for (type_id, value), span in longest.items()]


def _other(language: Language) -> Language:
    return Language.EN if language is Language.ZH else Language.ZH


def _laid_out(lines: Sequence[str], change: Change) -> list[str]:
    """The templates after the change; slots stay as they are."""
    reworded = [_reworded(line, change.lexical) for line in lines]
    if not change.layout:
        return reworded
    single = [part for line in reworded for part in line.split("\n")]
    return [
        change.layout.replace("{n}", str(number)).replace("{line}", line) for number, line in enumerate(single, start=1)
    ]


def _reworded(template: str, lexical: Mapping[str, str]) -> str:
    """`template` with its own words exchanged; the inside of a slot is never touched."""
    if not lexical:
        return template
    result, position = "", 0
    for slot in SLOT.finditer(template):
        result += _exchange(template[position : slot.start()], lexical) + slot.group()
        position = slot.end()
    return result + _exchange(template[position:], lexical)


def _exchange(words: str, lexical: Mapping[str, str]) -> str:
    for old, new in lexical.items():
        words = re.sub(rf"\b{re.escape(old)}\b", new, words) if old.isascii() else words.replace(old, new)
    return words
