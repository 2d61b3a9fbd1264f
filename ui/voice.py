"""Speaks through the system's own speech where there is one; silent where there is none."""

from __future__ import annotations

import queue
import shutil
import subprocess
import threading

SPEAKERS = ("espeak-ng", "espeak")


class Voice:
    """Says sentences one after the other on a thread of its own; what waits is dropped for what is newer."""

    def __init__(self, program: str | None = None) -> None:
        self._program = program or next(filter(None, map(shutil.which, SPEAKERS)), None)
        self._said: queue.Queue[tuple[str, str] | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    @property
    def can_speak(self) -> bool:
        return self._program is not None

    def say(self, words: str, language: str) -> None:
        """Say it, in the voice of a language."""
        if self._program is None:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._speak, name="voice")
            self._thread.start()
        self._said.put((words, language))

    def stop(self) -> None:
        """End the thread; returns when what is being said is said."""
        if self._thread is not None:
            self._said.put(None)
            self._thread.join(5.0)
            self._thread = None

    def _speak(self) -> None:
        while (wish := self._said.get()) is not None:
            while not self._said.empty():
                newer = self._said.get()
                if newer is None:
                    return
                wish = newer
            words, language = wish
            # The words go by standard input: a name that begins with a dash is no option.
            command = [str(self._program), "-v", language, "--stdin"]
            try:
                subprocess.run(command, input=words.encode(), capture_output=True, timeout=10, check=False)
            except (OSError, subprocess.TimeoutExpired):
                return
