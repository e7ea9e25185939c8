"""Words that stand beside a value, as far as a rule may name them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.extract.explicit.lexicons import read_lines
from core.learn.materials import LocatedExperience, MarkedSpan
from core.resources import read_toml
from core.text.normalize import normalize

FOLDER = "learn"
_WORD = re.compile(r"[A-Za-z\u00c0-\u00ff]+(?:['’-][A-Za-z\u00c0-\u00ff]+)*")
_POSSESSIVE = re.compile(r"['’-].*")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_BREAK = re.compile(r"[\n.!?;。！？；]")


@dataclass(frozen=True, slots=True)
class CueLimits:
    """`[cues]` of `resources/learn/distillation.toml`. `reach`: code points between cue and value at most; `slack`: how
    much further than it was seen a value may stand. `words`: of one English cue. `han`: least and most characters of
    one Chinese cue. `latin`: fewest letters. `most`: cues of one rule. `stop`: words that are a cue of nothing by
    themselves. `ordinary`: English words; a capitalised word that is none of them may be a name that nobody marked."""

    reach: int
    slack: int
    words: int
    han: tuple[int, int]
    latin: int
    most: int
    stop: dict[Language, frozenset[str]]
    ordinary: frozenset[str]

    @classmethod
    def load(cls, root: Path) -> CueLimits:
        """Raises ResourceError."""
        path = root / FOLDER / "distillation.toml"
        table: dict[str, Any] = read_toml(path)["cues"]
        try:
            least, most = table["han"]
            stop = {language: _stop_words(root, language, table["stop"][language.value]) for language in Language}
            sizes = {name: int(table[name]) for name in ("reach", "slack", "words", "latin", "most")}
            ordinary = frozenset(read_lines(root, table["ordinary"]))
            return cls(han=(int(least), int(most)), stop=stop, ordinary=ordinary, **sizes)
        except (KeyError, ValueError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": path.name}) from error


def _stop_words(root: Path, language: Language, own: Sequence[str]) -> frozenset[str]:
    path = root / "corpus" / f"stopwords.{language.value}.txt"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ResourceError("resource.unreadable", details={"file": path.name}) from error
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#")) | frozenset(own)


@dataclass(frozen=True, slots=True)
class Cue:
    """A word or phrase, lower case. `gap`: code points between it and the value. `after`: it follows the value."""

    words: str
    gap: int
    after: bool


def cues_near(witness: LocatedExperience, limits: CueLimits, longest: int) -> tuple[Cue, ...]:
    """Every word and phrase beside the value within reach, on the same line and in the same sentence, that touches no
    value of the material. `longest`: most code points of one."""
    text = witness.material.text
    start, end = witness.experience.material.start, witness.experience.material.end
    before = _free(text, max(0, start - limits.reach - longest), start, witness.material.spans, latest=True)
    behind = _free(text, end, min(len(text), end + limits.reach + longest), witness.material.spans, latest=False)
    found: dict[tuple[str, bool], Cue] = {}
    for passage, after in ((before, False), (behind, True)):
        for words, gap in _phrases(passage, limits, longest, after=after):
            known = found.get((words, after))
            if gap <= limits.reach and (known is None or gap < known.gap):
                found[words, after] = Cue(words, gap, after)
    return tuple(found.values())


def _free(text: str, start: int, end: int, spans: Sequence[MarkedSpan], *, latest: bool) -> str:
    """The part of `text[start:end]` nearest to the value that no other value, line or sentence end cuts off."""
    for span in spans:
        if span.start < end and start < span.end:
            if latest:
                start = max(start, span.end)
            else:
                end = min(end, span.start)
    passage = normalize(text[start:end]).text if start < end else ""
    breaks = [match for match in _BREAK.finditer(passage) if not _abbreviates(passage, match)]
    if not breaks:
        return passage
    return passage[breaks[-1].end() :] if latest else passage[: breaks[0].start()]


def _abbreviates(passage: str, mark: re.Match[str]) -> bool:
    """`no. 5`: a full stop after a short word, with no capital to tell, ends no sentence beside a number."""
    return mark.group() == "." and re.search(r"(?:^|\W)[A-Za-z]{1,4}$", passage[: mark.start()]) is not None


def _phrases(passage: str, limits: CueLimits, longest: int, *, after: bool) -> Iterator[tuple[str, int]]:
    """Phrases with their distance to the value, which stands at the end (`after`: the beginning) of the passage."""
    for words, start, end in (*_latin(passage, limits), *_han(passage, limits)):
        if len(words) <= longest:
            yield words.lower(), start if after else len(passage) - end


def _latin(passage: str, limits: CueLimits) -> Iterator[tuple[str, int, int]]:
    words = list(_WORD.finditer(passage))
    stop = limits.stop[Language.EN]
    for first in range(len(words)):
        for last in range(first, min(first + limits.words, len(words))):
            start, end = words[first].start(), words[last].end()
            phrase = passage[start:end]
            own = [word.group().lower() for word in words[first : last + 1]]
            if any(_may_be_a_name(word.group(), limits) for word in words[first : last + 1]):
                continue
            # A phrase begins and ends with a word that says something: "badge of" is "badge".
            if own[0] in stop or own[-1] in stop or len(phrase) < limits.latin:
                continue
            if first != last and re.search(r"[^\w\s'’-]", phrase):
                continue
            yield phrase, start, end


def _may_be_a_name(word: str, limits: CueLimits) -> bool:
    """A name that was not found stands in no S, so no check could stop it later."""
    return not word[0].islower() and _POSSESSIVE.sub("", word).lower() not in limits.ordinary


def _han(passage: str, limits: CueLimits) -> Iterator[tuple[str, int, int]]:
    least, most = limits.han
    stop = limits.stop[Language.ZH]
    for run in _HAN.finditer(passage):
        own = run.group()
        for start in range(len(own)):
            for end in range(start + least, min(start + most, len(own)) + 1):
                phrase = own[start:end]
                if phrase not in stop and phrase[0] not in stop and phrase[-1] not in stop:
                    yield phrase, run.start() + start, run.start() + end
