"""Reading one photo away from the screen's thread: a small picture with the cards outlined, and their names."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2

from ui.mirror import upright
from ui.outlines import draw_cards
from ui.view import Picture
from vision.frames import PICTURE_SUFFIXES, FrameSource, SourceError, load_image, open_source
from vision.modelcard import ModelError
from vision.read import read_picture

SHOWN = 1280
"""Longest side in pixels of the picture that is shown."""
MOST = 40


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """What was read: the picture and the cards by name, or what went wrong."""

    picture: Picture | None
    cards: tuple[str, ...] = ()
    fault: str = ""


def photos(folder: Path) -> list[Path]:
    """The newest pictures of a folder; none where it cannot be read."""
    try:
        found = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES]
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)[:MOST]
    except OSError:
        return []


def read_photo(
    source: Path | int,
    rotate: int = 0,
    mirror: bool = False,
    open_camera: Callable[[int, int], FrameSource] = lambda number, rotate: open_source(
        number, rotate=rotate
    ),
) -> PhotoRead:
    """Read a picture file, or the next picture of a camera."""
    try:
        if isinstance(source, Path):
            image = load_image(source)
        else:
            frames = upright(open_camera(source, rotate), mirror)
            try:
                image = next(iter(frames)).image
            finally:
                frames.close()
        cards = read_picture(image)
    except (SourceError, ModelError, StopIteration) as error:
        return PhotoRead(None, fault=str(error) or "no picture")
    drawn = draw_cards(image, cards)
    scale = min(1.0, SHOWN / max(drawn.shape[:2]))
    small = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    picture = Picture(width, height, cv2.cvtColor(small, cv2.COLOR_BGR2RGB).tobytes())
    return PhotoRead(picture, tuple(card.card for card in cards))


class PhotoReader:
    """Reads one photo at a time on a thread of its own; the answer is handed over on that thread."""

    def __init__(self, read: Callable[[Path | int, int, bool], PhotoRead] = read_photo) -> None:
        self._read = read
        self._thread: threading.Thread | None = None

    def ask(self, source: Path | int, rotate: int, mirror: bool, answer: Callable[[PhotoRead], None]) -> bool:
        """Begin to read; False while another photo is being read."""
        if self._thread is not None and self._thread.is_alive():
            return False
        self._thread = threading.Thread(
            target=lambda: answer(self._read(source, rotate, mirror)), name="photo"
        )
        self._thread.start()
        return True

    def stop(self) -> None:
        """Wait for what is being read."""
        if self._thread is not None:
            self._thread.join(10.0)
