"""The page of engines and models, and what the bar says while one works (UI-02 to UI-06)."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import ManualWork, ScriptedSender
from model_fakes import ADDRESS, SEEN, FakeModels, LookingEngine, SlowEngine, server
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from servers.local import LocalKind, LocalModelServer

from app.models.servers import ModelServers
from app.runtime.io_runtime import Bridge
from app.window.desktop import Desktop
from core.domain.errors import ModelServerError
from core.domain.events import CancelToken, Stage, StageEvent, StageState
from core.domain.language import Language
from core.domain.secret import Secret
from core.keys.custody import SessionKeyStore
from core.resources import resource_root
from tests.unit.engine.test_local_engine import builtin
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.pipeline_bar import PipelineBar
from ui.release.viewmodels.phases import EngineState
from ui.settings.viewmodels.model_ports import Activity, LinkState, ModelActivity, ServerCondition, Wanted, key_id
from ui.settings.viewmodels.servers import ServersViewModel
from ui.settings.views.connection_page import ConnectionPage
from ui.settings.views.server_texts import activity_text, condition_text
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.keyring import KeysViewModel
from ui.shared.viewmodels.preferences import Preferences, SettingsViewModel
from ui.shared.wording.sentences import Sentences


class Kept:
    def __init__(self) -> None:
        self.preferences = Preferences()

    def load(self) -> Preferences:
        return self.preferences

    def save(self, preferences: Preferences) -> None:
        self.preferences = preferences


class Harness:
    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.work, self.port, self.kept = ManualWork(), FakeModels(), Kept()
        self.settings = SettingsViewModel(self.kept, KeysViewModel(self.work, SessionKeyStore()))
        self.servers = ServersViewModel(self.work, self.port, self.settings)
        self.compose = ComposeViewModel(self.work, ScriptedSender())
        self.compose.attach_engine(LookingEngine())
        sentences = Sentences(resource_root(), lambda: Language.EN)
        self.page = ConnectionPage(theme, self.servers, self.compose, self.settings, sentences)
        qtbot.addWidget(self.page)
        self.page.resize(960, 640)
        self.page.show()

    def search(self, *conditions: ServerCondition) -> None:
        self.port.there = tuple(server(item, f"http://127.0.0.1:{9000 + at}") for at, item in enumerate(conditions))
        self.servers.search()
        self.work.run_all()

    def said(self) -> str:
        QCoreApplication.processEvents()  # a row that was just added is laid out
        return "\n".join(item.text() for item in self.page.findChildren(QLabel) if item.isVisibleTo(self.page))


@pytest.fixture
def harness(theme: Theme, qtbot: QtBot) -> Harness:
    return Harness(theme, qtbot)


@pytest.mark.parametrize("condition", list(ServerCondition))
def test_ui_02_every_state_is_shown_with_its_cause_and_one_remedy(harness: Harness, condition: ServerCondition) -> None:
    harness.search(condition)
    words = condition_text(server(condition))
    said = harness.said()
    assert words.short in said
    assert bool(words.cause) is (condition is not ServerCondition.READY)
    assert words.cause in said
    assert words.remedy in said
    assert "{name}" not in said


def test_ui_02_a_server_that_wants_a_key_gets_a_field_for_it(harness: Harness) -> None:
    harness.search(ServerCondition.UNAUTHORIZED)
    field = next(
        item for item in harness.page.findChildren(QLineEdit) if item.echoMode() is QLineEdit.EchoMode.Password
    )
    QTest.keyClicks(field, "k-1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    harness.work.run_all()
    assert list(harness.port.searched[-1][2].values()) == ["k-1"]
    assert field.text() == ""


def test_ui_03_the_picker_tells_what_the_server_tells_and_finds_by_name(harness: Harness) -> None:
    harness.search(ServerCondition.READY)
    table = harness.page.picker.table
    cells = [table.item(0, column).text().replace(",", "") for column in range(table.columnCount())]
    assert cells == ["small-chat", "3B", "Q4_K_M", "2.1 GB", "up to 32768", "on disk"]
    assert table.rowCount() == 2, "what runs elsewhere is not offered"
    assert harness.page.picker.use.text() == "Use large-chat"
    harness.page.picker.search.setText("SMALL")
    assert [table.isRowHidden(row) for row in range(2)] == [False, True]
    harness.page.picker.search.setText("none of them")
    assert harness.page.picker.empty.isVisibleTo(harness.page)


def test_ui_03_the_keyboard_alone_picks_and_connects(harness: Harness) -> None:
    harness.servers.attach_builtin(LookingEngine())
    harness.search(ServerCondition.READY)
    table = harness.page.picker.table
    QTest.keyClick(table, Qt.Key.Key_Up)
    QTest.keyClick(table, Qt.Key.Key_Return)
    harness.work.run_all()
    assert harness.port.links[0].model == "small-chat"
    assert harness.kept.preferences.local.model == "small-chat"


def test_ui_04_a_model_without_the_shape_is_marked_and_waits_for_a_word(harness: Harness) -> None:
    harness.port.seen = replace(SEEN, schema="prompt_only")
    harness.servers.attach_builtin(LookingEngine())
    harness.search(ServerCondition.READY)
    harness.page.picker.use.click()
    harness.work.run_all()
    assert "cannot extract reliably" in harness.said()
    assert not harness.kept.preferences.local.enabled
    harness.page.doubt_yes.click()
    assert harness.kept.preferences.local.enabled
    assert not harness.page.doubt_yes.isVisibleTo(harness.page)
    assert "cannot extract reliably" in harness.said(), "the mark stays"


def test_another_computer_is_named_before_it_is_trusted(harness: Harness) -> None:
    harness.page.address.setText("10.1.2.3:1234")
    harness.page.there.click()
    assert "10.1.2.3:1234 is another computer" in harness.said()
    assert "not encrypted" in harness.said()
    assert harness.port.searched == []
    harness.page.trust_yes.click()
    harness.work.run_all()
    assert not harness.page.trust.isVisibleTo(harness.page)
    assert "You trust 10.1.2.3:1234." in harness.said()


def test_names_from_a_server_stay_plain_text(harness: Harness) -> None:
    harness.search(ServerCondition.READY)
    hostile = replace(server(), name="<b>x</b>", notices=("<i>no key</i>",))
    harness.port.there = (hostile,)
    harness.servers.search()
    harness.work.run_all()
    formats = {item.textFormat() for item in harness.page.findChildren(QLabel) if "<" in item.text()}
    assert formats == {Qt.TextFormat.PlainText}


def test_every_control_of_the_page_has_a_name(harness: Harness) -> None:
    harness.search(*ServerCondition)
    controls: list[QWidget] = [*harness.page.findChildren(QPushButton), *harness.page.findChildren(QLineEdit)]
    assert [item for item in controls if not item.accessibleName() and item.isVisibleTo(harness.page)] == []


@pytest.mark.parametrize(
    ("activity", "text"),
    [
        (ModelActivity(Activity.LOADING), "loading the model"),
        (ModelActivity(Activity.READING, 0, 3), "0 of 3 · reading the prompt"),
        (ModelActivity(Activity.WRITING, 1, 3, 41.6), "1 of 3 · writing, 42 tok/s"),
        (ModelActivity(Activity.WAITING), "server busy, trying again"),
    ],
)
def test_ui_05_what_a_model_does_has_words(qapp: object, activity: ModelActivity, text: str) -> None:
    assert activity_text(activity) == text


def test_ui_05_the_stage_that_runs_tells_count_bound_and_activity(theme: Theme, qtbot: QtBot) -> None:
    bar = PipelineBar(theme, clock=lambda: 0.0)
    qtbot.addWidget(bar)
    bar.on_event(StageEvent(Stage.CERTIFY, StageState.RUNNING, 41, 78, bound=0.071))
    bar.set_activity("writing, 42 tok/s")
    live = bar.live_text()
    assert "41 of 78" in live
    assert "7.1" in live
    assert "writing, 42 tok/s" in live
    bar.on_event(StageEvent(Stage.CERTIFY, StageState.RUNNING, tokens=10, tokens_per_second=9.0))
    assert "41 of 78" in bar.live_text(), "a count of tokens does not wipe the count of questions"
    bar.on_event(StageEvent(Stage.CERTIFY, StageState.DONE))
    assert bar.live_text() == ""
    bar.reset()


def test_ui_06_connecting_shows_progress_and_can_be_stopped(harness: Harness) -> None:
    harness.servers.attach_builtin(LookingEngine())
    harness.servers.connect_to(Wanted(ADDRESS, "large-chat"))
    assert harness.page.stop.isVisibleTo(harness.page)
    harness.servers._told(ModelActivity(Activity.LOADING))
    assert harness.page.about.text() == "loading the model"
    harness.page.stop.click()
    assert not harness.page.stop.isVisibleTo(harness.page), "acknowledged before anything else has run"
    harness.work.run_all()


def test_the_pill_says_who_works_and_opens_the_page(qapp: QApplication, qtbot: QtBot) -> None:
    made = Desktop(qapp, lambda _root: SlowEngine().builtin, preferences=Kept(), find_keys=SessionKeyStore)
    port = FakeModels()
    made.servers._port = port
    try:
        made.start()
        qtbot.waitUntil(lambda: made.compose.engine_state is EngineState.READY)
        window = made.window
        made.compose.draft.set_text("I am Margaret.")
        window.header.engine.click()
        assert window.pages.currentWidget() is window.engine
        qtbot.waitUntil(lambda: made.servers.picked is not None)
        window.engine.picker.use.click()
        qtbot.waitUntil(lambda: made.servers.state is LinkState.READY)
        assert "LM Studio" in window.header.engine.text()
        assert "large-chat" in window.header.engine.text()
        assert made.compose.engine is port.links[0].engine
        port.links[0].engine.error = ModelServerError("llm.unreachable")
        window.show_page("compose")
        qtbot.waitUntil(lambda: made.compose.primary.enabled)
        made.compose.act()
        qtbot.waitUntil(lambda: made.servers.state is LinkState.LOST)
        assert window.compose.bar.builtin.isVisibleTo(window)
        assert made.compose.draft.text == "I am Margaret."
        window.compose.bar.builtin.click()
        assert made.servers.state is LinkState.OFF
        assert made.compose.draft.text == "I am Margaret."
        assert not window.compose.bar.builtin.isVisibleTo(window)
    finally:
        made.window.close()
        assert made.stop()
        made.window.deleteLater()
        made.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert port.links[0].closed == 1


# The way to real sockets


@pytest.mark.parametrize("kind", list(LocalKind))
def test_a_scripted_server_is_found_and_its_model_connected(qapp: object, qtbot: QtBot, kind: LocalKind) -> None:
    keys = SessionKeyStore()
    bridge = Bridge()
    with LocalModelServer(kind, key="k-1") as real:
        address = real.url.removesuffix("/v1")
        port = ModelServers(resource_root(), bridge, keys)
        port.attach(builtin())
        found = next(item for item in port.search((address,), (), {}) if item.address == address)
        assert found.condition is ServerCondition.UNAUTHORIZED
        keys.put(key_id(found.origin), Secret("k-1"))
        found = next(item for item in port.search((address,), (), {}) if item.address == address)
        assert found.usable
        told: list[ModelActivity] = []
        wanted = Wanted(address, found.models[0].id)
        link = port.connect(wanted, (), {}, told.append, CancelToken())
        assert link.model == found.models[0].id
        assert link.engine.info.models["model"].server == kind.value
        assert link.seen.slots >= 1
        link.close()
    bridge.close()
