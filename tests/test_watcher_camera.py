"""From frames to table views, on a drawn table: a camera that is knocked or turned away, and light that changes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_table import FPS, JACK, QUEEN, SEVEN, SIZE, scene

from companion.observation import BACK, Phase, Sight
from vision.eyes import Glimpse


def knocked(dx: float, dy: float, degrees: float) -> np.ndarray:
    turned = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, 1.0)
    turned[:, 2] += dx, dy
    return np.vstack([turned, [0, 0, 1]])


def test_hands_over_most_cards_are_no_knock() -> None:
    table = scene([3, 3])
    table.run(1.5)
    table.turn(0, 1, SEVEN)
    table.run(1.0)
    bare = table.table.picture

    def shaded() -> np.ndarray:
        picture = bare()
        for lying in table.table.cards:
            x, y = table.table.quad(lying.pose).mean(axis=0).astype(int)
            picture[y - 6 : y + 6, x - 6 : x + 6] //= 3
        return picture

    table.table.picture = shaded  # type: ignore[method-assign]
    before = len(table.views)
    table.run(0.5)
    table.table.picture = bare  # type: ignore[method-assign]
    table.turn(1, 1, JACK)
    assert table.run(0.35).seats[1][1].best == JACK
    assert all(view.phase is not Phase.MOVED for view in table.views[before:])
    table.table.picture = shaded  # type: ignore[method-assign]
    view = table.run(3.0)
    assert view.phase is Phase.TRACKING and view.seats[0][1].best == SEVEN, "what stays so is the light"


@pytest.mark.parametrize("knock", [(14, -9, 0), (40, 25, 4), (-60, 10, -9)])
def test_a_knocked_camera_is_followed_within_two_seconds(knock: tuple[float, float, float]) -> None:
    table = scene([5, 4], seed=3)
    table.run(1.5)
    table.turn(0, 1, SEVEN)
    table.discard(QUEEN)
    table.run(1.0)
    table.table.knock = knocked(*knock)
    view = table.run(2.0)
    assert view.phase is Phase.TRACKING
    assert view.seats[0][1].best == SEVEN and view.discard.best == QUEEN
    assert [slot.sight for slot in view.seats[0]].count(Sight.BACK) == 4
    assert view.seats[1] == (BACK,) * 4
    table.turn(1, 3, JACK)
    assert table.run(0.6).seats[1][3].best == JACK


def test_a_table_is_known_again_after_a_long_look_elsewhere() -> None:
    table = scene([5, 4], seed=3)
    table.run(1.5)
    table.turn(0, 1, SEVEN)
    table.discard(QUEEN)
    table.run(1.0)
    for step in range(8):
        table.table.knock = knocked(110 * (step + 1), 20 * step, 3 * step)
        table.run(0.1)
    assert table.run(7.0).phase is Phase.LOST
    table.table.knock = knocked(25, -14, 5)
    view = table.run(2.0)
    assert view.phase is Phase.TRACKING
    assert view.seats[0][1].best == SEVEN and view.discard.best == QUEEN
    assert [slot.sight for slot in view.seats[0]].count(Sight.BACK) == 4
    assert view.seats[1] == (BACK,) * 4


def test_a_table_that_is_looked_for_in_the_wrong_place_is_found_again() -> None:
    table = scene([2, 2], seed=3)
    table.run(1.5)
    for (seat, slot), card in zip([(0, 1), (1, 0), (1, 1)], [SEVEN, QUEEN, JACK], strict=True):
        table.wave(0.3, table.slots[seat][slot].pose)
        table.turn(seat, slot, card)
    table.run(1.0)
    follower = table.watcher._follower
    assert follower is not None
    glimpse = table.eyes._glimpse

    def unsure(quad: np.ndarray) -> Glimpse:
        seen = glimpse(quad)
        return Glimpse(0.4, seen.back, seen.reading) if seen.nothing > 0.5 else seen

    table.eyes._glimpse = unsure  # type: ignore[method-assign]  # a printed cloth might be a card
    table.watcher._gate_anew()
    follower.moved_to(follower.plane.moved(np.array([[1.0, 0, 60], [0, 1, 45], [0, 0, 1]])))
    view = table.run(5.0)
    assert [
        [slot.best if slot.sight is Sight.FACE else slot.sight for slot in seat] for seat in view.seats
    ] == [
        [Sight.BACK, SEVEN],
        [QUEEN, JACK],
    ]


def test_light_that_changes_slowly_or_at_once_is_no_change() -> None:
    table = scene([4, 4])
    table.run(1.5)
    for light in np.linspace(1, 0.75, 40):
        table.table.light = light
        table.run(2 / FPS)
    table.table.light = 1.15
    view = table.run(1.0)
    assert view.seats == ((BACK,) * 4,) * 2 and view.phase is Phase.TRACKING


@pytest.mark.parametrize("size", [(640, 360), (720, 1280), (8, 8), (1, 1)], ids=str)
def test_pictures_of_another_size_in_mid_game_end_nothing(size: tuple[int, int]) -> None:
    """A cable half pulled out, or another program that sets the camera otherwise."""
    table = scene([4, 4])
    table.run(1.5)
    picture = table.table.picture
    table.table.picture = lambda: cv2.resize(picture(), size)  # type: ignore[method-assign]
    table.run(1.0)
    table.table.picture = picture  # type: ignore[method-assign]
    view = table.run(3.0)
    assert view.phase is Phase.TRACKING and view.seats == ((BACK,) * 4,) * 2


def test_darkness_and_a_covered_lens_are_said() -> None:
    table = scene([4, 4])
    table.run(1.5)
    table.table.light = 0.05
    assert table.run(0.6).phase is Phase.DARK
    table.table.light = 1.0
    assert table.run(1.0).phase is Phase.TRACKING
    picture = table.table.picture
    table.table.picture = lambda: np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)  # type: ignore[method-assign]
    assert table.run(0.6).phase is Phase.LOST
    table.table.picture = picture  # type: ignore[method-assign]
    view = table.run(1.5)
    assert view.phase is Phase.TRACKING and view.seats == ((BACK,) * 4,) * 2
