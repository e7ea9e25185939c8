"""A type or a country's identifier is added by data alone: no line of code knows those of this file."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from core.domain.request import Request
from core.extract.cascade import CascadeExtractor
from core.resources import load_taxonomy, resource_root

KEY = b"k" * 32
NEEDED = ("taxonomy.toml", "lexicons", "recognizers", "hierarchies")
HOBBY = """
[types.HOBBY]
kind = "quasi"
does = "describes"
family = "person"
tag = "HOB"
labels = { en = "Pastime", zh = "爱好" }
token = { en = "PASTIME", zh = "爱好" }
hierarchy = "suppress"
domain_size = 500
relevant_in = []
role = "demographic"

[types.LIBRARY_CARD]
kind = "explicit"
does = "identifies"
family = "number"
tag = "LIB"
labels = { en = "Library card", zh = "借书证号" }
token = { en = "LIBRARY_CARD", zh = "借书证" }
domain_size = 100000
relevant_in = []
role = "none"
"""
TERMS = "[term.HOBBY]\nbell-ringing | campanology\n集邮\n"
ROWS = """
[[labelled]]
id = "library_card"
type = "LIBRARY_CARD"
labels = ["library card", "借书证号"]
value = '''[A-Z]{2}-\\d{5}'''
base = 0.8

[[row]]
id = "lt_asmens"
type = "NATIONAL_ID"
pattern = '''[1-6]\\d{10}'''
validator = "lt.asmens"
context = ["asmens kodas"]
base = 0.3
requires_context = true
valid_suffices = true
"""
FIELDS = '\nHOBBY = ["pastime", "爱好"]\n'

Find = Callable[[str], set[tuple[str, str]]]


@pytest.fixture(scope="module")
def find(tmp_path_factory: pytest.TempPathFactory) -> Find:
    root = tmp_path_factory.mktemp("resources")
    for name in NEEDED:
        source = resource_root() / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, root / name)
    _append(root / "taxonomy.toml", HOBBY)
    _append(root / "recognizers" / "documents.toml", ROWS)
    (root / "lexicons" / "quasi" / "pastimes.txt").write_text(TERMS, encoding="utf-8")
    fields = root / "lexicons" / "fields.toml"
    fields.write_text(fields.read_text(encoding="utf-8").replace("[names]", f"[names]{FIELDS}"), encoding="utf-8")
    extractor = CascadeExtractor(load_taxonomy(root), root)

    def found(text: str) -> set[tuple[str, str]]:
        return {(item.type_id, item.text) for item in extractor.extract(Request(text), KEY).mentions}

    return found


def _append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live alone and love campanology.", ("HOBBY", "campanology")),
        ("我叫林秀兰，喜欢集邮。", ("HOBBY", "集邮")),
        ("name;age;pastime\nThora Lind;64;kite aerobatics", ("HOBBY", "kite aerobatics")),
        ("My library card is KL-20931.", ("LIBRARY_CARD", "KL-20931")),
        ("借书证号：KL-20931", ("LIBRARY_CARD", "KL-20931")),
        ("my code 33309240064 is Lithuanian", ("NATIONAL_ID", "33309240064")),
        ("asmens kodas 33309240065", ("NATIONAL_ID", "33309240065")),
    ],
)
def test_found(text: str, expected: tuple[str, str], find: Find) -> None:
    assert expected in find(text)


@pytest.mark.parametrize(
    ("type_id", "text"),
    [
        ("HOBBY", "What is campanology?"),
        ("LIBRARY_CARD", "A library card is free."),
        ("NATIONAL_ID", "We counted 33309240065 stars."),
    ],
)
def test_left_alone(type_id: str, text: str, find: Find) -> None:
    assert type_id not in {found for found, _ in find(text)}


def test_a_type_that_no_taxonomy_knows_is_refused(tmp_path: Path) -> None:
    from core.domain.errors import ResourceError

    for name in NEEDED:
        source = resource_root() / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    _append(tmp_path / "recognizers" / "documents.toml", ROWS)
    with pytest.raises(ResourceError):
        CascadeExtractor(load_taxonomy(tmp_path), tmp_path)
