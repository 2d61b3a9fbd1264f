"""A deck cut out of labelled photos: the right cards, the right way round, and plain words where it cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Card
from vision.tabletop.canvas import place_rectangle
from vision.tabletop.deck import DeckError
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.photodeck import PhotoDeck

SEVEN, KING, ACE, TWO = (Card.parse(name) for name in ("7H", "KC", "AS", "2D"))


def photo(cards: list[tuple[Card, np.ndarray]], path: Path) -> None:
    """Cards of a drawn deck lying at these outlines on a dark table."""
    deck = DrawnDeck(size=(252, 352))
    image = np.full((720, 960, 3), (40, 60, 50), np.uint8)
    for card, quad in cards:
        face = deck.face(card)[:, :, 2::-1]
        height, width = face.shape[:2]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        way = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
        cv2.warpPerspective(
            np.ascontiguousarray(face), way, (960, 720), image, borderMode=cv2.BORDER_TRANSPARENT
        )
    assert cv2.imwrite(str(path), image)


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """One photo: a card that lies free, one slanted, one begun at a long side, one half under another."""
    folder = tmp_path / "table"
    folder.mkdir()
    seven = place_rectangle(189, 264, (200, 200), 20)
    king = np.roll(place_rectangle(189, 264, (700, 200), -35), 1, axis=0)[::-1]
    ace = place_rectangle(126, 176, (300, 560), 0)
    two = place_rectangle(126, 176, (380, 560), 10)
    photo([(SEVEN, seven), (KING, place_rectangle(189, 264, (700, 200), -35)), (ACE, ace), (TWO, two)],
          folder / "1.png")  # fmt: skip
    things = [
        {"card": str(c), "quad": q.tolist()}
        for c, q in ((SEVEN, seven), (KING, king), (ACE, ace), (TWO, two))
    ]
    other = {"image": "elsewhere/1.png", "objects": [{"card": "QS", "quad": seven.tolist()}]}
    lines = [{"image": "table/1.png", "objects": [*things, {"rank": "9", "box": [1, 2, 3, 4]}]}, other]
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def test_cards_that_lie_free_are_cut_out_upright(collection: Path) -> None:
    deck = PhotoDeck(collection)
    assert deck.cards == {"7H", "KC"} and deck.name == "table"
    for card in (SEVEN, KING):
        face = deck.face(card)
        true = cv2.resize(
            DrawnDeck().face(card), (face.shape[1], face.shape[0]), interpolation=cv2.INTER_AREA
        )
        inside = (slice(30, -30), slice(30, -30), slice(0, 3))
        right, mirrored = (
            min(
                float(np.abs(face[inside].astype(int) - turn[inside]).mean())
                for turn in (one, one[::-1, ::-1])
            )
            for one in (true, true[:, ::-1])
        )
        assert right < 30 and right < 0.7 * mirrored, card
        assert face[0, 0, 3] == 0 and face[200, 150, 3] == 255
    assert deck.back().shape == deck.face(SEVEN).shape


def test_what_no_photo_shows_is_named(collection: Path) -> None:
    assert PhotoDeck.is_one(collection) and not PhotoDeck.is_one(collection / "deeper")
    deck = PhotoDeck(collection)
    with pytest.raises(DeckError, match="AS"):
        deck.face(ACE)
    with pytest.raises(DeckError, match="outlines no whole card"):
        PhotoDeck(collection.parent / "nothing")
    (collection / "1.png").write_bytes(b"no picture")
    with pytest.raises(DeckError, match=r"1\.png: cannot be read"):
        deck.face(SEVEN)


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"image": 3}', '{"image": "table/1.png", "objects": [{"quad": [1]}]}']
)
def test_labels_that_are_none_are_named_with_their_line(line: str, collection: Path) -> None:
    with (collection.parent / "labels.jsonl").open("a") as labels:
        labels.write(line + "\n")
    with pytest.raises(DeckError, match="line 3: not a label"):
        PhotoDeck(collection)
