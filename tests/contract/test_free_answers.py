"""A prompt answered in plain words on this machine: told piece by piece, thinking held back, cut off at once."""

from __future__ import annotations

import threading

import pytest
from local_cases import every_kind
from servers import local_faults
from servers.local import LocalKind, Said
from unhurried import LIMIT_SECONDS

from core.domain.errors import Cancelled, ModelServerError
from core.domain.events import CancelToken
from core.llm.free_answer import VisibleAnswer
from core.llm.model import Exchange

PROMPT = "I am Margaret Olsen, 67. What may I eat before the operation?"
ANSWER = "Light food until midnight. 之后只喝水。 \U0001f375 Ask the ward."


@every_kind
def test_the_prompt_as_it_was_written_is_answered_piece_by_piece(kind, connect):
    server, model = connect(kind, lambda question: ANSWER)
    heard: list[str] = []
    found = model.free_answers().ask(PROMPT, (Exchange("Earlier?", "Before."),), heard.append)
    (question,) = server.questions
    assert (found.text, found.complete, found.left_out) == (ANSWER, True, 0)
    assert "".join(heard) == ANSWER
    assert len(heard) > 1
    assert (question.stage, question.document, question.schema) == (PROMPT, "", None)
    assert question.earlier == (("Earlier?", "Before."),)


def test_thinking_is_never_told(connect):
    _server, model = connect(LocalKind.LLAMACPP, lambda question: f"<think>Who is she? Margaret.</think>\n{ANSWER}")
    heard: list[str] = []
    found = model.free_answers().ask(PROMPT, (), heard.append)
    assert found.text == ANSWER
    assert "".join(heard) == ANSWER


def test_an_answer_at_the_limit_says_so(connect):
    _server, model = connect(LocalKind.OLLAMA, lambda question: Said(ANSWER, ending="length"))
    assert not model.free_answers().ask(PROMPT, (), lambda piece: None).complete


def test_earlier_turns_make_room_and_a_prompt_without_room_is_refused(connect):
    server, model = connect(LocalKind.LMSTUDIO, lambda question: ANSWER)
    context = model.capabilities.context
    long = "word " * context
    found = model.free_answers().ask(PROMPT, (Exchange(long, "Yes."), Exchange("Short?", "No.")), lambda piece: None)
    assert (found.left_out, server.questions[0].earlier) == (1, (("Short?", "No."),))
    with pytest.raises(ModelServerError) as refused:
        model.free_answers().ask(long, (), lambda piece: None)
    assert refused.value.code == "llm.too_long"
    assert len(server.questions) == 1, "what does not fit is not asked"


def test_after_the_first_word_nothing_is_asked_again(connect):
    server, model = connect(LocalKind.LLAMACPP, lambda question: ANSWER)
    server.faults = [local_faults.cut_midway]
    heard: list[str] = []
    with pytest.raises(ModelServerError) as broken:
        model.free_answers().ask(PROMPT, (), heard.append)
    assert broken.value.code == "llm.cut"
    assert len(server.questions) == 1


def test_a_server_that_is_busy_at_first_is_asked_again(connect):
    server, model = connect(LocalKind.LLAMACPP, lambda question: ANSWER)
    server.faults = [local_faults.refused_with(503), None]
    assert model.free_answers().ask(PROMPT, (), lambda piece: None).text == ANSWER


def test_cancelling_ends_it(connect):
    release = threading.Event()
    cancel = CancelToken()

    def brain(question: object) -> str:
        cancel.cancel()
        release.wait(LIMIT_SECONDS)
        return ANSWER

    _server, model = connect(LocalKind.LLAMACPP, brain)
    with pytest.raises(Cancelled):
        model.free_answers().ask(PROMPT, (), lambda piece: None, cancel)
    release.set()


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_marks_of_thinking_are_found_however_the_stream_is_cut(size: int) -> None:
    for whole, shown in (
        ("<think>a < b</think>Yes.", "Yes."),
        ("\n <Thinking>\n</thinking>\n\nYes <b>", "Yes <b>"),
        ("<thin ice", "<thin ice"),
        ("Yes", "Yes"),
        ("\ud83c\udf75\u202e!", "\U0001f375\ufffd!"),
    ):
        heard: list[str] = []
        spoken = VisibleAnswer(heard.append)
        for at in range(0, len(whole), size):
            spoken.take(whole[at : at + size])
        assert "".join(heard).strip() == shown
