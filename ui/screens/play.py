"""The Play screen: whose turn it is, the table, the camera, and what can be tapped in a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.cards import Card
from companion.events import Irregular
from companion.moves import Move
from companion.table import Slot, Stage
from ui.i18n import tr
from ui.screens.places import MARGIN, ROW, Places, places
from ui.seating import Box
from ui.touch import candidates, laid_on, left, pile_candidates, taken_from_pile, tapped
from ui.view import NO_CAMERA, Camera, Choice, PlayView, Standing
from ui.widgets import (  # noqa: F401  (the kv file uses their widgets)
    banner,
    button,
    camera,
    choices,
    load_kv,
    notice,
    result,
    ruling,
    table,
    touchbar,
    warning,
)
from ui.widgets.player import PlayerSheet
from ui.widgets.ruling import RulingSheet
from ui.widgets.sheets import MenuSheet, PickSheet
from ui.widgets.text import UNLIMITED, level


class PlayScreen(Screen):
    """Draws `view`. What is tapped goes out as events; the app hands them to the worker.

    `wild` is a wild card that waits for the slot it goes on.
    """

    view = ObjectProperty(None, allownone=True, rebind=True)
    unit = NumericProperty(1)
    text = NumericProperty(1)
    """One pixel of the text of a 1280 × 800 screen."""
    paused = BooleanProperty(False)
    can_pause = BooleanProperty(True)
    """There is something to stop following."""
    asking = NumericProperty(0)
    noticed = BooleanProperty(False)
    over = BooleanProperty(False)
    playing = BooleanProperty(True)
    """Somebody is on turn."""
    by_touch = BooleanProperty(False)
    warned = StringProperty("")
    """What those who play by touch have to know of; the camera's panel tells it to the others."""
    camera = ObjectProperty(Camera.STARTING)
    wild = ObjectProperty(None, allownone=True)

    __events__ = (
        "on_undo",
        "on_next_player",
        "on_pause",
        "on_accept",
        "on_put_right",
        "on_choose",
        "on_play",
        "on_deal",
        "on_correct_slot",
        "on_correct_pile",
        "on_wish",
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sheet: RulingSheet | None = None
        self._rows: Iterator[None] = iter(())
        self._prepare = Clock.create_trigger(self._make_row, 0, interval=True)
        self.picker: PickSheet | None = None
        self.menu: MenuSheet | None = None
        self.player: PlayerSheet | None = None
        changes = ("size", "unit", "text", "noticed", "asking", "warned", "by_touch", "over", "playing", "camera")
        self.bind(view=self._follow, **dict.fromkeys(changes, self._place))
        self._follow(self, self.view)
        self._place()
        self._words = {name: self.ids[name].ids.word for name in ROW}
        for word in self._words.values():
            word.bind(fits=self._level)
        self.bind(by_touch=self._level)
        self._level()

    def on_undo(self) -> None:
        """Undo was tapped."""

    def on_next_player(self) -> None:
        """Next player was tapped."""

    def on_pause(self) -> None:
        """Pause, or Go on, was tapped."""

    def on_accept(self, irregular: Irregular) -> None:
        """The table lets an irregularity stand."""

    def on_put_right(self, irregular: Irregular) -> None:
        """The table puts an irregularity right."""

    def on_choose(self, choice: Choice) -> None:
        """What happened was chosen."""

    def on_play(self, moves: tuple[Move, ...]) -> None:
        """These moves were tapped in."""

    def on_deal(self) -> None:
        """The next round is dealt."""

    def on_correct_slot(self, seat: int, slot: int, content: Slot) -> None:
        """This lies on a slot."""

    def on_correct_pile(self, card: Card) -> None:
        """This card tops the discard pile."""

    def on_wish(self, wish: str) -> None:
        """Something of the menu or of the result was tapped."""

    def new_game(self) -> None:
        """Another game: nothing of the one before is waited for."""
        self.wild, self.by_touch, self.camera = None, False, Camera.STARTING
        self.ids.table.new_game()

    # What is tapped

    def ask(self) -> None:
        """Open the answer to "Who is right?"."""
        self._prepare.cancel()
        self.sheet = self.sheet or self._ruling_sheet()
        self.sheet.ask(self.view)

    def _ruling_sheet(self) -> RulingSheet:
        sheet = RulingSheet()
        sheet.bind(on_accept=lambda _, argued: self.dispatch("on_accept", argued))
        sheet.bind(on_put_right=lambda _, argued: self.dispatch("on_put_right", argued))
        return sheet

    def _make_row(self, _: float) -> bool:
        """Make the sheet a part a frame, before it is asked for; whether there is more to make."""
        if self.sheet is None:
            self.sheet = self._ruling_sheet()
            self._rows = self.sheet.made_ready(self.view)
        return next(self._rows, self) is not self

    def open_menu(self) -> None:
        """Open the menu."""
        self.menu = MenuSheet(watched=self.camera not in NO_CAMERA)
        self.menu.bind(on_wish=lambda _, wish: self.dispatch("on_wish", wish))
        self.menu.open(animation=False)

    def undo(self) -> None:
        """Take the last step back; a wild that was tapped and waits for its slot is the last of all."""
        now = self.view.state.round
        only_tapped = self.wild is not None and now.hand != self.wild
        self.wild = None
        if not only_tapped:
            self.dispatch("on_undo")

    def tap_card(self, card: Card) -> None:
        """This card came to hand."""
        moves = tapped(self.view.state, card, to_pile=self.ids.bar.to_pile)
        if moves is None:
            self.wild = card
        else:
            self._play(moves)

    def tap_slot(self, seat: int, slot: int) -> None:
        """A wild that waits goes there; otherwise what lies there can be put right."""
        state = self.view.state
        now = state.round
        if self.wild is not None:
            if seat == now.turn and slot in now.layout.face_down():
                self._play(laid_on(state, self.wild, slot))
            return
        if now.stage is Stage.DEAL or not now.layouts[seat].has(slot):
            return
        self._pick(
            tr("{player}, slot {slot}", self._language, player=state.players[seat], slot=slot),
            candidates(state, seat, slot, self.view.table),
            slot,
            lambda content: self.dispatch("on_correct_slot", seat, slot, content),
        )

    def tap_pile(self) -> None:
        """By touch the top of the pile is taken; with the camera it can be put right."""
        state = self.view.state
        if state.round.stage is Stage.DEAL or self.wild is not None:
            return
        if self.by_touch and state.round.stage is Stage.TAKE and state.round.discard:
            self._play(taken_from_pile(state))
            return
        self._pick(
            tr("The discard pile", self._language),
            pile_candidates(state, self.view.table),
            None,
            lambda content: self.dispatch("on_correct_pile", content.card),
        )

    def tap_player(self, seat: int) -> None:
        """What the figures of this player mean."""
        self.player = PlayerSheet(seat=self.view.seats[seat])
        self.player.open(animation=False)

    def result_wish(self, wish: str) -> None:
        """Something of the result was tapped."""
        if wish == "dealt":
            self.dispatch("on_deal")
        elif wish == "forgot":
            if (objection := self.ids.result.forgotten()) is not None:
                self._play((objection,))
        else:
            self.dispatch("on_wish", wish)

    @property
    def _language(self) -> str:
        return str(self.ids.bar.language)

    def _play(self, moves: tuple[Move, ...]) -> None:
        self.wild = None
        if moves:
            self.dispatch("on_play", moves)

    def _pick(self, title: str, likely: Any, number: int | None, then: Any) -> None:
        state = self.view.state
        self.picker = PickSheet(
            title=title, candidates=list(likely), left=left(state), jokers=state.rules.jokers, number=number
        )
        self.picker.bind(on_pick=lambda _, content: then(content))
        self.picker.open(animation=False)

    # What is shown

    def _follow(self, _: object, view: PlayView | None) -> None:
        self.paused = view is not None and view.camera is Camera.PAUSED
        self.can_pause = view is None or (view.is_followed and view.standing is not Standing.GAME_WON)
        self.asking = len(view.choices) if view is not None else 0
        self.noticed = view is not None and view.irregular is not None and not self.asking
        self.over = view is not None and view.round_is_over
        self.playing = view is None or view.standing is Standing.TURN
        if view is not None:
            self._wait_for_slot(view)
            if self.sheet is None:
                self._prepare()
            if view.camera is not self.camera:
                self.camera = view.camera
                self.by_touch = self.by_touch or view.camera in NO_CAMERA
        if self.sheet is not None and self.sheet.parent is not None:
            self.sheet.view = view

    def _wait_for_slot(self, view: PlayView) -> None:
        """A wild taken from the discard pile is known to be in hand: it waits for its slot."""
        now, rules = view.state.round, view.state.rules
        hand = now.hand if now.stage is Stage.PLAY else None
        if now.stage not in (Stage.TAKE, Stage.PLAY):
            self.wild = None
        elif self.by_touch and self.wild is None and hand is not None and rules.is_wild(hand):
            self.wild = hand

    def _level(self, *_: object) -> None:
        """The buttons in one size of words; the next player's is larger where it stands by itself."""
        next_player = self._words["next_player"]
        next_player.limit = UNLIMITED
        level(word for word in self._words.values() if self.by_touch or word is not next_player)

    def _place(self, *_: object) -> None:
        plan: Places = places(
            self.width,
            self.height,
            self.unit,
            by_touch=self.by_touch and not self.over,
            camera=self.camera is not Camera.TOUCH,
            playing=self.playing,
            finger=dp(48),
        )
        ids, gap, field = self.ids, MARGIN * self.unit, plan.table
        for name, box in plan.parts.items():
            _put(ids[name], box)
        ids.bar.halved = plan.halved
        # A notice hides no card: the table makes room, for the cards are what it is about.
        asking = ids.choices.height_for(self.asking, field.width, self.unit, self.text) if self.asking else 0
        noticed = ids.notice.height_for(field.width, self.unit, self.text) if self.noticed else 0
        # Out of the window while there is nothing to tell: it would take the touches meant for the other.
        _put(ids.choices, Box(field.x if asking else -self.width, field.y, field.width, asking))
        _put(ids.notice, Box(field.x if noticed else -self.width, field.y, field.width, noticed))
        room = asking + noticed
        room += gap if room else 0
        warned = ids.warning.height_for(field.width, self.unit, self.text) if self.warned else 0
        _put(ids.warning, Box(field.x if warned else -self.width, field.y + room, field.width, warned))
        room += warned + gap if warned else 0
        rest = Box(field.x, field.y + room, field.width, field.height - room)
        away = Box(-2 * self.width, rest.y, rest.width, rest.height)
        _put(ids.table, away if self.over else rest)
        _put(ids.result, rest if self.over else away)


def _put(widget: Widget, box: Box) -> None:
    widget.size, widget.pos = (box.width, box.height), (box.x, box.y)


load_kv(__file__)
