"""Decks cut from the sheets that card games ship them on."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import DECK_52, Card, Rank
from vision.tabletop.artdeck import ArtDeck
from vision.tabletop.drawn import DrawnDeck
from vision.training import sheet

WIDTH, HEIGHT = 80, 112


def sheet_of(deck: DrawnDeck) -> np.ndarray:
    """As GNOME's card games have it; without a second joker."""
    rows = [[deck.face(Card(rank, suit)) for rank in Rank] for suit in sheet.ROWS]
    rows.append([deck.joker(0), np.zeros((HEIGHT, WIDTH, 4), np.uint8), deck.back()])
    whole = np.zeros((5 * HEIGHT, 13 * WIDTH, 4), np.uint8)
    for i, row in enumerate(rows):
        for j, card in enumerate(row):
            cell = cv2.resize(card, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
            whole[i * HEIGHT : (i + 1) * HEIGHT, j * WIDTH : (j + 1) * WIDTH] = cell
    return whole


def test_a_sheet_becomes_a_deck(tmp_path: Path) -> None:
    drawn = DrawnDeck(size=(250, 350))
    assert cv2.imwrite(str(tmp_path / "sheet.png"), sheet_of(drawn))
    assert sheet.main([str(tmp_path / "sheet.png"), str(tmp_path / "deck")]) == 0
    names = {path.stem for path in (tmp_path / "deck").iterdir()}
    assert names == {*(str(card) for card in DECK_52), "joker0", "back"}
    deck = ArtDeck(tmp_path / "deck")
    others = {card: cv2.resize(drawn.face(card)[..., :3], (60, 84)).astype(int) for card in DECK_52}
    for card in DECK_52[::7]:
        seen = cv2.resize(deck.face(card)[..., :3], (60, 84)).astype(int)
        assert min(others, key=lambda other: np.abs(seen - others[other]).mean()) == card


@pytest.mark.parametrize("picture", [None, np.zeros((50, 130, 3), np.uint8)], ids=["absent", "no alpha"])
def test_what_is_no_sheet_is_named(
    picture: np.ndarray | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sheet.png"
    if picture is not None:
        cv2.imwrite(str(path), picture)
    with pytest.raises(SystemExit) as stop:
        sheet.main([str(path), str(tmp_path / "deck")])
    assert stop.value.code == 2 and not (tmp_path / "deck").exists()
    assert capsys.readouterr().err == f"{path}: not a picture with an alpha channel\n"
