"""One still picture of a card table with the exact place of every card, made from a seed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Card
from vision.images import Image
from vision.tabletop import arrangements, light
from vision.tabletop.arrangements import Lying
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import CARD_HEIGHT, CARD_WIDTH, Canvas, place_rectangle, shrunk
from vision.tabletop.materials import Materials, smooth_noise

Random = np.random.Generator


class Pack(Protocol):
    """Pictures of one pack of cards, RGBA uint8 with transparent rounded corners."""

    def face(self, card: Card) -> Image: ...

    def back(self) -> Image: ...


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in a rendered picture.

    Attributes:
        card: what it is.
        face_up: which side shows.
        quad: pixels (4, 2) of its whole outline from its own top left clockwise, also where it is covered
            or out of the picture.
        visible: share of the outline that shows, 0 to 1.
    """

    card: Card
    face_up: bool
    quad: NDArray[np.float64]
    visible: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered picture (BGR) and the cards in it."""

    image: Image
    cards: list[SeenCard] = field(default_factory=list)


def random_scene(
    rng: Random,
    packs: Sequence[Pack],
    materials: Materials,
    size: tuple[int, int] = (640, 640),
    bare: bool = False,
) -> Scene:
    """A picture (width, height) of some arrangement under some light, seen from somewhere.

    `packs` holds at least one pack; two packs lie mixed where an arrangement uses two. `bare`: there are no
    cards in it, and there need be no packs.
    """
    lying, extent = _no_cards(rng) if bare else _arrangement(rng)
    camera = _camera(rng, size, extent, lying)
    canvas = Canvas(camera)
    _table(rng, canvas, materials, extent)
    if rng.random() < (0.1 if lying else 0.7):
        for _ in range(int(rng.integers(1, 6))):
            _lay_trap(rng, canvas, materials, rng.uniform(-0.5, 0.5, 2) * extent)
    thickness = float(rng.uniform(0.2, 1.2))
    gloss = float(rng.choice([0.0, rng.uniform(0.1, 0.9)], p=[0.6, 0.4]))
    worn = float(rng.choice([0.0, rng.uniform(0, 0.2)], p=[0.5, 0.5]))
    bend = _bend(rng)
    quads = []
    for i, one in enumerate(lying):
        quads.append(lay_card(rng, canvas, one, packs[one.pack % len(packs)], i + 1, thickness, worn, bend))
    if rng.random() < 0.35:
        for _ in range(int(rng.integers(1, 4))):
            _hand(rng, canvas, materials, extent)
    elif rng.random() < 0.12:
        _clutter(rng, canvas, materials, extent, owner=-1)
    image = canvas.image
    if gloss > 0:
        image = light.glare(rng, image, canvas.owner, gloss)
    image = _photograph(rng, image)
    cards = [
        SeenCard(c.card, c.face_up, quad, canvas.visible_share(i + 1, quad))
        for i, (c, quad) in enumerate(zip(lying, quads, strict=True))
        if np.all(np.isfinite(quad))
    ]
    return Scene(image, cards)


def close_scene(
    rng: Random,
    packs: Sequence[Pack],
    materials: Materials,
    size: int,
    card_width: float,
    wanted: Card | None = None,
) -> Scene:
    """A small square picture of `size` pixels about one card that is some `card_width` pixels wide,
    with neighbours, piles or a hand as they come on a table. The card, which is the wanted one if there is any,
    is the first of `Scene.cards`, and of the first pack."""
    cards = arrangements.shuffled(rng)
    middle = Lying(wanted or next(cards), bool(rng.random() < 0.9), 0.0, 0.0, float(rng.uniform(0, 360)))
    lying = [*arrangements.neighbours(rng, cards, middle), middle]
    if rng.random() < 0.22:  # something lies over a part of it
        lying += [
            arrangements.overlapping(rng, cards, middle) for _ in range(int(rng.choice([1, 2], p=[0.8, 0.2])))
        ]
    extent = CARD_WIDTH * size / card_width
    camera = _camera(rng, (size, size), extent, [middle], shift=0.02)
    canvas = Canvas(camera)
    _table(rng, canvas, materials, extent)
    worn = float(rng.choice([0.0, rng.uniform(0, 0.3)], p=[0.5, 0.5]))
    thickness = float(rng.uniform(0.2, 1.2))
    bend = _bend(rng)
    quads = [
        lay_card(rng, canvas, one, packs[one.pack % len(packs)], i + 1, thickness, worn, bend)
        for i, one in enumerate(lying)
    ]
    if rng.random() < 0.08:
        _hand(rng, canvas, materials, extent)
    image = canvas.image
    if rng.random() < 0.4:
        image = light.glare(rng, image, canvas.owner, float(rng.uniform(0.1, 0.8)))
    image = _photograph(rng, image)
    seen = [
        SeenCard(c.card, c.face_up, quad, canvas.visible_share(i + 1, quad))
        for i, (c, quad) in enumerate(zip(lying, quads, strict=True))
    ]
    first = lying.index(middle)
    return Scene(image, [seen[first], *seen[:first], *seen[first + 1 :]])


def trap_scene(
    rng: Random, materials: Materials, size: int, share: float
) -> tuple[Image, NDArray[np.float64]]:
    """A small square picture of `size` pixels without a card, about a thing of a card's shape whose shorter
    side takes some `share` of it; and that thing's outline in pixels, beginning with a short side."""
    picture, width = materials.trap(rng)
    height = width * picture.shape[0] / picture.shape[1]
    extent = min(width, height) / share
    camera = _camera(rng, (size, size), extent, [], shift=0.02)
    canvas = Canvas(camera)
    _table(rng, canvas, materials, extent)
    quad = _lay_trap(rng, canvas, materials, rng.normal(0, extent * 0.03, 2), (picture, width))
    image = canvas.image
    if rng.random() < 0.3:
        glossy = (canvas.owner < 0).astype(np.int32)
        image = light.glare(rng, image, glossy, float(rng.uniform(0.1, 0.8)))
    return _photograph(rng, image), np.roll(quad, 1, axis=0) if width > height else quad


def lay_card(
    rng: Random,
    canvas: Canvas,
    lying: Lying,
    pack: Pack,
    owner: int,
    thickness: float,
    worn: float,
    bend: float = 0.0,
) -> NDArray[np.float64]:
    """Paint one card with its shadow; returns its outline in pixels, NaN if behind the camera.

    `bend` is how far in millimetres the middle of the card stands above its ends, or these above the middle
    where it is negative.
    """
    picture = pack.face(lying.card) if lying.face_up else pack.back()
    corners = lying.corners()
    scale = canvas.camera.pixels_per_mm((lying.x, lying.y))
    if not np.all(np.isfinite(canvas.camera.project(corners))) or not math.isfinite(scale):
        return np.full((4, 2), np.nan)
    # Cards are never quite flat: the corners of a bent one lie up to two millimetres above the table.
    corners[:, 2] = np.abs(rng.normal(0, 0.6, 4)) if rng.random() < 0.4 else 0.1
    offset = rng.normal(0, thickness, 2)
    canvas.shade(corners[:, :2] + offset, float(rng.uniform(0.15, 0.6)), thickness * scale * 0.8)
    if worn > 0:
        # Nobody sees stains on what is far away: they are made at the size the card is seen at.
        picture = _worn(rng, shrunk(picture, canvas.camera.project(corners)), worn)
    if bend:
        return _paint_bent(rng, canvas, picture, corners, owner, bend)
    return canvas.paint(picture, corners, owner)


def _bend(rng: Random) -> float:
    """How far the cards of a picture are bent: most packs lie flat."""
    return float(rng.choice([0.0, rng.normal(0, 3.0)], p=[0.85, 0.15]))


_STRIPS = 6
"""A bent card is painted in as many flat strips."""


def _paint_bent(
    rng: Random, canvas: Canvas, picture: Image, corners: NDArray[np.float64], owner: int, bend: float
) -> NDArray[np.float64]:
    """A card bent about one of its axes, as `Canvas.paint` does a flat one."""
    along = rng.random() < 0.7  # bent over its length
    quad = corners if along else np.roll(corners, 1, axis=0)
    turned = picture if along else np.ascontiguousarray(np.rot90(picture, -1))
    rise = bend * float(rng.uniform(0.5, 1.2))
    rows = turned.shape[0]
    for strip in range(_STRIPS):
        # Each reaches a little under the next, or the table would show through the seam.
        first, last = strip / _STRIPS, min((strip + 1) / _STRIPS + 0.012, 1.0)
        place = []
        for share in (first, last):
            left = quad[0] + (quad[3] - quad[0]) * share
            right = quad[1] + (quad[2] - quad[1]) * share
            height = rise * (1 - (2 * share - 1) ** 2) if rise > 0 else -rise * (2 * share - 1) ** 2
            up = np.array([0.0, 0.0, height])
            place.append((left + up, right + up))
        at = np.array([place[0][0], place[0][1], place[1][1], place[1][0]])
        canvas.paint(
            turned[round(first * rows) : max(round(last * rows), round(first * rows) + 2)], at, owner
        )
    lifted = quad.copy()
    lifted[:, 2] += max(-rise, 0.0)
    outline = canvas.camera.project(lifted)
    return outline if along else np.roll(outline, -1, axis=0)


def _worn(rng: Random, picture: Image, amount: float) -> Image:
    """Dirt, yellowing and fading on a card."""
    height, width = picture.shape[:2]
    stain = cv2.resize(smooth_noise(rng, 64, int(rng.integers(2, 9))), (width, height))
    tint = 1 - amount * np.array([0.1, 0.25, 0.6]) * rng.random()
    faded = picture.copy()
    shade = (1 - amount * 0.5 * np.clip(stain, 0, 2))[:, :, None] * tint
    faded[:, :, :3] = np.clip(picture[:, :, :3] * shade, 0, 255).astype(np.uint8)
    return faded


def _arrangement(rng: Random) -> tuple[list[Lying], float]:
    """Some arrangement and the width in millimetres that a picture of it should span."""
    kind = rng.choice(["trash", "dealt", "scattered", "close", "fan", "pile", "rows", "bare"],
                      p=[0.20, 0.20, 0.11, 0.15, 0.10, 0.05, 0.09, 0.10])  # fmt: skip
    if kind == "dealt":  # hardly anything but backs, and from farther away
        lying = arrangements.trash_table(rng, float(rng.choice([0.0, rng.uniform(0, 0.3)])))
        return lying, _width(lying) * rng.uniform(0.8, 2.2)
    if kind == "trash":
        lying = arrangements.trash_table(rng, rng.uniform(0, 1))
        return lying, _width(lying) * rng.uniform(0.55, 1.5)
    if kind == "scattered":
        area = rng.uniform(150, 900)
        count = int(rng.integers(2, 26))
        return arrangements.scattered(rng, count, area, rng.uniform(20, 110)), area * rng.uniform(0.8, 1.6)
    if kind == "close":
        count = int(rng.integers(1, 4))
        return arrangements.scattered(rng, count, rng.uniform(30, 180), rng.uniform(30, 100)), rng.uniform(
            75, 340
        )
    if kind == "fan":
        lying = arrangements.fan(rng)
        return lying, _width(lying) * rng.uniform(0.8, 2.2)
    if kind == "pile":
        cards = arrangements.shuffled(rng)
        lying = []
        for _ in range(int(rng.integers(1, 5))):
            middle = (rng.uniform(-150, 150), rng.uniform(-150, 150))
            count, spread = int(rng.integers(1, 20)), rng.uniform(0.5, 22)
            lying += arrangements.pile(rng, cards, middle, bool(rng.random() < 0.7), count, spread)
        return lying, _width(lying) * rng.uniform(0.8, 2.0)
    if kind == "rows":
        lying = arrangements.rows(rng)
        return lying, _width(lying) * rng.uniform(0.7, 1.8)
    return _no_cards(rng)


def _no_cards(rng: Random) -> tuple[list[Lying], float]:
    """No cards, and the millimetres that a picture of none should span: from near to far."""
    return [], float(np.exp(rng.uniform(np.log(120), np.log(2200))))


def _width(lying: Sequence[Lying]) -> float:
    xs = [c.x for c in lying]
    ys = [c.y for c in lying]
    return max(max(xs) - min(xs), max(ys) - min(ys)) + 110


def _camera(
    rng: Random, size: tuple[int, int], extent: float, lying: Sequence[Lying], shift: float = 0.07
) -> TabletopCamera:
    xs, ys = [c.x for c in lying] or [0.0], [c.y for c in lying] or [0.0]
    # Along the table top: far beyond what the app asks for, but people hold their phones that way.
    slanted = rng.random() < 0.08
    tilt = rng.choice([rng.uniform(0, 12), rng.uniform(0, 45), rng.uniform(30, 62)], p=[0.3, 0.45, 0.25])
    look_at = np.array([np.mean(xs), np.mean(ys)]) + rng.normal(0, extent * shift, 2)
    return TabletopCamera(
        width=size[0],
        height=size[1],
        span=extent,
        tilt=float(rng.uniform(60, 74) if slanted else tilt),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.normal(0, 6)),
        field_of_view=float(rng.uniform(22, 42) if slanted else rng.uniform(38, 80)),
        look_at=(float(look_at[0]), float(look_at[1])),
    )


def _table(rng: Random, canvas: Canvas, materials: Materials, extent: float) -> None:
    """Floor or wall, table top, mats and clutter."""
    top = materials.table_top(rng)
    if rng.random() < 0.06:  # as white as the cards on it
        top = (255 - (255 - top) * rng.uniform(0.02, 0.2)).astype(np.uint8)
    canvas.cover(top, float(rng.uniform(120, 1600)), float(rng.uniform(0, 360)))
    if rng.random() < 0.25:  # a mat, a newspaper, a table leaf: one big rectangle under the cards
        mat = materials.table_top(rng)
        rgba = np.dstack([mat[:, :, ::-1], np.full(mat.shape[:2], 255, np.uint8)])
        width, height = rng.uniform(0.5, 2.0, 2) * extent
        middle = rng.normal(0, extent * 0.3, 2)
        place = place_rectangle(
            width, height, (float(middle[0]), float(middle[1])), float(rng.uniform(0, 360))
        )
        canvas.paint(np.ascontiguousarray(rgba), place)
    for _ in range(int(rng.choice([0, 1, 2, 4, 8], p=[0.4, 0.2, 0.2, 0.12, 0.08]))):
        _clutter(rng, canvas, materials, extent)


def _clutter(rng: Random, canvas: Canvas, materials: Materials, extent: float, owner: int = 0) -> None:
    thing, width = materials.clutter(rng)
    height = width * thing.shape[0] / thing.shape[1]
    at = rng.uniform(-0.7, 0.7, 2) * extent + canvas.camera.look_at
    place = place_rectangle(width, height, (float(at[0]), float(at[1])), float(rng.uniform(0, 360)))
    canvas.shade(place + rng.normal(0, 3, 2), float(rng.uniform(0, 0.5)), float(rng.uniform(1, 6)))
    canvas.paint(thing, place, owner)


def _lay_trap(
    rng: Random,
    canvas: Canvas,
    materials: Materials,
    offset: NDArray[np.float64],
    thing: tuple[Image, float] | None = None,
) -> NDArray[np.float64]:
    """Something of a card's shape, `offset` mm from the point looked at; returns its outline in pixels."""
    picture, width = thing or materials.trap(rng)
    at = canvas.camera.look_at + offset
    height = width * picture.shape[0] / picture.shape[1]
    place = place_rectangle(width, height, (float(at[0]), float(at[1])), float(rng.uniform(0, 360)))
    canvas.shade(place + rng.normal(0, 1.5, 2), float(rng.uniform(0.1, 0.6)), float(rng.uniform(0.5, 3)))
    return canvas.paint(picture, place, owner=-1)


def _hand(rng: Random, canvas: Canvas, materials: Materials, extent: float) -> None:
    """A hand over the table, reaching in from some side, with its shadow."""
    picture = materials.hand(rng)
    width = float(rng.uniform(75, 110))
    height = width * picture.shape[0] / picture.shape[1]
    at = rng.uniform(-0.5, 0.5, 2) * min(extent, 900) + canvas.camera.look_at
    flat = place_rectangle(width, height, (float(at[0]), float(at[1])), float(rng.uniform(0, 360)))
    lift = float(rng.uniform(5, 60))
    canvas.shade(flat + rng.normal(0, lift * 0.4, 2), float(rng.uniform(0.1, 0.5)), lift * 0.15 + 1)
    canvas.paint(picture, np.hstack([flat, np.full((4, 1), lift)]), owner=-1)


def _photograph(rng: Random, image: Image) -> Image:
    """Lamp, lens, sensor and compression."""
    height, width = image.shape[:2]
    lit = light.illumination(rng, height, width)
    exposure = float(
        rng.choice(
            [rng.uniform(0.75, 1.15), rng.uniform(0.25, 1.5), rng.uniform(1.4, 2.1), rng.uniform(0.15, 0.35)],
            p=[0.57, 0.31, 0.06, 0.06],
        )
    )
    image = light.expose(image, lit, exposure, float(rng.uniform(0.75, 1.3)), float(rng.uniform(0.7, 1.35)))
    if rng.random() < 0.45:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.6))), np.uint8)
    if rng.random() < 0.12:
        image = light.motion_blur(image, float(rng.uniform(2, 9)), float(rng.uniform(0, 180)))
    if rng.random() < 0.04:
        grey = image.mean(axis=2, keepdims=True).astype(np.uint8)
        image = np.ascontiguousarray(np.repeat(grey, 3, axis=2))
    noise = float(rng.choice([rng.uniform(0, 4), rng.uniform(4, 16)], p=[0.75, 0.25]))
    return light.sensor(rng, image, noise, int(rng.integers(35, 101)))


__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "Pack", "Scene", "SeenCard", "lay_card", "random_scene"]
