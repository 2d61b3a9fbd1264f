"""Shares with their intervals, and how far stated confidence is from the share that was right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z95 = 1.96
"""Standard normal quantile of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The answers whose stated confidence lies in (low, high].

    Attributes:
        low, high: of the bin.
        count: answers in it.
        confidence: their mean stated confidence.
        right: the share of them that was right.
    """

    low: float
    high: float
    count: int
    confidence: float
    right: float


def share(part: int, whole: int) -> dict[str, float | int | None]:
    """A share with Wilson's 95 % interval (E. B. Wilson, JASA 22, 1927); `value` None out of nothing."""
    if whole == 0:
        return {"value": None, "low": 0.0, "high": 1.0, "of": 0}
    p = part / whole
    middle = (p + Z95**2 / (2 * whole)) / (1 + Z95**2 / whole)
    half = Z95 / (1 + Z95**2 / whole) * math.sqrt(p * (1 - p) / whole + Z95**2 / (4 * whole**2))
    return {
        "value": round(p, 4),
        "low": round(middle - half, 4),
        "high": round(middle + half, 4),
        "of": whole,
    }


def reliability(answers: Sequence[tuple[float, bool]], bins: int = 10) -> list[ReliabilityBin]:
    """The bins that hold any of the answers (stated confidence above 0 up to 1, whether right)."""
    found = []
    for number in range(bins):
        low, high = number / bins, (number + 1) / bins
        inside = [answer for answer in answers if low < answer[0] <= high]
        if inside:
            mean = sum(confidence for confidence, _ in inside) / len(inside)
            right = sum(good for _, good in inside) / len(inside)
            found.append(ReliabilityBin(low, high, len(inside), mean, right))
    return found


def calibration_error(bins: Sequence[ReliabilityBin]) -> float:
    """Expected calibration error (Guo et al., On Calibration of Modern Neural Networks, 2017)."""
    total = sum(one.count for one in bins)
    return sum(one.count / total * abs(one.right - one.confidence) for one in bins) if total else 0.0
