"""The page is inert and readable in both languages; bars say met, missed, or cannot be said."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from bench.bars import Bar, judge, load_bars
from bench.page import NO, YES, Section, both, page
from bench.result import BenchResult
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


class _Reader(HTMLParser):
    """Checks that tags are balanced, and gathers what a browser would load or follow."""

    VOID = frozenset({"meta", "br", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert name not in {"src", "onclick", "onload", "style"}
            if name == "id":
                assert value not in self.ids
                self.ids.add(value or "")
            if name == "href":
                self.links.add(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_says_which_bars_are_missed() -> None:
    bars = Section("Bars", ["corpus", "figure", "met"], [["a", "recall", YES], ["b", "speed", NO]])
    plain = Section("Figures", ["corpus", "value"], [["a", "0.95"]])
    result = BenchResult("x", 1, 1, "1", {}, ({"id": "r", "n": 1},))
    text = page(result, [plain, bars, Section("Folded", ["h"], [["c"]], folded=True)])
    reader = _Reader()
    reader.feed(text)
    assert reader.open == []
    assert reader.links == {"#s1", "#s2", "#s3"} <= {f"#{anchor}" for anchor in reader.ids}
    assert "1 of 2 bars met / 2 条标准达到 1 条; missed / 未达到: b speed" in text
    assert '<td class="number">0.95</td>' in text
    assert "bars met" not in page(result, [plain])


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
