"""The ledger: every entry of a game in a SQLite file, written down before it is shown.

    ledger = Ledger.create(path, GameHeader(("Ann", "Ben"), began=time.time()))
    ledger.append(Recorded(3.2, EntrySource.CAMERA, moves, events))     # on the disk when it returns
    ledger.undo(time=4.0)
    ledger.state, ledger.entries
    ledger.close()
    ledger = Ledger.open(path)                                          # after a crash, too: the same state

Only one process has a ledger open; `read_ledger` looks at a copy and needs no right to write.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from companion.events import Event
from companion.ledger_entries import (
    Entry,
    EntrySource,
    GameHeader,
    Undone,
    entry_from_json,
    entry_to_json,
    step_of,
)
from companion.ledger_files import copied, explain, is_damage, make_whole, set_aside, stated_size
from companion.ledger_schema import (
    APPLICATION_ID,
    VERSION,
    NotALedger,
    file_version,
    header_sum,
    link,
    snapshot_sum,
    upgrade,
)
from companion.table import GameState
from companion.table_text import format_table, parse_table
from companion.timeline import Timeline

SNAPSHOT_EVERY = 64
"""Steps from one snapshot to the next: with them undo and opening fold so many steps at most."""

_GARBLED = "damaged: its tables cannot be read"
"""For SQLite's own message quotes the damage, and Python cannot decode it."""

_open: set[tuple[int, int]] = set()
"""Files open in this process. Reading one once more would, on closing it, drop the locks of the whole process
(POSIX), and another process could write to it."""


class LedgerError(Exception):
    """A ledger that cannot be made, opened or written; the message names the file and the cause.

    `set_aside` is where a damaged or foreign file lies now; None where nothing was renamed.
    """

    def __init__(self, path: Path, cause: str, set_aside: Path | None = None) -> None:
        aside = f"; it was set aside as {set_aside.name}" if set_aside else ""
        super().__init__(" ".join(f"{path}: {cause}{aside}".split("\n")))
        self.set_aside = set_aside


class GameRecord:
    """A game as its ledger tells it: header, entries, state, and what could not be read of it."""

    def __init__(self, header: GameHeader, timeline: Timeline, damage: str = "") -> None:
        self.header = header
        self.timeline = timeline
        self.damage = damage
        """What is wrong with the file after the last entry that can be read; empty where nothing is."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries in order, those that were undone as well."""
        return self.timeline.entries

    @property
    def state(self) -> GameState:
        """The state after the last entry."""
        return self.timeline.state

    @property
    def events(self) -> Iterator[Event]:
        """All events in the order in which they were told."""
        return (event for entry in self.entries for event in entry.events)


class Ledger:
    """The ledger of the game that is played, made by `create` or `open`; any thread may use it."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, record: GameRecord, key: tuple[int, int], chain: int
    ) -> None:
        self._path, self._connection, self._key = path, connection, key
        self._record, self._timeline = record, record.timeline
        self._chain = chain
        self._lock = threading.RLock()

    @classmethod
    def create(cls, path: str | Path, header: GameHeader) -> Ledger:
        """Begin a ledger in a new file.

        Raises LedgerError where there is such a file already or none can be made, and ValueError where the
        header makes no table.
        """
        path = Path(path)
        header.start()

        def fill(part: Path) -> None:
            text = _dumps(header.to_json())
            with contextlib.closing(_connect(part)) as connection:
                connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
                upgrade(connection)
                connection.execute("INSERT INTO game VALUES (?, ?)", (text, header_sum(text)))
                connection.execute("PRAGMA journal_mode=WAL")

        try:
            make_whole(path, fill)
        except (OSError, sqlite3.Error) as error:
            raise LedgerError(path, explain(error)) from None
        return cls.open(path)

    @classmethod
    def open(cls, path: str | Path) -> Ledger:
        """Go on with the game of a ledger file; an older version of the file is brought up to date.

        Raises LedgerError. A damaged or foreign file is set aside first, under a name beside it; whatever can
        be read of it, `read_ledger` still reads. A file in use, out of reach, or of a newer version stays.
        """
        path = Path(path)
        try:
            _look(path)
            return cls._open(path)
        except NotALedger as fault:
            cause = str(fault)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise LedgerError(path, explain(error)) from None
            cause = explain(error)
        except UnicodeDecodeError:
            cause = _GARBLED
        except OSError as error:
            raise LedgerError(path, explain(error)) from None
        try:
            aside = set_aside(path)
        except OSError as error:
            raise LedgerError(path, f"{cause}; and it cannot be set aside: {explain(error)}") from None
        raise LedgerError(path, cause, aside)

    @classmethod
    def _open(cls, path: Path) -> Ledger:
        connection = _connect(path)
        try:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            # Takes the lock now, not with the first entry.
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            upgrade(connection)
            record, chain = _load(connection)
            if record.damage:
                raise NotALedger(record.damage)
            key = _key(path)
        except BaseException:
            connection.close()
            raise
        _open.add(key)
        return cls(path, connection, record, key, chain)

    @property
    def path(self) -> Path:
        return self._path

    @property
    def header(self) -> GameHeader:
        return self._record.header

    @property
    def record(self) -> GameRecord:
        """The game so far; goes on with the ledger."""
        return self._record

    @property
    def state(self) -> GameState:
        """The state after the last entry."""
        with self._lock:
            return self._timeline.state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries in order, those that were undone as well."""
        with self._lock:
            return self._timeline.entries

    @property
    def steps(self) -> int:
        """How many steps stand: so many an undo can take back."""
        with self._lock:
            return len(self._timeline.steps)

    def append(self, *entries: Entry) -> GameState:
        """Write entries down, all or none; they are on the disk when it returns the state after them.

        Raises ValueError where an entry does not fit the game, LedgerError where it cannot be written. Then
        the ledger and its state are as before, and it may be tried again.
        """
        with self._lock:
            mark = self._timeline.mark()
            try:
                chain, rows, snapshots = self._chain, [], []
                for entry in entries:
                    state = self._timeline.add(entry)
                    number, step, body = len(self._timeline), step_of(entry), _dumps(entry_to_json(entry))
                    chain = link(chain, number, step, body)
                    rows.append((number, step, body, chain))
                    if step == 1 and len(self._timeline.steps) % SNAPSHOT_EVERY == 0:
                        text = format_table(state)
                        snapshots.append((number, text, snapshot_sum(number, text)))
                self._write(rows, snapshots)
            except BaseException:
                self._timeline.restore(mark)
                raise
            self._chain = chain
            return self._timeline.state

    def undo(
        self,
        count: int = 1,
        *,
        time: float,
        source: EntrySource = EntrySource.PLAYER,
        events: tuple[Event, ...] = (),
    ) -> GameState:
        """Take back the latest `count` steps that stand; the state after that. Raises as `append` does."""
        return self.append(Undone(time, source, count, events))

    @classmethod
    def rescue(cls, damaged: str | Path, path: str | Path) -> Ledger:
        """Go on, in a new file, from what can be read of a damaged one. Raises LedgerError."""
        record = read_ledger(damaged)
        ledger = cls.create(path, record.header)
        try:
            ledger.append(*record.entries)
        except BaseException:
            ledger.close()
            raise
        return ledger

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        with self._lock:
            if self._key in _open:
                # The entries are on the disk already: a disk that is full now costs the tidying up alone.
                with contextlib.suppress(sqlite3.Error):
                    self._connection.close()
                _open.discard(self._key)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, rows: list[tuple[int, int, str, int]], snapshots: list[tuple[int, str, int]]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
            self._connection.executemany("INSERT INTO snapshots VALUES (?, ?, ?)", snapshots)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise LedgerError(self._path, explain(error)) from None


def read_ledger(path: str | Path) -> GameRecord:
    """Read a ledger without changing anything, while it is being played in another process, too.

    A damaged file gives the entries before the damage, which `GameRecord.damage` tells. Raises LedgerError
    where nothing of a game can be read.
    """
    path = Path(path)
    try:
        _look(path)
        with copied(path) as copy, contextlib.closing(_connect(copy)) as connection:
            upgrade(connection)
            record, _ = _load(connection)
            _ = record.entries
            if not record.damage and stated_size(path) > path.stat().st_size:
                record.damage = "damaged: the file breaks off after the last entry"
            return record
    except UnicodeDecodeError:
        raise LedgerError(path, _GARBLED) from None
    except ValueError as error:
        raise LedgerError(path, f"damaged: {error}") from None
    except (NotALedger, OSError, sqlite3.Error) as error:
        raise LedgerError(path, explain(error)) from None


def _look(path: Path) -> None:
    """Whether the file may be opened as a ledger; raises LedgerError, NotALedger or OSError."""
    if _key(path) in _open:
        raise LedgerError(path, "open already in this run of the companion")
    if (version := file_version(path)) > VERSION:
        raise LedgerError(path, f"of a newer version of the companion ({version}; this one knows {VERSION})")


def _key(path: Path) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_dev, status.st_ino


def _connect(path: Path) -> sqlite3.Connection:
    """A connection in autocommit mode to a file that exists; it never waits for a lock."""
    uri = f"{Path(os.path.abspath(path)).as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None, check_same_thread=False)
    # A text with a damaged letter is read all the same, and found by its check sum.
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


def _load(connection: sqlite3.Connection) -> tuple[GameRecord, int]:
    """The game of a file and the check sum of its last entry. Raises NotALedger or sqlite3.Error."""
    games = connection.execute("SELECT header, chain FROM game").fetchall()
    if len(games) != 1 or header_sum(str(games[0][0])) != games[0][1]:
        raise NotALedger("damaged: the game's header cannot be read")
    try:
        header = GameHeader.from_json(json.loads(games[0][0]))
        start = header.start()
    except ValueError as error:
        raise NotALedger(f"damaged: {error}") from None
    chain: int = games[0][1]
    readers: list[Callable[[], Entry]] = []
    deltas: list[int] = []
    damage = ""
    try:
        for number, step, body, check in connection.execute(
            "SELECT number, step, body, chain FROM entries ORDER BY number"
        ):
            if number != len(readers) + 1 or link(chain, number, step, body) != check:
                damage = f"damaged: entry {len(readers) + 1} cannot be read"
                break
            chain = check
            readers.append(partial(_read_entry, body))
            deltas.append(step)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        damage = f"damaged: entry {len(readers) + 1} cannot be read ({error})"
    try:
        timeline = Timeline(start, readers, deltas, _snapshots(connection))
        # Folded here: a move that cannot have happened shows the file to be damaged.
        _ = timeline.state
    except ValueError as error:
        raise NotALedger(f"damaged: {error}") from None
    return GameRecord(header, timeline, damage), chain


def _read_entry(body: str) -> Entry:
    return entry_from_json(json.loads(body))


def _snapshots(connection: sqlite3.Connection) -> dict[int, Callable[[], GameState | None]]:
    """Snapshots by index of their entry. They only save time: a damaged one is left out."""
    try:
        rows = connection.execute("SELECT number, state, check_sum FROM snapshots").fetchall()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return {}
    return {
        number - 1: partial(parse_table, state)
        for number, state, check in rows
        if snapshot_sum(number, str(state)) == check
    }


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
