"""How well the span reader reads the labelled prompts: `python -m bench.spans [--split dev]`.

Recall counts marks: found at half, or in full, by their letters and digits. Precision counts findings: right where more
than half of one is marked with any role but public.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.prompt_corpus import load_prompts
from bench.result import Record
from bench.span_material import GoldSpan, Material, materials
from core.domain.disclosure import DisclosureRole
from core.domain.language import Language
from core.domain.taxonomy import Kind, Role, Taxonomy
from core.extract.cascade import CascadeExtractor
from core.extract.ner import load_ner
from core.extract.nesting import untangle
from core.extract.overlap import resolve
from core.extract.spans.reader import SpanReader, SpanReading
from core.resources import load_taxonomy, resource_root

ACCEPT = 0.5
HIDDEN = frozenset({DisclosureRole.IDENTIFIES, DisclosureRole.LOCATES})
PRIVATE = frozenset(DisclosureRole) - {DisclosureRole.PUBLIC}
CALLED_NOTHING = 0.9
"""Calibrated probability of being nothing or public from which on the model overrules a rule that nothing proves."""


RULE_IS_SURE = 0.4
"""Below this probability of being nothing or public a rule's finding is sure."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a system says of a stretch."""

    start: int
    end: int
    role: DisclosureRole
    probability: float
    sure: bool


Read = Callable[[Material], SpanReading]
System = Callable[[Material], Sequence[Said]]


def role_of_type(type_id: str, taxonomy: Taxonomy) -> DisclosureRole:
    """The usual role of a type of the taxonomy."""
    kind = taxonomy[type_id]
    if kind.kind is Kind.EXPLICIT:
        return DisclosureRole.IDENTIFIES
    if kind.role is Role.LOCALISER or type_id in {"BIRTH_DATE", "DATE", "TRIP_NUMBER"}:
        return DisclosureRole.LOCATES
    return DisclosureRole.DESCRIBES if kind.role is Role.DEMOGRAPHIC else DisclosureRole.TOPIC


def by_rules(taxonomy: Taxonomy) -> System:
    """The rules and the name model as the cascade resolves them."""

    def say(material: Material) -> Sequence[Said]:
        accepted = tuple(item for item in material.candidates if item.score >= ACCEPT)
        resolved = resolve(untangle(accepted, material.view.text), taxonomy)
        return [Said(item.start, item.end, role_of_type(item.type_id, taxonomy), item.score, True) for item in resolved]

    return say


def by_model(read: Read) -> System:
    """The reader alone."""

    def say(material: Material) -> Sequence[Said]:
        return [Said(item.start, item.end, item.role, item.probability, item.sure) for item in read(material).findings]

    return say


def by_both(read: Read, taxonomy: Taxonomy) -> System:
    """The reader's findings, and those of the rules that it does not call nothing or public, or that are proved."""

    def say(material: Material) -> Sequence[Said]:
        reading = read(material)
        found = [Said(x.start, x.end, x.role, x.probability, x.sure) for x in reading.findings]
        accepted = tuple(item for item in material.candidates if item.score >= ACCEPT)
        for item in resolve(untangle(accepted, material.view.text), taxonomy):
            chances = reading.weigh(item.start, item.end)
            harmless = chances[None] + chances[DisclosureRole.PUBLIC]
            over = [x for x in found if x.start < item.end and item.start < x.end]
            if item.validation is True:
                found = [x for x in found if x not in over]
                found.append(Said(item.start, item.end, role_of_type(item.type_id, taxonomy), 1.0, True))
            elif not over and harmless < CALLED_NOTHING:
                role = role_of_type(item.type_id, taxonomy)
                found.append(Said(item.start, item.end, role, 1 - harmless, harmless < RULE_IS_SURE))
        return sorted(found, key=lambda x: x.start)

    return say


@dataclass(slots=True)
class Tally:
    """Counts of one system on one set of prompts."""

    marks: Counter[str] = field(default_factory=Counter)
    half: Counter[str] = field(default_factory=Counter)
    full: Counter[str] = field(default_factory=Counter)
    strict: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    kinds_half: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    right_role: Counter[str] = field(default_factory=Counter)
    harmless: int = 0
    harmless_sure: int = 0
    harmless_any: int = 0
    private: int = 0
    deciles: dict[int, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0.0, 0.0]))

    def add(self, material: Material, found: Sequence[Said]) -> None:
        """Scores one prompt."""
        text = material.view.text
        covered = _cover(text, found, lambda x: x.role in PRIVATE)
        hidden = _cover(text, found, lambda x: x.role in HIDDEN)
        for span in material.gold:
            if span.role is DisclosureRole.PUBLIC:
                continue
            name = _name(span)
            by = hidden if span.role in HIDDEN else covered
            seen = [index for index in range(span.start, span.end) if text[index].isalnum()] or [span.start]
            hits = sum(by[index] for index in seen)
            self.marks[name] += 1
            self.half[name] += 2 * hits >= len(seen)
            self.full[name] += hits == len(seen)
            self.kinds[f"{name}/{span.kind}"] += 1
            self.kinds_half[f"{name}/{span.kind}"] += 2 * hits >= len(seen)
        for item in found:
            if item.role is DisclosureRole.PUBLIC:
                continue
            best = _best(material.gold, item)
            right = best is not None and best is not DisclosureRole.PUBLIC
            role_right = best is item.role
            level = "sure" if item.sure else "unsure"
            for key in (f"{item.role.value} {level}", f"all {level}"):
                self.said[key] += 1
                self.right[key] += right
                self.right_role[key] += role_right
            pool = self.deciles[min(9, int(item.probability * 10))]
            pool[0] += 1
            pool[1] += item.probability
            pool[2] += role_right
        if not any(span.role in PRIVATE - {DisclosureRole.TOPIC} for span in material.gold):
            self.harmless += 1
            self.harmless_sure += any(x.role in HIDDEN and x.sure for x in found)
            self.harmless_any += any(x.role in HIDDEN for x in found)

    def record(self) -> Record:
        """Every figure."""
        return {
            "recall": {
                name: {
                    "marks": count,
                    "half": round(self.half[name] / count, 4),
                    "full": round(self.full[name] / count, 4),
                }
                for name, count in sorted(self.marks.items())
            },
            "precision": {
                name: {
                    "said": count,
                    "private": round(self.right[name] / count, 4),
                    "role": round(self.right_role[name] / count, 4),
                }
                for name, count in sorted(self.said.items())
            },
            "harmless": {
                "prompts": self.harmless,
                "sure": round(self.harmless_sure / max(1, self.harmless), 4),
                "any": round(self.harmless_any / max(1, self.harmless), 4),
            },
            "reliability": {
                f"{decile / 10:.1f}": {"n": int(n), "said": round(said / n, 3), "true": round(true / n, 3)}
                for decile, (n, said, true) in sorted(self.deciles.items())
                if n
            },
            "kinds": {name: f"{self.kinds_half[name]}/{count}" for name, count in sorted(self.kinds.items())},
        }


def _name(span: GoldSpan) -> str:
    needed = span.needed and span.role not in HIDDEN
    return f"{span.role.value}{' needed' if needed else ''}"


def _cover(text: str, found: Iterable[Said], counts: Callable[[Said], bool]) -> list[bool]:
    covered = [False] * len(text)
    for item in found:
        if counts(item):
            covered[item.start : item.end] = [True] * (item.end - item.start)
    return covered


def _best(gold: Sequence[GoldSpan], item: Said) -> DisclosureRole | None:
    shares: Counter[DisclosureRole] = Counter()
    for span in gold:
        shared = min(item.end, span.end) - max(item.start, span.start)
        if shared > 0:
            shares[span.role] += shared
    if not shares:
        return None
    role, share = shares.most_common(1)[0]
    private = sum(count for key, count in shares.items() if key is not DisclosureRole.PUBLIC)
    if role is DisclosureRole.PUBLIC and 2 * private > item.end - item.start:
        role = max((key for key in shares if key is not DisclosureRole.PUBLIC), key=lambda key: shares[key])
    return role if 2 * max(share, private) > item.end - item.start else None


def measure(found: Sequence[Material], systems: Mapping[str, System]) -> dict[str, dict[str, Record]]:
    """System -> language (or `all`) -> figures."""
    result: dict[str, dict[str, Record]] = {}
    for name, system in systems.items():
        tallies: dict[str, Tally] = defaultdict(Tally)
        for material in found:
            said = system(material)
            tallies[material.prompt.language.value].add(material, said)
        result[name] = {language: tally.record() for language, tally in sorted(tallies.items())}
    return result


def systems_of(read: Read, taxonomy: Taxonomy) -> dict[str, System]:
    """The ablation: rules alone, the reader alone, both."""
    return {"rules": by_rules(taxonomy), "model": by_model(read), "both": by_both(read, taxonomy)}


def table(figures: Mapping[str, Mapping[str, Record]]) -> Iterable[str]:
    """Lines of the figures that matter."""
    for system, languages in figures.items():
        for language, record in languages.items():
            recall = " ".join(
                f"{name[:3]}{'!' if 'needed' in name else ''} {value['half']:.3f}/{value['full']:.3f}"
                for name, value in record["recall"].items()
            )
            precise = " ".join(
                f"{name.replace(' ', '-')} {value['private']:.2f}({value['said']})"
                for name, value in record["precision"].items()
                if name.startswith(("all", "identifies", "locates"))
            )
            harmless = record["harmless"]
            yield f"{system:6} {language} {recall} | {precise} | harmless {harmless['sure']:.3f}/{harmless['any']:.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.spans", description=__doc__)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--language", type=Language, default=None)
    parser.add_argument("--model", type=Path, default=None)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    root = resource_root()
    taxonomy = load_taxonomy(root)
    reader = SpanReader.load(root, options.model)
    proposer = CascadeExtractor(load_taxonomy(root), root, load_ner(root))
    found = materials(load_prompts(root, options.split, options.language), proposer)
    figures = measure(found, systems_of(lambda item: reader.read(item.view, item.candidates), taxonomy))
    lines = [json.dumps(figures, ensure_ascii=False)] if options.json else table(figures)
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
