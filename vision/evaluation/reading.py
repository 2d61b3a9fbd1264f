"""The figures of reading as one document each: labelled photos, bare pictures, limits; with their pictures."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from vision.evaluation import limits
from vision.evaluation.nocards import bare_parts, false_cards, made_pictures
from vision.evaluation.photos import ReadPicture, Tally, evaluate_photos
from vision.evaluation.pictures import limit_pictures, photo_pictures
from vision.evaluation.report import details, summary
from vision.judging import SURE
from vision.tabletop.materials import Materials
from vision.training.photos import LabelledPhoto, read_labels

ALL = "all"


def judging(root: Path, everything: bool = False) -> list[LabelledPhoto]:
    """The photos of a folder that no training saw, or all of them; raises ValueError."""
    return [photo for photo in read_labels(root) if everything or photo.part == "test"]


def photo_figures(photos: list[LabelledPhoto], read: ReadPicture, pictures: Path | None) -> dict[str, Any]:
    """Summaries by folder and of all photos together, and the details; charts go to `pictures`."""
    tallies = evaluate_photos(photos, read)
    total = Tally()
    for tally in tallies.values():
        total += tally
    if pictures:
        photo_pictures(tallies, pictures)
    folders = {folder: summary(tally) for folder, tally in tallies.items()}
    return {"folders": folders | {ALL: summary(total)}, "details": details(total)}


def bare_figures(
    seed: int, count: int, art: Path, photos: list[LabelledPhoto], read: ReadPicture, pictures: Path | None
) -> dict[str, Any]:
    """What is found in `count` made pictures without cards and in the bare parts of photos.

    Those with a find are kept in a folder `false-cards` of `pictures`.
    """
    made = made_pictures(seed, count, Materials.from_folder(art, held_out=True))
    keep = pictures / "false-cards" if pictures else None
    result = false_cards(itertools.chain(made, bare_parts(photos)), read, keep)
    sure = sum(confidence >= SURE for *_, confidence in result.found)
    return {"pictures": result.pictures, "false_cards": [list(found) for found in result.found], "sure": sure}


def limit_figures(
    seed: int, cards: int, art: Path, photos: list[LabelledPhoto], read: ReadPicture, pictures: Path | None
) -> dict[str, Any]:
    """Where reading stops: `cards` rendered cards for each condition, of backs alone, for each
    language and of jokers, and photos
    scaled down and cut to one card; charts go to `pictures`. Raises DeckError where the art has no deck for it."""
    materials = Materials.from_folder(art, held_out=True)
    decks = limits.held_out_decks(art)
    figures: dict[str, Any] = {
        name: limits.curve(name, seed, decks, materials, cards, read) for name in limits.CURVES
    }
    figures["backs"] = limits.backs(seed, decks, materials, cards, read)
    figures["languages"] = limits.languages(seed, decks, materials, cards, read)
    figures["jokers"] = limits.jokers(seed, materials, cards, decks, read)
    if photos:
        figures["photos_scaled_down"] = limits.scaled_down(photos, read)
        figures["close_ups"] = limits.close_ups(photos, read)
    if pictures:
        limit_pictures(figures, pictures)
    return figures
