"""Finding a known table again after a knock: the rigid motion that lays its cards on their places."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.metric import Array, Poses, TablePlane, poses_on
from vision.quads import area

_NEAR = 25.0  # mm between a card and its place for the two to agree
_TURN = np.radians(15)  # between their directions
_SEVERAL = 3  # cards that tell more of the plane than their own inexactness
_EXACT = 8.0  # mm from its place that a corner of an unmoved card lies at the most
_MOST_TURNED = np.radians(60)  # a knocked tablet turns no farther; half a turn would exchange the players


def relocated(
    plane: TablePlane, cards: Poses, old: TablePlane, known: Poses
) -> tuple[TablePlane, float, int]:
    """The plane whose millimetres are those of the old one.

    Args:
        plane: found from the cards of the new picture; its origin and direction are arbitrary.
        cards: those cards on `plane`.
        old: the plane before.
        known: the cards known on `old`.

    Returns:
        The plane, the share of cards or known ones (whichever are fewer) that agree, and how many do; 0 where none.
    """
    angles, directions = cards.angles, known.angles
    if len(angles) == 0 or len(directions) == 0:
        return plane, 0.0, 0
    points = cards.centres[:, 0] + 1j * cards.centres[:, 1]
    targets = known.centres[:, 0] + 1j * known.centres[:, 1]
    straight = _picture_turn(old) - _picture_turn(plane)
    pairs = np.indices((len(points), len(targets))).reshape(2, -1)
    turn = (directions[pairs[1]] - angles[pairs[0]]) % np.pi
    # cards look the same after half a turn; the camera tells which of the two it was
    turn = turn + np.pi * np.round((straight - turn) / np.pi)
    likely = np.abs(_wrapped(turn - straight)) < _MOST_TURNED
    pairs, turn = pairs[:, likely], turn[likely]
    if len(turn) == 0:
        return plane, 0.0, 0
    factor = np.exp(1j * turn)
    offset = targets[pairs[1]] - points[pairs[0]] * factor
    best_score, best = -1.0, (factor[0], offset[0])
    for f, o, t in zip(factor, offset, turn, strict=True):
        agree = _agreement(points * f + o, angles + t, targets, directions)
        # of two equally good motions the smaller is likelier
        score = len(agree[0]) - 0.5 * abs(float(_wrapped(t - straight))) / _MOST_TURNED
        if score > best_score:
            best_score, best = score, (f, o)
    factor_, offset_ = best
    for _ in range(3):
        agree = _agreement(points * factor_ + offset_, angles + np.angle(factor_), targets, directions)
        if len(agree[0]) < 2:
            break
        a, b = points[agree[0]], targets[agree[1]]
        rotation = ((b - b.mean()) * (a - a.mean()).conj()).sum()
        factor_ = rotation / max(abs(rotation), 1e-9)
        offset_ = b.mean() - a.mean() * factor_
    agree = _agreement(points * factor_ + offset_, angles + np.angle(factor_), targets, directions)
    rigid = np.array([[factor_.real, -factor_.imag, offset_.real], [factor_.imag, factor_.real, offset_.imag],
                      [0.0, 0.0, 1.0]])  # fmt: skip
    share = len(agree[0]) / min(len(points), len(targets))
    return TablePlane(rigid @ plane.to_table, plane.focal, plane.tilt), share, len(agree[0])


def settled(plane: TablePlane, quads: NDArray[np.floating], known: Poses) -> TablePlane:
    """The plane on which the cards lie on their known places as exactly as can be.

    A plane found anew from a few cards in one picture may be a little too large or too slanted, and a motion does
    not mend that.

    Args:
        plane: as `relocated` found it.
        quads: (n, 4, 2) outlines in pixels.
        known: where cards lie, in the millimetres of `plane`.
    """
    cards = poses_on(plane, quads)
    points, targets = (poses.centres[:, 0] + 1j * poses.centres[:, 1] for poses in (cards, known))
    mine, theirs = _agreement(points, cards.angles, targets, known.angles)
    if len(mine) < _SEVERAL:
        return plane
    pixels, places = [], []
    for i, k in zip(mine, theirs, strict=True):
        here, there = plane.mm(quads[i]), known.corners()[k]
        rolled = [np.roll(there, turn, axis=0) for turn in range(4)]
        pixels.append(quads[i])
        places.append(min(rolled, key=lambda corners: float(np.abs(corners - here).sum())))
    to_table, _ = cv2.findHomography(np.concatenate(pixels), np.concatenate(places), cv2.RANSAC, _EXACT)
    return (
        plane if to_table is None else TablePlane(np.asarray(to_table, np.float64), plane.focal, plane.tilt)
    )


def displacement(cards: Poses, old: TablePlane, new: TablePlane) -> float:
    """How far cards lie in the picture from where they lay, at the most, as a share of their size."""
    there, here = (plane.pixels(cards.corners()) for plane in (old, new))
    size = np.sqrt(np.mean([area(quad) for quad in there]))
    return float(np.linalg.norm(here.mean(axis=1) - there.mean(axis=1), axis=1).max() / size)


def _picture_turn(plane: TablePlane) -> float:
    """Direction on the table of the picture's x axis at the table's origin, radians."""
    here = plane.pixels(np.zeros(2))
    there = plane.mm(here + np.array([1.0, 0.0]))
    return float(np.arctan2(there[1], there[0]))


def _wrapped(angle: Array) -> Array:
    return np.asarray((angle + np.pi) % (2 * np.pi) - np.pi)


def _agreement(
    points: NDArray[np.complex128], angles: Array, targets: NDArray[np.complex128], directions: Array
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Cards and the places they lie on, each place and card at most once."""
    distance = np.abs(points[:, None] - targets[None])
    turned = np.abs((angles[:, None] - directions[None] + np.pi / 2) % np.pi - np.pi / 2)
    distance = np.where(turned < _TURN, distance, np.inf)
    nearest = distance.argmin(axis=1)
    own = np.arange(len(points))
    good = (distance[own, nearest] < _NEAR) & (distance.argmin(axis=0)[nearest] == own)
    return np.flatnonzero(good), nearest[good]
