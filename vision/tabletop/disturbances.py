"""What happens at a table besides the game: to the camera, to the light, and what people do in between."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.events import PhaseChanged
from companion.moves import Discard
from companion.observation import Phase
from companion.simulate import Step
from vision.tabletop import meddling
from vision.tabletop.actors import Glide, rest
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import place_rectangle
from vision.tabletop.gestures import Gestures
from vision.tabletop.meddling import Meddler
from vision.tabletop.patch import Patch, Sprite, warp
from vision.tabletop.truth import Told

KINDS = ("bump", "lift", "lamp", "exposure", "shadow", *meddling.KINDS)
"""The camera is knocked; it is taken up and put back; the lamp goes out for a while; the automatic exposure
pumps; somebody's shadow falls on the table; and what people do (`meddling.KINDS`)."""

_DARK = 0.06
"""Brightness of the room without its lamp."""
_PUMPING = (0.62, 1.3, 0.8, 1.12, 1.0)
"""Brightness of the pictures of a camera that hunts for the right exposure."""
_SHADOW = (420.0, 520.0)
"""Millimetres of a shadow: a head and shoulders under a lamp."""

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
        self._meddler = Meddler(rng, gestures)
        self._due = list(kinds)
        self._turns_left = rng.randint(1, 3)
        self._camera: tuple[TabletopCamera, TabletopCamera, Glide] | None = None
        self._shadow: tuple[Sprite, Glide] | None = None
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

    def shadow_at(self, time: float, camera: TabletopCamera) -> Patch | None:
        """Somebody's shadow as the camera sees it at a time; None while there is none."""
        if self._shadow is None:
            return None
        sprite, glide = self._shadow
        x, y, angle = glide.at(time)
        return warp(camera, sprite, place_rectangle(*_SHADOW, (x, y), angle))

    def before(self, step: Step) -> Iterator[float]:
        """What has to happen before a move is acted."""
        yield from self._meddler.before(step)

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
            case "lift":
                yield from self._lift()
            case "lamp":
                yield from self._lamp()
            case "exposure":
                yield from self._pump()
            case "shadow":
                yield from self._cast_shadow()
            case kind:
                yield from self._meddler.act(kind, step)

    def _bump(self) -> Iterator[float]:
        after = self._knocked(((0.5, 2), (2, 4), (0.5, 2)))
        self._say(Phase.MOVED)
        self._move_camera(self._do.props.still.camera, after, 0.4)
        yield from self._do.let_pass(0.5)
        self._say(Phase.TRACKING)
        yield from self._do.wait(1.5, 2.5)

    def _lift(self) -> Iterator[float]:
        """The tablet is taken up, shows something else for a while, and is put back nearly as it stood."""
        do, rng = self._do, self._rng
        before = do.props.still.camera
        x, y = before.look_at
        aside = rng.choice((-1, 1)) * before.span * rng.uniform(0.5, 0.8)
        away = replace(
            before,
            span=before.span * rng.uniform(0.8, 1.2),
            tilt=min(60.0, before.tilt + rng.uniform(5, 15)),
            roll=before.roll + rng.choice((-1, 1)) * rng.uniform(8, 20),
            look_at=(x + aside, y - before.span * 0.4),
        )
        after = self._knocked(((0.5, 3), (2, 6), (0.5, 3)))
        self._say(Phase.MOVED)
        self._move_camera(before, away, 0.7)
        yield from do.let_pass(0.8)
        yield from do.wait(1.0, 3.0)
        self._move_camera(away, after, 0.7)
        yield from do.let_pass(0.8)
        self._say(Phase.TRACKING)
        yield from do.wait(2.0, 3.0)

    def _knocked(self, ranges: Sequence[tuple[float, float]]) -> TabletopCamera:
        """The camera tilted, turned and rolled by degrees within these ranges, to either side."""
        signs = [self._rng.choice((-1, 1)) for _ in ranges]
        return self._aim(*(s * self._rng.uniform(*r) for s, r in zip(signs, ranges, strict=True)))

    def _move_camera(self, before: TabletopCamera, after: TabletopCamera, seconds: float) -> None:
        self._camera = (before, after, Glide(self._do.now, seconds, (0.0,), (1.0,)))

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

    def _pump(self) -> Iterator[float]:
        level = 1.0
        for target in _PUMPING:
            seconds = self._rng.uniform(0.4, 0.8)
            self.brightness = Glide(self._do.now, seconds, (level,), (target,))
            level = target
            yield from self._do.let_pass(seconds)

    def _cast_shadow(self) -> Iterator[float]:
        """Somebody steps between lamp and table, stays a while, and goes."""
        do, rng = self._do, self._rng
        seat = do.stage.seats[rng.randrange(len(do.people))]
        mask = np.zeros((130, 105), np.uint8)
        cv2.ellipse(mask, (52, 66), (34, 44), 0, 0, 360, (255,), -1)
        sprite = Sprite.shadow(np.asarray(cv2.GaussianBlur(mask, (0, 0), 4), np.uint8), rng.uniform(0.3, 0.5))
        far = (*seat.spot(0, seat.edge + 900), seat.side)
        near = (*seat.spot(rng.uniform(-80, 80), rng.uniform(0, seat.away)), seat.side)
        self._shadow = (sprite, Glide(do.now, 0.9, far, near))
        yield from do.let_pass(1.0)
        yield from do.wait(2.0, 4.0)
        self._shadow = (sprite, Glide(do.now, 0.9, near, far))
        yield from do.let_pass(1.0)
        self._shadow = None

    def _say(self, phase: Phase) -> None:
        self.told.append(Told((PhaseChanged(0.0, phase),), None))
