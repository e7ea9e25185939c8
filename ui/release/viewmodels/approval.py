"""To whom, what exactly, and whether a person has looked: what stands between a verdict and a send."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.domain.release import Destination
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from core.release.parcel import Parcel
from ui.release.viewmodels.phases import is_on_this_computer, needs_confirmation
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.keyring import KeysViewModel
from ui.shared.viewmodels.ports import Delivery, SenderPort, WorkPort
from ui.shared.viewmodels.preferences import DRY_RUN


class ApprovalViewModel(QObject):
    """The destination, the parcel for it, and the tick that the first send to it asks for (UI-33).

    `failed` carries the exception of a parcel that could not be made.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, work: WorkPort, sender: SenderPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sender = sender
        self._job = LatestJob(work)
        self._destination = DRY_RUN
        self._confirmed: set[Destination] = set()
        self._sent_to: set[Destination] = set()
        self._delivery: Delivery | None = None
        self._parcel: Parcel | None = None
        self._refused = False
        self.keys: KeysViewModel | None = None

    @property
    def lacks_key(self) -> bool:
        """Whether the destination wants an API key and none is kept: nothing is sent then."""
        target = self._destination
        if self.keys is None or not needs_confirmation(target) or not self.keys.missing(target.id):
            return False
        return not is_on_this_computer(target)

    @property
    def destination(self) -> Destination:
        return self._destination

    @property
    def delivery(self) -> Delivery | None:
        """What the parcel was made from."""
        return self._delivery

    @property
    def parcel(self) -> Parcel | None:
        """Everything that would leave if the person approved now."""
        return self._parcel

    @property
    def refused(self) -> bool:
        """The parcel could not be made."""
        return self._refused

    @property
    def asks(self) -> bool:
        """Whether a tick is needed: before the first send over a wire to this destination."""
        return needs_confirmation(self._destination) and self._destination not in self._sent_to

    @property
    def confirmed(self) -> bool:
        return self._destination in self._confirmed

    def set_destination(self, destination: Destination) -> bool:
        """A change of anything in it asks for confirmation anew. Returns whether it changed."""
        if destination == self._destination:
            return False
        self._destination = destination
        self._confirmed.discard(destination)
        self._sent_to.discard(destination)
        return True

    def set_confirmed(self, confirmed: bool) -> None:
        """The person has checked host, model and account of the current destination."""
        if confirmed:
            self._confirmed.add(self._destination)
        else:
            self._confirmed.discard(self._destination)
        self.changed.emit()

    def note_sent(self) -> None:
        """The current destination was approved once; it is not asked for again."""
        self._sent_to.add(self._destination)

    def pack(self, outcome: Outcome, conversation: Conversation) -> None:
        """Put everything together that would leave, so that it can be shown before it is approved."""
        self.unpack()
        delivery = Delivery(outcome, self._destination, conversation)

        def packed(parcel: Parcel) -> None:
            self._delivery, self._parcel = delivery, parcel
            self.changed.emit()

        self._job.start(lambda _cancel, _progress: self._sender.pack(delivery), packed, self._broke)

    def unpack(self) -> None:
        """No verdict to approve: drop the parcel."""
        self._job.stop()
        self._delivery = self._parcel = None
        self._refused = False

    def _broke(self, error: Exception) -> None:
        self._refused = True
        self.failed.emit(error)
        self.changed.emit()
