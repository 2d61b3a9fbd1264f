"""Playing by touch: what is asked for, and the cards to tap."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.cards import Card
from companion.table import Stage
from ui.i18n import tr
from ui.touch import left
from ui.view import PlayView
from ui.widgets import button, deckpad, load_kv, text  # noqa: F401  (the kv file uses their widgets)
from ui.words import card_words


class TouchBar(BoxLayout):
    """`on_card` is the card that came to hand, `on_dealt` that a round is dealt.

    `wild` is a wild that waits for its slot; `to_pile` that the next card is thrown away whatever it is.
    """

    view = ObjectProperty(None, allownone=True, rebind=True)
    language = StringProperty("en")
    unit = NumericProperty(1)
    wild = ObjectProperty(None, allownone=True)
    to_pile = BooleanProperty(False)
    dealing = BooleanProperty(False)
    asked = StringProperty("")
    halved = BooleanProperty(False)

    __events__ = ("on_card", "on_dealt")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._state: object = None
        self.bind(view=self._tell, language=self._tell, wild=self._tell)
        self._tell()

    def on_card(self, card: Card) -> None:
        """This card came to hand."""

    def on_dealt(self) -> None:
        """The round is dealt."""

    def _tell(self, *_: object) -> None:
        view: PlayView | None = self.view
        if view is None:
            return
        now = view.state.round
        self.dealing = now.stage in (Stage.DEAL, Stage.ROUND_OVER, Stage.GAME_OVER)
        self.asked = self._asked(view)
        if view.state is not self._state:
            self._state = view.state
            self.to_pile = False
            self.ids.deck.jokers = view.state.rules.jokers
            self.ids.deck.left = left(view.state)

    def _asked(self, view: PlayView) -> str:
        now = view.state.round
        player = view.state.players[now.turn]
        if now.stage is Stage.GAME_OVER:
            return ""
        if self.dealing:
            dealer = view.state.players[view.next_dealer]
            return tr("{player} deals. Tap when the cards lie.", self.language, player=dealer)
        if self.wild is not None:
            card = card_words(self.wild, self.language)
            return tr("Tap the slot for {card}.", self.language, card=card)
        if now.stage is Stage.TAKE:
            if not now.discard:
                return tr("{player} draws: tap which card it is.", self.language, player=player)
            return tr(
                "{player} draws: tap which card it is. Or tap the discard pile.", self.language, player=player
            )
        return tr("{player}: which card came to hand?", self.language, player=player)


load_kv(__file__)
