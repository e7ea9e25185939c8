"""Words for the domain's values, in the language of the window. One place, so that they agree everywhere."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QLocale

from core.domain.disclosure import Treatment
from core.domain.events import Stage, StageState
from core.domain.evidence import AttackerLevel, Depth, Metric, ProbeResult
from core.domain.language import Language
from core.domain.sensitive import Layer, LayerState
from core.domain.taxonomy import AttributeType, Family, Kind
from ui.shared.viewmodels.corrections import Scope
from ui.shared.wording.spans import SpanStatus
from ui.shared.wording.tags import interface_language

ALONE = 2
"""Fewer households than this that fit are the one that is meant."""


def type_label(entry: AttributeType) -> str:
    """Name of an attribute type."""
    return entry.labels[interface_language()]


def in_a_row(*sentences: str) -> str:
    """Sentences one after the other, empty ones left out: with a space in English, without in Chinese."""
    return ("" if interface_language() is Language.ZH else " ").join(text for text in sentences if text)


def listed(items: Iterable[str]) -> str:
    """Things of one list, in the separators of the language."""
    return ("、" if interface_language() is Language.ZH else ", ").join(items)


def clauses(items: Iterable[str]) -> str:
    """Longer things of one list, which may hold commas themselves."""
    return ("；" if interface_language() is Language.ZH else "; ").join(items)


FIGURES_READ = 2
"""Digits of an estimate that mean something to a reader."""
MYRIADS = ((100_000_000, "亿"), (10_000, "万"))


def estimated(count: float) -> str:
    """An estimate as it is read: never more than was counted, without digits that nobody could know."""
    whole = int(count)
    step = 10 ** max(0, len(str(whole)) - FIGURES_READ)
    whole -= whole % step
    if interface_language() is Language.ZH:
        for unit, name in MYRIADS:
            if whole >= unit:
                return f"{whole / unit:g} {name}"
    return QLocale().toString(whole)


def named(name: str, said: str) -> str:
    """A name and what is said of it."""
    return QCoreApplication.translate("SensitiveList", "{0}: {1}").format(name, said)


def family_name(family: Family) -> str:
    translate = QCoreApplication.translate
    return {
        Family.PERSON: translate("Words", "Person"),
        Family.CONTACT: translate("Words", "Contact"),
        Family.NUMBER: translate("Words", "Numbers"),
        Family.PLACE: translate("Words", "Places and organisations"),
        Family.TIME: translate("Words", "Time"),
        Family.HEALTH: translate("Words", "Health"),
        Family.MONEY: translate("Words", "Money"),
        Family.LAW: translate("Words", "Law"),
        Family.SECRET: translate("Words", "Secrets"),
    }[family]


def kind_name(kind: Kind) -> str:
    translate = QCoreApplication.translate
    if kind is Kind.EXPLICIT:
        return translate("Words", "identifies by itself")
    return translate("Words", "identifies together with others")


def group_name(treatment: Treatment) -> str:
    """Heading over what is treated alike, with {0} for how many."""
    translate = QCoreApplication.translate
    return {
        Treatment.HIDE: translate("Words", "Hidden, comes back ({0})"),
        Treatment.COARSEN: translate("Words", "Told less exactly ({0})"),
        Treatment.TELL: translate("Words", "Told on purpose ({0})"),
    }[treatment]


def treatment_name(treatment: Treatment) -> str:
    """What a person chooses, on a button."""
    translate = QCoreApplication.translate
    return {
        Treatment.HIDE: translate("Words", "Hide"),
        Treatment.COARSEN: translate("Words", "Coarser"),
        Treatment.TELL: translate("Words", "Tell"),
    }[treatment]


def scope_name(scope: Scope) -> str:
    translate = QCoreApplication.translate
    return {
        Scope.ONCE: translate("Words", "Once, in this prompt"),
        Scope.CONVERSATION: translate("Words", "In this conversation"),
        Scope.ALWAYS: translate("Words", "Always, until the program closes"),
    }[scope]


def status_name(status: SpanStatus) -> str:
    translate = QCoreApplication.translate
    return {
        SpanStatus.PENDING: translate("Words", "not decided yet"),
        SpanStatus.HIDDEN: translate("Words", "hidden"),
        SpanStatus.KEPT: translate("Words", "leaves as it is"),
        SpanStatus.EDITED: translate("Words", "edited by hand"),
    }[status]


def layer_name(layer: Layer) -> str:
    translate = QCoreApplication.translate
    return {
        Layer.PATTERN: translate("Words", "pattern"),
        Layer.CHECKSUM: translate("Words", "pattern with checksum"),
        Layer.LEXICON: translate("Words", "word list"),
        Layer.CONTEXT: translate("Words", "words around it"),
        Layer.NER: translate("Words", "name model"),
        Layer.SPANS: translate("Words", "span reader"),
        Layer.LLM: translate("Words", "local language model"),
        Layer.COREFERENCE: translate("Words", "another mention of the same value"),
        Layer.LEARNED: translate("Words", "learned rule"),
        Layer.USER: translate("Words", "marked by you"),
    }[layer]


def layer_state_name(state: LayerState) -> str:
    translate = QCoreApplication.translate
    return {
        LayerState.OK: translate("Words", "ran"),
        LayerState.OFF: translate("Words", "off"),
        LayerState.FAILED: translate("Words", "failed"),
    }[state]


def stage_name(stage: Stage) -> str:
    translate = QCoreApplication.translate
    return {
        Stage.EXTRACT: translate("Words", "Extract"),
        Stage.DEHYDRATE: translate("Words", "Generalise"),
        Stage.VERIFY: translate("Words", "Attack"),
        Stage.CERTIFY: translate("Words", "Certify"),
        Stage.REVIEW: translate("Words", "Review"),
        Stage.SEND: translate("Words", "Send"),
        Stage.RESTORE: translate("Words", "Restore"),
    }[stage]


def stage_state_name(state: StageState) -> str:
    translate = QCoreApplication.translate
    return {
        StageState.WAITING: translate("Words", "waiting"),
        StageState.RUNNING: translate("Words", "running"),
        StageState.DONE: translate("Words", "done"),
        StageState.FAILED: translate("Words", "failed"),
        StageState.CANCELLED: translate("Words", "cancelled"),
    }[state]


def attacker_name(level: AttackerLevel) -> str:
    """Short name for axes and one-line figures."""
    translate = QCoreApplication.translate
    return {
        AttackerLevel.A0: translate("Words", "A0 reads only"),
        AttackerLevel.A1: translate("Words", "A1 knows frequencies"),
        AttackerLevel.A2: translate("Words", "A2 searches public texts"),
        AttackerLevel.A3: translate("Words", "A3 knows the population"),
    }[level]


def guesser_name(level: AttackerLevel) -> str:
    """An attacker as a person would speak of one."""
    translate = QCoreApplication.translate
    return {
        AttackerLevel.A0: translate("Words", "somebody who only reads the text"),
        AttackerLevel.A1: translate("Words", "somebody who knows how common each value is"),
        AttackerLevel.A2: translate("Words", "somebody who searches public texts"),
        AttackerLevel.A3: translate("Words", "somebody who knows the population"),
    }[level]


def guess_text(level: AttackerLevel, posterior: float, prior: float) -> str:
    """How well a value can be guessed from the text, and without it, in cases of a hundred."""
    text = QCoreApplication.translate(
        "Words", "Of 100 guesses by {who}, {with} are right; without this text {without} would be."
    )
    known, blind = (QLocale().toString(round(100 * share)) for share in (posterior, prior))
    return text.replace("{who}", guesser_name(level)).replace("{without}", blind).replace("{with}", known)


def attacker_knows(level: AttackerLevel) -> str:
    """What an attacker of this level has beside the text; fits under an axis."""
    translate = QCoreApplication.translate
    return {
        AttackerLevel.A0: translate("Words", "text only"),
        AttackerLevel.A1: translate("Words", "frequencies"),
        AttackerLevel.A2: translate("Words", "public texts"),
        AttackerLevel.A3: translate("Words", "population"),
    }[level]


def depth_text(depth: Depth, evaluated: int) -> str:
    """What attacked a text, in one sentence that leads its verdict. `evaluated`: kinds of values that the embedded
    evaluator spoke about."""
    translate = QCoreApplication.translate
    if depth is Depth.COMPUTED:
        return translate("Words", "No language model attacked this text; what can be computed did.")
    if depth is Depth.EVALUATOR:
        text = translate(
            "Words", "Attacked by what can be computed, and by the embedded evaluator ({0} kinds of value)."
        )
        return text.format(evaluated)
    if depth is Depth.MODEL:
        return translate("Words", "Attacked by what can be computed, and by your local model.")
    return translate("Words", "Attacked by what can be computed, and by a model at the destination.")


def pass_text(depth: Depth) -> str:
    """A pass, with how deep it was tried beside the word itself: one without a language model is not a full one."""
    translate = QCoreApplication.translate
    return {
        Depth.COMPUTED: translate("Words", "Passed the built-in checks; no language model attacked this text."),
        Depth.EVALUATOR: translate(
            "Words",
            "Passed the built-in checks and the embedded evaluator; no other language model attacked this text.",
        ),
        Depth.MODEL: translate("Words", "Passed the built-in checks and the attacks of your local model."),
        Depth.DESTINATION: translate("Words", "Passed the built-in checks and the attacks of the destination's model."),
    }[depth]


def column_name(label: str) -> str:
    """A column of the population, or a kind of value that is counted beside them; an unknown one is shown as it is."""
    translate = QCoreApplication.translate
    name = label.removesuffix("*")
    shown = {
        "age": translate("Words", "age"),
        "sex": translate("Words", "sex"),
        "region": translate("Words", "region"),
        "occupation": translate("Words", "occupation"),
        "education": translate("Words", "education"),
        "marital": translate("Words", "marital status"),
        "religion": translate("Words", "faith"),
        "ethnicity": translate("Words", "origin"),
        "disease": translate("Words", "illness"),
        "drug": translate("Words", "medicine"),
    }.get(name, name)
    return shown if name == label else translate("Words", "{0} (taken as independent)").format(shown)


def population_name(name: str) -> str:
    """The population in which people are counted; an unknown one is shown as it is."""
    translate = QCoreApplication.translate
    return {
        "cn-2020": translate("Words", "China, 2020"),
        "us-2020": translate("Words", "United States, 2020"),
    }.get(name, name)


def homes_text(homes: float | None) -> str:
    """What the facts of several people of one household do together, in one sentence; "" where nothing of two is told
    or nobody was counted."""
    translate = QCoreApplication.translate
    if homes is None:
        return ""
    if homes < ALONE:
        return translate(
            "Words", "What is told of the people of this household, taken together, could hardly mean any other."
        )
    text = translate("Words", "What is told of the people of this household, taken together, could mean {0}.")
    return text.format(homes_figure(homes))


def homes_figure(homes: float) -> str:
    """So many households, as a figure."""
    translate = QCoreApplication.translate
    if homes < ALONE:
        return translate("Words", "hardly any but this one")
    return translate("Words", "about {0} households").format(estimated(homes))


def metric_name(metric: Metric) -> str:
    translate = QCoreApplication.translate
    return {
        Metric.STRUCTURED_PROXY: translate("Words", "proxy"),
        Metric.NEEDS: translate("Words", "what the answer needs"),
        Metric.QA: translate("Words", "questions and answers"),
        Metric.SEMANTIC: translate("Words", "semantic"),
    }[metric]


def probe_result_name(result: ProbeResult) -> str:
    translate = QCoreApplication.translate
    return {
        ProbeResult.HIT: translate("Words", "hit"),
        ProbeResult.MISS: translate("Words", "miss"),
        ProbeResult.REFUSED: translate("Words", "refused"),
        ProbeResult.MALFORMED: translate("Words", "unreadable"),
    }[result]


def residual_reason(key: str) -> str:
    """Why an attribute is in the residual report; an unknown key is shown as it is (keys carry no user text)."""
    translate = QCoreApplication.translate
    return {
        "advantage_above_tau": translate("Words", "The text helps a good deal to guess it."),
        "posterior_above_cap": translate("Words", "It can be guessed from what is told."),
        "k_below_star": translate("Words", "Too few people share this combination."),
        "utility_below_tau": translate("Words", "Hiding more would make the question unanswerable."),
        "certification_hits": translate("Words", "The final test still found it."),
        "replay_below_star": translate("Words", "What took its place leaves few values that it can have been."),
        "lift_above_threshold": translate("Words", "The embedded evaluator still sees it in the text."),
        "rest_of_text": translate("Words", "Other words of the text give it away: reword or remove them."),
        "kept_by_person": translate("Words", "You chose to let it leave as it is."),
        "layers_disagree": _layers_disagree(),
        "recognizer_failed": _recognizer_failed(),
        "not_understood": _not_understood(),
        "may_hide": _may_hide(),
        "singled_out": _singled_out(),
        "retest_hit": translate("Words", "The destination's model named it when it tried first."),
    }.get(key, key)


def _layers_disagree() -> str:
    return QCoreApplication.translate(
        "Words", "The local model saw nothing of what the rules found: the text may be steering it. Read it yourself."
    )


def _recognizer_failed() -> str:
    return QCoreApplication.translate(
        "Words", "A rule of the search failed: what it looks for may stand in the text. Nothing is sent without it."
    )


def _not_understood() -> str:
    return QCoreApplication.translate(
        "Words", "A passage is in a script that no layer reads: nothing in it was searched. Read it yourself."
    )


def _singled_out() -> str:
    return QCoreApplication.translate(
        "Words", "Few people fit these words, so how many is unknown. Hide them, or tell them on purpose."
    )


def _may_hide() -> str:
    return QCoreApplication.translate(
        "Words",
        "This text may hide something that no layer reads: first letters, a cipher, a sum, a riddle. Read it yourself.",
    )


def percent(value: float, digits: int = 1) -> str:
    """A share in [0, 1] in the window's locale."""
    return QLocale().toString(100.0 * value, "f", digits) + " %"


def number(value: float, digits: int = 2) -> str:
    """A plain figure in the window's locale."""
    return QLocale().toString(float(value), "f", digits)


def seconds(value: float) -> str:
    """Elapsed time; below a second in milliseconds."""
    if 0.0 < value < 0.001:
        return QCoreApplication.translate("Words", "under 1 ms")
    if value < 1.0:
        return QCoreApplication.translate("Words", "{0} ms").format(round(1000 * value))
    return QCoreApplication.translate("Words", "{0} s").format(number(value, 1))


def checked_name(key: str) -> str:
    """What was examined; an unknown key is shown as it is."""
    translate = QCoreApplication.translate
    return {
        **{level.value: attacker_name(level) for level in AttackerLevel},
        "literal": translate("Words", "search for every hidden value as it was written"),
        "k": translate("Words", "how many people share the combination"),
        "utility": translate("Words", "whether the question can still be answered"),
        "controls": translate("Words", "planted values, which the attackers must find"),
        "reader": translate("Words", "a reader of the text"),
        "prior": translate("Words", "guessing by frequencies (published, or even within a class)"),
        "replay": translate("Words", "running the method again on every other value"),
        "implication": translate("Words", "indirect clues (medicines, tests, rites, offices)"),
        "retrieval": translate("Words", "search in the public texts that come with the program"),
        "linkage": translate("Words", "linkage with the population"),
        "lift": translate("Words", "the embedded evaluator"),
        "llm_lift": translate("Words", "the local model's exact probabilities"),
        "llm_enumeration": translate("Words", "the local model lists what it can name"),
        "llm_gaps": translate("Words", "the local model fills the gaps"),
        "llm_open": translate("Words", "the local model's best guess"),
        "llm_adversarial": translate("Words", "the local model tries to re-identify"),
        "llm_choice": translate("Words", "the local model chooses among candidates"),
        "llm_other": translate("Words", "the local model in other roles and languages"),
        "destination": translate("Words", "the destination's own model"),
    }.get(key, key)


ABOUT_THE_CURVE = frozenset({"non_monotone"})
"""Flags that explain the curve of the attackers and say nothing against a text."""


def flag_texts(flags: Iterable[str]) -> tuple[str, ...]:
    """What stands beside a verdict: what a reviewer should know before deciding."""
    return tuple(review_flag(flag) for flag in flags if flag not in ABOUT_THE_CURVE)


def curve_texts(flags: Iterable[str]) -> tuple[str, ...]:
    """What stands where the attackers are compared."""
    return tuple(review_flag(flag) for flag in flags if flag in ABOUT_THE_CURVE)


def review_flag(key: str) -> str:
    """What a reviewer should know about a measurement; an unknown key is shown as it is."""
    translate = QCoreApplication.translate
    return {
        "nothing_found": translate("Words", "Nothing sensitive was found; only the search stands behind this."),
        "told_by_decision": translate(
            "Words", "A person decided to tell what identifies somebody; see the certificate."
        ),
        "nothing_gated": translate("Words", "A person let every item leave as it is, so no threshold applied."),
        "kept_by_person": translate("Words", "Items that a person lets leave as they are are not protected."),
        "non_monotone": translate(
            "Words",
            "Some stronger attacker learned less by its own means than a weaker one. That is common, since each works "
            "in its own way. Curve and verdict count at every level the best of all attackers up to it.",
        ),
        "earlier_turns_joined": translate(
            "Words", "Earlier turns of this conversation count too: the attackers had them beside this text."
        ),
        "k_unknown": translate("Words", "How many people fit is unknown: a place lies outside the modelled countries."),
        "layers_disagree": _layers_disagree(),
        "recognizer_failed": _recognizer_failed(),
        "not_understood": _not_understood(),
        "may_hide": _may_hide(),
        "singled_out": _singled_out(),
        "edit_list_failed": translate(
            "Words", "The local model's proposal could not be used; the levels of the hierarchies stand."
        ),
        "attribute_not_asked": translate(
            "Words",
            "Some item could not be put to the local model fairly; only computed attackers speak about it.",
        ),
        "undeclared_values_listed": translate(
            "Words", "The local model lists concrete values that are not among the items: look whether to hide them."
        ),
        "attacker_without_answer": translate("Words", "Some questions to the local model stayed without an answer."),
        "special_not_certified": translate(
            "Words", "The local model did not certify some item of a special category: too few draws of its own."
        ),
        "utility_fell_back": translate(
            "Words", "Utility could not be measured with the local model; fixed questions were used instead."
        ),
    }.get(key, key)


def utility_note(key: str) -> str:
    """Why a utility has no figure, or how far to trust it; a fault of the model is told without its code."""
    translate = QCoreApplication.translate
    return {
        "utility.judge_is_the_model": translate("Words", "The model graded its own work: there is no second one."),
        "utility.judge_missing": translate("Words", "The judge gave no score in two attempts."),
        "utility.no_questions": translate("Words", "No question could be asked that leaves the items out."),
        "needs.too_few": translate("Words", "The answer needs too few of the values to say anything about it."),
        "utility.not_graded": translate("Words", "More than half of the answers could not be graded."),
    }.get(key, translate("Words", "The local model gave no usable answer."))


def bound_name(key: str) -> tuple[str, str]:
    """Name and meaning of a theoretical bound."""
    translate = QCoreApplication.translate
    return {
        "witness_epsilon": (
            translate("Words", "Witnessed epsilon (Pufferfish)"),
            translate("Words", "No privacy guarantee with a smaller epsilon can hold; it shows a loss, not a limit."),
        ),
        "recall_ceiling": (
            translate("Words", "True leakage with missed items"),
            translate("Words", "What leakage may be once items that the search did not find are counted."),
        ),
    }.get(key, (key, ""))
