"""The motion gate by itself: what it costs where nothing happens, and what it must not miss then."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.motion import Gate, MotionGate
from vision.tracking import TrackingConfig

SIZE = (480, 270)
CONFIG = TrackingConfig()


class Camera:
    """Looks through a gate at a cloth with one light card, whose place the test decides."""

    def __init__(self, step: float = 1 / 20) -> None:
        rng = np.random.default_rng(1)
        self.gate = MotionGate(CONFIG, SIZE)
        self.cloth = np.kron(rng.integers(60, 120, (27, 48, 1)), np.ones((10, 10, 3))).astype(np.uint8)
        self.grain = [rng.normal(0, 2, (SIZE[1], SIZE[0], 3)) for _ in range(5)]
        self.step, self.number = step, 0
        self.light = 1.0

    @property
    def time(self) -> float:
        return self.number * self.step

    def look(self, x: int | None = 100) -> Gate:
        self.number += 1
        picture = self.light * self.cloth + self.grain[self.number % 5]
        if x is not None:
            picture[120:150, x : x + 20] = 230
        return self.gate.look(picture.clip(0, 255).astype(np.uint8), self.time)


def test_a_picture_that_stays_as_it_is_is_not_reckoned_anew() -> None:
    camera = Camera()
    for _ in range(10):
        camera.look()
    before = camera.gate.full_looks
    assert not any(camera.look().moving.any() for _ in range(80))
    assert camera.gate.full_looks - before <= 12, "one look in eight"


@pytest.mark.parametrize("looks", [12, 13, 14, 15, 16, 17, 18, 19])
def test_what_moves_is_seen_at_once_however_long_all_was_still(looks: int) -> None:
    camera = Camera()
    for _ in range(looks):
        camera.look()
    gate = camera.look(140)
    assert gate.moving[130, 145] and gate.changed[130, 145]
    assert not gate.moving[20:80].any()


def test_a_card_that_creeps_is_a_change_in_the_end() -> None:
    """From look to look it hardly moves."""
    camera = Camera()
    for _ in range(12):
        camera.look()
    for k in range(40):
        gate = camera.look(100 + k // 4)
    assert gate.changed[125:145, 102:106].all()


def faced(camera: Camera, face: bool) -> Gate:
    """A look at a card, its back or its face, by a camera that trembles."""
    camera.number += 1
    card = np.full((60, 42, 3), 225, np.float32)
    if face:
        for y in range(8, 60, 14):
            cv2.circle(card, (12, y), 3, (40, 40, 200), -1)
            cv2.circle(card, (28, y), 3, (40, 40, 200), -1)
    else:
        card[4:-4, 4:-4] = (150, 110, 100)
        card[4:-4:4, 4:-4] = card[4:-4, 4:-4:4] = 200
    picture = camera.cloth.astype(np.float32)
    picture[100:160, 150:192] = card
    x, y = 0.6 * np.sin(0.7 * camera.number), 0.6 * np.cos(0.9 * camera.number)
    moved = cv2.warpAffine(picture, np.array([[1, 0, x], [0, 1, y]]), SIZE, borderMode=cv2.BORDER_REPLICATE)
    seen = moved + 1.5 * camera.grain[camera.number % 5]
    return camera.gate.look(seen.clip(0, 255).astype(np.uint8), camera.time)


def test_what_came_to_lie_on_a_card_stays_a_change_however_long_it_lies() -> None:
    """What differs by no more than a shift would explain, at the edge of a change, must not lead the reference on."""
    camera = Camera()
    for _ in range(30):
        faced(camera, False)
    camera.gate.hold(camera.gate.pixels_in(np.array([[150.0, 100.0], [192, 100], [192, 160], [150, 160]])))
    shares = [float(faced(camera, True).changed[102:158, 152:190].mean()) for _ in range(400)]
    assert shares[0] > 0.5 and shares[-1] > 0.8 * shares[0]
    camera.gate.hold(np.zeros(0, np.intp))
    back = [float(faced(camera, False).changed[102:158, 152:190].mean()) for _ in range(5)]
    assert back[-1] < 0.02, "and gone with it"


def test_beside_a_change_nothing_is_followed() -> None:
    camera = Camera()
    for _ in range(30):
        faced(camera, False)
    shares = [float(faced(camera, True).changed[102:158, 152:190].mean()) for _ in range(200)]
    assert shares[-1] > 0.8 * shares[0]


def test_a_slow_change_of_light_is_followed() -> None:
    camera = Camera()
    for _ in range(12):
        camera.look()
    for k in range(400):
        camera.light = 1 + 0.25 * k / 400
        gate = camera.look()
        assert gate.changed.mean() < 0.02


def test_stillness_is_reckoned_from_the_picture_compared_with() -> None:
    camera = Camera(step=1 / 30)
    for _ in range(12):
        camera.look(None)
    moved = camera.look()
    assert moved.moving.any() and camera.time - moved.since >= CONFIG.gate_s
    landed = camera.time
    gates = [camera.look() for _ in range(3)]
    still = next(gate for gate in gates if not gate.moving.any())
    assert still.since == pytest.approx(landed), "two pictures later it is known to lie still since it landed"


def test_many_pictures_a_second_hide_no_slow_motion() -> None:
    """Two pixels from one picture to the one after the next are motion, one from each to the next would not be."""
    camera = Camera(step=1 / 30)
    for _ in range(12):
        camera.look()
    gates = [camera.look(100 + k) for k in range(1, 12)]
    assert all(gate.moving.any() for gate in gates[2:])
