"""Text as a texture cut to its ink, so that a rank or a name can be placed and measured exactly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from kivy.core.text import DEFAULT_FONT, Label, LabelBase
from kivy.core.text.markup import MarkupLabel
from kivy.graphics.texture import Texture
from kivy.resources import resource_find

from ui.fonts import BODY, BOLD, FONT_FILES, SYMBOLS


@dataclass(frozen=True, slots=True)
class Ink:
    """White letters on nothing; tint them with a Color. Width and height are in pixels."""

    texture: Texture
    width: int
    height: int


def register_fonts() -> None:
    """Make the typefaces known to Kivy under their names, the body face also as its default."""
    for name, path in FONT_FILES.items():
        LabelBase.register(name, str(path))
    LabelBase.register(SYMBOLS, resource_find("data/fonts/DejaVuSans.ttf"))
    LabelBase.register(DEFAULT_FONT, str(FONT_FILES[BODY]), fn_bold=str(FONT_FILES[BOLD]))


@lru_cache(maxsize=512)
def extent(markup: str, font: str, size: int) -> tuple[int, int]:
    """Width and height in pixels of a line of Kivy markup."""
    label = MarkupLabel(text=markup, font_name=font, font_size=size)
    label.refresh()
    return (int(label.texture.width), int(label.texture.height))


@lru_cache(maxsize=512)
def ink(text: str, font: str, size: int) -> Ink:
    """The text in one line at a font size in pixels, cut to what is inked.

    Raises:
        ValueError: the text has no ink, as the empty text or a space.
    """
    label = Label(text=text, font_name=font, font_size=size, color=(1, 1, 1, 1))
    label.refresh()
    whole: Texture = label.texture
    alpha = np.frombuffer(whole.pixels, np.uint8).reshape(whole.height, whole.width, 4)[:, :, 3]
    rows, columns = np.flatnonzero(alpha.max(axis=1)), np.flatnonzero(alpha.max(axis=0))
    if not rows.size:
        raise ValueError(f"nothing to draw in {text!r}")
    left, right = int(columns[0]), int(columns[-1]) + 1
    first, last = int(rows[0]), int(rows[-1]) + 1
    # Pixels come top row first, a region counts rows from the bottom.
    region = whole.get_region(left, whole.height - last, right - left, last - first)
    return Ink(region, right - left, last - first)


def ink_in(text: str, font: str, width: float, height: float) -> Ink:
    """The text as large as fits into a box, in pixels."""
    probe = ink(text, font, 64)
    scale = min(width / probe.width, height / probe.height)
    return ink(text, font, max(6, round(64 * scale)))


def size_of(texture: Texture | None) -> tuple[float, float]:
    """Width and height of a texture; nothing has none, so that a drawing of it disappears."""
    return (0.0, 0.0) if texture is None else (float(texture.width), float(texture.height))
