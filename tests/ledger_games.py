"""Games for the tests of the ledger: entries of simulated rounds."""

from __future__ import annotations

import random
from functools import cache

from companion.engine import IllegalMove, force
from companion.ledger_entries import Entry, EntrySource, GameHeader, Recorded, Undone
from companion.moves import CorrectSlot
from companion.simulate import any_move, play_game
from companion.table import FACE_DOWN, GameState

PLAYERS = ("Ann", "Ben")
HEADER = GameHeader(PLAYERS, dealer="Ann", began=1_700_000_000.0)


@cache
def game(entries: int, seed: int = 1, players: tuple[str, ...] = PLAYERS) -> tuple[Entry, ...]:
    """So many entries of a game of random players, one move each."""
    steps = play_game(random.Random(seed), players, policy=any_move)
    out: list[Entry] = []
    for n, step in zip(range(entries), steps, strict=False):
        out.append(Recorded(n / 4, EntrySource.CAMERA, (step.move,), step.events))
    assert len(out) == entries
    return tuple(out)


def disturbed(count: int, seed: int) -> list[Entry]:
    """A game with corrections and undos of any depth among its moves."""
    rng = random.Random(seed)
    moves = iter(game(2 * count, seed))
    state_path: list[GameState] = [HEADER.start()]
    out: list[Entry] = []
    while len(out) < count:
        time = float(len(out))
        chance = rng.random()
        if chance < 0.1 and len(state_path) > 3:
            depth = rng.randint(1, len(state_path) - 2)
            del state_path[-depth:]
            out.append(Undone(time, EntrySource.PLAYER, depth))
            continue
        if chance < 0.2 and len(state_path) > 1:
            entry = Recorded(time, EntrySource.PLAYER, (CorrectSlot(0, 1, FACE_DOWN),))
        elif chance < 0.25:
            out.append(Recorded(time, EntrySource.SYSTEM))
            continue
        else:
            following = next(moves)
            assert isinstance(following, Recorded)
            entry = Recorded(time, EntrySource.CAMERA, following.moves, following.events)
        try:
            state_path.append(after(state_path[-1], entry))
        except IllegalMove:
            continue  # after an undo the simulated game need not fit
        out.append(entry)
    return out


def after(state: GameState, entry: Recorded) -> GameState:
    """The state after an entry's moves; raises IllegalMove where one cannot have happened."""
    for move in entry.moves:
        state = force(state, move)
    return state


def fold(entries: list[Entry] | tuple[Entry, ...], header: GameHeader = HEADER) -> GameState:
    """The state by the plainest of means: every state kept."""
    states = [header.start()]
    for entry in entries:
        if isinstance(entry, Undone):
            del states[-entry.count :]
        elif entry.moves:
            states.append(after(states[-1], entry))
    return states[-1]
