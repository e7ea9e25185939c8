"""Event streams, plain text, Retry-After, secrets: the small parts that read what is foreign."""

from __future__ import annotations

import copy
import itertools
import pickle
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.errors import DestinationError
from core.domain.secret import Secret
from core.net.answers import Sent, Transmission
from core.net.json_reading import number, parse_object
from core.net.plain_text import PlainText, plain
from core.net.refusals import parse_retry_after, refusal
from core.net.sse import EventStream, ServerEvent

LIMIT = 10_000
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def events_of(chunks, limit=LIMIT):
    stream = EventStream(limit)
    found = [event for chunk in chunks for event in stream.feed(chunk)]
    return found + list(stream.finish())


def cut(data, points):
    edges = [0, *sorted(min(point, len(data)) for point in points), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(edges)]


lines = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=12)


@given(
    st.lists(st.tuples(st.sampled_from(["", "delta", "名"]), st.lists(lines, min_size=1, max_size=3)), max_size=5),
    st.sampled_from([b"\n", b"\r\n", b"\r"]),
    st.lists(st.integers(0, 400), max_size=12),
)
def test_events_survive_every_cut(sent, line_end, points):
    raw = b""
    for name, data in sent:
        raw += b": comment\n".replace(b"\n", line_end)
        raw += (b"event: " + name.encode() + line_end) if name else b""
        raw += b"".join(b"data: " + line.encode() + line_end for line in data) + line_end
    expected = [ServerEvent(name, "\n".join(data)) for name, data in sent]
    assert events_of(cut(raw, points)) == expected


@pytest.mark.parametrize(
    ("raw", "data"),
    [
        (b"data:x\n\n", ["x"]),
        (b"data:  x\n\n", [" x"]),
        (b"\xef\xbb\xbfdata: x\n\n", ["x"]),
        (b"data\n\n", [""]),
        (b"id: 7\nretry: 10\ndata: x\nunknown: y\n\n", ["x"]),
        (b"data: x", ["x"]),
        (b"data: x\r", ["x"]),
        (b"event: ping\n\n", []),
        (b"\n\n\n", []),
        (b"", []),
        ("data: 😀\u2028\u0085\n\n".encode(), ["😀\u2028\u0085"]),
    ],
)
def test_forms_of_an_event(raw, data):
    assert [event.data for event in events_of([raw])] == data
    assert [event.data for event in events_of([bytes([byte]) for byte in raw])] == data


@pytest.mark.parametrize("raw", [b"data: " + b"x" * 200, b"data: xxxxxxxxxx\n" * 20, b": " + b"c" * 200])
def test_an_event_has_a_largest_size(raw):
    with pytest.raises(DestinationError) as caught:
        events_of([raw], limit=100)
    assert caught.value.code == "destination.event_too_large"


def test_many_small_events_are_no_large_one():
    assert len(events_of([b"data: xxxxxxxxxx\n\n" * 100], limit=100)) == 100


def test_bytes_that_are_not_utf8_are_refused():
    with pytest.raises(DestinationError) as caught:
        events_of([b"data: \xe4\xbd\n\n"])
    assert caught.value.code == "destination.not_utf8"


@given(
    st.text(
        st.characters(
            exclude_categories=["Cs", "Cc"], exclude_characters="\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        )
    ),
    st.data(),
)
def test_plain_text_keeps_what_is_plain(text, data):
    units = "".join(
        character
        if ord(character) < 0x10000
        else "".join(map(chr, memoryview(character.encode("utf-16-le")).cast("H")))
        for character in text
    )
    points = data.draw(st.lists(st.integers(0, max(1, len(units))), max_size=6))
    cleaner = PlainText()
    assert "".join(cleaner.feed(piece) for piece in cut(units, points)) + cleaner.finish() == text


@given(st.text(st.characters(), max_size=60))
def test_plain_text_is_always_showable(text):
    shown = plain(text)
    shown.encode("utf-8")
    assert not {character for character in shown if ord(character) < 32} - {"\t", "\n", "\r"}


@pytest.mark.parametrize("units", [(0xD83D,), (0xDE00,), (0x61, 0xD83D, 0x62), (0xDE00, 0xD83D)])
def test_half_a_character_is_shown_as_unknown(units):
    text = "".join(map(chr, units))
    assert "\ufffd" in plain(text)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("5", 5.0),
        ("0.5", 0.5),
        ("", None),
        ("soon", None),
        ("-3", None),
        ("１２", None),
        ("Sun, 01 Mar 2026 00:00:30 GMT", 30.0),
        ("Sat, 28 Feb 2026 00:00:00 GMT", 0.0),
        ("Sun, 01 Mar 2026 00:00:30", None),
        ("9" * 400, float("inf")),
    ],
)
def test_retry_after(value, seconds):
    assert parse_retry_after(value, NOW) == seconds


@pytest.mark.parametrize("body", [b"", b"[1]", b"\xff", b"[" * 100_000, b'{"error": 1}', b'{"error": {"type": 7}}'])
def test_the_body_of_a_refusal_may_be_anything(body):
    assert refusal(429, body, None).code == "destination.rate_limited"


@pytest.mark.parametrize("status", [*range(201, 209), *range(300, 309), *range(400, 452), *range(500, 600)])
def test_every_status_has_a_meaning(status):
    error = refusal(status, b"", 3.0)
    assert error.code.startswith("destination.")
    assert error.details == {"sent": "yes", "status": status, "retry_after": 3.0}


@pytest.mark.parametrize("data", ["", "1", "[]", "null", '"x"', "{", "[" * 100_000, '{"a": ' + "9" * 5000 + "}"])
def test_only_objects_are_read(data):
    with pytest.raises(DestinationError) as caught:
        parse_object(data)
    assert caught.value.code == "destination.malformed"


@pytest.mark.parametrize(("value", "count"), [(3, 3), (0, 0), (-1, None), (True, None), ("3", None), (None, None)])
def test_counts(value, count):
    assert number({"n": value}, "n") == count


def test_a_secret_shows_itself_to_nobody():
    secret = Secret("sk-fictional-1")
    for shown in (
        repr(secret),
        str(secret),
        f"{secret}",
        f"{secret:>40}",
        "{}".format(secret),  # noqa: UP032 - one more way to print
        repr([secret]),
        repr({1: secret}),
    ):
        assert "sk-fictional-1" not in shown
    with pytest.raises(TypeError):
        pickle.dumps(secret)
    with pytest.raises(TypeError):
        copy.copy(secret)
    assert not hasattr(secret, "__dict__")
    assert secret.reveal() == "sk-fictional-1"
    assert bool(secret) is True
    assert bool(Secret("")) is False


def test_a_transmission_never_moves_back():
    transmission = Transmission()
    assert transmission.sent is Sent.NO
    transmission.writing()
    assert transmission.sent is Sent.UNKNOWN
    transmission.answered()
    transmission.writing()
    assert transmission.sent is Sent.YES
