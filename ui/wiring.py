"""From the options of a game to the worker that follows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.events import Event
from companion.referee import Referee
from ui.demo import DemoTable
from ui.options import PlayOptions
from ui.worker import Worker
from vision.frames import FrameSource, SourceError, open_source
from vision.watcher import Watcher


def make_worker(
    options: PlayOptions,
    *,
    demo_sizes: Sequence[int] | None = None,
    demo_rounds: int | None = None,
    every_picture: bool = False,
    on_event: Callable[[Event], None] = lambda event: None,
    on_end: Callable[[], None] = lambda: None,
) -> Worker:
    """The worker of a game, not started yet.

    Args:
        options: the game.
        demo_sizes, demo_rounds: how long the demo table plays; by default a whole game.
        every_picture, on_event, on_end: as for `Worker`.

    Raises ValueError for names, a dealer or rules that make no table.
    """
    demo = DemoTable(options.players, options.rules, sizes=demo_sizes, rounds=demo_rounds)
    sizes = tuple(demo_sizes) if options.demo and demo_sizes is not None else None
    dealer = options.players[0] if options.demo else options.dealer
    referee = Referee(options.players, dealer=dealer, sizes=sizes, rules=options.rules)

    def source() -> FrameSource:
        if options.demo:
            return demo
        if options.video is not None:
            return open_source(options.video)
        if options.camera is not None:
            return open_source(options.camera)
        try:
            return open_source(0)
        except SourceError:
            return demo

    due = sizes or (options.rules.start_size,) * len(options.players)
    return Worker(
        referee,
        source,
        lambda: Watcher(options.players, sizes=due),
        every_picture=every_picture,
        on_event=on_event,
        on_end=on_end,
    )
