"""The repositories of learning where there is no vault: in memory, with the contracts of the vault's."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from core.domain.errors import StoreError
from core.domain.language import Language
from core.store.records import ListedWord, PromptDraft, PromptVersion, WordList

SHIPPED = 1
MOST_AT_ONCE = 50_000


class InMemoryPromptVersions:
    """`core.store.repositories.PromptVersionRepository`. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, Language], list[PromptVersion]] = {}

    def append(
        self, name: str, language: Language, text: str, reason: str, at: datetime, repeats: int | None = None
    ) -> PromptVersion:
        """As the vault's."""
        with self._lock:
            known = self._kept.setdefault((name, language), [])
            if repeats is not None and repeats not in {item.version for item in known}:
                raise StoreError("store.no_prompt")
            last = known[-1].version if known else 0
            known.append(PromptVersion(name, language, last + 1, text, reason, at, repeats))
            return known[-1]

    def append_all(
        self,
        drafts: Sequence[PromptDraft],
        *,
        author: str,
        reason: str,
        at: datetime,
        evidence: Mapping[str, float] | None = None,
        change: str = "",
    ) -> tuple[PromptVersion, ...]:
        """As the vault's."""
        with self._lock:
            planned: dict[tuple[str, Language], list[PromptVersion]] = {}
            made: list[PromptVersion] = []
            for draft in drafts:
                key = draft.name, draft.language
                known = planned.setdefault(key, list(self._kept.get(key, ())))
                if draft.parent != (known[-1].version if known else SHIPPED):
                    raise StoreError("store.prompt_moved")
                version = PromptVersion(
                    draft.name, draft.language, draft.parent + 1, draft.text, reason, at, draft.repeats,
                    author, draft.parent, dict(evidence or {}), change, draft.base,
                )  # fmt: skip
                known.append(version)
                made.append(version)
            self._kept.update(planned)
            return tuple(made)

    def list(self, name: str = "") -> tuple[PromptVersion, ...]:
        """As the vault's."""
        with self._lock:
            keys = sorted(key for key in self._kept if not name or key[0] == name)
            return tuple(version for key in keys for version in self._kept[key])

    def latest(self, name: str, language: Language) -> PromptVersion | None:
        """As the vault's."""
        with self._lock:
            known = self._kept.get((name, language))
            return known[-1] if known else None


class InMemorySettings:
    """`core.store.repositories.SettingRepository`. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, str] = {}

    def get(self, key: str) -> object | None:
        """As the vault's."""
        with self._lock:
            text = self._kept.get(key)
        value: object | None = None if text is None else json.loads(text)
        return value

    def put(self, key: str, value: object, at: datetime) -> None:
        """As the vault's."""
        try:
            text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError, RecursionError):
            raise StoreError("store.value", details={"type": "Json"}) from None
        with self._lock:
            self._kept[key] = text

    def remove(self, key: str) -> None:
        """As the vault's."""
        with self._lock:
            self._kept.pop(key, None)


class InMemoryWords:
    """`core.store.repositories.WordRepository`. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[WordList, dict[str, ListedWord]] = {which: {} for which in WordList}

    def add(self, which: WordList, words: Sequence[ListedWord], at: datetime) -> int:
        """As the vault's."""
        if len(words) > MOST_AT_ONCE:
            raise StoreError("store.value", details={"type": "Words"})
        with self._lock:
            known = self._kept[which]
            before = len(known)
            known.update((word.key, word) for word in words)
            return len(known) - before

    def remove(self, which: WordList, keys: Sequence[str], at: datetime) -> int:
        """As the vault's."""
        with self._lock:
            return sum(self._kept[which].pop(key, None) is not None for key in dict.fromkeys(keys))

    def clear(self, which: WordList, at: datetime) -> int:
        """As the vault's."""
        with self._lock:
            gone = len(self._kept[which])
            self._kept[which] = {}
            return gone

    def count(self, which: WordList, query: str = "") -> int:
        """As the vault's."""
        with self._lock:
            return sum(query in key for key in self._kept[which])

    def page(self, which: WordList, query: str = "", offset: int = 0, limit: int = 100) -> tuple[ListedWord, ...]:
        """As the vault's."""
        with self._lock:
            keys = sorted(key for key in self._kept[which] if query in key)
            return tuple(self._kept[which][key] for key in keys[offset : offset + limit])

    def known(self, which: WordList, keys: Sequence[str]) -> int:
        """As the vault's."""
        with self._lock:
            return len(self._kept[which].keys() & set(keys))

    def every(self, which: WordList, piece: int = MOST_AT_ONCE) -> Iterator[ListedWord]:
        """As the vault's."""
        with self._lock:
            words = sorted(self._kept[which].values(), key=lambda word: word.key)
        yield from words
