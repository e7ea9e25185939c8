"""`drsl sanitize --engine local` against the scripted server in every dialect: handshake, engine, certificate."""

from __future__ import annotations

import io
import json
from functools import partial
from itertools import cycle
from pathlib import Path

import pytest
from servers import local_faults
from servers.local import LocalKind, LocalModelServer, Question, Said
from shared_engine import builtin_engine, same_seed

from app.cli import local
from app.cli.dispatch import dispatch
from app.cli.terminal import Terminal
from app.paths import HOME_VARIABLE
from core.llm.model import Ending
from tests.local_brain import LocalBrain
from tests.unit.engine.test_local_engine import NAMES, SEEN, TEXTS, Language

LEAST_DRAWS = 72
"""Of each value about its own member, as the statistics of the gate ask for of a special category."""
ONE_OF_EACH_LANGUAGE = tuple(LocalKind)[: len(Language)]
"""Where a second run follows: what is kept of the first stands in no dialect."""
ENDINGS = {Ending.STOP: "stop", Ending.LENGTH: "length", Ending.REFUSED: "content_filter"}


class Ran:
    def __init__(self, words: list[str], text: str) -> None:
        out, err = io.StringIO(), io.StringIO()
        self.code = dispatch(words, Terminal(io.BytesIO(text.encode()), out, err))
        self.out, self.err = out.getvalue(), err.getvalue()


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))


@pytest.fixture(autouse=True)
def _same_on_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = builtin_engine()
    monkeypatch.setattr(local.BuiltinEngine, "create", lambda root: engine)
    monkeypatch.setattr(local, "LocalEngine", partial(local.LocalEngine, seeds=same_seed))


def behind(brain: LocalBrain) -> object:
    def answer(question: Question) -> Said:
        text, ending = brain.answer(question.document, question.stage)
        return Said(text, ending=ENDINGS[ending])

    return answer


@pytest.mark.parametrize(("kind", "language"), list(zip(LocalKind, cycle(Language), strict=False)))
def test_every_dialect_carries_the_whole_path(kind: LocalKind, language: Language) -> None:
    """No dialect knows the language of what it carries, so each carries one of them."""
    with LocalModelServer(kind, behind(LocalBrain(SEEN))) as server:  # type: ignore[arg-type]
        ran = Ran(["sanitize", "--engine", "local", "--server", server.url, "--json"], TEXTS[language])
        assert ran.code == 0, ran.err
        record = json.loads(ran.out)
        assert record["verdict"] == "PASS"
        assert NAMES[language] not in record["text"]
        assert record["llm_calls"] > 80
        assert record["tokens"] > 0
        model = record["certificate"]["engine"]["models"]["model"]
        assert server.models[0] in model["id"]
        assert model["server"] == kind.value
        (drawn,) = [run for run in record["certificate"]["runs"] if run["ensemble"] == "model"]
        draws = {item["id"]: 0 for item in record["certificate"]["attributes"]}
        for count in drawn["counts"]:
            draws[count["attribute_id"]] += count["n"]
        assert drawn["n"] == sum(draws.values())
        assert drawn["hits"] == 0
        assert min(draws.values()) >= LEAST_DRAWS
        if kind in ONE_OF_EACH_LANGUAGE:
            again = Ran(["sanitize", "--engine", "local", "--server", server.url, "--json"], TEXTS[language])
            assert json.loads(again.out)["llm_calls"] < record["llm_calls"] / 2, "controls are measured once per model"


WRONG = {
    "a status of 401": local_faults.refused_with(401),
    "more context than there is": local_faults.context_exceeded,
    "an error that holds the prompt": local_faults.echoing_error,
}


@pytest.mark.parametrize("after", [0, 2, 7])
@pytest.mark.parametrize("name", list(WRONG))
def test_a_server_that_goes_wrong_ends_in_a_clear_error(name: str, after: int) -> None:
    """Nothing is decided and nothing is shown of the text, whichever stage was running."""
    with LocalModelServer(LocalKind.LLAMACPP, behind(LocalBrain(SEEN))) as server:  # type: ignore[arg-type]
        server.faults = [None] * after
        brain, count = server.brain, [0]

        def turning(question: Question) -> object:
            count[0] += 1
            if count[0] >= after:
                server.always = WRONG[name]
            return brain(question)

        server.brain = turning  # type: ignore[assignment]
        if not after:
            server.always = WRONG[name]
        ran = Ran(["sanitize", "--engine", "local", "--server", server.url], TEXTS[Language.EN])
    assert ran.code == 1
    assert ran.out == ""
    assert len(ran.err.strip().splitlines()) == 1
    assert NAMES[Language.EN] not in ran.err
