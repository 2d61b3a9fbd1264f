"""Says whose turn it is, once for each turn."""

from __future__ import annotations

from ui.view import PlayView, Standing
from ui.voice import Voice
from ui.words import spoken_words


class TurnCaller:
    """Turns a game's views into what the voice says."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._told: tuple[Standing, int] | None = None

    def new_game(self) -> None:
        """What stands when a game is opened is not news."""
        self._told = None

    def tell(self, view: PlayView, language: str, *, aloud: bool) -> None:
        """Say it where it has changed since the view before and the players want it aloud."""
        now = (view.standing, view.player)
        if now == self._told:
            return
        first, self._told = self._told is None, now
        if not aloud or first:
            return
        if words := spoken_words(view, language):
            self._voice.say(words, language)
