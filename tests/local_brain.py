"""A scripted model for the whole local path: it extracts what it is told to see, asks, answers, grades, attacks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.domain.language import Language
from core.llm.model import Ending
from tests.attacker_brain import Asked, AttackerBrain

YES = {Language.EN: "yes", Language.ZH: "是"}
_ID = re.compile(r"^(q\d+)", re.MULTILINE)


@dataclass
class LocalBrain:
    """`sees`: (type id, value) that extraction returns where the value stands in the document. `attacker`: answers the
    attackers' questions. `useful`: what it answers about D, "yes" in the language of the question by default.
    `obeying`: extraction returns nothing, as after an injection that worked."""

    sees: tuple[tuple[str, str], ...] = ()
    attacker: AttackerBrain = field(default_factory=AttackerBrain)
    useful: str = ""
    obeying: bool = False

    def __post_init__(self) -> None:
        self.attacker.extra = self._stage

    def answer(self, document: str, stage: str) -> tuple[str, Ending]:
        return self.attacker.answer(document, stage)

    def _stage(self, asked: Asked) -> str:
        stages: Mapping[str, Callable[[Asked], object]] = {
            "extract": self._extracted,
            "critique": lambda _: {"items": [], "together": []},
            "qa_generate": self._questions,
            "qa_reference": self._answers,
            "qa_answer": self._answers,
            "qa_grade": lambda item: {
                "items": [{"id": name, "grade": "correct"} for name in dict.fromkeys(_ID.findall(item.fields["pairs"]))]
            },
            "judge": lambda _: {"score": 1, "reason": "the same task"},
        }
        return json.dumps(stages[asked.prompt](asked), ensure_ascii=False)

    def _extracted(self, asked: Asked) -> object:
        found = [] if self.obeying else [(kind, value) for kind, value in self.sees if value in asked.document]
        return {"items": [{"type": kind, "value": value} for kind, value in found]}

    def _questions(self, asked: Asked) -> object:
        texts = {
            Language.EN: ["Is the writer asking for advice?", "Is anything to be arranged?"],
            Language.ZH: ["写信的人是否在寻求建议？", "是否有事情需要安排？"],
        }[asked.language]
        return {"items": [{"question": text, "form": "yes_no"} for text in texts]}

    def _answers(self, asked: Asked) -> object:
        """X and D are asked in the same words; X is the document that still holds what was hidden."""
        original = any(value in asked.document for _, value in self.sees)
        said = YES[asked.language] if original or not self.useful else self.useful
        names = dict.fromkeys(_ID.findall(asked.fields["questions"]))
        return {"items": [{"id": name, "answer": said} for name in names]}
