"""What Android reads is what a computer reads: OpenCV's engine and ONNX Runtime name the same cards."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from vision import backends
from vision.frames import load_image
from vision.images import Image
from vision.judging import ReadCard
from vision.quads import iou
from vision.read import Networks, read_picture
from vision.tabletop.demo import demo_source
from vision.training.photos import read_labels

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "photos"
CORNERS = 3.0
"""Pixels by which an outline may differ."""
CONFIDENCE = 0.03
DOUBTFUL = 0.5
"""Below it a name is a toss that the last digit may decide."""
SURE = 0.9
ALIKE = 0.97
"""The outline of a card in a heap is found in four steps, each from the last: a last digit may grow to some pixels."""

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("onnxruntime") is None, reason="the extra 'fast' is not installed"
)


@pytest.fixture(scope="module")
def engines() -> Iterator[tuple[Networks, Networks]]:
    """ONNX Runtime, and OpenCV with the shapes fixed in the file as OpenCV 4 on Android needs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backends, "_FIXED_SHAPES", True)
        yield Networks.load("onnxruntime"), Networks.load("opencv")


def apart(one: ReadCard, other: ReadCard) -> float:
    """Pixels between the same corners, whichever comes first: a card that lies crosswise has no upper end."""
    return min(float(np.abs(np.roll(one.quad, turn, axis=0) - other.quad).max()) for turn in range(4))


def like(card: ReadCard, others: Sequence[ReadCard]) -> bool:
    """Whether the other engine sees the card in the same place, and as sure."""
    near = [c.confidence for c in others if c.card == card.card and apart(c, card) < CORNERS]
    return bool(near) and max(near) == pytest.approx(card.confidence, abs=CONFIDENCE)


def contradicted(card: ReadCard, others: Sequence[ReadCard]) -> bool:
    """Whether the other engine names another card, or none, where this one is sure."""
    return card.confidence >= SURE and not any(
        c.card == card.card and c.confidence >= DOUBTFUL and iou(c.quad, card.quad) > 0.5 for c in others
    )


def films() -> Iterator[Image]:
    """Tables in mid-game, straight from above and tilted."""
    for tilt in (10.0, 35.0):
        for frame in demo_source(seed=2, sizes=(5, 4), fps=0.5, tilt=tilt, live=False):
            if frame.index == 12:
                yield frame.image
                break


def test_rendered_tables_are_read_alike(engines: tuple[Networks, Networks]) -> None:
    faces = 0
    for number, image in enumerate(films()):
        one, other = (read_picture(image, networks) for networks in engines)
        for cards, others in ((one, other), (other, one)):
            assert [c.card for c in cards if c.confidence >= DOUBTFUL and not like(c, others)] == [], number
        faces += sum(card.card != "back" for card in one)
    assert faces >= 4


@pytest.mark.slow
@pytest.mark.skipif(not PHOTOS.exists(), reason="no labelled photos here")
def test_photos_are_read_alike(engines: tuple[Networks, Networks]) -> None:
    photos = [p for p in read_labels(PHOTOS) if p.region == "card" and p.complete and p.part == "test"]
    assert len(photos) > 200
    # Every fourth: both engines over all of them take longer than a test may.
    alike = []
    for photo in photos[::4]:
        image = load_image(photo.path)
        one, other = (read_picture(image, networks) for networks in engines)
        for cards, others in ((one, other), (other, one)):
            assert [c.card for c in cards if contradicted(c, others)] == [], photo.path.name
            alike += [like(card, others) for card in cards if card.confidence >= DOUBTFUL]
    assert len(alike) > 400 and np.mean(alike) >= ALIKE
