"""What the companion asks of the machine it runs on, where a tablet and a computer differ."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from ui.places import document_folder, is_android, picture_folder
from vision.frames import FrameSource, open_source

SPEAKERS = ("espeak-ng", "espeak")
SPEAKING = 10.0
"""Seconds after which a sentence is given up."""

Speak = Callable[[str, str], None]
"""Says words in the voice of a two-letter language; may return before they are said."""


class Device(Protocol):
    """The machine. Called on the app's thread, `open_camera` on any.

    Attributes:
        leaves_by_back: the way back from the first screen ends the app.
    """

    leaves_by_back: bool

    def ask_for_camera(self, answer: Callable[[bool], None]) -> None:
        """Ask whether the camera may be used; `answer` is called on the app's thread, perhaps at once."""

    def open_camera(self, number: int, rotate: int) -> FrameSource:
        """Open a camera, its pictures turned so many degrees clockwise. Raises SourceError."""

    def speech(self) -> Speak | None:
        """What speaks here; None where nothing does."""

    def documents(self) -> Path:
        """Where people look for files."""

    def pictures(self) -> Path:
        """Where people look for pictures."""


class Computer:
    """A computer: its cameras need no leave, and it speaks where espeak-ng is installed."""

    leaves_by_back = False

    def ask_for_camera(self, answer: Callable[[bool], None]) -> None:
        answer(True)

    def open_camera(self, number: int, rotate: int) -> FrameSource:
        return open_source(number, rotate=rotate)

    def speech(self) -> Speak | None:
        program = next(filter(None, map(shutil.which, SPEAKERS)), None)
        return None if program is None else speaking_program(program)

    def documents(self) -> Path:
        return document_folder()

    def pictures(self) -> Path:
        return picture_folder()


def this_device() -> Device:
    """The machine this runs on."""
    if is_android():
        from ui.android.tablet import Tablet

        return Tablet()
    return Computer()


def speaking_program(program: str) -> Speak:
    """Speech by a program that is called as espeak-ng is."""

    def speak(words: str, language: str) -> None:
        # The words go by standard input: a name that begins with a dash is no option.
        command = [program, "-v", language, "--stdin"]
        subprocess.run(command, input=words.encode(), capture_output=True, timeout=SPEAKING, check=False)

    return speak
