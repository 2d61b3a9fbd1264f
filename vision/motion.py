"""The motion gate: what moved and what changed, told from a small grey picture at next to no cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.tracking import TrackingConfig

Mask = NDArray[np.uint8]

_LEAST_RESPONSE = 0.03  # of the phase correlation: below it the shift is anybody's guess
_GAIN_STEP = 7  # every so many pixels are enough for the exposure


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """One look of the motion gate; pictures are small, grey and laid over the reference.

    Attributes:
        shift: (2,) pixels of the full picture by which the scene is displaced from the reference.
        moving: uint8 (h, w), 1 where the picture differs from the last look.
        changed: uint8 (h, w), 1 where it differs from the reference.
        light: mean grey level.
        contrast: standard deviation of the grey levels.
    """

    shift: NDArray[np.float64]
    moving: Mask
    changed: Mask
    light: float
    contrast: float


class MotionGate:
    """Compares frames with the last one and with a reference of the table without hands.

    The camera's small shake and the wandering of its automatic exposure are taken out first.
    """

    def __init__(self, config: TrackingConfig, frame_size: tuple[int, int]) -> None:
        """`frame_size`: width and height of the frames."""
        self._config = config
        self.scale = config.gate_size / max(frame_size)
        self.size = (max(8, round(frame_size[0] * self.scale)), max(8, round(frame_size[1] * self.scale)))
        self._window = cv2.createHanningWindow((self.size[0] // 2, self.size[1] // 2), cv2.CV_32F)
        self._reference: NDArray[np.float32] | None = None
        self._half: NDArray[np.float32] | None = None
        self._last: Mask | None = None
        self._current: Mask | None = None
        self._shift = np.zeros(2)

    def look(self, image: Image) -> Gate:
        """Compare a frame (H, W, 3) uint8 BGR."""
        colour = cv2.resize(image, self.size, interpolation=cv2.INTER_LINEAR)
        small = np.asarray(cv2.blur(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), (3, 3)), np.uint8)
        light, contrast = (float(value[0, 0]) for value in cv2.meanStdDev(small))
        if self._reference is None or self._half is None:
            self._set_reference(small)
        assert self._reference is not None and self._half is not None
        half = cv2.resize(small, (self.size[0] // 2, self.size[1] // 2)).astype(np.float32)
        (dx, dy), response = cv2.phaseCorrelate(self._half, half, self._window)
        if response > _LEAST_RESPONSE:
            self._shift = np.array([dx, dy]) * 2
        back = np.array([[1, 0, -self._shift[0]], [0, 1, -self._shift[1]]])
        moved = cv2.warpAffine(small, back, self.size, borderMode=cv2.BORDER_REPLICATE)
        reference = self._reference.astype(np.uint8)
        step = slice(None, None, _GAIN_STEP)
        gain = float(np.median(reference[step, step] / np.maximum(moved[step, step], 1.0)))
        laid = np.asarray(cv2.convertScaleAbs(moved, alpha=float(np.clip(gain, 0.5, 2.0))), np.uint8)
        last = laid if self._last is None else self._last
        config = self._config
        moving = _over(laid, last, config.moving_level)
        changed = _over(laid, reference, config.changed_level)
        # Slow changes of light are followed where nothing else changed.
        cv2.accumulateWeighted(laid, self._reference, config.follow, mask=1 - changed)
        self._last = self._current = laid
        return Gate(self._shift / self.scale, moving, changed, light, contrast)

    def accept(self, region: NDArray[np.intp]) -> None:
        """What is seen now at these pixels (flat indices) is the table without hands."""
        if self._reference is not None and self._current is not None:
            self._reference.reshape(-1)[region] = self._current.reshape(-1)[region]

    def restart(self) -> None:
        """Take the next frame as the reference."""
        self._reference = self._half = self._last = None
        self._shift = np.zeros(2)

    def _set_reference(self, small: Mask) -> None:
        self._reference = small.astype(np.float32)
        self._half = cv2.resize(small, (self.size[0] // 2, self.size[1] // 2)).astype(np.float32)
        self._last = None
        self._shift = np.zeros(2)

    def pixels_in(self, polygon: NDArray[np.floating]) -> Mask:
        """A mask (h, w) of the gate's picture, 1 inside a polygon (n, 2) in pixels of the reference frame."""
        mask = np.zeros(self.size[::-1], np.uint8)
        points = np.round((polygon * self.scale - 0.5) * 8).astype(np.int32)
        cv2.fillPoly(mask, [points], 1, shift=3)
        return mask


class Regions:
    """Pixel regions of the gate's picture, measured all at once."""

    def __init__(self, masks: Sequence[Mask]) -> None:
        self.pixels = [np.flatnonzero(mask) for mask in masks]
        filled = [pixels if len(pixels) else np.zeros(1, np.intp) for pixels in self.pixels]
        self._all = np.concatenate(filled) if filled else np.zeros(0, np.intp)
        counts = np.array([len(pixels) for pixels in filled], dtype=np.intp)
        self._starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.intp)
        self._counts = counts

    def shares(self, mask: Mask) -> NDArray[np.float64]:
        """(n,) share of each region that is set in a mask."""
        if not len(self._counts):
            return np.zeros(0)
        sums = np.add.reduceat(mask.reshape(-1)[self._all], self._starts, dtype=np.int64)
        return np.asarray(sums / self._counts)


def _over(a: Mask, b: Mask, level: float) -> Mask:
    return np.asarray(cv2.threshold(cv2.absdiff(a, b), level, 1, cv2.THRESH_BINARY)[1], np.uint8)
