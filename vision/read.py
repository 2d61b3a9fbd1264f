"""One picture in, its cards out: the detector, the corners and the reader in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.closeness import size_for
from vision.corners import Corners, Outline
from vision.detector import Detection, Detector
from vision.exposure import lifted
from vision.images import Image
from vision.judging import ReadCard, in_company, judged, proof, without_doubles
from vision.plane import rectify
from vision.quads import Quad, area, intersection, upright
from vision.reader import BACK, NONE, CardReading, Reader
from vision.secondlook import CloserLooks, read_closer, still_sure, vouched_for
from vision.shortsides import short_sides_first, table_of

# In a picture so many times as large as the detector sees it, all cards may be too small to be found.
_LARGE = 3.0
_MANY = 4
# A card that fills the picture is found by a look from afar, at this share of the detector's own size. Taken are faces,
# clearly read, which cover so much of the picture; of what was found within them before, this share lies inside.
_FAR, _FILLING, _INSIDE = 0.35, 0.1, 0.5
# A closer look must be this much closer to show anything.
_FINER = 1.3
# A face read with less may have been cut out sideways, and was if it is read with so much the other way round. On photos
# kept out of training that turned 14 cards, 13 of them to their right name, and nothing in pictures without cards.
_DOUBTFUL_WAY, _SURE_TURNED = 0.6, 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Networks:
    """The three networks of the runtime."""

    detector: Detector
    corners: Corners
    reader: Reader

    @classmethod
    def load(cls, backend: str = "auto", *, threads: int = 1) -> Networks:
        """The app's own networks; raises ModelError as `Detector` does."""
        return cls(
            Detector(backend=backend, threads=threads),
            Corners(backend=backend, threads=threads),
            Reader(backend=backend, threads=threads),
        )

    def checksums(self) -> dict[str, str]:
        """SHA-256 of each network's file by its name, to tell later what a figure was measured with."""
        return {part.card.name: part.card.sha256 for part in (self.detector, self.corners, self.reader)}

    def outlines(self, image: Image, detections: Sequence[Detection]) -> list[Outline]:
        """The exact outlines of detected cards, in the same order, each beginning with a short side."""
        found = self.corners.refine(image, [detection.quad for detection in detections])
        return short_sides_first(found, table_of(found, (image.shape[1], image.shape[0])))

    def read_outlines(self, image: Image, outlines: Sequence[Outline]) -> list[tuple[Quad, CardReading]]:
        """Name the cards inside outlines that begin with a short side.

        From a slant a wrong plane may fit all cards of a picture with their long sides taken for the short ones. Where a
        card can hardly be read, it is looked at sideways, too.

        Returns each outline, beginning at the end that is higher up in the picture, with its reading.
        """
        quads = [upright(outline.quad) for outline in outlines]
        read = list(zip(quads, self.reader.read(self.crops(image, quads)), strict=True))
        doubtful = [
            i for i, (_, reading) in enumerate(read)
            if reading.confidence < _DOUBTFUL_WAY and reading.card not in (BACK, NONE)
        ]  # fmt: skip
        turned = [upright(np.roll(quads[i], 1, axis=0)) for i in doubtful]
        for i, quad, reading in zip(doubtful, turned, self.reader.read(self.crops(image, turned)), strict=True):
            if reading.confidence >= _SURE_TURNED and reading.card not in (BACK, NONE):
                read[i] = quad, reading
        return read

    def crops(self, image: Image, quads: Sequence[Quad]) -> list[Image]:
        """The cards inside outlines as the reader takes them."""
        return [rectify(image, quad) for quad in quads]


def read_picture(image: Image, networks: Networks | None = None) -> list[ReadCard]:
    """All cards in a BGR picture (H, W, 3) uint8, most confident first.

    Without `networks` the app's own are loaded at the first call and kept.
    """
    networks = networks or _own_networks()
    image = lifted(image)
    longest, size = max(image.shape[:2]), networks.detector.size
    cards = _read_at(image, networks, size)
    has_face = any(card.is_sure_face for card in cards)
    if not has_face and (close_ups := _close_ups(image, networks)):
        return [*close_ups, *(card for card in cards if not _lies_in(card.quad, close_ups))]
    # The patterns of a cloth look like small backs: one or two without a face are nothing to look closer for.
    if 0 < len(cards) < _MANY and not has_face:
        return cards
    if not cards and longest < _LARGE * size:
        return cards
    closer = size_for([card.quad for card in cards], size, longest)
    return cards if closer < _FINER * size else _read_at(image, networks, closer)


def _close_ups(image: Image, networks: Networks) -> list[ReadCard]:
    """Faces so near that the detector, which knows cards on a table, sees them only in a smaller picture."""
    least = _FILLING * image.shape[0] * image.shape[1]
    cards = _read_at(image, networks, round(_FAR * networks.detector.size))
    return [card for card in cards if card.is_sure_face and area(card.quad) >= least]


def _lies_in(quad: Quad, cards: Sequence[ReadCard]) -> bool:
    return any(intersection(quad, card.quad) > _INSIDE * area(quad) for card in cards)


def _read_at(image: Image, networks: Networks, size: int) -> list[ReadCard]:
    """The cards the detector finds at a size of the picture."""
    detections = networks.detector.detect(image, size)
    outlines = networks.outlines(image, detections)
    looks = CloserLooks(image, networks, outlines)
    seen = read_closer(looks, networks.read_outlines(image, outlines))
    judgements = [judged(found, *what) for found, what in zip(detections, seen, strict=True)]
    finds = [(card, found.confidence) for card, found in zip(judgements, detections, strict=True) if card is not None]
    finds = vouched_for(finds, lambda card: still_sure(looks, card))
    return without_doubles(in_company([card for card, _ in finds], [proof(*find) for find in finds]))


@lru_cache(maxsize=1)
def _own_networks() -> Networks:
    return Networks.load()
