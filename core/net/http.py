"""The wire to destinations; beside `core.net.loopback` the only module that imports the HTTP library.

A channel serves one origin: every request and redirect is compared with it, the environment is ignored,
TLS is always verified against the system's trust store, and redirects are not followed.
"""

from __future__ import annotations

import os
import re
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import truststore

from core.domain.errors import BugError, DestinationError, InputError, ReleaseRefused
from core.domain.secret import Secret
from core.net.address import DEFAULT_PORTS, Origin
from core.net.answers import Transmission
from core.net.limits import Timeouts

Trust = Callable[[], ssl.SSLContext]

TRUST_VARIABLES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""Variables with which whoever starts the program could name other authorities."""
USER_AGENT = "drsl-desktop"
_HEADER_VALUE = re.compile(r"[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?")
NETWORK_FAULTS = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError)
_WRITING = "http11.send_request_headers.started"


def system_trust() -> ssl.SSLContext:
    """Verifies against the operating system's certificates, company authorities included; never against those that a
    variable of the environment names."""
    for name in TRUST_VARIABLES:
        # Read anew at every connection, by the library below us: they have to be gone, not merely ignored here.
        os.environ.pop(name, None)
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@dataclass(frozen=True, slots=True)
class Reply:
    """Head of an answer and its body as it arrives. Header names of `headers` are lower case."""

    status: int
    headers: Mapping[str, str]
    chunks: AsyncGenerator[bytes, None]

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class AllowList(httpx.AsyncBaseTransport):
    """Lets through requests to one origin; everything else is refused before a name is resolved."""

    def __init__(self, origin: Origin, inner: httpx.AsyncBaseTransport) -> None:
        self._origin = origin
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        port = url.port or DEFAULT_PORTS.get(url.scheme, 0)
        if (url.scheme, url.raw_host.decode("ascii"), port) != (
            self._origin.scheme,
            self._origin.host,
            self._origin.port,
        ):
            raise ReleaseRefused("net.not_allowed")
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


class Channel:
    """Requests to one origin.

    `proxy`: URL of an explicit HTTP proxy (the environment's are never used; loopback never goes through
    one). `trust` makes the TLS context; one that does not verify is a BugError.
    """

    def __init__(
        self,
        origin: Origin,
        *,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - frozen
        proxy: str = "",
        trust: Trust = system_trust,
    ) -> None:
        self.origin = origin
        self._timeouts = timeouts
        self._proxy = proxy
        self._trust = trust

    def _client(self) -> httpx.AsyncClient:
        context = self._trust()
        if context.verify_mode is not ssl.CERT_REQUIRED or not context.check_hostname:
            raise BugError("net.tls_not_verified")
        proxy = None if self.origin.is_loopback or not self._proxy else httpx.Proxy(self._proxy)
        transport = httpx.AsyncHTTPTransport(verify=context, trust_env=False, proxy=proxy, retries=0)
        waits = self._timeouts
        return httpx.AsyncClient(
            transport=AllowList(self.origin, transport),
            trust_env=False,
            follow_redirects=False,
            timeout=httpx.Timeout(connect=waits.connect, write=waits.write, read=waits.read, pool=waits.pool),
        )

    @asynccontextmanager
    async def post(
        self,
        url: str,
        headers: Mapping[str, str | Secret],
        body: bytes,
        transmission: Transmission,
    ) -> AsyncIterator[Reply]:
        """POST `body` once. `transmission` follows how far it got; the socket closes when the block ends.

        Raises DestinationError for every network fault (`details['sent']` as the transmission knows it),
        ReleaseRefused for a URL of another origin, InputError `net.header` for a key or account name that
        no header can carry.
        """
        revealed = {name: header_value(item) for name, item in headers.items()}
        revealed |= {"accept-encoding": "identity", "connection": "close", "user-agent": USER_AGENT}

        async def trace(event: str, info: Mapping[str, Any]) -> None:
            if event == _WRITING:
                transmission.writing()

        try:
            async with (
                self._client() as client,
                client.stream("POST", url, headers=revealed, content=body, extensions={"trace": trace}) as response,
            ):
                transmission.answered()
                known = {name.lower(): value for name, value in response.headers.items()}
                if known.get("content-encoding", "identity").lower() != "identity":
                    raise DestinationError("destination.encoding", details={"sent": "yes"})
                yield Reply(response.status_code, known, _body(response, transmission))
        except NETWORK_FAULTS as error:
            raise _typed(error, transmission) from None


def header_value(value: str | Secret) -> str:
    revealed = value.reveal() if isinstance(value, Secret) else value
    # The library would quote the value in its own error message.
    if not _HEADER_VALUE.fullmatch(revealed):
        raise InputError("net.header")
    return revealed


async def _body(response: httpx.Response, transmission: Transmission) -> AsyncGenerator[bytes, None]:
    try:
        async for chunk in response.aiter_raw():
            yield chunk
    except NETWORK_FAULTS as error:
        raise _typed(error, transmission) from None


def _typed(error: Exception, transmission: Transmission) -> DestinationError:
    code, retryable = network_fault(error)
    return DestinationError(code, details={"sent": transmission.sent.value}, retryable=retryable)


def network_fault(error: Exception) -> tuple[str, bool]:
    """Code of a network fault and whether trying again may help."""
    causes = _causes(error)
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return "destination.tls", False
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return "destination.name_not_found", True
    match error:
        case httpx.ConnectTimeout() | httpx.ConnectError() | httpx.PoolTimeout():
            return "destination.unreachable", True
        case httpx.ProxyError():
            return "destination.proxy", True
        case httpx.ReadTimeout():
            return "destination.silent", True
        case httpx.WriteTimeout() | httpx.WriteError():
            return "destination.write", True
        case httpx.ReadError() | httpx.CloseError():
            return "destination.cut", True
        case httpx.RemoteProtocolError():
            return "destination.broken_http", True
        case _:
            return "destination.failed", False


def _causes(error: BaseException) -> list[BaseException]:
    found: list[BaseException] = []
    seen: BaseException | None = error
    while seen is not None and seen not in found:
        found.append(seen)
        seen = seen.__cause__ or seen.__context__
    return found
