"""Light Markdown of an answer: what is read as markup, and that nothing but markup is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.shared.document.markdown_light import BlockKind, Marked, Style, is_fence, parse_line


def kinds(line: str) -> tuple[BlockKind, int, str]:
    block = parse_line([Marked(line)], in_code=False)
    return block.kind, block.level, "".join(run.text for run in block.runs)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("## 标题", (BlockKind.HEADING, 2, "标题")),
        ("#hashtag", (BlockKind.PARAGRAPH, 0, "#hashtag")),
        ("- one", (BlockKind.BULLET, 0, "one")),
        ("    * deep", (BlockKind.BULLET, 2, "deep")),
        ("12. twelve", (BlockKind.NUMBERED, 0, "twelve")),
        ("1999 was", (BlockKind.PARAGRAPH, 0, "1999 was")),
        ("> said", (BlockKind.QUOTE, 0, "said")),
        ("---", (BlockKind.RULE, 0, "")),
        ("```py", (BlockKind.FENCE, 0, "")),
        ("   ", (BlockKind.BLANK, 0, "")),
        ("2 * 3 * 4", (BlockKind.PARAGRAPH, 0, "2 * 3 * 4")),
        ("a_b_c **open", (BlockKind.PARAGRAPH, 0, "a_b_c **open")),
    ],
)
def test_lines(line: str, expected: tuple[BlockKind, int, str]) -> None:
    assert kinds(line) == expected


def test_styles_and_marks_cross() -> None:
    block = parse_line([Marked("**a "), Marked("NAME", 7), Marked(" b** `c`")], in_code=False)
    assert [(run.text, run.style, run.mark) for run in block.runs] == [
        ("a ", Style.BOLD, -1),
        ("NAME", Style.BOLD, 7),
        (" b", Style.BOLD, -1),
        (" ", Style.PLAIN, -1),
        ("c", Style.CODE, -1),
    ]


def test_code_is_verbatim() -> None:
    block = parse_line([Marked("# **x** `y`")], in_code=True)
    assert block.kind is BlockKind.CODE
    assert [run.text for run in block.runs] == ["# **x** `y`"]


@given(st.lists(st.tuples(st.text(st.characters(exclude_characters="\n"), max_size=8), st.integers(-1, 3)), max_size=8))
def test_what_is_shown_is_in_the_line_and_keeps_its_mark(parts: list[tuple[str, int]]) -> None:
    pieces = [Marked(text, mark) for text, mark in parts]
    line = "".join(text for text, _ in parts)
    block = parse_line(pieces, in_code=False)
    rest = line
    for run in block.runs:
        place = rest.find(run.text)
        assert place >= 0
        rest = rest[place + len(run.text) :]
    code = parse_line(pieces, in_code=True)
    if not is_fence(line):
        assert "".join(run.text for run in code.runs) == line
        marked = {mark: "".join(text for text, other in parts if other == mark) for _, mark in parts}
        for mark, text in marked.items():
            assert "".join(run.text for run in code.runs if run.mark == mark) == text
