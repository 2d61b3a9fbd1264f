"""Painting what moves over the still table: arms, the cards they carry, cards that slide, and shadows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vision.images import Image
from vision.tabletop.actors import Carried, Flight, Hand, Person
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.hands import Arm
from vision.tabletop.patch import Patch, Sprite, smeared, warp
from vision.tabletop.props import THICKNESS, Wardrobe
from vision.tabletop.still import SHADOW_GROWTH, StillLife, turned_corners

_LIGHT_FROM = (0.22, 0.34)
"""Millimetres a shadow is thrown to the right and down for each millimetre of height."""
_HIGH = 12.0
"""Millimetres of height from which a card's shadow is soft."""
_PACKET = 4
"""Cards of a carried packet that are painted as one layer."""


class Painter:
    """Paints frames of a table whose still part is given.

    Args:
        still: what lies still, with camera and lamp.
        wardrobe: how cards look.
        exposure: seconds the shutter is open; things are smeared along their way in that time.
    """

    def __init__(self, still: StillLife, wardrobe: Wardrobe, exposure: float) -> None:
        self._still, self._wardrobe = still, wardrobe
        self._exposure = exposure

    @property
    def _camera(self) -> TabletopCamera:
        return self._still.camera

    def paint(
        self, picture: Image, people: Sequence[Person], flights: Sequence[Flight], time: float
    ) -> list[Patch]:
        """Paint the table at a time into `picture`; returns everything that moves there."""
        np.copyto(picture, self._still.image)
        hands = [hand for person in people for hand in (person.left, person.right) if not hand.is_home(time)]
        # Whatever is lower is painted first.
        hands.sort(key=lambda hand: hand.pads(time)[2])
        for hand in hands:
            self._arm_shadow(hand, time, picture)
        moving = [patch for flight in flights if (patch := self._flight(flight, time, picture))]
        for hand in hands:
            if hand.carried is not None:
                moving += self._in_hand(hand, hand.carried, time, picture)
            if arm := self._arm(hand, time):
                arm.blend(picture)
                moving.append(arm)
        return moving

    def _arm(self, hand: Hand, time: float) -> Patch | None:
        x, y, lift = hand.pads(time)
        patch = warp(self._camera, hand.arm.picture, Arm.corners((x, y), hand.shoulder, lift))
        return self._smeared(self._still.lamp.lit(patch), lambda t: hand.pads(t)[:2], time) if patch else None

    def _arm_shadow(self, hand: Hand, time: float, picture: Image) -> None:
        x, y, lift = hand.pads(time)
        thrown = (x + 4 + _LIGHT_FROM[0] * lift, y + 6 + _LIGHT_FROM[1] * lift)
        corners = Arm.corners(thrown, hand.shoulder, 0, flat=True)
        if shadow := warp(self._camera, hand.arm.shadow, corners):
            shadow.blend(picture)

    def _in_hand(self, hand: Hand, carried: Carried, time: float, picture: Image) -> list[Patch]:
        x, y, lift = hand.card_at(time)
        if carried.thing is not None:
            flat = np.add(carried.thing.corners, (x, y))
            patch = warp(self._camera, carried.thing.sprite, np.hstack([flat, np.full((4, 1), lift)]))
            if patch is None:
                return []
            patch = self._smeared(self._still.lamp.lit(patch), lambda t: hand.card_at(t)[:2], time)
            patch.blend(picture)
            return [patch]
        angle, turn = carried.posture.at(time)
        painted = []
        for layer in range(0, carried.count, _PACKET):
            height = lift + layer * THICKNESS
            patch = self._card(
                carried, (x, y), angle, turn, height, lambda t: hand.card_at(t)[:2], time, picture
            )
            if patch is None:
                continue
            painted.append(patch)
            above = None if carried.under is None else self._still.piece(carried.under)
            if above is not None:
                above.blend(picture, patch.box)
        return painted

    def _flight(self, flight: Flight, time: float, picture: Image) -> Patch | None:
        x, y, angle, lift = flight.path.at(time)

        def way(t: float) -> tuple[float, ...]:
            return flight.path.at(t)[:2]

        return self._card(flight, (x, y), angle, flight.turn, lift, way, time, picture)

    def _card(
        self,
        which: Carried | Flight,
        at: tuple[float, float],
        angle: float,
        turn: float,
        lift: float,
        way: Callable[[float], tuple[float, ...]],
        time: float,
        picture: Image,
    ) -> Patch | None:
        """Paint one card in the air, and before it its shadow."""
        sprite: Sprite = self._wardrobe.upper_side(which.card, which.pack, turn)
        shadow = self._wardrobe.high_shadow if lift > _HIGH else self._wardrobe.shadow
        thrown = (at[0] + 0.8 + _LIGHT_FROM[0] * lift, at[1] + 1.2 + _LIGHT_FROM[1] * lift)
        below = turned_corners(thrown, angle, turn, 0.0, SHADOW_GROWTH)
        below[:, 2] = 0
        if under := warp(self._camera, shadow, below):
            under.blend(picture)
        patch = warp(self._camera, sprite, turned_corners(at, angle, turn, lift))
        if patch is None:
            return None
        patch = self._smeared(self._still.lamp.lit(patch), way, time)
        patch.blend(picture)
        return patch

    def _smeared(self, patch: Patch, way: Callable[[float], tuple[float, ...]], time: float) -> Patch:
        half = self._exposure / 2
        size = (self._camera.width, self._camera.height)
        before, after = self._camera.project([way(time - half), way(time + half)])
        return smeared(patch, (float(after[0] - before[0]), float(after[1] - before[1])), size)
