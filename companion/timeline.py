"""The entries of a game in order, and the state they make: a fold that undo can take back to any depth.

An entry that changes the table is a *step*. Steps and the states after them never change once added: an undo only makes
the path of standing steps shorter, and what comes next branches off there. So a state once known (from a
snapshot, too) stays right for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.engine import force
from companion.ledger_entries import Entry, Recorded, step_of
from companion.table import GameState


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a timeline to go back to."""

    length: int
    steps: tuple[int, ...]


class Timeline:
    """Entries, each read only when it is asked for.

    Args:
        start: the state before the first entry.
        readers: what reads each entry; they may raise ValueError when the entry is used.
        deltas: of each entry, what `step_of` says.
        snapshots: states after the steps of these indices, read when they are needed.

    Raises ValueError for an undo of more steps than stand.
    """

    def __init__(
        self,
        start: GameState,
        readers: Iterable[Callable[[], Entry]] = (),
        deltas: Sequence[int] = (),
        snapshots: dict[int, Callable[[], GameState | None]] | None = None,
    ) -> None:
        self._start = start
        self._entries: list[Entry | Callable[[], Entry]] = list(readers)
        self._snapshots = dict(snapshots or {})
        self._states: dict[int, GameState] = {}
        self._steps: list[int] = []
        for index, delta in enumerate(deltas):
            self._move_on(index, delta)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def state(self) -> GameState:
        """The state now. Raises ValueError where an entry's move cannot have happened at its table."""
        return self.state_after(len(self._steps))

    @property
    def steps(self) -> tuple[int, ...]:
        """Indices of the entries that stand, in order: those an undo can take back."""
        return tuple(self._steps)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, those that were undone as well."""
        return tuple(self.entry(index) for index in range(len(self._entries)))

    def entry(self, index: int) -> Entry:
        """The entry of this index."""
        entry = self._entries[index]
        if callable(entry):
            entry = self._entries[index] = entry()
        return entry

    def state_after(self, steps: int) -> GameState:
        """The state after the first `steps` standing steps; folds from the nearest one that is known."""
        path = self._steps[:steps]
        known = len(path)
        state: GameState | None = None
        while known and (state := self._known(path[known - 1])) is None:
            known -= 1
        state = state or self._start
        for index in path[known:]:
            entry = self.entry(index)
            assert isinstance(entry, Recorded)
            for move in entry.moves:
                state = force(state, move)
            if entry.table is not None:
                if entry.table.players != state.players:
                    raise ValueError("table: other players than the game's")
                state = entry.table
            self._states[index] = state
        return state

    def add(self, entry: Entry) -> GameState:
        """Add an entry; the state after it.

        Raises ValueError, with nothing added, where a move cannot have happened at this table (IllegalMove)
        or fewer steps stand than are to be undone.
        """
        mark = self.mark()
        try:
            self._move_on(len(self._entries), step_of(entry))
            self._entries.append(entry)
            return self.state
        except ValueError:
            self.restore(mark)
            raise

    def mark(self) -> Mark:
        """Where the timeline is now."""
        return Mark(len(self._entries), self.steps)

    def restore(self, mark: Mark) -> None:
        """Forget what was added since; only for entries that were never written down."""
        for index in range(mark.length, len(self._entries)):
            self._states.pop(index, None)
        del self._entries[mark.length :]
        self._steps[:] = mark.steps

    def _known(self, index: int) -> GameState | None:
        if index not in self._states and (read := self._snapshots.pop(index, None)) is not None:
            state = read()
            if state is not None:
                self._states[index] = state
        return self._states.get(index)

    def _move_on(self, index: int, delta: int) -> None:
        if -delta > len(self._steps):
            raise ValueError(f"{-delta} steps are to be undone, but only {len(self._steps)} stand")
        if delta < 0:
            del self._steps[delta:]
        elif delta:
            self._steps.append(index)
