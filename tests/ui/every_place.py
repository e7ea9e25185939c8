"""Every page, state and dialog that a person can come to, one after another, for tests that must hold in all of them.

A leg of the way brings the program into a state once; its places are then opened at each look, since another size of
text builds the window anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from compose_fakes import NAME
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from vault_start import PASSPHRASE, idle, make_vault

from app.window.desktop import Desktop
from core.domain.release import Destination, DestinationKind
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.library.viewmodels.library import LEARNING
from ui.library.viewmodels.ports import ListKind
from ui.library.views.tree import HIDE, KEEP, RECOGNIZERS, Place
from ui.release.viewmodels.phases import Phase
from ui.shared.actions.pages import COMPOSE, ENGINE, HISTORY, INSIGHTS, LIBRARY, REVIEW, SETTINGS
from ui.shared.theme.tokens import SchemeChoice
from ui.shared.viewmodels.preferences import LanguageChoice
from ui.vault.viewmodels.vault import VaultPhase
from ui.window.views.crash_dialog import CrashDialog
from ui.window.views.first_run import STEPS
from ui.window.views.help_dialog import HelpDialog

MANUAL = Destination("by-hand", DestinationKind.MANUAL, "By hand")
CLOUD = Destination("cloud", DestinationKind.OPENAI, "OpenAI", "https://api.openai.com/v1", "gpt-5.1-mini", "clinic")
ENDED = {Phase.PASSED, Phase.INFEASIBLE, Phase.INVALID}
WRITTEN = {
    LanguageChoice.EN: (
        "My name is Margaret Olsen, I am 67 and live at 12 Sallow Court, Leeds. I had a stent in cardiology at "
        "Northfield Hospital on 3 March 2026 and take aspirin 100 mg. Call me on 07700 900318. What may I eat?",
        "I manage a garden centre in Leeds. Priya Raghunathan (34, back from maternity leave) keeps missing her shift; "
        "she told me she has postnatal depression. How do I start the conversation?",
        "My name is Iris Kettle and I am 67. How long should I rest?",
    ),
    LanguageChoice.ZH: (
        "我叫李建国，今年67岁，住在南京市鼓楼区平门里9号。2026年3月3日在北方医院心内科放了支架，每天服用阿司匹林100毫克，"
        "电话13862017745。请问饮食上要注意什么？",
        "我是苏州一家幼儿园的园长，班主任孙婉清（32岁，今年3月刚离婚）最近总迟到，她跟我说过在吃舍曲林。怎么开口比较好？",
        "我叫白石溪，今年67岁。术后要休息多久？",
    ),
}
ANSWER = {
    LanguageChoice.EN: "# Rest\n\nDear [PERSON_1],\n\n- rest for **two days**\n- walk a little\n\n`no heavy bags`",
    LanguageChoice.ZH: "# 休息\n\n[PERSON_1]，您好：\n\n- 先休息**两天**\n- 每天散步\n\n`不要提重物`",
}


@dataclass(frozen=True)
class Look:
    """How large window and text are, and which colours."""

    width: int = 1280
    height: int = 720
    scale: float = 1.0
    scheme: SchemeChoice = SchemeChoice.LIGHT


@dataclass(frozen=True)
class Leg:
    """`reach` brings the program there; `places` are opened at each look."""

    reach: Callable[[], None]
    places: dict[str, Callable[[], object]]


def settle() -> None:
    """What is to go has gone, and what has changed is laid out."""
    for _ in range(8):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()


class Tour:
    """Walks a program that has just started on an empty profile."""

    def __init__(self, desktop: Desktop, qtbot: QtBot, folder: Path, language: LanguageChoice) -> None:
        self.desktop, self.qtbot, self.folder, self.language = desktop, qtbot, folder, language
        self.window = desktop.window
        self.compose: ComposeViewModel = desktop.compose
        desktop.settings.update(language=language, evaluator=False)

    def through(self, looks: tuple[Look, ...]) -> Iterator[tuple[str, Look, QWidget]]:
        """The name of each place, how it is looked at, and the page or dialog itself."""
        for leg in self.legs():
            leg.reach()
            for look in looks:
                self.stand(look)
                for name, opened in leg.places.items():
                    opened()
                    self.qtbot.waitUntil(self.looked)  # what was found on this computer is said when the look ends
                    settle()
                    dialogs = [item for item in QApplication.topLevelWidgets() if item.isVisible()]
                    other = [item for item in dialogs if item is not self.window]
                    yield name, look, other[-1] if other else self.window
                    for item in reversed(other):
                        item.close()
                    settle()

    def looked(self) -> bool:
        """Nobody is looking for local models."""
        return not self.desktop.servers.searching

    def stand(self, look: Look) -> None:
        self.desktop.settings.update(scheme=look.scheme, text_scale=look.scale)
        settle()
        self.window.resize(look.width, look.height)
        settle()

    # -- the way ------------------------------------------------------------------------------------------

    def legs(self) -> tuple[Leg, ...]:
        window = self.window
        page = {name: partial(self.page, name) for name in (COMPOSE, REVIEW, LIBRARY, HISTORY, INSIGHTS, SETTINGS)}
        setup = {f"set-up {step + 1}": partial(window.open_setup, step) for step in range(STEPS)}
        return (
            Leg(lambda: None, {**setup, **{f"{name} before a vault": show for name, show in page.items()}}),
            Leg(self.make_vault, {f"{name} empty": show for name, show in page.items()}),
            Leg(lambda: self.write(0), {"compose proposal": page[COMPOSE], "compose changes": self.changes}),
            Leg(
                self.judge,
                {
                    "compose verdict": page[COMPOSE],
                    "compose details": self.details,
                    **{f"compose inspector {tab}": partial(self.inspector, tab) for tab in range(3)},
                    "compose told": self.told,
                    "compose figure": self.figure,
                    "certificate": self.certificate,
                    "reason to keep": self.keep_reason,
                },
            ),
            Leg(self.edit, {"compose editing": page[COMPOSE]}),
            Leg(self.queue_both, {"review": self.review, "review keys": self.keys}),
            Leg(self.await_answer, {"compose awaiting": page[COMPOSE]}),
            Leg(self.take_answer, {"compose answer": page[COMPOSE]}),
            Leg(self.aim_at_cloud, {"compose approval of a cloud": page[COMPOSE], "compose contents": self.contents}),
            Leg(
                self.fill_lists,
                {
                    "history": self.history,
                    "history rename": lambda: self.history() or window.history.pane.rename.click(),
                    "history delete": lambda: self.history() or window.history.pane.delete.click(),
                    "insights": page[INSIGHTS],
                    "engine": partial(self.page, ENGINE),
                    "settings": page[SETTINGS],
                    "settings vault": window.show_vault,
                    "library learning": partial(self.library, Place(LEARNING)),
                    "library words": partial(self.library, Place(HIDE)),
                    "library kept": partial(self.library, Place(KEEP)),
                    "library recognizers": partial(self.library, Place(RECOGNIZERS)),
                    "library item": self.library_item,
                    "csv": self.csv,
                    "destination": window.add_destination,
                    "destination known": lambda: window.change_destination(CLOUD),
                    **{f"help {tab}": partial(self.help, tab) for tab in range(3)},
                    "palette": window.commands.open_palette,
                    "audit": window.open_audit,
                    "passphrase": lambda: window.vault_card.passphrase.click(),
                    "keys": lambda: window.vault_card.rotate.click(),
                    "restore": lambda: window.vault_card.restore.click(),
                    "wipe": self.wipe,
                    "crash": lambda: CrashDialog(window.parts.theme, "Traceback\n  line\n", window).open(),
                },
            ),
            Leg(self.lock, {"lock": lambda: None, "lock other": lambda: window.lock_screen.other.click()}),
        )

    # -- states -------------------------------------------------------------------------------------------

    def until(self, reached: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(reached)

    def make_vault(self) -> None:
        make_vault(self.desktop, self.qtbot, PASSPHRASE)
        self.desktop.settings.put_destination(CLOUD)
        self.desktop.settings.put_destination(MANUAL)

    def write(self, number: int) -> None:
        self.page(COMPOSE)
        self.compose.new_conversation()
        settle()
        editor = self.window.compose.prompt.editor
        editor.selectAll()
        editor.insertPlainText(WRITTEN[self.language][number])
        self.until(lambda: self.compose.phase is Phase.PROPOSED and self.compose.draft.fresh)

    def judge(self) -> None:
        self.compose.act()
        self.until(lambda: self.compose.phase in ENDED and not self.compose.advice.open)

    def edit(self) -> None:
        self.compose.begin_edit()
        settle()
        self.window.compose.sent.editor.insertPlainText(f"{NAME}. ")

    def queue_both(self) -> None:
        for number in (0, 1):
            self.write(number)
            self.compose.act()
            self.until(lambda: self.compose.phase in ENDED)
            self.compose.park()
            settle()
        self.page(REVIEW)
        review = self.desktop.review
        self.until(lambda: len(review.queue.lines) > 1)
        review.select(review.queue.lines[0].id)
        self.until(lambda: review.case is not None and not review.busy)

    def await_answer(self) -> None:
        self.desktop.settings.update(destination=MANUAL.id)
        self.write(2)
        self.judge()
        assert self.compose.phase is Phase.PASSED
        self.until(lambda: self.compose.primary.enabled)
        self.compose.act()
        self.until(lambda: self.compose.phase is Phase.AWAITING)

    def take_answer(self) -> None:
        self.window.compose.turns.paste.setPlainText(ANSWER[self.language])
        settle()
        self.compose.act()
        self.until(lambda: self.compose.phase is Phase.ANSWERED)
        self.until(lambda: not self.window.compose.turns.answer.pending)
        QGuiApplication.clipboard().clear()

    def aim_at_cloud(self) -> None:
        self.desktop.settings.update(destination=CLOUD.id)
        self.write(2)
        self.judge()

    def fill_lists(self) -> None:
        self.desktop.library.dictionaries.add(ListKind.HIDE, "Quokka Works", "ORGANIZATION")
        self.desktop.library.dictionaries.add(ListKind.KEEP, "Northfield")
        idle(self.desktop, self.qtbot)
        self.page(HISTORY)
        self.until(lambda: bool(self.desktop.history.rows))
        self.desktop.history.open(self.desktop.history.rows[-1].line.id)
        self.until(lambda: bool(self.desktop.history.runs))

    def lock(self) -> None:
        self.desktop.vault.lock()
        self.until(lambda: self.desktop.vault.phase is VaultPhase.LOCKED and not self.desktop.vault.busy)

    # -- places -------------------------------------------------------------------------------------------

    def page(self, name: str) -> None:
        self.window.show_page(name)
        settle()
        if self.desktop.vault.phase is VaultPhase.OPEN:
            idle(self.desktop, self.qtbot)

    def changes(self) -> None:
        self.page(COMPOSE)
        self.window.compose.sent.show_changes(True)

    def details(self) -> None:
        self.page(COMPOSE)
        self.window.compose.sent.show_changes(False)
        self.window.compose.bar.details.setChecked(True)

    def inspector(self, tab: int) -> None:
        self.page(COMPOSE)
        self.window.compose.bar.details.setChecked(False)
        self.window.compose.inspector.setCurrentIndex(tab)

    def told(self) -> None:
        self.window.compose.bar.told_all.click()

    def figure(self) -> None:
        self.details()
        settle()
        self.window.compose.bar.figures[0].click()

    def contents(self) -> None:
        self.window.compose.bar.contents.click()

    def certificate(self) -> None:
        self.window.compose.show_certificate()

    def keep_reason(self) -> None:
        items = self.compose.outcome.verdict.sensitive.attributes
        self.window.compose.inspector._ask_why(items[0].id, lambda _reason: None)

    def review(self) -> None:
        self.page(REVIEW)
        review = self.desktop.review
        self.until(lambda: review.case is not None and not review.busy)

    def keys(self) -> None:
        self.window.review.show_keys()

    def history(self) -> None:
        self.page(HISTORY)

    def library(self, place: Place) -> None:
        self.page(LIBRARY)
        self.window.library.go(place)
        idle(self.desktop, self.qtbot)

    def library_item(self) -> None:
        self.page(LIBRARY)
        self.window.library.go(Place(key=self.desktop.library.library.items[0].key))
        idle(self.desktop, self.qtbot)

    def csv(self) -> None:
        path = self.folder / "words.csv"
        path.write_text("Quokka Works,ORGANIZATION\n张建国,PERSON\n", "utf-8")
        self.library(Place(HIDE))
        self.window.library._csv_kind = ListKind.HIDE
        self.desktop.library.dictionaries.open_csv(path)
        self.until(lambda: self.window.library._dialog is not None)

    def help(self, tab: int) -> None:
        self.window.open_help()
        settle()
        self.window.findChild(HelpDialog).tabs.setCurrentIndex(tab)

    def wipe(self) -> None:
        self.window.vault_card.wipe.click()
        self.until(lambda: len([item for item in QApplication.topLevelWidgets() if item.isVisible()]) > 1)
