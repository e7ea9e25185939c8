"""What of a host is private: all of it, what a customer chose of a service's, or nothing."""

from __future__ import annotations

import ipaddress
import re

from core.extract.disguise_words import english
from core.extract.technical.parts import Holds, Value
from core.extract.technical.settings import Settings

HOST = "HOST"
ADDRESS = "IP_ADDRESS"
NAME = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9_])?"
HOST_NAME = rf"{NAME}(?:\.{NAME}){{0,8}}\.?"
HOST_PORT = re.compile(rf"(?P<host>\[[0-9A-Fa-f:.]{{2,45}}\]|{HOST_NAME})(?::(?P<port>\d{{1,5}}))?")
"""A host with its port. An address of version 6 stands in brackets there."""
LEAST_TELLING = 4
"""Letters of a word in the bare name of a machine that may tell whose it is."""
_DOTTED = re.compile(r"[a-z0-9_.-]*\.[a-z][a-z0-9-]+\.?|[A-Z0-9_.-]*\.[A-Z][A-Z0-9-]+\.?")
_LETTERS = re.compile(r"[A-Za-z]+")


def read_host(text: str, start: int, end: int, settings: Settings, *, said: bool) -> tuple[Value, ...]:
    """The private part of the host at `[start, end)`, as one value; a value that stays where there is none. `said`: a
    private one is hidden whatever else has seen it."""
    name = text[start:end]
    address = parsed(name.strip("[]"))
    if address is not None:
        if address.is_loopback or address.is_unspecified:
            return (Value(start, end, Holds.STAYS),)
        inner = 1 if name.startswith("[") else 0
        return (Value(start + inner, end - inner, Holds.HOST, ADDRESS, said),)
    kept = customer_part(name, settings)
    if kept < 0:
        if is_telling(name, settings):
            return (Value(start, end, Holds.HOST, HOST, said),)
        return (Value(start, end, Holds.STAYS if name.casefold() in settings.host_words else Holds.FREE),)
    if kept == 0:
        return (Value(start, end, Holds.STAYS),)
    return (Value(start, start + kept, Holds.CUSTOMER, HOST, said), Value(start + kept, end, Holds.STAYS))


def parsed(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a host is, None for a name."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def customer_part(name: str, settings: Settings) -> int:
    """Length of what a customer chose at the beginning of a public service's host, 0 where all is the service's own,
    -1 for a host of nobody known."""
    labels = name.casefold().rstrip(".").split(".")
    ends = [".".join(labels[first:]) for first in range(len(labels))]
    if any(end in settings.documentation for end in ends):
        return 0
    owner = next((end for end in ends if end in settings.hosting), "")
    if not owner:
        return 0 if any(end in settings.public for end in ends) else -1
    own = labels[: len(labels) - owner.count(".") - 1]
    while own and (own[-1] in settings.service_words or settings.region.fullmatch(own[-1])):
        own.pop()
    return len(".".join(own))


def is_telling(name: str, settings: Settings) -> bool:
    """Whether the name of a machine may tell whose it is: one with dots and an end of letters, or with a word that no
    other machine has."""
    if "." in name.rstrip("."):
        return _DOTTED.fullmatch(name) is not None
    words = [word.casefold() for word in _LETTERS.findall(name) if len(word) >= LEAST_TELLING]
    return any(word not in settings.host_words and word not in english() for word in words)
