"""The lists beside the network for ideographs: its characters and the folding; the project's own two go along."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from core.bench.training.encoders.lac import DICTIONARY, characters
from core.bench.training.files import NETWORK_FILES
from core.extract.spans.characters import CharacterTables
from core.extract.spans.network import HAN


def folding(content: str, known: Container[str]) -> list[str]:
    """Rows `from TAB to` of OpenCC's table of Traditional characters: single ones whose plain form is known."""
    out: list[str] = []
    for line in content.splitlines():
        source, targets = line.split("\t")
        target = targets.split(" ")[0]
        # A character that is also its own plain form (such as 乾 of names) is left alone.
        if len(source) == 1 and target in known and source not in targets.split(" "):
            out.append(f"{source}\t{target}")
    return sorted(out)


def write_tables(base: Path, lists: Path, out: Path, opencc: Path | None = None) -> CharacterTables:
    """Writes the four lists into `out`: the characters of LAC below `base`, the others from the folder `lists`; the
    folding anew where OpenCC's table is given. Raises OSError, ValueError."""
    files = NETWORK_FILES[HAN]
    signs = characters((base / DICTIONARY).read_text(encoding="utf-8"))
    contents = {
        name: (lists / files[name]).read_text(encoding="utf-8")
        for name in ("folding", "surnames", "given")
        if name != "folding" or opencc is None
    }
    if opencc is not None:
        contents["folding"] = _rows(folding(opencc.read_text(encoding="utf-8"), frozenset(signs)))
    # One sign a row; no sign of the dictionary is a line end.
    contents["characters"] = _rows(signs)
    out.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (out / files[name]).write_text(content, encoding="utf-8", newline="\n")
    return CharacterTables.parsed(*(contents[name] for name in ("characters", "folding", "surnames", "given")))


def _rows(rows: list[str]) -> str:
    return "".join(f"{row}\n" for row in rows)
