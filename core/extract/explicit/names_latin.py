"""PERSON in Latin script, in English and in Chinese text: given names, surnames, titles and context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate, TextView
from core.extract.explicit.lexicons import read_set
from core.extract.explicit.name_tokens import LETTER, NameLexicon, Token
from core.extract.pattern_needs import Gate
from core.resources import read_toml
from core.text.patterns import any_of

_NAME = r"([A-Z][a-z'’-]+(?: [A-Z]\.)?(?: [A-Z][a-z'’-]+){1,2})"
_INTRODUCED = re.compile(rf"(?:[Mm]y (?:full )?name is|\b(?:[Ff]ull )?[Nn]ame:) {_NAME}(?=[,.;!?\n(]| and | \(|$)")
"""Any words in capitals are a name here."""
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n\"“(•*>|-])\s*$")
_LINE_START = re.compile(r"(?:^|\n)[ \t>*-]*$")
_LINE_END = re.compile(r"[ \t,]*(?:\n|$)")
_GLUE = r"[\s,:;'\"“(\[*-]{0,3}"
BEFORE = 26
AFTER = 22


@dataclass(frozen=True, slots=True)
class _Weights:
    """Scores by shape, and what context adds or takes."""

    title: float = 0.9
    title_and_word: float = 0.62
    own_line: float = 0.2
    capitals_alone: float = -0.3
    strong_after: float = 0.3
    given_first: float = 0.82
    given_doubtful: float = 0.68
    both_doubtful: float = 0.5
    initial_first: float = 0.72
    surname_last: float = 0.58
    single_given: float = 0.58
    single_surname: float = 0.4
    single_unknown: float = 0.22
    strong_before: float = 0.32
    before: float = 0.12
    after: float = 0.14
    organisation: float = -0.6
    after_the: float = -0.35
    after_the_full: float = -0.2
    middle_initial: float = 0.62
    place_preposition: float = -0.25


class LatinNames:
    """PERSON with the name's words as value; titles stay outside the span, suffixes (Jr, MD) inside."""

    id = "names_latin"
    layer = Layer.LEXICON

    def __init__(self, root: Path, gate: Gate | None = None) -> None:
        self._gate = gate or Gate()
        self._lexicon = NameLexicon(root)
        data = read_toml(root / "lexicons" / "person_latin.toml")
        self._before = _before_pattern(data["before"])
        self._strong = _before_pattern(data["strong_before"])
        self._after = _after_pattern(data["after"])
        self._strong_after = _after_pattern(data["strong_after"])
        self._suffix = re.compile(r",?[ ](?:" + "|".join(data["suffixes"]) + r")(?![A-Za-z0-9])\.?", re.IGNORECASE)
        self._organisation = frozenset(data["organisation_after"])
        self._brands = read_set(root, "brands.txt")
        self._weights = _Weights()

    def find(self, view: TextView) -> Iterator[Candidate]:
        """Candidates of all capitalised runs."""
        for group in self._lexicon.groups(view.text):
            yield from self._group(group, view)
        yield from self._introduced(view)

    def _introduced(self, view: TextView) -> Iterator[Candidate]:
        for match in self._gate.matches(_INTRODUCED, view):
            if match[1].split()[-1].lower() not in self._organisation or match[0][:2].lower() == "my":
                yield _person(match.start(1), match.end(1), match[1], 0.93, "names_latin.introduced")

    def _group(self, group: list[Token], view: TextView) -> Iterator[Candidate]:
        index = 0
        while index < len(group):
            title = False
            begin = index
            while index < len(group) and group[index].title and index + 1 < len(group):
                title, index = True, index + 1
            hard = title and group[index - 1].hard_title
            first = index
            while index < len(group) and self._continues(group, first, index, hard, view.text):
                index += 1
            run = group[first:index]
            while run and (run[-1].particle and run[-1].surface.islower()):
                run.pop()
            if run and (title or not all(token.initial for token in run)):
                follower = group[index] if index < len(group) else None
                yield from self._run(run, title, group[begin], follower, view)
            index = max(index, begin + 1)

    def _continues(self, group: list[Token], first: int, index: int, hard: bool, text: str) -> bool:
        token = group[index]
        if token.key in self._organisation and index > first and not hard:
            return False
        if token.particle and token.surface.islower():
            return index > first
        named = sum(not earlier.initial for earlier in group[first:index])
        if hard and named < 2 and not token.blocked:
            return True
        if token.particle and index + 1 < len(group) and not token.blocked:
            return True
        if token.title and index > first:
            return token.given or token.surname
        if token.proper and index > first and not token.blocked and group[first].strict_given:
            return True
        if token.word and not token.blocked and index > first and index + 1 == len(group) <= first + 3:
            # Rebecca Hides: after a given name even an ordinary word in capitals is a surname.
            # Not where the text itself uses it as a word (Sami Villages ... the villages).
            return group[first].strict_given and f" {token.surface.lower()}" not in text
        return token.nameable

    def _run(
        self, run: list[Token], title: bool, opening: Token, follower: Token | None, view: TextView
    ) -> Iterator[Candidate]:
        start, end = run[0].start, run[-1].end
        shaped = self._shape(run, title, view, start)
        if shaped is None:
            return
        score, shape = shaped
        head = view.lower[max(0, opening.start - BEFORE) : opening.start]
        tail = view.lower[end : end + AFTER]
        context: list[str] = []
        if strong := self._strong.search(head):
            score += self._weights.strong_before
            context.append(strong.group(1))
        elif weak := self._before.search(head):
            score += self._weights.before
            context.append(weak.group(1))
        if after := self._strong_after.match(tail):
            score += self._weights.strong_after
            context.append(after.group().strip())
        elif after := self._after.match(tail):
            score += self._weights.after
            context.append(after.group().strip())
        if len(run) > 1 and _LINE_START.search(head) and _LINE_END.match(tail):
            score += self._weights.own_line
        if not title:
            score += self._against(run, follower, head, tail, bool(context))
        if suffix := self._suffix.match(view.text, end):
            end = suffix.end()
            score += self._weights.after
        value = " ".join(token.surface for token in run)
        yield _person(start, end, value, min(0.95, max(0.0, score)), f"names_latin.{shape}", tuple(context))

    def _against(self, run: list[Token], follower: Token | None, head: str, tail: str, context: bool) -> float:
        weights = self._weights
        penalty = 0.0
        if head.rstrip().rpartition(" ")[2] in self._brands or run[0].key in self._brands:
            penalty += weights.organisation
        if len(run) == 1 and run[0].surface.isupper() and len(run[0].surface) > 1:
            penalty += weights.capitals_alone
        next_word = follower.key if follower is not None else re.sub(r"[^a-z].*$", "", tail.lstrip(" "))
        if next_word in self._organisation or run[-1].key in self._organisation:
            penalty += weights.organisation
        if re.search(r"(?:^|[^a-z])the $", head):
            full = run[0].strict_given and len(run) > 1
            penalty += weights.after_the_full if full else weights.after_the
        doubtful = not context or head.endswith(("to ", "from "))
        if doubtful and run[0].place and re.search(r"(?:^|[^a-z])(?:in|at|near|from|to|of|visit) $", head):
            penalty += weights.place_preposition
        return penalty

    def _shape(self, run: list[Token], title: bool, view: TextView, start: int) -> tuple[float, str] | None:
        """Score and shape of a run of words; None where its words alone are no name: those are the reader's."""
        weights = self._weights
        names = [token for token in run if not token.initial and not token.particle]
        if title:
            if not names:
                return weights.title, "title_initials"
            return (weights.title if not names[0].word else weights.title_and_word), "title"
        if len(names) < 2:
            return self._single(names[0], any(token.initial for token in run)) if names else None
        first, last = names[0], names[-1]
        if first.strict_given:
            return weights.given_first, "given_first"
        opens = _SENTENCE_START.search(view.text[max(0, start - 4) : start]) is not None or start == 0
        if first.given and not (opens and first.word):
            return (weights.both_doubtful if last.word or last.place else weights.given_doubtful), "given_doubtful"
        if run[0].initial:
            return weights.initial_first, "initial"
        if any(token.initial for token in run[1:-1]) and not (first.word or last.word):
            return weights.middle_initial, "middle_initial"
        if last.strict_surname and not first.word:
            return weights.surname_last, "surname_last"
        return None

    def _single(self, name: Token, initial: bool) -> tuple[float, str] | None:
        weights = self._weights
        if initial and not name.word:
            return weights.initial_first, "initial"
        if name.strict_given:
            return weights.single_given, "single_given"
        if name.strict_surname:
            return weights.single_surname, "single_surname"
        return (weights.single_unknown, "single_unknown") if name.unknown else None


def _after_pattern(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"[ ]?{any_of(words)}(?![a-z])")


def _before_pattern(words: list[str]) -> re.Pattern[str]:
    latin = any_of(word for word in words if word.isascii())
    other = any_of(word for word in words if not word.isascii())
    return re.compile(rf"((?<![{LETTER}']){latin}(?:'s)?|{other}){_GLUE}$")


def _person(
    start: int, end: int, value: str, score: float, recognizer: str, context: tuple[str, ...] = ()
) -> Candidate:
    return Candidate(
        start, end, "PERSON", value, round(score, 3), Layer.LEXICON, recognizer, round(score, 3), context=context
    )
