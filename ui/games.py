"""The games on this tablet: beginning one, finding the one to go on with, opening it again."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.ledger import Ledger, LedgerError, read_ledger
from companion.ledger_entries import GameHeader
from companion.rounds import next_sizes
from companion.table import GameState, Stage
from ui.faults import GAME_RESCUED, Fault
from ui.options import PlayOptions
from ui.places import GAME, games_folder, new_game_path

_GAME, _DEMO = "game", "demo"


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that may be gone on with."""

    path: Path
    header: GameHeader
    state: GameState
    last: float
    """When it was played last, in seconds since the epoch."""


def begin(options: PlayOptions) -> Ledger:
    """The ledger of a new game; of games on the demo table the latest alone is kept.

    Raises LedgerError or OSError where none can be made, ValueError where the options make no table.
    """
    if options.demo:
        for old in games_folder().glob(f"{_DEMO}-*{GAME}*"):
            with contextlib.suppress(OSError):
                old.unlink()
    began = time.time()
    header = GameHeader(options.players, options.rules, first_dealer(options), options.sizes, began)
    return Ledger.create(new_game_path(began, _DEMO if options.demo else _GAME), header)


def first_dealer(options: PlayOptions) -> str | None:
    """Who deals first: on the demo table the first player does."""
    return options.players[0] if options.demo else options.dealer


def unfinished(on_unreadable: Callable[[Exception], object] = lambda error: None) -> SavedGame | None:
    """The game played last, where it is not over; a damaged file counts with what can be read of it.

    A later one of which nothing can be read is passed over, and told to `on_unreadable`.
    """
    try:
        paths = sorted(games_folder().glob(f"{_GAME}-*{GAME}"), key=lambda path: path.name)
    except OSError:
        return None
    for path in reversed(paths):
        try:
            record = read_ledger(path)
            last = record.header.began + max((entry.time for entry in record.entries), default=0.0)
            state = record.state
        except (LedgerError, ValueError) as error:
            on_unreadable(error)
            continue
        if state.round.number:
            over = state.round.stage is Stage.GAME_OVER
            return None if over else SavedGame(path, record.header, state, last)
    return None


def resume(path: Path) -> tuple[Ledger, Fault | None]:
    """Open a game again, and what there is to say about it: a damaged one goes on, in a new file, from what
    can be read.

    Raises LedgerError or OSError where nothing can be gone on with.
    """
    try:
        return Ledger.open(path), None
    except LedgerError as error:
        if error.set_aside is None:
            raise
        return Ledger.rescue(error.set_aside, new_game_path(time.time())), Fault(GAME_RESCUED, str(error))


def due_sizes(state: GameState) -> tuple[int, ...] | None:
    """The layout sizes the watcher has to look for: those on the table, or of the next deal."""
    playing = state.round.stage in (Stage.TAKE, Stage.PLAY)
    sizes = tuple(map(len, state.round.layouts)) if playing else next_sizes(state)
    return sizes if all(sizes) else None
