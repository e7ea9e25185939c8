"""The window's way to model servers: looks, shakes hands, builds the engine over a model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.models.local_answers import LocalAnswers
from app.paths import standard_paths
from app.runtime.io_runtime import Bridge, Channel
from core.domain.errors import BugError, ModelServerError
from core.domain.events import CancelToken
from core.domain.secret import Secret
from core.engine.engine import BuiltinEngine
from core.engine.interface import Engine
from core.keys.custody import KeyStore
from core.net.address import parse_url
from ui.settings.viewmodels.model_ports import (
    Activity,
    Keys,
    ModelActivity,
    ModelView,
    Seen,
    ServerCondition,
    ServerView,
    Wanted,
    key_id,
)
from ui.shared.viewmodels.preferences import TrustedServer

if TYPE_CHECKING:
    # These bring the HTTP library, which would delay the window; they are imported at the first look.
    from core.llm.client import LocalModel
    from core.llm.connect import ModelServer
    from core.llm.discovery import Found
    from core.llm.handshake import Handshake, HandshakeCache
    from core.llm.usage_accounts import ModelProgress
    from core.net.loopback import TrustedHost

PORTS_FILE = "servers/loopback.toml"


@dataclass(frozen=True, slots=True)
class OpenModel:
    """`ModelLink` over a server's models."""

    engine: Engine
    server: str
    model: str
    seen: Seen
    answers: LocalAnswers
    _line: ModelServer

    def close(self) -> None:
        """End the connections."""
        self._line.close()


class ModelServers:
    """`ModelsPort`. `attach` once the built-in engine is there; looking works before."""

    def __init__(self, root: Path, bridge: Bridge, keys: KeyStore) -> None:
        self._root = root
        self._bridge = bridge
        self._keys = keys
        self._builtin: BuiltinEngine | None = None
        self._shaken: HandshakeCache | None = None
        self._usual = _usual(root)

    def attach(self, builtin: BuiltinEngine) -> None:
        """From now on a model can be connected."""
        self._builtin = builtin

    def usual(self) -> tuple[ServerView, ...]:
        """The usual ports of this machine, as if nothing listened there."""
        return self._usual

    def search(self, addresses: Sequence[str], trusted: Sequence[TrustedServer], keys: Keys) -> tuple[ServerView, ...]:
        """As `ModelsPort.search`; all addresses side by side."""
        from core.llm.discovery import look
        from core.net.loopback import server_address

        names = {item.address: item.name for item in self._usual}
        wanted = [*names, *(item for item in addresses if item not in names)]
        hosts = _hosts(trusted)

        async def look_at_all() -> list[Found]:
            targets = [server_address(item, hosts) for item in wanted]
            return list(await asyncio.gather(*(look(item, key=self._key(str(item.origin), keys)) for item in targets)))

        return tuple(_view(item, names.get(str(item.address), "")) for item in asyncio.run(look_at_all()))

    def connect(
        self,
        wanted: Wanted,
        trusted: Sequence[TrustedServer],
        keys: Keys,
        told: Callable[[ModelActivity], None],
        cancel: CancelToken,
    ) -> OpenModel:
        """As `ModelsPort.connect`."""
        from app.models.attacker_measures import FILE, FileSensitivity
        from core.engine.local import LocalEngine
        from core.llm.connect import ModelServer
        from core.llm.discovery import examine
        from core.llm.handshake import HandshakeCache

        builtin = self._builtin
        if builtin is None:
            raise BugError("engine.not_ready")
        key = self._key(str(parse_url(wanted.address).origin), keys)
        found = examine(wanted.address, trusted=_hosts(trusted), key=key)
        if not found.usable:
            raise ModelServerError(found.state.code, details={"address": str(found.address)})
        channel: Channel[ModelActivity] = self._bridge.channel(lambda events: told(events[-1]))

        def watch(progress: ModelProgress) -> None:
            channel.post(_activity(progress))

        self._shaken = self._shaken or HandshakeCache()
        server = ModelServer(found, key=key, cache=self._shaken)
        try:
            model = server.model(wanted.model, watch=watch, cancel=cancel)
            judge: LocalModel | None = None
            if wanted.judge and wanted.judge != wanted.model:
                judge = server.model(wanted.judge, watch=watch, cancel=cancel)
            store = FileSensitivity(standard_paths().data / FILE)
            engine = LocalEngine(builtin, model, judge, store=store, closing=server.close)
        except BaseException:
            server.close()
            raise
        host = "" if found.address.on_this_machine else str(found.address.origin)
        answers = LocalAnswers(model.free_answers(), self._bridge, model.info.id, host)
        return OpenModel(engine, found.dialect.name, model.info.id, _seen(model.handshake), answers, server)

    def _key(self, origin: str, entered: Keys) -> Secret:
        return entered.get(origin) or self._keys.get(key_id(origin)) or Secret("")


def _usual(root: Path) -> tuple[ServerView, ...]:
    from core.resources import read_toml

    rows = read_toml(root / PORTS_FILE)["server"]
    addresses = [(str(row["name"]), f"http://127.0.0.1:{int(row['port'])}") for row in rows]
    return tuple(ServerView(address, address, name, ServerCondition.ABSENT) for name, address in addresses)


def _hosts(trusted: Sequence[TrustedServer]) -> tuple[TrustedHost, ...]:
    from core.net.loopback import TrustedHost

    return tuple(
        TrustedHost(parse_url(item.origin).origin, datetime.fromisoformat(item.confirmed_at)) for item in trusted
    )


def _view(found: Found, usual_name: str) -> ServerView:
    address = str(found.address)
    models = tuple(
        ModelView(
            item.id,
            item.parameters,
            item.quantization,
            item.size_bytes,
            item.context,
            item.largest_context,
            item.loaded,
            item.remote,
        )
        for item in found.models
    )
    name = found.dialect.name if found.kind is not None else usual_name
    return ServerView(
        address,
        str(found.address.origin),
        name,
        ServerCondition(found.state.value),
        models,
        found.notices,
        found.address.on_this_machine,
    )


def _seen(shaken: Handshake) -> Seen:
    saw = shaken.capabilities
    return Seen(
        saw.schema.value,
        saw.thinking_off,
        saw.logprobs,
        saw.seed_honoured,
        saw.slots,
        saw.context,
        shaken.tokens_per_second,
        shaken.gain,
        shaken.load_seconds,
        saw.ignored,
    )


def _activity(progress: ModelProgress) -> ModelActivity:
    doing = {"loading": Activity.LOADING, "waiting": Activity.WAITING}.get(
        progress.state, Activity.WRITING if progress.tokens else Activity.READING
    )
    return ModelActivity(doing, progress.done, progress.total, progress.tokens_per_second)
