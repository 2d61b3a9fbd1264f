"""Settings, and what to know about privacy and licences."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.i18n import LANGUAGES, N_
from ui.settings import Settings
from ui.widgets import load_kv
from ui.widgets.page import Page

CAMERAS = (0, 1, 2, 3)

LICENCES: tuple[tuple[str, str], ...] = (
    ("Trash companion", "AGPL-3.0-or-later"),
    ("Kivy", "MIT"),
    ("SDL2", "zlib"),
    ("NumPy", "BSD-3-Clause"),
    ("OpenCV", "Apache-2.0"),
    ("ONNX Runtime", "MIT"),
    ("Ultralytics YOLO", "AGPL-3.0"),
    ("Atkinson Hyperlegible Next, Fraunces, Noto Emoji", "SIL Open Font License 1.1"),
    ("DejaVu Sans", "Bitstream Vera"),
)
"""What the app is made with; Ultralytics trained the networks and does not run here."""

PRIVACY: tuple[str, ...] = (
    N_("Pictures of the camera stay in the memory of this tablet while they are read."),
    N_("None is stored unless you keep pictures of the plays; those go when the next game begins."),
    N_("The app opens no connection to any network."),
    N_("What is kept: the settings, and of each game the names, the cards and the times."),
)


class LicenceRow(BoxLayout):
    """One work and its licence."""

    said = StringProperty("")
    line = StringProperty("")


class SettingsScreen(Page):
    """Shows the settings; each change is `on_change` with name and value."""

    settings = ObjectProperty(Settings(), rebind=True)
    can_speak = BooleanProperty(True)

    __events__ = ("on_change", "on_licences")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        ids = self.ids
        ids.language.labels, ids.language.values = list(LANGUAGES.values()), list(LANGUAGES)
        ids.camera.labels, ids.camera.values = [str(n + 1) for n in CAMERAS], list(CAMERAS)
        ids.language.bind(on_pick=lambda _, value: self.dispatch("on_change", "language", value))
        ids.camera.bind(on_pick=lambda _, value: self.dispatch("on_change", "camera", value))
        ids.rotate.bind(on_pick=lambda _, value: self.dispatch("on_change", "rotate", value))
        ids.theme.bind(on_pick=lambda _, value: self.dispatch("on_change", "theme", value))

    def on_change(self, name: str, value: object) -> None:
        """A setting was chosen."""

    def on_licences(self) -> None:
        """The licences are wished for."""

    def switch(self, name: str) -> None:
        """Turn a setting on or off."""
        self.dispatch("on_change", name, not getattr(self.settings, name))


class LicencesScreen(Page):
    """Privacy and licences."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for said, line in LICENCES:
            self.ids.licences.add_widget(LicenceRow(said=said, line=line))

    def privacy(self, language: str) -> str:
        """What happens to pictures and names."""
        app = App.get_running_app()
        return "\n".join(app.tr(text, language) for text in PRIVACY)


load_kv(__file__)
