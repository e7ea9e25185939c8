"""What a server says of its models, in whichever shape; everything read here is foreign and bounded."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.llm.dialects import Dialect, Metadata

MAX_MODELS = 500
MAX_NAME = 200
MAX_IDENTITY = 4000
_CHAT_TYPES = frozenset({"", "llm", "vlm", "model"})
_LMSTUDIO_IDENTITY = (
    "key", "id", "path", "publisher", "architecture", "arch", "quantization", "size_bytes", "params_string", "format",
    "compatibility_type", "selected_variant",
)  # fmt: skip
"""What LM Studio tells of a file, in both versions of its list; a name that a person may change is not among it."""
_UNSHOWABLE = re.compile(r"[^\w.:/@+ ()-]")

JsonObject = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model that a server offers. `context`: tokens of a loaded model, 0 = not told; `largest_context`: what it
    could have. `slots`: requests side by side, 0 = not told. `loaded`: in memory, None = not told. `remote`: runs on
    another machine. `parameters`, `quantization`: as the server writes them, "" = not told; `size_bytes`: of its
    weights, 0 = not told."""

    id: str
    loaded: bool | None = None
    context: int = 0
    largest_context: int = 0
    slots: int = 0
    digest: str = ""
    family: str = ""
    remote: bool = False
    parameters: str = ""
    quantization: str = ""
    size_bytes: int = 0


def parse_document(body: bytes) -> JsonObject | None:
    """A JSON object, or None."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def read_models(dialect: Dialect, shape: Metadata, document: JsonObject) -> tuple[ServedModel, ...]:
    """The chat models of a list, in the server's order; embedding models are left out."""
    found = _READERS[shape](document)[:MAX_MODELS]
    return tuple(
        replace(model, remote=model.remote or model.id.endswith(dialect.remote_tags) if dialect.remote_tags else False)
        for model in found
        if model.id
    )


def fingerprint(*documents: JsonObject) -> str:
    """Content address of what a server told: changes when it restarts with other settings or another model."""
    text = json.dumps([dict(document) for document in documents], sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _text(source: object, key: str) -> str:
    value = source.get(key) if isinstance(source, dict) else None
    return _UNSHOWABLE.sub("", value)[:MAX_NAME] if isinstance(value, str) else ""


def _count(source: object, key: str) -> int:
    value = source.get(key) if isinstance(source, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _rows(document: JsonObject, key: str) -> list[JsonObject]:
    value = document.get(key)
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _part(source: JsonObject, key: str) -> JsonObject:
    value = source.get(key)
    return value if isinstance(value, dict) else {}


def family_of(name: str) -> str:
    """Coarse family: the letters with which the last part of a model's name begins; "" when there are none."""
    found = re.match(r"[a-z]+", name.rpartition("/")[2].lower())
    return found.group() if found else ""


def _identity(row: JsonObject, fields: Sequence[str]) -> str:
    """Content address of what is told about a model's weights, where their own digest is not told: a file of another
    size, quantisation or origin under the same name is another model."""
    told = {name: row[name] for name in fields if row.get(name) not in (None, "")}
    text = json.dumps(told, sort_keys=True, default=str, ensure_ascii=False)[:MAX_IDENTITY]
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() if told else ""


def _lmstudio_v1(document: JsonObject) -> list[ServedModel]:
    models = []
    for row in _rows(document, "models"):
        if _text(row, "type") not in _CHAT_TYPES:
            continue
        instances = _rows(row, "loaded_instances")
        settings = _part(instances[0], "config") if instances else {}
        models.append(
            ServedModel(
                id=_text(instances[0], "id") if instances and _text(instances[0], "id") else _text(row, "key"),
                loaded=bool(instances),
                context=_count(settings, "context_length"),
                largest_context=_count(row, "max_context_length"),
                slots=_count(settings, "parallel"),
                digest=_identity(row, _LMSTUDIO_IDENTITY),
                family=family_of(_text(row, "architecture") or _text(row, "key")),
                parameters=_text(row, "params_string"),
                quantization=_text(_part(row, "quantization"), "name"),
                size_bytes=_count(row, "size_bytes"),
            )
        )
    return models


def _lmstudio_v0(document: JsonObject) -> list[ServedModel]:
    return [
        ServedModel(
            id=_text(row, "id"),
            loaded=_text(row, "state") == "loaded",
            context=_count(row, "loaded_context_length"),
            largest_context=_count(row, "max_context_length"),
            digest=_identity(row, _LMSTUDIO_IDENTITY),
            family=family_of(_text(row, "arch") or _text(row, "id")),
            quantization=_text(row, "quantization"),
        )
        for row in _rows(document, "data")
        if _text(row, "type") in _CHAT_TYPES
    ]


def _props(document: JsonObject) -> list[ServedModel]:
    """llama-server serves one model; its name in `/props` is a path."""
    path = _text(document, "model_alias") or _text(document, "model_path")
    name = re.split(r"[/\\]", path)[-1] or "default"
    settings = _part(document, "default_generation_settings")
    return [
        ServedModel(
            id=name,
            loaded=True,
            context=_count(settings, "n_ctx"),
            slots=_count(document, "total_slots"),
            family=family_of(name),
        )
    ]


def _tags(document: JsonObject) -> list[ServedModel]:
    return [
        ServedModel(
            id=_text(row, "name") or _text(row, "model"),
            loaded=False,
            digest=_text(row, "digest"),
            family=family_of(_text(_part(row, "details"), "family") or _text(row, "name")),
            remote=bool(row.get("remote_host") or row.get("remote_model")),
            parameters=_text(_part(row, "details"), "parameter_size"),
            quantization=_text(_part(row, "details"), "quantization_level"),
            size_bytes=_count(row, "size"),
        )
        for row in _rows(document, "models")
        if "embed" not in _text(row, "name")
    ]


def _openai_list(document: JsonObject) -> list[ServedModel]:
    return [
        ServedModel(
            id=_text(row, "id"),
            context=_count(row, "max_model_len") or _count(row, "context_length"),
            family=family_of(_text(row, "id")),
        )
        for row in _rows(document, "data")
    ]


_READERS: Mapping[Metadata, Callable[[JsonObject], list[ServedModel]]] = MappingProxyType(
    {
        Metadata.LMSTUDIO_V1: _lmstudio_v1,
        Metadata.LMSTUDIO_V0: _lmstudio_v0,
        Metadata.PROPS: _props,
        Metadata.TAGS: _tags,
        Metadata.OPENAI_LIST: _openai_list,
    }
)


def with_running(models: Sequence[ServedModel], document: JsonObject) -> tuple[ServedModel, ...]:
    """Ollama's list with what `/api/ps` says of the models in memory."""
    running = {_text(row, "name"): row for row in _rows(document, "models")}
    return tuple(
        replace(model, loaded=True, context=_count(running[model.id], "context_length"))
        if model.id in running
        else model
        for model in models
    )


def runs_elsewhere(document: JsonObject) -> bool:
    """Whether what Ollama shows of a model names another machine."""
    return bool(document.get("remote_host") or document.get("remote_model"))
