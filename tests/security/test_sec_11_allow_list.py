"""SEC-11: redirects, proxies, environment, odd spellings of addresses do not get past the allow-list."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from release_cases import REMOTE_KINDS, GatewayHarness, connector, destination_at, gather
from servers import ScriptedServer, replies

from core.domain.errors import DestinationError, InputError, ReleaseRefused
from core.domain.release import DestinationKind
from core.domain.secret import Secret
from core.net.address import Origin, make_destination, parse_base_url, parse_proxy
from core.net.answers import Transmission
from core.net.http import Channel

REFUSED = [
    ("", "address.empty"),
    ("   ", "address.empty"),
    ("api.example.com", "address.scheme"),
    ("//api.example.com", "address.scheme"),
    ("ftp://api.example.com", "address.scheme"),
    ("file:///etc/passwd", "address.scheme"),
    ("javascript:alert(1)", "address.scheme"),
    ("https:/api.example.com", "address.scheme"),
    ("https:\\\\api.example.com", "address.characters"),
    ("https://api.example.com\\@evil.example", "address.characters"),
    ("https://api.example.com evil.example", "address.characters"),
    ("https://api.example.com\r\nHost: evil.example", "address.characters"),
    ("https://api.example.com\x00.evil.example", "address.characters"),
    ("https://аpi.example.com", "address.characters"),
    ("https://ａｐｉ.example.com", "address.characters"),
    ("https://api。example.com", "address.characters"),
    ("https://user@api.example.com", "address.userinfo"),
    ("https://user:secret@api.example.com", "address.userinfo"),
    ("https://api.example.com@evil.example", "address.userinfo"),
    ("https://@api.example.com", "address.userinfo"),
    ("https://api.example.com?x=1", "address.query"),
    ("https://api.example.com?", "address.query"),
    ("https://api.example.com/#", "address.query"),
    ("https://api.example.com#@evil.example", "address.query"),
    ("https://api.example.com.", "address.trailing_dot"),
    ("https://127.0.0.1.", "address.trailing_dot"),
    ("https://", "address.host"),
    ("https://:443", "address.host"),
    ("https://-a.example", "address.host"),
    ("https://a..example", "address.host"),
    ("https://a_b.example", "address.host"),
    ("https://%61pi.example.com", "address.host"),
    ("https://[::1", "address.host"),
    ("https://[::1]evil.example", "address.host"),
    ("https://[fe80::1%25eth0]", "address.host"),
    ("https://[not-an-address]", "address.host"),
    ("https://[v1.x]", "address.host"),
    ("https://api.example.com:", "address.port"),
    ("https://api.example.com:0", "address.port"),
    ("https://api.example.com:65536", "address.port"),
    ("https://api.example.com:-1", "address.port"),
    ("https://api.example.com:4 43", "address.characters"),
    ("https://api.example.com:443:80", "address.port"),
    ("https://api.example.com/../admin", "address.path"),
    ("https://api.example.com/./v1", "address.path"),
    ("https://api.example.com//evil.example", "address.path"),
    ("https://api.example.com/%2e%2e/", "address.path"),
    ("https://2130706433", "address.numeric_host"),
    ("https://0x7f000001", "address.numeric_host"),
    ("https://0x7f.1", "address.numeric_host"),
    ("https://127.1", "address.numeric_host"),
    ("https://127.0.0.01", "address.numeric_host"),
    ("https://0177.0.0.1", "address.numeric_host"),
    ("https://0.0.0.0", "address.numeric_host"),
    ("https://[::]", "address.numeric_host"),
    ("https://[::ffff:127.0.0.1]", "address.numeric_host"),
    ("http://api.example.com", "address.plain_http"),
    ("http://localhost", "address.plain_http"),
    ("http://localhost:1234", "address.plain_http"),
    ("http://127.0.0.1.nip.example", "address.plain_http"),
    ("http://127.0.0.2", "address.plain_http"),
    ("http://192.168.1.5", "address.plain_http"),
    ("http://[::2]", "address.plain_http"),
    ("http://xn--api-5cd.example.com", "address.plain_http"),
    ("https://" + "a" * 64 + ".example", "address.host"),
    ("https://api.example.com/" + "a" * 3000, "address.too_long"),
]

ACCEPTED = [
    ("https://api.example.com", "https://api.example.com"),
    (" https://api.example.com/v1/ \n", "https://api.example.com/v1"),
    ("HTTPS://API.Example.COM:443/v1", "https://api.example.com/v1"),
    ("https://api.example.com:8443", "https://api.example.com:8443"),
    ("https://xn--bcher-kva.example/v1", "https://xn--bcher-kva.example/v1"),
    ("https://10.1.2.3/llm", "https://10.1.2.3/llm"),
    ("https://[2001:DB8::1]/v1", "https://[2001:db8::1]/v1"),
    ("http://127.0.0.1:1234/v1", "http://127.0.0.1:1234/v1"),
    ("http://127.0.0.1:80", "http://127.0.0.1"),
    ("http://[::1]:1234", "http://[::1]:1234"),
    ("http://[0:0:0:0:0:0:0:1]:1234", "http://[::1]:1234"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED, ids=range(len(REFUSED)))
def test_addresses_with_two_readings_are_refused(text, code):
    with pytest.raises(InputError) as caught:
        parse_base_url(text)
    assert caught.value.code == code
    assert caught.value.details == {}
    with pytest.raises(InputError):
        make_destination("cloud", DestinationKind.OPENAI, "Cloud", base_url=text, model="m")


@pytest.mark.parametrize(("text", "canonical"), ACCEPTED)
def test_addresses_have_one_spelling(text, canonical):
    assert str(parse_base_url(text)) == canonical
    assert str(parse_base_url(canonical)) == canonical


@given(st.text(max_size=60) | st.from_regex(r"https?://[a-z0-9.:@\[\]/%-]{0,40}", fullmatch=True))
def test_whatever_passes_is_safe_and_stable(text):
    try:
        url = parse_base_url(text)
    except InputError:
        return
    assert url.origin.scheme == "https" or url.origin.host in {"127.0.0.1", "::1"}
    assert parse_base_url(str(url)) == url
    assert url.origin.host.isascii()
    assert "@" not in str(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{other}/v1/chat/completions",
        "http://127.0.0.2:{port}/v1/chat/completions",
        "https://127.0.0.1:{port}/v1/chat/completions",
        "http://localhost:{port}/v1/chat/completions",
        "http://127.0.0.1.:{port}/v1/chat/completions",
        "http://[::ffff:127.0.0.1]:{port}/v1/chat/completions",
        "http://[::1]:{port}/v1/chat/completions",
        "http://127.0.0.1:{port}@evil.example/v1",
        "http://evil.example:{port}/",
        "http://127.1:{port}/",
    ],
)
def test_a_channel_serves_its_own_origin_only(scripted_server, url):
    server, other = scripted_server(replies.echo()), scripted_server(replies.echo())
    channel = Channel(Origin("http", "127.0.0.1", server.port))
    transmission = Transmission()

    async def post():
        async with channel.post(url.format(port=server.port, other=other.port), {}, b"{}", transmission):
            raise AssertionError("let through")

    with pytest.raises(ReleaseRefused) as caught:
        asyncio.run(post())
    assert caught.value.code == "net.not_allowed"
    assert transmission.sent.value == "no"
    assert (server.connections, other.connections) == (0, 0)


@pytest.mark.parametrize("kind", REMOTE_KINDS)
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(scripted_server, kind, status):
    elsewhere = scripted_server(replies.echo())
    server = scripted_server(replies.redirect(f"{elsewhere.origin}/v1/chat/completions", status))
    harness = GatewayHarness()
    parcel = harness.pack(destination_at(server.url, kind))
    with pytest.raises(DestinationError) as caught:
        gather(harness.gateway.send(harness.approved(parcel), parcel, Secret("sk-fictional")))
    assert caught.value.code == "destination.redirect"
    assert elsewhere.connections == 0
    assert len(server.received) == 1


def test_loopback_never_goes_through_a_proxy(scripted_server):
    proxy, server = scripted_server(replies.echo()), scripted_server(replies.echo())
    harness = GatewayHarness(remote=connector(proxy=proxy.origin))
    parcel = harness.pack(destination_at(server.url))
    gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert proxy.connections == 0


def test_an_explicit_proxy_sees_the_host_and_no_content(scripted_server):
    proxy = scripted_server(replies.status(403))
    harness = GatewayHarness(remote=connector(proxy=proxy.origin))
    parcel = harness.pack(destination_at("https://api.cloud.example/v1"))
    with pytest.raises(DestinationError) as caught:
        gather(harness.gateway.send(harness.approved(parcel), parcel, Secret("sk-fictional")))
    assert caught.value.code == "destination.proxy"
    assert proxy.wire.startswith(b"CONNECT api.cloud.example:443 HTTP/1.1\r\n")
    assert b"sk-fictional" not in proxy.wire
    assert b"PERSON_1" not in proxy.wire


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://proxy.corp.example:3128", "http://proxy.corp.example:3128"),
        (" https://proxy.example/ ", "https://proxy.example"),
    ],
)
def test_a_proxy_may_be_plain_http(text, url):
    assert parse_proxy(text) == url


@pytest.mark.parametrize(
    "text",
    ["socks5://p.example", "http://u:p@p.example", "http://p.example/path", "http://p.example.", "", "http://0x7f.1"],
)
def test_odd_proxies_are_refused(text):
    with pytest.raises(InputError):
        parse_proxy(text)


def test_ipv6_loopback_works_where_the_machine_has_it():
    try:
        server = ScriptedServer(replies.echo(), host="::1")
    except OSError:
        pytest.skip("no IPv6 on this machine")
    with server:
        harness = GatewayHarness()
        parcel = harness.pack(destination_at(server.url))
        gather(harness.gateway.send(harness.approved(parcel), parcel))
        assert server.received[0].headers["host"] == f"[::1]:{server.port}"


@pytest.mark.parametrize("model", ["", " m", "m ", "m\n", "m\x00", "m" * 300, "a  b", '"'])
def test_odd_model_names_are_refused(model):
    with pytest.raises(InputError) as caught:
        make_destination("cloud", DestinationKind.OPENAI, "Cloud", base_url="https://a.example", model=model)
    assert caught.value.code == "destination.model"


@pytest.mark.parametrize("model", ["gpt-5", "qwen/qwen3-4b:free", "claude-opus-4-1@20250805", "Qwen 3 4B", "模型-1"])
def test_usual_model_names_pass(model):
    assert make_destination("c", DestinationKind.OPENAI, "C", base_url="https://a.example", model=model).model == model


def test_no_credentials_come_from_the_environment(scripted_server, monkeypatch, tmp_path):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password something\n", encoding="ascii")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    server = scripted_server(replies.echo())
    harness = GatewayHarness()
    parcel = harness.pack(destination_at(server.url))
    gather(harness.gateway.send(harness.approved(parcel), parcel))
    assert "authorization" not in server.received[0].headers
