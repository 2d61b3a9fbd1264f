"""What people do at a table besides playing: lean on cards, push them, reach across, put down drinks, hesitate."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import UNKNOWN
from companion.moves import Deal, Discard, TakeDiscard, TakeStock
from companion.simulate import Step
from vision.tabletop.actors import Carried, Hand, place_after, rest
from vision.tabletop.canvas import CARD_HEIGHT, place_rectangle
from vision.tabletop.gestures import BACK_UP, FACE_UP, Gestures
from vision.tabletop.patch import Sprite
from vision.tabletop.stage import Place
from vision.tabletop.still import Thing

KINDS = ("hand", "reach", "drink", "nudge", "crosswise", "overlap", "hesitate")
"""An arm rests on a layout; one reaches across the middle while another plays; a drink is put down; a card is
pushed a little; turned across its slot; pushed over its neighbour's edge; a card is held over the discard pile for
a while before it is laid there."""

_GLASS = 74.0
"""Millimetres across a drink."""


class Meddler:
    """Acts these between the moves of a game.

    Args:
        rng: decides who and where.
        gestures: moves the hands.
    """

    def __init__(self, rng: random.Random, gestures: Gestures) -> None:
        self._rng, self._do = rng, gestures
        self._resting: tuple[Hand, int, float] | None = None
        self._hesitates = False

    def before(self, step: Step) -> Iterator[float]:
        """What has to happen before a move: an arm that rests makes way for the own turn, a card waits in the air."""
        if self._resting is not None:
            hand, seat, until = self._resting
            move = step.move
            own = isinstance(move, (TakeStock, TakeDiscard)) and move.seat == seat
            if own or isinstance(move, Deal) or self._do.now > until:
                self._do.send_home(hand)
                self._resting = None
                yield from self._do.wait(0.3, 0.6)
        if self._hesitates and isinstance(step.move, Discard):
            person = self._do.people[step.move.seat]
            for hand in (person.right, person.left):
                if hand.carried is not None:
                    self._hesitates = False
                    yield from self._hold_over_pile(hand)

    def act(self, kind: str, step: Step) -> Iterator[float]:
        """Act one of KINDS after a move."""
        match kind:
            case "hand":
                yield from self._rest_arm(step)
            case "reach":
                yield from self._reach_across(step)
            case "drink":
                yield from self._drink(step)
            case "hesitate":
                self._hesitates = True
            case "nudge":
                yield from self._push(step, self._rng.uniform(7, 12), self._rng.uniform(4, 9))
            case "crosswise":
                yield from self._push(step, 3.0, self._rng.uniform(70, 90))
            case "overlap":
                yield from self._push(step, self._rng.uniform(20, 26), 3.0, sideways=True)

    def _rest_arm(self, step: Step) -> Iterator[float]:
        """Somebody who is not on turn leans on the own layout."""
        do = self._do
        seat = self._idle(step)
        hand = self._rng.choice((do.people[seat].left, do.people[seat].right))
        size = len(step.after.round.layouts[seat])
        place = do.stage.seats[seat].slot(self._rng.randint(1, size), size)
        yield from do.reach(hand, place, 3.0)
        self._resting = (hand, seat, do.now + self._rng.uniform(6, 12) * do.pace)

    def _reach_across(self, step: Step) -> Iterator[float]:
        """Somebody who is not on turn stretches an arm across the middle, and play goes on meanwhile."""
        do = self._do
        seat = self._idle(step)
        hand = self._rng.choice((do.people[seat].left, do.people[seat].right))
        beyond = do.stage.seats[seat].spot(self._rng.choice((-1, 1)) * self._rng.uniform(90, 150), -60.0)
        yield from do.let_pass(0.5 * do.hold_at(hand, beyond, 70.0, arc=20))
        self._resting = (hand, seat, do.now + self._rng.uniform(1.0, 2.5) * do.pace)

    def _hold_over_pile(self, hand: Hand) -> Iterator[float]:
        do = self._do
        pile = do.stage.discard
        seconds = do.hold_at(hand, (pile.x + do.scatter(12), pile.y + do.scatter(12)), 55.0, arc=15)
        assert hand.carried is not None
        do.turn(hand.carried, pile.angle, FACE_UP, seconds)
        yield from do.let_pass(seconds)
        yield from do.wait(1.5, 3.0)

    def _push(self, step: Step, distance: float, turn: float, *, sideways: bool = False) -> Iterator[float]:
        """Somebody moves an own card where it lies, and lets go of it."""
        do, rng = self._do, self._rng
        seat = self._idle(step)
        person = do.people[seat]
        size = len(step.after.round.layouts[seat])
        key = ("slot", seat, rng.randint(1, size))
        lain = do.props.lying(key)
        if lain is None:
            return
        hand = person.right
        yield from do.reach(hand, lain.place, lain.lift)
        do.props.take(key)
        upright = FACE_UP if lain.face_up else BACK_UP
        hand.carried = Carried(lain.card, lain.pack, rest(lain.place.angle, upright))
        heading = lain.place.angle + (0.0 if sideways else rng.uniform(0, 360)) + rng.choice((0.0, 180.0))
        along = math.radians(heading)
        place = place_after(
            lain.place, distance * math.cos(along), distance * math.sin(along), rng.choice((-1, 1)) * turn
        )
        seconds = 0.35 * do.pace
        do.turn(hand.carried, place.angle, upright, seconds)
        hand.go(do.now, hand.pads_for(place.at), 0.8, seconds)
        yield from do.let_pass(seconds)
        angle = hand.carried.posture.end[0]
        hand.carried = None
        lift = 0.6 if sideways else 0.1
        do.props.lay(key, replace(lain, place=Place(place.x, place.y, angle), lift=lift))
        do.send_home(hand)
        yield from do.wait(0.6, 1.2)

    def _idle(self, step: Step) -> int:
        return self._rng.choice([s for s in range(len(self._do.people)) if s != step.after.round.turn])

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
