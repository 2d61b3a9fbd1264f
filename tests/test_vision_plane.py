"""Cards cut out with true perspective."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.images import Image
from vision.plane import CROP_SIZE, crop_corners, rectify


def texture(height: int, width: int, seed: int = 0, smooth: float = 3) -> Image:
    noise = np.random.default_rng(seed).integers(0, 256, (height, width, 3)).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), smooth), np.uint8)


def rectangle(left: float, top: float, width: float, height: float) -> np.ndarray:
    corners = [[left, top], [left + width, top], [left + width, top + height], [left, top + height]]
    return np.array(corners, np.float32) - 0.5


def difference(a: Image, b: Image) -> int:
    return int(np.abs(a.astype(int) - b).max())


def test_an_upright_card_of_the_crop_s_size_comes_out_as_it_is() -> None:
    image = texture(400, 600)
    assert difference(rectify(image, rectangle(100, 50, 96, 128), (96, 128)), image[50:178, 100:196]) == 0


def test_the_first_corner_becomes_the_top_left_one() -> None:
    image = texture(400, 600)
    crop = rectify(image, np.roll(rectangle(100, 50, 96, 128), 2, axis=0), (96, 128))
    assert difference(crop, image[50:178, 100:196][::-1, ::-1]) == 0
    sideways = rectify(image, np.roll(rectangle(100, 50, 128, 96), -1, axis=0), (96, 128))
    assert difference(sideways, np.rot90(image[50:146, 100:228]).copy()) == 0


def test_the_margin_shows_what_lies_around() -> None:
    image = texture(400, 600)
    crop = rectify(image, rectangle(100, 50, 96, 128), (144, 192), margin=0.25)
    assert difference(crop, image[50 - 32 : 178 + 32, 100 - 24 : 196 + 24]) == 0
    assert crop_corners((144, 192), 0.25).tolist() == (rectangle(24, 32, 96, 128)).tolist()


def test_perspective_is_undone() -> None:
    card = texture(CROP_SIZE[1], CROP_SIZE[0], smooth=4)
    quad = np.array([[150, 80], [280, 120], [240, 330], [60, 250]], np.float32)
    to_picture = cv2.getPerspectiveTransform(crop_corners(CROP_SIZE, 0), quad)
    image = cv2.warpPerspective(card, to_picture, (400, 400), borderMode=cv2.BORDER_REPLICATE)
    crop = rectify(np.asarray(image, np.uint8), quad)
    assert np.abs(crop.astype(int) - card).mean() < 2


def test_a_large_card_is_averaged_not_sampled() -> None:
    """Fine print turns to grey when shrunk; taking single pixels would leave black and white."""
    stripes = np.zeros((1300, 1000, 3), np.uint8)
    stripes[:, ::2] = 255
    crop = rectify(stripes, rectangle(20, 10, 960, 1280), (96, 128))
    assert crop.std() < 12
    assert difference(crop, np.full_like(crop, 127)) < 45


def test_what_lies_beyond_the_picture_is_grey() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    crop = rectify(image, rectangle(-48, 0, 96, 100), (96, 128))
    assert (crop[:, :47] == 114).all() and (crop[10:-10, 49:] == 0).all()
    assert (rectify(image, rectangle(500, 500, 63, 88)) == 114).all()


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (200, 3)])
def test_the_smallest_pictures_will_do(size: tuple[int, int]) -> None:
    image = np.zeros((size[1], size[0], 3), np.uint8)
    assert rectify(image, rectangle(0, 0, *size)).shape == (CROP_SIZE[1], CROP_SIZE[0], 3)
