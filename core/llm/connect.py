"""From a server that was found to models that can be asked."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from core.domain.errors import ModelServerError
from core.domain.events import CancelToken
from core.domain.secret import Secret
from core.llm.client import LocalModel
from core.llm.discovery import Found, ServerState, refuse_remote
from core.llm.handshake import Handshake, HandshakeCache, run_handshake, shape_words
from core.llm.metadata import ServedModel
from core.llm.phrases import Phrases
from core.llm.prompts import PromptBook
from core.llm.server_link import Patience, ServerLink
from core.llm.usage_accounts import Watch, ignore_model_progress
from core.resources import resource_root

PATIENT = Patience()


class ModelServer:
    """One server with its models; they share its slots. Close it, or leave its `with` block, to end its thread."""

    def __init__(
        self,
        found: Found,
        *,
        key: Secret = Secret(""),  # noqa: B008 - immutable
        patience: Patience = PATIENT,
        cache: HandshakeCache | None = None,
        root: Path | None = None,
    ) -> None:
        """Raises ModelServerError with the code of the server's state when it cannot be used, ResourceError."""
        if not found.usable:
            raise ModelServerError(found.state.code, details={"address": str(found.address)})
        folder = root or resource_root()
        self.found = found
        self._book = PromptBook.load(folder)
        self._cache = cache or HandshakeCache()
        self._link = ServerLink(found, Phrases.load(folder), key=key, patience=patience)

    def model(
        self,
        identifier: str = "",
        *,
        watch: Watch = ignore_model_progress,
        cancel: CancelToken | None = None,
        owns_link: bool = False,
    ) -> LocalModel:
        """The named model, or the first that is loaded, ready to be asked; its handshake takes seconds the first time.

        Where nothing is loaded and the kind of server wants to be told, a model has to be named.
        Raises ModelServerError (`llm.no_model`, `llm.server_no_model`, `llm.remote_model`, or what the warm-up met),
        Cancelled.
        """
        served = self._chosen(identifier)
        shaken = self._link.run(lambda: self._shaken(served), cancel)
        words = shape_words(self._book)
        return LocalModel(self._link, served, shaken, shape=words, watch=watch, owns_link=owns_link)

    def _chosen(self, identifier: str) -> ServedModel:
        models = [model for model in self.found.models if identifier in ("", model.id)]
        if not identifier:
            if self.found.state is ServerState.NO_MODEL:
                raise ModelServerError(ServerState.NO_MODEL.code)
            models = [model for model in models if not model.remote]
        models.sort(key=lambda model: not model.loaded)
        if not models:
            raise ModelServerError("llm.no_model")
        return models[0]

    async def _shaken(self, served: ServedModel) -> Handshake:
        await refuse_remote(self._link.channel, self._link.dialect, served)
        known = self._cache.get(self._link, served.id)
        if known is None:
            known = await run_handshake(self._link, served, self._book)
            self._cache.put(self._link, served.id, known)
        await self._link.set_slots(known.capabilities.slots)
        return known

    def close(self) -> None:
        self._link.close()

    def __enter__(self) -> ModelServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_model(
    found: Found,
    identifier: str = "",
    *,
    key: Secret = Secret(""),  # noqa: B008 - immutable
    patience: Patience = PATIENT,
    cache: HandshakeCache | None = None,
    watch: Watch = ignore_model_progress,
    cancel: CancelToken | None = None,
) -> LocalModel:
    """One model with a line of its own; closing it closes everything. Raises as `ModelServer` and its `model`."""
    server = ModelServer(found, key=key, patience=patience, cache=cache)
    try:
        return server.model(identifier, watch=watch, cancel=cancel, owns_link=True)
    except BaseException:
        server.close()
        raise
