"""Tokens of an answer back to their originals, as it streams (DESIGN 5.5, SEC-15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.domain.tokens import TokenEntry
from core.resources import resource_root
from core.restore.doubling import LONGEST_OVERLAP, repeated_end, repeated_front
from core.restore.labels import LabelIndex, RestoreRules
from core.restore.pieces import (
    Left,
    More,
    Piece,
    PlainText,
    RestoredAnswer,
    RestoredValue,
    RestoreReport,
    UnresolvedToken,
    joined,
    report_of,
)
from core.restore.saying.around import AFTER, BEFORE, is_prose
from core.restore.saying.sayings import PERSON, other_language
from core.restore.spelling import Found, Speller
from core.restore.surroundings import Surroundings

REMEMBERED = 256
"""Passages around tokens whose language is remembered."""
_VALUE = "\x00"
"""Stands for a token in what went before: a word of no language."""


class AnswerRestorer:
    """Streaming restoration of one answer. Not thread-safe; one instance per answer.

    Text is held back only from a place where a token may have begun, and at most `Speller.longest` characters
    plus the overlap with an original. However the answer is cut into deltas, the pieces' texts concatenate to
    the same result.

    In prose of the other language than its own a value is said in that language, where this is certain: the cloud that
    translated the text could not translate what it did not see. A language in which the person wrote the value, or
    something around it, is never changed: D restored is X.
    """

    def __init__(
        self,
        entries: tuple[TokenEntry, ...],
        taxonomy: Taxonomy,
        rules: RestoreRules | None = None,
        prompt: str = "",
    ) -> None:
        """`entries`: the tokens of this conversation and of no other (`TokenVault.entries()`).
        `rules`: shipped data, read when not given. `prompt`: the text with its tokens (D) that is answered; a token
        that does not stand in it was written in the language of its label. Raises ResourceError."""
        self._rules = rules or RestoreRules.load(resource_root())
        leads = self._rules.sayings.month_leads(entries, prompt)
        forms = {entry.token: taxonomy[entry.type_id].token_form(entry.label) for entry in entries}
        # Whoever has a name in letters as well (陈伟良, Tan Wei Liang) is not read by its characters.
        spelled = {(entry.type_id, entry.number) for entry in entries if other_language(entry.original) is Language.ZH}
        said = (
            (entry.token, self._rules.sayings.of(entry, leads, forms[entry.token]))
            for entry in entries
            if entry.type_id != PERSON or (entry.type_id, entry.number) not in spelled
        )
        # Hostile answers repeat themselves: what was decided last is kept, as long as this answer is.
        self._around = lru_cache(maxsize=REMEMBERED)(self._rules.sayings.tongues.around)
        self._said = {token: saying for token, saying in said if saying is not None}
        self._heard: dict[str, set[Language | None]] = defaultdict(set)
        self._written: Mapping[str, set[Language | None]] = {}
        if prompt and self._said:
            first = AnswerRestorer(entries, taxonomy, self._rules)
            first.feed(prompt)
            first.finish()
            self._written = first._heard
        self._speller = Speller(LabelIndex.build(entries, taxonomy, self._rules))
        self._surroundings = Surroundings(self._rules.quoting)
        self._buffer = ""
        self._previous = ""
        self._before = ""
        self._context = ""
        self._restored = 0
        self._forged = 0
        self._unresolved = 0

    @property
    def pending(self) -> int:
        """Characters held back at this moment."""
        return len(self._buffer)

    @property
    def longest_pending(self) -> int:
        """Upper bound of `pending`."""
        return self._speller.longest + max(LONGEST_OVERLAP, AFTER)

    @property
    def report(self) -> RestoreReport:
        """Counts so far."""
        return RestoreReport(self._restored, self._forged, self._unresolved)

    def feed(self, delta: str) -> tuple[Piece, ...]:
        """Take the next part of the answer; return what is decided by now, in order."""
        self._buffer += delta
        return self._drain(final=False)

    def finish(self) -> tuple[Piece, ...]:
        """The rest, once the answer has ended or broke off."""
        return self._drain(final=True)

    def _drain(self, *, final: bool) -> tuple[Piece, ...]:
        text = self._buffer
        pieces: list[Piece] = []
        done = position = 0
        while True:
            start = self._speller.next_trigger(text, position)
            if start < 0:
                start = len(text)
                self._surroundings.advance(text[position:])
                break
            self._surroundings.advance(text[position:start])
            previous = text[start - 1] if start else self._previous
            found = self._speller.decide(text, start, previous, final, self._surroundings.strictness)
            if found is None:
                self._surroundings.advance(text[start])
                position = start + 1
                continue
            if isinstance(found, More):
                break
            piece = self._piece(text, done, start, found, final)
            if isinstance(piece, More):
                break
            self._plain(pieces, text[done:start])
            self._note(pieces, piece)
            self._surroundings.advance(text[start : found.end])
            done = position = found.end
        self._plain(pieces, text[done:start])
        self._previous = text[start - 1] if start else self._previous
        self._buffer = text[start:]
        return tuple(pieces)

    def _piece(self, text: str, done: int, start: int, found: Found, final: bool) -> Piece | More:
        written = text[start : found.end]
        entry = found.entry
        if entry is None:
            return UnresolvedToken(written, found.left or Left.UNKNOWN)
        said = self._saying(entry, text, done, start, found.end, final)
        if isinstance(said, More):
            return said
        original = said or entry.original
        after = text[found.end : found.end + LONGEST_OVERLAP + 1]
        rules = self._rules.doubling
        cut = 0 if found.tail else repeated_end(original, after, final, rules)
        if isinstance(cut, More):
            return cut
        before = (self._before + text[done:start])[-LONGEST_OVERLAP - 2 :]
        front = repeated_front(original, before, rules)
        kept = original[front : len(original) - cut] if front + cut < len(original) else original
        shown = self._surroundings.quote(kept) + found.tail
        return RestoredValue(shown, entry.original, entry.token, entry.attribute_id, written, said)

    def _saying(self, entry: TokenEntry, text: str, done: int, start: int, end: int, final: bool) -> str | More:
        """What the value is called in the language around its token; "" where it stands as it was written."""
        saying = self._said.get(entry.token)
        if saying is None or not self._surroundings.prose:
            return ""
        before = (self._context + text[max(done, start - BEFORE) : start])[-BEFORE:]
        if not is_prose(before):
            return ""
        around = self._around(before, text[end : end + AFTER], final)
        if isinstance(around, More):
            return around
        self._heard[entry.token].add(around)
        language, said = saying
        return said if around is language and around not in self._written.get(entry.token, {entry.language}) else ""

    def _plain(self, pieces: list[Piece], run: str) -> None:
        if run:
            pieces.append(PlainText(run))
            self._before = (self._before + run)[-LONGEST_OVERLAP - 2 :]
            self._context = (self._context + run[-BEFORE:])[-BEFORE:]

    def _note(self, pieces: list[Piece], piece: Piece) -> None:
        """A restored value is no context for the next one: what stands beside it was not written by the cloud."""
        pieces.append(piece)
        self._context = (self._context + _VALUE)[-BEFORE:]
        self._before = "\x00" if isinstance(piece, RestoredValue) else piece.text[-LONGEST_OVERLAP:]
        if isinstance(piece, RestoredValue):
            self._restored += 1
        elif isinstance(piece, UnresolvedToken) and piece.reason is Left.FORGED:
            self._forged += 1
        else:
            self._unresolved += 1


def restore(
    text: str, entries: tuple[TokenEntry, ...], taxonomy: Taxonomy, rules: RestoreRules | None = None, prompt: str = ""
) -> RestoredAnswer:
    """A whole answer at once; arguments as of AnswerRestorer. Raises ResourceError when shipped data is missing."""
    restorer = AnswerRestorer(entries, taxonomy, rules, prompt)
    pieces = joined(restorer.feed(text) + restorer.finish())
    return RestoredAnswer(pieces, "".join(piece.text for piece in pieces), report_of(pieces))
