"""The table of a new game: a plate for each player, to be dragged to another place."""

from __future__ import annotations

from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from ui.seating import Side, sides
from ui.theme import ON_PLAYER, PLAYER_STYLES
from ui.widgets import load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.felt import Felt

TAP = 12
"""Pixels of a 1280 × 800 screen that a finger may slip and still tap."""


class SeatPlate(BoxLayout):
    """A player's place."""

    said = StringProperty("")
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)
    ink = ColorProperty(ON_PLAYER)
    deals = BooleanProperty(False)


class SeatTable(Felt):
    """Players clockwise from the lower edge. Dragging one onto another changes their places (`on_order` with
    the names), a tap is `on_name` with the seat."""

    names = ListProperty([])
    dealer = NumericProperty(-1)

    __events__ = ("on_order", "on_name")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._plates: list[SeatPlate] = []
        changes = ("names", "dealer", "size", "pos", "unit")
        self.bind(**dict.fromkeys(changes, self._seat))
        self._seat()

    def on_order(self, names: list[str]) -> None:
        """The players sit like this now."""

    def on_name(self, seat: int) -> None:
        """A player was tapped."""

    def place(self, seat: int) -> tuple[float, float]:
        """The middle of a seat's plate."""
        seats = sides(len(self.names))
        side = seats[seat]
        same = [index for index, other in enumerate(seats) if other is side]
        # Clockwise from above: the lower edge from right to left, the upper one from left to right.
        at = (same.index(seat) + 0.5) / len(same)
        inset = self.rail + 66 * self.unit
        if side is Side.BOTTOM:
            return self.right - at * self.width, self.y + inset
        if side is Side.TOP:
            return self.x + at * self.width, self.top - inset
        half = 110 * self.unit + self.rail
        return (self.x + half if side is Side.LEFT else self.right - half), self.center_y

    def _seat(self, *_: object) -> None:
        if not 2 <= len(self.names) <= len(PLAYER_STYLES):
            return
        if len(self._plates) != len(self.names):
            for plate in self._plates:
                self.remove_widget(plate)
            self._plates = [SeatPlate() for _ in self.names]
            for plate in self._plates:
                self.add_widget(plate)
        most = max(sides(len(self.names)).count(side) for side in Side)
        width = min(210 * self.unit, (self.width - 2 * self.rail) / most - 8 * self.unit)
        for seat, (plate, name) in enumerate(zip(self._plates, self.names, strict=True)):
            plate.said, plate.style, plate.deals = name, PLAYER_STYLES[seat], seat == self.dealer
            plate.size_hint = (None, None)
            plate.size = (width, 88 * self.unit)
            plate.center = self.place(seat)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        for seat, plate in enumerate(self._plates):
            if plate.collide_point(*touch.pos):
                touch.grab(self)
                touch.ud["seat"] = seat
                self.remove_widget(plate)
                self.add_widget(plate)  # over the others
                return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._plates[touch.ud["seat"]].center = touch.pos
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        seat = touch.ud["seat"]
        moved = max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) > TAP * self.unit
        if not moved:
            self._seat()
            self.dispatch("on_name", seat)
            return True
        x, y = touch.pos
        places = [self.place(other) for other in range(len(self.names))]
        target = min(range(len(places)), key=lambda i: (places[i][0] - x) ** 2 + (places[i][1] - y) ** 2)
        names = list(self.names)
        names[seat], names[target] = names[target], names[seat]
        self._seat()
        if names != list(self.names):
            self.dispatch("on_order", names)
        return True


load_kv(__file__)
