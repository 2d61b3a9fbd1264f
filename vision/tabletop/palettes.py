"""Inks and papers: of suit signs, and of court figures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.tabletop.pen import Color

BLACK: Color = (22, 20, 26)
RED: Color = (206, 24, 38)


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of the court figures; `line` draws all outlines."""

    line: Color = (24, 22, 30)
    red: Color = (208, 34, 44)
    yellow: Color = (248, 200, 62)
    blue: Color = (40, 82, 164)
    dark: Color = (24, 22, 30)
    white: Color = (255, 255, 255)
    skin: Color = (253, 236, 218)
    hair: tuple[Color, Color, Color] = ((248, 214, 110), (222, 160, 70), (232, 232, 236))


@dataclass(frozen=True, slots=True)
class Inks:
    """What a head is drawn with: colours, the width of lines, and chance for the choice of details."""

    palette: Palette
    line: float
    rng: np.random.Generator

    def pick(self, *choices: str) -> str:
        return str(self.rng.choice(choices))

    def color(self, *names: str) -> Color:
        value: Color = getattr(self.palette, self.pick(*names))
        return value


def shade(rng: np.random.Generator, color: Color, spread: float) -> Color:
    r, g, b = (int(np.clip(v + rng.normal(0, spread), 0, 255)) for v in color)
    return r, g, b


def papers_and_inks(rng: np.random.Generator, dark: bool) -> tuple[Color, tuple[Color, Color, Color, Color]]:
    if dark:
        gold, other = (214, 170, 84), (196, 40, 48) if rng.random() < 0.5 else (206, 206, 212)
        gold, other = shade(rng, gold, 8), shade(rng, other, 8)
        inks = (gold, gold, gold, gold) if rng.random() < 0.4 else (gold, other, other, gold)
        return shade(rng, (24, 24, 28), 5), inks
    paper = [(255, 255, 255), (250, 247, 238), (244, 238, 222), (246, 248, 252)][
        int(rng.choice(4, p=[0.5, 0.25, 0.15, 0.1]))
    ]
    black = shade(rng, [BLACK, (34, 36, 44), (10, 10, 12)][int(rng.integers(3))], 4)
    red = shade(rng, [RED, (228, 42, 40), (180, 22, 40), (236, 66, 54)][int(rng.integers(4))], 6)
    if rng.random() < 0.15:
        four = [
            ((22, 122, 60), (28, 84, 190)), ((20, 110, 70), (232, 132, 24)), ((36, 66, 170), (24, 140, 160)),
            ((16, 134, 48), (232, 176, 40)),
        ][int(rng.integers(4))]  # fmt: skip
        return paper, (shade(rng, four[0], 6), shade(rng, four[1], 6), red, black)
    return paper, (black, red, red, black)


def random_palette(
    rng: np.random.Generator, dark: bool, paper: Color, inks: tuple[Color, Color, Color, Color]
) -> Palette:
    if dark:
        gold, second = inks[0], inks[1]
        deep = (104, 80, 40)
        return Palette(
            gold,
            deep,
            gold,
            (52, 52, 60),
            (34, 30, 30),
            (104, 92, 70),
            (58, 52, 46),
            (deep, (88, 74, 50), second),
        )
    sets = [
        ((208, 34, 44), (248, 200, 62), (40, 82, 164)),
        ((190, 40, 40), (236, 186, 90), (52, 96, 140)),
        ((222, 60, 56), (250, 214, 90), (30, 120, 120)),
        ((170, 30, 60), (220, 190, 110), (40, 96, 70)),
        ((214, 44, 36), (255, 208, 40), (28, 54, 190)),
        ((200, 70, 60), (232, 200, 140), (110, 130, 160)),
        ((60, 60, 66), (206, 206, 206), (130, 130, 138)),
    ]
    red, yellow, blue = sets[int(rng.choice(len(sets), p=[0.34, 0.16, 0.12, 0.1, 0.14, 0.09, 0.05]))]
    line = inks[0] if rng.random() < 0.8 else (30, 44, 110)
    skin: Color = paper if rng.random() < 0.4 else shade(rng, (252, 228, 206), 6)
    if rng.random() < 0.08:
        skin = shade(rng, (200, 150, 110), 14)
    hairs: tuple[Color, Color, Color] = ((248, 214, 110), (222, 160, 70), (232, 232, 236))
    if rng.random() < 0.4:
        hairs = ((90, 60, 40), (190, 120, 60), (210, 210, 214))
    elif rng.random() < 0.3:
        hairs = (yellow, yellow, paper)
    return Palette(
        line, shade(rng, red, 6), shade(rng, yellow, 6), shade(rng, blue, 6), line, paper, skin, hairs
    )
