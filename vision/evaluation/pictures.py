"""The charts that belong to the figures of an evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from vision.evaluation.charts import Point, bars, lines, matrix, save
from vision.evaluation.photos import LabelledCard, Tally
from vision.evaluation.report import (
    BRIGHTNESSES,
    MISSED,
    RANKS,
    TILTS,
    WIDTHS,
    answers,
    breakdown,
    confusion,
)
from vision.evaluation.shares import calibration_error, reliability, share
from vision.images import Image

_BREAKDOWNS: dict[str, tuple[Callable[[LabelledCard], float | None], Sequence[float], str]] = {
    "width": (lambda card: card.width, WIDTHS, "width of the card in pixels, from"),
    "brightness": (lambda card: card.brightness, BRIGHTNESSES, "mean grey level of the card, from"),
    "tilt": (lambda card: card.tilt, TILTS, "tilt of the table in degrees, from"),
}


def photo_pictures(tallies: Mapping[str, Tally], folder: Path) -> list[Path]:
    """Draw confusion, reliability and what reading depends on, all photos together; returns the files."""
    total = Tally()
    for tally in tallies.values():
        total += tally
    cards = total.cards
    pictures = {"confusion": matrix("Cards by rank", confusion(cards), (*RANKS, MISSED))}
    bins = reliability(answers(cards))
    if bins:
        points = []
        for one in bins:
            interval = share(round(one.right * one.count), one.count)
            points.append(Point(one.confidence, one.right, *_bounds(interval)))
        pictures["reliability"] = lines(
            f"Share right over stated confidence (expected calibration error {calibration_error(bins):.3f})",
            {"card right": points},
            "stated confidence",
            x_range=(0.0, 1.0),
            diagonal=True,
        )
    for name, (value, edges, x_title) in _BREAKDOWNS.items():
        table = breakdown(cards, value, edges)
        if len(table) > 1:
            pictures[name] = table_lines(f"Real photos: found and named right, by {name}", table, x_title)
    return write_all(pictures, folder, "photos")


def limit_pictures(figures: Mapping[str, Any], folder: Path) -> list[Path]:
    """Draw where reading stops, from what `limits` found; returns the files."""
    titles = {
        "width": ("Rendered unseen decks: by card width", "width of a card in pixels", "width", True),
        "tilt": ("Rendered unseen decks: by camera tilt", "tilt of the camera in degrees", "tilt", False),
        "light": ("Rendered unseen decks: by exposure", "exposure (1: paper is white)", "light", True),
        "photos_scaled_down": ("Real photos scaled down", "median width of a card in pixels", "width", True),
    }
    pictures = {
        name.replace("_", "-"): table_lines(title, figures[name], x_title, x, logarithmic)
        for name, (title, x_title, x, logarithmic) in titles.items()
        if len(figures.get(name, ())) > 1
    }
    return write_all(pictures, folder, "limits")


def peer_picture(results: Sequence[Mapping[str, Any]], folder: Path) -> list[Path]:
    """Draw what each way of reading found and named right of all cards, by collection; returns the file."""
    collections = list(results[0]["folders"]) if results else []
    rows = {}
    for result in results:
        shares = [result["folders"][name]["found_and_card_right"] for name in collections]
        rows[result["peer"]] = [(share["value"] or 0.0, *_bounds(share)) for share in shares]
    title = "Real photos: found and named right, of all cards"
    return write_all({"right": bars(title, rows, collections)}, folder, "peers")


def table_lines(
    title: str,
    table: Sequence[Mapping[str, Any]],
    x_title: str,
    x: str = "from",
    logarithmic: bool = False,
) -> Image:
    """A chart of the shares found and with the right rank in the rows of a breakdown."""
    series = {
        name: [
            Point(row[x], row[key]["value"], *_bounds(row[key]))
            for row in table
            if row[key]["value"] is not None
        ]
        for name, key in (("found", "found"), ("rank right, of those found", "rank_right"))
    }
    least = min((point.low for points in series.values() for point in points), default=0.0)
    y_range = (0.9 if least > 0.9 else 0.5 if least > 0.5 else 0.0, 1.0)
    return lines(title, series, x_title, y_range, logarithmic=logarithmic)


def write_all(pictures: Mapping[str, Image], folder: Path, prefix: str) -> list[Path]:
    """Save pictures as ``PREFIX-NAME.png`` in a folder, which is made; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{prefix}-{name}.png" for name in pictures]
    for file, picture in zip(files, pictures.values(), strict=True):
        save(file, picture)
    return files


def _bounds(interval: Mapping[str, Any]) -> tuple[float, float]:
    return float(interval["low"]), float(interval["high"])
