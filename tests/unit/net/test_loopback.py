"""The channel to local servers reaches this machine and nothing else."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from servers import ScriptedServer, replies

from core.domain.errors import InputError, ModelServerError
from core.domain.secret import Secret
from core.net.address import Origin
from core.net.loopback import LocalChannel, TrustedHost, is_loopback, server_address

HERE = ["127.0.0.1", "127.0.0.1:1234", "127.1.2.3:80", "[::1]:8080", "localhost:1234", "LOCALHOST"]
ELSEWHERE = [
    "192.168.1.20:1234",
    "10.0.0.1",
    "example.org",
    "localhost.example.org",
    "my-machine.local",
    "[fe80::1]",
    "[2001:db8::1]:80",
    "169.254.1.1",
]


@pytest.mark.parametrize("host", HERE)
def test_this_machine_is_reached_by_literals(host: str) -> None:
    address = server_address(f"http://{host}/v1")
    assert address.on_this_machine
    assert is_loopback(address.origin.host)
    assert "localhost" not in str(address)


@pytest.mark.parametrize("host", ELSEWHERE)
def test_every_other_host_needs_trust(host: str) -> None:
    with pytest.raises(InputError) as raised:
        server_address(f"http://{host}/v1")
    assert raised.value.code == "address.not_local"
    assert host not in str(raised.value)


@pytest.mark.parametrize(
    "text", ["http://2130706433/", "http://127.1/", "http://0x7f.1/", "http://[::ffff:127.0.0.1]/"]
)
def test_other_spellings_of_this_machine_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        server_address(text)


def test_trust_is_for_one_origin() -> None:
    trusted = [TrustedHost(Origin("http", "192.168.1.20", 1234), datetime(2026, 1, 2, tzinfo=UTC))]
    assert not server_address("http://192.168.1.20:1234/v1", trusted).on_this_machine
    for other in ("http://192.168.1.20:1235/v1", "https://192.168.1.20:1234/v1", "http://192.168.1.21:1234"):
        with pytest.raises(InputError):
            server_address(other, trusted)


async def _fetch(server: ScriptedServer, path: str = "/x", body: bytes | None = None, **options: object) -> object:
    channel = LocalChannel(server_address(server.url), **options)  # type: ignore[arg-type]
    try:
        return await channel.fetch(path, body)
    finally:
        await channel.aclose()


def test_a_request_carries_its_host_and_key_and_nothing_of_the_environment(
    scripted_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://192.0.2.1:9")
    monkeypatch.setenv("NETRC", "/nonexistent")
    server = scripted_server(replies.as_page("{}"))
    asyncio.run(_fetch(server, "/native", b"{}", key=Secret("k-fictional")))
    request = server.received[0]
    assert (request.method, request.path) == ("POST", "/native")
    assert request.headers["host"] == f"127.0.0.1:{server.port}"
    assert request.headers["authorization"] == "Bearer k-fictional"
    assert request.headers["accept-encoding"] == "identity"


def test_a_redirect_is_an_answer_and_not_followed(scripted_server) -> None:
    elsewhere = scripted_server(replies.as_page())
    server = scripted_server(replies.redirect(elsewhere.url))
    fetched = asyncio.run(_fetch(server))
    assert fetched.status == 307
    assert elsewhere.received == []


def test_an_endless_answer_is_cut_off(scripted_server) -> None:
    server = scripted_server(replies.oversized_answer(5_000_000))
    with pytest.raises(ModelServerError) as raised:
        asyncio.run(_fetch(server, "/v1/chat/completions", b'{"messages": []}'))
    assert raised.value.code == "llm.too_large"


def test_a_key_that_no_header_can_carry_is_refused(scripted_server) -> None:
    with pytest.raises(InputError) as raised:
        asyncio.run(_fetch(scripted_server(replies.as_page()), key=Secret("a\r\nb")))
    assert raised.value.code == "net.header"


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (replies.cut_before_head(), "llm.cut"),
        (replies.cut_mid_head(), "llm.cut"),
        (replies.not_http(), "llm.cut"),
    ],
)
def test_faults_of_the_line_are_named(scripted_server, reply: replies.Reply, code: str) -> None:
    with pytest.raises(ModelServerError) as raised:
        asyncio.run(_fetch(scripted_server(reply)))
    assert raised.value.code == code
    assert raised.value.retryable
