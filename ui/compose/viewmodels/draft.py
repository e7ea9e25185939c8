"""The prompt being written: its text, a person's corrections, and the proposal that follows every pause."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from core.dehydrate.generalization import Generalization
from core.domain.disclosure import Task
from core.domain.errors import Cancelled, InputError
from core.domain.events import CancelToken, Progress
from core.domain.protocol import STRICT, Protocol
from core.domain.request import MAX_TEXT_BYTES, Request
from core.domain.sensitive import proved
from core.domain.taxonomy import Kind
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Preview
from ui.shared.viewmodels.corrections import Corrections, Dictionary, Scope
from ui.shared.viewmodels.hand_edit import HandEdit
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort
from ui.shared.viewmodels.timeline import DraftState, Step, Timeline

PAUSE_MS = 40
"""A pause in typing after which the proposal is made; together with extraction it stays below 100 ms."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A preview with the ladder of every attribute of S, ready for a list of level controls."""

    preview: Preview
    ladders: Mapping[str, tuple[Generalization, ...]]


class DraftViewModel(QObject):
    """`changed` means that no verdict on this draft fits any more. While `locked`, nothing changes it. `hand_changed`:
    other edits by hand, or none. `replaced`: the text is another one than a person has just typed.

    Text given to `set_text` is canonical: highlights are offsets into exactly that string.
    """

    changed = Signal()
    replaced = Signal()
    proposal_changed = Signal()
    corrections_changed = Signal()
    hand_changed = Signal()
    failed = Signal(object)

    def __init__(self, work: WorkPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine: Engine | None = None
        self._job = LatestJob(work)
        self._line = Timeline()
        self._proposal: Proposal | None = None
        self._conversation = Conversation()
        self._protocol = STRICT
        self._locked = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.propose)

    @property
    def text(self) -> str:
        return self._line.state.text

    @property
    def empty(self) -> bool:
        return not self.text.strip()

    @property
    def too_large(self) -> bool:
        """Cheap first, exact only where it could matter."""
        size = len(self.text)
        return size > MAX_TEXT_BYTES or (
            size * 4 > MAX_TEXT_BYTES and len(self.text.encode("utf-8", "replace")) > MAX_TEXT_BYTES
        )

    @property
    def proposal(self) -> Proposal | None:
        """The newest proposal. It may lag behind the text by one pause; compare `preview.request.text`."""
        return self._proposal

    @property
    def fresh(self) -> bool:
        """Whether the proposal belongs to the text and corrections as they are now."""
        if self._proposal is None:
            return False
        looked_at, now = self._proposal.preview.request, self.request
        return (looked_at.text, looked_at.decisions) == (now.text, now.decisions)

    @property
    def corrections(self) -> Corrections:
        return self._line.state.corrections

    @property
    def hand(self) -> HandEdit | None:
        """What a person has written into the proposal, None where nobody has."""
        return self._line.state.hand

    @property
    def timeline(self) -> Timeline:
        """The draft with all that can be undone; `restore` brings it back."""
        return self._line

    @property
    def request(self) -> Request:
        return Request(self.text, decisions=self.corrections.decisions)

    @property
    def locked(self) -> bool:
        return self._locked

    @property
    def can_undo(self) -> bool:
        return bool(self._line.past) and not self._locked

    @property
    def can_redo(self) -> bool:
        return bool(self._line.future) and not self._locked

    def attach(self, engine: Engine) -> None:
        """From now on proposals are made."""
        self._engine = engine
        self.propose()

    def configure(self, conversation: Conversation, protocol: Protocol) -> None:
        """Tokens already issued and thresholds under which proposals are measured."""
        self._conversation = conversation
        self._protocol = protocol

    def lock(self, locked: bool) -> None:
        """A run or a send holds the draft; pending proposals are dropped."""
        self._locked = locked
        if locked:
            self.rest()

    def set_text(self, text: str) -> None:
        """The person typed or pasted."""
        if text == self.text or self._locked:
            return
        corrections = self.corrections.rebased(self.text, text)
        hand = self.hand if text.strip() else None
        self._line = self._line.step(Step.TEXT, DraftState(text, corrections, hand))
        self._job.stop()
        self.changed.emit()
        if self.empty:
            self._pause.stop()
            self._set_proposal(None)
        else:
            self._pause.start()

    def choose_level(self, attribute_id: str, level: int, reason: str = "") -> None:
        """Generalise one attribute to `level`; 0 keeps it as written and needs `reason` for the certificate."""
        self._correct(self.corrections.with_level(attribute_id, level, reason))

    def choose_levels(self, levels: Mapping[str, int], unneeded: Iterable[str] = ()) -> None:
        """Generalise several attributes, as one step of undo."""
        self._correct(self.corrections.with_choices(levels, unneeded))

    def set_task(self, task: Task | None) -> None:
        """What the prompt asks for, in the person's word; None: as it reads."""
        self._correct(self.corrections.with_task(task))

    def set_relevance(self, attribute_id: str, relevant: bool) -> None:
        """Whether the question needs this value."""
        self._correct(self.corrections.with_relevance(attribute_id, relevant))

    def mark_not_sensitive(self, attribute_id: str, scope: Scope = Scope.ONCE, reason: str = "") -> None:
        """Take a value out of S; what arithmetic proves stays. Raises KeyError for an id not in the proposal."""
        if self._proposal is not None:
            attribute = self._proposal.preview.sensitive.by_id(attribute_id)
            if proved(attribute):
                self.failed.emit(InputError("input.proved"))
                return
            if attribute.kind is Kind.EXPLICIT and not reason:
                self.failed.emit(InputError("input.not_typed_back"))
                return
            self._correct(self.corrections.not_sensitive(attribute, scope, reason))

    def hide(self, start: int, end: int, type_id: str, scope: Scope = Scope.ONCE) -> None:
        """Add `[start, end)` (code points of the text) to S; blank or out-of-range spans are ignored."""
        if 0 <= start < end <= len(self.text) and self.text[start:end].strip():
            self._correct(self.corrections.hidden(start, end, self.text[start:end], type_id, scope))

    def edit(self, hand: HandEdit | None) -> None:
        """A person edits the proposal by hand, or takes all such edits back: a step of undo."""
        if not self._locked and hand != self.hand:
            self._line = self._line.step(Step.EDIT, dataclasses.replace(self._line.state, hand=hand))
            self.hand_changed.emit()

    def carry(self, hand: HandEdit | None) -> None:
        """The same edits on another proposal, or the beginning of editing: no step of undo."""
        if hand != self.hand:
            self._line = self._line.moved(dataclasses.replace(self._line.state, hand=hand))
            self.hand_changed.emit()

    def undo(self) -> None:
        """Take back what the person did last to text, decisions or edits."""
        if self.can_undo:
            self._go(self._line.undo())

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.can_redo:
            self._go(self._line.redo())

    def restore(self, timeline: Timeline) -> None:
        """Back to a draft that was left, with all that could be undone in it."""
        if not self._locked:
            self._go(timeline)

    def _go(self, line: Timeline) -> None:
        before, self._line = self._line.state, line
        now = line.state
        if (before.text, before.corrections) != (now.text, now.corrections):
            self._job.stop()
            if self.empty or before.text != now.text:
                self._set_proposal(None)
            self._corrected()
            self.replaced.emit()
        if before.hand != now.hand:
            self.hand_changed.emit()
        self.corrections_changed.emit()

    def _correct(self, state: Corrections) -> None:
        if not self._locked:
            self._line = self._line.step(Step.CHOICE, dataclasses.replace(self._line.state, corrections=state))
            self._corrected()

    def _corrected(self) -> None:
        self.changed.emit()
        self.corrections_changed.emit()
        self.propose()

    def replace(self, text: str, corrections: Corrections) -> None:
        """Another draft altogether: an example, one set aside, or the empty one of a new turn."""
        self.rest()
        self._line = Timeline(DraftState(text, corrections))
        self._set_proposal(None)
        self.hand_changed.emit()
        self.corrections_changed.emit()
        self.replaced.emit()
        self.propose()

    def set_lasting(self, lasting: Dictionary) -> None:
        """What a person said for ever, from an earlier session; no step of undo, and no decision of today is lost."""

        def known_too(corrections: Corrections) -> Corrections:
            known = corrections.lasting
            both = Dictionary({**lasting.hide, **known.hide}, (lasting.keep | known.keep) - known.hide.keys())
            return dataclasses.replace(corrections, lasting=both)

        self._everywhere(known_too)

    def forget_lasting(self, surfaces: frozenset[str]) -> None:
        """These are no longer hidden, or left alone, for ever: taken back elsewhere, and no step of undo."""
        self._everywhere(lambda item: dataclasses.replace(item, lasting=item.lasting.without(surfaces)))

    def _everywhere(self, change: Callable[[Corrections], Corrections]) -> None:
        before, self._line = self.corrections, self._line.everywhere(change)
        if self.corrections != before:
            self._corrected()

    def forget(self) -> None:
        """Drop text, proposal and every decision, also those that could be undone: the program is locked."""
        self._conversation = Conversation()
        self.replace("", Corrections())

    def rest(self) -> None:
        """Make no proposal and take none."""
        self._pause.stop()
        self._job.stop()

    def propose(self) -> None:
        """Look at the text now, first without, then with a measurement."""
        self._pause.stop()
        self._propose(measured=False)

    def _propose(self, *, measured: bool) -> None:
        engine = self._engine
        if engine is None or self._locked or self.empty or self.too_large:
            return
        request, conversation, protocol = self.request, self._conversation.fork(), self._protocol

        def work(cancel: CancelToken, _progress: Progress) -> Proposal:
            preview = engine.preview(request, conversation, evidence=measured, protocol=protocol, cancel=cancel)
            return Proposal(
                preview,
                {item.id: engine.ladder(item, preview.language) for item in preview.sensitive.attributes},
            )

        def done(proposal: Proposal) -> None:
            self._set_proposal(proposal)
            if not measured:
                self._propose(measured=True)

        self._job.start(work, done, self._broke)

    def _broke(self, error: Exception) -> None:
        if not isinstance(error, Cancelled):
            self.failed.emit(error)

    def _set_proposal(self, proposal: Proposal | None) -> None:
        if proposal is not self._proposal:
            self._proposal = proposal
            self.proposal_changed.emit()
