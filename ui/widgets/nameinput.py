"""A line to write a name in."""

from __future__ import annotations

from kivy.core.text.markup import MarkupLabel
from kivy.graphics.texture import Texture
from kivy.uix.textinput import TextInput

from ui.fonts import marked_up
from ui.ink import extent


class NameInput(TextInput):
    """A line to write, drawn with all the typefaces a name may need. A plain text input has one alone."""

    def _create_line_label(self, text: str, hint: bool = False) -> Texture:
        options = self._get_line_options()
        label = MarkupLabel(text=marked_up(text) or " ", **options)
        label.refresh()
        return label.texture

    def _get_text_width(self, text: str, tab_width: int, label: object) -> int:
        return extent(marked_up(text), self.font_name, round(self.font_size))[0] if text else 0
