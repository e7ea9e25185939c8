"""Preferences of the window over the settings file."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from app.settings import DestinationSetting, FrameSetting, LocalSetting, Settings, SettingsStore, TrustedSetting
from core.domain.errors import KnownError
from ui.shared.theme.tokens import DiffSet, SchemeChoice
from ui.shared.viewmodels.preferences import FramePlace, LanguageChoice, LocalChoice, Preferences, TrustedServer


class StoredPreferences:
    """`PreferencesPort`. `error`: why the file could not be read; a newer file is then never overwritten."""

    def __init__(self, store: SettingsStore) -> None:
        self._store = store
        self.error: KnownError | None = None

    def load(self) -> Preferences:
        """What is stored, or the defaults; see `error`."""
        try:
            settings = self._store.load()
        except KnownError as error:
            self.error = error
            settings = Settings()
        return Preferences(
            language=LanguageChoice(settings.language),
            scheme=SchemeChoice(settings.scheme),
            diff=DiffSet(settings.diff) if settings.diff in set(DiffSet) else DiffSet.STANDARD,
            profile=settings.profile,
            destinations=tuple(item.to_domain() for item in settings.destinations),
            destination=settings.destination,
            local=LocalChoice(**settings.local.model_dump()),
            trusted=tuple(TrustedServer(item.origin, item.confirmed_at.isoformat()) for item in settings.trusted),
            evaluator=settings.evaluator,
            texts=settings.texts,
            retest=settings.retest,
            welcomed=settings.welcomed,
            text_scale=settings.text_scale,
            frame=FramePlace(**settings.frame.model_dump()) if settings.frame is not None else None,
            shortcuts=tuple(sorted(settings.shortcuts.items())),
        )

    def save(self, preferences: Preferences) -> None:
        """Raises KnownError: `settings.unwritable`, or `settings.newer` for a file that must stay untouched."""
        if self.error is not None and self.error.code == "settings.newer":
            raise self.error
        self._store.save(
            Settings(
                language=preferences.language.value,
                scheme=preferences.scheme.value,
                diff=preferences.diff.value,
                profile=preferences.profile,
                destinations=tuple(DestinationSetting.from_domain(item) for item in preferences.destinations),
                destination=preferences.destination,
                local=LocalSetting(**asdict(preferences.local)),
                trusted=tuple(
                    TrustedSetting(origin=item.origin, confirmed_at=datetime.fromisoformat(item.confirmed_at))
                    for item in preferences.trusted
                ),
                evaluator=preferences.evaluator,
                texts=preferences.texts,
                retest=preferences.retest,
                welcomed=preferences.welcomed,
                text_scale=preferences.text_scale,
                frame=FrameSetting(**asdict(preferences.frame)) if preferences.frame is not None else None,
                shortcuts=dict(preferences.shortcuts),
            )
        )
