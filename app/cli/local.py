"""The engine with a local model, for one command: finds the server, shakes hands, builds the engine."""

from __future__ import annotations

from pathlib import Path

from app.attacker_measures import FILE, FileSensitivity
from app.paths import standard_paths
from core.domain.errors import ModelServerError
from core.engine.engine import BuiltinEngine
from core.engine.local import LocalEngine
from core.llm.connect import open_model
from core.llm.discovery import Found, ServerState, discover, examine, usual_ports


def local_engine(root: Path, server: str, model: str) -> LocalEngine:
    """`server`: address as a person types it, "" = the usual ports of this machine. `model`: id, "" = the first loaded.

    Raises ModelServerError with the state of the server, InputError for an address that may not be spoken to.
    """
    found = _found(root, server)
    if not found.usable:
        raise ModelServerError(found.state.code, details={"address": str(found.address)})
    builtin = BuiltinEngine.create(root)
    store = FileSensitivity(standard_paths().data / FILE)
    opened = open_model(found, model)
    try:
        return LocalEngine(builtin, opened, store=store, closing=opened.close)
    except BaseException:
        opened.close()
        raise


def _found(root: Path, server: str) -> Found:
    """The named server, else the first on a usual port that can be used, else one that says why it cannot."""
    if server:
        return examine(server)
    there = discover(usual_ports(root))
    usable = [item for item in there if item.usable]
    if not there:
        raise ModelServerError(ServerState.ABSENT.code)
    return (usable or list(there))[0]
