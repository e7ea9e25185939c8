"""`drsl bench vault`: how long a person waits for a vault of a given size. Made in a temporary folder, then removed."""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from app.cli.session import Session
from app.installed import DISTRIBUTION, installed
from bench.commands.shown import Shown, Table, cell, generated
from bench.result import BenchResult, Record
from core.domain.artifact import Artifact
from core.domain.language import Language
from core.domain.secret import Secret
from core.domain.sensitive import SensitiveSet
from core.domain.taxonomy import Domain
from core.store.encrypted_connection import new_key
from core.store.records import Draft, HistoryFilter, StoredConversation, StoredTurn
from core.store.vault import Vault

SIZE = 10_000
REPEATS = 20
SPLITS = ("test", "mixed")
START = datetime(2026, 1, 1, tzinfo=UTC)
MILLISECONDS = 1000.0


def measure_vault(options: argparse.Namespace, session: Session) -> Shown:
    """`--n` conversations (default 10,000), generated prompts as their texts."""
    size = options.n or SIZE
    chance = random.Random(options.seed)  # noqa: S311 - repeatable, not secret
    texts = [(prompt.language, prompt.text) for prompt in generated(session.root, SPLITS, options.seed)]
    with tempfile.TemporaryDirectory(prefix="drsl-") as folder:
        rows = list(_measured(Path(folder), size, texts, chance))
    summary: Record = {row["what"]: {key: row[key] for key in ("median", "p95", "n")} for row in rows}
    result = BenchResult("vault", size, options.seed, installed(DISTRIBUTION), summary, tuple(rows))
    table = [[str(row["what"]), cell(row["median"]), cell(row["p95"]), cell(row["n"])] for row in rows]
    return Shown(result, (Table("bench.title.vault", "bench.head.vault", table),))


def _measured(
    folder: Path, size: int, texts: Sequence[tuple[Language, str]], chance: random.Random
) -> Iterator[Record]:
    path, key = folder / "vault.db", Secret(new_key())
    vault = Vault.open(path, key, create=True)
    yield _row("save", [_timed(partial(vault.conversations.save, item)) for item in _filled(size, texts, chance)])
    vault.close()
    opened: list[Vault] = []
    times = []
    for _ in range(REPEATS):
        times.append(_timed(lambda: opened.append(Vault.open(path, key))))
        times[-1] += _timed(lambda: opened[-1].conversations.list())
        opened.pop().close()
    yield _row("open_and_list", times)
    yield {"what": "megabytes", "median": path.stat().st_size / 1e6, "p95": path.stat().st_size / 1e6, "n": 1}
    vault = Vault.open(path, key)
    try:
        yield from _searches(vault, texts, chance)
        yield _row("list_page", [_timed(lambda: vault.conversations.list(offset=size // 2)) for _ in range(REPEATS)])
        yield _row(
            "load", [_timed(lambda: vault.conversations.load(f"c{chance.randrange(size)}")) for _ in range(REPEATS)]
        )
        draft = Draft("d", "", texts[0][1], "", START)
        yield _row("save_draft", [_timed(lambda: vault.drafts.save(draft)) for _ in range(REPEATS)])
        yield _row("verify_audit", [_timed(vault.audit.verify) for _ in range(3)])
        some = [f"c{number}" for number in range(min(10, size))]
        yield _row("delete_for_ever", [_timed(partial(vault.conversations.delete_for_ever, [one])) for one in some])
    finally:
        vault.close()


def _searches(vault: Vault, texts: Sequence[tuple[Language, str]], chance: random.Random) -> Iterator[Record]:
    """Words of the texts themselves, by length and script; and words that nowhere stand, which look longest."""
    kinds: dict[str, Callable[[], str]] = {
        "search_en_word": lambda: chance.choice(_of(texts, Language.EN, chance).split()),
        "search_en_two": lambda: " ".join(chance.sample(_of(texts, Language.EN, chance).split(), 2)),
        "search_zh_four": lambda: _piece(_of(texts, Language.ZH, chance), 4, chance),
        "search_zh_two": lambda: _piece(_of(texts, Language.ZH, chance), 2, chance),
        "search_zh_one": lambda: _piece(_of(texts, Language.ZH, chance), 1, chance),
        "search_absent": lambda: f"q{chance.randrange(10**9)}x",
        "search_absent_two": lambda: "ǂǁ",
        "search_filtered": lambda: chance.choice(_of(texts, Language.EN, chance).split()),
    }
    for name, word in kinds.items():
        chosen = HistoryFilter(language=Language.ZH) if name == "search_filtered" else HistoryFilter()
        words = [word() for _ in range(REPEATS)]
        yield _row(name, [_timed(partial(vault.conversations.search, one, chosen)) for one in words])


def _of(texts: Sequence[tuple[Language, str]], language: Language, chance: random.Random) -> str:
    return chance.choice([text for known, text in texts if known is language])


def _piece(text: str, length: int, chance: random.Random) -> str:
    start = chance.randrange(max(1, len(text) - length))
    return text[start : start + length].strip() or text[:length]


def _filled(size: int, texts: Sequence[tuple[Language, str]], chance: random.Random) -> Iterator[StoredConversation]:
    """One turn each; every text carries its number, so that no two are alike."""
    for number in range(size):
        language, text = texts[number % len(texts)]
        original = f"{text} ({number})"
        answer = f"{chance.choice(texts)[1]} ({number})"
        turn = StoredTurn(original, SensitiveSet(()), Artifact(original, (), {}), answer, answer, START)
        moment = START + timedelta(minutes=number)
        base = StoredConversation(f"c{number}", b"k" * 32, text[:40], language, Domain.GENERAL, moment, moment)
        yield replace(base, turns=(turn,))


def _timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * MILLISECONDS


def _row(what: str, times: Sequence[float]) -> Record:
    ordered = sorted(times)
    return {
        "what": what,
        "median": round(statistics.median(ordered), 2),
        "p95": round(ordered[int(0.95 * (len(ordered) - 1))], 2),
        "n": len(ordered),
    }
