"""The ledger: what is written stays, opens as it was, and undoes to any depth."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import ledger_schema
from companion.cards import Card
from companion.engine import IllegalMove
from companion.ledger import SNAPSHOT_EVERY, Ledger, LedgerError, read_ledger
from companion.ledger_entries import (
    EntrySource,
    GameHeader,
    Recorded,
    Undone,
    entry_from_json,
    entry_to_json,
)
from companion.moves import CorrectSlot, Deal, Place
from companion.rounds import rounds_won
from companion.rules import HouseRules, WildRanks
from companion.table import Stage, face_up
from companion.table_text import format_table
from tests.ledger_games import HEADER, PLAYERS, disturbed, fold, game

CAMERA, PLAYER, SYSTEM = EntrySource


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.ledger"


def written(path: Path, *entries: Recorded | Undone) -> Path:
    with Ledger.create(path, HEADER) as ledger:
        ledger.append(*entries)
    return path


def raw(path: Path, *statements: str) -> None:
    """Change the file behind the ledger's back."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def test_header_and_entries_come_back_as_they_were(path: Path) -> None:
    rules = HouseRules(wild=WildRanks.KINGS, jokers=True, finish_size=5)
    header = GameHeader(("Zoë", "Ben", "O'Neill"), rules, "Ben", (9, 10, 7), 1.7e9 + 0.125)
    entries = (
        Recorded(0.1, SYSTEM),
        Recorded(1.5, CAMERA, (Deal(1, 2, (9, 10, 7)),)),
        Recorded(2.5, PLAYER, (CorrectSlot(0, 3, face_up(Card.parse("3H"))),)),
        Undone(3.5, PLAYER),
    )
    with Ledger.create(path, header) as ledger:
        ledger.append(*entries)
        state = ledger.state
    with Ledger.open(path) as ledger:
        assert (ledger.header, ledger.entries, ledger.state) == (header, entries, state)
        assert state.seats[2].size == 7 and state.rules == rules


@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_corrections_and_undos_opens_in_the_same_state(path: Path, seed: int) -> None:
    entries = disturbed(300, seed)
    with Ledger.create(path, HEADER) as ledger:
        for start in range(0, 300, 50):
            assert ledger.append(*entries[start : start + 50]) == fold(entries[: start + 50])
    with Ledger.open(path) as ledger:
        assert ledger.state == fold(entries)
        assert ledger.entries == tuple(entries)
    assert read_ledger(path).state == fold(entries)


def test_undo_goes_back_to_the_first_deal_across_closed_rounds(path: Path) -> None:
    entries = game(400)
    written(path, *entries)
    with Ledger.open(path) as ledger:
        assert ledger.state.round.number > 1
        for depth in (1, 2, SNAPSHOT_EVERY + 1, 200):
            left = ledger.steps - depth
            assert ledger.undo(depth, time=100.0) == fold(entries[:left])
        ledger.undo(ledger.steps, time=101.0)
        assert ledger.state == HEADER.start()
        with pytest.raises(ValueError, match="only 0 stand"):
            ledger.undo(time=102.0)
    with Ledger.open(path) as ledger:
        assert ledger.state == HEADER.start()
        assert len(ledger.entries) == len(entries) + 5, "nothing is ever taken out"


def test_a_round_closed_wrongly_is_opened_again_by_an_undo(path: Path) -> None:
    entries = game(400)
    wins = [n for n in range(1, 400) if any(e.name == "round_won" for e in entries[n].events)]
    n = wins[0]
    with Ledger.create(path, HEADER) as ledger:
        won = ledger.append(*entries[: n + 1])
        assert won.round.stage is Stage.ROUND_OVER and sum(rounds_won(won)) == 1
        ledger.append(entries[n + 1], *([entries[n + 2]] if entries[n + 2].moves else []))
        back = ledger.undo(ledger.steps - n, time=500.0)
        assert back.round.stage is Stage.PLAY and sum(rounds_won(back)) == 0
        assert format_table(back) == format_table(fold(entries[:n]))


def test_what_was_only_told_is_no_step(path: Path) -> None:
    with Ledger.create(path, HEADER) as ledger:
        dealt = ledger.append(Recorded(0.0, CAMERA, (Deal(0, 1, (10, 10)),)))
        ledger.append(Recorded(1.0, CAMERA, (Place(1, Card.parse("7H"), 7),)), Recorded(2.0, SYSTEM))
        assert ledger.steps == 2
        assert ledger.undo(time=3.0) == dealt


@pytest.mark.parametrize(
    "entry",
    [
        Recorded(1.0, CAMERA, (Deal(0, 1, (10, 10)), Place(5, Card.parse("7H"), 7))),
        Recorded(float("nan"), CAMERA),
        Undone(1.0, PLAYER, 0),
        Undone(1.0, PLAYER, 2),
    ],
)
def test_an_entry_that_does_not_fit_leaves_all_as_it_was(path: Path, entry: Recorded | Undone) -> None:
    good = Recorded(0.0, CAMERA, (Deal(0, 1, (10, 10)),))
    with Ledger.create(path, HEADER) as ledger:
        with pytest.raises(ValueError):
            ledger.append(good, entry)
        assert ledger.state == HEADER.start() and not ledger.entries
        ledger.append(good)
    assert read_ledger(path).entries == (good,)


def test_nothing_can_be_played_before_the_deal(path: Path) -> None:
    with Ledger.create(path, HEADER) as ledger, pytest.raises(IllegalMove):
        ledger.append(Recorded(0.0, CAMERA, (Place(0, Card.parse("7H"), 7),)))


def test_entries_can_be_neither_edited_nor_deleted(path: Path) -> None:
    written(path, *game(5))
    for statement in ("UPDATE entries SET body = '{}'", "DELETE FROM entries WHERE number = 5"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            raw(path, statement)
    assert read_ledger(path).entries == game(5)


def test_an_entry_reads_back_from_its_json() -> None:
    for entry in disturbed(60, seed=2):
        assert entry_from_json(entry_to_json(entry)) == entry


def test_snapshots_only_save_time(path: Path) -> None:
    entries = game(2 * SNAPSHOT_EVERY + 10)
    written(path, *entries)
    raw(path, "UPDATE snapshots SET state = replace(state, 'Ann', 'Eve')")
    with Ledger.open(path) as ledger:
        assert ledger.state == fold(entries)
    raw(path, "DELETE FROM snapshots")
    assert read_ledger(path).state == fold(entries)


def test_opening_starts_at_the_latest_snapshot(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = game(2 * SNAPSHOT_EVERY + 10)
    written(path, *entries)
    read: list[object] = []
    monkeypatch.setattr("companion.ledger.entry_from_json", lambda d: read.append(d) or entry_from_json(d))
    with Ledger.open(path) as ledger:
        assert ledger.state == fold(entries)
        assert len(read) == 10


V1_FILE = """
CREATE TABLE game (header TEXT NOT NULL, chain INTEGER NOT NULL);
CREATE TABLE entries (number INTEGER PRIMARY KEY, step INTEGER NOT NULL, body TEXT NOT NULL,
    chain INTEGER NOT NULL);
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
CREATE TRIGGER entries_last BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
INSERT INTO game VALUES('{"players":["Ann","Ben"],"rules":{},"dealer":"Ann","sizes":null,"began":5.0}',1570994189);
INSERT INTO entries VALUES(1,1,'{"t":0.5,"source":"camera","moves":[{"move":"deal","dealer":0,"starter":1,"sizes":[10,10],"cards":[]}],"events":[]}',1461734876);
PRAGMA application_id=1414681416;
PRAGMA user_version=1;
"""  # noqa: E501


def test_a_file_of_the_first_version_is_brought_up_to_date(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(V1_FILE)
    connection.close()
    header = GameHeader(PLAYERS, dealer="Ann", began=5.0)
    deal = Recorded(0.5, CAMERA, (Deal(0, 1, (10, 10)),))
    assert read_ledger(path).entries == (deal,)
    assert ledger_schema.file_version(path) == 1, "reading changes nothing"
    with Ledger.open(path) as ledger:
        assert (ledger.header, ledger.entries) == (header, (deal,))
        ledger.undo(time=1.0)
    assert ledger_schema.file_version(path) == ledger_schema.VERSION
    assert read_ledger(path).state == header.start()


def test_an_upgrade_that_fails_leaves_the_old_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, *game(5))
    broken = (*ledger_schema.UPGRADES, "CREATE TABLE more (a); INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr(ledger_schema, "UPGRADES", broken)
    connection = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        ledger_schema.upgrade(connection, len(broken))
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    connection.close()
    assert "more" not in tables
    assert read_ledger(path).entries == game(5)


def test_a_newer_version_is_left_alone(path: Path) -> None:
    written(path, *game(5))
    raw(path, f"PRAGMA user_version={ledger_schema.VERSION + 1}")
    before = path.read_bytes()
    opening: list[Callable[[Path], object]] = [Ledger.open, read_ledger]
    for opened in opening:
        with pytest.raises(LedgerError, match="newer version"):
            opened(path)
    assert path.read_bytes() == before and list(path.parent.iterdir()) == [path]


def test_a_long_game_opens_in_a_moment(path: Path) -> None:
    players = ("Ann", "Ben", "Cléo", "Dan")
    with Ledger.create(path, GameHeader(players, dealer="Ann")) as ledger:
        ledger.append(*game(2000, players=players))
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        with Ledger.open(path) as ledger:
            assert ledger.state.round.number
            taken.append(time.perf_counter() - start)
    # The figure is 0.2 s; other work on the machine slows some of the tries, not the file.
    assert min(taken) < 0.1
