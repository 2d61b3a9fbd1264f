"""Read a photo: choose one, see its cards outlined and named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import mainthread
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.cards import Card
from ui.faults import fault_words
from ui.i18n import tr
from ui.photo import PhotoRead, PhotoReader, photos
from ui.places import picture_folder
from ui.textures import picture_texture
from ui.widgets import load_kv
from ui.widgets.page import OptionRow, Page


class PhotoScreen(Page):
    """The pictures of the Pictures folder, and what is read from the one that is tapped."""

    texture = ObjectProperty(None, allownone=True)
    aspect = NumericProperty(16 / 9)
    busy = BooleanProperty(False)
    told = StringProperty("")
    language = StringProperty("en")

    def __init__(self, reader: PhotoReader | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.language = App.get_running_app().language
        self.reader = reader or PhotoReader()
        self.folder = picture_folder()
        self._read: PhotoRead | None = None
        self.bind(language=self._tell)
        self._tell()

    def offer(self) -> None:
        """List the pictures there are now."""
        rows = self.ids.rows
        rows.clear_widgets()
        for path in photos(self.folder):
            row = OptionRow(said=path.name)
            row.bind(on_release=lambda _, path=path: self.read(path))
            rows.add_widget(row)
        self._tell()

    def read(self, source: Path | int) -> None:
        """Read this picture, or the camera's next one."""
        chosen = App.get_running_app().settings
        if self.reader.ask(source, chosen.rotate, chosen.mirror, self._show):
            self.busy = True
            for row in self.ids.rows.children:
                row.chosen = isinstance(source, Path) and row.said == source.name
            self._tell()

    @mainthread
    def _show(self, read: PhotoRead) -> None:
        self.busy, self._read = False, read
        if read.picture is not None:
            self.texture = picture_texture(read.picture)
            self.aspect = read.picture.width / read.picture.height
        self._tell()

    def _tell(self, *_: object) -> None:
        read = self._read
        if self.busy:
            self.told = tr("The photo is being read …", self.language)
        elif read is None and not self.ids.rows.children:
            self.told = tr("There are no pictures in {path}.", self.language, path=self.folder)
        elif read is None:
            self.told = tr("Tap a picture of the folder {path}.", self.language, path=self.folder)
        elif read.fault:
            self.told = fault_words(read.fault, self.language)
        else:
            backs = read.cards.count("back")
            faces = [Card.parse(name).symbol for name in read.cards if name != "back"]
            self.told = tr(
                "Cards face up: {faces}. Face down: {backs}.", self.language, faces=len(faces), backs=backs
            )
            if faces:
                self.told += "\n" + "  ".join(faces)


load_kv(__file__)
