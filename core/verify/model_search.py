"""The search with a model: falsifiers, cheapest first, no statistics claimed (gate.md 2 and 5).

First both lists of E1, which look at everything at once; only on what they leave clean the gaps of E2 and, attribute by
attribute, the best guess of E3 and the forced choice of E5.
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
from core.verify.attackers.llm_members import (
    EMPTY_DRAWS,
    Drawn,
    Finding,
    ModelAttackers,
    ModelCase,
    Tally,
    asked,
    types_of,
)
from core.verify.attackers.llm_questions import MOST_ITEMS, Member
from core.verify.dialogues import Dialogue, converse, server_failed

PERSON = "PERSON"
"""The one explicit identifier that a text may lead to: the name of somebody known."""


@dataclass(frozen=True, slots=True)
class SearchFindings:
    """`findings`: one per attribute at most. `strangers`: how many concrete values a list named that nobody declared.
    `unanswered`: questions without a usable answer. `asked`: members that took part."""

    findings: tuple[Finding, ...]
    strangers: int = 0
    unanswered: int = 0
    asked: tuple[Member, ...] = ()

    def then(self, later: SearchFindings) -> SearchFindings:
        """With what was looked at later."""
        return SearchFindings(
            (*self.findings, *later.findings), self.strangers, self.unanswered + later.unanswered,
            (*self.asked, *later.asked),
        )  # fmt: skip


class ModelSearch:
    """Runs the falsifiers of one model."""

    def __init__(self, model: LanguageModel, attackers: ModelAttackers) -> None:
        self._model = model
        self._attackers = attackers

    def lists(
        self,
        on: ModelCase,
        gated: Sequence[SensitiveAttribute],
        protocol: Protocol,
        cancel: CancelToken | None = None,
    ) -> SearchFindings:
        """E1 on everything: whatever is concrete, and only where that gives nothing away the list by field. Raises
        KnownError with the server's code, Cancelled."""
        prompts = self._attackers.questions.enumeration(on.document, types_of(gated), on.case.language, None)
        strangers: set[str] = set()
        unanswered = 0
        kept: tuple[Finding, ...] = ()
        for prompt, typed in zip(prompts, (False, True), strict=True):
            reply = converse(self._model, [_ask(prompt)], cancel)[0]
            listed, others = self._attackers.listed(on, gated, prompt, reply, typed=typed)
            kept = self._kept(on, listed, protocol, cancel)
            strangers.update(others)
            unanswered += _unanswered([reply])
            if kept:
                break
        return SearchFindings(kept, len(strangers), unanswered, (Member.ENUMERATION,))

    def _kept(
        self, on: ModelCase, found: Sequence[Finding], protocol: Protocol, cancel: CancelToken | None
    ) -> tuple[Finding, ...]:
        """What counts: words that stand in D; where none do, values that nobody can guess and the model does not name
        blindly. One value named is enough to refuse a text, so the first is looked at by itself."""
        first: dict[str, Finding] = {}
        for finding in found:
            known = first.get(finding.outcome.probe.attribute_id)
            if known is None or (finding.evidence and not known.evidence):
                first[finding.outcome.probe.attribute_id] = finding
        quoted = tuple(finding for finding in first.values() if finding.evidence)
        if quoted:
            return quoted
        by_id = {item.id: item for item in on.case.sensitive.attributes}
        doubtful = [key for key in first if not self._attackers.guessable(on.case, by_id[key], protocol)]
        for some in (doubtful[:1], doubtful[1:]):
            blind = [self._blind(on, by_id[key], turn) for key in some for turn in range(EMPTY_DRAWS)]
            guessed = {key for key, hit in converse(self._model, blind, cancel) if hit}
            named = tuple(first[key] for key in some if key not in guessed)
            if named:
                return named
        return ()

    def _blind(self, on: ModelCase, attribute: SensitiveAttribute, turn: int) -> Dialogue[tuple[str, bool]]:
        return attribute.id, (yield from self._attackers.guessed(on, attribute, 0, Tally(), (turn,)))

    def single(
        self,
        on: ModelCase,
        gated: Sequence[SensitiveAttribute],
        touched: AbstractSet[str],
        protocol: Protocol,
        cancel: CancelToken | None = None,
    ) -> SearchFindings:
        """The gaps of all; beside that about every attribute in `touched` a best guess where nobody can guess it, a
        forced choice where anyone may. Raises as `lists`."""
        open_, chosen = self._to_ask(on, [item for item in gated if item.id in touched], protocol)
        gaps = _gaps(on, gated)
        dialogues: list[Dialogue[Finding | Drawn | Tally | Reply]] = []
        shown = [(item.type_id, now) for item, now in gaps]
        prompt = self._attackers.questions.gaps(on.document, shown, on.case.language, None)
        if gaps:
            dialogues.append(_ask(prompt))
        dialogues += [self._attackers.best(on, item, runners_up=True) for item in open_]
        dialogues += [self._attackers.insisted(on, item, number) for number, item in enumerate(chosen)]
        findings: list[Finding] = []
        filled: list[Finding] = []
        unanswered = 0
        for answer in converse(self._model, dialogues, cancel):
            if isinstance(answer, Reply):
                filled = self._attackers.filled(on, [item for item, _ in gaps], prompt, answer)
                unanswered += _unanswered([answer])
                continue
            if isinstance(answer, Finding):
                findings.append(answer)
                continue
            tally = answer.tally if isinstance(answer, Drawn) else answer
            if isinstance(answer, Drawn) and answer.outcome.result is ProbeResult.HIT:
                findings.append(Finding(answer.outcome, Member.CHOICE))
            elif tally.code:
                _check(tally.code)
                unanswered += 1
        named = {finding.outcome.probe.attribute_id for finding in findings}
        others = [finding for finding in filled if finding.outcome.probe.attribute_id not in named]
        findings += self._kept(on, others, protocol, cancel)
        took_part = ((Member.GAPS, gaps), (Member.OPEN, open_), (Member.CHOICE, chosen))
        return SearchFindings(tuple(findings), 0, unanswered, tuple(member for member, any_of in took_part if any_of))

    def _to_ask(
        self, on: ModelCase, touched: Sequence[SensitiveAttribute], protocol: Protocol
    ) -> tuple[list[SensitiveAttribute], list[SensitiveAttribute]]:
        """(asked openly, asked as a choice)."""
        guessable = {item.id for item in touched if self._attackers.guessable(on.case, item, protocol)}
        return [item for item in touched if item.id not in guessable], [
            item
            for item in touched
            if item.id in guessable and self._attackers.choosable(on.case, item, on.targets[item.id])
        ]


def _unanswered(replies: Sequence[Reply]) -> int:
    return sum(reply.kind is not ReplyKind.ANSWER for reply in replies)


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


def _gaps(on: ModelCase, gated: Sequence[SensitiveAttribute]) -> list[tuple[SensitiveAttribute, str]]:
    """One gap per attribute with what stands there now. Explicit identifiers are left out: nobody concludes a number
    from its surroundings, and what stands elsewhere in the text the lists name."""
    shown: dict[str, str] = {}
    for gap in on.case.gaps:
        shown.setdefault(gap.attribute_id, on.case.text[gap.start : gap.end])
    likely = [item for item in gated if item.kind is Kind.QUASI or item.type_id == PERSON]
    return [(item, shown[item.id]) for item in likely if shown.get(item.id, "").strip()][:MOST_ITEMS]
