"""What every test relies on: Kivy draws without a screen and never touches the user's own files."""

from __future__ import annotations

import os
import signal
import tempfile

from ui.kivyenv import prepare

os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="kivy-home-")
os.environ["TRASH_COMPANION_HOME"] = tempfile.mkdtemp(prefix="trash-companion-home-")
# Kivy reads its settings at its first import, and any test may be the first that imports a part of it.
prepare(offscreen=True)
# Started in the background by a shell, this process ignores Ctrl-C, and so would every program a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
