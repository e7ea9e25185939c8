"""Branch 2, diagnostic: how much of X comes back from (D, S) (paper 3.3, R)."""

from __future__ import annotations

from bisect import bisect_left

from rapidfuzz.distance import Indel

from core.domain.artifact import Artifact
from core.domain.evidence import RestorationScore
from core.domain.protocol import Protocol
from core.domain.sensitive import SensitiveSet
from core.verify.embedding import CharacterNgrams, Embedder, cosine

COMPARED_WHOLE = 20_000
"""Longest text (code points) compared at once; longer edited texts are compared line by line."""

EMBEDDED = 4000
"""Code points of each text that are embedded: a diagnostic may not slow the loop down."""


def rebuild(artifact: Artifact, sensitive: SensitiveSet) -> str:
    """Every replacement back to the first spelling of its value, as someone who holds D and S would do it."""
    starts = [item.source_start for item in artifact.replacements]
    spelled: dict[str, str] = {}
    for attribute in sensitive.attributes:
        spelled[attribute.id] = attribute.value
        if attribute.mentions:
            first = attribute.mentions[0]
            place = bisect_left(starts, first.start)
            held = artifact.replacements[place] if place < len(starts) else None
            inside = held is not None and held.attribute_id == attribute.id and held.source_end <= first.end
            start, end = (
                (held.source_start, held.source_end) if held is not None and inside else (first.start, first.end)
            )
            spelled[attribute.id] = first.text[start - first.start : end - first.start]
    parts: list[str] = []
    position = 0
    for replacement in artifact.replacements:
        if replacement.start < position or replacement.attribute_id not in spelled:
            continue
        parts += (artifact.text[position : replacement.start], spelled[replacement.attribute_id])
        position = replacement.end
    parts.append(artifact.text[position:])
    return "".join(parts)


def restoration(
    original: str,
    artifact: Artifact,
    sensitive: SensitiveSet,
    tau_r: float = Protocol().tau_r,
    embedder: Embedder | None = None,
) -> RestorationScore:
    """R in [0, 1]: literal similarity (insertions and deletions) of the rebuilt text to X.

    Below `tau_r` the similarity of their embeddings is given as well: it tells another wording (fallback high) from
    lost or invented content (both low). The table of tokens rebuilds, no model: a model could only add errors.
    """
    rebuilt = rebuild(artifact, sensitive)
    score = _literal(rebuilt, original)
    if score >= tau_r:
        return RestorationScore(score)
    chosen: Embedder = embedder or CharacterNgrams()
    vectors = chosen.embed((rebuilt[:EMBEDDED], original[:EMBEDDED]))
    if vectors is None:
        return RestorationScore(score)
    return RestorationScore(score, cosine(*vectors), chosen.name)


def _literal(rebuilt: str, original: str) -> float:
    if rebuilt == original:
        return 1.0
    if max(len(rebuilt), len(original)) <= COMPARED_WHOLE:
        return Indel.normalized_similarity(rebuilt, original)
    return _by_line(rebuilt, original)


def _by_line(rebuilt: str, original: str) -> float:
    """Lines in order, similarity weighted by length; very long lines by their beginnings."""
    left, right = rebuilt.splitlines() or [""], original.splitlines() or [""]
    width = max(len(left), len(right))
    total = matched = 0.0
    for index in range(width):
        one = left[index] if index < len(left) else ""
        other = right[index] if index < len(right) else ""
        weight = len(one) + len(other)
        total += weight
        matched += weight * Indel.normalized_similarity(one[:COMPARED_WHOLE], other[:COMPARED_WHOLE])
    return matched / total if total else 1.0
