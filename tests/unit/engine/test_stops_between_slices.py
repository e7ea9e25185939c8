"""Esc: a run looks whether it is to stop so often that nobody waits for it. Counted in calls, since clocks differ."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from review_cases import CHINESE, ENGLISH, engine

from core.domain.errors import Cancelled
from core.domain.events import CancelToken, StageEvent
from core.domain.request import Request
from core.engine.conversation import Conversation

MOST_CALLS = 50_000
"""Python calls between two looks at the token. An interpreter makes at least a million in the half second that a
person may wait."""


class Slices(CancelToken):
    """Counts the calls between two looks."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.slices: list[int] = []

    def look(self) -> None:
        self.slices.append(self.calls)
        self.calls = 0

    @property
    def cancelled(self) -> bool:
        self.look()
        return super().cancelled

    def check(self) -> None:
        self.look()
        super().check()

    def count(self, _frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self.calls += 1


def conversation() -> Conversation:
    return Conversation(id="c1", key=b"k" * 32)


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_a_run_looks_at_the_token_between_slices(text: str) -> None:
    token = Slices()
    engine().sanitize(Request(text), conversation())  # what is loaded once is loaded
    before = sys.getprofile()
    sys.setprofile(token.count)
    told: list[StageEvent] = []
    try:
        engine().sanitize(Request(text), conversation(), progress=told.append, cancel=token)
    finally:
        sys.setprofile(before)
    token.look()
    assert len(token.slices) > len({event.stage for event in told})
    assert max(token.slices) < MOST_CALLS


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_whatever_stage_runs_nothing_more_is_done_after_esc(text: str) -> None:
    told: list[StageEvent] = []
    engine().sanitize(Request(text), conversation(), progress=told.append)
    firsts = {event.stage: place for place, event in reversed(list(enumerate(told)))}
    assert len(firsts) > 2
    for place in firsts.values():
        token, seen = CancelToken(), []

        def progress(event: StageEvent, token: CancelToken = token, seen: list[StageEvent] = seen, at: int = place):  # type: ignore[no-untyped-def]
            seen.append(event)
            if len(seen) == at + 1:
                token.cancel()

        with pytest.raises(Cancelled):
            engine().sanitize(Request(text), conversation(), progress=progress, cancel=token)
        later = seen[place + 1 :]
        assert len(later) <= 2, "the end of the stage that ran, and the beginning of the next"
        assert not any(event.done for event in later), "no unit of work is done any more"
