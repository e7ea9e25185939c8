"""The line of a bar about the destination's own model: what a test discloses, before it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QWidget

from core.domain.language import Language
from core.release.texts import ReleaseTexts
from ui.release.viewmodels.retest import RetestState, RetestViewModel
from ui.shared.theme.theme import Theme
from ui.shared.widgets.telling_row import TellingRow


class RetestCaveat:
    """What a person is told before a test (paper T18), from the texts that the gateway uses. Read at first use."""

    def __init__(self, root: Path, language: Language) -> None:
        self._root = root
        self._language = language
        self._texts: ReleaseTexts | None = None

    def __call__(self, name: str) -> str:
        """The caveat about the destination called `name`. Raises ResourceError."""
        return self._loaded.retest_caveat[self._language].replace("{destination}", name)

    def instruction(self, language: Language) -> str:
        """The line that goes to the model beside a text in `language`."""
        return self._loaded.retest[language]

    @property
    def _loaded(self) -> ReleaseTexts:
        if self._texts is None:
            self._texts = ReleaseTexts.load(self._root)
        return self._texts


@dataclass(frozen=True, slots=True)
class RetestSituation:
    """`destination`: its name. `ready`: whether the text could go out now."""

    state: RetestState
    destination: str
    ready: bool


class RetestRow(TellingRow):
    """Offer, caveat, state. `now` tells the situation at every refresh; `go` sends the text for the test."""

    def __init__(
        self,
        theme: Theme,
        retest: RetestViewModel,
        now: Callable[[], RetestSituation],
        go: Callable[[], None],
        caveat: RetestCaveat,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._retest = retest
        self._now = now
        self._caveat = caveat
        self.offer = self.act(self.tr("Let the destination's model try first"), lambda: retest.ask(True), "link")
        self.go = self.act(self.tr("Send it for the test"), go)
        self.not_now = self.act(self.tr("Not now"), lambda: retest.ask(False))

    def refresh(self) -> None:
        """Bring the line up to the situation."""
        now, asked = self._now(), self._retest.asked
        text, role = self._words(now.state, now.destination)
        self.tell(text, role)
        self.text.setVisible(bool(text))
        offered = now.state is RetestState.OFFERED
        self.offer.setVisible(offered and not asked)
        self.go.setVisible(offered and asked)
        self.go.setEnabled(now.ready)
        self.not_now.setVisible(offered and asked)
        self.setVisible(offered or bool(text))

    def _words(self, state: RetestState, name: str) -> tuple[str, str]:
        match state:
            case RetestState.OFFERED if self._retest.asked:
                return self._caveat(name), "warn"
            case RetestState.REQUIRED:
                text = self.tr("Sending begins with a test by the destination's model. {caveat}")
                return text.replace("{caveat}", self._caveat(name)), "warn"
            case RetestState.RUNNING:
                text = self.tr("The model of {destination} is trying to read out what is hidden.")
                return text.replace("{destination}", name), "accent"
            case RetestState.PASSED:
                text = self.tr("The model of {destination} was let try and named nothing that is hidden.")
                return text.replace("{destination}", name), "muted"
            case _:
                return "", "muted"
