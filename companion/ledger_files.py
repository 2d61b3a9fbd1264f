"""Ledger files on the disk: making one whole or not at all, setting one aside, copying one to read it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.files import cause

_LOG = "-wal"
"""SQLite keeps the newest entries in a file of this ending until it tidies up."""
_COMPANIONS = (_LOG, "-shm", "-journal")
_TRIES = 5
_LARGEST = 1 << 30
"""Bytes no game comes near: a head that says more is damaged itself."""
# SQLITE_ERROR: the tables are not those of a ledger.
_DAMAGE = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def explain(error: Exception) -> str:
    """What went wrong, for people."""
    if isinstance(error, OSError):
        return cause(error)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_BUSY:
        return "in use by another run of the companion"
    if code == sqlite3.SQLITE_FULL:
        return "the disk is full"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return f"cannot be written ({error})"
    if code in _DAMAGE:
        return f"damaged ({error})"
    return str(error)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault, not the disk or another process."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def set_aside(path: Path) -> Path:
    """Rename a file, and what SQLite keeps beside it, to a free name beside it; returns that name.

    Raises OSError where it cannot be renamed.
    """
    number = 1
    while True:
        target = path.with_name(f"{path.name}.set-aside-{number}")
        if not any(os.path.lexists(f"{target}{end}") for end in ("", *_COMPANIONS)):
            break
        number += 1
    # The log first: SQLite would throw away a log it finds beside a new file.
    for end in (*_COMPANIONS, ""):
        if os.path.lexists(f"{path}{end}"):
            os.rename(f"{path}{end}", f"{target}{end}")
    return target


def make_whole(path: Path, fill: Callable[[Path], None]) -> None:
    """Make a new file that is either there with what `fill` writes or not there.

    Raises FileExistsError where the name, or a log that would be taken for its log, is taken.
    """
    path = Path(os.path.abspath(path))
    for end in _COMPANIONS:
        if os.path.lexists(f"{path}{end}"):
            raise FileExistsError(17, f"a file of another game is in the way: {path.name}{end}")
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        fill(part)
        # Holds the name against another process; the empty file is replaced at once.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(part, path)
    finally:
        for end in ("", *_COMPANIONS):
            Path(f"{part}{end}").unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in the folder last; not every system can, and the rename itself is done."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A private copy of a database, which may be read in any way, wherever the original lies.

    A file that breaks off is filled up with zeros: SQLite opens none that is shorter than its head says, and reads
    what is whole before the first page of zeros.

    Raises OSError where it cannot be copied.
    """
    with tempfile.TemporaryDirectory(prefix="trash-companion-") as folder:
        copy = Path(folder, "game")
        for _ in range(_TRIES):
            before = _signs(path)
            for end in ("", _LOG):
                Path(f"{copy}{end}").unlink(missing_ok=True)
                if end == "" or os.path.exists(f"{path}{end}"):
                    shutil.copyfile(f"{path}{end}", f"{copy}{end}")
            # A game that is just being played may have moved its log into the file meanwhile.
            if _signs(path) == before:
                break
        if copy.stat().st_size < (whole := stated_size(copy)) <= _LARGEST:
            os.truncate(copy, whole)
        yield copy


def stated_size(path: Path) -> int:
    """Bytes that a database has by its own head (https://www.sqlite.org/fileformat.html, offsets 16 and 28)."""
    with path.open("rb") as file:
        head = file.read(32)
    page = int.from_bytes(head[16:18], "big")
    return (65536 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def _signs(path: Path) -> list[tuple[int, int] | None]:
    signs: list[tuple[int, int] | None] = []
    for name in (path, Path(f"{path}{_LOG}")):
        try:
            status = name.stat()
            signs.append((status.st_size, status.st_mtime_ns))
        except FileNotFoundError:
            signs.append(None)
    return signs
