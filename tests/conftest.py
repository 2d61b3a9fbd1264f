"""What every test relies on: Kivy draws without a screen and never touches the user's own files."""

from __future__ import annotations

import os
import tempfile

from ui.kivyenv import prepare

os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="kivy-home-")
os.environ["TRASH_COMPANION_HOME"] = tempfile.mkdtemp(prefix="trash-companion-home-")
# Kivy reads its settings at its first import, and any test may be the first that imports a part of it.
prepare(offscreen=True)
