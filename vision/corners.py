"""Exact outlines: a small network moves the corners of a rough outline to the corners of the card.

An oriented box cannot follow perspective: the box about a card seen at 50° may miss its corners by a third of
its size, and the reader is only as good as its crop. The network sees the card cut out along the rough
outline with some surroundings, answers with the four corners, and sees it again along its own answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backends import load_backend
from vision.images import Image
from vision.modelcard import MODELS, Task
from vision.plane import rectify
from vision.quads import UNIT_SQUARE, Quad, area, is_convex, side_lengths

PATCH = 64
"""Pixels of the square patch the network sees."""
MARGIN = 0.25
"""Surroundings on each side, as a share of the rough outline."""
_PASSES = 4
# An outline this exact (as it says itself, in shares of the card's size) is left as it is.
_EXACT = 0.015


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card's outline.

    Attributes:
        quad: clockwise; begins at one end of a short side of the card when `short_first` is near 1.
        error: expected distance of the corners from the true ones, as a share of the card's size.
        short_first: probability that sides 0–1 and 2–3 are the short ones.
    """

    quad: Quad
    error: float
    short_first: float


class Corners:
    """Finds the corners of cards whose place is roughly known."""

    def __init__(
        self, model_path: str | Path | None = None, backend: str = "auto", *, threads: int = 1
    ) -> None:
        """Load the network; arguments and ModelError as for `Detector`."""
        path = model_path or MODELS / "card-corners.onnx"
        self.card, self.backend = load_backend(path, Task.CORNERS, backend, threads)

    def refine(self, image: Image, quads: Sequence[Quad]) -> list[Outline]:
        """The outlines (n, 4, 2) of cards in a BGR picture, more exactly."""
        outlines = [Outline(along_axes(quad), 1.0, 0.5) for quad in quads]
        for _ in range(_PASSES):
            rough = [i for i, outline in enumerate(outlines) if outline.error > _EXACT]
            for i, moved in zip(rough, self._pass(image, [outlines[i] for i in rough]), strict=True):
                outlines[i] = moved
        return outlines

    def _pass(self, image: Image, outlines: list[Outline]) -> list[Outline]:
        if not outlines:
            return []
        patches = np.stack([rectify(image, o.quad, (PATCH, PATCH), MARGIN) for o in outlines])
        batch = np.ascontiguousarray(patches[..., ::-1].transpose(0, 3, 1, 2), np.float32)
        batch /= 255
        answers = self.backend.run(batch)
        return [_moved(outline, answer) for outline, answer in zip(outlines, answers, strict=True)]


def _moved(outline: Outline, answer: NDArray[np.float32]) -> Outline:
    quad = moved_by(outline.quad, answer[:8].reshape(4, 2))
    if not np.isfinite(quad).all() or not is_convex(quad) or area(quad) < 1:
        return outline
    short_first = float(1 / (1 + np.exp(-answer[9])))
    if short_first < 0.5:
        quad, short_first = np.roll(quad, -1, axis=0), 1 - short_first
    return Outline(np.ascontiguousarray(quad, np.float32), float(np.exp(answer[8])), short_first)


def along_axes(quad: Quad) -> Quad:
    """The outline beginning with one of its shorter sides."""
    lengths = side_lengths(quad)
    return np.roll(quad, -1, axis=0) if lengths[0] + lengths[2] > lengths[1] + lengths[3] else quad


def offsets_from(rough: Quad, quad: Quad) -> NDArray[np.float32]:
    """Corner offsets (4, 2) as the network gives them: in the plane of the patch, in sides of `rough`."""
    to_patch = cv2.getPerspectiveTransform(rough, UNIT_SQUARE)
    return np.asarray(cv2.perspectiveTransform(quad[None], to_patch)[0] - UNIT_SQUARE, np.float32)


def moved_by(rough: Quad, offsets: NDArray[np.float32]) -> Quad:
    """The outline these offsets lead to; undoes `offsets_from`."""
    to_picture = cv2.getPerspectiveTransform(UNIT_SQUARE, rough)
    return np.asarray(cv2.perspectiveTransform((UNIT_SQUARE + offsets)[None], to_picture)[0], np.float32)
