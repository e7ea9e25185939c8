"""D from X and S: every mention replaced at its level, the hard line last (paper 3.1, DESIGN 5.2)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace

from rapidfuzz.distance import Indel

from core.dehydrate.hard_line import HardLine, LiteralHit
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.phrase import CONTEXT, Phrase, surrounding_language
from core.dehydrate.splice import Piece, Provenance, splice
from core.dehydrate.ties import Ties
from core.domain.artifact import EXACT_LEVEL, Artifact, Replacement
from core.domain.language import Language
from core.domain.request import Decisions
from core.domain.sensitive import Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.tokens import TokenVault

MAX_ROUNDS = 12
NOTHING = "…"
_ABBREVIATION = re.compile(r"\b(?:Inc|Ltd|Co|Corp|Bros|St|Jr|Sr|Dept|Univ)$")
_MID_SENTENCE = re.compile(r"\.,? +[a-z]|\.[,，。；、）]")
_JSON_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_JSON_KEY = re.compile(r'"\s*:\s*$')
_JSON_NEXT = re.compile(r"\s*[,}\]]")
_SENTENCE_AFTER = re.compile(r"\s+[\"'(“]?[A-Z\u4e00-\u9fff]|\s*$")


class Dehydrator:
    """Pure but for the tokens it has the vault issue. Safe from any thread."""

    def __init__(self, taxonomy: Taxonomy, library: HierarchyLibrary) -> None:
        self._taxonomy = taxonomy
        self._library = library
        self._ties = Ties(library)
        self.hard_line = HardLine(taxonomy)

    def top(self, attribute: SensitiveAttribute) -> int:
        """The level at which nothing of the value is told; for explicit identifiers: their token."""
        return len(self._library.for_type(attribute.type_id).ladder(attribute.value, Language.EN)) - 1

    def initial_levels(self, sensitive: SensitiveSet, decisions: Decisions) -> dict[str, int]:
        """Where the first proposal starts: policy.toml by task relevance, then a person's decisions.

        An attribute marked "not sensitive" stays exact.
        """
        levels: dict[str, int] = {}
        for attribute in sensitive.attributes:
            top = self.top(attribute)
            decision = decisions.levels.get(attribute.id)
            if decision is not None:
                levels[attribute.id] = min(max(EXACT_LEVEL, decision.level), top)
            elif attribute.id in decisions.not_sensitive:
                levels[attribute.id] = EXACT_LEVEL
            else:
                relevant = decisions.task_relevant.get(attribute.id, attribute.task_relevant)
                levels[attribute.id] = self._proposed(attribute, top, relevant)
        self._ties.proposed(
            self._ties.of(sensitive), levels, {**decisions.levels, **dict.fromkeys(decisions.not_sensitive)}
        )
        return levels

    def _proposed(self, attribute: SensitiveAttribute, top: int, relevant: bool) -> int:
        if attribute.kind is Kind.EXPLICIT:
            return top
        policy = self._library.policy()
        if relevant:
            return min(top, int(policy["relevant"]))
        hierarchy = self._taxonomy[attribute.type_id].hierarchy
        wanted = int(policy["hierarchy"].get(hierarchy, policy["otherwise"]))
        # A short ladder must not lose its only class to a level that was meant for long ones.
        return max(1, min(top - 1, wanted) if wanted > 0 else top + wanted)

    def dehydrate(
        self, text: str, sensitive: SensitiveSet, levels: Mapping[str, int], vault: TokenVault, language: Language
    ) -> Artifact:
        """Replace all mentions, then scrub what the hard line still finds.

        `levels`: level per attribute id; a missing one means removal. A rendering that would bring back another
        attribute's literal is raised rung by rung; the artifact's levels say what was really rendered.
        """
        effective = {
            item.id: min(max(EXACT_LEVEL, levels.get(item.id, self.top(item))), self.top(item))
            for item in sensitive.attributes
        }
        ties = self._ties.of(sensitive)
        self._ties.settled(ties, effective)
        worded = self._ties.worded(ties, sensitive)
        pieces = self._pieces(text, worded, effective, vault, language)
        scrubbed = 0
        for attempt in range(MAX_ROUNDS):
            result, replacements = splice(text, pieces)
            hits = self.hard_line.find(result, sensitive, effective)
            if not hits:
                return Artifact(result, replacements, effective, scrubbed)
            raised = self._raise(hits, replacements, sensitive, effective) if attempt < MAX_ROUNDS - 2 else False
            if raised:
                extra = [piece for piece in pieces if piece.scrubbed]
                self._ties.settled(ties, effective)
                pieces = _merge(self._pieces(text, worded, effective, vault, language), extra)
                continue
            pieces, added = self._scrub(text, hits, replacements, pieces, sensitive, effective, vault, language)
            scrubbed += added
        result, replacements = splice(text, pieces)
        cleaned, count = self.hard_line.scrub(result, sensitive, effective, lambda *_: NOTHING)
        survivors = _surviving(result, cleaned, replacements) if count else replacements
        return Artifact(cleaned, survivors, effective, scrubbed + count)

    def edited(self, text: str, artifact: Artifact, sensitive: SensitiveSet) -> Artifact:
        """A person's own wording of D. Provenance that survived the edit is kept; the text is never changed here.

        Literals that the edit brought back are not scrubbed: `violations` lists them and the gateway refuses them.
        """
        known = {item.id for item in sensitive.attributes}
        survivors = tuple(
            item for item in _surviving(artifact.text, text, artifact.replacements) if item.attribute_id in known
        )
        return replace(artifact, text=text, replacements=survivors, scrubbed=0, edited=True)

    def violations(self, artifact: Artifact, sensitive: SensitiveSet) -> tuple[LiteralHit, ...]:
        """Literals of declared values in an artifact's text; empty for anything `dehydrate` returned."""
        return self.hard_line.find(artifact.text, sensitive, artifact.levels)

    def _pieces(
        self,
        text: str,
        sensitive: SensitiveSet,
        levels: Mapping[str, int],
        vault: TokenVault,
        language: Language,
    ) -> list[Piece]:
        owners = [(mention, item) for item in sensitive.attributes for mention in item.mentions]
        owners.sort(key=lambda pair: pair[0].start)
        starts = [mention.start for mention, _ in owners] + [len(text)]
        pieces: list[Piece] = []
        floor, told = 0, ""
        for index, (mention, attribute) in enumerate(owners):
            ceiling = starts[index + 1]
            if levels[attribute.id] == EXACT_LEVEL:
                told = (told + text[floor : mention.end])[-CONTEXT:]
                floor = max(floor, mention.end)
                continue
            before = text[max(floor, mention.start - CONTEXT) : mention.start]
            seen = (told + before)[-CONTEXT:] if floor > mention.start - CONTEXT else before
            after = text[mention.end : min(len(text), mention.end + CONTEXT)]
            piece = self._piece(mention, attribute, levels[attribute.id], vault, language, seen, after)
            short = piece[1].take_before - len(before)
            if short > 0 and not _yielded(pieces, floor, short):
                piece = self._piece(mention, attribute, levels[attribute.id], vault, language, before, after)
            taken = min(piece[1].take_before, len(before))
            follow = min(piece[1].take_after or _abbreviated(mention.text, after), max(0, ceiling - mention.end))
            start, end = mention.start - taken, mention.end + follow
            rendered = _closed(mention.text, piece[1].text, text[end : end + CONTEXT])
            rendered = _quoted(mention.text, rendered, text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT])
            pieces.append(replace(piece[0], start=start, end=end, rendered=rendered))
            told = (told + text[floor:start] + rendered)[-CONTEXT:]
            floor = end
        return self._library.neighbours.settle(text, pieces, {item.id: item for _, item in owners})

    def _piece(
        self,
        mention: Mention,
        attribute: SensitiveAttribute,
        level: int,
        vault: TokenVault,
        language: Language,
        before: str,
        after: str,
    ) -> tuple[Piece, Phrase]:
        kind = self._taxonomy[attribute.type_id]
        top = self.top(attribute)
        if attribute.kind is Kind.EXPLICIT and level >= top:
            near = surrounding_language(mention, before, after) if before.strip() or after.strip() else language
            entry = vault.token_for(attribute, kind, near)
            return Piece(0, 0, attribute.id, level, "", token=entry.token), Phrase(entry.token)
        hierarchy = self._library.for_type(attribute.type_id)
        node = hierarchy.ladder(attribute.value, mention.language)[level].node
        phrase = hierarchy.phrase(attribute.value, level, mention, before, after)
        return Piece(0, 0, attribute.id, level, "", node=node), phrase

    def _raise(
        self,
        hits: tuple[LiteralHit, ...],
        replacements: tuple[Replacement, ...],
        sensitive: SensitiveSet,
        levels: dict[str, int],
    ) -> bool:
        """Raise every generalised rendering that a hit touches; False when none can be raised further."""
        changed = False
        provenance = Provenance(replacements)
        by_id = {item.id: item for item in sensitive.attributes}
        for hit in hits:
            for item in provenance.touched(hit.start, hit.end):
                attribute = by_id[item.attribute_id]
                if not item.token and EXACT_LEVEL < levels[attribute.id] < self.top(attribute):
                    levels[attribute.id] += 1
                    changed = True
        return changed

    def _scrub(
        self,
        text: str,
        hits: tuple[LiteralHit, ...],
        replacements: tuple[Replacement, ...],
        pieces: list[Piece],
        sensitive: SensitiveSet,
        levels: Mapping[str, int],
        vault: TokenVault,
        language: Language,
    ) -> tuple[list[Piece], int]:
        added: list[Piece] = []
        provenance = Provenance(replacements)
        by_id = {item.id: item for item in sensitive.attributes}
        for hit in hits:
            start, end = provenance.source(hit.start, hit.end)
            touched = bool(provenance.touched(hit.start, hit.end))
            attribute = by_id[hit.attribute_id]
            rendered, token = NOTHING, ""
            if attribute.kind is Kind.EXPLICIT:
                entry = vault.token_for(attribute, self._taxonomy[attribute.type_id], language)
                rendered = token = entry.token
            elif not touched and attribute.mentions:
                start, end, rendered = self._around(text, pieces, start, end, attribute, levels[attribute.id])
            added.append(Piece(start, end, attribute.id, levels[attribute.id], rendered, token=token, scrubbed=True))
        return _merge(pieces, added), len(added)

    def _around(
        self, text: str, pieces: list[Piece], start: int, end: int, attribute: SensitiveAttribute, level: int
    ) -> tuple[int, int, str]:
        """Span and wording of an occurrence that was not marked, fitted between its neighbours."""
        index = bisect_right(pieces, start, key=lambda piece: piece.start)
        floor = pieces[index - 1].end if index else 0
        ceiling = pieces[index].start if index < len(pieces) else len(text)
        before, after = text[max(floor, start - CONTEXT) : start], text[end : min(ceiling, end + CONTEXT)]
        mention = replace(attribute.mentions[0], start=start, end=end, text=text[start:end], form="")
        phrase = self._library.for_type(attribute.type_id).phrase(attribute.value, level, mention, before, after)
        return start - min(phrase.take_before, len(before)), end + min(phrase.take_after, len(after)), phrase.text


def _abbreviated(surface: str, after: str) -> int:
    """Width of a full stop that belongs to a name's abbreviation and not to the sentence ("Textiles Inc. fails")."""
    return int(bool(_ABBREVIATION.search(surface) and _MID_SENTENCE.match(after)))


def _closed(surface: str, rendered: str, after: str) -> str:
    """A rendering keeps the full stop that ended both an abbreviation and its sentence ("at 8 a.m. What then?")."""
    ended = surface.endswith(".") and not rendered.endswith(".") and _SENTENCE_AFTER.match(after)
    return f"{rendered}." if ended and rendered else rendered


def _yielded(pieces: list[Piece], floor: int, width: int) -> bool:
    """Let a dropped adjective before a mention give up the article that the mention's wording exchanges ("an Iranian
    [student]"); `width` code points are asked for beyond `floor`. Changes the last piece when it can."""
    last = pieces[-1] if pieces else None
    if last is None or last.end != floor or last.token or last.rendered.lower() not in ("", "a", "an"):
        return False
    start = last.start - (width - len(last.rendered))
    if start < (pieces[-2].end if len(pieces) > 1 else 0):
        return False
    pieces[-1] = replace(last, start=start, rendered="")
    return True


def _quoted(surface: str, rendered: str, before: str, after: str) -> str:
    """Words that stand for a bare number of JSON are a string there."""
    bare = _JSON_NUMBER.fullmatch(surface) and _JSON_KEY.search(before) and _JSON_NEXT.match(after)
    return f'"{rendered}"' if bare and rendered else rendered


def _merge(pieces: list[Piece], extra: list[Piece]) -> list[Piece]:
    """Both in text order; where they overlap, the scrubbed piece covers what it overlaps."""
    merged: list[Piece] = []
    for item in sorted([*pieces, *extra], key=lambda piece: (piece.start, not piece.scrubbed, -piece.end)):
        last = merged[-1] if merged else None
        if last is None or item.start >= last.end:
            merged.append(item)
        elif item.scrubbed and last.scrubbed:
            merged[-1] = replace(last, end=max(last.end, item.end), rendered=NOTHING, token="")
        elif item.scrubbed or last.scrubbed:
            chosen = item if item.scrubbed else last
            merged[-1] = replace(chosen, start=last.start, end=max(last.end, item.end))
    return merged


def _surviving(old: str, new: str, replacements: tuple[Replacement, ...]) -> tuple[Replacement, ...]:
    """Replacements whose rendered text stands unchanged in `new`, at their new offsets."""
    blocks = [op for op in Indel.opcodes(old, new) if op.tag == "equal"]
    kept = []
    for item in replacements:
        index = bisect_right(blocks, item.start, key=lambda op: op.src_start) - 1
        if index >= 0 and item.end <= blocks[index].src_end:
            shift = blocks[index].dest_start - blocks[index].src_start
            kept.append(replace(item, start=item.start + shift, end=item.end + shift))
    return tuple(kept)
