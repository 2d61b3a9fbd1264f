"""Rendered pictures for training: traps that are no cards, bent cards, and what the labels say of them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.cards import Card
from vision.tabletop import traps
from vision.tabletop.arrangements import Lying
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import Canvas
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.materials import MOST_TRAPS, Materials, felt
from vision.tabletop.scene import lay_card, random_scene, trap_scene
from vision.training.crops import CLASS_OF, _one_crop
from vision.training.packs import PackShelf

KINDS = (
    traps.game_card, traps.picture_card, traps.pay_card, traps.banknote, traps.phone,
    traps.keyboard, traps.cover, traps.photograph, traps.note, traps.blank,
)  # fmt: skip


@pytest.mark.parametrize("draw", KINDS, ids=lambda draw: draw.__name__)
def test_every_trap_is_a_thing_of_some_size_with_something_on_it(draw: traps.Draw) -> None:
    widths = []
    for seed in range(6):
        picture, width = draw(np.random.default_rng(seed), felt)
        assert picture.dtype == np.uint8 and picture.shape[2] == 4
        assert max(picture.shape[:2]) == traps.LONG_SIDE
        assert picture[picture.shape[0] // 2, picture.shape[1] // 2, 3] == 255
        assert 30 < width < 300
        widths.append(width)
        again, same = draw(np.random.default_rng(seed), felt)
        assert same == width and (again == picture).all()
    assert len(set(widths)) > 1 or draw is traps.pay_card


def test_all_kinds_of_traps_come_and_a_shelf_of_them_is_not_endless() -> None:
    rng, materials = np.random.default_rng(2), Materials()
    seen = {id(materials.trap(rng)[0]) for _ in range(60)}
    assert 10 < len(seen) < 60
    assert len(materials._traps) <= MOST_TRAPS


def test_a_trap_scene_shows_the_trap_where_it_says() -> None:
    """Colours inside the outline are the trap's own: without it the table shows."""
    short_first = 0
    for seed in range(8):
        image, quad = trap_scene(np.random.default_rng(seed), Materials(), 160, 0.45)
        assert image.shape == (160, 160, 3)
        assert np.isfinite(quad).all()
        assert np.linalg.norm(quad.mean(axis=0) - 80) < 60
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        short_first += int(sides[0] + sides[2] <= sides[1] + sides[3])
    assert short_first >= 5  # seen at a slant a short side may look the longer


def test_traps_are_no_cards_to_detector_and_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.training.crops.SHARE_OF_TRAPS", 1.0)
    shelf, materials = PackShelf(None), Materials()
    found = [_one_crop(np.random.default_rng(seed), shelf, materials) for seed in range(4)]
    assert {label for crop in found if crop for label in [crop[1]]} == {CLASS_OF["none"]}
    monkeypatch.setattr("vision.tabletop.scene._arrangement", lambda rng: ([], 300.0))
    scenes = [random_scene(np.random.default_rng(seed), [], materials, (96, 96)) for seed in range(4)]
    assert all(scene.cards == [] for scene in scenes)


@pytest.mark.parametrize("bend", [-9.0, 9.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_bent_card_lies_within_its_outline_and_leaves_no_seams(bend: float, seed: int) -> None:
    camera = TabletopCamera(300, 300, 160.0, tilt=35.0)
    deck, rng = DrawnDeck(size=(180, 252)), np.random.default_rng(seed)
    canvas = Canvas(camera)
    card = Lying(Card.parse("2C"), True, 0.0, 0.0, 20.0)
    outline = lay_card(rng, canvas, card, deck, 1, 0.5, 0.0, bend)
    flat = lay_card(np.random.default_rng(seed), Canvas(camera), card, deck, 1, 0.5, 0.0)
    assert 0.8 < canvas.visible_share(1, outline) <= 1.0
    # Its corners rise with its ends; where the middle rises they stay where they are.
    assert (np.abs(outline - flat).max() > 1.0) == (bend < 0)
    # A line down the card's middle crosses every strip: paper and pips, but no gap.
    middle = np.linspace(outline[:2].mean(axis=0), outline[2:].mean(axis=0), 200)[30:-30].round().astype(int)
    assert (canvas.owner[middle[:, 1], middle[:, 0]] == 1).all()
