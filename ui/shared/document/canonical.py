"""The exact text behind an editor, with its own undo history. No Qt.

The editor reports changes of what it shows; only the touched stretch of the exact text is replaced, so
everything else keeps its code points. Undo restores them too, which a text widget cannot do by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from ui.shared.document.offsets import OffsetMap, map_offsets, shown


@dataclass(frozen=True, slots=True)
class Change:
    """At code point `start`, `removed` was replaced by `inserted`."""

    start: int
    removed: str
    inserted: str

    @property
    def inverse(self) -> Change:
        return Change(self.start, self.inserted, self.removed)


@dataclass(frozen=True, slots=True)
class ViewChange:
    """The same for the shown text: UTF-16 `[start, end)` becomes `inserted`."""

    start: int
    end: int
    inserted: str


class CanonicalBuffer:
    """Owns the exact text. `text` is never what a widget says it is, only what was put in and changed."""

    def __init__(self, text: str = "") -> None:
        self._text = text
        self._map: OffsetMap | None = None
        self._shown: str | None = None
        self._done: list[Change] = []
        self._undone: list[Change] = []
        self._open = False

    @property
    def text(self) -> str:
        """The exact text."""
        return self._text

    @property
    def map(self) -> OffsetMap:
        """Offsets of the exact text in the shown text."""
        if self._map is None:
            self._map = map_offsets(self._text)
        return self._map

    @property
    def shown(self) -> str:
        """What the widget must show."""
        if self._shown is None:
            self._shown = shown(self._text)
        return self._shown

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def reset(self, text: str) -> None:
        """A new text without history."""
        self._set(text)
        self._done.clear()
        self._undone.clear()
        self._open = False

    def close_group(self) -> None:
        """The next change starts a new undo step."""
        self._open = False

    def replace(self, start: int, end: int, inserted: str) -> ViewChange:
        """Replace code points `[start, end)`; returns what the widget has to do."""
        change = Change(start, self._text[start:end], inserted)
        self._record(change)
        return self._apply(change)

    def view_changed(self, start: int, end: int, inserted: str, exact: str | None = None) -> Change | None:
        """The widget replaced UTF-16 `[start, end)` of the shown text by `inserted`.

        `exact`: the exact text of the new stretch where it is known (paste). Stretches that the widget reports
        but did not alter are left alone. Returns the change of the exact text, None when there was none.
        """
        first, last = self.map.span_to_points(start, end)
        # A widget can cut a pair or a line end only as a whole; widen to what `span_to_points` covers.
        unit_first, unit_last = self.map.span_to_units(first, last)
        before = self._utf16_slice(unit_first, start)
        after = self._utf16_slice(end, unit_last)
        fresh = before + inserted + after
        if exact is not None:
            change = _place(self._text[first:last], first, fresh, exact)
        else:
            change = _minimal(self._text[first:last], first, fresh)
        if change is None:
            return None
        change = self._apart(change)
        self._record(change)
        self._apply(change)
        return change

    def _apart(self, change: Change) -> Change:
        """A lone CR must not meet an LF: the widget shows two line ends, CRLF would be one. The CR becomes LF."""
        end = change.start + len(change.removed)
        behind = self._text[end : end + 1]
        if change.inserted.endswith("\r") and behind == "\n":
            change = Change(change.start, change.removed, change.inserted[:-1] + "\n")
        while change.start and self._text[change.start - 1] == "\r" and (change.inserted or behind)[:1] == "\n":
            change = Change(change.start - 1, "\r" + change.removed, "\n" + change.inserted)
        return change

    def undo(self) -> ViewChange | None:
        """Step back; returns what the widget has to do."""
        if not self._done:
            return None
        change = self._done.pop()
        self._undone.append(change)
        self._open = False
        return self._apply(change.inverse)

    def redo(self) -> ViewChange | None:
        """Step forward again; returns what the widget has to do."""
        if not self._undone:
            return None
        change = self._undone.pop()
        self._done.append(change)
        self._open = False
        return self._apply(change)

    def _utf16_slice(self, start: int, end: int) -> str:
        if start >= end:
            return ""
        data = self.shown.encode("utf-16-le", "surrogatepass")
        return data[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")

    def _apply(self, change: Change) -> ViewChange:
        end = change.start + len(change.removed)
        # A line end may form or break across the seam (CR | LF), so the widget redraws one element around it.
        first = change.start - 1 if change.start and self._text[change.start - 1] == "\r" else change.start
        last = end + 1 if end < len(self._text) and self._text[end] == "\n" else end
        start_unit, end_unit = self.map.span_to_units(first, last) if last > first else (self.map.to_unit(first),) * 2
        text = self._text[: change.start] + change.inserted + self._text[end:]
        fresh = text[first : len(text) - (len(self._text) - last)]
        self._set(text)
        return ViewChange(start_unit, end_unit, shown(fresh))

    def _set(self, text: str) -> None:
        self._text = text
        self._map = None
        self._shown = None

    def _record(self, change: Change) -> None:
        self._undone.clear()
        merged = _merge(self._done[-1], change) if self._done and self._open else None
        if merged is None:
            self._done.append(change)
        else:
            self._done[-1] = merged
        single = len(change.inserted) + len(change.removed) == 1
        self._open = single and not (change.inserted.isspace() or change.removed.isspace())


def _merge(last: Change, change: Change) -> Change | None:
    """One undo step for letters typed or erased in a row."""
    if not change.removed and not last.removed and change.start == last.start + len(last.inserted):
        return Change(last.start, "", last.inserted + change.inserted)
    if not change.inserted and not last.inserted:
        if change.start + len(change.removed) == last.start:
            return Change(change.start, change.removed + last.removed, "")
        if change.start == last.start:
            return Change(last.start, last.removed + change.removed, "")
    return None


def _elements(text: str) -> list[str]:
    """The text cut where the shown text has its characters: CRLF is one element."""
    parts: list[str] = []
    position = 0
    while position < len(text):
        size = 2 if text.startswith("\r\n", position) else 1
        parts.append(text[position : position + size])
        position += size
    return parts


def _minimal(old: str, start: int, fresh: str) -> Change | None:
    """The smallest replacement that makes `old` show as `fresh`."""
    elements = _elements(old)
    looks = [shown(element) for element in elements]
    head = 0
    while head < min(len(looks), len(fresh)) and looks[head] == fresh[head]:
        head += 1
    tail = 0
    while tail < min(len(looks), len(fresh)) - head and looks[-1 - tail] == fresh[-1 - tail]:
        tail += 1
    removed = "".join(elements[head : len(elements) - tail])
    inserted = fresh[head : len(fresh) - tail]
    if not removed and not inserted:
        return None
    return Change(start + len("".join(elements[:head])), removed, inserted)


def _place(old: str, start: int, fresh: str, exact: str) -> Change | None:
    """Like `_minimal` where `exact` is known to be inside `fresh`; falls back when it is not."""
    look = shown(exact)
    elements = _elements(old)
    looks = "".join(shown(element) for element in elements)
    position = fresh.find(look)
    while position >= 0:
        rest = len(fresh) - position - len(look)
        same_head = looks[:position] == fresh[:position]
        same_tail = not rest or looks[len(looks) - rest :] == fresh[len(fresh) - rest :]
        if same_head and same_tail and position + rest <= len(looks):
            before, after = "".join(elements[:position]), "".join(elements[len(elements) - rest :]) if rest else ""
            return Change(start + len(before), old[len(before) : len(old) - len(after)], exact)
        position = fresh.find(look, position + 1)
    return _minimal(old, start, fresh)
