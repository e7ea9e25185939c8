"""Utility by QA probes (paper 3.3): what the task needs, asked of X and of D, compared (Metric.QA).

    utility = QaUtility(model, judge, book, taxonomy, root)
    probes = utility.prepare(request, sensitive, language, protocol, nonce, cancel)               once per X: QaSet
    estimate = utility.measure(probes, artifact, language, protocol, nonce, cancel)               per D: UtilityEstimate

The same model answers on X and on D, with the same words and sampling; it sees D alone, as the destination will. The
judge sees question, reference and answer, never X or D. A question without a grade is missing, never imputed; when
more than half are missing, or none could be asked, the estimate is `computed=False` and says why.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path

from core.dehydrate.hard_line import HardLine
from core.domain.artifact import Artifact
from core.domain.events import CancelToken
from core.domain.evidence import Metric, ProbeResult, UtilityEstimate, UtilityItem
from core.domain.language import Language
from core.domain.protocol import Protocol
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.llm.fence import fenced, neutralised
from core.llm.json_answers import UnusableAnswer
from core.llm.model import CallFailed, ChatPrompt, JsonSchema, LanguageModel, Sampling
from core.llm.prompts import PromptBook
from core.llm.structured import ask_structured
from core.text.normalize import comparison_key
from core.verify.attackers.corpus import terms
from core.verify.grading import GradingTable, Target
from core.verify.qa_answers import AnswerReading, Form
from core.verify.statistics import bootstrap_mean

SYSTEM, GENERATE, REFERENCE, ANSWER, GRADE = "system", "qa_generate", "qa_reference", "qa_answer", "qa_grade"
SAME_JUDGE = "utility.judge_is_the_model"
NO_QUESTIONS, NOT_GRADED = "utility.no_questions", "utility.not_graded"
BOOTSTRAP_DRAWS, BOOTSTRAP_SEED = 400, 0
SAME_QUESTION = 0.7
"""Shared words of two questions, as a share of all their words, from which they are one question."""
LONGEST_QUESTION, LONGEST_ANSWER, LONGEST_TASK = 160, 200, 400
MOST_QUESTIONS = 8
QUESTION_TOKENS, ANSWER_TOKENS, GRADE_TOKENS, SPARE_TOKENS = 70, 90, 25, 60
"""Upper bounds per item: twice what models.md 3 counts, for Chinese and for brackets."""
KEPT_GRADES = 512
GRADES = ("correct", "partial", "wrong", "contradicted", "undetermined")
_AGREEMENT = {"correct": 1.0, "partial": 0.5, "wrong": 0.0, "contradicted": 0.0}


@dataclass(frozen=True, slots=True)
class QaPlan:
    """How much is asked. `questions`: at most 8. `reference_draws`: answers on X per open question, of which more than
    half must agree; a closed one is asked once. One answer on D, with the same sampling."""

    questions: int = 4
    reference_draws: int = 3


@dataclass(frozen=True, slots=True)
class QaQuestion:
    """One probe with its reference answer: local evidence, never logged, never sent."""

    id: str
    text: str
    form: Form
    reference: str


@dataclass(frozen=True, slots=True)
class QaSet:
    """The probes of one X. `filtered`: why others were left out, by reason. `failed`: message key of a failed call."""

    questions: tuple[QaQuestion, ...]
    filtered: Mapping[str, int] = field(default_factory=dict)
    failed: str = ""


class QaUtility:
    """Asks `model` about X and D, and `judge` about open answers. Keeps recent grades in memory, so that a step of
    the loop pays only for what it changed; safe from any thread."""

    def __init__(
        self,
        model: LanguageModel,
        judge: LanguageModel,
        book: PromptBook,
        taxonomy: Taxonomy,
        root: Path,
        plan: QaPlan | None = None,
    ) -> None:
        """Raises ResourceError."""
        self._model = model
        self._judge = judge
        self._book = book
        self._plan = plan or QaPlan()
        self._hard_line = HardLine(taxonomy)
        self._grading = GradingTable.load(root)
        self._reading = AnswerReading.load(root)
        self._grades: OrderedDict[tuple[str, str, str], float] = OrderedDict()

    def asking(self, model: LanguageModel) -> QaUtility:
        """The same with its questions put to `model`, which speaks for the same model; the judge stays another's."""
        other = copy(self)
        if self._judge is self._model:
            other._judge = model
        other._model = model
        return other

    def screened(self, probes: QaSet, sensitive: SensitiveSet) -> QaSet:
        """`probes` without those that hold a value of `sensitive`, where they were prepared on less."""
        targets = self._grading.targets(sensitive)
        kept = tuple(
            question
            for question in probes.questions
            if not self._hard_line.find(question.text, sensitive, {})
            and not self._gives_away(question.reference, sensitive, targets)
        )
        dropped = len(probes.questions) - len(kept)
        counts = {**probes.filtered, **({"qa_sensitive_later": dropped} if dropped else {})}
        return QaSet(kept, counts, probes.failed if kept else probes.failed or NO_QUESTIONS)

    def forget(self) -> None:
        """Drop remembered grades, e.g. when the application locks."""
        self._grades.clear()

    def prepare(
        self,
        request: Request,
        sensitive: SensitiveSet,
        language: Language,
        protocol: Protocol,
        nonce: str,
        cancel: CancelToken | None = None,
    ) -> QaSet:
        """Questions generated from X, filtered, with reference answers by majority of draws. Raises Cancelled."""
        counts: Counter[str] = Counter()
        prompt = self._generation(request, language, nonce)
        drafts = ask_structured(self._model, [prompt], _read_questions, cancel)[0]
        if isinstance(drafts, CallFailed):
            return QaSet((), failed=drafts.code)
        asked = tuple(self._askable(drafts, sensitive, counts))
        if not asked:
            return QaSet((), dict(counts), NO_QUESTIONS)
        answers = self._references(asked, fenced(request.text, nonce), language, protocol, cancel)
        if not answers:
            return QaSet((), dict(counts), NO_QUESTIONS)
        targets = self._grading.targets(sensitive)
        kept: list[QaQuestion] = []
        for question in asked:
            given = answers.get(question.id, [])
            drawn = self._plan.reference_draws if question.form is Form.OPEN else 1
            reference = self._reading.majority(question.form, given) if 2 * len(given) > drawn else None
            if reference is None:
                counts["qa_inconsistent"] += 1
            elif self._reading.undetermined(reference):
                counts["qa_unanswerable"] += 1
            elif self._gives_away(reference, sensitive, targets):
                counts["qa_sensitive_answer"] += 1
            else:
                kept.append(QaQuestion(question.id, question.text, question.form, reference))
        return QaSet(tuple(kept), dict(counts), "" if kept else NO_QUESTIONS)

    def measure(
        self,
        probes: QaSet,
        artifact: Artifact,
        language: Language,
        protocol: Protocol,
        nonce: str,
        cancel: CancelToken | None = None,
    ) -> UtilityEstimate:
        """U of D. Raises Cancelled."""
        notes = (SAME_JUDGE,) if self._judge.info == self._model.info else ()
        if not probes.questions:
            return _not_computed(0, (probes.failed or NO_QUESTIONS, *notes))
        document = fenced(artifact.text, nonce)
        prompt = self._questioning(ANSWER, probes.questions, document, language, protocol, 0)
        answers = ask_structured(self._model, [prompt], _read_answers, cancel)[0]
        if isinstance(answers, CallFailed):
            return _not_computed(len(probes.questions), (answers.code, *notes))
        agreed = self._agreements(probes.questions, answers, language, protocol, cancel)
        items = tuple(
            UtilityItem(question.text, agreed[question.id]) for question in probes.questions if question.id in agreed
        )
        missing = len(probes.questions) - len(items)
        if 2 * missing >= len(probes.questions):
            return _not_computed(missing, (NOT_GRADED, *notes))
        values = [item.agreement for item in items]
        mean = sum(values) / len(values)
        interval = bootstrap_mean(values, protocol.confidence, BOOTSTRAP_SEED, BOOTSTRAP_DRAWS)
        lower, upper = min(mean, interval.lower), max(mean, interval.upper)
        return UtilityEstimate(Metric.QA, mean, lower, upper, items, missing=missing, notes=notes)

    def _gives_away(self, reference: str, sensitive: SensitiveSet, targets: Mapping[str, Target]) -> bool:
        """Whether a reference answer holds, or is, a value of S."""
        return bool(self._hard_line.find(reference, sensitive, {})) or any(
            self._grading.grade(target, reference) is ProbeResult.HIT for target in targets.values()
        )

    def _generation(self, request: Request, language: Language, nonce: str) -> ChatPrompt:
        words = self._book.get(GENERATE, language)
        task = fenced(request.task[:LONGEST_TASK], nonce) or words.part("own_task")
        count = min(MOST_QUESTIONS, self._plan.questions)
        return ChatPrompt(
            system=self._book.get(SYSTEM, language).part("system"),
            document=fenced(request.text, nonce),
            stage=words.part("stage", task=task, count=count),
            sampling=Sampling(0.0, SPARE_TOKENS + QUESTION_TOKENS * MOST_QUESTIONS),
            purpose=GENERATE,
            schema=_list_of(
                MOST_QUESTIONS,
                question={"type": "string", "minLength": 1, "maxLength": LONGEST_QUESTION},
                form={"type": "string", "enum": [form.value for form in Form]},
            ),
        )

    def _askable(
        self, drafts: Sequence[tuple[str, Form]], sensitive: SensitiveSet, counts: Counter[str]
    ) -> Iterable[QaQuestion]:
        """Without doubles and without questions that hold a value of S."""
        kept: list[frozenset[str]] = []
        for text, form in drafts[:MOST_QUESTIONS]:
            plain = " ".join(neutralised(text).split())
            words = frozenset(terms(plain))
            if self._hard_line.find(plain, sensitive, {}):
                counts["qa_sensitive_question"] += 1
            elif not comparison_key(plain):
                counts["qa_no_question"] += 1
            elif any(len(words & other) >= SAME_QUESTION * len(words | other) for other in kept):
                counts["qa_double"] += 1
            elif len(kept) < self._plan.questions:
                kept.append(words)
                yield QaQuestion(f"q{len(kept)}", plain, form, "")

    def _references(
        self,
        asked: Sequence[QaQuestion],
        document: str,
        language: Language,
        protocol: Protocol,
        cancel: CancelToken | None,
    ) -> dict[str, list[str]]:
        """Answers on X by question id; only open ones are drawn again (paper 3.3: self-consistency)."""
        again = [question for question in asked if question.form is Form.OPEN]
        draws = [asked] + [again] * (self._plan.reference_draws - 1 if again else 0)
        prompts = [
            self._questioning(REFERENCE, questions, document, language, protocol, draw)
            for draw, questions in enumerate(draws)
        ]
        answers: dict[str, list[str]] = {}
        for draw in ask_structured(self._model, prompts, _read_answers, cancel):
            if not isinstance(draw, CallFailed):
                for key, answer in draw.items():
                    answers.setdefault(key, []).append(answer)
        return answers

    def _questioning(
        self,
        prompt_id: str,
        questions: Sequence[QaQuestion],
        document: str,
        language: Language,
        protocol: Protocol,
        draw: int,
    ) -> ChatPrompt:
        """All questions about one document. The same words and sampling on X and on D (the deployment condition)."""
        lines = "\n".join(f"{question.id} ({question.form}) {question.text}" for question in questions)
        seed = draw if self._model.capabilities.seed_honoured else None
        return ChatPrompt(
            system=self._book.get(SYSTEM, language).part("system"),
            document=document,
            stage=self._book.get(prompt_id, language).part("stage", questions=lines),
            sampling=Sampling(protocol.procedure_temperature, SPARE_TOKENS + ANSWER_TOKENS * len(questions), seed=seed),
            purpose=prompt_id,
            schema=_list_of(
                len(questions),
                id={"type": "string", "enum": [question.id for question in questions]},
                answer={"type": "string", "maxLength": LONGEST_ANSWER},
            ),
        )

    def _agreements(
        self,
        questions: Sequence[QaQuestion],
        answers: Mapping[str, str],
        language: Language,
        protocol: Protocol,
        cancel: CancelToken | None,
    ) -> dict[str, float]:
        """Agreement by question id; a question that nobody could grade is not in it."""
        agreed: dict[str, float] = {}
        open_items: list[tuple[QaQuestion, str]] = []
        for question in questions:
            answer = answers.get(question.id)
            if answer is None:
                continue
            if self._reading.undetermined(answer):
                agreed[question.id] = protocol.cannot_determine
                continue
            graded = self._reading.grade(question.form, question.reference, answer)
            known = self._grades.get((question.text, question.reference, answer)) if graded is None else graded
            if known is None:
                open_items.append((question, answer))
            else:
                agreed[question.id] = known
        return {**agreed, **self._judged(open_items, language, protocol, cancel)}

    def _judged(
        self,
        items: Sequence[tuple[QaQuestion, str]],
        language: Language,
        protocol: Protocol,
        cancel: CancelToken | None,
    ) -> dict[str, float]:
        if not items:
            return {}
        words = self._book.get(GRADE, language)
        pairs = "\n\n".join(
            "\n".join((question.id, question.text, _line(question.reference), _line(answer)))
            for question, answer in items
        )
        prompt = ChatPrompt(
            system=words.part("system"),
            document="",
            stage=words.part("stage", pairs=pairs),
            sampling=Sampling(0.0, SPARE_TOKENS + GRADE_TOKENS * len(items)),
            purpose=GRADE,
            schema=_list_of(
                len(items),
                id={"type": "string", "enum": [question.id for question, _ in items]},
                grade={"type": "string", "enum": list(GRADES)},
            ),
        )
        grades = ask_structured(self._judge, [prompt], _read_grades, cancel)[0]
        if isinstance(grades, CallFailed):
            return {}
        scale = {**_AGREEMENT, "undetermined": protocol.cannot_determine}
        found = {question.id: scale[grades[question.id]] for question, _ in items if question.id in grades}
        for question, answer in items:
            if question.id in found:
                self._grades[question.text, question.reference, answer] = found[question.id]
        while len(self._grades) > KEPT_GRADES:
            self._grades.popitem(last=False)
        return found


def _line(text: str) -> str:
    return " ".join(neutralised(text).split())


def _not_computed(missing: int, notes: tuple[str, ...]) -> UtilityEstimate:
    return UtilityEstimate(Metric.QA, 0.0, 0.0, 1.0, computed=False, missing=missing, notes=notes)


def _list_of(most: int, **fields: Mapping[str, object]) -> JsonSchema:
    item = {"type": "object", "properties": fields, "required": list(fields)}
    return {
        "type": "object",
        "properties": {"items": {"type": "array", "maxItems": most, "items": item}},
        "required": ["items"],
    }


def _items(data: object) -> list[Mapping[str, object]]:
    if not isinstance(data, Mapping) or not isinstance(data.get("items"), list):
        raise UnusableAnswer("answer.items must be a list")
    return [item for item in data["items"] if isinstance(item, Mapping)]


def _read_questions(data: object) -> list[tuple[str, Form]]:
    return [(str(item["question"]), Form(str(item["form"]))) for item in _items(data)]


def _by_id(data: object, name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in _items(data):
        if str(item["id"]) in found:
            raise UnusableAnswer("an id comes twice")
        found[str(item["id"])] = str(item[name])
    return found


def _read_answers(data: object) -> dict[str, str]:
    return _by_id(data, "answer")


def _read_grades(data: object) -> dict[str, str]:
    return _by_id(data, "grade")
