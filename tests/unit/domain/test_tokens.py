from core.domain.language import Language
from core.domain.sensitive import SensitiveAttribute
from core.domain.tokens import TokenVault
from core.resources import load_taxonomy, resource_root

TAXONOMY = load_taxonomy(resource_root())


def person(identifier: str) -> SensitiveAttribute:
    return SensitiveAttribute(identifier, "PERSON", TAXONOMY["PERSON"].kind, f"value-{identifier}", ())


def test_one_value_keeps_its_token_in_every_turn_and_language() -> None:
    vault = TokenVault()
    first = vault.token_for(person("a"), TAXONOMY["PERSON"], Language.EN)
    vault.token_for(person("b"), TAXONOMY["PERSON"], Language.ZH)
    assert first.token == "[PERSON_1]"
    assert vault.token_for(person("a"), TAXONOMY["PERSON"], Language.ZH) == first
    assert [entry.token for entry in vault.entries()] == ["[PERSON_1]", "[姓名_2]"]


def test_a_token_that_the_user_wrote_is_never_issued() -> None:
    vault = TokenVault()
    vault.reserve("Explain what [PERSON_1] and [姓名_2] mean")
    assert vault.token_for(person("a"), TAXONOMY["PERSON"], Language.EN).token == "[PERSON_2]"
    assert vault.resolve("[PERSON_1]") is None


def test_reserving_a_later_turn_does_not_void_issued_tokens() -> None:
    vault = TokenVault()
    issued = vault.token_for(person("a"), TAXONOMY["PERSON"], Language.EN)
    vault.reserve("What did [PERSON_1] say?")
    assert vault.resolve("[PERSON_1]") == issued
