"""The attackers that ask a model, E1 to E5 and E7 (gate.md 5), as dialogues over one case.

Guessing is not leaking. An attribute that what D tells lets anyone guess (a band, two values) is asked about only as a
forced choice among values that fit what D tells, and a choice counts as a hit only when several permutations in a row
and not the empty document give it. An open question about any other attribute counts as a hit at once, unless the model
names the value also without the document: what counts is how much more often it is right with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.dehydrate.library import HierarchyLibrary
from core.domain.evidence import AttackerLevel, Probe, ProbeOutcome, ProbeResult
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute
from core.domain.tokens import TOKEN_PATTERN, without_tokens
from core.llm.fence import fenced
from core.llm.model import ChatPrompt, Sampling
from core.text.normalize import comparison_key
from core.verify.attackers.corpus import Corpus
from core.verify.attackers.decoys import DecoyBook, frequencies, shown_options, telling
from core.verify.attackers.llm_answers import (
    Kind,
    Reply,
    answer_of,
    evidence_of,
    guesses_of,
    items_of,
    option_of,
)
from core.verify.attackers.llm_questions import (
    ANSWER_TOKENS,
    BEST_TOKENS,
    CHOICE_A0,
    LONGEST_VALUE,
    NOTHING_KNOWN,
    OPEN_A0,
    Knowledge,
    Member,
    QuestionBook,
    Template,
)
from core.verify.case import Case
from core.verify.dialogues import Dialogue
from core.verify.grading import GradingTable, Target
from core.verify.seeding import seeded

REDRAWS = 2
"""Fresh draws after an answer that is none, before the draw counts as missing."""
CHANCE = 0.001
"""A choice is confirmed until blind picking would get so far less often than this."""
EMPTY_DRAWS = 3
GUESSABLE_SHARE = 0.1
"""An attribute is asked about as a choice from this share of tau_L on, in chance of guessing it from what D tells:
guesses at all attributes together then stay well inside tau_L."""
PASSAGES, FREQUENT = 2, 4
"""What A2 and A1 put before a question: passages, and most frequent values. Each draw has to read them anew."""
_SEEDS = 1 << 31


@dataclass(slots=True)
class Tally:
    """What one dialogue took: requests, refusals, repeated questions, and the code of a failure, "" for none."""

    requests: int = 0
    refused: int = 0
    redrawn: int = 0
    code: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What came of one draw of a certification. An outcome MALFORMED is a missing answer; `tally.code` may then name a
    failure of the server. `guessed`: the open answer was right, and so was the answer to the same question without the
    document, so it is no hit."""

    outcome: ProbeOutcome
    template: Template
    tally: Tally
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Paired:
    """One choice put in equal words with the document and without it. `missing`: one of the two has no answer; then
    `tally` may name a failure of the server."""

    outcome: ProbeOutcome
    template: Template
    tally: Tally
    with_document: bool = False
    without: bool = False
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """A value that a falsifier named. `evidence`: words of D it went by, "" none."""

    outcome: ProbeOutcome
    member: Member
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class ModelCase:
    """One case as a model sees it. `document`: the fenced text; `seeds`: whether the server honours seeds; `run`:
    seed of this run. `blind`: whether right answers are compared with what the model says without the document."""

    case: Case
    targets: Mapping[str, Target]
    document: str
    temperature: float
    seeds: bool
    run: int
    blind: bool = True

    def sampling(self, draw: int, attempt: int, *, tokens: int = ANSWER_TOKENS) -> Sampling:
        """Sampling settings with a seed of their own for this draw and this attempt at it."""
        seed = seeded(self.run, draw, attempt).randrange(_SEEDS) if self.seeds else None
        return Sampling(self.temperature, tokens, seed=seed)


class ModelAttackers:
    """Writes the dialogues. Stateless but for what the decoy book and the corpus keep; safe from any thread."""

    def __init__(
        self,
        questions: QuestionBook,
        decoys: DecoyBook,
        grading: GradingTable,
        library: HierarchyLibrary,
        corpus: Callable[[Language], Corpus],
    ) -> None:
        self.questions = questions
        self.decoys = decoys
        self.grading = grading
        self._library = library
        self._corpus = corpus

    def stand(
        self, case: Case, targets: Mapping[str, Target], nonce: str, temperature: float, *, seeds: bool, run: int
    ) -> ModelCase:
        """`case` as the model will see it: fenced, with the sampling of this run."""
        return ModelCase(case, targets, fenced(case.text, nonce), temperature, seeds, run)

    def guessable(self, case: Case, attribute: SensitiveAttribute, protocol: Protocol) -> bool:
        """Whether what D tells lets anyone guess the value often enough to disturb the count."""
        return case.told(attribute.id).posterior > GUESSABLE_SHARE * protocol.tau_l

    def choosable(self, case: Case, attribute: SensitiveAttribute, target: Target) -> bool:
        """Whether a forced choice about it can be put."""
        return bool(self.decoys.options(case, attribute, target)[1])

    def knowledge(self, case: Case, attribute: SensitiveAttribute, target: Target, template: Template) -> Knowledge:
        """Frequencies inside what D tells (A1), of the options of a choice or of the values that are most common at
        all; and public passages that fit D (A2). What `template`'s level does not know is left out."""
        shares: Mapping[str, float] = {}
        if template.level is not AttackerLevel.A0:
            shares = self.decoys.frequent(case, attribute)
            if template.member is Member.CHOICE:
                truth, others = self.decoys.options(case, attribute, target)
                told = case.told(attribute.id)
                shares = frequencies(self._library, attribute, told, (truth, *others), case.language)
        ranked = dict(sorted(telling(shares).items(), key=lambda item: (-item[1], item[0]))[:FREQUENT])
        passages = self.passages(case) if template.level is AttackerLevel.A2 else ()
        return self.questions.knowledge(attribute.type_id, case.language, ranked, passages)

    def passages(self, case: Case) -> tuple[str, ...]:
        """The public passages that fit D best."""
        corpus = self._corpus(case.language)
        scores = corpus.scores(without_tokens(case.text))
        best = sorted(range(len(scores)), key=lambda index: -float(scores[index]))[:PASSAGES]
        return tuple(corpus.entries[index].text for index in best if scores[index] > 0)

    def draw(
        self, on: ModelCase, attribute: SensitiveAttribute, template: Template, number: int, known: Knowledge
    ) -> Dialogue[Drawn]:
        """One draw under `template`, `number` says in which words. Where `on.blind` is off, a right answer counts
        without the look at what the model says without the document."""
        if template.member is Member.CHOICE:
            return self._single(on, attribute, template, number, known)
        return self._open(on, attribute, template, number, known)

    def _single(
        self, on: ModelCase, attribute: SensitiveAttribute, template: Template, number: int, known: Knowledge
    ) -> Dialogue[Drawn]:
        """One choice, without a comparison."""
        one = yield from self.pair(replace(on, blind=False), attribute, template, number, known)
        return Drawn(one.outcome, template, one.tally)

    def pair(
        self, on: ModelCase, attribute: SensitiveAttribute, template: Template, number: int, known: Knowledge
    ) -> Dialogue[Paired]:
        """One choice with the document and, in equal words and order, without it. The truth stands in another place
        each time."""
        tally = Tally()
        truth, _ = self.decoys.options(on.case, attribute, on.targets[attribute.id])
        start = seeded(on.run, attribute.id).randrange(_SEEDS)
        turn = number + number // self.questions.leads
        right: list[bool] = []
        stands = (on, replace(on, document="")) if on.blind else (on,)
        outcome = ProbeOutcome(Probe(attribute.id, template.member, template.id, number), ProbeResult.MALFORMED)
        for there in stands:
            picked, prompt = yield from self._pick(there, attribute, template, number, known, turn, start, tally, True)
            result = (
                ProbeResult.MALFORMED if picked is None else ProbeResult.HIT if picked == truth else ProbeResult.MISS
            )
            if not right or picked is None:
                outcome = _outcome(attribute, template, number, result, prompt, picked or "")
            if picked is None:
                return Paired(outcome, template, tally, missing=True)
            right.append(picked == truth)
        return Paired(outcome, template, tally, right[0], right[-1] if on.blind else False)

    def _open(
        self, on: ModelCase, attribute: SensitiveAttribute, template: Template, number: int, known: Knowledge
    ) -> Dialogue[Drawn]:
        tally = Tally()

        def prompt(attempt: int) -> ChatPrompt:
            sampling = on.sampling(number, attempt)
            kind, language = attribute.type_id, on.case.language
            lead = self.questions.lead(language, number)
            return self.questions.draw(template, on.document, kind, language, known, sampling, lead)

        first = prompt(0)
        reply = yield from asked(lambda attempt: prompt(attempt) if attempt else first, tally)
        if reply.kind is not Kind.ANSWER:
            return Drawn(_outcome(attribute, template, number, ProbeResult.MALFORMED, first), template, tally)
        answer = answer_of(reply)
        result = self.grading.grade(on.targets[attribute.id], answer)
        if on.blind and result is ProbeResult.HIT and (yield from self.guessed(on, attribute, number, tally, (0,))):
            missed = _outcome(attribute, template, number, ProbeResult.MISS, first, answer)
            return Drawn(missed, template, tally, guessed=True)
        return Drawn(_outcome(attribute, template, number, result, first, answer), template, tally)

    def guessed(
        self,
        on: ModelCase,
        attribute: SensitiveAttribute,
        number: int,
        tally: Tally,
        turns: Sequence[int] = range(EMPTY_DRAWS),
    ) -> Dialogue[bool]:
        """Whether the model names the value without the document too, in any of `turns`."""
        target = on.targets[attribute.id]
        for turn in turns:

            def prompt(attempt: int, turn: int = turn) -> ChatPrompt:
                sampling = on.sampling(number, (REDRAWS + 1) * (turn + 1) + attempt)
                return self.questions.empty(attribute.type_id, on.case.language, sampling)

            reply = yield from asked(prompt, tally)
            if reply.kind is Kind.ANSWER and self.grading.grade(target, answer_of(reply)) is ProbeResult.HIT:
                return True
        return False

    def insisted(self, on: ModelCase, attribute: SensitiveAttribute, number: int) -> Dialogue[Drawn]:
        """A falsifier: the truth chosen in every permutation, and not in every one without the document."""
        template, known, tally = CHOICE_A0, NOTHING_KNOWN, Tally()
        truth, decoys = self.decoys.options(on.case, attribute, on.targets[attribute.id])
        size = len(decoys) + 1
        start = seeded(on.run, number, attribute.id).randrange(size)
        turns = confirmations(size)
        question = ""
        for turn in range(turns):
            picked, prompt = yield from self._pick(on, attribute, template, number, known, turn, start, tally, False)
            question = question or prompt.stage
            if picked is None:
                return Drawn(_outcome(attribute, template, number, ProbeResult.MALFORMED, prompt), template, tally)
            if picked != truth:
                return Drawn(_outcome(attribute, template, number, ProbeResult.MISS, prompt, picked), template, tally)
        blind = replace(on, document="")
        agreeing = 0
        for turn in range(turns if on.blind else 0):
            picked, prompt = yield from self._pick(blind, attribute, template, number, known, turn, start, tally, False)
            agreeing += picked == truth
        result = ProbeResult.MISS if on.blind and agreeing == turns else ProbeResult.HIT
        outcome = ProbeOutcome(Probe(attribute.id, template.member, template.id, number), result, question, truth)
        return Drawn(outcome, template, tally)

    def _pick(
        self,
        on: ModelCase,
        attribute: SensitiveAttribute,
        template: Template,
        number: int,
        known: Knowledge,
        turn: int,
        start: int,
        tally: Tally,
        led: bool,
    ) -> Dialogue[tuple[str | None, ChatPrompt]]:
        """Index of the chosen option, None where there was no answer. `led`: the question has words of its own."""
        truth, decoys = self.decoys.options(on.case, attribute, on.targets[attribute.id])
        options = shown_options(truth, decoys, turn, start)

        def prompt(attempt: int) -> ChatPrompt:
            sampling = on.sampling(number, (REDRAWS + 1) * turn + attempt)
            kind, language = attribute.type_id, on.case.language
            lead = self.questions.lead(language, number) if led else ""
            return self.questions.choice(template, on.document, kind, language, options, known, sampling, lead)

        reply = yield from asked(prompt, tally)
        index = option_of(reply) if reply.kind is Kind.ANSWER else -1
        return (options[index] if 0 <= index < len(options) else None), prompt(0)

    def best(self, on: ModelCase, attribute: SensitiveAttribute, *, runners_up: bool) -> Dialogue[Finding | Tally]:
        """The model's best guess at temperature 0, with runners-up and evidence where wanted; a Finding when it, or
        one of them, is right and not guessed without the document. A Tally with a code: no answer."""
        tally = Tally()
        kind, language = attribute.type_id, on.case.language

        def prompt(attempt: int) -> ChatPrompt:
            sampling = replace(on.sampling(0, attempt, tokens=BEST_TOKENS), temperature=0.0)
            if runners_up:
                return self.questions.best(on.document, kind, language, sampling)
            return self.questions.draw(OPEN_A0, on.document, kind, language, NOTHING_KNOWN, sampling)

        reply = yield from asked(prompt, tally)
        if reply.kind is not Kind.ANSWER:
            return tally
        tally.code = ""
        guesses = guesses_of(reply)
        hit = next((text for text in guesses if self._hits(on, attribute, text)), None)
        if hit is None or (yield from self.guessed(on, attribute, 0, tally)):
            return tally
        outcome = _outcome(attribute, OPEN_A0, 0, ProbeResult.HIT, prompt(0), hit)
        return Finding(outcome, Member.OPEN, quoted(on.case.text, evidence_of(reply)))

    def _hits(self, on: ModelCase, attribute: SensitiveAttribute, answer: str) -> bool:
        return self.grading.grade(on.targets[attribute.id], answer) is ProbeResult.HIT

    def listed(
        self, on: ModelCase, attributes: Sequence[SensitiveAttribute], prompt: ChatPrompt, reply: Reply, *, typed: bool
    ) -> tuple[list[Finding], list[str]]:
        """What a list of E1 gives away: (findings, concrete values that stand in D and belong to nobody's attribute).

        `typed`: items say the type by index into the distinct types of `attributes`.
        """
        types = types_of(attributes)
        findings: dict[str, Finding] = {}
        strangers: list[str] = []
        for field, value in items_of(reply):
            wanted = [item for item in attributes if not typed or types[min(field, len(types) - 1)] == item.type_id]
            hit = next((item for item in wanted if item.id not in findings and self._hits(on, item, value)), None)
            if hit is not None:
                name = "typed" if typed else "untyped"
                probe = Probe(hit.id, Member.ENUMERATION, name, 0)
                outcome = ProbeOutcome(probe, ProbeResult.HIT, prompt.stage, value)
                findings[hit.id] = Finding(outcome, Member.ENUMERATION, quoted(on.case.text, value))
            elif not typed and _uncovered(on.case, value):
                strangers.append(value)
        return list(findings.values()), strangers

    def filled(
        self, on: ModelCase, gaps: Sequence[SensitiveAttribute], prompt: ChatPrompt, reply: Reply
    ) -> list[Finding]:
        """Findings of E2: the gaps that the model filled with the true value. `gaps`: whose gap each numbered line
        was."""
        findings: dict[str, Finding] = {}
        for field, value in items_of(reply):
            if not 0 <= field < len(gaps):
                continue
            attribute = gaps[field]
            if attribute.id not in findings and self._hits(on, attribute, value):
                probe = Probe(attribute.id, Member.GAPS, "gaps", 0)
                outcome = ProbeOutcome(probe, ProbeResult.HIT, prompt.stage, value)
                findings[attribute.id] = Finding(outcome, Member.GAPS)
        return list(findings.values())


def asked(prompt: Callable[[int], ChatPrompt], tally: Tally) -> Dialogue[Reply]:
    """Ask one question, and ask again where an answer cannot be used; `prompt(attempt)` writes each attempt."""
    reply = Reply(Kind.UNUSABLE, {})
    for attempt in range(1 + REDRAWS):
        reply = yield prompt(attempt)
        tally.requests += 1
        tally.redrawn += attempt > 0
        tally.code = reply.code
        if reply.kind is Kind.ANSWER:
            return reply
        tally.refused += reply.kind is Kind.REFUSED
    return reply


def confirmations(options: int) -> int:
    """How often a choice among `options` has to be repeated until blind picking gets through less often than CHANCE."""
    return max(1, math.ceil(math.log(CHANCE) / math.log(1 / options)))


def types_of(attributes: Sequence[SensitiveAttribute]) -> tuple[str, ...]:
    """Distinct types in order: the fields of a typed list."""
    return tuple(dict.fromkeys(item.type_id for item in attributes))


def quoted(text: str, words: str) -> str:
    """`words` where they stand in `text`, else ""."""
    return words if words and len(words) <= 2 * LONGEST_VALUE and words in text else ""


def _uncovered(case: Case, value: str) -> bool:
    """Whether a listed value stands in D outside every replacement and token: something nobody declared."""
    start = case.text.find(value)
    if start < 0 or not comparison_key(value):
        return False
    end = start + len(value)
    covered = [(gap.start, gap.end) for gap in case.gaps]
    covered += [match.span() for match in TOKEN_PATTERN.finditer(case.text)]
    return not any(start < right and left < end for left, right in covered)


def _outcome(
    attribute: SensitiveAttribute,
    template: Template,
    number: int,
    result: ProbeResult,
    prompt: ChatPrompt,
    answer: str = "",
) -> ProbeOutcome:
    return ProbeOutcome(Probe(attribute.id, template.member, template.id, number), result, prompt.stage, answer)
