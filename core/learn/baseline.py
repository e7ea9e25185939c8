"""The shipped library: version 1 of every item, computed from the resources and stored nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.domain.errors import InputError, ResourceError
from core.domain.language import Language
from core.domain.learning import LibraryItem, TypedSet
from core.domain.taxonomy import Taxonomy
from core.learn.items import ItemBody, ItemKind, ItemName, extraction_item, levels_item, library_item, prompt_item
from core.llm.prompts import PromptBook
from core.resources import load_taxonomy, read_toml

FOLDER = "learn"
POLICY = "policy"


@dataclass(frozen=True, slots=True)
class Bounds:
    """`[bounds]` of `resources/learn/library.toml`; sizes in code points."""

    rules: int
    cues: int
    cue: int
    reach: int
    instruction: int
    instructions: int
    part: int
    level: int


@dataclass(frozen=True, slots=True)
class Baseline:
    """Every item that there is, by name and language, with its shipped body. `learnable`: prompts whose text may
    change, `typed`: of these, the ones that typed sets add sentences to."""

    items: Mapping[tuple[str, Language], LibraryItem]
    bodies: Mapping[tuple[str, Language], ItemBody]
    learnable: frozenset[str]
    typed: frozenset[str]
    bounds: Bounds
    taxonomy: Taxonomy

    @classmethod
    def load(cls, root: Path) -> Baseline:
        """From the resources below `root`. Raises ResourceError."""
        table = read_toml(root / FOLDER / "library.toml")
        try:
            learnable, typed = frozenset(table["learnable"]), frozenset(table["typed"])
            bounds = Bounds(**table["bounds"])
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": "library.toml"}) from error
        book = PromptBook.load(root)
        bodies: dict[tuple[str, Language], ItemBody] = {}
        for language in Language:
            for prompt in book.identifiers:
                bodies[prompt_item(prompt), language] = ItemBody(dict(book.get(prompt, language).texts))
            for typed_set in TypedSet:
                bodies[extraction_item(typed_set), language] = ItemBody()
                bodies[levels_item(typed_set), language] = ItemBody()
                for prompt in sorted(typed) if typed_set is not TypedSet.GLOBAL else ():
                    bodies[prompt_item(prompt, typed_set), language] = ItemBody()
            bodies[levels_item(), language] = ItemBody({POLICY: _policy(root)})
        items = {key: library_item(*key, body) for key, body in bodies.items()}
        return cls(items, bodies, learnable, typed, bounds, load_taxonomy(root))

    def item(self, name: str, language: Language) -> LibraryItem:
        """Raises InputError `library.no_item`."""
        found = self.items.get((name, language))
        if found is None:
            raise InputError("library.no_item")
        return found

    def is_fixed(self, name: str) -> bool:
        """Whether nothing learned may change the item: it takes part in the release decision."""
        parsed = ItemName.parse(name)
        return parsed.kind is ItemKind.PROMPTS and parsed.name not in self.learnable


def _policy(root: Path) -> str:
    """Where a first proposal starts, as lines to read."""
    table = read_toml(root / "hierarchies" / "policy.toml")
    lines = [f"{name} = {level}" for name, level in table.items() if isinstance(level, int)]
    return "\n".join([*lines, *(f"{name} = {level}" for name, level in table["hierarchy"].items())])
