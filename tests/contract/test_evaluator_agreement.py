"""The embedded evaluator and llama.cpp's own server read the same probabilities from the same weights."""

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import pytest
from test_real_local_server import SERVE
from unhurried import LIMIT_SECONDS

from core.llm.connect import open_model
from core.llm.discovery import ServerState, examine
from core.llm.embedded import EmbeddedModel, load_evaluator
from core.llm.exact import TOP, log_probability
from core.llm.model import Continuation

FOUND = load_evaluator()
pytestmark = [
    pytest.mark.needs_model,
    pytest.mark.slow,
    pytest.mark.skipif(not FOUND.available, reason=f"no wheel for this system: {FOUND.reason}"),
]
NATS = 0.2
"""Two paths through 4-bit weights: blocks of other sizes are multiplied, so the last digits differ."""
LISTED = -11.0
"""Below this a token is not among those the server lists: its floor stands there, an upper bound."""
TEXT = "<doc k1>\nMaria is a nurse of 47. She works in Basel, near the river.\n</doc k1>"
QUESTIONS = [
    Continuation("You read documents.", document, "List the facts of the text.", opening, answer)
    for document in (TEXT, "")
    for opening, answer in (("Occupation:", " nurse"), ("Age:", " 47"), ("Place:", " Basel"), ("Place:", " Oslo"))
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert FOUND.model is not None
    weights = str(FOUND.model.weights)
    serving = subprocess.Popen(
        [sys.executable, "-c", SERVE, weights],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert serving.stdout is not None
    try:
        yield next(line.strip() for line in serving.stdout if line.startswith("http"))
    finally:
        serving.communicate()


@pytest.fixture(scope="module")
def model() -> Iterator[EmbeddedModel]:
    assert FOUND.model is not None
    with FOUND.model.opened() as opened:
        yield opened


def told(address: str, before: tuple[int, ...], answer: tuple[int, ...]) -> float | None:
    """The server's log-probability of the same token ids, one step at a time."""
    place = urlsplit(address)
    assert place.hostname == "127.0.0.1"
    total = 0.0
    for index, token in enumerate(answer):
        body = {"prompt": [*before, *answer[:index]], "n_predict": 1, "n_probs": TOP, "temperature": 0}
        link = http.client.HTTPConnection(place.hostname, place.port or 0, timeout=LIMIT_SECONDS)
        try:
            link.request("POST", "/completion", json.dumps(body), {"Content-Type": "application/json"})
            step = log_probability(json.loads(link.getresponse().read()), token)
        finally:
            link.close()
        if step is None:
            return None
        total += step
    return total


def agree(own: Sequence[float | None], served: Sequence[float | None]) -> None:
    for mine, theirs in zip(own, served, strict=True):
        assert mine is not None
        assert theirs is not None
        assert mine <= theirs + NATS
        assert mine < LISTED or mine == pytest.approx(theirs, abs=NATS)


def test_the_same_tokens_have_the_same_probability_on_both_sides(address: str, model: EmbeddedModel) -> None:
    own = model.log_probabilities(QUESTIONS)
    served = [told(address, *model.tokens(question)) for question in QUESTIONS]
    assert None not in served
    agree(own, served)


@pytest.mark.keeps_threads
def test_exact_mode_of_the_client_agrees(address: str, model: EmbeddedModel) -> None:
    found = examine(address)
    assert found.state is ServerState.READY
    with open_model(found) as opened:
        assert opened.scoring is not None
        served = opened.scoring.log_probabilities(QUESTIONS)
    own = model.log_probabilities(QUESTIONS)
    agree(own, served)
