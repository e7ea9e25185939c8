"""The channel to model servers on this machine: loopback literals only, one origin, no proxy, no redirect.

Nothing that passes here reaches a destination; the gateway's wires are in `core.net.http`. A host of the local network
is spoken to only with a TrustedHost that a person confirmed.
"""

from __future__ import annotations

import ipaddress
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

import httpx

from core.domain.errors import InputError, ModelServerError
from core.domain.secret import Secret
from core.net.address import BaseUrl, Origin, parse_url
from core.net.http import (
    NETWORK_FAULTS,
    USER_AGENT,
    AllowList,
    Trust,
    header_value,
    network_fault,
    system_trust,
)
from core.net.http import Reply as Reply
from core.net.limits import Timeouts

LOCALHOST = "localhost"
PINNED = "127.0.0.1"
"""`localhost` is never resolved: a hosts file or resolver could point it elsewhere."""
WHOLE_BYTES = 4_000_000
"""Largest answer that is read as one piece: a list of models, a tokenised text, probabilities of a vocabulary."""
JSON_TYPE = "application/json"
SERVER_TIMEOUTS = Timeouts(connect=10.0, write=30.0, read=120.0, pool=600.0)
"""`read` covers loading a model and reading a long prompt, during which a server says nothing."""

_CODES: Mapping[str, str] = MappingProxyType(
    {
        "destination.unreachable": "llm.unreachable",
        "destination.name_not_found": "llm.unreachable",
        "destination.silent": "llm.stalled",
        "destination.cut": "llm.cut",
        "destination.write": "llm.cut",
        "destination.broken_http": "llm.cut",
        "destination.tls": "llm.tls",
    }
)


@dataclass(frozen=True, slots=True)
class TrustedHost:
    """A person's word that `origin` is a machine of theirs. `confirmed_at`: aware."""

    origin: Origin
    confirmed_at: datetime


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a model server is. `base`: origin and path as configured; `on_this_machine`: a loopback literal."""

    base: BaseUrl
    on_this_machine: bool

    @property
    def origin(self) -> Origin:
        return self.base.origin

    def __str__(self) -> str:
        return str(self.base)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A whole answer. Header names are lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def is_loopback(host: str) -> bool:
    """True for 127.0.0.0/8 and ::1 as literals; a name is never loopback."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def server_address(text: str, trusted: Sequence[TrustedHost] = ()) -> ServerAddress:
    """The address of a model server as a person entered it; `localhost` becomes 127.0.0.1.

    Raises InputError as `core.net.address.parse_url`, and `address.not_local` for a host that is neither a loopback
    literal nor in `trusted`.
    """
    base = parse_url(text)
    if base.origin.host == LOCALHOST:
        base = BaseUrl(Origin(base.origin.scheme, PINNED, base.origin.port), base.path)
    here = is_loopback(base.origin.host)
    if not here and base.origin not in {host.origin for host in trusted}:
        raise InputError("address.not_local")
    return ServerAddress(base, here)


class LocalChannel:
    """Requests to one server. Use and close it in one event loop.

    Every request has a connection of its own: closing it is how a server learns that nobody waits any more.
    """

    def __init__(
        self,
        address: ServerAddress,
        *,
        key: Secret = Secret(""),  # noqa: B008 - immutable
        timeouts: Timeouts = SERVER_TIMEOUTS,
        trust: Trust = system_trust,
    ) -> None:
        self.address = address
        self._key = key
        transport = httpx.AsyncHTTPTransport(
            verify=trust(),
            trust_env=False,
            retries=0,
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        self._client = httpx.AsyncClient(
            transport=AllowList(address.origin, transport),
            trust_env=False,
            follow_redirects=False,
            timeout=httpx.Timeout(
                connect=timeouts.connect, write=timeouts.write, read=timeouts.read, pool=timeouts.pool
            ),
        )

    async def aclose(self) -> None:
        await self._client.aclose()

    async def fetch(self, path: str, body: bytes | None = None, *, limit: int = WHOLE_BYTES) -> Fetched:
        """GET `path`, or POST `body` to it, and read the whole answer. Raises ModelServerError."""
        async with self.stream(path, body) as reply:
            whole = bytearray()
            async for chunk in reply.chunks:
                whole += chunk
                if len(whole) > limit:
                    raise ModelServerError("llm.too_large", details={"limit": limit})
            return Fetched(reply.status, reply.headers, bytes(whole))

    @asynccontextmanager
    async def stream(self, path: str, body: bytes | None = None) -> AsyncIterator[Reply]:
        """As `fetch`, but the answer as it arrives; the socket closes when the block ends, however it ends.

        Raises ModelServerError (`llm.unreachable`, `llm.stalled`, `llm.cut`, `llm.tls`, `llm.failed`; retryable
        where another try may help), InputError `net.header` for a key that no header can carry.
        """
        url = f"{self.address.origin}{path}"
        method = "GET" if body is None else "POST"
        try:
            async with self._client.stream(method, url, headers=self._headers(body), content=body) as response:
                known = {name.lower(): value for name, value in response.headers.items()}
                if known.get("content-encoding", "identity").lower() != "identity":
                    raise ModelServerError("llm.malformed")
                yield Reply(response.status_code, known, _pieces(response))
        except NETWORK_FAULTS as error:
            raise _typed(error) from None

    def _headers(self, body: bytes | None) -> dict[str, str]:
        host = str(self.address.origin).partition("://")[2]
        headers = {
            "host": host,
            "accept-encoding": "identity",
            "connection": "close",
            "user-agent": USER_AGENT,
        }
        if body is not None:
            headers["content-type"] = JSON_TYPE
        if self._key:
            headers["authorization"] = header_value(Secret(f"Bearer {self._key.reveal()}"))
        return headers


async def _pieces(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    try:
        async for chunk in response.aiter_raw():
            yield chunk
    except NETWORK_FAULTS as error:
        raise _typed(error) from None


def _typed(error: Exception) -> ModelServerError:
    code, retryable = network_fault(error)
    return ModelServerError(_CODES.get(code, "llm.failed"), retryable=retryable)
