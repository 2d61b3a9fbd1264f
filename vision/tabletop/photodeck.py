"""A deck cut out of labelled photos: real cards in their own light, for films composed of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Card
from companion.files import cause
from vision.tabletop.backs import draw_back
from vision.tabletop.deck import DeckError, Rgba
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.pen import corner_alpha

_SIZE = (315, 440)
_RADIUS = 3.2  # millimetres of a card's round corners
_INSIDE = 0.985  # of an outline: labels drawn by eye take in a rim of table
_COVERED = 0.01  # share of a card another label may overlap
_PLAIN = 1.2  # longer side over shorter, in the picture, from which it is sure which is which
_LABELS = "labels.jsonl"

Quad = NDArray[np.float32]


class PhotoDeck:
    """The cards that one collection of labelled photos shows whole, each from its largest picture.

    Args:
        folder: the collection; ``labels.jsonl`` lies beside it and gives outlines (``quad``) and names (``card``).
        back: seed of the back, which is drawn: the photos show none.

    Raises DeckError where there are no such labels or photos; and `face` for a card no photo shows whole.
    """

    def __init__(self, folder: str | Path, back: int = 0) -> None:
        self.folder = Path(folder)
        self._cut: dict[str, Rgba] = {}
        self._best: dict[str, tuple[float, Path, Quad]] = {}
        for name, photo, quad in self._labelled():
            area = float(cv2.contourArea(quad))
            if name not in self._best or area > self._best[name][0]:
                self._best[name] = area, photo, quad
        if not self._best:
            raise DeckError(f"{self.folder}: {_LABELS} beside it outlines no whole card")
        self._drawn = DrawnDeck()
        self._back = draw_back(np.random.default_rng(back), _SIZE, _RADIUS)

    @staticmethod
    def is_one(folder: Path) -> bool:
        """Whether a folder is a collection of labelled photos."""
        return (folder.parent / _LABELS).is_file()

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def cards(self) -> frozenset[str]:
        """Names of the cards it has."""
        return frozenset(self._best)

    def face(self, card: Card) -> Rgba:
        if card.is_joker:
            return self.joker()
        if not card.is_known:
            raise ValueError(f"{card} has no face")
        name = str(card)
        if name not in self._best:
            raise DeckError(
                f"{self.folder}: no photo shows {name} whole; a film with another seed may do without"
            )
        if name not in self._cut:
            self._cut[name] = self._cut_out(*self._best[name][1:])
        return self._cut[name]

    def joker(self, index: int = 0) -> Rgba:
        """A drawn one: photos of jokers are labelled as such by few collections."""
        return self._drawn.joker(index)

    def back(self) -> Rgba:
        return self._back

    def _labelled(self) -> Iterator[tuple[str, Path, Quad]]:
        """Names, photos and outlines, clockwise and a short side first, of cards that lie free."""
        file = self.folder.parent / _LABELS
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise DeckError(
                f"{file}: cannot be read ({cause(error) if isinstance(error, OSError) else 'not text'})"
            ) from None
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                if row["image"].split("/")[0] != self.folder.name:
                    continue
                things = [(thing, _clockwise(thing["quad"])) for thing in row["objects"] if "quad" in thing]
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise DeckError(f"{file}, line {number}: not a label ({error})") from None
            for thing, quad in things:
                if _is_whole(thing) and not any(
                    _overlap(quad, other) for t, other in things if t is not thing
                ):
                    turned = _short_first(quad)
                    if turned is not None:
                        yield str(thing["card"]), self.folder.parent / row["image"], turned

    def _cut_out(self, photo: Path, quad: Quad) -> Rgba:
        image = cv2.imread(str(photo))
        if image is None:
            raise DeckError(f"{photo}: cannot be read as a picture")
        middle = quad.mean(axis=0)
        inner = (middle + (quad - middle) * _INSIDE).astype(np.float32)
        width, height = _SIZE
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        flat = cv2.warpPerspective(image, cv2.getPerspectiveTransform(inner, corners), _SIZE)
        alpha = corner_alpha(_SIZE, _RADIUS)
        return np.ascontiguousarray(np.dstack([flat[:, :, ::-1], alpha]).astype(np.uint8))


def _is_whole(thing: dict[str, Any]) -> bool:
    return "card" in thing and not thing.get("ignore")


def _clockwise(points: Any) -> Quad:
    quad = np.asarray(points, np.float32).reshape(4, 2)
    # y points down: clockwise in the picture is a positive area here
    return quad if cv2.contourArea(quad, True) > 0 else np.ascontiguousarray(quad[::-1])


def _overlap(quad: Quad, other: Quad) -> bool:
    return cv2.intersectConvexConvex(quad, other)[0] > _COVERED * cv2.contourArea(quad)


def _short_first(quad: Quad) -> Quad | None:
    """The outline begun with a short side of the card; None where the slant of the view leaves doubt."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    first, second = sides[0] + sides[2], sides[1] + sides[3]
    if max(first, second) < _PLAIN * min(first, second):
        return None
    return quad if first < second else np.roll(quad, -1, axis=0)
