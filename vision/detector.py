"""Finding cards: a network for oriented boxes on the whole picture, and what to make of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backends import Tensor, load_backend
from vision.images import Image
from vision.modelcard import MODELS, Task
from vision.quads import Quad, as_quad, intersection

_STRIDES = (8, 16, 32)
_PADDING = 114  # the grey the network was trained to see beyond the picture
FACE_UP, FACE_DOWN = 0, 1
_EQUAL = 0.01  # of a card's size: outlines whose corners are so near each other are of one card


@dataclass(frozen=True, slots=True)
class DetectorConfig:
    """Thresholds of the detector.

    Attributes:
        confidence: answers below it are dropped. Low, because the reader rejects what is no card.
        overlap: of two answers sharing more than this (intersection over union) the better one stays. Cards
            on a table may overlap up to about half; two answers for one card share more than 0.6.
        nested: an answer of which this share lies inside another is judged as a double.
        same_size: two real cards of which one covers the other are nearly as large as each other; nested
            answers whose areas differ by less than this ratio are left to `overlap`.
        candidates: how many answers are looked at; a picture full of cards has some twenty for each.
    """

    confidence: float = 0.3
    overlap: float = 0.5
    nested: float = 0.8
    same_size: float = 0.6
    candidates: int = 1500


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One card found.

    Attributes:
        quad: (4, 2) float32, pixels of the picture, clockwise.
        face_up: which side shows.
        confidence: that there is a card, 0 to 1.
        face_up_probability: that its face shows, given that there is a card.
    """

    quad: Quad
    face_up: bool
    confidence: float
    face_up_probability: float = 0.5


class Detector:
    """Finds the cards in a picture."""

    def __init__(
        self,
        model_path: str | Path | None = None,
        backend: str = "auto",
        *,
        size: int | None = None,
        threads: int = 1,
        config: DetectorConfig | None = None,
    ) -> None:
        """Load the network.

        Args:
            model_path: another network than the app's own.
            backend: see `load_backend`.
            size: pixels the longer side of a picture is scaled to; by default what the model's card says.
            threads: processor threads for one picture.
            config: thresholds.

        Raises:
            ModelError: the network cannot be used.
        """
        path = model_path or MODELS / "card-detector.onnx"
        self.card, self.backend = load_backend(path, Task.DETECT, backend, threads)
        self.size = size or max(self.card.width, self.card.height)
        self.config = config or DetectorConfig()

    def detect(
        self, image: Image, size: int | None = None, config: DetectorConfig | None = None
    ) -> list[Detection]:
        """The cards in a BGR picture, best first.

        Args:
            image: (H, W, 3) uint8.
            size: in place of the detector's own, for this picture.
            config: the same for the thresholds.
        """
        config = config or self.config
        batch, scale = letterbox(image, size or self.size)
        quads, sides = decode(self.backend.run(batch), batch.shape[2:], config)
        quads /= np.array(scale, np.float32)
        scores = sides.max(axis=1)
        share = sides[:, FACE_UP] / np.maximum(sides[:, FACE_UP] + sides[:, FACE_DOWN], 1e-9)
        return [
            Detection(as_quad(quads[i]), bool(share[i] >= 0.5), float(scores[i]), float(share[i]))
            for i in suppress(quads, scores, config)
        ]


def letterbox(image: Image, size: int) -> tuple[Tensor, tuple[float, float]]:
    """A picture as the network takes it.

    Args:
        image: (H, W, 3) BGR uint8.
        size: pixels for its longer side.

    Returns:
        A batch (1, 3, h, w), RGB 0 to 1, padded at the right and below to multiples of 32 only: a wide
        picture costs less than a square. And the scale in x and y from picture to batch.
    """
    height, width = image.shape[:2]
    scale = size / max(height, width)
    inner = max(1, round(width * scale)), max(1, round(height * scale))
    shrinking = inner[0] < width
    small = cv2.resize(image, inner, interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR)
    step = _STRIDES[-1]
    padded = np.full((-(-inner[1] // step) * step, -(-inner[0] // step) * step, 3), _PADDING, np.uint8)
    padded[: inner[1], : inner[0]] = small
    batch = np.ascontiguousarray(padded[:, :, ::-1].transpose(2, 0, 1)[None], np.float32)
    batch /= 255
    return batch, (inner[0] / width, inner[1] / height)


def decode(
    raw: Tensor, shape: tuple[int, ...], config: DetectorConfig
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The network's answers above the confidence, best first.

    Args:
        raw: (1, 4 + classes + 1, anchors), see `Task`.
        shape: height and width of the batch.
        config: thresholds.

    Returns:
        Quads (n, 4, 2) in pixels of the batch, confidences by class (n, classes).
    """
    answers = raw[0]
    confidences = answers[4:-1]
    best = confidences.max(axis=0)
    # Not a number compares false, so a broken network yields nothing instead of nonsense.
    chosen = np.flatnonzero(best >= config.confidence)
    chosen = chosen[np.argsort(-best[chosen], kind="stable")][: config.candidates]
    centres, strides = _anchors(shape, chosen)
    left, top, right, bottom = answers[:4, chosen]
    angle = answers[-1, chosen]
    cos, sin = np.cos(angle), np.sin(angle)
    # Distances are measured along the card's own axes (dist2rbox of Ultralytics).
    dx, dy = (right - left) / 2, (bottom - top) / 2
    middle = centres + np.stack([dx * cos - dy * sin, dx * sin + dy * cos], axis=1)
    along = np.stack([cos, sin], axis=1) * ((left + right) / 2)[:, None]
    across = np.stack([-sin, cos], axis=1) * ((top + bottom) / 2)[:, None]
    corners = [
        middle - along - across,
        middle + along - across,
        middle + along + across,
        middle - along + across,
    ]
    quads = np.stack(corners, axis=1) * strides[:, None, None]
    return quads.astype(np.float32), np.ascontiguousarray(confidences[:, chosen].T)


def _anchors(
    shape: tuple[int, ...], chosen: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Centres (n, 2) in strides and strides (n,) of the anchors with these numbers."""
    centres = np.zeros((len(chosen), 2), np.float32)
    strides = np.zeros(len(chosen), np.float32)
    start = 0
    for stride in _STRIDES:
        rows, columns = shape[0] // stride, shape[1] // stride
        here = (chosen >= start) & (chosen < start + rows * columns)
        number = chosen[here] - start
        centres[here] = np.stack([number % columns + 0.5, number // columns + 0.5], axis=1)
        strides[here] = stride
        start += rows * columns
    return centres, strides


def _apart(outlines: NDArray[np.float32], outline: Quad) -> NDArray[np.floating]:
    """How far the corners of each of the outlines (n, 4, 2) are from those of one, at the most (n,); pixels."""
    turned = [np.abs(outlines - np.roll(outline, k, axis=0)).max(axis=(1, 2)) for k in range(4)]
    return np.min(turned, axis=0)


def suppress(
    quads: NDArray[np.float32] | Sequence[Quad], scores: NDArray[np.float32], config: DetectorConfig
) -> list[int]:
    """Which of these answers (n, 4, 2), best first, are cards of their own, whatever their class."""
    outlines = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    x, y = outlines[..., 0].astype(np.float64), outlines[..., 1].astype(np.float64)
    areas = np.abs(0.5 * (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1))
    low, high = outlines.min(axis=1), outlines.max(axis=1)
    left = areas >= 1  # false for what is no number, too
    kept: list[int] = []
    for i in range(len(outlines)):
        if not left[i]:
            continue
        kept.append(i)
        # A full table has hundreds of answers; few lie so near, and are so alike in size, that a look is worth it.
        near = left & (low < high[i]).all(axis=1) & (high > low[i]).all(axis=1)
        near &= np.minimum(areas, areas[i]) > config.overlap * np.maximum(areas, areas[i])
        near[: i + 1] = False
        close = np.flatnonzero(near)
        # Of outlines that are nearly equal OpenCV may find a third in common.
        equal = _apart(outlines[close], outlines[i]) < _EQUAL * np.sqrt(areas[i])
        left[close[equal]] = False
        for j in close[~equal]:
            common = float(cv2.intersectConvexConvex(outlines[i], outlines[j])[0])
            if common > config.overlap * (areas[i] + areas[j] - common):
                left[j] = False
    return _without_nested(kept, outlines, areas, scores, config)


def _without_nested(
    kept: list[int],
    quads: NDArray[np.float32],
    areas: NDArray[np.float64],
    scores: NDArray[np.float32],
    config: DetectorConfig,
) -> list[int]:
    """Drop the wrong ones of answers inside others.

    All cards of a table are the same size, so a much smaller answer within a larger one is a part of a card,
    or else the larger spans several cards. It does when the small ones fill it side by side and are as sure.
    """
    dropped: set[int] = set()
    for outer in sorted(kept, key=lambda i: -areas[i]):
        inner = [
            i
            for i in kept
            if i != outer
            and i not in dropped
            and areas[i] < config.same_size * areas[outer]
            and intersection(quads[i], quads[outer]) > config.nested * areas[i]
        ]
        if outer in dropped or not inner:
            continue
        filled = sum(areas[i] for i in inner) / areas[outer]
        surest = max(float(scores[i]) for i in inner)
        if len(inner) >= 2 and filled > 0.6 and surest >= scores[outer]:
            dropped.add(outer)
        else:
            dropped.update(inner)
    return [i for i in kept if i not in dropped]
