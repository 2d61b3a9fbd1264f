"""Cards the detector missed in a deal, found beside those it saw: they lie in rows and look the same."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.eyes import Eyes
from vision.grids import mean_axis
from vision.images import Image
from vision.layout import Place, TableLayout
from vision.likeness import Likeness, beside_of
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.quads import Quad, area

_GAP_MM = 9.0  # between neighbours of a layout; the outline network makes up for the rest
_STEPS = 5  # a row of cards is no longer
_OFF = 0.4  # of a card's size: an outline found farther from where it was looked for is another card's
_SIZES = (0.8, 1.25)  # area against the neighbour's
_APART = 0.6  # of a card's size: outlines nearer than this are of one card
_MIDDLE_MM = 150.0
_STEP_MM = 30.0
_ERROR = 0.1  # expected error of an outline, as a share of its size


def grown(image: Image, backs: Sequence[Quad], eyes: Eyes, likeness: Likeness) -> list[Quad]:
    """Outlines of more backs like these, in rows and columns with them.

    Args:
        image: (H, W, 3) uint8 BGR.
        backs: outlines (4, 2) of face-down cards.
        eyes: finds exact outlines.
        likeness: of those backs.
    """
    known, front = list(backs), likeness.alike
    found: list[Quad] = []
    for _ in range(_STEPS):
        spots = _free_beside(front, known, image)
        if not spots or likeness.limit <= 0:
            break
        front = alike(image, spots, eyes, likeness, known)
        known += front
        found += front
    return found


def alike(
    image: Image, spots: Sequence[Quad], eyes: Eyes, likeness: Likeness, known: Sequence[Quad]
) -> list[Quad]:
    """Outlines of the backs that lie about these spots and are none of those known."""
    found: list[Quad] = []
    if likeness.limit <= 0:
        return found
    for spot, outline in zip(spots, eyes.refine(image, spots), strict=True):
        quad, size = outline.quad, np.sqrt(area(spot))
        fits = _SIZES[0] < area(quad) / max(area(spot), 1.0) < _SIZES[1] and outline.error < _ERROR
        near = float(np.linalg.norm(quad.mean(axis=0) - spot.mean(axis=0))) < _OFF * size
        fresh = fits and near and _is_free(quad, [*known, *found], _APART)
        if fresh and likeness.difference(image, quad) <= likeness.limit:
            found.append(quad)
    return found


def middle_of(layout: TableLayout) -> list[Quad]:
    """Outlines all over the middle of the table, where a stock may lie."""
    slots = [slot for seat in layout.seats for slot in seat.slots]
    x, y = np.mean([seat.centre for seat in layout.seats], axis=0)
    angle = mean_axis(np.array([slot.angle for slot in slots]))
    steps = np.arange(-_MIDDLE_MM, _MIDDLE_MM + 1, _STEP_MM)
    places = [Place(float(x + dx), float(y + dy), angle) for dx in steps for dy in steps]
    free = [
        p for p in places if min(math.dist(p.centre, slot.centre) for slot in slots) > CARD_HEIGHT_MM * 0.8
    ]
    # corners of places begin with a long side
    return [np.roll(layout.quad(place), -1, axis=0).astype(np.float32) for place in free]


def _free_beside(cards: Sequence[Quad], known: Sequence[Quad], image: Image) -> list[Quad]:
    """Where neighbours of these cards would lie, inside the picture."""
    right, down = 1 + _GAP_MM / CARD_WIDTH_MM, 1 + _GAP_MM / CARD_HEIGHT_MM
    spots: list[Quad] = []
    for card in cards:
        for step in ((right, 0.0), (-right, 0.0), (0.0, down), (0.0, -down)):
            spot = beside_of(card, *step)
            x, y = spot.mean(axis=0)
            inside = 0 <= x < image.shape[1] and 0 <= y < image.shape[0]
            if inside and _is_free(spot, known, _APART) and _is_free(spot, spots, _OFF):
                spots.append(spot)
    return spots


def _is_free(quad: Quad, others: Sequence[Quad], share: float) -> bool:
    middle, reach = quad.mean(axis=0), share * np.sqrt(area(quad))
    return all(float(np.linalg.norm(other.mean(axis=0) - middle)) >= reach for other in others)
