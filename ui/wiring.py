"""From the options of a game to the worker that follows it."""

from __future__ import annotations

from collections.abc import Callable

from companion.events import Event
from companion.referee import Referee
from ui.options import PlayOptions
from ui.worker import Worker
from vision.frames import FrameSource, SourceError, open_source
from vision.watcher import Watcher

DEMO_FPS = 12.0
"""Enough to follow a hand by, and few enough to render beside the reading on two cores."""


def make_worker(
    options: PlayOptions,
    *,
    every_picture: bool = False,
    on_event: Callable[[Event], None] = lambda event: None,
    on_end: Callable[[], None] = lambda: None,
) -> Worker:
    """The worker of a game, not started yet.

    Args:
        options: the game.
        every_picture, on_event, on_end: as for `Worker`; the demo table is then not bound to real time.

    Raises ValueError for names, a dealer or rules that make no table.
    """
    # On the demo table the first player deals first.
    dealer = options.players[0] if options.demo else options.dealer
    referee = Referee(options.players, dealer=dealer, rules=options.rules)

    def demo_table() -> FrameSource:
        from vision.tabletop.demo import demo_source

        worker.demo = True
        live = not every_picture
        return demo_source(players=options.players, rules=options.rules, fps=DEMO_FPS, live=live)

    def source() -> FrameSource:
        if options.demo:
            return demo_table()
        if options.video is not None:
            return open_source(options.video)
        if options.camera is not None:
            return open_source(options.camera)
        try:
            return open_source(0)
        except SourceError:
            return demo_table()

    due = (options.rules.start_size,) * len(options.players)
    worker = Worker(
        referee,
        source,
        lambda: Watcher(options.players, sizes=due),
        every_picture=every_picture,
        on_event=on_event,
        on_end=on_end,
    )
    return worker
