"""How fast this machine reads tables, measured on tables rendered by the program itself."""

from __future__ import annotations

import itertools
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.events import Event
from companion.referee import Referee
from vision.backends import Backend
from vision.detector import letterbox
from vision.eyes import Eyes
from vision.frames import Frame, VideoSource
from vision.images import Image
from vision.parallel import in_processes
from vision.quads import upright
from vision.read import Networks
from vision.scoring import score
from vision.tabletop.arrangements import Lying, shuffled
from vision.tabletop.canvas import Canvas
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.film import Film, FilmSettings, write_film
from vision.tabletop.materials import felt
from vision.tabletop.scene import lay_card
from vision.tabletop.stage import fit_camera, set_up
from vision.watcher import Watcher

SIZE = (1920, 1080)
TILT = 20.0
SEED = 1
ROUND = FilmSettings(seed=SEED, sizes=(3, 3), size=(1280, 720), tilt=TILT, fps=4.0)
"""A short round, in a quarter of the pictures a camera gives."""
FOUR = ("Ann", "Ben", "Cleo", "Dan")


@dataclass(frozen=True, slots=True)
class ReadSpeed:
    """Median milliseconds of one full read and of its stages.

    Attributes:
        total: of the whole read.
        find: the detector, from picture to rough outlines.
        outline: sharpening the outlines and finding which sides are the short ones.
        rectify: cutting the cards out.
        name: the reader.
        processor: milliseconds of processor time a read took, all threads together; unlike the others it
            hardly depends on what else the machine does.
        best: of the fastest read.
        cards: in the picture.
        found: in the last read.
    """

    total: float
    find: float
    outline: float
    rectify: float
    name: float
    processor: float
    best: float
    cards: int
    found: int

    @property
    def per_second(self) -> float:
        return 1000 / self.total


@dataclass(frozen=True, slots=True)
class Memory:
    """Mebibytes this process held (resident) before a long game, after a tenth of it, and at its end."""

    before: float
    early: float
    end: float
    minutes: float


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds from a card lying still to its event, for all moves that were told; how many there were."""

    seconds: tuple[float, ...]
    moves: int

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def within(self, share: float) -> float:
        """Seconds within which this share of the moves was told."""
        return sorted(self.seconds)[math.ceil(share * len(self.seconds)) - 1]


def full_table(cards: int = 40) -> Image:
    """A 1080p picture of a table for four with its first `cards` cards, at most 40, face up."""
    rng = np.random.default_rng(SEED)
    sizes = (10,) * 4
    stage = set_up(rng, sizes)
    canvas = Canvas(fit_camera(stage.outlines(sizes), SIZE, tilt=TILT))
    canvas.cover(felt(rng), 800)
    deck, faces = DrawnDeck(), shuffled(rng)
    slots = [(seat, number) for number in range(1, sizes[0] + 1) for seat in stage.seats]
    for owner, (seat, number) in enumerate(slots[:cards], 1):
        place = seat.slot(number, sizes[0])
        lay_card(rng, canvas, Lying(next(faces), True, place.x, place.y, place.angle), deck, owner, 0.3, 0.0)
    return canvas.image


def read_speed(networks: Networks, picture: Image, cards: int, repeats: int = 15) -> ReadSpeed:
    """Read everything in the picture (H, W, 3) again and again; the first time, a warm-up, is left out."""
    times: list[tuple[float, ...]] = []
    processor: list[float] = []
    found = 0
    for _ in range(repeats + 1):
        begun, used = time.perf_counter(), time.process_time()
        detections = networks.detector.detect(picture)
        detected = time.perf_counter()
        outlines = networks.outlines(picture, detections)
        outlined = time.perf_counter()
        crops = networks.crops(picture, [upright(outline.quad) for outline in outlines])
        cut = time.perf_counter()
        found = len(networks.reader.read(crops))
        named = time.perf_counter()
        times.append((detected - begun, outlined - detected, cut - outlined, named - cut))
        processor.append(time.process_time() - used)
    find, outline, rectified, name = (
        1000 * statistics.median(stage) for stage in zip(*times[1:], strict=True)
    )
    totals = [1000 * sum(one) for one in times[1:]]
    return ReadSpeed(
        statistics.median(totals),
        find,
        outline,
        rectified,
        name,
        1000 * statistics.median(processor[1:]),
        min(totals),
        cards,
        found,
    )


def network_ms(backend: Backend, picture: Image, size: int, repeats: int = 15) -> tuple[float, float]:
    """Median milliseconds, and those of processor time, of one network on a picture scaled to `size` pixels.

    Scaling is counted, making sense of the answer is not.
    """
    times: list[tuple[float, float]] = []
    for _ in range(repeats + 1):
        begun, used = time.perf_counter(), time.process_time()
        backend.run(letterbox(picture, size)[0])
        times.append((time.perf_counter() - begun, time.process_time() - used))
    wall, processor = (1000 * statistics.median(one) for one in zip(*times[1:], strict=True))
    return wall, processor


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
    """Watch a filmed round of two as if it were live: pictures that come while one is read are lost.

    Reading is counted in processor time, which hardly depends on what else the machine does.
    """
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
        begun = time.process_time()
        view = watcher.process(frame)
        events = [] if view is None else referee.observe(view)
        free = frame.time + time.process_time() - begun
        told += [replace(event, t=free) for event in events]
    result = score(film.truth, told)
    return Delays(result.delays, result.placed.total + result.discards.total)


def long_game(eyes: Eyes, minutes: float) -> Memory:
    """Watch a filmed round again and again until so many minutes of play are over, as fast as it goes.

    The same watcher and referee stay for the whole game, as at a real table. The round is filmed by another
    process, whose memory does not count, and read from its file as any video.
    """
    with tempfile.TemporaryDirectory() as folder:
        video = Path(folder) / "round.mp4"
        in_processes(film_round, [(video,)], 2)
        early = before = resident_mib()
        watcher = Watcher(ROUND.players, sizes=ROUND.sizes, eyes=eyes)
        referee = Referee(ROUND.players, dealer=ROUND.players[ROUND.dealer], sizes=ROUND.sizes)
        for frame in _played_again(video, 60 * minutes):
            view = watcher.process(frame)
            if view is not None:
                referee.observe(view)
            if frame.time <= 6 * minutes:
                early = resident_mib()
        return Memory(before, early, resident_mib(), minutes)


def film_round(video: Path) -> None:
    """Film the round that a long game is made of; its truth lies beside it."""
    write_film(Film(ROUND, [DrawnDeck()]), video, video.with_suffix(".jsonl"))


def resident_mib() -> float:
    """Mebibytes of memory this process holds now; where the system does not tell, the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return most_resident_mib()
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def most_resident_mib() -> float:
    """The most memory in mebibytes this process ever held; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def _played_again(video: Path, seconds: float) -> Iterator[Frame]:
    """Frames of a video, from its start again when it is over, with times that go on."""
    start, last, index = 0.0, 0.0, 0
    while True:
        with VideoSource(video) as source:
            for frame in source:
                last = start + frame.time
                if last > seconds:
                    return
                yield replace(frame, time=last, index=index)
                index += 1
            start = last + 1 / source.fps


def _again_and_again(frames: Sequence[Frame], fps: float, begin: float, end: float) -> Iterator[Frame]:
    """The same frames as if the film went on."""
    for index in range(round(begin * fps), round(end * fps)):
        yield replace(frames[index % len(frames)], time=index / fps, index=index)
