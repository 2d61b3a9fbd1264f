"""An Android tablet: its permissions, cameras, speech and folders, through python-for-android and pyjnius.

Both exist on Android alone, and are imported where they are used. Java classes are looked up on the app's
thread: a thread that Python started finds those of the system only.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from ui.android.camera import PreviewSource
from ui.android.speech import Speech
from ui.device import Speak
from ui.places import data_folder
from vision.frames import CameraSource, FrameSource, SourceError

CAMERA = "android.permission.CAMERA"


class Tablet:
    """The tablet the app runs on."""

    leaves_by_back = True

    def ask_for_camera(self, answer: Callable[[bool], None]) -> None:
        """Ask at once if the player has said yes before, else by Android's own question."""
        from android.permissions import check_permission, request_permissions

        if check_permission(CAMERA):
            answer(True)
            return

        def answered(_: list[str], granted: list[bool]) -> None:
            # Android calls on a thread of its own; an empty answer means that its question was broken off.
            allowed = bool(granted) and all(granted)
            Clock.schedule_once(lambda _: answer(allowed))

        request_permissions([CAMERA], answered)

    def open_camera(self, number: int, rotate: int) -> FrameSource:
        """By the camera of OpenCV (NDK); where that cannot be opened, by Android's older one."""
        try:
            return CameraSource(number, rotate=rotate)
        except SourceError:
            return PreviewSource(number, rotate=rotate)

    def speech(self) -> Speak | None:
        return Speech().speak

    def documents(self) -> Path:
        """The app's own folder on the shared storage, which a cable or a file manager reaches."""
        shared = _activity().getExternalFilesDir(None)
        # There is none while the shared storage is taken out.
        return data_folder() if shared is None else Path(shared.getAbsolutePath())

    def pictures(self) -> Path:
        return self.documents()


def _activity() -> Any:
    from jnius import autoclass

    return autoclass("org.kivy.android.PythonActivity").mActivity
