"""The table from above: felt in a wooden rail, every layout in its place, the piles in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.events import Discarded, Drew, Event, Placed, TookWild
from ui.seating import Box, Side, TablePlan, card_boxes, plan_table
from ui.view import SlotLook, SlotPicture
from ui.widgets.card import FLIGHT, CardView
from ui.widgets.felt import Felt
from ui.widgets.plate import Plate

RECENT = 60
"""Happenings looked through for what was just laid: more than the longest chain has."""
TOWARD = {Side.BOTTOM: 0, Side.LEFT: 270, Side.TOP: 180, Side.RIGHT: 90}
"""Degrees against the clock by which text is turned to be read from a side of the table."""


class Table(Felt):
    """Draws the table of a `PlayView`. With `to_players` cards are turned to their players, and the far side's
    plates with them.

    A tap on a card is `on_slot` with seat and slot, or `on_discard_pile`; one on a plate `on_player` with the seat.
    """

    view = ObjectProperty(None, allownone=True, rebind=True)
    palette = ObjectProperty(None, rebind=True)
    to_players = BooleanProperty(False)
    plan = ObjectProperty(None, allownone=True)

    __events__ = ("on_slot", "on_discard_pile", "on_player")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._drawn: tuple[object, object] | None = None
        self._came: list[CardView] = []
        """What was laid since the table was drawn last."""
        self._cards: list[list[CardView]] = []
        self._plates: list[Plate] = []
        self._known = False
        """Whether a table was drawn before: what differs from it was just played."""
        self._stock = CardView()
        self._discard = CardView(numbered=False)
        self.bind(view=self._update, size=self._update, pos=self._update, unit=self._update)
        self.bind(palette=self._recolour, to_players=self._update)
        self._update()

    def on_slot(self, seat: int, slot: int) -> None:
        """A slot (1…N) was tapped."""

    def on_discard_pile(self) -> None:
        """The discard pile was tapped."""

    def on_player(self, seat: int) -> None:
        """A player's plate was tapped."""

    def new_game(self) -> None:
        """What is drawn next is another game's table: nothing of it was just laid."""
        self._known, self._drawn = False, None
        for card in self.children:
            if isinstance(card, CardView):
                card.go_out()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.opacity and self._at(touch) is not None:
            touch.grab(self)
            touch.ud["card"] = self._at(touch)
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        hit = self._at(touch)
        if hit is not None and hit == touch.ud.get("card"):
            if hit == (-1, 0):
                self.dispatch("on_discard_pile")
            elif not hit[1]:
                self.dispatch("on_player", hit[0])
            else:
                self.dispatch("on_slot", *hit)
        return True

    def _at(self, touch: MotionEvent) -> tuple[int, int] | None:
        """Seat and slot under a finger; slot 0 is the player's plate, (-1, 0) the discard pile."""
        if self._discard.collide_point(*touch.pos):
            return -1, 0
        for seat, cards in enumerate(self._cards):
            for card in cards:
                if card.collide_point(*touch.pos):
                    return seat, card.slot.number
        return next(((seat, 0) for seat, plate in enumerate(self._plates) if plate.collide_point(*touch.pos)), None)

    def _recolour(self, *_: object) -> None:
        for card in self.walk(restrict=True):
            if isinstance(card, CardView):
                card.palette = self.palette

    def _update(self, *_: object) -> None:
        view = self.view
        if view is None or min(self.size) < 100 * self.unit:
            return
        drawn = (
            (view.seats, view.discard, view.discard_covered, view.stock, view.round_is_over),
            (*self.pos, *self.size, self.unit, self.to_players),
        )
        if drawn == self._drawn:  # most views differ by the camera picture alone
            return
        moved = self._drawn is None or drawn[1] != self._drawn[1]
        self._drawn = drawn
        if len(self._cards) != len(view.seats):
            self._seat_players(len(view.seats))
        seats = tuple(seat.side for seat in view.seats)
        inner_width, inner_height = self.width - 2 * self.rail, self.height - 2 * self.rail
        self.plan = plan = plan_table(inner_width, inner_height, seats, view.largest, self.unit)
        for index, seat in enumerate(view.seats):
            self._lay(index, plan)
            plate = self._plates[index]
            plate.turned = self.to_players and seat.side is Side.TOP
            plate.seat = seat
            self._put(plate, plan.trays[index].plate)
        self._lay_piles(plan)
        self._bring()
        if moved:
            for card in (self._discard, *chain.from_iterable(self._cards)):
                card.settle()
        self._light(plan)

    def _seat_players(self, count: int) -> None:
        self._known = False
        self.clear_widgets()
        self._cards = [[] for _ in range(count)]
        self._plates = [Plate() for _ in range(count)]
        for widget in (self._stock, self._discard, *self._plates):
            self.add_widget(widget)

    def _lay(self, index: int, plan: TablePlan) -> None:
        seat, cards = self.view.seats[index], self._cards[index]
        while len(cards) < seat.size:
            cards.append(CardView())
            self.add_widget(cards[-1])
        while len(cards) > seat.size:
            self.remove_widget(cards.pop())
        boxes = card_boxes(plan.trays[index], seat.size, plan.card_width, plan.gap)
        for card, slot, box in zip(cards, seat.slots, boxes, strict=True):
            card.across = seat.side.lies_across
            card.angle = TOWARD[seat.side] if self.to_players else 0
            laid, card.slot = _is_laid(card.slot, slot), slot
            self._put(card, box)
            if laid:
                self._came.append(card)

    def _lay_piles(self, plan: TablePlan) -> None:
        view = self.view
        self._stock.slot = SlotPicture(view.stock, SlotLook.DOWN if view.stock else SlotLook.EMPTY)
        self._stock.numbered = bool(view.stock)
        top = view.discard
        look = SlotLook.EMPTY if top is None else SlotLook.UP if top.is_known else SlotLook.UNREAD
        fresh = top is not None and top != self._discard.slot.card
        self._discard.slot = SlotPicture(1, look, top, view.discard_covered)
        self._put(self._stock, plan.stock)
        self._put(self._discard, plan.discard)
        if fresh:
            self._came.append(self._discard)

    def _bring(self) -> None:
        """Let the cards that were just laid come from where they were: the first from its pile, each other from the
        slot of the one before. What was put right by hand only lights up.
        """
        came, self._came = self._came, []
        known, self._known = self._known, True
        if not known:
            return
        told = self.view.history[-RECENT:]
        places = [(at, card) for card in came if (at := self._told_at(card, told)) is not None]
        played = sorted(places, key=lambda place: place[0])
        for card in came:
            self.remove_widget(card)
            self.add_widget(card)  # over the others
            card.light_up()
        first = played[0][0] if played else 0
        drew = next((event for event in reversed(told[:first]) if isinstance(event, Drew)), None)
        before = self._discard if drew is not None and drew.source == "discard" else self._stock
        for number, (_, card) in enumerate(played):
            way = (before.center_x - card.center_x, before.center_y - card.center_y)
            card.light_up(way, number * FLIGHT / 2)
            before = card

    def _told_at(self, card: CardView, told: Sequence[Event]) -> int | None:
        """The place of the play that laid the card; None where none is told."""
        name = next(
            (s.name for s, cards in zip(self.view.seats, self._cards, strict=True) if card in cards), None
        )
        for at in range(len(told) - 1, -1, -1):
            event = told[at]
            if name is None and isinstance(event, Discarded):
                return at if event.card == card.slot.card else None
            if isinstance(event, (Placed, TookWild)) and (event.player, event.slot) == (
                name,
                card.slot.number,
            ):
                return at if event.card == card.slot.card else None
        return None

    def _light(self, plan: TablePlan) -> None:
        """A warm light behind the layout of the player on turn."""
        lit = [
            i
            for i, seat in enumerate(self.view.seats)
            if seat.on_turn or (seat.won and self.view.round_is_over)
        ]
        if not lit:
            self.spot = [0, 0, 0, 0]
            return
        box = plan.trays[lit[0]].cards.grown(9 * self.unit)
        self.spot = [self.x + self.rail + box.x, self.y + self.rail + box.y, box.width, box.height]

    def _put(self, widget: Widget, box: Box) -> None:
        widget.size_hint = (None, None)
        widget.size = (round(box.width), round(box.height))
        widget.pos = (round(self.x + self.rail + box.x), round(self.y + self.rail + box.y))


def _is_laid(before: SlotPicture, now: SlotPicture) -> bool:
    """Whether a card was just laid on the slot."""
    shows = (SlotLook.UP, SlotLook.WILD)
    return (
        before.number == now.number
        and now.look in shows
        and before.look in (SlotLook.DOWN, *shows)
        and (now.card != before.card)
    )
