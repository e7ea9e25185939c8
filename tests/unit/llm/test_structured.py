"""Answers become data or a named failure, after a bounded number of tries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from core.domain.errors import BugError
from core.domain.events import CancelToken
from core.llm.json_answers import (
    UnusableAnswer,
    misfit,
    parse_answer,
    schema_faults,
    smaller,
    split_thinking,
)
from core.llm.model import (
    CallFailed,
    Capabilities,
    ChatPrompt,
    Completion,
    Ending,
    ModelInfo,
    Sampling,
    SchemaSupport,
    ScoringModel,
    Usage,
)
from core.llm.structured import ask_structured

SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "minLength": 1, "maxLength": 8},
        "kind": {"type": "string", "enum": ["city", "job"]},
        "note": {"type": "string", "maxLength": 20},
    },
    "required": ["id", "kind"],
}
GOOD = '{"id": "a1", "kind": "city"}'


class Scripted:
    """Answers by question: a list of answers per stage text, one per try."""

    def __init__(self, answers: Mapping[str, Sequence[str | Completion | CallFailed]]) -> None:
        self.answers = {stage: list(tries) for stage, tries in answers.items()}
        self.asked: list[ChatPrompt] = []
        self.info = ModelInfo("scripted", "test")
        self.capabilities = Capabilities(SchemaSupport.JSON_SCHEMA, True, False, False, False, True, 4, 4096)
        self.scoring: ScoringModel | None = None

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        self.asked.extend(prompts)
        found = [self.answers[prompt.stage.splitlines()[0]].pop(0) for prompt in prompts]
        return tuple(Completion(item) if isinstance(item, str) else item for item in found)

    def usage(self) -> Mapping[str, Usage]:
        return {}


def prompt(stage: str = "one", schema: Mapping[str, object] | None = SCHEMA) -> ChatPrompt:
    return ChatPrompt("system", "", stage, Sampling(0.2, 64, seed=7), "test", schema)


def identity(value: object) -> object:
    return value


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "\ufeff" + GOOD,
        f"```json\n{GOOD}\n```",
        f"Here it is:\n```\n{GOOD}\n```\nDone.",
        f"Sure. {GOOD} Anything else?",
        f"<think>{{not this}}</think>\n{GOOD}",
        f"still thinking {{}} </think>{GOOD}",
        '{"id": "a1", "kind": "city",}',
        '{"id": "a1", "kind": "city" , }',
    ],
)
def test_the_ladder_finds_the_one_object(text: str) -> None:
    assert parse_answer(text) == {"id": "a1", "kind": "city"}


@pytest.mark.parametrize(
    "text",
    ["", "   ", "no object", '["a"]', '{"a": NaN}', '{"a": 1', "<think>{}", "{'a': 1}", "x" * 500_000, "{" * 5000],
)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(UnusableAnswer):
        parse_answer(text)


def test_commas_and_braces_inside_strings_are_text() -> None:
    assert parse_answer('x {"a": "b,}", "c": "说\\"},]", "d": [1, 2,],} y') == {"a": "b,}", "c": '说"},]', "d": [1, 2]}


def test_raw_line_ends_inside_strings_pass() -> None:
    assert parse_answer('{"a": "one\ntwo\tthree"}') == {"a": "one\ntwo\tthree"}


def test_thinking_is_kept_apart() -> None:
    assert split_thinking("<think>a\nb</think>c") == ("a\nb", "c")
    assert split_thinking("<think>never ends") == ("never ends", "")
    assert split_thinking(" plain ") == ("", " plain ")


@pytest.mark.parametrize(
    ("value", "part"),
    [
        ({"id": "a"}, "kind"),
        ({"id": "", "kind": "city"}, "answer.id"),
        ({"id": "123456789", "kind": "city"}, "answer.id"),
        ({"id": 3, "kind": "city"}, "answer.id"),
        ({"id": "a", "kind": "town"}, "answer.kind"),
        ([], "answer"),
    ],
)
def test_misfits_name_the_field_and_never_the_value(value: object, part: str) -> None:
    problem = misfit(SCHEMA, value)
    assert part in problem
    assert "123456789" not in problem
    assert "town" not in problem


def test_arrays_and_numbers_have_bounds() -> None:
    schema = {"type": "array", "maxItems": 2, "items": {"type": "integer", "minimum": 1, "maximum": 5}}
    assert misfit(schema, [1, 5]) == ""
    assert "items" in misfit(schema, [1, 2, 3])
    assert "answer[1]" in misfit(schema, [1, 6])
    assert misfit(schema, [True])


def test_schemas_that_small_models_cannot_follow_are_named() -> None:
    assert schema_faults(SCHEMA) == ()
    assert schema_faults({"type": "array"})
    assert schema_faults({"type": "object", "properties": {}})
    for inner in (
        {"type": "string"},
        {"type": "string", "maxLength": 9, "pattern": "a+"},
        {"type": "string", "enum": ["城市"]},
        {"type": "array", "items": {"type": "integer"}},
        {"type": "array", "maxItems": 500, "items": {"type": "integer"}},
        {"anyOf": []},
    ):
        assert schema_faults({"type": "object", "properties": {"x": inner}}), inner


def test_the_smaller_schema_keeps_what_is_required() -> None:
    assert set(smaller(SCHEMA)["properties"]) == {"id", "kind"}  # type: ignore[call-overload]


def test_answers_keep_the_order_of_the_questions() -> None:
    model = Scripted({"one": ["junk", GOOD], "two": [GOOD.replace("a1", "b2")], "three": ["", "", GOOD]})
    found = ask_structured(model, [prompt("one"), prompt("two"), prompt("three")], identity)
    assert [item["id"] for item in found if isinstance(item, dict)] == ["a1", "b2", "a1"]
    assert [item.stage.splitlines()[0] for item in model.asked] == ["one", "two", "three", "one", "three", "three"]


def test_a_retry_is_warmer_and_a_repair_names_the_fault() -> None:
    model = Scripted({"one": ['{"id": "a1"}', "junk", GOOD]})
    (found,) = ask_structured(model, [prompt()], identity)
    assert isinstance(found, dict)
    first, again, repaired = model.asked
    assert (again.stage, again.sampling.seed) == (first.stage, 8)
    assert again.sampling.temperature == pytest.approx(0.4)
    assert "not one JSON object" in repaired.stage
    assert repaired.stage.startswith("one\n")
    assert repaired.schema is not None
    assert "note" not in repaired.schema["properties"]  # type: ignore[operator]


def test_a_chinese_question_is_repaired_in_chinese() -> None:
    model = Scripted({"问题": ["", "", GOOD]})
    ask_structured(model, [prompt("问题")], identity)
    assert "无法使用" in model.asked[-1].stage


def test_three_tries_are_all() -> None:
    model = Scripted({"one": ["a", "b", "c", GOOD]})
    assert ask_structured(model, [prompt()], identity) == (
        CallFailed("llm.unusable", {"reason": "the answer is not one JSON object"}),
    )
    assert len(model.asked) == 3


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Completion(GOOD, Ending.LENGTH), "llm.length"),
        (Completion(GOOD, Ending.REFUSED), "llm.refused"),
        (CallFailed("llm.empty"), "llm.empty"),
    ],
)
def test_cut_refused_and_empty_answers_are_no_data(answer: Completion | CallFailed, code: str) -> None:
    (found,) = ask_structured(Scripted({"one": [answer] * 3}), [prompt()], identity)
    assert isinstance(found, CallFailed)
    assert found.code == code


def test_a_server_fault_is_not_asked_again() -> None:
    model = Scripted({"one": [CallFailed("llm.unreachable")]})
    assert ask_structured(model, [prompt()], identity) == (CallFailed("llm.unreachable"),)
    assert len(model.asked) == 1


def test_sense_is_checked_after_the_shape() -> None:
    def read(value: object) -> str:
        assert isinstance(value, dict)
        if value["id"] != "a1":
            raise UnusableAnswer("the id is unknown")
        return str(value["id"])

    model = Scripted({"one": [GOOD.replace("a1", "zz"), GOOD]})
    assert ask_structured(model, [prompt()], read) == ("a1",)


def test_a_prompt_without_a_usable_schema_is_a_bug() -> None:
    for schema in (None, {"type": "object"}):
        with pytest.raises(BugError):
            ask_structured(Scripted({}), [prompt(schema=schema)], identity)
