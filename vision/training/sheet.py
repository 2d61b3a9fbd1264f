"""Cards cut from a picture of a whole deck: `python -m vision.training.sheet --help`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.cards import Card, Rank, Suit
from vision.images import Image

ROWS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""Ace to king in each, and a fifth row of two jokers and a back: as card games have drawn their decks since GNOME's."""
LAST_ROW = ("joker0", "joker1", "back")
LONG_SIDE = 700
"""Pixels of a card's long side at most: more than is ever seen of it."""
QUALITY = 95


def cards_of(sheet: Image) -> Iterator[tuple[str, Image]]:
    """The cards of a sheet with the names of their files; cells with nothing in them are left out."""
    height, width = sheet.shape[0] / (len(ROWS) + 1), sheet.shape[1] / len(Rank)
    for row in range(len(ROWS) + 1):
        names = [str(Card(rank, ROWS[row])) for rank in Rank] if row < len(ROWS) else list(LAST_ROW)
        for column, name in enumerate(names):
            top, left = round(row * height), round(column * width)
            cell = sheet[top : round((row + 1) * height), left : round((column + 1) * width)]
            if not cell[..., 3].any():
                continue
            scale = LONG_SIDE / max(cell.shape[:2])
            if scale < 1:
                cell = np.asarray(cv2.resize(cell, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            yield name, np.ascontiguousarray(cell)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.sheet", description=__doc__)
    parser.add_argument("sheet", type=Path, help="a picture with an alpha channel, 13 × 5 cards")
    parser.add_argument("folder", type=Path, help="where the cards go, one file each")
    options = parser.parse_args(arguments)
    sheet = cv2.imread(str(options.sheet), cv2.IMREAD_UNCHANGED)
    if sheet is None or sheet.ndim != 3 or sheet.shape[2] != 4:
        parser.exit(2, f"{options.sheet}: not a picture with an alpha channel\n")
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, card in cards_of(np.asarray(sheet, np.uint8)):
        data = cv2.imencode(".webp", card, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1]
        (options.folder / f"{name}.webp").write_bytes(data.tobytes())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
