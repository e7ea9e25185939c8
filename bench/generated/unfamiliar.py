"""An unfamiliar world: prompts of ordinary families with identifiers of one organisation that nobody was told about.

Shows what learning can add where the shipped recognisers have nothing: the share of what they find is known, what the
organisation calls its things is not.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.domain.errors import ResourceError
from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.generate.family import FOLDER
from core.generate.prompts import GeneratedPrompt, GoldSpan
from core.learn.genscore import ScoreSettings, value_of
from core.resources import read_toml

HELD_OUT_EVERY = 3
"""Of the sentences, one in three is seen by test prompts only."""
ADDED = 2
"""Things that one prompt speaks of."""
VARIANT = "unfamiliar"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something an organisation has its own word and form for."""

    id: str
    type_id: str
    shapes: tuple[str, ...]
    sentences: Mapping[Language, tuple[str, ...]]

    def side(self, language: Language, *, held_out: bool) -> tuple[str, ...]:
        """The sentences of one side of the splits."""
        chosen = self.sentences[language]
        return tuple(
            line for number, line in enumerate(chosen) if (number % HELD_OUT_EVERY == HELD_OUT_EVERY - 1) is held_out
        )


class UnfamiliarWorld:
    """Deterministic: the same seed adds the same sentences."""

    def __init__(self, root: Path, taxonomy: Taxonomy) -> None:
        """`root` is the resource folder. Raises ResourceError."""
        name = "unfamiliar.toml"
        self._taxonomy = taxonomy
        self._letters = ScoreSettings.load(root).alphabets
        try:
            self.things = tuple(
                Thing(
                    entry["id"],
                    entry["type"],
                    tuple(entry["shapes"]),
                    {language: tuple(entry["sentences"][language.value]) for language in Language},
                )
                for entry in read_toml(root / FOLDER / name)["thing"]
            )
        except (KeyError, TypeError) as error:
            raise ResourceError("resource.malformed", details={"file": name}) from error

    def moved(self, prompts: Iterable[GeneratedPrompt], seed: int, *, held_out: bool) -> Iterator[GeneratedPrompt]:
        """Every prompt with sentences before it; harmless ones stay as they are."""
        for number, prompt in enumerate(prompts):
            if prompt.harmless:
                yield prompt
                continue
            rng = random.Random(f"{VARIANT}/{seed}/{held_out}/{number}")  # noqa: S311 - repeatable, not secret
            yield self._told(prompt, rng, held_out=held_out)

    def _told(self, prompt: GeneratedPrompt, rng: random.Random, *, held_out: bool) -> GeneratedPrompt:
        text, spans = "", []
        for thing in rng.sample(self.things, ADDED):
            sentence = rng.choice(thing.side(prompt.language, held_out=held_out))
            value = value_of(rng.choice(thing.shapes), self._letters, rng)
            head, _, tail = sentence.partition("{value}")
            start = len(text) + len(head)
            kind = self._taxonomy[thing.type_id].kind.value
            spans.append(GoldSpan(start, start + len(value), value, thing.type_id, kind, value, kind == "quasi"))
            text += f"{head}{value}{tail}\n"
        moved = tuple(replace(span, start=span.start + len(text), end=span.end + len(text)) for span in prompt.spans)
        return replace(
            prompt,
            id=f"{prompt.id}-{VARIANT}",
            text=text + prompt.text,
            spans=(*spans, *moved),
            variant=VARIANT,
            traps=tuple(sorted({*prompt.traps, VARIANT})),
        )
