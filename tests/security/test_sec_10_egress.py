"""SEC-10: nothing connects or resolves outside the one destination that a person configured."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from release_cases import REMOTE_KINDS, GatewayHarness, connector, destination_at, dry_run, gather, text_of
from servers import replies
from unhurried import PROGRAM_SECONDS

from core.domain.errors import DestinationError
from core.domain.release import DestinationKind
from core.domain.secret import Secret
from core.net.address import make_destination

ROOT = Path(__file__).resolve().parents[2]
SOCKET_EVENTS = {
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.gethostbyaddr",
    "socket.sendto",
}
PROXY_VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")

_seen: list[tuple[str, str, int]] | None = None
_allowed: set[tuple[str, int]] = set()


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    """Hooks cannot be removed: this one sleeps unless a test watches."""
    if _seen is None or event not in SOCKET_EVENTS:
        return
    address = arguments[1] if event in {"socket.connect", "socket.sendto"} else arguments[:2]
    if not isinstance(address, tuple):
        return
    host = address[0].decode("ascii") if isinstance(address[0], bytes) else str(address[0])
    port = int(address[1] or 0)
    _seen.append((event, host, port))
    if (host, port) not in _allowed:
        raise OSError("blocked by the egress test")


sys.addaudithook(_hook)


@contextmanager
def watched(*allowed: tuple[str, int]) -> Iterator[list[tuple[str, str, int]]]:
    global _seen
    _allowed.clear()
    _allowed.update(allowed)
    _seen = []
    try:
        yield _seen
    finally:
        _seen = None


@pytest.mark.allow_hosts(["203.0.113.7"])  # the hook below stops it, not the socket plugin
def test_the_watch_sees_and_stops_what_it_should():
    async def connect():
        await asyncio.open_connection("203.0.113.7", 443)

    with watched() as seen, pytest.raises(OSError, match="blocked"):
        asyncio.run(connect())
    assert seen == [("socket.connect", "203.0.113.7", 443)]


def test_a_dry_run_and_a_copy_by_hand_touch_no_socket():
    harness = GatewayHarness()
    manual = make_destination("manual", DestinationKind.MANUAL, "By hand")
    with watched() as seen:
        for destination in (dry_run(), manual):
            parcel = harness.pack(destination)
            gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert seen == []


def test_packing_and_approving_touch_no_socket():
    harness = GatewayHarness()
    with watched() as seen:
        for kind in REMOTE_KINDS:
            harness.approved(harness.pack(destination_at("https://api.cloud.example/v1", kind)))
    assert seen == []


@pytest.mark.parametrize("kind", REMOTE_KINDS)
def test_a_send_connects_to_its_destination_only(scripted_server, monkeypatch, kind):
    trap = scripted_server(replies.echo())
    for variable in PROXY_VARIABLES:
        monkeypatch.setenv(variable, trap.origin)
    monkeypatch.delenv("NO_PROXY", raising=False)
    server = scripted_server(replies.echo())
    harness = GatewayHarness()
    parcel = harness.pack(destination_at(server.url, kind))
    with watched(("127.0.0.1", server.port)) as seen:
        answer = text_of(gather(harness.gateway.send(harness.approved(parcel), parcel)))
    assert answer == parcel.artifact.text
    assert seen == [("socket.connect", "127.0.0.1", server.port)]
    assert trap.connections == 0


@pytest.mark.parametrize("kind", REMOTE_KINDS)
def test_a_name_is_resolved_for_the_destination_only(kind):
    harness = GatewayHarness()
    parcel = harness.pack(destination_at("https://api.cloud.example/v1", kind))
    with watched() as seen, pytest.raises(DestinationError) as caught:
        gather(harness.gateway.send(harness.approved(parcel), parcel, Secret("sk-fictional")))
    assert caught.value.details["sent"] == "no"
    assert {(event, host, port) for event, host, port in seen} == {("socket.getaddrinfo", "api.cloud.example", 443)}


@pytest.mark.allow_hosts(["192.0.2.44"])
def test_with_the_network_cut_the_error_says_that_nothing_left():
    harness = GatewayHarness(remote=connector())
    parcel = harness.pack(destination_at("https://192.0.2.44/v1"))
    with watched() as seen, pytest.raises(DestinationError) as caught:
        gather(harness.gateway.send(harness.approved(parcel), parcel, Secret("sk-fictional")))
    assert caught.value.code == "destination.unreachable"
    assert {host for _, host, _ in seen} == {"192.0.2.44"}
    assert harness.states(parcel)[-1] == "failed"


LOCAL_WORK = """
import sys
import importlib
import pkgutil

touched = []

def hook(event, arguments):
    if event.startswith("socket.") and event not in {"socket.__new__", "socket.gethostname", "socket.bind"}:
        touched.append((event, str(arguments)))
        raise OSError("network is cut")

sys.addaudithook(hook)
import bench
import core
for module in (*pkgutil.walk_packages(core.__path__, "core."), *pkgutil.walk_packages(bench.__path__, "bench.")):
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        # What only training needs does no local work.
        if not module.name.startswith("bench.training.") or error.name not in {"torch", "onnx", "pycrfsuite"}:
            raise

from core.domain.request import Request
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine

engine = BuiltinEngine.create()
for text in ("I am Orla Quist, 67, phone 415-555-0132. Which shoes?", "我叫李秋实，67岁，电话13800138000。买什么鞋？"):
    outcome = engine.sanitize(Request(text), Conversation())
    assert outcome.certificate.sha256 == outcome.verdict.artifact.sha256
print(touched)
"""


@pytest.mark.slow
def test_local_work_is_done_with_the_network_cut():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", LOCAL_WORK],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "[]"
