"""Camera pictures made small for the screen."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ui.view import Picture

WIDTH = 480
"""Width of the small picture in pixels; enough for the tile on a 1920-pixel screen."""


def small_picture(image: NDArray[np.uint8]) -> Picture:
    """A BGR picture (H, W, 3) as a small RGB one."""
    height, width = image.shape[:2]
    scale = min(1.0, WIDTH / width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    return Picture(size[0], size[1], small.tobytes())
