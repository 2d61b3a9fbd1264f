"""What `doctor` looks at. Nothing is changed by looking, and no window opens where anybody would see it."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import companion as project
from companion.files import cause
from companion.ledger import LedgerError, read_ledger
from ui.kivyenv import has_display
from ui.places import GAME, data_folder
from ui.settings import SETTINGS, Settings
from ui.system import install_command, missing_packages
from vision import modelcard
from vision.modelcard import ModelError, Task, load_model

NETWORKS = {
    "card-detector.onnx": Task.DETECT,
    "card-corners.onnx": Task.CORNERS,
    "card-reader.onnx": Task.CLASSIFY,
}
PACKAGES = (
    ("numpy", True, ""),
    ("opencv-python", True, ""),
    ("kivy", True, ""),
    ("onnxruntime", False, "reading is half as fast without; python -m pip install onnxruntime"),
    (
        "ultralytics",
        False,
        "only training needs it; in the project's folder, python -m pip install -e '.[train]'",
    ),
)
INSTALL = "run make play again, or python -m pip install ."
ROOM = 50_000_000
"""Bytes that should be free where the games lie; a game takes less than one million."""
DEVICES = Path("/dev")
ON_LINUX = platform.system() == "Linux"
RECENT = 20
"""How many games are opened to see whether they can be read."""
DRAW = """
from ui.kivyenv import open_window, prepare
prepare(offscreen={offscreen})
open_window()
from kivy.graphics.opengl import GL_RENDERER, GL_VERSION, glGetString
print(*(glGetString(name).decode() for name in (GL_VERSION, GL_RENDERER)), sep=", ")
"""
DRAWING = 60.0
"""Seconds after which drawing is given up."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at.

    Attributes:
        what: its name.
        fine: whether it is as it should be.
        detail: what was found.
        remedy: what to do where it is not fine.
        needed: whether nothing works without it.
        there: whether it is there, and something is wrong with it, where it is not fine.
    """

    what: str
    fine: bool
    detail: str
    remedy: str = ""
    needed: bool = True
    there: bool = False

    def __str__(self) -> str:
        mark = "ok" if self.fine else "BAD" if self.there else "MISSING" if self.needed else "none"
        what_to_do = "" if self.fine or not self.remedy else f"\n        → {self.remedy}"
        return f"{mark:8}{self.what}: {self.detail}{what_to_do}"


def companion() -> Finding:
    return Finding("trash-companion", True, f"{project.__version__} on {platform.platform()}")


def python() -> Finding:
    supported = (3, 11) <= sys.version_info < (3, 14)
    return Finding(
        "Python",
        supported,
        platform.python_version(),
        "install Python 3.11, 3.12 or 3.13 beside it",
        there=True,
    )


def packages() -> Iterator[Finding]:
    for name, needed, remedy in PACKAGES:
        try:
            yield Finding(name, True, importlib.metadata.version(name), needed=needed)
        except importlib.metadata.PackageNotFoundError:
            yield Finding(name, False, "not installed", remedy or INSTALL, needed)


def system_libraries() -> Finding:
    missing = missing_packages()
    if not missing:
        return Finding("system libraries", True, "OpenGL and the rest load")
    return Finding(
        "system libraries", False, ", ".join(missing), f"run sudo {' '.join(install_command(missing))}"
    )


def screen() -> Finding:
    if has_display():
        return Finding("screen", True, "there is one to open the window on", needed=False)
    remedy = "play runs in the terminal here; for the window, start it from a desktop"
    return Finding("screen", False, "neither DISPLAY nor WAYLAND_DISPLAY is set", remedy, needed=False)


def drawing() -> Finding:
    """Whether OpenGL draws, in a process of its own: a driver may end the one that asks."""
    # Other systems have no way to draw without a window.
    code = DRAW.format(offscreen=ON_LINUX)
    remedy = (
        "install or renew the driver of the graphics card; on Debian, Mesa: apt-get install libgl1-mesa-dri"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=DRAWING,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        cause = type(error).__name__
        return Finding("OpenGL", False, f"no window can be made ({cause})", remedy, there=True)
    if done.returncode == 0 and (lines := done.stdout.split("\n")[:-1]):
        return Finding("OpenGL", True, lines[-1])
    cause = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
    return Finding("OpenGL", False, f"no window can be made ({cause.strip()})", remedy, there=True)


def networks() -> Iterator[Finding]:
    for name, task in NETWORKS.items():
        try:
            size = len(load_model(modelcard.MODELS / name, task).data)
        except ModelError as error:
            there = (modelcard.MODELS / name).exists()
            yield Finding(name, False, str(error), "fetch the project's models folder again", there=there)
        else:
            yield Finding(name, True, f"{size / 1e6:.1f} MB")


def back_ends() -> Iterator[Finding]:
    """Whether each engine runs the smallest network."""
    try:
        import numpy as np

        from vision.backends import load_backend
    except ImportError as error:
        yield Finding("reading", False, str(error), INSTALL)
        return
    for name in ("onnxruntime", "opencv"):
        needed = name == "opencv"
        try:
            card, engine = load_backend(modelcard.MODELS / "card-corners.onnx", Task.CORNERS, name)
            batch = np.zeros((8, 3, card.height, card.width), np.float32)
            engine.run(batch)
            begin = time.perf_counter()
            engine.run(batch)
        except ModelError as error:
            yield Finding(f"reading by {name}", False, str(error), INSTALL, needed)
        else:
            milliseconds = 1000 * (time.perf_counter() - begin)
            yield Finding(f"reading by {name}", True, f"8 outlines in {milliseconds:.1f} ms", needed=needed)


def camera() -> Finding:
    """On Linux only looks for devices: opening one would switch its light on."""
    by_touch = "without one the game is played by touch, or from a video"
    if ON_LINUX:
        devices = sorted(DEVICES.glob("video*"))
        usable = [str(device) for device in devices if os.access(device, os.R_OK | os.W_OK)]
        if usable:
            return Finding("camera", True, ", ".join(usable), needed=False)
        if devices:
            remedy = "run sudo usermod -aG video $USER, then log in again"
            return Finding(
                "camera", False, f"{devices[0]} may not be opened", remedy, needed=False, there=True
            )
        return Finding("camera", False, f"no {DEVICES}/video", f"plug one in; {by_touch}", needed=False)
    from vision.frames import SourceError, open_source

    try:
        open_source(0).close()
    except SourceError as error:
        remedy = (
            f"plug one in, and allow the terminal the camera in the system's privacy settings; {by_touch}"
        )
        return Finding("camera", False, str(error), remedy, needed=False)
    return Finding("camera", True, "camera 0 opens", needed=False)


def speech() -> Finding:
    from ui.device import SPEAKERS

    if program := next(filter(None, map(shutil.which, SPEAKERS)), None):
        return Finding("speech", True, program, needed=False)
    remedy = "turns are not spoken without; install espeak-ng (Debian: apt-get install espeak-ng)"
    return Finding("speech", False, f"no {' or '.join(SPEAKERS)}", remedy, needed=False)


def games() -> Finding:
    """Whether games can be written down, and those that were can be read."""
    folder = data_folder() / "games"
    remedy = "free some room there, or name another folder in TRASH_COMPANION_HOME"
    there = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            room = shutil.disk_usage(there).free
        paths = sorted(folder.glob(f"*{GAME}"), key=lambda path: path.stat().st_mtime)[-RECENT:]
    except OSError as error:
        return Finding("games", False, f"{there}: cannot be written ({cause(error)})", remedy, there=True)
    if room < ROOM:
        return Finding("games", False, f"{there}: only {room / 1e6:.0f} MB are free", remedy, there=True)
    damaged = [f"{path}: {damage}" for path in paths if (damage := _damage(path))]
    if damaged:
        remedy = "the app sets it aside and goes on from what can be read, if anything; export writes that out"
        return Finding("games", False, "; ".join(damaged), remedy, needed=False, there=True)
    told = f"the newest {len(paths)} can be read" if paths else "none yet"
    return Finding("games", True, f"{folder}: {told}, {room / 1e9:.1f} GB free")


def _damage(path: Path) -> str:
    """What is wrong with a game's file; empty where nothing is."""
    try:
        return read_ledger(path).damage
    except (LedgerError, ValueError) as error:
        return f"{str(error).removeprefix(f'{path}: ')} (nothing of it can be read)"


def settings() -> Finding:
    path = data_folder() / SETTINGS
    try:
        Settings.from_json(json.loads(path.read_text("utf-8-sig")))
    except FileNotFoundError:
        return Finding("settings", True, "as they come")
    except OSError as error:
        return Finding(
            "settings",
            False,
            f"{path}: {cause(error)}",
            "see to the rights of the file",
            needed=False,
            there=True,
        )
    except (ValueError, RecursionError) as error:
        remedy = "the app sets it aside and begins with its own settings"
        detail = f"{path}: {' '.join(str(error).split())}"
        return Finding("settings", False, detail, remedy, needed=False, there=True)
    return Finding("settings", True, str(path))
