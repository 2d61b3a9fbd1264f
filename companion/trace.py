"""Traces: the table views of a game as JSON lines, written by `watch --trace` and read by `referee`.

The first line names the table, `{"players", "dealer", "sizes", "decks", "rules"}`; every other line is a
`TableView`. Only "players" must be there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.events import Event
from companion.files import cause, check_regular
from companion.json_fields import check_keys
from companion.observation import TableView
from companion.referee import Referee
from companion.rules import HouseRules

LATEST = 10 * 365.25 * 86400
"""Seconds since the source began that no game comes near: ten years."""


class TraceError(ValueError):
    """A trace that cannot be read; the message names the file, the line and the cause."""


@dataclass(frozen=True, slots=True)
class TraceHeader:
    """The table a trace is of: names in clockwise order, first dealer, first layout sizes, house rules."""

    players: tuple[str, ...]
    dealer: str | None = None
    sizes: tuple[int, ...] | None = None
    rules: HouseRules = field(default_factory=HouseRules)

    def to_json(self) -> dict[str, Any]:
        """The first line of a trace."""
        sizes = self.sizes or (self.rules.start_size,) * len(self.players)
        rules = self.rules.to_json()
        rules.pop("decks", None)
        return {
            "players": list(self.players),
            "dealer": self.dealer,
            "sizes": list(sizes),
            "decks": self.rules.deck_count(len(self.players)),
            "rules": rules,
        }

    @classmethod
    def from_json(cls, line: Any) -> TraceHeader:
        """Read the first line; raises ValueError naming the field that is wrong."""
        if not isinstance(line, dict) or "players" not in line:
            raise ValueError('the first line must name the table: {"players": […], …}')
        check_keys(line, ("players", "dealer", "sizes", "decks", "rules"))
        players = _strings(line["players"])
        dealer = line.get("dealer")
        if dealer is not None and not isinstance(dealer, str):
            raise ValueError(f"dealer: a name was expected, not {dealer!r}")
        sizes = line.get("sizes")
        rules = HouseRules.from_json(line.get("rules") or {})
        if (decks := line.get("decks")) is not None:
            rules = HouseRules.from_json({**rules.to_json(), "decks": decks})
        return cls(players, dealer, None if sizes is None else _numbers(sizes), rules)

    def referee(self) -> Referee:
        """A referee for this table; raises ValueError where it makes none."""
        return Referee(self.players, dealer=self.dealer, sizes=self.sizes, rules=self.rules)


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError(f"players: a list of names was expected, not {value!r}")
    return tuple(value)


def _numbers(value: Any) -> tuple[int, ...]:
    whole = isinstance(value, list) and all(isinstance(n, int) and not isinstance(n, bool) for n in value)
    if not whole:
        raise ValueError(f"sizes: a list of numbers was expected, not {value!r}")
    return tuple(value)


def read_trace(path: str | Path) -> tuple[TraceHeader, Iterator[TableView]]:
    """The header of a trace file and its views, read as they are asked for.

    Raises TraceError, at once or from the iterator, where the file cannot be read.
    """
    lines = _lines(Path(path))
    first = next(lines, None)
    if first is None:
        raise TraceError(f"{path}: an empty file, not a trace")
    number, value = first
    try:
        header = TraceHeader.from_json(value)
        header.referee()
    except ValueError as error:
        raise TraceError(f"{path}: line {number}: {error}") from None
    return header, _views(path, lines, len(header.players))


def run_trace(path: str | Path) -> Iterator[Event]:
    """The events of a trace file, as the referee knows them, the closing `state` last.

    A file that breaks off gives what was known up to there, then raises TraceError.
    """
    header, views = read_trace(path)
    return run_views(header, views)


def trace_line(part: TraceHeader | TableView) -> str:
    """A line of a trace file: the header first, then each view."""
    return json.dumps(part.to_json()) + "\n"


def run_views(header: TraceHeader, views: Iterable[TableView]) -> Iterator[Event]:
    """The events of table views, the closing `state` last; a TraceError of theirs comes after it."""
    views = iter(views)
    referee = header.referee()
    time = 0.0
    failure: TraceError | None = None
    while True:
        try:
            view = next(views, None)
        except TraceError as error:
            failure, view = error, None
        if view is None:
            break
        time = view.time
        yield from referee.observe(view)
    yield from referee.finish()
    yield referee.state_event(time)
    if failure is not None:
        raise failure


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Numbered JSON values of the lines that are not blank."""
    try:
        check_regular(path)
        with path.open(encoding="utf-8-sig") as file:
            for number, text in enumerate(file, 1):
                if not text.strip():
                    continue
                try:
                    yield number, json.loads(text, object_pairs_hook=_object)
                except RecursionError:
                    raise TraceError(f"{path}: line {number}: not JSON (nested too deeply)") from None
                except _NamedTwiceError as error:
                    raise TraceError(f"{path}: line {number}: {error}") from None
                except ValueError as error:
                    # Not a JSONDecodeError: a number of thousands of digits.
                    fault = error.msg if isinstance(error, json.JSONDecodeError) else "a number is too long"
                    raise TraceError(f"{path}: line {number}: not JSON ({fault})") from None
    except OSError as error:
        raise TraceError(f"{path}: {cause(error)}") from None
    except UnicodeDecodeError:
        raise TraceError(f"{path}: not a text file") from None


class _NamedTwiceError(ValueError):
    """A key stands twice in one object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise _NamedTwiceError(f"{next(name for name in names if names.count(name) > 1)}: named twice")
    return found


def _views(path: str | Path, lines: Iterator[tuple[int, Any]], seats: int) -> Iterator[TableView]:
    last, none = 0.0, True
    for number, value in lines:
        try:
            view = TableView.from_json(value)
            if len(view.seats) not in (0, seats):
                raise ValueError(f"seats: {seats} were expected, not {len(view.seats)}")
            if not 0 <= view.time <= LATEST:
                raise ValueError(f"t: seconds since the source began were expected, not {view.time}")
            if view.time < last:
                raise ValueError(f"t: {view.time} is earlier than the view before ({last})")
        except ValueError as error:
            raise TraceError(f"{path}: line {number}: {error}") from None
        last, none = view.time, False
        yield view
    if none:
        raise TraceError(f"{path}: a trace without a view")
