import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FEWEST = {"evaluator": 2}
LOCKS = sorted((ROOT / "packaging" / "lock").glob("*.txt"))
REQUIREMENT = re.compile(r"^([a-z0-9][a-z0-9.-]*)==[^\s]+", re.MULTILINE)


def test_packaging_is_no_package() -> None:
    # With an __init__.py the folder shadows the `packaging` distribution for everything on sys.path.
    assert not (ROOT / "packaging" / "__init__.py").exists()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_every_requirement_is_pinned_with_hashes_and_names_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    blocks = re.split(r"(?m)^(?=[a-z0-9])", text)
    requirements = [block for block in blocks if REQUIREMENT.match(block)]
    assert len(requirements) >= FEWEST.get(lock.stem, 20)
    assert all("--hash=sha256:" in block for block in requirements)
    assert "://" not in text


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_no_lock_lets_a_source_archive_run_its_own_code(lock: Path) -> None:
    assert lock.read_text(encoding="utf-8").startswith("--only-binary :all:\n")


def test_every_installation_takes_wheels_only() -> None:
    bootstrap = (ROOT / "packaging" / "bootstrap.py").read_text(encoding="utf-8")
    assert bootstrap.count('"--require-hashes"') == bootstrap.count('"--only-binary", ":all:"')


def test_the_lock_keeps_the_qt_release_that_does_not_lose_references() -> None:
    run = (ROOT / "packaging" / "lock" / "run.txt").read_text(encoding="utf-8")
    assert "pyside6-essentials==6.11.3" in run


def test_the_core_lock_brings_no_qt() -> None:
    core = (ROOT / "packaging" / "lock" / "core.txt").read_text(encoding="utf-8")
    assert "pyside6" not in core
    assert "shiboken" not in core
