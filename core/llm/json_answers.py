"""From a model's words to data: the parse ladder and the shapes that are asked for (models.md 4).

Nothing is invented on the way: a step may drop what stands around an object or a comma too many, never add a value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Never

from core.llm.model import JsonSchema

MAX_ANSWER_CHARS = 400_000
"""Longer answers are not read at all."""
MAX_STRING = 240
MAX_ITEMS = 64
MAX_DEPTH = 4
"""Bounds of a schema that small models and grammar compilers cope with."""

_BOM = "\ufeff"
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
THOUGHT_END = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
THOUGHT_START = re.compile(r"\s*<(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[A-Za-z0-9_-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}


class UnusableAnswer(Exception):
    """An answer that is not the data that was asked for.

    `reason` goes back to the model in a repair: names of fields and counts, never a piece of anyone's text.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def split_thinking(text: str) -> tuple[str, str]:
    """(thinking, answer). An opened thought that never closes leaves no answer."""
    thoughts = [match.group(2) for match in _THOUGHT.finditer(text)]
    rest = _THOUGHT.sub("", text)
    if end := None if THOUGHT_START.match(rest) else _last(THOUGHT_END, rest):
        # The chat template opened the thought, so only its end is in the answer.
        thoughts.append(rest[: end.start()])
        rest = rest[end.end() :]
    elif start := THOUGHT_START.match(rest):
        thoughts.append(rest[start.end() :])
        rest = ""
    return "\n".join(thought.strip() for thought in thoughts if thought.strip()), rest.strip() if thoughts else rest


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    matches = list(pattern.finditer(text))
    return matches[-1] if matches else None


def parse_answer(text: str) -> object:
    """The one JSON object of an answer. Raises UnusableAnswer.

    Ladder: byte order mark, thinking, whole text, code fence, first balanced object; control characters inside
    strings pass, a comma before a closing bracket is dropped.
    """
    if len(text) > MAX_ANSWER_CHARS:
        raise UnusableAnswer("the answer is too long")
    plain = split_thinking(text.removeprefix(_BOM))[1].removeprefix(_BOM).strip()
    if not plain:
        raise UnusableAnswer("the answer is empty")
    fence = _FENCE.search(plain)
    for candidate in (plain, fence.group(1) if fence else "", _first_object(plain)):
        found = _object(candidate.strip())
        if found is not None:
            return found
    raise UnusableAnswer("the answer is not one JSON object")


def _object(text: str) -> dict[str, object] | None:
    if not text.startswith("{"):
        return None
    for variant in (text, _without_trailing_commas(text)):
        try:
            value = json.loads(variant, strict=False, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            continue
        return value if isinstance(value, dict) else None
    return None


def _no_constant(name: str) -> Never:
    raise ValueError(name)


def _outside_strings(text: str) -> Iterator[tuple[int, str]]:
    """Positions and characters of `text` that are not inside a JSON string."""
    inside = escaped = False
    for position, character in enumerate(text):
        if inside:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                inside = False
        elif character == '"':
            inside = True
        else:
            yield position, character


def _first_object(text: str) -> str:
    start = text.find("{")
    if start < 0:
        return ""
    depth = 0
    for position, character in _outside_strings(text[start:]):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return text[start : start + position + 1]
    return ""


def _without_trailing_commas(text: str) -> str:
    dropped: set[int] = set()
    comma = -1
    for position, character in _outside_strings(text):
        if character == ",":
            comma = position
        elif character in "}]" and comma >= 0 and not text[comma + 1 : position].strip():
            dropped.add(comma)
    return "".join(character for position, character in enumerate(text) if position not in dropped)


def misfit(schema: JsonSchema, value: object, where: str = "answer") -> str:
    """Where and how `value` does not fit `schema`; "" when it fits. Says field names, never values."""
    kind = str(schema.get("type", ""))
    expected = _TYPES.get(kind)
    if expected and (not isinstance(value, expected) or (isinstance(value, bool) and kind != "boolean")):
        return f"{where} must be of type {kind}"
    options = schema.get("enum")
    if isinstance(options, list | tuple) and value not in options:
        return f"{where} must be one of {', '.join(str(option) for option in options)}"
    match value:
        case dict():
            return _object_misfit(schema, value, where)
        case list():
            return _array_misfit(schema, value, where)
        case str():
            return _bounds("characters", schema, "minLength", "maxLength", len(value), where)
        case int() | float() if not isinstance(value, bool):
            return _bounds("as a number", schema, "minimum", "maximum", value, where)
        case _:
            return ""


def _bounds(unit: str, schema: JsonSchema, low: str, high: str, size: float, where: str) -> str:
    least, most = schema.get(low), schema.get(high)
    if isinstance(least, int | float) and size < least:
        return f"{where} is below {least} {unit}"
    if isinstance(most, int | float) and size > most:
        return f"{where} is above {most} {unit}"
    return ""


def _object_misfit(schema: JsonSchema, value: Mapping[str, object], where: str) -> str:
    properties = schema.get("properties")
    known = properties if isinstance(properties, Mapping) else {}
    required = schema.get("required")
    for name in required if isinstance(required, list | tuple) else ():
        if name not in value:
            return f"{where} has no field {name}"
    for name, inner in known.items():
        if name in value and (problem := misfit(inner, value[name], f"{where}.{name}")):
            return problem
    if schema.get("additionalProperties") is False and len(value.keys() - known.keys()):
        return f"{where} has fields that were not asked for"
    return ""


def _array_misfit(schema: JsonSchema, value: list[object], where: str) -> str:
    if problem := _bounds("items", schema, "minItems", "maxItems", len(value), where):
        return problem
    inner = schema.get("items")
    if isinstance(inner, Mapping):
        for index, item in enumerate(value):
            if problem := misfit(inner, item, f"{where}[{index}]"):
                return problem
    return ""


def schema_faults(schema: JsonSchema) -> tuple[str, ...]:
    """What makes `schema` unfit for small models and grammar compilers; empty = fit (models.md 4).

    Root object; every array and string bounded; no empty objects, patterns or references; enums in ASCII.
    """
    faults = [] if schema.get("type") == "object" else ["the root is not an object"]
    return tuple(faults + list(_faults(schema, "root", 1)))


def _faults(schema: JsonSchema, where: str, depth: int) -> Iterator[str]:
    kind = schema.get("type")
    if depth > MAX_DEPTH:
        yield f"{where}: nested too deep"
        return
    if kind not in _TYPES:
        yield f"{where}: no plain type"
    for word in ("pattern", "$ref", "anyOf", "oneOf", "allOf", "format"):
        if word in schema:
            yield f"{where}: {word}"
    if kind == "object":
        properties = schema.get("properties")
        if not isinstance(properties, Mapping) or not properties:
            yield f"{where}: no properties"
        else:
            for name, inner in properties.items():
                yield from _faults(inner, f"{where}.{name}", depth + 1)
    elif kind == "array":
        yield from _array_faults(schema, where, depth)
    elif kind == "string":
        yield from _string_faults(schema, where)


def _array_faults(schema: JsonSchema, where: str, depth: int) -> Iterator[str]:
    most, inner = schema.get("maxItems"), schema.get("items")
    if not isinstance(most, int) or most > MAX_ITEMS:
        yield f"{where}: maxItems is not at most {MAX_ITEMS}"
    if isinstance(inner, Mapping):
        yield from _faults(inner, f"{where}[]", depth + 1)
    else:
        yield f"{where}: no items"


def _string_faults(schema: JsonSchema, where: str) -> Iterator[str]:
    options = schema.get("enum")
    if isinstance(options, list | tuple):
        if not all(isinstance(option, str) and option.isascii() for option in options):
            yield f"{where}: enum is not ASCII"
        return
    most = schema.get("maxLength")
    if not isinstance(most, int) or most > MAX_STRING:
        yield f"{where}: maxLength is not at most {MAX_STRING}"


def smaller(schema: JsonSchema) -> JsonSchema:
    """`schema` with only what is required: what a last attempt asks for."""
    reduced: dict[str, object] = dict(schema)
    properties, required = schema.get("properties"), schema.get("required")
    if isinstance(properties, Mapping):
        kept = required if isinstance(required, list | tuple) and required else tuple(properties)
        reduced["properties"] = {name: smaller(inner) for name, inner in properties.items() if name in kept}
    if isinstance(inner := schema.get("items"), Mapping):
        reduced["items"] = smaller(inner)
    return reduced
