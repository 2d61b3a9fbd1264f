"""A deal that is not found for long, or never: what is seen instead, said once."""

from __future__ import annotations

from collections.abc import Sequence

from companion.observation import Phase
from vision.layout import HintKind
from vision.watcher import Watcher

LONG = 10.0
"""Seconds of film in which no deal is found until that is said …"""
UNCHANGED = 3.0
"""… the last of them with the same cards in sight, for a deal may be going on …"""
AT_LAST = 30.0
"""… or so many in all, whatever is seen."""

_NO_DEAL = (HintKind.NO_CARDS, HintKind.MISSING_SEATS)


class Unfound:
    """Watches one watcher look for deals.

    Args:
        watcher: has taken in each picture before `note` is told of it.
        players: names for what is said, in seat order.
    """

    def __init__(self, watcher: Watcher, players: Sequence[str]) -> None:
        self._watcher, self._players = watcher, players
        self._since: float | None = None
        self._seen, self._seen_since = "", 0.0
        self._told = self._found_once = False

    def note(self, time: float) -> str:
        """What keeps the deal from being found at this time (s), where it is time to say so; else empty."""
        if self._watcher.layout is not None:
            self._since, self._told, self._found_once = None, False, True
            return ""
        if self._since is None:
            self._since = self._seen_since = time
        seen = self._look()
        if seen != self._seen:
            self._seen, self._seen_since = seen, time
        lasts = time - self._since
        due = lasts >= AT_LAST or (lasts >= LONG and time - self._seen_since >= UNCHANGED)
        if self._told or not due or not seen:
            return ""
        self._told = True
        return f"no deal is found: {seen}"

    def at_end(self) -> str:
        """Why there is no game to tell, where no deal was ever found; else empty."""
        return "" if self._found_once else f"no deal was found: {self._look()}"

    def _look(self) -> str:
        """What is seen; empty between two rounds, while nothing lies there that could be a deal."""
        hints = self._watcher.fit.hints
        if hints and not (self._found_once and hints[0].kind in _NO_DEAL):
            said = "; ".join(hint.text(self._players) for hint in hints)
            sized = any(hint.kind is HintKind.WRONG_COUNT for hint in hints)
            return f"{said} (--sizes names the layouts of the first deal)" if sized else said
        if self._found_once:
            return ""
        return {
            Phase.DARK: "the picture is dark",
            Phase.LOST: "the picture is blank",
            Phase.SEARCHING: "I see no cards",
        }.get(self._watcher.phase, "the cards lie in no two rows for each player")
