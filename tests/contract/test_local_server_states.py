"""What is said of a server before anything is asked: its state, its models, and where they run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from local_cases import (
    PATIENT,
    QUICK,
    every_kind,
    good,
)
from servers import replies
from servers.local import LocalKind, LocalModelServer

from core.domain.errors import InputError, ModelServerError
from core.domain.secret import Secret
from core.llm.connect import ModelServer, open_model
from core.llm.discovery import ServerState, examine


@every_kind
def test_a_server_without_a_model_says_so(kind):
    with (
        LocalModelServer(kind, models=(), loaded=False)
        if kind is not LocalKind.LLAMACPP
        else LocalModelServer(kind) as server
    ):
        found = examine(server.url)
        assert found.state is (ServerState.READY if kind is LocalKind.LLAMACPP else ServerState.NO_MODEL)
        if not found.usable:
            with pytest.raises(ModelServerError) as raised:
                ModelServer(found)
            assert raised.value.code == "llm.server_no_model"


def test_a_model_that_is_not_loaded_is_asked_only_by_name():
    with LocalModelServer(LocalKind.LMSTUDIO, good, loaded=False, models=("small", "large")) as server:
        found = examine(server.url)
        assert (found.state, found.usable) == (ServerState.NO_MODEL, True)
        with pytest.raises(ModelServerError) as raised:
            open_model(found, patience=QUICK)
        assert raised.value.code == "llm.server_no_model"
        assert server.canaries == []
        with open_model(found, "small", patience=QUICK) as model:
            assert model.info.id == "small"


@pytest.mark.parametrize("kind", [kind for kind in LocalKind if kind is not LocalKind.MLX])
def test_a_key_that_is_wanted_is_a_state(kind):
    with LocalModelServer(kind, key="k-fictional") as server:
        assert examine(server.url).state is ServerState.UNAUTHORIZED
        assert examine(server.url, key=Secret("k-fictional")).state is ServerState.READY


def test_nothing_there_is_a_state():
    server = LocalModelServer()
    address = server.url
    server._listener.close()
    assert examine(address).state is ServerState.ABSENT


@pytest.mark.parametrize("reply", [replies.as_page(), replies.not_http(), replies.status(404), replies.as_json("x")])
def test_another_service_is_a_state(reply, scripted_server):
    assert examine(scripted_server(reply).url).state is ServerState.WRONG_SERVICE


def test_a_loading_server_is_a_state(scripted_server):
    server = scripted_server(replies.status(503, message="Loading model"))
    assert examine(server.url).state is ServerState.STARTING


def test_a_redirecting_server_is_not_followed(scripted_server):
    elsewhere = scripted_server(replies.as_json("x"))
    server = scripted_server(replies.redirect(f"{elsewhere.url}/models"))
    assert examine(server.url).state is ServerState.WRONG_SERVICE
    assert elsewhere.received == []


def test_a_silent_service_is_a_state(scripted_server):
    server = scripted_server(replies.stalled_before_head())
    quick = replace(PATIENT, read=0.1)
    assert examine(server.url, timeouts=quick).state is ServerState.WRONG_SERVICE


def test_some_other_compatible_server_is_used_with_a_warning():
    class Other(LocalModelServer):
        def _reply(self, request):  # type: ignore[no-untyped-def]
            if request.path == "/v1/models" or request.method == "POST":
                return super()._reply(request)
            return self._json({"detail": "Not Found"}, 404)

    with Other(LocalKind.MLX, good) as server:
        found = examine(server.url)
        assert (found.state, found.notices) == (ServerState.READY, ("llm.unknown_kind",))


def test_models_that_run_elsewhere_are_refused():
    with LocalModelServer(LocalKind.OLLAMA, good, models=("gpt-oss:120b-cloud", "remote-one", "qwen3:4b")) as server:
        found = examine(server.url)
        assert [model.remote for model in found.models] == [True, False, False]
        for name in ("gpt-oss:120b-cloud", "remote-one"):
            with pytest.raises(ModelServerError) as raised:
                open_model(found, name, patience=QUICK)
            assert raised.value.code == "llm.remote_model"
        assert server.questions == []
        assert server.canaries == []


def test_a_server_with_remote_models_only_is_a_state():
    with LocalModelServer(LocalKind.OLLAMA, models=("gpt-oss:120b-cloud",)) as server:
        assert examine(server.url).state is ServerState.REMOTE


@pytest.mark.parametrize(
    ("kind", "notice"), [(LocalKind.LMSTUDIO, "llm.lmlink"), (LocalKind.OLLAMA, "llm.ollama_cloud")]
)
def test_where_localhost_may_be_remote_a_notice_says_so(kind, notice):
    with LocalModelServer(kind) as server:
        assert notice in examine(server.url).notices


def test_a_proxy_of_the_environment_is_ignored(monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://192.0.2.1:9")
    with LocalModelServer(LocalKind.LLAMACPP) as server:
        assert examine(server.url).state is ServerState.READY


def test_another_machine_needs_a_word_of_trust():
    with pytest.raises(InputError) as raised:
        examine("http://192.168.1.20:1234/v1")
    assert raised.value.code == "address.not_local"
