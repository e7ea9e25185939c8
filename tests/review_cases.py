"""A reviewer's desk for tests: the real engine, work that runs when told to, prompts that a person must decide."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache

from compose_fakes import ManualWork, ScriptedSender

from core.domain.protocol import STRICT
from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.engine.outcome import Outcome
from ui.viewmodels.ports import ReviewCase, ReviewStorePort
from ui.viewmodels.review.desk import ReviewDesk
from ui.viewmodels.review.memory_store import MemoryReviewStore
from ui.viewmodels.review.submission import Submission, case_of

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
ENGLISH = "My name is Iris Kettle, I am 67 and live in London. I take aspirin 100 mg every day. What should I eat?"
CHINESE = "我叫白石溪，今年67岁，住在北京，每天服用阿司匹林100毫克。请问饮食上要注意什么？"


@cache
def engine() -> BuiltinEngine:
    return BuiltinEngine.create()


@cache
def outcome(text: str) -> tuple[Outcome, Conversation]:
    conversation = Conversation(id=f"c{len(text)}", key=b"k" * 32)
    return engine().sanitize(Request(text), conversation), conversation


def case(text: str = ENGLISH, author: str = "author", now: datetime = START) -> ReviewCase:
    judged, conversation = outcome(text)
    return case_of(judged, conversation.fork(), author, now)


class Ticking:
    """Every look is a minute later."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@dataclass
class Bench:
    """A desk with its queue. `run` lets everything happen that was asked for."""

    store: ReviewStorePort = field(default_factory=MemoryReviewStore)
    work: ManualWork = field(default_factory=ManualWork)
    sender: ScriptedSender = field(default_factory=ScriptedSender)
    reviewer: str = "reviewer"

    def __post_init__(self) -> None:
        self.desk = ReviewDesk(self.work, self.sender, self.reviewer, now=Ticking())
        self.desk.use(self.store)
        self.desk.attach_engine(engine())
        self.run()

    def run(self) -> None:
        self.work.run_all()

    def put(self, *texts: str) -> None:
        """Queue prompts, then open the first."""
        for text in texts:
            self.desk.submit(Submission(Request(text), outcome(text)[1].fork(), STRICT, outcome(text)[0]))
            self.run()
        if self.desk.case is None:
            self.desk.select(self.desk.queue.lines[0].id)
            self.run()

    def attribute(self, type_id: str) -> str:
        """Id of the first value of a type in the open item."""
        assert self.desk.case is not None
        found = self.desk.case.outcome.verdict.sensitive.attributes
        return next(item.id for item in found if item.type_id == type_id)
