"""The server itself: plain sockets, so that a reply can be cut, stalled or malformed at any byte."""

from __future__ import annotations

import contextlib
import select
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from servers.received import Received

POLL_SECONDS = 0.02
HANDSHAKE_SECONDS = 120.0
"""For a peer that is slow; one that left is seen at once."""
RECEIVE_BYTES = 65536
HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True)
class Send:
    """Put these bytes on the wire now."""

    data: bytes


@dataclass(frozen=True)
class Pause:
    """Wait; the server's stop or the client's leaving ends the wait early."""

    seconds: float


@dataclass(frozen=True)
class Hold:
    """Wait until the test sets `event`, the client leaves, or the server stops."""

    event: threading.Event


@dataclass(frozen=True)
class Until:
    """Wait until `reached` says so, the client leaves, or the server stops."""

    reached: Callable[[], bool]


@dataclass(frozen=True)
class Stall:
    """Say nothing more, keep the connection open."""


@dataclass(frozen=True)
class Cut:
    """Reset the connection: no orderly end, as when a cable is pulled."""


@dataclass(frozen=True)
class End:
    """Close the connection in order."""


Step = Send | Pause | Hold | Until | Stall | Cut | End
Reply = Callable[[Received], Iterable[Step]]


class ScriptedServer:
    """Serves one script on 127.0.0.1 (or ::1) with a free port. Usable as a context manager.

    `received`: complete requests in order. `wire`: every byte that arrived, complete request or not.
    `client_left`: set once a client closed a connection whose reply had not ended.
    """

    def __init__(self, *script: Reply, tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> None:
        self.script: list[Reply] = list(script)
        self.received: list[Received] = []
        self.client_left = threading.Event()
        self.arrived = threading.Event()
        self._wire = bytearray()
        self._tls = tls
        self._host = host
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.socket(family, socket.SOCK_STREAM)
        self._listener.bind((host, 0))
        self._listener.listen(16)
        self._listener.settimeout(POLL_SECONDS)
        self.port = int(self._listener.getsockname()[1])
        self.connections = 0

    @property
    def origin(self) -> str:
        scheme = "https" if self._tls else "http"
        shown = f"[{self._host}]" if ":" in self._host else self._host
        return f"{scheme}://{shown}:{self.port}"

    @property
    def url(self) -> str:
        """Base URL as a person would enter it for an OpenAI-compatible server."""
        return f"{self.origin}/v1"

    @property
    def wire(self) -> bytes:
        with self._lock:
            return bytes(self._wire)

    def start(self) -> None:
        self._spawn(self._accept)

    def stop(self) -> None:
        self._stop.set()
        self._listener.close()
        for thread in self._threads:
            thread.join(HANDSHAKE_SECONDS)

    def __enter__(self) -> ScriptedServer:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def _spawn(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, name=f"scripted-server-{self.port}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._stop.is_set():
            try:
                client, _ = self._listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            self.connections += 1
            self._spawn(self._serve, client, self.connections)

    def _serve(self, raw: socket.socket, connection: int) -> None:
        raw.settimeout(HANDSHAKE_SECONDS)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client = raw
        with contextlib.suppress(OSError):
            if self._tls is not None:
                client = self._tls.wrap_socket(raw, server_side=True)
            client.settimeout(POLL_SECONDS)
            self._converse(client, connection)
        with contextlib.suppress(OSError):
            client.close()
        with contextlib.suppress(OSError):
            raw.close()

    def _converse(self, client: socket.socket, connection: int) -> None:
        buffer = bytearray()
        while not self._stop.is_set():
            request = self._read_request(client, connection, buffer)
            if request is None or not self._answer(client, request):
                return

    def _receive(self, client: socket.socket) -> bytes | None:
        """Bytes, None when the client closed or the server stops."""
        while not self._stop.is_set():
            try:
                data = client.recv(RECEIVE_BYTES)
            except TimeoutError:
                continue
            with self._lock:
                self._wire.extend(data)
            return data or None
        return None

    def _read_request(self, client: socket.socket, connection: int, buffer: bytearray) -> Received | None:
        while HEAD_END not in buffer:
            data = self._receive(client)
            if data is None:
                return None
            buffer.extend(data)
        end = buffer.index(HEAD_END) + len(HEAD_END)
        head = bytes(buffer[:end])
        del buffer[:end]
        length = int(Received(0, 0, head, b"").headers.get("content-length", "0"))
        while len(buffer) < length:
            data = self._receive(client)
            if data is None:
                return None
            buffer.extend(data)
        body = bytes(buffer[:length])
        del buffer[:length]
        with self._lock:
            request = Received(len(self.received), connection, head, body)
            self.received.append(request)
        self.arrived.set()
        return request

    def _answer(self, client: socket.socket, request: Received) -> bool:
        """True when the connection may carry another request."""
        reply = self.script[min(request.index, len(self.script) - 1)]
        return all(self._take(client, step) for step in reply(request))

    def _take(self, client: socket.socket, step: Step) -> bool:
        match step:
            case Send(data):
                try:
                    client.settimeout(HANDSHAKE_SECONDS)
                    client.sendall(data)
                except OSError:
                    self.client_left.set()
                    raise
                finally:
                    client.settimeout(POLL_SECONDS)
                return True
            case Pause(seconds):
                return self._wait(client, threading.Event(), seconds)
            case Hold(event):
                return self._wait(client, event, None)
            case Until(reached):
                return reached() or self._wait(client, threading.Event(), None, reached)
            case Stall():
                return self._wait(client, threading.Event(), None)
            case Cut():
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return False
            case End():
                return False

    def _wait(
        self,
        client: socket.socket,
        event: threading.Event,
        seconds: float | None,
        reached: Callable[[], bool] = lambda: False,
    ) -> bool:
        """False once the client left or the server stops."""
        rounds = None if seconds is None else max(1, round(seconds / POLL_SECONDS))
        while rounds is None or rounds > 0:
            if self._stop.is_set():
                return False
            if event.wait(POLL_SECONDS) or reached():
                return True
            readable, _, _ = select.select([client], [], [], 0)
            if readable and self._peer_closed(client):
                self.client_left.set()
                return False
            rounds = None if rounds is None else rounds - 1
        return True

    def _peer_closed(self, client: socket.socket) -> bool:
        try:
            if isinstance(client, ssl.SSLSocket):
                return client.recv(1) == b""
            return client.recv(1, socket.MSG_PEEK) == b""
        except (TimeoutError, ssl.SSLWantReadError):
            return False
        except OSError:
            return True
