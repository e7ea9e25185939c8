"""A recogniser that raises is off and named, the others go on, and nothing passes without it (issue 15.10)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.domain.request import Request
from core.domain.sensitive import Layer, LayerHealth, LayerState, SensitiveSet
from core.domain.taxonomy import Taxonomy
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.engine import BuiltinEngine
from core.engine.pipeline import RECOGNIZER_FAILED
from core.extract import quasi
from core.extract.candidate import Candidate, TextView
from core.extract.cascade import RECOGNIZER_FAILED as REASON
from core.extract.cascade import CascadeExtractor
from core.extract.explicit.tables import TableRecognizer
from core.extract.own_recognizers import OwnRecognizer, OwnRecognizers, _Compiled
from core.extract.quasi import QuasiRecognizer
from core.extract.quasi.scan import Scan
from core.extract.user_words import UserWords
from core.resources import load_taxonomy, resource_root

KEY = b"k" * 32
ROOT = resource_root()
TAXONOMY: Taxonomy = load_taxonomy(ROOT)
TEXTS = {
    "en": "I am 47 years old and work as a nurse. Write to ada.quill@example.org.",
    "zh": "我今年47岁，是一名护士。请写信到 ada.quill@example.org。",
}
pytestmark = pytest.mark.expects_log("drsl.extract")


def broken(scan: Scan) -> Iterator[Candidate]:
    """A detector that fails after its first find, as one does in the middle of a text."""
    yield Candidate(0, 1, "AGE", "0", 0.9, Layer.CONTEXT, "quasi.broken")
    raise RuntimeError(scan.view.text)


@pytest.fixture
def without_ages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every engine that is built reads ages with the broken detector."""
    plain = tuple(broken if item is quasi.age.detect else item for item in quasi.PLAIN_DETECTORS)
    monkeypatch.setattr(broken, "__module__", quasi.age.__name__)
    monkeypatch.setattr(quasi, "PLAIN_DETECTORS", plain)


def failed(found: SensitiveSet) -> list[LayerHealth]:
    return [item for item in found.layers if item.state is LayerState.FAILED]


def types(found: SensitiveSet) -> set[str]:
    return {mention.type_id for mention in found.mentions}


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.usefixtures("without_ages")
def test_other_detectors_of_the_same_recogniser_go_on(language: str) -> None:
    text = TEXTS[language]
    found = CascadeExtractor(TAXONOMY, ROOT).extract(Request(text), KEY)
    assert failed(found) == [LayerHealth(Layer.CONTEXT, LayerState.FAILED, REASON, ("quasi.age",))]
    assert {"OCCUPATION", "EMAIL"} <= types(found)
    assert not [item for item in found.mentions if item.explanation.recognizer == "quasi.broken"]


@pytest.mark.parametrize("language", TEXTS)
def test_other_rows_of_a_table_go_on(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{TEXTS[language]} 4111 1111 1111 1111, DE89 3704 0044 0532 0130"
    anywhere = TableRecognizer._anywhere

    def without_cards(self: TableRecognizer, row: object, *rest: object) -> Iterator[Candidate]:
        if getattr(row, "type_id", "") == "BANK_CARD":
            raise RuntimeError(text)
        return anywhere(self, row, *rest)  # type: ignore[arg-type]

    whole = CascadeExtractor(TAXONOMY, ROOT).extract(Request(text), KEY)
    assert {"BANK_CARD", "BANK_ACCOUNT"} <= types(whole)
    monkeypatch.setattr(TableRecognizer, "_anywhere", without_cards)
    found = CascadeExtractor(TAXONOMY, ROOT).extract(Request(text), KEY)
    (health,) = failed(found)
    assert health.layer is Layer.PATTERN
    assert all("card" in name for name in health.recognizers)
    assert types(whole) - types(found) == {"BANK_CARD"}


def test_a_persons_own_recogniser_that_raises_blocks_and_the_next_one_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = (OwnRecognizer(name, "PERSON", pattern=name) for name in ("quux", "zork"))
    words = UserWords(recognizers=OwnRecognizers.build((one, two), TAXONOMY))
    candidates = _Compiled.candidates

    def without_the_first(self: _Compiled, view: str, lower: str) -> Iterator[Candidate]:
        if self.definition == one:
            raise RuntimeError(view)
        return candidates(self, view, lower)

    monkeypatch.setattr(_Compiled, "candidates", without_the_first)
    found = CascadeExtractor(TAXONOMY, ROOT).extract(Request("the quux and the zork"), KEY, words=words)
    assert failed(found) == [LayerHealth(Layer.USER, LayerState.FAILED, REASON, ("quux",))]
    assert {mention.text for mention in found.mentions} == {"zork"}


def test_a_passage_on_which_a_rule_failed_twice_is_never_remembered_as_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of two failing segments would else be taken from the cache once the first is gone."""
    find, failing = QuasiRecognizer.find, [True]

    def on_demand(self: QuasiRecognizer, view: TextView) -> object:
        if failing[0]:
            raise RuntimeError(view.text)
        return find(self, view)

    monkeypatch.setattr(QuasiRecognizer, "find", on_demand)
    extractor = CascadeExtractor(TAXONOMY, ROOT)
    first, second = "I work as a nurse.\n\n", "I am 47 years old."
    assert failed(extractor.extract(Request(first + second), KEY))
    failing[0] = False
    found = extractor.extract(Request(second), KEY)
    assert not failed(found)
    assert "AGE" in types(found)


@pytest.mark.parametrize("text", ["What is the capital of Portugal?", "葡萄牙的首都是哪里？"])
@pytest.mark.usefixtures("without_ages")
def test_nothing_passes_and_the_run_comes_to_its_end(text: str) -> None:
    verdict = BuiltinEngine(ROOT).sanitize(Request(text), Conversation()).verdict
    assert (verdict.kind, verdict.residual.reason) == (VerdictKind.INFEASIBLE, RECOGNIZER_FAILED)
    assert RECOGNIZER_FAILED in verdict.evidence.review_flags
    assert [item.recognizers for item in failed(verdict.sensitive)] == [("quasi.age",)]
