"""Pictures by Android's older camera, through Kivy's provider, in its own format NV21."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from kivy.clock import Clock

from vision.frames import Frame, SourceError, turned
from vision.images import Image

SIZES = ((1920, 1080), (1280, 720), (640, 480))
"""Widths and heights in pixels to ask for, the largest first; every camera has the last."""
LOOK = 1 / 60
"""Seconds between two looks for a new picture: twice as often as they come."""
SILENCE = 5.0
"""Seconds without a new picture after which the camera counts as gone; it may take two to begin."""


def decode_nv21(data: bytes, width: int, height: int) -> Image:
    """A picture (height, width, 3), BGR, of NV21: height × width bytes of luma, then V and U in turn for every
    2 × 2 pixels (Android, ImageFormat.NV21).

    Raises SourceError where there are fewer bytes; more, which some cameras give, are left out.
    """
    rows = height + height // 2
    if len(data) < rows * width:
        raise SourceError(f"camera: {len(data)} bytes make no picture of {width} × {height} pixels")
    planes = np.frombuffer(data, np.uint8, rows * width).reshape(rows, width)
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_NV21), np.uint8)


class PreviewSource:
    """A camera as a source of frames. It is opened and closed on Kivy's thread, which draws its preview, and
    read on another.

    Args:
        number: of the camera, 0 on the tablet's back.
        rotate: degrees clockwise to turn every picture by: 0, 90, 180 or 270.
    """

    live = True
    fps = 30.0

    def __init__(self, number: int, *, rotate: int = 0) -> None:
        self.name = f"camera {number}"
        self._number, self._rotate = number, rotate
        self._camera: Any = None
        self._size = SIZES[-1]
        self._fault = ""
        self._closed = threading.Event()
        Clock.schedule_once(self._open)

    def __iter__(self) -> Iterator[Frame]:
        start = last_seen = time.monotonic()
        last: bytes | None = None
        index = 0
        while not self._closed.wait(LOOK):
            if self._fault:
                raise SourceError(f"{self.name}: cannot be opened ({self._fault})")
            camera = self._camera
            data = None if camera is None else camera.grab_frame()
            now = time.monotonic()
            # The provider keeps giving the last picture until a new one has come.
            if data is None or data == last:
                if now - last_seen > SILENCE:
                    raise SourceError(f"{self.name}: no more pictures come from it")
                continue
            last, last_seen = data, now
            yield Frame(turned(decode_nv21(data, *self._size), self._rotate), now - start, index)
            index += 1

    def close(self) -> None:
        """Let go of the camera, at once on Kivy's thread (there may be no later when the app is left)."""
        self._closed.set()
        if threading.current_thread() is threading.main_thread():
            self._release()
        else:
            Clock.schedule_once(lambda _: self._release())

    def _open(self, _: float) -> None:
        if self._closed.is_set():
            return
        from kivy.core.camera.camera_android import CameraAndroid

        for size in SIZES:
            try:
                # Before the camera is there: its first picture must not be taken for one of another size.
                self._size = size
                camera = CameraAndroid(index=self._number, resolution=size, stopped=True)
                camera.start()
            except Exception as error:  # Java's exceptions have no common base
                self._fault = next(iter(str(error).splitlines()), type(error).__name__)
            else:
                self._camera, self._fault = camera, ""
                return

    def _release(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            # Kivy frees the camera itself where nothing refers to it any more, which may be late.
            camera._release_camera()
