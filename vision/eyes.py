"""What the tracking needs of the networks, and no more: find cards, sharpen their outlines, name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.observation import Reading
from vision.closeness import Closeness
from vision.closer import detect_near
from vision.corners import Outline
from vision.detector import Detection
from vision.exposure import lifted
from vision.images import Image
from vision.plane import rectify
from vision.quads import Quad
from vision.read import Networks
from vision.reader import BACK, NONE

_CLEAR = 0.5
"""The detector's confidence from which a find tells how large the cards are."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a crop shows: probability of no card, of a back if it is a card, and which face if not."""

    nothing: float
    back: float
    reading: Reading


class Eyes(Protocol):
    """Finds and names cards in BGR pictures (H, W, 3) uint8; quads are (4, 2) float32 pixels, clockwise."""

    def find(self, image: Image, closely: bool = False) -> Sequence[Detection]:
        """The cards in a picture with rough outlines; `closely` for a look that may take longer and misses less."""

    def find_near(self, image: Image, quad: Quad, surroundings: float) -> Sequence[Detection]:
        """The cards at an outline and around it (see `vision.closer`), in less time than in the whole picture."""

    def refine(self, image: Image, quads: Sequence[Quad]) -> Sequence[Outline]:
        """Exact outlines, in the same order."""

    def read(self, image: Image, quads: Sequence[Quad]) -> Sequence[Glimpse]:
        """Name the cards inside outlines whose sides 0–1 are short ones."""


class NetworkEyes:
    """The app's own networks as `Eyes`, in a dim room with the picture lifted; ModelError where they cannot be loaded."""

    def __init__(self, networks: Networks | None = None) -> None:
        self._networks = networks or Networks.load()
        self._closeness = Closeness(self._networks.detector.size)
        self._frame: Image | None = None
        self._lifted: Image | None = None

    def find(self, image: Image, closely: bool = False) -> list[Detection]:
        longest = max(image.shape[:2])
        size = self._closeness.closest(longest) if closely else self._closeness.size(longest)
        found = self._networks.detector.detect(self._lit(image), size)
        self._closeness.learn([d.quad for d in found if d.confidence >= _CLEAR])
        return found

    def find_near(self, image: Image, quad: Quad, surroundings: float) -> list[Detection]:
        return detect_near(self._networks.detector, self._lit(image), quad, surroundings)

    def refine(self, image: Image, quads: Sequence[Quad]) -> list[Outline]:
        return self._networks.corners.refine(self._lit(image), quads)

    def read(self, image: Image, quads: Sequence[Quad]) -> list[Glimpse]:
        glimpses = []
        image = self._lit(image)
        for reading in self._networks.reader.read([rectify(image, quad) for quad in quads]):
            nothing = reading.probabilities.get(NONE, 0.0)
            back = reading.probabilities.get(BACK, 0.0) / max(1 - nothing, 1e-6)
            glimpses.append(Glimpse(nothing, min(1.0, back), reading.candidates()))
        return glimpses

    def _lit(self, image: Image) -> Image:
        """One frame is asked about several times, and lifted once."""
        if self._lifted is None or image is not self._frame:
            self._frame, self._lifted = image, lifted(image)
        return self._lifted
