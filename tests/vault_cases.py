"""Fictional contents of a vault, a key store that remembers, and random domain values, for tests of the vault."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from release_cases import START, artifact, attribute, certificate, evidence, sensitive_set, verdict

from core.domain.errors import KeyStoreError
from core.domain.events import Stage, StageEvent, StageState
from core.domain.evidence import AttackerLevel, Probe, ProbeOutcome, ProbeResult
from core.domain.language import Language
from core.domain.release import SendState
from core.domain.request import Decision, Decisions, Request
from core.domain.secret import Secret
from core.domain.sending import SendRecord
from core.domain.taxonomy import Domain
from core.domain.tokens import TokenEntry
from core.domain.verdict import ResidualItem, VerdictKind
from core.store.records import ReviewItem, StoredConversation, StoredRun, StoredTurn
from core.store.vault import Vault

KEY = Secret("0f" * 32)
ENGLISH = "My aunt Orla Quist is 67. Which walking shoes suit her?"
CHINESE = "患者张三丰，电话13800138000，六十七岁，请问饮食上要注意什么？"
CHINESE_SAFE = "患者[姓名_1]，电话[电话_1]，六十多岁，请问饮食上要注意什么？"


class TickingClock:
    """Every look is one second later than the one before."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


class RememberingStore:
    """A key store of the operating system as it should be. `broken`: code of what every call raises."""

    def __init__(self, name: str = "test.backend", *, persistent: bool = True) -> None:
        self.name = name
        self.persistent = persistent
        self.entries: dict[str, str] = {}
        self.broken = ""

    def _check(self) -> None:
        if self.broken:
            raise KeyStoreError(self.broken)

    def get(self, identifier: str) -> Secret | None:
        self._check()
        found = self.entries.get(identifier)
        return None if found is None else Secret(found)

    def put(self, identifier: str, key: Secret) -> None:
        self._check()
        assert not set(key.reveal()) & set(" \n\t")
        self.entries[identifier] = key.reveal()

    def remove(self, identifier: str) -> None:
        self._check()
        self.entries.pop(identifier, None)


def open_vault(folder: Path, *, create: bool = False, **options: Any) -> Vault:
    return Vault.open(folder / "vault.db", KEY, create=create, **options)


def conversation(identifier: str = "c1", **changes: Any) -> StoredConversation:
    base = StoredConversation(
        id=identifier,
        key=bytes(range(32)),
        title="Walking shoes",
        language=Language.EN,
        domain=Domain.GENERAL,
        created_at=START,
        updated_at=START,
        tokens=(TokenEntry("[PERSON_1]", "PERSON", 1, "PERSON", "a1", "Orla Quist", Language.EN),),
        reserved=("[X_1]",),
        levels={"a1": 1, "a2": 2},
    )
    return replace(base, **changes)


def turn(original: str = ENGLISH, restored: str = "Orla Quist should try soft soles.", **changes: Any) -> StoredTurn:
    base = StoredTurn(
        original, sensitive_set(), artifact(), "[PERSON_1] should try soft soles.", restored, START, release_id="rel1"
    )
    return replace(base, **changes)


def run(identifier: str = "run1", conversation_id: str = "c1", **changes: Any) -> StoredRun:
    probe = Probe("a1", "reader", "enumerate", 1)
    measured = replace(evidence(), outcomes=(ProbeOutcome(probe, ProbeResult.HIT, "Who is the aunt?", "Orla Quist"),))
    judged = verdict(measured=measured)
    base = StoredRun(
        id=identifier,
        conversation_id=conversation_id,
        started_at=START,
        request=Request(ENGLISH, decisions=Decisions({"a2": Decision(0, "needed")}, never_hide=frozenset({"shoes"}))),
        verdict=judged,
        certificate=replace(certificate(judged), id=f"cert-{identifier}"),
        language=Language.EN,
        domain=Domain.GENERAL,
        seconds=0.25,
        stage_seconds={"extract": 0.1},
        events=(StageEvent(Stage.EXTRACT, StageState.DONE, 1, 1),),
    )
    return replace(base, **changes)


def review_item(identifier: str = "item1", **changes: Any) -> ReviewItem:
    hit = ProbeOutcome(Probe("a1", "reader", "enumerate", 1), ProbeResult.HIT, "Who is the aunt?", "Orla Quist")
    residual = ResidualItem("a1", AttackerLevel.A1, 0.9, 0.1, "posterior_above_cap", 8, 18, (hit,))
    base = ReviewItem(
        identifier, "c1", "run1", Domain.MEDICAL, Language.EN, "posterior_above_cap", (residual,), 3.0, START, START
    )
    return replace(base, **changes)


def infeasible_run(identifier: str = "run1", conversation_id: str = "c1") -> StoredRun:
    base = run(identifier, conversation_id)
    judged = replace(base.verdict, kind=VerdictKind.INFEASIBLE)
    return replace(base, verdict=judged, certificate=replace(base.certificate, verdict=VerdictKind.INFEASIBLE))


def send_record(state: SendState, release_id: str = "rel1", certificate_id: str = "cert-run1") -> SendRecord:
    return SendRecord(release_id, state, START, certificate_id, "ab" * 32, "cloud", 60, 200)


def chinese_run() -> StoredRun:
    given = attribute("z1", "PERSON", "张三丰", CHINESE)
    judged = verdict(text=CHINESE_SAFE, sensitive=sensitive_set(given), levels={"z1": 1})
    return run(
        "run-zh",
        request=Request(CHINESE),
        verdict=judged,
        certificate=replace(certificate(judged), id="cert-zh"),
        language=Language.ZH,
    )


_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
_MOMENT = st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC))
_LEAVES: dict[Any, st.SearchStrategy[Any]] = {
    str: _TEXT,
    int: st.integers(-(2**40), 2**40),
    bool: st.booleans(),
    float: st.floats(allow_nan=False),
    bytes: st.binary(max_size=8),
    datetime: _MOMENT,
}


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Random values of a frozen dataclass or of what stands in one, by its type hints."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _LEAVES:
        return _LEAVES[kind]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return st.sampled_from(list(kind))
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return st.builds(
            kind, **{field.name: st.deferred(lambda h=hints[field.name]: values_of(h)) for field in fields(kind)}
        )
    if origin in (Union, types.UnionType):
        inner = next(argument for argument in arguments if argument is not type(None))
        return st.none() | values_of(inner)
    if origin is tuple:
        return st.lists(values_of(arguments[0]), max_size=2).map(tuple)
    if origin is frozenset:
        return st.frozensets(values_of(arguments[0]), max_size=2)
    if origin is Mapping:
        return st.dictionaries(values_of(arguments[0]), values_of(arguments[1]), max_size=2)
    raise AssertionError(kind)


def decrypted(path: Path, key: Secret = KEY) -> bytes:
    """Every page of a database file in plain, those without content too: what a thief with the key could read."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    page_size, reserve, salt = 8192, 80, 16
    content = path.read_bytes()
    plain = b""
    for start in range(0, len(content), page_size):
        page = content[start : start + page_size]
        body = page[salt if start == 0 else 0 : page_size - reserve]
        vector = page[page_size - reserve : page_size - reserve + 16]
        machine = Cipher(algorithms.AES(bytes.fromhex(key.reveal())), modes.CBC(vector)).decryptor()
        plain += machine.update(body) + machine.finalize()
    return plain
