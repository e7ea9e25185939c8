"""The whole way of learning without a window: a person corrects what was missed, a rule is distilled, checked, tried
and adopted, the next prompt is better for it, and a rollback takes it back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from learning_cases import BEGIN, QUIET, Kept, distillery
from shared_engine import own_rules_engine
from vault_cases import TickingClock, open_vault

from core.domain.events import CancelToken
from core.domain.language import Language
from core.domain.learning import FailureMode, LearnedSnapshot, RuleKind
from core.domain.protocol import STRICT
from core.domain.request import AddedSpan, Decisions, Request
from core.domain.sensitive import Layer, SensitiveSet
from core.domain.taxonomy import Domain
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.learn.attribution import RunContext, of_corrections
from core.learn.baseline import Baseline
from core.learn.experience import CountBy, Experiences
from core.learn.genscore import ScoringMaterial
from core.learn.library import Library
from core.learn.materials import MarkedSpan, Material
from core.learn.set_placement import changes_for
from core.learn.trial import AdoptionPolicy, Measure, Runner, Standing, TrialMaterial, TrialRun, TrialText, run_trial
from core.resources import resource_root
from core.store.vault import Vault

CLUB = "HANDLE"
"""How a person marks the number of a club membership, which no shipped recogniser was told about."""
MISSED = {
    Language.EN: (
        ("My membership is {v} since spring.", "qel7351/4"),
        ("They stopped membership {v} by mistake.", "tov2208/9"),
        ("Membership: {v}", "wim9467/1"),
        ("Is membership {v} still good?", "hap3075/6"),
        ("The letter speaks of membership {v} twice.", "rud8842/3"),
    ),
    Language.ZH: (
        ("我的会籍是{v}，春天办的。", "qel7351/4"),
        ("他们误停了会籍{v}。", "tov2208/9"),
        ("会籍：{v}", "wim9467/1"),
        ("会籍{v}还有效吗？", "hap3075/6"),
        ("信里两次写到会籍{v}。", "rud8842/3"),
    ),
}
NEXT = {
    Language.EN: ("Would you move membership {v} to next year?", "kif5519/2"),
    Language.ZH: ("能把会籍{v}延到明年吗？", "kif5519/2"),
}
LATER = (
    ("Nobody knows whose membership {v} it is.", "zan3008/5"),
    ("In the drawer lay a card with membership {v}.", "gut5512/7"),
    ("Membership {v} has to be paid for.", "jos8190/8"),
    ("Since Sunday membership {v} does not open the pool.", "wem2247/2"),
    ("Please block membership {v}.", "nib6375/9"),
    ("The form for membership {v} lies with the porter.", "zek1984/1"),
)


def placed(sentence: str, value: str) -> tuple[str, int, int]:
    """A text and where the value stands in it."""
    start = sentence.index("{v}")
    return sentence.replace("{v}", value), start, start + len(value)


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    opened = open_vault(tmp_path, create=True)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def engine() -> BuiltinEngine:
    return own_rules_engine()


def found_in(engine: BuiltinEngine, text: str, decisions: Decisions | None = None) -> SensitiveSet:
    return engine.extract(Request(text, decisions=decisions or Decisions()), Conversation())


def finds(engine: BuiltinEngine, sentence: str, value: str) -> bool:
    text, start, end = placed(sentence, value)
    return any(mention.start <= start and end <= mention.end for mention in found_in(engine, text).mentions)


def spans_of(sensitive: SensitiveSet) -> tuple[MarkedSpan, ...]:
    return tuple(
        MarkedSpan(mention.start, mention.end, attribute.type_id)
        for attribute in sensitive.attributes
        for mention in attribute.mentions
    )


def corrected(engine: BuiltinEngine, store: Experiences, kept: Kept) -> int:
    """A person marks, in texts of ten conversations, what was missed. How often."""
    for language, sentences in MISSED.items():
        for number, (sentence, value) in enumerate(sentences):
            assert not finds(engine, sentence, value)
            text, start, end = placed(sentence, value)
            decisions = Decisions(added=(AddedSpan(start, end, CLUB),))
            name = f"{language}{number}"
            occasion = RunContext(f"c{name}", f"r{name}", text, Domain.GENERAL, language, BEGIN)
            for item in of_corrections(occasion, found_in(engine, text), decisions):
                store.add(item)
            kept.materials[f"r{name}"] = Material(text, spans_of(found_in(engine, text, decisions)))
    return len(kept.materials)


def extraction(engine: BuiltinEngine) -> Runner:
    def run(version: LearnedSnapshot, text: TrialText, cancel: CancelToken) -> TrialRun:
        engine.use(version)
        return TrialRun(spans_of(found_in(engine, text.text)))

    return run


def test_from_a_correction_to_a_better_prompt_and_back(vault: Vault, engine: BuiltinEngine) -> None:
    library = Library(vault.prompts, vault.settings, Baseline.load(resource_root()), TickingClock())
    store, kept = Experiences(vault.experiences), Kept()
    shipped = library.snapshot()
    engine.use(shipped)
    assert not any(finds(engine, *case) for case in NEXT.values())

    # corrected, and counted without a word of it
    missed = corrected(engine, store, kept)
    assert store.counts([CountBy.MODE, CountBy.TYPE]) == {(FailureMode.MISSED.value, CLUB): missed}

    # distilled and checked
    made = distillery(ScoringMaterial((), QUIET)).distil(store.find(), kept)
    assert {item.rule.kind for item in made.accepted} == {RuleKind.CUE}
    assert {item.rule.language for item in made.accepted} == set(Language)
    assert not any(value in repr(made) for cases in MISSED.values() for _, value in cases)

    # tried on other texts
    changes = changes_for(made.rules, store.find(), library)
    texts = []
    for text, start, end in (placed(*case) for case in LATER):
        texts.append(TrialText(text, Language.EN, Domain.GENERAL, (MarkedSpan(start, end, CLUB),)))
    kinds = {entry.id: entry.kind for entry in engine.taxonomy}
    trial = run_trial(
        TrialMaterial.GENERATOR, texts, shipped, library.snapshot(changes=changes), extraction(engine), kinds, STRICT, 1
    )
    recall = trial.row(Measure.RECALL)
    assert recall is not None
    assert recall.after > recall.before
    assert recall.standing is Standing.BETTER
    assert not trial.is_worse
    assert not AdoptionPolicy().adopts([trial])  # a person does

    # adopted: nothing steered before, the next prompt is better now
    assert library.snapshot() == shipped
    act = library.adopt(changes, "the reviewer", "badges", trial.evidence)
    learned = library.snapshot()
    engine.use(learned)
    for sentence, value in NEXT.values():
        assert finds(engine, sentence, value)
        mention = next(item for item in found_in(engine, placed(sentence, value)[0]).mentions if item.text == value)
        assert mention.layer is Layer.LEARNED
    name, language, version = act.items[0]
    assert library.versions(name, language)[version - 1].evidence["generator.recall.after"] == recall.after

    # rolled back: a new version, and everything is as it was
    library.revert(act.id, "the reviewer")
    back = library.snapshot()
    engine.use(back)
    assert not any(finds(engine, *case) for case in NEXT.values())
    assert replace(back, versions={}) == replace(shipped, versions={})
    assert len(library.versions(name, language)) == version + 1
