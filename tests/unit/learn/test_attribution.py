"""What a run and a person's corrections become: triples with a cause and an action, and no text."""

from __future__ import annotations

from dataclasses import replace

from learning_cases import BEGIN
from release_cases import attribute, sensitive_set, verdict

from core.domain.language import Language
from core.domain.learning import Action, ContextStructure, FailureMode
from core.domain.request import AddedSpan, Decisions
from core.domain.sensitive import Layer, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Domain
from core.domain.verdict import LoopStep, StepKind, VerdictKind
from core.learn.attribution import RunContext, of_corrections, of_malformed, of_verdict

TEXT = "Card holder: Orla Quist\nBadge: QX-1187-R\nCity: Ebbford"


def occasion(text: str = TEXT) -> RunContext:
    return RunContext("c1", "r1", text, Domain.GENERAL, Language.EN, BEGIN)


def at(item: SensitiveAttribute, start: int, end: int, layer: Layer = Layer.PATTERN) -> SensitiveAttribute:
    mention = replace(item.mentions[0], start=start, end=end, layer=layer)
    return replace(item, mentions=(mention,))


def one_found(start: int, end: int) -> tuple[SensitiveAttribute, SensitiveSet]:
    found = at(attribute("a1", "PERSON", "Orla Quist"), start, end)
    return found, replace(sensitive_set(), attributes=(found,), combinations=())


def test_an_added_span_was_missed() -> None:
    place = TEXT.index("QX-1187-R")
    _, proposed = one_found(0, 4)
    made = of_corrections(occasion(), proposed, Decisions(added=(AddedSpan(place, place + 9, "EMPLOYEE_ID"),)))
    assert [(item.cause.mode, item.action, item.cause.type_id) for item in made] == [
        (FailureMode.MISSED, Action.ADDED, "EMPLOYEE_ID")
    ]
    assert made[0].cause.structure is ContextStructure.RECORD
    assert (made[0].material.start, made[0].material.end) == (place, place + 9)


def test_what_was_marked_as_not_sensitive_was_taken_too_much_and_its_layer_is_named() -> None:
    found, proposed = one_found(13, 23)
    made = of_corrections(occasion(), proposed, Decisions(not_sensitive=frozenset({found.id})))
    assert [(item.cause.mode, item.action, item.cause.layer) for item in made] == [
        (FailureMode.OVER_EXTRACTED, Action.UNMARKED, Layer.PATTERN)
    ]


def test_a_span_of_another_type_over_a_found_one_is_a_retyping_and_nothing_else() -> None:
    found, proposed = one_found(13, 23)
    decisions = Decisions(added=(AddedSpan(13, 23, "HANDLE"),), not_sensitive=frozenset({found.id}))
    made = of_corrections(occasion(), proposed, decisions)
    assert [(item.cause.mode, item.action, item.cause.type_id) for item in made] == [
        (FailureMode.MISSED, Action.RETYPED, "HANDLE")
    ]


def test_no_corrections_are_no_experiences() -> None:
    _, proposed = one_found(13, 23)
    assert of_corrections(occasion(), proposed, Decisions()) == ()


def step(kind: StepKind, identifier: str, before: int, after: int, accepted: bool) -> LoopStep:
    return LoopStep(1, kind, identifier, before, after, accepted, 0.1, 0.9)


def test_a_strengthening_that_ended_in_a_pass_tells_its_level() -> None:
    judged = verdict()
    chosen = judged.sensitive.attributes[0]
    judged = replace(
        judged,
        kind=VerdictKind.PASS,
        steps=(step(StepKind.STRENGTHEN, chosen.id, 1, 2, True),),
        artifact=replace(judged.artifact, levels={chosen.id: 2}),
    )
    made = of_verdict(occasion(), judged)
    assert [(item.cause.mode, item.action, item.level) for item in made] == [
        (FailureMode.STRENGTHENING_FAILED, Action.STRENGTHENED, 2)
    ]


def test_a_refused_strengthening_and_a_skip_were_not_mended() -> None:
    judged = verdict()
    chosen = judged.sensitive.attributes[0]
    steps = (step(StepKind.STRENGTHEN, chosen.id, 1, 2, False), step(StepKind.SKIP, chosen.id, 1, 1, False))
    made = of_verdict(occasion(), replace(judged, kind=VerdictKind.PASS, steps=steps))
    assert [(item.action, item.level) for item in made] == [(Action.QUEUED, 1)]


def test_every_residual_item_of_an_infeasible_verdict_was_queued() -> None:
    judged = replace(verdict(), kind=VerdictKind.INFEASIBLE, steps=())
    made = of_verdict(occasion(), judged)
    assert len(made) == len(judged.residual.items)
    assert all(item.cause.mode is FailureMode.INFEASIBLE and item.action is Action.QUEUED for item in made)


def test_unusable_model_output_is_one_experience_per_way() -> None:
    made = of_malformed(occasion(), {"llm_ungrounded": 4, "llm_unknown_type": 0, "below_threshold": 7})
    assert [(item.cause.mode, item.cause.layer) for item in made] == [(FailureMode.MALFORMED_OUTPUT, Layer.LLM)]


def test_no_experience_carries_a_word_of_the_text() -> None:
    place = TEXT.index("QX-1187-R")
    found, proposed = one_found(13, 23)
    decisions = Decisions(added=(AddedSpan(place, place + 9, "EMPLOYEE_ID"),), not_sensitive=frozenset({found.id}))
    shown = repr(of_corrections(occasion(), proposed, decisions))
    assert not any(word in shown for word in ("Orla", "Quist", "QX", "Ebbford", "holder"))
