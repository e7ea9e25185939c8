"""Every page of the window as data: the rail, the commands `view.*`, the help and tests share this one list."""

from __future__ import annotations

from dataclasses import dataclass

from ui.shared.actions.command import QT_TRANSLATE_NOOP, Command, Group

COMPOSE, REVIEW, LIBRARY, HISTORY, INSIGHTS = "compose", "review", "library", "history", "insights"
SETTINGS, ENGINE = "settings", "engine"


@dataclass(frozen=True, slots=True)
class Page:
    """`id`: stable, also of its help. Words and keys are those of the command that opens it. `at_foot`: stands at the
    lower end of the rail. `behind`: the page that the rail marks for it, where it has no button of its own."""

    id: str
    title_source: str
    hint_source: str
    shortcut: str
    icon: str
    at_foot: bool = False
    behind: str = ""

    @property
    def command(self) -> Command:
        """What opens it."""
        return Command(f"view.{self.id}", Group.VIEW, self.title_source, self.hint_source, self.shortcut, self.icon)

    @property
    def title(self) -> str:
        """In the language of the window."""
        return self.command.title


PAGES: tuple[Page, ...] = (
    Page(
        COMPOSE,
        QT_TRANSLATE_NOOP("Commands", "Compose"),
        QT_TRANSLATE_NOOP("Commands", "Write a prompt and see what would leave"),
        "Ctrl+1",
        "compose",
    ),
    Page(
        REVIEW,
        QT_TRANSLATE_NOOP("Commands", "Review"),
        QT_TRANSLATE_NOOP("Commands", "Decide what could not be decided automatically"),
        "Ctrl+2",
        "review",
    ),
    Page(
        LIBRARY,
        QT_TRANSLATE_NOOP("Commands", "Library"),
        QT_TRANSLATE_NOOP("Commands", "Prompts, rules and dictionaries with their versions"),
        "Ctrl+3",
        "library",
    ),
    Page(
        HISTORY,
        QT_TRANSLATE_NOOP("Commands", "History"),
        QT_TRANSLATE_NOOP("Commands", "Past runs, replayed step by step"),
        "Ctrl+4",
        "history",
    ),
    Page(
        INSIGHTS,
        QT_TRANSLATE_NOOP("Commands", "Insights"),
        QT_TRANSLATE_NOOP("Commands", "Curves and rates over many runs"),
        "Ctrl+5",
        "insight",
    ),
    Page(
        ENGINE,
        QT_TRANSLATE_NOOP("Commands", "Engine and local model"),
        QT_TRANSLATE_NOOP("Commands", "Which engine works; find and choose a model on this computer"),
        "Ctrl+Shift+M",
        "link",
        behind=SETTINGS,
    ),
    Page(
        SETTINGS,
        QT_TRANSLATE_NOOP("Commands", "Settings"),
        QT_TRANSLATE_NOOP("Commands", "Thresholds, destinations, appearance, language"),
        "Ctrl+,",
        "settings",
        at_foot=True,
    ),
)
