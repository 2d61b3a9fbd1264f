"""What was seen on the table at one moment, with its doubts. Nothing here knows pixels.

A `TableView` is what the watcher hands to the referee, and one line of a trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from companion.cards import Card
from companion.json_fields import check_keys, is_number

Reading: TypeAlias = tuple[tuple[Card, float], ...]
"""Candidates of one face-up card with their probabilities, most likely first."""


class Phase(StrEnum):
    """What the watcher can say about the picture as a whole."""

    SEARCHING = "searching"
    CALIBRATING = "calibrating"
    TRACKING = "tracking"
    OCCLUDED = "occluded"
    MOVED = "moved"
    DARK = "dark"
    LOST = "lost"
    DESYNC = "desync"


class Sight(StrEnum):
    """What a slot (or the discard pile) shows."""

    EMPTY = "empty"
    BACK = "back"
    FACE = "face"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class SlotView:
    """One place as seen: what it shows, and which cards it may be when a face shows."""

    sight: Sight
    reading: Reading = ()

    def __post_init__(self) -> None:
        if (self.sight is Sight.FACE) != bool(self.reading):
            raise ValueError("a slot has a reading exactly when a face shows")
        if any(not (0.0 <= p <= 1.0) for _, p in self.reading):
            raise ValueError("probabilities of a reading lie between 0 and 1")

    @property
    def best(self) -> Card | None:
        """The most likely card, or None where no face shows."""
        return max(self.reading, key=lambda pair: pair[1])[0] if self.reading else None


EMPTY = SlotView(Sight.EMPTY)
BACK = SlotView(Sight.BACK)
UNSEEN = SlotView(Sight.UNSEEN)


def face(*reading: tuple[Card, float]) -> SlotView:
    """A face-up place; candidates are sorted by probability."""
    return SlotView(Sight.FACE, tuple(sorted(reading, key=lambda pair: -pair[1])))


@dataclass(frozen=True, slots=True)
class TableView:
    """The table at one moment.

    Attributes:
        time: seconds since the source began.
        phase: whether the rest can be trusted (only `Phase.TRACKING` and `Phase.OCCLUDED` can).
        seats: for each player in clockwise order the slots 1…N.
        discard: the discard pile; EMPTY, FACE (its top card) or UNSEEN (a hand over it).
        stock: whether a stock is there; None when it could not be seen.
    """

    time: float
    phase: Phase
    seats: tuple[tuple[SlotView, ...], ...]
    discard: SlotView = EMPTY
    stock: bool | None = None

    def to_json(self) -> dict[str, Any]:
        """The trace line of this view."""
        discard = None if self.discard.sight is Sight.EMPTY else _slot_to_json(self.discard)
        return {
            "t": self.time,
            "phase": self.phase.value,
            "seats": [[_slot_to_json(slot) for slot in seat] for seat in self.seats],
            "discard": discard,
            "stock": self.stock,
        }

    @classmethod
    def from_json(cls, line: Any) -> TableView:
        """Read a trace line; raises ValueError naming the field that is wrong."""
        if not isinstance(line, dict):
            raise ValueError("a table view is an object")
        check_keys(line, ("t", "phase", "seats", "discard", "stock"))
        time = line.get("t")
        if not is_number(time):
            raise ValueError(f"t: a number of seconds was expected, not {time!r}")
        try:
            phase = Phase(line.get("phase", "tracking"))
        except ValueError:
            raise ValueError(f"phase: unknown {line.get('phase')!r}") from None
        seats = line.get("seats")
        if not isinstance(seats, list) or not all(isinstance(seat, list) for seat in seats):
            raise ValueError("seats: a list of lists of slots was expected")
        slots = tuple(
            tuple(_slot_from_json(s, f"seats[{i}][{j}]") for j, s in enumerate(seat))
            for i, seat in enumerate(seats)
        )
        discard = line.get("discard")
        stock = line.get("stock")
        if stock is not None and not isinstance(stock, bool):
            raise ValueError(f"stock: true, false or null was expected, not {stock!r}")
        pile = EMPTY if discard is None else _slot_from_json(discard, "discard")
        return cls(float(time), phase, slots, pile, stock)


def without_jokers(view: TableView) -> TableView:
    """The view at a table that plays without jokers: what looks like one is something that was not made out."""
    seats = tuple(tuple(_no_joker(slot) for slot in slots) for slots in view.seats)
    return replace(view, seats=seats, discard=_no_joker(view.discard))


def _no_joker(slot: SlotView) -> SlotView:
    best = slot.best
    if best is None or not any(card.is_joker for card, _ in slot.reading):
        return slot
    if best.is_joker:
        return UNSEEN
    return SlotView(slot.sight, tuple((card, p) for card, p in slot.reading if not card.is_joker))


def _slot_to_json(slot: SlotView) -> Any:
    if slot.sight is Sight.FACE:
        return [[str(card), p] for card, p in slot.reading]
    return slot.sight.value


def _slot_from_json(value: Any, where: str) -> SlotView:
    if isinstance(value, str):
        try:
            return SlotView(Sight(value))
        except ValueError:
            raise ValueError(f"{where}: unknown {value!r}") from None
    if not isinstance(value, Sequence) or not value:
        raise ValueError(f"{where}: a word or a list of [card, probability] was expected")
    pairs: list[tuple[Card, float]] = []
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str):
            raise ValueError(f"{where}: a pair [card, probability] was expected, not {pair!r}")
        if not is_number(pair[1]):
            raise ValueError(f"{where}: a probability was expected, not {pair[1]!r}")
        try:
            pairs.append((Card.parse(pair[0]), float(pair[1])))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    try:
        return face(*pairs)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
