"""Addresses of model servers as a person types them, and which of them are this computer."""

from __future__ import annotations

import ipaddress

from core.net.address import Origin, parse_url

LOCAL_NAMES = frozenset({"localhost"})


def full_address(typed: str) -> str:
    """What a person types as an address: a port alone, host and port, or all of it.

    Raises InputError as `core.net.address.parse_url`.
    """
    text = typed.strip()
    if text.isascii() and text.isdigit():
        text = f"http://127.0.0.1:{text}"
    elif text and "://" not in text:
        text = f"http://{text}"
    base = parse_url(text)
    if base.origin.host in LOCAL_NAMES:
        base = parse_url(text.lower().replace("localhost", "127.0.0.1", 1))
    return str(base)


def origin_of(address: str) -> Origin:
    """Scheme, host and port. Raises InputError."""
    return parse_url(address).origin


def is_here(address: str) -> bool:
    """Whether an address names this computer by its number."""
    try:
        return ipaddress.ip_address(origin_of(address).host).is_loopback
    except ValueError:
        return False
