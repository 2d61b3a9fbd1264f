"""Painting flat things that lie on the table into the picture: cards, cloth, clutter, hands."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.images import Image
from vision.tabletop.camera import TabletopCamera

CARD_WIDTH = 63.0
"""Millimetres; poker-size cards are 63 × 88 mm."""
CARD_HEIGHT = 88.0

SOFTEST_SHADOW = 12.0
"""Pixels; a wider blur costs much and shows little."""


def place_rectangle(
    width: float, height: float, centre: tuple[float, float], angle: float
) -> NDArray[np.float64]:
    """Corners (4, 2) in millimetres of a rectangle lying on the table: top left, top right, bottom
    right, bottom left of the thing itself, turned clockwise by `angle` degrees."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    result: NDArray[np.float64] = half @ np.array([[cos, sin], [-sin, cos]]) + centre
    return result


def rounded_rectangle(height: int, width: int, radius: int) -> Image:
    """Alpha (height, width) uint8 of a rectangle that fills it, its corners cut round; all in pixels."""
    alpha = np.zeros((height, width), np.uint8)
    cv2.rectangle(alpha, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(alpha, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(alpha, (x, y), radius, 255, -1, cv2.LINE_AA)
    return alpha


class Canvas:
    """A picture being painted, with a map of which thing shows at each pixel.

    Attributes:
        image: BGR uint8 (height, width, 3).
        owner: int32 (height, width): the number given to `paint` of the topmost thing, 0 for the table.
    """

    def __init__(self, camera: TabletopCamera) -> None:
        self.camera = camera
        self.image: Image = np.zeros((camera.height, camera.width, 3), np.uint8)
        self.owner: NDArray[np.int32] = np.zeros((camera.height, camera.width), np.int32)

    def cover(self, texture: Image, millimetres: float, angle: float = 0.0) -> None:
        """Spread a texture (BGR) over the whole table top; its width measures `millimetres`, mirrored
        where it ends."""
        width = texture.shape[1]
        scale = self.camera.pixels_per_mm(self.camera.look_at) * millimetres / width
        if scale < 0.7:
            small = cv2.resize(texture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            texture = np.asarray(small, np.uint8)
            width = texture.shape[1]
        mm = millimetres / width
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        to_table = np.array(
            [[cos * mm, -sin * mm, -millimetres / 2], [sin * mm, cos * mm, -millimetres / 2], [0, 0, 1]]
        )
        spread = cv2.warpPerspective(
            texture,
            self.camera.homography @ to_table,
            (self.camera.width, self.camera.height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
        self.image = np.asarray(spread, np.uint8)

    def paint(
        self, picture: Image, corners: ArrayLike, owner: int = 0, opacity: float = 1.0
    ) -> NDArray[np.float64]:
        """Lay an RGBA picture on the table.

        Args:
            picture: RGBA uint8.
            corners: millimetres (4, 2) or (4, 3) where the picture's own corners lie, clockwise
                from its top left.
            owner: number to note in `owner` where the picture is opaque; 0 leaves the map alone.
            opacity: factor on the picture's alpha.

        Returns:
            The picture's corners in pixels (4, 2).
        """
        quad = self.camera.project(corners)
        roi = self._region(quad)
        if roi is None:
            return quad
        x0, y0, x1, y1 = roi
        source = shrunk(picture, quad)
        height, width = source.shape[:2]
        rectangle = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        target = (quad - [x0, y0]).astype(np.float32)
        warped = cv2.warpPerspective(
            source, cv2.getPerspectiveTransform(rectangle, target), (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR
        )
        alpha = warped[:, :, 3:].astype(np.float32) * (opacity / 255)
        region = self.image[y0:y1, x0:x1]
        blended = region + (warped[:, :, 2::-1].astype(np.float32) - region) * alpha
        region[:] = np.clip(blended + 0.5, 0, 255).astype(np.uint8)
        if owner:
            self.owner[y0:y1, x0:x1][alpha[:, :, 0] > 0.5] = owner
        return quad

    def shade(self, corners: ArrayLike, strength: float, softness: float) -> None:
        """Darken the table under a thing: a soft shadow of its outline.

        Args:
            corners: millimetres (n, 2) of the shadow's outline.
            strength: 0 (none) to 1 (black).
            softness: standard deviation of the blur in pixels.
        """
        quad = self.camera.project(corners)
        softness = min(softness, SOFTEST_SHADOW)
        margin = int(3 * softness) + 1
        roi = self._region(quad, margin)
        if roi is None:
            return
        x0, y0, x1, y1 = roi
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round(quad - [x0, y0]).astype(np.int32)], 255)
        if softness > 0.3:
            mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), softness), np.uint8)
        region = self.image[y0:y1, x0:x1]
        darkened = region * (1 - strength * mask[:, :, None].astype(np.float32) / 255)
        region[:] = darkened.astype(np.uint8)

    def visible_share(self, owner: int, quad: ArrayLike) -> float:
        """Share of a quad (pixels) in which its owner shows; outside the picture counts as hidden."""
        area = cv2.contourArea(np.asarray(quad, np.float32))
        if not area > 0:
            return 0.0
        roi = self._region(np.asarray(quad, float))
        if roi is None:
            return 0.0
        x0, y0, x1, y1 = roi
        seen = np.count_nonzero(self.owner[y0:y1, x0:x1] == owner)
        return min(1.0, seen / area)

    def _region(self, quad: NDArray[np.float64], margin: int = 1) -> tuple[int, int, int, int] | None:
        if not np.all(np.isfinite(quad)):
            return None
        x0, y0 = np.floor(quad.min(axis=0)).astype(int) - margin
        x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + margin
        x0, y0 = max(x0, 0), max(y0, 0)
        x1, y1 = min(x1, self.camera.width), min(y1, self.camera.height)
        return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def shrunk(picture: Image, quad: NDArray[np.float64]) -> Image:
    """The picture at about the size it will be seen at, so that the warp does not alias."""
    edges: Sequence[float] = [float(np.linalg.norm(quad[i] - quad[(i + 1) % 4])) for i in range(4)]
    height, width = picture.shape[:2]
    scale_x = max(edges[0], edges[2]) / width
    scale_y = max(edges[1], edges[3]) / height
    if scale_x >= 0.8 and scale_y >= 0.8:
        return picture
    size = (max(4, round(width * min(1.0, scale_x * 1.15))), max(4, round(height * min(1.0, scale_y * 1.15))))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
