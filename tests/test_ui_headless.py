"""Without a screen: the game told in the terminal, the Play screen drawn into a picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from companion.events import Drew, Turn
from companion.table import GameState
from tests.ui_samples import HISTORY, sample_state
from ui import headless
from ui.headless import UNFOUND, Teller, follow
from ui.kivyenv import has_display
from ui.options import PlayOptions
from ui.view import Camera, PlayView, Setup, play_view
from ui.worker import Worker
from vision.layout import Hint, HintKind

ROOT = Path(__file__).parent.parent

# A table that is dealt, won and gathered as fast as pictures come, so that no network is needed.
SCRIPT = """
import sys
import numpy as np
import ui.wiring
import vision.tabletop.demo
from companion.cards import Card
from companion.observation import BACK, EMPTY, Phase, TableView, face
from companion.rules import HouseRules
from ui.app import run_app
from ui.options import PlayOptions
from vision.frames import Frame, SourceError

ACE, QUEEN = face((Card.parse("AS"), 1.0)), face((Card.parse("QC"), 1.0))

class Pictures:
    name, fps, live = "test", 10.0, False
    def __iter__(self):
        for index in range(120):
            yield Frame(np.full((72, 128, 3), 90, np.uint8), index / 10, index)
            if BREAK and index == 60:
                raise SourceError("film.mp4: the video breaks off after 60 frames")
    def close(self): pass

class Table:
    def __init__(self, players, *, sizes): assert sizes == (1, 1)
    def expect(self, sizes): pass
    def process(self, frame):
        ann = (ACE,) if frame.time > 8 else (BACK,)
        return TableView(frame.time, Phase.TRACKING, ((BACK,), ann), QUEEN if frame.time > 4 else EMPTY, True)

def demo_source(**settings):
    assert settings["rules"].start_size == 1 and not settings["live"]
    return Pictures()

vision.tabletop.demo.demo_source = demo_source
ui.wiring.Watcher = Table
status = run_app(PlayOptions(players=("Ann", "Ben"), rules=HouseRules(start_size=1), language="en"))
sys.exit(status)
"""


def run_without_screen(tmp_path: Path, *, breaks: bool = False) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("BREAK", str(breaks))],
        cwd=ROOT,
        env={**environment, "TRASH_COMPANION_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_without_a_screen_events_are_told_and_the_screen_is_drawn(tmp_path: Path) -> None:
    done = run_without_screen(tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    told = [line.strip().split("  ", 1)[1] for line in lines if line.startswith("  ")]
    assert told[0] == "Ann dealt 1 and 1 cards; Ben begins."
    assert any("Ben turned up the last card and wins the round." in line for line in told) or (
        "Ben wins the game." in told
    )
    path = Path(lines[-1].rpartition(": ")[2])
    assert path.parent == tmp_path
    image = cv2.imread(str(path))
    assert image is not None and image.shape == (800, 1280, 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 1000, "the picture is empty"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_a_source_that_breaks_is_told_in_one_line(tmp_path: Path) -> None:
    done = run_without_screen(tmp_path, breaks=True)
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["trash-companion: film.mp4: the video breaks off after 60 frames"]
    assert "Ann dealt 1 and 1 cards; Ben begins." in done.stdout


@pytest.mark.parametrize(("dealt", "status"), [(False, 2), (True, 0)])
def test_a_video_without_a_deal_is_bad_input(
    dealt: bool, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    worker = Mock()
    state = sample_state() if dealt else GameState.new(("Ann", "Ben"))
    worker.latest.return_value = play_view(state, camera=Camera.ENDED)
    worker.told.return_value = (state, ())
    monkeypatch.setattr(headless, "_ledger", Mock())
    monkeypatch.setattr(headless, "make_worker", lambda *_, **__: worker)
    monkeypatch.setattr(headless, "follow", lambda *_: False)
    monkeypatch.setattr(headless, "_draw", lambda *_: 0)
    options = PlayOptions(players=("Ann", "Ben"), video=Path("game.mp4"), language="en")
    assert headless.run_headless(options) == status
    assert ("game.mp4: no deal was found" in capsys.readouterr().err) == (not dealt)


def test_a_display_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_display()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
def test_a_display_that_does_not_answer_is_no_screen() -> None:
    code = (
        "from ui.kivyenv import *\nprepare()\n"
        "try: open_window(); print('a window')\nexcept NoWindow as error: print(error)"
    )
    environment = {k: v for k, v in os.environ.items() if k not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**environment, "DISPLAY": ":97", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "no window could be opened\n"), done.stderr
    assert "Traceback" not in done.stderr


def teller_of(worker: Mock, language: str = "en") -> Teller:
    teller = Teller(language, one_round=False)
    teller.worker = worker
    return teller


def test_a_line_is_never_of_an_earlier_time_than_the_one_before(capsys: pytest.CaptureFixture[str]) -> None:
    # The draw is known by the card that is laid, after the turn it began.
    worker = Mock(Worker)
    worker.told.return_value = (GameState.new(("Ann", "Ben"), dealer=0), ())
    teller = teller_of(worker)
    for event in (Turn(41.8, "Ann"), Drew(40.8, "Ann", "stock"), Turn(43.0, "Ben")):
        teller.tell(event)
    times = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert times == ["0:41.8", "0:41.8", "0:43.0"]


def test_a_discard_says_why_it_ended_the_turn_and_its_time_once(capsys: pytest.CaptureFixture[str]) -> None:
    worker = Mock(Worker)
    worker.told.return_value = (sample_state(), HISTORY)
    teller = teller_of(worker)
    for event in HISTORY[-2:]:
        teller.tell(event)
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "0:15.0  Ben discarded Q♥: a queen fits no slot and ends the turn (R12).",
        "0:15.0  It is the turn of Ann.",
    ]


def looking(*hints: Hint, camera: Camera = Camera.CALIBRATING) -> PlayView:
    state = GameState.new(("Ann", "Ben"), dealer=0)
    return play_view(state, camera, setup=Setup((), hints))


WRONG = (Hint(HintKind.WRONG_COUNT, 0, 3, 10), Hint(HintKind.WRONG_COUNT, 1, 3, 10))


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Cards of Ann: 3 instead of 10."), ("fr", "Cartes de Ann")]
)
def test_a_deal_that_is_not_found_is_told_once(
    language: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    teller = teller_of(Mock(Worker), language)
    for second in range(int(3 * UNFOUND)):
        teller.look(looking(*WRONG), float(second))
        assert (capsys.readouterr().err != "") == (second == UNFOUND)
    teller = teller_of(Mock(Worker), language)
    teller.look(looking(*WRONG), 0.0)
    teller.look(looking(*WRONG), UNFOUND)
    err = capsys.readouterr().err
    assert words in err and "--sizes" in err and err.count("\n") == 1


def test_a_deal_that_goes_on_and_a_table_between_two_rounds_are_waited_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    teller = teller_of(Mock(Worker))
    for second in range(60):
        teller.look(looking(Hint(HintKind.WRONG_COUNT, 0, second // 6, 10)), float(second))
    teller.look(looking(camera=Camera.TRACKING), 60.0)
    for second in range(61, 200):
        teller.look(looking(Hint(HintKind.NO_CARDS), camera=Camera.SEARCHING), float(second))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("when", ["start", "wait"])
def test_an_interrupt_lets_go_of_everything_whenever_it_comes(when: str) -> None:
    # The first event may be told, and answered with Ctrl-C, while the threads are still being started.
    worker, teller = Mock(Worker), Mock(Teller, fault=None, over=Mock())
    (worker.start if when == "start" else teller.over.wait).side_effect = KeyboardInterrupt
    assert follow(worker, teller, None)
    worker.stop.assert_called_once_with()
    teller.end.assert_called_once_with()
