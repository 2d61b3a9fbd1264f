"""Small, fast films for tests: plain coloured cards, few pixels, few frames."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.cards import DECK_52, JOKER, Card
from companion.events import Event
from companion.simulate import Step
from vision.tabletop.film import Film, FilmSettings
from vision.tabletop.lens import Optics

STEADY = Optics(shake=0, blur=0, noise=0, breathing=0)
SMALL = FilmSettings(size=(320, 180), fps=5, pace=0.5, unevenness=0, optics=STEADY, tilt=15)


class PlainPack:
    """Cards in one colour each, which tells them apart."""

    def face(self, card: Card) -> NDArray[np.uint8]:
        return _plain(colour_of(card))

    def back(self) -> NDArray[np.uint8]:
        return _plain((20, 20, 20))


class WhitePack:
    """White cards with a coloured middle, as far from their backs as real ones."""

    def face(self, card: Card) -> NDArray[np.uint8]:
        return _framed(colour_of(card), 13)

    def back(self) -> NDArray[np.uint8]:
        return _framed((130, 30, 40), 4)


def colour_of(card: Card) -> tuple[int, int, int]:
    """Red, green, blue of a card."""
    number = 52 if card == JOKER else DECK_52.index(card)
    hue, bright = number % 13 / 13, 1 - 0.17 * (number // 13)
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.9, bright)
    return round(red * 255), round(green * 255), round(blue * 255)


def _framed(colour: tuple[int, int, int], margin: int) -> NDArray[np.uint8]:
    card = _plain((235, 235, 235))
    card[margin:-margin, margin:-margin, :3] = colour
    return card


def _plain(colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    card = np.empty((88, 63, 4), np.uint8)
    card[:] = (*colour, 255)
    return card


def small_film(steps: Iterator[Step] | None = None, **changes: Any) -> Film:
    return Film(replace(SMALL, **changes), [PlainPack(), PlainPack()], steps=steps)


def timeless(events: list[Event]) -> list[Event]:
    return [replace(event, t=0) for event in events]
