"""A model may smooth D; what comes back is checked and thrown away at the first doubt (DESIGN 5.2).

    smoother = Smoother(model, book, fidelity)          fidelity = Fidelity(dehydrator, extractor, root)
    smoothed = smoother.smooth(request, sensitive, artifact, language, nonce, cancel)        -> Smoothed

`smoothed.artifact` is the smoothed D with its provenance, or the given artifact unchanged; `smoothed.reason` is ""
or the message key that says why it was refused (`smoothing.*`, or the code of a failed call).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.dehydrate.fidelity import Fidelity, Unfaithful
from core.domain.artifact import Artifact, Replacement
from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import SensitiveSet
from core.extract.dictionary import same_length_lower
from core.llm.fence import fenced, neutralised
from core.llm.json_answers import split_thinking
from core.llm.model import CallFailed, ChatPrompt, Ending, LanguageModel, Sampling
from core.llm.prompts import PromptBook

SMOOTHING, SYSTEM = "smoothing", "system"
NOTHING_TO_SMOOTH, TOO_LONG, CUT_OFF, CHANGED_BY_FENCE = (
    "smoothing.nothing_to_smooth",
    "smoothing.too_long",
    "smoothing.cut_off",
    "smoothing.odd_characters",
)
LONGEST = 6000
"""Code points of a D that is worth a rewrite: it costs as many tokens as it has (LLM.md 2)."""
TOKENS_PER_CHARACTER = 1.25
SPARE_TOKENS = 64


@dataclass(frozen=True, slots=True)
class Smoothed:
    """`accepted` False: `artifact` is the one that was given, and `reason` says why."""

    artifact: Artifact
    accepted: bool
    reason: str = ""


class Smoother:
    """Asks one model about one D. Stateless; safe from any thread."""

    def __init__(self, model: LanguageModel, book: PromptBook, fidelity: Fidelity) -> None:
        self._model = model
        self._book = book
        self._fidelity = fidelity

    def smooth(
        self,
        request: Request,
        sensitive: SensitiveSet,
        artifact: Artifact,
        language: Language,
        nonce: str,
        cancel: CancelToken | None = None,
    ) -> Smoothed:
        """One attempt on a D that still has its replacements. Raises Cancelled."""
        text = artifact.text
        if artifact.edited or not any(item.rendered for item in artifact.replacements):
            return Smoothed(artifact, False, NOTHING_TO_SMOOTH)
        if len(text) > LONGEST:
            return Smoothed(artifact, False, TOO_LONG)
        if neutralised(text) != text or nonce in text:
            # The model would see another text than D, and copying it faithfully would change D.
            return Smoothed(artifact, False, CHANGED_BY_FENCE)
        completion = self._model.ask((self._prompt(artifact, language, nonce),), cancel)[0]
        if isinstance(completion, CallFailed):
            return Smoothed(artifact, False, completion.code)
        if completion.ending is not Ending.STOP:
            return Smoothed(artifact, False, CUT_OFF)
        return self.accept(request, sensitive, artifact, split_thinking(completion.text)[1])

    def accept(self, request: Request, sensitive: SensitiveSet, artifact: Artifact, answer: str) -> Smoothed:
        """The smoothed artifact if `answer` is faithful to `artifact`, else the artifact and why not."""
        text = _framed(answer, artifact.text)
        replacements = aligned(artifact, text)
        if replacements is None:
            return Smoothed(artifact, False, Unfaithful.LOST_VALUE)
        smoothed = replace(artifact, text=text, replacements=replacements)
        doubt = self._fidelity.doubt(request, sensitive, artifact, smoothed)
        return Smoothed(artifact, False, doubt) if doubt else Smoothed(smoothed, True)

    def _prompt(self, artifact: Artifact, language: Language, nonce: str) -> ChatPrompt:
        kept = "\n".join(dict.fromkeys(item.rendered for item in artifact.replacements if item.rendered))
        return ChatPrompt(
            system=self._book.get(SYSTEM, language).part("system"),
            document=fenced(artifact.text, nonce),
            stage=self._book.get(SMOOTHING, language).part("stage", kept=kept),
            sampling=Sampling(0.0, SPARE_TOKENS + int(len(artifact.text) * TOKENS_PER_CHARACTER)),
            purpose=SMOOTHING,
        )


def _framed(answer: str, text: str) -> str:
    """The answer with the white space that `text` begins and ends with."""
    lead, tail = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
    return text[:lead] + answer.strip() + (text[len(text) - tail :] if tail else "")


def aligned(artifact: Artifact, text: str) -> tuple[Replacement, ...] | None:
    """The replacements of `artifact` at their places in `text`, in the same order; None when one is lost or doubled.

    Every rendering has to occur as often as in D, and its n-th occurrence there is its n-th here: words of the
    text that happen to equal a rendering are not taken for it. A capital may change with the place in the sentence,
    not in a token; `rendered` is what stands in `text`.
    """
    before, after = _Occurrences(artifact.text), _Occurrences(text)
    found: list[Replacement] = []
    position = left = 0
    for item in artifact.replacements:
        between = artifact.text[left : item.start]
        left = item.end
        # What was dropped stands behind the same words as before, else behind the last replacement.
        start = position + len(between) if text.startswith(between, position) else position
        if item.rendered:
            place = after.counterpart(before, item.rendered, item.start)
            if place is None or place < position:
                return None
            start = place
        end = start + len(item.rendered)
        if item.token and text[start:end] != item.rendered:
            return None
        found.append(replace(item, start=start, end=end, rendered=text[start:end]))
        position = end
    return tuple(found)


class _Occurrences:
    """Places of phrases in one text, without regard to capitals."""

    def __init__(self, text: str) -> None:
        self._lower = same_length_lower(text)
        self._known: dict[str, tuple[int, ...]] = {}

    def of(self, phrase: str) -> tuple[int, ...]:
        """Every place, also overlapping ones, in order."""
        wanted = same_length_lower(phrase)
        if wanted not in self._known:
            places: list[int] = []
            place = self._lower.find(wanted)
            while place >= 0:
                places.append(place)
                place = self._lower.find(wanted, place + 1)
            self._known[wanted] = tuple(places)
        return self._known[wanted]

    def counterpart(self, other: _Occurrences, phrase: str, place: int) -> int | None:
        """Where the occurrence of `phrase` at `place` of the other text stands in this one."""
        theirs, ours = other.of(phrase), self.of(phrase)
        return ours[theirs.index(place)] if len(theirs) == len(ours) and place in theirs else None
