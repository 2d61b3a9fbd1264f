"""Between the games: settings, the game to go on with, beginning one. Nothing here imports Kivy."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.files import cause
from companion.ledger import Ledger, LedgerError
from ui.faults import GAME_LOCKED, GAME_UNWRITTEN, SETTINGS_UNWRITTEN, Fault
from ui.games import SavedGame, begin, resume, unfinished
from ui.options import PlayOptions
from ui.places import data_folder, games_folder
from ui.settings import SETTINGS, Settings, load, save
from ui.snapshots import forget_pictures
from ui.worker import Worker

log = logging.getLogger(__name__)


class Lobby:
    """What the app holds when no game is open.

    Args:
        make: makes the worker of a game.
    """

    def __init__(self, make: Callable[[PlayOptions, Ledger | None], Worker]) -> None:
        self._make = make
        self.path: Path = data_folder() / SETTINGS
        self.notice: Fault | None = None
        """What there is to say about the settings or a game."""
        self.settings, fault = load(self.path)
        self.tell(fault)
        self.damaged = False
        """Whether nothing can be read of the game played last; known once `saved` was asked for."""

    def tell(self, fault: Fault | None) -> None:
        """Something is to be said on the first screen; its cause, with the path, is in the log."""
        self.notice = fault
        if fault is not None and fault.told:
            log.warning("%s", fault.told)

    def change(self, **settings: object) -> Settings:
        """Change settings and keep them."""
        self.settings = replace(self.settings, **settings)  # type: ignore[arg-type]
        if settings.get("pictures") is False:
            self._forget_pictures()
        try:
            save(self.path, self.settings)
        except OSError as error:
            self.tell(Fault(SETTINGS_UNWRITTEN, f"{self.path}: cannot be written ({cause(error)})"))
        return self.settings

    def saved(self) -> SavedGame | None:
        """The game to go on with."""
        unreadable: list[Exception] = []
        saved = unfinished(on_unreadable=unreadable.append)
        self.damaged = bool(unreadable)
        return saved

    def begin(self, options: PlayOptions) -> Worker:
        """A new game, followed at once; without a ledger, and said so, where none can be made.

        The pictures of the games before go.
        """
        self._forget_pictures()
        ledger: Ledger | None = None
        try:
            ledger = begin(options)
        except (LedgerError, OSError) as error:
            self.tell(Fault(GAME_UNWRITTEN, _told(error)))
        if not options.demo:
            self.change(players=options.players, rules=options.rules)
        return self._started(options, ledger)

    def resume(self, saved: SavedGame, options: PlayOptions) -> Worker | None:
        """Go on with a game; None, and said so, where it cannot be opened."""
        try:
            ledger, fault = resume(saved.path)
        except (LedgerError, OSError) as error:
            self.tell(Fault(GAME_LOCKED, _told(error)))
            return None
        self.tell(fault)
        return self._started(options, ledger)

    def _forget_pictures(self) -> None:
        with contextlib.suppress(OSError):
            forget_pictures(games_folder())

    def _started(self, options: PlayOptions, ledger: Ledger | None) -> Worker:
        worker = self._make(options, ledger)
        worker.kept = ledger is not None
        worker.show_odds(self.settings.odds)
        worker.keep_pictures(self.settings.pictures)
        worker.start()
        return worker


def _told(error: LedgerError | OSError) -> str:
    return f"{error.filename}: {cause(error)}" if isinstance(error, OSError) else str(error)
