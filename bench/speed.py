"""`bench speed`: how fast extraction is, by language and length of text, and how long hostile text takes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.corpora import Corpus
from bench.hostile import KINDS, SHUFFLED, hostile
from bench.result import Record

Extract = Callable[[str], object]
LENGTHS = (50, 300, 1000, 10_000)
"""Code points of the texts that are timed; prompts are joined and cut to them."""
CHARACTERS = 10_000
"""Code points timed for every language and length, or ROUNDS texts where these are more."""
ROUNDS = 3
HOSTILE_BYTES = 10_000
"""A megabyte takes the models two minutes for some kinds, and there are six."""


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """`rate`: code points per second, the median of ROUNDS parts; `milliseconds`: of one text, in the median."""

    system: str
    language: str
    length: int
    texts: int
    rate: float
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Endured:
    """Seconds for one hostile text of `size` bytes."""

    system: str
    kind: str
    size: int
    seconds: float


def cut(corpus: Corpus, length: int, characters: int = CHARACTERS) -> tuple[str, ...]:
    """Texts of `length` code points from the rows of a corpus, all different: no segment is timed twice."""
    whole = "\n".join(row.text for row in corpus.rows)
    most = min(len(whole), max(characters, ROUNDS * length))
    pieces = [whole[start : start + length] for start in range(0, most, length)]
    return tuple(dict.fromkeys(piece for piece in pieces if len(piece) == length))


def steps(systems: Mapping[str, Extract], corpora: Mapping[str, Corpus], lengths: Sequence[int] = LENGTHS) -> int:
    """How many figures `measure` and `endure` give together."""
    timed = sum(bool(cut(corpus, length)) for corpus in corpora.values() for length in lengths)
    return len(systems) * (timed + len(KINDS) + 1)


def measure(
    systems: Mapping[str, Extract], corpora: Mapping[str, Corpus], lengths: Sequence[int] = LENGTHS
) -> Iterator[TimedAnswer]:
    """Every system on every language (the keys of `corpora`) and length; the first text is run once unmeasured.

    `systems` must not have seen the texts: each call is given texts of its own by a trailing mark.
    """
    for language, corpus in corpora.items():
        for length in lengths:
            texts = cut(corpus, length)
            for name, extract in systems.items():
                if texts:
                    yield _timed(name, language, length, texts, extract)


def _timed(name: str, language: str, length: int, texts: Sequence[str], extract: Extract) -> TimedAnswer:
    extract(texts[0] + "\n")
    seconds: list[float] = []
    for text in texts:
        started = time.perf_counter()
        extract(text)
        seconds.append(time.perf_counter() - started)
    parts = [seconds[part::ROUNDS] for part in range(ROUNDS)]
    rates = [length * len(part) / sum(part) for part in parts if sum(part) > 0]
    return TimedAnswer(
        name,
        language,
        length,
        len(texts),
        round(statistics.median(rates)) if rates else 0.0,
        round(1000 * statistics.median(seconds), 3),
    )


def endure(systems: Mapping[str, Extract], size: int, seed: int, texts: Sequence[str]) -> Iterator[Endured]:
    """Every system on every kind of hostile text, once."""
    for kind in (*KINDS, SHUFFLED):
        text = hostile(kind, size, seed, texts)
        for name, extract in systems.items():
            started = time.perf_counter()
            extract(text)
            yield Endured(name, kind, size, round(time.perf_counter() - started, 3))


def summary(timed: Sequence[TimedAnswer], endured: Sequence[Endured]) -> Record:
    """Code points per second by language, length and system; seconds by kind and system."""
    result: Record = {"chars_per_second": {}, "hostile_seconds": {}}
    for item in timed:
        by_length = result["chars_per_second"].setdefault(item.language, {}).setdefault(str(item.length), {})
        by_length[item.system] = item.rate
    for lasted in endured:
        result["hostile_seconds"].setdefault(lasted.kind, {})[lasted.system] = lasted.seconds
    return result
