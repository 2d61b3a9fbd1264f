"""Colours of the app, light and dark, with the contrast of every pair that text is set in.

A warm card table: walnut, felt, ivory and brass. Nothing here imports Kivy, so that a test can compute every
contrast.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

RGBA: TypeAlias = tuple[float, float, float, float]

MIN_CONTRAST = 4.5
"""WCAG 2.2, success criterion 1.4.3 (AA)."""


def rgba(hexadecimal: str, alpha: float = 1.0) -> RGBA:
    """``"#E3B866"`` as red, green, blue, alpha in 0…1."""
    digits = hexadecimal.lstrip("#")
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return (red, green, blue, alpha)


def luminance(colour: RGBA) -> float:
    """Relative luminance in 0…1 (WCAG 2.2), of an opaque colour."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(channel) for channel in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGBA, other: RGBA) -> float:
    """Contrast ratio in 1…21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


class Shape(StrEnum):
    """The mark of a player. None is a card suit, so that a mark is never taken for a card."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    SQUARE = "square"
    STAR = "star"
    HEXAGON = "hexagon"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class PlayerStyle:
    """What tells a player from the others besides the name: a colour and a shape, never colour alone."""

    colour: RGBA
    shape: Shape


PLAYER_STYLES: tuple[PlayerStyle, ...] = (
    PlayerStyle(rgba("#1F5C93"), Shape.CIRCLE),
    PlayerStyle(rgba("#B4441B"), Shape.TRIANGLE),
    PlayerStyle(rgba("#6D3B82"), Shape.SQUARE),
    PlayerStyle(rgba("#7F5F00"), Shape.STAR),
    PlayerStyle(rgba("#0D6B68"), Shape.HEXAGON),
    PlayerStyle(rgba("#A02C55"), Shape.CROSS),
)
ON_PLAYER: RGBA = rgba("#FFF9EC")
"""Text and shapes on a player's colour, in both themes."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, named by what they are for."""

    name: str
    surface: RGBA
    panel: RGBA
    raised: RGBA
    line: RGBA
    text: RGBA
    muted: RGBA
    accent: RGBA
    accent_text: RGBA
    on_accent: RGBA
    felt: RGBA
    felt_edge: RGBA
    on_felt: RGBA
    rail: RGBA
    rail_light: RGBA
    card: RGBA
    card_edge: RGBA
    card_gone: RGBA
    card_black: RGBA
    card_red: RGBA
    card_diamonds: RGBA
    card_clubs: RGBA
    card_muted: RGBA
    back: RGBA
    back_line: RGBA
    on_back: RGBA
    wild: RGBA
    on_wild: RGBA
    good: RGBA
    warn: RGBA
    bad: RGBA
    on_state: RGBA
    notice: RGBA
    on_notice: RGBA
    shade: RGBA
    shadow: RGBA

    def text_pairs(self) -> dict[str, tuple[RGBA, RGBA]]:
        """Every pair of text and ground that the screens set, by name."""
        pairs = {
            f"{ink} on {ground}": (getattr(self, ink), getattr(self, ground))
            for ink, ground in (
                ("text", "surface"),
                ("text", "panel"),
                ("text", "raised"),
                ("muted", "surface"),
                ("muted", "panel"),
                ("muted", "raised"),
                ("accent_text", "panel"),
                ("accent_text", "raised"),
                ("on_accent", "accent"),
                ("on_felt", "felt"),
                ("on_felt", "felt_edge"),
                ("card_black", "card"),
                ("card_red", "card"),
                ("card_diamonds", "card"),
                ("card_clubs", "card"),
                ("card_muted", "card"),
                ("card_red", "card_gone"),
                ("card_diamonds", "card_gone"),
                ("card_clubs", "card_gone"),
                ("card_black", "card_gone"),
                ("accent_text", "surface"),
                ("on_back", "back"),
                ("on_wild", "wild"),
                ("on_state", "good"),
                ("on_state", "warn"),
                ("on_state", "bad"),
                ("on_notice", "notice"),
            )
        }
        for style in PLAYER_STYLES:
            pairs[f"on_player on {style.shape}"] = (ON_PLAYER, style.colour)
        return pairs


DARK = Palette(
    name="dark",
    surface=rgba("#1A1310"),
    panel=rgba("#271D17"),
    raised=rgba("#392B22"),
    line=rgba("#54402F"),
    text=rgba("#F8F0E0"),
    muted=rgba("#CDBBA2"),
    accent=rgba("#E2B65F"),
    accent_text=rgba("#EBC474"),
    on_accent=rgba("#23170B"),
    felt=rgba("#25604B"),
    felt_edge=rgba("#103528"),
    on_felt=rgba("#F5EEDC"),
    rail=rgba("#4A2E1D"),
    rail_light=rgba("#6E4529"),
    card=rgba("#FDF8EC"),
    card_edge=rgba("#D9CCB2"),
    card_gone=rgba("#E4DAC5"),
    card_black=rgba("#1F1B18"),
    card_red=rgba("#B4201F"),
    card_diamonds=rgba("#B4201F"),
    card_clubs=rgba("#1F1B18"),
    card_muted=rgba("#6B5F50"),
    back=rgba("#7A1F2B"),
    back_line=rgba("#B9813F"),
    on_back=rgba("#FFF4DC"),
    wild=rgba("#E2B65F"),
    on_wild=rgba("#23170B"),
    good=rgba("#2C6B4A"),
    warn=rgba("#8A5A0B"),
    bad=rgba("#99352B"),
    on_state=rgba("#FFF9EC"),
    notice=rgba("#F3DFB0"),
    on_notice=rgba("#2B1C0C"),
    shade=rgba("#0B0806", 0.72),
    shadow=rgba("#000000", 0.45),
)

LIGHT = Palette(
    name="light",
    surface=rgba("#EADFCB"),
    panel=rgba("#F8F1E3"),
    raised=rgba("#FFFBF2"),
    line=rgba("#CDBB9C"),
    text=rgba("#2B1E14"),
    muted=rgba("#66543F"),
    accent=rgba("#D9A23C"),
    accent_text=rgba("#7D5210"),
    on_accent=rgba("#23170B"),
    felt=rgba("#3F7D62"),
    felt_edge=rgba("#2A5E48"),
    on_felt=rgba("#FFFBF0"),
    rail=rgba("#8A5A35"),
    rail_light=rgba("#B98150"),
    card=rgba("#FFFDF6"),
    card_edge=rgba("#D9CCB2"),
    card_gone=rgba("#E4DAC5"),
    card_black=rgba("#1F1B18"),
    card_red=rgba("#B4201F"),
    card_diamonds=rgba("#B4201F"),
    card_clubs=rgba("#1F1B18"),
    card_muted=rgba("#6B5F50"),
    back=rgba("#7A1F2B"),
    back_line=rgba("#C08A48"),
    on_back=rgba("#FFF4DC"),
    wild=rgba("#E2B65F"),
    on_wild=rgba("#23170B"),
    good=rgba("#2C6B4A"),
    warn=rgba("#8A5A0B"),
    bad=rgba("#99352B"),
    on_state=rgba("#FFF9EC"),
    notice=rgba("#FFF3CF"),
    on_notice=rgba("#2B1C0C"),
    shade=rgba("#2B1E14", 0.62),
    shadow=rgba("#3A2412", 0.34),
)

THEMES: dict[str, Palette] = {palette.name: palette for palette in (DARK, LIGHT)}


def four_coloured(palette: Palette) -> Palette:
    """The theme with a colour for each suit: diamonds blue, clubs green."""
    return replace(palette, card_diamonds=rgba("#17549B"), card_clubs=rgba("#1B6A2F"))
