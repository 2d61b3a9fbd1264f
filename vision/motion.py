"""The motion gate: what moved and what changed, told from a small grey picture at next to no cost."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.tracking import TrackingConfig

Mask = NDArray[np.uint8]

_AROUND = np.ones((3, 3), np.uint8)
_NEW_POINTS = 100  # looks after which the points that tell the camera's shake are chosen anew
_FEWEST_POINTS = 8
_AGREED = 0.5  # share of the points that must agree on a displacement
_CERTAIN = 0.8  # share that must agree for new points to be chosen
_TRUSTED = 0.3  # how much a point must have agreed of late to be asked
_GAIN_STEP = 7  # every so many pixels are enough for the exposure
_SAME_LEVEL = 0.5  # of the level that is motion: a picture that differs less from another is the same
_PAST = 3  # pictures kept to compare with
_MOST_SAME = 7  # looks on end that may be called the same: 0.4 s


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """One look of the motion gate; pictures are small, grey and laid over the reference.

    Attributes:
        shift: (2,) pixels of the full picture by which the scene is displaced from the reference.
        moving: uint8 (h, w), 1 where the picture differs from the last look.
        changed: uint8 (h, w), 1 where it differs from the reference.
        agreement: share of the points of the scene that agree on the shift; low when the camera was knocked.
        light: mean grey level.
        contrast: standard deviation of the grey levels.
        since: when the picture was taken (s) that `moving` compares with: what does not move lay still from then on.
    """

    shift: NDArray[np.float64]
    moving: Mask
    changed: Mask
    agreement: float
    light: float
    contrast: float
    since: float = 0.0

    @property
    def solid_motion(self) -> Mask:
        """`moving` without thin lines, which edges leave."""
        return _without_lines(self.moving)

    @property
    def solid_change(self) -> Mask:
        """`changed` without thin lines."""
        return _without_lines(self.changed)


class MotionGate:
    """Compares frames with the last one and with a reference of the table without hands.

    The camera's small shake and the wandering of its automatic exposure are taken out first.

    Attributes:
        unsure: uint8 (h, w), 1 where the reference shows what came to lie there, maybe a resting arm.
        full_looks: how many looks were not just found to be the same as the one before.
    """

    def __init__(self, config: TrackingConfig, frame_size: tuple[int, int]) -> None:
        """`frame_size`: width and height of the frames."""
        self._config = config
        self.scale = config.gate_size / max(frame_size)
        self.size = (max(8, round(frame_size[0] * self.scale)), max(8, round(frame_size[1] * self.scale)))
        self._reference: NDArray[np.float32] | None = None
        self._pattern: Mask | None = None
        self._points: NDArray[np.float32] | None = None
        self._trust = np.zeros(0)
        self._agreement = 1.0
        self._looks = self._chosen_at = 0
        self._past: deque[tuple[float, Mask]] = deque(maxlen=_PAST)
        self._current: Mask | None = None
        self._shift = np.zeros(2)
        self._still = np.zeros(self.size[::-1], np.float32)
        self._changed = np.zeros(self.size[::-1], np.uint8)
        self.unsure = np.zeros(self.size[::-1], np.uint8)
        self._before = np.zeros(self.size[::-1], np.float32)
        self._held = np.zeros(0, np.intp)
        self._settled: Mask | None = None
        self._same = 0
        self._reckoned = 0.0
        self.full_looks = 0

    def look(self, image: Image, time: float) -> Gate:
        """Compare a frame (H, W, 3) uint8 BGR of this time (s), later than the last one."""
        colour = cv2.resize(image, self.size, interpolation=cv2.INTER_LINEAR)
        small = np.asarray(cv2.blur(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), (3, 3)), np.uint8)
        light, contrast = (float(value[0, 0]) for value in cv2.meanStdDev(small))
        self._looks += 1
        if self._is_same(small):
            self._same += 1
            since, _ = self._before_now(time)
            self._past.append((time, self._past[-1][1]))
            return self._gate(np.zeros_like(self._changed), light, contrast, since)
        self.full_looks += 1
        if self._reference is None:
            self._reference = small.astype(np.float32)
        self._shift, self._agreement = self._displacement(small)
        moved = _shifted(small, self._shift)
        reference = self._reference.astype(np.uint8)
        step = slice(None, None, _GAIN_STEP)
        gain = float(np.median(reference[step, step] / np.maximum(moved[step, step], 1.0)))
        laid = np.asarray(cv2.convertScaleAbs(moved, alpha=float(np.clip(gain, 0.5, 2.0))), np.uint8)
        config = self._config
        since, earlier = self._before_now(time) if self._past else (time, laid)
        moving = _over(laid, earlier, config.moving_level)
        changed = _over(laid, reference, config.changed_level)
        if self.unsure.any():
            self._uncover(laid, changed)
        # Slow changes of light are followed where nothing else changed, nor beside it: what differs there is no change for
        # being no more than a shift would explain, and followed it would eat up the change, look by look.
        follow = 1 - (1 - config.follow) ** (1 + self._same)
        unchanged = cv2.erode(1 - changed, _AROUND)
        unchanged.reshape(-1)[self._held] = 0
        cv2.accumulateWeighted(laid, self._reference, follow, mask=unchanged)
        passed = time - self._reckoned
        self._still = (self._still + np.float32(passed)) * (1 - moving)
        self._past.append((time, laid))
        self._current, self._changed, self._reckoned = laid, changed, time
        self._settled, self._same = (None if moving.any() else small), 0
        return self._gate(moving, light, contrast, since)

    def _gate(self, moving: Mask, light: float, contrast: float, since: float) -> Gate:
        shift = self._shift / self.scale
        return Gate(shift, moving, self._changed, self._agreement, light, contrast, since)

    def _before_now(self, time: float) -> tuple[float, Mask]:
        """The latest picture, with its time, that is old enough to tell what moves; else the oldest there is."""
        old = [past for past in self._past if time - past[0] >= self._config.gate_s]
        return old[-1] if old else self._past[0]

    def _is_same(self, small: Mask) -> bool:
        """Whether nothing moved in the last full look, and the picture is still the one of that time.

        Most looks are at a table where nothing happens. There is nothing to reckon anew then.
        """
        if self._settled is None or self._same >= _MOST_SAME:
            return False
        return not _over(small, self._settled, _SAME_LEVEL * self._config.moving_level).any()

    def _displacement(self, small: Mask) -> tuple[NDArray[np.float64], float]:
        """By how many small pixels the scene is off the reference, and the share of points that agree.

        Points that stand out in the reference are found again. Each counts as much as it has agreed with the
        others of late, so that those on arms and on cards that were moved soon count nothing.
        """
        due = self._looks - self._chosen_at >= _NEW_POINTS
        fresh = self._points is None or (due and self._agreement > _CERTAIN)
        if fresh:
            self._choose_points()
        assert self._points is not None and self._pattern is not None
        if len(self._points) < _FEWEST_POINTS:
            return self._shift, 1.0
        guess = (self._points + self._shift).astype(np.float32)
        found, status, _ = cv2.calcOpticalFlowPyrLK(
            self._pattern, small, self._points, guess, winSize=(15, 15), maxLevel=2,
            flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
        )  # fmt: skip
        moved = (found - self._points).reshape(-1, 2)
        counted = (status.ravel() > 0) & (self._trust > _TRUSTED)
        if not counted.any():
            return self._shift, 0.0
        near = np.abs(moved - np.median(moved[counted], axis=0)).max(axis=1) < 1.0
        near &= status.ravel() > 0
        if fresh:
            self._trust = near.astype(np.float64)
        agreement = float(self._trust[near].sum() / max(self._trust.sum(), 1e-9))
        kept = 0.95 ** (1 + self._same)
        self._trust = kept * self._trust + (1 - kept) * near
        if agreement < _AGREED:
            return self._shift, agreement
        return np.asarray(moved[near & counted].mean(axis=0), np.float64), agreement

    def _choose_points(self) -> None:
        assert self._reference is not None
        self._pattern = self._reference.astype(np.uint8)
        clear = 255 * (1 - (self._changed | self.unsure))
        points = cv2.goodFeaturesToTrack(self._pattern, 120, 0.02, 9, mask=clear)
        self._points = points.astype(np.float32) if points is not None else np.zeros((0, 1, 2), np.float32)
        self._trust = np.ones(len(self._points))
        self._chosen_at = self._looks

    def hold(self, region: NDArray[np.intp]) -> None:
        """From now on the reference stays as it is at these pixels (flat indices) alone, whatever is seen there."""
        self._held = region

    def accept(self, region: NDArray[np.intp]) -> None:
        """What is seen now at these pixels (flat indices) is the table without hands."""
        if self._reference is not None and self._current is not None:
            self._reference.reshape(-1)[region] = self._current.reshape(-1)[region]
            self.unsure.reshape(-1)[region] = 0
            self._settled = None

    def forget(self, kept: Mask, seconds: float) -> None:
        """Take into the reference what has lain still for so long, but for the pixels set in `kept`."""
        if self._reference is not None and self._current is not None:
            lying = (self._still >= seconds) & (kept == 0) & (self._changed > 0)
            if not lying.any():
                return
            first = lying & (self.unsure == 0)
            self._before[first] = self._reference[first]
            self._reference[lying] = self._current[lying]
            self.unsure[lying] = 1
            self._settled = None

    def _uncover(self, laid: Mask, changed: Mask) -> None:
        """Where what came to lie there is gone again, return to the reference from before."""
        other = _over(laid, self._before.astype(np.uint8), self._config.changed_level)
        bare = (self.unsure > 0) & (changed > 0) & (other == 0)
        assert self._reference is not None
        self._reference[bare] = self._before[bare]
        self.unsure[bare] = changed[bare] = 0

    def restart(self) -> None:
        """Take the next frame as the reference."""
        self._reference = self._points = self._settled = None
        self._past.clear()
        self._changed = np.zeros(self.size[::-1], np.uint8)
        self.unsure = np.zeros(self.size[::-1], np.uint8)
        self._shift = np.zeros(2)

    def pixels_in(self, polygon: NDArray[np.floating]) -> NDArray[np.intp]:
        """Flat indices of the gate's pixels in a convex polygon (n, 2), pixels of the reference frame."""
        width, height = self.size
        points = polygon * self.scale - 0.5
        low = np.clip(np.floor(points.min(axis=0)).astype(int), 0, (width, height))
        high = np.clip(np.ceil(points.max(axis=0)).astype(int) + 1, 0, (width, height))
        if (high <= low).any():
            return np.zeros(0, np.intp)
        box = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(box, np.round((points - low) * 8).astype(np.int32), (1,), shift=3)
        rows, columns = np.nonzero(box)
        return (rows + low[1]) * width + columns + low[0]


def _without_lines(mask: Mask) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _AROUND), np.uint8)


def _shifted(picture: Mask, shift: NDArray[np.float64]) -> Mask:
    """The picture moved back by a displacement."""
    back = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]])
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, back, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _over(picture: Mask, other: Mask, level: float) -> Mask:
    """Where a picture differs from another, by more than a shift of one pixel would explain."""
    brighter = cv2.subtract(picture, cv2.dilate(other, _AROUND))
    darker = cv2.subtract(cv2.erode(other, _AROUND), picture)
    return np.asarray(cv2.threshold(cv2.max(brighter, darker), level, 1, cv2.THRESH_BINARY)[1], np.uint8)
