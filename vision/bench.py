"""How fast this machine reads tables, measured on tables rendered by the program itself."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.events import Event
from companion.referee import Referee
from vision.eyes import Eyes
from vision.frames import Frame, Image
from vision.read import Networks
from vision.scoring import score
from vision.tabletop.arrangements import Lying, shuffled
from vision.tabletop.canvas import Canvas
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.film import Film, FilmSettings
from vision.tabletop.materials import felt
from vision.tabletop.scene import lay_card
from vision.tabletop.stage import fit_camera, set_up
from vision.watcher import Watcher

SIZE = (1920, 1080)
TILT = 20.0
SEED = 1
FOUR = ("Ann", "Ben", "Cleo", "Dan")


@dataclass(frozen=True, slots=True)
class ReadSpeed:
    """Median milliseconds of one full read and of its three stages; cards in the picture, and found."""

    total: float
    find: float
    outline: float
    name: float
    cards: int
    found: int

    @property
    def per_second(self) -> float:
        return 1000 / self.total


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds from a card lying still to its event, for all moves that were told; how many there were."""

    seconds: tuple[float, ...]
    moves: int

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def full_table(cards: int = 40) -> Image:
    """A 1080p picture of a table for four with all its cards face up."""
    rng = np.random.default_rng(SEED)
    sizes = (cards // 4,) * 4
    stage = set_up(rng, sizes)
    canvas = Canvas(fit_camera(stage.outlines(sizes), SIZE, tilt=TILT))
    canvas.cover(felt(rng), 800)
    deck, faces = DrawnDeck(), shuffled(rng)
    slots = [(seat, number) for seat in stage.seats for number in range(1, sizes[0] + 1)]
    for owner, (seat, number) in enumerate(slots, 1):
        place = seat.slot(number, sizes[0])
        lay_card(rng, canvas, Lying(next(faces), True, place.x, place.y, place.angle), deck, owner, 0.3, 0.0)
    return canvas.image


def read_speed(networks: Networks, picture: Image, cards: int, repeats: int = 15) -> ReadSpeed:
    """Read everything in the picture (H, W, 3) again and again; the first time, a warm-up, is left out."""
    times: list[tuple[float, float, float]] = []
    found = 0
    for _ in range(repeats + 1):
        start = time.perf_counter()
        detections = networks.detector.detect(picture)
        detected = time.perf_counter()
        outlines = networks.outlines(picture, detections)
        outlined = time.perf_counter()
        found = len(networks.read_outlines(picture, outlines))
        named = time.perf_counter()
        times.append((detected - start, outlined - detected, named - outlined))
    find, outline, name = (1000 * statistics.median(stage) for stage in zip(*times[1:], strict=True))
    total = 1000 * statistics.median(sum(one) for one in times[1:])
    return ReadSpeed(total, find, outline, name, cards, found)


def settled_share(eyes: Eyes, settle: float = 5.0, seconds: float = 20.0) -> float:
    """Processor seconds a second for following a settled table: four players, 1080p, 30 frames a second.

    The watcher is first given `settle` seconds to find the layouts. A camera's driver is not counted.
    """
    settings = FilmSettings(seed=SEED, players=FOUR, size=SIZE, tilt=TILT)
    still = list(itertools.islice(Film(settings, [DrawnDeck()]).frames(), 20))
    watcher = Watcher(FOUR, sizes=(10,) * 4, eyes=eyes)
    for frame in _again_and_again(still, settings.fps, 0.0, settle):
        watcher.process(frame)
    begun = time.process_time()
    for frame in _again_and_again(still, settings.fps, settle, settle + seconds):
        watcher.process(frame)
    return (time.process_time() - begun) / seconds


def delays(eyes: Eyes) -> Delays:
    """Watch a filmed round of two as if it were live: pictures that come while one is read are lost."""
    settings = FilmSettings(seed=SEED, sizes=(3, 3), size=SIZE, tilt=TILT)
    film = Film(settings, [DrawnDeck()])
    sizes = settings.sizes
    watcher = Watcher(settings.players, sizes=sizes, eyes=eyes)
    referee = Referee(settings.players, dealer=settings.players[settings.dealer], sizes=sizes)
    told: list[Event] = []
    free = 0.0
    for frame in film.frames():
        if frame.time < free:
            continue
        begun = time.perf_counter()
        view = watcher.process(frame)
        events = [] if view is None else referee.observe(view)
        free = frame.time + time.perf_counter() - begun
        told += [replace(event, t=free) for event in events]
    result = score(film.truth, told)
    return Delays(result.delays, result.placed.total + result.discards.total)


def _again_and_again(frames: Sequence[Frame], fps: float, begin: float, end: float) -> Iterator[Frame]:
    """The same frames as if the film went on."""
    for index in range(round(begin * fps), round(end * fps)):
        yield replace(frames[index % len(frames)], time=index / fps, index=index)
