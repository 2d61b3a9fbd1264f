"""From a source of frames to the events of a game: the watcher and the referee in one loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TextIO

from companion.events import Event, RoundWon
from companion.files import cause
from companion.rules import HouseRules
from companion.trace import TraceHeader, trace_line
from vision.eyes import Eyes
from vision.frames import Frame, SourceError
from vision.tracking import TrackingConfig
from vision.unfound import Unfound
from vision.watcher import Watcher


def watch_events(
    source: Iterable[Frame],
    players: Sequence[str],
    *,
    dealer: str | None = None,
    rules: HouseRules | None = None,
    sizes: Sequence[int] | None = None,
    first_seat: str = "bottom",
    trace_path: str | Path | None = None,
    eyes: Eyes | None = None,
    config: TrackingConfig | None = None,
    on_unfound: Callable[[str], object] = lambda seen: None,
    on_no_deal: Callable[[str], object] = lambda seen: None,
) -> Iterator[Event]:
    """The events of a filmed game as they are known, the closing `state` last.

    A source that breaks off gives what was known up to there, `state` too, then raises its SourceError.

    Args:
        source: frames in order.
        players: names, clockwise as seen from above.
        dealer: who deals the first round.
        rules: the house rules.
        sizes: layout sizes of the first deal, for a game taken up later.
        first_seat: side of the picture nearest the first player.
        trace_path: a file to which every table view is written.
        eyes, config: as for `Watcher`.
        on_unfound: called with what is seen, where no deal is found for long.
        on_no_deal: called after the last event with what was seen, where no deal was found in all of the source.

    Raises:
        ValueError: names, sizes, dealer or seat make no table.
        SourceError: the source breaks off, or the trace cannot be written; the message names it.
    """
    header = TraceHeader(
        tuple(players), dealer, tuple(sizes) if sizes is not None else None, rules or HouseRules()
    )
    referee = header.referee()
    due = header.sizes or (header.rules.start_size,) * len(header.players)
    watcher = Watcher(players, first_seat=first_seat, sizes=due, eyes=eyes, config=config)
    unfound = Unfound(watcher, players)
    time = 0.0
    failure: SourceError | None = None
    with ExitStack() as stack:
        trace = None
        if trace_path is not None:
            try:
                trace = stack.enter_context(Path(trace_path).open("w", encoding="utf-8"))
            except OSError as error:
                raise SourceError(f"{trace_path}: cannot be written ({cause(error)})") from None
            _note(trace, trace_line(header))
        frames = _until_broken(source)
        for frame in frames:
            if isinstance(frame, SourceError):
                failure = frame
                break
            view = watcher.process(frame)
            if seen := unfound.note(frame.time):
                on_unfound(seen)
            if view is None:
                continue
            time = view.time
            if trace is not None:
                _note(trace, trace_line(view))
            for event in referee.observe(view):
                if isinstance(event, RoundWon):
                    watcher.expect(event.next_sizes)
                yield event
    yield from referee.finish()
    yield referee.state_event(time)
    if failure is not None:
        raise failure
    if seen := unfound.at_end():
        on_no_deal(seen)


def _until_broken(source: Iterable[Frame]) -> Iterator[Frame | SourceError]:
    """The frames, and the error that ended them, if any."""
    try:
        yield from source
    except SourceError as error:
        yield error


def _note(trace: TextIO, line: str) -> None:
    """Write a line at once. Raises SourceError where the disk takes no more."""
    try:
        trace.write(line)
        trace.flush()
    except OSError as error:
        # What is still buffered would fail once more on closing.
        with suppress(OSError):
            trace.close()
        raise SourceError(f"{trace.name}: cannot be written ({cause(error)})") from None
