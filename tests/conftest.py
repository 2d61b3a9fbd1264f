"""What every test relies on: Kivy draws without a screen and never touches the user's own files."""

from __future__ import annotations

import os
import tempfile

# Kivy reads these once, at its first import.
os.environ.update(
    SDL_VIDEODRIVER="offscreen",
    KIVY_NO_ARGS="1",
    KIVY_NO_FILELOG="1",
    KIVY_NO_CONFIG="1",
    KIVY_LOG_MODE="MIXED",
    KIVY_METRICS_DENSITY="1",
    KIVY_HOME=tempfile.mkdtemp(prefix="kivy-home-"),
)
os.environ["TRASH_COMPANION_HOME"] = tempfile.mkdtemp(prefix="trash-companion-home-")
