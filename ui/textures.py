"""The pictures of `ui.materials` on the graphics card, made once a theme."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from kivy.graphics.texture import Texture

from ui import materials
from ui.materials import Pixels
from ui.theme import THEMES
from ui.view import Picture

_CARDS = {
    "face": materials.card_face,
    "wild": materials.card_wild,
    "back": materials.card_back,
    "place": materials.card_place,
    "wood": materials.wood_grain,
}
_PLAIN: dict[str, Callable[[], Pixels]] = {
    "shadow": materials.card_shadow,
    "glow": materials.glow,
    "fade": materials.fade,
    "grain": materials.felt_grain,
}
_TILED = ("wood", "grain")


@cache
def texture(name: str, theme: str, across: bool = False) -> Texture:
    """A picture by name as a texture; `across` turns a card to lie with its long edge across."""
    pixels = _PLAIN[name]() if name in _PLAIN else _CARDS[name](THEMES[theme])
    return upload(materials.turned(pixels) if across else pixels, tiled=name in _TILED)


def upload(pixels: Pixels, *, tiled: bool = False) -> Texture:
    """RGBA bytes, top row first, as a texture that is smooth when drawn small."""
    height, width = pixels.shape[:2]
    made = Texture.create(size=(width, height), colorfmt="rgba", mipmap=True)
    made.blit_buffer(pixels.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    made.flip_vertical()
    if tiled:
        made.wrap = "repeat"
    return made


def picture_texture(picture: Picture, into: Texture | None = None) -> Texture:
    """A camera picture as a texture; `into` is used again where it has the size."""
    size = (picture.width, picture.height)
    if into is None or tuple(into.size) != size:
        into = Texture.create(size=size, colorfmt="rgb")
        into.flip_vertical()
    into.blit_buffer(picture.pixels, colorfmt="rgb", bufferfmt="ubyte")
    return into
