"""What the tracking needs of the networks, and no more: find cards, sharpen their outlines, name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.observation import Reading
from vision.corners import Outline
from vision.detector import Detection
from vision.frames import Image
from vision.plane import rectify
from vision.quads import Quad
from vision.read import Networks
from vision.reader import BACK, NONE


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a crop shows: probability of no card, of a back if it is a card, and which face if not."""

    nothing: float
    back: float
    reading: Reading


class Eyes(Protocol):
    """Finds and names cards in BGR pictures (H, W, 3) uint8; quads are (4, 2) float32 pixels, clockwise."""

    def find(self, image: Image) -> Sequence[Detection]:
        """The cards in a picture with rough outlines."""

    def refine(self, image: Image, quads: Sequence[Quad]) -> Sequence[Outline]:
        """Exact outlines, in the same order."""

    def read(self, image: Image, quads: Sequence[Quad]) -> Sequence[Glimpse]:
        """Name the cards inside outlines whose sides 0–1 are short ones."""


class NetworkEyes:
    """The app's own networks as `Eyes`; raises ModelError where they cannot be loaded."""

    def __init__(self, networks: Networks | None = None) -> None:
        self._networks = networks or Networks.load()

    def find(self, image: Image) -> list[Detection]:
        return self._networks.detector.detect(image)

    def refine(self, image: Image, quads: Sequence[Quad]) -> list[Outline]:
        return self._networks.corners.refine(image, quads)

    def read(self, image: Image, quads: Sequence[Quad]) -> list[Glimpse]:
        glimpses = []
        for reading in self._networks.reader.read([rectify(image, quad) for quad in quads]):
            nothing = reading.probabilities.get(NONE, 0.0)
            back = reading.probabilities.get(BACK, 0.0) / max(1 - nothing, 1e-6)
            glimpses.append(Glimpse(nothing, min(1.0, back), reading.candidates()))
        return glimpses
