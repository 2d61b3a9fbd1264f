"""The app without a screen is killed in mid-round, and goes on with the game when it is started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cards import Card
from companion.ledger import read_ledger
from companion.ledger_entries import EntrySource, Recorded
from companion.moves import Deal, Discard, TakeStock
from companion.rules import HouseRules
from companion.table import Stage
from ui import games
from ui.games import unfinished
from ui.options import PlayOptions

ROOT = Path(__file__).parent.parent

# Two cards a player; Ben throws a queen away, Ann lays an ace and throws a king, Ben lays a two and throws a queen.
SCRIPT = """
import sys, time
import numpy as np
import ui.device
import ui.wiring
from companion.cards import Card
from companion.observation import BACK, EMPTY, Phase, TableView, face
from companion.rules import HouseRules
from ui.app import run_app
from ui.commands import UserError, complain
from ui.options import PlayOptions
from vision.frames import Frame

START, RESUME = float(sys.argv[1]), sys.argv[2] == "resume"
card = lambda text: face((Card.parse(text), 1.0))

class Pictures:
    name, fps, live = "camera 0", 10.0, False
    def __iter__(self):
        for index in range(100_000):
            yield Frame(np.full((72, 128, 3), 90, np.uint8), index / 10, index)
            time.sleep(0.002)
    def close(self): pass

class Table:
    def __init__(self, players, *, sizes):
        self.began = None
        print("looks for", *sizes, flush=True)
    def expect(self, sizes): pass
    def process(self, frame):
        self.began = frame.time if self.began is None else self.began
        t = START + frame.time - self.began
        ann = (card("AS") if t > 6 else BACK, BACK)
        ben = (BACK, card("2H") if t > 9 else BACK)
        top = card("QD") if t > 9.5 else card("KC") if t > 6.5 else card("QC") if t > 3 else EMPTY
        return TableView(frame.time, Phase.TRACKING, (ann, ben), top, True)

ui.device.open_source = lambda spec, rotate=0: Pictures()
ui.wiring.Watcher = Table
options = PlayOptions(("Ann", "Ben"), HouseRules(start_size=2), camera=0, dealer="Ann", resume=RESUME, language="en")
try:
    sys.exit(run_app(options))
except UserError as error:
    complain(error)
    sys.exit(2)
"""


NO_CAMERA = """
import sys
import ui.wiring
from ui import cli
from vision.frames import SourceError

def no_camera(spec, rotate=0):
    raise SourceError(f"camera {spec}: no such camera")

ui.wiring.open_source = no_camera
sys.exit(cli.main(["play", "--resume"]))
"""


def play_until(home: Path, last: str, *arguments: str) -> list[str]:
    """Run the app until it has told a line that ends so, and kill it; what it told, without the times."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *arguments],
        cwd=ROOT,
        env={**environment, "HOME": str(home), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    told: list[str] = []
    for line in process.stdout:
        words = line.strip().partition("  ")[2] or line.strip()
        told.append(re.sub(r" at \d+:[\d.]+", "", words))
        if told[-1].endswith(last):
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return told


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_a_killed_game_goes_on_in_mid_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    told = play_until(tmp_path, "a king fits no slot and ends the turn (R12).", "0", "new")
    assert told[:3] == ["looks for 2 2", "Ann dealt 2 and 2 cards; Ben begins.", "It is the turn of Ben."]
    saved = unfinished()
    assert saved is not None
    now = saved.state.round
    assert (now.turn, now.stage, now.discard_top) == (1, Stage.TAKE, Card.parse("KC"))
    assert now.layouts[0].slot(1).card == Card.parse("AS")

    # Meanwhile nothing was played; the round goes on where it was.
    told = play_until(tmp_path, "It is the turn of Ann.", "7", "resume")
    assert told == [
        "The game goes on: Ann, Ben.",
        "looks for 2 2",
        "Ben took a card from the stock.",
        "Ben laid 2♥ on slot 2.",
        "Ben discarded Q♦: a queen fits no slot and ends the turn (R12).",
        "It is the turn of Ann.",
    ]
    record = read_ledger(saved.path)
    assert record.state.round.number == 1 and record.state.round.turn == 0
    times = [entry.time for entry in record.entries]
    assert times == sorted(times)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_without_a_game_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ui.cli", "play", "--camera", "0", "--resume"],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        | {"TRASH_COMPANION_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = (
        f"trash-companion: {tmp_path / 'games'}: there is no game to go on with "
        "(the demo table begins anew each time)\n"
    )
    assert (done.returncode, done.stderr) == (2, told)


def test_a_later_game_of_which_nothing_can_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    with games.begin(PlayOptions(("Ann", "Ben"), HouseRules(start_size=2), dealer="Ann")) as ledger:
        ledger.append(Recorded(1.0, EntrySource.PLAYER, (Deal(0, 1, (2, 2)),)))
    later = ledger.path.with_name("game-2999-01-01-00.00.00.ledger")
    later.write_bytes(ledger.path.read_bytes()[:5000])
    told: list[str] = []
    saved = games.unfinished(on_unreadable=lambda error: told.append(str(error)))
    assert saved is not None and saved.path == ledger.path
    assert len(told) == 1 and str(later) in told[0] and "damaged" in told[0]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_without_a_camera_a_game_to_go_on_with_is_told_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRASH_COMPANION_HOME", str(tmp_path))
    players = PlayOptions(("Ann", "Ben"), HouseRules(start_size=2), dealer="Ann")
    with games.begin(players) as ledger:
        queen = Card.parse("QC")
        ledger.append(
            Recorded(1.0, EntrySource.PLAYER, (Deal(0, 1, (2, 2)), TakeStock(1), Discard(1, queen)))
        )
    before = ledger.path.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", NO_CAMERA],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        | {"LANG": "C", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "The game goes on: Ann, Ben."
    assert "* Ann: ▒ ▒   2 slots, 0 rounds won" in lines
    assert any("It is Ann's turn" in line for line in lines), done.stdout
    assert ledger.path.read_bytes() == before and (tmp_path / "trash-companion-play.png").is_file()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_an_interrupted_game_is_kept_and_its_status_says_so(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, "0", "new"],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        | {"TRASH_COMPANION_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    for line in process.stdout:
        if line.strip().endswith("Ann dealt 2 and 2 cards; Ben begins."):
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and not err.strip(), err
    kept = Path(out.splitlines()[-1].rpartition(" in ")[2])
    assert read_ledger(kept).state.round.number == 1
