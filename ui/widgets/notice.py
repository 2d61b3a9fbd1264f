"""A calm word about something that goes against a rule; the table decides."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from ui.widgets import button, load_kv  # noqa: F401  (the kv file uses its widgets)


class Notice(BoxLayout):
    """Shows an `Irregular` event until the table lets it stand (`on_accept`) or puts it right."""

    irregular = ObjectProperty(None, allownone=True, rebind=True)

    can_put_right = BooleanProperty(False)

    __events__ = ("on_accept", "on_put_right")

    def on_accept(self) -> None:
        """The table lets it stand."""

    def on_put_right(self) -> None:
        """The table takes it back."""


load_kv(__file__)
