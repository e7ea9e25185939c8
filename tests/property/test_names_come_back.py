"""An answer that repeats D gives X back: each form of a name as it was, however many people share parts of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.domain.tokens import TokenVault
from core.restore.restorer import restore
from tests.dehydration import DEHYDRATOR, TAXONOMY, initial, read_marked

GIVEN = ("Thomas", "Amara", "Maria Lourdes", "Seán", "Ngozi", "Kübra")
SURNAMES = ("Whitlow", "Okafor-Lind", "van der Merwe", "Yıldırım", "Catacutan", "O'Hara")
GIVEN_ZH = ("明慧", "志鹏", "雅", "阿依沙", "国樑")
SURNAMES_ZH = ("欧阳", "陈", "令狐", "李", "歐陽")
NICKNAMES = ("Spanner", "Ify", "Tom", "Wrench", "大壮", "老K")
LINKS = (" met ", " (also ", ", not ", " told ", "，又叫", "说")
ENGLISH = st.tuples(st.sampled_from(GIVEN), st.sampled_from(SURNAMES)).map(
    lambda name: (
        " ".join(name),
        (name[1], name[0], f"{name[0][0]}. {name[1]}", f"{name[1].upper()}, {name[0]}", f"{name[0][0]}.{name[1][0]}."),
    )
)
CHINESE = st.tuples(st.sampled_from(SURNAMES_ZH), st.sampled_from(GIVEN_ZH)).map(
    lambda name: ("".join(name), (name[0], name[1], f"小{name[1][-1]}", f"老{name[0]}"))
)


@st.composite
def marked_texts(draw: st.DrawFn) -> str:
    """A text of one to three people, each in several forms in any order."""
    people = draw(st.lists(st.one_of(ENGLISH, CHINESE), min_size=1, max_size=3, unique_by=lambda person: person[0]))
    said = []
    for name, forms in people:
        some = draw(st.lists(st.sampled_from((name, *forms, *NICKNAMES)), min_size=1, max_size=5))
        said += [f"{{{surface}|PERSON||{name}}}" for surface in some]
    return "".join(part + draw(st.sampled_from(LINKS)) for part in draw(st.permutations(said)))


@given(marked_texts())
def test_every_form_of_a_name_comes_back_as_it_was(marked: str) -> None:
    case, vault = read_marked(marked), TokenVault()
    artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, initial(case), vault, case.language)
    restored = restore(artifact.text, vault.entries(), TAXONOMY, prompt=artifact.text)
    assert restored.text == case.text


@given(marked_texts())
def test_a_number_is_one_persons(marked: str) -> None:
    case, vault = read_marked(marked), TokenVault()
    artifact = DEHYDRATOR.dehydrate(case.text, case.sensitive, initial(case), vault, case.language)
    numbers = {item.attribute_id: vault.issued_for(item.attribute_id) for item in artifact.replacements}
    first = [entry.number for entry in numbers.values() if entry is not None]
    assert len(first) == len(set(first)) == len(numbers)
    assert len({entry.token for entry in vault.entries()}) == len(vault.entries())
