"""Speaks through the machine's own speech where there is one; silent where there is none."""

from __future__ import annotations

import logging
import queue
import threading

from ui.device import Speak

log = logging.getLogger(__name__)


class Voice:
    """Says sentences one after the other on a thread of its own; what waits is dropped for what is newer.

    Args:
        speak: the machine's speech; None: there is none. One that fails is not tried again.
    """

    def __init__(self, speak: Speak | None) -> None:
        self._speak_aloud = speak
        self._said: queue.Queue[tuple[str, str] | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    @property
    def can_speak(self) -> bool:
        return self._speak_aloud is not None

    def say(self, words: str, language: str) -> None:
        """Say it, in the voice of a language."""
        if self._speak_aloud is None:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._speak, args=(self._speak_aloud,), name="voice")
            self._thread.start()
        self._said.put((words, language))

    def stop(self) -> None:
        """End the thread; returns when what is being said is said."""
        if self._thread is not None:
            self._said.put(None)
            self._thread.join(5.0)
            self._thread = None

    def _speak(self, aloud: Speak) -> None:
        while (wish := self._said.get()) is not None:
            while not self._said.empty():
                newer = self._said.get()
                if newer is None:
                    return
                wish = newer
            try:
                aloud(*wish)
            except Exception as error:  # the game goes on in silence, whatever the speech throws
                log.warning("the voice has failed: %s", error)
                return
