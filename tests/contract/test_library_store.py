"""The library behaves alike over the vault and in memory."""

from __future__ import annotations

from contextlib import closing

import pytest
from library_cases import BEGIN, Minutes, cue_rule, instruction_rule, level_rule
from vault_cases import TickingClock, open_vault

from core.domain.errors import InputError, StoreError
from core.domain.language import Language
from core.domain.learning import TypedSet
from core.domain.taxonomy import Domain
from core.learn.baseline import Baseline
from core.learn.in_memory import InMemoryPromptVersions, InMemorySettings
from core.learn.items import extraction_item, levels_item, prompt_item
from core.learn.library import Change, Library
from core.resources import resource_root
from core.store.records import PromptDraft

BASELINE = Baseline.load(resource_root())
RULES = extraction_item(TypedSet.MEDICAL)


@pytest.fixture(params=["memory", "vault"])
def ports(request, tmp_path):
    if request.param == "memory":
        yield InMemoryPromptVersions(), InMemorySettings()
        return
    with closing(open_vault(tmp_path, create=True, clock=TickingClock())) as vault:
        yield vault.prompts, vault.settings


def library_over(ports):
    return Library(*ports, BASELINE, Minutes())


def with_cue(library, *rules):
    body = library.body(RULES, Language.EN).with_rules(*rules or (cue_rule(),))
    return Change(RULES, Language.EN, body)


def refused(kind, work):
    with pytest.raises(kind) as caught:
        work()
    return caught.value.code


def test_drafts_are_written_together_or_not_at_all(ports):
    prompts, _ = ports
    good = PromptDraft("global/rules/extraction", Language.EN, "{}", 1)
    late = PromptDraft("global/levels/start", Language.ZH, "{}", 4)
    assert (
        refused(StoreError, lambda: prompts.append_all([good, late], author="a", reason="r", at=BEGIN))
        == "store.prompt_moved"
    )
    assert prompts.list() == ()
    made = prompts.append_all([good], author="a", reason="r", at=BEGIN, evidence={"recall": 0.9}, change="x1")
    assert made[0].version == 2
    assert prompts.latest("global/rules/extraction", Language.EN) == made[0]
    assert made[0].evidence == {"recall": 0.9}
    assert refused(StoreError, lambda: prompts.append_all([good], author="", reason="", at=BEGIN)) == (
        "store.prompt_moved"
    )


def test_an_adoption_over_several_items_is_read_back_and_taken_back(ports):
    library = library_over(ports)
    before = library.snapshot()
    body = library.body(levels_item(), Language.EN).with_rules(level_rule())
    prompt = prompt_item("extract", TypedSet.MEDICAL)
    added = library.body(prompt, Language.EN).with_rules(instruction_rule())
    change = library.adopt(
        [with_cue(library), Change(levels_item(), Language.EN, body), Change(prompt, Language.EN, added)],
        "reviewer",
        "missed tags",
        {"recall": 0.97},
    )
    assert [version for _, _, version in change.items] == [2, 2, 2]
    again = library_over(ports)
    assert again.changes() == (change,)
    assert again.snapshot() == library.snapshot()
    assert again.snapshot().digest != before.digest
    assert again.active(RULES, Language.EN).evidence == {"recall": 0.97}
    back = again.revert(change.id, "reviewer", "worse")
    assert back.is_rollback
    assert {version for _, _, version in back.items} == {3}
    assert again.snapshot().digest == before.digest
    assert library_over(ports).active(RULES, Language.EN).repeats == 1


def test_a_rollback_is_a_version_and_undone_by_another(ports):
    library = library_over(ports)
    library.adopt([with_cue(library)], "reviewer", "first")
    learned = library.snapshot()
    library.rollback(RULES, Language.EN, 1, "reviewer", "not needed")
    library.rollback(RULES, Language.EN, 2, "reviewer", "needed after all")
    versions = library.versions(RULES, Language.EN)
    assert [(item.version, item.parent, item.repeats) for item in versions] == [
        (1, None, None),
        (2, 1, None),
        (3, 2, 1),
        (4, 3, 2),
    ]
    assert versions[3].item.digest == versions[1].item.digest
    assert library.snapshot().digest == learned.digest
    assert refused(InputError, lambda: library.rollback(RULES, Language.EN, 4, "x")) == "library.nothing"
    assert refused(InputError, lambda: library.rollback(RULES, Language.EN, 9, "x")) == "library.no_version"


def test_a_pinned_domain_keeps_its_version(ports):
    library = library_over(ports)
    library.adopt([with_cue(library)], "reviewer", "first")
    library.pin(Domain.MEDICAL, RULES, Language.EN, 1)
    again = library_over(ports)
    assert again.snapshot(Domain.MEDICAL).rules == {}
    assert again.snapshot(Domain.LEGAL).rules.keys() == {TypedSet.MEDICAL}
    assert again.pinned_snapshots().keys() == {Domain.MEDICAL}
    assert again.active(RULES, Language.EN, Domain.MEDICAL).version == 1
    assert again.active(RULES, Language.EN).version == 2
    node = next(
        item
        for entry in again.tree()
        for item in entry.items
        if str(item.name) == RULES and item.language is Language.EN
    )
    assert node.pins == {Domain.MEDICAL: 1}
    again.unpin(Domain.MEDICAL, RULES, Language.EN)
    again.unpin(Domain.LEGAL, RULES, Language.EN)
    assert library_over(ports).pins() == {}


def test_two_hands_on_one_library_do_not_overwrite_each_other(ports):
    one, other = library_over(ports), library_over(ports)
    one.adopt([with_cue(one)], "one", "first")
    late = with_cue(other, cue_rule(cues=("ward badge",)))
    assert refused(StoreError, lambda: other.adopt([late], "other", "second")) == "store.prompt_moved"
    other.reload()
    other.adopt([with_cue(other, cue_rule(cues=("ward badge",)))], "other", "second")
    assert len(other.body(RULES, Language.EN).rules) == 2


def test_rows_of_another_kind_are_left_alone(ports):
    prompts, settings = ports
    prompts.append("rewrite", Language.EN, "text of long ago", "first", BEGIN)
    settings.put("library.pins", {"medical": {"nowhere@en": 3, RULES: 1}, "x": 1, "legal": 2}, BEGIN)
    library = library_over(ports)
    assert library.changes() == ()
    assert not any(library.pins().values())
