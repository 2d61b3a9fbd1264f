"""From the options of a game to the worker that follows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.events import Event
from companion.ledger import Ledger
from companion.ledger_entries import GameHeader
from companion.referee import Referee
from ui.device import Device, this_device
from ui.games import due_sizes, first_dealer
from ui.garbage import keep_what_is_loaded
from ui.mirror import upright
from ui.options import PlayOptions
from ui.worker import Worker
from vision.frames import FrameSource, SourceError, open_source
from vision.watcher import Watcher

DEMO_FPS = 12.0
"""Enough to follow a hand by, and few enough to render beside the reading on two cores."""


def settled(options: PlayOptions) -> PlayOptions:
    """The options with their source decided: the first camera, or the demo table where there is none."""
    if options.touch or options.demo or options.video is not None or options.camera is not None:
        return options
    try:
        open_source(0).close()
    except SourceError:
        return replace(options, demo=True)
    return replace(options, camera=0)


def make_worker(
    options: PlayOptions,
    *,
    ledger: Ledger | None = None,
    device: Device | None = None,
    every_picture: bool = False,
    on_event: Callable[[Event], None] = lambda event: None,
    on_end: Callable[[], None] = lambda: None,
) -> Worker:
    """The worker of a game, not started yet.

    Args:
        options: the game, its source settled.
        ledger: where it is written down, and the table it is of; the worker closes it.
        device: has the cameras; by default this machine.
        every_picture, on_event, on_end: as for `Worker`; the demo table is then not bound to real time.

    Raises ValueError for names, a dealer or rules that make no table.
    """
    header = (
        GameHeader(options.players, options.rules, first_dealer(options), options.sizes)
        if ledger is None
        else ledger.header
    )
    referee = Referee(header.players, dealer=header.dealer, sizes=header.sizes, rules=header.rules)

    cameras = device or this_device()

    def source() -> FrameSource:
        if options.demo:
            from vision.tabletop.demo import demo_source

            return demo_source(
                players=header.players, rules=header.rules, sizes=header.sizes, fps=DEMO_FPS, live=False
            )
        if options.video is not None:
            return open_source(options.video)
        return upright(cameras.open_camera(options.camera or 0, options.rotate), options.mirror)

    def watcher() -> Watcher:
        made = Watcher(header.players, sizes=due_sizes(referee.state))
        keep_what_is_loaded()
        return made

    worker = Worker(
        referee,
        None if options.touch else source,
        # Made when the first picture comes: a game gone on with has other layouts than its first deal.
        watcher,
        ledger=ledger,
        # The demo table plays no faster than it can be rendered and read here.
        every_picture=every_picture or options.demo,
        in_time=not every_picture,
        on_event=on_event,
        on_end=on_end,
    )
    worker.demo = options.demo
    return worker
