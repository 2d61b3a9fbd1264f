"""A calm word about something that goes against a rule; the table decides."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from ui.widgets import button, load_kv  # noqa: F401  (the kv file uses its widgets)


class Notice(BoxLayout):
    """Shows an `Irregular` event until the table lets it stand (`on_accept`)."""

    irregular = ObjectProperty(None, allownone=True, rebind=True)

    __events__ = ("on_accept",)

    def on_accept(self) -> None:
        """The table lets it stand."""


load_kv(__file__)
