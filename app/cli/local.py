"""The engine with a local model, for one command: finds the server, shakes hands, builds the engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.models.attacker_measures import FILE, FileSensitivity
from app.paths import standard_paths
from core.domain.errors import ModelServerError
from core.engine.engine import BuiltinEngine
from core.engine.local import LocalEngine
from core.learn.model_scorer import independent
from core.llm.client import LocalModel
from core.llm.connect import ModelServer, open_model
from core.llm.discovery import Found, ServerState, discover, examine, usual_ports
from core.llm.model import ModelInfo


def local_engine(root: Path, server: str, model: str) -> LocalEngine:
    """`server`: address as a person types it, "" = the usual ports of this machine. `model`: id, "" = the first loaded.

    Raises ModelServerError with the state of the server, InputError for an address that may not be spoken to.
    """
    found = _usable(root, server)
    builtin = BuiltinEngine.create(root)
    store = FileSensitivity(standard_paths().data / FILE)
    opened = open_model(found, model)
    try:
        return LocalEngine(builtin, opened, store=store, closing=opened.close)
    except BaseException:
        opened.close()
        raise


@contextmanager
def distilling_models(
    root: Path, server: str, model: str, scorer: str
) -> Iterator[tuple[LocalModel, LocalModel | None]]:
    """The model that proposes rules and the one that judges its sentences, until the block ends. `server`, `model`: as
    `local_engine`; `scorer`: id, "" = a loaded model of the same server and of another family, None where there is
    none. Raises as `local_engine`.
    """
    found = _usable(root, server)
    with ModelServer(found) as line:
        writer = line.model(model)
        chosen = scorer or _scorer_beside(writer.info, found)
        yield writer, line.model(chosen) if chosen else None


def _scorer_beside(writer: ModelInfo, found: Found) -> str:
    """A model that would have to be loaded first is not chosen unasked: it could push the other one out."""
    others = (item for item in found.models if item.loaded and not item.remote)
    infos = (ModelInfo(item.id, found.dialect.kind.value, item.digest, item.family) for item in others)
    return next((info.id for info in infos if independent(writer, info)), "")


def _usable(root: Path, server: str) -> Found:
    found = _found(root, server)
    if not found.usable:
        raise ModelServerError(found.state.code, details={"address": str(found.address)})
    return found


def _found(root: Path, server: str) -> Found:
    """The named server, else the first on a usual port that can be used, else one that says why it cannot."""
    if server:
        return examine(server)
    there = discover(usual_ports(root))
    usable = [item for item in there if item.usable]
    if not there:
        raise ModelServerError(ServerState.ABSENT.code)
    return (usable or list(there))[0]
