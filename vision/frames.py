"""Where pictures come from: one file, a video, a folder of frames, or a camera."""

from __future__ import annotations

import math
import os
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.files import cause, check_regular
from vision.images import Image

PICTURE_SUFFIXES = frozenset(
    {".avif", ".bmp", ".gif", ".jp2", ".jpe", ".jpeg", ".jpg", ".pgm", ".png", ".pnm", ".ppm", ".tif"}
    | {".tiff", ".webp"}
)
# Formats that only say how long they are in their last bytes: missing means the file was cut off.
_PNG_START, _PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"

FOLDER_FPS = 30.0
SLOWEST_FPS = 5.0
"""Folders of pictures that come slower are shown as a film of photos: each stands still for its time."""
HELD_FPS = 10.0
"""Frames a second while one stands still."""
# A container's frame count may be an estimate; only a clear shortfall is called a break.
_SHORTFALL = 0.1
_SHORTFALL_FRAMES = 5
# USB cameras drop a frame now and then; this many in a row (about a second) means it is gone.
_CAMERA_RETRIES = 30
_CAMERA_RETRY_WAIT = 0.03
# OpenCV holds the number in 32 bits.
_LAST_CAMERA = 2**31 - 1

_TURNS = {0: None, 90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


def _quieten() -> None:
    """Keep OpenCV's log out of the terminal (`OPENCV_LOG_LEVEL` brings it back)."""
    if "OPENCV_LOG_LEVEL" in os.environ:
        return
    if hasattr(cv2, "setLogLevel"):  # OpenCV 4
        cv2.setLogLevel(0)
    else:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


_quieten()


class SourceError(Exception):
    """A picture, video, folder or camera that cannot be used; the message names it and the cause."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source.

    Attributes:
        image: height × width × 3, BGR, uint8.
        time: seconds since the source began.
        index: number of the frame in the source, from 0; numbers of unreadable frames are left out.
    """

    image: Image
    time: float
    index: int


class FrameSource(Protocol):
    """Frames in order. Iterating may raise SourceError after the last good frame, never before it.

    Attributes:
        name: how to call the source in a message.
        fps: frames a second, nominal.
        live: whether frames come in real time (those not taken are lost).
    """

    name: str
    fps: float
    live: bool

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Let go of the file or camera; iteration in another thread ends. May be called twice."""


def load_image(path: str | Path) -> Image:
    """Read a picture, turned upright by its EXIF orientation, as BGR uint8 (H, W, 3).

    Sixteen-bit pictures are scaled down, alpha is dropped, of an animation the first picture is taken.
    Raises SourceError naming the file and the cause.
    """
    path = Path(path)
    try:
        check_regular(path)
        data = path.read_bytes()
    except FileNotFoundError:
        raise SourceError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise SourceError(f"{path}: a folder, not a picture") from None
    except (OSError, ValueError) as error:
        raise SourceError(
            f"{path}: cannot be read ({cause(error) if isinstance(error, OSError) else error})"
        ) from None
    if not data:
        raise SourceError(f"{path}: the file is empty")
    if data.startswith(_PNG_START) and _PNG_END not in data[-64:]:
        raise SourceError(f"{path}: the picture is cut off")
    try:
        # imdecode rather than imread: it takes any file name, also on Windows
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise SourceError(f"{path}: the picture cannot be decoded ({_cause(error)})") from None
    except MemoryError:
        raise SourceError(f"{path}: the picture is too large for the memory") from None
    if image is None:
        raise SourceError(f"{path}: not a picture, or a damaged one")
    return np.asarray(image, np.uint8)


def open_source(spec: str | Path | int, *, rotate: int = 0, fps: float = FOLDER_FPS) -> FrameSource:
    """Open a video file, a folder of pictures, a single picture, or a camera by its number.

    Args:
        spec: path, or camera number (an int or a string of digits).
        rotate: degrees clockwise to turn every frame by: 0, 90, 180 or 270.
        fps: pictures a second of a folder.

    Raises:
        SourceError: it does not exist or holds no pictures.
        ValueError: `rotate` is not a quarter turn.
    """
    if rotate not in _TURNS:
        raise ValueError(f"rotate: 0, 90, 180 or 270 was expected, not {rotate!r}")
    if isinstance(spec, int) or (isinstance(spec, str) and spec.isdecimal()):
        return CameraSource(int(spec), rotate=rotate)
    path = Path(spec)
    try:
        if path.is_dir():
            return PictureSource(path, _pictures_in(path), fps=fps, rotate=rotate)
        check_regular(path)
        if path.stat().st_size == 0:
            raise SourceError(f"{path}: the file is empty")
        with path.open("rb"):
            pass  # OpenCV does not say why it cannot open one
    except FileNotFoundError:
        raise SourceError(f"{path}: no such file") from None
    except (OSError, ValueError) as error:
        raise SourceError(
            f"{path}: cannot be read ({cause(error) if isinstance(error, OSError) else error})"
        ) from None
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return PictureSource(path, [path], rotate=rotate)
    return VideoSource(path, rotate=rotate)


class _Closing(ABC):
    """`with` for the sources below."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None: ...


class PictureSource(_Closing):
    """Picture files as frames, `fps` a second; where that is slow (SLOWEST_FPS) each is given several times.

    Unreadable ones are left out and named at the end.
    """

    live = False

    def __init__(self, name: Path, files: list[Path], *, fps: float = FOLDER_FPS, rotate: int = 0) -> None:
        self.name = str(name)
        self.fps = fps
        self._files = files
        self._rotate = rotate
        self._closed = False

    def __iter__(self) -> Iterator[Frame]:
        faults: list[SourceError] = []
        times = max(1, round(HELD_FPS / self.fps)) if self.fps < SLOWEST_FPS else 1
        for index, file in enumerate(self._files):
            if self._closed:
                return
            try:
                image = load_image(file)
            except SourceError as error:
                faults.append(error)
                continue
            image = turned(image, self._rotate)
            for held in range(times):
                yield Frame(image, (index + held / times) / self.fps, index * times + held)
        if len(faults) == 1:
            raise faults[0]
        if faults:
            raise SourceError(
                f"{self.name}: {len(faults)} of {len(self._files)} pictures unreadable, first {faults[0]}"
            )

    def close(self) -> None:
        self._closed = True


class _Capture(_Closing):
    """An OpenCV capture that another thread may close."""

    def __init__(self, name: str, capture: cv2.VideoCapture, rotate: int) -> None:
        self.name = name
        fps = float(capture.get(cv2.CAP_PROP_FPS))
        self.fps = fps if math.isfinite(fps) and 0 < fps <= 1000 else 30.0
        self._rotate = rotate
        self._capture = capture
        self._lock = threading.Lock()
        self._closed = False

    def _read(self) -> Image | None:
        """The next frame, turned; None at the end, on a fault and when closed."""
        with self._lock:
            if self._closed:
                return None
            ok, image = self._capture.read()
        return turned(image, self._rotate) if ok and image is not None else None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._capture.release()


class VideoSource(_Capture):
    """A video file, with the times its container gives."""

    live = False

    def __init__(self, path: Path, *, rotate: int = 0) -> None:
        # Named outright, because OpenCV's own choice takes "frame_%d" in a name for a pattern.
        api = cv2.CAP_FFMPEG if cv2.CAP_FFMPEG in cv2.videoio_registry.getBackends() else cv2.CAP_ANY
        capture = cv2.VideoCapture(str(path), api)
        if not capture.isOpened():
            raise SourceError(f"{path}: not a video, or a damaged one")
        super().__init__(str(path), capture, rotate)
        self._expected = capture.get(cv2.CAP_PROP_FRAME_COUNT)

    def __iter__(self) -> Iterator[Frame]:
        index, last = 0, -1.0 / self.fps
        while (image := self._read()) is not None:
            now = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            # Some containers give no times, and broken ones run backwards.
            if not math.isfinite(now) or not last < now < last + 3600:
                now = last + 1 / self.fps
            yield Frame(image, now, index)
            index, last = index + 1, now
        if self._closed:
            return
        if index == 0:
            raise SourceError(f"{self.name}: the video has no frame that can be read")
        if math.isfinite(self._expected) and index < self._expected * (1 - _SHORTFALL) - _SHORTFALL_FRAMES:
            raise SourceError(
                f"{self.name}: the video breaks off after {index} of {self._expected:.0f} frames"
            )


class CameraSource(_Capture):
    """A camera by its number, in real time."""

    live = True

    def __init__(self, number: int, *, rotate: int = 0, size: tuple[int, int] = (1920, 1080)) -> None:
        capture = _open_camera(number)
        if not capture.isOpened():
            raise SourceError(f"camera {number}: no such camera, or another program uses it")
        # Wishes: a camera that cannot meet them keeps its own values.
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        super().__init__(f"camera {number}", capture, rotate)

    def __iter__(self) -> Iterator[Frame]:
        start, index, misses = time.monotonic(), 0, 0
        while not self._closed:
            image = self._read()
            if image is not None:
                yield Frame(image, time.monotonic() - start, index)
                index, misses = index + 1, 0
                continue
            misses += 1
            if misses > _CAMERA_RETRIES:
                raise SourceError(f"{self.name}: no more pictures come from it")
            time.sleep(_CAMERA_RETRY_WAIT)


def _open_camera(number: int) -> cv2.VideoCapture:
    if number > _LAST_CAMERA:
        raise SourceError(f"camera {number}: no such camera")
    if cv2.CAP_ANDROID in cv2.videoio_registry.getCameraBackends():
        return cv2.VideoCapture(number, cv2.CAP_ANDROID)
    return cv2.VideoCapture(number, cv2.CAP_ANY)


def _pictures_in(folder: Path) -> list[Path]:
    files = [p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES and p.is_file()]
    if not files:
        raise SourceError(f"{folder}: no pictures in this folder")
    return sorted(files, key=lambda p: _natural(p.name))


def _natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """A sort key under which frame9 comes before frame10."""
    parts = re.split(r"(\d+)", name.lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], name


def turned(image: NDArray[Any], degrees: int) -> Image:
    """A picture turned clockwise by 0, 90, 180 or 270 degrees."""
    turn = _TURNS[degrees]
    return np.asarray(image if turn is None else cv2.rotate(image, turn), np.uint8)


def _cause(error: cv2.error) -> str:
    text = str(error)
    if "MAX_IMAGE" in text:
        return "too many pixels"
    if "nsufficient memory" in text:
        return "not enough memory"
    return "damaged or unknown format"
