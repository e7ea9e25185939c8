"""UI-26 and UI-27: the offset map and the exact text behind the editor, for hostile text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.shared.document.canonical import CanonicalBuffer, ViewChange
from ui.shared.document.offsets import map_offsets, shown, utf16_length

PIECES = st.sampled_from(
    ["a", "Ω", "林", "𠮷", "😀", "👩‍⚕️", "e\u0301", "\u00a0", "\r\n", "\r", "\n", "\u2028", "\u2029", "\t", " ",
     "\ud800", "\ufdd0", "\ufeff", "が", "0"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=30).map("".join)


def units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def cut(text: str, start: int, end: int) -> str:
    return units(text)[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def play(view: str, change: ViewChange) -> str:
    data = units(view)
    head, tail = data[: 2 * change.start], data[2 * change.end :]
    return (head + units(change.inserted) + tail).decode("utf-16-le", "surrogatepass")


@given(TEXTS)
def test_ui_26_every_offset_survives_the_round_trip(text: str) -> None:
    offsets = map_offsets(text)
    assert offsets.units == utf16_length(shown(text))
    for point in range(len(text) + 1):
        inside_line_end = point and text[point - 1 : point + 1] == "\r\n"
        back = offsets.to_point(offsets.to_unit(point))
        assert back == (point - 1 if inside_line_end else point)


@given(TEXTS, st.data())
def test_ui_26_a_span_shows_its_own_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = map_offsets(text).span_to_units(start, end)
    wide = map_offsets(text).span_to_points(first, last)
    assert wide[0] <= start
    assert end <= wide[1] or start == end
    assert cut(shown(text), first, last) == shown(text[wide[0] : wide[1]]) or first == last


@given(TEXTS, st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 6), TEXTS), max_size=8))
def test_undo_all_restores_every_code_point(text: str, edits: list[tuple[int, int, str]]) -> None:
    buffer = CanonicalBuffer(text)
    view = buffer.shown
    states = [text]
    for at, size, inserted in edits:
        start = at % (len(buffer.text) + 1)
        view = play(view, buffer.replace(start, min(start + size, len(buffer.text)), inserted))
        assert view == buffer.shown
        states.append(buffer.text)
    while (change := buffer.undo()) is not None:
        view = play(view, change)
        assert view == buffer.shown
    assert buffer.text == states[0]
    while (change := buffer.redo()) is not None:
        view = play(view, change)
        assert view == buffer.shown
    assert buffer.text == states[-1]


@given(TEXTS, st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 3), TEXTS, st.booleans()), max_size=8))
def test_what_the_widget_shows_is_what_the_buffer_shows(text: str, edits: list[tuple[int, int, str, bool]]) -> None:
    """Edits of whole characters that the widget reports, typed or pasted; then undo of everything."""
    buffer = CanonicalBuffer(text)
    view = buffer.shown
    for at, size, inserted, pasted in edits:
        start = at % (len(view) + 1)
        end = min(start + size, len(view))
        first, last = utf16_length(view[:start]), utf16_length(view[:end])
        view = view[:start] + shown(inserted) + view[end:]
        buffer.view_changed(first, last, shown(inserted), inserted if pasted else None)
        assert buffer.shown == view
    while (change := buffer.undo()) is not None:
        view = play(view, change)
        assert buffer.shown == view
    assert buffer.text == text


@given(TEXTS, TEXTS, TEXTS)
def test_typing_leaves_the_rest_alone(head: str, middle: str, tail: str) -> None:
    """A widget that reports a far too large change still alters only what differs."""
    text = head + "|" + middle + "|" + tail
    buffer = CanonicalBuffer(text)
    fresh = shown(head) + "|" + "new" + "|" + shown(tail)
    buffer.view_changed(0, buffer.map.units, fresh)
    assert buffer.shown == fresh
    assert buffer.text.startswith(head + "|")
    assert buffer.text.endswith("|" + tail)
    buffer.undo()
    assert buffer.text == text


@given(TEXTS, TEXTS, TEXTS)
def test_ui_27_paste_keeps_its_code_points(head: str, pasted: str, tail: str) -> None:
    text = head + "||" + tail
    buffer = CanonicalBuffer(text)
    at = buffer.map.to_unit(len(head) + 1)
    change = buffer.view_changed(at, at, shown(pasted), pasted)
    assert buffer.text == head + "|" + pasted + "|" + tail or (change is None and not pasted)
    buffer.undo()
    assert buffer.text == text


def test_letters_in_a_row_are_one_step_and_words_are_not() -> None:
    buffer = CanonicalBuffer()
    for index, char in enumerate("ab cd"):
        buffer.view_changed(index, index, char)
    buffer.undo()
    assert buffer.text == "ab "
    buffer.undo()
    assert buffer.text == ""
    buffer.redo()
    buffer.redo()
    assert buffer.text == "ab cd"
