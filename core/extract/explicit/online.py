"""E-mail addresses, links, IP addresses and @handles."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.pattern_needs import Gate
from core.resources import read_toml

_LOCAL_TAIL = re.compile(r"[A-Za-z0-9_%+\-\u00c0-\u024f](?:[A-Za-z0-9._%+'\-\u00c0-\u024f]{0,63})\Z")
_DOMAIN = re.compile(
    r"(?:[A-Za-z0-9\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f-]{0,62})\.){1,6}[A-Za-z]{2,24}(?![A-Za-z])"
)
_RETURNED = re.compile(r"(?<![A-Za-z0-9._%+?&-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,62}=\Z")
"""An address inside the box of another, to which mail comes back: bounce+ann=plum.example@lists.example. In the
query of a link what stands before "=" is a parameter."""
_OBFUSCATED = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z0-9](?:[A-Za-z0-9_%+-]|\.(?=[A-Za-z0-9]))(?:[A-Za-z0-9_%+-]|\.(?=[A-Za-z0-9])){0,40}"
    r"(?:(?P<at>[ ]?(?:\[at\]|\(at\)|\{at\}|<at>|艾特|圈a|#at#)[ ]?)|[ ]at[ ])"
    r"(?P<host>[A-Za-z0-9-]{1,40}(?:[ ]?(?:\[dot\]|\(dot\)|\{dot\}|点)[ ]?[A-Za-z0-9-]{2,20}"
    r"|[ ](?:dot|\.)[ ][A-Za-z0-9-]{2,20}"
    r"|\.[A-Za-z]{2,20}){1,4})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_URL = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:https?|ftp|sftp|wss?)://|www\.)[A-Za-z0-9\u00c0-\u024f\-._~:/?#\[\]@!$&'()*+,;=%|]{3,2000}",
    re.IGNORECASE,
)
_CREDENTIALS = re.compile(r"://[^\s:/@]{1,64}:\Z")
_TRAILING = ".,;:!?)]}'\"|*"
_IPV4 = re.compile(r"(?<![\d.])(?<![A-Za-z])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2}|:\d{2,5})?(?![\d])(?!\.\d)")
_IPV6 = re.compile(r"(?<![0-9A-Za-z:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![0-9A-Za-z:])")
_HANDLE = re.compile(
    r"(?<![A-Za-z0-9._%+\-/@\u4e00-\u9fff])@(?P<name>[A-Za-z_][A-Za-z0-9_.]{1,29}[A-Za-z0-9_](?![A-Za-z0-9_(/-])"
    r"|[\u4e00-\u9fff][\u4e00-\u9fffA-Za-z0-9_]{1,11}(?=[ \n,:;!?。]|$))"
)


class EmailRecognizer:
    """EMAIL, plain and with "at" and "dot" written out. Linear: it looks around each "@" only."""

    id = "email"
    layer = Layer.PATTERN

    def __init__(self, gate: Gate | None = None) -> None:
        self._gate = gate or Gate()

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates with the address in lower case as value."""
        position = view.text.find("@")
        while position >= 0:
            local = _LOCAL_TAIL.search(view.text, max(0, position - 64), position)
            domain = _DOMAIN.match(view.text, position + 1)
            if local is not None and _CREDENTIALS.search(view.text, max(0, local.start() - 90), local.start()):
                local = None  # user:password@host is a secret, not a mailbox
            if local is not None and domain is not None:
                wrapped = _RETURNED.search(view.text, max(0, local.start() - 64), local.start())
                start = wrapped.start() if wrapped and _DOMAIN.fullmatch(local.group()) else local.start()
                surface = view.lower[start : domain.end()]
                yield Candidate(start, domain.end(), "EMAIL", surface, 0.98, Layer.PATTERN, "email.address", 0.98)
            position = view.text.find("@", position + 1)
        for match in self._gate.matches(_OBFUSCATED, view):
            apart = any(dot in match["host"].lower() for dot in (" dot ", " . "))
            if match["at"] is None and "." in match["host"] and not apart:
                # "arrived at example.com" is a sentence, not an address.
                continue
            address = re.sub(r"\s*[\[({<#]?(?:at|艾特|圈a)[\])}>#]?\s*", "@", match.group().lower(), count=1)
            address = re.sub(r"\s*[\[({]?(?:\bdot\b|点)[\])}]?\s*", ".", address)
            yield Candidate(
                match.start(),
                match.end(),
                "EMAIL",
                address,
                0.85,
                Layer.PATTERN,
                "email.obfuscated",
                0.85,
                form="spelled",
            )


class LinkRecognizer:
    """URL: links that lead to a person, a private document or a little-known site; not public home pages."""

    id = "link"
    layer = Layer.PATTERN

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        self._gate = gate or Gate()
        data = read_toml(root / "recognizers" / "contacts.toml")["url"]
        self._public = frozenset(data["public_hosts"])
        profiles: list[str] = sorted(data["profile_hosts"], key=len, reverse=True)
        self._profiles = tuple(profiles)
        self._parameters = re.compile(
            "[?&#;](?:" + "|".join(map(re.escape, data["personal_parameters"])) + ")=[^&#]", re.IGNORECASE
        )
        self._bare_profile = re.compile(
            r"(?<![A-Za-z0-9@./-])(?:(?:www|m|mobile|uk|de|cn)\.)?(?:"
            + "|".join(map(re.escape, profiles))
            + r")[A-Za-z0-9_.\-@%]{2,80}(?:/[A-Za-z0-9_.\-@%]{1,80}){0,4}/?",
            re.IGNORECASE,
        )

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates with the link as value."""
        for match in self._gate.matches(_URL, view):
            surface = match.group().rstrip(_TRAILING)
            score = self._score(surface)
            if score > 0:
                end = match.start() + len(surface)
                yield Candidate(match.start(), end, "URL", surface.lower(), score, Layer.PATTERN, "link.url", score)
        if "/" in view.text:
            for match in self._gate.matches(self._bare_profile, view):
                surface = match.group().rstrip(_TRAILING)
                end = match.start() + len(surface)
                yield Candidate(match.start(), end, "URL", surface.lower(), 0.75, Layer.PATTERN, "link.profile", 0.75)

    def _score(self, surface: str) -> float:
        rest = re.sub(r"^[a-z]+://", "", surface.lower())
        rest = rest.rpartition("@")[2] if "@" in rest.partition("/")[0] else rest
        host, _, path = rest.partition("/")
        host = host.partition("?")[0].partition(":")[0].removeprefix("www.")
        if "." not in host:
            return 0.0
        located = f"{host}/{path}"
        if any(located.startswith(item) and len(located) > len(item) + 1 for item in self._profiles):
            return 0.85
        if self._parameters.search(rest):
            return 0.8
        parts = host.split(".")
        if any(".".join(parts[index:]) in self._public for index in range(len(parts) - 1)):
            return 0.0
        return 0.7


class IpRecognizer:
    """IP_ADDRESS of both versions, checked by the standard library."""

    id = "ip"
    layer = Layer.PATTERN

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        self._gate = gate or Gate()
        data = read_toml(root / "recognizers" / "contacts.toml")["ip"]
        self._public = frozenset(data["public"])
        words = "|".join(map(re.escape, data["not_address"]))
        self._not_address = re.compile(rf"(?<![A-Za-z])(?:{words})[ :.=]{{0,2}}$", re.IGNORECASE)

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates with the compressed address as value."""
        for match in self._gate.matches(_IPV4, view):
            address = _parse(match.group().partition("/")[0].partition(":")[0])
            before = view.text[max(0, match.start() - 12) : match.start()]
            if address is not None and not self._not_address.search(before):
                yield from self._candidate(match, address)
        if view.text.count(":") < 2:
            return
        for match in _IPV6.finditer(view.text):
            address = _parse(match.group())
            if address is not None and len(match.group()) >= 6:
                yield from self._candidate(match, address)

    def _candidate(
        self, match: re.Match[str], address: ipaddress.IPv4Address | ipaddress.IPv6Address
    ) -> Iterator[Candidate]:
        if str(address) in self._public or address.is_loopback or address.is_unspecified or address.is_multicast:
            return
        score = 0.65 if address.is_private else 0.85
        yield Candidate(
            match.start(),
            match.end(),
            "IP_ADDRESS",
            address.compressed,
            score,
            Layer.PATTERN,
            f"ip.v{address.version}",
            score,
        )


def _parse(surface: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(surface)
    except ValueError:
        return None


class HandleRecognizer:
    """HANDLE after "@" in prose; decorators and package scopes are not people."""

    id = "handle"
    layer = Layer.PATTERN

    def __init__(self, root: Path) -> None:
        data = read_toml(root / "recognizers" / "contacts.toml")["handle"]
        self._not_a_person = frozenset(data["not_a_person"])

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates with the name behind "@" as value."""
        if "@" not in view.text:
            return
        for match in _HANDLE.finditer(view.text):
            name = match["name"].lower()
            if name.partition(".")[0] in self._not_a_person:
                continue
            yield Candidate(match.start(), match.end(), "HANDLE", name, 0.65, Layer.PATTERN, "handle.at", 0.65)
