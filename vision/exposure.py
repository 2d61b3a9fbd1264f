"""Pictures of a dim room made as bright as those the networks learned from."""

from __future__ import annotations

import cv2
import numpy as np

from vision.images import Image

_WHITE = 98  # percentile of a picture's grey levels that the white of its cards or of its table has
_DIM = 160  # grey level of that white below which the detector misses backs
_LIFTED = 250  # where it is lifted to: what the lamp washes out was white
_MOST = 4.0  # more would make letters of noise
_STEP = 8  # every so many pixels are enough


def lifted(image: Image) -> Image:
    """The BGR picture (H, W, 3) uint8 itself, or a brighter one where its white is grey."""
    sample = np.ascontiguousarray(image[::_STEP, ::_STEP])
    white = float(np.percentile(cv2.cvtColor(sample, cv2.COLOR_BGR2GRAY), _WHITE))
    if white >= _DIM:
        return image
    return np.asarray(cv2.convertScaleAbs(image, alpha=min(_MOST, _LIFTED / max(white, 1.0))), np.uint8)
