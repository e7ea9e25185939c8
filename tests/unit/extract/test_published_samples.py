"""What documentation publishes as a sample is nobody's; a value like it is somebody's; no control is a sample."""

from __future__ import annotations

import pytest
from shared_engine import builtin_engine

from core.domain.request import Request
from core.engine.conversation import Conversation
from core.extract.weighing.settings import Settings
from core.resources import read_toml, resource_root

SAMPLES = ["4111 1111 1111 1111", "4242-4242-4242-4242", "GB82WEST12345698765432", "078-05-1120", "11010519491231002X"]
VALUES = ["4000 0077 1122 3344", "GB81XXXX20260431877526"]


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("sentence", ["Hi, I'm Ottoline Brack. Is {} a test number?", "我叫佟占奎，{}是测试号吗？"])
def test_a_published_sample_is_told(sample: str, sentence: str) -> None:
    artifact = builtin_engine().preview(Request(sentence.format(sample)), Conversation()).artifact
    assert sample in artifact.text
    assert "Brack" not in artifact.text
    assert "佟占奎" not in artifact.text


@pytest.mark.parametrize("value", VALUES)
def test_a_value_of_the_same_form_is_hidden(value: str) -> None:
    artifact = builtin_engine().preview(Request(f"My number is {value}, is it valid?"), Conversation()).artifact
    assert value not in artifact.text


def test_no_control_is_a_sample() -> None:
    settings = Settings.load(resource_root())
    controls = read_toml(resource_root() / "questions" / "controls.toml")
    rows = [row for language in ("en", "zh") for row in controls[language]]
    assert rows
    assert not [row["value"] for row in rows if settings.is_sample(row["value"])]
