"""Small charts as pictures: a matrix, lines with intervals, bars; drawn with OpenCV alone."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.images import Image

Color = tuple[int, int, int]

_INK, _FAINT, _PAPER = (60, 60, 60), (222, 222, 222), 255
COLORS: tuple[Color, ...] = ((172, 102, 33), (43, 24, 178), (55, 120, 27), (20, 130, 220), (150, 60, 140))
"""BGR, distinct also where red and green look alike."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a line with its interval."""

    x: float
    y: float
    low: float
    high: float


def save(path: Path, picture: Image) -> None:
    """Write a chart as PNG; raises OSError where that cannot be done."""
    data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1]
    path.write_bytes(data.tobytes())


def matrix(title: str, counts: Mapping[str, Mapping[str, int]], columns: Sequence[str]) -> Image:
    """A confusion matrix, darker where more of a row's cards were read as that column; faults in red."""
    cell, left, top = 38, 70, 66
    rows = list(counts)
    picture = _paper(left + cell * len(columns) + 12, top + cell * len(rows) + 34)
    _text(picture, title, (12, 24), 0.55, thick=1)
    for j, column in enumerate(columns):
        _text(picture, column, (left + cell * j + cell // 2, top - 10), 0.36, centred=True)
    for i, row in enumerate(rows):
        _text(picture, row, (10, top + cell * i + cell // 2 + 5), 0.42)
        total = sum(counts[row].values())
        for j, column in enumerate(columns):
            count = counts[row].get(column, 0)
            corner = (left + cell * j, top + cell * i)
            part = count / total if total else 0.0
            base = np.array(COLORS[0] if row == column else COLORS[1], float)
            depth = 0.0 if not count else 0.18 + 0.82 * part
            fill = tuple(int(v) for v in 255 - (255 - base) * depth)
            cv2.rectangle(picture, corner, (corner[0] + cell - 2, corner[1] + cell - 2), fill, -1)
            if count:
                ink = (255, 255, 255) if depth > 0.55 else _INK
                at = (corner[0] + cell // 2 - 1, corner[1] + cell // 2 + 5)
                _text(picture, str(count), at, 0.42, ink, centred=True)
    foot = top + cell * len(rows) + 22
    _text(picture, "row: what lay there    column: what was read", (left, foot), 0.4)
    return picture


def lines(
    title: str,
    series: Mapping[str, Sequence[Point]],
    x_title: str,
    y_range: tuple[float, float] = (0.0, 1.0),
    x_range: tuple[float, float] | None = None,
    diagonal: bool = False,
    logarithmic: bool = False,
) -> Image:
    """Lines with 95 % intervals as whiskers; `logarithmic` concerns x."""
    width, height, left, right, top, bottom = 640, 380, 62, 24, 66, 52
    picture = _paper(width, height)
    _text(picture, title, (12, 24), 0.55, thick=1)
    xs = sorted({point.x for points in series.values() for point in points})
    low, high = x_range or (xs[0], xs[-1])

    def across(x: float) -> int:
        a, b, v = (np.log([low, high, x]) if logarithmic else np.array([low, high, x])).tolist()
        return round(left + (v - a) / max(b - a, 1e-9) * (width - left - right))

    def down(y: float) -> int:
        y = min(max(y, y_range[0]), y_range[1])
        return round(top + (y_range[1] - y) / (y_range[1] - y_range[0]) * (height - top - bottom))

    for step in range(6):
        y = y_range[0] + (y_range[1] - y_range[0]) * step / 5
        cv2.line(picture, (left, down(y)), (width - right, down(y)), _FAINT, 1)
        _text(picture, f"{y:.3g}", (left - 46, down(y) + 5), 0.42)
    for x in xs if x_range is None else np.linspace(low, high, 6):
        _text(picture, f"{x:.3g}", (across(x), height - bottom + 20), 0.42, centred=True)
    _text(picture, x_title, ((left + width - right) // 2, height - 12), 0.45, centred=True)
    if diagonal:
        cv2.line(picture, (across(low), down(low)), (across(high), down(high)), _FAINT, 2, cv2.LINE_AA)
    at = left
    for color, (name, points) in zip(COLORS, series.items(), strict=False):
        places = [(across(point.x), down(point.y)) for point in points]
        for place, point in zip(places, points, strict=True):
            cv2.line(
                picture, (place[0], down(point.low)), (place[0], down(point.high)), color, 1, cv2.LINE_AA
            )
            cv2.circle(picture, place, 4, color, -1, cv2.LINE_AA)
        for a, b in itertools.pairwise(places):
            cv2.line(picture, a, b, color, 2, cv2.LINE_AA)
        cv2.circle(picture, (at + 4, 44), 5, color, -1, cv2.LINE_AA)
        _text(picture, name, (at + 14, 49), 0.45)
        at += 30 + cv2.getTextSize(name, _FONT, 0.45, 1)[0][0]
    return picture


def bars(title: str, rows: Mapping[str, Sequence[tuple[float, float, float]]], names: Sequence[str]) -> Image:
    """Shares with their 95 % intervals as bars from the left, some to a row; `names` tells them apart."""
    width, right, top, thick = 720, 58, 66, 18
    left = 24 + max(cv2.getTextSize(row, _FONT, 0.42, 1)[0][0] for row in rows)
    tall = thick * len(names) + 16
    picture = _paper(width, top + tall * len(rows) + 34)
    _text(picture, title, (12, 24), 0.55, thick=1)
    at = left
    for color, name in zip(COLORS, names, strict=False):
        cv2.circle(picture, (at + 4, 44), 5, color, -1, cv2.LINE_AA)
        _text(picture, name, (at + 14, 49), 0.45)
        at += 30 + cv2.getTextSize(name, _FONT, 0.45, 1)[0][0]

    def across(share: float) -> int:
        return round(left + share * (width - left - right))

    for step in range(6):
        x = across(step / 5)
        cv2.line(picture, (x, top), (x, top + tall * len(rows)), _FAINT, 1)
        _text(picture, f"{step / 5:.3g}", (x, top + tall * len(rows) + 20), 0.42, centred=True)
    for i, (row, shares) in enumerate(rows.items()):
        _text(picture, row, (12, top + tall * i + tall // 2 + 5), 0.42)
        for k, (color, (value, low, high)) in enumerate(zip(COLORS, shares, strict=False)):
            y = top + tall * i + 8 + thick * k
            cv2.rectangle(picture, (left, y + 2), (across(value), y + thick - 2), color, -1)
            cv2.line(picture, (across(low), y + thick // 2), (across(high), y + thick // 2), _INK, 1, cv2.LINE_AA)
            _text(picture, f"{value:.3f}", (across(high) + 6, y + thick - 4), 0.42)
    return picture


def _paper(width: int, height: int) -> Image:
    return np.full((height, width, 3), _PAPER, np.uint8)


def _text(
    picture: Image,
    text: str,
    at: tuple[int, int],
    size: float,
    color: Color = _INK,
    thick: int = 1,
    centred: bool = False,
) -> None:
    if centred:
        at = at[0] - cv2.getTextSize(text, _FONT, size, thick)[0][0] // 2, at[1]
    cv2.putText(picture, text, at, _FONT, size, color, thick, cv2.LINE_AA)
