"""Camera set-up: the live picture with what is found in it, and what to do."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.graphics import Color, InstructionGroup, Line
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from ui.byhand import Corners, corners_around, first_corners
from ui.setup_words import hint_words, setup_words, stand_words
from ui.textures import picture_texture
from ui.theme import PLAYER_STYLES
from ui.view import Camera, Picture, PlayView, Standing
from ui.widgets import camera, handles, load_kv  # noqa: F401  (the kv file uses them)
from ui.widgets.page import Page
from ui.words import CAMERA, camera_advice, fault_words, trouble_words


class SetupScreen(Page):
    """Shows `view` until the deal is found: then `on_ready`. `on_by_touch` goes on without the camera."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    language = StringProperty("en")
    texture = ObjectProperty(None, allownone=True)
    aspect = NumericProperty(16 / 9)
    seen = StringProperty("")
    hints = ListProperty([])
    advice = StringProperty("")
    stand = StringProperty("")
    """How to stand the tablet, while that matters."""
    blind = BooleanProperty(False)
    """No picture comes: there is only touch to go on with."""

    corners = ObjectProperty(())
    """Of the layouts, while they are pointed out by hand; empty: they are found by themselves."""

    waits = BooleanProperty(True)
    """Whether it goes on to the table by itself when the deal is found; else it was opened in mid-game."""

    __events__ = ("on_ready", "on_by_touch", "on_point_out")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown: Picture | None = None
        self._lines = InstructionGroup()
        self.ids.picture.canvas.after.add(self._lines)
        self.language = App.get_running_app().language
        self.bind(view=self._tell, language=self._say, corners=self._outline)
        self.ids.picture.bind(size=self._outline, pos=self._outline)
        self._tell()

    def on_ready(self) -> None:
        """The deal is found: the game begins."""

    def on_by_touch(self) -> None:
        """The players go on by touch."""

    def on_point_out(self, corners: Corners) -> None:
        """The layouts lie at these corners."""

    def point_out(self) -> None:
        """Show corners to be dragged, or put them away again."""
        view: PlayView | None = self.view
        if self.corners or view is None:
            self.corners = ()
        else:
            found = view.setup.outlines if view.setup is not None else ()
            self.corners = corners_around(found, len(view.seats)) or first_corners(len(view.seats))

    def go_on(self) -> None:
        """To the table; with the corners that were pointed out as soon as the cards are read there."""
        if not self.corners:
            self.dispatch("on_ready")
            return
        self.dispatch("on_point_out", self.corners)
        self.corners = ()

    def _tell(self, *_: object) -> None:
        view: PlayView | None = self.view
        if view is None:
            return
        if view.picture is not None and view.picture is not self._shown:
            self._shown = view.picture
            self.texture = picture_texture(view.picture, self.texture)
            self.aspect = view.picture.width / view.picture.height
        self._say()
        self._outline()
        if self.waits and view.standing is Standing.TURN:
            self.dispatch("on_ready")

    def _say(self, *_: object) -> None:
        view: PlayView | None = self.view
        if view is None:
            return
        players = view.state.players
        hints = view.setup.hints if view.setup is not None else ()
        self.seen = setup_words(view, self.language)
        self.hints = list(dict.fromkeys(hint_words(hint, players, self.language) for hint in hints))[:3]
        self.blind = view.camera is Camera.FAILED
        self.advice = camera_advice(view, self.language)
        if self.blind:
            # The large words say what to do.
            why = trouble_words(view, self.language), fault_words(view.camera_fault, self.language)
            self.advice = "\n".join(filter(None, why))
        self.stand = stand_words(view, self.language)

    def _outline(self, *_: object) -> None:
        view: PlayView | None = self.view
        self._lines.clear()
        if view is None or view.setup is None or self.corners:
            return
        box = self.ids.picture
        for outline in view.setup.outlines:
            points = [
                value
                for x, y in outline.corners
                for value in (box.x + x * box.width, box.top - y * box.height)
            ]
            # A light line around a player's colour: it stands out on wood and on cloth.
            self._lines.add(Color(1, 1, 1, 0.95))
            self._lines.add(Line(points=points, close=True, width=3.4))
            self._lines.add(Color(*PLAYER_STYLES[outline.seat].colour))
            self._lines.add(Line(points=points, close=True, width=2))

    def tone(self, view: PlayView | None) -> str:
        """The look of the state chip."""
        return CAMERA[view.camera if view else Camera.STARTING].tone.value


load_kv(__file__)
