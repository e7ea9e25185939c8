"""Finding: deeply nested JSON ended the program instead of being an error."""

from __future__ import annotations

import pytest

from app.cli.protocol_file import load_protocol
from app.cli.reading import parse_line
from app.cli.restore import parse_tokens
from app.models.attacker_measures import _read as read_measures
from app.settings import SettingsStore
from core.domain.errors import KnownError
from core.domain.secret import Secret
from core.keys.backup_keys import open_backup_keys
from core.keys.key_header import HeaderFile
from core.net.json_reading import parse_object
from core.store.anchor import FileCell, SealedAnchor

DEPTH = 30_000
DEEP = ["[" * DEPTH + "]" * DEPTH, '{"a":' * DEPTH + "1" + "}" * DEPTH, "[" * DEPTH]


def file(tmp_path, text):
    path = tmp_path / "deep.json"
    path.write_text(text)
    return path


READERS = {
    "line": lambda text, _: parse_line(text.encode(), None, ""),
    "tokens": lambda text, _: parse_tokens(text),
    "protocol": lambda text, folder: load_protocol(file(folder, text)),
    "settings": lambda text, folder: SettingsStore(file(folder, text)).load(),
    "backup": lambda text, _: open_backup_keys(text.encode(), Secret("x")),
    "answer": lambda text, _: parse_object(text),
    "key header": lambda text, folder: HeaderFile(file(folder, text[:60_000])).load(),
    "anchor": lambda text, folder: SealedAnchor(FileCell(file(folder, text)), b"k").read(),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("text", DEEP, ids=["lists", "objects", "open"])
def test_deep_json_is_an_error_with_a_name(tmp_path, name, text):
    with pytest.raises(KnownError):
        READERS[name](text, tmp_path)


def test_deep_measures_are_none(tmp_path):
    assert read_measures(file(tmp_path, DEEP[0])) == {}
