"""What would leave and what the one button does, in words: under the verdict and in the review alike."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.domain.release import Destination
from core.release.parcel import Parcel
from ui.release.viewmodels.phases import Primary, PrimaryKind
from ui.release.viewmodels.submission import PARKED
from ui.shared.wording.facts import byte_text, destination_host
from ui.shared.wording.wording import listed


def contents_text(parcel: Parcel) -> str:
    """What the whole request is made of, in bytes; "" where nothing but the text goes."""
    translate = QCoreApplication.translate
    envelope = parcel.envelope
    parts = (
        (translate("Compose", "your text {size}"), envelope.prompt_bytes),
        (translate("Compose", "line for the model {size}"), envelope.system_bytes),
        (translate("Compose", "earlier turns {size}"), envelope.earlier_bytes),
    )
    form = parcel.body_bytes - sum(count for _text, count in parts)
    named = [text.replace("{size}", byte_text(count)) for text, count in parts if count]
    if form > 0:
        named.append(translate("Compose", "form of the request {size}").replace("{size}", byte_text(form)))
    if len(named) < 2:
        return ""
    return translate("Compose", "The whole request: {parts}.").replace("{parts}", listed(named))


def primary_text(primary: Primary, destination: Destination, byte_count: int) -> str:
    """What the one button will do, and to whom. `byte_count`: all that would leave; 0 where it is not put together
    yet."""
    translate = QCoreApplication.translate
    size = byte_text(byte_count)
    match primary.kind:
        case PrimaryKind.SANITIZE:
            return translate("Compose", "Sanitize && Send")
        case PrimaryKind.HIDE_MORE:
            return translate("Compose", "Hide more, and check")
        case PrimaryKind.DRY_RUN:
            return translate("Compose", "Finish the dry run: {size}, nothing leaves").replace("{size}", size)
        case PrimaryKind.COPY:
            return translate("Compose", "Copy {size} for pasting").replace("{size}", size)
        case PrimaryKind.RESTORE:
            return translate("Compose", "Restore the pasted answer")
        case PrimaryKind.SEND if not byte_count:
            return translate("Compose", "Send to {host}").replace(
                "{host}", destination_host(destination).replace("&", "&&")
            )
        case PrimaryKind.SEND:
            text = translate("Compose", "Send {size} to {host}").replace("{size}", size)
            return text.replace("{host}", destination_host(destination).replace("&", "&&"))


def short_reason(key: str) -> str:
    """The same for a filter and a list, in two or three words."""
    translate = QCoreApplication.translate
    return {
        PARKED: translate("Review", "Set aside"),
        "advantage_above_tau": translate("Review", "Tells too much"),
        "posterior_above_cap": translate("Review", "Value named"),
        "k_below_star": translate("Review", "Small crowd"),
        "utility_below_tau": translate("Review", "Hides too much"),
        "certification_hits": translate("Review", "Final test hit"),
        "replay_below_star": translate("Review", "Tells too much"),
        "lift_above_threshold": translate("Review", "Evaluator saw it"),
        "rest_of_text": translate("Review", "Other words tell"),
        "kept_by_person": translate("Review", "Kept by you"),
        "layers_disagree": translate("Review", "Model disagrees"),
        "recognizer_failed": translate("Review", "Rule failed"),
        "not_understood": translate("Review", "Not understood"),
        "may_hide": translate("Review", "May hide something"),
        "singled_out": translate("Review", "Singles out"),
        "retest_hit": translate("Review", "Named at the destination"),
    }.get(key, key)
