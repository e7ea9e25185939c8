"""What readers of D may believe of the most probable value, against what the members certify (DESIGN 5.3).

Two measurements without chance. Classes: the rendering runs on one sentence with every value of a type in its place, at
each level that tells a class. Ages: the whole path, search and certification included, runs on prompts with every age
in turn. Values that give the same D are put together: what they leave of each other is the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.result import Record
from core.dehydrate.dehydrator import Dehydrator
from core.dehydrate.library import HierarchyLibrary
from core.dehydrate.values import Value, ValueBook
from core.domain.artifact import Artifact
from core.domain.errors import ResourceError
from core.domain.evidence import Evidence
from core.domain.language import Language
from core.domain.request import Request
from core.domain.sensitive import Explanation, Layer, Mention, SensitiveAttribute, SensitiveSet
from core.domain.taxonomy import Kind, Taxonomy
from core.domain.tokens import TokenVault
from core.resources import read_toml
from core.verify.attackers.replay import RENDERED, Replayer
from core.verify.case import Origin

FILE = "replay.toml"
FEW = 2
LONGEST = 400
"""Values of one list that are rendered at one level, in whole sets."""
ASKED = 3
"""Values of one D of which the member is asked."""
ROUNDING = 1e-9
SENTENCES = {
    Language.EN: ("Please look at this: ", " and tell me more."),
    Language.ZH: ("请看一下：", "，并告诉我更多。"),
}
AGE = "AGE"


@dataclass(frozen=True, slots=True)
class SetRow:
    """All values of one list that give one D. `of_set`: how many the told set holds; `truth`: probability of the most
    probable of them; `certified`: the smallest that was said of any of them; `passed`: how many were released."""

    what: str
    language: Language
    level: int
    told: str
    values: int
    of_set: int
    truth: float
    certified: float
    passed: int = 0

    @property
    def covered(self) -> bool:
        """Whether what was said reaches the truth."""
        return self.certified >= self.truth - ROUNDING

    @property
    def whole(self) -> bool:
        """Whether all values of the told set look alike."""
        return self.values >= self.of_set

    def record(self) -> Record:
        """For machines."""
        return {
            "what": self.what,
            "language": self.language.value,
            "level": self.level,
            "told": self.told,
            "values": self.values,
            "of_set": self.of_set,
            "truth": self.truth,
            "certified": self.certified,
            "covered": self.covered,
            "whole": self.whole,
            "passed": self.passed,
        }


@dataclass(slots=True)
class _Alike:
    """Values that give one D, as they come in."""

    told: str
    values: list[Value]
    certified: float = 1.0
    passed: int = 0

    def add(self, value: Value, certified: float, *, passed: bool) -> None:
        """One more."""
        self.values.append(value)
        self.certified = min(self.certified, certified)
        self.passed += passed

    @property
    def truth(self) -> float:
        mass = sum(item.weight for item in self.values)
        return max(item.weight / item.stands_for for item in self.values) / mass if mass else 1.0


class ReplayBench:
    """Deterministic but for the seeds of certification, which decide nothing here."""

    def __init__(
        self, taxonomy: Taxonomy, library: HierarchyLibrary, dehydrator: Dehydrator, replayer: Replayer, root: Path
    ) -> None:
        """`root`: resource folder. Raises ResourceError."""
        self._taxonomy = taxonomy
        self._library = library
        self._dehydrator = dehydrator
        self._replayer = replayer
        self._book = ValueBook(library)
        data = read_toml(root / "bench" / FILE)
        try:
            self._examples: Mapping[str, Iterable[str] | Mapping[str, Iterable[str]]] = data["examples"]
            self.prompts = {Language(code): tuple(map(str, prompts)) for code, prompts in data["prompts"].items()}
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise ResourceError("resource.malformed", details={"file": FILE}) from error

    def lists(self, language: Language) -> Iterator[tuple[str, tuple[Value, ...]]]:
        """Type ids with every list of values that the type has."""
        for kind in self._taxonomy:
            if kind.kind is Kind.EXPLICIT:
                continue
            given = self._examples.get(kind.hierarchy or "", ("",))
            examples = given.get(language.value, ()) if isinstance(given, Mapping) else given
            for example in examples:
                listed = self._book.all(kind.id, example, language)
                if len(listed) >= FEW:
                    yield kind.id, listed

    def classes(self, language: Language) -> Iterator[SetRow]:
        """All lists of one language at every level that tells a class."""
        for type_id, listed in self.lists(language):
            height = max(len(self._library.for_type(type_id).ladder(item.text, language)) for item in listed)
            for level in range(1, height - 1):
                yield from self._at(type_id, listed, level, language)

    def _at(self, type_id: str, listed: tuple[Value, ...], level: int, language: Language) -> Iterator[SetRow]:
        alike: dict[str, _Alike] = {}
        sizes: dict[str, int] = {}
        for item in self._whole_sets(type_id, listed, level, language):
            ladder = self._library.for_type(type_id).ladder(item.text, language)
            request, sensitive = self.sentence(type_id, item.text, language)
            levels = {sensitive.attributes[0].id: level}
            artifact = self._dehydrator.dehydrate(request.text, sensitive, levels, TokenVault(), language)
            node = ladder[level].node
            sizes[node] = sizes.get(node, 0) + 1
            found = alike.setdefault(artifact.text, _Alike(node, []))
            asked = len(found.values) < ASKED
            said = self._said(Origin(request, artifact), sensitive, language) if asked else found.certified
            found.add(item, said, passed=False)
        for found in alike.values():
            yield SetRow(
                type_id, language, level, found.told, len(found.values), sizes[found.told], found.truth, found.certified
            )

    def _whole_sets(self, type_id: str, listed: tuple[Value, ...], level: int, language: Language) -> Iterator[Value]:
        """Values that a level tells a class of; of a long list the first sets, each whole."""
        sets: dict[str, list[Value]] = {}
        for item in listed:
            ladder = self._library.for_type(type_id).ladder(item.text, language)
            if level < len(ladder) - 1:
                sets.setdefault(ladder[level].node, []).append(item)
        given = 0
        for items in sets.values():
            if given and given + len(items) > LONGEST:
                continue
            given += len(items)
            yield from items

    def _said(self, origin: Origin, sensitive: SensitiveSet, language: Language) -> float:
        replay = self._replayer.replay(origin, sensitive, sensitive.attributes[0], language, RENDERED)
        return replay.posterior if replay is not None else 1.0

    def sentence(self, type_id: str, value: str, language: Language) -> tuple[Request, SensitiveSet]:
        """X that says one value, and its S."""
        before, after = SENTENCES[language]
        explanation = Explanation("bench", 1.0, 1.0)
        end = len(before) + len(value)
        mention = Mention(len(before), end, value, type_id, value, language, Layer.PATTERN, explanation)
        attribute = SensitiveAttribute("value", type_id, self._taxonomy[type_id].kind, value, (mention,))
        return Request(f"{before}{value}{after}", language=language), SensitiveSet((attribute,))

    def ages(
        self,
        language: Language,
        sanitize: Callable[[Request], tuple[SensitiveSet, Artifact, Evidence, bool]],
        oldest: int = 100,
        name: str = "",
    ) -> Iterator[SetRow]:
        """The whole path on every age from 20: bands that begin below it or end above are seen in part.

        `sanitize`: S, D, its evidence and whether it passed; `name`: of the protocol, for the rows."""
        weights = {item.text: item for item in self._book.all(AGE, "40", language)}
        for number, prompt in enumerate(self.prompts[language]):
            alike: dict[str, _Alike] = {}
            for age in range(20, oldest + 1):
                value = weights[str(age)]
                sensitive, artifact, evidence, passed = sanitize(Request(prompt.format(value=age), language=language))
                own = next((item for item in sensitive.attributes if item.type_id == AGE), None)
                said, told = 1.0, str(age)
                if own is not None and artifact.levels[own.id]:
                    ladder = self._library.for_type(AGE).ladder(own.value, language)
                    told = ladder[min(artifact.levels[own.id], len(ladder) - 1)].node
                    said = max(
                        (
                            item.posterior
                            for estimate in evidence.leakage.values()
                            for item in estimate.attributes
                            if item.attribute_id == own.id
                        ),
                        default=1.0,
                    )
                alike.setdefault(artifact.text, _Alike(told, [])).add(value, said, passed=passed)
            sizes: dict[str, int] = {}
            for found in alike.values():
                sizes[found.told] = sizes.get(found.told, 0) + len(found.values)
            for found in alike.values():
                yield SetRow(
                    f"{AGE} {number + 1} {name}".strip(), language, 0, found.told, len(found.values),
                    sizes[found.told], found.truth, found.certified, found.passed,
                )  # fmt: skip


def summary(rows: Iterable[SetRow]) -> Record:
    """How often what was said falls short of the truth, and where a told set falls apart."""
    items = list(rows)
    short = [item.truth - item.certified for item in items if not item.covered]
    return {
        "sets": len(items),
        "values": sum(item.values for item in items),
        "covered": sum(item.covered for item in items),
        "whole": sum(item.whole for item in items),
        "worst_shortfall": max(short, default=0.0),
        "alone_and_passed": sum(item.values == 1 and item.passed > 0 and item.certified < 1.0 for item in items),
    }
