"""The cards found in one frame, laid on the table plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detector import Detection
from vision.layout import Place
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, Array, Poses, TablePlane, poses_on
from vision.quads import Quad

_CARD_AREA = CARD_WIDTH_MM * CARD_HEIGHT_MM


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
    """

    quads: list[Quad]
    poses: Poses
    size: Array
    face_up: Array
    confidence: Array

    def __len__(self) -> int:
        return len(self.quads)

    def at(self, i: int) -> Place:
        x, y = self.poses.centres[i]
        return Place(float(x), float(y), float(self.poses.angles[i]))


def cards_on(
    plane: TablePlane, quads: Sequence[Quad], detections: Sequence[Detection], exact: Sequence[int] = ()
) -> Cards:
    """Lay outlines on the plane and turn them so that a short side comes first.

    Args:
        plane: of the frame.
        quads: outlines in pixels, clockwise.
        detections: what they were found as, in the same order.
        exact: which of the outlines are exact.
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
    return Cards(
        [quad.astype(np.float32) for quad in turned],
        poses,
        size,
        np.array([detection.face_up_probability for detection in detections]),
        np.array([detection.confidence for detection in detections]),
    )
