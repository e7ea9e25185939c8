"""Choosing an engine without a window: searching, trust, keys, picking, doubt, loss (UI-02 to UI-04)."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtCore", reason="the window is not installed here")

from compose_fakes import FakeEngine, ManualWork
from model_fakes import ADDRESS, SEEN, FakeModels, server

from core.domain.errors import ModelServerError
from core.domain.secret import Secret
from core.keys.custody import SessionKeyStore
from ui.settings.viewmodels.model_ports import LinkState, ServerCondition, Wanted, key_id
from ui.settings.viewmodels.server_address import full_address
from ui.settings.viewmodels.servers import ServersViewModel
from ui.shared.viewmodels.keyring import KeysViewModel
from ui.shared.viewmodels.preferences import LocalChoice, Preferences, SettingsViewModel
from ui.shared.viewmodels.problems import Problem

LAN = "http://10.1.2.3:1234"


class Kept:
    def __init__(self, preferences: Preferences) -> None:
        self.preferences = preferences

    def load(self) -> Preferences:
        return self.preferences

    def save(self, preferences: Preferences) -> None:
        self.preferences = preferences


class Desk:
    def __init__(self, preferences: Preferences | None = None) -> None:
        self.work, self.port, self.kept = ManualWork(), FakeModels(), Kept(preferences or Preferences())
        self.store = SessionKeyStore()
        self.settings = SettingsViewModel(self.kept, KeysViewModel(self.work, self.store))
        self.model = ServersViewModel(self.work, self.port, self.settings)
        self.engines: list[object] = []
        self.model.engine_chosen.connect(self.engines.append)
        self.builtin = FakeEngine()

    def attach(self) -> None:
        self.model.attach_builtin(self.builtin)

    def ready(self) -> None:
        self.attach()
        self.model.search()
        self.work.run_all()
        self.model.connect_picked()
        self.work.run_all()


@pytest.fixture
def desk(qapp: object) -> Desk:
    return Desk()


def test_the_loaded_model_is_picked_and_remote_ones_never_are(desk: Desk) -> None:
    desk.model.search()
    assert desk.model.searching
    desk.work.run_all()
    assert desk.model.picked is not None
    assert desk.model.picked.id == "large-chat"
    desk.model.pick("cloud-chat")
    assert desk.model.picked.id == "large-chat"


def test_a_connected_model_becomes_the_engine_and_is_remembered(desk: Desk) -> None:
    desk.ready()
    assert desk.engines == [desk.port.links[0].engine]
    assert desk.model.state is LinkState.READY
    assert desk.kept.preferences.local == LocalChoice(True, ADDRESS, "large-chat")


def test_the_last_choice_is_connected_at_the_next_start(qapp: object) -> None:
    desk = Desk(Preferences(local=LocalChoice(True, ADDRESS, "small-chat")))
    desk.attach()
    assert desk.model.state is LinkState.CONNECTING
    desk.work.run_all()
    assert desk.port.links[0].model == "small-chat"


def test_a_remembered_model_that_is_gone_leaves_the_built_in_engine(qapp: object) -> None:
    desk = Desk(Preferences(local=LocalChoice(True, ADDRESS, "small-chat")))
    desk.port.error = ModelServerError("llm.server_absent")
    desk.attach()
    desk.work.run_all()
    assert desk.model.state is LinkState.FAILED
    assert desk.model.problem == Problem("llm.server_absent")
    assert desk.engines == []


def test_ui_04_a_model_that_fails_the_probe_of_its_shape_needs_a_word(desk: Desk) -> None:
    desk.port.seen = replace(SEEN, schema="prompt_only")
    desk.ready()
    assert desk.model.state is LinkState.DOUBTFUL
    assert desk.engines == []
    desk.model.confirm()
    assert desk.engines == [desk.port.links[0].engine]
    assert desk.kept.preferences.local.unreliable


def test_ui_04_declining_keeps_what_worked(desk: Desk) -> None:
    desk.ready()
    desk.port.seen = replace(SEEN, schema="prompt_only")
    desk.model.connect_to(Wanted(ADDRESS, "small-chat"))
    desk.work.run_all()
    desk.model.decline()
    desk.work.run_all()
    assert desk.model.state is LinkState.READY
    assert desk.port.links[1].closed == 1
    assert desk.port.links[0].closed == 0
    assert len(desk.engines) == 1


def test_a_confirmed_doubt_about_one_model_is_none_about_another(qapp: object) -> None:
    desk = Desk(Preferences(local=LocalChoice(False, ADDRESS, "small-chat", unreliable=True)))
    desk.port.seen = replace(SEEN, schema="prompt_only")
    desk.ready()
    assert desk.port.links[0].model == "small-chat"
    assert desk.model.state is LinkState.READY
    desk.model.connect_to(Wanted(ADDRESS, "large-chat"))
    desk.work.run_all()
    assert desk.model.state is LinkState.DOUBTFUL


def test_the_built_in_engine_is_one_press_away_and_connections_close(desk: Desk) -> None:
    desk.ready()
    desk.model.use_builtin()
    desk.work.run_all()
    assert desk.engines[-1] is desk.builtin
    assert desk.port.links[0].closed == 1
    assert not desk.kept.preferences.local.enabled
    assert desk.kept.preferences.local.model == "large-chat", "the choice is only put aside"


def test_another_computer_is_not_spoken_to_before_a_person_trusts_it(desk: Desk) -> None:
    asked: list[str] = []
    desk.model.trust_asked.connect(asked.append)
    desk.model.add_address("10.1.2.3:1234")
    desk.work.run_all()
    assert asked == [LAN]
    assert desk.model.asked_for == LAN
    assert desk.port.searched == []
    desk.model.trust("http://10.9.9.9:1")
    assert desk.kept.preferences.trusted == (), "only what was asked about can be trusted"
    desk.model.trust(LAN)
    desk.work.run_all()
    assert [item.origin for item in desk.kept.preferences.trusted] == [LAN]
    assert desk.port.searched[-1][:2] == ((LAN,), (LAN,))


def test_trust_taken_back_is_spoken_to_no_more(desk: Desk) -> None:
    desk.model.add_address(LAN)
    desk.model.trust(LAN)
    desk.work.run_all()
    desk.model.distrust(LAN)
    desk.work.run_all()
    assert desk.kept.preferences.trusted == ()
    assert desk.port.searched[-1][:2] == ((), ())


def test_a_refused_computer_is_not_asked(desk: Desk) -> None:
    desk.model.add_address(LAN)
    desk.model.refuse_trust()
    desk.work.run_all()
    assert desk.model.asked_for == ""
    assert desk.port.searched == []


def test_a_key_is_kept_in_the_key_store_and_tried_at_once(desk: Desk) -> None:
    desk.model.set_key(server(), Secret("k-1"))
    desk.work.run_all()
    assert desk.port.searched[-1][2] == {ADDRESS: "k-1"}
    kept = desk.store.get(key_id(ADDRESS))
    assert kept is not None
    assert kept.reveal() == "k-1"
    assert key_id("http://a.b:1") != key_id("http://a-b:1")


@pytest.mark.parametrize("code", ["llm.rejected", "llm.malformed"])
def test_a_server_that_does_not_know_the_questions_is_too_old(desk: Desk, code: str) -> None:
    desk.port.error = ModelServerError(code)
    desk.ready()
    assert desk.model.servers[0].condition is ServerCondition.TOO_OLD
    assert desk.model.state is LinkState.FAILED


def test_a_lost_server_is_said_and_a_press_tries_again(desk: Desk) -> None:
    desk.ready()
    desk.model.lost(Problem("llm.unreachable"))
    assert desk.model.state is LinkState.LOST
    desk.model.reconnect()
    desk.work.run_all()
    assert desk.model.state is LinkState.READY
    assert desk.port.links[0].closed == 1


def test_connecting_can_be_stopped_and_what_comes_late_is_dropped(desk: Desk) -> None:
    desk.attach()
    desk.model.connect_to(Wanted(ADDRESS, "large-chat"))
    desk.model.cancel()
    desk.work.run_all()
    assert desk.model.state is LinkState.OFF
    assert desk.engines == []
    assert desk.port.links[0].closed == 1


def test_the_judge_is_a_second_model_of_the_same_server(desk: Desk) -> None:
    desk.model.search()
    desk.work.run_all()
    desk.model.pick_judge("large-chat")
    assert desk.model.judge == "", "a model cannot be its own second"
    desk.model.pick("small-chat")
    assert desk.model.judge == "large-chat"
    desk.model.pick_judge("cloud-chat")
    assert desk.model.judge == ""


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("8081", "http://127.0.0.1:8081"),
        (" localhost:1234 ", "http://127.0.0.1:1234"),
        ("http://LOCALHOST:1234/v1", "http://127.0.0.1:1234/v1"),
        ("https://box.example:8443", "https://box.example:8443"),
    ],
)
def test_addresses_as_people_type_them(typed: str, address: str) -> None:
    assert full_address(typed) == address


@pytest.mark.parametrize("typed", ["", "   ", "http://a b", "ftp://127.0.0.1", "http://user@127.0.0.1:1"])
def test_what_is_no_address_is_said_and_not_looked_at(desk: Desk, typed: str) -> None:
    desk.model.add_address(typed)
    desk.work.run_all()
    assert desk.model.address_problem is not None
    assert desk.port.searched == []
