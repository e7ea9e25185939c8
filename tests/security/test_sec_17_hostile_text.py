"""SEC-17: up to a megabyte of hostile text is worked through; no pattern runs away (the timeout is the test)."""

from __future__ import annotations

import pytest
from counted import lines_run
from shared_engine import rule_cascade

from bench.corpora import load_examples
from bench.hostile import KINDS, SHUFFLED, hostile
from core.domain.request import MAX_TEXT_BYTES, Request
from core.resources import resource_root

KEY = b"k" * 32


def fill(unit: str, size: int = 120_000) -> str:
    """An eighth of the largest text: what grows with the square hangs here too."""
    return unit * (size // len(unit.encode()))


HOSTILE = {
    "one letter": fill("a"),
    "digits": fill("1", MAX_TEXT_BYTES),
    "spaces": fill(" ") + "x",
    "at signs": fill("a@"),
    "dots": fill("a."),
    "dashes": fill("1-"),
    "colons": fill("1:"),
    "brackets": fill("["),
    "nested quantifier bait": fill("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"),
    "almost an address": fill("a.b-c_d+e@"),
    "almost a number": fill("1234 5678 "),
    "almost a name": fill("Van Der "),
    "ideographs": fill("李", MAX_TEXT_BYTES // 2),
    "Chinese numerals": fill("一"),
    "combining marks": "a" + fill("\u0301"),
    "zero width": "a" + fill("\u200b"),
    "line ends": fill("\r"),
    "keywords": fill("phone 电话 born "),
}


@pytest.fixture(scope="module")
def extractor():
    return rule_cascade()


@pytest.mark.slow
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_text_is_worked_through(extractor, case):
    found = extractor.extract(Request(HOSTILE[case]), KEY)
    assert all(0 <= mention.start < mention.end <= len(HOSTILE[case]) for mention in found.mentions)


@pytest.mark.parametrize("case", ["almost a number", "keywords"])
def test_what_is_found_is_no_more_work_the_more_is_found(extractor, case):
    """Where much is found, nothing that is found is compared with all the others."""
    texts = [HOSTILE[case][:size] for size in (1_000, 4_000, 32_000)]
    work = []
    for text in texts:
        extractor.forget()  # or what another test has read costs nothing
        work.append(lines_run(lambda text=text: extractor.extract(Request(text), KEY)))
    assert work[2] < 10 * work[1]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS, SHUFFLED])
def test_hostile_text_without_repetition_is_worked_through(extractor, kind):
    """A segment cache helps with what repeats; here every segment is new. Seconds: `drsl bench speed`."""
    text = hostile(kind, 50_000, 17, [row.text for row in load_examples(resource_root()).rows])
    found = extractor.extract(Request(text), KEY)
    assert all(0 <= mention.start < mention.end <= len(text) for mention in found.mentions)
