"""The rules that a sentence of a ruling follows from: their numbers beside it, and their words where it is tapped."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui.i18n import tr
from ui.rule_texts import RULES
from ui.widgets import load_kv, text  # noqa: F401  (the kv file uses its widgets)
from ui.widgets.sheets import Sheet


class SentenceRow(ButtonBehavior, BoxLayout):
    """A sentence of the answer, with the numbers of the rules it follows from."""

    rule = StringProperty("")
    said = StringProperty("")
    rules = NumericProperty(1)
    """The most rules that a sentence of the answer follows from: all begin at one edge."""


class RuleSheet(Sheet):
    """The words of some rules, named as `SentenceRow` names them."""

    rule = StringProperty("")
    language = StringProperty("en")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(rule=self._tell, language=self._tell)
        self._tell()

    def _tell(self, *_: object) -> None:
        box = self.ids.texts
        box.clear_widgets()
        for number in self.rule.split():
            box.add_widget(SentenceRow(rule=number, said=tr(RULES[number], self.language), disabled=True))


load_kv(__file__)
