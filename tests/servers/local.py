"""A scriptable local model server on loopback in four dialects, with a model of your own behind it.

    def brain(question: Question) -> str | Said:
        return '{"items": []}' if question.schema else "I read: " + question.document

    with LocalModelServer(LocalKind.LLAMACPP, brain) as server:
        ...                                # base URL: server.url
        server.questions                   # every chat question but the handshake's, as a Question

The brain is called once per chat request, from the thread of its connection, so one that keeps state needs a lock.
What it gets: `question.system`, `question.document` (the fenced text, without its fence, "" for the null document),
`question.stage` (the last instruction), `question.earlier` ((question, answer) pairs), `question.schema` (None for
plain text), `question.seed`, `question.temperature`, `question.index`. What it returns: the answer's text, or a `Said`
for thinking, another ending, or token counts of its own. The handshake's own questions never reach the brain.

Quirks (what a server ignores or does wrong) are in `servers.local_quirks`, faults in `servers.local_faults`; give
`server.faults = [fault, None, fault]` for the next requests, or `server.always = fault` for every one.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.domain.language import Language
from core.llm.prompts import PromptBook
from core.resources import resource_root
from servers.local_quirks import DEFAULTS, LocalKind, Quirks
from servers.local_routes import answer_of
from servers.local_tokens import Vocabulary, count_tokens, pieces_of
from servers.received import Received
from servers.replies import LAST_CHUNK, chunk, head
from servers.wire import Pause, ScriptedServer, Send, Step, Until

__all__ = ["CountedClock", "LocalKind", "LocalModelServer", "Question", "Quirks", "Said", "instance_of"]

_DOCUMENT = re.compile(r"<doc (\w+)>\n(.*?)\n</doc \1>\n*", re.DOTALL)
_CANARY = PromptBook.load(resource_root()).get("handshake", Language.EN)
_CANARY_SYSTEM, _CANARY_COUNT = _CANARY.part("system"), _CANARY.part("count")
PATIENCE_SECONDS = 120.0
OVERLAP_SECONDS = 0.06
"""How long a handshake's answers side by side linger, to be seen to be that: good for a look, not to be relied
on. A test whose result depends on it gives the server the client's clock."""
TOGETHER = 4
"""Answers that a handshake asks for side by side."""

Fault = Callable[["LocalModelServer", "Question"], Iterable[Step]]
Prober = Callable[[str, str], float | None]


@dataclass(frozen=True)
class Question:
    """One chat request as the model sees it."""

    index: int
    body: Mapping[str, Any]
    system: str
    document: str
    stage: str
    earlier: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, index: int, body: Mapping[str, Any]) -> Question:
        turns = [(turn["role"], turn["content"]) for turn in body["messages"]]
        system = "".join(content for role, content in turns if role == "system")
        users = [content for role, content in turns if role == "user"]
        answers = [content for role, content in turns if role == "assistant"]
        found = _DOCUMENT.match(users[0]) if users else None
        if users and found:
            users[0] = users[0][found.end() :]
        users = [text for index, text in enumerate(users) if text or index]
        document = found.group(2) if found else ""
        return cls(index, body, system, document, users[-1] if users else "", tuple(zip(users, answers, strict=False)))

    @property
    def schema(self) -> dict[str, Any] | None:
        form = self.body.get("response_format") or {}
        return dict(form["json_schema"]["schema"]) if form.get("type") == "json_schema" else None

    @property
    def seed(self) -> int | None:
        return self.body.get("seed")

    @property
    def temperature(self) -> float:
        return float(self.body["temperature"])

    @property
    def is_canary(self) -> bool:
        return self.system == _CANARY_SYSTEM

    @property
    def is_side_by_side(self) -> bool:
        return self.is_canary and self.stage == _CANARY_COUNT

    @property
    def prompt(self) -> str:
        return "".join(str(turn["content"]) for turn in self.body["messages"])


@dataclass(frozen=True)
class Said:
    """What a model says. `prompt_tokens`, `completion_tokens`: None = counted."""

    text: str
    thinking: str = ""
    ending: str = "stop"
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


Brain = Callable[[Question], "str | Said"]


def instance_of(schema: Mapping[str, Any]) -> Any:
    """The smallest value that fits a schema: what a grammar makes of a model without an idea."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: instance_of(inner) for name, inner in schema.get("properties", {}).items()}
        case "array":
            return [instance_of(schema["items"]) for _ in range(schema.get("minItems", 0))]
        case "string":
            return "x" * schema.get("minLength", 1)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case _:
            return None


def fitting(question: Question) -> Said:
    """A brain without an idea: fits the schema, else says OK."""
    return Said(json.dumps(instance_of(question.schema)) if question.schema else "OK")


class CountedClock:
    """A client's time goes on by one whenever it looks: at the first piece of every answer and at its end."""

    def __init__(self) -> None:
        self.looks = 0
        self._guard = threading.Lock()

    def __call__(self) -> float:
        with self._guard:
            self.looks += 1
            return float(self.looks)


class LocalModelServer(ScriptedServer):
    """One dialect with a brain. `url`: base URL with `/v1`; `models`: ids, `families` of those that are
    none of Qwen's; `prober`: log-probability of a token piece
    after a prompt text (llama.cpp's native route), None = the server returns none. `clock`: the client's, so that
    the answers of a handshake overlap or do not whatever the machine does; one slot, or as many as are asked."""

    def __init__(
        self,
        kind: LocalKind = LocalKind.LLAMACPP,
        brain: Brain = fitting,
        *,
        models: tuple[str, ...] = ("qwen2.5-7b-instruct",),
        loaded: bool = True,
        context: int = 8192,
        quirks: Quirks | None = None,
        prober: Prober | None = None,
        key: str = "",
        clock: CountedClock | None = None,
    ) -> None:
        super().__init__(self._reply)
        self.kind = kind
        self.brain = brain
        self.models = models
        self.families: dict[str, str] = {}
        self.loaded = loaded
        self.context = context
        self.quirks = quirks or DEFAULTS[kind]
        self.prober = prober
        self.key = key
        self.clock = clock
        self._looks: dict[int, int] = {}
        self.faults: list[Fault | None] = []
        self.always: Fault | None = None
        self.questions: list[Question] = []
        self.canaries: list[Question] = []
        self.vocabulary = Vocabulary()
        self.busiest = 0
        self._busy = 0
        self._slots = threading.Semaphore(self.quirks.slots)
        self._guard = threading.Lock()
        self._came = threading.Condition(self._guard)

    def reached(self, questions: int) -> bool:
        """Waits until so many questions have arrived."""
        with self._came:
            return self._came.wait_for(lambda: len(self.questions) >= questions, PATIENCE_SECONDS)

    def change(self, **quirks: Any) -> None:
        """Other quirks from now on."""
        self.quirks = replace(self.quirks, **quirks)

    def _reply(self, request: Received) -> Iterable[Step]:
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}" and request.path != "/health":
            return self._json({"error": {"message": "Invalid API Key", "code": 401}}, 401)
        if request.method == "POST" and request.path == "/v1/chat/completions":
            return self._chat(request)
        status, document = answer_of(self, request)
        return self._json(document, status)

    def _json(self, document: object, status: int = 200) -> list[Step]:
        body = json.dumps(document, ensure_ascii=False).encode()
        return [Send(head(status, "application/json", Content_Length=str(len(body))) + body)]

    def _chat(self, request: Received) -> Iterable[Step]:
        body = request.json
        question = Question.read(request.index, body)
        with self._guard:
            (self.canaries if question.is_canary else self.questions).append(question)
            fault = self.always if not question.is_canary else None
            if self.faults and not question.is_canary:
                fault = self.faults.pop(0) or fault
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
            self._came.notify_all()
        try:
            yield from fault(self, question) if fault else self.answer(question)
        finally:
            with self._guard:
                self._busy -= 1

    def answer(self, question: Question) -> Iterable[Step]:
        """The answer as this kind of server gives it, quirks included."""
        refused = self.quirks.refuses(question.body)
        if refused:
            status, document = refused
            return self._json(document, status)
        said = self._think(question)
        return self._in_turn(question, said)

    def _in_turn(self, question: Question, said: Said) -> Iterable[Step]:
        with self._slots:
            yield from self.deliver(question, said)

    def _think(self, question: Question) -> Said:
        if question.is_canary:
            answer: str | Said = self._canary(question)
        else:
            answer = self.brain(question)
        said = answer if isinstance(answer, Said) else Said(answer)
        return self.quirks.distort(said, question)

    def _canary(self, question: Question) -> Said:
        if question.schema is not None and self.quirks.schema:
            return fitting(question)
        seed = question.seed if self.quirks.seed else question.index
        if question.temperature > 0:
            return Said(f"words drawn with {seed if seed is not None else question.index}")
        return Said("OK")

    def deliver(self, question: Question, said: Said, *, size: int = 0) -> Iterable[Step]:
        """A stream of the dialect. `size`: bytes per chunk, cutting through code points; 0 = one event each."""
        events = list(self.events(question, said))
        yield Send(head())
        data = [b"".join(events)[at : at + size] for at in range(0, sum(map(len, events)), size)] if size else events
        group, together = yield from self._gathered(question)
        for index, item in enumerate(data):
            yield Send(chunk(item))
            if index == 1 and question.is_side_by_side:
                yield self._looked(group, together) if self.clock else Pause(OVERLAP_SECONDS)
        yield Send(LAST_CHUNK)
        if self.clock and together == 1:
            yield self._looked(group, 2)

    def _gathered(self, question: Question) -> Generator[Step, None, tuple[int, int]]:
        """Waits until all answers that are wanted side by side have been asked for; their group, and how many of it
        are answered at once."""
        if not question.is_side_by_side:
            return 0, 0
        yield Until(lambda: self._asked_beside() % TOGETHER == 0)
        together = min(TOGETHER, self.quirks.slots)
        group = self._asked_beside() if together > 1 else -1 - question.index
        with self._guard:
            self._looks.setdefault(group, self.clock.looks if self.clock else 0)
        return group, together

    def _asked_beside(self) -> int:
        with self._guard:
            return sum(item.is_side_by_side for item in self.canaries)

    def _looked(self, group: int, times: int) -> Step:
        """Waits until the client has looked at its clock so often since the group's first answer began."""
        clock = self.clock
        return Until(lambda: clock is None or clock.looks >= self._looks[group] + times)

    def events(self, question: Question, said: Said, *, done: bool = True, usage: bool = True) -> Iterable[bytes]:
        """Server-sent events of one answer. `done`: with `[DONE]`; `usage`: with token counts."""
        model = question.body["model"]
        copies = int(question.body.get("n", 1)) if self.quirks.many else 1

        def event(**fields: object) -> bytes:
            document = {"id": "c", "object": "chat.completion.chunk", "model": model, **fields}
            return b"data: " + json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n\n"

        def delta(index: int, content: dict[str, object], reason: str | None, **more: object) -> bytes:
            return event(choices=[{"index": index, "delta": content, "finish_reason": reason, **more}])

        logprobs = self.quirks.logprobs and question.body.get("logprobs")
        for index in range(copies):
            yield delta(index, {"role": "assistant", "content": ""}, None)
            for piece in pieces_of(said.thinking):
                yield delta(index, {self.quirks.thinking_field: piece}, None)
            for piece in pieces_of(said.text):
                more = {"logprobs": {"content": [{"token": piece, "logprob": -0.5}]}} if logprobs else {}
                yield delta(index, {"content": piece}, None, **more)
            yield delta(index, {}, said.ending)
        if usage and self.quirks.usage:
            prompt = said.prompt_tokens if said.prompt_tokens is not None else count_tokens(question.prompt) + 8
            answer = said.completion_tokens
            spent = answer if answer is not None else max(1, count_tokens(said.text) + count_tokens(said.thinking))
            yield event(choices=[], usage={"prompt_tokens": prompt, "completion_tokens": spent})
        if done:
            yield b"data: [DONE]\n\n"
