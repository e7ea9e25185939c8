"""Every code of these rooms has a sentence in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.domain.language import Language
from core.resources import read_toml, resource_root

CORE = Path(__file__).resolve().parents[3] / "core"
CODE = re.compile(r'"((?:address|approval|certificate|destination|keys|net|release|store|ticket)\.[a-z_0-9]+)"')
ROOMS = ("net", "release", "keys", "store")


@pytest.mark.parametrize("language", list(Language))
def test_every_code_has_a_sentence(language):
    known = read_toml(resource_root() / "messages" / f"{language.value}.toml")
    codes = {
        code for room in ROOMS for path in (CORE / room).glob("*.py") for code in CODE.findall(path.read_text("utf-8"))
    }
    assert len(codes) > 80
    assert codes - known.keys() == set()
