"""Labels of a private host that stand elsewhere in a text: in the name of a data base, a package, a folder."""

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


def _is_telling(word: str, settings: Settings) -> bool:
    return word not in english() and word not in settings.host_words and word not in settings.service_words


def places(labels: Iterable[str], text: str) -> Iterator[tuple[int, int]]:
    """Where the labels stand in `text` as words of their own, in the small letters of names of machines."""
    for label in labels:
        start = text.find(label)
        while start >= 0:
            end = start + len(label)
            if not (text[start - 1 : start].isalpha() or text[end : end + 1].isalpha()):
                yield start, end
            start = text.find(label, end)
