"""What a hand-held or propped camera adds to every frame of a film: shake, blur, exposure, noise."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Image

Random = np.random.Generator

MARGIN = 12
"""Pixels by which pictures given to `Lens.shoot` are larger on every side: room to shake in."""
_LEVEL = 48
"""The grey level that stands for no noise in the stored noise picture."""


@dataclass(frozen=True, slots=True)
class Optics:
    """How good the camera is and how firmly it stands.

    Attributes:
        shake: largest displacement in pixels, at most MARGIN - 1.
        blur: standard deviation of the lens blur in pixels.
        noise: standard deviation of the sensor noise in grey levels.
        breathing: how far the automatic exposure wanders, as a share.
        exposure: shutter time in seconds: what moves is smeared by it.
    """

    shake: float = 1.5
    blur: float = 0.6
    noise: float = 3.0
    breathing: float = 0.03
    exposure: float = 1 / 60


class Lens:
    """Turns painted pictures into camera frames.

    Args:
        rng: decides the paths of shake and exposure and the noise.
        size: width and height of the frames.
        optics: see there.
    """

    def __init__(self, rng: Random, size: tuple[int, int], optics: Optics) -> None:
        self._size = size
        self._optics = optics
        self._rng = rng
        self._waves = [
            [(float(rng.uniform(0.07, 0.9)), float(rng.uniform(0, 2 * math.pi))) for _ in range(4)]
            for _ in range(3)
        ]
        width, height = size
        self._across = np.empty((height + 1, width, 3), np.uint8)
        self._both, self._blurred = np.empty((2, height, width, 3), np.uint8)
        grain = rng.normal(0, optics.noise, (height + 64, width + 64, 3)).astype(np.float32)
        # A camera's own denoiser leaves blotches rather than grains.
        blotches = cv2.GaussianBlur(grain, (0, 0), 1.0) * 2.2
        self._noise = np.clip(_LEVEL + 0.6 * grain + 0.6 * blotches, 0, 255).astype(np.uint8)

    def shift_at(self, time: float) -> tuple[float, float]:
        """By how many pixels the picture is displaced."""
        amount = min(self._optics.shake, MARGIN - 1.0)
        return amount * self._wave(0, time), amount * self._wave(1, time)

    def shoot(self, picture: Image, time: float, brightness: float = 1.0) -> Image:
        """The frame (height, width, 3) of a painted picture that is MARGIN larger on every side.

        `brightness` is a factor on top of the automatic exposure.
        """
        width, height = self._size
        dx, dy = self.shift_at(time)
        ix, iy = math.floor(dx), math.floor(dy)
        x0, y0 = MARGIN - ix - 1, MARGIN - iy - 1
        view = picture[y0 : y0 + height + 1, x0 : x0 + width + 1]
        fx, fy = dx - ix, dy - iy
        # Bilinear displacement in two passes: several times faster than a general warp of the whole picture.
        across = cv2.addWeighted(view[:, 1:], 1 - fx, view[:, :-1], fx, 0, dst=self._across)
        gain = brightness * (1 + self._optics.breathing * self._wave(2, time))
        image = cv2.addWeighted(across[1:], (1 - fy) * gain, across[:-1], fy * gain, 0, dst=self._both)
        if self._optics.blur > 0:
            image = cv2.GaussianBlur(image, (0, 0), self._optics.blur, dst=self._blurred)
        at = self._rng.integers(0, 64, 2)
        noise = self._noise[at[0] : at[0] + height, at[1] : at[1] + width]
        return np.asarray(cv2.addWeighted(image, 1.0, noise, 1.0, -_LEVEL), np.uint8)

    def _wave(self, axis: int, time: float) -> float:
        """A slow wandering between -1 and 1."""
        waves = self._waves[axis]
        return sum(math.sin(2 * math.pi * f * time + phase) for f, phase in waves) / len(waves)
