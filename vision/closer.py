"""A closer look at one card: the detector sees its surroundings alone, and larger.

Of cards that lie crooked on each other the detector's surest answer is often one about two of them. Its other answers
are asked for here, too: `vision.corners` tells which outline runs along a card's edges.
"""

from __future__ import annotations

import math

import numpy as np

from vision.detector import Detection, Detector, DetectorConfig
from vision.images import Image
from vision.quads import Quad

SURROUNDINGS = (2.2, 3.0)
"""Side of what is looked at, over that of the outline's upright box: twice a card, with its neighbours in part; and more,
where that shows nothing clearer.
"""
SIZE = 320
"""Pixels of the longer side as the detector sees it: a quarter of the time, a card three times as large."""

_EVERY_ANSWER = DetectorConfig(confidence=0.15, overlap=0.8, nested=math.inf)
"""Several answers for one card, if they differ."""
MOST = 16
"""Answers looked into."""


def detect_near(
    detector: Detector, image: Image, quad: Quad, surroundings: float = SURROUNDINGS[0]
) -> list[Detection]:
    """Where the card of an outline may lie, best first: several answers for each card at and around it.

    Args:
        detector: the network.
        image: (H, W, 3) uint8 BGR.
        quad: (4, 2) pixels, the rough outline.
        surroundings: side of the part looked at, over that of the outline's upright box.

    Returns:
        In pixels of the whole picture; none where the outline lies outside it.
    """
    low, high = quad.min(axis=0), quad.max(axis=0)
    middle, half = (low + high) / 2, surroundings / 2 * float((high - low).max())
    x0, y0 = np.maximum(np.floor(middle - half), 0).astype(int)
    x1, y1 = np.ceil(middle + half).astype(int)
    part = image[y0 : max(y0, y1), x0 : max(x0, x1)]
    if not part.size:
        return []
    corner = np.array([x0, y0], np.float32)
    return [
        Detection(found.quad + corner, found.face_up, found.confidence, found.face_up_probability)
        for found in detector.detect(np.ascontiguousarray(part), SIZE, _EVERY_ANSWER)[:MOST]
    ]
