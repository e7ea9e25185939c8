"""Window tests run where PySide6 is installed; elsewhere they are not collected."""

from __future__ import annotations

import pytest

try:
    import PySide6  # noqa: F401
except ImportError:
    collect_ignore_glob = ["*"]
else:
    from library_harness import english, harness  # noqa: F401
    from same_application import same_application  # noqa: F401
    from tongues import tongue  # noqa: F401
    from vault_start import start, store  # noqa: F401
    from window_fixtures import drawn_once, no_leftovers, patient, plain_look, taxonomy, theme  # noqa: F401


def pytest_configure(config: pytest.Config) -> None:
    # Said by the offscreen platform when windows and popups open: it has no screen, stack or keyboard.
    if config.pluginmanager.hasplugin("pytest-qt"):
        config.addinivalue_line("qt_log_ignore", r"This plugin does not support (propagateSizeHints|raise|grabbing)")
