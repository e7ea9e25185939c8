"""A pattern of ours as RE2 reads it, widened where RE2 cannot follow, for telling which patterns a text may match.

Whatever the pattern matches, the wider one matches too: look-around that must hold becomes a part of the text
somewhere, look-around that must not hold is left out, a backreference is any text, a count is "some", large classes
are any character, case is nothing. Beside it stands what the wider pattern no longer says: how many digits a match
has, and whether it is plain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

BEHIND = 24
"""Code points before a run of printable ASCII that a pattern inside it may look at."""
_ANYTHING = "(?s:.*)"
_ANY = "(?s:.)"
_NOTHING = "(?:)"
_NOT_READ = re.VERBOSE | re.LOCALE
_SIGN = r"\\u(?P<short>[0-9a-fA-F]{4})|\\U(?P<long>[0-9a-fA-F]{8})|\\x(?P<byte>[0-9a-fA-F]{2})|\\(?P<escaped>[0-9]+|.)"
_TOKEN = re.compile(
    _SIGN + r"|\[(?P<negated>\^?)(?P<members>\]?(?:\\.|[^\]\\])*)\]"
    r"|\(\?(?P<look><?[=!])|(?P<same>\(\?P=\w+\))|(?P<flags>\(\?[aimsu]+\))|\(\?(?P<inner>[ims]+):"
    r"|(?P<group>\(\?[:>]|\(\?P<\w+>|\((?!\?))|(?P<close>\))|(?P<or>\|)"
    r"|(?P<repeat>[*+?]|\{(?=[0-9,])(?P<least>[0-9]*)(?P<to>,?)(?P<most>[0-9]*)\})[?+]?"
    r"|(?P<anchor>[\^$])|(?P<any>\.)|(?P<char>[^()\\])",
    re.DOTALL,
)
_MEMBER = re.compile(_SIGN + "|(?P<char>.)", re.DOTALL)
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}
_EDGES = frozenset("AbBZ")
_NAMED = frozenset("dDwWsS")
_MOST_MEMBERS = 16
"""A class with more members says nothing about ordinary text."""
_DIGITS_ONLY = re.compile(r"(?:\\d|[0-9]-[0-9]|[0-9])+")
_WIDE = 0xE000
"""RE2's filter asks for no string of fewer than three bytes; here each character of ASCII takes three."""
_FOLDED = {code: _WIDE + ord(chr(code).lower()) for code in range(128)} | {
    ord(char): _WIDE + ord(like) for char, like in (("İ", "i"), ("ı", "i"), ("\u017f", "s"), ("\u212a", "k"))
}
"""Case of ASCII is gone, with the letters whose case pairs Python finds in it; the filter minds no other case."""


class Unreadable(Exception):
    """A pattern has something that is not known here: nothing can be said of its matches."""


@dataclass(frozen=True, slots=True)
class Wider:
    """`source`: for RE2, over texts that `folded` made. `digits`: a match has at least that many.

    `plain`: the pattern consumes and looks at printable ASCII only, so that a match lies inside one run of such
    characters.
    """

    source: str
    digits: int
    plain: bool


@dataclass(slots=True)
class _Part:
    """A group as it is read: what it looks like, and its digits and characters at least, in its branch so far and in
    the branch that has fewest. `start`: where it begins in what is written."""

    look: str = ""
    start: int = 0
    least: tuple[int, int] | None = None
    before: tuple[int, int] = (0, 0)
    last: tuple[int, int] = (0, 0)

    def add(self, digits: int, width: int) -> None:
        self.before = (self.before[0] + self.last[0], self.before[1] + self.last[1])
        self.last = (digits, width)

    def end_branch(self) -> tuple[int, int]:
        self.add(0, 0)
        branch = self.before
        self.least = branch if self.least is None else (min(self.least[0], branch[0]), min(self.least[1], branch[1]))
        self.before = self.last = (0, 0)
        return self.least


def folded(text: str) -> bytes:
    """A text as wider patterns search it."""
    return text.translate(_FOLDED).encode("utf-8", "replace")


def widen(pattern: re.Pattern[str]) -> Wider:
    """The wider pattern. Raises Unreadable."""
    if pattern.flags & _NOT_READ:
        raise Unreadable
    return _Widening(pattern.pattern, bool(pattern.flags & re.IGNORECASE)).read()


class _Widening:
    """One pass over one pattern."""

    def __init__(self, pattern: str, caseless: bool) -> None:
        self._pattern = pattern
        self._out: list[str] = []
        self._parts = [_Part()]
        self._plain = not caseless

    def read(self) -> Wider:
        place = 0
        while place < len(self._pattern):
            token = _TOKEN.match(self._pattern, place)
            if token is None:
                raise Unreadable
            place = token.end()
            self._take(token)
        if len(self._parts) != 1:
            raise Unreadable
        digits, _ = self._parts[0].end_branch()
        return Wider("".join(self._out), digits, self._plain)

    def _take(self, token: re.Match[str]) -> None:
        part = self._parts[-1]
        if token["look"] or token["group"] or token["inner"]:
            self._open(token["look"] or "", token["inner"] or "")
        elif token["close"]:
            self._close()
        elif token["or"]:
            part.end_branch()
            self._out.append("|")
        elif token["repeat"]:
            self._repeat(token)
        elif not token["flags"]:
            source, digit, plain = _atom(token)
            self._out.append(source)
            part.add(int(digit), int(source is not _NOTHING))
            self._see(plain)

    def _see(self, plain: bool) -> None:
        """Behind a match, text is seen as it is."""
        self._plain = self._plain and (plain or any(part.look.startswith("<") for part in self._parts))

    def _open(self, look: str, flags: str) -> None:
        self._parts.append(_Part(look, len(self._out)))
        self._see("i" not in flags)
        self._out.append("(?:")
        if look:
            self._out.append(f"{_ANYTHING}(?:")

    def _close(self) -> None:
        part = self._parts.pop()
        if not self._parts:
            raise Unreadable
        digits, width = part.end_branch()
        if part.look.endswith("!"):
            self._out[part.start :] = [_NOTHING]
        else:
            self._out.append(f"){_ANYTHING})" if part.look else ")")
        if part.look.startswith("<"):
            self._see(width <= BEHIND)
        self._parts[-1].add(*((0, 0) if part.look else (digits, width)))

    def _repeat(self, token: re.Match[str]) -> None:
        least, most = {"*": (0, 2), "+": (1, 2), "?": (0, 1)}.get(token["repeat"], (0, 0))
        if token["repeat"].startswith("{"):
            least = int(token["least"] or 0)
            most = int(token["most"] or least + 2) if token["to"] else least
        if most > 1:
            self._out.append("+" if least else "*")
        elif not least:
            self._out.append("?")
        part = self._parts[-1]
        part.last = (part.last[0] * least, part.last[1] * least)


def _atom(token: re.Match[str]) -> tuple[str, bool, bool]:
    """One place of a match: as RE2 reads it, whether it is a digit, whether it is plain. Raises Unreadable."""
    if token["members"] is not None:
        return _class(token["members"], bool(token["negated"]))
    escaped = token["escaped"] or ""
    if token["any"]:
        return _ANY, False, False
    if token["anchor"] or escaped in _EDGES:
        return _NOTHING, False, False
    if token["same"] or (escaped.isdigit() and len(escaped) < 3 and not escaped.startswith("0")):
        return _ANYTHING, False, True
    if escaped in _NAMED:
        # The view knows one kind of decimal digits (core.text.normalize).
        return _ANY, escaped == "d", escaped == "d"
    char = _char(token)
    return _literal(char), "0" <= char <= "9", " " <= char <= "~"


def _class(members: str, negated: bool) -> tuple[str, bool, bool]:
    chars: set[str] = set()
    signs = list(_MEMBER.finditer(members))
    plain, listed, place = not negated, not negated, 0
    while place < len(signs):
        sign = signs[place]
        place += 1
        if sign["escaped"] in _NAMED:
            plain, listed = plain and sign["escaped"] == "d", False
            continue
        low = high = "\b" if sign["escaped"] == "b" else _char(sign)
        if place + 1 < len(signs) and signs[place]["char"] == "-":
            high = _char(signs[place + 1])
            place += 2
        plain = plain and " " <= low <= high <= "~"
        listed = listed and ord(high) - ord(low) < _MOST_MEMBERS
        if listed:
            chars |= {chr(code) for code in range(ord(low), ord(high) + 1)}
    digit = not negated and _DIGITS_ONLY.fullmatch(members) is not None
    if not listed or len(chars) > _MOST_MEMBERS:
        return _ANY, digit, plain
    return f"(?:{'|'.join(map(_literal, sorted(chars)))})", digit, plain


def _char(sign: re.Match[str]) -> str:
    """The character that a sign stands for. Raises Unreadable."""
    code = sign["short"] or sign["long"] or sign["byte"]
    if code:
        return chr(int(code, 16))
    escaped = sign["escaped"]
    if not escaped:
        return str(sign["char"])
    if escaped in _CONTROLS:
        return _CONTROLS[escaped]
    if escaped.isalnum() and escaped.isascii():
        raise Unreadable
    return str(escaped)


def _literal(char: str) -> str:
    if "\ud800" <= char <= "\udfff":
        return _ANY
    return char.translate(_FOLDED)
