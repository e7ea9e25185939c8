"""The metadata and native routes of the four kinds, and what each says about a route it does not know."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from servers.local_quirks import LocalKind
from servers.received import Received

if TYPE_CHECKING:
    from servers.local import LocalModelServer

Answer = tuple[int, object]


def answer_of(server: LocalModelServer, request: Received) -> Answer:
    """(status, document) for everything but chat."""
    path = request.path
    body = request.json if request.body else {}
    match server.kind:
        case LocalKind.LMSTUDIO:
            return _lmstudio(server, path)
        case LocalKind.LLAMACPP:
            return _llamacpp(server, path, body)
        case LocalKind.OLLAMA:
            return _ollama(server, path, body)
        case LocalKind.MLX:
            return _mlx(server, path)


def _openai_list(server: LocalModelServer) -> Answer:
    return 200, {"object": "list", "data": [{"id": name, "object": "model"} for name in server.models]}


def _lmstudio(server: LocalModelServer, path: str) -> Answer:
    if path == "/v1/models":
        return _openai_list(server)
    if path != "/api/v1/models":
        # It answers unknown routes with 200 and an error in the body.
        return 200, {"error": f"Unexpected endpoint or method. (GET {path})"}
    settings = {"context_length": server.context, "parallel": server.quirks.slots}
    rows = [
        {
            "type": "llm",
            "key": name,
            "architecture": server.families.get(name, "qwen2"),
            "quantization": {"name": "Q4_K_M"},
            "loaded_instances": [{"id": name, "config": settings}] if server.loaded else [],
            "max_context_length": 32768,
        }
        for name in server.models
    ]
    return 200, {"models": [*rows, {"type": "embedding", "key": "text-embedding-nomic", "loaded_instances": []}]}


def _llamacpp(server: LocalModelServer, path: str, body: Mapping[str, Any]) -> Answer:
    match path:
        case "/props":
            settings = {"n_ctx": server.context}
            return 200, {
                "default_generation_settings": settings,
                "total_slots": server.quirks.slots,
                "model_path": f"/models/{server.models[0]}.gguf",
            }
        case "/health":
            return 200, {"status": "ok"}
        case "/v1/models" | "/api/tags":
            return _openai_list(server)
        case "/tokenize":
            return 200, {"tokens": server.vocabulary.ids(str(body["content"]))}
        case "/apply-template":
            turns = "".join(f"<|{turn['role']}|>\n{turn['content']}\n" for turn in body["messages"])
            return 200, {"prompt": f"{turns}<|assistant|>\n"}
        case "/completion":
            return 200, _completion(server, body)
        case _:
            return 404, {"error": {"code": 404, "message": "File Not Found", "type": "not_found_error"}}


def _completion(server: LocalModelServer, body: Mapping[str, Any]) -> dict[str, object]:
    """One token with its probabilities. The prober is asked about every piece that a prompt has ever held."""
    if server.prober is None or not body.get("n_probs"):
        return {"content": "x"}
    prompt = server.vocabulary.text(body["prompt"])
    rows = []
    for identifier, piece in server.vocabulary.pieces():
        probability = server.prober(prompt, piece)
        if probability is not None:
            rows.append({"id": identifier, "token": piece, "logprob": probability})
    rows.sort(key=lambda row: -float(str(row["logprob"])))
    if not rows:
        return {"content": "x"}
    return {"content": "x", "completion_probabilities": [{**rows[0], "top_logprobs": rows[: int(body["n_probs"])]}]}


def _ollama(server: LocalModelServer, path: str, body: Mapping[str, Any]) -> Answer:
    match path:
        case "/api/version":
            return 200, {"version": "0.13.1"}
        case "/api/tags":
            rows = [
                {"name": name, "model": name, "digest": "ab" * 8, "details": {"family": "qwen2"}}
                for name in server.models
            ]
            return 200, {"models": rows}
        case "/api/ps":
            rows = [{"name": name, "context_length": server.context} for name in server.models]
            return 200, {"models": rows if server.loaded else []}
        case "/api/show":
            remote = {"remote_host": "https://ollama.com:443"} if "remote" in str(body["model"]) else {}
            return 200, {"details": {"family": "qwen2"}, **remote}
        case "/v1/models":
            return _openai_list(server)
        case _:
            return 404, "404 page not found"


def _mlx(server: LocalModelServer, path: str) -> Answer:
    if path == "/health":
        return 200, {"status": "ok"}
    return _openai_list(server) if path == "/v1/models" else (404, "Not Found")


def sure_of(values: Mapping[str, float], otherwise: float = 1e-6) -> Any:
    """A prober: probability of a piece by its text, `otherwise` for every other."""
    return lambda prompt, piece: math.log(values.get(piece.strip(), otherwise))
