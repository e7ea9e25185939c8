"""A way to model servers that tells what a test wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from compose_fakes import FakeEngine

from core.domain.events import CancelToken, Progress
from core.engine.conversation import Conversation
from core.engine.outcome import NOT_ASKED, Outcome
from ui.settings.viewmodels.model_ports import Keys, ModelActivity, ModelView, Seen, ServerCondition, ServerView, Wanted
from ui.shared.viewmodels.ports import Asked, LocalAnswer
from ui.shared.viewmodels.preferences import TrustedServer

ADDRESS = "http://127.0.0.1:1234"
SEEN = Seen("json_schema", True, False, True, 4, 8192, 42.0, 2.0, 0.5, ("logprobs",))
MODELS = (
    ModelView("small-chat", "3B", "Q4_K_M", 2_100_000_000, 0, 32768, False),
    ModelView("large-chat", "8B", "Q4_K_M", 5_000_000_000, 8192, 32768, True),
    ModelView("cloud-chat", remote=True),
)


def server(condition: ServerCondition = ServerCondition.READY, address: str = ADDRESS) -> ServerView:
    models = MODELS if condition in (ServerCondition.READY, ServerCondition.NO_MODEL) else ()
    return ServerView(address, address, "LM Studio", condition, models)


class LookingEngine(FakeEngine):
    """With an evaluator that lets `change` happen to what it looks at."""

    def __init__(self) -> None:
        super().__init__()
        self.info = replace(self.info, layers_off=("evaluator",), off_reasons={"evaluator": NOT_ASKED})
        self.change: Callable[[Outcome], Outcome] = lambda outcome: outcome
        self.trouble: Exception | None = None

    def deepen(self, outcome: Outcome, conversation: Conversation, progress: Progress, cancel: CancelToken) -> Outcome:
        self.calls.append("deepen")
        if self.trouble is not None:
            raise self.trouble
        return self.change(outcome)


class SlowEngine(FakeEngine):
    """An engine over a model, with the built-in one inside."""

    def __init__(self) -> None:
        super().__init__()
        self.builtin = FakeEngine()


@dataclass
class FakeAnswers:
    """Says `pieces`, then that `said` was the answer; `error` comes after the pieces instead."""

    model: str = "large-chat"
    host: str = ""
    pieces: tuple[str, ...] = ("Drink ", "water.")
    said: str = "Drink water."
    complete: bool = True
    error: Exception | None = None
    asked: list[tuple[str, tuple[Asked, ...]]] = field(default_factory=list)

    def answer(
        self, text: str, earlier: Sequence[Asked], wrote: Callable[[str], None], cancel: CancelToken
    ) -> LocalAnswer:
        self.asked.append((text, tuple(earlier)))
        for piece in self.pieces:
            wrote(piece)
        if self.error is not None:
            raise self.error
        return LocalAnswer(self.said, self.complete)


@dataclass
class FakeLink:
    engine: SlowEngine = field(default_factory=SlowEngine)
    server: str = "LM Studio"
    model: str = "large-chat"
    seen: Seen = SEEN
    answers: FakeAnswers = field(default_factory=FakeAnswers)
    closed: int = 0

    def close(self) -> None:
        self.closed += 1


@dataclass
class FakeModels:
    """`there`: what a search finds. `seen`: what handshakes see. `error`: what connecting raises."""

    there: tuple[ServerView, ...] = (server(),)
    seen: Seen = SEEN
    error: Exception | None = None
    searched: list[tuple[tuple[str, ...], tuple[str, ...], dict[str, str]]] = field(default_factory=list)
    links: list[FakeLink] = field(default_factory=list)
    told: Callable[[ModelActivity], None] | None = None

    def usual(self) -> tuple[ServerView, ...]:
        return (server(ServerCondition.ABSENT),)

    def search(self, addresses: Sequence[str], trusted: Sequence[TrustedServer], keys: Keys) -> tuple[ServerView, ...]:
        opened = {origin: key.reveal() for origin, key in keys.items()}
        self.searched.append((tuple(addresses), tuple(item.origin for item in trusted), opened))
        return self.there

    def connect(
        self,
        wanted: Wanted,
        trusted: Sequence[TrustedServer],
        keys: Keys,
        told: Callable[[ModelActivity], None],
        cancel: CancelToken,
    ) -> FakeLink:
        self.told = told
        if self.error is not None:
            raise self.error
        self.links.append(FakeLink(model=wanted.model, seen=self.seen))
        return self.links[-1]
