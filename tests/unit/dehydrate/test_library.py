"""Reading the shipped hierarchies."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from core.dehydrate.library import HierarchyLibrary
from core.domain.errors import ResourceError
from core.domain.language import Language
from tests.dehydration import LIBRARY, ROOT, TAXONOMY


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    library = HierarchyLibrary(TAXONOMY, tmp_path)
    with pytest.raises(ResourceError):
        library.for_type("AGE")


def test_all_hierarchies_load_at_once_on_request() -> None:
    library = HierarchyLibrary(TAXONOMY, ROOT, reference_year=2026)
    library.warm()
    assert library.for_type("AGE") is library.for_type("AGE")


def test_every_hierarchy_of_the_taxonomy_is_known() -> None:
    for kind in TAXONOMY:
        assert LIBRARY.for_type(kind.id).id == (kind.hierarchy or "suppress")


@pytest.mark.parametrize(
    ("value", "nodes"),
    [
        ("leeds", ["GB-ENG", "GB", "region:northern-europe"]),
        ("江宁区", ["CN-32", "CN/east", "CN", "region:east-asia"]),
        ("江苏省南京市江宁区", ["CN-32", "CN/east", "CN", "region:east-asia"]),
        ("苏州", ["CN-32", "CN/east", "CN", "region:east-asia"]),
        ("suzhou", ["CN-32", "CN/east", "CN", "region:east-asia"]),
        ("北京", ["CN/east", "CN", "region:east-asia"]),
        ("里斯本", ["PT", "region:southern-europe"]),
        ("cleveland", ["US-OH", "US", "region:north-america"]),
        ("nowhereville", []),
    ],
)
def test_places(value: str, nodes: list[str]) -> None:
    assert [step.node for step in LIBRARY.for_type("LOCATION").ladder(value, Language.EN)[1:-1]] == nodes


@pytest.mark.parametrize(
    ("type_id", "value", "node"),
    [
        ("DISEASE", "冠心病", "heart"),
        ("DISEASE", "asthma", "airways"),
        ("DRUG", "aspirin", "antiplatelet"),
        ("DRUG", "阿托伐他汀", "lipid"),
        ("DRUG", "zarbopril", "angiotensin"),
        ("DRUG", "labetalol", "beta"),
        ("DRUG", "氨氯地平", "calcium"),
        ("OCCUPATION", "firefighter", "emergency"),
        ("OCCUPATION", "retired colonel", "armed"),
        ("OCCUPATION", "hr manager", "manager"),
        ("OCCUPATION", "public defender", "law"),
        ("OCCUPATION", "消防员", "emergency"),
        ("NATIONALITY", "kenya", "region:east-africa"),
        ("HOSPITAL", "northfield university hospital", "university"),
        ("HOSPITAL", "仁康医院", "hospital"),
        ("ORGANIZATION", "宁波市恒川机械有限公司", "company@CN-33"),
        ("ORGANIZATION", "zyx gmbh", "kind:company"),
        ("ORGANIZATION", "恒川机械", "manufacturing"),
        ("LANDMARK", "grand harbour hotel", "hotel"),
        ("OCCUPATION", "dental assistant", "health"),
        ("COURT", "宁波市海东区人民法院", "court@CN-33"),
        ("SCHOOL", "northfield university", "kind:university"),
        ("NATIONALITY", "portuguese", "region:southern-europe"),
        ("NATIONALITY", "中国籍", "region:east-asia"),
        ("OCCUPATION", "cardiologist", "health"),
        ("OCCUPATION", "archaeologist", "engineer"),
        ("TRIP_NUMBER", "TP1327", "flight:european"),
        ("TRIP_NUMBER", "G2204", "train:G"),
        ("DATE", "2026-03-14", "2026-03"),
        ("AMOUNT", "GBP 3478.00", "2e3-5e3 GBP"),
    ],
)
def test_first_generalisation(type_id: str, value: str, node: str) -> None:
    assert LIBRARY.for_type(type_id).ladder(value, Language.ZH)[1].node == node


def test_every_table_file_parses_and_its_parents_exist() -> None:
    folder = ROOT / "hierarchies"
    for path in folder.glob("*.toml"):
        tomllib.loads(path.read_text(encoding="utf-8"))
    for path in folder.glob("*.csv"):
        if path.stem in ("cities", "counties_us", "countries", "demonyms", "divisions_cn", "subdivisions", "towns"):
            continue
        rows = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
        names = {row[0] for row in rows}
        assert all(len(row) == 7 for row in rows), path.name
        assert all(row[1] in names or not row[1] for row in rows), path.name
        assert "other" in names, path.name
