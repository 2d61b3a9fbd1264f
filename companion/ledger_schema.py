"""The tables of a ledger file, their versions, and what tells a ledger from any other file.

`UPGRADES[n]` takes a file from version n to n + 1; a new ledger runs all of them. An upgrade is one
transaction: a process killed in it leaves the old version.
"""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

from companion.files import check_regular

APPLICATION_ID = 0x54525348
"""``TRSH``, in the file's header (https://www.sqlite.org/fileformat.html, offset 68)."""

_V1 = """
CREATE TABLE game (
    header TEXT NOT NULL,           -- GameHeader as JSON
    chain INTEGER NOT NULL          -- CRC-32 of the header
);
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,     -- 1, 2, 3, …
    step INTEGER NOT NULL,          -- 1: moves, 0: told only, -n: takes n steps back
    body TEXT NOT NULL,             -- the entry as JSON
    chain INTEGER NOT NULL          -- CRC-32 of this row, carried on from the row before
);
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
CREATE TRIGGER entries_last BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
"""

_V2 = """
CREATE TABLE snapshots (
    number INTEGER PRIMARY KEY,     -- of the entry this is the state after
    state TEXT NOT NULL,            -- the table's text form
    check_sum INTEGER NOT NULL      -- CRC-32 of number and state
);
"""

_V3 = ""
"""Entries may hold a decision of the table, and beside the moves the table they led to; the tables stay."""

UPGRADES = (_V1, _V2, _V3)
VERSION = len(UPGRADES)

_MAGIC = b"SQLite format 3\0"
_HEAD = 100


class NotALedger(Exception):
    """The file is damaged or is something else; the text is the cause."""


def file_version(path: Path) -> int:
    """The version in a ledger file's head, read without touching anything.

    Raises NotALedger for any other file and OSError where it cannot be read.
    """
    check_regular(path)
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head:
        raise NotALedger("an empty file, not a game")
    if not head.startswith(_MAGIC):
        raise NotALedger("not the file of a game")
    if len(head) < _HEAD:
        raise NotALedger("damaged: the file breaks off")
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise NotALedger("a database, but not of a game")
    return int.from_bytes(head[60:64], "big")


def upgrade(connection: sqlite3.Connection, goal: int = VERSION) -> None:
    """Bring a file's tables to version `goal`; the connection must be in autocommit mode."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    for number in range(version, goal):
        script = f"BEGIN IMMEDIATE; {UPGRADES[number]} PRAGMA user_version={number + 1}; COMMIT;"
        try:
            connection.executescript(script)
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def header_sum(header: str) -> int:
    """The check sum the chain of entries starts from."""
    return zlib.crc32(header.encode())


def link(chain: int, number: int, step: int, body: str) -> int:
    """The check sum of an entry, carried on from that of the entry before."""
    return zlib.crc32(f"{number} {step} {body}".encode(), chain)


def snapshot_sum(number: int, state: str) -> int:
    """The check sum of a snapshot."""
    return zlib.crc32(f"{number} {state}".encode())
