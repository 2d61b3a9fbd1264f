"""Readable colours: contrast of every pair of text and ground, and players told apart without colour."""

from __future__ import annotations

from dataclasses import fields

import pytest

from companion.rules import MAX_PLAYERS
from ui.theme import MIN_CONTRAST, PLAYER_STYLES, THEMES, Palette, contrast, four_coloured, rgba

CHANGES = {"": lambda palette: palette, ", four colours": four_coloured}


def test_contrast_agrees_with_the_definition() -> None:
    assert contrast(rgba("#FFFFFF"), rgba("#000000")) == pytest.approx(21.0)
    assert contrast(rgba("#767676"), rgba("#FFFFFF")) == pytest.approx(4.54, abs=0.01)
    assert contrast(rgba("#123456"), rgba("#123456")) == 1.0


PALETTES = {
    name + more: change(palette) for name, palette in THEMES.items() for more, change in CHANGES.items()
}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_every_text_can_be_read_on_its_ground(palette: Palette) -> None:
    poor = {
        name: round(contrast(ink, ground), 2)
        for name, (ink, ground) in palette.text_pairs().items()
        if contrast(ink, ground) < MIN_CONTRAST
    }
    assert not poor


@pytest.mark.parametrize("palette", THEMES.values(), ids=list(THEMES))
def test_every_ink_of_a_theme_is_among_the_pairs(palette: Palette) -> None:
    inks = {field.name for field in fields(palette) if field.name.startswith("on_")}
    inks |= {"text", "muted", "accent_text", "card_black", "card_red", "card_muted"}
    inks |= {"card_diamonds", "card_clubs"}
    tested = {name.split(" on ")[0] for name in palette.text_pairs()}
    assert inks <= tested


def test_every_player_has_a_colour_and_a_shape_of_their_own() -> None:
    assert len(PLAYER_STYLES) == MAX_PLAYERS
    assert len({style.shape for style in PLAYER_STYLES}) == MAX_PLAYERS
    assert len({style.colour for style in PLAYER_STYLES}) == MAX_PLAYERS
