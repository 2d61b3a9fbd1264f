"""Checked readers of JSON values; each raises ValueError saying what was expected."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from companion.cards import Card


def is_number(value: Any) -> TypeGuard[float]:
    """Whether it is a finite number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def check_keys(line: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raises ValueError for a key that is none of those known: a slip would be passed over."""
    for key in line:
        if key not in known:
            raise ValueError(f"{key}: unknown; {', '.join(known)} were expected")


def read_number(value: Any) -> float:
    """A finite number."""
    if not is_number(value):
        raise ValueError(f"a number was expected, not {value!r}")
    return value


def read_whole(value: Any) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"a whole number was expected, not {value!r}")
    return value


def read_flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(f"true or false was expected, not {value!r}")
    return value


def read_text(value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ValueError(f"a text was expected, not {value!r}")
    return value


def read_list(value: Any) -> list[Any]:
    """A list of anything."""
    if not isinstance(value, list):
        raise ValueError(f"a list was expected, not {value!r}")
    return value


def read_card(value: Any) -> Card:
    """A card's text form."""
    return Card.parse(read_text(value))


def read_cards(value: Any) -> tuple[Card, ...]:
    """A list of cards."""
    return tuple(read_card(card) for card in read_list(value))


def read_wholes(value: Any) -> tuple[int, ...]:
    """A list of whole numbers."""
    return tuple(read_whole(number) for number in read_list(value))
