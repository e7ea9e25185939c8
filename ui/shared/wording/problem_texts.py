"""Every error code as cause and remedy, in the language of the window (UI-32)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from ui.shared.viewmodels.problems import Problem
from ui.shared.wording.sentences import Sentences

RETESTED = frozenset({"retest.queued", "retest.hit", "retest.no_list"})
"""Results of a test by the destination's model."""


@dataclass(frozen=True, slots=True)
class ProblemText:
    """What happened; what it means for what was sent; what to do."""

    cause: str
    effect: str
    remedy: str


def describe(problem: Problem, sentences: Sentences | None = None) -> ProblemText:
    """Codes without a sentence here take the shared one; the last resort names the code, which holds no user text."""
    tables = (_input_texts, _engine_texts, _release_texts, _destination_texts, _answer_texts, _store_texts)
    cause, remedy = _general(problem, sentences.get(problem.code) if sentences else None)
    for table in tables:
        cause, remedy = table().get(problem.code, (cause, remedy))
    return ProblemText(_filled(cause, problem), _effect(problem), _filled(remedy, problem))


def known_codes() -> frozenset[str]:
    """Codes that have sentences of their own."""
    tables: tuple[Callable[[], Mapping[str, tuple[str, str]]], ...] = (
        _input_texts,
        _engine_texts,
        _release_texts,
        _destination_texts,
        _answer_texts,
        _store_texts,
    )
    return frozenset(code for table in tables for code in table())


def _filled(text: str, problem: Problem) -> str:
    for key, value in problem.details.items():
        text = text.replace(f"{{{key}}}", str(value))
    return text


def _effect(problem: Problem) -> str:
    translate = QCoreApplication.translate
    if problem.code == "settings.unwritable":
        return translate("Problems", "The choice holds until you close the program.")
    if problem.sent == "yes" and problem.code in RETESTED:
        return translate("Problems", "It has the text since the test; nothing was sent to be answered.")
    if problem.sent == "yes":
        return translate("Problems", "The text was sent; the answer is missing or incomplete.")
    if problem.sent == "unknown":
        return translate("Problems", "The text may have been sent. It is not sent again by itself.")
    return translate("Problems", "Nothing was sent.")


def _general(problem: Problem, shared: str | None) -> tuple[str, str]:
    translate = QCoreApplication.translate
    if problem.code == "bug":
        return (
            translate("Problems", "Something unexpected happened inside the program."),
            translate("Problems", "Your text is still here. Try again; if it happens again, please report it."),
        )
    cause = shared or translate("Problems", "This did not work ({code}).").replace("{code}", problem.code)
    return cause, translate("Problems", "Your text is still here. Try again, or change the text or the destination.")


def _input_texts() -> Mapping[str, tuple[str, str]]:
    translate = QCoreApplication.translate
    return {
        "cancelled": (
            translate("Problems", "You stopped it."),
            translate("Problems", "Text and decisions are as they were."),
        ),
        "input.not_typed_back": (
            translate("Problems", "What identifies somebody is told only with a reason, and typed once more."),
            translate("Problems", "Open it in the list, choose “not sensitive” there, and type the value."),
        ),
        "input.proved": (
            translate("Problems", "Its check digits prove what it is: it cannot be called not sensitive."),
            translate("Problems", "Remove it from the text if it must not stand there."),
        ),
        "input.empty": (
            translate("Problems", "There is no text."),
            translate("Problems", "Write or paste a prompt."),
        ),
        "input.nul": (
            translate("Problems", "The text contains a NUL character, so it is not plain text."),
            translate("Problems", "Paste the text again from its source as plain text."),
        ),
        "input.surrogate": (
            translate("Problems", "The text contains half of a character and cannot be written as UTF-8."),
            translate("Problems", "Remove the broken character near position {offset}."),
        ),
        "input.too_large": (
            translate("Problems", "The text is larger than one million bytes."),
            translate("Problems", "Shorten it, or send it in parts."),
        ),
        "input.not_utf8": (
            translate("Problems", "The file is not UTF-8 text."),
            translate("Problems", "Save it as UTF-8 and open it again."),
        ),
    }


def _engine_texts() -> Mapping[str, tuple[str, str]]:
    translate = QCoreApplication.translate
    damaged = translate("Problems", "A data file of the program is missing or damaged: {file}.")
    reinstall = translate("Problems", "Install the program again.")
    controls = translate(
        "Problems", "The test could not be trusted: a value planted on purpose was not found by the attackers."
    )
    repeat = translate("Problems", "Run it again. If it stays so, change the text; this result is not a pass.")
    return {
        "sending.not_ready": (
            translate("Problems", "The engine is still starting."),
            translate("Problems", "Try again in a moment."),
        ),
        "resource.unreadable": (damaged, reinstall),
        "resource.malformed": (damaged, reinstall),
        "verify.control_missed": (controls, repeat),
        "verify.temperature_ignored": (
            translate(
                "Problems", "The model server gives the same answer to every draw, so nothing could be measured."
            ),
            translate("Problems", "Use another server, or check without a local model."),
        ),
        "verify.controls_missed": (controls, repeat),
        "verify.missing_probes": (
            translate("Problems", "Too many test questions stayed without a usable answer."),
            repeat,
        ),
    }


def _release_texts() -> Mapping[str, tuple[str, str]]:
    translate = QCoreApplication.translate
    again = translate("Problems", "Run Sanitize & Send again and approve the new result.")
    return {
        "release.hash_mismatch": (
            translate("Problems", "The text is not the one that was certified."),
            again,
        ),
        "release.ticket_expired": (translate("Problems", "The approval is too old."), again),
        "release.ticket_used": (translate("Problems", "This approval was used already."), again),
        "release.not_passed": (translate("Problems", "The text did not pass the test."), again),
        "release.literal": (
            translate("Problems", "A value that must not leave still occurs in the text."),
            again,
        ),
        "release.destination_mismatch": (
            translate("Problems", "The destination is not the one that was approved."),
            again,
        ),
        **_retest_texts(),
        "net.not_allowed": (
            translate("Problems", "The program tried to reach an address that is not the approved destination."),
            translate("Problems", "Check the address of the destination."),
        ),
    }


def _retest_texts() -> Mapping[str, tuple[str, str]]:
    translate = QCoreApplication.translate
    hit = translate("Problems", "In the test, the model of {destination} named hidden values ({found}). Blocked.")
    return {
        "retest.queued": (hit, translate("Problems", "The text waits in Review, with this reason.")),
        "retest.hit": (hit, translate("Problems", "Hide more, edit the text, or set it aside.")),
        "retest.no_list": (
            translate("Problems", "The model of {destination} gave no list, so nothing was tested."),
            translate("Problems", "Let it try again, or choose another destination."),
        ),
        "retest.required": (
            translate("Problems", "The settings ask for a test by the destination's model first, and there was none."),
            translate("Problems", "Run Sanitize & Send again and approve the new result."),
        ),
    }


def _destination_texts() -> Mapping[str, tuple[str, str]]:
    translate = QCoreApplication.translate
    later = translate("Problems", "Try again later, or choose another destination.")
    address = translate("Problems", "Check address and network, then try again.")
    key = translate("Problems", "Check the API key of this destination.")
    odd = translate("Problems", "Check that the address is the base address of the API.")
    return {
        "destination.unauthorized": (translate("Problems", "The destination did not accept the API key."), key),
        "destination.forbidden": (
            translate("Problems", "The destination does not allow this account to use the model."),
            key,
        ),
        "destination.key_missing": (
            translate("Problems", "There is no API key for this destination."),
            translate("Problems", "Enter the key in the destination's settings."),
        ),
        "destination.quota": (
            translate("Problems", "The account's quota at the destination is used up."),
            later,
        ),
        "destination.rate_limited": (
            translate("Problems", "The destination asks to slow down."),
            translate("Problems", "Wait a little, then send again."),
        ),
        "destination.not_found": (
            translate("Problems", "The destination does not know this address or model."),
            translate("Problems", "Check base address and model name."),
        ),
        "destination.bad_request": (
            translate("Problems", "The destination did not understand the request."),
            translate("Problems", "Check the kind of destination and the model name."),
        ),
        "destination.too_large": (
            translate("Problems", "The text is too long for this destination."),
            translate("Problems", "Shorten the text or choose a model that takes more."),
        ),
        "destination.redirect": (
            translate("Problems", "The destination wanted to redirect the text to another address; this was refused."),
            odd,
        ),
        "destination.server_error": (translate("Problems", "The destination failed (status {status})."), later),
        "destination.unavailable": (translate("Problems", "The destination is overloaded or down."), later),
        "destination.status": (translate("Problems", "The destination answered with status {status}."), odd),
        "destination.unreachable": (translate("Problems", "The destination cannot be reached."), address),
        "destination.name_not_found": (translate("Problems", "The name of the destination is unknown."), address),
        "destination.proxy": (translate("Problems", "The proxy refused the connection."), address),
        "destination.tls": (
            translate("Problems", "The destination could not prove who it is (TLS)."),
            translate(
                "Problems", "Do not go on unless you know why. Check the address and the clock of this computer."
            ),
        ),
        "destination.failed": (translate("Problems", "The connection failed."), address),
        "destination.write": (translate("Problems", "The connection broke while sending."), address),
    }


def _answer_texts() -> Mapping[str, tuple[str, str]]:
    translate = QCoreApplication.translate
    later = translate("Problems", "What arrived is shown. Ask again in a new turn if you need the rest.")
    odd = translate("Problems", "Check that the address is the base address of the API.")
    malformed = translate("Problems", "The answer is not in the form that this kind of destination uses.")
    too_large = translate("Problems", "The answer is larger than the program accepts.")
    return {
        "destination.silent": (translate("Problems", "The destination stopped answering."), later),
        "destination.cut": (translate("Problems", "The connection broke before the answer was complete."), later),
        "destination.broken_http": (translate("Problems", "The connection broke off irregularly."), later),
        "destination.failed_midway": (translate("Problems", "The destination reported an error midway."), later),
        "destination.empty_answer": (translate("Problems", "The answer is empty."), later),
        "destination.encoding": (malformed, odd),
        "destination.malformed": (malformed, odd),
        "destination.not_an_answer": (malformed, odd),
        "destination.answer_too_large": (too_large, later),
        "destination.event_too_large": (too_large, later),
    }


def _store_texts() -> Mapping[str, tuple[str, str]]:
    translate = QCoreApplication.translate
    address = translate("Problems", "The address cannot be used.")
    key_store = translate("Problems", "The key store of this computer could not be used.")
    session = translate("Problems", "The key is kept until you close the program.")
    https = translate("Problems", "Write it as https://host/path; plain http only for this computer.")
    return {
        "settings.unwritable": (
            translate("Problems", "The settings could not be saved."),
            translate("Problems", "Check that your profile folder is writable."),
        ),
        "settings.newer": (
            translate("Problems", "The settings were written by a newer version, so they are left untouched."),
            translate("Problems", "Install the newer version to use them."),
        ),
        "settings.malformed": (
            translate("Problems", "The settings file is damaged; the usual settings are in use."),
            translate("Problems", "The next change in the settings replaces the file."),
        ),
        "settings.unreadable": (
            translate("Problems", "The settings file cannot be read; the usual settings are in use."),
            translate("Problems", "Check the rights of your profile folder."),
        ),
        "export.unwritable": (
            translate("Problems", "The file could not be written."),
            translate("Problems", "Choose another folder."),
        ),
        "keys.characters": (
            translate("Problems", "The API key contains characters that no key can have."),
            translate("Problems", "Copy it again from the destination's page."),
        ),
        "keys.locked": (key_store, translate("Problems", "Unlock the key store; until then the key is not kept.")),
        "keys.unusable": (key_store, session),
        "keys.no_backend": (key_store, session),
        "keys.round_trip": (key_store, session),
        "keys.backend_refused": (key_store, session),
        "address.scheme": (address, https),
        "address.host": (address, https),
        "address.numeric_host": (address, https),
        "address.malformed": (address, https),
    }
