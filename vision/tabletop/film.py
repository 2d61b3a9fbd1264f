"""Filmed games with their exact truth: table, hands, camera, and the event lines as they come true."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import cv2
import numpy as np

from companion.announce import state_event
from companion.events import Event, event_to_json
from companion.files import cause
from companion.simulate import Step, play_game
from vision.frames import Frame
from vision.images import Image
from vision.tabletop.choreography import Director
from vision.tabletop.disturbances import KINDS, Disturbances
from vision.tabletop.filmset import FilmSettings, aim, build_set
from vision.tabletop.gestures import Gestures
from vision.tabletop.lens import Lens
from vision.tabletop.materials import Materials
from vision.tabletop.mistakes import SLIPS, careless
from vision.tabletop.painter import Painter
from vision.tabletop.props import Packs
from vision.tabletop.scene import Pack
from vision.tabletop.truth import TruthKeeper

OPENING, ENDING = 2.0, 2.0
"""Seconds of still table before the first move and after the last."""

CODECS = {".mp4": "mp4v", ".m4v": "mp4v", ".mov": "mp4v", ".avi": "MJPG"}
"""What a film's file name may end in, and how its pictures are compressed then."""

_FRAME = re.compile(r"frame_\d{6,}\.jpg")

EVENTS = (*KINDS, *SLIPS)
"""What can be made to happen in a film."""


class FilmError(Exception):
    """A film that cannot be written; the message is one line."""


class Film:
    """A game being filmed, once.

    Args:
        settings: see there.
        packs: pictures of one pack of cards for each deck in play (fewer are used again).
        materials: table tops and hands to choose from; by default drawn by program.
        steps: the game, where it is not to be played by `settings`; its first step is a deal.

    Attributes:
        people: the players' hands, in seat order.

    Raises StageError for players or seats that cannot be filmed, FilmError for an unknown event.
    """

    def __init__(
        self,
        settings: FilmSettings,
        packs: Sequence[Pack],
        materials: Materials | None = None,
        steps: Iterable[Step] | None = None,
    ) -> None:
        for kind in settings.events:
            if kind not in EVENTS:
                raise FilmError(f"events: {', '.join(EVENTS)} were expected, not {kind!r}")
        self.settings = settings
        chance = random.Random(settings.seed)
        here = build_set(settings, packs, materials or Materials())
        self._gestures = Gestures(
            chance, here.stage, here.people, here.props, pace=settings.pace, sloppy=settings.sloppy
        )
        self.people, self._still = here.people, here.still
        decks = settings.rules.deck_count(len(settings.players))
        self._director = Director(self._gestures, Packs(decks, chance))
        self._disturbances = Disturbances(
            chance,
            self._gestures,
            [kind for kind in settings.events if kind in KINDS],
            lambda *turned: aim(settings, here.stage, settings.first_sizes, *turned),
        )
        self._painter = Painter(here.still, here.wardrobe, settings.optics.exposure)
        self._lens = Lens(np.random.default_rng(settings.seed), settings.size, settings.optics)
        self._picture = np.empty_like(here.still.image)
        self._truth = TruthKeeper()
        self._play = self._acts(steps if steps is not None else _game(settings))
        self._wake = 0.0
        self._last: Step | None = None

    @property
    def truth(self) -> list[Event]:
        """The event lines that have come true so far; the final state follows after the last frame."""
        return self._truth.events

    def frames(self) -> Iterator[Frame]:
        """All frames in order, `settings.fps` a second."""
        for index in itertools.count():
            time = index / self.settings.fps
            image = self.picture_at(time)
            if image is None:
                return
            yield Frame(image, time, index)

    def picture_at(self, time: float) -> Image | None:
        """The frame (height, width, 3) at a time (s), no earlier than the last; None after the end."""
        if not self._advance(time):
            return None
        camera = self._disturbances.camera_at(time)
        if camera is not None and camera != self._still.camera:
            self._still.look_through(camera)
        moving = self._painter.paint(self._picture, self.people, self._gestures.flights, time)
        shadow = self._disturbances.shadow_at(time, self._still.camera)
        if shadow is not None:
            shadow.blend(self._picture)
        self._truth.stamp(time, moving, self._still.camera)
        (brightness,) = self._disturbances.brightness.at(time)
        return self._lens.shoot(self._picture, time, brightness)

    def _advance(self, time: float) -> bool:
        """Let the play go on up to a time; False when it is over."""
        while self._wake <= time:
            self._gestures.land(self._wake)
            step = next(self._play, None)
            if step is None:
                if self._last is not None:
                    self._truth.close(time, state_event(self._last.after, time))
                    self._last = None
                return False
            self._wake += step
        self._gestures.land(time)
        return True

    def _acts(self, steps: Iterable[Step]) -> Iterator[float]:
        """Seconds until the next change, act after act."""
        for number, step in enumerate(steps):
            self._last = step
            acts = (
                self._disturbances.before(step),
                self._director.act(step, quick=number == 0),
                self._disturbances.after(step),
            )
            for seconds in itertools.chain(*acts):
                self._note()
                yield seconds
            self._note()
            if number == 0:
                yield from self._gestures.let_pass(OPENING)
        yield from self._director.finish()
        yield from self._gestures.let_pass(ENDING)

    def _note(self) -> None:
        for source in (self._director.told, self._disturbances.told):
            for told in source:
                self._truth.add(told)
            source.clear()


def _game(settings: FilmSettings) -> Iterator[Step]:
    return play_game(
        random.Random(settings.seed),
        settings.players,
        settings.rules,
        dealer=settings.dealer,
        sizes=settings.sizes,
        rounds=settings.rounds,
        policy=careless([kind for kind in settings.events if kind in SLIPS]),
    )


def write_film(film: Film, video: Path, truth: Path | None = None) -> int:
    """Shoot a film into a video file (see CODECS) or, where `video` has no suffix, a folder of JPEG pictures,
    and its truth into a file of event lines. Returns the number of frames. A film that is broken off leaves
    what was there before, an earlier film too, and nothing of its own.

    Raises FilmError where a file cannot be written, or other files lie in the folder.
    """
    count = 0
    with _writer(video, film.settings, truth) as write:
        for frame in film.frames():
            write(frame.image)
            count += 1
    if truth is not None:
        lines = [json.dumps(event_to_json(event), ensure_ascii=False) + "\n" for event in film.truth]
        try:
            truth.write_text("".join(lines), encoding="utf-8")
        except OSError as error:
            raise FilmError(f"{truth}: cannot be written ({cause(error)})") from None
    return count


@contextmanager
def _writer(video: Path, settings: FilmSettings, truth: Path | None) -> Iterator[Callable[[Image], object]]:
    if not video.suffix:
        _check_folder(video, truth)
        with _finished(video, _put_pictures) as part:
            yield _picture_writer(part)
        return
    code = CODECS.get(video.suffix.lower())
    if code is None:
        raise FilmError(f"{video}: {', '.join(CODECS)} or a folder was expected")
    if not video.parent.is_dir():
        raise FilmError(f"{video}: no such folder as {video.parent}")
    if video.is_dir():
        raise FilmError(f"{video}: is a folder")
    with _finished(video, Path.replace) as part:
        part.touch()  # says why, where it cannot be
        writer = cv2.VideoWriter(str(part), cv2.VideoWriter.fourcc(*code), settings.fps, settings.size)
        try:
            if not writer.isOpened():
                raise FilmError(f"{video}: cannot be written")
            yield lambda image: writer.write(image)
        finally:
            writer.release()


def _check_folder(folder: Path, truth: Path | None) -> None:
    """Raises FilmError unless the folder is new, or holds an earlier film (and its truth) alone."""
    try:
        strange = [
            path.name
            for path in (folder.iterdir() if folder.exists() else ())
            if not _FRAME.fullmatch(path.name) and (truth is None or path.resolve() != truth.resolve())
        ]
    except OSError as error:
        raise FilmError(f"{folder}: cannot be written ({cause(error)})") from None
    if strange:
        raise FilmError(f"{folder}: holds other files, such as {min(strange)}; name a new folder")


def _put_pictures(part: Path, folder: Path) -> None:
    """Put the pictures of a finished film into its folder, in place of an earlier film's."""
    if not folder.exists():
        part.replace(folder)
        return
    for path in folder.iterdir():
        if _FRAME.fullmatch(path.name):
            path.unlink()
    for path in sorted(part.iterdir()):
        path.replace(folder / path.name)


@contextmanager
def _finished(target: Path, put: Callable[[Path, Path], object]) -> Iterator[Path]:
    """The name to write under until all is written and `put` in its place; what is broken off goes."""
    whole = Path(os.path.abspath(target))
    part = whole.with_name(f".{whole.stem}.part{whole.suffix}")
    try:
        yield part
        put(part, target)
    except OSError as error:
        raise FilmError(f"{target}: cannot be written ({cause(error)})") from None
    finally:
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def _picture_writer(folder: Path) -> Callable[[Image], object]:
    folder.mkdir(parents=True, exist_ok=True)
    numbers = itertools.count()

    def write(image: Image) -> None:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])
        (folder / f"frame_{next(numbers):06d}.jpg").write_bytes(data.tobytes())

    return write


__all__ = ["CODECS", "EVENTS", "Film", "FilmError", "FilmSettings", "write_film"]
