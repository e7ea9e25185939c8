"""Words of the command line. Help is in the language of the locale, or of `--lang`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Never

from app.messages import Messages

PROGRAM = "drsl"
BUILTIN = "builtin"
LOCAL = "local"
ON, OFF = "on", "off"
AUTO = "auto"
LANGUAGES = (AUTO, "en", "zh")
DEFAULT_SEED = 42


class UsageError(Exception):
    """Words that do not form a command; carries argparse's usage and reason."""

    def __init__(self, usage: str, reason: str) -> None:
        super().__init__(reason)
        self.usage = usage
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Help:
    """Text that was asked for instead of a run."""

    text: str


class _Parser(argparse.ArgumentParser):
    """Raises instead of leaving the process."""

    def error(self, message: str) -> Never:
        raise UsageError(self.format_usage(), message)


class _HelpAction(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, **options: object) -> None:
        super().__init__(option_strings, dest=argparse.SUPPRESS, nargs=0, help=str(options.get("help", "")))

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None
    ) -> None:
        raise HelpAsked(Help(parser.format_help()))


class HelpAsked(Exception):
    def __init__(self, answer: Help) -> None:
        super().__init__()
        self.answer = answer


def parse(words: Sequence[str], messages: Messages) -> argparse.Namespace | Help:
    """The command with its options. Raises UsageError."""
    try:
        return build(messages).parse_args(list(words))
    except HelpAsked as asked:
        return asked.answer


def build(messages: Messages) -> argparse.ArgumentParser:
    """All commands and options; `namespace.command` is None for the window."""
    parser = _parser(messages, PROGRAM, "help.program")
    parser.epilog = messages("help.exit_codes")
    parser.add_argument("--version", action="store_true", help=messages("help.version"))
    parser.add_argument("--self-test", action="store_true", help=messages("help.self_test"))
    parser.add_argument("--probe-fonts", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--lang", dest="words", choices=LANGUAGES, default=AUTO, help=messages("help.words"))
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title=messages("help.commands"), parser_class=_Parser
    )
    for add in (
        _extract,
        _sanitize,
        _verify_certificate,
        _restore,
        _vault,
        _audit,
        _learn,
        _dictionary,
        _bench,
        _doctor,
    ):
        add(commands, messages)
    return parser


Commands = argparse._SubParsersAction  # argparse gives its own type no public name


def _parser(messages: Messages, name: str, description: str) -> _Parser:
    parser = _Parser(
        prog=name,
        description=messages(description),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("-h", "--help", action=_HelpAction, help=messages("help.help"))
    return parser


def _command(commands: Commands[_Parser], messages: Messages, name: str) -> _Parser:
    parser = commands.add_parser(
        name,
        help=messages(f"help.{name}"),
        description=messages(f"help.{name}.long"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("-h", "--help", action=_HelpAction, help=messages("help.help"))
    parser.add_argument("--json", action="store_true", help=messages("help.json"))
    parser.add_argument("--lang", choices=LANGUAGES, default=AUTO, help=messages("help.lang"))
    return parser


def _input(parser: _Parser, messages: Messages) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=messages("help.file"))
    parser.add_argument("--jsonl", action="store_true", help=messages("help.jsonl"))
    _engine(parser, messages, "help.engine")


def _engine(parser: _Parser, messages: Messages, says: str) -> None:
    parser.add_argument("--engine", choices=(BUILTIN, LOCAL), default=BUILTIN, help=messages(says))
    parser.add_argument("--server", default="", metavar="URL", help=messages("help.server"))
    parser.add_argument("--model", default="", metavar="ID", help=messages("help.model"))


def _extract(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "extract")
    _input(parser, messages)
    parser.add_argument("--task", default="", metavar="TEXT", help=messages("help.task"))


def _sanitize(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "sanitize")
    _input(parser, messages)
    parser.add_argument("--task", default="", metavar="TEXT", help=messages("help.task"))
    parser.add_argument("--protocol", type=Path, metavar="FILE", help=messages("help.protocol"))
    parser.add_argument("--texts", type=Path, metavar="FOLDER", help=messages("help.texts"))
    parser.add_argument("--certificate", type=Path, metavar="OUT.json", help=messages("help.certificate"))
    parser.add_argument("--with-tokens", action="store_true", help=messages("help.with_tokens"))
    parser.add_argument("--keep", action="store_true", help=messages("help.keep"))
    _passphrase(parser, messages)
    parser.add_argument("--evaluator", choices=(ON, OFF), default=OFF, help=messages("help.evaluator"))


def _verify_certificate(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "verify-certificate")
    parser.add_argument("file", metavar="FILE", help=messages("help.verify-certificate.file"))
    parser.add_argument("--text", type=Path, metavar="FILE", help=messages("help.verify-certificate.text"))


def _restore(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "restore")
    parser.add_argument("--inert", action="store_true", help=messages("help.inert"))
    parser.add_argument("answer", metavar="ANSWER", help=messages("help.answer"))
    parser.add_argument("--run", metavar="ID", help=messages("help.run"))
    parser.add_argument("--tokens", metavar="FILE", help=messages("help.tokens"))
    _passphrase(parser, messages)


def _bench(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "bench")
    parser.add_argument("name", metavar="NAME", help=messages("help.bench.name"))
    parser.add_argument("--out", type=Path, metavar="DIR", help=messages("help.out"))
    parser.add_argument("--n", type=_positive, default=None, metavar="N", help=messages("help.n"))
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, metavar="S", help=messages("help.seed"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=messages("help.data"))
    parser.add_argument("--only", action="append", default=[], metavar="CORPUS", help=messages("help.only"))
    parser.add_argument("--rival-python", type=Path, metavar="PATH", help=messages("help.rival_python"))
    parser.add_argument("--calibrate", action="store_true", help=messages("help.calibrate"))
    parser.add_argument("--predictions", type=Path, metavar="DIR", help=messages("help.predictions"))


def _vault(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "vault")
    parser.add_argument(
        "action", choices=("status", "init", "backup", "restore", "rotate"), help=messages("help.vault.action")
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=messages("help.vault.file"))
    parser.add_argument("--aside", action="store_true", help=messages("help.vault.aside"))
    parser.add_argument("--backup-passphrase-fd", type=int, metavar="N", help=messages("help.backup_passphrase_fd"))
    _passphrase(parser, messages)


def _audit(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "audit")
    parser.add_argument("action", choices=("verify", "export", "accept"), help=messages("help.audit.action"))
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=messages("help.audit.file"))
    _passphrase(parser, messages)


def _learn(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "learn")
    parser.add_argument(
        "action",
        choices=("status", "distil", "trial", "adopt", "rollback", "log"),
        help=messages("help.learn.action"),
    )
    parser.add_argument("change", nargs="?", metavar="CHANGE", help=messages("help.learn.change"))
    parser.add_argument("--even-if-worse", action="store_true", help=messages("help.learn.even_if_worse"))
    _engine(parser, messages, "help.learn.engine")
    parser.add_argument("--scorer", default="", metavar="ID", help=messages("help.learn.scorer"))
    _passphrase(parser, messages)


def _dictionary(commands: Commands[_Parser], messages: Messages) -> None:
    parser = _command(commands, messages, "dictionary")
    parser.add_argument("action", choices=("status", "preview", "import"), help=messages("help.dictionary.action"))
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=messages("help.dictionary.file"))
    parser.add_argument("--type", default="", metavar="TYPE", help=messages("help.dictionary.type"))
    parser.add_argument("--column", type=_positive, default=1, metavar="N", help=messages("help.dictionary.column"))
    parser.add_argument("--keep", action="store_true", help=messages("help.dictionary.keep"))
    _passphrase(parser, messages)


def _passphrase(parser: _Parser, messages: Messages) -> None:
    """A passphrase comes from a terminal or a file descriptor, never from an argument: others can read those."""
    parser.add_argument("--passphrase-fd", type=int, metavar="N", help=messages("help.passphrase_fd"))


def _doctor(commands: Commands[_Parser], messages: Messages) -> None:
    _command(commands, messages, "doctor")


def _positive(word: str) -> int:
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
