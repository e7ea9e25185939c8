"""Model servers as the window sees them, and what it needs from the rest of the program to use one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol as TypingProtocol

from core.domain.events import CancelToken
from core.domain.secret import Secret
from core.engine.interface import Engine
from ui.shared.viewmodels.ports import LocalAnswerPort
from ui.shared.viewmodels.preferences import TrustedServer


class ServerCondition(StrEnum):
    """What can be done with a server: the states of `core.llm.discovery`, and one that only asking it shows."""

    READY = "ready"
    ABSENT = "absent"
    STARTING = "starting"
    NO_MODEL = "no_model"
    UNAUTHORIZED = "unauthorized"
    WRONG_SERVICE = "wrong_service"
    REMOTE = "remote"
    TOO_OLD = "too_old"


@dataclass(frozen=True, slots=True)
class ModelView:
    """One chat model of a server; "" or 0 where the server does not tell. `context`: tokens it was loaded with,
    `largest_context`: what it could have. `loaded`: None = not told. `remote`: runs on another machine."""

    id: str
    parameters: str = ""
    quantization: str = ""
    size_bytes: int = 0
    context: int = 0
    largest_context: int = 0
    loaded: bool | None = None
    remote: bool = False


@dataclass(frozen=True, slots=True)
class ServerView:
    """One look at one address. `name`: of the program that listens, or that usually does. `notices`: message keys.
    `origin`: scheme, host and port; `here`: a literal of this computer."""

    address: str
    origin: str
    name: str
    condition: ServerCondition
    models: tuple[ModelView, ...] = ()
    notices: tuple[str, ...] = ()
    here: bool = True

    @property
    def usable(self) -> bool:
        """Whether a model of it may be asked, though it may have to load first."""
        known = self.condition in (ServerCondition.READY, ServerCondition.NO_MODEL)
        return known and any(not model.remote for model in self.models)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the handshake saw a model do. `schema`: "json_schema", "json_object" or "prompt_only". `gain`: speed of
    `slots` answers side by side over one alone, 0 = not measured."""

    schema: str
    thinking_off: bool
    logprobs: bool
    seed: bool
    slots: int
    context: int
    tokens_per_second: float
    gain: float
    load_seconds: float
    ignored: tuple[str, ...] = ()

    @property
    def reliable(self) -> bool:
        """Whether answers keep the shape that extraction needs (UI-04)."""
        return self.schema != "prompt_only"


class Activity(StrEnum):
    """What a model does right now."""

    LOADING = "loading"
    READING = "reading"
    WRITING = "writing"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class ModelActivity:
    """`done` of `total` questions of the batch; `tokens_per_second`: over all answers side by side."""

    activity: Activity
    done: int = 0
    total: int = 0
    tokens_per_second: float = 0.0


class ModelLink(TypingProtocol):
    """An open line to one model, with the engine over it."""

    @property
    def engine(self) -> Engine: ...

    @property
    def server(self) -> str:
        """Name of the program that serves it."""
        ...

    @property
    def model(self) -> str: ...

    @property
    def seen(self) -> Seen: ...

    @property
    def answers(self) -> LocalAnswerPort:
        """The same model, answering prompts for a person."""
        ...

    def close(self) -> None:
        """End the connections; may block, so not for the main thread."""
        ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which model of which server. `judge`: id of a second model, "" = the model itself."""

    address: str
    model: str
    judge: str = ""


Keys = dict[str, Secret]
"""Keys that were entered in this session, by origin; those kept are looked up by the port itself."""


class LinkState(StrEnum):
    """`off`: the built-in engine works alone. `lost`: a server answered no more; the built-in engine goes on."""

    OFF = "off"
    CONNECTING = "connecting"
    DOUBTFUL = "doubtful"
    READY = "ready"
    LOST = "lost"
    FAILED = "failed"


class ModelsPort(TypingProtocol):
    """The way to model servers. Every method but `usual` blocks and belongs off the main thread."""

    def usual(self) -> tuple[ServerView, ...]:
        """The usual ports of this machine, as if nothing listened there. Touches no network."""
        ...

    def search(self, addresses: Sequence[str], trusted: Sequence[TrustedServer], keys: Keys) -> tuple[ServerView, ...]:
        """A look at the usual ports and at `addresses`, in this order, absent ones included. No text is sent.

        Raises InputError for an address that may not be spoken to.
        """
        ...

    def connect(
        self,
        wanted: Wanted,
        trusted: Sequence[TrustedServer],
        keys: Keys,
        told: Callable[[ModelActivity], None],
        cancel: CancelToken,
    ) -> ModelLink:
        """Shake hands and build the engine. `told` is called in the main thread, at most ten times a second.

        Raises ModelServerError, InputError, Cancelled, BugError `engine.not_ready` before the built-in engine is there.
        """
        ...


def key_id(origin: str) -> str:
    """Under which name the key of a server is kept: two servers never share one."""
    return f"model-server-{hashlib.sha256(origin.encode()).hexdigest()[:32]}"
