"""Options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import pytest

from companion.rules import PRESETS
from ui.commands import UserError, options
from ui.commands.film import number_or_names, picture_size


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (options.player_names, "Ann,Ben", ("Ann", "Ben")),
        (options.player_names, " Zoë , Bo ", ("Zoë", "Bo")),
        (options.layout_sizes, "10,9,1", (10, 9, 1)),
        (options.house_rules, "kings", PRESETS["kings"]),
        (options.positive, "0.5", 0.5),
        (options.whole, "3", 3),
        (number_or_names, "3", ("Ann", "Ben", "Cleo")),
        (number_or_names, "Joe,Jim", ("Joe", "Jim")),
        (picture_size, "640x360", (640, 360)),
    ],
)
def test_what_can_be_said(read: Callable[[str], object], text: str, value: object) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text", "cause"),
    [
        (options.player_names, "Ann", "R1"),
        (options.player_names, "A,B,C,D,E,F,G", "R1"),
        (options.player_names, "Ann,Ann", "same name"),
        (options.player_names, "Ann,,Ben", "empty"),
        (options.layout_sizes, "10,ten", "numbers such as"),
        (options.layout_sizes, "11,9", "R5"),
        (options.layout_sizes, "0,9", "R5"),
        (options.house_rules, "bridge", "standard"),
        (options.positive, "-1", "above 0"),
        (options.positive, "nan", "above 0"),
        (options.positive, "fast", "above 0"),
        (options.whole, "0", "1 or more"),
        (number_or_names, "1", "R1"),
        (number_or_names, "9", "R1"),
        (picture_size, "large", "1280x720"),
        (picture_size, "640x9", "pixels"),
    ],
)
def test_what_cannot(read: Callable[[str], object], text: str, cause: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=cause):
        read(text)


def test_a_dealer_is_one_of_the_players() -> None:
    options.check_dealer(None, ("Ann", "Ben"))
    options.check_dealer("Ben", ("Ann", "Ben"))
    with pytest.raises(UserError, match="Cleo: no such player among Ann, Ben"):
        options.check_dealer("Cleo", ("Ann", "Ben"))


def test_there_is_a_size_for_each_player() -> None:
    options.check_sizes(None, ("Ann", "Ben"))
    options.check_sizes((10, 9), ("Ann", "Ben"))
    with pytest.raises(UserError, match="2 sizes"):
        options.check_sizes((10,), ("Ann", "Ben"))
