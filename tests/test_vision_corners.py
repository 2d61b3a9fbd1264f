"""Exact outlines from rough ones: on cards warped here, and on labelled photographs where they lie near."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.corners import Corners, Outline, along_axes, moved_by, offsets_from
from vision.frames import load_image
from vision.images import Image
from vision.quads import Quad, area, as_quad

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "photos"


@pytest.fixture(scope="module")
def corners() -> Corners:
    return Corners()


def box_about(quad: Quad) -> Quad:
    """What a perfect detector says of a card."""
    return as_quad(cv2.boxPoints(cv2.minAreaRect(quad)))


def error(found: Quad, true: Quad) -> float:
    """Distance of the worst corner as a share of the card's size."""
    distances = [np.linalg.norm(np.roll(found, k, axis=0) - true, axis=1).max() for k in range(4)]
    return float(min(distances) / np.sqrt(area(true)))


def seven() -> Image:
    """A seven of diamonds, 252 × 352."""
    card = np.full((352, 252, 3), 250, np.uint8)
    for x, y in [(80, 70), (172, 70), (126, 123), (80, 176), (172, 176), (80, 282), (172, 282)]:
        pip = np.array([[x, y - 24], [x + 19, y], [x, y + 24], [x - 19, y]])
        cv2.fillPoly(card, [pip], (40, 30, 200))
    for x, y in [(8, 40), (214, 330)]:
        cv2.putText(card, "7", (x, y), cv2.FONT_HERSHEY_DUPLEX, 1.3, (40, 30, 200), 3, cv2.LINE_AA)
    return card


def table_with(quad: Quad, seed: int) -> Image:
    """A seven lying on a green cloth at `quad` of a picture of 640 × 480."""
    noise = np.random.default_rng(seed).normal(0, 6, (480, 640, 3))
    image = np.clip(np.array([60, 110, 50]) + noise, 0, 255).astype(np.uint8)
    card = seven()
    outline = np.array([[0, 0], [252, 0], [252, 352], [0, 352]], np.float32) - 0.5
    to_picture = cv2.getPerspectiveTransform(outline, quad)
    warped = cv2.warpPerspective(card, to_picture, (640, 480), flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full((352, 252), 255, np.uint8), to_picture, (640, 480))[..., None] / 255.0
    return np.asarray(cv2.GaussianBlur(warped * cover + image * (1 - cover), (0, 0), 0.7).astype(np.uint8))


SEEN = [
    [[250, 150], [350, 150], [350, 290], [250, 290]],
    [[250, 150], [345, 180], [300, 310], [205, 275]],
    [[300, 120], [390, 180], [300, 250], [215, 180]],
    [[200, 200], [330, 190], [390, 280], [160, 295]],
    [[100, 100], [300, 120], [270, 400], [60, 360]],
    [[300, 200], [340, 205], [334, 258], [296, 252]],
]


SLANTED = [[200, 200], [330, 190], [390, 280], [160, 295]]


@pytest.mark.parametrize("points", SEEN)
def test_the_corners_of_a_card_are_found(corners: Corners, points: list[list[int]]) -> None:
    quad = np.array(points, np.float32)
    rough = box_about(quad)
    (outline,) = corners.refine(table_with(quad, 1), [rough])
    assert error(outline.quad, quad) < max(0.05, error(rough, quad) / 3)
    assert error(outline.quad, quad) < 0.08


@pytest.mark.parametrize("points", [points for points in SEEN if points != SLANTED])
def test_the_outline_begins_with_a_short_side(corners: Corners, points: list[list[int]]) -> None:
    """The network tells; of a lone card whose long side looks half as long as the short one it cannot yet."""
    quad = np.array(points, np.float32)
    (outline,) = corners.refine(table_with(quad, 2), [box_about(quad)])
    gap = min(np.abs(np.roll(outline.quad, k, axis=0) - quad).max() for k in (0, 2))
    assert gap < 0.15 * np.sqrt(area(quad)) and outline.short_first >= 0.5


def test_a_good_outline_is_left_where_it_is(corners: Corners) -> None:
    quad = np.array(SEEN[1], np.float32)
    (outline,) = corners.refine(table_with(quad, 3), [quad])
    assert error(outline.quad, quad) < 0.04


def test_several_outlines_keep_their_order(corners: Corners) -> None:
    quad = np.array(SEEN[0], np.float32)
    image = table_with(quad, 4)
    first, second = corners.refine(image, [quad + 6, quad - 6])
    assert error(first.quad, quad) < 0.05 and error(second.quad, quad) < 0.05
    assert corners.refine(image, []) == []


@pytest.mark.parametrize("size", [(1, 1), (20, 600), (64, 64)])
def test_nonsense_in_gives_an_outline_out(corners: Corners, size: tuple[int, int]) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (*size, 3)).astype(np.uint8)
    far = np.array([[0, 0], [500, 0], [500, 700], [0, 700]], np.float32)
    for outline in corners.refine(noise, [far, far - 900]):
        assert np.isfinite(outline.quad).all() and outline.quad.shape == (4, 2) and outline.error > 0


def test_only_what_is_not_yet_exact_is_looked_at_again(
    corners: Corners, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    errors = {0: iter([0.01]), 1: iter([0.05, 0.012]), 2: iter([0.3] * 9)}

    def look(image: Image, outlines: list[Outline]) -> list[Outline]:
        looks.append(len(outlines))
        return [Outline(o.quad, next(errors[int(o.quad[0, 0])]), 0.9) for o in outlines]

    monkeypatch.setattr(corners, "_pass", look)
    quads = [np.array([[n, 0], [n + 50, 0], [n + 50, 70], [n, 70]], np.float32) for n in range(3)]
    found = corners.refine(np.zeros((90, 90, 3), np.uint8), quads)
    assert looks == [3, 2, 1, 1]
    assert [outline.error for outline in found] == [0.01, 0.012, 0.3]
    assert [outline.quad[0, 0] for outline in found] == [0, 1, 2]


def test_offsets_lead_back_to_the_outline() -> None:
    rough = np.array([[10, 20], [200, 5], [220, 300], [15, 280]], np.float32)
    quad = rough + np.array([[5, 9], [-20, 14], [6, -30], [18, 2]], np.float32)
    assert np.abs(moved_by(rough, offsets_from(rough, quad)) - quad).max() < 1e-2


def test_outlines_begin_with_a_short_side_of_their_own() -> None:
    wide = np.array([[0, 0], [88, 0], [88, 63], [0, 63]], np.float32)
    assert along_axes(wide).tolist() == np.roll(wide, -1, axis=0).tolist()
    assert along_axes(np.roll(wide, 1, axis=0)).tolist() == np.roll(wide, 1, axis=0).tolist()


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photographs are not here")
def test_photographed_cards_come_within_a_few_per_cent(corners: Corners) -> None:
    errors = []
    for line in (PHOTOS / "labels.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if not entry["image"].startswith("five-card-hands/"):
            continue
        image = load_image(PHOTOS / entry["image"])
        labels = [as_quad(o["quad"]) for o in entry["objects"] if not o.get("ignore")]
        inside = [q for q in labels if (q > 2).all() and (q < np.array(image.shape[1::-1]) - 3).all()]
        found = corners.refine(image, [box_about(q) for q in inside])
        errors += [error(o.quad, q) for o, q in zip(found, inside, strict=True)]
    assert len(errors) > 250
    assert np.median(errors) < 0.025 and np.percentile(errors, 95) < 0.06
