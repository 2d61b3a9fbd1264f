"""What films are painted with: patches, the still table, the set, hands, lens."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from film_maker import STEADY

from vision.tabletop.actors import Glide, Hand, rest, smooth
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import place_rectangle
from vision.tabletop.hands import make_arms, upright_hand
from vision.tabletop.lens import MARGIN, Lens, Optics
from vision.tabletop.patch import Patch, Sprite, smeared, warp
from vision.tabletop.stage import CLOCKWISE, StageError, fit_camera, set_up, sides_of
from vision.tabletop.still import Lamp, StillLife, Thing, turned_corners

CAMERA = TabletopCamera(200, 150, span=400)
RNG = np.random.default_rng


def picture(seed: int, height: int, width: int, channels: int = 3) -> np.ndarray:
    return RNG(seed).integers(0, 256, (height, width, channels)).astype(np.uint8)


def test_a_patch_is_composited_by_its_alpha() -> None:
    rgba = picture(1, 40, 30, 4)
    sprite = Sprite(rgba)
    patch = Patch((5, 7, 35, 47), sprite.near(1)[:, :, :3], np.ascontiguousarray(sprite.near(1)[:, :, 3]))
    ground = picture(2, 60, 50)
    image = ground.copy()
    patch.blend(image)
    alpha = rgba[:, :, 3:] / 255
    expected = ground[7:47, 5:35] * (1 - alpha) + rgba[:, :, 2::-1] * alpha
    assert np.abs(image[7:47, 5:35] - expected).max() <= 2
    image[7:47, 5:35] = ground[7:47, 5:35]
    assert np.array_equal(image, ground)


def test_blending_in_parts_is_blending_at_once() -> None:
    sprite = Sprite(picture(1, 40, 30, 4))
    patch = warp(CAMERA, sprite, place_rectangle(60, 80, (10, -20), 30))
    assert patch is not None
    whole, parts = picture(2, 150, 200), picture(2, 150, 200)
    patch.blend(whole)
    for x, y in itertools.product(range(0, 200, 50), range(0, 150, 50)):
        patch.blend(parts, (x, y, x + 50, y + 50))
    assert np.array_equal(whole, parts)


def test_smearing_spreads_a_thing_along_its_way() -> None:
    alpha = np.zeros((30, 30), np.uint8)
    alpha[10:20, 10:20] = 255
    still = Patch((50, 50, 80, 80), cv2.merge([alpha] * 3), alpha)
    moved = smeared(still, (24, 0), (200, 150))
    assert math.isclose(moved.alpha.sum(), alpha.sum(), rel_tol=0.03)
    columns = np.flatnonzero(moved.alpha.max(axis=0))
    rows = np.flatnonzero(moved.alpha.max(axis=1))
    assert 28 <= columns[-1] - columns[0] <= 36
    assert rows[-1] - rows[0] == 9
    middle = moved.box[0] + np.average(np.arange(moved.alpha.shape[1]), weights=moved.alpha.sum(axis=0))
    assert abs(middle - (50 + 14.5)) < 1.5
    assert smeared(still, (0.5, 0.5), (200, 150)) is still


def still_life() -> StillLife:
    return StillLife(CAMERA, Lamp(RNG(0), (200, 150), 1.0, 0.5, 0.3), lambda camera: picture(3, 150, 200))


def test_taking_a_thing_away_leaves_what_was_there() -> None:
    still = still_life()
    sprites = [Sprite(picture(seed, 44, 32, 4)) for seed in range(3)]
    shadow = Sprite.shadow(np.full((40, 30), 200, np.uint8), 0.5)

    def lay(number: int, x: float) -> None:
        corners = place_rectangle(63, 88, (x, 0), 10 * number)
        still.lay(number, Thing(sprites[number], corners, (shadow, corners + 4)))

    lay(0, -20)
    before = still.image.copy()
    lay(1, 0)
    between = still.image.copy()
    lay(2, 20)
    assert not np.array_equal(still.image, between)
    still.remove(2)
    assert np.array_equal(still.image, between)
    lay(2, 20)
    still.remove(1)
    still.remove(2)
    assert np.array_equal(still.image, before)


def test_what_a_camera_looks_away_from_is_still_there() -> None:
    still = still_life()
    for number in range(3):
        corners = place_rectangle(63, 88, (40 * number - 40, 0), 10 * number)
        still.lay(number, Thing(Sprite(picture(number, 44, 32, 4)), corners))
    before = still.image.copy()
    still.look_through(replace(CAMERA, look_at=(2000.0, 0.0)))
    assert not np.array_equal(still.image, before)
    still.remove(1)
    still.look_through(CAMERA)
    assert not np.array_equal(still.image, before)
    still = still_life()
    for number in (0, 2):
        corners = place_rectangle(63, 88, (40 * number - 40, 0), 10 * number)
        still.lay(number, Thing(Sprite(picture(number, 44, 32, 4)), corners))
    without = still.image.copy()
    still.look_through(replace(CAMERA, look_at=(2000.0, 0.0)))
    still.look_through(CAMERA)
    assert np.array_equal(still.image, without)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", CLOCKWISE)
def test_every_card_is_in_the_picture(players: int, first: str) -> None:
    sizes = [10] * players
    for seed, tilt in enumerate((0, 25, 50)):
        points = set_up(RNG(seed), sizes, first).outlines(sizes)
        seen = fit_camera(points, (1280, 720), tilt=tilt, azimuth=7).project(points)
        assert seen.min() > 0
        assert (seen < [1280, 720]).all()
        assert max(np.ptp(seen, axis=0) / [1280, 720]) > 0.9


def test_layouts_do_not_touch_each_other() -> None:
    for seed, players in itertools.product(range(6), (2, 3, 4)):
        sizes = [10] * players
        cards = set_up(RNG(seed), sizes).outlines(sizes).reshape(-1, 4, 2).astype(np.float32)
        for one, other in itertools.combinations(cards, 2):
            assert cv2.intersectConvexConvex(one, other)[0] == 0


def test_R5_slots_run_as_the_player_reads() -> None:
    stage = set_up(RNG(0), [10, 10], "bottom", sloppy=0)
    near, far = stage.seats
    first, fifth, tenth = (near.slot(number, 10) for number in (1, 5, 10))
    assert first.x < fifth.x and abs(first.y - fifth.y) < 1
    assert tenth.y > fifth.y and abs(tenth.x - fifth.x) < 1
    first, fifth, tenth = (far.slot(number, 10) for number in (1, 5, 10))
    assert first.x > fifth.x and tenth.y < fifth.y


def test_seats_go_clockwise() -> None:
    assert sides_of(4, "top") == ("top", "right", "bottom", "left")
    assert sides_of(2, "left") == ("left", "right")
    for players, first in ((1, "bottom"), (5, "bottom"), (2, "middle")):
        with pytest.raises(StageError):
            sides_of(players, first)


@pytest.mark.parametrize("angle", [0, 50, 135, 180, 250, 300])
def test_a_hand_is_turned_fingers_up(angle: float) -> None:
    hand = np.zeros((260, 260, 4), np.uint8)
    cv2.rectangle(hand, (95, 120), (165, 220), (200, 150, 120, 255), -1)
    for x in (98, 118, 138, 158):
        cv2.line(hand, (x, 40), (x, 130), (200, 150, 120, 255), 9)
    cv2.circle(hand, (118, 40), 5, (0, 0, 255, 255), -1)
    matrix = cv2.getRotationMatrix2D((130, 130), angle, 1)
    upright = upright_hand(np.asarray(cv2.warpAffine(hand, matrix, (260, 260)), np.uint8))
    height, width = upright.shape[:2]
    assert height > width
    blue = (upright[:, :, 2] > 180) & (upright[:, :, 0] < 60) & (upright[:, :, 3] > 200)
    assert np.argwhere(blue)[:, 0].mean() < height * 0.15


def test_arms_are_a_pair_and_leave_the_picture() -> None:
    right, left = make_arms(RNG(1))
    a, b = right.picture.near(1), left.picture.near(1)
    assert np.array_equal(a, b[:, ::-1])
    assert a[-1, :, 3].max() == 255
    assert a[:40, :, 3].max() == 255


def test_a_hand_holds_a_card_where_it_lay() -> None:
    arm = make_arms(RNG(1))[0]
    hand = Hand(arm, (0, 600), (0, 400), rest(0, 400, 60))
    hand.go(1.0, hand.pads_for((40, -30)), 2.0, 0.5)
    assert hand.card_at(1.5) == pytest.approx((40, -30, 2))
    assert hand.card_at(0.9)[1] == pytest.approx(385)


def test_movements_start_and_end_at_rest() -> None:
    assert smooth(0) == 0 and smooth(1) == 1 and smooth(0.5) == 0.5
    assert smooth(0.01) < 1e-4 and 1 - smooth(0.99) < 1e-4
    glide = Glide(2.0, 1.0, (0.0, 10.0), (8.0, 10.0), arc=30)
    assert glide.at(1.9) == (0, 10)
    assert glide.at(2.5) == (4, 40)
    assert glide.at(3.0) == (8, 10)


def test_a_card_turned_half_way_stands_on_edge() -> None:
    flat, edge = turned_corners((0, 0), 0, 0, 40), turned_corners((0, 0), 0, 90, 40)
    assert np.ptp(flat[:, 0]) == pytest.approx(63)
    assert np.ptp(edge[:, 0]) == pytest.approx(0, abs=1e-6)
    assert np.ptp(edge[:, 2]) == pytest.approx(63)
    assert turned_corners((0, 0), 0, 180, 0) == pytest.approx(turned_corners((0, 0), 0, 0, 0))


def test_the_lens_moves_the_picture_by_its_shake() -> None:
    big = cv2.GaussianBlur(picture(5, 100 + 2 * MARGIN, 160 + 2 * MARGIN), (0, 0), 4)
    steady = Lens(RNG(0), (160, 100), STEADY).shoot(big, 3.0)
    assert np.array_equal(steady, big[MARGIN:-MARGIN, MARGIN:-MARGIN])
    lens = Lens(RNG(0), (160, 100), Optics(shake=8, blur=0, noise=0, breathing=0))
    dx, dy = lens.shift_at(3.0)
    assert max(abs(dx), abs(dy)) > 1
    matrix = np.array([[1, 0, dx - MARGIN], [0, 1, dy - MARGIN]])
    expected = cv2.warpAffine(big, matrix, (160, 100), flags=cv2.INTER_LINEAR)
    assert np.abs(lens.shoot(big, 3.0).astype(int) - expected).max() <= 3


def test_noise_is_as_strong_as_asked_for() -> None:
    grey = np.full((200, 200, 3), 120, np.uint8)
    frame = Lens(RNG(0), (176, 176), Optics(shake=0, blur=0, noise=5, breathing=0)).shoot(grey, 0)
    assert 4 < frame.std() < 7
    assert abs(frame.mean() - 120) < 1


def test_a_moved_camera_sees_what_it_would_have_seen() -> None:
    there = TabletopCamera(200, 150, span=330, tilt=20, azimuth=10, look_at=(15, 5))
    corners = place_rectangle(63, 88, (0, 10), 15)
    sprite = Sprite(picture(4, 44, 32, 4))
    moved = still_life()
    moved.lay("card", Thing(sprite, corners))
    moved.look_through(there)
    fresh = StillLife(there, moved.lamp, lambda camera: picture(3, 150, 200))
    fresh.lay("card", Thing(sprite, corners))
    assert np.array_equal(moved.image, fresh.image)
    moved.remove("card")
    fresh.remove("card")
    assert np.array_equal(moved.image, fresh.image)
