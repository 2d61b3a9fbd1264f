"""What Android reads is what a computer reads: OpenCV's engine and ONNX Runtime name the same cards."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from vision import backends
from vision.frames import Image, load_image
from vision.read import Networks, ReadCard, read_picture
from vision.tabletop.demo import demo_source
from vision.training.photos import read_labels

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "photos"
CORNERS = 3.0
"""Pixels by which an outline may differ."""
CONFIDENCE = 0.03
DOUBTFUL = 0.5
"""Below it a name is a toss that the last digit may decide; above it no engine may see another card."""

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


def assert_alike(one: Sequence[ReadCard], other: Sequence[ReadCard], where: str) -> None:
    """The same cards in the same places, as sure; in any order, because equals may change places."""
    for cards, others in ((one, other), (other, one)):
        for card in cards:
            if card.confidence < DOUBTFUL:
                continue
            near = [c for c in others if c.card == card.card and apart(c, card) < CORNERS]
            assert near, f"{where}: {card.card} {card.confidence:.3f}"
            surest = max(near, key=lambda c: c.confidence)
            assert surest.confidence == pytest.approx(card.confidence, abs=CONFIDENCE), (
                f"{where}: {card.card}"
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
        cards = [read_picture(image, networks) for networks in engines]
        assert_alike(*cards, f"film {number}")
        faces += sum(card.card != "back" for card in cards[0])
    assert faces >= 4


@pytest.mark.slow
@pytest.mark.skipif(not PHOTOS.exists(), reason="no labelled photos here")
def test_photos_are_read_alike(engines: tuple[Networks, Networks]) -> None:
    photos = [p for p in read_labels(PHOTOS) if p.region == "card" and p.complete and p.part == "test"]
    assert len(photos) > 200
    # Every fourth: both engines over all of them take longer than a test may.
    for photo in photos[::4]:
        image = load_image(photo.path)
        one, other = (read_picture(image, networks) for networks in engines)
        assert_alike(one, other, photo.path.name)
