"""The cards found in one frame, laid on the table plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from vision.detector import Detection
from vision.layout import Place
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, Array, Poses, TablePlane, poses_on
from vision.quads import Quad
from vision.tracking import TrackingConfig

_CARD_AREA = CARD_WIDTH_MM * CARD_HEIGHT_MM
NO_CARD = -1
NO_ERRORS: Mapping[int, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """Cards found in one frame.

    Attributes:
        quads: outlines in pixels, clockwise, sides 0–1 short.
        poses: centres (n, 2) in mm and angles (n,).
        size: (n,) length against that of a card lying on the table; above 1 it is held up. 1 for rough
            outlines, which tell nothing about it.
        face_up: (n,) the detector's probability that a face shows.
        confidence: (n,) that there is a card.
        error: (n,) expected distance of the corners from the true ones, as a share of the card's size; 1 for rough
            outlines. A finger across a card's edge makes it large.
    """

    quads: list[Quad]
    poses: Poses
    size: Array
    face_up: Array
    confidence: Array
    error: Array

    def __len__(self) -> int:
        return len(self.quads)

    def is_outlined(self, i: int, config: TrackingConfig) -> bool:
        """Whether an outline is that of a single card lying on the table, as far as can be told."""
        return bool(
            config.part_size <= self.size[i] < config.slot_size and self.error[i] < config.outline_error
        )

    def is_plain(self, i: int, config: TrackingConfig) -> bool:
        """Whether a card is so plain to see, all its edges clear, that nothing can cover it. False for `NO_CARD`."""
        return i != NO_CARD and bool(
            config.part_size <= self.size[i] < config.plain_size
            and self.error[i] < config.plain_error
            and self.confidence[i] >= config.plain_confidence
        )

    def at(self, i: int) -> Place:
        x, y = self.poses.centres[i]
        return Place(float(x), float(y), float(self.poses.angles[i]))


def cards_on(
    plane: TablePlane,
    quads: Sequence[Quad],
    detections: Sequence[Detection],
    exact: Mapping[int, float] = NO_ERRORS,
) -> Cards:
    """Lay outlines on the plane and turn them so that a short side comes first.

    Args:
        plane: of the frame.
        quads: outlines in pixels, clockwise.
        detections: what they were found as, in the same order.
        exact: the expected errors of those outlines that are exact, by number.
    """
    outlines = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    poses = poses_on(plane, outlines)
    mm = plane.mm(outlines)
    x, y = mm[..., 0], mm[..., 1]
    areas = 0.5 * np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1))
    sides = np.linalg.norm(np.roll(mm, -1, axis=1) - mm, axis=2)
    long_first = sides[:, 0] + sides[:, 2] > sides[:, 1] + sides[:, 3]
    turned = [np.roll(q, -1, axis=0) if long else q for q, long in zip(outlines, long_first, strict=True)]
    size = np.ones(len(outlines))
    known = list(exact)
    size[known] = np.sqrt(areas[known] / _CARD_AREA)
    error = np.ones(len(outlines))
    error[known] = list(exact.values())
    return Cards(
        [quad.astype(np.float32) for quad in turned],
        poses,
        size,
        np.array([detection.face_up_probability for detection in detections]),
        np.array([detection.confidence for detection in detections]),
        error,
    )


def outline_of(place: Place, plane: TablePlane) -> Quad:
    """The outline (4, 2) in pixels a card would have there, sides 0–1 short."""
    return np.roll(plane.pixels(place.corners()), 1, axis=0).astype(np.float32)
