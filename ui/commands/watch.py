"""`watch`: follow a table without a screen and tell what happens."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import TYPE_CHECKING

from companion.trace import TraceHeader
from ui.commands import UserError, complain
from ui.commands.options import (
    SIDES,
    check_apart,
    check_dealer,
    check_sizes,
    file_path,
    house_rules,
    layout_sizes,
    named,
    player_names,
    within,
)
from ui.commands.telling import tell

if TYPE_CHECKING:
    from vision.frames import Frame

HELP = "follow a table in a video, a folder of frames or a camera, without a screen"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "source",
        type=named,
        metavar="SOURCE",
        help="a video file, a folder of frames, or the number of a camera",
    )
    add(
        "--players",
        type=player_names,
        required=True,
        metavar="Ann,Ben",
        help="names, clockwise as seen from above",
    )
    add("--dealer", metavar="NAME", help="who deals first")
    add("--first-seat", choices=SIDES, default="bottom", help="side of the picture nearest the first player")
    add("--rules", type=house_rules, default="standard", metavar="PRESET", help="house rules")
    add("--sizes", type=layout_sizes, metavar="10,9", help="layout sizes of the first deal")
    add("--rotate", type=int, choices=(0, 90, 180, 270), default=0, help="turn the picture clockwise first")
    add("--fps", type=rate, default=30.0, metavar="N", help="pictures a second of a folder (30)")
    add("--trace", type=file_path, metavar="FILE", help="write what is seen, for the command referee")
    add("--json", action="store_true", help="one line of JSON for each event")


def run(arguments: argparse.Namespace) -> int:
    from vision.frames import SourceError, open_source
    from vision.game import watch_events
    from vision.modelcard import ModelError

    players = arguments.players
    check_dealer(arguments.dealer, players)
    check_sizes(arguments.sizes, players)
    check_apart(arguments.trace, arguments.source)
    try:
        TraceHeader(players, arguments.dealer, arguments.sizes, arguments.rules).referee()
    except ValueError as error:
        raise UserError(error) from None
    interrupt = Interrupt()
    unfound: list[str] = []
    try:
        source = open_source(arguments.source, rotate=arguments.rotate, fps=arguments.fps)
        events = watch_events(
            interrupt.until(source),
            players,
            dealer=arguments.dealer,
            rules=arguments.rules,
            sizes=arguments.sizes,
            first_seat=arguments.first_seat,
            trace_path=arguments.trace,
            on_unfound=lambda seen: complain(f"{arguments.source}: {seen}"),
            on_no_deal=unfound.append,
        )
        with interrupt:
            tell(events, as_json=arguments.json, players=players)
    except (ModelError, SourceError) as error:
        raise UserError(error) from None
    if unfound and not interrupt.status:
        raise UserError(f"{arguments.source}: {unfound[0]}")
    return interrupt.status


class Interrupt:
    """Ends a source of frames at Ctrl-C or a request to stop, so that the last table is still told.

    A second Ctrl-C stops at once. `status` is the exit status: 0, or 128 and the signal's number.
    """

    SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def __init__(self) -> None:
        self.status = 0

    def __enter__(self) -> None:
        self._before = [signal.signal(number, self._note) for number in self.SIGNALS]

    def __exit__(self, *_: object) -> None:
        for number, handler in zip(self.SIGNALS, self._before, strict=True):
            signal.signal(number, handler)

    def until(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """The frames that come before a signal does."""
        for frame in frames:
            if self.status:
                return
            yield frame

    def _note(self, number: int, _: FrameType | None) -> None:
        self.status = 128 + number
        signal.signal(number, signal.default_int_handler)


def rate(text: str) -> float:
    """Pictures a second: from one in ten seconds to what the fastest cameras give."""
    return within(text, 0.1, 240)
