"""Option values that several commands share, checked as they are read."""

from __future__ import annotations

import argparse
import json
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.files import cause
from companion.rules import LARGEST_LAYOUT, MAX_PLAYERS, MIN_PLAYERS, PRESETS, HouseRules
from companion.table import is_name
from ui.commands import UserError

LONGEST_NAME = 40
"""Letters of a player's name: more fit no screen."""
SIDES = ("bottom", "left", "top", "right")
"""Of the picture, where the first player may sit."""


def player_names(text: str) -> tuple[str, ...]:
    """``Ann,Ben``: two to six different names (R1), clockwise as seen from above."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise argparse.ArgumentTypeError(f"a name is empty in {text!r}")
    for name in names:
        if not is_name(name):
            raise argparse.ArgumentTypeError(f"not a player's name: {name!r}")
        if len(name) > LONGEST_NAME:
            raise argparse.ArgumentTypeError(f"a name has at most {LONGEST_NAME} letters, not {len(name)}")
    if len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"two players have the same name in {text!r}")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise argparse.ArgumentTypeError(
            f"{MIN_PLAYERS} to {MAX_PLAYERS} players can play (R1), not {len(names)}"
        )
    return names


def layout_sizes(text: str) -> tuple[int, ...]:
    """``10,9``: the size of each player's layout, 1 to 10, in the order of the players."""
    try:
        sizes = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"numbers such as 10,9 were expected, not {text!r}") from None
    if not all(1 <= size <= LARGEST_LAYOUT for size in sizes):
        raise argparse.ArgumentTypeError(f"a layout has 1 to {LARGEST_LAYOUT} cards (R5, R15): {text!r}")
    return sizes


def house_rules(text: str) -> HouseRules:
    """The name of a set of house rules."""
    try:
        return PRESETS[text]
    except KeyError:
        raise argparse.ArgumentTypeError(f"unknown {text!r}; there are {', '.join(PRESETS)}") from None


def named(text: str) -> str:
    """The name of a file or folder; an empty one would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("a file or folder was expected, not an empty name")
    return text


def file_path(text: str) -> Path:
    """The path of a file or folder."""
    return Path(named(text))


def positive(text: str) -> float:
    """A number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"a number above 0 was expected, not {text!r}")
    return number


def portion(text: str) -> float:
    """A number from 0 to 1."""
    return within(text, 0, 1)


def whole(text: str) -> int:
    """A number such as 1, 2, 3."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"1 or more was expected, not {text!r}")
    return int(text)


def seed_number(text: str) -> int:
    """A number from 0 up."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"0 or more was expected, not {text!r}")
    return int(text)


def angle(text: str) -> float:
    """Degrees, within a full turn either way."""
    return within(text, -360, 360)


def within(text: str, low: float, high: float) -> float:
    """A number from `low` to `high`."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        raise argparse.ArgumentTypeError(f"a number from {low:g} to {high:g} was expected, not {text!r}")
    return number


def check_writable(output: Path | None) -> None:
    """Raises UserError where a file cannot be written there: to be asked before the work, not after it."""
    if output is None:
        return
    if not output.parent.is_dir():
        raise UserError(f"{output}: no such folder as {output.parent}")
    try:
        there = output.exists()
        with output.open("a", encoding="utf-8"):
            pass
        if not there:
            output.unlink()
    except OSError as error:
        raise UserError(f"{output}: cannot be written ({cause(error)})") from None


def write_figures(output: Path | None, figures: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write what was measured as JSON, where a file is named; raises UserError naming it."""
    if output is None:
        return
    try:
        output.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UserError(f"{output}: cannot be written ({cause(error)})") from None


def check_apart(output: Path | None, *others: str | Path | None) -> None:
    """Raises UserError where what is to be written would be written over another file that is named."""
    if output is None:
        return
    for other in others:
        if other is not None and os.path.realpath(output) == os.path.realpath(other):
            raise UserError(f"{output}: named twice; it would be written over")


def check_dealer(dealer: str | None, players: Sequence[str]) -> None:
    """Raises UserError unless the dealer is one of the players, or nobody in particular."""
    if dealer is not None and dealer not in players:
        raise UserError(f"--dealer {dealer}: no such player among {', '.join(players)}")


def check_sizes(sizes: Sequence[int] | None, players: Sequence[str]) -> None:
    """Raises UserError unless there is one size for each player, or none at all."""
    if sizes is not None and len(sizes) != len(players):
        raise UserError(f"--sizes: {len(players)} sizes were expected, one a player, not {len(sizes)}")
