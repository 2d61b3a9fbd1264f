"""A round is over: the next layouts, large. A game is over: the ranking and its figures."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.moves import ForgotCall
from companion.ranking import ranking
from ui.faults import cause_words
from ui.i18n import tr
from ui.theme import PLAYER_STYLES
from ui.view import PlayView, Standing
from ui.widgets import load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.button import TouchButton


class ResultRow(BoxLayout):
    """One player: before the name a place, after it a line and a large figure."""

    place = StringProperty("")
    said = StringProperty("")
    line = StringProperty("")
    figure = StringProperty("")
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)
    first = BooleanProperty(False)


class ResultPanel(BoxLayout):
    """Shown over the table from the win to the next deal. What is tapped is `on_wish`."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    language = StringProperty("en")
    game_over = BooleanProperty(False)
    may_object = BooleanProperty(False)
    headline = StringProperty("")
    line = StringProperty("")

    __events__ = ("on_wish",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._told: object = None
        self.actions: dict[str, TouchButton] = {}
        self.bind(view=self._tell, language=self._tell)
        self._tell()

    def on_wish(self, wish: str) -> None:
        """One of dealt, again, export, home, forgot, new."""

    def forgotten(self) -> ForgotCall | None:
        """The objection that can be made: the winner did not call (H3)."""
        view: PlayView = self.view
        now = view.state.round
        seat = next((seat for seat in now.completed if seat not in now.penalised), None)
        if seat is None or not view.state.rules.call_trash:
            return None
        return ForgotCall(seat, view.state.left_of(seat))

    def _tell(self, *_: object) -> None:
        view: PlayView | None = self.view
        if view is None or not view.round_is_over:
            self._told = None
            return
        told = (view.state, self.language, view.exported)
        if told == self._told:
            return
        self._told = told
        self.game_over = view.standing is Standing.GAME_WON
        self.may_object = self.forgotten() is not None
        rows = self.ids.rows
        rows.clear_widgets()
        for row in self._ranking(view) if self.game_over else self._next_layouts(view):
            rows.add_widget(row)
        rows.add_widget(Widget(size_hint_y=0.001))  # takes what the rows leave
        self._act()
        if self.game_over:
            self.headline = tr("The ranking", self.language)
            self.line = "\n".join(filter(None, (self._figures(view), self._exported(view))))
        else:
            self.headline = tr("The next layouts", self.language)
            names = view.state.players
            self.line = tr(
                "{dealer} deals, {starter} begins.",
                self.language,
                dealer=names[view.next_dealer],
                starter=names[view.next_starter],
            )

    def _act(self) -> None:
        """What can be done now."""
        if self.view.demo:
            # The film deals by itself.
            wishes = [("home", "⌂", tr("Home", self.language))]
            last = ("new", "♠", tr("New game", self.language))
        elif self.game_over:
            wishes = [("export", "⇩", tr("Export", self.language)), ("home", "⌂", tr("Home", self.language))]
            last = ("again", "↻", tr("Play again", self.language))
        else:
            objection = ("forgot", "", tr("“Trash!” was forgotten", self.language))
            wishes = [objection] if self.may_object else []
            last = ("dealt", "✔", tr("The cards are dealt", self.language))
        self.ids.actions.clear_widgets()
        self.actions = {}
        for wish, sign, said in (*wishes, last):
            action = TouchButton(said=said, sign=sign, primary=wish == last[0])
            action.size_hint_x = 1.4 if wish == last[0] else 1
            action.bind(on_release=lambda _, wish=wish: self.dispatch("on_wish", wish))
            self.actions[wish] = action
            self.ids.actions.add_widget(action)

    def _next_layouts(self, view: PlayView) -> list[ResultRow]:
        return [
            ResultRow(
                said=seat.name,
                style=PLAYER_STYLES[seat.index],
                first=seat.won,
                figure=str(seat.next_size),
                line=tr("one card fewer", self.language) if seat.next_size < seat.size else "",
            )
            for seat in view.seats
        ]

    def _ranking(self, view: PlayView) -> list[ResultRow]:
        rows = []
        for standing in ranking(view.state):
            line = ""
            if view.state.rules.last_round_bonus and standing.face_down:
                line = tr("{count} face down", self.language, count=standing.face_down)
            rows.append(
                ResultRow(
                    place=f"{standing.place}.",
                    said=view.seats[standing.seat].name,
                    style=PLAYER_STYLES[standing.seat],
                    first=standing.place == 1,
                    figure=str(standing.rounds_won),
                    line=line,
                )
            )
        return rows

    def _figures(self, view: PlayView) -> str:
        figures = view.figures
        if figures is None:
            return ""
        said = tr(
            "Rounds: {rounds} · turns: {turns} · minutes: {minutes}",
            self.language,
            rounds=view.round_number,
            turns=figures.turns,
            minutes=max(1, round(figures.seconds / 60)),
        )
        if figures.longest < 2:
            return said
        chain = tr(
            "Longest chain: {count} cards, {player}",
            self.language,
            count=figures.longest,
            player=figures.longest_by,
        )
        return f"{said}\n{chain}"

    def _exported(self, view: PlayView) -> str:
        done = view.exported
        if done is None:
            return ""
        if done.fault:
            cause = cause_words(done.fault, self.language)
            return tr("The game could not be written: {cause}", self.language, cause=cause)
        return tr("Written to {path}", self.language, path=done.path)


load_kv(__file__)
