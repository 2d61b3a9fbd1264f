"""The typefaces of the app, and which characters need another one. Nothing here imports Kivy."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
FONT_FILES = {
    "Fraunces": ASSETS / "fonts" / "Fraunces-SemiBold.ttf",
    "Atkinson": ASSETS / "fonts" / "AtkinsonHyperlegibleNext-Regular.ttf",
    "AtkinsonBold": ASSETS / "fonts" / "AtkinsonHyperlegibleNext-Bold.ttf",
    "Signs": ASSETS / "fonts" / "TrashSigns.ttf",
}
"""Fraunces and Atkinson are under the SIL Open Font License 1.1, their licence texts lie beside the files; the signs
are the app's own (tests/write_signs.py draws them, and took the stroke out of Atkinson's zero)."""

DISPLAY = "Fraunces"
"""Names and card ranks: large, warm, sturdy."""
BODY = "Atkinson"
BOLD = "AtkinsonBold"
"""Everything else: drawn to be told apart at a distance."""
SYMBOLS = "Symbols"
"""DejaVu Sans as it comes with Kivy: suits, arrows, shapes and every script the other two lack."""

SIGNS = "Signs"
"""What DejaVu Sans has no good sign for; OWN_SIGNS is what the typeface draws."""
OWN_SIGNS = "◉◧⏵☝‖◰♛⌂⇩"

CAP_HEIGHT = 0.7
"""Height of Fraunces' capitals over its font size."""

# Latin letters both families draw; anything outside goes to SYMBOLS, whole runs of it at a time.
_OUTSIDE = re.compile(
    "[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u0107\u010a-\u0113\u0116-\u011b"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026\u20ac]+"
    # A line may break where the typeface changes, and no mark may begin one.
    "(?:\u00a0?[.,;:!?)\u00bb\u201d]+)?"
)


def marked_up(text: str) -> str:
    """The text as Kivy markup: special characters escaped, what the fonts lack set in `SYMBOLS`."""
    parts = []
    end = 0
    for match in _OUTSIDE.finditer(text):
        parts.append(_escaped(text[end : match.start()]))
        for font, run in groupby(match.group(), sign_font):
            parts.append(f"[font={font}]{_escaped(''.join(run))}[/font]")
        end = match.end()
    return "".join([*parts, _escaped(text[end:])])


def sign_font(sign: str) -> str:
    """The typeface that draws a sign."""
    return SIGNS if sign in OWN_SIGNS else SYMBOLS


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")


NAME_CAPS, UPRIGHT_CAPS = 92, 88.5
"""Height of the capitals in pixels of a 1280 × 800 screen: 15.7 mm on ten inches (149 dots an inch), and 15.1 mm on an
upright one, where longer names fit so.
"""


def name_size(unit: float, *, upright: bool = False) -> float:
    """Font size of the name."""
    return (UPRIGHT_CAPS if upright else NAME_CAPS) / CAP_HEIGHT * unit
