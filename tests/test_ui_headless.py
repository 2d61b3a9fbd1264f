"""Without a screen: the game told in the terminal, the Play screen drawn into a picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from ui.kivyenv import has_display

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
