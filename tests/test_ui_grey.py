"""What the screens show can be told apart without colours, and read on its ground: measured on pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cards import Card
from tests.ui_samples import FixedGame, sample_view
from tests.uidriver import Driver, Widget, running, scroll_of
from ui.fonts import BODY, BOLD, DISPLAY, OWN_SIGNS, SIGNS
from ui.ink import ink
from ui.theme import MIN_CONTRAST, RGBA, THEMES, contrast
from ui.view import Camera, SlotLook, SlotPicture
from ui.widgets.card import CardView
from ui.widgets.deckpad import DeckPad
from ui.widgets.mark import Mark
from ui.widgets.page import OnOff, OptionRow
from ui.widgets.plate import Plate
from ui.widgets.text import FitLabel, Words

SHAPES_APART = 0.04
"""Share of a drawing that has to differ for its shape to be plainly another one."""
LEVELS_APART = 12.0
"""Grey levels between two grounds that are plainly not the same."""
LARGE, MIN_LARGE_CONTRAST = 24, 3.0
"""Letters of so many pixels are large (WCAG 2.2, 1.4.3)."""

ONE_OF_THEM = [pytest.param(name, marks=() if name == "dark" else pytest.mark.slow) for name in THEMES]
"""The other is drawn with the slow tests."""


@pytest.fixture(scope="module")
def app() -> Iterator[Driver]:
    with running(FixedGame(sample_view(6))) as driver:
        yield driver


def show(app: Driver, theme: str, players: int = 6, **changes: object) -> None:
    app.app.theme = theme
    app.app.game.view = sample_view(players, **changes)
    app.app.screen.new_game()
    app.app._refresh(0.0)
    app.step(3)


def cut(screen: NDArray[np.uint8], widget: Widget) -> NDArray[np.uint8]:
    """The part of a picture of the window that a widget takes."""
    x, y = widget.to_window(widget.x, widget.y)
    top = screen.shape[0] - round(y + widget.height)
    return screen[max(0, top) : round(screen.shape[0] - y), max(0, round(x)) : round(x + widget.width)]


def apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """How much of two drawings of a size is not the same where only dark and light are seen, 0…1."""
    a, b = (cv2.resize(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), (64, 64)) for image in (one, other))
    return float((_inked(a) != _inked(b)).mean())


def _inked(grey: NDArray[np.uint8]) -> NDArray[np.bool_]:
    middle = (int(grey.min()) + int(grey.max())) / 2
    return np.asarray(grey > middle)


@pytest.mark.parametrize("theme", ONE_OF_THEM)
def test_players_are_told_apart_by_their_marks(app: Driver, theme: str, tmp_path: Path) -> None:
    show(app, theme)
    screen = app.picture(tmp_path)
    plates = [w for w in app.app.screen.ids.table.children if isinstance(w, Plate)]
    marks = {w.seat.name: next(m for m in w.walk() if isinstance(m, Mark)) for w in plates}
    drawn = {name: cut(screen, mark) for name, mark in marks.items()}
    for (one, a), (other, b) in combinations(drawn.items(), 2):
        assert apart(a, b) > SHAPES_APART, f"{one} and {other} look alike in grey"


@pytest.mark.parametrize("theme", ONE_OF_THEM)
def test_cards_are_told_apart_by_their_signs(app: Driver, theme: str, tmp_path: Path) -> None:
    show(app, theme)
    table = app.app.screen.ids.table
    cards = [w for w in table.children if isinstance(w, CardView)][:7]
    looks = [SlotPicture(5, SlotLook.UP, Card.parse(name)) for name in ("5S", "5H", "5D", "5C")]
    looks += [SlotPicture(5, SlotLook.WILD, Card.parse("JS")), SlotPicture(5, SlotLook.DOWN)]
    looks += [SlotPicture(5, SlotLook.EMPTY)]
    for card, look in zip(cards, looks, strict=True):
        card.slot = look
        card.size = (120, 168)
        card.settle()
    # Only the suit differs: compare where it stands.
    screen = app.picture(tmp_path)
    for index, card in enumerate(cards):
        card.pos = (20 + 140 * index, 20)
        table.remove_widget(card)
        table.add_widget(card)
    screen = app.picture(tmp_path)
    drawn = [cut(screen, card) for card in cards]
    suits = [image[round(image.shape[0] * 0.6) : round(image.shape[0] * 0.92)] for image in drawn[:4]]
    for a, b in combinations(suits, 2):
        assert apart(a, b) > SHAPES_APART
    for a, b in combinations([drawn[0], *drawn[4:]], 2):
        assert apart(a, b) > SHAPES_APART
    table._drawn = None  # what was moved goes back with the next view


@pytest.mark.parametrize("theme", ONE_OF_THEM)
def test_what_is_chosen_and_who_is_on_turn_is_told_apart(app: Driver, theme: str, tmp_path: Path) -> None:
    show(app, theme)
    screen = app.picture(tmp_path)
    plates = [w for w in app.app.screen.ids.table.children if isinstance(w, Plate)]
    grounds = {w.seat.name: cut(screen, w)[8:14, 40:-40].mean() for w in plates}
    lit = next(w.seat.name for w in plates if w.active)
    assert all(abs(grounds[lit] - grounds[name]) > LEVELS_APART for name in grounds if name != lit)
    app.app.manager.current = "settings"
    settings = app.app.settings_screen
    row = settings.ids.four_colours
    assert not row.chosen
    before = cut(app.picture(tmp_path), sign(row))
    app.app.change("four_colours", True)
    after = cut(app.picture(tmp_path), sign(row))
    assert apart(before, after) > SHAPES_APART / 2, "a switch that is on looks like one that is off"
    app.app.change("four_colours", False)
    app.app.manager.current = "play"


def sign(row: OptionRow) -> OnOff:
    return next(w for w in row.walk() if isinstance(w, OnOff))


def test_the_apps_own_signs_are_drawn_and_told_apart(app: Driver) -> None:
    drawn = {}
    for sign in OWN_SIGNS:
        drawn[sign] = cv2.resize(letters(sign, SIGNS), (64, 64))
    for (one, a), (other, b) in combinations(drawn.items(), 2):
        assert ((a > 127) != (b > 127)).mean() > SHAPES_APART, f"{one} and {other} look alike"


@pytest.mark.parametrize("font", [DISPLAY, BODY, BOLD])
def test_a_zero_has_no_stroke_that_makes_it_an_eight(app: Driver, font: str) -> None:
    assert [holes(letters(digit, font)) for digit in "180"] == [0, 2, 1]


def letters(text: str, font: str) -> NDArray[np.uint8]:
    """The text in white on black."""
    drawn = ink(text, font, 64)
    return np.frombuffer(drawn.texture.pixels, np.uint8).reshape(drawn.height, drawn.width, 4)[:, :, 3]


def holes(drawn: NDArray[np.uint8]) -> int:
    """Pieces of the ground that the letters shut in."""
    ground = np.pad(drawn < 128, 1, constant_values=True).astype(np.uint8)
    return cv2.connectedComponents(ground)[0] - 2  # what is inked, and what lies around it


def test_cards_that_are_gone_are_told_apart_to_tap(app: Driver, tmp_path: Path) -> None:
    show(app, "dark", 2, camera=Camera.TOUCH, picture=None)
    deck = next(w for w in app.app.screen.walk() if isinstance(w, DeckPad))
    screen = app.picture(tmp_path)
    ground: dict[bool, list[float]] = {True: [], False: []}
    for card, box in deck.cells():
        x, y = deck.to_window(box.x, box.y)
        corner = screen[round(screen.shape[0] - y - box.height * 0.12), round(x + box.width * 0.5)]
        ground[deck.left[card] > 0].append(float(corner.mean()))
    assert ground[True] and ground[False]
    assert min(ground[True]) - max(ground[False]) > LEVELS_APART


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_text_stands_out_as_it_is_drawn(app: Driver, theme: str, tmp_path: Path) -> None:
    show(app, theme)
    for screen in ("play", "home", "new", "setup", "settings", "licences"):
        app.app.manager.current = screen
        picture = app.picture(tmp_path)
        poor = {}
        for label in (*app.shown(FitLabel), *app.shown(Words)):
            if not label.said or dimmed(label) or hidden(label):
                continue
            needed = MIN_LARGE_CONTRAST if label.font_size >= LARGE else MIN_CONTRAST
            ratio = drawn_contrast(cut(picture, label))
            if ratio < needed - 0.3:  # thin strokes are smoothed into their ground
                poor[label.said] = round(ratio, 2)
        assert not poor, screen
    app.app.manager.current = "play"


def hidden(widget: Widget) -> bool:
    """Whether a part of it is scrolled out of sight."""
    scroll = scroll_of(widget)
    if scroll is None:
        return False
    low, high = (widget.to_window(0, y)[1] for y in (widget.y, widget.top))
    bottom, top = (scroll.to_window(0, y)[1] for y in (scroll.y, scroll.top))
    return low < bottom or high > top


def dimmed(widget: Widget) -> bool:
    """Whether it cannot be tapped now, and looks like it."""
    return any(w.opacity < 1 or w.disabled for w in widget.walk_reverse() if w.collide_widget(widget))


def drawn_contrast(image: NDArray[np.uint8]) -> float:
    """Between the ground, the commonest colour, and what stands out most from it."""
    if image.size == 0:
        return 21.0
    pixels = image.reshape(-1, 3)
    colours, counts = np.unique(pixels // 8, axis=0, return_counts=True)
    ground = colours[counts.argmax()] * 8.0 + 4
    return max(contrast(_rgba(ground), _rgba(colour * 8.0 + 4)) for colour in colours[counts >= 3])


def _rgba(colour: NDArray[np.float64]) -> RGBA:
    red, green, blue = (float(value) / 255 for value in colour)
    return red, green, blue, 1.0
