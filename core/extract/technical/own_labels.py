"""What tells whose a host or a user is, and pieces of a secret, where they stand elsewhere in a text: in the name of a
package or a folder, in the message of a program that took a password apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.extract.disguise_words import english
from core.extract.technical.hosts import HOST_NAME, customer_part
from core.extract.technical.settings import Settings

LEAST = 5
"""Letters of the shortest label that tells whose a host is."""
MOST = 50
"""Labels of one text that are looked for."""
_HOST = re.compile(HOST_NAME)
_PIECE = re.compile(r"[A-Za-z0-9]{4,}")
_LETTERS = re.compile(r"[a-z]+")


def own_labels(hosts: Iterable[str], settings: Settings) -> tuple[str, ...]:
    """What tells whose the private ones of `hosts` are: words of their labels, but for the last, that are in no
    dictionary and in the names of no other machines."""
    found: dict[str, None] = {}
    for host in hosts:
        if "." in host and _HOST.fullmatch(host) and customer_part(host, settings) < 0:
            words = _LETTERS.findall(host.casefold().rstrip(".").rpartition(".")[0])
            found.update(dict.fromkeys(word for word in words if len(word) >= LEAST and _is_telling(word, settings)))
    return tuple(found)[:MOST]


def own_words(users: Iterable[str], settings: Settings) -> tuple[str, ...]:
    """What tells who somebody is of the names that people sign in with: svc_pemberton."""
    words = dict.fromkeys(word for user in users for word in _LETTERS.findall(user))
    return tuple(word for word in words if len(word) >= LEAST and _is_telling(word, settings))[:MOST]


def own_pieces(secrets: Iterable[str], settings: Settings) -> tuple[str, ...]:
    """Pieces of secrets between their signs that are no words of every text."""
    pieces = dict.fromkeys(piece for secret in secrets for piece in _PIECE.findall(secret) if piece != secret)
    return tuple(piece for piece in pieces if _is_own(piece, settings))[:MOST]


def _is_own(piece: str, settings: Settings) -> bool:
    if piece.isdecimal() or (piece.islower() and piece in english()):
        return False
    return piece.casefold() not in settings.placeholders


def _is_telling(word: str, settings: Settings) -> bool:
    return word not in english() and word not in settings.host_words and word not in settings.service_words


def places(labels: Iterable[str], text: str) -> Iterator[tuple[int, int]]:
    """Where the labels stand in `text` as words of their own, in just these letters."""
    for label in labels:
        start = text.find(label)
        while start >= 0:
            end = start + len(label)
            if not any(
                char.isascii() and char.isalnum() for char in text[max(0, start - 1) : start] + text[end : end + 1]
            ):
                yield start, end
            start = text.find(label, end)
