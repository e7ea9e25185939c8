"""The page is inert and readable in both languages; bars say met, missed, or cannot be said."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.bench.bars import Bar, judge, load_bars
from core.bench.page import Section, both, page
from core.bench.result import BenchResult
from core.domain.errors import ResourceError
from core.resources import resource_root


def test_the_page_is_inert() -> None:
    hostile = "<script>alert(1)</script>"
    result = BenchResult("x", 1, 1, "1", {"a": hostile}, ({"id": hostile, "n": 1, "none": None},))
    text = page(result, [Section(hostile, [hostile], [[hostile]])])
    assert "<script" not in text
    assert "http" not in text.replace("<!doctype html>", "").replace("html>", "")
    assert text.count("&lt;script&gt;") == 5
    assert "prefers-color-scheme: dark" in text


def test_headings_come_once_when_they_are_equal() -> None:
    assert (both("Figures", "数值"), both("p95", "p95")) == ("Figures / 数值", "p95")


SUMMARY = {"c": {"ours": {"recall": {"explicit": 0.9}, "speed": 10}, "rival": {"speed": 20}}}


@pytest.mark.parametrize(
    ("bar", "bound", "met"),
    [
        (Bar("c", "recall.explicit", 0.9, None, ""), 0.9, True),
        (Bar("c", "recall.explicit", 0.91, None, ""), 0.91, False),
        (Bar("c", "recall.explicit", None, 0.9, ""), 0.9, True),
        (Bar("c", "recall.explicit", None, 0.1, ""), 0.1, False),
        (Bar("c", "speed", None, None, "rival"), 20.0, False),
        (Bar("c", "speed", None, None, "absent"), None, None),
        (Bar("c", "recall.quasi", 0.5, None, ""), 0.5, None),
    ],
)
def test_a_bar_is_met_or_not_or_unknown(bar: Bar, bound: float | None, met: bool | None) -> None:
    (judged,) = judge([bar], SUMMARY, "ours")
    assert (judged.bound, judged.met) == (bound, met)
    assert judged.record()["met"] is met


def test_a_corpus_that_was_not_measured_has_no_bar() -> None:
    assert judge([Bar("other", "speed", 1.0, None, "")], SUMMARY, "ours") == []


def test_every_shipped_bar_has_exactly_one_bound(tmp_path: Path) -> None:
    for bar in load_bars(resource_root()):
        assert sum((bar.least is not None, bar.most is not None, bool(bar.rival))) == 1
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "bars.toml").write_text('[[bar]]\nmetric = "x"\n', encoding="utf-8")
    with pytest.raises(ResourceError):
        load_bars(tmp_path)
