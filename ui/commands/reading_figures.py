"""What `evaluate` prints, draws and returns of reading: labelled photos, bare pictures, limits."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ui.commands import UserError
from vision.evaluation import limits
from vision.evaluation.nocards import bare_parts, false_cards, made_pictures
from vision.evaluation.photos import Tally, evaluate_photos
from vision.evaluation.pictures import limit_pictures, photo_pictures
from vision.evaluation.report import SHARES, SURE, details, summary
from vision.frames import Image, SourceError
from vision.modelcard import ModelError
from vision.read import Networks, ReadCard, read_picture
from vision.tabletop.deck import DeckError
from vision.tabletop.materials import Materials
from vision.training.photos import read_labels


def photo_figures(root: Path, everything: bool, pictures: Path | None) -> dict[str, Any]:
    """Print, draw and return what came of the labelled photos, by collection and all together."""
    try:
        photos = [photo for photo in read_labels(root) if everything or photo.part == "test"]
        networks = Networks.load()
        tallies = evaluate_photos(photos, lambda image: read_picture(image, networks))
    except (ModelError, SourceError, ValueError) as error:
        raise UserError(error) from None
    figures: dict[str, Any] = {}
    total = Tally()
    for folder, tally in tallies.items():
        figures[folder] = summary(tally)
        tell_photos(folder, figures[folder])
        total += tally
    if len(tallies) > 1:
        figures["all"] = summary(total)
        tell_photos("all", figures["all"])
    if pictures:
        try:
            photo_pictures(tallies, pictures)
        except OSError as error:
            raise UserError(f"{pictures}: {error.strerror or error}") from None
    return figures | {"details": details(total)}


def tell_photos(name: str, figures: dict[str, Any]) -> None:
    """Print the summary of one collection of photos."""
    print(
        f"{name}: {figures['photos']} photos, {figures['cards']} cards, {figures['cards_fair']} of them fair "
        f"(whole, uncovered, at least 40 pixels wide), {figures['ms_a_photo']} ms a photo"
    )
    for key in SHARES:
        print(f"  {key:22} {share_text(figures[key])}")
    print(f"  finds where no card lies {figures['finds_where_no_card_lies']}")
    print(f"  wrong rank though sure ({SURE:g}) {figures['wrong_rank_though_sure']}")
    print(f"  calibration error      {figures['calibration_error']}")


def share_text(share: dict[str, Any]) -> str:
    """A share with its interval, for people."""
    if share["value"] is None:
        return "none to count"
    return f"{share['value']:.3f}  (95 %: {share['low']:.3f} to {share['high']:.3f})"


def bare_figures(arguments: argparse.Namespace) -> dict[str, Any]:
    """Print and return what was found in pictures without cards; those with a find are kept beside the charts."""
    materials = Materials.from_folder(arguments.art, held_out=True)
    keep = arguments.pictures / "false-cards" if arguments.pictures else None
    try:
        networks = Networks.load()
        photos = read_labels(arguments.photos) if arguments.photos else []
        made = made_pictures(arguments.seed, arguments.no_cards, materials)
        parts = bare_parts(photo for photo in photos if arguments.all or photo.part == "test")
        result = false_cards(itertools.chain(made, parts), lambda image: read_picture(image, networks), keep)
    except (ModelError, SourceError, ValueError) as error:
        raise UserError(error) from None
    except OSError as error:
        raise UserError(f"{keep}: {error.strerror or error}") from None
    sure = sum(confidence >= SURE for *_, confidence in result.found)
    total = sum(result.pictures.values())
    print(f"{total} pictures without cards: {len(result.found)} false cards, {sure} of them sure")
    for kind, count in result.pictures.items():
        print(f"  {kind:22} {sum(found[0] == kind for found in result.found)} in {count}")
    return {"pictures": result.pictures, "false_cards": [list(found) for found in result.found], "sure": sure}


def limit_figures(arguments: argparse.Namespace) -> dict[str, Any]:
    """Print, draw and return where reading stops: by size, tilt, light, language, and for jokers."""
    seed, cards = arguments.seed, arguments.limits
    materials = Materials.from_folder(arguments.art, held_out=True)
    figures: dict[str, Any] = {}
    try:
        networks = Networks.load()
        decks = limits.held_out_decks(arguments.art)

        def read(image: Image) -> list[ReadCard]:
            return read_picture(image, networks)

        for name in limits.CURVES:
            figures[name] = limits.curve(name, seed, decks, materials, cards, read)
            tell_curve(name, figures[name])
        figures["languages"] = limits.languages(seed, decks, materials, cards, read)
        figures["jokers"] = limits.jokers(seed, materials, cards, decks, read)
        tell_curve("deck", [{"deck": name} | row for name, row in figures["languages"].items()])
        tell_curve("deck", [{"deck": "jokers"} | figures["jokers"]])
        if arguments.photos:
            photos = [photo for photo in read_labels(arguments.photos) if photo.part == "test"]
            figures["photos_scaled_down"] = limits.scaled_down(photos, read)
            tell_curve("width", figures["photos_scaled_down"])
    except (DeckError, ModelError, SourceError, ValueError) as error:
        raise UserError(error) from None
    if arguments.pictures:
        try:
            limit_pictures(figures, arguments.pictures)
        except OSError as error:
            raise UserError(f"{arguments.pictures}: {error.strerror or error}") from None
    return figures


def tell_curve(name: str, rows: Sequence[dict[str, Any]]) -> None:
    """Print one line for each value of a condition."""
    for row in rows:
        found, rank, sure = (row[key]["value"] for key in ("found", "rank_right", "sure"))
        print(
            f"{name} {row[name]!s:15} {row['cards']} cards: found {found:.3f}, rank right {rank or 0:.3f}, sure "
            f"{sure or 0:.3f}, wrong though sure {row['wrong_rank_though_sure']}, false {row['false_finds']}",
            flush=True,
        )
