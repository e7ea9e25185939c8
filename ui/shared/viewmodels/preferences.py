"""What a person chose about the program itself; holds nothing of any prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any
from typing import Protocol as TypingProtocol

from PySide6.QtCore import QObject, Signal

from core.domain.protocol import DEFAULT, PROFILES, Protocol
from core.domain.release import Destination, DestinationKind, RetestPolicy
from ui.shared.theme.tokens import DiffSet, SchemeChoice
from ui.shared.viewmodels.keyring import KeysViewModel
from ui.shared.viewmodels.problems import Problem, problem_of

DRY_RUN = Destination("dry-run", DestinationKind.DRY_RUN, "")
TEXT_SCALES = tuple(step / 10 for step in range(8, 21))
"""Sizes of all text that can be chosen; 1.0 = 100 %."""
MANUAL = Destination("manual", DestinationKind.MANUAL, "")
BUILT_IN_DESTINATIONS = (DRY_RUN, MANUAL)


class LanguageChoice(StrEnum):
    """Language of the window; `system` follows the operating system."""

    SYSTEM = "system"
    EN = "en"
    ZH = "zh"


@dataclass(frozen=True, slots=True)
class TrustedServer:
    """A person's word that a model server on another computer is theirs. `origin`: scheme, host and port;
    `confirmed_at`: ISO 8601 with offset."""

    origin: str
    confirmed_at: str


@dataclass(frozen=True, slots=True)
class LocalChoice:
    """The model server that was chosen last. `enabled`: it is the engine; else the built-in engine is, and the choice
    is only remembered. `judge`: id of a second model that judges, "" = the model itself. `unreliable`: the person
    confirmed a model that failed the probe of its shape (UI-04)."""

    enabled: bool = False
    address: str = ""
    model: str = ""
    judge: str = ""
    unreliable: bool = False


@dataclass(frozen=True, slots=True)
class FramePlace:
    """Place and size of the window on the screen, in device-independent pixels; `full`: it filled the screen."""

    x: int
    y: int
    width: int
    height: int
    full: bool = False


@dataclass(frozen=True, slots=True)
class Preferences:
    """`destinations` are those a person added; dry run and manual are always there. `destination`: id of the choice.
    `evaluator`: the embedded evaluator looks at every result of the built-in engine. `texts`: folder of a person's own
    texts, which the attacker who searches knows, "" for none. `retest`: whether a destination
    has to attack a text before it is used there. `welcomed`: steps of the first run that a person has left behind.
    `text_scale`: size of all text, 1.0 = 100 %. `frame`: where the window stood last, None before it was moved.
    `shortcuts`: id of a command and the keys a person gave it, "" for none; all others have their own."""

    language: LanguageChoice = LanguageChoice.SYSTEM
    scheme: SchemeChoice = SchemeChoice.SYSTEM
    diff: DiffSet = DiffSet.STANDARD
    profile: str = DEFAULT.name
    destinations: tuple[Destination, ...] = ()
    destination: str = DRY_RUN.id
    local: LocalChoice = LocalChoice()
    trusted: tuple[TrustedServer, ...] = ()
    evaluator: bool = True
    texts: str = ""
    retest: RetestPolicy = RetestPolicy.OFF
    welcomed: int = 0
    text_scale: float = 1.0
    frame: FramePlace | None = None
    shortcuts: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Raises TypeError for a plain string where a choice belongs: no save would succeed from then on."""
        choices = (
            (self.language, LanguageChoice),
            (self.scheme, SchemeChoice),
            (self.diff, DiffSet),
            (self.retest, RetestPolicy),
        )
        for value, kind in choices:
            if not isinstance(value, kind):
                raise TypeError(kind.__name__)

    @property
    def protocol(self) -> Protocol:
        return PROFILES.get(self.profile, DEFAULT)

    @property
    def all_destinations(self) -> tuple[Destination, ...]:
        return BUILT_IN_DESTINATIONS + self.destinations

    @property
    def chosen(self) -> Destination:
        """The chosen destination; dry run when it no longer exists."""
        return next((item for item in self.all_destinations if item.id == self.destination), DRY_RUN)


class PreferencesPort(TypingProtocol):
    """Where preferences live between starts."""

    def load(self) -> Preferences: ...

    def save(self, preferences: Preferences) -> None:
        """Raises KnownError when they cannot be written."""
        ...


class SettingsViewModel(QObject):
    """The preferences in force; every change is saved at once. `failed` carries the exception of a save; `unsaved` says
    of which fields, until a save succeeds."""

    changed = Signal(object)
    failed = Signal(object)

    def __init__(self, store: PreferencesPort, keys: KeysViewModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.keys = keys
        self._preferences = store.load()
        self._unsaved: dict[str, Problem] = {}

    @property
    def preferences(self) -> Preferences:
        return self._preferences

    @property
    def unsaved(self) -> Mapping[str, Problem]:
        """Fields of Preferences whose value holds for this session only, and why."""
        return self._unsaved

    def update(self, **changes: Any) -> None:
        """Change fields of Preferences. Raises TypeError for an unknown field or a value of another type."""
        before, self._preferences = self._preferences, replace(self._preferences, **changes)
        if before == self._preferences and not self._unsaved:
            return
        error = self._save()
        if error is None:
            self._unsaved.clear()
        else:
            self._unsaved.update(dict.fromkeys(changes, problem_of(error)))
        self.changed.emit(before)
        if error is not None:
            self.failed.emit(error)

    def _save(self) -> Exception | None:
        """Why the preferences could not be written; the choice holds for this session then."""
        try:
            self._store.save(self._preferences)
        except Exception as error:  # noqa: BLE001 - shown to the person
            return error
        return None

    def put_destination(self, destination: Destination) -> None:
        """Add or replace by id, and choose it."""
        others = tuple(item for item in self._preferences.destinations if item.id != destination.id)
        self.update(destinations=(*others, destination), destination=destination.id)

    def remove_destination(self, destination_id: str) -> None:
        """Also forgets its API key."""
        self.keys.forget(destination_id)
        rest = tuple(item for item in self._preferences.destinations if item.id != destination_id)
        chosen = self._preferences.destination
        self.update(destinations=rest, destination=DRY_RUN.id if chosen == destination_id else chosen)
