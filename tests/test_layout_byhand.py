"""Corners pointed out by hand: the layouts they make, and a table followed from there."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest
from drawn_table import SIZE, Scene, scene

from companion.cards import Card
from companion.observation import Phase, Sight
from ui.byhand import corners_around, first_corners
from ui.view import Outline
from vision.byhand import layout_by_hand
from vision.metric import card_corners

TURNED = {"bottom": 0, "left": 1, "top": 2, "right": 3}


def pointed_out(table: Scene, sides: tuple[str, ...], off: float) -> list[np.ndarray]:
    """The outer corners of each layout as its player sees them, a few pixels off."""
    found = []
    for slots, side in zip(table.slots, sides, strict=True):
        poses = np.array([lying.pose for lying in slots])
        cards = card_corners(poses[:, :2], poses[:, 2]).reshape(-1, 2)
        (x0, y0), (x1, y1) = cards.min(axis=0), cards.max(axis=0)
        mm = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        pixels = cv2.perspectiveTransform(mm[None], table.table.to_picture)[0]
        # The player at the left sees as top left what is at the top right, and so on.
        seen = np.roll(pixels, -TURNED[side], axis=0)
        found.append(seen + table.table.rng.uniform(-off, off, (4, 2)))
    return found


@pytest.mark.parametrize(
    ("sizes", "sides"),
    [
        ([10, 9], ("bottom", "top")),
        ([5, 3], ("bottom", "top")),
        ([10, 10, 7, 10], ("bottom", "left", "top", "right")),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_corners_a_little_off_make_the_layouts(sizes: list[int], sides: tuple[str, ...], seed: int) -> None:
    table = scene(sizes, seed=seed)
    layout = layout_by_hand(pointed_out(table, sides, 2.0), sizes, SIZE)
    assert layout.sizes == tuple(sizes)
    for slots, seat in zip(table.slots, layout.seats, strict=True):
        for lying, place in zip(slots, seat.slots, strict=True):
            true = table.table.quad(lying.pose)
            off = np.linalg.norm(layout.quad(place).mean(axis=0) - true.mean(axis=0))
            assert off < 0.5 * np.linalg.norm(true[0] - true[1]), "it lies on its own card, or on none"


def test_a_table_that_is_not_found_is_followed_from_corners_by_hand() -> None:
    table = scene([10, 9])
    table.eyes.blind = [lying for seat in table.slots for lying in seat]
    view = table.run(1.5)
    assert view.phase is not Phase.TRACKING
    layout = layout_by_hand(pointed_out(table, ("bottom", "top"), 3.0), [10, 9], SIZE)
    table.watcher.use_layout(layout, table.frame())
    table.eyes.blind = []
    view = table.run(1.5)
    assert view.phase is Phase.TRACKING
    assert [slot.sight for seat in view.seats for slot in seat] == [Sight.BACK] * 19
    table.wave(0.6, table.slots[0][2].pose)
    table.turn(0, 2, Card.parse("3H"))
    view = table.run(1.5)
    assert view.seats[0][2].reading[0][0] == Card.parse("3H")


def test_corners_that_enclose_nothing_make_no_layout() -> None:
    flat = np.array([(10.0, 10.0), (90.0, 10.0), (90.0, 10.0), (10.0, 10.0)])
    with pytest.raises(ValueError, match="enclose nothing"):
        layout_by_hand([flat, flat], [10, 10], (640, 360))


@pytest.mark.parametrize("players", range(2, 7))
def test_the_first_corners_lie_apart_and_run_clockwise(players: int) -> None:
    corners = first_corners(players)
    assert len(corners) == players
    boxes = []
    for four in corners:
        x, y = np.array(four).T
        assert 0 <= x.min() < x.max() <= 1 and 0 <= y.min() < y.max() <= 1
        assert np.dot(x, np.roll(y, -1)) > np.dot(y, np.roll(x, -1)), "clockwise in the picture"
        boxes.append((x.min(), x.max(), y.min(), y.max()))
    for index, (left, right, top, bottom) in enumerate(boxes):
        for other in boxes[index + 1 :]:
            assert left >= other[1] or other[0] >= right or top >= other[3] or other[2] >= bottom
    middles = [np.array(four).mean(axis=0) - 0.5 for four in corners]
    angles = [float(np.arctan2(y, x)) for x, y in middles]
    steps = [(b - a) % (2 * np.pi) for a, b in pairwise(angles)]
    assert sum(steps) < 2 * np.pi, "the players sit clockwise"


@pytest.mark.parametrize("players", range(2, 7))
def test_corners_begin_where_the_layouts_were_found(players: int) -> None:
    corners = first_corners(players)
    found = [Outline(seat, four) for seat, four in enumerate(corners)]
    assert corners_around(found, players) == corners, "each player's top left comes first"
    assert corners_around(found[1:], players) == ()
