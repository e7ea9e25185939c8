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


class Harness:
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
def harness(qapp: object) -> Harness:
    return Harness()


def test_the_loaded_model_is_picked_and_remote_ones_never_are(harness: Harness) -> None:
    harness.model.search()
    assert harness.model.searching
    harness.work.run_all()
    assert harness.model.picked is not None
    assert harness.model.picked.id == "large-chat"
    harness.model.pick("cloud-chat")
    assert harness.model.picked.id == "large-chat"


def test_a_connected_model_becomes_the_engine_and_is_remembered(harness: Harness) -> None:
    harness.ready()
    assert harness.engines == [harness.port.links[0].engine]
    assert harness.model.state is LinkState.READY
    assert harness.kept.preferences.local == LocalChoice(True, ADDRESS, "large-chat")


def test_the_last_choice_is_connected_at_the_next_start(qapp: object) -> None:
    harness = Harness(Preferences(local=LocalChoice(True, ADDRESS, "small-chat")))
    harness.attach()
    assert harness.model.state is LinkState.CONNECTING
    harness.work.run_all()
    assert harness.port.links[0].model == "small-chat"


def test_a_remembered_model_that_is_gone_leaves_the_built_in_engine(qapp: object) -> None:
    harness = Harness(Preferences(local=LocalChoice(True, ADDRESS, "small-chat")))
    harness.port.error = ModelServerError("llm.server_absent")
    harness.attach()
    harness.work.run_all()
    assert harness.model.state is LinkState.FAILED
    assert harness.model.problem == Problem("llm.server_absent")
    assert harness.engines == []


def test_ui_04_a_model_that_fails_the_probe_of_its_shape_needs_a_word(harness: Harness) -> None:
    harness.port.seen = replace(SEEN, schema="prompt_only")
    harness.ready()
    assert harness.model.state is LinkState.DOUBTFUL
    assert harness.engines == []
    harness.model.confirm()
    assert harness.engines == [harness.port.links[0].engine]
    assert harness.kept.preferences.local.unreliable


def test_ui_04_declining_keeps_what_worked(harness: Harness) -> None:
    harness.ready()
    harness.port.seen = replace(SEEN, schema="prompt_only")
    harness.model.connect_to(Wanted(ADDRESS, "small-chat"))
    harness.work.run_all()
    harness.model.decline()
    harness.work.run_all()
    assert harness.model.state is LinkState.READY
    assert harness.port.links[1].closed == 1
    assert harness.port.links[0].closed == 0
    assert len(harness.engines) == 1


def test_a_confirmed_doubt_about_one_model_is_none_about_another(qapp: object) -> None:
    harness = Harness(Preferences(local=LocalChoice(False, ADDRESS, "small-chat", unreliable=True)))
    harness.port.seen = replace(SEEN, schema="prompt_only")
    harness.ready()
    assert harness.port.links[0].model == "small-chat"
    assert harness.model.state is LinkState.READY
    harness.model.connect_to(Wanted(ADDRESS, "large-chat"))
    harness.work.run_all()
    assert harness.model.state is LinkState.DOUBTFUL


def test_the_built_in_engine_is_one_press_away_and_connections_close(harness: Harness) -> None:
    harness.ready()
    harness.model.use_builtin()
    harness.work.run_all()
    assert harness.engines[-1] is harness.builtin
    assert harness.port.links[0].closed == 1
    assert not harness.kept.preferences.local.enabled
    assert harness.kept.preferences.local.model == "large-chat", "the choice is only put aside"


def test_another_computer_is_not_spoken_to_before_a_person_trusts_it(harness: Harness) -> None:
    asked: list[str] = []
    harness.model.trust_asked.connect(asked.append)
    harness.model.add_address("10.1.2.3:1234")
    harness.work.run_all()
    assert asked == [LAN]
    assert harness.model.asked_for == LAN
    assert harness.port.searched == []
    harness.model.trust("http://10.9.9.9:1")
    assert harness.kept.preferences.trusted == (), "only what was asked about can be trusted"
    harness.model.trust(LAN)
    harness.work.run_all()
    assert [item.origin for item in harness.kept.preferences.trusted] == [LAN]
    assert harness.port.searched[-1][:2] == ((LAN,), (LAN,))


def test_trust_taken_back_is_spoken_to_no_more(harness: Harness) -> None:
    harness.model.add_address(LAN)
    harness.model.trust(LAN)
    harness.work.run_all()
    harness.model.distrust(LAN)
    harness.work.run_all()
    assert harness.kept.preferences.trusted == ()
    assert harness.port.searched[-1][:2] == ((), ())


def test_a_refused_computer_is_not_asked(harness: Harness) -> None:
    harness.model.add_address(LAN)
    harness.model.refuse_trust()
    harness.work.run_all()
    assert harness.model.asked_for == ""
    assert harness.port.searched == []


def test_a_key_is_kept_in_the_key_store_and_tried_at_once(harness: Harness) -> None:
    harness.model.set_key(server(), Secret("k-1"))
    harness.work.run_all()
    assert harness.port.searched[-1][2] == {ADDRESS: "k-1"}
    kept = harness.store.get(key_id(ADDRESS))
    assert kept is not None
    assert kept.reveal() == "k-1"
    assert key_id("http://a.b:1") != key_id("http://a-b:1")


@pytest.mark.parametrize("code", ["llm.rejected", "llm.malformed"])
def test_a_server_that_does_not_know_the_questions_is_too_old(harness: Harness, code: str) -> None:
    harness.port.error = ModelServerError(code)
    harness.ready()
    assert harness.model.servers[0].condition is ServerCondition.TOO_OLD
    assert harness.model.state is LinkState.FAILED


def test_a_lost_server_is_said_and_a_press_tries_again(harness: Harness) -> None:
    harness.ready()
    harness.model.lost(Problem("llm.unreachable"))
    assert harness.model.state is LinkState.LOST
    harness.model.reconnect()
    harness.work.run_all()
    assert harness.model.state is LinkState.READY
    assert harness.port.links[0].closed == 1


def test_connecting_can_be_stopped_and_what_comes_late_is_dropped(harness: Harness) -> None:
    harness.attach()
    harness.model.connect_to(Wanted(ADDRESS, "large-chat"))
    harness.model.cancel()
    harness.work.run_all()
    assert harness.model.state is LinkState.OFF
    assert harness.engines == []
    assert harness.port.links[0].closed == 1


def test_the_judge_is_a_second_model_of_the_same_server(harness: Harness) -> None:
    harness.model.search()
    harness.work.run_all()
    harness.model.pick_judge("large-chat")
    assert harness.model.judge == "", "a model cannot be its own second"
    harness.model.pick("small-chat")
    assert harness.model.judge == "large-chat"
    harness.model.pick_judge("cloud-chat")
    assert harness.model.judge == ""


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
def test_what_is_no_address_is_said_and_not_looked_at(harness: Harness, typed: str) -> None:
    harness.model.add_address(typed)
    harness.work.run_all()
    assert harness.model.address_problem is not None
    assert harness.port.searched == []
