"""What the page says of model servers: states with cause and remedy, sizes, what a handshake saw."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from ui.settings.viewmodels.model_ports import (
    Activity,
    LinkState,
    ModelActivity,
    ModelView,
    Seen,
    ServerCondition,
    ServerView,
)
from ui.settings.viewmodels.servers import ServersViewModel

GIGA, MEGA = 1_000_000_000, 1_000_000
UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class ConditionText:
    """A state in two or three words, its cause, and the one thing to do about it ("" = nothing)."""

    short: str
    cause: str
    remedy: str
    icon: str
    tint: str


def condition_text(server: ServerView) -> ConditionText:
    """What is the matter with a server."""
    translate = QCoreApplication.translate
    name = server.name or translate("Servers", "the server")
    text = {
        ServerCondition.READY: ConditionText(translate("Servers", "ready"), "", "", "check", "pass"),
        ServerCondition.ABSENT: ConditionText(
            translate("Servers", "not running"),
            translate("Servers", "Nothing answers at this address."),
            translate("Servers", "Start {name}, load a model there, switch on its local server, then search again."),
            "waiting",
            "muted",
        ),
        ServerCondition.STARTING: ConditionText(
            translate("Servers", "loading"),
            translate("Servers", "It is loading a model."),
            translate("Servers", "Wait until it is done, then search again."),
            "running",
            "accent",
        ),
        ServerCondition.NO_MODEL: ConditionText(
            translate("Servers", "no model in memory"),
            translate("Servers", "It runs, but no model is loaded."),
            translate("Servers", "Load one in {name}, then search again; or choose one here and wait while it loads."),
            "warning",
            "warn",
        ),
        ServerCondition.UNAUTHORIZED: ConditionText(
            translate("Servers", "wants a key"),
            translate("Servers", "It answers only with a key."),
            translate("Servers", "Enter the key that was set in {name}."),
            "key",
            "warn",
        ),
        ServerCondition.WRONG_SERVICE: ConditionText(
            translate("Servers", "not a model server"),
            translate("Servers", "Another program answers at this address."),
            translate("Servers", "Check the port, or enter another address below."),
            "cross",
            "block",
        ),
        ServerCondition.REMOTE: ConditionText(
            translate("Servers", "runs elsewhere"),
            translate("Servers", "All its models run on other computers, so your text would leave this one."),
            translate("Servers", "Load a model that runs here. None of these is used."),
            "blocked",
            "block",
        ),
        ServerCondition.TOO_OLD: ConditionText(
            translate("Servers", "too old"),
            translate("Servers", "It did not understand the questions that this program asks first."),
            translate("Servers", "Update {name}, start it again, then search again."),
            "warning",
            "warn",
        ),
    }[server.condition]
    return ConditionText(text.short, text.cause, text.remedy.replace("{name}", name), text.icon, text.tint)


def engine_words(servers: ServersViewModel) -> tuple[str, str, str]:
    """(text, icon, tint) of the pill for everything but the plain built-in engine; empty text for that."""
    translate = QCoreApplication.translate
    choice = servers.choice
    link = servers.link
    model = link.model if link is not None else choice.model
    server = link.server if link is not None else translate("Servers", "Local model")
    if servers.wanted is not None and servers.state is LinkState.CONNECTING:
        model, server = servers.wanted.model, translate("Servers", "Local model")
    text, icon, tint = {
        LinkState.OFF: ("", "check", "pass"),
        LinkState.CONNECTING: (translate("Servers", "{server} – {model}, connecting"), "running", "accent"),
        LinkState.DOUBTFUL: (translate("Servers", "{server} – {model}, needs your word"), "question", "warn"),
        LinkState.READY: (translate("Servers", "{server} – {model}, ready"), "check", "pass"),
        LinkState.LOST: (translate("Servers", "{server} – {model}, does not answer"), "warning", "block"),
        LinkState.FAILED: (translate("Servers", "Built-in; {model} not reached"), "warning", "warn"),
    }[servers.state]
    return text.replace("{server}", server).replace("{model}", model), icon, tint


def activity_text(activity: ModelActivity, *, counted: bool = True) -> str:
    """What the model does right now (UI-05). `counted`: with the questions of the batch."""
    translate = QCoreApplication.translate
    part = ""
    if counted and activity.total > 1:
        part = translate("Servers", "{done} of {total}").replace("{done}", QLocale().toString(activity.done))
        part = part.replace("{total}", QLocale().toString(activity.total))
    speed = QLocale().toString(activity.tokens_per_second, "f", 0)
    text = {
        Activity.LOADING: translate("Servers", "loading the model"),
        Activity.READING: translate("Servers", "reading the prompt"),
        Activity.WRITING: translate("Servers", "writing, {speed} tok/s").replace("{speed}", speed),
        Activity.WAITING: translate("Servers", "server busy, trying again"),
    }[activity.activity]
    return f"{part} · {text}" if part else text


def size_text(count: int) -> str:
    """Bytes of a model's weights, in decimal units."""
    if count <= 0:
        return UNKNOWN
    if count >= GIGA:
        return f"{QLocale().toString(count / GIGA, 'f', 1)} GB"
    return f"{QLocale().toString(count / MEGA, 'f', 0)} MB"


def context_text(model: ModelView) -> str:
    """Tokens: as loaded, or what it could have."""
    translate = QCoreApplication.translate
    if model.context:
        return QLocale().toString(model.context)
    if model.largest_context:
        most = QLocale().toString(model.largest_context)
        return translate("Servers", "up to {count}").replace("{count}", most)
    return UNKNOWN


def loaded_text(model: ModelView) -> str:
    translate = QCoreApplication.translate
    if model.loaded is None:
        return UNKNOWN
    return translate("Servers", "in memory") if model.loaded else translate("Servers", "on disk")


def seen_rows(seen: Seen) -> tuple[tuple[str, str, str], ...]:
    """(what, result, what it means) for every capability the handshake looked at."""
    translate = QCoreApplication.translate
    yes, no = translate("Servers", "yes"), translate("Servers", "no")
    schema = {
        "json_schema": yes,
        "json_object": translate("Servers", "partly (JSON, shape not held)"),
        "prompt_only": no,
    }[seen.schema]
    speed = UNKNOWN
    if seen.tokens_per_second:
        count = QLocale().toString(seen.tokens_per_second, "f", 0)
        speed = translate("Servers", "{count} tokens per second").replace("{count}", count)
    return (
        (
            translate("Servers", "Keeps to a given shape"),
            schema,
            translate("Servers", "Needed to extract reliably; answers that do not fit are thrown away."),
        ),
        (
            translate("Servers", "Answers without thinking aloud"),
            yes if seen.thinking_off else no,
            translate("Servers", "If not, every question takes several times as long."),
        ),
        (
            translate("Servers", "Tells its certainty"),
            yes if seen.logprobs else no,
            translate("Servers", "Not needed; makes leakage measurable with fewer questions."),
        ),
        (
            translate("Servers", "Can repeat an answer"),
            yes if seen.seed else no,
            translate("Servers", "If not, a run cannot be repeated exactly; the certificate says so."),
        ),
        (
            translate("Servers", "Questions side by side"),
            QLocale().toString(seen.slots),
            translate("Servers", "More of them make a check faster."),
        ),
        (
            translate("Servers", "Longest text"),
            translate("Servers", "{count} tokens").replace("{count}", QLocale().toString(seen.context)),
            translate("Servers", "Text and answer together; a text that does not fit is refused, never cut."),
        ),
        (
            translate("Servers", "Speed"),
            speed,
            translate("Servers", "Of one answer alone, measured just now."),
        ),
    )
