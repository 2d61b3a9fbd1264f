"""Filmed games with their exact truth: table, hands, camera, and the event lines as they come true."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.announce import state_event
from companion.events import Event, event_to_json
from companion.rules import HouseRules
from companion.simulate import Step, play_game
from vision.frames import Frame
from vision.tabletop.actors import Hand, Person, rest
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import CARD_HEIGHT, CARD_WIDTH, place_rectangle
from vision.tabletop.choreography import Director, Told
from vision.tabletop.gestures import Gestures
from vision.tabletop.hands import make_arms
from vision.tabletop.lens import MARGIN, Lens, Optics
from vision.tabletop.materials import Materials
from vision.tabletop.painter import Painter
from vision.tabletop.patch import Box, Patch
from vision.tabletop.props import Packs, Props, Wardrobe
from vision.tabletop.scene import Pack
from vision.tabletop.stage import Place, SeatPlace, Stage, fit_camera, set_up
from vision.tabletop.still import Lamp, StillLife, bare_table

Image = NDArray[np.uint8]

OPENING, ENDING = 2.0, 2.0
"""Seconds of still table before the first move and after the last."""


CODECS = {".mp4": "mp4v", ".m4v": "mp4v", ".mov": "mp4v", ".avi": "MJPG"}
"""What a film's file name may end in, and how its pictures are compressed then."""


class FilmError(Exception):
    """A film that cannot be written; the message is one line."""


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """What is filmed, and how.

    Attributes:
        seed: decides everything that is not set here.
        players: names in clockwise order; the first sits at `first_seat`.
        rules, dealer, sizes, rounds: as for `companion.simulate.play_game`.
        first_seat: side of the picture: bottom, left, top or right.
        size, fps: of the frames.
        tilt: degrees the camera leans from straight down; azimuth and roll turn it otherwise.
        light: 1 is a well lit room; unevenness and gloss as for `Lamp`.
        optics: see there.
        sloppy: how carelessly cards are laid; 1 is up to 4 mm and 4°.
        pace: factor on all durations.
    """

    seed: int = 0
    players: tuple[str, ...] = ("Ann", "Ben")
    rules: HouseRules = field(default_factory=HouseRules)
    dealer: int = 0
    sizes: tuple[int, ...] | None = None
    rounds: int | None = 1
    first_seat: str = "bottom"
    size: tuple[int, int] = (1280, 720)
    fps: float = 30.0
    tilt: float = 20.0
    azimuth: float = 0.0
    roll: float = 0.0
    light: float = 1.0
    unevenness: float = 0.5
    gloss: float = 0.0
    optics: Optics = field(default_factory=Optics)
    sloppy: float = 1.0
    pace: float = 1.0


class Film:
    """A game being filmed; `frames` may be called once.

    Args:
        settings: see there.
        packs: pictures of one pack of cards for each deck in play (fewer are used again).
        materials: table tops and hands to choose from.

    Attributes:
        truth: the event lines that have come true so far; the final state follows after the last frame.

    Raises StageError for players or seats that cannot be filmed.
    """

    def __init__(
        self, settings: FilmSettings, packs: Sequence[Pack], materials: Materials | None = None
    ) -> None:
        self.settings = settings
        self.truth: list[Event] = []
        materials = materials or Materials()
        rng = np.random.default_rng(settings.seed)
        chance = random.Random(settings.seed)
        players = len(settings.players)
        self._steps = play_game(
            random.Random(chance.random()),
            settings.players,
            settings.rules,
            dealer=settings.dealer,
            sizes=settings.sizes,
            rounds=settings.rounds,
        )
        sizes = settings.sizes or (settings.rules.start_size,) * players
        stage = set_up(rng, sizes, settings.first_seat, settings.sloppy)
        self._camera = _with_margin(_camera(settings, stage, sizes))
        canvas_size = (self._camera.width, self._camera.height)
        lamp = Lamp(rng, canvas_size, settings.light, settings.unevenness, settings.gloss)
        texture = materials.table_top(rng)
        bare = bare_table(self._camera, texture, float(rng.uniform(250, 900)), float(rng.uniform(0, 360)))
        self._still = StillLife(self._camera, lamp, bare)
        wardrobe = Wardrobe(packs)
        self._painter = Painter(self._still, wardrobe, settings.optics.exposure)
        self._people = [_person(rng, seat, self._camera, materials) for seat in stage.seats]
        decks = settings.rules.deck_count(players)
        props = Props(self._still, wardrobe, chance)
        self._gestures = Gestures(
            chance, stage, self._people, props, pace=settings.pace, sloppy=settings.sloppy
        )
        self._director = Director(self._gestures, Packs(decks, chance))
        self._lens = Lens(rng, settings.size, settings.optics)
        self._picture = np.empty_like(self._still.image)
        self._pending: list[tuple[Told, Image, Box]] = []
        self._last: Step | None = None

    def frames(self) -> Iterator[Frame]:
        """All frames in order, `settings.fps` a second."""
        play = self._play()
        wake = 0.0
        for index in itertools.count():
            time = index / self.settings.fps
            while wake <= time:
                self._gestures.land(wake)
                step = next(play, None)
                if step is None:
                    self._finish(time)
                    return
                wake += step
                self._note_told()
            self._gestures.land(time)
            moving = self._painter.paint(self._picture, self._people, self._gestures.flights, time)
            self._stamp(time, moving)
            image = self._lens.shoot(self._picture, time)
            yield Frame(image, time, index)

    def _play(self) -> Iterator[float]:
        """Seconds until the next change, act after act."""
        for number, step in enumerate(self._steps):
            self._last = step
            yield from self._director.act(step, quick=number == 0)
            if number == 0:
                yield OPENING
        yield from self._director.finish()
        yield ENDING

    def _finish(self, time: float) -> None:
        for told, _, _ in self._pending:
            self._write(told, time)
        self._pending.clear()
        if self._last is not None:
            self.truth.append(state_event(self._last.after, round(time, 3)))

    # ── truth ──

    def _note_told(self) -> None:
        for told in self._director.told:
            mask, box = self._mask(told.place)
            self._pending.append((told, mask, box))
        self._director.told.clear()

    def _mask(self, place: Place | None) -> tuple[Image, Box]:
        if place is None:
            return np.zeros((1, 1), np.uint8), (0, 0, 1, 1)
        quad = self._camera.project(place_rectangle(CARD_WIDTH, CARD_HEIGHT, place.at, place.angle))
        x0, y0 = (int(v) for v in np.floor(quad.min(axis=0)))
        x1, y1 = (int(v) for v in np.ceil(quad.max(axis=0)))
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round(quad - [x0, y0]).astype(np.int32)], 255)
        return mask, (x0, y0, x1, y1)

    def _stamp(self, time: float, moving: Sequence[Patch]) -> None:
        """Events come true in order, each when nothing moves over its place."""
        while self._pending:
            told, mask, box = self._pending[0]
            if told.place is not None and any(patch.covers(mask, box) for patch in moving):
                return
            self._write(told, time)
            self._pending.pop(0)

    def _write(self, told: Told, time: float) -> None:
        self.truth += [replace(event, t=round(time, 3)) for event in told.events]


def _camera(settings: FilmSettings, stage: Stage, sizes: Sequence[int]) -> TabletopCamera:
    return fit_camera(
        stage.outlines(sizes),
        settings.size,
        tilt=settings.tilt,
        azimuth=settings.azimuth,
        roll=settings.roll,
    )


def _with_margin(camera: TabletopCamera) -> TabletopCamera:
    """The same view with MARGIN pixels more on every side."""
    width, height = camera.width + 2 * MARGIN, camera.height + 2 * MARGIN
    wider = width / camera.width
    view = 2 * math.degrees(math.atan(math.tan(math.radians(camera.field_of_view) / 2) * wider))
    return replace(camera, width=width, height=height, span=camera.span * wider, field_of_view=view)


def _person(
    rng: np.random.Generator, seat: SeatPlace, camera: TabletopCamera, materials: Materials
) -> Person:
    """A player whose hands wait just outside the picture."""
    right, left = make_arms(rng, materials)
    outward = seat.edge + 40
    while outward < seat.edge + 1500 and _shows(camera, seat.spot(0, outward)):
        outward += 30
    outward += float(rng.uniform(60, 120))
    hands = [
        Hand(
            arm,
            shoulder=seat.spot(side * 190, outward + 260),
            home=seat.spot(side * 130, outward),
            path=rest(*seat.spot(side * 130, outward), 60.0),
        )
        for arm, side in ((right, 1), (left, -1))
    ]
    return Person(hands[0], hands[1], seat.spot(0, seat.away + 1.1 * CARD_HEIGHT))


def _shows(camera: TabletopCamera, point: tuple[float, float]) -> bool:
    x, y = camera.project([point])[0]
    return bool(0 <= x < camera.width and 0 <= y < camera.height)


def write_film(film: Film, video: Path, truth: Path | None = None) -> int:
    """Shoot a film into a video file (see CODECS) or, where `video` has no suffix, a folder of JPEG pictures,
    and its truth into a file of event lines. Returns the number of frames.

    Raises FilmError where a file cannot be written.
    """
    count = 0
    with _writer(video, film.settings) as write:
        for frame in film.frames():
            write(frame.image)
            count += 1
    if truth is not None:
        lines = [json.dumps(event_to_json(event), ensure_ascii=False) + "\n" for event in film.truth]
        try:
            truth.write_text("".join(lines), encoding="utf-8")
        except OSError as error:
            raise FilmError(f"{truth}: cannot be written ({error.strerror})") from None
    return count


@contextmanager
def _writer(video: Path, settings: FilmSettings) -> Iterator[Callable[[Image], object]]:
    if not video.suffix:
        yield _picture_writer(video)
        return
    code = CODECS.get(video.suffix.lower())
    if code is None:
        raise FilmError(f"{video}: {', '.join(CODECS)} or a folder was expected")
    if not video.parent.is_dir():
        raise FilmError(f"{video}: no such folder as {video.parent}")
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*code), settings.fps, settings.size)
    if not writer.isOpened():
        raise FilmError(f"{video}: cannot be written")
    try:
        yield lambda image: writer.write(image)
    finally:
        writer.release()


def _picture_writer(folder: Path) -> Callable[[Image], object]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FilmError(f"{folder}: cannot be written ({error.strerror})") from None
    numbers = itertools.count()

    def write(image: Image) -> None:
        path = folder / f"frame_{next(numbers):06d}.jpg"
        if not cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 90]):
            raise FilmError(f"{path}: cannot be written")

    return write
