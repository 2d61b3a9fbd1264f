"""What lamp, lens and sensor do to a clean picture."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image

Random = np.random.Generator


def illumination(rng: Random, height: int, width: int) -> NDArray[np.float32]:
    """A smooth light map (height, width, 3): lamp pools, fall-off, people's shadows, a colour cast."""
    rows, columns = np.mgrid[0:48, 0:48].astype(np.float32) / 47
    light = np.full((48, 48), rng.uniform(0.35, 1.0), np.float32)
    for _ in range(int(rng.integers(0, 3))):
        x, y, radius = rng.uniform(-0.3, 1.3), rng.uniform(-0.3, 1.3), rng.uniform(0.25, 1.2)
        distance = (columns - x) ** 2 + (rows - y) ** 2
        light += rng.uniform(0.1, 0.7) * np.exp(-distance / (2 * radius**2))
    angle = rng.uniform(0, 2 * math.pi)
    slope = rng.uniform(0, 0.5)
    light *= 1 + slope * ((columns - 0.5) * math.cos(angle) + (rows - 0.5) * math.sin(angle))
    light /= light.mean()
    big = cv2.resize(light, (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(int(rng.integers(0, 3))):
        big = big * _shadow(rng, height, width)
    cast = 1 + rng.normal(0, 0.07, 3) + rng.normal(0, 0.06) * np.array([-1, 0, 1])
    return (big[:, :, None] * cast).astype(np.float32)


def _shadow(rng: Random, height: int, width: int) -> NDArray[np.float32]:
    """Somebody's shadow: a large soft-edged polygon."""
    mask = np.zeros((96, 96), np.uint8)
    centre = rng.uniform(0, 96, 2)
    count = int(rng.integers(3, 8))
    angles = np.sort(rng.uniform(0, 2 * math.pi, count))
    radii = rng.uniform(15, 70, count)
    points = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None]
    cv2.fillPoly(mask, [points.astype(np.int32)], 255)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.choice([0.7, 1.5, 3, 6])))
    big = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32) / 255
    return np.asarray(1 - rng.uniform(0.1, 0.55) * big, np.float32)


def glare(rng: Random, image: Image, owner: NDArray[np.int32], strength: float) -> Image:
    """Lamp reflections on glossy cards: white patches and streaks, only where a card (owner > 0) lies."""
    height, width = image.shape[:2]
    layer = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.uniform(0, layer.shape[1])), int(rng.uniform(0, layer.shape[0])))
        axes = (int(rng.uniform(3, 40)), int(rng.uniform(2, 16)))
        cv2.ellipse(layer, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    if rng.random() < 0.3:  # a window or a bright ceiling, mirrored over half a card and more
        centre = (int(rng.uniform(0, layer.shape[1])), int(rng.uniform(0, layer.shape[0])))
        axes = (int(rng.uniform(0.1, 0.5) * layer.shape[1]), int(rng.uniform(0.05, 0.3) * layer.shape[0]))
        cv2.ellipse(layer, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.5, 1)), -1)
    layer = cv2.GaussianBlur(layer, (0, 0), float(rng.uniform(1, 8)))
    full = cv2.resize(layer, (width, height)) * (owner > 0) * strength
    lit = image + (255 - image.astype(np.float32)) * np.clip(full, 0, 0.95)[:, :, None]
    return np.asarray(lit, np.uint8)


def motion_blur(image: Image, length: float, angle: float) -> Image:
    """Blur along a straight path of `length` pixels at `angle` degrees."""
    size = math.ceil(length) | 1
    if size < 3:
        return image
    kernel = np.zeros((size, size), np.float32)
    middle = size / 2 - 0.5
    dx, dy = math.cos(math.radians(angle)) * length / 2, math.sin(math.radians(angle)) * length / 2
    start = (round(middle - dx), round(middle - dy))
    cv2.line(kernel, start, (round(middle + dx), round(middle + dy)), 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def sensor(rng: Random, image: Image, noise: float, compression: int) -> Image:
    """Sensor noise (standard deviation in grey levels, some of it coarse as after a phone's denoiser)
    and JPEG at quality `compression`."""
    if noise > 0:
        height, width = image.shape[:2]
        pool = rng.normal(0, noise, (height // 2 + 32, width // 2 + 32, 3)).astype(np.float32)
        coarse = cv2.resize(pool[: height // 2, : width // 2], (width, height))
        fine = np.tile(pool, (3, 3, 1))[7 : 7 + height, 13 : 13 + width]
        mixed = image + coarse * 0.6 + fine * 0.8
        image = np.clip(mixed, 0, 255).astype(np.uint8)
    if compression < 100:
        encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, compression])[1]
        image = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
    return image


def expose(image: Image, light: NDArray[np.float32], exposure: float, contrast: float, gamma: float) -> Image:
    """Apply a light map, then an exposure factor and a tone curve."""
    lit = image.astype(np.float32) * (light * (exposure / 255))
    np.clip(lit, 0, None, out=lit)
    toned = np.power(lit, gamma)
    toned = (toned - 0.45) * contrast + 0.45
    return np.asarray(np.clip(toned * 255, 0, 255), np.uint8)
