"""Generated prompts as a corpus to measure on, or as lines of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bench.corpora import Corpus, GoldSpan, Row
from core.domain.language import Language
from core.generate.prompts import GeneratedPrompt


def as_corpus(name: str, prompts: Iterable[GeneratedPrompt], language: Language | None = None) -> Corpus:
    """The prompts (of one language, if given) in their order."""
    chosen = (prompt for prompt in prompts if language is None or prompt.language is language)
    return Corpus(name, tuple(_row(prompt) for prompt in chosen))


def _row(prompt: GeneratedPrompt) -> Row:
    spans = tuple(GoldSpan(span.start, span.end, span.type, span.cls) for span in prompt.spans)
    return Row(prompt.id, prompt.text, prompt.language.value, spans, prompt.domain.value)


def record(prompt: GeneratedPrompt) -> dict[str, Any]:
    """One JSONL row in the schema of the corpora, with everything else that is known of the prompt."""
    return {
        "id": prompt.id,
        "source": "generator",
        "lang": prompt.language.value,
        "domain": prompt.domain.value,
        "family": prompt.family,
        "style": prompt.style,
        "variant": prompt.variant,
        "text": prompt.text,
        "task": prompt.task,
        "question": prompt.question,
        "answer": prompt.answer,
        "combination": list(prompt.combination),
        "k": prompt.k,
        "traps": list(prompt.traps),
        "spans": [
            {
                "start": span.start,
                "end": span.end,
                "text": span.text,
                "type": span.type,
                "cls": span.cls,
                "value": span.value,
                "task_relevant": span.relevant,
            }
            for span in prompt.spans
        ],
    }


def padded(name: str, prompts: Iterable[GeneratedPrompt], size: int, wanted: int) -> Corpus:
    """`wanted` prompts of either language, each followed by harmless questions up to `size` code points.

    The time of one whole run depends on its length and on what is in it; these rows fix the length.
    """
    ordered = list(prompts)
    rows: list[Row] = []
    for language in Language:
        own = [prompt for prompt in ordered if prompt.language is language]
        filler = [prompt.text for prompt in own if prompt.harmless]
        for prompt in [prompt for prompt in own if not prompt.harmless][:wanted]:
            text, position = prompt.text, 0
            while filler and len(text) < size:
                text += f"\n{filler[position % len(filler)]}"
                position += 1
            row = _row(prompt)
            kept = max(len(prompt.text), size)
            rows.append(Row(row.id, text[:kept], row.language, row.spans, row.domain))
    return Corpus(name, tuple(rows))


def coupling(prompts: Sequence[GeneratedPrompt]) -> float | None:
    """Mean share of quasi-identifying values that the tasks need (T24)."""
    shares = [prompt.coupling for prompt in prompts if prompt.coupling is not None]
    return sum(shares) / len(shares) if shares else None


def coverage(library: Iterable[GeneratedPrompt], online: Sequence[GeneratedPrompt]) -> tuple[float, float]:
    """Shares of `online` prompts whose signature the library has exactly, and that some library signature contains.

    Harmless prompts have the empty signature and are left out. (0, 0) for nothing online.
    """
    known = {prompt.signature for prompt in library if not prompt.harmless}
    asked = [prompt.signature for prompt in online if not prompt.harmless]
    if not asked:
        return 0.0, 0.0
    exact = sum(signature in known for signature in asked)
    contained = sum(any(signature <= other for other in known) for signature in asked)
    return exact / len(asked), contained / len(asked)
