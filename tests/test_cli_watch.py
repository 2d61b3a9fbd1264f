"""`watch`: what is handed to the watcher, and what stays when a source ends, breaks or is interrupted."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision.game
from companion.events import Event, StateEvent, Turn
from companion.rules import PRESETS
from ui import cli
from vision.frames import Frame, SourceError
from vision.modelcard import ModelError


class FakeGame:
    """Stands in for watcher and referee: a turn at the first frame, the state after the last."""

    def __init__(self) -> None:
        self.frames = 0
        self.players: tuple[str, ...] = ()
        self.options: dict[str, Any] = {}
        self.interrupt_at = 0
        self.unfound = self.no_deal = ""

    def watch(self, source: Iterable[Frame], players: tuple[str, ...], **options: Any) -> Iterator[Event]:
        say, say_at_end = options.pop("on_unfound"), options.pop("on_no_deal")
        if self.unfound:
            say(self.unfound)
        self.players, self.options = players, options
        failure = None
        try:
            for frame in source:
                self.frames += 1
                if frame.index == 0:
                    yield Turn(frame.time, players[0])
                if self.frames == self.interrupt_at:
                    os.kill(os.getpid(), signal.SIGINT)
        except SourceError as error:
            failure = error
        yield StateEvent(9.0, players[0], (), None, True)
        if failure:
            raise failure
        if self.no_deal:
            say_at_end(self.no_deal)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> FakeGame:
    fake = FakeGame()
    monkeypatch.setattr(vision.game, "watch_events", fake.watch)
    return fake


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five frames."""
    folder = tmp_path / "frames"
    folder.mkdir()
    for number in range(5):
        assert cv2.imwrite(str(folder / f"{number}.png"), np.full((40, 60, 3), 40 * number, np.uint8))
    return folder


def test_events_are_lines_and_the_state_is_last(
    game: FakeGame, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["watch", str(folder), "--players", "Ann,Ben", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == {"t": 0.0, "event": "turn", "player": "Ann"}
    assert (lines[1]["event"], lines[1]["turn"]) == ("state", "Ann")
    assert game.frames == 5
    assert game.players == ("Ann", "Ben")
    assert game.options == {
        "dealer": None,
        "rules": PRESETS["standard"],
        "sizes": None,
        "first_seat": "bottom",
        "trace_path": None,
    }


def test_a_deal_that_is_not_found_is_told_beside_the_events(
    game: FakeGame, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.unfound = "no deal is found: I see no cards"
    assert cli.main(["watch", str(folder), "--players", "Ann,Ben", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == f"trash-companion: {folder}: no deal is found: I see no cards\n"
    assert [json.loads(line)["event"] for line in out.splitlines()] == ["turn", "state"]


def test_a_source_without_a_deal_is_bad_input_told_at_its_end(
    game: FakeGame, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.no_deal = "no deal was found: I see no cards"
    assert cli.main(["watch", str(folder), "--players", "Ann,Ben", "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == f"trash-companion: {folder}: no deal was found: I see no cards\n"
    assert json.loads(out.splitlines()[-1])["event"] == "state", "what is known is told all the same"
    game.frames, game.interrupt_at = 0, 3
    assert cli.main(["watch", str(folder), "--players", "Ann,Ben"]) == 130
    assert capsys.readouterr().err == "", "who stops it knows better"


def test_a_folder_of_photos_is_watched_as_slowly_as_they_were_taken(
    game: FakeGame, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["watch", str(folder), "--players", "Ann,Ben", "--fps", "0.5"]) == 0
    assert game.frames == 5 * 20, "each stands still for two seconds"
    with pytest.raises(SystemExit):
        cli.main(["watch", str(folder), "--players", "Ann,Ben", "--fps", "0"])
    assert "from 0.1 to 240" in capsys.readouterr().err


def test_what_the_table_agreed_is_handed_on(game: FakeGame, folder: Path, tmp_path: Path) -> None:
    table = ["--players", "A,B,C", "--dealer", "C", "--first-seat", "left", "--rotate", "90"]
    game_rules = ["--rules", "kings", "--sizes", "10,9,1"]
    trace = ["--trace", str(tmp_path / "t.jsonl")]
    assert cli.main(["watch", str(folder), *table, *game_rules, *trace]) == 0
    assert game.options == {
        "dealer": "C",
        "rules": PRESETS["kings"],
        "sizes": (10, 9, 1),
        "first_seat": "left",
        "trace_path": tmp_path / "t.jsonl",
    }


def test_a_source_that_breaks_keeps_what_was_known(
    game: FakeGame, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = folder / "2.png"
    broken.write_bytes(b"no picture")
    assert cli.main(["watch", str(folder), "--players", "Ann,Ben", "--json"]) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["event"] for line in out.splitlines()] == ["turn", "state"]
    assert err.startswith(f"trash-companion: {broken}: ") and err.count("\n") == 1


def test_ctrl_c_tells_the_table_before_it_ends(
    game: FakeGame, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.interrupt_at = 3
    handler = signal.getsignal(signal.SIGINT)
    assert cli.main(["watch", str(folder), "--players", "Ann,Ben", "--json"]) == 130
    assert game.frames == 3
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["event"] == "state"
    assert signal.getsignal(signal.SIGINT) is handler


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["absent.mp4", "--players", "Ann,Ben"], "absent.mp4: no such file"),
        (["{folder}", "--players", "Ann,Ben", "--dealer", "Cleo"], "Cleo: no such player"),
        (["{folder}", "--players", "Ann,Ben", "--sizes", "10"], "2 sizes were expected"),
    ],
)
def test_what_cannot_be_watched_is_told_in_one_line(
    words: list[str], cause: str, game: FakeGame, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["watch", *(word.format(folder=folder) for word in words)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("trash-companion: ") and cause in err and err.count("\n") == 1
    assert game.frames == 0


def test_networks_that_are_missing_are_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def watch(*_: Any, **__: Any) -> Iterator[Event]:
        raise ModelError("card-detector.onnx: no such file")
        yield

    monkeypatch.setattr(vision.game, "watch_events", watch)
    assert cli.main(["watch", str(folder), "--players", "Ann,Ben"]) == 2
    assert capsys.readouterr().err == "trash-companion: card-detector.onnx: no such file\n"
