"""Android's own speech."""

from __future__ import annotations

import threading
from typing import Any

WAIT = 5.0
"""Seconds to wait for the speech to be ready before the first sentence."""
NOTHING_BEFORE = 0  # TextToSpeech.QUEUE_FLUSH: what is newer replaces what is being said


class Speech:
    """Speaks by android.speech.tts.TextToSpeech. Made on the app's thread, spoken to on any."""

    def __init__(self) -> None:
        from jnius import PythonJavaClass, autoclass, java_method

        ready = self._ready = threading.Event()

        class Listener(PythonJavaClass):
            __javainterfaces__ = ("android/speech/tts/TextToSpeech$OnInitListener",)

            @java_method("(I)V")
            def onInit(self, status: int) -> None:
                if status == 0:
                    ready.set()

        activity = autoclass("org.kivy.android.PythonActivity").mActivity
        self._locale = autoclass("java.util.Locale")
        # Java holds no reference that Python's collector would know of.
        self._listener = Listener()
        self._engine: Any = autoclass("android.speech.tts.TextToSpeech")(activity, self._listener)

    def speak(self, words: str, language: str) -> None:
        """Say words in the voice of a two-letter language; returns before they are said."""
        if not self._ready.wait(WAIT):
            raise RuntimeError("the speech does not begin")
        self._engine.setLanguage(self._locale(language))
        self._engine.speak(words, NOTHING_BEFORE, None, "turn")
