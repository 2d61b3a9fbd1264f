"""Arms that reach over the table: a hand, a forearm and a sleeve, drawn or made from a hand's picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.tabletop.materials import SKIN_TONES, Materials, smooth_noise
from vision.tabletop.patch import Sprite

Random = np.random.Generator

PIXELS_PER_MM = 2.0
ARM_WIDTH = 200.0
"""Millimetres of the sprite; the hand itself is about half as wide."""
ARM_LENGTH = 780.0
"""Millimetres from the fingertips to beyond the elbow: it always leaves the picture."""
GRIP = 22.0
"""Millimetres behind the fingertips where the finger pads press."""
_HAND_LENGTH = (165.0, 195.0)
_WRIST = 0.93
"""Share of the hand's length after which the forearm takes over."""
_FADE = 0.1
"""Share of the hand's length over which it passes into the forearm."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm as a sprite with its soft shadow; the fingertips are at the middle of the upper edge."""

    picture: Sprite
    shadow: Sprite

    @staticmethod
    def corners(
        tip: tuple[float, float], shoulder: tuple[float, float], lift: float, *, flat: bool = False
    ) -> NDArray[np.float64]:
        """Where the sprite's corners (4, 3) lie in millimetres when the finger pads are at `tip`, `lift`
        above the table, and the arm comes from `shoulder`. `flat` gives the place of the shadow instead."""
        dx, dy = tip[0] - shoulder[0], tip[1] - shoulder[1]
        length = math.hypot(dx, dy) or 1.0
        ahead = np.array([dx / length, dy / length])
        right = np.array([-ahead[1], ahead[0]])
        front = np.array(tip) + ahead * GRIP
        rear = front - ahead * ARM_LENGTH
        half = right * (ARM_WIDTH / 2)
        flat_corners = np.array([front - half, front + half, rear + half, rear - half])
        # The elbow is higher than the hand. Higher things look larger, so the far end is not drawn wider.
        heights = np.zeros(4) if flat else np.array([lift + 8, lift + 8, lift + 70, lift + 70])
        return np.hstack([flat_corners, heights[:, None]])


def make_arms(rng: Random, materials: Materials | None = None) -> tuple[Arm, Arm]:
    """The right and the left arm of one person."""
    hand = _photographed(rng, materials) if materials and materials.hands else None
    picture = _arm(rng, hand)
    right = _mirrored(picture) if _thumb_is_right(picture) else picture
    return _with_shadow(right), _with_shadow(_mirrored(right))


def _mirrored(picture: Image) -> Image:
    return np.ascontiguousarray(picture[:, ::-1])


def _with_shadow(picture: Image) -> Arm:
    small = cv2.resize(picture[:, :, 3], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 4.0)
    return Arm(Sprite(picture), Sprite.shadow(np.asarray(soft, np.uint8), 0.42))


def _thumb_is_right(picture: Image) -> bool:
    """A right hand seen from above, fingers up, has its thumb on the left."""
    rows = slice(int(40 * PIXELS_PER_MM), int(150 * PIXELS_PER_MM))
    columns = np.flatnonzero(picture[rows, :, 3].max(axis=0) > 128)
    middle = picture.shape[1] / 2
    return bool(columns[-1] - middle > middle - columns[0])


def _arm(rng: Random, hand: Image | None) -> Image:
    """RGBA of a whole arm, fingers up."""
    width, height = round(ARM_WIDTH * PIXELS_PER_MM), round(ARM_LENGTH * PIXELS_PER_MM)
    hand = _drawn(rng) if hand is None else hand
    length = rng.uniform(*_HAND_LENGTH) * PIXELS_PER_MM
    scale = length / hand.shape[0]
    hand = np.asarray(cv2.resize(hand, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    wrist_at = int(hand.shape[0] * _WRIST)
    wrist = np.flatnonzero(hand[wrist_at, :, 3] > 128)
    centre = float(wrist.mean()) if len(wrist) else hand.shape[1] / 2
    breadth = float(np.ptp(wrist)) if len(wrist) else 55 * PIXELS_PER_MM
    tone = np.median(hand[hand[:, :, 3] > 200][:, :3], axis=0)
    arm = np.zeros((height, width, 4), np.uint8)
    fingers = np.flatnonzero(hand[: hand.shape[0] // 4, :, 3].max(axis=0) > 128)
    middle = float(fingers.mean()) if len(fingers) else hand.shape[1] / 2
    left = round(width / 2 - middle)
    _limb(arm, int(wrist_at - hand.shape[0] * _FADE), left + centre, breadth, tone)
    _over(arm, hand, left)
    _sleeve(rng, arm, int(wrist_at + rng.uniform(-5, 130) * PIXELS_PER_MM), left + centre, breadth)
    return arm


def _limb(
    arm: Image, start: int, wrist: float, breadth: float, tone: NDArray[np.float64], swell: float = 1.45
) -> None:
    """A forearm from row `start` down, widening and running to the middle of the sprite."""
    height, width = arm.shape[:2]
    rows = np.arange(start, height)
    along = np.clip((rows - start) / (250 * PIXELS_PER_MM), 0, 1)
    middle = wrist + (width / 2 - wrist) * along
    half = breadth / 2 * (1 + (swell - 1) * along)
    across = (np.arange(width)[None, :] - middle[:, None]) / half[:, None]
    inside = np.abs(across) < 1
    round_shade = 0.62 + 0.38 * np.sqrt(np.clip(1 - across**2, 0, 1))
    colours = np.clip(tone * round_shade[:, :, None] * 1.04, 0, 255).astype(np.uint8)
    arm[start:][inside, :3] = colours[inside]
    arm[start:, :, 3] = np.where(inside, 255, arm[start:, :, 3])


def _over(arm: Image, hand: Image, left: int) -> None:
    """Lay the hand over the arm, its left edge at column `left`."""
    x0, x1 = max(0, left), min(arm.shape[1], left + hand.shape[1])
    part = hand[:, x0 - left : x1 - left].astype(np.float32)
    region = arm[: hand.shape[0], x0:x1]
    alpha = part[:, :, 3:] / 255
    # Near the wrist the hand fades into the forearm, whatever ragged edge its picture has.
    fade = np.clip((hand.shape[0] * _WRIST - np.arange(hand.shape[0])) / (hand.shape[0] * _FADE), 0, 1)
    alpha = alpha * fade[:, None, None]
    region[:, :, :3] = (region[:, :, :3] * (1 - alpha) + part[:, :, :3] * alpha).astype(np.uint8)
    region[:, :, 3] = np.maximum(region[:, :, 3], (alpha[:, :, 0] * 255).astype(np.uint8))


def _sleeve(rng: Random, arm: Image, start: int, wrist: float, breadth: float) -> None:
    """Cloth from row `start` down, with a cuff and folds."""
    height, width = arm.shape[:2]
    rows = np.arange(start, height)
    along = np.clip((rows - start) / (300 * PIXELS_PER_MM), 0, 1)
    middle = wrist + (width / 2 - wrist) * np.clip((rows - 165 * PIXELS_PER_MM) / (250 * PIXELS_PER_MM), 0, 1)
    wave = cv2.resize(
        rng.normal(0, 1, (1, 14)).astype(np.float32), (len(rows), 1), interpolation=cv2.INTER_CUBIC
    )
    half = breadth / 2 * (1.28 + 0.45 * along) + wave[0] * 1.6 * PIXELS_PER_MM
    half = np.minimum(half, width / 2 - 2)
    across = (np.arange(width)[None, :] - middle[:, None]) / half[:, None]
    inside = np.abs(across) < 1
    noise = smooth_noise(rng, 512, 20)
    folds = cv2.resize(noise, (width, len(rows))) * 0.07
    shade = 0.5 + 0.5 * np.sqrt(np.clip(1 - across**2, 0, 1)) + folds
    cuff = rows - start < 9 * PIXELS_PER_MM
    shade[cuff] *= 1.08
    shade[int(9 * PIXELS_PER_MM) : int(9 * PIXELS_PER_MM) + 3] *= 0.75
    cloth = _cloth_colour(rng)
    stripes = float(rng.choice([0.0, 0.0, 0.12]))
    if stripes:
        shade *= 1 - stripes * (np.sin(across * 28) > 0.3)
    colours = np.clip(cloth * shade[:, :, None], 0, 255).astype(np.uint8)
    arm[start:][inside, :3] = colours[inside]
    arm[start:, :, 3] = np.where(inside, 255, 0)


def _cloth_colour(rng: Random) -> NDArray[np.float64]:
    hue, saturation, value = rng.uniform(0, 180), 200 * rng.beta(1.2, 2), rng.uniform(35, 235)
    pixel = np.array([[[hue, saturation, value]]]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0], float)


def _drawn(rng: Random) -> Image:
    """A hand drawn by program, back up, fingers closed and a little bent as when they press on a card."""
    canvas = np.zeros((round(182 * PIXELS_PER_MM), round(130 * PIXELS_PER_MM), 4), np.uint8)
    tone = np.array(SKIN_TONES[int(rng.integers(len(SKIN_TONES)))]) * rng.uniform(0.85, 1.05)
    spread, bend = rng.uniform(0.2, 1.6), rng.uniform(0.8, 1.0)
    thumb = [(44.0, 132.0), (30.0, 108.0), (22 - 4 * spread, 86.0), (23 - 4 * spread, 72.0)]
    _part(canvas, thumb, [30, 26, 20, 14], tone)
    for i in (3, 0, 2, 1):
        length = (72, 80, 74, 57)[i] * bend
        x, y = 48 + i * 19.5, 92 + (8, 2, 4, 14)[i]
        lean = (i - 1.5) * spread * 0.085
        knuckle = (x + lean * length * 0.45, y - length * 0.45)
        tip = (x + lean * length * 0.8, y - length + 8)
        width = (19, 20, 19, 16.5)[i]
        _part(canvas, [(x, y + 14), (x, y), knuckle, tip], [width + 1, width, width - 1.5, width - 5], tone)
        _nail(canvas, tip, (width - 6) / 2, tone)
    _part(canvas, [(77, 112), (77, 146), (77, 186)], [82, 68, 56], tone, fade=(80, 108))
    rows = np.flatnonzero(canvas[:, :, 3].max(axis=1) > 128)
    return np.ascontiguousarray(canvas[rows[0] :])


def _part(
    canvas: Image,
    points: Sequence[tuple[float, float]],
    widths: Sequence[float],
    tone: NDArray[np.float64],
    fade: tuple[float, float] | None = None,
) -> None:
    """A limb through points (mm) of given widths, lit from above like a cylinder, over what is there; it
    appears only gradually between the heights `fade` (mm)."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    for (x0, y0), (x1, y1), w0, w1 in zip(points, points[1:], widths, widths[1:], strict=False):
        for t in np.linspace(0, 1, 24):
            centre = ((x0 + (x1 - x0) * t) * PIXELS_PER_MM, (y0 + (y1 - y0) * t) * PIXELS_PER_MM)
            radius = (w0 + (w1 - w0) * t) / 2 * PIXELS_PER_MM
            fixed = (round(centre[0] * 16), round(centre[1] * 16))
            cv2.circle(mask, fixed, round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    depth = cv2.distanceTransform((mask > 128).astype(np.uint8), cv2.DIST_L2, 5)
    reach = 8.5 * PIXELS_PER_MM
    bulge = np.sqrt(np.clip(1 - (1 - np.clip(depth / reach, 0, 1)) ** 2, 0, 1))
    shade = cv2.GaussianBlur((0.58 + 0.44 * bulge).astype(np.float32), (0, 0), 1.2)
    colours = np.clip(tone * shade[:, :, None], 0, 255)
    alpha = mask[:, :, None].astype(np.float32) / 255
    if fade:
        rows = np.arange(len(mask)) / PIXELS_PER_MM
        alpha *= np.clip((rows - fade[0]) / (fade[1] - fade[0]), 0, 1)[:, None, None]
        mask = (alpha[:, :, 0] * 255).astype(np.uint8)
    canvas[:, :, :3] = (canvas[:, :, :3] * (1 - alpha) + colours * alpha).astype(np.uint8)
    canvas[:, :, 3] = np.maximum(canvas[:, :, 3], mask)


def _nail(canvas: Image, tip: tuple[float, float], half: float, tone: NDArray[np.float64]) -> None:
    centre = (round(tip[0] * PIXELS_PER_MM), round((tip[1] - 1) * PIXELS_PER_MM))
    axes = (round(half * 0.85 * PIXELS_PER_MM), round(half * 1.15 * PIXELS_PER_MM))
    colour = np.clip(tone * 0.7 + [88, 62, 58], 0, 255)
    cv2.ellipse(canvas, centre, axes, 0, 0, 360, (*map(float, colour), 255.0), -1, cv2.LINE_AA)


def _photographed(rng: Random, materials: Materials) -> Image:
    """A hand from a picture, turned so that its fingers point up."""
    return upright_hand(materials.hand(rng))


def upright_hand(picture: Image) -> Image:
    """Turn a cut-out hand (RGBA) so that the fingers point up and the wrist lies at the lower edge.

    The hand's long axis is the first principal component of its outline; the fingers' end is the one whose
    cross sections fall into more pieces.
    """
    mask = picture[:, :, 3] > 128
    points = np.argwhere(mask)[:, ::-1].astype(np.float64)
    centre = points.mean(axis=0)
    direction = np.linalg.svd((points - centre)[:: max(1, len(points) // 4000)], full_matrices=False)[2][0]
    angle = math.degrees(math.atan2(direction[0], -direction[1]))
    turned = _turned(picture, angle)
    if _pieces(turned[: turned.shape[0] // 3]) < _pieces(turned[-turned.shape[0] // 3 :]):
        turned = np.ascontiguousarray(turned[::-1, ::-1])
    return turned


def _pieces(part: Image) -> float:
    """Mean number of separate runs in the rows of a cut-out."""
    opaque = (part[:, :, 3] > 128).astype(np.int8)
    return float((np.diff(opaque, axis=1, prepend=0) == 1).sum(axis=1).mean())


def _turned(picture: Image, angle: float) -> Image:
    """Turned so that a direction `angle` degrees clockwise from up points up, cut to what is opaque."""
    height, width = picture.shape[:2]
    side = int(math.hypot(height, width)) + 2
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    matrix[:, 2] += [side / 2 - width / 2, side / 2 - height / 2]
    big = cv2.warpAffine(picture, matrix, (side, side), flags=cv2.INTER_LINEAR)
    rows = np.flatnonzero((big[:, :, 3] > 128).any(axis=1))
    columns = np.flatnonzero((big[:, :, 3] > 128).any(axis=0))
    return np.ascontiguousarray(big[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
