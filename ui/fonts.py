"""The typefaces of the app, and which characters need another one. Nothing here imports Kivy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from unicodedata import category, normalize
from zlib import crc32

from ui.coverage import characters, kivy_font
from ui.scripts import in_drawing_order

ASSETS = Path(__file__).parent / "assets"
FONT_FILES = {
    "Fraunces": ASSETS / "fonts" / "Fraunces-SemiBold.ttf",
    "Atkinson": ASSETS / "fonts" / "AtkinsonHyperlegibleNext-Regular.ttf",
    "AtkinsonBold": ASSETS / "fonts" / "AtkinsonHyperlegibleNext-Bold.ttf",
    "Signs": ASSETS / "fonts" / "TrashSigns.ttf",
    "Emoji": ASSETS / "fonts" / "NotoEmoji-SemiBold.ttf",
}
"""Fraunces, Atkinson and Noto Emoji are under the SIL Open Font License 1.1, their licence texts lie beside the files;
the signs are the app's own (tests/write_signs.py draws them, and took the stroke out of Atkinson's zero;
tests/write_emoji.py cut the emoji from the whole font)."""

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
EMOJI = "Emoji"
"""Pictures in names, drawn in the colour of the text."""

CAP_HEIGHT = 0.7
"""Height of Fraunces' capitals over its font size."""

# Latin letters both families draw.
_LATIN = (
    "\u0020-\u007e\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u0107\u010a-\u0113\u0116-\u011b"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2026\u20ac"
)
# Anything outside goes to another typeface, whole runs of it at a time.
_OUTSIDE = re.compile(
    f"(?:[^{_LATIN}]|[{_LATIN}](?=[\u0300-\u036f]))+"
    # A line may break where the typeface changes, and no mark may begin one.
    "(?:\u00a0?[.,;:!?)\u00bb\u201d]+)?"
)
_PICTURES = 0x1F300
"""From here on characters are pictures, which are drawn as such even where DejaVu Sans has letters' signs for some."""
_AS_PICTURE = "\ufe0f"
_JOINED = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"
    "|.[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
    "(?:\u200d.[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*)*",
    re.DOTALL,
)
"""One picture, of several characters where they are joined."""
STAND_INS = "☺☀☂☘☕⚓✈✿❄♫☃✎⚑☎☯✂"
"""What stands for words in a script that no typeface here draws: one sign for each word, always the same."""


def marked_up(text: str) -> str:
    """The text as Kivy markup: special characters escaped, what the fonts lack set in one that has it."""
    return "\n".join(_line_marked_up(line) for line in text.split("\n"))


def _line_marked_up(text: str) -> str:
    if not _OUTSIDE.search(text):
        return _escaped(text)
    text = in_drawing_order(normalize("NFC", text))
    parts = []
    end = 0
    for match in _OUTSIDE.finditer(text):
        parts.append(_escaped(text[end : match.start()]))
        for font, run in groupby(_signs(match.group()), itemgetter(0)):
            parts.append(f"[font={font}]{_escaped(''.join(sign for _, sign in run))}[/font]")
        end = match.end()
    return "".join([*parts, _escaped(text[end:])])


def is_drawn(text: str) -> bool:
    """Whether the typefaces draw all of the text, so that nothing has to stand in for a part of it."""
    return all(_font_of(sign) for sign in _pieces(normalize("NFC", text)))


def sign_font(sign: str) -> str:
    """The typeface that draws a sign."""
    return SIGNS if sign in OWN_SIGNS else SYMBOLS


def _signs(run: str) -> Iterator[tuple[str, str]]:
    """Typeface and characters of each part of a run; a sign stands for what none draws."""
    for drawn, pieces in groupby(_pieces(run), lambda piece: bool(_font_of(piece))):
        if drawn:
            for piece in pieces:
                font = _font_of(piece)
                yield font, piece if font == EMOJI else piece.replace(_AS_PICTURE, "")
        else:
            yield SYMBOLS, STAND_INS[crc32("".join(pieces).encode()) % len(STAND_INS)]


def _pieces(text: str) -> list[str]:
    """Pictures, and all other characters one by one; what is not to be seen is left out."""
    found = []
    for match in _JOINED.finditer(text):
        piece = match.group()
        if piece[0] >= chr(_PICTURES) or piece[-1] == _AS_PICTURE:
            found.append(piece)
        else:
            found += [sign for sign in piece if category(sign) not in ("Cf", "Cn") and sign not in "\ufe0e\ufe0f"]
    return found


def _font_of(piece: str) -> str:
    """The typeface that draws it; empty where none does."""
    first = ord(piece[0])
    if piece[0] in OWN_SIGNS:
        return SIGNS
    picture = first in characters(FONT_FILES[EMOJI])
    if picture and (first >= _PICTURES or piece[-1] == _AS_PICTURE):
        return EMOJI
    others = _symbols()
    return SYMBOLS if not others or first in others else EMOJI if picture else ""


@cache
def _symbols() -> frozenset[int]:
    """What DejaVu Sans draws; empty where that is not known."""
    path = kivy_font("DejaVuSans.ttf")
    return frozenset() if path is None else characters(path)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")


NAME_CAPS, UPRIGHT_CAPS = 92, 90
"""Height of the capitals in pixels of a 1280 × 800 screen: 15.5 mm on ten inches (151 dots an inch), and 15.1 mm on an
upright one, and for longer names.
"""
NARROWEST = 0.84
"""How much narrower than usual the letters of a name may be."""


def name_size(unit: float, *, upright: bool = False) -> float:
    """Font size of the name."""
    return (UPRIGHT_CAPS if upright else NAME_CAPS) / CAP_HEIGHT * unit
