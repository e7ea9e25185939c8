"""D from X and S: every mention replaced at its level, the hard line last (paper 3.1, DESIGN 5.0 and 5.2).

A replacement is a token, a token that says its class, or a value of the same form; never a phrase. It covers exactly
the value, so that D is X once the replacements are undone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace

from rapidfuzz.distance import Indel

from core.dehydrate.forms import own, spelled
from core.dehydrate.gazetteer import bare
from core.dehydrate.hard_line import HardLine, LiteralHit
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.name_forms import NameForm, form_of, fullest, is_doubtful
from core.dehydrate.splice import Piece, Provenance, splice
from core.dehydrate.ties import Ties
from core.domain.artifact import EXACT_LEVEL, Artifact, Replacement
from core.domain.language import Language
from core.domain.request import Decisions
from core.domain.sensitive import SIGNED, Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.tokens import TokenEntry, TokenVault
from core.text.normalize import comparison_key
from core.text.scripts import CONTEXT, surrounding_language

PATIENT_ROUNDS = 6
"""Rounds in which a coarser value that brings back a literal is raised by one level; after them it is hidden."""
NOTHING = "…"
"""Stands where even a token would say a declared value."""
_JSON_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_JSON_KEY = re.compile(r'"\s*:\s*$')
_JSON_NEXT = re.compile(r"\s*[,}\]]")
_CLASS = re.compile(r"\[[^\]:：]+[:：]\s*(?P<told>[^\]]+)\]")
_APART_AFTER, _APART_BEFORE = re.compile(r"[\s,，、/·()（）-]{1,3}"), re.compile(r"[\s,，、/·()（）-]{1,3}\Z")
"""What may stand between a place and the wider place that it lies in."""


class Dehydrator:
    """Pure but for the tokens it has the vault issue. Safe from any thread."""

    def __init__(self, taxonomy: Taxonomy, library: HierarchyLibrary) -> None:
        self._taxonomy = taxonomy
        self._library = library
        self._ties = Ties(library)
        self.hard_line = HardLine(taxonomy)

    def top(self, attribute: SensitiveAttribute) -> int:
        """The level at which nothing of the value is told: its bare token."""
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

        `levels`: level per attribute id, 0 = the text as it is, top = a bare token; a missing one means the top. A
        coarser value that would bring back a literal is raised; the artifact's levels say what was really told.
        """
        effective = {
            item.id: min(max(EXACT_LEVEL, levels.get(item.id, self.top(item))), self.top(item))
            for item in sensitive.attributes
        }
        ties = self._ties.of(sensitive)
        self._ties.settled(ties, effective)
        told = self._ties.worded(ties, sensitive)
        scrubs: list[Piece] = []
        rounds = 0
        while True:
            pieces = _covered(self._pieces(text, told, effective, vault, language), scrubs)
            result, replacements = splice(text, pieces)
            hits = self.hard_line.find(result, sensitive, effective)
            if not hits:
                return Artifact(result, replacements, effective, sum(piece.scrubbed for piece in pieces))
            rounds += 1
            if not self._raise(hits, replacements, sensitive, effective, by_one=rounds <= PATIENT_ROUNDS):
                scrubs = self._scrubs(text, hits, replacements, scrubs, sensitive, vault, language)

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
        pieces: list[Piece] = []
        floor = 0
        for mention, attribute in owners:
            if levels[attribute.id] > EXACT_LEVEL and mention.start >= floor:
                pieces.append(self._piece(text, mention, attribute, levels[attribute.id], vault, language))
            floor = max(floor, mention.end)
        for index in range(len(pieces)):
            if _told_beside(text, pieces, index):
                pieces[index] = self._hidden(text, pieces[index], sensitive, vault)
        return self._introduced(pieces, sensitive, vault)

    def _introduced(self, pieces: list[Piece], sensitive: SensitiveSet, vault: TokenVault) -> list[Piece]:
        """The pieces; where a further name of somebody that has a number of its own first stands, its token says whose
        it is."""
        seen: set[str] = set()
        result: list[Piece] = []
        for piece in pieces:
            first = piece.rendered == piece.token and piece.token not in seen
            seen.add(piece.token)
            if first and sensitive.by_id(piece.attribute_id).type_id in self._library.forms.renamed:
                token, owner = vault.resolve(piece.token), vault.issued_for(piece.attribute_id)
                if token is not None and owner is not None and token.number != owner.number:
                    piece = replace(piece, rendered=self._library.forms.further(token, owner))
            result.append(piece)
        return result

    def _piece(
        self,
        text: str,
        mention: Mention,
        attribute: SensitiveAttribute,
        level: int,
        vault: TokenVault,
        language: Language,
    ) -> Piece:
        before = text[max(0, mention.start - CONTEXT) : mention.start]
        after = text[mention.end : mention.end + CONTEXT]
        first, last = self._library.edges.within(mention.text, mention.type_id, after)
        start, end = mention.start + first, mention.start + last
        surface = text[start:end]
        if before.strip() or after.strip():
            language = surrounding_language(mention.text, mention.language, before, after)
        hierarchy = self._library.for_type(attribute.type_id)
        told = hierarchy.ladder(attribute.value, language)[level]
        rendered, token = self._library.forms.same(attribute.type_id, hierarchy, told, surface, language), ""
        if not rendered:
            entry = self._entry(text, attribute, surface, vault, language)
            rendered, token = spelled(entry, told, language), entry.token
            if mention.form == SIGNED and rendered == token:
                rendered = self._library.forms.signed(entry, surface)
        rendered = _quoted(surface, rendered, text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT])
        return Piece(start, end, attribute.id, level, rendered, node=told.node, token=token)

    def _entry(
        self, text: str, attribute: SensitiveAttribute, surface: str, vault: TokenVault, language: Language
    ) -> TokenEntry:
        """The token that stands for `surface`, a spelling or a part of the attribute's value in `text`."""
        forms, kind = self._library.forms, self._taxonomy[attribute.type_id]
        if attribute.type_id not in forms.renamed:
            owner = forms.standing_for(attribute, surface)
            return vault.token_for(owner, self._taxonomy[owner.type_id], language, surface)
        person = vault.issued_for(attribute.id)
        if person is None:
            name = fullest(dict.fromkeys(self._value(text, mention) for mention in attribute.mentions)) or surface
            doubtful = NameForm.DOUBTFUL if is_doubtful(attribute, forms.certain) else ""
            person = vault.token_for(attribute, kind, language, name, doubtful)
        form = form_of(surface, person.original)
        if form is None or not comparison_key(surface):
            return person
        return vault.token_for(own(attribute, surface), kind, language, surface, form, person)

    def _value(self, text: str, mention: Mention) -> str:
        """A mention without the words at its edges that are none of the value."""
        after = text[mention.end : mention.end + CONTEXT]
        start, end = self._library.edges.within(mention.text, mention.type_id, after)
        return mention.text[start:end]

    def _hidden(self, text: str, piece: Piece, sensitive: SensitiveSet, vault: TokenVault) -> Piece:
        """`piece` as a bare token."""
        attribute, surface = sensitive.by_id(piece.attribute_id), text[piece.start : piece.end]
        before, after = text[max(0, piece.start - CONTEXT) : piece.start], text[piece.end : piece.end + CONTEXT]
        near = surrounding_language(surface, attribute.mentions[0].language, before, after)
        token = self._entry(text, attribute, surface, vault, near).token
        return replace(piece, level=self.top(attribute), rendered=token, node="", token=token)

    def _raise(
        self,
        hits: tuple[LiteralHit, ...],
        replacements: tuple[Replacement, ...],
        sensitive: SensitiveSet,
        levels: dict[str, int],
        *,
        by_one: bool,
    ) -> bool:
        """Raise every coarser value that a hit touches; False when there is none."""
        changed = False
        provenance = Provenance(replacements)
        by_id = {item.id: item for item in sensitive.attributes}
        for hit in hits:
            for item in provenance.touched(hit.start, hit.end):
                attribute = by_id[item.attribute_id]
                top = self.top(attribute)
                if item.node and levels[attribute.id] < top:
                    levels[attribute.id] = levels[attribute.id] + 1 if by_one else top
                    changed = True
        return changed

    def _scrubs(
        self,
        text: str,
        hits: tuple[LiteralHit, ...],
        replacements: tuple[Replacement, ...],
        before: list[Piece],
        sensitive: SensitiveSet,
        vault: TokenVault,
        language: Language,
    ) -> list[Piece]:
        """The scrubs so far, and one for each hit: the token of its attribute over all of X that it touches.

        A hit inside a token is one that the token itself says: there nothing is told. So each round covers more of X
        or says less of it, and the rounds end.
        """
        provenance = Provenance(replacements)
        by_id = {item.id: item for item in sensitive.attributes}
        found = list(before)
        for hit in hits:
            attribute = by_id[hit.attribute_id]
            start, end = provenance.source(hit.start, hit.end)
            touched = provenance.touched(hit.start, hit.end)
            rendered = token = ""
            if any((item.source_start, item.source_end) == (start, end) for item in touched):
                rendered = NOTHING
            else:
                near = surrounding_language(
                    text[start:end], language, text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT]
                )
                rendered = token = self._entry(text, attribute, text[start:end], vault, near).token
            top = self.top(attribute)
            rendered = _quoted(
                text[start:end], rendered, text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT]
            )
            found.append(Piece(start, end, attribute.id, top, rendered, token=token, scrubbed=True))
        return found


def _told_beside(text: str, pieces: list[Piece], index: int) -> bool:
    """Whether what a piece tells stands right beside it already ("Porto, Portugal")."""
    piece, told = pieces[index], _told(pieces[index])
    if not told:
        return False
    gap = _APART_AFTER.match(text, piece.end)
    place = gap.end() if gap is not None else piece.end
    following = pieces[index + 1] if index + 1 < len(pieces) else None
    if following is not None and following.start == place:
        return _told(following).startswith(told)
    if text.startswith(told, place):
        return True
    gap = _APART_BEFORE.search(text, max(0, piece.start - CONTEXT), piece.start)
    place = gap.start() if gap is not None else piece.start
    last = pieces[index - 1] if index else None
    if last is not None and last.end == place:
        return _told(last).endswith(told)
    return text.endswith((told, bare(told)), 0, place)


def _told(piece: Piece) -> str:
    """What a piece tells of its value: the class in its token, or the value of the same form; empty for a bare
    token."""
    if not piece.node:
        return ""
    said = _CLASS.fullmatch(piece.rendered)
    if said is not None:
        return said["told"]
    return "" if piece.token else piece.rendered


def _quoted(surface: str, rendered: str, before: str, after: str) -> str:
    """What stands for a bare number of JSON is a string there, unless it is a number again."""
    bare = _JSON_NUMBER.fullmatch(surface) and _JSON_KEY.search(before) and _JSON_NEXT.match(after)
    return f'"{rendered}"' if bare and not _JSON_NUMBER.fullmatch(rendered) else rendered


def _covered(pieces: list[Piece], scrubs: list[Piece]) -> list[Piece]:
    """Both in text order, without overlaps: what touches a scrub becomes part of it, and later scrubs rule."""
    ranked = [*((0, piece) for piece in pieces), *enumerate(scrubs, 1)]
    merged: list[tuple[int, Piece]] = []
    for rank, item in sorted(ranked, key=lambda pair: (pair[1].start, pair[1].end, pair[0])):
        if not merged or item.start >= merged[-1][1].end:
            merged.append((rank, item))
            continue
        held, last = merged[-1]
        ruling = item if rank > held else last
        merged[-1] = max(rank, held), replace(ruling, start=last.start, end=max(last.end, item.end))
    return [piece for _, piece in merged]


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
