"""Every id, flag and reason that the core can put into a verdict has words in the window, found in the code itself."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from sample_evidence import evidence

from core.domain.disclosure import DisclosureRole, Task, Treatment
from core.domain.evidence import Metric, UtilityEstimate
from core.domain.language import Language
from core.domain.protocol import MINIMISE, PROFILES, STRICT
from core.domain.sensitive import Layer, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import ResidualReport, StepKind
from core.engine import local, pipeline
from core.loop import residual
from core.release import retest
from core.resources import read_toml, resource_root
from core.verify import gate
from core.verify.attackers.llm_questions import Member
from core.verify.needs import TOO_FEW
from ui.history.views.run_replay import _move_name
from ui.release.views.texts import short_reason
from ui.shared.evidence.residual_panel import ResidualPanel
from ui.shared.evidence.texts import figures
from ui.shared.theme.theme import Theme
from ui.shared.wording.protocol_texts import profile_meaning, profile_name
from ui.shared.wording.wording import checked_name, layer_name, metric_name, residual_reason, review_flag, utility_note

ROOT = resource_root().parent
FLAGS = {"flags", "raised", "review_flags"}
NAME = re.compile(r"[A-Z][A-Z_]+")
KEYED = re.compile(r"\"((?:evaluator|residual|retest)\.[a-z_]+)\"")

pytestmark = pytest.mark.usefixtures("qapp")


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / "core" / folder).rglob("*.py"))


def module(path: Path) -> object:
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def raised_flags() -> set[str]:
    """Values of the constants in everything that is assigned, or handed over, as flags."""
    found: set[str] = set()
    for path in sources("verify", "engine", "loop"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            places: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                targets = {getattr(item, "id", getattr(item, "attr", "")) for item in node.targets}
                places = [node.value] if targets & FLAGS else []
            elif isinstance(node, ast.keyword) and node.arg in FLAGS:
                places = [node.value]
            for place in places:
                names = [item.id for item in ast.walk(place) if isinstance(item, ast.Name) and NAME.fullmatch(item.id)]
                found |= {value for name in names if isinstance(value := getattr(module(path), name, None), str)}
                found |= {
                    item.value for item in ast.walk(place) if isinstance(item, ast.Constant) and item.value
                    and isinstance(item.value, str)
                }  # fmt: skip
    return found


def members() -> set[str]:
    ids = {
        match.group(1)
        for path in sources("verify")
        for match in re.finditer(
            r"^\s*(?:id|ID|SERVER_ID|ATTACKER) = \"([a-z_]+)\"", path.read_text("utf-8"), re.MULTILINE
        )
    }
    return {*ids, *(item.value for item in Member), retest.ATTACKER}


def reasons() -> set[str]:
    gated = {gate.ADVANTAGE, gate.POSTERIOR, gate.K, gate.UTILITY, gate.HITS, gate.KEPT, gate.LIFT}
    named = {value for name, value in vars(gate).items() if NAME.fullmatch(name) and isinstance(value, str)}
    read = {pipeline.NOT_UNDERSTOOD, pipeline.MAY_HIDE, pipeline.RECOGNIZER_FAILED}
    return {*gated, *named, residual.REST_OF_TEXT, retest.RETEST_HIT, local.LAYERS_DISAGREE, *read}


def test_the_search_finds_what_is_known_to_be_there() -> None:
    assert {"layers_disagree", "nothing_found", "attribute_not_asked"} <= raised_flags()
    assert {"reader", "lift", "llm_choice", "destination"} <= members()


def test_every_flag_has_a_sentence() -> None:
    assert {flag for flag in raised_flags() if review_flag(flag) == flag} == set()


def test_every_attacker_has_a_name() -> None:
    assert {member for member in members() if checked_name(member) == member} == set()


def test_every_reason_has_a_sentence_and_a_short_form() -> None:
    assert {key for key in reasons() if residual_reason(key) == key or short_reason(key) == key} == set()


def test_every_note_of_a_utility_has_a_sentence() -> None:
    text = "".join(path.read_text("utf-8") for path in sources("verify"))
    notes = {*re.findall(r"\"(utility\.(?!toml)[a-z_]+)\"", text), TOO_FEW}
    other = utility_note("llm.anything")
    assert notes
    assert {note for note in notes if utility_note(note) == other} == set()


def test_every_member_of_the_core_has_a_name() -> None:
    assert all(layer_name(item) for item in Layer)
    assert all(metric_name(item) for item in Metric)
    assert all(_move_name(item) for item in StepKind)
    assert {name for name in PROFILES if profile_name(name) == name or not profile_meaning(name)} == set()


@pytest.mark.parametrize("language", list(Language))
def test_every_row_of_the_plan_has_words(language: Language) -> None:
    said = read_toml(resource_root() / "messages" / f"{language.value}.toml")
    table = read_toml(resource_root() / "disclose" / "plan.toml")
    reasons = {row["reason"] for row in table["rule"]}
    wanted = {f"disclosure.{reason}" for reason in reasons}
    wanted |= {f"role.{item.value}" for item in DisclosureRole} | {f"report.task.{item.value}" for item in Task}
    wanted |= {f"report.group.{item.value}" for item in Treatment}
    assert wanted - set(said) == set()


def test_too_few_needs_are_not_measured_and_miss_no_limit() -> None:
    few = UtilityEstimate(Metric.NEEDS, 0.0, 0.0, 0.0, computed=False, notes=("needs.too_few",))
    (figure,) = (
        item
        for item in figures(replace(evidence(), utility=few), MINIMISE)
        if utility_note("needs.too_few") in item.explained.plain
    )
    assert (figure.value, figure.passes) == ("not measured", None)


@pytest.mark.parametrize("language", list(Language))
def test_every_message_key_of_the_engine_has_a_sentence(language: Language) -> None:
    said = read_toml(resource_root() / "messages" / f"{language.value}.toml")
    folders = ("verify", "engine", "loop", "dehydrate", "release")
    keys = {key for path in sources(*folders) for key in KEYED.findall(path.read_text("utf-8"))}
    assert keys
    assert keys - set(said) == set()


def test_a_utility_that_failed_is_no_number() -> None:
    failed = UtilityEstimate(Metric.QA, 0.0, 0.0, 1.0, computed=False, missing=4, notes=("utility.not_graded",))
    shown = figures(replace(evidence(), utility=failed), STRICT)
    (figure,) = (item for item in shown if utility_note("utility.not_graded") in item.explained.plain)
    assert (figure.value, figure.passes) == ("not computed", False)


def test_what_was_left_out_is_said() -> None:
    asked = evidence().utility
    partly = replace(asked, metric=Metric.QA, missing=2, notes=("utility.judge_is_the_model",))
    plain = " ".join(item.explained.plain for item in figures(replace(evidence(), further_utility=(partly,)), STRICT))
    assert "2 without a grade" in plain
    assert utility_note("utility.judge_is_the_model") in plain


def test_a_verdict_without_items_says_why(theme: Theme, taxonomy: Taxonomy, qtbot: object) -> None:
    panel = ResidualPanel(theme, taxonomy)
    qtbot.addWidget(panel)  # type: ignore[attr-defined]
    panel.set_report(ResidualReport((), ("reader",), "layers_disagree"), SensitiveSet(()), "")
    assert panel.empty_texts()[0] == residual_reason("layers_disagree")
