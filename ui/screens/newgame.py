"""A new game: who plays and where they sit, by which rules, who deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.rules import MAX_PLAYERS, MIN_PLAYERS, PRESETS, HouseRules, RulesError
from ui.i18n import tr
from ui.options import PlayOptions
from ui.rule_words import NEXT_DEALER, SWITCHES, WILD
from ui.rule_words import PRESETS as PRESET_WORDS
from ui.widgets import load_kv, seattable  # noqa: F401  (the kv file uses its widgets)
from ui.widgets.page import OptionRow, Page, Segments
from ui.widgets.sheets import NameSheet

FIRST_NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
STARTS = (10, 8, 7, 5, 3)
FINISHES = (None, 7, 5, 3)


class NewGameScreen(Page):
    """`on_begin` has the options of the game."""

    names = ListProperty(FIRST_NAMES[:2])
    dealer = NumericProperty(0)
    rules = ObjectProperty(HouseRules())
    language = StringProperty("en")
    trouble = StringProperty("")

    __events__ = ("on_begin",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._presets: dict[str, OptionRow] = {}
        self._switches: dict[str, OptionRow] = {}
        self._segments: dict[str, Segments] = {}
        self.language = App.get_running_app().language
        self._lay_out()
        self.bind(rules=self._tell, names=self._tell, language=self._tell)
        self._tell()

    def on_begin(self, options: PlayOptions) -> None:
        """The game begins."""

    def begin(self, *, touch: bool) -> None:
        """Begin, by touch or with the camera."""
        if self.trouble:
            return
        names = tuple(self.names)
        self.dispatch("on_begin", PlayOptions(names, self.rules, dealer=names[self.dealer], touch=touch))

    def add_player(self) -> None:
        """One more player, at the end of the row."""
        if len(self.names) < MAX_PLAYERS:
            self.names = [*self.names, next(name for name in FIRST_NAMES if name not in self.names)]

    def take_away(self, seat: int) -> None:
        """A player leaves."""
        if len(self.names) > MIN_PLAYERS:
            names = list(self.names)
            del names[seat]
            self.dealer = min(self.dealer, len(names) - 1)
            self.names = names

    def order(self, names: list[str]) -> None:
        """The players changed places; the dealer stays the same person."""
        dealer = self.names[self.dealer]
        self.names, self.dealer = names, names.index(dealer)

    def write_name(self, seat: int) -> NameSheet:
        """Open the sheet that changes a name."""
        others = [name for name in self.names if name != self.names[seat]]
        sheet = NameSheet(name=self.names[seat], others=others, may_go=len(self.names) > MIN_PLAYERS)
        sheet.bind(on_done=lambda _, name: self.rename(seat, name), on_gone=lambda _: self.take_away(seat))
        sheet.open(animation=False)
        return sheet

    def rename(self, seat: int, name: str) -> None:
        """Another name; one that is empty or taken changes nothing."""
        if name and name not in self.names:
            names = list(self.names)
            names[seat] = name
            self.names = names

    def _lay_out(self) -> None:
        ids = self.ids
        for name, rules in PRESETS.items():
            row = OptionRow()
            row.bind(on_release=lambda _, rules=rules: setattr(self, "rules", rules))
            self._presets[name] = row
        for name in PRESET_WORDS:
            ids.presets.add_widget(self._presets[name])
        for name in SWITCHES:
            row = OptionRow(many=True)
            row.bind(on_release=lambda _, name=name: self._switch(name))
            self._switches[name] = row
            ids.switches.add_widget(row)
        for name, holder in (
            ("wild", ids.wild),
            ("start_size", ids.start_size),
            ("finish_size", ids.finish_size),
            ("next_dealer", ids.next_dealer),
            ("decks", ids.decks),
        ):
            holder.bind(on_pick=lambda _, value, name=name: self._choose(name, value))
            self._segments[name] = holder

    def _switch(self, name: str) -> None:
        self._choose(name, not getattr(self.rules, name))

    def _choose(self, name: str, value: object) -> None:
        self.rules = replace(self.rules, **{name: value})

    def _tell(self, *_: object) -> None:
        language, rules = self.language, self.rules
        for name, row in self._presets.items():
            words = PRESET_WORDS[name]
            row.said, row.line = tr(words.name, language), tr(words.line, language)
            row.chosen = rules == PRESETS[name]
        for name, row in self._switches.items():
            words = SWITCHES[name]
            row.said, row.line = tr(words.name, language), tr(words.line, language)
            row.chosen = getattr(rules, name)
        labels: dict[str, list[tuple[str, object]]] = {
            "wild": [(tr(label, language), value) for value, label in WILD.items()],
            "start_size": [(str(size), size) for size in STARTS],
            "finish_size": [(tr("The last card", language), None), *((str(n), n) for n in FINISHES[1:])],
            "next_dealer": [(tr(label, language), value) for value, label in NEXT_DEALER.items()],
            "decks": [(tr("As usual", language), None), ("1", 1), ("2", 2), ("3", 3)],
        }
        for name, choices in labels.items():
            holder = self._segments[name]
            holder.labels = [label for label, _ in choices]
            holder.values = [value for _, value in choices]
            holder.value = getattr(rules, name)
        try:
            rules.deck_count(len(self.names))
        except RulesError:
            self.trouble = tr("One deck is not enough for so many players (R1).", language)
        else:
            self.trouble = ""
        two_tables = rules.advises_two_tables(len(self.names))
        self.ids.advice.said = self.trouble or (
            tr("From five players on, two tables are more fun (R1).", language) if two_tables else ""
        )


load_kv(__file__)
