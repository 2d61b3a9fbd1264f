"""Hands that move and carry cards, and cards that slide by themselves, as functions of time."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeAlias

from companion.cards import Card
from vision.tabletop.hands import Arm
from vision.tabletop.stage import Place
from vision.tabletop.still import Thing

Point: TypeAlias = tuple[float, float]

GRASP = 15.0
"""Millimetres from the finger pads forward to the middle of the card they hold: they cover its near half."""


def smooth(share: float) -> float:
    """How far along a reaching movement is after a share of its time: minimum jerk (Flash & Hogan,
    The Coordination of Arm Movements, 1985)."""
    s = min(1.0, max(0.0, share))
    return s * s * s * (10 - 15 * s + 6 * s * s)


@dataclass(frozen=True, slots=True)
class Glide:
    """One value (or several alike) going from start to end, at rest before and after."""

    begin: float
    seconds: float
    start: tuple[float, ...]
    end: tuple[float, ...]
    arc: float = 0.0
    """Added to the last value on the way, most in the middle: a hand that lifts over things."""

    def at(self, time: float) -> tuple[float, ...]:
        if self.seconds <= 0 or time >= self.begin + self.seconds:
            return self.end
        share = smooth((time - self.begin) / self.seconds)
        values = [a + (b - a) * share for a, b in zip(self.start, self.end, strict=True)]
        values[-1] += self.arc * 4 * share * (1 - share)
        return tuple(values)

    @property
    def until(self) -> float:
        return self.begin + self.seconds


def rest(*values: float) -> Glide:
    """A glide that has arrived."""
    return Glide(0.0, 0.0, values, values)


@dataclass(slots=True)
class Carried:
    """A card in a hand.

    Attributes:
        card, pack: which card of which pack.
        posture: its angle on the table and its turn about its long axis (0 back up, 180 face up), in degrees.
        under: the key of a lying thing it is still beneath.
        count: cards it stands for; a packet is thicker.
        thing: what is carried where it is no card, its corners about (0, 0).
        ahead: millimetres from the finger pads forward to its middle.
    """

    card: Card
    pack: int
    posture: Glide
    under: Hashable | None = None
    count: int = 1
    thing: Thing | None = None
    ahead: float = GRASP


@dataclass(slots=True, eq=False)
class Hand:
    """One hand of a player.

    Attributes:
        arm: how it looks.
        shoulder: where its arm comes from, outside the picture.
        home: where it waits, outside the picture.
        path: its finger pads: x, y, lift.
        carried: the card it holds.
    """

    arm: Arm
    shoulder: Point
    home: Point
    path: Glide
    carried: Carried | None = None

    def pads(self, time: float) -> tuple[float, float, float]:
        x, y, lift = self.path.at(time)
        return x, y, lift

    def pads_for(self, card: Point) -> Point:
        """Where the finger pads are when they hold a card lying at this point."""
        return self._along(card, -self._ahead)

    def short_of(self, point: Point, distance: float) -> Point:
        """A point moved towards the shoulder."""
        return self._along(point, -distance)

    def card_at(self, time: float) -> tuple[float, float, float]:
        """Where the middle of a card in this hand is."""
        x, y, lift = self.pads(time)
        return (*self._along((x, y), self._ahead), lift)

    @property
    def _ahead(self) -> float:
        return GRASP if self.carried is None else self.carried.ahead

    def _along(self, point: Point, distance: float) -> Point:
        """A point moved away from the shoulder."""
        dx, dy = point[0] - self.shoulder[0], point[1] - self.shoulder[1]
        length = math.hypot(dx, dy) or 1.0
        return point[0] + dx / length * distance, point[1] + dy / length * distance

    def go(self, time: float, to: Point, lift: float, seconds: float, arc: float = 0.0) -> None:
        """Begin a movement of the finger pads."""
        self.path = Glide(time, seconds, self.path.at(time), (*to, lift), arc)

    def is_home(self, time: float) -> bool:
        return time >= self.path.until and self.path.end[:2] == self.home


@dataclass(frozen=True, slots=True)
class Flight:
    """A card that slides over the table by itself, as when it is dealt.

    Attributes:
        path: x, y, angle, lift.
        turn: 0 back up, 180 face up.
        key: under which it lies when it has arrived.
    """

    card: Card
    pack: int
    path: Glide
    turn: float
    key: Hashable


@dataclass(slots=True, eq=False)
class Person:
    """A player's two hands."""

    right: Hand
    left: Hand
    middle: Point
    """Where the player looks at a card in hand: above the near part of the own layout."""

    def other(self, hand: Hand) -> Hand:
        return self.left if hand is self.right else self.right


def place_after(place: Place, dx: float, dy: float, turn: float) -> Place:
    """A place moved and turned a little."""
    return Place(place.x + dx, place.y + dy, place.angle + turn)
