"""The small live picture with its state, and what to do about it."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from ui.textures import picture_texture
from ui.view import Camera, Picture
from ui.widgets import load_kv, text  # noqa: F401  (the kv file uses its widgets)
from ui.words import CAMERA


class CameraTile(FloatLayout):
    """Shows `view.picture`, the state chip and the advice."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    texture = ObjectProperty(None, allownone=True)
    aspect = NumericProperty(16 / 9)
    words = ObjectProperty(CAMERA[Camera.STARTING], rebind=True)
    picture_height = NumericProperty(0)
    troubled = BooleanProperty(False)
    """Something is wrong that takes many words: the picture makes room."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown: Picture | None = None
        self.bind(view=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        picture = self.view.picture if self.view is not None else None
        if picture is None or picture is self._shown:
            return
        self._shown = picture
        self.texture = picture_texture(picture, self.texture)
        self.aspect = picture.width / picture.height
        self.canvas.ask_update()


load_kv(__file__)
