"""Where in an answer the stream is: prose, JSON, or a literal in a fenced code block.

A character automaton over the answer as the cloud wrote it; chunk borders do not matter.
"""

from __future__ import annotations

import re

from core.restore.labels import QuotingRules
from core.restore.quoting import escape_json, quote_for
from core.restore.spelling import Strictness

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[\w+#.\-]*)")
_LINE_PROBE = 120
"""Characters of a line that can matter for a fence."""
_QUOTES = frozenset("\"'`")


class JsonText:
    """Follows one JSON value: whether the stream is inside a string, and inside JSON within that string
    (arguments of tool calls are JSON text in a JSON string)."""

    def __init__(self, depth: int, in_string: bool) -> None:
        self.depth = depth
        self.in_string = in_string
        self._escaped = False
        self._content = ""
        self._inner: JsonText | None = None

    @property
    def levels(self) -> int:
        """How many string literals surround this place."""
        if not self.in_string:
            return 0
        return 1 + (self._inner.levels if self._inner else 0)

    def step(self, char: str) -> bool:
        """Take one character; False when the value has ended or is not JSON after all."""
        if not self.in_string:
            return self._step_outside(char)
        if self._escaped:
            self._escaped = False
            self._decoded(char if char in '"\\/' else " ")
        elif char == "\\":
            self._escaped = True
        elif char == '"':
            self.in_string = False
            self._inner = None
        elif char == "\n":
            return False
        else:
            self._decoded(char)
        return True

    def _step_outside(self, char: str) -> bool:
        if char == '"':
            self.in_string = True
            self._content = ""
            self._inner = None
        elif char in "{[":
            self.depth += 1
        elif char in "}]":
            self.depth -= 1
        return self.depth > 0

    def _decoded(self, char: str) -> None:
        if self._inner is not None:
            if not self._inner.step(char):
                self._inner = None
            return
        if len(self._content) < 2 and not char.isspace():
            self._content += char
            if len(self._content) == 2 and self._content in {'{"', '["', "[{"}:
                self._inner = JsonText(2 if self._content == "[{" else 1, self._content != "[{")


class _Probe:
    """Decides from the first characters of a line whether a JSON value starts there."""

    def __init__(self) -> None:
        self._depth = 0
        self._last = ""

    def step(self, char: str) -> JsonText | bool:
        """The value's state once it is certain; else whether to go on asking."""
        if char.isspace():
            return True
        if char == "{" or (char == "[" and self._last != "{"):
            if self._last == "{":
                return False
            self._depth += 1
            self._last = char
            return self._depth <= 8
        if not self._last:
            return False
        if char == '"':
            return JsonText(self._depth, True)
        if self._last == "[" and (char.isdigit() or char == "-"):
            return JsonText(self._depth, False)
        return False


class Surroundings:
    """Fed with every character of the answer in order; `strictness` and `quote` tell about the next one."""

    def __init__(self, rules: QuotingRules) -> None:
        self._rules = rules
        self._line = ""
        self._fence = ""
        self._style = "verbatim"
        self._multiline: frozenset[str] = frozenset()
        self._probe: _Probe | None = _Probe()
        self._json: JsonText | None = None
        self._quote = ""
        self._escaped = False
        self._run = ""
        self._empty = False

    @property
    def strictness(self) -> Strictness:
        """How tokens may be spelled here."""
        if self._json is not None:
            return Strictness(literal=self._json.in_string)
        code = bool(self._fence) and self._style not in {"verbatim", "json"}
        return Strictness(canonical_only=code, literal=code and bool(self._quote))

    @property
    def prose(self) -> bool:
        """Whether this is text for people: no fenced block, no JSON."""
        return self._json is None and not self._fence

    def quote(self, value: str) -> str:
        """`value` as it must be written at this place."""
        if self._json is not None:
            for _ in range(self._json.levels):
                value = escape_json(value)
            return value
        if not self._fence:
            return value
        return quote_for(self._style, self._quote, value)

    def advance(self, text: str) -> None:
        """Take the next characters of the answer as the cloud wrote them."""
        position = 0
        while position < len(text):
            if self._idle():
                line_end = text.find("\n", position)
                if line_end < 0:
                    return
                position = line_end
            self._step(text[position])
            position += 1

    def _idle(self) -> bool:
        """Nothing on the rest of this line can change the state."""
        return (
            self._style == "verbatim" and self._json is None and self._probe is None and len(self._line) >= _LINE_PROBE
        )

    def _step(self, char: str) -> None:
        if char == "\n":
            if self._end_line():
                return
        elif len(self._line) < _LINE_PROBE:
            self._line += char
        if self._json is not None:
            if not self._json.step(char):
                self._json = None
        elif self._probe is not None:
            self._ask(char)
        elif self._fence and self._style not in {"verbatim", "json", "markup"}:
            self._step_code(char)

    def _ask(self, char: str) -> None:
        answer = self._probe.step(char) if self._probe else False
        if isinstance(answer, JsonText):
            self._json, self._probe = answer, None
        elif not answer:
            self._probe = None

    def _end_line(self) -> bool:
        """Open or close a fence with the line that ends; True when the line break itself means nothing."""
        line, self._line = self._line, ""
        if self._quote not in self._multiline:
            self._quote, self._escaped = "", False
        self._run = ""
        mark = _FENCE.match(line)
        if mark is not None:
            closing = (
                bool(self._fence) and mark["mark"].startswith(self._fence) and not line[mark.end("mark") :].strip()
            )
            if closing or not self._fence:
                self._turn("" if closing else mark["mark"], mark["language"].lower())
                return True
        if self._json is None and self._probe is None and self._style in {"verbatim", "json"}:
            self._probe = _Probe()
            return True
        return False

    def _turn(self, fence: str, language: str) -> None:
        """Enter the fenced block that `fence` opens, or leave it ("")."""
        self._fence = fence
        self._style = self._rules.style(language) if fence else "verbatim"
        self._multiline = self._rules.multiline.get(language, frozenset()) if fence else frozenset()
        self._json, self._quote = None, ""
        self._probe = _Probe() if self._style in {"verbatim", "json"} else None

    def _step_code(self, char: str) -> None:
        if self._escaped:
            self._escaped = False
        elif self._quote:
            self._step_literal(char)
        elif char in _QUOTES:
            # The first two of three quotes looked like an empty literal.
            self._quote = char * 3 if self._run == char * 2 and char * 3 in self._multiline else char
            self._run, self._empty = "", True
        else:
            self._run = ""

    def _step_literal(self, char: str) -> None:
        empty, self._empty = self._empty, False
        if char == "\\" and self._takes_escapes():
            self._escaped, self._run = True, ""
        elif char != self._quote[0]:
            self._run = ""
        elif len(self._quote) == 1:
            self._quote, self._run = "", char * 2 if empty else ""
        else:
            self._run += char
            if self._run == self._quote:
                self._quote, self._run = "", ""

    def _takes_escapes(self) -> bool:
        return self._style != "doubling" and not (self._quote == "'" and self._style in {"shell", "yaml"})
