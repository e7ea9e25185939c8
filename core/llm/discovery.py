"""Finds local model servers and says in which state they are; a wrong or sleeping server is a state, not an error."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path

from core.domain.errors import ModelServerError, ResourceError
from core.domain.secret import Secret
from core.llm.dialects import DEFAULT_PATH, DIALECTS, MODELS, Dialect, Metadata, ServerKind, Sign
from core.llm.metadata import (
    JsonObject,
    ServedModel,
    fingerprint,
    parse_document,
    read_models,
    runs_elsewhere,
    with_running,
)
from core.net.adapter import encode
from core.net.limits import Timeouts
from core.net.loopback import Fetched, LocalChannel, ServerAddress, TrustedHost, server_address
from core.resources import read_toml

LOOK_TIMEOUTS = Timeouts(connect=5.0, write=5.0, read=10.0, pool=10.0)
"""Seconds for looking at a port. A closed port refuses at once; one that answers late belongs to a machine whose cores
all compute, which is what a model does to it, and must not be taken for absent."""
PORTS_FILE = "servers/loopback.toml"
LAN_NOTICE = "llm.lan_host"


class ServerState(StrEnum):
    """What can be done with a server. Each value is the last part of a message code `llm.server_*`."""

    READY = "ready"
    ABSENT = "absent"
    STARTING = "starting"
    NO_MODEL = "no_model"
    UNAUTHORIZED = "unauthorized"
    WRONG_SERVICE = "wrong_service"
    REMOTE = "remote"

    @property
    def code(self) -> str:
        return f"llm.server_{self.value}"


@dataclass(frozen=True, slots=True)
class Found:
    """One look at one address.

    `kind`: None where nothing known answered. `notices`: message codes of what should be said beside the state.
    `fingerprint`: changes when the server was started anew with other settings.
    """

    address: ServerAddress
    state: ServerState
    kind: ServerKind | None = None
    models: tuple[ServedModel, ...] = ()
    notices: tuple[str, ...] = ()
    fingerprint: str = ""

    @property
    def dialect(self) -> Dialect:
        return DIALECTS[self.kind or ServerKind.OPENAI]

    @property
    def usable(self) -> bool:
        """A model can be asked, though it may have to load first."""
        return self.state in (ServerState.READY, ServerState.NO_MODEL) and any(not m.remote for m in self.models)


@dataclass(frozen=True, slots=True)
class UsualPort:
    """Where a program listens unless told otherwise."""

    name: str
    port: int


def usual_ports(root: Path) -> tuple[UsualPort, ...]:
    """The shipped list below `root`. Raises ResourceError."""
    data = read_toml(root / PORTS_FILE)
    try:
        return tuple(UsualPort(str(entry["name"]), int(entry["port"])) for entry in data["server"])
    except (KeyError, TypeError, ValueError) as error:
        raise ResourceError("resource.malformed", details={"file": "loopback.toml"}) from error


def discover(
    ports: Sequence[UsualPort],
    *,
    key: Secret = Secret(""),  # noqa: B008 - immutable
    timeouts: Timeouts = LOOK_TIMEOUTS,
) -> tuple[Found, ...]:
    """A look at every port of this machine, side by side; only what answers is returned. Blocks for seconds at most."""

    async def look_at_all() -> list[Found]:
        addresses = [server_address(f"http://127.0.0.1:{item.port}") for item in ports]
        return list(await asyncio.gather(*(look(address, key=key, timeouts=timeouts) for address in addresses)))

    found = asyncio.run(look_at_all()) if ports else []
    return tuple(item for item in found if item.state is not ServerState.ABSENT)


def examine(
    address: str,
    *,
    trusted: Sequence[TrustedHost] = (),
    key: Secret = Secret(""),  # noqa: B008 - immutable
    timeouts: Timeouts = LOOK_TIMEOUTS,
) -> Found:
    """A look at one address as a person entered it. Raises InputError for an address that may not be spoken to."""
    return asyncio.run(look(server_address(address, trusted), key=key, timeouts=timeouts))


async def look(
    address: ServerAddress,
    *,
    key: Secret = Secret(""),  # noqa: B008 - immutable
    timeouts: Timeouts = LOOK_TIMEOUTS,
) -> Found:
    """What answers at `address`, by its metadata routes alone; no prompt is sent."""
    channel = LocalChannel(address, key=key, timeouts=timeouts)
    try:
        return await look_through(channel)
    except ModelServerError as error:
        state = ServerState.ABSENT if error.code == "llm.unreachable" else ServerState.WRONG_SERVICE
        return Found(address, state)
    finally:
        await channel.aclose()


async def look_through(channel: LocalChannel) -> Found:
    """As `look`, over an open channel. Raises ModelServerError."""
    for dialect in DIALECTS.values():
        for sign in dialect.signs:
            reply = await channel.fetch(sign.route)
            if reply.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
                return Found(channel.address, ServerState.UNAUTHORIZED)
            if reply.status == HTTPStatus.SERVICE_UNAVAILABLE:
                return Found(channel.address, ServerState.STARTING)
            document = parse_document(reply.body) if reply.status == HTTPStatus.OK else None
            if document is not None and all(key in document for key in sign.keys):
                return await _described(channel, dialect, sign, document)
    return Found(channel.address, ServerState.WRONG_SERVICE)


async def _described(channel: LocalChannel, dialect: Dialect, sign: Sign, document: JsonObject) -> Found:
    listed = document
    if sign.metadata is Metadata.OPENAI_LIST and "data" not in document:
        reply = await channel.fetch(DEFAULT_PATH + MODELS)
        if reply.status == HTTPStatus.SERVICE_UNAVAILABLE:
            return Found(channel.address, ServerState.STARTING, dialect.kind)
        listed = _document(reply)
    models = read_models(dialect, sign.metadata, listed)
    told = [document, listed]
    if dialect.running:
        running = _document(await channel.fetch(dialect.running))
        models = with_running(models, running)
    notices = dialect.notices if channel.address.on_this_machine else (LAN_NOTICE, *dialect.notices)
    return Found(
        channel.address, _state(dialect, models), dialect.kind, models, notices, fingerprint(*(dict(t) for t in told))
    )


def _state(dialect: Dialect, models: Sequence[ServedModel]) -> ServerState:
    here = [model for model in models if not model.remote]
    if models and not here:
        return ServerState.REMOTE
    waiting = not dialect.loads_on_demand and not any(model.loaded is not False for model in here)
    return ServerState.NO_MODEL if not here or waiting else ServerState.READY


def _document(reply: Fetched) -> JsonObject:
    return parse_document(reply.body) or {} if reply.status == HTTPStatus.OK else {}


async def refuse_remote(channel: LocalChannel, dialect: Dialect, model: ServedModel) -> None:
    """Raises ModelServerError `llm.remote_model` for a model that the server hands on to another machine."""
    elsewhere = model.remote
    if dialect.show and not elsewhere:
        elsewhere = runs_elsewhere(_document(await channel.fetch(dialect.show, encode({"model": model.id}))))
    if elsewhere:
        raise ModelServerError("llm.remote_model", details={"server": dialect.name})
