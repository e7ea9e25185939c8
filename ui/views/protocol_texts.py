"""Every threshold of a protocol: its symbol, value and meaning, for the settings page and the certificate."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from core.domain.protocol import Profile, Protocol
from ui.widgets.wording import number, percent


@dataclass(frozen=True, slots=True)
class Threshold:
    """`symbol` is the paper's, for those who know it."""

    name: str
    symbol: str
    value: str
    meaning: str


def profile_name(profile: str) -> str:
    """Name of a protocol profile."""
    translate = QCoreApplication.translate
    return {
        "minimise": translate("Protocol", "Least disclosure (tells what the answer needs)"),
        "strict": translate("Protocol", "Strict (the paper's thresholds)"),
        "balanced": translate("Protocol", "Balanced (keeps more of the question)"),
    }.get(profile, profile)


def profile_meaning(profile: str) -> str:
    """What a profile does with a prompt, in one sentence; empty for one that has no name here."""
    translate = QCoreApplication.translate
    return {
        "minimise": translate(
            "Protocol", "Hides who it is about, tells what the question is about, and changes nothing else."
        ),
        "strict": translate("Protocol", "Protects every value that was found, also where the answer needs it."),
        "balanced": translate(
            "Protocol", "Protects every value that was found, and accepts a question that is less answerable."
        ),
    }.get(profile, "")


def thresholds(protocol: Protocol) -> tuple[Threshold, ...]:
    """All thresholds that decide about a release, in the order in which they act."""
    return _leakage(protocol) + _utility(protocol) + _test(protocol) + _loop(protocol)


def _count(value: int) -> str:
    return QLocale().toString(value)


def _crowd(protocol: Protocol) -> Threshold:
    translate = QCoreApplication.translate
    if protocol.profile is Profile.STRICT:
        meaning = translate(
            "Protocol",
            "At least this many people must fit what the text still tells; no single item may be named with "
            "more than one chance in this many.",
        )
        return Threshold(translate("Protocol", "Smallest crowd"), "k*", _count(protocol.k_star), meaning)
    meaning = translate("Protocol", "At least about this many people must fit what is told on purpose.")
    return Threshold(translate("Protocol", "Smallest crowd, people"), "k", _count(protocol.crowd), meaning)


def _leakage(protocol: Protocol) -> tuple[Threshold, ...]:
    translate = QCoreApplication.translate
    return (
        Threshold(
            translate("Protocol", "Leakage limit"),
            "τ_L",
            percent(protocol.tau_l),
            translate("Protocol", "How much better than guessing an attacker may be, on average over the items."),
        ),
        _crowd(protocol),
        Threshold(
            translate("Protocol", "Restoration warning"),
            "τ_R",
            number(protocol.tau_r),
            translate(
                "Protocol", "If the prompt could be rebuilt better than this, a warning is shown. Diagnostic only."
            ),
        ),
    )


def _utility(protocol: Protocol) -> tuple[Threshold, ...]:
    translate = QCoreApplication.translate
    return (
        Threshold(
            translate("Protocol", "Utility gate"),
            "τ_U",
            number(protocol.tau_u),
            translate("Protocol", "The question must stay answerable at least this well, from 0 to 1."),
        ),
        Threshold(
            translate("Protocol", "Utility gate, semantic"),
            "τ_U^sem",
            number(protocol.tau_u_semantic),
            translate("Protocol", "The same where a judge compares meanings instead of answers."),
        ),
    )


def _test(protocol: Protocol) -> tuple[Threshold, ...]:
    translate = QCoreApplication.translate
    rule = protocol.two_stage
    hits = translate("Protocol", "0 of {first}, or at most 1 of {second}")
    return (
        Threshold(
            translate("Protocol", "Hits allowed in certification"),
            "n",
            hits.replace("{first}", str(rule.first)).replace("{second}", str(rule.second)),
            translate(
                "Protocol", "Rule for attackers that are sampled. A text that leaks 5 % passes it once in 40 times."
            ),
        ),
        Threshold(
            translate("Protocol", "Planted controls"),
            "c",
            _count(protocol.controls),
            translate("Protocol", "Values planted on purpose; all must be found, or the test does not count."),
        ),
        Threshold(
            translate("Protocol", "Missing questions allowed"),
            "m",
            percent(protocol.max_missing),
            translate("Protocol", "If more test questions stay without a usable answer, the test does not count."),
        ),
        Threshold(
            translate("Protocol", "Confidence"),
            "1-α",
            percent(protocol.confidence, 0),
            translate("Protocol", "Confidence level of every interval that is shown."),
        ),
    )


def _loop(protocol: Protocol) -> tuple[Threshold, ...]:
    translate = QCoreApplication.translate
    budget = translate("Protocol", "{each} per item + {base}")
    return (
        Threshold(
            translate("Protocol", "Rounds at most"),
            "B",
            budget.replace("{each}", str(protocol.budget_per_attribute)).replace("{base}", str(protocol.budget_base)),
            translate("Protocol", "After this many rounds of hiding more and less the search stops."),
        ),
        Threshold(
            translate("Protocol", "Rounds without progress"),
            "N",
            _count(protocol.no_progress_rounds),
            translate("Protocol", "The search also stops after this many rounds that improved nothing."),
        ),
    )
