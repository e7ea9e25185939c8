"""Settings: language, appearance, thresholds with their meaning, destinations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.domain.protocol import PROFILES
from core.domain.release import Destination, RetestPolicy
from ui.release.views.retest_row import RetestCaveat
from ui.settings.views.save_notice import SaveNotice
from ui.settings.views.texts_row import TextsRow
from ui.shared.theme.theme import Theme, set_role
from ui.shared.theme.tokens import DiffSet, SchemeChoice
from ui.shared.viewmodels.preferences import TEXT_SCALES, LanguageChoice, SettingsViewModel
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.search_field import SearchField
from ui.shared.wording.facts import destination_host
from ui.shared.wording.problem_texts import describe
from ui.shared.wording.protocol_texts import profile_meaning, profile_name, thresholds
from ui.shared.wording.wording import percent

WIDTH = 760
CHOICE_WIDTH = 280


class SettingsPage(QScrollArea):
    """`add_asked`, `change_asked(destination)`: open the destination editor. `engine_asked`: the page of engines."""

    add_asked = Signal()
    change_asked = Signal(object)
    engine_asked = Signal()

    def __init__(
        self, theme: Theme, settings: SettingsViewModel, caveat: RetestCaveat, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._caveat = caveat
        self._theme = theme
        self._settings = settings
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Settings"))
        page = QWidget(self)
        page.setProperty("role", "scrolled")
        row = QHBoxLayout(page)
        row.setContentsMargins(theme.space(4), theme.space(4), theme.space(4), theme.space(4))
        inner = QWidget(page)
        inner.setProperty("role", "scrolled")
        inner.setMaximumWidth(round(WIDTH * theme.look.text_scale))
        row.addWidget(inner, 1)
        row.addStretch(0)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.space(3))
        title = self._label(self.tr("Settings"))
        title.setFont(theme.font("title", bold=True))
        self._column.addWidget(title)
        self._parts: list[tuple[QWidget, QWidget]] = []
        self.search = SearchField(theme, self.tr("Search the settings"), self)
        self.search.textChanged.connect(self._find)
        self._column.addWidget(self.search)
        self.nothing = self._label(self.tr("No setting has such a word."), muted=True)
        self.nothing.hide()
        self._column.addWidget(self.nothing)
        self._add_appearance()
        self._add_engine()
        self._add_destinations()
        self._add_protocol()
        self._column.addStretch(1)
        self.setWidget(page)
        settings.changed.connect(self.refresh)
        settings.keys.changed.connect(self.refresh)
        self.refresh()

    def add_card(self, title: str, card: QWidget) -> None:
        """A part of the settings that has a page of its own elsewhere."""
        heading = self._label(title)
        heading.setFont(self._theme.font("heading", bold=True))
        place = self._column.count() - 1
        self._column.insertWidget(place, heading)
        self._column.insertWidget(place + 1, card)
        self._parts.append((heading, card))

    def reveal(self, card: QWidget) -> None:
        """Scroll to a part, once it has its place."""
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(card))

    def _label(self, text: str, *, muted: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if muted:
            label.setProperty("role", "muted")
        return label

    def _card(self, title: str) -> QVBoxLayout:
        heading = self._label(title)
        heading.setFont(self._theme.font("heading", bold=True))
        self._column.addWidget(heading)
        card = QFrame(self)
        card.setProperty("role", "card")
        box = QVBoxLayout(card)
        box.setContentsMargins(*(4 * [self._theme.space(3)]))
        box.setSpacing(self._theme.space(2))
        self._column.addWidget(card)
        self._parts.append((heading, card))
        return box

    def _find(self, wanted: str) -> None:
        """Show the parts in which all the words stand, in whatever they say."""
        words = wanted.casefold().split()
        any_shown = False
        for heading, card in self._parts:
            said = " ".join(_words_of((heading, card, *card.findChildren(QWidget)))).casefold()
            shown = all(word in said for word in words)
            heading.setVisible(shown)
            card.setVisible(shown)
            any_shown = any_shown or shown
        self.nothing.setVisible(not any_shown)

    def _choice(self, box: QVBoxLayout, title: str, options: Iterable[tuple[str, object]], name: str) -> ChoiceBox:
        """`name`: the field of Preferences that a choice changes."""
        row = QHBoxLayout()
        combo = ChoiceBox(self._theme, self)
        combo.setAccessibleName(title)
        combo.setMinimumWidth(self._theme.grown(CHOICE_WIDTH))
        combo.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        combo.offer(*options)
        combo.picked.connect(lambda value: self._settings.update(**{name: value}))
        label = self._label(title)
        label.setBuddy(combo)
        row.addWidget(label, 1)
        row.addWidget(combo)
        box.addLayout(row)
        box.addWidget(SaveNotice(self._settings, name, parent=self))
        return combo

    def _add_appearance(self) -> None:
        box = self._card(self.tr("Language and appearance"))
        system = self.tr("As the system")
        languages = ((system, LanguageChoice.SYSTEM), ("English", LanguageChoice.EN), ("简体中文", LanguageChoice.ZH))
        schemes = (
            (system, SchemeChoice.SYSTEM),
            (self.tr("Light"), SchemeChoice.LIGHT),
            (self.tr("Dark"), SchemeChoice.DARK),
        )
        diffs = (
            (self.tr("Green and red"), DiffSet.STANDARD),
            (self.tr("Blue and orange (for colour-blind readers)"), DiffSet.COLOUR_BLIND),
        )
        self.language = self._choice(box, self.tr("Language"), languages, "language")
        self.scheme = self._choice(box, self.tr("Colours"), schemes, "scheme")
        self.diff = self._choice(box, self.tr("Colours of changes"), diffs, "diff")
        sizes = [(percent(scale, 0), scale) for scale in TEXT_SCALES]
        self.text_size = self._choice(box, self.tr("Text size"), sizes, "text_scale")

    def _add_engine(self) -> None:
        box = self._card(self.tr("Engine and local model"))
        about = self.tr(
            "The built-in engine is always there. A model on this computer can find, rewrite and attack too."
        )
        box.addWidget(self._label(about, muted=True))
        row = QHBoxLayout()
        self.engine = QPushButton(self.tr("Choose engine and model"), self)
        self.engine.setAccessibleName(self.engine.text())
        self.engine.clicked.connect(self.engine_asked)
        row.addWidget(self.engine)
        row.addStretch(1)
        box.addLayout(row)
        self.texts = TextsRow(self._theme, self._settings, self)
        self._card(self.tr("Own texts")).addWidget(self.texts)

    def _add_destinations(self) -> None:
        box = self._card(self.tr("Destinations"))
        box.addWidget(
            self._label(
                self.tr(
                    "Where an approved text may go. Dry run and copying by hand are always there and need no set-up."
                ),
                muted=True,
            )
        )
        self._rows = QVBoxLayout()
        self._rows.setSpacing(self._theme.space(1))
        box.addLayout(self._rows)
        row = QHBoxLayout()
        self.add = QPushButton(self.tr("Add a destination"), self)
        self.add.setAccessibleName(self.add.text())
        self.add.clicked.connect(self.add_asked)
        row.addWidget(self.add)
        row.addStretch(1)
        box.addLayout(row)
        box.addWidget(SaveNotice(self._settings, "destinations", parent=self))
        self.key_trouble = self._label("")
        set_role(self.key_trouble, "block")
        box.addWidget(self.key_trouble)
        self._add_retest(box)

    def _add_retest(self, box: QVBoxLayout) -> None:
        title = self.tr("Test by the destination's own model")
        policies = (
            (self.tr("Off"), RetestPolicy.OFF),
            (self.tr("Ask me for every text"), RetestPolicy.ASK),
            (self.tr("Always, before a text is used there"), RetestPolicy.ALWAYS),
        )
        self.retest = self._choice(box, title, policies, "retest")
        words = self.tr("Only for destinations on the network. What such a test means: {caveat}")
        box.addWidget(self._label(words.replace("{caveat}", self._caveat(self.tr("the destination"))), muted=True))

    def _add_protocol(self) -> None:
        box = self._card(self.tr("What a text must withstand"))
        profiles = [(profile_name(name), name) for name in PROFILES]
        self.profile = self._choice(box, self.tr("Protocol"), profiles, "profile")
        box.addWidget(
            self._label(
                self.tr("The thresholds of a profile are fixed, and every certificate records them."), muted=True
            )
        )
        self.profile_meaning = self._label("")
        box.addWidget(self.profile_meaning)
        self._thresholds = QGridLayout()
        self._thresholds.setColumnStretch(2, 1)
        self._thresholds.setHorizontalSpacing(self._theme.space(3))
        self._thresholds.setVerticalSpacing(self._theme.space(2))
        box.addLayout(self._thresholds)

    def refresh(self) -> None:
        """Show the preferences in force."""
        preferences = self._settings.preferences
        for combo, value in (
            (self.language, preferences.language),
            (self.scheme, preferences.scheme),
            (self.diff, preferences.diff),
            (self.text_size, preferences.text_scale),
            (self.profile, preferences.profile),
            (self.retest, preferences.retest),
        ):
            combo.choose(value)
        self._fill_destinations(preferences.destinations)
        problem = self._settings.keys.problem
        self.key_trouble.setText(describe(problem).cause if problem is not None else "")
        self.key_trouble.setVisible(problem is not None)
        self._fill_thresholds()

    def _fill_destinations(self, destinations: tuple[Destination, ...]) -> None:
        _clear(self._rows)
        if not destinations:
            self._rows.addWidget(self._label(self.tr("None yet. Add one to send over the network.")))
        for item in destinations:
            self._rows.addWidget(self._destination_row(item))

    def _destination_row(self, item: Destination) -> QWidget:
        holder = QFrame(self)
        holder.setProperty("role", "sunken")
        row = QHBoxLayout(holder)
        row.setContentsMargins(*(4 * [self._theme.space(1)]))
        key = self.tr("key kept") if self._settings.keys.has(item.id) else self.tr("no key")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._label(item.name))
        facts = "   ·   ".join((destination_host(item), item.model, key))
        words.addWidget(self._label(facts, muted=True))
        row.addLayout(words, 1)
        change = QPushButton(self.tr("Change"), holder)
        change.setAccessibleName(self.tr("Change {name}").replace("{name}", item.name))
        change.clicked.connect(lambda: self.change_asked.emit(item))
        remove = QPushButton(self.tr("Remove"), holder)
        remove.setProperty("role", "danger")
        remove.setAccessibleName(self.tr("Remove {name} and its key").replace("{name}", item.name))
        remove.clicked.connect(lambda: self._settings.remove_destination(item.id))
        row.addWidget(change)
        row.addWidget(remove)
        return holder

    def _fill_thresholds(self) -> None:
        self.profile_meaning.setText(profile_meaning(self._settings.preferences.protocol.name))
        _clear(self._thresholds)
        for row, item in enumerate(thresholds(self._settings.preferences.protocol)):
            name = self._label(f"{item.name} ({item.symbol})")
            name.setMinimumWidth(CHOICE_WIDTH // 2 + 60)
            value = self._label(item.value)
            value.setFont(self._theme.font("body", bold=True))
            value.setMinimumWidth(CHOICE_WIDTH // 2 - 20)
            top = Qt.AlignmentFlag.AlignTop
            self._thresholds.addWidget(name, row, 0, top)
            self._thresholds.addWidget(value, row, 1, top)
            self._thresholds.addWidget(self._label(item.meaning, muted=True), row, 2, top)


def _words_of(widgets: Iterable[QWidget]) -> Iterator[str]:
    for widget in widgets:
        yield widget.accessibleName()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(row) for row in range(widget.count()))


def _clear(layout: QVBoxLayout | QGridLayout) -> None:
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item is not None else None
        if widget is not None:
            # A row may be removed by its own button: it has to outlive the click.
            widget.hide()
            widget.deleteLater()
