"""Ledger files in trouble: damaged, foreign, in use, on a full disk or out of reach. Nothing is ever lost."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.ledger import Ledger, LedgerError, read_ledger
from companion.ledger_entries import GameHeader
from companion.ledger_files import set_aside
from tests.ledger_games import HEADER, fold, game

ROOT = Path(__file__).parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.ledger"


def written(path: Path, entries: int) -> Path:
    with Ledger.create(path, HEADER) as ledger:
        ledger.append(*game(entries))
    return path


def foreign_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (address)")
    connection.close()


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "an empty file, not a game"),
        (b"\xff\xd8\xff\xe0 a picture", "not the file of a game"),
        (b"SQLite format 3\0", "breaks off"),
        (None, "a database, but not of a game"),
    ],
)
def test_a_foreign_file_is_set_aside_unchanged(path: Path, content: bytes | None, cause: str) -> None:
    if content is None:
        foreign_database(path)
        content = path.read_bytes()
    else:
        path.write_bytes(content)
    with pytest.raises(LedgerError, match=cause) as caught:
        read_ledger(path)
    assert caught.value.set_aside is None and contents(path.parent) == {path.name: content}
    with pytest.raises(LedgerError, match=cause) as caught:
        Ledger.open(path)
    aside = caught.value.set_aside
    assert aside is not None and str(path) in str(caught.value) and aside.name in str(caught.value)
    assert "\n" not in str(caught.value)
    assert contents(path.parent) == {aside.name: content}
    Ledger.create(path, HEADER).close()
    assert aside.read_bytes() == content


def test_two_files_set_aside_have_two_names(path: Path) -> None:
    for content in (b"one", b"two"):
        path.write_bytes(content)
        Path(f"{path}-wal").write_bytes(content + b" log")
        set_aside(path)
    assert sorted(contents(path.parent).values()) == [b"one", b"one log", b"two", b"two log"]


def test_no_damage_is_taken_for_a_game_or_loses_a_byte(path: Path) -> None:
    entries = game(120)
    whole = written(path, 120).read_bytes()
    path.unlink()
    rng = random.Random(5)
    opened = aside = rescued = 0
    for n in range(32):
        damaged = bytearray(whole)
        if n % 4 == 0:
            del damaged[rng.randrange(len(whole)) :]
        else:
            for _ in range(rng.choice((1, 8, 64))):
                damaged[rng.randrange(len(whole))] ^= rng.randrange(1, 256)
        folder = path.parent / str(n)
        folder.mkdir()
        file = folder / path.name
        file.write_bytes(damaged)
        try:
            with Ledger.open(file) as ledger:
                # The damage lies where nothing is kept, or in a snapshot.
                assert ledger.entries == entries and ledger.state == fold(entries)
                opened += 1
        except LedgerError as error:
            assert str(file) in str(error)
            kept = error.set_aside or file
            assert kept.read_bytes() == damaged
            aside += error.set_aside is not None
            try:
                record = read_ledger(kept)
            except LedgerError:
                continue
            read = len(record.entries)
            assert record.entries == entries[:read] and record.state == fold(entries[:read])
            assert record.damage or read == len(entries)
            rescued += 1
    assert opened and aside > 16 and rescued


def test_of_a_file_that_breaks_off_what_is_whole_is_read(path: Path) -> None:
    whole = written(path, 150).read_bytes()
    entries = read_ledger(path).entries
    lengths = list(range(12_000, len(whole), 4096))
    read = []
    for length in lengths:
        path.write_bytes(whole[:length])
        record = read_ledger(path)
        assert record.damage
        assert record.entries == entries[: len(record.entries)]
        read.append(len(record.entries))
    assert read == sorted(read) and 0 < read[len(read) // 2] < len(entries)
    assert path.stat().st_size == lengths[-1], "only looked at"


@pytest.mark.parametrize("pages", [2**32 - 1, 2**20])
def test_a_head_that_says_more_than_any_game_has_is_damage(pages: int, path: Path) -> None:
    whole = written(path, 10).read_bytes()
    path.write_bytes(whole[:28] + pages.to_bytes(4, "big") + whole[32:])
    with pytest.raises(LedgerError, match="damaged"):
        read_ledger(path)


def test_what_can_be_read_of_a_damaged_game_can_be_played_on(path: Path) -> None:
    data = bytearray(written(path, 120).read_bytes())
    place = data.index(b'"t":20.0,')
    data[place + 6] ^= 1
    path.write_bytes(data)
    with pytest.raises(LedgerError, match="entry 81 cannot be read") as caught:
        Ledger.open(path)
    assert caught.value.set_aside is not None
    with Ledger.rescue(caught.value.set_aside, path) as ledger:
        assert ledger.entries == game(120)[:80]
        ledger.append(*game(120)[80:])
    assert read_ledger(path).state == fold(game(120))
    assert caught.value.set_aside.read_bytes() == data


def test_a_new_game_never_overwrites_a_file(path: Path) -> None:
    path.write_bytes(b"letters from grandmother")
    with pytest.raises(LedgerError, match="exists"):
        Ledger.create(path, HEADER)
    assert contents(path.parent) == {path.name: b"letters from grandmother"}


def test_a_log_without_its_ledger_is_not_taken_for_the_new_ones(path: Path) -> None:
    log = Path(f"{path}-wal")
    log.write_bytes(b"of another game")
    with pytest.raises(LedgerError, match="in the way"):
        Ledger.create(path, HEADER)
    assert contents(path.parent) == {log.name: b"of another game"}


def test_a_header_that_makes_no_table_makes_no_file(path: Path) -> None:
    with pytest.raises(ValueError, match="dealer"):
        Ledger.create(path, GameHeader(("Ann", "Ben"), dealer="Eve"))
    assert not contents(path.parent)


OPEN_AND_WAIT = """
import sys
from companion.ledger import Ledger
with Ledger.open(sys.argv[1]) as ledger:
    print("open", flush=True)
    sys.stdin.readline()
"""


def test_a_second_process_is_told(path: Path) -> None:
    written(path, 30)
    command = [sys.executable, "-c", OPEN_AND_WAIT, str(path)]
    other = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdin and other.stdout
    assert other.stdout.readline() == "open\n"
    with pytest.raises(LedgerError, match="in use by another run") as caught:
        Ledger.open(path)
    assert caught.value.set_aside is None
    assert read_ledger(path).entries == game(30), "looking is allowed"
    other.communicate("\n")
    with Ledger.open(path) as ledger:
        assert ledger.entries == game(30)


def test_the_lock_holds_against_a_second_opening_in_the_same_process(path: Path) -> None:
    written(path, 30)
    with Ledger.open(path):
        for opened in (Ledger.open, read_ledger):
            with pytest.raises(LedgerError, match="open already"):
                opened(path)
        refused = subprocess.run(
            [sys.executable, "-c", OPEN_AND_WAIT, str(path)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            input="\n",
            check=False,
        )
        assert "in use by another run" in refused.stderr
    Ledger.open(path).close()


FILL_THE_DISK = """
import resource, sys
from companion.ledger import Ledger, LedgerError
from tests.ledger_games import HEADER, game
ledger = Ledger.create(sys.argv[1], HEADER)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
try:
    for n, entry in enumerate(game(400)):
        state = ledger.append(entry)
except LedgerError as error:
    assert ledger.entries == game(400)[:n] and ledger.state == state
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    ledger.append(entry)
    print(n + 1, error)
"""


def test_a_file_that_can_grow_no_more_loses_nothing(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FILL_THE_DISK, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    count, _, message = done.stdout.strip().partition(" ")
    assert message.startswith(f"{path}: ") and "\n" not in message
    assert read_ledger(path).entries == game(400)[: int(count)]


def test_a_full_disk_is_called_so(path: Path) -> None:
    with Ledger.create(path, HEADER) as ledger:
        # The same error of SQLite as a disk without room.
        ledger._connection.execute("PRAGMA max_page_count=12")
        with pytest.raises(LedgerError, match=r"game\.ledger: the disk is full"):
            ledger.append(*game(400))
        assert not ledger.entries and ledger.state == HEADER.start()
        ledger.append(*game(5))
    assert read_ledger(path).entries == game(5)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs a folder in which even root can make nothing")
def test_a_folder_where_nothing_can_be_written_is_named() -> None:
    with pytest.raises(LedgerError, match=r"^/proc/game\.ledger: "):
        Ledger.create("/proc/game.ledger", HEADER)


def test_missing_files_are_named(path: Path) -> None:
    for opened in (Ledger.open, read_ledger):
        with pytest.raises(LedgerError, match=r"game\.ledger: no such file"):
            opened(path)
    with pytest.raises(LedgerError, match="a folder, not a file"):
        Ledger.open(path.parent)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_ledger_in_a_read_only_folder_is_read_but_not_opened(path: Path) -> None:
    written(path, 30)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        assert read_ledger(path).entries == game(30)
        with pytest.raises(LedgerError, match=r"game\.ledger: "):
            Ledger.open(path)
    finally:
        path.parent.chmod(0o755)
