"""Pictures of a dim room are lifted, others are left as they are."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detector import Detection
from vision.exposure import lifted
from vision.eyes import NetworkEyes
from vision.quads import Quad


def cards_on_a_table(light: float) -> np.ndarray:
    """A brown table with white cards on a tenth of it."""
    picture = np.full((120, 160, 3), (40, 70, 90), np.uint8)
    picture[20:80, 30:62] = 240
    return (picture * light).astype(np.uint8)


@pytest.mark.parametrize("light", [0.7, 0.85, 1.0])
def test_what_is_well_lit_stays_the_same_picture(light: float) -> None:
    picture = cards_on_a_table(light)
    assert lifted(picture) is picture


@pytest.mark.parametrize("light", [0.3, 0.45, 0.6])
def test_the_white_of_the_cards_becomes_white_in_a_dim_room(light: float) -> None:
    bright = lifted(cards_on_a_table(light))
    assert bright[50, 40].min() >= 235 and bright[50, 40].max() <= 255
    table = cards_on_a_table(1.0)[0, 0].astype(float)
    assert np.allclose(bright[0, 0] / table, 250 / 240, atol=0.06), "all colours are lifted alike"


def test_a_black_picture_is_lifted_only_so_far() -> None:
    assert lifted(np.full((64, 64, 3), 3, np.uint8)).max() == 12
    assert lifted(np.zeros((64, 64, 3), np.uint8)).max() == 0


def test_every_network_sees_a_frame_lifted_once() -> None:
    class Seen:
        def __init__(self) -> None:
            self.pictures: list[np.ndarray] = []

        size = 640

        def detect(self, image: np.ndarray, size: int) -> list[Detection]:
            self.pictures.append(image)
            return []

        def refine(self, image: np.ndarray, quads: list[Quad]) -> list[object]:
            self.pictures.append(image)
            return []

    class Three:
        detector = corners = Seen()

    eyes = NetworkEyes(Three())  # type: ignore[arg-type]
    for light in (0.4, 0.3):
        frame = cards_on_a_table(light)
        eyes.find(frame)
        eyes.refine(frame, [])
    first, again, second, _ = Three.detector.pictures
    assert first is again, "the same frame"
    assert first is not second and first.max() == second.max() == 250
