"""`film`: a video and its truth, or one line that says why not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.events import StateEvent, event_from_json
from ui import cli
from vision.frames import open_source
from vision.tabletop.film import EVENTS

ROOT = Path(__file__).parent.parent
SMALL = ["--sizes", "1,1", "--size", "160x96", "--fps", "4"]


def test_a_film_comes_with_its_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    video, truth = tmp_path / "game.mp4", tmp_path / "game.jsonl"
    game = ["--players", "Zoë,Bo", "--dealer", "Bo", *SMALL]
    assert cli.main(["film", "--out", str(video), "--truth", str(truth), *game]) == 0
    frames = list(open_source(video))
    assert frames[0].image.shape == (96, 160, 3)
    assert capsys.readouterr().out == f"{video}: {len(frames)} frames, {len(frames) / 4:.1f} s\n"
    events = [event_from_json(json.loads(line)) for line in truth.read_text("utf-8").splitlines()]
    assert events[0] == event_from_json(
        {"t": events[0].t, "event": "round_started", "sizes": [1, 1], "dealer": "Bo", "starter": "Zoë"}
    )
    last = events[-1]
    assert isinstance(last, StateEvent)
    assert [player.name for player in last.players] == ["Zoë", "Bo"]


def test_a_breach_that_found_no_chance_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A layout of one card has no wrong slot."""
    video = tmp_path / "game.mp4"
    assert cli.main(["film", "--out", str(video), *SMALL, "--events", "lamp,wrong_slot"]) == 0
    told = f"trash-companion: {video}: the film ended before the game offered a chance for wrong_slot\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["--out", "game.xyz"], "game.xyz: "),
        (["--out", "absent/game.mp4"], "absent/game.mp4: "),
        (["--out", "game.mp4", "--deck", "absent"], "absent: no such folder"),
        (["--out", "game.mp4", "--dealer", "Cleo"], "no such player"),
        (["--out", "game.mp4", "--players", "3"], "3 sizes were expected"),
        (["--out", "game.mp4", "--events", "bump,quake"], "not 'quake'"),
        (["--out", "game.mp4", "--textures", "absent"], "absent: no pictures"),
    ],
)
def test_what_cannot_be_filmed_is_told_in_one_line(
    words: list[str],
    cause: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["film", *SMALL, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("trash-companion: ") and cause in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.parametrize("name", ["game.mp4", "game"])
def test_a_film_that_is_stopped_leaves_nothing(
    name: str, number: signal.Signals, status: int, tmp_path: Path
) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "ui.cli", "film", "--out", str(tmp_path / name), *SMALL, "--rounds", "40"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
    )
    end = time.monotonic() + 120
    while not list(tmp_path.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)
    assert list(tmp_path.iterdir()), "filming"
    child.send_signal(number)
    _, err = child.communicate()
    assert (child.returncode, err) == (status, b"")
    assert list(tmp_path.iterdir()) == []


def test_a_truth_that_cannot_be_written_is_told_before_the_film(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = tmp_path / "absent" / "truth.jsonl"
    words = ["film", "--out", str(tmp_path / "game.mp4"), "--truth", str(truth), *SMALL]
    assert cli.main(words) == 2
    assert f"{truth}: no such folder as {truth.parent}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_every_event_is_named_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["film", "--help"])
    told = "".join(capsys.readouterr().out.split())
    assert ",".join(EVENTS) in told
