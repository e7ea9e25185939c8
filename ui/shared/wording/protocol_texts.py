"""Every threshold of a protocol: its symbol, value and meaning, for the settings page and the certificate."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from core.domain.protocol import Profile, Protocol
from core.verify.statistics import rule_for
from ui.shared.wording.wording import number, percent


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


def _crowd(protocol: Protocol) -> tuple[Threshold, ...]:
    translate = QCoreApplication.translate
    meaning = translate(
        "Protocol",
        "Nobody may be surer of a hidden item than one in this many, also of the likeliest value of its class.",
    )
    found: tuple[Threshold, ...] = (
        Threshold(translate("Protocol", "Smallest class"), "k*", _count(protocol.k_star), meaning),
    )
    if protocol.profile is not Profile.STRICT:
        meaning = translate("Protocol", "About this many people must fit what is told on purpose.")
        found += (Threshold(translate("Protocol", "Smallest crowd, people"), "k", _count(protocol.crowd), meaning),)
    return found


def _leakage(protocol: Protocol) -> tuple[Threshold, ...]:
    translate = QCoreApplication.translate
    return (
        Threshold(
            translate("Protocol", "Leakage limit"),
            "τ_L",
            percent(protocol.tau_l),
            translate(
                "Protocol",
                "How often a language model may name any one item, or find anything by one kind of question. Also how "
                "sure of a name or number anybody may be.",
            ),
        ),
        *_crowd(protocol),
        Threshold(
            translate("Protocol", "Growth over guessing"),
            "e^ε",
            number(math.exp(protocol.eps)),
            translate(
                "Protocol", "Where an item can be guessed more often than that, its chance may grow by this factor."
            ),
        ),
        Threshold(
            translate("Protocol", "Growth, special categories"),
            "e^ε′",
            number(math.exp(protocol.eps_special)),
            translate("Protocol", "The same for health, faith, origin, politics, sexuality and offences."),
        ),
        Threshold(
            translate("Protocol", "Restoration note"),
            "τ_R",
            number(protocol.tau_r),
            translate(
                "Protocol",
                "If less of the prompt than this comes back by itself, the figure says so. It never decides.",
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
            translate("Protocol", "Utility by meaning"),
            "τ_U^sem",
            number(protocol.tau_u_semantic),
            translate("Protocol", "Where a judge compares meanings. It is shown beside the others and never decides."),
        ),
    )


def _test(protocol: Protocol) -> tuple[Threshold, ...]:
    translate = QCoreApplication.translate
    rule = rule_for(protocol.error(1), protocol.tau_l)
    hits = translate("Protocol", "0 of {first}, or at most 1 of {second}")
    return (
        Threshold(
            translate("Protocol", "Hits allowed in certification"),
            "n",
            hits.replace("{first}", str(rule.first)).replace("{second}", str(rule.second)),
            translate(
                "Protocol",
                "For each item, the first time a language model certifies it here; more the next times, so that all of "
                "them together pass an item that leaks as much as the limit no more than once in 40 times.",
            ),
        ),
        Threshold(
            translate("Protocol", "Rise of right choices"),
            "τ_C",
            percent(protocol.tau_choice),
            translate(
                "Protocol", "How much more often a language model may choose right with the text than without it."
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
            translate("Protocol", "Of all certifications of the same items in one conversation together."),
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
            "P",
            _count(protocol.no_progress_rounds),
            translate("Protocol", "The search also stops after this many rounds that improved nothing."),
        ),
    )
