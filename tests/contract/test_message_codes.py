"""Every sentence of resources/messages is asked for by something, and what is asked for is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path

import pytest

from app.vault.service import VaultState
from core.domain.disclosure import DisclosureRole, Task, Treatment
from core.domain.evidence import Depth
from core.domain.sensitive import Layer
from core.domain.taxonomy import Kind
from core.keys.key_header import Custody
from core.resources import read_toml, resource_root

ROOT = resource_root().parent
QUOTED = re.compile(r"""["']([\w.-]+)["']""")
ASKED = re.compile(r"""(?:messages|sentences)(?:\.get)?\(\s*["']([\w.-]+)["']""")
NOT_SOURCES = {"messages", "corpus", "lexicons", "population", "help"}
"""Folders of resources whose words are no codes."""

FAMILIES: dict[str, type[StrEnum]] = {
    "role.": DisclosureRole,
    "kind.": Kind,
    "layer.": Layer,
    "report.task.": Task,
    "report.group.": Treatment,
    "depth.reached.": Depth,
    "vault.state.": VaultState,
    "vault.custody.": Custody,
}

Template = tuple[str | None, ...]
"""What a program composes a key of; None stands for a part that it fills in."""


@cache
def _keys() -> frozenset[str]:
    return frozenset(read_toml(resource_root() / "messages" / "en.toml"))


def _sources() -> Iterator[str]:
    for folder in ("app", "bench", "core", "ui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.read_text(encoding="utf-8")


def _tables() -> Iterator[str]:
    for path in sorted(resource_root().rglob("*.toml")):
        if path.relative_to(resource_root()).parts[0] not in NOT_SOURCES:
            yield path.read_text(encoding="utf-8")


def _templates(source: str, beginnings: Collection[str]) -> Iterator[Template]:
    """The composed texts of a source that begin as a key does."""
    if 'f"' not in source and "f'" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = tuple(str(part.value) if isinstance(part, ast.Constant) else None for part in node.values)
            head, dot, _rest = (parts[0] or "").partition(".")
            if dot and head in beginnings:
                yield parts


def _fits(key: str, template: Template, words: Collection[str]) -> bool:
    """Whether `key` comes out of `template` when each gap is filled with one of `words` or with nothing."""
    if not template:
        return not key
    part, rest = template[0], template[1:]
    if part is not None:
        return key.startswith(part) and _fits(key.removeprefix(part), rest, words)
    return any(
        _fits(key[size:], rest, words) for size in range(len(key) + 1) if not size or key[:size].strip(".") in words
    )


def test_every_sentence_is_asked_for() -> None:
    """By its whole code, or composed of words that the program or a table holds."""
    sources = tuple(_sources())
    words = {word for text in (*sources, *_tables()) for word in QUOTED.findall(text)}
    words |= {word.strip(".") for word in words}
    left = _keys() - words
    beginnings = {key.partition(".")[0] for key in left}
    templates = {template for source in sources for template in _templates(source, beginnings)}
    assert sorted(key for key in left if not any(_fits(key, template, words) for template in templates)) == []


def test_every_sentence_that_is_asked_for_is_there() -> None:
    asked = {key for source in _sources() for key in ASKED.findall(source)}
    assert len(asked) > 100
    assert sorted(asked - _keys()) == []


@pytest.mark.parametrize("beginning", FAMILIES)
def test_every_member_of_a_closed_set_has_a_sentence(beginning: str) -> None:
    assert (
        sorted(beginning + member.value for member in FAMILIES[beginning] if beginning + member.value not in _keys())
        == []
    )


def test_every_reason_of_a_plan_has_a_sentence() -> None:
    text = Path(resource_root() / "disclose" / "plan.toml").read_text(encoding="utf-8")
    reasons = set(re.findall(r'reason = "(\w+)"', text))
    assert len(reasons) > 5
    assert sorted(reason for reason in reasons if f"disclosure.{reason}" not in _keys()) == []


def test_every_measured_bar_has_a_sentence() -> None:
    bars = (resource_root() / "bench" / "bars.toml").read_text(encoding="utf-8")
    metrics = set(re.findall(r'metric = "([\w.]+)"', bars))
    assert len(metrics) > 5
    assert sorted(metric for metric in metrics if f"bench.metric.{metric}" not in _keys()) == []


def test_words_that_nothing_composes_are_found() -> None:
    words = {"recall", "more", "proven", "same"}
    template: Template = ("learn.trial.", None, ".", None, None)
    assert _fits("learn.trial.recall.more.proven", template, words)
    assert _fits("learn.trial.recall.same", template, words)
    assert not _fits("learn.trial.recall.most", template, words)
    assert not _fits("learn.trial", template, words)
