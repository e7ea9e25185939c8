"""Destinations, moments and sizes in the language of the window."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from core.domain.release import Destination, DestinationKind


def destination_name(destination: Destination) -> str:
    """Name for people; the two that need no set-up are named by the program."""
    translate = QCoreApplication.translate
    if destination.kind is DestinationKind.DRY_RUN:
        return translate("Compose", "Dry run (nothing leaves)")
    if destination.kind is DestinationKind.MANUAL:
        return translate("Compose", "By hand (copy and paste)")
    return destination.name


def destination_host(destination: Destination) -> str:
    """Host and port of the base address, as typed."""
    return destination.base_url.partition("://")[2].partition("/")[0] or destination.base_url


def moment_text(moment: datetime) -> str:
    """Date and time of day in the window's locale and this computer's time."""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(moment.timestamp())), QLocale.FormatType.ShortFormat)


def byte_text(count: int) -> str:
    """A byte count in the window's locale."""
    return QCoreApplication.translate("Compose", "{count} bytes").replace("{count}", QLocale().toString(count))
