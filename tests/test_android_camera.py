"""The tablet's older camera, with a stand-in for Kivy's provider: NV21, turning, opening and letting go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from tests.stand_ins import AppThread, module
from ui.android import camera as android_camera
from ui.android.camera import PreviewSource, decode_nv21
from ui.android.tablet import Tablet
from vision.frames import SourceError

PATIENCE = 15.0


def nv21(picture: np.ndarray) -> bytes:
    """A BGR picture as the camera gives it: luma, then V before U for every 2 × 2 pixels."""
    height, width = picture.shape[:2]
    planar = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
    luma, chroma = planar[:height], planar[height:].reshape(2, height // 2, width // 2)
    return luma.tobytes() + np.stack([chroma[1], chroma[0]], axis=-1).tobytes()


def halves(width: int = 64, height: int = 48) -> np.ndarray:
    """Red on the left, blue on the right, a white top."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, : width // 2] = (0, 0, 255)
    picture[:, width // 2 :] = (255, 0, 0)
    picture[: height // 4] = 255
    return picture


def test_nv21_becomes_the_picture_it_was() -> None:
    picture = halves()
    decoded = decode_nv21(nv21(picture), 64, 48)
    assert decoded.shape == picture.shape
    inner = np.abs(decoded.astype(int) - picture)[16:, 4:28]
    assert inner.max() < 8 and np.abs(decoded.astype(int) - picture)[16:, 36:].max() < 8


def test_nv21_of_another_length_is_cut_or_refused() -> None:
    data = nv21(halves())
    assert (decode_nv21(data + b"rest", 64, 48) == decode_nv21(data, 64, 48)).all()
    with pytest.raises(SourceError, match="64 × 48"):
        decode_nv21(data[:-1], 64, 48)


class Provider:
    """Kivy's camera provider for Android."""

    made: list[Provider] = []  # noqa: RUF012
    sizes: set[tuple[int, int]] = {(64, 48)}  # noqa: RUF012

    def __init__(self, *, index: int, resolution: tuple[int, int], stopped: bool) -> None:
        assert stopped and threading.current_thread() is threading.main_thread()
        if resolution not in self.sizes:
            raise RuntimeError(f"setParameters failed\nfor {resolution}")
        self.index, self.size, self.running, self.released = index, resolution, False, False
        self.data: bytes | None = None
        self.made.append(self)

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def _release_camera(self) -> None:
        assert threading.current_thread() is threading.main_thread()
        self.released = True

    def grab_frame(self) -> bytes | None:
        return self.data


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> AppThread:
    thread = AppThread()
    monkeypatch.setattr(android_camera, "Clock", thread)
    return thread


@pytest.fixture
def provider(clock: AppThread, monkeypatch: pytest.MonkeyPatch) -> type[Provider]:
    monkeypatch.setattr(Provider, "made", [])
    monkeypatch.setattr(Provider, "sizes", {(64, 48)})
    monkeypatch.setattr(android_camera, "SIZES", ((1920, 1080), (64, 48)))
    module(monkeypatch, "kivy.core.camera.camera_android", CameraAndroid=Provider)
    return Provider


class Reading:
    """Takes frames of a source on another thread, as the app does."""

    def __init__(self, source: PreviewSource, clock: AppThread) -> None:
        self.clock = clock
        self.frames: list[Any] = []
        self.fault = ""
        self._source = source
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self) -> None:
        try:
            for frame in self._source:
                self.frames.append(frame)
        except SourceError as error:
            self.fault = str(error)

    def wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, self.fault
            self.clock.tick()
            time.sleep(0.005)

    def end(self) -> None:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def test_the_largest_pictures_the_camera_has_are_read_once_each_and_turned(
    provider: type[Provider], clock: AppThread
) -> None:
    source = PreviewSource(1, rotate=90)
    reading = Reading(source, clock)
    reading.wait(lambda: bool(provider.made))
    (camera,) = provider.made
    assert (camera.index, camera.size, camera.running) == (1, (64, 48), True)
    camera.data = nv21(halves())
    reading.wait(lambda: len(reading.frames) == 1)
    time.sleep(0.1)
    assert len(reading.frames) == 1, "the same picture is not a new one"
    camera.data = nv21(255 - halves())
    reading.wait(lambda: len(reading.frames) == 2)
    source.close()
    assert camera.released and not camera.running, "at once: the app may be left now"
    source.close()
    reading.end()
    first, second = reading.frames
    assert first.image.shape == (64, 48, 3) and (first.index, second.index) == (0, 1)
    assert first.time < second.time
    assert first.image[4, 40].min() > 240, "the white top is at the right"


def test_a_camera_closed_on_another_thread_is_let_go_on_the_app_s(
    provider: type[Provider], clock: AppThread
) -> None:
    source = PreviewSource(0)
    clock.tick()
    (camera,) = provider.made
    thread = threading.Thread(target=source.close)
    thread.start()
    thread.join()
    assert not camera.released
    clock.tick()
    assert camera.released


def test_a_camera_closed_before_it_was_opened_stays_closed(
    provider: type[Provider], clock: AppThread
) -> None:
    PreviewSource(0).close()
    clock.tick()
    assert not provider.made


def test_a_camera_that_cannot_be_opened_is_named_with_the_cause(
    provider: type[Provider], clock: AppThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "sizes", set())
    reading = Reading(PreviewSource(0), clock)
    reading.wait(lambda: not reading.thread.is_alive())
    assert reading.fault == "camera 0: cannot be opened (setParameters failed)"


def test_a_camera_that_falls_silent_is_named(
    provider: type[Provider], clock: AppThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(android_camera, "SILENCE", 0.2)
    source = PreviewSource(0)
    reading = Reading(source, clock)
    reading.wait(lambda: not reading.thread.is_alive())
    assert reading.fault == "camera 0: no more pictures come from it"
    source.close()


def test_where_opencv_opens_no_camera_the_older_one_is_used(
    provider: type[Provider], clock: AppThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(number: int, *, rotate: int) -> None:
        raise SourceError("camera 0: no such camera")

    monkeypatch.setattr("ui.android.tablet.CameraSource", refuse)
    source = Tablet().open_camera(0, 180)
    assert isinstance(source, PreviewSource)
    source.close()
    monkeypatch.setattr("ui.android.tablet.CameraSource", lambda number, rotate: (number, rotate))
    assert Tablet().open_camera(2, 270) == (2, 270)
