"""A review for tests: the real engine, work that runs when told to, a sender that is scripted."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from compose_fakes import ManualWork, ScriptedSender
from review_cases import START, engine, outcome

from core.domain.protocol import STRICT
from core.domain.request import Request
from ui.release.viewmodels.submission import Submission
from ui.review.viewmodels.memory_store import MemoryReviewStore
from ui.review.viewmodels.review import ReviewViewModel
from ui.shared.viewmodels.ports import ReviewStorePort


class Ticking:
    """Every look is a minute later."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@dataclass
class Bench:
    """A review with its queue. `run` lets everything happen that was asked for."""

    store: ReviewStorePort = field(default_factory=MemoryReviewStore)
    work: ManualWork = field(default_factory=ManualWork)
    sender: ScriptedSender = field(default_factory=ScriptedSender)
    reviewer: str = "reviewer"

    def __post_init__(self) -> None:
        self.review = ReviewViewModel(self.work, self.sender, self.reviewer, now=Ticking())
        self.review.use(self.store)
        self.review.attach_engine(engine())
        self.run()

    def run(self) -> None:
        self.work.run_all()

    def put(self, *texts: str) -> None:
        """Queue prompts, then open the first."""
        for text in texts:
            self.review.intake.submit(Submission(Request(text), outcome(text)[1].fork(), STRICT, outcome(text)[0]))
            self.run()
        if self.review.case is None:
            self.review.select(self.review.queue.lines[0].id)
            self.run()

    def attribute(self, type_id: str) -> str:
        """Id of the first value of a type in the open item."""
        assert self.review.case is not None
        found = self.review.case.outcome.verdict.sensitive.attributes
        return next(item.id for item in found if item.type_id == type_id)
