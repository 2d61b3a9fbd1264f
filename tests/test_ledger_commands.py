"""`replay` and `export`: a game told again from its ledger."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.announce import state_event
from companion.cards import Card
from companion.events import Drew, PlayerState, StateEvent, Turn, event_to_json
from companion.ledger import Ledger, read_ledger
from companion.ledger_entries import EntrySource, GameHeader, Recorded, entry_to_json
from companion.moves import CorrectDiscard, CorrectSlot, CorrectTurn, Deal
from companion.table import face_up
from companion.table_text import parse_table
from tests.ledger_games import HEADER, PLAYERS, game
from tests.ui_samples import sample_view
from ui import cli
from ui.commands.telling import table_in_words
from ui.exporting import export_game
from ui.words import clock, day_words


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "game.ledger"
    corrections = (
        CorrectSlot(0, 4, face_up(Card.parse("4S"))),
        CorrectDiscard(None),
        CorrectTurn(1),
    )
    with Ledger.create(path, HEADER) as ledger:
        ledger.append(*game(60))
        ledger.undo(3, time=20.0)
        ledger.append(Recorded(21.5, EntrySource.PLAYER, corrections))
    return path


def test_replay_gives_the_events_as_they_were_told_and_the_state(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(played), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[:-1] == [event_to_json(event) for entry in game(60) for event in entry.events]
    with Ledger.open(played) as ledger:
        assert lines[-1] == event_to_json(state_event(ledger.state, 21.5))


def test_replay_tells_people_in_words(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(played)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("0:00.0  Ann dealt 10 and 10 cards; Ben begins.\n")
    assert "* Ben:" in out.splitlines()[-2]


def test_an_export_holds_the_whole_game(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", str(played), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    with Ledger.open(played) as ledger:
        assert GameHeader.from_json(document["game"]) == ledger.header
        assert parse_table(document["table"]) == ledger.state
        plain = [{k: v for k, v in line.items() if k != "stands"} for line in document["entries"]]
        assert plain == json.loads(json.dumps([entry_to_json(entry) for entry in ledger.entries]))
    assert [line.get("stands") for line in document["entries"][55:]] == [
        *[True] * 2,
        *[False] * 3,
        None,
        True,
    ]


def test_an_export_can_be_read(played: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    assert cli.main(["export", str(played), "--out", str(out)]) == 0
    lines = out.read_text("utf-8").splitlines()
    assert lines[0].startswith("Trash, 2023-11-1") and lines[0].endswith(": Ann, Ben")
    assert lines[1] == "House rules: none"
    assert lines[3] == "0:00.0  Ann dealt 10 and 10 cards; Ben begins."
    undone = lines.index("0:20.0  Taken back: 3 steps.")
    assert all(line.endswith("  (taken back)") for line in lines[undone - 2 : undone])
    assert lines[undone + 1 : undone + 4] == [
        "0:21.5  Corrected: slot 4 of Ann is 4S.",
        "0:21.5  Corrected: the discard pile shows nothing.",
        "0:21.5  Corrected: the turn is Ben's.",
    ]
    assert "4♠" in next(line for line in lines if line.startswith("  Ann:"))


@pytest.mark.parametrize("command", ["replay", "export"])
def test_no_line_is_of_an_earlier_time_than_the_one_before(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.ledger"
    told = (Turn(41.8, "Ann"), Drew(40.8, "Ann", "stock"))
    with Ledger.create(path, HEADER) as ledger:
        ledger.append(Recorded(42.0, EntrySource.CAMERA, (), told))
    assert cli.main([command, str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    times = [line.split()[0] for line in lines if line.endswith(("turn of Ann.", "from the stock."))]
    assert times == ["0:41.8", "0:41.8"]
    assert cli.main(["replay", "--json", str(path)]) == 0
    assert [json.loads(line)["t"] for line in capsys.readouterr().out.splitlines()[:2]] == [41.8, 40.8]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["1 slot, 1 round won", "9 slots, 2 rounds won", "There is no stock."]),
        ("fr", ["1 emplacement, 1 manche gagnée", "9 emplacements, 2 manches gagnées", "10 emplacements, 0 manche g"]),
        ("it", ["1 casella, 1 mano vinta", "10 caselle, 0 mani vinte"]),
        ("nl", ["1 vakje, 1 gewonnen ronde", "Er is geen trekstapel."]),
    ],
)
def test_the_table_is_told_in_the_language_with_its_plurals(language: str, words: list[str]) -> None:
    players = (PlayerState("Ann", 1, 1, ("back",)), PlayerState("Ben", 9, 2, ("back",) * 9), PlayerState("Cem", 10, 0, ()))
    told = table_in_words(StateEvent(1.0, "Ann", players, Card.parse("QC"), False), language)
    assert all(word in told for word in words) and "Q♣" in told
    assert ("slots" in told) == (language == "en")


def test_an_export_overwrites_nothing(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = played.read_bytes()
    for out in (played, tmp_path / "no folder" / "game.txt"):
        assert cli.main(["export", str(played), "--out", str(out)]) == 2
        assert capsys.readouterr().err.startswith(f"trash-companion: {out}: ")
    assert played.read_bytes() == before


@pytest.mark.parametrize("command", ["replay", "export"])
def test_a_file_that_is_no_ledger_is_named_and_stays(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "table.jpg"
    photo.write_bytes(b"\xff\xd8\xff")
    assert cli.main([command, str(photo)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"trash-companion: {photo}: not the file of a game\n")
    assert list(tmp_path.iterdir()) == [photo]


@pytest.mark.parametrize("command", ["replay", "export"])
def test_of_a_damaged_game_the_beginning_is_told(
    command: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(played.read_bytes())
    data[data.index(b'"t":10.0,') + 6] ^= 1
    played.write_bytes(data)
    assert cli.main([command, str(played)]) == 2
    out, err = capsys.readouterr()
    assert out.count("\n") > 30 and f"{PLAYERS[0]} dealt" in out
    assert err.startswith(f"trash-companion: {played}: damaged: entry 41 cannot be read")
    assert err.count("\n") == 1


@pytest.mark.parametrize("began", [1e18, -1e18, 1e11])
def test_a_day_that_no_calendar_has_is_left_open(
    tmp_path: Path, began: float, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.ledger"
    with Ledger.create(path, GameHeader(("Ann", "Ben"), began=began)) as ledger:
        ledger.append(Recorded(1.0, EntrySource.PLAYER, (Deal(0, 1, (10, 10)),)))
    assert cli.main(["export", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Trash, ")
    assert export_game(read_ledger(path), tmp_path / "out").is_file()
    assert day_words(began, "en") and clock(sample_view(began=began), 5.0)
