"""Addresses of destinations: strict parsing, one canonical spelling (SEC-11).

Only spellings with exactly one reading pass. HTTPS goes anywhere a person configured; plain HTTP only to
the loopback literals 127.0.0.1 and ::1, so that no name resolution can point it elsewhere.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.domain.errors import InputError
from core.domain.release import Destination, DestinationKind

MAX_URL_LENGTH = 2048
MAX_MODEL_LENGTH = 256
MAX_PORT = 65535
DEFAULT_PORTS = {"https": 443, "http": 80}
LOOPBACK_LITERALS = frozenset({"127.0.0.1", "::1"})

_PRINTABLE = re.compile(r"[\x21-\x7e]+")
_SCHEME = re.compile(r"(https?)://", re.IGNORECASE)
_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
_NUMERIC_LABEL = re.compile(r"(0x[0-9a-f]*|[0-9]+)")
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")
_MODEL = re.compile(r"[\w.:/@+-]+( [\w.:/@+-]+)*")
_IDENTIFIER = re.compile(r"[A-Za-z0-9._-]{1,64}")


@dataclass(frozen=True, slots=True)
class Origin:
    """What the allow-list compares: scheme, lower-case ASCII host without brackets, explicit port."""

    scheme: str
    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """True only for the two literals; a name is never loopback."""
        return self.host in LOOPBACK_LITERALS

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """An origin and a path without a trailing slash (`/v1` or empty). `str` gives the canonical spelling."""

    origin: Origin
    path: str

    def __str__(self) -> str:
        return f"{self.origin}{self.path}"

    def join(self, suffix: str) -> str:
        """URL of an endpoint below the base; `suffix` starts with a slash."""
        return f"{self}{suffix}"


def parse_base_url(text: str) -> BaseUrl:
    """Parse a base URL as a person entered it.

    Raises InputError with a code that names what is wrong (`address.empty`, `.characters`, `.scheme`,
    `.userinfo`, `.host`, `.numeric_host`, `.trailing_dot`, `.port`, `.path`, `.query`, `.plain_http`,
    `.too_long`); its details hold no part of the input, since an address can carry a password.
    """
    url = parse_url(text)
    _require(url.origin.scheme == "https" or url.origin.is_loopback, "address.plain_http")
    return url


def parse_proxy(text: str) -> str:
    """Canonical URL of an HTTP proxy that a person configured.

    Raises InputError as `parse_base_url`, but plain HTTP is allowed to any host: a proxy only relays the TLS
    connection to the destination, which is verified end to end.
    """
    url = parse_url(text)
    _require(not url.path, "address.path")
    return str(url.origin)


def parse_url(text: str) -> BaseUrl:
    """The strict reading alone, whatever the host; who may be spoken to is the caller's question.

    Raises InputError as `parse_base_url`, but for `address.plain_http`.
    """
    stripped = text.strip(" \t\r\n")
    _require(bool(stripped), "address.empty")
    _require(len(stripped) <= MAX_URL_LENGTH, "address.too_long")
    _require(_PRINTABLE.fullmatch(stripped) is not None and "\\" not in stripped, "address.characters")
    _require(_SCHEME.match(stripped) is not None, "address.scheme")
    try:
        parts = urlsplit(stripped)
    except ValueError:
        raise InputError("address.host") from None
    _require("@" not in parts.netloc, "address.userinfo")
    _require("?" not in stripped and "#" not in stripped, "address.query")
    origin = Origin(parts.scheme, *_host_and_port(parts.netloc, parts.scheme))
    _require(_PATH.fullmatch(parts.path) is not None, "address.path")
    _require(not {".", ".."} & set(parts.path.split("/")), "address.path")
    return BaseUrl(origin, parts.path.rstrip("/"))


def _require(condition: bool, code: str) -> None:
    if not condition:
        raise InputError(code)


def _host_and_port(netloc: str, scheme: str) -> tuple[str, int]:
    if netloc.startswith("["):
        literal, closed, rest = netloc[1:].partition("]")
        _require(bool(closed) and (not rest or rest.startswith(":")), "address.host")
        host, port = _ipv6(literal), rest[1:] if rest else None
    else:
        name, colon, number = netloc.partition(":")
        host, port = _name_or_ipv4(name.lower()), number if colon else None
    if port is None:
        return host, DEFAULT_PORTS[scheme]
    _require(re.fullmatch(r"[0-9]{1,5}", port) is not None, "address.port")
    _require(0 < int(port) <= MAX_PORT, "address.port")
    return host, int(port)


def _ipv6(literal: str) -> str:
    _require("%" not in literal, "address.host")
    try:
        address = ipaddress.IPv6Address(literal)
    except ValueError:
        raise InputError("address.host") from None
    # A mapped or unspecified address is another spelling of an IPv4 host or of "this machine".
    _require(address.ipv4_mapped is None and not address.is_unspecified, "address.numeric_host")
    return address.compressed


def _name_or_ipv4(name: str) -> str:
    _require(bool(name), "address.host")
    _require(not name.endswith("."), "address.trailing_dot")
    labels = name.split(".")
    if _NUMERIC_LABEL.fullmatch(labels[-1]):
        # Resolvers read 127.1, 0x7f.1 and 2130706433 as addresses: only the dotted quad has one reading.
        try:
            address = ipaddress.IPv4Address(name)
        except ValueError:
            raise InputError("address.numeric_host") from None
        _require(not address.is_unspecified, "address.numeric_host")
        return str(address)
    _require(all(_LABEL.fullmatch(label) for label in labels), "address.host")
    return name


def make_destination(
    identifier: str,
    kind: DestinationKind,
    name: str,
    *,
    base_url: str = "",
    model: str = "",
    account: str = "",
) -> Destination:
    """A validated destination with its base URL in canonical spelling.

    Raises InputError: as `parse_base_url`; `destination.model` for an empty, overlong or unprintable model
    name; `destination.id`; `destination.unexpected_url` for a dry run or manual destination with a URL.
    """
    _require(_IDENTIFIER.fullmatch(identifier) is not None, "destination.id")
    if not kind.remote:
        _require(not base_url, "destination.unexpected_url")
        return Destination(identifier, kind, name, model=model, account=account)
    url = parse_base_url(base_url)
    _require(len(model) <= MAX_MODEL_LENGTH and _MODEL.fullmatch(model) is not None, "destination.model")
    return Destination(identifier, kind, name, base_url=str(url), model=model, account=account)
