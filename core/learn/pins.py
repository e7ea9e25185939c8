"""Versions that a subject holds on to whatever is adopted, kept among the settings of the vault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from core.domain.taxonomy import Domain
from core.store.repositories import SettingRepository

PINS = "library.pins"
FIRST = 1


class Pins:
    """`count`: `name@language` -> number of its versions, 0 for no item. The caller keeps two writers apart."""

    def __init__(self, settings: SettingRepository, count: Callable[[str], int]) -> None:
        self._settings = settings
        self._count = count

    def held(self) -> Mapping[Domain, Mapping[str, int]]:
        """Domain -> `name@language` -> version. What the settings hold is not believed: odd entries are left out.
        Raises StoreError."""
        kept = self._settings.get(PINS)
        found: dict[Domain, dict[str, int]] = {}
        for domain, versions in kept.items() if isinstance(kept, Mapping) else ():
            if domain not in set(Domain) or not isinstance(versions, Mapping):
                continue
            found[Domain(domain)] = {
                key: number
                for key, number in versions.items()
                if type(number) is int and FIRST <= number <= self._count(key)
            }
        return found

    def put(self, domain: Domain, key: str, version: int | None, at: datetime) -> None:
        """Hold `key` at `version`; None lets go, also of what is not held. Raises StoreError."""
        pins = {name.value: dict(versions) for name, versions in self.held().items()}
        held = pins.setdefault(domain.value, {})
        if version is None:
            held.pop(key, None)
        else:
            held[key] = version
        self._settings.put(PINS, {name: versions for name, versions in pins.items() if versions}, at)
