"""Domain values as JSON and back, strictly: what was stored is what is read, or it is refused.

Works from the type hints of frozen dataclasses, so that a new field needs no second description. A field that a
stored value lacks takes its default (a value from before the field); a field that the type names in `__retired__` is
passed over (a value from when it had it); any other field that the type does not know, a wrong JSON type, an unknown
member of an enumeration are refused. Numbers that JSON does not have (infinity, not-a-number)
are written as JavaScript does and read back.
"""

from __future__ import annotations

import base64
import json
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from core.domain.errors import BugError, StoreError

T = TypeVar("T")
FORMAT = 1
"""Version of this form; a stored value names the one it was written in."""

Json = Any
_Convert = Callable[[Any], Any]


class _Refused(Exception):
    """A stored value does not fit its type. Never leaves this module."""


def dump(kind: type[T], value: T) -> str:
    """`value` as one line of JSON that names its form and its type."""
    document = {"v": FORMAT, "type": kind.__name__, "value": _encoder(kind)(value)}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def load(kind: type[T], text: str) -> T:
    """What `dump` wrote. Raises StoreError `store.value` for anything else; its text is in no message."""
    value: T = _read(kind, text, "value", _decoder(kind))
    return value


def dump_all(kind: type[T], values: Sequence[T]) -> str:
    """A sequence of one type as JSON."""
    encode = _encoder(kind)
    document = {"v": FORMAT, "type": kind.__name__, "values": [encode(value) for value in values]}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def load_all(kind: type[T], text: str) -> tuple[T, ...]:
    """What `dump_all` wrote. Raises StoreError `store.value`."""
    decode = _decoder(kind)
    values: tuple[T, ...] = _read(kind, text, "values", lambda found: tuple(decode(item) for item in _listed(found)))
    return values


def _read(kind: type, text: str, name: str, decode: _Convert) -> Any:
    try:
        return decode(_content(kind, json.loads(text), name))
    except (_Refused, ValueError, RecursionError):
        raise StoreError("store.value", details={"type": kind.__name__}) from None


def _content(kind: type, document: Json, name: str) -> Json:
    if not isinstance(document, dict) or set(document) != {"v", "type", name}:
        raise _Refused
    if document["v"] != FORMAT or document["type"] != kind.__name__:
        raise _Refused
    return document[name]


def _remembered(build: Callable[[Any], _Convert]) -> Callable[[Any], _Convert]:
    """A converter is built once per type. (A plain `cache` would have types be hashable, which mypy doubts.)"""
    return cache(build)


def _same(value: Any) -> Any:
    return value


@_remembered
def _encoder(kind: Any) -> _Convert:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in (str, int, float, bool, type(None)):
        return _same
    if kind is bytes:
        return lambda value: base64.b64encode(value).decode("ascii")
    if kind is datetime:
        return lambda value: value.isoformat()
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return lambda value: value.value
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_encoder(kind)
    if origin in (Union, types.UnionType):
        inner = _encoder(_optional(kind, arguments))
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        inner = _encoder(_element(kind, arguments))
        return lambda value: [inner(item) for item in value]
    if origin is frozenset:
        inner = _encoder(arguments[0])
        return lambda value: sorted(inner(item) for item in value)
    if origin is Mapping:
        key, inner = _encoder(arguments[0]), _encoder(arguments[1])
        return lambda value: {key(name): inner(item) for name, item in value.items()}
    raise BugError("store.type", details={"type": str(kind)})


@_remembered
def _decoder(kind: Any) -> _Convert:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is float:
        return _number
    if kind in (str, int, bool, type(None)):
        return lambda value: _exactly(kind, value)
    if kind is bytes:
        return lambda value: base64.b64decode(_exactly(str, value), validate=True)
    if kind is datetime:
        return lambda value: datetime.fromisoformat(_exactly(str, value))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return lambda value: kind(_exactly(str, value))
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_decoder(kind)
    if origin in (Union, types.UnionType):
        inner = _decoder(_optional(kind, arguments))
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        inner = _decoder(_element(kind, arguments))
        return lambda value: tuple(inner(item) for item in _listed(value))
    if origin is frozenset:
        inner = _decoder(arguments[0])
        return lambda value: frozenset(inner(item) for item in _listed(value))
    if origin is Mapping:
        key, inner = _decoder(arguments[0]), _decoder(arguments[1])
        return lambda value: {key(name): inner(item) for name, item in _object(value).items()}
    raise BugError("store.type", details={"type": str(kind)})


def _dataclass_encoder(kind: type) -> _Convert:
    hints = get_type_hints(kind)
    parts = [(field.name, _encoder(hints[field.name])) for field in fields(kind)]
    return lambda value: {name: encode(getattr(value, name)) for name, encode in parts}


def _dataclass_decoder(kind: type) -> _Convert:
    hints = get_type_hints(kind)
    parts = {field.name: _decoder(hints[field.name]) for field in fields(kind)}
    needed = {field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}

    retired: frozenset[str] = getattr(kind, "__retired__", frozenset())

    def decode(value: Json) -> Any:
        given = {name: item for name, item in _object(value).items() if name not in retired}
        if not needed <= given.keys() <= parts.keys():
            raise _Refused
        return kind(**{name: parts[name](item) for name, item in given.items()})

    return decode


def _optional(kind: Any, arguments: tuple[Any, ...]) -> Any:
    """X of `X | None`; other unions have no single form in JSON."""
    rest = [argument for argument in arguments if argument is not type(None)]
    if len(rest) != 1 or len(arguments) != len(rest) + 1:
        raise BugError("store.type", details={"type": str(kind)})
    return rest[0]


def _element(kind: Any, arguments: tuple[Any, ...]) -> Any:
    """X of `tuple[X, ...]`, or the common type of a fixed tuple such as `tuple[int, int]`."""
    distinct = {argument for argument in arguments if argument is not Ellipsis}
    if len(distinct) != 1:
        raise BugError("store.type", details={"type": str(kind)})
    return distinct.pop()


def _exactly(kind: type, value: Json) -> Any:
    if type(value) is not kind:
        raise _Refused
    return value


def _number(value: Json) -> float:
    if type(value) not in (int, float):
        raise _Refused
    return float(value)


def _listed(value: Json) -> list[Any]:
    if not isinstance(value, list):
        raise _Refused
    return value


def _object(value: Json) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Refused
    return value
