"""The table between two moves: what lies still, painted once and repainted only where it changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.images import Image
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import CARD_HEIGHT, CARD_WIDTH, Canvas
from vision.tabletop.light import illumination
from vision.tabletop.patch import Box, Patch, Sprite, overlap, warp

Random = np.random.Generator

_UNIT = 128
"""The value of a light map that leaves colours as they are."""
SHADOW_GROWTH = 1.35
"""A card's shadow sprite is this much larger than the card, to hold the soft edge."""


class Lamp:
    """The light over the table: a map of brightness and colour, and the shine of glossy cards.

    Args:
        level: 1 is a well lit room.
        unevenness: 0 (even light) to 1 (lamp pools and shadows as `illumination` makes them).
        gloss: 0 (matt cards) to 1 (lamps mirrored in white).
    """

    def __init__(
        self, rng: Random, size: tuple[int, int], level: float, unevenness: float, gloss: float
    ) -> None:
        width, height = size
        light = 1 + (illumination(rng, height, width) - 1) * unevenness
        self._light = np.clip(light * (_UNIT * level), 12, 255).astype(np.uint8)
        shine = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            at = (int(rng.uniform(0, shine.shape[1])), int(rng.uniform(0, shine.shape[0])))
            axes = (int(rng.uniform(8, 34)), int(rng.uniform(4, 14)))
            cv2.ellipse(shine, at, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        soft = cv2.GaussianBlur(shine, (0, 0), float(rng.uniform(3, 9)))
        self._shine = (cv2.resize(soft, (width, height)) * (235 * gloss)).astype(np.uint8)
        self._gloss = gloss

    def light(self, image: Image) -> Image:
        """A whole picture under this lamp."""
        return np.asarray(cv2.multiply(image, self._light, scale=1 / _UNIT), np.uint8)

    def lit(self, patch: Patch, *, glossy: bool = False) -> Patch:
        """A patch under this lamp."""
        x0, y0, x1, y1 = patch.box
        where = (slice(y0, y1), slice(x0, x1))
        colour = cv2.multiply(patch.colour, self._light[where], scale=1 / _UNIT)
        if glossy and self._gloss > 0:
            shine = cv2.multiply(self._shine[where], patch.alpha, scale=1 / 255)
            colour = cv2.add(colour, cv2.merge([shine, shine, shine]))
        # Premultiplied colours may not exceed their alpha, or dark edges would glow.
        colour = cv2.min(colour, cv2.merge([patch.alpha, patch.alpha, patch.alpha]))
        return Patch(patch.box, np.asarray(colour, np.uint8), patch.alpha)


def card_shadow(softness: float) -> Sprite:
    """The shadow of a card, `softness` mm of blur; its sprite is SHADOW_GROWTH times the card."""
    scale = 1.0
    width, height = round(CARD_WIDTH * SHADOW_GROWTH * scale), round(CARD_HEIGHT * SHADOW_GROWTH * scale)
    mask = np.zeros((height, width), np.uint8)
    mx, my = round((width - CARD_WIDTH * scale) / 2), round((height - CARD_HEIGHT * scale) / 2)
    mask[my : height - my, mx : width - mx] = 255
    return Sprite.shadow(np.asarray(cv2.GaussianBlur(mask, (0, 0), softness * scale), np.uint8), 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something lying on the table: a sprite and where its corners are, and the same for its shadow."""

    sprite: Sprite
    corners: ArrayLike
    shadow: tuple[Sprite, ArrayLike] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """What the camera sees of a thing and of its shadow."""

    thing: Thing
    patch: Patch
    shadow: Patch | None

    @property
    def box(self) -> Box:
        if self.shadow is None:
            return self.patch.box
        a, b = self.patch.box, self.shadow.box
        return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))

    def blend(self, image: Image, clip: Box | None = None) -> None:
        if self.shadow is not None:
            self.shadow.blend(image, clip)
        self.patch.blend(image, clip)


class StillLife:
    """The bare table under its lamp and the pieces on it, lowest first.

    Args:
        camera: sees it.
        lamp: lights it.
        bare: paints the table top without light (BGR) as a camera sees it.

    Attributes:
        image: the picture (BGR), always up to date.
    """

    def __init__(self, camera: TabletopCamera, lamp: Lamp, bare: Callable[[TabletopCamera], Image]) -> None:
        self.camera, self.lamp = camera, lamp
        self._paint_bare = bare
        self._bare = lamp.light(bare(camera))
        self._things: dict[Hashable, Thing] = {}
        self._pieces: dict[Hashable, Piece] = {}
        self.image: Image = self._bare.copy()

    def look_through(self, camera: TabletopCamera) -> None:
        """See the same table through another camera with a picture of the same size."""
        self.camera = camera
        self._bare = self.lamp.light(self._paint_bare(camera))
        self.image = self._bare.copy()
        self._pieces.clear()
        for key, thing in list(self._things.items()):
            self.lay(key, thing)

    def lay(self, key: Hashable, thing: Thing) -> None:
        """Put a thing on top of everything else; a thing of the same key is replaced. What lies outside the
        picture is seen when a camera looks there."""
        self.remove(key)
        self._things[key] = thing
        patch = warp(self.camera, thing.sprite, thing.corners)
        if patch is None:
            return
        cast = warp(self.camera, *thing.shadow) if thing.shadow else None
        piece = Piece(thing, self.lamp.lit(patch, glossy=True), cast)
        self._pieces[key] = piece
        piece.blend(self.image)

    def remove(self, key: Hashable) -> None:
        """Take a thing away; an unknown key is ignored."""
        self._things.pop(key, None)
        piece = self._pieces.pop(key, None)
        if piece is None:
            return
        x0, y0, x1, y1 = piece.box
        self.image[y0:y1, x0:x1] = self._bare[y0:y1, x0:x1]
        for other in self._pieces.values():
            if overlap(other.box, piece.box):
                other.blend(self.image, piece.box)

    def piece(self, key: Hashable) -> Piece | None:
        return self._pieces.get(key)


def bare_table(camera: TabletopCamera, texture: Image, millimetres: float, angle: float) -> Image:
    """A table top of a texture (BGR) that measures `millimetres` across, turned by `angle`."""
    canvas = Canvas(camera)
    canvas.cover(texture, millimetres, angle)
    return canvas.image


def turned_corners(
    centre: tuple[float, float], angle: float, turn: float, lift: float, growth: float = 1.0
) -> NDArray[np.float64]:
    """Corners (4, 3) in millimetres of the picture on a card's upper side.

    Args:
        centre, angle: where the card is, as for `place_rectangle`.
        turn: degrees it is turned about its long axis: 0 the back up, 180 the face up.
        lift: millimetres of its middle above the table.
        growth: scales the card.
    """
    facing = turn if math.cos(math.radians(turn)) >= 0 else turn - 180
    cos, sin = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    half_width, half_height = CARD_WIDTH / 2 * growth, CARD_HEIGHT / 2 * growth
    local = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [half_width, half_height]
    heights = local[:, 0] * sin + lift
    flat = np.stack([local[:, 0] * cos, local[:, 1]], axis=1)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    table = flat @ np.array([[c, s], [-s, c]]) + centre
    return np.hstack([table, np.maximum(heights, 0)[:, None]])
