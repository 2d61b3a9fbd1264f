"""A calm word about something that goes against a rule; the table decides."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.events import Irregular
from ui.widgets import button, load_kv  # noqa: F401  (the kv file uses its widgets)

NARROW = 800
"""Width on a 1280 × 800 screen under which the buttons stand under the words."""
BESIDE, UNDER_EACH_OTHER = 88, 178
"""Its height on such a screen."""


class Notice(BoxLayout):
    """Shows an `Irregular` event until the table lets it stand (`on_accept`) or puts it right."""

    irregular = ObjectProperty(None, allownone=True, rebind=True)

    can_put_right = BooleanProperty(False)
    narrow = BooleanProperty(False)
    """What can be done stands under the words."""

    __events__ = ("on_accept", "on_put_right")

    def height_for(self, width: float, unit: float, text: float) -> float:
        """The height it needs at a width in pixels, with the pixels of a 1280 × 800 screen and of its text."""
        self.narrow = width < NARROW * unit
        return BESIDE * text + (UNDER_EACH_OTHER - BESIDE) * unit * self.narrow

    def on_accept(self, irregular: Irregular) -> None:
        """The table lets it stand."""

    def on_put_right(self, irregular: Irregular) -> None:
        """The table takes it back."""


load_kv(__file__)
