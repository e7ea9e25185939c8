"""Values that stand in a text only encoded: found in its decoded views, mapped back, the encoded run hidden whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.domain.disclosure import DisclosureRole
from core.domain.sensitive import Layer
from core.domain.taxonomy import Kind, Taxonomy
from core.extract.candidate import Candidate
from core.extract.disguised.stretch import Disguise
from core.extract.disguises import disguised_views, disguises
from core.text.decoding import DecodedView, decoded_views
from core.text.normalize import normalize

ENCODED = "encoded"
"""Surface form of a mention that is written in an encoding."""
RUN = "REFERENCE"
CREDENTIALS = "PASSWORD"
RECOGNIZER = "encoded"
LEAST_KNOWN = 2
"""Code points of the shortest value that is looked for elsewhere."""
ESCAPED = ('"', "'", "n", "t", "\\")
MOST_RUNS = 200
"""Runs of one text that are read; each is a text of its own."""
_BASIC = re.compile(r"\bBasic\s+\Z", re.IGNORECASE)
_PAIR = re.compile(r"[^\s:]+:\S+")
_BEFORE = 16
AROUND = 80
"""Code points of the line around an encoded run with which it is read."""
_WORD_HEAD = re.compile(r"=\?[\w-]+\?[BbQq]\?\Z")
_WORD_TAIL = re.compile(r"\A\?=")
"""Marks around an encoded word of a mail's header."""

Read = Callable[[str], Sequence[Candidate]]


def encoded_candidates(
    text: str, standing: Sequence[Candidate], read: Read, taxonomy: Taxonomy
) -> tuple[Candidate, ...]:
    """`standing` and what only the decoded views of `text` show, without overlaps, in text order.

    `read` finds candidates in a decoded text, in its own code points. A value inside an escape covers exactly its
    escaped letters; a run in base64 or hex that holds one is hidden as a whole, under a value of its own.
    """
    standing = [_unescaped(item, text) for item in standing]
    hidden = disguises(text)
    decoded = decoded_views(text)[:MOST_RUNS]
    views = (*decoded, *disguised_views(text, hidden))
    readings = [
        [
            item
            for item in _seen(text, view, read)
            if _hides(item, taxonomy) or (place < len(decoded) and _locates(item, taxonomy))
        ]
        for place, view in enumerate(views)
    ]
    known = {
        (view.text[item.start : item.end], item)
        for view, reading in zip(views, readings, strict=True)
        for item in reading
        if item.end - item.start >= LEAST_KNOWN and _is_encoded(text, view, item)
    }
    found = [item for surface, sample in known for item in _repeated(text, surface, sample)]
    for view, reading in zip(views, readings, strict=True):
        inside = [*reading, *(item for surface, sample in known for item in _repeated(view.text, surface, sample))]
        found.extend(_run(text, view, inside) if _is_run(view) else _inline(text, view, inside))
    found.extend(_deliberate(text, hidden, [*standing, *found], taxonomy))
    kept: Sequence[Candidate] = standing
    for item in sorted(found, key=lambda item: (item.start - item.end, item.start, item.type_id, item.value)):
        kept = _joined(kept, item, taxonomy)
    return tuple(sorted(kept, key=lambda item: item.start))


def _deliberate(
    text: str, hidden: Sequence[Disguise], known: Sequence[Candidate], taxonomy: Taxonomy
) -> Iterator[Candidate]:
    """What nobody spells so but to hand on a value, where no layer knows the value."""
    for item in hidden:
        if item.deliberate and not any(
            other.start < item.end and item.start < other.end and _hides(other, taxonomy) for other in known
        ):
            recognizer = f"{RECOGNIZER}.spelled"
            value = text[item.start : item.end]
            yield Candidate(
                item.start, item.end, RUN, value, 1.0, Layer.PATTERN, recognizer, 1.0, form=ENCODED, sure=True
            )


def _unescaped(item: Candidate, text: str) -> Candidate:
    """Without the sign at its end that escapes the quote behind it."""
    end = item.end
    while end > item.start + 1 and text[end - 1] == "\\" and text[end : end + 1] in ESCAPED:
        end -= 1
    return item if end == item.end else replace(item, end=end, value=item.value.rstrip("\\"))


def _repeated(text: str, surface: str, sample: Candidate) -> Iterator[Candidate]:
    """Places where a value that was read in one view stands in another text."""
    start = text.find(surface)
    while start >= 0:
        end = start + len(surface)
        if not (surface.isascii() and (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())):
            yield replace(sample, start=start, end=end)
        start = text.find(surface, end)


def _hides(item: Candidate, taxonomy: Taxonomy) -> bool:
    return taxonomy[item.type_id].kind is Kind.EXPLICIT


def _locates(item: Candidate, taxonomy: Taxonomy) -> bool:
    """Whether a value would be hidden in plain letters too, for where somebody is: nobody reads it off an encoding."""
    return (item.role or taxonomy[item.type_id].does) is DisclosureRole.LOCATES


def _is_encoded(text: str, view: DecodedView, item: Candidate) -> bool:
    """Whether what was read in the view is written otherwise in the text."""
    return text[slice(*view.span(item.start, item.end))] != view.text[item.start : item.end]


def _seen(text: str, view: DecodedView, read: Read) -> Iterator[Candidate]:
    """What a view holds, in its own code points. A run is read where it stands, with the line around it."""
    if not _is_run(view):
        yield from _read(view.text, read)
        return
    before, after = text[max(0, view.starts[0] - AROUND) : view.starts[0]], text[view.ends[0] : view.ends[0] + AROUND]
    before, after = _WORD_HEAD.sub("", before.rpartition("\n")[2]), _WORD_TAIL.sub("", after.partition("\n")[0])
    for item in _read(f"{before}{view.text}{after}", read):
        start, end = max(0, item.start - len(before)), min(len(view.text), item.end - len(before))
        if start < end:
            yield replace(item, start=start, end=end)


def _is_run(view: DecodedView) -> bool:
    return len(set(view.starts)) == 1


def _inline(text: str, view: DecodedView, reading: Sequence[Candidate]) -> Iterator[Candidate]:
    for item in reading:
        if _is_encoded(text, view, item):
            start, end = view.span(item.start, item.end)
            yield replace(item, start=start, end=end, form=ENCODED, recognizer=f"{RECOGNIZER}.{item.recognizer}")


def _run(text: str, view: DecodedView, reading: Sequence[Candidate]) -> Iterator[Candidate]:
    start, end = view.starts[0], view.ends[0]
    basic = _BASIC.search(text, max(0, start - _BEFORE), start) is not None and _PAIR.fullmatch(view.text)
    best = max(reading, key=lambda item: item.score, default=None)
    if best is None and not basic:
        return
    score = best.score if best is not None else 1.0
    sample = best or Candidate(start, end, CREDENTIALS, "", score, Layer.PATTERN, RECOGNIZER, score)
    yield replace(
        sample,
        start=start,
        end=end,
        type_id=CREDENTIALS if basic else RUN,
        value=text[start:end],
        form=ENCODED,
        recognizer=f"{RECOGNIZER}.run",
        role=None,
        sure=True,
    )


def _read(decoded: str, read: Read) -> Iterator[Candidate]:
    """Candidates in code points of `decoded`."""
    normal = normalize(decoded)
    for item in read(decoded):
        start, end = normal.to_original(item.start, item.end)
        yield replace(item, start=start, end=end)


def _joined(kept: Sequence[Candidate], item: Candidate, taxonomy: Taxonomy) -> list[Candidate]:
    """`kept` with `item`, which takes the place of what it touches unless that hides all of it already.

    What hides all of it keeps what the check digits of `item` prove: a number half in words is as sure as its digits.
    """
    touching = [other for other in kept if other.start < item.end and item.start < other.end]
    hiding = [other for other in touching if _hides(other, taxonomy)]
    around = next((other for other in hiding if other.start <= item.start and item.end <= other.end), None)
    if around is None and not _hides(item, taxonomy):
        around = next((other for other in touching if other.start <= item.start and item.end <= other.end), None)
    if around is not None:
        if item.validation is not True or around.validation is True:
            return list(kept)
        same = (around.start, around.end) == (item.start, item.end)
        return [(item if same else replace(other, validation=True)) if other is around else other for other in kept]
    start = min([item.start, *(other.start for other in hiding)])
    end = max([item.end, *(other.end for other in hiding)])
    return [*(other for other in kept if other.end <= start or end <= other.start), replace(item, start=start, end=end)]
