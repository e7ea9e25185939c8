"""The compose workspace: turns above, prompt left, what will be sent right, inspector beside, one bar below."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from core.domain.events import StageEvent
from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.engine.outcome import Outcome
from core.restore.active import ActivePlaces
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.approval_bar import ApprovalBar
from ui.compose.views.certificate_dialog import CertificateDialog, CertificateFile
from ui.compose.views.certificate_page import CertificateTexts
from ui.compose.views.inspector import Inspector
from ui.compose.views.pipeline_bar import PipelineBar
from ui.compose.views.prompt_pane import PromptPane
from ui.compose.views.sent_pane import PANE_MINIMUM, SentPane
from ui.compose.views.texts import left_text
from ui.compose.views.told_texts import ToldTexts
from ui.compose.views.turns_view import TurnsView
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.turns import Leaving
from ui.release.views.retest_row import RetestCaveat
from ui.shared.document.diff_view import Elsewhere
from ui.shared.theme.theme import LARGE_TEXT, Theme
from ui.shared.widgets.clipboard_guard import ClipboardGuard
from ui.shared.widgets.undo_bar import UndoBar
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.sentences import Sentences

INSPECTOR_WIDTH = 364
INSPECTOR_MINIMUM = 340
INSPECTOR_GROWTH = 0.35
"""How much of larger text goes into a wider inspector."""
RESTING = frozenset({Phase.SENDING, Phase.WRITING, Phase.AWAITING, Phase.ANSWERED})
"""Phases in which the answer has the room, whatever is in the composer."""
WORK_SHARE = 0.62
"""What the composer takes at most once a conversation has begun."""
WORK_LINES = (2, 5)
"""Lines of text that the composer shows at least: at rest, and while something is written."""
WORK_MINIMUM = 170
TURNS_MINIMUM = 150
UNDO_MS = 10_000

Sign = Callable[[Outcome, Path], bool]
"""Writes a signed certificate; whether the signing key is kept. Raises OSError."""
"""How long it is said that something has gone."""


class ComposeView(QWidget):
    """Lays the parts out and joins them; each part reads the view model by itself. `review_asked`: show what waits.
    `sign`: writes a signed certificate; without it that file is not offered."""

    review_asked = Signal()

    def __init__(
        self,
        theme: Theme,
        taxonomy: Taxonomy,
        model: ComposeViewModel,
        root: Path,
        language: Language,
        sentences: Sentences,
        elsewhere: Elsewhere | None = None,
        guard: ClipboardGuard | None = None,
        parent: QWidget | None = None,
        *,
        sign: Sign | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._sign = sign
        self._sentences = sentences
        self._taxonomy = taxonomy
        self._told = ToldTexts(root, taxonomy, sentences)
        self.turns = TurnsView(theme, model, guard, ActivePlaces.load(root), self)
        self.prompt = PromptPane(theme, taxonomy, model, self)
        self.sent = SentPane(theme, taxonomy, model, root, language, elsewhere, self)
        self.inspector = Inspector(theme, taxonomy, model, sentences, self)
        self.bar = ApprovalBar(theme, model, sentences, RetestCaveat(root, language), self._told, self)
        self.pipeline = PipelineBar(theme, self)
        self.review = QPushButton(self)
        self.review.setProperty("role", "quiet")
        self.review.clicked.connect(lambda: model.unpark(len(model.parked) - 1))
        self.undo = UndoBar(theme, self)
        self._undo_for = QTimer(self)
        self._undo_for.setSingleShot(True)
        self._undo_for.setInterval(UNDO_MS)
        self._undo_for.timeout.connect(lambda: self.undo.say(""))
        self._gone: Leaving | None = None
        self._lay_out()
        self._connect()
        self._parked_changed()
        for event in model.stages.values():
            self._stage_changed(event)
        self._order()

    def _lay_out(self) -> None:
        theme = self._theme
        texts = QSplitter(Qt.Orientation.Horizontal, self)
        texts.setChildrenCollapsible(False)
        texts.setHandleWidth(theme.space(2))
        texts.addWidget(self.prompt)
        texts.addWidget(self.sent)
        for place, pane in enumerate((self.prompt, self.sent)):
            pane.setMinimumWidth(PANE_MINIMUM)
            texts.setStretchFactor(place, 1)
        texts.setSizes([1000, 1000])
        self.turns.setMinimumHeight(TURNS_MINIMUM)
        self.texts = texts
        self.rows = QSplitter(Qt.Orientation.Vertical, self)
        self.rows.setChildrenCollapsible(False)
        self.rows.setHandleWidth(theme.space(2))
        self.rows.addWidget(self.turns)
        self.rows.addWidget(texts)
        left = WholeText(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addWidget(self.rows, 1)
        column.addWidget(self.undo)
        column.addWidget(self.bar)
        foot = QHBoxLayout()
        foot.addWidget(self.pipeline, 1)
        foot.addWidget(self.review)
        column.addLayout(foot)
        self.columns = QSplitter(Qt.Orientation.Horizontal, self)
        self.columns.setChildrenCollapsible(True)
        self.columns.setHandleWidth(theme.space(2))
        self.columns.addWidget(left)
        self.columns.addWidget(self.inspector)
        self.columns.setStretchFactor(0, 1)
        self.columns.setStretchFactor(1, 0)
        self.inspector.setMinimumWidth(INSPECTOR_MINIMUM)
        self.columns.setCollapsible(0, False)
        grown = 1 + INSPECTOR_GROWTH * max(0.0, theme.look.text_scale - 1)
        self.columns.setSizes([1000, round(INSPECTOR_WIDTH * grown)])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.columns)

    def _connect(self) -> None:
        model = self._model
        for source in (self.prompt, self.sent, self.inspector):
            source.attribute_hovered.connect(self._light)
        self.prompt.told.connect(self._tell)
        self.prompt.attribute_selected.connect(self.inspector.show_item)
        self.sent.attribute_selected.connect(self.inspector.show_item)
        self.inspector.attribute_selected.connect(self._reveal)
        self.inspector.jump_asked.connect(self._jump)
        self.sent.welcome.example_chosen.connect(self._take_example)
        self.bar.edit_checked.connect(lambda: model.apply_edit(self.sent.editor.exact_text()))
        self.bar.certificate_asked.connect(self.show_certificate)
        model.handed_over.connect(self._copy_out)
        model.phase_changed.connect(self._phase_changed)
        model.stage_changed.connect(self._stage_changed)
        model.outcome_changed.connect(self._rewind)
        self.pipeline.cancel_requested.connect(model.cancel)
        self.pipeline.live_changed.connect(self.bar.set_live)
        model.turns_changed.connect(self._share_room)
        self._room_for = QTimer(self)
        self._room_for.setSingleShot(True)
        self._room_for.setInterval(0)
        self._room_for.timeout.connect(self._share_room)
        for document in (self.prompt.editor.document(), self.sent.text.document()):
            document.documentLayout().documentSizeChanged.connect(lambda _size: self._ask_room())
        self.sent.stack.currentChanged.connect(lambda _page: self._room_for.start())
        model.parked_changed.connect(self._parked_changed)
        model.left.connect(self._tell_left)
        self.undo.undo_asked.connect(self._take_back)
        self.undo.left.connect(self._hush)

    def _order(self) -> None:
        """Tab order follows reading order: turns, prompt, what will be sent, bar, inspector."""
        chain = [
            self.prompt.editor,
            *self.prompt.task.buttons.values(),
            self.sent.as_text,
            self.sent.as_changes,
            *self.sent.welcome.buttons,
            self.sent.text,
            self.sent.editor,
            self.bar.details,
            *self.bar.figures,
            self.bar.certificate,
            self.bar.told_all,
            self.bar.contents,
            self.bar.retest.offer,
            self.bar.retest.go,
            self.bar.retest.not_now,
            self.bar.confirm,
            self.bar.edit,
            self.bar.park,
            self.bar.local,
            self.bar.discard,
            self.bar.check_edit,
            self.bar.skip,
            self.bar.primary,
            self.inspector.tabBar(),
            self.inspector.items,
        ]
        for first, second in pairwise(chain):
            QWidget.setTabOrder(first, second)

    def _tell_left(self, why: Leaving) -> None:
        """What has gone from the screen, and how it comes back; for ten seconds, and Undo stays where it always is."""
        self._gone = why
        words, button = left_text(why)
        if why is Leaving.RETURNED and self._model.returned_why:
            words += self.tr(" Why: {0}").format(self._model.returned_why)
        self.undo.say(words, button, "review" if why is Leaving.QUEUED else "undo")
        if why is Leaving.RETURNED:
            self._undo_for.stop()
        else:
            self._undo_for.start()

    def _tell(self, words: str) -> None:
        """Something that needs no answer."""
        self._undo_for.stop()
        self.undo.say(words)

    def _take_back(self) -> None:
        if self._gone is Leaving.QUEUED:
            self.review_asked.emit()
        else:
            self._model.undo()
        self._hush()

    def _hush(self) -> None:
        self._undo_for.stop()
        self.undo.say("")

    def _light(self, attribute_id: str) -> None:
        """One item lights all its mentions, its replacements and its row."""
        self.prompt.editor.highlight_attribute(attribute_id)
        self.sent.text.highlight_attribute(attribute_id)
        self.inspector.items.highlight_attribute(attribute_id)

    def _reveal(self, attribute_id: str) -> None:
        self._light(attribute_id)
        proposal = self._model.draft.proposal
        if proposal is None or proposal.preview.request.text != self._model.draft.text:
            return
        for attribute in proposal.preview.sensitive.attributes:
            if attribute.id == attribute_id:
                mention = attribute.mentions[0]
                self.prompt.editor.reveal(mention.start, mention.end)

    def _jump(self, start: int, end: int) -> None:
        if not self._model.editing:
            self.sent.show_changes(False)
            self.sent.text.reveal(start, end)

    def _take_example(self, text: object) -> None:
        self._model.load_example(str(text))
        self.prompt.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _copy_out(self, text: object) -> None:
        QGuiApplication.clipboard().setText(str(text))

    def show_certificate(self) -> None:
        """Open the certificate of the verdict on show."""
        outcome = self._model.outcome
        if outcome is not None:
            texts = CertificateTexts(self._taxonomy, self._sentences)
            told = self._told.rows(outcome)
            dialog = CertificateDialog(self._theme, texts, outcome, told, self, further=self._signed())
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

    def _signed(self) -> tuple[CertificateFile, ...]:
        sign = self._sign
        if sign is None:
            return ()

        def write(outcome: Outcome, path: Path) -> str:
            return "" if sign(outcome, path) else self._sentences("certificate_file.key_not_kept")

        return (CertificateFile(self.tr("Save signed"), "json", self.tr("Signed certificates (*.json)"), write),)

    def _phase_changed(self) -> None:
        self._share_room()
        if self._model.phase is Phase.ANSWERED:
            self.prompt.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stage_changed(self, event: StageEvent) -> None:
        self.pipeline.on_event(event, self._sentences(event.message) if event.message else "")

    def _rewind(self) -> None:
        """A new draft or run begins: no stage has anything to show."""
        if not self._model.stages:
            self.pipeline.reset()

    def _ask_room(self) -> None:
        """Behind the layout of the text that changed; nothing to share before the first turn."""
        if self._model.turns:
            self._room_for.start()

    def _share_room(self) -> None:
        """The composer is as tall as its text asks for, and the turns have the rest."""
        turns, resting = bool(self._model.turns), self._model.phase in RESTING
        self.prompt.task.setVisible(not turns or not resting)
        reading = turns and self._model.phase is Phase.ANSWERED and self._model.draft.empty
        tight = reading and self._theme.look.text_scale >= LARGE_TEXT
        self.sent.setVisible(not tight)
        self.pipeline.setVisible(not tight)
        pane = self.prompt
        around = pane.height() - pane.editor.height()
        editor = pane.editor
        line = editor.fontMetrics().lineSpacing()
        frame = editor.height() - editor.viewport().height() + round(2 * editor.document().documentMargin())
        least = WORK_LINES[0 if resting or self._model.draft.empty else 1]
        text = 0 if resting else max(pane.editor.blockCount(), self._lines())
        needed = max(self._theme.grown(WORK_MINIMUM), self.texts.minimumSizeHint().height())
        self.texts.setMinimumHeight(around + frame + line * WORK_LINES[0] if turns else needed)
        if turns:
            total = sum(self.rows.sizes()) or self.rows.height()
            wanted = around + frame + line * max(least, text + 1)
            work = min(round(total * WORK_SHARE), max(wanted, self.texts.minimumHeight()))
            self.rows.setSizes([total - work, work])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Also when the window is built anew: only now there is room to share."""
        super().resizeEvent(event)
        self._room_for.start()

    def _lines(self) -> int:
        """Lines that the longer of both texts takes."""
        size = self.prompt.editor.document().size().height()
        return math.ceil(max(size, self.sent.text.document().size().height()))

    def _parked_changed(self) -> None:
        count = len(self._model.parked)
        self.review.setVisible(bool(count))
        self.review.setText(self.tr("To review: %n, take back the last", "", count).replace("%n", str(count)))
        self.review.setAccessibleName(self.review.text())
        self.review.setToolTip(self.tr("Kept in memory until you close the program"))
