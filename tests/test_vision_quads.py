"""Four-cornered outlines."""

from __future__ import annotations

import numpy as np
import pytest

from vision.quads import area, as_quad, intersection, iou, is_convex, portrait, signed_area

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
