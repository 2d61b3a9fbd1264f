"""The table as a plane in millimetres, from nothing but the outlines of cards.

Every card is a 63 × 88 mm rectangle lying on one plane. A pinhole camera with square pixels and its axis in
the middle of the picture leaves four unknowns (focal length, two tilt angles, height); each card adds five
equations. They are solved by a damped least squares on the corners' distances in pixels, with a robust weight
so that outlines which are no whole card do not pull.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0

Array = NDArray[np.float64]

# Focal length over the longer side of the picture: phones, tablets and webcams lie at 0.65–1.1.
_TYPICAL_FOCAL = 0.85
_FOCAL_SPREAD = 0.25  # of its logarithm
_CORNER_NOISE = 0.03  # of a card's size in the picture: what a good detector leaves
_GOOD_COST = 8.0  # a card: eight coordinates, each within the corner noise
# So many outlines explained this well (an eighth of the corner noise) leave no room for another tilt.
_CLEAR_COST, _CLEAR_OUTLINES = 1.0, 4
# A minimum that so many starts end in is taken for the lowest, however poor.
_ENOUGH_ARRIVALS = 3
_SAME_MINIMUM = 1.001
_STEP = 1e-5  # of the differences that stand for derivatives
_TILTS = (20.0, 40.0, 55.0)
_DIRECTIONS = 8


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """Picture and table plane tied together.

    Attributes:
        to_table: (3, 3) homography from pixels of the full picture to millimetres on the table. Millimetres
            keep the sense of the picture: x to the right, y down, clockwise as seen from above.
        focal: focal length over the longer side of the picture; a start for the next fit.
        tilt: rotation of the plane about the picture's x and y axes, radians; a start for the next fit.
    """

    to_table: Array
    focal: float = _TYPICAL_FOCAL
    tilt: tuple[float, float] = (0.0, 0.0)

    def mm(self, pixels: NDArray[np.floating]) -> Array:
        """Points (…, 2) in pixels as millimetres."""
        return _project(self.to_table, pixels)

    def pixels(self, mm: NDArray[np.floating]) -> Array:
        """Points (…, 2) in millimetres as pixels."""
        return _project(np.linalg.inv(self.to_table), mm)

    def moved(self, pixel_motion: Array) -> TablePlane:
        """The plane after the picture moved by the (3, 3) homography `pixel_motion` (old to new pixels)."""
        return TablePlane(self.to_table @ np.linalg.inv(pixel_motion), self.focal, self.tilt)


@dataclass(frozen=True, slots=True, eq=False)
class PlaneFit:
    """A plane with what each outline says about it.

    Attributes:
        plane: the plane.
        error: (n,) root mean square corner error of each outline over its size in the picture; a whole card
            on the table stays below about 0.1.
    """

    plane: TablePlane
    error: Array

    @property
    def spread(self) -> float:
        """Median error over all outlines: how well the plane explains the picture."""
        return float(np.median(self.error)) if len(self.error) else float("inf")


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Outlines on the table: centres (n, 2) in mm, angles (n,) of the long side in radians, [0, π)."""

    centres: Array
    angles: Array

    def corners(self) -> Array:
        """The cards as rectangles (n, 4, 2) in mm, clockwise."""
        return card_corners(self.centres, self.angles)


def card_corners(centres: Array, angles: Array, margin: float = 0.0) -> Array:
    """Cards (n, 4, 2) in mm, clockwise: `centres` (n, 2), long sides along `angles` (n,), with a `margin`."""
    half_long, half_short = CARD_HEIGHT_MM / 2 + margin, CARD_WIDTH_MM / 2 + margin
    local = np.array([[-half_long, -half_short], [half_long, -half_short], [half_long, half_short],
                      [-half_long, half_short]])  # fmt: skip
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x = centres[:, 0, None] + cos * local[:, 0] - sin * local[:, 1]
    y = centres[:, 1, None] + sin * local[:, 0] + cos * local[:, 1]
    return np.stack([x, y], axis=-1)


def poses_on(plane: TablePlane, quads: NDArray[np.floating]) -> Poses:
    """Fit each outline (n, 4, 2), clockwise pixels, with a card on the table."""
    if len(quads) == 0:
        return Poses(np.zeros((0, 2)), np.zeros(0))
    mm = plane.mm(np.asarray(quads, dtype=np.float64))
    centre, turn, _ = _rectangles(_complex(mm))
    return Poses(np.stack([centre.real, centre.imag], axis=1), np.angle(turn) % np.pi)


def fit_plane(
    quads: Sequence[NDArray[np.floating]] | NDArray[np.floating],
    size: tuple[int, int],
    start: TablePlane | None = None,
) -> PlaneFit:
    """Find the table plane from card outlines.

    Args:
        quads: (n, 4, 2) outlines in pixels, clockwise, any first corner; n ≥ 1.
        size: width and height of the picture.
        start: a plane of the same camera found earlier; its focal length and tilt are tried first, and its
            focal length is trusted.

    Raises:
        ValueError: there is no outline.
    """
    pixels = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
    if len(pixels) == 0:
        raise ValueError("no card outline to find the table plane from")
    scale = float(max(size))
    middle = np.array([size[0] / 2, size[1] / 2])
    points = ((pixels - middle) / scale).view(np.complex128)[..., 0]
    sizes = np.sqrt(np.abs(_area(points)))
    sigma = np.maximum(sizes * _CORNER_NOISE, 1e-4)[:, None]
    focal = start.focal if start else _TYPICAL_FOCAL
    trust = _FOCAL_SPREAD / 3 if start else _FOCAL_SPREAD

    def residuals(tried: Array) -> Array:
        error = _corner_errors(tried, points) / sigma
        flat = np.stack([error.real, error.imag], axis=-1).reshape(len(tried), len(points), 8)
        norm = np.sqrt((flat**2).mean(axis=2, keepdims=True))
        # Cauchy weight per card: an outline six times worse than usual counts almost nothing
        weighted = flat / np.sqrt(1 + (norm / 2.5) ** 2)
        prior = (tried[:, 2:3] - np.log(focal)) / trust
        return np.hstack([weighted.reshape(len(tried), -1), prior])

    candidates = [np.array(t) for t in _starts(points, sizes, focal)]
    if start is not None:
        candidates.insert(0, np.array([*start.tilt, np.log(focal), candidates[0][3]]))
    costs = (residuals(np.array(candidates)) ** 2).sum(axis=1)
    ends: list[tuple[float, Array]] = []
    for i in np.argsort(costs):
        ends.append(_least_squares(residuals, candidates[i]))
        if _settled([cost / len(points) for cost, _ in ends], len(points)):
            break
    p = min(ends, key=lambda end: end[0])[1]
    error = np.sqrt((np.abs(_corner_errors(p[None], points)[0]) ** 2).mean(axis=1)) / sizes
    to_unit = np.array([[1 / scale, 0, -middle[0] / scale], [0, 1 / scale, -middle[1] / scale], [0, 0, 1]])
    to_table = np.linalg.inv(_table_to_unit(p)) @ to_unit
    tilt = float(p[0]), float(p[1])
    return PlaneFit(TablePlane(to_table / to_table[2, 2], float(np.exp(p[2])), tilt), error)


def _settled(costs: Sequence[float], outlines: int) -> bool:
    """Whether these minima, a cost an outline, make further starts pointless: far tilts have hollows of their own."""
    best = min(costs)
    if best < _CLEAR_COST and outlines >= _CLEAR_OUTLINES:
        return True
    if best < _GOOD_COST and len(costs) >= 4:
        return True
    return sum(cost <= best * _SAME_MINIMUM for cost in costs) >= _ENOUGH_ARRIVALS


def _project(homography: NDArray[np.floating], points: NDArray[np.floating]) -> Array:
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    w = flat @ homography[:, :2].T + homography[:, 2]
    return np.asarray((w[:, :2] / w[:, 2:]).reshape(np.shape(points)))


def _complex(points: Array) -> NDArray[np.complex128]:
    """The first two coordinates (…, 2 or more) as complex numbers."""
    return np.asarray(points[..., 0] + 1j * points[..., 1], np.complex128)


def _area(points: NDArray[np.complex128]) -> Array:
    following = np.roll(points, -1, axis=1)
    return np.asarray(0.5 * (points.conj() * following).imag.sum(axis=1))


def _table_to_unit(p: Array) -> Array:
    rotation = cv2.Rodrigues(np.array([p[0], p[1], 0.0]))[0]
    focal, height = np.exp(p[2]), np.exp(p[3])
    homography = np.column_stack([rotation[:, 0], rotation[:, 1], [0.0, 0.0, height]])
    return np.asarray(np.diag([focal, focal, 1.0]) @ homography)


def _rectangles(
    mm: NDArray[np.complex128],
) -> tuple[NDArray[np.complex128], NDArray[np.complex128], NDArray[np.complex128]]:
    """Best card rectangle for corners (n, 4): centres, unit directions of the long side, fitted corners."""
    centre = mm.mean(axis=1)
    offset = mm - centre[:, None]
    half_long, half_short = CARD_HEIGHT_MM / 2, CARD_WIDTH_MM / 2
    first_long = np.array([-half_long - 1j * half_short, half_long - 1j * half_short,
                           half_long + 1j * half_short, -half_long + 1j * half_short])  # fmt: skip
    first_short = np.roll(first_long, 1)
    best_fit = best_turn = best_error = None
    for template in (first_long, first_short):
        turn = (offset * template.conj()).sum(axis=1)
        turn = turn / np.maximum(np.abs(turn), 1e-9)
        fit = turn[:, None] * template
        error = (np.abs(fit - offset) ** 2).sum(axis=1)
        if best_fit is None or best_turn is None or best_error is None:
            best_fit, best_turn, best_error = fit, turn, error
        else:
            better = error < best_error
            best_fit = np.where(better[:, None], fit, best_fit)
            best_turn = np.where(better, turn, best_turn)
    assert best_fit is not None and best_turn is not None
    return centre, best_turn, centre[:, None] + best_fit


def _corner_errors(tried: Array, points: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Corners minus the corners of the best card rectangles, as complex numbers in unit coordinates.

    For each of the parameters (k, 4) and all corners (n, 4) at once: (k, n, 4).
    """
    forward = np.stack([_table_to_unit(p) for p in tried])[:, None]
    back = np.linalg.inv(forward)
    flat = np.stack([points.real, points.imag], axis=-1)
    w = flat @ back[..., :2].swapaxes(-1, -2) + back[..., None, :, 2]
    behind = w[..., 2] * back[..., 2, 2, None] <= 1e-9  # beyond the horizon of this tilt
    depth = np.where(behind, 1e-9, w[..., 2])
    mm = _complex(w) / depth
    fit = _rectangles(mm.reshape(-1, 4))[2].reshape(mm.shape)
    v = np.stack([fit.real, fit.imag], axis=-1) @ forward[..., :2].swapaxes(-1, -2) + forward[..., None, :, 2]
    seen = _complex(v) / np.where(np.abs(v[..., 2]) < 1e-9, 1e-9, v[..., 2])
    error = points - seen
    error[behind.any(axis=2)] = 1.0
    return np.asarray(error)


def _starts(points: NDArray[np.complex128], sizes: Array, focal: float) -> list[list[float]]:
    """Tilts to try, each with the height at which the middle card has its true size."""
    middle = int(np.argmin(np.abs(sizes - np.median(sizes))))
    tilts = [(0.0, 0.0)]
    for degrees in _TILTS:
        for k in range(_DIRECTIONS):
            direction = 2 * np.pi * k / _DIRECTIONS
            tilts.append((np.radians(degrees) * np.cos(direction), np.radians(degrees) * np.sin(direction)))
    found = []
    for x, y in tilts:
        p = np.array([x, y, np.log(focal), np.log(700.0)])
        back = np.linalg.inv(_table_to_unit(p))
        flat = np.stack([points[middle].real, points[middle].imag], axis=-1)
        w = flat @ back[:, :2].T + back[:, 2]
        if (w[:, 2] * back[2, 2] <= 1e-9).any():
            continue
        mm = (_complex(w) / w[:, 2])[None]
        size = float(np.sqrt(abs(_area(mm)[0])))
        p[3] += np.log(np.sqrt(CARD_WIDTH_MM * CARD_HEIGHT_MM) / max(size, 1e-6))
        found.append(p.tolist())
    return found


def _least_squares(function: Callable[[Array], Array], start: Array, steps: int = 25) -> tuple[float, Array]:
    """Levenberg–Marquardt with differences; four unknowns, so nothing more is needed.

    `function` gives the residuals (k, m) of k sets of unknowns (k, 4).
    """
    p, damping = start.copy(), 1e-2
    value = function(p[None])[0]
    cost = float(value @ value)
    for _ in range(steps):
        jacobian = (function(p + np.eye(len(p)) * _STEP) - value).T / _STEP
        normal, gradient = jacobian.T @ jacobian, jacobian.T @ value
        for _ in range(6):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -gradient)
            trial = function((p + step)[None])[0]
            trial_cost = float(trial @ trial)
            if trial_cost < cost:
                break
            damping *= 4
        else:
            break
        done = cost - trial_cost < 1e-5 * cost
        p, value, cost, damping = p + step, trial, trial_cost, max(damping / 4, 1e-9)
        if done:
            break
    return cost, p
