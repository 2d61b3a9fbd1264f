"""What the reader sees of a card: the whole of it small, and its two indices large beside it.

The index is what the makers of cards agree on; the figures of kings and queens are different in every deck.
Seen with the whole card at 96 × 128 an index is seven pixels wide, and a network learns the figures by heart
instead. Twice the size for a quarter of the card costs less than twice the size for all of it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.images import Image
from vision.plane import CROP_SIZE

WHOLE = (CROP_SIZE[0] // 2, CROP_SIZE[1] // 2)
"""Width and height of the card as a whole."""
INDEX = (CROP_SIZE[0] // 4, CROP_SIZE[1] // 2)
"""Width and height of the card's corner with the index, at the crop's own scale."""
GLANCE_SIZE = (WHOLE[0] + 2 * INDEX[0], WHOLE[1])


def glance(crop: Image) -> Image:
    """The card, its top left corner, and its bottom right corner turned upright, side by side.

    Args:
        crop: (256, 192, 3) uint8, see `rectify`.

    Returns:
        (128, 192, 3) uint8.
    """
    width, height = INDEX
    whole = cv2.resize(crop, WHOLE, interpolation=cv2.INTER_AREA)
    turned = crop[::-1, ::-1]
    return np.hstack([whole, crop[:height, :width], turned[:height, :width]])
