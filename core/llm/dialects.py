"""How the kinds of local server differ: one table of frozen values, read by the rest of the package (models.md 1).

What a server *does* is seen by the handshake; the table holds only what has to be known to ask it at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from core.llm.model import SchemaSupport

_NOTHING: Mapping[str, object] = MappingProxyType({})
UNKNOWN_CONTEXT = 4096
"""Tokens budgeted where a server does not tell its context: searching for it costs more than it gains."""


class ServerKind(StrEnum):
    """Who is listening; OPENAI = something else that speaks chat completions (Jan, vLLM, llamafile)."""

    LMSTUDIO = "lmstudio"
    LLAMACPP = "llamacpp"
    OLLAMA = "ollama"
    MLX = "mlx"
    OPENAI = "openai"


class Metadata(StrEnum):
    """Shape in which a server lists its models; read by `core.llm.metadata`."""

    LMSTUDIO_V1 = "lmstudio_v1"
    LMSTUDIO_V0 = "lmstudio_v0"
    PROPS = "props"
    TAGS = "tags"
    OPENAI_LIST = "openai_list"


@dataclass(frozen=True, slots=True)
class Sign:
    """One way to recognise a kind: a JSON answer of `route` that has all `keys` at its root."""

    route: str
    keys: tuple[str, ...]
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class Dialect:
    """One kind of server.

    `signs`: tried in order. `schema_forms`: ways to ask for a shape that the server does not answer with an error,
    strongest first. `thinking_off`: fields that switch thinking off, merged into every request; a server that knows
    only some of them ignores the rest. `extras`: further fields of every request. `model_alias`: sent instead of the
    model's id where the id could start a download. `sends_seed`: False where a seed costs more than it gives (mlx_lm
    stops batching). `loads_on_demand`: a model that is not in memory loads at the first request without being asked.
    `tokenize`, `template`, `completion`, `running`, `show`: native routes, "" where there is none. `remote_tags`: ends
    of model names that run elsewhere. `notices`: message codes of what nobody can see from here.
    """

    kind: ServerKind
    name: str
    signs: tuple[Sign, ...]
    schema_forms: tuple[SchemaSupport, ...] = (SchemaSupport.JSON_SCHEMA, SchemaSupport.JSON_OBJECT)
    thinking_off: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    extras: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    model_alias: str = ""
    sends_seed: bool = True
    loads_on_demand: bool = False
    tokenize: str = ""
    template: str = ""
    completion: str = ""
    running: str = ""
    show: str = ""
    remote_tags: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


_NO_THINKING: Mapping[str, object] = MappingProxyType({"enable_thinking": False})

DIALECTS: Mapping[ServerKind, Dialect] = MappingProxyType(
    {
        ServerKind.LMSTUDIO: Dialect(
            kind=ServerKind.LMSTUDIO,
            name="LM Studio",
            signs=(
                Sign("/api/v1/models", ("models",), Metadata.LMSTUDIO_V1),
                Sign("/api/v0/models", ("data", "object"), Metadata.LMSTUDIO_V0),
            ),
            schema_forms=(SchemaSupport.JSON_SCHEMA,),
            thinking_off=MappingProxyType({"reasoning_effort": "none", "chat_template_kwargs": _NO_THINKING}),
            notices=("llm.lmlink",),
        ),
        ServerKind.LLAMACPP: Dialect(
            kind=ServerKind.LLAMACPP,
            name="llama.cpp",
            signs=(Sign("/props", ("default_generation_settings",), Metadata.PROPS),),
            thinking_off=MappingProxyType({"chat_template_kwargs": _NO_THINKING, "reasoning_effort": "none"}),
            extras=MappingProxyType({"cache_prompt": True}),
            tokenize="/tokenize",
            template="/apply-template",
            completion="/completion",
        ),
        ServerKind.OLLAMA: Dialect(
            kind=ServerKind.OLLAMA,
            name="Ollama",
            signs=(Sign("/api/tags", ("models",), Metadata.TAGS),),
            thinking_off=MappingProxyType({"reasoning_effort": "none"}),
            loads_on_demand=True,
            running="/api/ps",
            show="/api/show",
            remote_tags=("-cloud", ":cloud"),
            notices=("llm.ollama_cloud",),
        ),
        ServerKind.MLX: Dialect(
            kind=ServerKind.MLX,
            name="mlx_lm",
            signs=(Sign("/health", ("status",), Metadata.OPENAI_LIST),),
            schema_forms=(),
            thinking_off=MappingProxyType({"chat_template_kwargs": _NO_THINKING}),
            model_alias="default_model",
            sends_seed=False,
            loads_on_demand=True,
        ),
        ServerKind.OPENAI: Dialect(
            kind=ServerKind.OPENAI,
            name="OpenAI-compatible",
            signs=(Sign("/v1/models", ("data",), Metadata.OPENAI_LIST),),
            loads_on_demand=True,
            notices=("llm.unknown_kind",),
        ),
    }
)
"""In the order in which a server is asked who it is."""

CHAT = "/chat/completions"
MODELS = "/models"
DEFAULT_PATH = "/v1"
