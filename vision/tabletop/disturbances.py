"""What happens at a table besides the game: a knock at the camera, darkness, a resting arm, a drink."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import UNKNOWN
from companion.events import PhaseChanged
from companion.moves import Deal, Discard, TakeDiscard, TakeStock
from companion.observation import Phase
from companion.simulate import Step
from vision.tabletop.actors import Carried, Glide, Hand, rest
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import CARD_HEIGHT, place_rectangle
from vision.tabletop.gestures import Gestures
from vision.tabletop.patch import Sprite
from vision.tabletop.still import Thing
from vision.tabletop.truth import Told

KINDS = ("bump", "lamp", "hand", "drink")
"""The camera is knocked; the lamp goes out for a while; an arm rests on a layout; a drink is put down."""

_DARK = 0.06
"""Brightness of the room without its lamp."""
_GLASS = 74.0
"""Millimetres across a drink."""

Aim = Callable[[float, float, float], TabletopCamera]
"""The camera that shows the whole table when tilted, turned and rolled by so many degrees more."""


class Disturbances:
    """Lets things happen between the turns of a film, each of the wished kinds once, in the order given.

    Args:
        rng: decides when and how.
        gestures: moves the hands.
        kinds: any of KINDS.
        aim: finds the camera after a knock.

    Attributes:
        brightness: of the room, over time.
        told: what has become true since the list was last emptied.
    """

    def __init__(self, rng: random.Random, gestures: Gestures, kinds: Sequence[str], aim: Aim) -> None:
        self._rng, self._do, self._aim = rng, gestures, aim
        self._due = list(kinds)
        self._turns_left = rng.randint(1, 3)
        self._camera: tuple[TabletopCamera, TabletopCamera, Glide] | None = None
        self._resting: tuple[Hand, int, float] | None = None
        self.brightness = rest(1.0)
        self.told: list[Told] = []

    def camera_at(self, time: float) -> TabletopCamera | None:
        """The camera at a time; None as long as it has not been knocked."""
        if self._camera is None:
            return None
        before, after, glide = self._camera
        (share,) = glide.at(time)

        def between(a: float, b: float) -> float:
            return a + (b - a) * share

        return replace(
            after,
            span=between(before.span, after.span),
            tilt=between(before.tilt, after.tilt),
            azimuth=between(before.azimuth, after.azimuth),
            roll=between(before.roll, after.roll),
            look_at=(
                between(before.look_at[0], after.look_at[0]),
                between(before.look_at[1], after.look_at[1]),
            ),
        )

    def before(self, step: Step) -> Iterator[float]:
        """What has to happen before a move is acted: an arm that rests makes way for the own turn."""
        if self._resting is None:
            return
        hand, seat, until = self._resting
        move = step.move
        own = isinstance(move, (TakeStock, TakeDiscard)) and move.seat == seat
        if own or isinstance(move, Deal) or self._do.now > until:
            self._do.send_home(hand)
            self._resting = None
            yield from self._do.wait(0.3, 0.6)

    def after(self, step: Step) -> Iterator[float]:
        """What happens after a move: nothing, mostly."""
        if not isinstance(step.move, Discard) or step.after.round.is_over or not self._due:
            return
        if self._turns_left:
            self._turns_left -= 1
            return
        self._turns_left = self._rng.randint(2, 4)
        yield from self._do.wait(0.6, 1.0)
        match self._due.pop(0):
            case "bump":
                yield from self._bump()
            case "lamp":
                yield from self._lamp()
            case "hand":
                yield from self._rest_arm(step)
            case "drink":
                yield from self._drink(step)

    def _bump(self) -> Iterator[float]:
        do, rng = self._do, self._rng
        signs = [rng.choice((-1, 1)) for _ in range(3)]
        after = self._aim(
            *(s * rng.uniform(*r) for s, r in zip(signs, ((0.5, 2), (2, 4), (0.5, 2)), strict=True))
        )
        before = do.props.still.camera
        self._say(Phase.MOVED)
        self._camera = (before, after, Glide(do.now, 0.4, (0.0,), (1.0,)))
        yield from do.let_pass(0.5)
        self._say(Phase.TRACKING)
        yield from do.wait(1.5, 2.5)

    def _lamp(self) -> Iterator[float]:
        do = self._do
        self.brightness = Glide(do.now, 0.15, (1.0,), (_DARK,))
        yield from do.let_pass(0.2)
        self._say(Phase.DARK)
        yield from do.wait(3.0, 5.0)
        self.brightness = Glide(do.now, 0.15, (_DARK,), (1.0,))
        yield from do.let_pass(0.2)
        self._say(Phase.TRACKING)
        yield from do.wait(1.5, 2.5)

    def _rest_arm(self, step: Step) -> Iterator[float]:
        """Somebody who is not on turn leans on the own layout."""
        do, now = self._do, step.after.round
        seat = self._rng.choice([s for s in range(len(do.people)) if s != now.turn])
        hand = self._rng.choice((do.people[seat].left, do.people[seat].right))
        size = len(now.layouts[seat])
        place = do.stage.seats[seat].slot(self._rng.randint(1, size), size)
        yield from do.reach(hand, place, 3.0)
        self._resting = (hand, seat, do.now + self._rng.uniform(6, 12) * do.pace)

    def _drink(self, step: Step) -> Iterator[float]:
        """Somebody puts a glass on a free spot of the table."""
        do = self._do
        seat = self._rng.randrange(len(do.people))
        spot = self._free_spot(seat, [len(layout) for layout in step.after.round.layouts])
        if spot is None:
            return
        hand = do.people[seat].right
        glass = Thing(_glass(self._rng), place_rectangle(_GLASS, _GLASS, (0, 0), 0))
        hand.carried = Carried(UNKNOWN, 0, rest(0.0, 0.0), thing=glass)
        seconds = do.hold_at(hand, spot, 8.0, arc=30)
        yield from do.let_pass(seconds)
        hand.carried = None
        shadow = Sprite.shadow(_soft_disc(60, 21), 0.5)
        around = place_rectangle(_GLASS * 1.4, _GLASS * 1.4, (spot[0] + 6, spot[1] + 9), 0)
        corners = place_rectangle(_GLASS, _GLASS, spot, 0)
        do.props.still.lay("drink", replace(glass, corners=corners, shadow=(shadow, around)))
        do.send_home(hand)
        yield from do.wait(0.3, 0.8)

    def _free_spot(self, seat: int, sizes: Sequence[int]) -> tuple[float, float] | None:
        """The spot in the picture nearest to a seat where no card lies or is laid."""
        do = self._do
        camera = do.props.still.camera
        cards = do.stage.outlines(sizes).reshape(-1, 4, 2).mean(axis=1)
        person = np.array(do.people[seat].middle)
        grid = np.stack(np.meshgrid(np.arange(-700, 701, 25), np.arange(-700, 701, 25)), -1).reshape(-1, 2)
        seen = camera.project(grid)
        inside = ((seen > 60) & (seen < [camera.width - 60, camera.height - 60])).all(axis=1)
        apart = np.linalg.norm(grid[:, None] - cards, axis=2).min(axis=1) > CARD_HEIGHT * 0.6 + _GLASS / 2
        spots = grid[inside & apart]
        if len(spots) == 0:
            return None
        x, y = spots[np.linalg.norm(spots - person, axis=1).argmin()]
        return float(x), float(y)

    def _say(self, phase: Phase) -> None:
        self.told.append(Told((PhaseChanged(0.0, phase),), None))


def _soft_disc(size: int, radius: float) -> NDArray[np.uint8]:
    picture = np.zeros((size, size), np.uint8)
    cv2.circle(picture, (size // 2, size // 2), round(radius), (255,), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8)


def _glass(rng: random.Random) -> Sprite:
    """A glass from above: rim, drink, a glint."""
    size = 200
    picture = np.zeros((size, size, 4), np.uint8)
    middle = (size // 2, size // 2)
    drink = rng.choice(((150, 70, 20), (120, 20, 40), (235, 180, 60), (60, 35, 20), (225, 225, 230)))
    for radius, colour in ((96, (205, 215, 220)), (90, (235, 240, 245)), (84, drink)):
        cv2.circle(picture, middle, radius, (*colour, 255), -1, cv2.LINE_AA)
    cv2.ellipse(
        picture,
        (size // 2 - 30, size // 2 - 34),
        (26, 10),
        -40,
        0,
        360,
        (250, 250, 250, 255),
        -1,
        cv2.LINE_AA,
    )
    return Sprite(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8))
