"""From a card's outline in the picture to the card seen from straight above."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.quads import Quad, side_lengths

CROP_SIZE = (192, 256)
"""Width and height in pixels of the crops a card is read from."""
_BEYOND = (114, 114, 114)  # the grey that stands for what is outside the picture
# Up to here bilinear sampling loses nothing worth the cost of shrinking first.
_SHRINK_FROM = 1.3


def rectify(image: Image, quad: Quad, size: tuple[int, int] = CROP_SIZE, margin: float = 0.0) -> Image:
    """Cut a card out with true perspective.

    Args:
        image: (H, W, 3) uint8.
        quad: outline, clockwise from the corner that becomes the top left one.
        size: width and height of the crop.
        margin: what to show around the card on each side, as a share of its width and height.

    Returns:
        (height, width, 3) uint8; grey where the outline reaches beyond the picture.
    """
    width, height = size
    inner = crop_corners(size, margin)
    source = np.asarray(quad, np.float64)
    to_picture = np.asarray(cv2.getPerspectiveTransform(inner, source.astype(np.float32)), np.float64)
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    outer = cv2.perspectiveTransform(frame[None] - 0.5, to_picture)[0]
    # A wild quad may put the frame's corners behind the camera; the card's own place will do then.
    spread = np.concatenate([outer, source]) if _same_side(to_picture, frame) else source
    low = np.maximum(np.floor(spread.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(spread.max(axis=0)).astype(int) + 3, image.shape[1::-1])
    if (high - low < 1).any():
        return np.full((height, width, 3), _BEYOND, np.uint8)
    region: NDArray[Any] = image[low[1] : high[1], low[0] : high[0]]
    # Sampling a picture coarser than its pixels makes moiré of fine print: shrink by averaging first.
    lengths = side_lengths(source)
    sides = np.array([lengths[0] + lengths[2], lengths[1] + lengths[3]]) / 2
    finest = float((sides / (np.array(size) / (1 + 2 * margin))).min())
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]], np.float64)
    if finest > _SHRINK_FROM:
        target = np.maximum(np.round(np.array(region.shape[1::-1]) / finest), 1).astype(int)
        fx, fy = target / region.shape[1::-1]
        region = cv2.resize(region, (int(target[0]), int(target[1])), interpolation=cv2.INTER_AREA)
        shift = np.array([[fx, 0, fx / 2 - 0.5], [0, fy, fy / 2 - 0.5], [0, 0, 1]]) @ shift
    crop = cv2.warpPerspective(
        region,
        shift @ to_picture,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=_BEYOND,
    )
    return np.asarray(crop, np.uint8)


def crop_corners(size: tuple[int, int], margin: float) -> NDArray[np.float32]:
    """Where the card's corners (4, 2) come to lie in a crop; pixel centres are whole numbers."""
    width, height = size
    x = width * margin / (1 + 2 * margin)
    y = height * margin / (1 + 2 * margin)
    corners = [[x, y], [width - x, y], [width - x, height - y], [x, height - y]]
    return np.array(corners, np.float32) - 0.5


def _same_side(homography: NDArray[np.float64], points: NDArray[np.float32]) -> bool:
    w = points @ homography[2, :2] + homography[2, 2]
    return bool((w > 1e-9).all() or (w < -1e-9).all())
