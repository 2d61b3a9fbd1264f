"""How closely a picture is looked at follows from how large its cards are."""

from __future__ import annotations

import numpy as np
import pytest

from companion.cards import DECK_52
from vision.closeness import FEW, WANTED_WIDTH, Closeness
from vision.evaluation import limits
from vision.eyes import NetworkEyes
from vision.quads import iou
from vision.read import Networks
from vision.tabletop.drawn import DrawnDeck
from vision.tabletop.materials import Materials
from vision.tabletop.style import DeckStyle

TRAINED = 640


def cards(width: float, number: int = 8) -> list[np.ndarray]:
    """Outlines of upright cards so many pixels wide."""
    corners = np.array([[0, 0], [1, 0], [1, 88 / 63], [0, 88 / 63]]) * width
    return [(corners + 2 * i * width).astype(np.float32) for i in range(number)]


def after(width: float, longest: int, number: int = 8) -> int:
    closeness = Closeness(TRAINED)
    closeness.learn(cards(width, number))
    return closeness.size(longest)


def test_the_first_look_is_the_quick_one() -> None:
    assert Closeness(TRAINED).size(1920) == TRAINED


@pytest.mark.parametrize("longest", [960, 1280, 1920, 3000])
def test_cards_are_shown_as_large_as_wanted_where_the_picture_has_it(longest: int) -> None:
    for width in np.geomspace(12, 300, 40):
        size = after(width, longest)
        assert TRAINED <= size <= min(2 * TRAINED, longest)
        shown = width * size / longest
        assert shown >= WANTED_WIDTH - 0.1 or size == min(2 * TRAINED, longest)


def test_large_cards_are_looked_at_quickly() -> None:
    assert after(100, 1280) == TRAINED
    assert after(60, 1280) == 960
    assert after(40, 1280) == 1280


@pytest.mark.parametrize("longest", [320, 640])
def test_no_picture_is_blown_up(longest: int) -> None:
    assert after(10, longest) == TRAINED, "the detector's own size, as before"


def test_while_next_to_nothing_is_found_every_other_look_is_a_close_one() -> None:
    closeness = Closeness(TRAINED)
    sizes = []
    for _ in range(4):
        sizes.append(closeness.size(1920))
        closeness.learn(cards(90, FEW))
    assert sizes == [640, 1280, 640, 1280]
    closeness.learn(cards(150))
    assert closeness.size(1920) == TRAINED


@pytest.mark.slow
def test_small_backs_are_found_at_the_second_look() -> None:
    # 48 pixels wide in a picture of 1280: 24 where the detector sees them first.
    deck = DrawnDeck(DeckStyle.random(np.random.default_rng([8, 8])))
    condition = limits.Condition(width=48.0, light=0.7)
    found = laid = 0
    networks = Networks.load()
    for seed in range(4):
        rng = np.random.default_rng([3, seed])
        hand = [(card, False) for card in DECK_52[:16]]
        image, labels = limits.table(rng, deck, Materials(), condition, hand)
        eyes = NetworkEyes(networks)
        eyes.find(image)
        quads = [d.quad for d in eyes.find(image)]
        laid += len(labels.objects)
        for thing in labels.objects:
            found += any(iou(quad, np.asarray(thing["quad"], np.float32)) > 0.5 for quad in quads)
    assert laid > 40
    assert found >= 0.9 * laid
