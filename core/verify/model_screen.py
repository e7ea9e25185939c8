"""The search with a model: falsifiers, cheapest first, no statistics claimed (LLM.md 5, 7).

First both lists of E1 and the gaps of E2, which look at everything at once; only on what they leave clean the best
guess of E3 and the forced choice of E5, attribute by attribute.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from core.domain.events import CancelToken
from core.domain.evidence import ProbeResult
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveAttribute
from core.domain.taxonomy import Kind
from core.llm.model import ChatPrompt, LanguageModel
from core.verify.attackers.llm_answers import ANSWERLESS, Reply
from core.verify.attackers.llm_answers import Kind as ReplyKind
from core.verify.attackers.llm_members import Drawn, Finding, ModelAttackers, Stand, Tally, asked, types_of
from core.verify.attackers.llm_questions import CHOICE_A0, MOST_ITEMS, NOTHING_KNOWN, Member
from core.verify.dialogues import Dialogue, converse, server_failed

PERSON = "PERSON"
"""The one explicit identifier that a text may lead to: the name of somebody known."""


@dataclass(frozen=True, slots=True)
class Screened:
    """`findings`: one per attribute at most. `strangers`: how many concrete values a list named that nobody declared.
    `unanswered`: questions without a usable answer. `asked`: members that took part."""

    findings: tuple[Finding, ...]
    strangers: int = 0
    unanswered: int = 0
    asked: tuple[Member, ...] = ()


class ModelScreen:
    """Runs the falsifiers of one model."""

    def __init__(self, model: LanguageModel, attackers: ModelAttackers) -> None:
        self._model = model
        self._attackers = attackers

    def run(
        self,
        on: Stand,
        gated: Sequence[SensitiveAttribute],
        touched: AbstractSet[str],
        protocol: Protocol,
        cancel: CancelToken | None = None,
    ) -> Screened:
        """`touched`: attributes to ask about one by one; the lists always look at everything.

        Raises KnownError with the server's code, Cancelled.
        """
        lists = self._lists(on, gated, protocol, cancel)
        if lists.findings:
            return lists
        single = self._single(on, [item for item in gated if item.id in touched], protocol, cancel)
        return Screened(
            single.findings, lists.strangers, lists.unanswered + single.unanswered, (*lists.asked, *single.asked)
        )

    def _lists(
        self, on: Stand, gated: Sequence[SensitiveAttribute], protocol: Protocol, cancel: CancelToken | None
    ) -> Screened:
        language = on.case.language
        questions = self._attackers.questions
        untyped, typed = questions.enumeration(on.document, types_of(gated), language, None)
        gaps = _gaps(on, gated)
        prompts = [untyped, typed]
        if gaps:
            shown = [(item.type_id, now) for item, now in gaps]
            prompts.append(questions.gaps(on.document, shown, language, None))
        replies = converse(self._model, [_ask(prompt) for prompt in prompts], cancel)
        unanswered = sum(reply.kind is not ReplyKind.ANSWER for reply in replies)
        found: list[Finding] = []
        strangers: list[str] = []
        for prompt, reply in zip(prompts[:2], replies[:2], strict=True):
            listed, others = self._attackers.listed(on, gated, prompt, reply, typed=prompt is typed)
            found += listed
            strangers += others
        if gaps:
            found += self._attackers.filled(on, [item for item, _ in gaps], prompts[2], replies[2])
        asked_members = (Member.ENUMERATION, Member.GAPS) if gaps else (Member.ENUMERATION,)
        kept = self._kept(on, found, protocol, cancel)
        return Screened(kept, len(set(strangers)), unanswered, asked_members)

    def _kept(
        self, on: Stand, found: Sequence[Finding], protocol: Protocol, cancel: CancelToken | None
    ) -> tuple[Finding, ...]:
        """What counts: words that stand in D; and values that nobody can guess and the model does not name blindly."""
        first: dict[str, Finding] = {}
        for finding in found:
            known = first.get(finding.outcome.probe.attribute_id)
            if known is None or (finding.evidence and not known.evidence):
                first[finding.outcome.probe.attribute_id] = finding
        by_id = {item.id: item for item in on.case.sensitive.attributes}
        doubtful = [
            by_id[key]
            for key, finding in first.items()
            if not finding.evidence and not self._attackers.guessable(on.case, by_id[key], protocol)
        ]
        blind = converse(self._model, [self._blind(on, item) for item in doubtful], cancel)
        named = {item.id for item, guessed in zip(doubtful, blind, strict=True) if not guessed}
        return tuple(finding for key, finding in first.items() if finding.evidence or key in named)

    def _blind(self, on: Stand, attribute: SensitiveAttribute) -> Dialogue[bool]:
        return (yield from self._attackers.guessed(on, attribute, 0, Tally()))

    def _single(
        self, on: Stand, touched: Sequence[SensitiveAttribute], protocol: Protocol, cancel: CancelToken | None
    ) -> Screened:
        """A best guess about what nobody can guess, a forced choice about what anyone may."""
        guessable = {item.id for item in touched if self._attackers.guessable(on.case, item, protocol)}
        chosen = [
            item
            for item in touched
            if item.id in guessable and self._attackers.choosable(on.case, item, on.targets[item.id])
        ]
        dialogues: list[Dialogue[Finding | Drawn | Tally]] = [
            self._attackers.best(on, item, runners_up=True) for item in touched if item.id not in guessable
        ]
        dialogues += [
            self._attackers.draw(on, item, CHOICE_A0, number, NOTHING_KNOWN) for number, item in enumerate(chosen)
        ]
        findings: list[Finding] = []
        unanswered = 0
        for answer in converse(self._model, dialogues, cancel):
            if isinstance(answer, Finding):
                findings.append(answer)
                continue
            tally = answer.tally if isinstance(answer, Drawn) else answer
            if isinstance(answer, Drawn) and answer.outcome.result is ProbeResult.HIT:
                findings.append(Finding(answer.outcome, Member.CHOICE))
            elif tally.code:
                _check(tally.code)
                unanswered += 1
        members = (*((Member.OPEN,) if len(dialogues) > len(chosen) else ()), *((Member.CHOICE,) if chosen else ()))
        return Screened(tuple(findings), 0, unanswered, members)


def _ask(prompt: ChatPrompt) -> Dialogue[Reply]:
    tally = Tally()
    reply = yield from asked(lambda attempt: prompt, tally)
    if reply.kind is not ReplyKind.ANSWER:
        _check(tally.code)
    return reply


def _check(code: str) -> None:
    """An answer that is none may stay open in a search; a server that fails may not."""
    if code not in ANSWERLESS:
        raise server_failed(code)


def _gaps(on: Stand, gated: Sequence[SensitiveAttribute]) -> list[tuple[SensitiveAttribute, str]]:
    """One gap per attribute with what stands there now. Explicit identifiers are left out: nobody concludes a number
    from its surroundings, and what stands elsewhere in the text the lists name."""
    shown: dict[str, str] = {}
    for gap in on.case.gaps:
        shown.setdefault(gap.attribute_id, on.case.text[gap.start : gap.end])
    likely = [item for item in gated if item.kind is Kind.QUASI or item.type_id == PERSON]
    return [(item, shown[item.id]) for item in likely if shown.get(item.id, "").strip()][:MOST_ITEMS]
