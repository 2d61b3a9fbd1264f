"""Four-cornered outlines."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from vision.quads import Quad, area, as_quad, intersection, iou, is_convex, portrait, signed_area

SQUARE = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)


def test_a_quad_runs_clockwise_from_the_same_corner() -> None:
    other_way = SQUARE[[0, 3, 2, 1]]
    assert signed_area(SQUARE) == 100 and signed_area(other_way) == -100
    assert as_quad(other_way).tolist() == SQUARE.tolist()
    assert as_quad([0, 0, 10, 0, 10, 10, 0, 10]).tolist() == SQUARE.tolist()


def test_overlap_of_two_quads() -> None:
    shifted = SQUARE + np.array([5, 0], np.float32)
    assert intersection(SQUARE, shifted) == pytest.approx(50)
    assert iou(SQUARE, shifted) == pytest.approx(50 / 150)
    assert iou(SQUARE, SQUARE + 20) == 0
    inner = SQUARE * 0.5 + 2
    assert iou(SQUARE, inner) == pytest.approx(area(inner) / 100)


def cards(rng: np.random.Generator, count: int) -> Iterator[Quad]:
    """Outlines as cards have in pictures, convex, clockwise and not quite rectangles."""
    for _ in range(count):
        width, turn = rng.uniform(20, 200), rng.uniform(0, 2 * np.pi)
        cos, sin = np.cos(turn), np.sin(turn)
        card = np.array([[0, 0], [width, 0], [width, 1.4 * width], [0, 1.4 * width]])
        card += rng.normal(0, 0.03 * width, (4, 2))
        yield (card @ [[cos, sin], [-sin, cos]] + rng.uniform(100, 1500, 2)).astype(np.float32)


@pytest.mark.parametrize("off", [0.0, 1e-5, 1e-4, 1e-3, 1e-2, 0.1])
def test_outlines_that_hardly_differ_are_nearly_the_same(off: float) -> None:
    rng = np.random.default_rng(1)
    for card in cards(rng, 400):
        other = np.roll(card + rng.normal(0, off, (4, 2)), rng.integers(4), axis=0).astype(np.float32)
        assert iou(card, other) == pytest.approx(1, abs=1e-4 + off / 4)


def test_overlap_is_what_counting_pixels_gives() -> None:
    rng = np.random.default_rng(2)
    overlapping = 0
    for card, other in zip(cards(rng, 60), cards(rng, 60), strict=True):
        other += (card.mean(axis=0) - other.mean(axis=0) + rng.uniform(-60, 60, 2)).astype(np.float32)
        low = np.minimum(card.min(axis=0), other.min(axis=0)) - 1
        masks = []
        for quad in (card, other):
            mask = np.zeros((700, 700), np.uint8)
            cv2.fillConvexPoly(mask, np.round((quad - low) * 256).astype(np.int32), 1, shift=8)
            masks.append(mask.astype(bool))
        counted = int((masks[0] & masks[1]).sum())
        # Pixels at the rim count whole.
        rim = float(np.linalg.norm(card - np.roll(card, 1, axis=0), axis=1).sum())
        assert intersection(card, other) == pytest.approx(counted, abs=2 * rim + 8)
        assert intersection(other, card) == pytest.approx(intersection(card, other), rel=1e-6, abs=1e-6)
        assert intersection(card[::-1], other) == pytest.approx(intersection(card, other), rel=1e-6, abs=1e-6)
        overlapping += counted > 500
    assert overlapping > 30


def test_convexity() -> None:
    assert is_convex(SQUARE) and is_convex(SQUARE[::-1])
    assert not is_convex(SQUARE[[0, 2, 1, 3]]), "a bow tie"
    assert not is_convex(np.array([[0, 0], [10, 0], [2, 2], [0, 10]], np.float32)), "a dart"
    assert not is_convex(np.zeros((4, 2), np.float32))


@pytest.mark.parametrize("start", range(4))
def test_portrait_begins_with_the_upper_short_side(start: int) -> None:
    standing = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
    assert portrait(np.roll(standing, start, axis=0)).tolist() == standing.tolist()
    lying = np.array([[0, 0], [88, 0], [88, 63], [0, 63]], np.float32)
    # lying on its side, the left end is the top: reading order
    assert portrait(np.roll(lying, start, axis=0)).tolist() == [[0, 63], [0, 0], [88, 0], [88, 63]]
