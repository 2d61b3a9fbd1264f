"""`read`: the cards in pictures."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.files import cause
from ui.commands import USER_ERROR, UserError, complain, printable, writable
from ui.commands.options import file_path

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.judging import ReadCard

HELP = "name the cards in pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a picture file")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each picture")
    parser.add_argument(
        "--draw",
        type=file_path,
        metavar="DIR",
        help="draw what was read of each picture to DIR/<stem>.cards.jpg",
    )


def run(arguments: argparse.Namespace) -> int:
    from ui.outlines import drawing_paths
    from vision.frames import SourceError, load_image
    from vision.modelcard import ModelError
    from vision.read import Networks, read_picture

    if arguments.draw:
        make_folder(arguments.draw)
    try:
        networks = Networks.load()
    except ModelError as error:
        raise UserError(error) from None
    status = 0
    paths = [Path(image) for image in arguments.images]
    drawings = drawing_paths(paths, arguments.draw) if arguments.draw else [None] * len(paths)
    for name, path, drawing in zip(arguments.images, paths, drawings, strict=True):
        try:
            if not name:
                raise UserError("a picture was expected, not an empty name")
            image = load_image(path)
            start = time.perf_counter()
            cards = read_picture(image, networks)
            milliseconds = (time.perf_counter() - start) * 1000
            if drawing:
                write_drawing(drawing, image, cards)
        except (SourceError, UserError) as error:
            # The other pictures are still read.
            complain(error)
            status = USER_ERROR
            continue
        line = reading_to_json(name, image, milliseconds, cards)
        print(json.dumps(line) if arguments.json else in_words(line, drawing), flush=True)
    return status


def make_folder(folder: Path) -> None:
    """Make a folder for output; raises UserError where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot be made a folder ({cause(error)})") from None


def write_drawing(path: Path, image: Image, cards: list[ReadCard]) -> None:
    """Write a JPEG of the picture with the cards outlined; raises UserError where that cannot be."""
    import cv2

    from ui.outlines import draw_cards

    _, data = cv2.imencode(".jpg", draw_cards(image, cards))
    try:
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({cause(error)})") from None


def reading_to_json(name: str, image: Image, milliseconds: float, cards: list[ReadCard]) -> dict[str, Any]:
    """The line of one picture: quads in its upright pixels, clockwise."""
    height, width = image.shape[:2]
    return {
        "image": writable(name),
        "width": width,
        "height": height,
        "ms": round(milliseconds, 1),
        "cards": [
            {
                "card": card.card,
                "rank": card.rank,
                "suit": card.suit,
                "confidence": round(card.confidence, 4),
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad],
            }
            for card in cards
        ],
    }


def in_words(line: dict[str, Any], drawing: Path | None) -> str:
    """The same for people: a line for the picture, one for each card, and where they are drawn."""
    found = len(line["cards"])
    head = f"{printable(line['image'])}: {found} {'card' if found == 1 else 'cards'}, {line['ms']:.0f} ms"
    cards = [f"  {card['card']:6}{card['confidence']:.2f}" for card in line["cards"]]
    return "\n".join([head, *cards, *([f"  drawn: {printable(str(drawing))}"] if drawing else [])])
