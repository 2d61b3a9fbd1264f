"""A piece of card table: felt in a wooden rail."""

from __future__ import annotations

from typing import Any

from kivy.properties import AliasProperty, ListProperty, NumericProperty
from kivy.uix.floatlayout import FloatLayout

from ui.textures import texture
from ui.widgets import load_kv

RAIL = 15
"""Width of the rail around the felt, on a 1280 × 800 screen."""


class Felt(FloatLayout):
    """The ground of the table; `spot` (x, y, width, height) is lit warmly, nothing where it has no width."""

    unit = NumericProperty(1)
    spot = ListProperty([0, 0, 0, 0])

    rail = AliasProperty(lambda self: RAIL * self.unit, bind=["unit"])

    def material(self, name: str, theme: str = "dark") -> Any:
        """A texture for the kv file; felt's grain and light are the same in every theme."""
        return texture(name, theme)


load_kv(__file__)
