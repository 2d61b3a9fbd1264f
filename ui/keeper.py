"""Keeps a game: every happening is in the ledger before anybody sees it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from pathlib import Path

from companion.engine import IllegalMove, force
from companion.events import Event, Irregular, PhaseChanged
from companion.files import cause
from companion.ledger import Ledger, LedgerError
from companion.ledger_entries import Decided, Decision, EntrySource, Recorded, Undone
from companion.moves import Move
from companion.referee import Referee
from companion.table import GameState, Stage
from companion.timeline import Timeline
from ui.exporting import Exported, export_game
from ui.history import History
from ui.statistics import Figures, figures

log = logging.getLogger(__name__)


class Keeper:
    """The referee's game and its ledger, kept in step.

    A game that its ledger has begun already goes on from there. Where the ledger cannot be written, the game
    goes on and `trouble` says so; what is missing is written with the next entry that can be.

    Args:
        referee: of the same table as the ledger, or one that has seen nothing yet.
        ledger: None: the game is not written down, and can be undone all the same.
    """

    def __init__(self, referee: Referee, ledger: Ledger | None = None) -> None:
        self._referee, self._ledger = referee, ledger
        self.history = History()
        self.trouble = ""
        self._unwritten: list[Recorded | Undone | Decided] = []
        if ledger is None:
            self._timeline = Timeline(referee.state)
        else:
            self._timeline = ledger.record.timeline
            self.history.add(*ledger.entries)
            if ledger.entries:
                referee.restore(self.last_time, ledger.state)
        self._state = referee.state
        self._figures: Figures | None = None
        self._reckon()

    @property
    def last_time(self) -> float:
        """When the latest entry was made, in seconds since the game began; 0 for a new game."""
        entries = self._timeline.entries
        return max((entry.time for entry in entries), default=0.0)

    @property
    def can_undo(self) -> bool:
        return bool(self._timeline.steps)

    def note(self, time: float, source: EntrySource, events: Sequence[Event]) -> None:
        """Write down what the referee has just told, with the moves behind it."""
        moves = self._referee.take_moves()
        told = tuple(event for event in events if not isinstance(event, PhaseChanged))
        state = self._referee.state
        if not told and state == self._state:
            return
        after = _after(self._state, moves)
        if after is None:
            moves = ()
        self._write(Recorded(time, source, moves, told, None if after == state else state))

    def undo(self, time: float, count: int = 1) -> list[Event]:
        """Take back the latest steps; what there is to tell of it. Nothing where fewer were made."""
        steps = len(self._timeline.steps)
        if self._unwritten:
            events = self._referee.undo(time)
        elif count > steps or count < 1:
            return []
        else:
            events = self._referee.restore(time, self._timeline.state_after(steps - count))
        self._write(Undone(time, EntrySource.PLAYER, count, tuple(events)))
        return events

    def decide(self, time: float, decision: Decision, irregular: Irregular) -> list[Event]:
        """Let an irregularity stand, or take it back with all that came after it.

        Nothing happens where it is no longer open. One that stands while a later one is open needs no word: only the
        latest is asked about.
        """
        steps = self.history.steps_to(irregular)
        if steps is None or (decision is Decision.STANDS and irregular != self.history.irregular):
            return []
        self._write(Decided(time, EntrySource.PLAYER, decision))
        return self.undo(time, steps) if decision is Decision.PUT_RIGHT and steps else []

    @property
    def figures(self) -> Figures | None:
        """Of a game that is over."""
        return self._figures

    def export(self, folder: Path) -> Exported | None:
        """Write the game into new files of a folder: a text to read, and everything as JSON.

        Where the text lies, or what is wrong; None where nothing is kept.
        """
        if self._ledger is None:
            return None
        try:
            return Exported(str(export_game(self._ledger.record, folder)))
        except OSError as error:
            return Exported(fault=f"{folder}: {cause(error)}")

    def close(self) -> None:
        """Let go of the ledger; may be called twice. A game in which nothing happened leaves no file."""
        if self._ledger is None:
            return
        self._ledger.close()
        if not len(self._timeline) and not self._unwritten:
            with contextlib.suppress(OSError):
                self._ledger.path.unlink(missing_ok=True)

    def _write(self, entry: Recorded | Undone | Decided) -> None:
        self._state = self._referee.state
        self._unwritten.append(entry)
        try:
            if self._ledger is not None:
                self._ledger.append(*self._unwritten)
            else:
                for waiting in self._unwritten:
                    self._timeline.add(waiting)
        except LedgerError as error:
            if not self.trouble:
                log.error("%s", error)
            self.trouble = str(error)
        else:
            self._unwritten.clear()
            self.trouble = ""
        self.history.add(entry)
        self._reckon()

    def _reckon(self) -> None:
        over = self._state.round.stage is Stage.GAME_OVER
        self._figures = figures(self._timeline) if over else None


def _after(state: GameState, moves: Sequence[Move]) -> GameState | None:
    """Where the moves lead; None where one of them cannot have happened there."""
    try:
        for move in moves:
            state = force(state, move)
    except IllegalMove:
        return None
    return state
