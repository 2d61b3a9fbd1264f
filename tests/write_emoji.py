"""Cuts the app's emoji from Google's variable font: `python tests/write_emoji.py NotoEmoji[wght].ttf` (needs
`pip install fonttools`).

One weight, and without the letters and digits it has for keycaps: those come from the app's other typefaces.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

sys.path.insert(0, str(Path(__file__).parents[1]))

from ui.fonts import EMOJI, FONT_FILES

WEIGHT = 600
JOINER, FIRST = 0x200D, 0x203C
"""The sign that joins several emoji into one, and the first that is an emoji."""


def write(source: Path, target: Path) -> None:
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": WEIGHT})
    options = subset.Options()
    options.layout_features, options.hinting, options.glyph_names = ["*"], False, False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
    cut = subset.Subsetter(options)
    cut.populate(unicodes=[code for code in font.getBestCmap() if code == JOINER or code >= FIRST])
    cut.subset(font)
    font.save(target)


if __name__ == "__main__":
    write(Path(sys.argv[1]), FONT_FILES[EMOJI])
