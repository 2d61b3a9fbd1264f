"""A film's set, built from a seed: table, camera, lamp, cards, people's hands."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.rules import HouseRules
from vision.tabletop.actors import Hand, Person, rest
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import CARD_HEIGHT
from vision.tabletop.hands import make_arms
from vision.tabletop.lens import MARGIN, Optics
from vision.tabletop.materials import Materials
from vision.tabletop.props import Props, Wardrobe
from vision.tabletop.scene import Pack
from vision.tabletop.stage import SeatPlace, Stage, fit_camera, set_up
from vision.tabletop.still import Lamp, StillLife, bare_table

Random = np.random.Generator


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
        events: what happens besides regular play, each once: of `disturbances.KINDS` and `mistakes.SLIPS`.
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
    events: tuple[str, ...] = ()

    @property
    def first_sizes(self) -> tuple[int, ...]:
        """Layout sizes of the first deal."""
        return self.sizes or (self.rules.start_size,) * len(self.players)


@dataclass(frozen=True, slots=True)
class FilmSet:
    """Everything in front of the camera, and the camera.

    Attributes:
        stage: where everything belongs.
        still: the table with what lies on it; its camera sees MARGIN pixels more on every side than the film.
        wardrobe, props: how the cards look, and where they are.
        people: the players' hands, in seat order.
    """

    stage: Stage
    still: StillLife
    wardrobe: Wardrobe
    props: Props
    people: tuple[Person, ...]


def build_set(settings: FilmSettings, packs: Sequence[Pack], materials: Materials) -> FilmSet:
    """The set for a film. Raises StageError for players or seats that cannot be filmed."""
    rng = np.random.default_rng(settings.seed)
    sizes = settings.first_sizes
    stage = set_up(rng, sizes, settings.first_seat, settings.sloppy)
    camera = aim(settings, stage, sizes)
    size = (camera.width, camera.height)
    lamp = Lamp(rng, size, settings.light, settings.unevenness, settings.gloss)
    texture = materials.table_top(rng)
    across, angle = float(rng.uniform(250, 900)), float(rng.uniform(0, 360))
    still = StillLife(camera, lamp, lambda camera: bare_table(camera, texture, across, angle))
    wardrobe = Wardrobe(packs)
    props = Props(still, wardrobe, random.Random(settings.seed))
    people = tuple(_person(rng, seat, camera, materials) for seat in stage.seats)
    return FilmSet(stage, still, wardrobe, props, people)


def aim(
    settings: FilmSettings,
    stage: Stage,
    sizes: Sequence[int],
    tilt: float = 0.0,
    azimuth: float = 0.0,
    roll: float = 0.0,
) -> TabletopCamera:
    """The camera that shows a deal of these sizes, turned by so many degrees more than the settings say."""
    return _with_margin(
        fit_camera(
            stage.outlines(sizes),
            settings.size,
            tilt=settings.tilt + tilt,
            azimuth=settings.azimuth + azimuth,
            roll=settings.roll + roll,
        )
    )


def _with_margin(camera: TabletopCamera) -> TabletopCamera:
    """The same view with MARGIN pixels more on every side."""
    width, height = camera.width + 2 * MARGIN, camera.height + 2 * MARGIN
    wider = width / camera.width
    view = 2 * math.degrees(math.atan(math.tan(math.radians(camera.field_of_view) / 2) * wider))
    return replace(camera, width=width, height=height, span=camera.span * wider, field_of_view=view)


def _person(rng: Random, seat: SeatPlace, camera: TabletopCamera, materials: Materials) -> Person:
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
