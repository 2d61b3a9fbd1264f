"""How well a game was watched: the event lines of a run against the true ones of its film."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.events import (
    Discarded,
    Drew,
    Event,
    GameWon,
    Irregular,
    Placed,
    Reshuffled,
    RoundStarted,
    RoundWon,
    StateEvent,
    TookWild,
    Turn,
    event_from_json,
)
from companion.files import cause, check_regular

TOLERANCE = 15.0
"""Seconds that a watched event may differ from the true one it is taken for: longer than any delay still of
use at the table, shorter than it takes until the same player lays the same card again."""

_SCORED = (RoundStarted, Turn, Drew, Placed, TookWild, Discarded, Reshuffled, RoundWon, GameWon, Irregular)
_MOVES = (Placed, TookWild, Discarded, Reshuffled, RoundStarted, RoundWon, GameWon, Irregular)
"""What nobody may invent. A draw is left out: where a card came from is often never seen (rules, "what a
camera can know"), and a turn follows from the moves."""


class EventFileError(Exception):
    """A file of event lines that cannot be read; the message names it and the cause."""


@dataclass(frozen=True, slots=True)
class Tally:
    """So many right out of so many."""

    right: int = 0
    total: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.total + other.total)

    @property
    def share(self) -> float:
        """1 where there was nothing to get right."""
        return self.right / self.total if self.total else 1.0

    def __str__(self) -> str:
        return f"{self.right}/{self.total} ({self.share:.1%})" if self.total else "–"


@dataclass(frozen=True, slots=True)
class FilmScore:
    """What a run got right.

    Attributes:
        turns: whose turn it was, told in order.
        draws: draws with the right source.
        placed: cards laid on slots, right in player, card and slot, natural for wild included.
        discards: cards laid on the discard pile.
        winners: rounds and games won.
        slots: slots of the final state.
        missed: true events that were not told.
        invented: told moves that did not happen: each is a missed event misread, or nothing at all.
        delays: seconds from the truth of each matched move to its being told.
    """

    turns: Tally = Tally()
    draws: Tally = Tally()
    placed: Tally = Tally()
    discards: Tally = Tally()
    winners: Tally = Tally()
    slots: Tally = Tally()
    missed: tuple[Event, ...] = ()
    invented: tuple[Event, ...] = ()
    delays: tuple[float, ...] = ()

    def __add__(self, other: FilmScore) -> FilmScore:
        return FilmScore(
            self.turns + other.turns,
            self.draws + other.draws,
            self.placed + other.placed,
            self.discards + other.discards,
            self.winners + other.winners,
            self.slots + other.slots,
            self.missed + other.missed,
            self.invented + other.invented,
            self.delays + other.delays,
        )

    def to_json(self) -> dict[str, Any]:
        """The score as numbers: right and total of each kind, counts, and median and longest delay."""
        tallies = ("turns", "draws", "placed", "discards", "winners", "slots")
        line: dict[str, Any] = {}
        for name in tallies:
            tally: Tally = getattr(self, name)
            line[name] = {"right": tally.right, "total": tally.total}
        line["missed"], line["invented"] = len(self.missed), len(self.invented)
        if self.delays:
            line["delay"] = {
                "median": round(statistics.median(self.delays), 3),
                "longest": round(max(self.delays), 3),
            }
        return line


def score(
    truth: Sequence[Event],
    watched: Sequence[Event],
    tolerance: float = TOLERANCE,
    told_at: Sequence[float] | None = None,
) -> FilmScore:
    """Compare what was told with what happened.

    Events are matched in order, as many as possible (longest common subsequence), each to an equal one no
    more than `tolerance` seconds away.

    Args:
        truth: what happened, each at the moment from which a camera can know it.
        watched: what was told, each at the moment it was first seen.
        tolerance: seconds.
        told_at: when each of `watched` was told (s); by default when it was first seen.
    """
    times = [event.t for event in watched] if told_at is None else told_at
    true = [event for event in truth if isinstance(event, _SCORED)]
    pairs_told = [pair for pair in zip(watched, times, strict=True) if isinstance(pair[0], _SCORED)]
    told, at = [event for event, _ in pairs_told], [time for _, time in pairs_told]
    pairs = _matches(true, told, tolerance)
    found, explained = {i for i, _ in pairs}, {j for _, j in pairs}

    def tally(*kinds: type[Event]) -> Tally:
        numbers = [i for i, event in enumerate(true) if isinstance(event, kinds)]
        return Tally(sum(i in found for i in numbers), len(numbers))

    return FilmScore(
        turns=tally(Turn),
        draws=tally(Drew),
        placed=tally(Placed, TookWild),
        discards=tally(Discarded),
        winners=tally(RoundWon, GameWon),
        slots=_slots(truth, watched),
        missed=tuple(event for i, event in enumerate(true) if i not in found),
        invented=tuple(e for j, e in enumerate(told) if j not in explained and isinstance(e, _MOVES)),
        delays=tuple(at[j] - true[i].t for i, j in pairs if isinstance(true[i], _MOVES)),
    )


def read_events(path: Path) -> list[Event]:
    """The events of a file of JSON lines. Raises EventFileError naming the line that is wrong."""
    try:
        check_regular(path)
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise EventFileError(
            f"{path}: cannot be read ({cause(error) if isinstance(error, OSError) else 'not text'})"
        ) from None
    events = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            events.append(event_from_json(json.loads(line)))
        except (ValueError, RecursionError) as error:
            raise EventFileError(f"{path}: line {number}: {error}") from None
    return events


def summary(result: FilmScore) -> str:
    """The score for people, one kind a line."""
    lines = [
        f"turns     {result.turns}",
        f"placed    {result.placed}",
        f"discards  {result.discards}",
        f"draws     {result.draws}",
        f"winners   {result.winners}",
        f"final     {result.slots} slots",
        f"invented  {len(result.invented)}",
    ]
    if result.delays:
        lines.append(
            f"delay     {statistics.median(result.delays):.2f} s median, {max(result.delays):.2f} s longest"
        )
    return "\n".join(lines)


def _key(event: Event) -> tuple[object, ...]:
    """What must be equal for two events to be the same."""
    match event:
        case RoundStarted():
            return event.name, event.sizes, event.dealer, event.starter
        case Turn() | RoundWon() | GameWon():
            return event.name, event.player
        case Drew():
            return event.name, event.player, event.source
        case Placed() | TookWild():
            return event.name, event.player, event.card, event.slot
        case Discarded():
            return event.name, event.player, event.card
        case Irregular():
            return event.name, event.player, event.kind
        case _:
            return (event.name,)


def _matches(true: Sequence[Event], told: Sequence[Event], tolerance: float) -> list[tuple[int, int]]:
    """Pairs of equal events in order, as many as possible."""
    true_keys, told_keys = [_key(e) for e in true], [_key(e) for e in told]
    # longest[i][j]: how many of true[i:] and told[j:] can be matched.
    longest = [[0] * (len(told) + 1) for _ in range(len(true) + 1)]

    def same(i: int, j: int) -> bool:
        return true_keys[i] == told_keys[j] and math.fabs(true[i].t - told[j].t) <= tolerance

    for i in range(len(true) - 1, -1, -1):
        row, below = longest[i], longest[i + 1]
        for j in range(len(told) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if same(i, j) else max(below[j], row[j + 1])
    pairs = []
    i = j = 0
    while i < len(true) and j < len(told):
        if same(i, j) and longest[i][j] == longest[i + 1][j + 1] + 1:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _slots(truth: Iterable[Event], watched: Iterable[Event]) -> Tally:
    """Slots of the final states that agree."""
    ends = [
        next((e for e in reversed(list(events)) if isinstance(e, StateEvent)), None)
        for events in (truth, watched)
    ]
    end, seen = ends
    if end is None:
        return Tally()
    known = {player.name: player.slots for player in seen.players} if seen else {}
    right = total = 0
    for player in end.players:
        slots = known.get(player.name, ())
        total += len(player.slots)
        right += sum(a == b for a, b in zip(player.slots, slots, strict=False))
    return Tally(right, total)
