"""The type of every picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(H, W, 3) BGR as cameras and files give it; (H, W, 4) RGBA where it is painted onto another one."""
