"""The shipped data of the room fits the taxonomy."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.errors import ResourceError
from core.domain.taxonomy import Taxonomy
from core.resources import resource_root
from core.restore.labels import RestoreRules
from core.text.normalize import comparison_key


def test_every_synonym_belongs_to_one_type(taxonomy: Taxonomy) -> None:
    rules = RestoreRules.load(resource_root())
    owner: dict[str, str] = {}
    for kind in taxonomy:
        for label in (*kind.token.values(), *rules.synonyms.get(kind.id, ())):
            assert owner.setdefault(comparison_key(label), kind.id) == kind.id, label
    assert rules.synonyms.keys() <= set(taxonomy.types)


def test_missing_data_is_a_known_error(tmp_path: Path) -> None:
    with pytest.raises(ResourceError):
        RestoreRules.load(tmp_path)


def test_malformed_data_is_a_known_error(tmp_path: Path) -> None:
    (tmp_path / "restore").mkdir()
    for name in ("labels.toml", "quoting.toml"):
        (tmp_path / "restore" / name).write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(ResourceError):
        RestoreRules.load(tmp_path)
