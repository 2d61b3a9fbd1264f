"""The demo table: a game that is filmed while it is watched, and read like any other."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

from companion.rules import HouseRules
from vision.frames import Frame, Image

FPS = 12.0
"""Enough to follow a hand by, and few enough to render beside the reading on two cores."""
SIZE = (1280, 720)
SEED = 8
TABLE_TOP = 4
"""Seed of the wood the table is made of: dark brown."""


class DemoTable:
    """A source of frames: a filmed game with a deck drawn by program.

    Args:
        players: names, clockwise as seen from above; the first deals.
        rules: the house rules.
        sizes: layout sizes of the first round; None: as the rules have it.
        rounds: how many to play; None: a whole game.
    """

    name = "demo table"
    fps = FPS
    live = False

    def __init__(
        self,
        players: Sequence[str],
        rules: HouseRules,
        *,
        sizes: Sequence[int] | None = None,
        rounds: int | None = None,
    ) -> None:
        self._players, self._rules = tuple(players), rules
        self._sizes = None if sizes is None else tuple(sizes)
        self._rounds = rounds
        self._closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        # Setting the table up takes a moment, which belongs to the thread that takes the pictures.
        import numpy as np

        from vision.tabletop.drawn import DrawnDeck
        from vision.tabletop.film import Film, FilmSettings
        from vision.tabletop.materials import Materials, wood

        class DemoMaterials(Materials):
            """One table top for every game."""

            def table_top(self, rng: np.random.Generator) -> Image:
                return wood(np.random.default_rng(TABLE_TOP))

        settings = FilmSettings(
            seed=SEED,
            players=self._players,
            rules=self._rules,
            sizes=self._sizes,
            rounds=self._rounds,
            size=SIZE,
            fps=FPS,
        )
        for frame in Film(settings, [DrawnDeck()], DemoMaterials()).frames():
            if self._closed.is_set():
                return
            yield frame

    def close(self) -> None:
        self._closed.set()
